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
