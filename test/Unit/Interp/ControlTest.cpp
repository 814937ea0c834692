// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Structured control flow and calls.
#include "RunKernel.h"

namespace tkc::interp {
namespace {

using data::ElementType;
using Values = std::vector<double>;

/// Runs a kernel `(%p: !tk.ptr<i32>, %n: i32)` whose body leaves `%r : i32`, which is stored to `%p`.
double scalar(int64_t n, const std::string &body, const std::string &otherFunctions = "") {
  KernelRun run;
  run.output(ElementType::I32, 1);
  run.integer(ElementType::I32, n);
  run.runCleanly("module {\n" + otherFunctions +
                 "func.func @kernel(%p: !tk.ptr<i32>, %n: i32) attributes {tk.kernel} {\n"
                 "  %c0 = arith.constant 0 : i32\n  %c1 = arith.constant 1 : i32\n" +
                 body + "\n  tk.store %p, %r : !tk.ptr<i32>\n  return\n}\n}");
  return run.values(0)[0];
}

TEST(InterpControl, TakesOneSideOfABranch) {
  std::string body = R"(  %isZero = arith.cmpi eq, %n, %c0 : i32
  %r = scf.if %isZero -> (i32) {
    %c10 = arith.constant 10 : i32
    scf.yield %c10 : i32
  } else {
    %double = arith.addi %n, %n : i32
    scf.yield %double : i32
  })";
  EXPECT_EQ(scalar(0, body), 10);
  EXPECT_EQ(scalar(21, body), 42);
}

TEST(InterpControl, SkipsABranchWithoutElse) {
  std::string body = R"(  tk.store %p, %c1 : !tk.ptr<i32>
  %isZero = arith.cmpi eq, %n, %c0 : i32
  scf.if %isZero {
    %c10 = arith.constant 10 : i32
    tk.store %p, %c10 : !tk.ptr<i32>
  }
  %r = tk.load %p : !tk.ptr<i32>)";
  EXPECT_EQ(scalar(0, body), 10);
  EXPECT_EQ(scalar(5, body), 1);
}

TEST(InterpControl, CountsTheTripsOfForLoops) {
  std::string body = R"(  %c3 = arith.constant 3 : i32
  %r = scf.for %i = %c1 to %n step %c3 iter_args(%sum = %c0) -> (i32) : i32 {
    %next = arith.addi %sum, %i : i32
    scf.yield %next : i32
  })";
  EXPECT_EQ(scalar(1, body), 0);
  EXPECT_EQ(scalar(2, body), 1);
  EXPECT_EQ(scalar(8, body), 1 + 4 + 7);
  EXPECT_EQ(scalar(-5, body), 0);
}

TEST(InterpControl, EndsLoopsWhoseVariableWouldOverflow) {
  std::string body = R"(  %start = arith.constant 2147483640 : i32
  %c5 = arith.constant 5 : i32
  %r = scf.for %i = %start to %n step %c5 iter_args(%sum = %c0) -> (i32) : i32 {
    %next = arith.addi %sum, %c1 : i32
    scf.yield %next : i32
  })";
  EXPECT_EQ(scalar(2147483647, body), 2);
}

TEST(InterpControl, SwapsLoopCarriedValues) {
  std::string body = R"(  %a, %b = scf.for %i = %c0 to %n step %c1 iter_args(%x = %c0, %y = %c1) -> (i32, i32) : i32 {
    scf.yield %y, %x : i32, i32
  }
  %c10 = arith.constant 10 : i32
  %tens = arith.muli %a, %c10 : i32
  %r = arith.addi %tens, %b : i32)";
  EXPECT_EQ(scalar(0, body), 1);
  EXPECT_EQ(scalar(1, body), 10);
  EXPECT_EQ(scalar(2, body), 1);
}

TEST(InterpControl, NestsLoops) {
  EXPECT_EQ(scalar(4, R"(  %r = scf.for %i = %c0 to %n step %c1 iter_args(%outer = %c0) -> (i32) : i32 {
    %s = scf.for %j = %c0 to %i step %c1 iter_args(%inner = %outer) -> (i32) : i32 {
      %next = arith.addi %inner, %j : i32
      scf.yield %next : i32
    }
    scf.yield %s : i32
  })"),
            0 + 0 + 1 + 3);
}

TEST(InterpControl, RunsWhileLoopsWithOtherTypesAfterTheCondition) {
  std::string body = R"(  %last, %count = scf.while (%x = %n, %k = %c0) : (i32, i32) -> (i32, i32) {
    %go = arith.cmpi sgt, %x, %c1 : i32
    scf.condition(%go) %k, %x : i32, i32
  } do {
  ^bb0(%k: i32, %x: i32):
    %half = arith.shrsi %x, %c1 : i32
    %more = arith.addi %k, %c1 : i32
    scf.yield %half, %more : i32, i32
  }
  %c100 = arith.constant 100 : i32
  %scaled = arith.muli %last, %c100 : i32
  %r = arith.addi %scaled, %count : i32)";
  EXPECT_EQ(scalar(1, body), 1);
  EXPECT_EQ(scalar(20, body), 401);
}

TEST(InterpControl, SwitchesOnAnIndex) {
  std::string body = R"(  %index = arith.index_cast %n : i32 to index
  %r = scf.index_switch %index -> i32
  case 2 {
    %c20 = arith.constant 20 : i32
    scf.yield %c20 : i32
  }
  case 5 {
    %c50 = arith.constant 50 : i32
    scf.yield %c50 : i32
  }
  default {
    scf.yield %c1 : i32
  })";
  EXPECT_EQ(scalar(2, body), 20);
  EXPECT_EQ(scalar(5, body), 50);
  EXPECT_EQ(scalar(3, body), 1);
}

TEST(InterpControl, ExecutesRegions) {
  EXPECT_EQ(scalar(3, R"(  %r = scf.execute_region -> i32 {
    %s = arith.addi %n, %c1 : i32
    scf.yield %s : i32
  })"),
            4);
}

TEST(InterpControl, CallsFunctionsTwice) {
  std::string square = R"(func.func private @square(%x: i32) -> i32 {
  %r = arith.muli %x, %x : i32
  return %r : i32
}
)";
  EXPECT_EQ(
      scalar(3, "  %s = func.call @square(%n) : (i32) -> i32\n  %r = func.call @square(%s) : (i32) -> i32", square),
      81);
}

TEST(InterpControl, RefusesRecursion) {
  KernelRun run;
  run.output(ElementType::I32, 1);
  run.run(R"(module {
func.func private @again(%x: i32) -> i32 {
  %r = func.call @again(%x) : (i32) -> i32
  return %r : i32
}
func.func @kernel(%p: !tk.ptr<i32>) attributes {tk.kernel} {
  %c = arith.constant 1 : i32
  %r = func.call @again(%c) : (i32) -> i32
  tk.store %p, %r : !tk.ptr<i32>
  return
}
})");
  ASSERT_EQ(run.execution.problems.size(), 1u);
  EXPECT_EQ(run.execution.problems[0].message, "function `again` calls itself");
}

TEST(InterpControl, NamesOpsThatItDoesNotKnow) {
  KernelRun run;
  run.output(ElementType::I32, 1);
  run.run(R"(func.func @kernel(%p: !tk.ptr<i32>) attributes {tk.kernel} {
  %c = arith.constant 1 : i32
  scf.forall (%i) in (4) { }
  tk.store %p, %c : !tk.ptr<i32>
  return
})");
  ASSERT_FALSE(run.execution.problems.empty());
  EXPECT_EQ(run.execution.problems[0].message, "the interpreter does not know `scf.forall`");
}

TEST(InterpControl, ReportsLoopsThatDoNotAdvance) {
  KernelRun run;
  run.output(ElementType::I32, 1);
  run.integer(ElementType::I32, 0);
  run.run(R"(func.func @kernel(%p: !tk.ptr<i32>, %step: i32) attributes {tk.kernel} {
  %c0 = arith.constant 0 : i32
  %c9 = arith.constant 9 : i32
  %r = scf.for %i = %c0 to %c9 step %step iter_args(%x = %c0) -> (i32) : i32 {
    scf.yield %i : i32
  }
  tk.store %p, %r : !tk.ptr<i32>
  return
})");
  EXPECT_EQ(run.faultKinds(), (std::vector<FaultKind>{FaultKind::InvalidStep}));
}

TEST(InterpControl, KnowsTheGrid) {
  KernelRun run;
  run.output(ElementType::I32, 24);
  run.launch.grid = {2, 3, 4};
  run.runCleanly(R"(func.func @kernel(%p: !tk.ptr<i32>) attributes {tk.kernel} {
  %x = tk.program_id 0 : i32
  %y = tk.program_id 1 : i32
  %z = tk.program_id 2 : i32
  %nx = tk.num_programs 0 : i32
  %ny = tk.num_programs 1 : i32
  %nz = tk.num_programs 2 : i32
  %zy = arith.muli %z, %ny : i32
  %row = arith.addi %zy, %y : i32
  %rx = arith.muli %row, %nx : i32
  %number = arith.addi %rx, %x : i32
  %q = tk.addptr %p, %number : !tk.ptr<i32>, i32
  %c100 = arith.constant 100 : i32
  %scaled = arith.muli %nz, %c100 : i32
  %value = arith.addi %scaled, %number : i32
  tk.store %q, %value : !tk.ptr<i32>
  return
})");
  for (size_t number = 0; number < 24; ++number) {
    EXPECT_EQ(run.values(0)[number], 400 + double(number));
  }
}

} // namespace
} // namespace tkc::interp
