// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The promotion of every pair of types under every operator, against a table written by hand.
#include <limits>

#include "SemanticFixture.h"

using namespace tkc;
using namespace tkc::elaborate;

namespace {

const std::vector<const char *> types = {"i1",  "i8",   "i16",  "i32",  "i64",  "u8",    "u16",    "u32",
                                         "u64", "fp16", "bf16", "fp32", "fp64", "fp8e5", "fp8e4nv"};

// Rows and columns as in `types`; the code of each type is in `codes`, "-" stands for no common type.
const std::string codes = "1abcdABCDhgfexy";
const std::vector<std::string> names = {"int1",   "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32",
                                        "uint64", "fp16", "bf16",  "fp32",  "fp64",  "fp8e5", "fp8e4nv"};
const char *const arithmeticTable[] = {
    "1abcdABCDhffe--", // i1
    "aabcdABCDhffe--", // i8
    "bbbcdbBCDhffe--", // i16
    "ccccdccCDhffe--", // i32
    "ddddddddDhffe--", // i64
    "AAbcdABCDhffe--", // u8
    "BBBcdBBCDhffe--", // u16
    "CCCCdCCCDhffe--", // u32
    "DDDDDDDDDhffe--", // u64
    "hhhhhhhhhhhfehh", // fp16
    "fffffffffhgfeff", // bf16
    "ffffffffffffeff", // fp32
    "eeeeeeeeeeeeeee", // fp64
    "---------hffexh", // fp8e5
    "---------hffehy", // fp8e4nv
};

bool isFloat(size_t i) { return i >= 9; }
bool isDouble(size_t i) { return i == 12; }
bool isSigned(size_t i) { return i >= 1 && i <= 4; }

std::string expectedArithmetic(size_t i, size_t j) {
  size_t place = codes.find(arithmeticTable[i][j]);
  return place == std::string::npos ? "nothing" : names[place];
}

/// `/`, `//` and `%`.
std::string expectedDivision(BinaryOp op, size_t i, size_t j) {
  if (isFloat(i) || isFloat(j)) {
    return op == BinaryOp::FloorDiv ? "nothing" : isDouble(i) || isDouble(j) ? "fp64" : "fp32";
  }
  if (isSigned(i) != isSigned(j)) {
    return "nothing";
  }
  return op == BinaryOp::Div ? "fp32" : expectedArithmetic(i, j);
}

class PromotionTest : public SemanticTest {
protected:
  void expectBinary(BinaryOp op, size_t i, size_t j, const std::string &expected) {
    EXPECT_EQ(typeOf(semantic.binary(op, value(types[i]), value(types[j]))), expected)
        << types[i] << " " << ast::spelling(op) << " " << types[j];
  }
};

} // namespace

TEST_F(PromotionTest, arithmetic_of_all_pairs) {
  for (size_t i = 0; i < types.size(); ++i) {
    for (size_t j = 0; j < types.size(); ++j) {
      for (BinaryOp op : {BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul}) {
        expectBinary(op, i, j, expectedArithmetic(i, j));
      }
    }
  }
  ir();
}

TEST_F(PromotionTest, division_of_all_pairs) {
  for (size_t i = 0; i < types.size(); ++i) {
    for (size_t j = 0; j < types.size(); ++j) {
      for (BinaryOp op : {BinaryOp::Div, BinaryOp::FloorDiv, BinaryOp::Mod}) {
        expectBinary(op, i, j, expectedDivision(op, i, j));
      }
    }
  }
  ir();
}

TEST_F(PromotionTest, bit_operators_of_all_pairs) {
  for (size_t i = 0; i < types.size(); ++i) {
    for (size_t j = 0; j < types.size(); ++j) {
      for (BinaryOp op : {BinaryOp::BitAnd, BinaryOp::BitOr, BinaryOp::BitXor, BinaryOp::LShift, BinaryOp::RShift}) {
        expectBinary(op, i, j, isFloat(i) || isFloat(j) ? "nothing" : expectedArithmetic(i, j));
      }
    }
  }
  ir();
}

TEST_F(PromotionTest, comparisons_of_all_pairs_give_int1) {
  for (size_t i = 0; i < types.size(); ++i) {
    for (size_t j = 0; j < types.size(); ++j) {
      std::string expected = expectedArithmetic(i, j) == "nothing" ? "nothing" : "int1";
      for (CompareOp op : {CompareOp::Eq, CompareOp::NotEq, CompareOp::Lt, CompareOp::GtE}) {
        EXPECT_EQ(typeOf(semantic.compare(op, value(types[i]), value(types[j]))), expected)
            << types[i] << " " << ast::spelling(op) << " " << types[j];
      }
    }
  }
  ir();
}

TEST_F(PromotionTest, numbers_of_lower_or_equal_kind_take_the_other_type) {
  for (size_t i = 0; i < types.size(); ++i) {
    std::string own = names[i];
    EXPECT_EQ(typeOf(semantic.binary(BinaryOp::Add, value(types[i]), yes())), own) << types[i];
    EXPECT_EQ(typeOf(semantic.binary(BinaryOp::Mul, number(3), value(types[i]))), i == 0 ? "int32" : own) << types[i];
    EXPECT_EQ(typeOf(semantic.binary(BinaryOp::Add, value(types[i]), number(0.5))), isFloat(i) ? own : "fp32")
        << types[i];
  }
  ir();
}

TEST_F(PromotionTest, numbers_divide_narrow_floats_in_fp32) {
  for (const char *type : {"fp16", "bf16", "fp8e5", "fp8e4nv", "fp32"}) {
    EXPECT_EQ(typeOf(semantic.binary(BinaryOp::Div, value(type), number(2.0))), "fp32") << type;
    EXPECT_EQ(typeOf(semantic.binary(BinaryOp::Mod, value(type), number(2))), "fp32") << type;
  }
  EXPECT_EQ(typeOf(semantic.binary(BinaryOp::Div, value("fp64"), number(2.0))), "fp64");
}

TEST_F(PromotionTest, numbers_get_the_first_type_that_holds_them) {
  auto own = [&](Object object) { return typeOf(semantic.toTensor(object)); };
  EXPECT_EQ(own(yes()), "int1");
  EXPECT_EQ(own(number(2147483647)), "int32");
  EXPECT_EQ(own(number(int64_t(-2147483648LL))), "int32");
  EXPECT_EQ(own(number(int64_t(2147483648LL))), "uint32");
  EXPECT_EQ(own(number(int64_t(4294967296LL))), "int64");
  EXPECT_EQ(own(number(int64_t(-2147483649LL))), "int64");
  EXPECT_EQ(own(Object::integer(evaluate::Integer(1) << 63)), "uint64");
  EXPECT_EQ(own(number(1.0)), "fp32");
  EXPECT_EQ(own(number(0.0)), "fp32");
  EXPECT_EQ(own(number(1e39)), "fp64");
  EXPECT_EQ(own(number(1e-39)), "fp64");
  EXPECT_EQ(own(number(std::numeric_limits<double>::infinity())), "fp32");
  EXPECT_EQ(own(number(std::numeric_limits<double>::quiet_NaN())), "fp32");
}

TEST_F(PromotionTest, reports_numbers_that_do_not_fit) {
  EXPECT_EQ(typeOf(semantic.toTensor(Object::integer(evaluate::Integer(1) << 64))), "nothing");
  EXPECT_TRUE(says("[NumberTooLarge]"));
  EXPECT_EQ(typeOf(semantic.toTensor(Object::integer(evaluate::Integer(1) << 20000))), "nothing");
  EXPECT_TRUE(says("the integer of 20001 bits fits neither"));
  EXPECT_EQ(typeOf(semantic.binary(BinaryOp::Add, value("u8"), number(300))), "nothing");
  EXPECT_TRUE(says("the number 300 is out of range for `uint8`, which holds 0 to 255 [NumberOutOfRange]"));
  EXPECT_EQ(typeOf(semantic.compare(CompareOp::Lt, value("i8"), number(-129))), "nothing");
  EXPECT_EQ(typeOf(semantic.binary(BinaryOp::Add, value("u32"), number(-1))), "nothing");
  EXPECT_TRUE(says("[NegativeNumberWithUnsigned]"));
}

TEST_F(PromotionTest, reports_types_that_do_not_mix) {
  EXPECT_EQ(typeOf(semantic.binary(BinaryOp::Mod, value("i32"), value("u32"))), "nothing");
  EXPECT_TRUE(says("`%` can't mix `int32` and `uint32` [OperandTypesDoNotMix]"));
  EXPECT_EQ(typeOf(semantic.toTensor(text("text"))), "nothing");
  EXPECT_TRUE(says("[NotARunTimeValue]"));
}
