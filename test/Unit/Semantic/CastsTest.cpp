// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Casts between all pairs of types, and their ops.
#include "SemanticFixture.h"

using namespace tkc;
using namespace tkc::elaborate;

namespace {
class CastsTest : public SemanticTest {
protected:
  mlir::FailureOr<Object> cast(Object object, const char *type) { return call("tl.cast", {object, dtype(type)}); }
};
} // namespace

TEST_F(CastsTest, all_pairs_of_numbers_are_cast) {
  const char *types[] = {"i1",  "i8",   "i16",  "i32",  "i64",  "u8",    "u16",    "u32",
                         "u64", "fp16", "bf16", "fp32", "fp64", "fp8e5", "fp8e4nv"};
  for (const char *from : types) {
    for (const char *to : types) {
      EXPECT_EQ(typeOf(cast(value(from, {16}), to)), DType::parse(to)->name() + "[16]") << from << " to " << to;
    }
  }
  EXPECT_FALSE(diagnostics.hasErrors());
  ir();
}

TEST_F(CastsTest, integers_extend_by_their_sign) {
  EXPECT_EQ(opOf(cast(value("i8"), "i32")), "arith.extsi");
  EXPECT_EQ(opOf(cast(value("i8"), "u64")), "arith.extsi");
  EXPECT_EQ(opOf(cast(value("u8"), "i32")), "arith.extui");
  EXPECT_EQ(opOf(cast(value("i1"), "i32")), "arith.extui");
  EXPECT_EQ(opOf(cast(value("i32"), "u8")), "arith.trunci");
  EXPECT_EQ(opOf(cast(value("i32"), "u32")), "argument");
}

TEST_F(CastsTest, bool_is_not_zero) {
  EXPECT_EQ(opOf(cast(value("i32"), "i1")), "arith.cmpi");
  EXPECT_EQ(opOf(cast(value("fp32"), "i1")), "arith.cmpf");
  EXPECT_TRUE(has("cmpf une"));
  EXPECT_TRUE(has("cmpi ne"));
}

TEST_F(CastsTest, floats_and_integers_convert_by_sign) {
  EXPECT_EQ(opOf(cast(value("fp32"), "i8")), "arith.fptosi");
  EXPECT_EQ(opOf(cast(value("fp32"), "u8")), "arith.fptoui");
  EXPECT_EQ(opOf(cast(value("i32"), "fp64")), "arith.sitofp");
  EXPECT_EQ(opOf(cast(value("i1"), "fp32")), "arith.uitofp");
}

TEST_F(CastsTest, sixteen_bit_floats_meet_integers_and_each_other_in_fp32) {
  EXPECT_EQ(opOf(cast(value("bf16"), "i32")), "arith.fptosi");
  EXPECT_EQ(opOf(cast(value("i32"), "fp16")), "arith.truncf");
  EXPECT_EQ(opOf(cast(value("fp16"), "bf16")), "arith.truncf");
  EXPECT_TRUE(has("arith.extf %arg0 : bf16 to f32"));
  EXPECT_TRUE(has("arith.sitofp %arg1 : i32 to f32"));
  EXPECT_TRUE(has("arith.extf %arg2 : f16 to f32"));
}

TEST_F(CastsTest, fp8_saturates) {
  EXPECT_EQ(opOf(cast(value("fp32"), "fp8e4nv")), "arith.truncf");
  EXPECT_TRUE(has("arith.constant 4.480000e+02 : f32"));
  EXPECT_TRUE(has("arith.minimumf"));
  EXPECT_TRUE(has("arith.maximumf"));
  EXPECT_EQ(opOf(cast(value("fp16"), "fp8e5")), "arith.truncf");
  EXPECT_TRUE(has("arith.constant 5.734400e+04 : f16"));
}

TEST_F(CastsTest, narrowing_rounds_as_asked) {
  EXPECT_EQ(typeOf(call("tl.cast", {value("fp32"), dtype("bf16")}, {{"fp_downcast_rounding", text("rtz")}})), "bf16");
  EXPECT_TRUE(has("arith.truncf %arg0 toward_zero : f32 to bf16"));
  EXPECT_EQ(typeOf(call("tl.to", {value("fp32"), dtype("bf16"), text("rtne")})), "bf16");
  EXPECT_EQ(typeOf(call("tl.to", {value("fp32"), dtype("bf16"), text("up")})), "nothing");
  EXPECT_TRUE(
      says("`up` is not an option for `fp_downcast_rounding` of `tl.to`; known are: rtne, rtz [OptionUnknown]"));
  EXPECT_EQ(typeOf(call("tl.to", {value("fp16"), dtype("fp32"), text("rtz")})), "nothing");
  EXPECT_TRUE(says("[RoundingNotApplicable]"));
}

TEST_F(CastsTest, rounding_is_no_error_for_the_same_type) {
  Object same = value("fp16");
  EXPECT_EQ(typeOf(call("tl.cast", {same, dtype("fp16")}, {{"fp_downcast_rounding", text("rtz")}})), "fp16");
  EXPECT_EQ(typeOf(call("tl.cast", {same, dtype("fp32")}, {{"fp_downcast_rounding", text("rtz")}})), "nothing");
}

TEST_F(CastsTest, pointers_cast_to_and_from_integers) {
  EXPECT_EQ(opOf(cast(value("*fp32"), "i64")), "tk.ptr_to_int");
  EXPECT_EQ(opOf(cast(value("*fp32"), "u64")), "tk.ptr_to_int");
  EXPECT_EQ(opOf(cast(value("*fp32"), "i1")), "arith.cmpi");
  EXPECT_EQ(opOf(cast(value("i64"), "*fp32")), "tk.int_to_ptr");
  EXPECT_EQ(typeOf(cast(value("*fp32", {8}), "*i8")), "pointer<int8>[8]");
  EXPECT_TRUE(has("tk.ptr_cast"));
  EXPECT_EQ(opOf(cast(value("*i8"), "*u8")), "argument");
  EXPECT_EQ(typeOf(cast(value("*fp32"), "i32")), "nothing");
  EXPECT_TRUE(says("a value of type `pointer<fp32>` can't be cast to `int32` [CastNotPossible]"));
  EXPECT_EQ(typeOf(cast(value("fp32"), "*fp32")), "nothing");
}

TEST_F(CastsTest, bitcasts_keep_the_width) {
  auto bitcast = [&](Object object, const char *type) {
    return call("tl.cast", {object, dtype(type)}, {{"bitcast", yes()}});
  };
  EXPECT_EQ(opOf(bitcast(value("fp32", {8}), "u32")), "arith.bitcast");
  EXPECT_EQ(opOf(bitcast(value("i32"), "u32")), "argument");
  EXPECT_EQ(opOf(bitcast(value("*fp32"), "u64")), "tk.ptr_to_int");
  EXPECT_EQ(typeOf(bitcast(value("fp64"), "*fp32")), "pointer<fp32>");
  EXPECT_EQ(typeOf(bitcast(value("fp32"), "i16")), "nothing");
  EXPECT_TRUE(says("can't read the bits of `fp32` (32 bits) as `int16` (16 bits) [BitcastWidthMismatch]"));
  ir();
}

TEST_F(CastsTest, types_by_name_and_of_blocks) {
  EXPECT_EQ(typeOf(call("tl.cast", {value("i32", {16}), text("float16")})), "fp16[16]");
  EXPECT_EQ(typeOf(call("tl.cast", {value("i32"), Object::dtype(DType::block(DTypeKind::Float32, {16}))})), "fp32");
  EXPECT_EQ(typeOf(call("tl.cast", {value("i32"), number(3)})), "nothing");
  EXPECT_TRUE(says("`dtype` of `tl.cast` must be a data type, got `int` [ArgumentWrongKind]"));
}

TEST_F(CastsTest, types_that_the_target_lacks_are_reported) {
  EXPECT_TRUE(mlir::failed(semantic.convertType(DTypeKind::Float8E4B15)));
  EXPECT_TRUE(says("type `fp8e4b15` is not there on sm_90; fp8 types that are: fp8e4nv, fp8e5 [TypeNotSupported]"));
  EXPECT_EQ(typeOf(cast(value("fp32"), "fp8e4b8")), "nothing");
}

namespace {
class OldTargetTest : public SemanticTest {
protected:
  OldTargetTest() : SemanticTest(TargetFacts{80}) {}
};
} // namespace

TEST_F(OldTargetTest, fp8e4nv_needs_sm_89) {
  EXPECT_TRUE(mlir::failed(semantic.convertType(DTypeKind::Float8E4M3FN)));
  EXPECT_TRUE(says("type `fp8e4nv` is not there on sm_80; fp8 types that are: fp8e5"));
  EXPECT_TRUE(mlir::succeeded(semantic.convertType(DTypeKind::Float8E5M2)));
}

TEST_F(OldTargetTest, dependent_launch_needs_sm_90) {
  EXPECT_TRUE(mlir::failed(call("tl.extra.cuda.gdc_wait", {})));
  EXPECT_TRUE(says("`tl.extra.cuda.gdc_wait` needs sm_90 or newer; the target is sm_80 [FunctionNeedsTarget]"));
}
