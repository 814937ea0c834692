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
