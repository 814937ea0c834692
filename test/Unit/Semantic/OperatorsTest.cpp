// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which op each operator becomes.
#include "SemanticFixture.h"

using namespace tkc;
using namespace tkc::elaborate;

namespace {
class OperatorsTest : public SemanticTest {
protected:
  std::string binaryOp(BinaryOp op, const char *type) {
    return opOf(semantic.binary(op, value(type, {16}), value(type, {16})));
  }
};
} // namespace

TEST_F(OperatorsTest, integers_use_signed_and_unsigned_ops) {
  EXPECT_EQ(binaryOp(BinaryOp::FloorDiv, "i32"), "arith.divsi");
  EXPECT_EQ(binaryOp(BinaryOp::FloorDiv, "u32"), "arith.divui");
  EXPECT_EQ(binaryOp(BinaryOp::Mod, "i64"), "arith.remsi");
  EXPECT_EQ(binaryOp(BinaryOp::Mod, "u64"), "arith.remui");
  EXPECT_EQ(binaryOp(BinaryOp::RShift, "i8"), "arith.shrsi");
  EXPECT_EQ(binaryOp(BinaryOp::RShift, "u8"), "arith.shrui");
  EXPECT_EQ(binaryOp(BinaryOp::LShift, "u8"), "arith.shli");
  EXPECT_EQ(binaryOp(BinaryOp::BitAnd, "i1"), "arith.andi");
  EXPECT_EQ(binaryOp(BinaryOp::BitOr, "i1"), "arith.ori");
  EXPECT_EQ(binaryOp(BinaryOp::BitXor, "i1"), "arith.xori");
  EXPECT_EQ(binaryOp(BinaryOp::Add, "i1"), "arith.addi");
  ir();
}

TEST_F(OperatorsTest, floats_use_float_ops) {
  EXPECT_EQ(binaryOp(BinaryOp::Add, "bf16"), "arith.addf");
  EXPECT_EQ(binaryOp(BinaryOp::Sub, "fp16"), "arith.subf");
  EXPECT_EQ(binaryOp(BinaryOp::Mul, "fp64"), "arith.mulf");
  EXPECT_EQ(binaryOp(BinaryOp::Div, "fp32"), "arith.divf");
  EXPECT_EQ(binaryOp(BinaryOp::Mod, "fp32"), "arith.remf");
  ir();
}

TEST_F(OperatorsTest, fp8_computes_in_fp32) {
  EXPECT_EQ(typeOf(semantic.binary(BinaryOp::Add, value("fp8e5", {16}), value("fp8e5", {16}))), "fp8e5[16]");
  EXPECT_TRUE(has("arith.addf %0, %1 : tensor<16xf32>"));
}

TEST_F(OperatorsTest, integers_divide_as_fp32) {
  EXPECT_EQ(typeOf(semantic.binary(BinaryOp::Div, value("i64"), value("i64"))), "fp32");
  EXPECT_TRUE(has("arith.sitofp %arg0 : i64 to f32"));
}

TEST_F(OperatorsTest, numbers_become_constant_blocks) {
  EXPECT_EQ(typeOf(semantic.binary(BinaryOp::Mul, value("fp16", {16, 4}), number(0.1))), "fp16[16, 4]");
  EXPECT_TRUE(has("arith.constant dense<9.997550e-02> : tensor<16x4xf16>"));
}

TEST_F(OperatorsTest, shapes_broadcast) {
  EXPECT_EQ(typeOf(semantic.binary(BinaryOp::Add, value("i32", {16, 1}), value("i32", {1, 8}))), "int32[16, 8]");
  EXPECT_EQ(typeOf(semantic.binary(BinaryOp::Add, value("i32", {8}), value("i32", {16, 1}))), "int32[16, 8]");
  EXPECT_EQ(typeOf(semantic.binary(BinaryOp::Add, value("i32", {8}), value("i32"))), "int32[8]");
  EXPECT_TRUE(has("tk.expand_dims"));
  EXPECT_TRUE(has("tk.splat"));
  EXPECT_EQ(typeOf(semantic.binary(BinaryOp::Add, value("i32", {16, 4}), value("i32", {16, 8}))), "nothing");
  EXPECT_TRUE(says("shapes [16, 4] and [16, 8] can't be broadcast together: dimension 1 is 4 and 8 "
                   "[BlockShapesDoNotMeet]"));
}

TEST_F(OperatorsTest, comparisons_know_signs_and_nan) {
  EXPECT_EQ(typeOf(semantic.compare(CompareOp::Lt, value("i32"), value("i32"))), "int1");
  EXPECT_EQ(typeOf(semantic.compare(CompareOp::Lt, value("u32"), value("i32"))), "int1");
  EXPECT_EQ(typeOf(semantic.compare(CompareOp::GtE, value("fp32"), value("fp32"))), "int1");
  EXPECT_EQ(typeOf(semantic.compare(CompareOp::NotEq, value("fp32"), value("fp32"))), "int1");
  EXPECT_EQ(typeOf(semantic.compare(CompareOp::Eq, value("fp16"), value("fp16"))), "int1");
  for (const char *predicate : {"cmpi slt", "cmpi ult", "cmpf oge", "cmpf une", "cmpf oeq"}) {
    EXPECT_TRUE(has(predicate)) << predicate;
  }
}

TEST_F(OperatorsTest, pointers_move_by_integers) {
  EXPECT_EQ(typeOf(semantic.binary(BinaryOp::Add, value("*fp32"), value("i32", {16}))), "pointer<fp32>[16]");
  EXPECT_TRUE(has("tk.addptr %0, %arg1 : tensor<16x!tk.ptr<f32>>, tensor<16xi32>"));
  EXPECT_EQ(typeOf(semantic.binary(BinaryOp::Add, value("i64"), value("*fp16"))), "pointer<fp16>");
  EXPECT_EQ(typeOf(semantic.binary(BinaryOp::Add, value("*fp16"), number(4))), "pointer<fp16>");
}

TEST_F(OperatorsTest, unsigned_offsets_are_zero_extended) {
  EXPECT_EQ(typeOf(semantic.binary(BinaryOp::Add, value("*fp32"), value("u32"))), "pointer<fp32>");
  EXPECT_TRUE(has("arith.extui %arg1 : i32 to i64"));
}

TEST_F(OperatorsTest, pointers_move_backwards) {
  EXPECT_EQ(typeOf(semantic.binary(BinaryOp::Sub, value("*fp32"), value("i32"))), "pointer<fp32>");
  EXPECT_TRUE(has("arith.subi %c0_i32, %arg1"));
}

TEST_F(OperatorsTest, rejects_other_pointer_arithmetic) {
  EXPECT_EQ(typeOf(semantic.binary(BinaryOp::Add, value("*fp32"), value("*fp32"))), "nothing");
  EXPECT_EQ(typeOf(semantic.binary(BinaryOp::Add, value("*fp32"), number(1.5))), "nothing");
  EXPECT_EQ(typeOf(semantic.binary(BinaryOp::Mul, value("*fp32"), number(2))), "nothing");
  EXPECT_TRUE(says("`+` is not defined for `pointer<fp32>` and `pointer<fp32>` [PointerOperatorNotSupported]"));
  EXPECT_EQ(typeOf(semantic.compare(CompareOp::Eq, value("*fp32"), value("*fp32"))), "nothing");
  EXPECT_TRUE(says("cast the pointers to int64 to compare them"));
}

TEST_F(OperatorsTest, rejects_operators_that_floats_lack) {
  EXPECT_EQ(typeOf(semantic.binary(BinaryOp::FloorDiv, value("fp32"), value("fp32"))), "nothing");
  EXPECT_TRUE(says("`//` does not take `fp32`; it takes integers [OperandNotSupported]"));
  EXPECT_EQ(typeOf(semantic.binary(BinaryOp::MatMul, value("fp32", {16, 16}), value("fp32", {16, 16}))), "nothing");
  EXPECT_TRUE(says("[MatMulOperatorNotSupported]"));
  EXPECT_EQ(typeOf(semantic.unary(UnaryOp::Invert, value("fp32"))), "nothing");
}

TEST_F(OperatorsTest, unary_operators) {
  EXPECT_EQ(opOf(semantic.unary(UnaryOp::Minus, value("fp32"))), "arith.negf");
  EXPECT_EQ(opOf(semantic.unary(UnaryOp::Minus, value("u16"))), "arith.subi");
  EXPECT_EQ(opOf(semantic.unary(UnaryOp::Invert, value("i16"))), "arith.xori");
  EXPECT_EQ(opOf(semantic.unary(UnaryOp::Plus, value("i16"))), "argument");
  EXPECT_EQ(typeOf(semantic.unary(UnaryOp::Not, value("i32"))), "int1");
  EXPECT_EQ(typeOf(semantic.unary(UnaryOp::Minus, value("fp8e5"))), "fp8e5");
  EXPECT_TRUE(has("arith.constant -128 : i8")) << "fp8 turns its sign bit";
}

TEST_F(OperatorsTest, logic_compares_with_zero) {
  EXPECT_EQ(typeOf(semantic.logical(true, value("i1", {16}), value("i32"))), "int1[16]");
  EXPECT_TRUE(has("arith.cmpi ne, %arg1"));
  EXPECT_TRUE(has("arith.andi"));
  EXPECT_EQ(opOf(semantic.logical(false, value("i1"), Object::boolean(false))), "arith.ori");
}

TEST_F(OperatorsTest, where_promotes_and_broadcasts) {
  EXPECT_EQ(typeOf(call("tl.where", {value("i1", {16}), value("fp16", {4, 16}), number(0.0)})), "fp16[4, 16]");
  EXPECT_EQ(typeOf(call("tl.where", {value("i1"), value("i32"), number(1.5)})), "fp32");
  EXPECT_EQ(typeOf(call("tl.where", {value("i1"), value("*fp32"), value("*fp32")})), "pointer<fp32>");
  EXPECT_EQ(diagnostics.diagnostics().size(), 0u);
  EXPECT_EQ(typeOf(call("tl.where", {value("i32"), value("i32"), value("i32")})), "int32");
  EXPECT_TRUE(says("[ConditionNotBool]"));
  ir();
}

TEST_F(OperatorsTest, floor_division_rounds_down) {
  EXPECT_EQ(typeOf(call("tl.floordiv", {value("i32"), number(5)})), "int32");
  EXPECT_TRUE(has("arith.select"));
  EXPECT_EQ(typeOf(call("tl.floormod", {value("u32"), value("u32")})), "uint32");
  EXPECT_EQ(typeOf(call("tl.floormod", {value("fp32"), value("fp32")})), "nothing");
}

TEST_F(OperatorsTest, powers_with_whole_exponents_multiply) {
  EXPECT_EQ(opOf(semantic.binary(BinaryOp::Pow, value("fp32"), number(2))), "arith.mulf");
  EXPECT_EQ(opOf(semantic.binary(BinaryOp::Pow, value("i32"), number(3))), "arith.muli");
  EXPECT_EQ(opOf(semantic.binary(BinaryOp::Pow, value("fp32"), number(-1))), "arith.divf");
  EXPECT_EQ(opOf(semantic.binary(BinaryOp::Pow, value("fp32"), number(0))), "arith.constant");
  EXPECT_EQ(opOf(semantic.binary(BinaryOp::Pow, value("fp32"), number(0.5))), "tk.extern_elementwise");
  EXPECT_EQ(opOf(semantic.binary(BinaryOp::Pow, value("i32"), number(-1))), "nothing");
  EXPECT_EQ(opOf(semantic.binary(BinaryOp::Pow, value("i32"), value("i32"))), "nothing");
  ir();
}

TEST_F(OperatorsTest, warns_of_large_shifts) {
  EXPECT_EQ(typeOf(semantic.binary(BinaryOp::LShift, value("i32"), number(31))), "int32");
  EXPECT_EQ(diagnostics.warningCount(), 0u);
  EXPECT_EQ(typeOf(semantic.binary(BinaryOp::LShift, value("i32"), number(32))), "int32");
  EXPECT_TRUE(says("a shift by 32 is not less than the width of `int32` [ShiftTooLarge]"));
}

TEST_F(OperatorsTest, conditions_are_one_value) {
  EXPECT_TRUE(mlir::succeeded(semantic.condition(value("i32"))));
  EXPECT_TRUE(mlir::succeeded(semantic.condition(value("*fp32"))));
  EXPECT_TRUE(mlir::succeeded(semantic.condition(value("i1", {1, 1}))));
  EXPECT_TRUE(has("tk.reduce"));
  EXPECT_TRUE(mlir::failed(semantic.condition(value("i1", {16}))));
  EXPECT_TRUE(says("a condition must be one value, got `int1[16]` [ConditionNotScalar]"));
}

TEST_F(OperatorsTest, types_of_values_are_compared) {
  EXPECT_TRUE(Semantic::isSameType(value("i32", {16}), value("i32", {16})));
  EXPECT_FALSE(Semantic::isSameType(value("i32", {16}), value("u32", {16})));
  EXPECT_FALSE(Semantic::isSameType(value("i32", {16}), value("i32", {8})));
  EXPECT_FALSE(Semantic::isSameType(value("i32"), number(1)));
  EXPECT_TRUE(Semantic::isSameType(Object::tuple({value("i32"), Object::none()}),
                                   Object::tuple({value("i32"), Object::none()})));
  EXPECT_FALSE(Semantic::isSameType(number(1), number(2)));
}
