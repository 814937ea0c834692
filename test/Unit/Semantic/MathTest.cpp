// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Elementwise functions and libdevice.
#include "SemanticFixture.h"

using namespace tkc;
using namespace tkc::elaborate;

namespace {
class MathTest : public SemanticTest {
protected:
  Object propagate(const char *rule) { return Object::builtin(std::string("tl.PropagateNan.") + rule); }
};
} // namespace

TEST_F(MathTest, functions_of_one_float) {
  std::pair<const char *, const char *> functions[] = {
      {"exp", "math.exp"}, {"exp2", "math.exp2"},   {"log", "math.log"},   {"log2", "math.log2"},
      {"sin", "math.sin"}, {"cos", "math.cos"},     {"sqrt", "math.sqrt"}, {"rsqrt", "math.rsqrt"},
      {"erf", "math.erf"}, {"floor", "math.floor"}, {"ceil", "math.ceil"}};
  for (auto [name, op] : functions) {
    EXPECT_EQ(opOf(call("tl." + std::string(name), {value("fp32", {16})})), op);
    EXPECT_EQ(opOf(call("tl.math." + std::string(name), {value("fp64")})), op);
    EXPECT_EQ(typeOf(call("tl." + std::string(name), {value("bf16", {16})})), "bf16[16]");
    EXPECT_EQ(typeOf(call("tl." + std::string(name), {value("i32")})), "nothing");
  }
  EXPECT_TRUE(says("`tl.exp` does not take `int32`; it takes floats [OperandNotSupported]"));
  EXPECT_TRUE(has("arith.extf"));
  EXPECT_EQ(typeOf(call("tl.exp", {number(2.0)})), "fp32");
}

TEST_F(MathTest, absolute_values) {
  EXPECT_EQ(opOf(call("tl.abs", {value("i32")})), "math.absi");
  EXPECT_EQ(opOf(call("tl.abs", {value("u32")})), "argument");
  EXPECT_EQ(opOf(call("tl.abs", {value("fp16")})), "math.absf");
  EXPECT_EQ(typeOf(call("tl.abs", {value("fp8e4nv")})), "fp8e4nv");
  EXPECT_TRUE(has("arith.constant 127 : i8"));
  EXPECT_EQ(opOf(call("tl.abs", {value("*fp16")})), "nothing");
}

TEST_F(MathTest, exact_division_and_root) {
  EXPECT_EQ(opOf(call("tl.div_rn", {value("fp32"), value("fp32")})), "tk.div_rn");
  EXPECT_EQ(opOf(call("tl.div_rn", {value("fp64"), value("fp64")})), "arith.divf");
  EXPECT_EQ(opOf(call("tl.sqrt_rn", {value("fp32")})), "tk.sqrt_rn");
  EXPECT_EQ(opOf(call("tl.sqrt_rn", {value("fp64")})), "math.sqrt");
  EXPECT_EQ(opOf(call("tl.fdiv", {value("fp32"), value("fp32")})), "arith.divf");
  EXPECT_EQ(opOf(call("tl.fdiv", {value("fp32"), value("fp32"), yes()})), "tk.div_rn");
  EXPECT_EQ(opOf(call("tl.fdiv", {value("i32"), value("i32")})), "nothing");
  EXPECT_EQ(opOf(call("tl.div_rn", {value("fp16"), value("fp16")})), "nothing");
  EXPECT_EQ(opOf(call("tl.sqrt_rn", {value("fp16")})), "nothing");
  ir();
}

TEST_F(MathTest, fused_and_high_products) {
  EXPECT_EQ(typeOf(call("tl.fma", {value("fp32", {8}), value("fp32"), number(1.0)})), "fp32[8]");
  EXPECT_TRUE(has("math.fma"));
  EXPECT_EQ(typeOf(call("tl.fma", {value("fp16"), value("fp16"), value("fp32")})), "fp32");
  EXPECT_EQ(typeOf(call("tl.fma", {value("i32"), value("i32"), value("i32")})), "nothing");
  EXPECT_EQ(opOf(call("tl.umulhi", {value("u32"), value("u32")})), "tk.umulhi");
  EXPECT_EQ(typeOf(call("tl.umulhi", {value("u64"), number(3)})), "uint64");
  EXPECT_EQ(typeOf(call("tl.umulhi", {value("u8"), value("u8")})), "nothing");
  ir();
}

TEST_F(MathTest, extrema_choose_what_nan_means) {
  EXPECT_EQ(opOf(call("tl.maximum", {value("fp32"), value("fp32")})), "arith.maxnumf");
  EXPECT_EQ(opOf(call("tl.minimum", {value("fp32"), value("fp32")}, {{"propagate_nan", propagate("NONE")}})),
            "arith.minnumf");
  EXPECT_EQ(opOf(call("tl.maximum", {value("fp16"), value("fp16")}, {{"propagate_nan", propagate("ALL")}})),
            "arith.maximumf");
  EXPECT_EQ(opOf(call("tl.minimum", {value("fp16"), value("fp16")}, {{"propagate_nan", propagate("ALL")}})),
            "arith.minimumf");
  EXPECT_EQ(opOf(call("tl.maximum", {value("i32"), value("i32")})), "arith.maxsi");
  EXPECT_EQ(opOf(call("tl.minimum", {value("u32"), value("u32")})), "arith.minui");
  EXPECT_EQ(typeOf(call("tl.maximum", {value("bf16"), value("bf16")})), "fp32");
  EXPECT_EQ(typeOf(call("tl.maximum", {value("fp16"), number(0.0)})), "fp32") << "numbers count with their own type";
  EXPECT_EQ(typeOf(call("tl.maximum", {value("i8", {8}), number(0)})), "int32[8]");
  EXPECT_EQ(typeOf(call("tl.maximum", {value("fp32"), value("fp32"), number(3)})), "nothing");
  ir();
}

TEST_F(MathTest, constant_scalars_become_constant_blocks) {
  EXPECT_EQ(typeOf(call("tl.maximum", {value("fp32", {8}), number(0.5)})), "fp32[8]");
  EXPECT_TRUE(has("arith.constant dense<5.000000e-01> : tensor<8xf32>"));
}

TEST_F(MathTest, clamp_takes_floats) {
  EXPECT_EQ(typeOf(call("tl.clamp", {value("fp32", {8}), number(-1.0), number(1.0)})), "fp32[8]");
  EXPECT_TRUE(has("arith.maxnumf"));
  EXPECT_TRUE(has("arith.minnumf"));
  EXPECT_EQ(typeOf(call("tl.clamp", {value("fp32"), value("fp32"), value("fp32"), propagate("ALL")})), "fp32");
  EXPECT_TRUE(has("arith.maximumf"));
  EXPECT_EQ(typeOf(call("tl.clamp", {value("i32"), number(0), number(1)})), "nothing");
}

TEST_F(MathTest, libdevice_picks_the_form) {
  EXPECT_EQ(typeOf(call("libdevice.tanh", {value("fp32", {8})})), "fp32[8]");
  EXPECT_EQ(typeOf(call("tl.extra.cuda.libdevice.tanh", {value("fp64")})), "fp64");
  EXPECT_EQ(typeOf(call("tl.math.pow", {value("fp32"), value("i32")})), "fp32");
  EXPECT_EQ(typeOf(call("tl.math.pow", {value("fp32"), number(0.5)})), "fp32");
  EXPECT_EQ(typeOf(call("libdevice.llrint", {value("fp32")})), "int64");
  EXPECT_EQ(typeOf(call("libdevice.isnan", {value("fp32", {8})})), "int1[8]");
  EXPECT_EQ(typeOf(call("libdevice.mulhi", {value("u32"), value("u32")})), "uint32");
  for (const char *symbol : {"\"__nv_tanhf\"", "\"__nv_tanh\"", "\"__nv_powif\"", "\"__nv_powf\"", "\"__nv_llrintf\"",
                             "\"__nv_isnanf\"", "\"__nv_umulhi\""}) {
    EXPECT_TRUE(has(symbol)) << symbol;
  }
}

TEST_F(MathTest, libdevice_computes_narrow_floats_in_fp32) {
  EXPECT_EQ(typeOf(call("libdevice.tanh", {value("bf16", {8})})), "bf16[8]");
  EXPECT_TRUE(has("arith.extf"));
  EXPECT_TRUE(has("arith.truncf"));
  EXPECT_EQ(typeOf(call("libdevice.tanh", {value("i32")})), "nothing");
  EXPECT_TRUE(says("`libdevice.tanh` has no form for (int32); it has (fp32), (fp64) [DeviceFunctionFormUnknown]"));
  EXPECT_EQ(typeOf(call("libdevice.tanh", {})), "nothing");
  EXPECT_EQ(typeOf(call("libdevice.tanh", {value("*fp32")})), "nothing");
}
