// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Dots: operands, result types, precision, and what is refused.
#include "SemanticFixture.h"

using namespace tkc;
using namespace tkc::elaborate;

namespace {
class DotsTest : public SemanticTest {
protected:
  mlir::FailureOr<Object> dot(const char *left, const char *right, std::vector<evaluate::NamedObject> options = {}) {
    return call("tl.dot", {value(left, {16, 64}), value(right, {64, 32})}, options);
  }
};
} // namespace

TEST_F(DotsTest, result_types_follow_the_operands) {
  EXPECT_EQ(typeOf(dot("fp16", "fp16")), "fp32[16, 32]");
  EXPECT_EQ(typeOf(dot("bf16", "bf16")), "fp32[16, 32]");
  EXPECT_EQ(typeOf(dot("fp32", "fp32")), "fp32[16, 32]");
  EXPECT_EQ(typeOf(dot("fp64", "fp64")), "fp64[16, 32]");
  EXPECT_EQ(typeOf(dot("i8", "i8")), "int32[16, 32]");
  EXPECT_EQ(typeOf(dot("fp8e5", "fp8e4nv")), "fp32[16, 32]");
  EXPECT_EQ(typeOf(dot("fp16", "fp16", {{"out_dtype", dtype("fp16")}})), "fp16[16, 32]");
  EXPECT_EQ(typeOf(dot("fp16", "fp16", {{"acc", value("fp16", {16, 32})}})), "fp16[16, 32]");
  EXPECT_EQ(typeOf(dot("bf16", "bf16", {{"acc", value("fp32", {16, 32})}})), "fp32[16, 32]");
  ir();
}

TEST_F(DotsTest, precision_is_for_fp32) {
  EXPECT_EQ(typeOf(dot("fp32", "fp32")), "fp32[16, 32]");
  EXPECT_TRUE(has("precision = #tk.precision<tf32>"));
  EXPECT_EQ(typeOf(dot("fp32", "fp32", {{"input_precision", text("TF32x3")}})), "fp32[16, 32]");
  EXPECT_TRUE(has("#tk.precision<tf32x3>"));
  EXPECT_EQ(typeOf(dot("fp32", "fp32", {{"input_precision", text("fp8")}})), "nothing");
  EXPECT_TRUE(says("known are: tf32, tf32x3, ieee, bf16x3, bf16x6"));
  EXPECT_EQ(typeOf(dot("fp32", "fp32", {{"input_precision", text("ieee")}, {"allow_tf32", yes()}})), "nothing");
  EXPECT_TRUE(says("[DotPrecisionTwice]"));
}

TEST_F(DotsTest, ieee_needs_no_attribute) {
  EXPECT_EQ(typeOf(dot("fp32", "fp32", {{"allow_tf32", Object::boolean(false)}})), "fp32[16, 32]");
  EXPECT_EQ(typeOf(dot("fp16", "fp16", {{"allow_tf32", yes()}})), "fp32[16, 32]");
  EXPECT_FALSE(has("#tk.precision<tf32>"));
}

TEST_F(DotsTest, imprecise_sums_are_for_fp8) {
  EXPECT_EQ(typeOf(dot("fp8e5", "fp8e5")), "fp32[16, 32]");
  EXPECT_TRUE(has("maxNumImpreciseAcc = 1073741824 : i32"));
  EXPECT_EQ(typeOf(dot("fp8e5", "fp8e5", {{"max_num_imprecise_acc", number(32)}})), "fp32[16, 32]");
  EXPECT_TRUE(has("maxNumImpreciseAcc = 32 : i32"));
  EXPECT_EQ(typeOf(dot("fp8e5", "fp8e5", {{"max_num_imprecise_acc", number(128)}})), "nothing");
  EXPECT_TRUE(says("`max_num_imprecise_acc` is 128; it must lie between 0 and 64, the number of products "
                   "[DotImpreciseLimitInvalid]"));
}

TEST_F(DotsTest, batches_are_flattened) {
  EXPECT_EQ(typeOf(call("tl.dot", {value("fp16", {2, 16, 16}), value("fp16", {2, 16, 32})})), "fp32[2, 16, 32]");
  EXPECT_EQ(typeOf(call("tl.dot", {value("fp16", {2, 4, 16, 16}), value("fp16", {2, 4, 16, 32})})),
            "fp32[2, 4, 16, 32]");
  EXPECT_TRUE(has("tensor<8x16x16xf16>"));
}

TEST_F(DotsTest, old_transpose_options_transpose) {
  EXPECT_EQ(typeOf(call("tl.dot", {value("fp16", {16, 64}), value("fp16", {32, 64})}, {{"trans_b", yes()}})),
            "fp32[16, 32]");
  EXPECT_TRUE(has("tk.trans %arg1"));
}

TEST_F(DotsTest, rejects_shapes_and_types) {
  EXPECT_EQ(typeOf(call("tl.dot", {value("fp16", {16, 64}), value("fp16", {32, 32})})), "nothing");
  EXPECT_TRUE(says("block shapes of `tl.dot` do not meet: left has 64 columns, right has 32 rows [DotShapeMismatch]"));
  EXPECT_EQ(typeOf(call("tl.dot", {value("fp16", {64}), value("fp16", {64, 32})})), "nothing");
  EXPECT_TRUE(says("[DotRankMismatch]"));
  EXPECT_EQ(typeOf(call("tl.dot", {value("fp16", {2, 16, 16}), value("fp16", {4, 16, 16})})), "nothing");
  EXPECT_TRUE(says("batch shapes of `tl.dot` differ: [2] on the left, [4] on the right [DotBatchMismatch]"));
  EXPECT_EQ(typeOf(call("tl.dot", {value("fp16", {16, 8}), value("fp16", {8, 16})})), "nothing");
  EXPECT_TRUE(says("`tl.dot` sums over 8 products of `fp16`; it needs 16 or more [DotTooSmall]"));
  EXPECT_EQ(typeOf(dot("fp16", "bf16")), "nothing");
  EXPECT_TRUE(says("`tl.dot` can't mix `fp16` and `bf16`"));
  EXPECT_EQ(typeOf(dot("i32", "i32")), "nothing");
  EXPECT_EQ(typeOf(dot("u8", "u8")), "nothing");
  EXPECT_EQ(typeOf(dot("fp16", "fp16", {{"out_dtype", dtype("bf16")}})), "nothing");
  EXPECT_TRUE(says("`out_dtype` of `tl.dot` can't be `bf16` for operands of type `fp16` [DotResultTypeInvalid]"));
  EXPECT_EQ(typeOf(dot("fp16", "fp16", {{"acc", value("fp32", {16, 16})}})), "nothing");
  EXPECT_TRUE(says("the accumulator of `tl.dot` is `fp32[16, 16]`, the product is `fp32[16, 32]` "
                   "[DotAccumulatorMismatch]"));
}

TEST_F(DotsTest, scaled_operands_check_their_parts) {
  auto scaled = [&](Object left, Object scale, const char *format, std::vector<evaluate::NamedObject> options = {}) {
    return call("tl.dot_scaled", {left, scale, text(format), value("bf16", {64, 16}), Object::none(), text("bf16")},
                options);
  };
  EXPECT_EQ(typeOf(scaled(value("u8", {16, 64}), value("u8", {16, 2}), "e5m2")), "fp32[16, 16]");
  EXPECT_EQ(typeOf(scaled(value("u8", {16, 32}), value("fp8e4nv", {16, 4}), "e2m1")), "fp32[16, 16]");
  EXPECT_EQ(typeOf(scaled(value("u8", {8, 64}), Object::none(), "e2m1", {{"lhs_k_pack", Object::boolean(false)}})),
            "fp32[16, 16]");
  ir();
  EXPECT_EQ(typeOf(scaled(value("u8", {16, 64}), value("u8", {16, 8}), "e5m2")), "nothing");
  EXPECT_TRUE(says("a scale of type `uint8[16, 8]` does not fit an operand of shape [16, 64] [DotScaleMismatch]"));
  EXPECT_EQ(typeOf(scaled(value("u8", {16, 64}), Object::none(), "e3m2")), "nothing");
  EXPECT_TRUE(says("known are: e2m1, e4m3, e5m2, bf16, fp16"));
  EXPECT_EQ(typeOf(scaled(value("fp32", {16, 64}), Object::none(), "e4m3")), "nothing");
  EXPECT_EQ(typeOf(scaled(value("u8", {16, 64}), Object::none(), "e4m3", {{"lhs_k_pack", Object::boolean(false)}})),
            "nothing");
  EXPECT_EQ(typeOf(scaled(value("u8", {16, 64}), Object::none(), "e4m3", {{"out_dtype", dtype("fp16")}})), "nothing");
  EXPECT_EQ(typeOf(scaled(value("u8", {64}), Object::none(), "e4m3")), "nothing");
}
