# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Modules, parted by lines of dashes, that use what the evaluator knows as it is meant, and on the rare values: seeds for
# the fuzzers, whose changes are small.
import math
x = [math.sin(1.0), math.cos(0.5), math.tan(1), math.atan(1.0), math.exp(1), math.exp2(3), math.expm1(1e-9), math.log1p(0.5)]
x += [math.erf(0.3), math.tanh(2), math.fabs(-2.5), math.sqrt(2), math.log(8, 2), math.log2(8), math.log10(1000), math.log(2)]
x += [math.floor(-1.5), math.ceil(1.2), math.trunc(-1.5), math.gcd(12, 18), math.prod([1, 2, 3]), math.isnan(math.nan)]
x += [math.isinf(math.inf), math.pi, math.e, math.tau, math.pow(2, 0.5), math.lcm(4, 6), math.isqrt(17), math.copysign(1, -0.0)]
x += [math.exp(1e6), math.sqrt(-1), math.log(0), math.isfinite(1.0), math.fmod(7, 3), math.ldexp(1.0, 4), math.hypot(3, 4)]
#---
x = [round(2.5), round(-2.567, 2), round(1234, -2), round(5), round(2.5, None), round(float('nan')), round(1e300), round(0.5, 400)]
y = [divmod(7, -3), divmod(-7.5, 2), divmod(1, 0), pow(2, 10), pow(2, -1), pow(3, 5, 7), pow(2, 0.5), pow(0, -1), abs(-3), abs(2.5)]
z = [7 // 2, -7 // 2, 7 % -3, 2 ** 100, 2 ** -1, 1 << 70, -1 >> 100, 1 << -1, 10 ** 30 // 7, -(2 ** 64) % 1000, 0x1F ^ 3, ~5, 5 & -2]
w = [1e308 * 10, 0.1 + 0.2, 1 / 3, -0.0, 5.0 // 2, -5.5 % 2, 2.0 ** 0.5, float('-inf') * 0, 3 + True, 1.0 // 0.0, 2 ** 2000 * 1.0]
#---
x = [int('12'), int(' -0x1f', 16), int('0b101', 0), int('1_000'), int(2.9), int(True), int('z', 36), int('9', 8), int(''), int('0o17', 0)]
y = [int('1__0'), int('_1'), int('0x', 16), int(float('nan')), int('5', 1), int('+7'), int('10', 37), int('-'), int(None), int('b1', 2)]
z = [float('1e5'), float(' nan '), float('-Infinity'), float('1_0.5'), float(''), float('0x1'), float(10 ** 400), float(True)]
w = [bool([]), bool('a'), str(1.0), repr('a\'b"\n'), chr(955), chr(-1), chr(0x110000), ord('a'), ord('ab'), hex(-255), bin(10), oct(8)]
v = [hash('a'), hash((1, 2)), hash(None), hash([1]), (5).bit_length(), (2.0).is_integer(), callable(len), callable(3), len('ab')]
#---
x = ['%d %5.2f %s %r %x %X %o %e %g %c %% %+d %-5d| %05d %i %u' % (1, 2.5, 'a', 'b', 255, 255, 8, 1e10, 0.0001, 'c', 3, 4, 5, 6, 7)]
x += ['%(a)s %(b)03d' % {'a': 1, 'b': 2}, '%s' % (1,), '%s' % 'a', '%d' % 'a', '%s %s' % 1, '%z' % 1, '%' % 1, '%(a' % {'a': 1}, '%#x' % 255]
x += ['%s' % [1], '%.3s' % 'abcdef', '%10s|' % 'ab', '%-10s|' % 'ab', '% d' % 5, '%c' % 65, '%d' % 2.7, '%f' % 1, '%G' % 1e-10, '%a' % 'é']
#---
x = ['{} {1} {0}'.format(1, 2), '{0} {1!r:>5} {a:<8} {b[0]}'.format(1, 'x', a=2, b=[3]), '{{}}'.format(), '{'.format(1), '}'.format(1)]
x += ['{0.real}'.format(1), '{2}'.format(1), '{z}'.format(a=1), '{!s}'.format('a'), '{a.b}'.format(a=1), '{:d}'.format('a'), '{:{}}'.format(1, 5)]
x += [f'{3.14159:.2f} {10:#x} {10:#b} {10:#o} {255:X} {1234567:,} {1234567:_} {0.5:%} {1e10:g} {-3:+d} {3: d} {"a":*^9} {5:08.3f} {True:d}']
x += [f'{1.5:e} {1e-7:G} {float("nan"):F} {255:_x} {12345.678:,.1f} {"abc":.2} {5:=+6} {5:<6}| {5:^6}| {5!r:>4} {5=} {7:n} {65:c} {1:é^9}']
x += [f'{2:s}', f'{"a":d}', f'{1:.2d}', f'{1:999999}', f'{1.0:.600f}', f'{1:zz}', format(3, '05d'), format('a', '>4'), format(1.5, ''), f'{[1]:>9}']
#---
s = 'a,b,,c'
x = [s.split(','), s.split(',', 1), ' a  b '.split(), ' a b c'.split(None, 1), s.split(''), s.rsplit(',', 1), s.partition(','), s.rpartition('x')]
x += ['a\nb\r\nc'.splitlines(), ','.join(['a', 'b']), ','.join([1]), ','.join('abc'), s.replace(',', ';'), s.replace(',', ';', 1), s.replace('', '-')]
x += [s.startswith('a'), s.startswith(('x', 'a')), s.endswith(',c', 2), s.endswith(()), s.find('b'), s.find('z'), s.index('z'), s.rfind(','), s.count(',')]
x += ['ab'.upper(), 'AB'.lower(), 'ab'.capitalize(), 'x y'.title(), ' a '.strip(), 'xxaxx'.strip('x'), 'xa'.lstrip('x'), 'ax'.rstrip('x'), '5'.zfill(3)]
x += ['-5'.zfill(4), 'a'.ljust(3, '.'), 'a'.rjust(3), 'a'.center(5, '*'), '12'.isdigit(), 'a'.isalpha(), 'a1'.isalnum(), ' '.isspace(), 'a'.isupper()]
x += ['prefix_a'.removeprefix('prefix_'), 'a.py'.removesuffix('.py'), 'é'.encode(), 'a' * 3, 'a' < 'b', 'b' in 'abc', s[::-1], s[1:-1], s[9], s['a']]
#---
a = [3, 1, 2]
a.append(4); a.extend((5, 6)); a.insert(0, 9); a.insert(-1, 8); a.remove(9); a.remove(77); a.reverse(); a.sort(); a.sort(key=lambda v: -v)
a.sort(reverse=True); x = [a.pop(), a.pop(0), a.pop(99), a.index(3), a.index(99), a.count(1), a.copy(), a[1:], a[::2], a[-1], a + [1], a * 2, 2 * [1]]
a[0] = 7; a[1:2] = [5, 5]; del a[0]; del a[0:1]; a += [1]; a *= 2; a[99] = 1; a['x'] = 1; a.clear(); x += [sorted([2, 1]), sorted('ba', reverse=True)]
x += [sorted([1, 'a']), sorted({3, 1}), sorted([(1, 'b'), (1, 'a')]), sorted([[2], [1]]), sorted([1.5, 1, True]), sorted([None, 1]), sorted('ab', key=3)]
x += [list(range(10))[2:8:3], list(reversed([1, 2])), tuple('ab'), list({'a': 1}), [*range(3), *'ab'], list(map(lambda p, q: p + q, [1, 2], [3, 4]))]
#---
d = {'a': 1, **{'b': 2}, 3: [4]}
x = [d['a'], d.get('z'), d.get('z', 5), d.pop('a'), d.pop('q', 0), d.pop('q'), list(d.items()), list(d.keys()), list(d.values()), 'b' in d, len(d)]
d.update({'c': 3}); d.update(e=5); d.update([('f', 6)]); d.update(3); d.update([(1, 2, 3)]); d.setdefault('g', []).append(1); d |= {'h': 1}; del d['h']
x += [d | {'i': 1}, dict([(1, 2)]), dict(a=1), dict({'a': 1}, b=2), dict.fromkeys([1, 2], 0), d == dict(d), d.copy(), d['nothing'], {[1]: 2}, d.popitem()]
s = {1, 2}
s.add(3); s.discard(9); s.remove(1); s.remove(99); s.update([7], {8}); x += [s | {4}, s & {2}, s - {2}, s ^ {2, 5}, s <= {2, 3, 7, 8}, s < s, s >= {2}, s > {2}]
x += [s.union([1]), s.intersection({2}), s.difference([2]), s.issubset({2, 3}), s.issuperset([2]), s.isdisjoint({5}), set('ab'), frozenset([1]), {1} == {1.0}]
#---
x = [min(3, 1), max([1, 5, 2]), min('ba'), max([]), max([], default=0), max('a', 'bb', key=len), min({'b': 1, 'a': 2}), sum([1, 2], 10), sum([[1], [2]], [])]
x += [any([0, 1]), all([]), list(zip([1, 2], 'ab')), list(zip([1], [1, 2], strict=True)), list(enumerate('ab', 1)), list(enumerate('ab', start=5))]
x += [list(filter(None, [0, 1])), list(filter(lambda v: v > 1, [1, 2])), list(map(int, ['1', '2'])), next(iter([1])), next(iter([]), 0), next(iter(()))]
x += [range(10)[2], range(10)[1:3], range(0, 10, -1), range(5, 0, -2)[1], range(3) == range(0, 3, 1), range(0) == range(2, 2), 3 in range(5), len(range(9))]
x += [range(1, 2).start, range(9).stop, range(0, 9, 2).step, range(9)[99], range(1, 9, 0), slice(1, 2).start, slice(5).stop, slice(1, 2, 3).step, [1, 2][slice(1)]]
#---
import collections, dataclasses, enum, typing
P = collections.namedtuple('P', ['x', 'y'], defaults=[5]); Q = collections.namedtuple('Q', 'a, b c'); R = collections.namedtuple('R', 'x x')
class T(typing.NamedTuple):
    p: int
    q: str = 'a'
x = [P(1), P(1, 2).x, P(y=1, x=2)._replace(x=3), P(1)._asdict(), P._fields, P(1) == (1, 5), T(1).q, Q(1, 2, 3), Q(1), P(1, 2, 3), T(p=1, z=2), repr(T(3)), R]
x += [isinstance(P(1), tuple), isinstance(P(1), P), type(P(1)), P(1)[0], P(1)[1:], len(P(1)), P._make([1, 2]), hash(P(1)), {P(1): 2}[P(1)], P(1) < P(2)]
typing.NamedTuple('N', [('a', int)])(1); collections.OrderedDict([(1, 2)]); collections.defaultdict(list)['k'].append(1); collections.deque([1, 2], maxlen=1)
#---
import copy, dataclasses
@dataclasses.dataclass(frozen=True)
class D:
    a: int
    b: list = dataclasses.field(default_factory=list)
    c: str = 'z'
    def __post_init__(self): pass
    @property
    def double(self): return 2 * self.a
    @staticmethod
    def make(v): return D(v)
    @classmethod
    def other(cls, v): return cls(v)
x = [D(1), D(1) == D(1), repr(D(1, [2])), D(1).double, D.make(2).a, D.other(3), dataclasses.asdict(D(1, [D(2)])), dataclasses.replace(D(1), a=5), hash(D(1))]
x += [copy.copy(D(1, [1])), copy.deepcopy(D(1, [[1]])), copy.deepcopy([1, (2, [3]), {'a': [4]}]), copy.copy({'a': 1}), copy.copy((1,)), dataclasses.fields(D)]
x += [D(), D(1, 2, 3, 4), D(z=1), getattr(D(1), 'a'), getattr(D(1), 'q', 0), hasattr(D(1), 'a'), isinstance(D(1), D), type(D(1)) is D, D.__name__, D(1).__class__]
#---
import enum
class E(enum.Enum):
    A = 1
    B = enum.auto()
    C = 'c'
class F(enum.IntEnum):
    U = 0
    V = 5
class G(enum.IntFlag):
    P = 1
    Q = 2
class H(str, enum.Enum):
    S = 's'
x = [E.A, E.A.value, E.B.name, E(1), E('c'), E(99), E['A'], E['Z'], list(E), len(F), F.V + 1, F.V == 5, F(5), G.P | G.Q, G.P & 3, E.A == E.A, E.A is E.B, E.A < E.B]
x += [repr(E.A), str(F.V), f'{F.V}', {E.A: 1}[E.A], hash(E.A), E.__members__, isinstance(F.V, int), isinstance(E.A, E), H.S == 's', H.S.upper(), F.U or 3, -F.V, sorted(F)]
#---
class B:
    count = 0
    def __init__(self, v, *rest, k=1, **more): self.v = v; self.rest = rest; B.count += 1
    def __add__(self, o): return B(self.v + o.v)
    def __eq__(self, o): return self.v == o.v
    def __hash__(self): return hash(self.v)
    def __lt__(self, o): return self.v < o.v
    def __call__(self, q=2): return self.v * q
    def __getitem__(self, i): return self.v + i
    def __len__(self): return 3
    def __contains__(self, i): return i == 1
    def __repr__(self): return f'B({self.v})'
    def __bool__(self): return self.v != 0
class C(B):
    def __init__(self, v): super().__init__(v)
    def __str__(self): return 'C'
x = [B(1) + B(2), B(1) == B(1), B(1) < B(2), B(3)(), B(3)(q=4), B(3)[2], len(B(1)), 1 in B(1), repr(B(5)), str(C(1)), f'{C(2)}', bool(B(0)), {B(1): 2}[B(1)], C(1).v]
x += [isinstance(C(1), B), issubclass(C, B), sorted([B(2), B(1)]), B(1, 2, 3, k=4, z=5).rest, B.count, C(1).nothing, B(1) - B(2), -B(1), B(), max(B(1), B(2)), C(1) != B(1)]
#---
import functools, itertools, operator, os
x = [functools.partial(max, 3)(5), functools.partial(int, base=2)('11'), functools.reduce(lambda p, q: p + q, [1, 2, 3]), functools.reduce(operator.add, [], 0)]
x += [list(itertools.product([1, 2], 'ab')), list(itertools.product('ab', repeat=2)), list(itertools.chain([1], (2,))), list(itertools.chain.from_iterable([[1], [2]]))]
x += [list(itertools.permutations([1, 2, 3], 2)), list(itertools.combinations('abc', 2)), list(itertools.repeat(1, 3)), functools.reduce(operator.add, [])]
x += [operator.itemgetter(1)([1, 2]), operator.itemgetter('a', 'b')({'a': 1, 'b': 2}), operator.mul(2, 3), operator.floordiv(7, 2), operator.truediv(1, 2), operator.mod(7, 3)]
x += [os.environ.get('HOME', 'no'), os.getenv('TKC_NOTHING'), os.environ.get('A'), 'A' in os.environ, os.environ['TKC_NOTHING'], os.path.join('a', 'b', '/c'), os.path.join('a/', 'b')]
@functools.lru_cache(maxsize=None)
def fib(n): return n if n < 2 else fib(n - 1) + fib(n - 2)
@functools.wraps(fib)
def g(n): return fib(n)
x += [fib(15), g(5), functools.partial(fib, 7).func, functools.partial(pow, 2)(3)]
#---
import torch, triton, triton.language as tl
x = [torch.cuda.is_available(), torch.cuda.get_device_capability(), torch.cuda.get_device_capability()[0] >= 9, torch.cuda.get_device_name(0), torch.version.hip, torch.version.cuda]
p = torch.cuda.get_device_properties(0)
x += [p.multi_processor_count, p.name, p.major, p.warp_size, p.shared_memory_per_block_optin, torch.finfo(torch.float16).max, torch.finfo(tl.float32).eps, torch.iinfo(torch.int8).min]
x += [torch.iinfo(torch.float32), torch.finfo(torch.int32), torch.iinfo(tl.uint8).max, torch.finfo('float16'), torch.float16.itemsize, torch.inf, torch.finfo(torch.bfloat16).tiny, torch.iinfo()]
x += [triton.runtime.driver.active.get_current_target().arch, triton.runtime.driver.active.get_current_target().backend, triton.runtime.driver.active.get_current_device(), triton.__version__]
q = triton.runtime.driver.active.utils.get_device_properties(0)
x += [q['multiprocessor_count'], q['max_shared_mem'], q.get('warpSize'), torch.device('cuda'), torch.__version__, torch.version.xpu, hasattr(torch, 'npu'), hasattr(torch, 'xpu')]
#---
import triton, triton.language as tl
t = tl.float16
x = [t.name, t.primitive_bitwidth, t.itemsize, t.element_ty, t.scalar, t.fp_mantissa_width, t.exponent_bias, t.int_signedness, t.address_space, t.shape, t.kind(), t.nothing]
x += [t.is_fp8(), t.is_fp16(), t.is_floating(), t.is_int(), tl.int8.is_int_signed(), tl.uint8.is_int_unsigned(), tl.int1.is_bool(), t.is_ptr(), t.is_block(), tl.void.is_void(), t.is_const()]
p = tl.pointer_type(tl.float32); b = tl.block_type(tl.int32, [4, 8]); c = tl.pointer_type(tl.int8, 1, True)
x += [p.element_ty, p.address_space, p.is_ptr(), c.is_const(), p.itemsize, b.shape, b.element_ty, b.scalar, b.numel, b.get_block_shapes(), b.primitive_bitwidth, p == tl.pointer_type(tl.float32)]
x += [tl.dtype('fp32'), tl.dtype('fp99'), tl.dtype('int32'), tl.get_int_dtype(32, True), tl.get_int_dtype(7, False), tl.int8.get_int_max_value(), tl.uint16.get_int_min_value(), t.get_int_max_value()]
x += [str(p), repr(b), str(t), isinstance(t, tl.dtype), isinstance(p, tl.pointer_type), isinstance(b, tl.block_type), isinstance(1, (int, str)), isinstance(None, type(None)), t == tl.float16, t != tl.int8]
#---
import triton, triton.language as tl
C = tl.constexpr(5); W: tl.constexpr = 7
x = [C.value, C + 1, isinstance(C, tl.constexpr), W, triton.cdiv(7, 2), triton.next_power_of_2(5), tl.cdiv(9, 4), triton.next_power_of_2(0), triton.cdiv(1, 0), tl.constexpr(tl.constexpr(2)).value]
k = triton.Config({'A': 1, 'B': True}, num_warps=8, num_stages=2, num_ctas=1, maxnreg=64, pre_hook=None)
x += [k.kwargs, k.num_warps, k.num_stages, k.num_ctas, k.maxnreg, k.pre_hook, k.all_kwargs(), k == triton.Config({'A': 1}), k == k, repr(k), str(triton.Config({}, 4)), k.nothing, triton.Config(5)]
x += [k == triton.Config({'A': 1, 'B': True}, num_warps=8, num_stages=2, num_ctas=1, maxnreg=64), isinstance(k, triton.Config), hash(k), {k: 1}, k.kwargs['A'], triton.Config({'A': 1}, num_warps='a')]
@triton.constexpr_function
def half(v): return v // 2
x += [half(C), half(8), half.fn, half.__name__]
#---
import triton, triton.language as tl
def prune(configs, named_args, **kwargs): return [c for c in configs if c.num_warps > 2]
def keep(c): return c.kwargs['B'] > 16
L = [triton.Config({'B': b}, num_warps=w) for b in (16, 32) for w in (2, 4)]
@triton.autotune(configs=list(filter(keep, L)), key=['n', 'B'], prune_configs_by={'early_config_prune': prune, 'top_k': 2}, restore_value=['p'], reset_to_zero=['q'], warmup=1, rep=2)
@triton.heuristics({'EVEN': lambda args: args['n'] % args['B'] == 0, 'H': lambda a: triton.next_power_of_2(a['n'])})
@triton.jit(do_not_specialize=['n'], debug=True, noinline=False)
def kernel(p, q, n, B: tl.constexpr, EVEN: tl.constexpr, H: tl.constexpr = 4): pass
x = [kernel.fn, kernel.configs, kernel.arg_names, kernel.__name__, kernel[(1,)], kernel.fn.fn, kernel.__module__, kernel.__qualname__, kernel.base_fn, kernel.nothing, kernel.__wrapped__]
#---
import triton, triton.language as tl
A = triton.autotune(configs=[], key=[])
@triton.autotune(configs=[triton.Config({'Z': 1})], key=['nothing'], use_cuda_graph=True)
@triton.jit
def kernel(p, B: tl.constexpr): pass
@triton.autotune([triton.Config({'B': 1}), 5], ['p'])
@triton.heuristics(values={'B': 5})
@triton.jit(do_not_specialize=[0, 'q'], do_not_specialize_on_alignment=['p'], repr=lambda s: 'a', launch_metadata=None)
def f(p, B: tl.constexpr): pass
x = [A, triton.autotune, triton.jit(f), triton.jit(3), triton.heuristics(5)(f), triton.heuristics({})(3), triton.autotune(3, 3)(f), f.configs]
#---
import triton, triton.language as tl, tkc
@triton.aggregate
class S:
    a: tl.tensor
    b: tl.constexpr
    @triton.jit
    def m(self): return self.a
@triton.must_use_result
@triton.jit
def f(p): return p
@triton.must_use_result("because")
@triton.jit
def g(p): return p
@tkc.grid(lambda META: (tkc.cdiv(n, META['B']), 1))
@tkc.kernel
def kernel(p: "*fp32", n: "i32:16", d: "tensordesc<fp16[16, 64]>", c: "const *k", B: tl.constexpr = 4, *rest: "i32", t: "(i32, *fp16:16:noalias)" = None): pass
x = [S, f, g, tkc.grid(3), tkc.grid(lambda M: (1, 2, 3, 4))(kernel), S.m, S(1, 2), triton.aggregate(3), tl.tuple([1, 2]), tl.tuple((1, 'a'))[0], tkc.Config({'B': 1}), tkc.next_power_of_2(9)]
#---
import packaging.version as pv, triton
V = pv.parse('3.6.0'); U = pv.Version('2.10')
x = [V >= pv.parse('3.0'), U < V, V.major, U.minor, V.micro, pv.parse('1.2.3.4'), pv.parse('1.2rc1'), pv.parse(''), pv.parse(3), V == pv.parse('3.6'), str(V), pv.parse('99999999999.1')]
x += [triton.__version__ >= '3.0', tuple(int(v) for v in triton.__version__.split('.')[:2]) >= (3, 2), pv.parse(triton.__version__).major, repr(U)]
#---
def f(a, b=2, *c, d, e=5, **g):
    """Text."""
    global h
    h = a
    if a > 1 and not b or c:
        return [a, b, c, d, e, g]
    elif a == 1: pass
    else:
        for i, (j, *k) in enumerate([(1, 2, 3), (4,)]):
            if i: continue
            while True: break
        else: a += 1
    try: assert a, 'no'
    except (ValueError, AssertionError) as error: raise
    finally: del a
    with open('x') as o: pass
    return lambda z, /, y=1, *, w=2: z + y + w
x = [f(1, d=2), f(2, 3, 4, d=5, q=6), f(*[2, 3], **{'d': 1}), f(), f(1, 1, d=1, a=2), f.__name__, f.__doc__, h, (lambda: 1)(), (lambda *a, **k: (a, k))(1, b=2), f(0, d=1)(1)]
#---
match (1, 'a', [2, 3], {'k': 4}):
    case (0, _, _, _): x = 0
    case (1, str() as s, [p, *q], {'k': v, **r}) if v > 3: x = (s, p, q, v, r)
    case [_, _] | None: x = 2
match 5:
    case 1 | 2: y = 1
    case int(n) if n > 9: y = 2
    case -1 | 1.5 | 'a' | True: y = 3
    case float() | complex(): y = 4
    case other: y = other
match {'a': 1}:
    case {'b': _}: z = 1
    case {'a': int(w)}: z = w
class P:
    __match_args__ = ('u',)
    def __init__(self, u): self.u = u
match P(3):
    case P(u=4): t = 1
    case P(3): t = 2
a, *b = 1, 2, 3; (c, d), e = (1, 2), 3; f = g = 4; h: int = 5; (i := 6); j = k if (k := 7) else 0; l = [m for m in range(3) if m if m > 1 for o in 'ab']; n = {m: m for m in 'ab'}
#---
try:
    import nothing
    from nothing import a as b
except ImportError: nothing = None
try: raise ValueError('a', 1)
except KeyError: x = 1
except Exception as e: x = [str(e), e.args, type(e), repr(e), isinstance(e, ValueError)]
else: x = 2
finally: y = 3
try: 1 / 0
except ZeroDivisionError: z = 1
try: {}['a']
except (KeyError, IndexError) as e: w = e
try: [][1]
except LookupError: v = 1
try: None.a
except AttributeError: u = 1
try: int('a')
except ValueError: t = 1
try: assert False
except AssertionError: s = 1
raise NotImplementedError
#---
x = ['\x41\u00e9\U0001F600\101\0\n\\\'\"\a\b\f\v\r\t', r'\d', b'a', b'\xff', '\N{BULLET}', '\q', '\x4', '\u12', '\U00110000', '''a
b''', 'a' 'b', f'{1}' 'c', rf'{2}\n', f'{{}}', u'x', '\777', '\18', '\
c', "\ud800", 'ｆ', br'\x', '\8']
ｘ = 1; µ = 2; é = 3; ﬁ = 4; x２ = 5; 变量 = 6
y = [0xFF, 0o17, 0b11, 1_000, 1e5, 1.5e-3, .5, 5., 1j, 0xdead_beef, 1E400, 00, 0_0, 10 ** 20, 9999999999999999999999]
z = 1 if x else 2; w = not x; v = x is None; u = x is not y; t = 1 < 2 <= 3 != 4; s = (yield_ := 5); r = [*x, *y][0:1]; q = x[0][0]; p = -+~1; o = (1,); n = ...; m = 3 @ 4
#---
import sys, math as m, os.path
from math import sqrt, floor as fl
from . import a
from ..b import c
from .d import *
from __future__ import annotations
x = [sqrt(4), fl(1.5), m.pi, sys.version_info, sys.version_info >= (3, 8), sys.platform, __name__, __file__, os.path.basename('a/b'), a, c, NotImplemented, Ellipsis, __debug__]
if __name__ == '__main__': y = 1
assert x, 'text'
print(x, sep=''); exec('a'); eval('1'); open('x'); input(); globals(); locals(); vars(); dir(); id(x); type('T', (), {})
#---
class M:
    def __getattr__(self, n): return n
    def __setattr__(self, n, v): pass
    def __iter__(self): return iter([1, 2])
    def __enter__(self): return self
    def __exit__(self, *a): pass
    def __neg__(self): return 1
    def __radd__(self, o): return 2
    def __iadd__(self, o): return self
    def __ge__(self, o): return True
    def __int__(self): return 7
    def __index__(self): return 1
    @property
    def p(self): return 5
    @p.setter
    def p(self, v): pass
v = M(); v.a = 1; v.p = 2; v += 1
x = [v.zzz, list(v), -v, 1 + v, v >= 1, int(v), [1, 2][v], v.p, M.p, M.nothing, getattr(M, 'x', 1), setattr(v, 'q', 2), hasattr(v, 'q'), object(), isinstance(v, object), type(v).__name__, M.__mro__]
with v as w: y = w
def gen():
    yield 1
    yield from [2]
async def co(): await gen()
z = [list(gen()), sum(i for i in range(4)), next(gen()), (i for i in 'ab'), [j for i in [[1], [2]] for j in i], {i % 2 for i in range(5)}, dict((i, i) for i in 'a')]
#---
import collections, typing
N = collections.namedtuple
x = [N('P', 'x,y', rename=True), N('P', 'x x'), N('P', '1a'), N('P', 'class'), N('P', '_x'), N(5, 'x'), N('P', 5), N('P', [1]), N('P', {}), N('P'), N('P', 'x y', defaults=(1, 2, 3))]
x += [N('P', 'x y', defaults=5), N(typename='P', field_names=('a', 'b'))(1, b=2), N('P', 'a b', module='m'), typing.NamedTuple('T', [('a', int), ('b', str)])(1, 'c'), typing.NamedTuple('T', a=int)]
x += [N('P', '')(), N('P', 'a')(a=1, b=2), N('P', 'a')(1, a=1), N('P', 'a')._make([1, 2]), N('P', 'a')(1)._replace(z=1), N('P', 'a b')(1, [2])._asdict(), N('P', 'a')._fields, N('P', 'a')(2).nothing]
#---
def every(a, *b, c=1, **d):
    def inner(e):
        nonlocal a
        a = e
        yield a
    class K(object):
        f = a
        def m(self): return self
    async def co():
        async with a as g: pass
        async for h in b: await h
    global z
    z: int = 1
    z += 2
    import os as o, sys
    from math import pi as p, tau
    with a as (i, j), b: del i, j
    for k, *l in c: continue
    while a: break
    if a: raise a from b
    elif b: assert c, d
    else: return
    try: pass
    except* ValueError as q: pass
    match a:
        case {'r': s, **t}: pass
        case K(u=v) | [w, *y] if w: pass
    return (lambda r, *s, **t: r), [n for n in a if n], {n: n for n in b}, {n for n in c}, (n for n in d), f'{a!r:>{b}}', (aa := 1), a[b:c, ...], a if b else c, not a, await_
x = [every(1), every.__name__, every(1, 2, c=3, q=4)]
#---
import itertools
x = [itertools.product(5), itertools.product([1], repeat='a'), itertools.product([1], repeat=10 ** 30), itertools.product(repeat=0), itertools.product([], [1]), itertools.product('ab', 5)]
x += [itertools.product([1, 2], repeat=3), itertools.permutations(5), itertools.permutations([1], 'a'), itertools.combinations([1]), itertools.combinations([1, 2, 3], 0), itertools.permutations([1, 2, 3])]
x += [itertools.permutations('abc', 9), itertools.combinations('abcd', 3), itertools.repeat(1), itertools.repeat(1, -1), itertools.repeat(1, 10 ** 9), itertools.chain(5), itertools.chain.from_iterable(5)]
#---
import copy, dataclasses, enum
class E(enum.Enum):
    A = [1, (2,)]
    B = None
@dataclasses.dataclass
class D:
    a: object = None
    b: object = 5
class P:
    def __init__(self): self.v = [1]
a = D(); a.a = a; b = D(); b.a = b
c = D(1); del c.b
x = [a == b, repr(a), c == D(1), D([1]) == D([1]), D((1,)) == D([1]), D() == E.A, str(E.A), repr(E.A), f'{E.B}', str(E.B), repr(c), str(D()), repr(P()), str(P()), P() == P(), D() != 1]
x += [copy.deepcopy(E.A), copy.deepcopy(D([1])).a, copy.copy(P()).v, copy.deepcopy(P()).v, copy.deepcopy(a) == a, copy.deepcopy({'k': [E.A, (1, [2])]}), copy.copy({1}), copy.deepcopy(5), copy.copy()]
x += [str(ValueError()), str(ValueError(1)), str(ValueError(1, 'a')), repr(ValueError('a', [2])), str(KeyError('k')), repr(KeyError()), hash(D()), {E.A: 1, E.B: 2}[E.B], hash((1, E.A)), hash(P())]
#---
import triton, triton.language as tl
x = [tl.block_type(tl.int32, 4), tl.block_type(5, [4]), tl.block_type(tl.int32, ['a']), tl.block_type(tl.int32, [-1]), tl.block_type(tl.int32, []), tl.block_type(tl.int32, [3]), tl.block_type(tl.int32)]
x += [tl.block_type(tl.pointer_type(tl.int8), [8, 2]), tl.block_type(tl.block_type(tl.int8, [2]), [2]), tl.pointer_type(5), tl.pointer_type(tl.int8, 3).address_space, tl.pointer_type(tl.pointer_type(tl.int8)).name]
C = triton.Config
x += [str(C({'A': 1, 'B': [C({}, maxnreg=32)]})), repr(C({}, num_ctas=2)), str([C({'A': 'a'})]), C({'A': 1}) == C({'A': 2}), C({'A': 1}) == C({'B': 1}), C({'A': 1}) == 5, C({'A': [1]}) == C({'A': [1]}), hash(C({}))]
x += [C({'A': 1}) == C({'A': 1}, num_stages=9), C({}, maxnreg=1) == C({}), C(kwargs={'A': 1}).kwargs, C(), C({1: 2}), C({'A': 1}, ir_override='a'), C([('A', 1)]), C({}, num_warps=3), C({}, num_warps=None)]
#---
x = [[1][5], (1,)[9], 'a'[5], range(3)[9], [1][10 ** 30], [1]['a'], (1,)['x'], {}['k'], 5[0], None[0], [1][1.5], 'a'[None], [1, 2][0:1:0], (1, 2)[::10 ** 30], 'abc'[-10:], range(9)[::-2], [1][-2], [][0]]
y = [1 + 'a', [] - 1, {} * 2, None / 1, -'a', ~1.5, +[], 'a' < 1, 1 in 5, len + 1, (lambda: 0) * 2, 1 @ 2, [1] < (1,), {1} < [1], None < None, {} <= {}, 'a' in [1], 1 in {}, [] in {1}, range(2) + range(2), ... + 1]
z = [{(1, [2]): 3}, {((1,), (1,)): 2}, hash(([],)), hash({}), {[]: 1}, {(1, (2, (3,))): 4}, {1.0: 'a', 1: 'b', True: 'c'}, {None: 1, ...: 2, int: 3, len: 4}, {slice(1): 2}, {range(3): 1}[range(0, 3)], {1} | {(1, {})}]
#---
x = [sorted([3, 'a', None]), sorted([1, 2], key=lambda v: w), sorted(5), sorted([[2, 'b'], [2, 'a']]), sorted([2, 1], key=None), sorted('bA', key=str.lower), sorted([(1, 2), (1,)]), sorted([{}, {}]), sorted([1.5, float('nan'), 1])]
y = [f'{5:c}', f'{-5:c}', f'{5:,x}', f'{5:_b}', f'{5:#,d}', f'{5:+}', f'{10 ** 20:,}', f'{-255:#010x}', f'{5:e}', f'{5:%}', f'{5:.1f}', f'{5:.2}', f'{2 ** 70:x}', f'{0:b}', f'{300:c}', f'{10 ** 30:c}', f'{5:s}', f'{5:1000000}']
z = [f'{1.5:_.3f}', f'{1e300:f}', f'{-0.0:g}', f'{float("inf"):+}', f'{float("nan"):08.2f}', f'{1.5:d}', f'{0.1:.20g}', f'{1.5:x}', f'{1e-10:.3e}', f'{123456.0:,}', f'{1.0:G}', f'{2.5:.0f}', f'{1.5:n}', f'{1.5:E}', f'{0.0:%}']
w = ['{0!x}'.format(1), '{0!}'.format(1), '{0.a.b}'.format(1), '{0[a][b]}'.format({'a': {'b': 1}}), '{0[}'.format([1]), '{:{w}}'.format(1, w=3), '{0}{}'.format(1), '{}{0}'.format(1), '{ 0}'.format(1), '{0:{0}}'.format(3), '{0[1]}'.format('ab')]
#---
def stop(v): raise ValueError(v)
def loops(n, u=undefined):
    while n > 2: return n
    while stop(1): n = 1
    while u: n += 1
    else: n = 2
    for i in stop(2): n = 3
    for i in u: n = i
    else: n = 4
    for i in 5: n = i
    for i in range(n): return i
    for i.a in [1]: pass
    for i, j in [1, (1, 2)]: pass
    while True:
        n += 1
        if n > 9: break
    while n: pass
    for i in range(10 ** 6): n += i
    for i in [1, 2]: raise KeyError(i)
def guarded(n):
    try:
        if n == 0: 1 / 0
        elif n == 1: {}['a']
        elif n == 2: return 'returned'
        elif n == 3: raise
        elif n == 4: raise n
        elif n == 5: raise ValueError
        elif n == 6: raise ValueError('text', n) from None
        elif n == 7: undefined_name
        elif n == 8: assert False, 'reason'
        elif n == 9: [].nothing
        elif n == 10: int('x')
        elif n == 11: 2 ** 10 ** 9
        elif n == 12: raise stop
        elif n == 13: raise KeyError()
    except (ZeroDivisionError, KeyError): return n
    except (1, TypeError, undefined): n = -1
    except ValueError as e:
        if n == 5: raise
        raise RuntimeError(str(e)) from e
    except NameError: pass
    except (A.b, C): pass
    except OSError: pass
    except Exception: raise KeyError(n)
    else: n = 100
    finally:
        if n == 100: return 'finally'
        if n == 6: raise IndexError(n)
    return n
def tries(n):
    try: return guarded(n)
    except RuntimeError: return 'runtime'
    except BaseException as e: return [e, type(e), e.args, str(e), repr(e)]
x = [tries(0), tries(1), tries(2), tries(3), tries(4), tries(5), tries(6), tries(7), tries(8), tries(9), tries(10), tries(11), tries(12), tries(13), tries(14)]
x += [loops(1), loops(5), loops(undefined), loops(1, 0), loops(1, [1, 2]), loops(0, (1,)), loops(3, 'ab')]
for y in [1, 2]:
    try: continue
    finally: z = y
for y in [1, 2]:
    try: break
    finally: z = y
while 1:
    try: 1 / 0
    except: break
    else: pass
try: import nothing.at.all, math, json, sys.path as p
except ImportError as e: w = [e.name, str(e)]
try: from math import nothing, pi
except ImportError: w = 2
try: from .. import q, r as s
except (ImportError, ValueError): w = 3
try: from . import *
except Exception: w = 4
try: from json import loads, dumps as d
except Exception: w = 5
from json import loads
from math import nothing as gone, pi
from os.path import *
from math import *
#---
class Manager:
    def __enter__(self): return 1, 2
    def __exit__(self, *a): return True
class Broken:
    def __enter__(self): raise ValueError('enter')
def use(manager):
    with manager as (a, b): return a
    return 0
def raising():
    with Manager() as m: raise ValueError(1)
    with Broken(): pass
    with undefined as u, 1 as v, [].x as w: pass
    with stop() as s: pass
x = [use(Manager()), use(Broken()), use(5), use(undefined), use(None), raising()]
with Manager() as a, Manager(): y = a
with undefined: y = 2
with 1 / 0 as b: y = 3
#---
class K:
    x: int = 1
    y = 2
    def __init__(self, *a, **k): self.a = a; self.k = k
    @property
    def p(self): return self.a
    @staticmethod
    def s(*a): return a
    @classmethod
    def c(cls, *a): return cls, a
    m = len
    l = lambda self: self
    class Inner: z = 3
    def __len__(self): return len(self.a)
    def __iter__(self): return self.a
    def __contains__(self, v): return v in self.a
    def __getitem__(self, i): return self.a[i]
    def __setitem__(self, i, v): self.k[i] = v
    def __delitem__(self, i): del self.k[i]
    def __eq__(self, o): return undefined
    def __ne__(self, o): return NotImplemented
    def __lt__(self, o): return NotImplemented
    def __le__(self, o): return 1
    def __sub__(self, o): return NotImplemented
    def __rsub__(self, o): return 'rsub'
    def __mul__(self, o): raise ValueError
    def __rmul__(self, o): return undefined
    def __neg__(self): return NotImplemented
    def __invert__(self): return 'inverted'
    def __pos__(self): return self
    def __iadd__(self, o): return NotImplemented
    def __imul__(self, o): return 'imul'
    def __bool__(self): return undefined
    def __str__(self): return 5
    def __repr__(self): return 'K()'
    def __hash__(self): return 7
    def __format__(self, s): return s
    def __call__(self, *a, **k): return a, k
    def __abs__(self): return 8
    def __float__(self): return 2.5
v = K(1, 2, q=3)
x = [v.p, v.s(1), v.c(2), K.s(1), K.c(1), v.m, v.l(), K.l(v), v.Inner.z, K.Inner().z, len(v), list(v), 1 in v, v[0], v[9], v == 1, v != 1, v < 1, v <= 1, v > 1, v >= v, v - 1, 1 - v, v * 2, 2 * v, -v, ~v, +v]
x += [bool(v), not v, str(v), repr(v), f'{v}', f'{v:>5}', f'{v!r:>9}', hash(v), {v: 1}, v(1, b=2), abs(v), float(v), v and 1, v or 1, 1 if v else 2, v is v, [v] == [v], v in [v], v.p is v.a, K.p, K.x, K().a, K.__init__, v.__len__, v.__class__, v.__dict__, K.__dict__]
x += [v.c == v.c, v.l == v.l, hash(v.l), {v.l: 1}[v.l], repr(v.l), str(v.c), type(v.l), callable(v), callable(v.l), callable(K), v.l is v.l, K.c == v.c, isinstance(v.l, K), v.l.__name__, v.l.__self__, len.__name__, (lambda: 0).__name__]
v[1] = 2; del v[1]; v += 1; v *= 2; v.new = 5; del v.new; K.y = 9; K.z = 10
with v as w: pass
#---
import copy, dataclasses, enum, typing, triton
@dataclasses.dataclass
class A:
    a: int
    b: int = 2
    c: typing.ClassVar[int] = 3
    d: list = dataclasses.field(default_factory=lambda: [1])
    e: dict = dataclasses.field(default_factory=dict)
    f: int = dataclasses.field(default=7)
    g.h: int = 1
@dataclasses.dataclass(eq=False, order=True)
class B(A):
    a: str = 'x'
    z: int = 0
    def __post_init__(self): self.z = self.a * 2
@dataclasses.dataclass(frozen=True)
class C(B):
    def __post_init__(self): raise ValueError('post')
class T(typing.NamedTuple):
    p: int
    q: int = 5
    def sum(self): return self.p + self.q
class E(enum.Enum):
    ONE = 1
    TWO = enum.auto()
    UNO = 1
    F = len
    U = undefined
    T = (1, 2)
    __private = 3
    def show(self): return self.value
    class G: pass
class S(str, enum.Enum):
    A = 'a'
    B = enum.auto()
class I(enum.IntEnum):
    A = 2 ** 70
    B = enum.auto()
    C = 1
class L(E): pass
x = [A(1), A(), A(1, b=3), A(1, 2, [3], {4: 5}, 6), B(), B('y'), C(), A(1) == A(1), A(1) == A(2), B() == B(), A(1) != B(1), hash(A(1)), hash(C), {A(1): 1}, repr(A(1)), str(B()), A(1).d, A(1).c, A.b, A.d, A.__name__, B.__mro__, dataclasses.fields(A)]
x += [dataclasses.replace(A(1), b=5), dataclasses.replace(A(1), q=5), dataclasses.asdict(B()), dataclasses.astuple(A(1)), copy.copy(A(1)), copy.deepcopy(A(1)), copy.replace(A(1)), dataclasses.is_dataclass(A), T(1), T(1).sum(), T(1, 2, 3), T(), T(p=1), T(1)._replace(q=2), T(1)._asdict(), T._fields, T(1)[0], T(1)[-1], T(1) + (2,), T(1) == (1, 5), hash(T(1))]
x += [list(E), E.ONE, E.TWO.value, E.UNO, E.ONE is E.UNO, E.ONE.show(), E.F, E.U, E.T, E(1), E((1, 2)), E(9), E(undefined), E['ONE'], E['NO'], E[1], E.NO, len(E), E.__members__, S.A == 'a', S.B, S('a'), S.A + 'b', str(S.A), f'{S.A}', I.A, I.B, I(1), int(I.C), I.C + 1, -I.C, I.C == 1, hash(I.C), hash(E.T), L.ONE, 1 in E, E.ONE in E, repr(E.ONE), sorted(I), min(I), float(I.C), range(I.C), [0, 1][I.C], bool(I.C), E.ONE == 1]
x += [isinstance(A(1), (B, (C, A))), isinstance(T(1), (tuple, T)), issubclass(B, A), issubclass(A, (B, A)), isinstance(E.ONE, (int, E)), isinstance(I.C, (int, bool)), isinstance(5, undefined), isinstance(1, ((((int,),),),)), isinstance(1, typing.Any), isinstance(1, typing.Sequence), isinstance([], collections.abc.Sequence), isinstance(1, torch.Tensor), isinstance(A, type), isinstance(1, 5), isinstance(1, object)]
t = (int, str)
for i in range(40): t = (t, float)
x += [isinstance(1, t), isinstance([], t), isinstance(1, (t, t)), isinstance(C(1), t)]
#---
import triton, triton.language as tl, copy
C = triton.Config
def prune(configs, args, **k): return configs[:1]
@triton.autotune(configs=[C({'B': 16}, num_warps=2), C({'B': 32}, num_stages=3, num_ctas=2, pre_hook=prune), 5], key=['n', 0, -1, 9, 'zz', 2.5], prune_configs_by={'early_config_prune': prune, 'perf_model': prune, 'top_k': 1}, reset_to_zero=['p'], restore_value=('p', 1), warmup=1, rep=2)
@triton.heuristics({'E': lambda a: a['n'] % 2 == 0, 'B': lambda args: 1, 5: 3})
@triton.jit(do_not_specialize=['n'], noinline=True, debug=True, repr=lambda s: 'k', launch_metadata=prune)
def k(p, n, q: tl.constexpr = 1, *, B: tl.constexpr, E: "tl.constexpr" = 2, w: tl.int32 = None): pass
@triton.autotune([undefined], ['n'])
@triton.jit
def l(n, B: 'constexpr'): pass
@triton.autotune(configs=undefined, key=undefined)
@triton.jit(do_not_specialize=[0, undefined], do_not_specialize_on_alignment=['n'])
def m(n): pass
@triton.autotune(configs=[C({'B': 1})], key=5, prune_configs_by=5, use_cuda_graph=True, do_bench=prune)
@triton.heuristics(5)
@triton.jit(noinline=undefined, version=5)
def o(n, B): pass
@triton.autotune(C({'B': 1}), 'n')
@triton.heuristics(undefined)
def r(n, B): pass
x = [k.configs, l.configs, m.configs, o.configs, r.configs, k.fn, k.arg_names, k.keys, k.params, k.__name__, k.fn.fn, k[(1,)], k[1, 2], k[lambda a: (1,)], k[undefined], k[(1,)](1), k.run(1), k.warmup(1), k.nothing, k.configs[0].kwargs, k.configs[1].num_warps, k.configs[0].all_kwargs(), str(k), repr(k), k == k, hash(k), {k: 1}]
x += [C({'B': 1}), C({'B': 1}, 2, 3, 4), C({}, num_warps=undefined), C({}, num_ctas='a'), C(5), C({undefined: 1}), C({'A': undefined}), copy.copy(C({'B': [1]})), copy.deepcopy(C({'B': [1]})), C({}) == C({}), C({}, 1) == C({}, 2), C({}, 1, 2) == C({}, 1, 3), C({}, num_ctas=1) == C({}, num_ctas=2), C({'a': 1}) == C({'b': 1}), C({'a': 1}) == C({'a': 2}), C({'a': 1, 'b': 2}) == C({'a': 1}), C({}, maxnreg=3) == C({}, maxnreg=4), C({}).pre_hook, C({'B': 2}).B, repr(C({'B': 2, 'D': None}, maxnreg=5)), C({}).num_stages]
x += [isinstance(k, triton.JITFunction), isinstance(k, triton.runtime.Autotuner), isinstance(k, triton.runtime.jit.KernelInterface), isinstance(prune, triton.JITFunction), isinstance(1, triton.runtime.JITFunction), isinstance(C({}), C), isinstance(k, triton.runtime.Heuristics), isinstance(k, triton.nothing), triton.cdiv(5, 2), triton.cdiv(1, 0), triton.next_power_of_2(5), triton.next_power_of_2(0), triton.next_power_of_2(2 ** 70), triton.jit(5), triton.jit(), triton.heuristics({}), triton.autotune([], []), triton.language.nothing, triton.testing.do_bench(k), triton.compile(k), triton.knobs.a, tl.extra.a, tl.math.nothing, tl.math.exp, tl.constexpr(5), tl.constexpr(5).value, tl.constexpr(tl.constexpr(1)) + 1, -tl.constexpr(2), tl.constexpr(2) < 3, tl.constexpr([1])[0], 5 in tl.constexpr((5,))]
k.a = 1; triton.a = 2; tl.b = 3; len.c = 4; torch.d = 5; k.configs.append(C({'B': 3})); k[0] = 1; torch[1] = 2; torch.x[3] = 4; del k.a; x.y.z = 1; (5).a = 1; undefined.a = 1; undefined[1] = 2; None[1] = 3; (1, 2)[0] = 3; 'ab'[0] = 'c'; range(3)[0] = 1
z: tl.constexpr = 5; z += 1; z = z * tl.constexpr(2); w: int = tl.constexpr(3); w += tl.constexpr(1); v = [tl.constexpr(1)]; v[0] += 1; u = tl.constexpr('a'); u += 'b'
#---
import triton.language as tl
x = [tl.float16.name, tl.float8e5.mantissa, tl.bfloat16, tl.pointer_type(tl.int8), tl.pointer_type(tl.int8) == tl.pointer_type(tl.int8), tl.pointer_type(tl.int8) == tl.pointer_type(tl.int16), tl.pointer_type(tl.int8, 3) == tl.pointer_type(tl.int8), tl.pointer_type(tl.int8, const=True), tl.pointer_type(tl.void), tl.block_type(tl.int8, [2]) == tl.block_type(tl.int8, [2]), tl.block_type(tl.int8, [2]) == tl.block_type(tl.int8, [4]), tl.block_type(tl.int8, [2]) == tl.block_type(tl.int16, [2])]
x += [tl.block_type(tl.int8, [2, 4]).shape, tl.block_type(tl.int8, [2, 4]).numel, tl.block_type(tl.int8, [2]).scalar, tl.block_type(tl.int8, [2]).element_ty, tl.block_type(tl.int8, [2]).is_block(), tl.block_type(tl.float16, [2]).name, repr(tl.block_type(tl.float16, [2, 2])), str(tl.pointer_type(tl.block_type(tl.int8, [2]))), hash(tl.block_type(tl.int8, [2])), {tl.int8: 1}[tl.int8], tl.block_type(tl.int8, [2]).primitive_bitwidth, tl.block_type(tl.pointer_type(tl.int8), [2]).primitive_bitwidth, tl.block_type(tl.int8, (2, 1, 4)).get_block_shapes(), tl.block_type(tl.int8, [1] * 30), tl.block_type(tl.int8, [2, 'a']), tl.block_type(tl.int8, [undefined]), tl.block_type(tl.int8, [2 ** 40])]
T = [tl.void, tl.int1, tl.int8, tl.int16, tl.int32, tl.int64, tl.uint8, tl.uint16, tl.uint32, tl.uint64, tl.float8e5, tl.float8e4nv, tl.float8e4b8, tl.float8e4b15, tl.float8e5b16, tl.float16, tl.bfloat16, tl.float32, tl.float64, tl.pointer_type(tl.float32), tl.block_type(tl.int32, [4])]
x += [[t.name for t in T], [t.primitive_bitwidth for t in T], [t.int_bitwidth for t in T], [t.fp_mantissa_width for t in T], [t.exponent_bias for t in T], [t.int_signedness for t in T], [t.itemsize for t in T], [t.scalar for t in T], [t.element_ty for t in T], [t.shape for t in T], [str(t) for t in T], [repr(t) for t in T], [t.kind() for t in T], [t.to_ir for t in T], [t.mangle() for t in T], [t.cache_key_part for t in T], [t.codegen_name() for t in T]]
x += [[t.is_int() for t in T], [t.is_floating() for t in T], [t.is_fp8() for t in T], [t.is_fp16() for t in T], [t.is_bf16() for t in T], [t.is_fp32() for t in T], [t.is_fp64() for t in T], [t.is_int1() for t in T], [t.is_int32() for t in T], [t.is_uint8() for t in T], [t.is_int_signed() for t in T], [t.is_int_unsigned() for t in T], [t.is_ptr() for t in T], [t.is_const() for t in T], [t.is_block() for t in T], [t.is_bool() for t in T], [t.is_void() for t in T], [t.is_standard_floating() for t in T], [t.is_nothing() for t in T], [t.is_dtype('a') for t in T], [tl.dtype.is_dtype(t) for t in T]]
x += [[t.get_int_max_value() for t in T], [t.get_int_min_value() for t in T], [t.get_block_shapes() for t in T], [t.max_value() for t in T], [torch.finfo(t).max for t in T], [torch.iinfo(t).bits for t in T], [tl.pointer_type(t) for t in T], [tl.block_type(t, [2]) for t in T], [[t == u for u in T] for t in T], [isinstance(t, tl.dtype) for t in T], [isinstance(t, tl.pointer_type) for t in T], [isinstance(t, tl.block_type) for t in T], [tl.dtype(t.name) for t in T], [t in (tl.int8, tl.int16) for t in T], {t: t for t in T}, [t() for t in T], [t < 1 for t in T], [hash(t) for t in T], [t(3) for t in T]]
x += [tl.dtype('int32'), tl.dtype('fp16'), tl.dtype('no'), tl.dtype(5), tl.dtype('u1'), tl.dtype('*i8'), torch.float32, torch.float8_e5m2, torch.int4, torch.bool, torch.finfo(torch.float64).min, torch.finfo(torch.float8_e4m3fn).smallest_normal, torch.iinfo(torch.uint8).min, torch.finfo(5), torch.iinfo('a'), numpy.inf, numpy.pi, torch.inf, torch.pi, torch.nan, math.inf, tl.TRITON_MAX_TENSOR_NUMEL, tl.PropagateNan.ALL, tl.nothing]
#---
def f(a): return a
def g(*a, **k): return a, k
l = [1]; l.append(l); d = {}; d['a'] = d; t = ([],); s = slice(1, 2); u = {**d, 'b': u}
n = []; m = []
for i in range(70): n = [n]; m = [m]
class P: pass
class Q: a = 1
x = [s == slice(1, 2), s == slice(1, 3), s == slice(2, 2), s == slice(1, 2, 3), slice(None) == slice(None), hash(s), s.start, s.indices(5), range(3) == range(0, 5, 9), range(0) == range(5, 2), range(0, 3, 2) == range(0, 4, 2), range(1) == range(0, 1, 7), range(3) == range(4), range(1, 3) == range(0, 2), hash(range(3)), range(5)[1:3], range(10 ** 30)[5], len(range(10 ** 30)), list(range(10 ** 30)), range(3, 0), range(0, -5, -2)]
x += [n == m, n < m, n == n, hash(str(n)), repr(n), l == l, repr(l), repr(d), d == d, hash(t), {(1, (2, ())): 3}, (1, 2) == (1, 2, 3), [1] == (1,), {1: 2} == {1: 3}, {1: 2, 3: 4, 5: 6, 7: 8, 9: 10} == {9: 10, 7: 8, 5: 6, 3: 4, 1: 2}, {1: 2, 3: 4} == {1: 2, 5: 4}, {1, 2, 3, 4, 5} == {5, 4, 3, 2, 1}, {1: undefined} == {1: 2}, [undefined] == [1], (1, undefined) == (2, 1), P() == P(), P == Q, P() == 5, f == g, f == f, len == len, len == max, None == ..., 1 == 1.0, True == 1, 'a' == b'a', 2 ** 70 == 2.0 ** 70]
x += [hash(f), hash(len), hash(P), hash(P()), hash(2.5), hash(-1), hash(2 ** 70), hash('a'), hash(None), hash(...), hash((1, 'a', 2.5)), hash([1]), hash({1}), hash({}), hash((1, [2])), hash(n), hash((n,)), {1.0: 'a'}[1], {True: 'b'}[1], {(1, 2.0): 'c'}[(1.0, 2)], {'a': 1, 'a': 2}, {2 ** 70: 1}[2 ** 70], {-1: 1, -2: 2}, {f: 1}[f], {P: 1}[P], {len: 2}[len], {s: 1}]
x += [copy.copy(l), copy.deepcopy(l), copy.deepcopy(d), copy.deepcopy(t), copy.deepcopy(n), copy.copy(P()), copy.deepcopy(P()), copy.copy(f), copy.copy({1: [2]}), copy.deepcopy({1: [2]}), copy.deepcopy({1, 2}), copy.copy(s), copy.deepcopy((1, 2)), copy.deepcopy([l, l]), copy.deepcopy(undefined), copy.deepcopy([undefined])]
import copy
y = [copy.copy(l), copy.deepcopy(l), copy.deepcopy(d), copy.deepcopy(t), copy.deepcopy(n), copy.copy(P()), copy.deepcopy(P()), copy.copy(f), copy.copy({1: [2]}), copy.deepcopy({1: [2]}), copy.deepcopy({1, 2}), copy.copy(s), copy.deepcopy((1, 2)), copy.deepcopy([l, l]), copy.deepcopy(undefined), copy.deepcopy([undefined, n, m, n])]
z = [g(*[1], **{'a': 2}), g(**{1: 2}), g(**5), g(*5), g(**undefined), g(*undefined), g(**d), g(a=1, **{'a': 2}), f(), f(1, 2), f(a=1), f(b=1), f(1, a=2), f(*range(3)), max(*[1, 2]), dict(**{'a': 1}, b=2), {**5}, {**undefined}, {**{}}, [*5], [*undefined], (*'ab', *[]), {*{1: 2}}, {*undefined}, {*5}, {undefined: 1}, {[]: 1}, {1: undefined}, {undefined}, {[1]}, g(*{1: 2}, *{3}, *'ab', *range(2), *(4,)), (lambda *, a: a)(a=1), (lambda a, /: a)(a=1), (lambda a, b=a: b)(1), P(1), P(a=2)]
#---
s = 'aXbXc'; e = 'äöü'; w = '\x1c\t\v \x85'; many = 'ab' * 100
x = [e.upper(), e.lower(), e.title(), e.isalpha(), e.isdigit(), e.isupper(), e.isspace(), e.isalnum(), e.islower(), e.swapcase(), e.capitalize(), e.center(7), e[1], e[-1], e[0:2], e[::-1], e.find('ö'), e.index('ü'), len(e), list(e), e.split('ö'), e.encode(), ord(e[0]), e + e, e * 3, e in e, e == e, e < e, hash(e), sorted(e), e.isidentifier(), e.isprintable(), e.isascii(), e.rjust(5, 'ß'), e.zfill(6), e.strip('ä'), e.replace('ö', ''), f'{e:ä>8}', f'{e:>8.2}', repr(e), ascii(e), '%5s' % e, '%.1s' % e, e.startswith('ä'), e.casefold()]
x += ['ABC'.swapcase(), 'abC'.swapcase(), 'Ab'.isupper(), 'AB1'.isupper(), 'ab1'.islower(), 'aB'.islower(), '12'.isupper(), ''.isupper(), ''.isdigit(), ''.isspace(), '1a'.isdigit(), '1234567'.isdigit(), 'abcdefg'.isalpha(), 'abc1'.isalpha(), ' \t\n\r\v\f'.isspace(), w.isspace(), ' a'.isspace(), '\x1f\x1e\x1d'.isspace(), 'abcdefgh1'.isalnum(), 'a b'.isalnum(), 'a_1'.isidentifier(), '1a'.isidentifier(), 'a b'.isidentifier(), ''.isidentifier(), 'class'.isidentifier(), '_'.isidentifier(), 'a1b2c3d4'.isidentifier(), 'a-b'.isidentifier(), 'ab-'.isidentifier(), 'abc-'.isidentifier(), 'abcd-'.isidentifier(), 'abcde-f'.isidentifier()]
x += [w.split(), w.strip(), ('a' + w + 'b').split(), ('a' + w + 'b').split(None, 0), ' a b c '.split(None, 1), ' a b c '.rsplit(None, 1), ' a b c '.rsplit(), ''.split(), ''.split(','), 'a,b,c'.rsplit(',', 1), 'a,b,c'.rsplit(',', 0), 'a,b'.split(',', -1), 'a\nb\r\nc\rd\x0be\x0cf\x1cg\x1dh\x1ei\x85j\u2028k\u2029l'.splitlines(), 'a\nb\r\n'.splitlines(True), 'a\n\n'.splitlines(keepends=True), '\n'.splitlines(), ''.splitlines(), 'aé\nb'.splitlines(), s.split('X', 1), s.split(), s.split('X', undefined), s.split(5), s.partition('X'), s.rpartition('X'), s.partition(''), s.rpartition('no'), s.partition('no')]
x += [s.find('X', 2), s.find('X', -1), s.find('X', 9), s.find('X', 2, 3), s.find('', 9), s.find('', 5), s.find(''), s.rfind('X', 2), s.rfind('X', -9), s.rfind('no'), s.index('no'), s.rindex('X'), s.rindex('no'), s.rindex('X', 9), s.rindex('X', -1), s.index('X', -2), s.index('X', 2 ** 70), s.find(5), s.count('X'), s.count(''), s.count('X', 2), s.startswith('X', 1), s.startswith(5), s.startswith(('X', 5)), s.endswith('X', 0, -1), s.endswith(('b', 'c')), s.startswith(undefined), s.endswith('c', undefined)]
x += [', '.join(['a', undefined]), ', '.join(5), ', '.join({'a': 1}), ', '.join([]), many.join([many] * 200), many.replace('a', many), many.replace('a', 'b', 3), many.replace('', 'b'), many.replace('a', 5), many * 10 ** 5, many * 10 ** 9, many.center(10 ** 7), many.zfill(300), many.ljust(2 ** 70), many.ljust(5), '+5'.zfill(4), '-'.zfill(3), ''.zfill(2), 'a'.zfill(undefined), 'a'.center(4, 'xy'), 'a'.center(4, ''), 'a'.center('b'), 'a'.rjust(undefined), 'a'.ljust(3, 5), 'a'.ljust(3, 'é')]
y = ['{:>{}}'.format(1, 5), '{0[a]}'.format({'a': 1}), '{0.x}'.format(1), '{a[0]}'.format(a=[1]), '{0}{}'.format(1), '{}{0}'.format(1), '{123456}'.format(1), '{99999999999999999999}'.format(1), '{00}'.format(1), '{ab12}'.format(ab12=1), '{1234567x}'.format(1), '{12x}'.format(1), '{1x}'.format(1), '{123x}'.format(1), '{1234x}'.format(1), '{12345x}'.format(1), '{!r}'.format('a'), '{!a}'.format('é'), '{!z}'.format(1), '{:d}'.format('x'), '{0:{1}{2}}'.format(1, '>', 5), '{:{:{}}}'.format(1, 2, 3), '{'.format(1), '}'.format(1), '{{}}'.format(1), '{}'.format(undefined), '{:5}'.format([1]), '{:5}'.format(None), '{!r:5}'.format([1]), '{a}'.format(**{'a': 1}), '{0!s:>{w}}'.format(1, w=4), '{:%}'.format(.5), '{}'.format(), '{x}'.format(), ('{:100000}' * 50).format(*range(50))]
z = ['%s%s' % (1,), '%d' % 1.9, '%d' % 'a', '%x' % 255, '%X' % 255, '%o' % 8, '%e' % 1.5, '%E' % 1.5, '%g' % 1e9, '%G' % 1e-9, '%F' % 1.5, '%c' % 'a', '%c' % 65, '%c' % 'ab', '%c' % -1, '%r' % 'a', '%a' % 'é', '%i' % 5, '%u' % 5, '%%', '%5%' % (), '%(a)d' % {'a': 1}, '%(b)d' % {'a': 1}, '%(a)d' % 5, '%(a' % {}, '%', '%5', '%.3', '%*d' % (5, 1), '%-*d|' % (5, 1), '%.*f' % (2, 1.5), '%+5d' % 1, '% 5d' % 1, '%05d' % -1, '%#x' % 5, '%#o' % 5, '%ld' % 5, '%hd' % 1, '%z' % 1, '%s' % undefined, '%d' % undefined, '%s' % (undefined,), '%s %s' % {'a': 1}, '%d %%' % 5, 'a' % 5, 'a' % (), 'a' % {}, '%s' % [1], '%.0f' % 2.5, '%.600f' % 1, '%1000000d' % 1, '%9999999999d' % 1, '%d' % 2 ** 70, '%x' % -2 ** 70, '%f' % 10 ** 400, '%s' % None, '%5s|%-5s|' % ('a', 'b')]
#---
x = [f'{5:=+8}', f'{-5:=8}', f'{5:<+8}', f'{5: }', f'{5:-}', f'{5:+08}', f'{5:08}', f'{5:<08}', f'{5:x>08}', f'{"a":08}', f'{5:#010b}', f'{5:,}', f'{12345678:,}', f'{12345678:_}', f'{12345678:_x}', f'{12345678:_b}', f'{-12345678:,}', f'{12345678:012,}', f'{1:3c}', f'{5:n}', f'{5:i}', f'{5:.}', f'{5:.2d}', f'{5:.501f}', f'{5:.2147483648f}', f'{5:99999999999}', f'{5:x<}', f'{5:é<5}', f'{5:éé<5}', f'{5:日>4}', f'{5:>>5}', f'{5:+}', f'{5:s}', f'{5:=}', f'{"a":=5}', f'{"a":+}', f'{"a":,}', f'{"a":#}', f'{"a":.0}', f'{"abc":5.2s}', f'{"a":x}', f'{"a":d}', f'{5:z}', f'{-0.0:z}']
x += [f'{1.5}', f'{1.5:}', f'{1.5:.3}', f'{1.5:10}', f'{1234567.5:,}', f'{1234567.5:_.2f}', f'{1e20:.0f}', f'{1e-5:g}', f'{1e16:}', f'{1.5:.0}', f'{1.5:#.0f}', f'{1.5:+e}', f'{1.5:E}', f'{1.5:%}', f'{1.5:.1%}', f'{1.5:d}', f'{1.5:s}', f'{1.5:c}', f'{float("inf"):f}', f'{float("-inf"):F}', f'{float("nan"):e}', f'{float("inf"):010}', f'{float("nan"):%}', f'{1e308:f}', f'{1.5:n}', f'{1.5:08.2f}', f'{-1.5:=8}', f'{True}', f'{True:d}', f'{True:5}', f'{True:s}', f'{10 ** 400:f}', f'{2 ** 70:e}', f'{2 ** 70:x}', f'{2 ** 70:,}', f'{-2 ** 70:#b}', f'{0:e}', f'{5:%}', f'{5:g}']
x += [f'{None:5}', f'{None}', f'{[1]:}', f'{[1]:5}', f'{undefined}', f'{undefined:5}', f'{5:{undefined}}', f'{5:{6}}', f'{5:{"x"}}', f'{5:{[]}}', f'{5!r:5}', f'{"a"!r}', f'{"é"!a}', f'{5!s:>3}', f'{5=}', f'{5=!r}', f'{5=!s}', f'{5=:>3}', f'{ 5 = }', f'{"a"=}', f'{"a"=!s}', f'{"a"=:>5}', f'{undefined=}', f'{5:{3}.{2}}', f'{1.5:{8}.{1}f}', format(5), format(5, 'x'), format('a', 5), format(undefined, 'x'), format([], ''), f'{(1, 2)}', f'{ {1: 2} }', f'{ {1} }', f'{len}', f'{range(3)}', f'{slice(1)}', f'{1:{"é>5"}}']
#---
y = [int('ff', 16), int('FF', 16), int('0XfF', 16), int('zZ', 36), int('12', 3), int('2', 2), int('0B11', 0), int('0b11', 2), int('0o7', 8), int('0O7', 0), int('010', 0), int('0', 0), int('00', 0), int('0_0', 0), int('  5  '), int('\t5\n'), int('+0x5', 0), int('-0b1', 0), int('+ 5'), int('5' * 11000), int('a' * 20, 16), int('5', 0), int('5', -1), int('5', undefined), int('5', 'a'), int('0x', 0), int('0x_f', 16), int('_'), int(''), int('5_'), int('5__5'), int('é'), int('9' * 30), int(1e30), int(-2.9), int(float('inf')), int(5, 10), int([]), int(), int('5', base=8), int(x=5), int('g', 16), int('[', 36), int('@', 36), int('`', 36), int('{', 36), int('/'), int(':')]
y += [float(), float('1e400'), float('-1e-400'), float('inf'), float('+nan'), float('infinity'), float('1_000.5'), float('1__0'), float('.'), float('1.'), float('.5'), float('e5'), float('1e'), float('é'), float([]), float(2 ** 2000), float(undefined), float(' 1 '), float('0x10'), float('1' * 400), bool(), bool(undefined), str(), str(undefined), str(5, 6), list(), list(5), list(undefined), tuple(), tuple(undefined), set(), set(5), set([[]]), set(undefined), dict(), dict(5), dict([1]), dict([(1,)]), dict([(1, 2, 3)]), dict([([], 1)]), dict(undefined), dict({1: 2}, a=3), frozenset(), dict([('a', 1), ('b', 2)]), dict(zip('ab', [1, 2])), object(), type(5), type(), complex(1, 2), bytes(5), bytearray(2), range(), range(1, 2, 3, 4), range('a'), range(1.5), range(True), range(5, undefined)]
y += [2 ** 0.5, (-2) ** 0.5, (-2) ** 2.0, (-2.0) ** 3, 0 ** -1, 0.0 ** -1, 0.0 ** 0, 1 ** 10 ** 9, (-1) ** 10 ** 9, (-1) ** (10 ** 9 + 1), 0 ** 10 ** 9, 0 ** 0, 2 ** 2 ** 70, 3 ** 10 ** 5, 1.5 ** 10000, (-8) ** (1 / 3), float('inf') ** 0.5, (-float('inf')) ** 0.5, 2 ** -3, (-2) ** -3, 10 ** -400, 1e308 * 10, 1 / 0.0, 1.5 // 0, 1.5 % 0, 5 % 0.0, -5.5 // 2, 5.5 // -2, 5.5 % -2, -5.5 % 2, 0.0 % -2, -0.0 % 2, float('inf') % 2, 5 % float('inf'), -5 % float('inf'), 1e300 // 1e-300, 0.3 // 0.1, 6.0 // 0.1, 1 << 70000, 1 << 2 ** 70, 1 >> 2 ** 70, -1 >> 2 ** 70, 0 << 2 ** 70, 1 << -1, 1 >> -1, 2 ** 70 >> 69, 1.5 << 1, 1.5 & 1, ~True, -True, +True, True + True, True & False, True | 2, True ^ True, 5 & -3, -5 | 3, 2 ** 70 & 2 ** 69, -2 ** 70 ^ 5, 7 // -2, -7 % 3, 2 ** 70 // 3, 2 ** 70 % -7, 2 ** 70 / 3, 2 ** 2000 / 3, 5 / 2 ** 2000]
y += [{1: 2} | {3: 4}, {1: 2} | 5, {1} | {2}, {1} & [1], {1, 2} - {2}, {1, 2} ^ {2, 3}, {1} < {1, 2}, {1} <= {1}, {1} > {2}, {1, 2, 3, 4, 5, 6, 7} >= {7, 6, 5, 4, 3}, {1, 2, 3} < {1, 2, 4}, {1} < {1, 2, 3}, {2} < {1, 3}, {1, 9} <= {1, 2, 3}, {1, 2, 9} <= {1, 2, 3}, {1, 2, 3, 9} <= {1, 2, 3, 4}, {1, 2, 3, 4, 9} <= {1, 2, 3, 4, 5}, {9, 1, 2, 3} <= {1, 2, 3, 4}, {1} == {1}, set() | set(), set() < {1}, [1] + [2], [1] + (2,), (1,) + (2,), 'a' + 5, 'a' * -1, [1] * 2, [1] * 10 ** 9, 2 * (1,), [1] * undefined, 'a' * 1.5, [] + undefined, 5 + undefined, [1, 2] < [1, 3], [1] < [1, 2], [1, 2] < [1], (1, 'a') < (1, 2), ('a', 1) < ('a', 2), [[1]] < [[2]], [] < [], 'a' < 'b', 'a' < 1, None < None, 1 < 2.5, 2 ** 70 < 1e30, float('nan') < 1, True < 2, 1 < 'a', [undefined] < [1], 1 < undefined, [1] <= [1], (1,) >= (0,), 'b' >= 'a', [1] is [1], 1 is 1, None is None, 'a' is 'a', undefined is None, undefined is undefined, len is len, [] is not []]
y += [1 in [1, 2, 3, 4, 5, 6, 7], 2 in [1, 2], 3 in [1, 2, 3], 4 in [1, 2, 3, 4], 5 in [1, 2, 3, 4, 5], 6 in [1, 2, 3, 4, 5, 6], 9 in [1, 2, 3, 4, 5, 6], 9 in [1, 2, 3, 4, 5], 9 in [1, 2, 3], 9 in (), 1 in {1: 2}, [] in {1: 2}, [] in {1}, 'a' in 'abc', 1 in 'abc', '' in '', 5 in range(9), 'a' in range(9), 5 in range(0, 9, 2), 2.0 in range(5), 2.5 in range(5), 1 in 5, 1 in None, undefined in [1], 1 in undefined, 1 in [undefined], 1 in [undefined, 1], 1 not in [1], 'x' not in 'abc', 1 in [1.0], None in [None], [1] in [[1]], 1 in {undefined}, 1 in (1, undefined), (1, 2) in {(1, 2): 3}]
#---
x = [sorted([3, 1, 2, 5, 4, 9, 8, 7]), sorted([1, undefined]), sorted([2, 1], key=lambda v: undefined), sorted([2, 1], key=5), sorted([2, 1], reverse=undefined), sorted([(1, 2), (1, 1)], key=lambda p: p[1], reverse=True), sorted({'b': 1, 'a': 2}), sorted(5), sorted(undefined), sorted([2, 1], cmp=1), sorted([]), max(1, undefined), max([1, undefined]), max(undefined), min([[1], [0]]), max(1, 'a'), max(5), max(), max([], default=undefined), max([1, 2], key=lambda v: -v), max([1, 2], key=lambda v: undefined), min(1, 2, key=len), max('a', 'bb', key=len, default=5), min({}), max([1.5, float('nan')]), min([2, 1, 0, 3]), max({'a': 1}), max((1,), (2,)), min(None, None), sum([1, 'a']), sum([undefined]), sum(5), sum('ab'), sum([1.5, 2]), sum([], undefined), sum([[1]], []), sum([(1,)], ()), sum([1], start=2)]
x += [any([0, undefined, 1]), any([0, undefined]), any([undefined]), all([1, undefined]), all([undefined, 0]), all([1, 1]), all([]), any(5), any(undefined), all('ab'), any([[], '', 0, None, 0.0, (), {}, False]), list(zip()), list(zip([1])), list(zip([1, 2], [3], strict=True)), list(zip([1, 2], 5)), list(zip([1], undefined)), list(zip([1, 2], 'abc', range(9))), list(zip([], [1])), list(enumerate('ab', undefined)), list(enumerate(5)), list(map(5, [1])), list(map(len, ['a'], ['b'])), list(map(lambda *a: a, [1, 2, 3], [4, 5])), list(map(undefined, [1])), list(map(len)), list(filter(undefined, [1])), list(filter(lambda v: undefined, [1])), list(filter(5, [1])), list(filter(None, [undefined, 1])), list(filter(len, ['', 'a'])), list(reversed('ab')), list(reversed({1})), list(reversed({1: 2})), list(reversed(range(3))), list(reversed(5)), next([1]), next(iter([1, 2])), next(iter([])), next(iter([]), 5), next(5), iter(5), iter(undefined), iter([1], 2), list(iter('ab'))]
l = [1, 2, 3, 4]
x += [l.index(9), l.index(3, 1), l.index(1, 1), l.index(4, -1), l.index(2, 0, 1), l.index(undefined), l.count(undefined), l.count(2), l.pop(-1), l.pop(-9), l.pop('a'), l.pop(undefined), [].pop(), l.insert(-1, 5), l.insert(99, 6), l.insert(-99, 7), l.insert('a', 1), l.insert(undefined, 1), l.remove(undefined), l.remove(2), l.append(), l.append(1, 2), l.extend(5), l.extend(undefined), l.extend('ab'), l.extend(l), l.sort(), l.sort(key=str), l.sort(key=lambda v: l.append(1)), l.reverse(), l.copy(), l.clear(), l.nothing, (1, 2).index(2), (1, 2).count(1), (1, 2).index(9), l.pop()]
l = [0, 1, 2, 3, 4, 5]
l[1:3] = [9]; l[::2] = [7, 7, 7]; l[::2] = [1]; l[1:1] = 'ab'; l[9:] = [5]; l[:] = l; l[undefined] = 1; l[1:2] = 5; l[1:2] = undefined; l[::-1] = [1]; l[-1] = 2; l[-99] = 3; l[99] = 1; l['a'] = 1; l[1.5] = 1; l[undefined:] = []; l['a':] = []; l[::0] = []; del l[0]; del l[99]; del l[1:3]; del l[::2]; del l[::-1]; del l['a']; del l[undefined]; del l[1:undefined]; del undefined[0]; del l.a; del (5).a; del 'ab'[0]; del nothing; del l; del l
t = [0, 1, 2, 3, 4, 5]
x += [t[::2], t[::-1], t[::-2], t[4:1:-1], t[:-1], t[-3:], t[9:], t[:-9], t[5:2], t[::99], t[::-99], t[1:2:0], t[None:None:None], t['a':], t[:1.5], t[undefined:], t[:undefined], t[2 ** 70:], t[:-2 ** 70], t[::2 ** 70], t[::-2 ** 70], t[True], t[1, 2], t[()], t[None], t[2 ** 70], t[-2 ** 70], t[...], 'abcd'[::2], 'äbcd'[1:3], 'äbcd'[::-1], 'äbcd'[-1], 'ab'[2], 'ab'[-3], (1, 2)[5], (1, 2)[::-1], range(9)[::-1], range(9)[-1], range(9)[9], range(9)['a'], range(9)[1:5:2][1], range(9)[2 ** 70:], {1: 2}[1], {1: 2}[2], {1: 2}[[]], {1: 2}[undefined], {1: 2}[1:2], {1}[0], None[0], 5[0], len[0], (lambda: 0)[0], undefined[0], t[undefined], int[5], list[int], dict[str, int], tuple[int, ...], typing.Optional[int]]
#---
def walk(a, b, *c, d=1, **e):
    x = yield
    y = yield a, x
    z = yield from (a, b)
    async with a as aa, b: pass
    async for bb in a: pass
    @a(b)
    def inner(p=a, *q, r: a = b, **s) -> c:
        yield p
        return d
    class Z(a, metaclass=b):
        y: int = a
        def m(self): return y
    def empty(): ...
    return {1: a, **b}, {*a}, (yield a), ...
x = [walk(1, 2), walk, walk.__name__, list(walk([1], 2, 3, d=4, k=5)), next(walk(1, 2)), walk.nothing, callable(walk), repr(walk)]
async def co(a): return await a
def early(a):
    if a: return 1
    yield 2
def deep():
    x = 1
    def a():
        nonlocal x
        x += 1
        def b():
            nonlocal x, zz
            global gg
            x = x * 2; gg = x; zz = 3
            return x, gg
        return b()
    return a(), x
class Scope:
    x = 5
    def get(self): return x
    l = [x for _ in range(2)]
    m = [y for y in [1] if y]
    f = lambda: x
    def g(a, b=x): return b
y = [co(1), list(early(1)), list(early(0)), deep(), Scope().get(), Scope.l, Scope.m, Scope.f(), Scope.g(1), gg]
z = [[(a, b) for a in range(3) for b in range(a) if b], {a: b for a, b in [(1, 2)]}, {a for a in 'aab'}, [a for a in undefined], [a for a in 5], [a for a in [1] if undefined], {undefined: 1 for a in [1]}, {[]: 1 for a in [1]}, {[] for a in [1]}, [(q := a) for a in [1, 2]], q, [a for a, in [(1,)]], [a for a, b in [1]], [a.b for a in [1]], sum(a for a in range(5)), [[b for b in a] for a in ['ab']], [1 for _ in range(10 ** 6)], list(a for a in [1]), {**{a: 1 for a in 'ab'}}, [undefined for a in [1, 2]], (lambda: [(yield 1)])(), [i for i in range(5) if i % 2 if i > 1], (a for a in undefined), [a for a.b in [1]], [x for x in [1]] + [x]]
a, *b = [1, 2, 3]; a, b = 1; a, b = 1, 2, 3; (a, [b, *c]) = (1, [2, 3]); *a, = 'ab'; a, *b, c = 1, 2; a, *b, c = 1; [a, b] = {1, 2}; a, b = undefined; a = b = c = []; a.b, c[0] = 1, 2; a, (b, c) = 1, (2,); a, b = 'ab'; a, b = {1: 2, 3: 4}; *a, b = undefined; a, b = range(2); (a) = 1; a: int; a: undefined = 5; a.b: int = 5; a[0]: int = 6; a, b = b, a; a += 1; b += undefined; undefined += 1; a.q += 1; c[0] += 1; c['a'] += 1; a -= 'b'; d = {}; d['a'] = 1; d['a'] += 1; d['b'] += 1
#---
a = b = c = d = e = [1]
if undefined:
    x: int = (a.b.c[1:2:3], a[d:], a[:], a[::b], -a, a ** b, a if b else d, (q := a), [*c], {**e, 'k': a, **a}, {a, b}, (a, *b), [a, b])
    y = {a: b for a, b in c if a if b for d in e}, lambda p, *q, r=a, **s: p + q, [i async for i in a], (await i for i in b if await i), (), [], {}
    f'{a}{b!r:>{c}}{d:{e}}{x=}'; f''; f'{a}' 'b'; a and b or not c; a < b < c in d; f(a, *b, k=c, **d); f(); a @ b; a.m(b)[c](d); (yield); (yield a)
    lambda: 0; lambda *, a: a; not a; ...; 'a'; 1; None; (z := 5) + (w := 6); [v := 1]; (yield from a); {*a}
elif a:
    del a, b[0], c.d, (x, y), [z]
    for i, (j, *k) in a: x = i
    for [m, n] in b: pass
    else: m = 1
    for p.q in a: pass
    for r[0], *s in b: pass
    while a < b: a += 1
    else: b = 1
else:
    with a as t, b as (u, *w): t = u
    with a.b(), c as d.e, f as g[0]: pass
    with a: pass
    import os.path as op, sys; from math import pi, e as ee; from . import *; import os.path
    raise
    raise a
    return
    pass
while undefined:
    match a, b:
        case [1, *g] if g: h = g
        case {'a': o, **rest}: pass
        case A(x, y=z) | B(x, z): pass
        case _: return h
    match a:
        case 1: break
    try: raise a(b) from c
    except (A, B) as ex: ex, a
    except C: raise
    except: assert a, b
    else: global gg; gg = a
    finally: nonlocal_ = 1; pass
    try: pass
    finally: continue
else:
    class Z(a, metaclass=b): y: int = a
    @a(b)
    def inner(p=a, *q, r: a = b, **s) -> c: yield p; return d
    async def co(): return await a
    c @= d; c[a] += b; c.d -= a; a: b; a.b: c = d; a = b = c; (a, [b, *c]) = d
#---
for i in undefined:
    for j in undefined: x = j
    while undefined: y = i
    if undefined: z = i
    else: z = j
    w = [q := i]
else: v = 1
for i, j in undefined: u = i
for i in 5: t = i
try:
    if undefined: s = 1
    elif undefined: r = 2
    raise undefined
except undefined: s = 2
except KeyError: s = 3
else: s = 4
finally: s = 5
z = undefined and (q := 1); z = undefined or 2; z = 1 if undefined else (p := 2); z = not undefined; z = undefined < 1 < 2; z = 1 < undefined < 2; z = [1 for o in undefined if (n := o)]; z = undefined(1)(2)[3].four; assert undefined; assert undefined, undefined
x = [x, y, z, w, v, u, t, s, r, h, o, gg, t, m, ee, op, inner, Z, co]
#---
class Point:
    __match_args__ = ('x', 'y')
    def __init__(self, x, y): self.x = x; self.y = y
import dataclasses, enum
@dataclasses.dataclass
class Data:
    a: int
    b: int = 2
class Color(enum.Enum):
    RED = 1
def m(v):
    match v:
        case 1 | 2: return 'few'
        case -3 | 2.5 | 'a' | None | True: return 'literal'
        case Color.RED: return 'red'
        case [1, 2]: return 'pair'
        case [1, *rest, 9]: return rest
        case [x, [y, z]] if x > y: return 'nested'
        case (7, *_): return 'seven'
        case {'k': 1, **r}: return r
        case {'a': {'b': q}}: return q
        case {'only': _}: return 'only'
        case Point(0, y): return y
        case Point(x=1, y=q): return q
        case Point(x=5, z=1): return 'z'
        case Data(3, b=4): return 'data'
        case Data(a, b, c): return 'too many'
        case int(n) if n > 100: return n
        case str() as s: return s
        case float() | bool(): return 'float'
        case list(): return 'list'
        case tuple((a, b)): return 'tuple'
        case dict(d): return d
        case undefined.a: return 'unknown'
        case Unknown(): return 'unknown class'
        case (1 | 2) as w: return w
        case []: return 'empty'
        case {}: return 'map'
        case other: return other
x = [m(1), m(-3), m(2.5), m('a'), m(None), m(True), m(Color.RED), m([1, 2]), m([1, 5, 6, 9]), m([5, [1, 2]]), m([1, [5, 2]]), m((7, 8)), m([7]), m({'k': 1, 'z': 2}), m({'a': {'b': 3}}), m({'a': 5}), m({'only': 1}), m(Point(0, 4)), m(Point(1, 4)), m(Point(5, 4)), m(Data(3, 4)), m(Data(1)), m(500), m('text'), m(7.5), m([]), m([3]), m((3, 4)), m({}), m({'q': 1}), m(5), m(len), m(undefined), m(range(3)), m({1}), m(m), m([undefined, 2]), m({'k': undefined}), m(Point(undefined, 1)), m(Data), m(b'a'), m(...), m(Point(1, undefined))]
match x:
    case [a, b, *c]: y = a
match undefined:
    case 1: z = 1
    case _: z = 2
match 5:
    case 1: w = 1
match 1, 2:
    case a, 2 if undefined: v = 1
    case *a, b: v = 2
#---
import itertools, functools, operator, collections, math, os, sys
x = [itertools.product('ab', [1, 2], repeat=2), itertools.product([1], repeat=100), itertools.product('abc', repeat=30), itertools.product(range(1000), range(1000), range(1000)), itertools.product([1], repeat=-1), itertools.product([1], [undefined]), itertools.product(undefined), itertools.product(), itertools.permutations(range(20)), itertools.permutations([1, 2, 3], 0), itertools.permutations([1, 2], -1), itertools.permutations([1, 2], undefined), itertools.combinations(range(60), 30), itertools.combinations(range(100), 2), itertools.combinations([1, 2, 3], 2), itertools.combinations([1], 5), itertools.combinations(undefined, 1), itertools.combinations([1, 2], r=1), itertools.permutations('abcd', 2), itertools.accumulate([1, 2]), itertools.count(1), itertools.islice([1, 2], 1), itertools.chain(), itertools.chain([1], undefined), itertools.chain([1], 'ab', (2,)), itertools.repeat(1, 'a'), itertools.zip_longest([1], [2, 3])]
x += [functools.partial(max), functools.partial(), functools.partial(5), functools.partial(max, 1, key=len)(2), functools.partial(functools.partial(max, 1), 2)(3), functools.partial(dict, a=1)(b=2), functools.partial(dict, a=1)(a=2), functools.partial(functools.partial(dict, a=1, b=3), a=2)(c=4), repr(functools.partial(max, 1)), type(functools.partial(max)), functools.partial(max, 1).args, functools.partial(dict, a=1).keywords, functools.partial(max).func, functools.partial(max).nothing, hash(functools.partial(max)), functools.partial(max) == functools.partial(max), functools.reduce(lambda a, b: a + b, [1, 2]), functools.reduce(max, []), functools.reduce(max, [], 5), functools.reduce(5, [1, 2]), functools.reduce(max, undefined), functools.reduce(lambda a, b: undefined, [1, 2, 3]), functools.cache(len), functools.lru_cache(5), functools.lru_cache()(len)('a'), functools.wraps(len)(max), functools.cmp_to_key(max), functools.cached_property(len)]
x += [operator.add(1, 2), operator.sub(1, 2), operator.mul(2, 3), operator.mod(5, 3), operator.pow(2, 3), operator.neg(1), operator.and_(5, 3), operator.or_(5, 3), operator.xor(5, 3), operator.lshift(1, 2), operator.rshift(8, 1), operator.eq(1, 1), operator.ne(1, 1), operator.lt(1, 2), operator.le(1, 2), operator.gt(1, 2), operator.ge(1, 2), operator.not_(1), operator.contains([1], 1), operator.getitem([1], 0), operator.itemgetter(0)([5]), operator.itemgetter(0, 1)([5, 6]), operator.itemgetter()([1]), operator.attrgetter('real')(5), operator.index(5), operator.truth([]), operator.is_(None, None), operator.matmul(1, 2), operator.invert(5), operator.add(1), operator.nothing]
x += [math.lcm(), math.lcm(4), math.lcm(4, 6, 10), math.lcm(0, 5), math.lcm(-4, 6), math.gcd(), math.gcd(12), math.gcd(-4, 6), math.gcd(0, 0), math.gcd(1.5), math.prod([]), math.prod([2, 'a']), math.prod([2, 3], start=4), math.prod(5), math.isqrt(-1), math.isqrt(10 ** 40), math.isqrt(1.5), math.log(0), math.log(-1), math.log(2, 0), math.log(2, 1), math.log(2 ** 2000), math.log('a'), math.log2(0), math.log10(-1), math.sqrt(-1), math.sqrt('a'), math.sqrt(10 ** 400), math.exp(1000), math.exp2(5000), math.expm1(1000), math.log1p(-1), math.log1p(-2), math.sin(math.inf), math.cos(-math.inf), math.tan(math.inf), math.sin(math.nan), math.floor(1e300), math.floor(math.inf), math.ceil(math.nan), math.ceil(5), math.trunc('a'), math.floor(-0.5), math.pow(0, -1), math.pow(-1, 0.5), math.pow(2, 5000), math.fmod(1, 0), math.fmod(math.inf, 1), math.copysign(1, -0.0), math.copysign('a', 1), math.hypot(), math.hypot(3, 4), math.hypot('a'), math.isclose(1, 1.0), math.isfinite('a'), math.isnan(1), math.fabs('a'), math.factorial(5), math.comb(5, 2), math.degrees(1), math.atan2(1, 2), math.erf('a'), math.tanh(math.inf), math.atan(undefined)]
x += [round(1.5), round(2.5), round(-0.5), round(1.25, 1), round(1.35, 1), round(15, -1), round(25, -1), round(-15, -1), round(26, -1), round(14, -1), round(5, 2), round(5, -2), round(10 ** 30, -29), round(5, -10 ** 6), round(5, -10 ** 7), round(5, 2 ** 70), round(5, -2 ** 70), round(1.5, 400), round(1.5, -400), round(1.5, 2 ** 70), round(1e308, -308), round(math.inf), round(math.nan), round(math.inf, 1), round('a'), round(1.5, 'a'), round(undefined), round(1.5, None), round(True), round(1.5, ndigits=1), round(), round(1e300), round(5e-324, 330), round(-2.675, 2), abs(-2 ** 70), abs('a'), abs(True), abs(-0.0), divmod(5, 0), divmod(5.5, 0), divmod(-5, 3), divmod(5.5, -2), divmod('a', 1), divmod(2 ** 70, 3), pow(2, 3, 5), pow(2, -1), pow(2, -1, 5), pow(2, 3, 0), pow(2, 3, -5), pow(2.5, 2), pow(2, 'a'), pow(2, 3, 1.5), pow(-2, 3, 5), pow(2, 2 ** 70, 7), pow(0, 0, 1)]
x += [ord('é'), ord(''), ord(5), chr(0x10FFFF), chr(2 ** 70), chr('a'), chr(0xD800), hex(2 ** 70), hex(1.5), bin(-5), oct(0), oct('a'), ascii('é\n'), repr('\'"'), repr('\''), repr("a\x00\x7f\x1b\t\\"), repr('\u2028é'), repr('\x85\xa0'), repr(''), repr(1e16), repr(1e15), repr(1e-5), repr(0.1), repr(-0.0), repr(1e22), repr(123456789.123), repr(2 ** 70), repr(-2 ** 200), repr(set()), repr({1}), repr(()), repr((1,)), repr({}), repr({'a': [1, (2,)]}), repr(slice(1, None, 2)), repr(range(1, 5, 2)), repr(range(5)), repr(None), repr(...), repr(NotImplemented), repr(len), repr(int), repr(lambda: 0), repr(undefined), repr([undefined]), repr(tl), repr(ValueError), repr(ValueError(1)), repr([1] * 5000), str([str] * 3), len(5), len({}), len(undefined), len(range(5)), len('é'), id(5), callable(5), callable(undefined), hasattr(5, 'real'), hasattr(undefined, 'a'), hasattr(5, 5), hasattr(math, 'pi'), hasattr(math, 'no'), hasattr(torch, 'no'), getattr(5, 'real'), getattr(5, 'no'), getattr(5, 'no', 1), getattr(undefined, 'a', 1), getattr(5, 5), getattr(torch, 'x', 1), setattr(5, 'a', 1), delattr(5, 'a'), vars(5), dir(5), (5).real, (5).imag, (5).numerator, (1.5).real, (5).conjugate(), (5).bit_count(), (1.5).hex(), (1.5).as_integer_ratio(), True.real, (5).to_bytes(2, 'big'), int.from_bytes(b'a', 'big'), (-5).bit_length(), (1.5).is_integer(), 'a'.real, print(1), print(undefined), print(), input(), open('a'), eval('1'), exec('1'), globals(), locals(), __import__('os'), memoryview(1), NotImplemented, Ellipsis, __name__, __file__, __doc__, help, quit]
x += [collections.namedtuple('P', 'a b')(1, 2), collections.namedtuple('P', 'a b', defaults=[1, 2, 3]), collections.namedtuple('P', 'a a'), collections.namedtuple('P', 'a, b'), collections.namedtuple('P', ['a', 'b'])(1), collections.namedtuple('P', [('a', 1)]), collections.namedtuple('P', undefined), collections.namedtuple('1P', 'a'), collections.namedtuple('class', 'a'), collections.namedtuple('P', 'if'), collections.namedtuple('P', '_a'), collections.namedtuple('P', '_a', rename=True)._fields, collections.namedtuple('P', 'a b a', rename=True)(1, 2, 3), collections.OrderedDict(a=1), collections.defaultdict(int), collections.defaultdict(list)['a'], collections.defaultdict(undefined)['a'], collections.defaultdict(5), collections.defaultdict(), collections.defaultdict(None, a=1)['b'], collections.defaultdict(int, {1: 2})[1], collections.defaultdict(int)[[]], collections.defaultdict(lambda: 1 / 0)['a'], collections.Counter('aab'), collections.deque([1], 2), collections.ChainMap({}), collections.nothing, collections.abc.Mapping]
d = {1: 2, 'a': 3}
x += [d.get(1), d.get([]), d.get(undefined), d.get(9, undefined), d.pop(1), d.pop(9), d.pop(9, 1), d.pop([]), d.pop(undefined), d.setdefault(5), d.setdefault(5, 1), d.setdefault([], 1), d.update({1: 2}), d.update([(3, 4)]), d.update(5), d.update([5]), d.update([(1, 2, 3)]), d.update(undefined), d.update([([], 1)]), d.update(a=1), d.update([undefined]), d.items(), d.keys(), d.values(), d.copy(), d.popitem(), d.clear(), d.popitem(), dict.fromkeys('ab'), dict.fromkeys([[]], 1), dict.fromkeys(5), dict.fromkeys(undefined), d.nothing, 1 in d.keys(), len(d.items()), list(d), sorted(d), d | undefined, d == {}, d is d]
s = {1, 2, 3}
x += [s.add([]), s.add(undefined), s.add(4), s.remove(9), s.remove(1), s.remove([]), s.discard(9), s.discard([]), s.discard(undefined), s.pop(), s.update([1]), s.update(5), s.update([[]]), s.update(undefined), s.union(5), s.union([1], [2]), s.union(), s.union([undefined]), s.intersection([1]), s.intersection(), s.difference([1], [2]), s.symmetric_difference([1]), s.issubset([1, 2, 3, 4]), s.issubset(5), s.issuperset([1]), s.isdisjoint([9]), s.isdisjoint(undefined), s.copy(), s.clear(), set().pop(), s.nothing, {1, undefined}, {1} | {undefined}, sorted({3, 1}), sum({1, 2}), max({1, 5}), frozenset([1]) | {2}, hash(frozenset([1])), {frozenset([1])}]
s |= {5}; s &= {5, 6}; s -= {9}; s ^= {1}; d |= {'z': 1}; d |= 5; d |= [(1, 2)]; l = [1]; l += (2,); l += 'ab'; l += 5; l *= 2; l *= 'a'; l += undefined; t = (1,); t += (2,); t += [3]; u = 'a'; u += 'b'; u *= 2; u %= 5; i = 5; i //= 2; i **= 2; i <<= 1; i /= 0; i @= 1; i |= 8
x += [os.environ, os.environ.get(5), os.environ.get('A', 1), os.getenv(), os.getenv('A', 'b'), os.environ[5], os.path.join('a', undefined), os.path.join(), os.path.join('a', '/b'), os.path.dirname('a/b'), os.path.exists('a'), os.sep, os.name, os.nothing, os.environ.nothing, os.path.nothing, 'A' in os.environ, 5 in os.environ, sys.version_info[0], sys.version_info.major, sys.platform, sys.maxsize, sys.argv, sys.nothing, sys.path, packaging.version.parse('1.2'), torch.version.cuda, torch.cuda.nothing, torch.nothing(1), torch(1), torch.a.b.c, torch + 1, -torch, torch < 1, 1 in torch, torch[0], torch.x[0], [*torch], {**torch}, f'{torch}', bool(torch), torch and 1, 1 if torch.x else 2, not torch, len(torch), [a for a in torch.x], torch.x(*torch.y, **torch.z), isinstance(torch.x, int), type(torch.x), callable(torch.x), repr(torch.x), str(torch), torch == torch, torch is torch, hash(torch), {torch: 1}, numpy.array([1]), random.random(), time.time(), re.match('a', 'a'), json.loads('1')]
#---
import copy, dataclasses, enum, typing, triton, math, triton.language as tl
class N(enum.Enum): pass
class K: a = 1
@dataclasses.dataclass
class A:
    a: int = 1
    b: int = 2
@dataclasses.dataclass
class B:
    b: int = 3
    c: int = 4
@dataclasses.dataclass
class M(A, B): d: int = 5
@dataclasses.dataclass(frozen=True)
class Empty: pass
@dataclasses.dataclass(frozen=True)
class F: v: object = ''
class V(typing.NamedTuple): pass
@triton.jit
def j(n): pass
def f(): pass
class X(A, K): pass
class Y(K, A): pass
class Z(X, Y): pass
class D1(K): pass
class D2(K): pass
class D3(D1, D2): pass
class D4(D3, D2, K): pass
class D5(5, undefined, K): pass
class D6(K, K): pass
deep = ()
for i in range(150): deep = (deep,)
x = [K.__members__, N.__members__, K._fields, N._fields, V._fields, V(), f.configs, j.configs, f.fn, f.arg_names, f.params, j.params, M(), M(1, 2, 3, 4), M.__mro__, Empty(), Empty() == Empty(), hash(Empty()), repr(Empty()), N(1), list(N), len(N), Z, Z().a, D3.__mro__, D4().a, D5, D6, hash(F()), hash(F([])), hash(F(F(F(1)))), {F(1): 2}[F(1)], repr(F('a' * 5000)), str([F('b' * 3000)] * 3)]
x += [hash(deep), {deep: 1}, deep == deep, deep < (deep,), copy.deepcopy(deep), copy.deepcopy([[1], [1]]), copy.deepcopy([K, K(), f, tl.int8, 5, 'a', None, ..., range(2), slice(1), math]), copy.deepcopy({'a': {'b': {'c': [{}]}}}), repr(deep), isinstance(5, tl.dtype), isinstance(5, tl.pointer_type), isinstance(tl.int8, tl.block_type), isinstance(tl.pointer_type(tl.int8), tl.pointer_type), isinstance(tl.block_type(tl.int8, [2]), tl.block_type), isinstance(5, triton.Config), isinstance((), tl.tuple), isinstance(tl.constexpr(1), tl.constexpr), isinstance(True, int), isinstance(1, bool), isinstance(None, type(None)), isinstance(1.5, (float, str))]
x += [hasattr(torch.a, 'float8'), hasattr(torch, 5), hasattr(torch, 'float32'), hasattr(numpy, 'a'), hasattr(K, 'a'), hasattr(K(), 'b'), hasattr(undefined, 5), hasattr(f, '__name__'), hasattr(tl, 'load'), hasattr(tl, 'nothing'), hasattr(tl.math, 'exp'), math.__name__, tl.__name__, torch.__name__, math.__file__, K.__module__, f.__module__, f.__doc__, f.__qualname__, f.__code__, K.__qualname__, K.__doc__, K.__bases__, j.__name__, j.nothing, j.src, j.cache_key]
x += [int('0x5', 10), int('0b1', 16), int('0x1', 2), int('0o7', 2), int('0x1', 8), int('0b1', 8), int('~', 36), int('|', 36), int('Z', 36), int('zz', 35), int('A', 11), int('a', 10), int('-5', 6), int('1' * 10001), int('1' * 9999), int(' '), int('+'), int('0b'), int('0B', 0), int('0bz', 0), list(range(10 ** 8)), max([{}, {}]), max([{1}, {2}]), max([None, None]), min([1, 'a']), max([[], 5]), max(K(), K()), f(**{}), f(*[]), f(**{}, **{}), [a for a in []], {a: 1 for a in {}}, dict({}), dict([]), {}.update({}), {1: 2}.setdefault(1, 5), {1: 2} == {}, {} == {}, {1: 2} == {2: 1}, {1} == {2}, set() == set(), {1, 2} <= {1}, 1 in {}, 2 in {1: 2}]
x += [s.rindex(5), 'a'.rfind(5), 'a'.index(undefined), 'a'.find(undefined), 'a'.find('a', undefined), 'a'.rindex('a', 'b'), 'a'.index(), '@[`{AZaz'.lower(), '@[`{AZaz'.upper(), '@[`{AZaz'.swapcase(), '@[`{AZaz'.title(), 'a b'.split(' ', 9), 'a b'.rsplit(' ', 9), 'a b'.split(None, 9), 'a b'.rsplit(None, 9), 'a'.split('a', 0), 'abab'.split('b'), 'abab'.rsplit('b'), '\1/\18\07', '{/}'.format(1), '{:}'.format(1), '{;}'.format(1), '{0/}'.format(1), '{0:}'.format(1), '{00000}'.format(1), '{000000}'.format(1), '{0;}'.format(1)]
x += [repr({i: i for i in range(3000)}), repr([i for i in range(3000)]), repr({i for i in range(3000)}), str({'a' * 3000: 'b' * 3000}), repr(triton.Config({'a' * 3000: 1, 'b': 2})), repr(tuple('abc' * 2000)), repr({1: {2: {3: {4: {}}}}}), f'{[1, [2, [3]]]}', torch.finfo(torch.float64).eps, torch.finfo(torch.float64).tiny, torch.finfo(torch.float64).max, torch.finfo(torch.float32).tiny, torch.finfo(torch.float16).bits, torch.finfo(tl.float64).min, torch.iinfo(torch.int64).max, torch.iinfo(torch.uint8).max, torch.iinfo(torch.bool).max]
#---
import math, triton.language as tl
class K: pass
() = []; [] = (); () = 5; () = undefined; () = [1]; tl[0] = 1; math[0] = 1; f[0] = 1; K[0] = 1; tl.x = 5; math.y = 6; N.z = 7; f.a = 8; j.b = 9; len.a = 1
try: y: int = 1 / 0
except ZeroDivisionError: y = 1
try: y += 1 / 0
except ZeroDivisionError: y = 2
try: y[1 / 0] = 3
except ZeroDivisionError: y = 3
try: y[0] += 1
except TypeError: y = 4
try: assert 0, ''
except AssertionError as e: y = str(e)
try: assert 0, 5
except AssertionError as e: y = str(e)
try: assert 1 / 0
except ZeroDivisionError: y = 5
try:
    try: 1 / 0
    finally: y = 6
except ZeroDivisionError: y = 7
try:
    for i in 1 / 0: pass
except ZeroDivisionError: y = 8
try:
    with 1 / 0: pass
except ZeroDivisionError: y = 9
try:
    while 1 / 0: pass
except ZeroDivisionError: y = 10
try:
    if 1 / 0: pass
except ZeroDivisionError: y = 11
try:
    match 1 / 0:
        case 1: pass
except ZeroDivisionError: y = 12
try:
    for i.a in [1]: pass
except NameError: y = 13
try: del undefined
except NameError: y = 14
try: del [][0]
except IndexError: y = 15
try: raise undefined
except NameError: y = 16
try: a, b = 1 / 0
except ZeroDivisionError: y = 17
try: a, b = 1
except TypeError: y = 18
try: a, b = 1, 2, 3
except ValueError: y = 19
try: (lambda: 1 / 0)()
except ZeroDivisionError: y = 20
try: [1 / 0 for i in [1]]
except ZeroDivisionError: y = 21
try: f'{1 / 0}'
except ZeroDivisionError: y = 22
try: {1: 1 / 0}
except ZeroDivisionError: y = 23
try: f(1 / 0)
except ZeroDivisionError: y = 24
try: f(1)
except TypeError: y = 25
try: class_ = type('A', (), {})
except Exception: y = 26
try:
    class C(1 / 0): pass
except ZeroDivisionError: y = 27
try:
    @undefined
    def g(): pass
except NameError: y = 28
try:
    def g(a=1 / 0): pass
except ZeroDivisionError: y = 29
try:
    class C: a = 1 / 0
except ZeroDivisionError: y = 30
try: 1 < 1 / 0 < 2
except ZeroDivisionError: y = 31
try: 1 / 0 and 1
except ZeroDivisionError: y = 32
try: 1 if 1 / 0 else 2
except ZeroDivisionError: y = 33
try: [*(1 / 0)]
except ZeroDivisionError: y = 34
try: {**(1 / 0)}
except ZeroDivisionError: y = 35
try: x[1 / 0:2]
except ZeroDivisionError: y = 36
try: import nothing.a
except ImportError: y = 37
try: from nothing import a
except ImportError: y = 38
try: from .nothing import a
except ImportError: y = 39
try: from math import a
except ImportError: y = 40
try: sorted([1, 2], key=lambda v: 1 / 0)
except ZeroDivisionError: y = 41
try: max([1, 2], key=lambda v: 1 / 0)
except ZeroDivisionError: y = 42
try: list(map(lambda v: 1 / 0, [1]))
except ZeroDivisionError: y = 43
try: return 1
except SyntaxError: y = 44
try:
    def g():
        try: return 1 / 0
        finally: return 2
    y = g()
    def h():
        for i in [1, 2]:
            try: break
            finally: continue
        while True:
            try: return i
            finally: break
        return 3
    y = h()
except Exception: y = 45
def outer():
    def inner():
        nonlocal q
        q = 1
        return q
    return inner()
x += [outer()]
#---
y = 1
while True: pass
while y:
    for i in range(10 ** 5): y = i
for i in range(10 ** 5):
    for k in range(10 ** 5): y += k
def endless(n): return endless(n + 1)
x = endless(0); x = [endless(i) for i in range(5)]; x = [[i for i in range(1000)] for k in range(1000)]
#---
from .a.b import c
from . import d
x = [c, d, c.e, d.f, c(1), d(2)[3], c + d, [c], not d, c if d else c]
#---
import triton, triton.language as tl, itertools
C = triton.Config
@undefined.decorator(1)
@undefined
class K: pass
@undefined.a(1)
@5
@undefined
def f(): pass
@len
def g(): pass
def h(): pass
@triton.autotune(configs=[5, undefined, C({'A': 1}), 6, 'a'], key=[])
@triton.jit
def k(A): pass
@triton.autotune(configs=[5, 6, 'a'], key=[])
@triton.jit
def l(A): pass
P = tl.pointer_type
x = [P(tl.int8) == P(tl.int16), P(tl.int8, 1) == P(tl.int8, 3), P(P(tl.int8)) == P(P(tl.int8)), P(tl.int8, const=True) == P(tl.int8), P(tl.int8) == tl.int8, tl.block_type(tl.int8, [2]) == tl.block_type(tl.int8, [2, 2]), str(P(tl.block_type(tl.int8, [2, 4, 8]))), P(tl.block_type(tl.int8, [2, 4])).name, {P(tl.block_type(tl.int8, [2, 4])): 1}, hash(tl.block_type(tl.int8, [2, 4, 8])), max([{}, {}], key=None), max([[], {}]), min([len, max]), max(1, [1], 'a'), sorted([{}, {}]), min({1: 2}, {3: 4}), max([K, f]), max(undefined, 1), max([1, 2, undefined])]
x += [itertools.product(range(100), repeat=2), itertools.product(range(100), repeat=64), itertools.product('ab', repeat=65), itertools.product([], repeat=5), itertools.product('ab', [], 'cd'), itertools.product([1] * 3000, [2] * 3000), itertools.combinations(range(65), 65), itertools.combinations(range(65), 64), itertools.permutations(range(64), 64), itertools.combinations(range(3000), 2), itertools.permutations(range(9), 9), itertools.permutations(range(3)), itertools.permutations([1, 2, 3], 3), itertools.combinations('abcd', 4), list(itertools.product(repeat=3)), itertools.product('ab', repeat=0), itertools.product('ab', repeat=1)]
x += ['{abc}'.format(abc=1), '{a1}'.format(a1=1), '{1a}'.format(1), '{12a}'.format(1), '{123a}'.format(1), '{1234a}'.format(1), '{12345}'.format(1), '{1}{2}{3}'.format(1, 2, 3, 4), '{0}{1}'.format(1, 2), '{00}{01}'.format(1, 2), '{000}'.format(1), '{0001}'.format(1, 2), '{-1}'.format(1), '{1 }'.format(1, 2), '{ 1}'.format(1), '{a b}'.format(1), '{0a}'.format(1), '{00a}'.format(1), '{000a}'.format(1), '{a}'.format(a=undefined), '{a.b}'.format(a=undefined), '{0[0][1].a!r:>5}'.format([[1, 2]])]
#---
import dataclasses, triton, torch, math, triton.language as tl
@dataclasses.dataclass(frozen=True)
class D:
    a: object
    b: int = 1
d = D(1); e = D(()); del e.b
deep = D(1)
for i in range(100): deep = D(deep)
d2 = {}
d2.setdefault('a', 1); d2.setdefault('a', 2)
@triton.heuristics({})
@triton.heuristics({'B': len, 'C': max})
@triton.jit
def k(B, C): pass
x = [hash(d), hash(e), hash(deep), deep == deep, d2, k, type(NotImplemented), repr(NotImplemented), NotImplemented == 1, type(d), type(D), type(None), type(...), type(len), type(math), type(tl.int8), type(k), type(slice(1)), type(range(1)), type(1.5), type(True), type(b''), type(torch), {}.items(), {1: 2, 3: 4}.items(), {}.values(), {}.keys(), torch.finfo(torch.float8_e4m3fn).max, torch.finfo(torch.float8_e5m2).max, torch.finfo(torch.bfloat16).eps, max([1, 2], default=3), hasattr(torch.float8_e4m3fn, 'name'), hasattr(torch, undefined)]
torch[0] = 1; torch.a[0] = 1; torch.a.b = 1; del torch.a; tl[0] = 1; tl.int8[0] = 1; math[1] = 2; d.b = 5; d.c = 6; deep.a = 7
for i in []: x = 1
for i in range(10 ** 4): pass
for i in range(10 ** 4):
    for j in []: pass
def outer():
    q = 1
    class Inner:
        q = 2
        def m(self):
            nonlocal q
            q = 3
            return q
    def f():
        def g():
            nonlocal q, r
            q = 4; r = 5
            return q
        return g()
    return Inner().m(), f(), q, [q for q in [6]], (lambda: q)()
x += [outer()]
match x:
    case [*_, a]: y = a
    case []: y = 1
match []:
    case []: z = 1
    case [*_]: z = 2
#---
x = [''.capitalize(), 'é'.capitalize(), 'Ab c'.capitalize(), '1a'.capitalize(), ''.title(), ''.swapcase(), ''.upper(), ''.islower(), '1'.isupper(), 'a1B'.isupper(), '}}'.format(), '{{{'.format(), '{}}}'.format(1), '{{}'.format(), '{{{}}}'.format(1), 'a{{b}}c'.format(), '{'.format(), 'a{'.format(), '{}'.format([]), '{0}{0}'.format('a' * 999)]
x += [int('1__0'), int('_'), int('1_'), int('_1'), int('0x_'), float('1_.5'), float('._5'), float('1_'), float('1_e5'), float('1e_5'), float('5\0'), float('nan(1)'), 'a\tb'.expandtabs(), '\t\n\t'.expandtabs(3), 'é\t'.expandtabs(2), '\t'.expandtabs(-1), '\t'.expandtabs('a'), '\t'.expandtabs(2 ** 70), ('\t' * 500).expandtabs(99999), 'é'.replace('', '-'), ''.replace('', 'a', 0), 'ab'.replace('a', '', None), 'a'.replace('', 'a' * 99, 5)]
x += [pow(3, -1, 7), pow(2, -1, 4), pow(2, 2 ** 70, 97), pow(-2, 3, 5), pow(2, 3, -5), pow(0, 0, 1), pow(2, 3, 0), pow(2, 3, 1.5), pow(3, 2 ** 3000, 2 ** 600), pow(5, -3, -7), pow(base=2, exp=3, mod=5), pow(2, undefined, 3), pow(True, 2, 3), 'a'.strip(5), 'a'.strip(None), 'aba'.lstrip('a'), 'aba'.rstrip('a'), ''.strip(), 'ab'.count('', 3), 'ab'.count('', -9), 'ab'.count('', 1, 2)]
#---
import collections, os, torch, numpy, typing, triton, triton.language as tl
class P:
    def f(self): return 1
    def g(self): return 2
    h = f
    @classmethod
    def c(cls): return cls
p = P(); q = P(); a = [1]
x = [p.f == p.f, p.f == p.g, p.f == q.f, p.f is p.f, p.h == p.f, p.c(), P.c(), p.c == P.c, p.c == q.c, P.f == P.f, P.f == P.h, hash(p.f), a.append == a.append, a.append == a.pop, [].pop == [].pop, 'a'.upper == 'a'.upper]
y = [tl.pi32_t, tl.CONSTEXPR_0, tl.CONSTEXPR_0 + 1, tl.TRITON_MAX_TENSOR_NUMEL, typing.TYPE_CHECKING, os.sep, numpy.inf, numpy.pi, torch.inf, torch.pi, numpy.e, 'A' not in os.environ, 'A' in os.environ, 1 not in os.environ, 1 not in len]
z = [len.value, (5).value, 'a'.value, a.value, torch.value, tl.value, tl.float16.value, range(3).value, p.value, P.value, print.value, triton.Config({}).kwargs, triton.Config({}).maxnreg, triton.Config({}, maxnreg=8).maxnreg, triton.Config({}).all_kwargs()]
w = [triton.Config({'A': 1}) == triton.Config({}), triton.Config({}) == triton.Config({'A': 1}), triton.Config({'num_warps': 3}).all_kwargs(), triton.cdiv(x=7, y=2), triton.next_power_of_2(n=7), tl.cdiv(x=tl.constexpr(7), y=2)]
C = triton.Config
u = [C({}, num_warps=2) == C({}, num_warps=4), C({}, num_stages=2) == C({}, num_stages=4), C({}, num_ctas=2) == C({}, num_ctas=4), C({}, maxnreg=8) == C({}, maxnreg=16), C({}, maxnreg=8) == C({}), C({}) == C({}, 4, 3, 1), C({'A': 1}) == C({'A': 2}), C({'A': 1}) == C({'B': 1})]
v = [tl.static_assert(1, 'a'), tl.static_assert(1, ''), tl.static_assert(1, 5), tl.static_assert(0, 'a'), tl.static_assert(0, ''), tl.static_assert(0, 5), tl.static_assert(0), tl.static_assert(1), tl.static_assert(cond=0, msg='b'), tl.static_assert(undefined, 'a'), tl.static_assert(torch.x)]
#---
import collections, collections.abc, functools, torch, triton, typing
nest = (int,)
for i in range(40): nest = (nest,)
x = [isinstance(1, nest), isinstance('a', nest), isinstance(1, (str, (float, (int,)))), isinstance(1, ((), (), ())), isinstance(1, typing.Any), isinstance(1, object), isinstance(torch.x, object), isinstance(torch.x, typing.Any)]
x += [isinstance(torch.x, int), isinstance(1, typing.List), isinstance(1, collections.abc.Iterable), isinstance(torch.x, torch.Tensor), isinstance(1, torch.Tensor), isinstance(1, 5), isinstance(len, triton.runtime.JITFunction), isinstance(1, triton.runtime.Autotuner), isinstance(1, triton.x)]
x += [type(torch.x), type(undefined), type(torch), str(torch.x), repr(torch), callable(torch.x), callable(undefined), callable([].append), callable(len), callable(lambda: 1), callable(int), callable(torch), callable(functools.partial(len)), callable(enumerate), callable(ValueError), callable(ValueError()), callable(1)]
#---
import itertools
x = [pow(7, -1, 7), pow(0, -1, 1), pow(0, -1, 7), pow(14, -1, 7), pow(1, -1, 1), pow(1, -1, 2), pow(-7, -1, 7), pow(3, -1, 7), pow(3, -1, -7), round(12345, -10000), round(12345, -5), round(5, -2 ** 70), round(15, -1), round(25, -1), round(-15, -1)]
y = [itertools.combinations(range(70), 70), itertools.combinations(range(66), 65), itertools.permutations([], 0), itertools.permutations([], -1), itertools.combinations([1], -1), itertools.combinations([1], 'a'), itertools.permutations([1], 'a'), itertools.permutations([1], None), itertools.permutations([1], r=-2)]
y += [itertools.combinations([], r=undefined), itertools.combinations(range(5), 0), itertools.permutations(range(65), 1), itertools.combinations(range(9), 8), itertools.product(), itertools.product([]), itertools.product(repeat=3), itertools.product([1], repeat=0), itertools.product([1], repeat=70), itertools.combinations([1], 1.5)]
z = [16.892174155688267 // 0.683489664548192, -700000000000000 // 0.7, -68.84415559381931 // -0.1, -49.451245908939235 // -0.1, divmod(75.78598019965943, -0.7638569389386689), 1e300 // 1e-300, 0.0 // 1, -0.0 // 1, 5e-324 // 1, -5e-324 // 1, 1.0 // float('inf'), -1.0 // float('inf')]
w = [int('010', 0), int('0', 0), int('00', 0), int('0_0', 0), int('0_1', 0), int('1', 1), int('1', 0.5), int('1', -1), int('0x_1', 16), int('0x', 0), int('0b', 0), int('+', 0), int('', 0), int('_', 0), int('0o7', 8), int('0o8', 8), int('0b1', 16), int('1' * 10001), int('1' * 10000) > 1]
#---
import collections, packaging.version
N = collections.namedtuple
x = [N('N', [()]), N('N', [(), 'a'])(1, 2), N('N', [[]]), N('N', [('a', 1)])(3), N('N', '')(), N('N', [])(), N('N', [5])(1), N('N', 'a', defaults=[1, 2])(), N('N', 'a', defaults=5), N('N', ['a'], defaults=()), N('N', 'a b')(1, 2)._replace(), ()._replace(), (1,)._asdict(), N('N', '')()._replace(a=1), N('N', '')()._asdict()]
y = [packaging.version.parse('1.2.3.4'), packaging.version.parse('1.2.3'), packaging.version.parse('1'), packaging.version.parse('1.2'), packaging.version.parse('a'), packaging.version.parse(''), packaging.version.parse('1.'), packaging.version.parse('12345678901.2'), packaging.version.parse(5)]
#---
s = 'abc'
x = [s.find('a', 'x'), s.rfind('a', 'x'), s.index('a', 'x'), s.rindex('a', 'x'), s.find('b', -2), s.rfind('b', -2), s.index('b', -2), s.rindex('b', -2), s.find('b', -9), s.rfind('b', -9), s.index('b', -9), s.rindex('b', -9), s.find('b', 1), s.rfind('b', 1), s.index('b', 1), s.rindex('b', 1)]
x += [s.index('', 4), s.find('', 4), s.rfind('', 4), s.rindex('', 3), s.find(5), s.rfind(5), s.index(5), s.rindex(5), s.index('b', 0, 1), s.rindex('b', 0, 1), s.find('b', None, None), s.find('b', 1.5), s.find(), s.rfind(), s.index(), s.rindex(), s.count('a', 'x'), s.count(5), s.count()]
x += [s.startswith('a', 'x'), s.endswith('c', 'x'), s.startswith(5), s.endswith(5), s.startswith(('a', 5)), s.endswith((5, 'c')), s.startswith(()), s.endswith(()), s.startswith(('x', 'a')), s.endswith(('x', 'c')), s.startswith(['a']), s.endswith(['c']), s.startswith(undefined), s.endswith(undefined)]
y = [s.replace(5, 'b'), s.replace('a', 5), s.replace('a', 'b', 'c'), s.replace('a', 'b', 2 ** 70), s.replace('a', 'b', 0), s.replace('a', 'b', -5), s.replace('a', 'b', None), s.replace(), 'é'.replace('', 'b'), ''.replace('', 'b'), ''.replace('', 'b', 1), 'aa'.replace('a', '', 1)]
y += ['a\tb\r\tc\n\té\t'.expandtabs(), 'a\t'.expandtabs(0), 'a\t'.expandtabs(-1), 'a\t'.expandtabs(1), '\t'.expandtabs(100001), '\t'.expandtabs('a'), '\t'.expandtabs(tabsize=3), ''.expandtabs(), 'é\r\n'.expandtabs(2)]
#---
import torch
x = [list(filter(lambda v: torch.x, [1])), list(filter(lambda v: undefined, [1])), list(filter(undefined, [1])), list(filter(torch.x, [1])), list(filter(None, [torch.x])), list(filter(None, [undefined])), list(filter(torch, [1])), list(filter(lambda v: torch, [1])), list(filter(None, [torch, 1])), [v for v in [1] if torch.x]]
y = [any([torch.x]), all([torch.x]), any([torch.x, 1]), all([torch.x, 0]), not torch.x, not torch, torch.x and 1, torch.x or 1, 1 if torch.x else 2, bool(torch.x), max(torch.x, 1), sorted([torch.x, 1]), torch.x in [1], 1 in [torch.x], torch.x == torch.x, torch.x == 1]
a = [3, 1, 2]
def key(v):
    a.append(v)
    return v
def late(v):
    a.append(v)
    return undefined
a.sort(key=key); a.sort(key=late); a.sort(key=lambda v: a.clear()); a.sort(key=lambda v: undefined); a.sort(reverse=undefined); a.sort(key=5); a.sort(key=lambda v: a.append(v), reverse=1)
#---
import typing
class T(typing.NamedTuple):
    p: int
    z = 5
    @classmethod
    def make(cls, v): return cls(v)
    @staticmethod
    def other(v): return v
    @property
    def q(self): return self.p
    def r(self): return self.p
x = [T(1).make(2), T.make(2), T(1).other(3), T(1).q, T(1).r(), T(1).z, T(1).nothing, T(1).make, T(1)._replace(), T(1)._replace(p=2), T(1)._replace(q=2), T(1).r == T(1).r, T(1).make == T.make]
#---
import dataclasses
@dataclasses.dataclass
class D:
    a: int
    b: int = 3
    def __init__(self, s=0):
        if s > 0: self.a = s
        if s > 1: self.b = s
x = [D() == D(), D(1) == D(), D() == D(1), D(1) == D(1), D(2) == D(2), D(2) == D(3), hash(D()), hash(D(1)), repr(D()), str(D(1)), {D(): 1}, D() in [D()], D() != D(2), dataclasses.asdict(D()), dataclasses.replace(D(2), a=3), D().a, D().b]
#---
import enum
class Q: pass
class E(enum.Enum):
    A = 1
    __p__ = Q()
    B = Q()
    C = Q
    D = len
E.X = Q()
E.Y = 5
x = [E(1), E(2), E(E.__p__), E(E.X), E(E.A), E(5), list(E), len(E), E(), E(None), E(Q), E.B.value, E.C, E.D, [*E], E['X'], E['__p__'], E.A == E.X, repr(E.A), repr(E.__p__), str(E.X), E.__members__]
E.A.value = 3
E.A.name = 4
y = [E(3), repr(E.A), E.A.name, E.A.value, str(E.A), E.A + 1, int(E.A)]
#---
import enum
class A: pass
for i in range(110):
    class A(A): pass
for i in range(3):
    class E(enum.Enum if i == 0 else E): a = i
x = [A(), isinstance(A(), A), len(A.__mro__), list(E), E(1)]
#---
import functools
class P:
    def f(self, g): return self.m
    def m(self): return 1
p = P()
@p.f
def a(): pass
@functools.partial
def b(v): return v
@(lambda g: P)
def c(): pass
@(lambda g: p.m)
def d(): pass
@(lambda g: functools.partial(g, 1))
def e(v): return v
@(lambda g: 5)
def i(): return 5
@(lambda g: None)
class C: pass
@p.f
class F: pass
@functools.partial
class G: pass
x = [a, b, c, d, e, i, a(), b(2), c(), d(), e(), i(), C, F, G, C(), F(), G()]
#---
class P: pass
x = []
try: raise 5
except ValueError: x += [1]
except Exception as e: x += [e]
try: raise undefined
except NameError: x += [2]
except Exception: x += [3]
import torch
try: raise torch.Error
except TypeError: x += [11]
except Exception: x += [12]
try: raise torch.Error('a')
except TypeError: x += [11]
except Exception: x += [12]
try: raise len
except (ValueError, Exception): x += [4]
try: raise P
except P: x += [5]
except Exception: x += [6]
try: raise ValueError(undefined)
except ValueError: x += [7]
except NameError: x += [8]
try: raise ValueError from 5
except ValueError: x += [9]
try: raise
except RuntimeError: x += [10]
try: raise TypeError('a', 'b')
except TypeError as e: x += [str(e), repr(e), e.args]
#---
def f(v):
    match v:
        case {'a': 2}: return 2
        case {'a': 1, **r}: return r
        case {'b': _, 'c': 3, **r}: return r
        case {}: return 1
        case [undefined.a]: return 3
        case undefined.a | 2: return 4
        case undefined(): return 5
        case _ if undefined: return 6
    return 7
x = [f({}), f({'a': 1}), f({'b': 1, 'c': 3, 'd': 4}), f({'a': 2}), f({'a': undefined}), f([1]), f(2), f('a'), f(undefined), f({1: undefined})]
match [undefined]:
    case [1]: x = 1
match {'a': 1}:
    case {**r}: x = r
match {'a': undefined}:
    case {'a': 1}: x = 2
    case {'a': _}: x = 3
#---
import a.b.c, a, a.b as c, torch.x.y as z
from a import b
from a.b import *
from math import nothing, pi
from math import *
from triton import *
from tkc import *
from os import *
from . import *
from torch import *
from . import test
from .test import *
from .. import bin
from ..bin import *
from ..tmp import *
from .. import *
from ... import sys
from .... import proc as p
import test, nowhere, nowhere.test
x = [a, b, c, z, pi, bin, test, nowhere, sys, p, bin.sh, sys.path, nowhere.test, b.c, a.b.c]
#---
e = ValueError('a')
x = [str(e), repr(e), e.args]
e.args = (1, 2)
x += [str(e), repr(e)]
e.args = ()
x += [str(e), repr(e)]
e.args = 5
x += [str(e), repr(e)]
del e.args
x += [str(e), repr(e)]
try: raise e
except ValueError as f: x += [str(f)]
class E(Exception):
    args = 5
    def __init__(self): pass
x += [str(E()), repr(E()), E().args]
