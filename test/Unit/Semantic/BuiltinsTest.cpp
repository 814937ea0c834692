// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Names of builtins, binding of arguments, attributes and methods.
#include "SemanticFixture.h"

using namespace tkc;
using namespace tkc::elaborate;

namespace {
class BuiltinsTest : public SemanticTest {};
} // namespace

TEST_F(BuiltinsTest, names_are_found_wherever_they_are_reached) {
  for (const char *name : {"tl.load", "tl.math.exp", "tl.core.load", "triton.language.math.exp2", "libdevice.tanh",
                           "tl.extra.cuda.libdevice.erf", "tl.extra.libdevice.pow", "tl.math.log1p", "tl.standard.sum",
                           "tl.extra.cuda.gdc_wait"}) {
    EXPECT_TRUE(semantic.hasBuiltin(name)) << name;
  }
  for (const char *name :
       {"tl.static_assert", "tl.range", "tl.sigmoid", "libdevice.nothing", "max", "tl.math.nothing"}) {
    EXPECT_FALSE(semantic.hasBuiltin(name)) << name;
  }
}

TEST_F(BuiltinsTest, extrema_of_old_math_are_elementwise) {
  EXPECT_EQ(typeOf(call("tl.math.max", {value("fp32", {8}), value("fp32", {8})})), "fp32[8]");
  EXPECT_TRUE(has("__nv_fmaxf"));
}

TEST_F(BuiltinsTest, reports_arguments_that_do_not_bind) {
  EXPECT_EQ(typeOf(call("tl.arange", {number(0)})), "nothing");
  EXPECT_TRUE(says("`tl.arange` needs the argument `end` [BuiltinArgumentMissing]"));
  EXPECT_EQ(typeOf(call("tl.exp", {value("fp32"), value("fp32")})), "nothing");
  EXPECT_TRUE(says("`tl.exp` takes 1 arguments at most, got 2 [BuiltinTooManyArguments]"));
  EXPECT_EQ(typeOf(call("tl.arange", {number(0), number(8)}, {{"end", number(8)}})), "nothing");
  EXPECT_TRUE(says("`tl.arange` got the argument `end` twice [BuiltinArgumentTwice]"));
  EXPECT_EQ(typeOf(call("tl.arange", {number(0)}, {{"stop", number(8)}})), "nothing");
  EXPECT_TRUE(says("`tl.arange` has no parameter `stop`; it has `start`, `end` [BuiltinArgumentUnknown]"));
  EXPECT_EQ(typeOf(call("tl.nothing", {})), "nothing");
  EXPECT_TRUE(says("there is no function `tl.nothing` [FunctionUnknown]"));
}

TEST_F(BuiltinsTest, tensors_have_attributes) {
  Object block = value("fp16", {16, 8});
  EXPECT_EQ(semantic.attribute(block, "dtype")->asDType().name(), "fp16");
  EXPECT_TRUE(semantic.attribute(block, "type")->asDType().isBlock());
  EXPECT_EQ(semantic.attribute(block, "shape")->items()[1].toInt64(), 8);
  EXPECT_EQ(semantic.attribute(block, "numel")->toInt64(), 128);
  EXPECT_EQ(typeOf(semantic.attribute(block, "T")), "fp16[8, 16]");
  EXPECT_TRUE(semantic.attribute(value("i32"), "shape")->items().empty());
  EXPECT_EQ(semantic.attribute(value("*fp16"), "dtype")->asDType().element().name(), "fp16");
}

TEST_F(BuiltinsTest, methods_are_bound_builtins) {
  Object block = value("fp16", {16});
  for (const char *name : {"to", "sum", "exp", "reshape", "store", "atomic_add", "sigmoid"}) {
    EXPECT_TRUE(semantic.hasAttribute(block, name)) << name;
    mlir::FailureOr<Object> method = semantic.attribute(block, name);
    ASSERT_TRUE(mlir::succeeded(method)) << name;
    EXPECT_EQ(method->asBoundMethod().function.builtinName(), std::string("tl.") + name);
  }
  EXPECT_FALSE(semantic.hasAttribute(block, "nothing"));
  EXPECT_FALSE(semantic.hasAttribute(block, "T"));
  EXPECT_FALSE(semantic.hasAttribute(number(1), "dtype"));
  EXPECT_TRUE(mlir::failed(semantic.attribute(block, "nothing")));
  EXPECT_TRUE(says("a run-time value of type fp16[16] has no attribute `nothing` [AttributeUnknown]"));
  EXPECT_TRUE(mlir::failed(semantic.attribute(block, "T")));
  EXPECT_TRUE(says("use `tl.permute` for others"));
}

TEST_F(BuiltinsTest, run_time_values_are_found_in_tuples) {
  EXPECT_TRUE(isRunTime(value("i32")));
  EXPECT_TRUE(isRunTime(Object::tuple({number(1), value("i32")})));
  EXPECT_FALSE(isRunTime(tuple({1, 2})));
}

TEST_F(BuiltinsTest, select_and_cast_are_reached_directly) {
  EXPECT_EQ(typeOf(semantic.select(value("i1"), value("fp32"), number(0))), "fp32");
  EXPECT_EQ(typeOf(semantic.cast(value("fp32", {8}), DTypeKind::Int32)), "int32[8]");
  EXPECT_EQ(typeOf(semantic.cast(value("fp32", {8}), DTypeKind::Int32, /*bitcast=*/true)), "int32[8]");
}
