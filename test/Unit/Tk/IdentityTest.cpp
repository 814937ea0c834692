// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Op identity: sets of ids are read, merged, repaired and kept by rewrites.
#include "tkc/Dialect/Tk/IR/Identity.h"

#include "tkc/Dialect/Tk/IR/Tk.h"

#include "mlir/Parser/Parser.h"

#include <gtest/gtest.h>

using namespace mlir;
using namespace tkc::tk;

namespace {
using Ids = SmallVector<int32_t>;

struct IdentityTest : testing::Test {
  IdentityTest() { context.loadDialect<TkDialect, func::FuncDialect, arith::ArithDialect, scf::SCFDialect>(); }
  Location at(unsigned line) { return FileLineColLoc::get(&context, "a.tk", line, 1); }
  Location withIds(unsigned line, ArrayRef<int32_t> ids) { return makeLocation(at(line), ids); }
  OwningOpRef<ModuleOp> parse(StringRef text) { return parseSourceString<ModuleOp>(text, &context); }

  template <typename Op>
  Op first(ModuleOp module) {
    Op found;
    module.walk([&](Op op) {
      found = op;
      return WalkResult::interrupt();
    });
    return found;
  }

  MLIRContext context;
};

TEST_F(IdentityTest, PlainLocationsHaveNoIds) {
  EXPECT_TRUE(getIds(at(1)).empty());
  EXPECT_TRUE(getIds(UnknownLoc::get(&context)).empty());
}

TEST_F(IdentityTest, MakeLocationSortsAndUnites) {
  EXPECT_EQ(getIds(withIds(1, {7, 3, 7})), (Ids{3, 7}));
  EXPECT_EQ(makeLocation(at(1), {}), at(1));
}

TEST_F(IdentityTest, IdsAreFoundInFusedPartsAndCallSites) {
  Location fused = FusedLoc::get(&context, {withIds(1, {2}), withIds(2, {1})});
  EXPECT_EQ(getIds(fused), (Ids{1, 2}));
  Location call = CallSiteLoc::get(withIds(1, {5}), withIds(2, {4}));
  EXPECT_EQ(getIds(call), (Ids{4, 5}));
}

TEST_F(IdentityTest, SourceLocationLosesIdsOnly) {
  EXPECT_EQ(getSourceLocation(withIds(3, {1})), at(3));
  Location call = CallSiteLoc::get(withIds(1, {5}), withIds(2, {4}));
  EXPECT_EQ(getSourceLocation(call), Location(CallSiteLoc::get(at(1), at(2))));
}

TEST_F(IdentityTest, MergeKeepsTheFirstPosition) {
  Location merged = mergeLocations(withIds(1, {4}), withIds(2, {2, 4}));
  EXPECT_EQ(getIds(merged), (Ids{2, 4}));
  EXPECT_EQ(getSourceLocation(merged), at(1));
}

TEST_F(IdentityTest, MergeTakesTheSecondPositionWhenTheFirstIsUnknown) {
  Location merged = mergeLocations(UnknownLoc::get(&context), withIds(2, {2}));
  EXPECT_EQ(getIds(merged), (Ids{2}));
  EXPECT_EQ(getSourceLocation(merged), at(2));
}

TEST_F(IdentityTest, ConstantsAndTerminatorsAreExempt) {
  auto module = parse("func.func @f() -> i32 { %0 = arith.constant 1 : i32 return %0 : i32 }");
  ASSERT_TRUE(module);
  EXPECT_TRUE(isExemptFromIds(*module));
  EXPECT_TRUE(isExemptFromIds(first<func::FuncOp>(*module)));
  EXPECT_TRUE(isExemptFromIds(first<arith::ConstantOp>(*module)));
  EXPECT_TRUE(isExemptFromIds(first<func::ReturnOp>(*module)));
  EXPECT_EQ(findOpWithoutIds(*module), nullptr);
  mergeIds(first<arith::ConstantOp>(*module), withIds(1, {1}));
  EXPECT_TRUE(getIds(first<arith::ConstantOp>(*module).getLoc()).empty());
}

TEST_F(IdentityTest, NormaliseTakesIdsOfUsersUpAChain) {
  auto module = parse(R"(func.func @f(%p: !tk.ptr<i32>) {
    %0 = tk.program_id 0 : i32
    %1 = arith.addi %0, %0 : i32
    tk.store %p, %1 : !tk.ptr<i32> loc(fused<#tk.ids<[9]>>["a.tk":1:1])
    return
  })");
  ASSERT_TRUE(module);
  EXPECT_EQ(findOpWithoutIds(*module), first<ProgramIdOp>(*module));
  EXPECT_EQ(normaliseIds(*module), 2u);
  EXPECT_EQ(getIds(first<ProgramIdOp>(*module).getLoc()), (Ids{9}));
  EXPECT_EQ(getIds(first<arith::AddIOp>(*module).getLoc()), (Ids{9}));
  EXPECT_EQ(findOpWithoutIds(*module), nullptr);
  EXPECT_EQ(normaliseIds(*module), 0u);
}

TEST_F(IdentityTest, NormaliseTakesIdsOfTheOpAround) {
  auto module = parse(R"(func.func @f(%p: !tk.ptr<i32>, %c: i1, %x: i32) {
    scf.if %c {
      tk.store %p, %x : !tk.ptr<i32>
    } loc(fused<#tk.ids<[4]>>["a.tk":1:1])
    return
  })");
  ASSERT_TRUE(module);
  EXPECT_EQ(normaliseIds(*module), 1u);
  EXPECT_EQ(getIds(first<StoreOp>(*module).getLoc()), (Ids{4}));
}

TEST_F(IdentityTest, NormaliseCountsOnlyWhatItCouldRepair) {
  auto module = parse(R"(func.func @f(%p: !tk.ptr<i32>, %x: i32) {
    tk.store %p, %x : !tk.ptr<i32>
    return
  })");
  ASSERT_TRUE(module);
  EXPECT_EQ(normaliseIds(*module), 0u);
  EXPECT_EQ(findOpWithoutIds(*module), first<StoreOp>(*module));
}

TEST_F(IdentityTest, ListenerMergesIdsIntoTheReplacement) {
  auto module = parse(R"(func.func @f() -> i32 {
    %0 = tk.program_id 0 : i32 loc(fused<#tk.ids<[1]>>["a.tk":1:1])
    %1 = arith.muli %0, %0 : i32 loc(fused<#tk.ids<[2]>>["a.tk":2:1])
    return %1 : i32
  })");
  ASSERT_TRUE(module);
  IdentityListener listener;
  IRRewriter rewriter(&context, &listener);
  rewriter.replaceOp(first<arith::MulIOp>(*module), first<ProgramIdOp>(*module).getResult());
  EXPECT_EQ(getIds(first<ProgramIdOp>(*module).getLoc()), (Ids{1, 2}));
  EXPECT_EQ(getSourceLocation(first<ProgramIdOp>(*module).getLoc()), at(1));
}
} // namespace
