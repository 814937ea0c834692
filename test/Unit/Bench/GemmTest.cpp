// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which matrix product flags and arguments mean.
#include "tkc/Bench/Gemm.h"

#include "tkc/Bench/NamedArguments.h"

#include <cmath>
#include <gtest/gtest.h>

using namespace tkc;
using namespace tkc::bench;
using data::Array;
using data::ElementType;

static std::string described(std::string_view text) {
  Result<Gemm> gemm = parseGemm(text);
  return gemm ? gemm->describe() : gemm.error();
}

TEST(Gemm, FlagsHaveDefaults) {
  EXPECT_EQ(described("16,8,4"), "16x8x4 fp16, out fp16, a row-major, b row-major");
  EXPECT_EQ(described("16,8,4,tn"), "16x8x4 fp16, out fp16, a transposed, b row-major");
  EXPECT_EQ(described("16,8,4,nt,bf16"), "16x8x4 bf16, out bf16, a row-major, b transposed");
  EXPECT_EQ(described("16,8,4,nt,fp16,fp32"), "16x8x4 fp16, out fp32, a row-major, b transposed");
  // The library has no way to give fp8 without a scale.
  EXPECT_EQ(described("16,8,4,nt,fp8e4nv"), "16x8x4 fp8e4nv, out bf16, a row-major, b transposed");
}

TEST(Gemm, FlagsAreRefusedByName) {
  for (const char *text :
       {"", "16,8", "16,8,0", "16,8,x", "16,8,4,", "16,8,4,nx", "16,8,4,n", "1,2,3,nn,fp16,fp16,1"}) {
    EXPECT_EQ(described(text), "expects M,N,K[,nn|nt|tn|tt[,TYPE[,OUT]]], got `" + std::string(text) + "`");
  }
  EXPECT_EQ(described("16,8,4,nn,i32"), "`i32` is no float type");
}

static NamedArgument matrix(const char *name, std::vector<int64_t> shape, ElementType type = ElementType::F16) {
  return {name, Array::zeros(type, std::move(shape)), false, false};
}

static NamedArgument number(const char *name, int64_t value) {
  NamedArgument argument{name, Array::zeros(ElementType::I32, {}), true, false};
  argument.value.setInteger(0, value);
  return argument;
}

static std::string derived(const std::vector<NamedArgument> &arguments) {
  Result<Gemm> gemm = deriveGemm(arguments);
  return gemm ? gemm->describe() : gemm.error();
}

TEST(Gemm, ShapesOfArgumentsDecide) {
  EXPECT_EQ(derived({matrix("a", {16, 4}), matrix("b", {4, 8}), matrix("out", {16, 8}, ElementType::F32)}),
            "16x8x4 fp16, out fp32, a row-major, b row-major");
  EXPECT_EQ(derived({matrix("a", {4, 16}), matrix("b", {8, 4}), matrix("c", {16, 8})}),
            "16x8x4 fp16, out fp16, a transposed, b transposed");
  // A square b is as it is written.
  EXPECT_EQ(derived({matrix("a", {16, 8}), matrix("b", {8, 8}), matrix("c", {16, 8})}),
            "16x8x8 fp16, out fp16, a row-major, b row-major");
}

TEST(Gemm, StridesDecideWhereShapesDoNot) {
  std::vector<NamedArgument> arguments = {matrix("a", {16, 8}), matrix("b", {8, 8}), matrix("c", {16, 8}),
                                          number("stride_bk", 1), number("stride_bn", 8)};
  EXPECT_EQ(derived(arguments), "16x8x8 fp16, out fp16, a row-major, b transposed");
  arguments[3] = number("stride_bk", 8);
  arguments[4] = number("stride_bn", 1);
  EXPECT_EQ(derived(arguments), "16x8x8 fp16, out fp16, a row-major, b row-major");
}

TEST(Gemm, WhatDoesNotFitIsNamed) {
  EXPECT_EQ(derived({matrix("a", {16, 8}), matrix("out", {16, 8})}),
            "the kernel has no arrays `a`, `b` and `out` of two dimensions; give the product with "
            "`--peer-gemm=M,N,K,LAYOUT,TYPE,OUT`");
  EXPECT_EQ(derived({matrix("a", {16, 4}), matrix("b", {5, 8}), matrix("out", {16, 8})}),
            "`a` (16x4) times `b` (5x8) is no `out` (16x8); give the product with `--peer-gemm=M,N,K,LAYOUT,TYPE,OUT`");
}

TEST(Gemm, SpotChecksFindAWrongElement) {
  Gemm gemm = *parseGemm("4,2,3,nt,fp32");
  Array a = Array::zeros(gemm.a, gemm.shapeOfA()), b = Array::zeros(gemm.b, gemm.shapeOfB());
  Array out = Array::zeros(gemm.out, {4, 2});
  for (size_t i = 0; i < a.elementCount(); ++i) {
    a.setDouble(i, double(i) - 5);
  }
  for (size_t i = 0; i < b.elementCount(); ++i) {
    b.setDouble(i, double(i * i));
  }
  for (int row = 0; row < 4; ++row) {
    for (int column = 0; column < 2; ++column) {
      double sum = 0;
      for (int k = 0; k < 3; ++k) {
        sum += a.getDouble(size_t(row * 3 + k)) * b.getDouble(size_t(column * 3 + k));
      }
      out.setDouble(size_t(row * 2 + column), sum);
    }
  }
  EXPECT_TRUE(spotCheckGemm(gemm, a, b, out, 100, false));
  // A transposed b is another matrix.
  EXPECT_FALSE(spotCheckGemm(*parseGemm("4,2,3,nn,fp32"), a, b, out, 100, false));
  out.setDouble(5, out.getDouble(5) + 1);
  EXPECT_EQ(spotCheckGemm(gemm, a, b, out, 100, false).error().substr(0, 18), "at (2, 1) it gives");
  out.setDouble(5, NAN);
  EXPECT_FALSE(spotCheckGemm(gemm, a, b, out, 100, true));
}

TEST(Gemm, MatricesAreTransposed) {
  Array matrix = Array::zeros(ElementType::F16, {2, 3});
  for (size_t i = 0; i < 6; ++i) {
    matrix.setDouble(i, double(i));
  }
  Array turned = transposeMatrix(matrix);
  EXPECT_EQ(turned.shape, (std::vector<int64_t>{3, 2}));
  EXPECT_EQ(turned.getDouble(1), 3);
  EXPECT_EQ(turned.getDouble(4), 2);
  EXPECT_EQ(transposeMatrix(turned).bytes, matrix.bytes);
}
