// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels without control flow: the function, its attributes, names, expressions, identity.
#include "tkc/Dialect/Tk/IR/Identity.h"

#include <gtest/gtest.h>

#include "ElaborateKernel.h"

namespace tkc::elaborate::test {

static const char *const vectorAdd = R"(
@triton.jit
def kernel(x_ptr: "*fp32", y_ptr: "*fp32", out_ptr: "*fp32", n: "i32", BLOCK: tl.constexpr = 128):
    """Adds."""
    pid = tl.program_id(axis=0)
    offsets = pid * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    x = tl.load(x_ptr + offsets, mask=mask)
    y = tl.load(y_ptr + offsets, mask=mask)
    tl.store(out_ptr + offsets, x + y, mask=mask)
)";

TEST(StraightLine, makesTheFunctionOfAVectorAddition) {
  expectIr(vectorAdd, {"module attributes {tk.num_warps = 4 : i32}",
                       "func.func @kernel(%arg0: !tk.ptr<f32> {tk.divisibility = 16 : i32}",
                       "%arg3: i32) attributes {tk.kernel}", "tk.program_id 0", "tk.make_range 0, 128", "arith.addi",
                       "arith.cmpi slt", "tk.load", "tk.load", "arith.addf", "tk.store", "return"});
}

TEST(StraightLine, givesEachOpAnIdInProgramOrder) {
  Elaborated result = elaborateText(vectorAdd);
  ASSERT_TRUE(result.verifies);
  const std::vector<OpRecord> &records = result.ops.records();
  ASSERT_FALSE(records.empty());
  for (size_t i = 0; i < records.size(); ++i) {
    EXPECT_EQ(records[i].id, static_cast<int32_t>(i) + 1);
    EXPECT_EQ(records[i].kernel, "kernel");
    EXPECT_TRUE(records[i].callers.empty());
  }
  EXPECT_EQ(records[0].op, "tk.program_id");
  EXPECT_EQ(records[0].range.text(), "tl.program_id(axis=0)");
  EXPECT_EQ(records.back().op, "tk.store");
  EXPECT_EQ(result.ops.find(1), &result.ops.records().front());
  EXPECT_EQ(result.ops.find(0), nullptr);
  expectInOrder(result.irWithLocations, {"#loc1 = loc(\"test.tk\":5:11)", "loc(fused<#tk.ids<[1]>>[#loc1])"});
}

} // namespace tkc::elaborate::test
