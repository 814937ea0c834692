# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Kernels, parted by lines of dashes, of control flow, calls, classes and what is refused: seeds for the fuzzers.
@triton.jit
def kernel(p: "*fp32:noalias", t: ("*i32", ("i32", "fp32"), "fp16"), n: "i8", e: "tensordesc<fp32[16]>", c: "*fp8e5", k=(1, 2)):
    a, (m, f), g = t
    tl.store(a, m)
    tl.store(p, f * g)
    if n > 3:
        t = (a, (m + 1, f), g)
    tl.store(a, t[1][0])
#---
DEBUG = True
CAPABILITY = 80
@triton.jit
def kernel(p: "*fp32", n: "i32", s: "i8", u: "u16", w: "i64", f: "fp32"):
    i = tl.arange(0, 16)
    tl.store(p + i, (i + n) * (i - 3))
    s += s
    s = s * s - 1
    u = u + 1
    w = w + w
    v = tl.add(n, n, sanitize_overflow=False)
    b = (n > 3) + True
    assert n > 3
    assert n > 4, "message"
    assert i > 4, f"{1} message"
    assert f
    assert n > 3, n
    assert True, undefined
    assert undefined
    tl.device_assert(i > 3, "message", mask=i < n)
    tl.device_assert(n > 3, mask=n)
    tl.device_assert(i > 3, mask=p + i)
    tl.device_assert(p, "a")
    tl.device_assert(i[:, None] > 3, mask=tl.arange(0, 8) < 4)
    tl.device_assert(n, 3)
    tl.extra.cuda.gdc_wait()
    tl.extra.cuda.gdc_launch_dependents()
    d = tl.dot(tl.zeros((16, 16), tl.float8e5), tl.zeros((16, 16), tl.float8e5), max_num_imprecise_acc=99)
#---
CAPABILITY = 90
@triton.jit
def kernel(p: "*fp32", n: "i32"):
    d = tl.dot(tl.zeros((16, 32), tl.float8e5), tl.zeros((32, 16), tl.float8e5))
    d = tl.dot(tl.zeros((16, 32), tl.float8e5), tl.zeros((32, 16), tl.float8e5), max_num_imprecise_acc=99)
    d = tl.dot(tl.zeros((16, 32), tl.float8e5), tl.zeros((32, 16), tl.float8e5), max_num_imprecise_acc=-1)
    d = tl.dot(tl.zeros((16, 32), tl.float8e4b15), tl.zeros((32, 16), tl.float8e4b8))
    tl.extra.cuda.gdc_wait()
    tl.extra.cuda.gdc_launch_dependents()
    assert n > 3, "left out"
#---
@triton.jit
def kernel(p: "*fp32", n: "i32"):
    x = n
    del x
    del x
    del p[0]
    del n
    tl.store(p, n)
#---
@triton.jit
def kernel(p: "*fp32", n: "i32", b: "i1", s: "i8", u: "u32", w: "u64", f: "fp32"):
    for k in range(n, 10, 2):
        tl.store(p + k, 1.0)
    for k in range(10, n, -1):
        tl.store(p + k, 1.0)
    for k in range(b):
        tl.store(p + k, 1.0)
    for k in range(s, u):
        tl.store(p + k, 1.0)
    for k in range(u, s):
        tl.store(p + k, 1.0)
    for k in range(w, s):
        tl.store(p + k, 1.0)
    for k in range(s, n):
        tl.store(p + k, 1.0)
    for k in range(n, s):
        tl.store(p + k, 1.0)
    for k in range(0, s, 1000):
        tl.store(p + k, 1.0)
    for k in range(0, 2 ** 40, n):
        tl.store(p + k, 1.0)
    for k in range(0, s, 2 ** 31):
        tl.store(p + k, 1.0)
    for k in range(5, True):
        tl.store(p + k, 1.0)
    for k in tl.range(0, n, 1, 3, 2, True, False, True):
        tl.store(p + k, 1.0)
#---
@triton.jit
def kernel(p: "*fp32", n: "i32", f: "fp32"):
    for k in range(f):
        pass
    for k in range(2 ** 70):
        pass
    for k in range(0, 9, 0):
        pass
    for k in range():
        pass
    for k in range(1, 2, 3, 4):
        pass
    for k in tl.range(1, 2, 3, 4, 5, 6, 7, 8, 9):
        pass
    for k in tl.range(0, n, None, num_stages=None, loop_unroll_factor=2, disallow_acc_multi_buffer=True, flatten=False):
        pass
    for k in tl.range(n, warp_specialize=True, disable_licm=False):
        pass
    for k in tl.range(arg1=0, arg2=n, step=2):
        pass
    for k in tl.range(n, num_stages=-1):
        pass
    for k in tl.range(n, num_stages=2000):
        pass
    for k in tl.range(n, num_stages=n):
        pass
    for k in tl.range(n, flatten='a'):
        pass
    for k in tl.range(n, nothing=1):
        pass
    for k in tl.range(0, n, 1, -4):
        pass
    for k in tl.static_range(3, num_stages=2):
        pass
    for k in tl.static_range(n):
        pass
    for k in tl.static_range(0, 9, 0):
        pass
    for k in tl.static_range(0, 9, 3):
        pass
    for k in tl.static_range(10 ** 9):
        pass
    for k in range(undefined):
        pass
    for k in range(*undefined):
        pass
    for k in undefined(3):
        pass
    for k in (range if n else tl.range)(3):
        pass
    for k in (tl.range if True else range)(3):
        pass
    for k in (lambda: (1, 2))():
        pass
    for k in n:
        pass
    for k in 3:
        pass
    for k, m in range(3):
        pass
    for p[0] in range(3):
        pass
    for p[0] in (1, 2):
        pass
    for (k, *m) in ((1, 2, 3), (4, 5)):
        tl.store(p, k + len(m))
    for [k, m] in zip((1, 2), (3, 4)):
        tl.store(p, k + m)
    for k, m, o in ((1, 2),):
        pass
#---
@triton.jit
def kernel(p: "*fp32", n: "i32", f: "fp32"):
    a, b = 1, n
    [a, b] = n, 1
    a, *b = (n, 1, 2)
    *a, b = (n, 1, 2)
    a, *b, c, d = (n, 1, 2, 3, 4)
    a, *b, c = (n,)
    a, b = (n, 1, 2)
    a, b = n
    (a, (b, [c, *d])) = (1, (2, (3, 4, 5)))
    a = b = c = n
    a: tl.constexpr
    a = 3
    a: tl.constexpr = n
    a: tl.constexpr = tl.cast(1, tl.float32)
    p[0]: tl.constexpr = 3
    a: "i32" = 3
    b: int
    p[0] = 3
    a[n] = 1
    (1, 2)[0] = 3
    undefined[0] = 1
    a[undefined] = 1
    p.x = 1
    undefined.x = 1
    n += 1
    n **= 2
    n @= 2
    p += 1
    n -= undefined
#---
@triton.jit
def kernel(p: "*fp32", n: "i32"):
    tables = {'a': 1, **{'b': 2}}
    more = {1, 2, *(3, 4)}
    tables['c'] = 3
    if n > 3:
        tables['d'] = 4
    x = {n: 1}
    x = {[1]: 1}
    x = {n, 1}
    x = {undefined: 1}
    x = {1: undefined}
    x = {undefined}
    x = {*undefined}
    x = {**undefined}
    x = {**n}
    x = [*n]
    x = [*undefined, 1]
    x = (*(1, 2), *[3])
    x = [a for a in (1, 2, n)]
    x = [a + b for a in (1, 2) for b in (3, 4) if a + b > 4 if a]
    x = {a: b for a, b in zip('ab', (1, n))}
    x = {a for a in (1, 1)}
    x = {a for a in (n, 1)}
    x = [a for a in n]
    x = [a for a in (1, 2) if n]
    x = [a for a in (1, 2) if undefined]
    x = [undefined for a in (1, 2)]
    x = [n for n in (1, 2)]
    x = sum(a for a in (n, 1))
    x = [a for a in range(10 ** 6)]
    tl.store(p, tables['a'] + len(more) + n)
#---
@triton.jit
def kernel(p: "*fp32", n: "i32", f: "fp32"):
    x = tl.arange(0, 4)
    y = 0 < n < 5
    y = 0 < n < 5 < 6
    y = 0 < 1 < n
    y = 1 > 2 > n
    y = n < 3 < 2
    y = x < 3 < n
    y = (n, 1) == (1, n)
    y = (n, 1) != (1, n)
    y = (n, 1) == (1, 2, 3)
    y = (n, x) == (n, x)
    y = (n, undefined) == (n, 1)
    y = (n, (f, 1)) == (n, (1, f))
    y = (1, n) == (2, n)
    y = (n, 1) != (n, 2)
    y = n in (1, 2, n)
    y = n not in (1, 2)
    y = n in 3
    y = 1 in (n, 1)
    y = 'a' in (n, 'a')
    y = x in (1, 2)
    y = undefined in (1, 2)
    y = p in (p, 3)
    y = n is None
    y = n is not n
    y = n == None
    y = None != x
    y = n is undefined
    y = n and f
    y = n or 3
    y = 0 or n
    y = 1 and n
    y = n and undefined
    y = undefined and n
    y = x and n and True
    y = p and n
    y = not p
    y = n if x else 3
    y = 3 if True else undefined
    y = n if n else undefined
    y = undefined if n else n
    y = (1, 2) if n else (3, 4)
    y = (1, 2) if n else (3,)
    y = x if n else 'a'
    y = n if undefined else 1
    y = 1 if p else 2
    y = (a := n) + a
    y = (a := 3) if n else (a := 4)
    y = (lambda v, w=2: v + w)(n)
    y = (lambda: undefined)()
    y = lambda: n
    y = y()
    y = 'a%d' % 3
    y = f'{3:>5}{1!r}{"a"!s}{3=}'
    y = f'{n}'
    y = f'{undefined}'
    y = f'{3:{n}}'
    y = f'{3:zz}'
    y = f'{3=:5}{(1, 2)!a:>9}'
    print(f'{n:5}')
    print(f'{n=}', f'{undefined}')
    print()
    print(3, n, sep='')
    print('a', *(n, f), hex=n)
    y = b'bytes'
    y = 3j
    y = ...
    y = *n
    y = 10 ** 5000
    y = 0x1234567890abcdef1234567890
#---
@triton.jit
def kernel(p: "*fp32", n: "i32"):
    y = (n, 1)[n]
    y = (n, 1)[0:1]
    y = (n, 1)[undefined]
    y = (n, 1)[undefined:3]
    y = (n, 1)[5]
    y = (n, 1)[0:1:0]
    y = (n, 1)['a']
    y = tl.arange(0, 4)[n:3]
    y = tl.arange(0, 4)[:, undefined]
    y = undefined[0]
    y = undefined.x
    y = n.undefined
    y = (1).value
    y = tl.undefined
    y = tl.undefined(3)
    y = triton.undefined(n)
    y = n.value
    y = n()
    y = 'a'(3)
    y = None()
    y = kernel(p, n)
    y = helper(n)
    y = p.load(n)
    y = p.undefined(n)
    y = n.to
    y = n.to(tl.float32)
    y = 'ab'.upper()
    y = (1, n).count(1)
    y = print
    y = tl.sum
    y = y(tl.arange(0, 4))
    y = len(n)
    y = int('3')
    y = int('a')
    y = float(n, 1)
    y = min(n)
    y = min((n, 'a'))
    y = max()
    y = max(key=n)
    y = sum(start=n)
    y = sum(n)
    y = sum((n, undefined))
    y = abs(start=n)
    y = getattr(n)
    y = getattr(n, 3)
    y = hasattr(3, 'a')
    y = isinstance(n)
    y = isinstance(3, int)
    y = isinstance(n, 3)
    y = isinstance(n, (tl.tensor, 3, ()))
    y = isinstance(p, tl.pointer_type)
    y = tl.static_assert()
    y = tl.static_assert(n)
    y = tl.static_assert(False)
    y = tl.static_assert(1 == 2, 'text')
    y = tl.static_assert(True, n)
    y = tl.static_print()
    y = tl.static_print(n, 1, 'a', sep=3)
    y = tl.constexpr()
    y = tl.constexpr(n)
    y = tl.constexpr((1, n))
    y = tl.cdiv(n)
    y = tl.cdiv(7, 2)
    y = tl.cdiv(7, n)
    y = tl.condition()
    y = tl.float32(n, 3)
    y = tl.float32('a')
    y = tl.aggregate_replace()
    y = tl.aggregate_replace(3)
    y = open(n)
    y = tl.async_task([0])
    y = kernel[1](p, n)
    y = tl.dtype('fp32')
    y = int.from_bytes(n)
#---
@triton.jit
def pair(n, m=2, *rest, k=3, **more):
    return n, m
@triton.jit
def none(n):
    tl.debug_barrier()
@triton.jit
def kernel(p: "*fp32", n: "i32"):
    a = pair(n)
    a = pair(n, 1, 2, 3, k=4, z=5)
    a = pair(*(n, 1), **{'k': 1})
    a = pair(**{1: 2})
    a = pair(**n)
    a = pair(**undefined)
    a = pair(*n, *undefined)
    a = pair(undefined, k=undefined)
    a = pair()
    a = pair(n, n=3)
    a = none(n)
    a = none(undefined)
    tl.store(p, a)
    a, b = none(n)
    x = pair
    a, b = x(n)
    tl.store(p, a + b)
#---
@triton.jit
def early(n, f):
    if n > 3:
        return f
    for k in range(n):
        if k > 5:
            return f + 1
        if k == 2:
            continue
    else:
        n += 1
    while n < 9:
        n += 1
        if n == 7:
            return f * 2
    return f
@triton.jit
def partial(n, f):
    if n > 3:
        return f
@triton.jit
def mixed(n, f):
    if n > 3:
        return f
    return n > 2, f
@triton.jit
def kernel(p: "*fp32", n: "i32", f: "fp32"):
    tl.store(p, early(n, f))
    tl.store(p, partial(n, f))
    a = mixed(n, f)
    tl.store(p, partial(1, f))
    tl.store(p, partial(9, f))
#---
@triton.jit
def never(n):
    while True:
        n += 1
@triton.jit
def found(n):
    while True:
        n += 1
        if n > 9:
            return n
@triton.jit
def raised(n):
    if n > 3:
        raise ValueError("no")
    raise
@triton.jit
def kernel(p: "*fp32", n: "i32"):
    tl.store(p, found(n))
    while False:
        n += 1
    else:
        tl.store(p, 2.0)
    while n > 3:
        n -= 1
        break
    else:
        tl.store(p, 3.0)
    while (m := n + 1) < 9:
        n = m
    tl.store(p, m)
    while (m2 := n + 1) < 9 and n > 2:
        n = m2
        if n == 5:
            break
    tl.store(p, m2)
    while p:
        pass
    while undefined:
        n += 1
    while n > 3:
        n = 1.5
    while n > undefined:
        pass
    while 1:
        if n > 3:
            break
        n += 1
    raised(n)
    never(n)
    tl.store(p, 1.0)
#---
@triton.jit
def kernel(p: "*fp32", n: "i32"):
    break
    continue
    for k in range(3):
        break
    for k in range(3):
        continue
        tl.store(p, 1.0)
    for k in range(3):
        if k > n:
            break
        elif k == n:
            continue
        else:
            tl.store(p, 1.0)
        tl.store(p, 2.0)
    else:
        tl.store(p, 3.0)
    for k in tl.static_range(3):
        if k == 1:
            continue
        if n > k:
            continue
        if n == 9:
            break
        tl.store(p, 4.0)
    else:
        tl.store(p, 5.0)
    for k in (1, 2):
        if k > 1:
            break
    else:
        tl.store(p, 6.0)
    for k in (1, 2):
        if n > k:
            return
        else:
            break
    else:
        tl.store(p, 7.0)
    for k in range(n):
        for m in range(k):
            if m > 3:
                break
            if k > 5:
                return
        tl.store(p, k)
    return
    tl.store(p, 8.0)
#---
@triton.jit
def kernel(p: "*fp32", n: "i32", C: tl.constexpr = 4):
    x = 1
    y: tl.constexpr = 2
    z = (1, 2)
    for k in range(n):
        x = x * 2
        y = y + 1
        z = (z[1], k)
        k = k + 0.5
        C = C + 1
        new = k
    tl.store(p, new)
    tl.store(p, x + z[0])
    for k in range(1):
        late = k
        k = (k, 1)
    tl.store(p, late)
    tl.store(p, k)
    x = n
    for k in range(n):
        x = x.to(tl.float32)
    w = (n, 1)
    for k in range(n):
        w = (n, 1, k)
    v = tl.arange(0, 4)
    for k in range(n):
        if k > 2:
            v = tl.arange(0, 8)
    for k in range(n):
        if k > 2:
            del v
    for k in range(n):
        del x
    tl.store(p, k)
    for m in range(n):
        q = undefined
    for m in range(n):
        w = undefined
    tl.store(p, m)
#---
import triton
import triton.language as tl
@tl.core._aggregate
class Pair:
    a: tl.tensor
    b: tl.tensor
    @triton.constexpr_function
    def __init__(self, a, b=3):
        self.a = a
        self.b = b
    @triton.jit
    def total(self, more):
        return self.a + self.b + more
    @triton.jit
    def __add__(self, other):
        return Pair(self.a + other.a, self.b)
    @triton.jit
    def __radd__(self, other):
        return self.a + other
    @triton.jit
    def __eq__(self, other):
        return self.a == other.a
    @triton.jit
    def __call__(self, m):
        return self.a * m
    @triton.jit
    def __getitem__(self, m):
        return self.b
    @property
    def first(self):
        return self.a
    @staticmethod
    @triton.jit
    def make(n):
        return Pair(n, n)
@triton.jit
def kernel(p: "*fp32", n: "i32"):
    a = Pair(n, 1)
    b = Pair.make(n)
    tl.store(p, a.total(3) + a(2) + a[0])
    c = a + b
    d = 3 + a
    if n > 3:
        a = b
    for k in range(n):
        a = a + Pair(k, 2)
    e = a == b
    a = tl.aggregate_replace(a, b=7)
    a = tl.aggregate_replace(a, c=7)
    a.a = 3
    a = Pair()
    a = Pair(undefined)
    a = Pair(n, 1, 2)
    x = c.a + c.b + c.first + c.nothing
    c()
    c - c
    -c
    c.total
#---
import triton
import triton.language as tl
from functools import partial
from typing import NamedTuple
class Point(NamedTuple):
    x: tl.tensor
    y: int = 2
class Plain:
    def __init__(self, v, flag=False):
        self.v = v
        if flag:
            self.flag = flag
class Setter:
    def __init__(self, n):
        if n > 3:
            self.v = n
        other = 3
        other.v = 4
class Failing:
    @triton.jit
    def __init__(self, n):
        return undefined
class Empty:
    pass
@triton.jit
def scaled(n, k, m=1):
    return n * k + m
twice = partial(scaled, k=2)
thrice = partial(scaled, 3)
@triton.constexpr_function
def square(n):
    return n * n
@triton.constexpr_function
def broken(n):
    raise ValueError('no')
def plain(n):
    return n + 1
@triton.jit
def kernel(p: "*fp32", n: "i32"):
    v = Plain(n).v + Plain(1).v + Plain(n, True).flag
    v = Setter(n)
    v = Failing(n)
    v = Empty()
    v = Empty(n)
    v = Point(n)
    v = Point(n, 3)._replace(x=1)
    if n > 2:
        v = Point(1, n)
    for k in range(3):
        v = Point(v.x + 1, k)
    x, y = v
    tl.store(p, twice(n) + twice(n, k=3) + thrice(n) + square(3) + plain(n) + plain(3))
    w = square(n)
    w = broken(3)
    w = twice()
    w = Empty.nothing
    Empty.x = 3
    x = Plain(3)
    x.v = 4
    x.v += 1
#---
@triton.jit
def outer(n):
    m = n + 1
    def inner(k):
        return k + m
    m = 5
    @triton.jit
    def other(k):
        return inner(k) + n
    return other(n) + inner(2)
@triton.jit
def deep(n):
    return deep(n + 1)
@triton.jit
def kernel(p: "*fp32", n: "i32"):
    tl.store(p, outer(n))
    def nested(k=n):
        def more():
            return k + n
        return more()
    tl.store(p, nested() + nested(1))
    g = lambda k: k + n
    tl.store(p, g(1))
    def later():
        return late
    x = later()
    late = 3
    if n > 3:
        late2 = 4
    def partly():
        return late2
    x = partly()
    tl.store(p, deep(n))
#---
@triton.jit
def kernel(p: "*fp32", n: "i32"):
    with n as m:
        x = 1
    try:
        y = 1
    except ValueError as e:
        y = 2
    else:
        y = 3
    finally:
        y = 4
    match n:
        case 1 | 2:
            z = 1
        case [a, *b]:
            z = 2
        case {'k': v, **rest}:
            z = 3
        case Point(x=0, y=w):
            z = 4
        case str() as s if n:
            z = 5
        case tl.x:
            z = 6
        case _:
            z = 7
    import os
    from os import path as q
    global g
    nonlocal h
    class C:
        pass
    async def f():
        await n
    async for k in n:
        pass
    async with n:
        pass
    yield n
    x = yield n
    x = yield from n
    x = await n
    x = *n, 1
    tl.store(p, x + y + z)
    assert False
    assert False, 'text'
    assert 1 == 2, (1, 'a')
#---
@triton.jit
def kernel(p: "*fp32", n: "i32"):
    for k in range(n):
        with n as m:
            tl.store(p, m)
        try:
            y = m
        except (ValueError, TypeError):
            y = k
        match k:
            case [a, b]:
                tl.store(p, a)
        [c, *d], e.f, g[0] = k
        x: int = y
        z = {a: b for a, b in k}
        w = [u async for u in k]
        import os as o
        global gg
        def inner(q=y, *r, s: n = x, **t) -> k:
            return q + n
        lambda q=n: q + y
        f'{n!r:>{y}}'
        (walrus := n)
        del a, b
        class D(n, metaclass=y):
            v = k
        while y:
            y = 0
            break
        else:
            y = 1
        @inner
        def h(): pass
        await k
        x[y:n:k]
        assert y, n
        raise y from n
        yield k
        return y
#---
@triton.jit
def kernel(p: "*fp32", n: "i32"):
    i = tl.arange(0, 16)
    j = i
    m = n
    for k in range(n):
        j = tl.multiple_of(j, 8)
        m = tl.multiple_of(m, 8)
        tl.store(p + j + m, 1.0)
        j += 16
        m += 16
        k = tl.multiple_of(k, 4)
        tl.store(p + k, 1.0)
    while m < 99:
        m = tl.multiple_of(m, 8)
        j = tl.max_contiguous(j, 8)
        tl.store(p + j + m, 2.0)
        m += 8
        if n > 8:
            j += 1
    if n > 3:
        m = n * 2
    else:
        m = 16
    m = tl.multiple_of(m, 4)
    tl.store(p + m, 3.0)
    j = tl.max_constancy(j if n > 3 else i, 2)
    tl.store(p + j, 3.0)
    while True:
        n = tl.multiple_of(n, 2)
        tl.store(p + n, 4.0)
        n += 2
        if n > 9:
            break
    n = tl.multiple_of(n, 2)
    tl.store(p + n, 4.0)
#---
@triton.jit
def kernel(p: "*fp32", n: "i32"):
    for a in range(9):
        for b in range(9):
            for c in range(9):
                for d in range(9):
                    for e in range(9):
                        for f in range(9):
                            for g in range(n):
                                n += g + a
                                while n < b:
                                    n += c
                                    while n < d:
                                        n += e + f
    tl.store(p, n)
#---
@triton.jit
def kernel(p: "*fp32", n: "i32"):
    l = [1]
    l = [l, l]
    big = [[n] * 30] * 30
    one = (n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n)
    if n > 3:
        big = [[1] * 30] * 30
        one = one[1:] + (3,)
    for k in range(n):
        one = one[1:] + (k,)
    tl.store(p, one[3])
    for k in range(60):
        l = [l, l]
#---
y = [1]
y.append(y)
z = []
for k in range(99):
    z = [z]
@triton.jit
def kernel(p: "*fp32", n: "i32"):
    a = y
    b = z
    if n > 3:
        a = 1
    for k in range(n):
        b = z
    tl.store(p, len(y))
#---
from elsewhere import thing
from math import nothing
import elsewhere.other as other
unknown = undefined
late = 1 / 0
@triton.jit
def kernel(p: "*fp32", n: "i32"):
    x = thing(n)
    x = nothing
    x = other.f(n)
    x = unknown
    x = late
    x = thing.attribute
    x = print + thing
    x = tl.nothing.deep(n)
    x = tl.extra.nothing(n)
    x = tl.extra.cuda.libdevice.nothing(n)
    x = tl.math.nothing(n)
#---
@triton.must_use_result
@triton.jit
def must(n):
    return n
@tl.must_use_result("a reason")
@triton.jit
def must_too(n):
    return n
@triton.jit
def kernel(p: "*fp32", n: "i32"):
    "a text"
    n
    3
    must(n)
    must_too(n)
    tl.advance(tl.make_block_ptr(p, (n,), (1,), (0,), (16,), (0,)), (1,))
    n.to(tl.float32)
    tl.arange(0, 16).sum()
    undefined(n)
    f'{n}'
#---
@triton.jit
def kernel(p: "*fp32", n: "i32"):
    type T = int
    for k in range(n):
        type U = n
    tl.store(p, n)
#---
@triton.jit
def kernel(p: "*fp32", pp: "**fp32", bp: "**i8", n: "i32", m: "i32"):
    tl.atomic_add(pp, p)
    tl.atomic_max(pp, p)
    tl.atomic_and(pp, p)
    tl.atomic_xchg(pp, p)
    tl.atomic_cas(pp, p, p)
    tl._check_poll(pp, 'acquire', 'gpu', 3)
    tl.store(pp, p)
    q = tl.load(pp)
    tl.store(q, 1.0)
    q = tl.load(pp + tl.arange(0, 4), mask=tl.arange(0, 4) < n, other=None)
    q = tl.load(pp + tl.arange(0, 4), mask=tl.arange(0, 4) < n, other=0)
    tl.store(q, 1.0)
    r = tl.load(bp)
    tl.store(r, n)
    r = pp if n > 3 else bp
    r = p if n > 3 else q
#---
@triton.jit
def kernel(p: "*fp32", n: "i32", m: "i32"):
    if n > 3:
        if m > 3:
            x = 1
    else:
        if m > 4:
            x = 2
    tl.store(p, x)
    if n > 3:
        if m > 3:
            y = 1
        else:
            y = (1, 2)
    else:
        y = 3
    tl.store(p, y)
    if n > 3:
        z = 3
    else:
        if m > 3:
            z = 1
        else:
            z = (1, 2)
    tl.store(p, z)
    if n > 3:
        if m > 3:
            w = 1
    else:
        w = 3
        if m > 3:
            w = 'a'
    tl.store(p, w)
    if n > 3:
        return
    else:
        if m > 3:
            v = 1
    tl.store(p, v)
    if n > 4:
        del v
        return
    else:
        u = undefined
    tl.store(p, u)
    if n > 5:
        return
    else:
        if m > 3:
            t = 1
        else:
            t = (1, n)
    tl.store(p, t)
    if n > 6:
        s = n
        return
    s = s + 1
#---
@triton.jit
def kernel(p: "*fp32", n: "i32", m: "i32"):
    for k in range(n):
        if k > m:
            del m
            break
        else:
            if k > 7:
                x = 1
        tl.store(p, x)
    for k in range(n):
        if k > 3:
            continue
        else:
            y = undefined
        z = y
    for k in range(n):
        if k > 3:
            w = 'a'
            continue
        else:
            w = (k, 'a')
        tl.store(p, w[0])
    tl.store(p, w[0])
    for k in range(n):
        if k > 3:
            big = (k,) * 40
            break
        big = (k,) * 40
    while m > 3:
        m -= 1
        if m == 7:
            continue
        if m == 9:
            return
        n += 1
    else:
        n = 3
    tl.store(p, n)
#---
@triton.jit
def kernel(p: "*fp32", n: "i32", a: "i8", b: "u8", c: "i64", d: "u32"):
    for k in range(tl.arange(0, 4)):
        pass
    for k in range('a'):
        pass
    for k in range(None):
        pass
    for k in range(p):
        pass
    for k in range(undefined, 3):
        pass
    for k in range(1, undefined):
        pass
    for k in range(1, 2, undefined):
        pass
    for k in range(1.5, 3):
        pass
    for k in range(n, 2 ** 70):
        pass
    for k in tl.range(n, loop_unroll_factor=n):
        pass
    for k in tl.range(n, loop_unroll_factor=True):
        pass
    for k in tl.range(n, disallow_acc_multi_buffer=3, disable_licm=True, warp_specialize=0):
        pass
    for k in range(a, b):
        pass
    for k in range(b, a):
        pass
    for k in range(d, c):
        pass
    for k in range(c, d, b):
        pass
    for k in range(d, a, -1):
        pass
    for k in range(a, 300):
        pass
    for k in range(b, -1):
        pass
    for k in range(d, 2 ** 33):
        pass
    for k in range(9, 3, -2):
        new = k
    tl.store(p, new)
    for k in range(3, 9, -2):
        new2 = k
    tl.store(p, new2)
#---
@triton.jit
def kernel(p: "*fp32", n: "i32"):
    for k in tl.static_range(3):
        if k == 1:
            break
        tl.store(p, k)
    else:
        tl.store(p, n)
    for k in tl.static_range(3):
        if n > k:
            break
        if k == 1:
            break
    else:
        tl.store(p, n)
    for k in tl.static_range(4):
        tl.store(p, k)
        continue
    else:
        tl.store(p, n)
    for k in (1, 2):
        if n > 3:
            return
        if n > k:
            break
    else:
        tl.store(p, n)
    for k in ():
        undefined
    else:
        tl.store(p, n)
    for k in (1, 2, 3):
        return
        tl.store(p, n)
#---
@triton.jit
def all_return(n):
    for k in (1, 2, 3):
        if n > k:
            return 1
        else:
            return 2
    else:
        return 3
@triton.jit
def inside(n, m):
    for k in range(n):
        for j in range(m):
            if j > k:
                return j
            if j == 3:
                break
        else:
            continue
        break
    else:
        return 7
    return (n, m)[1]
@triton.jit
def tupled(n):
    if n > 3:
        return n, 1
    elif n > 2:
        return 1, n
    while n > 1:
        n -= 1
        if n == 2:
            return n, n
    return 3, 4
@triton.jit
def kernel(p: "*fp32", n: "i32"):
    tl.store(p, all_return(n) + inside(n, 3))
    a, b = tupled(n)
    tl.store(p, a + b)
#---
@triton.jit
def kernel(p: "*fp32", n: "i32"):
    for k in tl.static_range(5000):
        x = (n, k)
    y = x
    for k in tl.static_range(5000):
        y = (y, k)
#---
T = tuple(range(9000))
@triton.jit
def kernel(p: "*fp32", n: "i32"):
    for k in tl.static_range(90):
        x = T
        if n > k:
            x = T[1:]
        y = T if n > 3 else x
        for j in range(n):
            y = x
        z = [a for a in T]
        f'{T}'
        tl.static_print(T, T, T)
        print(*T)
#---
T = tuple(range(9000))
@triton.jit
def big(n):
    if n > 3:
        return T
    return T[1:] + (n,)
@triton.jit
def kernel(p: "*fp32", n: "i32"):
    for k in tl.static_range(90):
        x = big(n)
        while n > 3:
            n -= 1
            x = T
            if n == 7:
                y = T
                break
#---
L = [1, 2]
D = {'a': 1}
class Holder:
    v = 3
H = Holder()
@triton.constexpr_function
def grow(n):
    L.append(n)
    return len(L)
@triton.constexpr_function
def apply(f, *values):
    return f(*values)
@triton.constexpr_function
def look(x, y=1):
    if x > y:
        return x
    return x + y, -x, x[0], x.shape, x.nothing, not x, x and y, x or y, x if x else y, getattr(x, 'dtype', 3), hasattr(x, 'a')
def plain(x):
    return -x, +x, ~x, not x, x[0], x[None], x == 1, x < 1 < x, x and 1, x or 1, 1 if x else 2, abs(x), isinstance(x, int), len(x)
@triton.jit
def kernel(p: "*fp32", n: "i32", f: "fp32"):
    x = grow(3) + grow(4) + len(L)
    tl.store(p, x)
    if n > 3:
        grow(5)
    L.append(n)
    D['b'] = n
    H.v = 4
    a = look(n)
    a = look(f, 3)
    a = look(tl.arange(0, 4))
    a = look(3)
    a = apply(plain, n)
    a = apply(plain, tl.arange(0, 4))
    a = apply(tl.sum, tl.arange(0, 4))
    a = apply(tl.load, p)
    a = apply(min, n, 3)
    a = apply(isinstance, n, tl.tensor)
    a = apply(hasattr, n, 'dtype')
    a = apply(getattr, n, 'nothing', 3)
    a = apply(getattr, n, 'shape')
    a = apply(undefined, n)
    a = apply(lambda v: v + 1, n)
    a = apply(lambda v: v[undefined], n)
    a = plain(n)
    a = list(map(lambda v: v * 2, (n, 1)))
    a = sorted((n, 1))
    a = [v for v in map(lambda v: v * n, L)]
    a = list(zip((n, 1), L))
    a = dict(a=n)
    a = sum(map(lambda v: v, (n, 1)))
    a = any((n, 1))
    a = all((n > 1, f > 2))
    a = (lambda *v, **k: (v, k))(n, b=f)
    a = 'a' if apply(isinstance, n, tl.tensor) else undefined
#---
@triton.jit
def kernel(p: "*fp32", n: "i32"):
    a = 0 < n and n < 9 and True
    a = False or n > 3 or n > 4
    a = n > 3 and 1 and 0
    a = 1 < n < 5 < 9
    a = 9 > 5 > n > 1
    a = 1 < 2 < 1 < n
    a = n < 1 < 0
    a = (1, 2) < (1, n)
    a = (n, 1) == 3
    a = () == (n,)
    a = (n,) == (n,)
    a = [n] == [n]
    a = (1, 2, n) == (3, 2, n)
    a = (n, 2) != (n, 3)
    a = (n, p) == (n, p)
    a = n in ()
    a = n in (n,)
    a = n in ('a', None)
    a = 3 in (1, 2)
    a = 3 in (3, n)
    a = (n, 1) in ((1, 1), (n, 1))
    a = not (n in (1, 2))
    a = p is p
    a = n is 3
    a = tl.arange(0, 4) is None
    a = 'a' == n
    a = n == 'a'
    a = n < None
    a = tl.float32 == n
    a = -'a'
    a = not 'a'
    a = 'a' + 'b' * 2
    a = 'a' + n
    a = (1, n) + (2,)
    a = (1, n) * 2
    a = 2 * [n]
    a = n * (1, 2)
    a = (1, n) + 3
    a = 10 ** 5000 + n
    a = n if n > 3 else 'a'
    a = 'a' if n > 3 else 'a'
    a = None if n > 3 else None
    a = (n, 1) if n > 3 else (1, n)
    a = p if n > 3 else p + 1
    a = 1 if n > 3 else 2.5
    a = 1 if n > 3 else 2 ** 40
    a = True if n > 3 else 2
    a = 1.5 if n > 3 else 1e300
    a = 2 ** 70 if n > 3 else 1
    a = 3000000000 if n > 3 else -1
    a = 3000000000 if n > 3 else 1
    a = 1 if (1 if n > 3 else 0) else 2
    a = (b := n) if n > 3 else (c := 3)
    a = b + c
    a = 3 if n is None else 4
    a = undefined if n is None else 4
#---
@triton.jit
def kernel(p: "*fp32", n: "i32"):
    x = (1, 2)[undefined:1]
    x = (1, 2)[1:undefined]
    x = (1, 2)[0:1:undefined]
    x = (1, 2).value
    x = 'abc'[n]
    x = 'abc'[1:]
    x = {'a': 1}['a']
    x = {'a': 1}[n]
    x = {1: n}[1]
    x = [n, 1][-1]
    x = range(5)[n]
    x = range(5)[2]
    x = ((n, 1), 2)[0][1]
    x = (n, 1)[True]
    x = (n, 1)[None]
    x = tl.float32[3]
    x = kernel[3]
    x = tl[n]
    x = print[n]
    x = 3[n]
    x = (x for x in (1, 2))[0]
    x = ...
    x = tl.arange(0, 4)[..., None]
    x = tl.arange(0, 4)[3:undefined]
    x = 1_000_000_000_000_000_000_000
    x = 0b1 + 0o7 + 0xff + 1e3 + .5
    x = 'a' 'b'
    x = f'a{1}' 'b'
    x = b'a'
    x = 1j
    x = *(1, 2), n
    x = lambda: (yield)
    x = [*range(3)]
    x = {**{'a': n}}
    x = {*range(3)}
#---
@triton.jit
def kernel(p: "*fp32", n: "i32", f: "fp32"):
    a = max(n, 2, key=abs)
    a = max(default=n)
    a = min(key=n)
    a = max([n, 2], default=3)
    a = max(*(), n)
#---
@triton.language.core._aggregate
class Box:
    v: tl.tensor
    w: tl.tensor
    def __init__(self, v, w):
        self.v = v
        self.w = w
@triton.jit
def kernel(p: "*fp32", n: "i32"):
    b = Box(n, n)
    c = tl.aggregate_replace(b)
    c = tl.aggregate_replace(b, v=1, w=n)
    c = tl.aggregate_replace(b, x=1)
    c = tl.aggregate_replace(obj=b, v=1)
    c = tl.aggregate_replace()
    c = b.replace(v=1)
#---
@triton.jit
def kernel(p: "*fp32", n: "i32"):
    s = {1: n}
    a = f(**{1: 2})
    f(**n)
    f(**undefined)
    x = ()
    for k in ():
        x = k
    for k in []:
        x = k
    else:
        x = 3
    for k in tl.static_range(0):
        x = k
    for k in tl.static_range(3, 0):
        x = k
    d = {**{}}
    e = {*()}
    g = {}
    h = [*()]
    t = [k for k in ()]
    t = {k for k in ()}
    t = {k: k for k in ()}
    t = [k for k in (1, 2) if k > 5]
    t = [k for k in (1, 2) if k > n]
    t = [j for k in (1, 2) for j in (k, n) if k > 1 if k > 2]
    t = [1 for p[0] in (1, 2)]
    t = [1 for _ in (1, 2)]
    t = [1 for () in ((), ())]
    t = [1 for [] in ((), ())]
    [] = ()
    () = []
    [] = (1,)
#---
@triton.jit
def kernel(p: "*fp32", n: "i32", f: "fp32"):
    if n > 1:
        match n:
            case 1 | 2:
                a = 1
            case [b, *c]:
                d = 1
            case {}:
                e = 1
            case [] | ():
                e = 1
            case g as h if n > 1:
                e = 2
            case tl.x:
                e = 2
            case tl.x() | tl.y(1, z=k):
                e = 2
            case {'a': q, **r}:
                e = 2
            case _:
                e = 3
        with f as g:
            h = 1
        with f, g as (h, j):
            h = 1
        with f:
            h = 1
        try:
            h = 1
        except* E as e:
            h = 2
        try:
            h = 1
        finally:
            h = 2
        async for k in n:
            h = 1
    for k in range(n):
        def g(a, b=1, *c, **d):
            return a + h
        @f
        def g() -> n:
            pass
        del p
        global q
        nonlocal r
        import a.b as c, d
        from e import f as g
        class C:
            x = 1
        h = 2 < n < 3
        h = [k for k in n if k for j in k]
        h = {k: j for k in n}
        h = (yield n)
        h = lambda: 1
        h = lambda q, *r, s=n, **t: q
        h = f"{n}{n!r:>{n}}"
        h = {}
        h = {**n, 1: n}
        h = ()
        h = []
        h = {n}
        h = n[:]
        h = n[1:n:2]
        h = n()
        h = (g := n)
        a = b = n
        type X = n
        raise
        raise n
        raise n from k
        assert n, n
        return
#---
DEBUG = True
@triton.jit
def kernel(p: "*fp32", n: "i32", b: "i1", s: "i8", u: "u32", w: "i64", v: "u64", f: "fp32"):
    i = tl.arange(0, 16)
    c = b + b
    c = b * True
    c = b - b
    c = b + s
    c = s * s
    c = s - 3
    c = u + 1
    c = u * u
    c = w + w
    c = v + 1
    c = f + f
    c = f * 2
    c = n // 2
    c = n & 2
    c = p + n
    c = (i + i) * i
    c = (i > 2) + (i > 3)
    c = tl.add(b, b)
    c = tl.mul(b, b, False)
    c = tl.sub(n, n, sanitize_overflow=False)
    c = tl.add(n, n, sanitize_overflow=n)
    tl.device_assert(undefined)
    tl.device_assert(3)
    tl.device_assert('a')
    tl.device_assert(None, 'a')
    tl.device_assert(i > 3, n)
    tl.device_assert(i > 3, 'a', 'b')
    tl.device_assert(i > 3, 'a', None)
    tl.device_assert(i > 3, 'a', p)
    tl.device_assert(i > 3, 'a', (1,))
    tl.device_assert(p + i, 'a')
    tl.device_assert(f, 'a')
    tl.device_assert(i > 3, 'a', mask=tl.arange(0, 8) > 2)
    tl.device_assert(i > 3, 'a', mask=2.5)
    tl.device_assert(tl.make_block_ptr(p, (n,), (1,), (0,), (16,), (0,)))
    tl.device_assert(2 ** 70)
    tl.device_assert(n > 3, 'a', 2 ** 70)
    tl.device_print('é')
    tl.device_print('a\x7f')
    tl.device_print('a\x01', n)
    tl.device_print('a\t\n', n)
    tl.device_print('')
    tl.device_print('', n)
    tl.device_print(' ', n)
    tl.device_print('a:', n)
    tl.device_print('a: ', n)
    tl.device_print(' a: ', n, i, f, p, b, hex=True)
    assert b + b
    assert b, b
    assert n, None
    assert (n, 1)
    assert ()
    assert i
#---
DEBUG = True
@triton.jit
def kernel(p: "*fp32", n: "i32", b: "i1", i: "i64"):
    c = p + n
    c = b - b
    c = tl.arange(0, 4) + tl.arange(0, 4)[:, None]
    c = n * i
    c = i * i
    c = n / n
#---
import triton
import triton.language.core as core
import triton.language.standard as standard
import triton.language.math as math
import triton.language.random as random
import triton.language.semantic as semantic
import triton.language.extra.cuda.libdevice as dev
import triton.language.extra.libdevice as dev2
from triton.language import libdevice as dev3
from triton.language.math import max as mx, exp as ex, min as mn, acos, fast_dividef
import triton.language as tl
@triton.jit
def kernel(p: "*fp32", n: "i32", f: "fp32"):
    x = tl.arange(0, 16) * 1.0
    a = core.load(p)
    a = core.nothing(p)
    a = standard.sum(x, 0)
    a = standard.nothing(x)
    a = standard.sigmoid(x)
    a = math.exp(f)
    a = math.max(f, f)
    a = math.min(f, f)
    a = math.min(n, n)
    a = math.acos(f)
    a = math.nothing(f)
    a = math.abs(f)
    a = math.pow(f, f)
    a = math.pow(x=f, y=f)
    a = mx(f, f)
    a = mn(f, f)
    a = ex(f)
    a = acos(f)
    a = fast_dividef(f, f)
    a = fast_dividef(f, y=f)
    a = random.rand(3, tl.arange(0, 4))
    a = random.nothing(3)
    a = semantic.add(f, f)
    a = dev.exp(f)
    a = dev.nothing(f)
    a = dev2.exp(f)
    a = dev3.exp(f)
    a = dev3.nothing(f)
    a = tl.libdevice.exp(f)
    a = tl.extra.cuda.libdevice.nothing(f)
    a = tl.extra.libdevice.exp(f)
    a = tl.extra.nothing(f)
    a = tl.nothing(f)
    a = tl.extra.cuda.nothing()
    a = tl.core.add(f, f)
    a = tl.semantic.add(f, f)
    a = tl.random.rand(f, n)
    a = tl.standard.max(x)
    a = tl.math.floor(f)
    a = tl.math.umulhi(n, n)
    a = tl.math.sqrt_rn(f)
    a = tl.math.fma(f, f, f)
    a = tl.math.mulhi(n, n)
    a = tl.math.cdiv(n, 3)
    a = triton.language.math.exp(f)
    a = triton.language.load(p)
    a = triton.language.core.load(p)
    a = triton.language.extra.cuda.libdevice.exp(f)
    a = triton.language.standard.sum(x)
    a = triton.language.nothing(f)
    a = dev.exp(f, f)
    a = dev.exp()
    a = dev.pow(f, tl.zeros((16,), tl.float16))
    a = dev.pow(tl.zeros((16,), tl.float8e5), f)
    a = dev.exp(None)
    a = dev.exp(p)
    a = dev.exp(2 ** 70)
    a = dev.exp(x=f)
    a = dev.pow(x, tl.zeros((8,), tl.float32))
    a = dev.fma(f, n, 1)
    a = dev.ffs(f)
    a = dev.ffs(n)
    a = dev.pow(tl.zeros((1,), tl.float8e5), tl.zeros((1,), tl.float8e4nv))
    a = dev.pow(f.to(tl.bfloat16), f.to(tl.float16))
    a = dev.isnan(tl.zeros((8,), tl.float16))
    a = dev.llabs(n)
    a = dev.abs(n.to(tl.int8))
#---
@triton.jit
def deep(n):
    return deep(n) + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1
@triton.jit
def kernel(n: "i32"):
    x = deep(n)
#---
class Box:
    __init__ = 3
class Pox:
    pass
class Call:
    __call__ = 3
class Calls:
    def __call__(self, n):
        return n
@triton.jit
def kernel(n: "i32"):
    x = Pox()(n)
    x = Calls()(n)
    x = Call()(n)
    x = Box(n)
    x = Pox(n)
    x = Box()
#---
class Pox:
    pass
@triton.jit
def kernel(n: "i32"):
    x = Pox()(n)
#---
L = [0] * 20
@triton.constexpr_function
def grow(l):
    l.append(1)
    return l
class Box:
    def __init__(self, v):
        self.v = v
@triton.jit
def kernel(n: "i32"):
    b = Box(L)
    c = b
    grow(L)
    c = b
    d = L
    grow(L)
    e = (L, L, L)
    grow(L)
    e = (L, L, L)
    f = e
    f = b if n > 1 else c
#---
@triton.jit
def kernel(p: "*fp32", n: "i32"):
    a, b = tl.split(tl.zeros((4, 2), tl.float32))
    a = tl.multiple_of(a, 16)
    i = tl.arange(0, 16)
    m, j = tl.max(i * 1.0, 0, return_indices=True)
    j = tl.multiple_of(j, 16)
    k = tl.multiple_of(3, 16)
    k = tl.multiple_of(tl.full((4,), 3, tl.int32), 16)
    k = 3
    for l in range(n):
        k = tl.multiple_of(k, 16)
        l = tl.multiple_of(l, 8)
        l = tl.max_contiguous(l, 8)
    u, v = tl.inline_asm_elementwise('x', '=r,=r,r', (n,), (tl.int32, tl.int32), True, 1)
    u = tl.multiple_of(u, 16)
    while n > 3:
        n = tl.multiple_of(n, 16)
        n -= 1
        u = v
        v = tl.multiple_of(u, 4)
    n = tl.multiple_of(n, 16)
    if n > 3:
        u = v
    else:
        u = 3
    u = tl.multiple_of(u, 16)
#---
@triton.jit
def kernel(p: "*fp32", n: "i32", f: "fp32"):
    k = 3
    for k in range(n):
        del k
    x = k
#---
@triton.jit
def kernel(p: "*fp32", n: "i32", f: "fp32"):
    k = 3
    for k in range(n):
        if n > 1:
            del k
    x = k
#---
@triton.jit
def use(n, f, v):
    for k in range(n):
        if n > k:
            v = 'a'
        else:
            v = f
    return v
@triton.jit
def kernel(n: "i32", f: "fp32"):
    x = use(n, f, 3)
#---
@triton.jit
def use(n, f, v, w, x):
    for k in range(n):
        v = v + 1
        w = w + v
    return v, w, x
@triton.jit
def kernel(n: "i32", f: "fp32"):
    x = use(n, f, 3, 4, 5)
    x = use(n, f, 3, n, 5)
    x = use(n, f, (3, 4), (5,), 6)
#---
class Box:
    pass
@triton.constexpr_function
def grow(b):
    b.v = b
    return b
@triton.jit
def kernel(n: "i32"):
    x = Box()
    for k in range(n):
        grow(x)
        x = x
    y = x
#---
class Box:
    def __init__(self, v):
        self.v = v
        self.w = (v, v)
@triton.constexpr_function
def grow(b):
    b.w = ()
    return b
@triton.jit
def kernel(n: "i32"):
    x = Box(n)
    for k in range(n):
        grow(x)
        x = x
    y = x
#---
@triton.jit
def kernel(n: "i32", m: "i32"):
    x = n < 5 == 5
    x = 1 < 2 < n < m == m < n
    x = n < m < 3 < 4
    x = n < m < 4 < 3
    x = n < tl.arange(0, 4) < tl.arange(0, 8)
    x = n < tl.arange(0, 4) < tl.arange(0, 8) < n
    x = (1, n) == (1, m)
    x = (n, 1) != (m, 1)
    x = (n,) == (m, 1)
    x = n in (1, m)
    x = n not in (n, m, 3)
    x = n in ()
    x = (n,) in ((m,), (3,))
    x = 'a' in (n, 'a')
    x = n in tl.arange(0, 4)
    x = n == tl.arange(0, 4) and tl.arange(0, 8) == n
#---
@triton.jit
def kernel(p: "*void", q: "**fp32", r: "*kfp32", s: "*i1", n: "i32", t: "const *fp32", u: "*kvoid"):
    i = tl.arange(0, 16)
    b = i > 3
    x = tl.load(p)
    x = tl.load(p + i, b, 0)
    x = tl.load(p + i, b, n)
    x = tl.load(q + i, b, 0)
    x = tl.load(q + i, b, 2 ** 70)
    x = tl.load(q + i, b, 1.5)
    x = tl.load(q + i, b, q)
    x = tl.load(q + i, b, p)
    x = tl.load(s + i, b, 0)
    x = tl.load(s + i, b, 'a')
    tl.store(p, 3)
    tl.store(p + i, i)
    tl.store(r, 1.0)
    tl.store(t, 1.0)
    tl.store(q, 2 ** 70)
    tl.store(q, 0)
    tl.store(q, r)
    tl.store(q, 1.5)
    tl.store(s, 3)
    tl.atomic_add(r, 1.0)
    tl.atomic_add(p, 1)
    tl.atomic_xchg(q, 1)
    tl.atomic_cas(q, q, q)
    tl.atomic_cas(r, 1.0, 2.0)
#---
@triton.jit
def kernel(p: "*void", q: "**fp32", r: "*kfp32", s: "*i1", n: "i32", h: "*fp16", e: "*fp8e5", k: "tensordesc<fp16[16, 16]>", f: "fp32"):
    i = tl.arange(0, 16)
    z = tl.zeros((16, 16), tl.float32)
    y = tl.zeros((1, 16), tl.float32)
    for w in (p, q, r, s, h, e):
        pass
    tl.store(tl.make_block_ptr(r, (n, n), (n, 1), (0, 0), (16, 16), (1, 0)), z, boundary_check=(0,))
    x = tl.load(tl.make_block_ptr(p, (n, n), (n, 1), (0, 0), (16, 16), (1, 0)), boundary_check=(0,), padding_option='zero')
    x = tl.load(tl.make_block_ptr(p, (n, n), (n, 1), (0, 0), (16, 16), (1, 0)), boundary_check=(0,), padding_option='nan')
    x = tl.load(tl.make_block_ptr(q, (n, n), (n, 1), (0, 0), (16, 16), (1, 0)), boundary_check=(0,), padding_option='zero')
    x = tl.load(tl.make_block_ptr(p, (n, n), (n, 1), (0, 0), (16, 16), (1, 0)), padding_option=n)
    x = tl.load(tl.make_block_ptr(s, (n, n), (n, 1), (0, 0), (16, 16), (1, 0)), boundary_check=(0,), padding_option='zero')
    tl.store(tl.make_block_ptr(p, (n, n), (n, 1), (0, 0), (16, 16), (1, 0)), z)
    tl.store(tl.make_block_ptr(q, (n, n), (n, 1), (0, 0), (16, 16), (1, 0)), z)
    tl.store(tl.make_block_ptr(h, (n, n), (n, 1), (0, 0), (16, 16), (1, 0)), 'a')
    tl.store(tl.make_block_ptr(h, (n, n), (n, 1), (0, 0), (16, 16), (1, 0)), h)
    tl.store(tl.make_block_ptr(h, (n, n), (n, 1), (0, 0), (16, 16), (1, 0)), z, cache_modifier='x')
    tl.store(tl.make_block_ptr(h, (n, n), (n, 1), (0, 0), (16, 16), (1, 0)), z, boundary_check=(5,))
    tl.store(tl.make_block_ptr(h, (n, n), (n, 1), (0, 0), (16, 16), (1, 0)), tl.zeros((16,), tl.float32))
    tl.store(tl.make_block_ptr(h, (), (), (), (), ()), f)
    x = tl.load(tl.make_block_ptr(h, (), (), (), (), ()))
    x = tl.advance(tl.make_block_ptr(h, (), (), (), (), ()), ())
    tl.make_tensor_descriptor(r, (n, 64), (64, 1), (16, 16)).store([0, 0], z)
    tl.make_tensor_descriptor(r, (n, 64), (64, 1), (1, 16)).scatter(z, i, 0)
    x = tl.make_tensor_descriptor(p, (n, 64), (64, 1), (16, 16)).load([0, 0])
    x = tl.make_tensor_descriptor(p, (n, 64), (64, 1), (16, 16), padding_option='nan').load([0, 0])
    x = tl.make_tensor_descriptor(q, (n, 64), (64, 1), (16, 16)).load([0, 0])
    x = tl.make_tensor_descriptor(s, (n, 64), (64, 1), (16, 16)).load([0, 0])
    x = tl.make_tensor_descriptor(p, (n, 64), (64, 1), (1, 16)).gather(i, 0)
    for o in ('add', 'min', 'max', 'and', 'or', 'xor'):
        pass
#---
@triton.jit
def kernel(h: "*fp16", n: "i32", f: "fp32"):
    i = tl.arange(0, 16)
    z = tl.zeros((16, 16), tl.float16)
    d = tl.make_tensor_descriptor(h, (n, 64), (64, 1), (1, 16))
    x = d.gather(i, 0)
    x = d.gather(i, n)
    x = d.gather(i, (0, 1))
    x = d.gather(i, (0,))
    x = d.gather(i, ())
    x = d.gather(i, f)
    x = d.gather(i * 1.0, 0)
    x = d.gather(n, 0)
    x = d.gather(3, 0)
    x = d.gather('a', 0)
    x = d.gather(z.to(tl.int32), 0)
    x = d.gather(tl.arange(0, 4), 0)
    x = d.gather(i > 3, 0)
    x = d.gather(i.to(tl.int64), 0)
    x = d.scatter(z, i, 0)
    x = d.scatter(z, i, f)
    x = d.scatter(z, i * 1.0, 0)
    x = d.scatter('a', i, 0)
    x = d.scatter(tl.zeros((4, 4), tl.float32), i, 0)
    x = d.scatter(h + z.to(tl.int32), i, 0)
    x = tl.make_tensor_descriptor(h, (n,), (1,), (16,)).gather(i, 0)
    x = tl.make_tensor_descriptor(h, (n, 64), (64, 1), (16, 16)).gather(i, 0)
    x = tl.make_tensor_descriptor(h, (n, n, 64), (n, 64, 1), (1, 1, 16)).gather(i, 0)
    x = d.store([0, 0], 'a')
    x = d.store([0, 0], h + tl.zeros((1, 16), tl.int32))
    x = d.store([0, 0], tl.zeros((1, 16), tl.int1))
    x = d.store([0], tl.zeros((1, 16), tl.int1))
    x = d.load([0, 0, 0])
    x = d.load([0, f])
    x = d.load(n)
    x = d.load([0, 2 ** 40])
    x = d.load([0, 2 ** 70])
#---
@triton.jit
def kernel(p: "*fp32", q: "*i32", n: "i32", f: "fp32"):
    i = tl.arange(0, 16)
    x = i * 1.0
    x = tl.arange(-2 ** 31 - 1, 0)
    x = tl.arange(0, 2 ** 31)
    x = tl.arange(0, 2 ** 31 - 1)
    x = tl.arange(-2 ** 31, 0)
    x = tl.arange(-2 ** 31, -2 ** 31 + 16)
    x = tl.arange(2 ** 31 - 17, 2 ** 31 - 1)
    x = tl.arange(3, 3)
    x = tl.arange(3, 2)
    x = tl.arange(n, 3)
    x = tl.arange(0, n)
    x = tl.arange(0, 2 ** 70)
    x = tl.full((4,), p, tl.float32)
    x = tl.full((4,), f, tl.pointer_type(tl.float32))
    x = tl.full((4,), n, tl.pointer_type(tl.float32))
    x = tl.full((4,), 2 ** 70, tl.pointer_type(tl.float32))
    x = tl.full((4,), 2 ** 70, tl.float32)
    x = tl.full((4,), 'a', tl.float32)
    x = tl.full((4,), i, tl.float32)
    x = tl.full((4,), tl.zeros((1,), tl.int32), tl.float32)
    x = tl.full((4,), p, tl.pointer_type(tl.int32))
    x = (p + i) + tl.arange(0, 8)
    x = p + tl.arange(0, 8)[:, None] + tl.arange(0, 4)[:, None, None]
    x = tl.where(i > 3, p, 'a')
    x = tl.where(i > 3, 'a', p)
    x = tl.where(i > 3, p, f)
    x = tl.where(i > 3, f, p)
    x = tl.where(i > 3, p, q)
    x = tl.where(i > 3, p, 0)
    x = tl.where(i > 3, p, 2 ** 70)
    x = tl.where(i > 3, p, 1.5)
    x = tl.where(p, n, n)
    x = tl.where(f, n, 'a')
    x = tl.where(p, p, p)
    x = tl.where('a', p, p)
    x = tl.where(i > 3, p + tl.arange(0, 8), p)
    x = tl.cumsum(i, reverse=n)
    x = tl.cumsum(n, 0)
    x = tl.cumsum(i, 3)
    x = tl.cumsum(i, 0, reverse='a')
    x = tl.cumprod(p + i, 0)
    x = not p
    x = not (p + i)
    x = not i
    x = -(2 ** 70)
    x = n ** 5
    x = n ** 1
    x = n ** 0
    x = f ** 1
    x = f ** 2 ** 5
    x = f ** 7
    x = f ** -7
    x = f ** -1
#---
L1 = [1, 2]
L2 = [3, 4]
@triton.jit
def kernel(n: "i32"):
    x = L1 if n > 1 else L2
    y = x[0]
#---
L1 = [1, 2]
L3 = [1, 2, 3]
class Box:
    def __init__(self, v):
        self.v = v
class Two:
    def __init__(self, v, w):
        self.v = v
        if w:
            self.w = w
        self.x = v
@triton.jit
def kernel(n: "i32"):
    x = Two(n, 0) if n > 1 else Two(3, 1)
    x = L1 if n > 1 else L3
    x = Box(n) if n > 1 else Two(n, 1)
    x = {} if n > 1 else {}
    x = {1} if n > 1 else {2}
    x = L1 if n > 1 else (1, 2)
    x = (1, 2) if n > 1 else L1
    x = Box(3) if n > 1 else Box(4)
    x = Box if n > 1 else Two
#---
@triton.jit
def kernel(n: "i32", f: "fp32"):
    while ((z := undefined), n)[1] > 1:
        n -= 1
    x = z
#---
@triton.jit
def kernel(n: "i32", f: "fp32"):
    while ((w := 3) if n > 1 else n) > 1:
        n -= 1
    x = n
#---
@triton.jit
def kernel(n: "i32", f: "fp32"):
    while (w := n + 1, True)[1]:
        n += 1
        if n > 5:
            break
    x = w
#---
@triton.jit
def kernel(n: "i32", f: "fp32"):
    while (w := n + 1) > 3 and (v := n):
        n += 1
        if n > 5:
            break
    x = w
#---
class Pox:
    def __init__(self, v, n):
        v.x = self
        self.x = v
        o = self
        del self
        o.y = n
class Box:
    pass
@triton.jit
def kernel(p: "*fp32", n: "i32"):
    b = Pox(Box(), n)
#---
@triton.jit
def kernel(p: "*fp32", n: "i32"):
    x = False
    if x:
        y = 1
    else:
        y = 2
    x = True
    if x:
        y = 1
    else:
        y = 2
    x = False
    if x:
        y = 1
    y = 1 if x else 2
    x = True
    y = 1 if x else 2
    while x:
        n -= 1
        x = n > 1
    x = False
    while x:
        n -= 1
        x = n > 1
#---
from .nothing import gone
from . import nothing
from .. import other
from ..nothing import more
import functools
M = (gone, nothing, other, more)
part = functools.partial(gone, 1)
@triton.jit
def kernel(p: "*fp32", n: "i32", f: "fp32"):
    i = tl.arange(0, 16)
    part(n)
    part()
    a = tl.exp(*M[:1])
    a = tl.reduce(i, 0, *M[:1])
    a = tl.map_elementwise(*M[:1], i)
    a = tl.reduce(i, 0, part)
    a = functools.partial(*M)(n)
    a = gone(n)
    a = nothing.x(n)
    a = gone + n
    a = n + gone
    a = M[0](n)
    a = -gone
    a = tl.full((4,), *M[:1], tl.float32)
    for g in M:
        g(n)
#---
import functools
from .nothing import gone
part = functools.partial(gone, 1)
@triton.jit
def kernel(p: "*fp32", n: "i32", f: "fp32"):
    part(n)
#---
@triton.jit
def kernel(p: "*fp32", n: "i32", f: "fp32"):
    x = tl.arange(0, 16)
    a = tl.broadcast_to(x, 1, 16)
    a = tl.broadcast_to(x, 1, 1, 16)
    a = tl.broadcast_to(x, 16, 1)
    a = tl.broadcast_to(n, 1)
    a = tl.broadcast_to(n, ())
    a = tl.broadcast_to(x, ())
    a = tl.broadcast_to(x, 16)
    a = x + x[None]
    a = x[None] + x
    a = tl.where(x > 3, x[None], x)
    a = tl.cumsum(p + x, reverse=n)
    a = tl.cumsum(p + x)
    a = tl.cumsum(n)
    a = tl.cumsum(x, dtype=n)
    a = tl.cumsum(x, dtype='a')
    a = tl.cumsum(x, dtype=tl.pointer_type(tl.int32))
    a = tl.reduce(x, 0, 3)
    a = tl.reduce(x, 0, tl.exp)
    a = tl.reduce(x, 0, max)
    a = tl.reduce(x, 0, x.sum)
    a = tl.reduce(x, 0, 'a')
    a = tl.reduce(x, 0, None)
    a = tl.where(p, p, 1.5)
#---
@triton.jit
def kernel(p: "*fp32", n: "i32", f: "fp32", q: "**fp32", c: "*kfp16"):
    i = tl.arange(0, 16)
    b = i > 3
    x = tl.load(q + i, b, 2 ** 70)
    x = tl.load(q + i, b, 1.5)
    x = tl.load(q + i, b, True)
    x = tl.load(q + i, b, 7)
    tl.store(q + i, 2 ** 70)
    tl.store(q + i, 7)
    tl.store(tl.make_block_ptr(c, (n, n), (n, 1), (0, 0), (16, 16), (1, 0)), tl.zeros((16, 16), tl.float16))
    tl.store(tl.make_block_ptr(q, (n, n), (n, 1), (0, 0), (16, 16), (1, 0)), tl.zeros((16, 16), tl.float16))
    tl.make_tensor_descriptor(c, (n, 64), (64, 1), (16, 16)).store([0, 0], tl.zeros((16, 16), tl.float16))
    tl.make_tensor_descriptor(c, (n, 64), (64, 1), (1, 16)).scatter(tl.zeros((16, 16), tl.float16), i, 0)
    x = tl.load(tl.make_block_ptr(q, (n, n), (n, 1), (0, 0), (16, 16), (1, 0)), boundary_check=(0,), padding_option='zero')
    x = tl.load(tl.make_block_ptr(p, (), (), (), (), ()))
    x = tl.atomic_add(c, 1.0)
    x = tl.load(c)
#---
@triton.jit
def kernel(p: "*void", n: "i32", f: "fp32"):
    i = tl.arange(0, 16)
    b = i > 3
    x = tl.load(p)
    x = tl.load(p + i, b, 0)
    x = tl.load(p + i, b, n)
    tl.store(p, 3)
    tl.store(p + i, i)
    x = tl.load(tl.make_block_ptr(p, (n, n), (n, 1), (0, 0), (16, 16), (1, 0)), boundary_check=(0,), padding_option='zero')
    x = tl.load(tl.make_block_ptr(p, (n, n), (n, 1), (0, 0), (16, 16), (1, 0)))
    tl.store(tl.make_block_ptr(p, (n, n), (n, 1), (0, 0), (16, 16), (1, 0)), f)
    x = tl.make_tensor_descriptor(p, (n, 64), (64, 1), (16, 16)).load([0, 0])
    x = tl.full((4,), 0, tl.void)
    x = tl.zeros((4,), tl.void)
    x = tl.cast(f, tl.void)
    x = tl.cast(p, tl.float32)
    x = p.to(tl.pointer_type(tl.float32))
    x = p.dtype.element_ty
    x = tl.atomic_add(p, 1)
    x = tl.multiple_of(p, 16)
#---
class Box:
    pass
@triton.constexpr_function
def put(b, v):
    b.v = v
    return b
@triton.constexpr_function
def box():
    return Box()
@triton.jit
def kernel(n: "i32", f: "fp32"):
    while (w := box(), n > 3)[1]:
        n += 1
        put(w, 3)
        if n > 5:
            break
    x = w
#---
@triton.jit
def kernel(n: "i32", f: "fp32"):
    m = 3
    while (o := n, n := m, m := o, True)[3]:
        if n > 5:
            return
    x = n
#---
@triton.jit
def kernel(n: "i32", f: "fp32"):
    m = n + 3
    while (n := m, m := n, True)[2]:
        if n > 5:
            break
    x = n + m
#---
@triton.jit
def kernel(p: "*i32", n: "i32"):
    for k in range(n):
        v = k
        if k > 7:
            break
    else:
        tl.store(p, v)
    while n > 3:
        n -= 1
        v = n
    else:
        tl.store(p, v)
        for k in range(2):
            u = k
            break
        else:
            u = 3
    for k in tl.static_range(3):
        w = k + n
        if w == 7:
            continue
    else:
        tl.store(p, w + u)
#---
@triton.jit
def kernel(p: "*fp32", n: "i32", f: "fp32"):
    b = tl.make_block_ptr(p, (), (), (), (), ())
    x = tl.load(b)
    tl.store(b, f)
    b = tl.advance(b, ())
    b = tl.make_block_ptr(p, (n,), (1,), (0,), (), (0,))
    d = tl.make_tensor_descriptor(p, (), (), ())
#---
@triton.jit
def kernel(n: "i32"):
    while (w := n + 1) > 3:
        n += 1
        del w
        if n > 5:
            break
    x = w
#---
@triton.jit
def kernel(n: "i32", f: "fp32"):
    v = n
    while ((v := f) if n > 3 else 1.0) > 0:
        n -= 1
    x = v
    w = n
    while ((w := f) if n > 3 else 1.0) > 0:
        w = n
        n -= 1
        if n > 5:
            break
    x = w
#---
@triton.jit
def kernel(n: "i32", f: "fp32"):
    v = n
    if n > 5:
        u = 1
        w = n
    if n > 0:
        if n > 1:
            return
        else:
            u = 2
            w = undefined
            if n > 2:
                v = f
    x = v
    x = u
    x = w
#---
@triton.jit
def kernel(n: "i32", f: "fp32"):
    v = n
    w = n
    y = n
    z = n
    for k in range(n):
        if n > 4:
            if n > 3:
                del v
                y = undefined
                z = n
            else:
                return
        else:
            v = f
        if k > 3:
            if k > 4:
                w = f
            else:
                continue
    x = v
    x = w
    x = y
    x = z
