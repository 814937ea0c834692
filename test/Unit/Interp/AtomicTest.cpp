// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Atomics: values, and kernels whose programs wait for one another.
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
