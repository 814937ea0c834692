// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Atomics: values, and kernels whose programs wait for one another.
#include <algorithm>
#include <cmath>
#include <random>

#include "RunKernel.h"

namespace tkc::interp {
namespace {

using data::ElementType;
using Values = std::vector<double>;

/// One atomic on a buffer of one element; gives the old value and what is then in memory.
std::pair<double, double> atomic(ElementType type, const std::string &element, const std::string &kind, double before,
                                 double value) {
  KernelRun run;
  run.buffer(type, {before});
  run.buffer(type, {value});
  run.output(type, 1);
  std::string pointer = "!tk.ptr<" + element + ">";
  run.runCleanly("func.func @kernel(%p: " + pointer + ", %v: " + pointer + ", %out: " + pointer +
                 ") attributes {tk.kernel} {\n  %x = tk.load %v : " + pointer + "\n  %old = tk.atomic_rmw " + kind +
                 ", %p, %x : " + pointer + "\n  tk.store %out, %old : " + pointer + "\n  return\n}");
  return {run.values(2)[0], run.values(0)[0]};
}

TEST(InterpAtomic, ChangesMemoryAndGivesTheOldValue) {
  using Pair = std::pair<double, double>;
  EXPECT_EQ(atomic(ElementType::I32, "i32", "add", 5, 7), (Pair{5, 12}));
  EXPECT_EQ(atomic(ElementType::I32, "i32", "and", 12, 10), (Pair{12, 8}));
  EXPECT_EQ(atomic(ElementType::I32, "i32", "or", 12, 10), (Pair{12, 14}));
  EXPECT_EQ(atomic(ElementType::I32, "i32", "xor", 12, 10), (Pair{12, 6}));
  EXPECT_EQ(atomic(ElementType::I32, "i32", "max", -5, 7), (Pair{-5, 7}));
  EXPECT_EQ(atomic(ElementType::I32, "i32", "min", -5, 7), (Pair{-5, -5}));
  EXPECT_EQ(atomic(ElementType::I32, "i32", "umax", -5, 7), (Pair{-5, -5}));
  EXPECT_EQ(atomic(ElementType::I32, "i32", "umin", -5, 7), (Pair{-5, 7}));
  EXPECT_EQ(atomic(ElementType::I32, "i32", "xchg", 5, 7), (Pair{5, 7}));
  EXPECT_EQ(atomic(ElementType::F32, "f32", "fadd", 0.5, 1), (Pair{0.5, 1.5}));
  EXPECT_EQ(atomic(ElementType::F32, "f32", "fmax", 0.5, 1), (Pair{0.5, 1}));
  EXPECT_EQ(atomic(ElementType::F32, "f32", "fmin", 0.5, 1), (Pair{0.5, 0.5}));
  EXPECT_EQ(atomic(ElementType::F16, "f16", "fadd", 2048, 1), (Pair{2048, 2048}));
}

TEST(InterpAtomic, SumsOverAllPrograms) {
  KernelRun run;
  run.buffer(ElementType::I32, {0});
  run.launch.grid = {100, 1, 1};
  run.runCleanly(R"(func.func @kernel(%p: !tk.ptr<i32>) attributes {tk.kernel} {
  %pid = tk.program_id 0 : i32
  %old = tk.atomic_rmw add, %p, %pid : !tk.ptr<i32>
  return
})");
  EXPECT_EQ(run.values(0), (Values{4950}));
}

/// Every program adds one term to an element of zero; gives what is then there, and the bound.
std::pair<double, double> sumOf(ElementType type, const std::string &element, const Values &terms) {
  KernelRun run;
  run.buffer(type, {0});
  run.buffer(type, terms);
  run.launch.grid = {static_cast<int32_t>(terms.size()), 1, 1};
  std::string pointer = "!tk.ptr<" + element + ">";
  run.runCleanly("func.func @kernel(%p: " + pointer + ", %v: " + pointer +
                 ") attributes {tk.kernel} {\n  %pid = tk.program_id 0 : i32\n  %q = tk.addptr %v, %pid : " + pointer +
                 ", i32\n  %x = tk.load %q : " + pointer + "\n  %old = tk.atomic_rmw fadd, %p, %x : " + pointer +
                 "\n  return\n}");
  return {run.values(0)[0], run.bound(0, 0)};
}

/// The sum of all terms when a device adds them in this order; or as a tree, each half by itself.
float sumInOrder(const std::vector<float> &terms) {
  float sum = 0;
  for (float term : terms) {
    sum += term;
  }
  return sum;
}
float sumAsTree(const std::vector<float> &terms, size_t begin, size_t end) {
  if (end - begin == 1) {
    return terms[begin];
  }
  size_t middle = (begin + end) / 2;
  return sumAsTree(terms, begin, middle) + sumAsTree(terms, middle, end);
}

TEST(InterpAtomic, TheBoundOfASumHoldsInEveryOrder) {
  std::mt19937 random(11);
  for (int round = 0; round < 40; ++round) {
    Values terms;
    for (int index = 0; index < 7; ++index) {
      // Some cancel almost, some are tiny beside others.
      double magnitude = std::ldexp(1 + double(random() % 1000) / 1000, int(random() % 30) - 10);
      double term = index % 2 && round % 2 ? -terms.back() * (1 + 0x1p-20) : random() % 2 ? magnitude : -magnitude;
      terms.push_back(static_cast<float>(term));
    }
    auto [sum, bound] = sumOf(ElementType::F32, "f32", terms);
    std::vector<float> order(terms.begin(), terms.end());
    std::sort(order.begin(), order.end());
    do {
      ASSERT_LE(std::fabs(sumInOrder(order) - sum), bound);
      ASSERT_LE(std::fabs(sumAsTree(order, 0, order.size()) - sum), bound);
    } while (std::next_permutation(order.begin(), order.end()));
  }
}

TEST(InterpAtomic, SumsThatAreExactInEveryOrderHaveNoBound) {
  EXPECT_EQ(sumOf(ElementType::F32, "f32", {1, 2.5, -3, 1024, 0.25}), (std::pair<double, double>{1024.75, 0}));
  EXPECT_EQ(sumOf(ElementType::F16, "f16", {1, 2, -3, 1024, 512}).second, 0);
  EXPECT_EQ(sumOf(ElementType::F64, "f64", {0x1p52, 1, -3}).second, 0);
  // This order is exact too, another one is not.
  EXPECT_GE(sumOf(ElementType::F32, "f32", {0x1p24, -0x1p24, 1}).second, 1);
  EXPECT_GE(sumOf(ElementType::F16, "f16", {2048, -2048, 1}).second, 1);
  EXPECT_GE(sumOf(ElementType::F64, "f64", {0x1p53, -0x1p53, 1}).second, 1);
}

TEST(InterpAtomic, SumsThatMayOverflowOnTheWayAreOpen) {
  EXPECT_TRUE(std::isinf(sumOf(ElementType::F16, "f16", {60000, -60000, 60000}).second));
  double infinite = std::numeric_limits<double>::infinity();
  EXPECT_EQ(sumOf(ElementType::F16, "f16", {1, infinite, 2}), (std::pair<double, double>{infinite, 0}));
}

TEST(InterpAtomic, SubnormalTermsMayBeFlushed) {
  auto [sum, bound] = sumOf(ElementType::F32, "f32", {0x1p-130, 0x1p-130, 0x1p-126});
  EXPECT_GE(bound, 0x1p-129);
  EXPECT_LE(bound, 0x1p-120);
  EXPECT_EQ(sumOf(ElementType::F64, "f64", {0x1p-130, 0x1p-130}), (std::pair<double, double>{0x1p-129, 0}));
}

TEST(InterpAtomic, AStoreBeginsANewSum) {
  KernelRun run;
  run.buffer(ElementType::F32, {0x1p30});
  run.runCleanly(R"(func.func @kernel(%p: !tk.ptr<f32>) attributes {tk.kernel} {
  %one = arith.constant 1.0 : f32
  %a = tk.atomic_rmw fadd, %p, %one : !tk.ptr<f32>
  tk.store %p, %one : !tk.ptr<f32>
  %b = tk.atomic_rmw fadd, %p, %one : !tk.ptr<f32>
  return
})");
  EXPECT_EQ(run.values(0), (Values{2}));
  EXPECT_EQ(run.bound(0, 0), 0);
}

TEST(InterpAtomic, LeavesMaskedElementsAlone) {
  KernelRun run;
  run.buffer(ElementType::I32, {1, 2, 3, 4});
  run.runCleanly(R"(func.func @kernel(%p: !tk.ptr<i32>) attributes {tk.kernel} {
  %r = tk.make_range 0, 4 : tensor<4xi32>
  %ps = tk.splat %p : !tk.ptr<i32> to tensor<4x!tk.ptr<i32>>
  %q = tk.addptr %ps, %r : tensor<4x!tk.ptr<i32>>, tensor<4xi32>
  %two = arith.constant dense<2> : tensor<4xi32>
  %m = arith.cmpi slt, %r, %two : tensor<4xi32>
  %old = tk.atomic_rmw add, %q, %two mask %m : tensor<4x!tk.ptr<i32>>
  return
})");
  EXPECT_EQ(run.values(0), (Values{3, 4, 3, 4}));
}

TEST(InterpAtomic, SwapsOnlyWhatItExpects) {
  KernelRun run;
  run.buffer(ElementType::I32, {5, 6});
  run.output(ElementType::I32, 2);
  run.runCleanly(R"(func.func @kernel(%p: !tk.ptr<i32>, %out: !tk.ptr<i32>) attributes {tk.kernel} {
  %r = tk.make_range 0, 2 : tensor<2xi32>
  %ps = tk.splat %p : !tk.ptr<i32> to tensor<2x!tk.ptr<i32>>
  %q = tk.addptr %ps, %r : tensor<2x!tk.ptr<i32>>, tensor<2xi32>
  %five = arith.constant dense<5> : tensor<2xi32>
  %nine = arith.constant dense<9> : tensor<2xi32>
  %old = tk.atomic_cas %q, %five, %nine : tensor<2x!tk.ptr<i32>>
  %os = tk.splat %out : !tk.ptr<i32> to tensor<2x!tk.ptr<i32>>
  %oq = tk.addptr %os, %r : tensor<2x!tk.ptr<i32>>, tensor<2xi32>
  tk.store %oq, %old : tensor<2x!tk.ptr<i32>>
  return
})");
  EXPECT_EQ(run.values(0), (Values{9, 6}));
  EXPECT_EQ(run.values(1), (Values{5, 6}));
}

/// Each program takes the lock, adds one to a plain counter, and gives the lock back.
constexpr const char *spinLock =
    R"(func.func @kernel(%lock: !tk.ptr<i32>, %count: !tk.ptr<i32>) attributes {tk.kernel} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  scf.while : () -> () {
    %old = tk.atomic_cas %lock, %c0, %c1 : !tk.ptr<i32>
    %taken = arith.cmpi eq, %old, %c1 : i32
    scf.condition(%taken)
  } do {
    scf.yield
  }
  %x = tk.load %count : !tk.ptr<i32>
  %y = arith.addi %x, %c1 : i32
  tk.store %count, %y : !tk.ptr<i32>
  tk.debug_barrier
  %back = tk.atomic_rmw xchg, %lock, %c0 : !tk.ptr<i32>
  return
})";

TEST(InterpFairness, FinishesASpinLockOverManyPrograms) {
  for (unsigned threads : {1u, 2u, 4u}) {
    KernelRun run;
    run.options.threadCount = threads;
    run.options.quantum = 20;
    run.buffer(ElementType::I32, {0});
    run.buffer(ElementType::I32, {0});
    run.launch.grid = {500, 1, 1};
    run.runCleanly(spinLock);
    EXPECT_EQ(run.values(1), (Values{500}));
  }
}

/// Program i waits for a flag that program i + 1 sets: the last one, started last, frees all others.
constexpr const char *backwardsChain = R"(
func.func @kernel(%turn: !tk.ptr<i32>, %out: !tk.ptr<i32>, %n: i32) attributes {tk.kernel} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %pid = tk.program_id 0 : i32
  %after = arith.addi %pid, %c1 : i32
  %fromEnd = arith.subi %n, %after : i32
  scf.while : () -> () {
    %now = tk.atomic_rmw add, %turn, %c0 : !tk.ptr<i32>
    %wait = arith.cmpi ne, %now, %fromEnd : i32
    scf.condition(%wait)
  } do {
    scf.yield
  }
  %last = tk.load %out : !tk.ptr<i32>
  %next = arith.addi %last, %c1 : i32
  tk.store %out, %next : !tk.ptr<i32>
  %old = tk.atomic_rmw add, %turn, %c1 : !tk.ptr<i32>
  return
})";

TEST(InterpFairness, RunsProgramsThatWaitForLaterOnes) {
  KernelRun run;
  run.options.quantum = 50;
  run.buffer(ElementType::I32, {0});
  run.buffer(ElementType::I32, {0});
  run.integer(ElementType::I32, 200);
  run.launch.grid = {200, 1, 1};
  run.runCleanly(backwardsChain);
  EXPECT_EQ(run.values(1), (Values{200}));
}

TEST(InterpFairness, GivesUpWhenNothingChangesAnyMore) {
  KernelRun run;
  run.options.stallLimit = 100000;
  run.buffer(ElementType::I32, {1});
  run.buffer(ElementType::I32, {0});
  run.launch.grid = {3, 1, 1};
  run.run(spinLock);
  EXPECT_EQ(run.faultKinds(), (std::vector<FaultKind>{FaultKind::NoProgress}));
  EXPECT_EQ(run.values(1), (Values{0}));
}

} // namespace
} // namespace tkc::interp
