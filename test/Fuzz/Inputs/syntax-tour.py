# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Modules, parted by lines of dashes, that use each form of the syntax in few words: seeds for the fuzzers, which also
# try each with a token left out, doubled, or exchanged (module_seeds.py).
x = y = 1; x += 1; x -= 1; x *= 2; x /= 2; x //= 2; x %= 3; x **= 2; x @= 2; x <<= 1; x >>= 1; x &= 7; x |= 8; x ^= 1
a, *b = 1, 2, 3
(c, d), [e, *f] = (1, 2), [3]
g.h = i[0] = j
k: int = 5
l.m: str
(n): int = 2
o[1:2, ::3, ...] = p[q:]
del x, (a, b), [c], d.e, f[0]
#---
x = a or b and not c if d else lambda e, /, f=1, *g, h, i=2, **j: k
y = -a ** -b + ~c * +d // e % f @ g << 1 >> 2 & 3 | 4 ^ 5
z = a < b <= c != d == e > f >= g is h is not i in j not in k
w = a.b.c[0](1, *d, e=2, **f)(g for g in h)[1:2:3, 4:, :5, ::6, (n := 7)]
v = (1,), (), [], [1, *a], {}, {1}, {1, *b}, {1: 2, **c}, (yield_ := 1), (a)
u = [a for b, c in d if e if f for g in h], {a for b in c}, {a: b for c in d}, (a for b in c)
t = [*a, *b], (*c, d), {**e, 'f': 1}
s = not a, await_, None, True, False, ...
#---
a = 1, 0x1F, 0o17, 0b11, 1_000, 1.5, .5, 5., 1e5, 1.5e-3, 1_0.0_1e+1_0, 2j, 1.5J, 00, 0_0, 0XaF, 0B1_0, 0O7
b = 'a', "b", '''c
d''', """e""", r'\f', b'g', rb'\h', Br"i", u'j', 'k' "l" 'm', '\x41\u00e9\U0001F600\101\0\7\n\\\'\"\N{BULLET}'
c = f'{a}', f'{a!r}{b!s}{c!a}', f'{d:>{e}.{f}}', f'{{}}', f'{g=}', f'{h = !r:^9}', rf'{i}\j', f'''{k}
{l}''', f"{m['n']}", f'{o:{p}{q}}' 'r' f's', f'{(lambda: 1)()}', f'{t:%Y-%m}', f'\N{BULLET}{u}', F'{v, w}', f'{*x, y}', f'{z!r:>{a}}b'
d = 'ä', ä, 'a\
b'
#---
if a: pass
elif b: x = 1
elif c:
    y = 2
else: z = 3
while a:
    if b: break
    continue
else: pass
for a, b in c, d: pass
else: pass
for *a, b in [[1]]: pass
for a.b in c: pass
#---
try: pass
except A: pass
except (B, C) as d: pass
except: pass
else: pass
finally: pass
try: pass
finally: pass
try: pass
except* A as b: pass
except* (B, C): pass
raise
raise A
raise A(1) from b
assert a
assert a, b
with a: pass
with a as b, c as (d, e): pass
with (a as b, c as d,): pass
with (a, b): pass
with (a): pass
with (a, b) as c: pass
with a() as b.c, d as e[0]: pass
#---
import a
import a.b.c as d, e
from a import b
from a.b import c as d, e
from . import a
from .. import b as c
from .a import (b, c as d,)
from ...a.b import *
def f(): global a, b
def g():
    x = 1
    def h():
        nonlocal x
        return
    return 1, *x
#---
def f(): pass
def f(a, b=1, /, c: int = 2, *d: str, e, f=3, **g: int) -> int: return a
def f(*, a): pass
def f(*a): yield
def f(**a): yield 1, 2
def f(a, /): x = yield a
def f(a, /, *, b): yield from a
def f[T, *U, **V](a: T, *b: *U) -> T: pass
def f[T: int, U: (a, b)](): pass
async def f():
    await a
    async with b as c: pass
    async for d in e: pass
    return [g async for g in h], await i ** 2
@a
@a.b(1)
@c[0]
def f(): 'text'
class A: pass
class B(A, c=1, *d, **e): a = 1
class C[T](A): pass
@a
class D():
    'text'
    b: int
    def e(self): pass
type X = int
type Y[T] = list[T]
f = lambda: (yield)
f = lambda *a, **b: a
f = lambda a, *, b=1: a
#---
match a:
    case 1 | -2 | 3.5 | -1 + 2j | 1.5 - 3j | 'b' | 'c' 'd' | None | True | False | b'e': pass
    case a.b | a.b.c: pass
    case [c, *d, _] | (e, *_): pass
    case [] | (): pass
    case f, *g: pass
    case *h, i: pass
    case (j): pass
    case (1 | 2) as k: pass
    case {'l': m, -1: n, a.b: o, None: p, **q}: pass
    case {}: pass
    case {'r': s, }: pass
    case A() | A.B(t, C(u), v=w, x=1, ): pass
    case [y, [z]] if y: pass
    case x, : pass
    case _: pass
match a, b:
    case c, d: pass
match (a):
    case b: pass
match *a, b:
    case _: pass
match = case = type = _ = 1
match[0], match(1), match.a, match - 1, match -a, type(x), case [1]
#---
x = [
    1,  # text
    2,

    (3
     +
     4),
]
y = 1 + \
    2
if x:

    # text
    y = 1
a = '''
    b
'''; c = 1;
def f(
    a,
    b=1,
): return (
    a
)
