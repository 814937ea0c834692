// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The axis facts of small kernels, against what their formulas say by hand.
#include "tkc/Dialect/Tkg/Analysis/AxisInfo.h"

#include "mlir/Parser/Parser.h"

#include <gtest/gtest.h>

using namespace mlir;
using namespace tkc;
using namespace tkc::tkg;

namespace {
class AxisInfoTest : public ::testing::Test {
protected:
  AxisInfoTest() {
    context.loadDialect<tk::TkDialect, TkgDialect, arith::ArithDialect, func::FuncDialect, scf::SCFDialect>();
  }

  /// Parses the body of a kernel with a pointer %p and integers %n and %m (multiples of 16) and %k, and gives the
  /// printed facts of the value that the op with the attribute `here` defines.
  std::string analyse(const std::string &body) {
    std::string text = "func.func @f(%p: !tk.ptr<f16> {tk.divisibility = 16 : i32}, %n: i32 {tk.divisibility = 16 : "
                       "i32}, %m: i32 {tk.divisibility = 16 : i32}, %k: i32) attributes {tk.kernel} {\n" +
                       body + "\nreturn\n}";
    module = parseSourceString<ModuleOp>(text, &context);
    if (!module) {
      return "does not parse";
    }
    AxisInfoAnalysis analysis(*module);
    std::string facts;
    llvm::raw_string_ostream os(facts);
    module->walk([&](Operation *op) {
      if (op->hasAttr("here")) {
        analysis.getInfo(op->getResult(0)).print(os);
        if (isa<tk::LoadOp>(op)) {
          auto load = cast<tk::LoadOp>(op);
          os << ", width = "
             << analysis.getAccessWidth(load.getPointer(), load.getMask(),
                                        analysis.getContiguityOrder(load.getPointer()).front());
        }
      }
    });
    return facts;
  }

  /// Promises that `remainder`, an op on %k, %c15 and %c16, is zero.
  static std::string promise(const std::string &remainder, const std::string &predicate = "eq") {
    return R"(
    %c15 = arith.constant 15 : i32
    %c16 = arith.constant 16 : i32
    %z = arith.constant 0 : i32
    %rest = )" +
           remainder + " : i32\n%is = arith.cmpi " + predicate + ", %rest, %z : i32\ntk.assume %is\n";
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
};

constexpr const char *range = "%r = tk.make_range 0, 128 : tensor<128xi32>\n";
} // namespace

TEST_F(AxisInfoTest, RangeCountsUp) {
  EXPECT_EQ(analyse("%r = tk.make_range 0, 128 {here} : tensor<128xi32>"),
            "contiguity = [128], divisibility = [1073741824], constancy = [1]");
  EXPECT_EQ(analyse("%r = tk.make_range 8, 136 {here} : tensor<128xi32>"),
            "contiguity = [128], divisibility = [8], constancy = [1]");
}

TEST_F(AxisInfoTest, RangeOfOddSizeCountsUpInGroups) {
  EXPECT_EQ(analyse("%r = tk.make_range 0, 96 {here} : tensor<96xi32>"),
            "contiguity = [32], divisibility = [32], constancy = [1]");
}

TEST_F(AxisInfoTest, ProgramOffsetKeepsContiguity) {
  EXPECT_EQ(analyse(std::string(range) + R"(
    %pid = tk.program_id 0 : i32
    %c = arith.constant 128 : i32
    %o = arith.muli %pid, %c : i32
    %s = tk.splat %o : i32 to tensor<128xi32>
    %a = arith.addi %s, %r {here} : tensor<128xi32>)"),
            "contiguity = [128], divisibility = [128], constancy = [1]");
}

TEST_F(AxisInfoTest, WideOffsetsKeepContiguity) {
  EXPECT_EQ(analyse(std::string(range) + R"(
    %w = arith.extsi %r : tensor<128xi32> to tensor<128xi64>
    %s = tk.splat %p : !tk.ptr<f16> to tensor<128x!tk.ptr<f16>>
    %a = tk.addptr %s, %w {here} : tensor<128x!tk.ptr<f16>>, tensor<128xi64>)"),
            "contiguity = [128], divisibility = [16], constancy = [1]");
}

TEST_F(AxisInfoTest, SumOfRangeAndStepsIsOnlyAsAlignedAsItsGroups) {
  // (r / 4) * 1024 + r counts up in groups of 4, which begin at multiples of 4.
  EXPECT_EQ(analyse(std::string(range) + R"(
    %c4 = arith.constant dense<4> : tensor<128xi32>
    %c1k = arith.constant dense<1024> : tensor<128xi32>
    %q = arith.divsi %r, %c4 : tensor<128xi32>
    %t = arith.muli %q, %c1k : tensor<128xi32>
    %a = arith.addi %t, %r {here} : tensor<128xi32>)"),
            "contiguity = [4], divisibility = [4], constancy = [1]");
}

TEST_F(AxisInfoTest, StrideBreaksContiguity) {
  EXPECT_EQ(analyse(std::string(range) + R"(
    %s = tk.splat %n : i32 to tensor<128xi32>
    %a = arith.muli %r, %s {here} : tensor<128xi32>)"),
            "contiguity = [1], divisibility = [16], constancy = [1]");
}

TEST_F(AxisInfoTest, RemainderByMultipleOf16CountsUpInGroupsOf16) {
  EXPECT_EQ(analyse(std::string(range) + R"(
    %s = tk.splat %n : i32 to tensor<128xi32>
    %a = arith.remsi %r, %s {here} : tensor<128xi32>)"),
            "contiguity = [16], divisibility = [16], constancy = [1]");
}

TEST_F(AxisInfoTest, RemainderOfNegativeNumbersCountsForNothing) {
  EXPECT_EQ(analyse(R"(
    %r = tk.make_range -16, 112 : tensor<128xi32>
    %s = tk.splat %n : i32 to tensor<128xi32>
    %a = arith.remsi %r, %s {here} : tensor<128xi32>)"),
            "contiguity = [1], divisibility = [1], constancy = [1]");
}

TEST_F(AxisInfoTest, ShiftAndMaskAreQuotientAndRemainder) {
  EXPECT_EQ(analyse(std::string(range) + R"(
    %c = arith.constant dense<3> : tensor<128xi32>
    %a = arith.shrsi %r, %c {here} : tensor<128xi32>)"),
            "contiguity = [1], divisibility = [1], constancy = [8]");
  EXPECT_EQ(analyse(std::string(range) + R"(
    %c = arith.constant dense<7> : tensor<128xi32>
    %a = arith.andi %r, %c {here} : tensor<128xi32>)"),
            "contiguity = [8], divisibility = [8], constancy = [1]");
}

TEST_F(AxisInfoTest, MaskOfAlignedBoundIsConstantOverGroups) {
  EXPECT_EQ(analyse(std::string(range) + R"(
    %s = tk.splat %n : i32 to tensor<128xi32>
    %a = arith.cmpi slt, %r, %s {here} : tensor<128xi32>)"),
            "contiguity = [1], divisibility = [1], constancy = [16]");
  EXPECT_EQ(analyse(std::string(range) + R"(
    %s = tk.splat %n : i32 to tensor<128xi32>
    %a = arith.cmpi sgt, %s, %r {here} : tensor<128xi32>)"),
            "contiguity = [1], divisibility = [1], constancy = [16]");
}

TEST_F(AxisInfoTest, MaskOfInclusiveBoundIsNot) {
  EXPECT_EQ(analyse(std::string(range) + R"(
    %s = tk.splat %n : i32 to tensor<128xi32>
    %a = arith.cmpi sle, %r, %s {here} : tensor<128xi32>)"),
            "contiguity = [1], divisibility = [1], constancy = [1]");
}

TEST_F(AxisInfoTest, RowsOfAMatrix) {
  const std::string rows = std::string(range) + R"(
    %rr = tk.expand_dims %r, 1 : tensor<128xi32> to tensor<128x1xi32>
    %sn = tk.splat %n : i32 to tensor<128x1xi32>
    %rs = arith.muli %rr, %sn : tensor<128x1xi32>
    %rb = tk.broadcast %rs : tensor<128x1xi32> to tensor<128x128xi32>
    %cc = tk.expand_dims %r, 0 : tensor<128xi32> to tensor<1x128xi32>
    %cb = tk.broadcast %cc : tensor<1x128xi32> to tensor<128x128xi32>
    %o = arith.addi %rb, %cb : tensor<128x128xi32>
    %s = tk.splat %p : !tk.ptr<f16> to tensor<128x128x!tk.ptr<f16>>
    %a = tk.addptr %s, %o : tensor<128x128x!tk.ptr<f16>>, tensor<128x128xi32>)";
  EXPECT_EQ(analyse(rows + "\n%l = tk.load %a {here} : tensor<128x128x!tk.ptr<f16>>"),
            "contiguity = [1, 1], divisibility = [1, 1], constancy = [1, 1], width = 8");
}

TEST_F(AxisInfoTest, GatherRepeatsWherePlacesDo) {
  EXPECT_EQ(analyse(std::string(range) + R"(
    %c16 = arith.constant dense<16> : tensor<128xi32>
    %x = arith.muli %r, %c16 : tensor<128xi32>
    %w = arith.divui %r, %c16 : tensor<128xi32>
    %g = tk.gather %x[%w] axis = 0 {here} : tensor<128xi32>[tensor<128xi32>] to tensor<128xi32>)"),
            "contiguity = [1], divisibility = [16], constancy = [16]");
}

TEST_F(AxisInfoTest, MaskNarrowsTheAccess) {
  EXPECT_EQ(analyse(std::string(range) + R"(
    %s = tk.splat %p : !tk.ptr<f16> to tensor<128x!tk.ptr<f16>>
    %a = tk.addptr %s, %r : tensor<128x!tk.ptr<f16>>, tensor<128xi32>
    %b = tk.splat %k : i32 to tensor<128xi32>
    %mask = arith.cmpi slt, %r, %b : tensor<128xi32>
    %l = tk.load %a mask %mask {here} : tensor<128x!tk.ptr<f16>>)"),
            "contiguity = [1], divisibility = [1], constancy = [1], width = 1");
}

TEST_F(AxisInfoTest, OffsetMisalignsTheAccess) {
  EXPECT_EQ(analyse(R"(
    %r = tk.make_range 2, 130 : tensor<128xi32>
    %s = tk.splat %p : !tk.ptr<f16> to tensor<128x!tk.ptr<f16>>
    %a = tk.addptr %s, %r : tensor<128x!tk.ptr<f16>>, tensor<128xi32>
    %l = tk.load %a {here} : tensor<128x!tk.ptr<f16>>)"),
            "contiguity = [1], divisibility = [1], constancy = [1], width = 2");
}

TEST_F(AxisInfoTest, LoopCarriedPointersStayAligned) {
  EXPECT_EQ(analyse(std::string(range) + R"(
    %c0 = arith.constant 0 : i32
    %c64 = arith.constant 64 : i32
    %s = tk.splat %p : !tk.ptr<f16> to tensor<128x!tk.ptr<f16>>
    %a = tk.addptr %s, %r : tensor<128x!tk.ptr<f16>>, tensor<128xi32>
    %step = arith.constant dense<64> : tensor<128xi32>
    %e = scf.for %i = %c0 to %k step %c64 iter_args(%q = %a) -> (tensor<128x!tk.ptr<f16>>) : i32 {
      %l = tk.load %q {here} : tensor<128x!tk.ptr<f16>>
      %t = tk.addptr %q, %step : tensor<128x!tk.ptr<f16>>, tensor<128xi32>
      scf.yield %t : tensor<128x!tk.ptr<f16>>
    })"),
            "contiguity = [1], divisibility = [1], constancy = [1], width = 8");
}

TEST_F(AxisInfoTest, InductionVariableIsAMultipleOfItsStep) {
  EXPECT_EQ(analyse(R"(
    %c0 = arith.constant 0 : i32
    %c64 = arith.constant 64 : i32
    scf.for %i = %c0 to %k step %c64 : i32 {
      %s = tk.splat %i {here} : i32 to tensor<128xi32>
    })"),
            "contiguity = [1], divisibility = [64], constancy = [128]");
}

TEST_F(AxisInfoTest, HintsAreBelieved) {
  EXPECT_EQ(analyse(R"(
    %s = tk.splat %k {here, tk.divisibility = dense<8> : tensor<1xi32>} : i32 to tensor<128xi32>)"),
            "contiguity = [1], divisibility = [8], constancy = [128]");
}

TEST_F(AxisInfoTest, HintsOfALoopAreThoseOfItsInductionVariable) {
  EXPECT_EQ(analyse(R"(
    %c0 = arith.constant 0 : i32
    scf.for %i = %c0 to %n step %k : i32 {
      %a = arith.extsi %i {here} : i32 to i64
    } {tk.divisibility = array<i32: 8>})"),
            "contiguity = [1], divisibility = [8], constancy = [1]");
}

TEST_F(AxisInfoTest, PromisedRemainderOfAnArgumentIsADivisor) {
  const char *facts = "contiguity = [1], divisibility = [16], constancy = [1]";
  EXPECT_EQ(analyse(promise("arith.remsi %k, %c16") + "%a = arith.extsi %k {here} : i32 to i64"), facts);
  EXPECT_EQ(analyse(promise("arith.remui %k, %c16") + "%a = arith.extsi %k {here} : i32 to i64"), facts);
  EXPECT_EQ(analyse(promise("arith.andi %k, %c15") + "%a = arith.extsi %k {here} : i32 to i64"), facts);
}

TEST_F(AxisInfoTest, PromiseOfOtherFactsIsNoDivisor) {
  const char *facts = "contiguity = [1], divisibility = [1], constancy = [1]";
  EXPECT_EQ(analyse(promise("arith.andi %k, %c16") + "%a = arith.extsi %k {here} : i32 to i64"), facts);
  EXPECT_EQ(analyse(promise("arith.divsi %k, %c16") + "%a = arith.extsi %k {here} : i32 to i64"), facts);
  EXPECT_EQ(analyse(promise("arith.remsi %k, %c16", "ne") + "%a = arith.extsi %k {here} : i32 to i64"), facts);
}

TEST_F(AxisInfoTest, PromiseHoldsForResultsAndInWholeNumbersBeforeTheyWereExtended) {
  EXPECT_EQ(analyse(R"(
    %pid = tk.program_id 0 {here} : i32
    %w = arith.extsi %pid : i32 to i64
    %c = arith.constant 24 : i64
    %z = arith.constant 0 : i64
    %r = arith.remsi %w, %c : i64
    %is = arith.cmpi eq, %r, %z : i64
    %other = arith.cmpi sgt, %w, %z : i64
    %both = arith.andi %other, %is : i1
    tk.assume %both)"),
            "contiguity = [1], divisibility = [8], constancy = [1]");
}

TEST_F(AxisInfoTest, PromiseOfAnAddressAlignsTheAccess) {
  EXPECT_EQ(analyse(std::string(range) + R"(
    %q = tk.addptr %p, %k : !tk.ptr<f16>, i32
    %n64 = tk.ptr_to_int %q : !tk.ptr<f16> to i64
    %c = arith.constant 8 : i64
    %z = arith.constant 0 : i64
    %m8 = arith.remui %n64, %c : i64
    %is = arith.cmpi eq, %m8, %z : i64
    tk.assume %is
    %s = tk.splat %q : !tk.ptr<f16> to tensor<128x!tk.ptr<f16>>
    %a = tk.addptr %s, %r : tensor<128x!tk.ptr<f16>>, tensor<128xi32>
    %v = tk.load %a {here} : tensor<128x!tk.ptr<f16>>)"),
            "contiguity = [1], divisibility = [1], constancy = [1], width = 4");
}

TEST_F(AxisInfoTest, PromiseOfABranchHoldsForItsOwnValuesOnly) {
  EXPECT_EQ(analyse(R"(
    %c16 = arith.constant 16 : i32
    %z = arith.constant 0 : i32
    %cond = arith.cmpi sgt, %k, %z : i32
    scf.if %cond {
      %r = arith.remsi %k, %c16 : i32
      %is = arith.cmpi eq, %r, %z : i32
      tk.assume %is
    }
    %a = arith.extsi %k {here} : i32 to i64)"),
            "contiguity = [1], divisibility = [1], constancy = [1]");
}

TEST_F(AxisInfoTest, PromiseOfAnInductionVariableIsADivisor) {
  EXPECT_EQ(analyse(R"(
    %c16 = arith.constant 16 : i32
    %z = arith.constant 0 : i32
    scf.for %i = %z to %n step %k : i32 {
      %r = arith.remsi %i, %c16 : i32
      %is = arith.cmpi eq, %r, %z : i32
      tk.assume %is
      %a = arith.extsi %i {here} : i32 to i64
    })"),
            "contiguity = [1], divisibility = [16], constancy = [1]");
}

TEST_F(AxisInfoTest, SelectByAScalarKeepsContiguity) {
  EXPECT_EQ(analyse(std::string(range) + R"(
    %c0 = arith.constant 0 : i32
    %b = arith.cmpi sgt, %k, %c0 : i32
    %t = tk.make_range 16, 144 : tensor<128xi32>
    %a = arith.select %b, %r, %t {here} : tensor<128xi32>)"),
            "contiguity = [128], divisibility = [16], constancy = [1]");
}

TEST_F(AxisInfoTest, CastToASmallerPointeeForgetsContiguity) {
  EXPECT_EQ(analyse(std::string(range) + R"(
    %s = tk.splat %p : !tk.ptr<f16> to tensor<128x!tk.ptr<f16>>
    %a = tk.addptr %s, %r : tensor<128x!tk.ptr<f16>>, tensor<128xi32>
    %c = tk.ptr_cast %a {here} : tensor<128x!tk.ptr<f16>> to tensor<128x!tk.ptr<i8>>)"),
            "contiguity = [1], divisibility = [2], constancy = [1]");
}

TEST_F(AxisInfoTest, TranspositionPermutesTheFacts) {
  EXPECT_EQ(analyse(std::string(range) + R"(
    %cc = tk.expand_dims %r, 0 : tensor<128xi32> to tensor<1x128xi32>
    %t = tk.trans %cc [1, 0] {here} : tensor<1x128xi32> to tensor<128x1xi32>)"),
            "contiguity = [128, 1], divisibility = [1073741824, 1], constancy = [1, 1]");
}

TEST_F(AxisInfoTest, ReshapeKeepsWhatFitsTheLastDimension) {
  EXPECT_EQ(analyse(std::string(range) + R"(
    %t = tk.reshape %r {here} : tensor<128xi32> to tensor<4x32xi32>)"),
            "contiguity = [1, 32], divisibility = [1, 32], constancy = [1, 1]");
}
