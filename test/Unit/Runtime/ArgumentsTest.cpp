// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Packing arguments and evaluating launch data.
#include "tkc/Runtime/Arguments.h"

#include <cstring>
#include <gtest/gtest.h>

using namespace tkc;
using namespace tkc::runtime;
using data::ElementType;

static Parameter parameter(const char *name, ParameterKind kind, ElementType type, int64_t divisibility = 1) {
  Parameter parameter;
  parameter.name = name;
  parameter.kind = kind;
  parameter.type = type;
  parameter.divisibility = divisibility;
  return parameter;
}

static KernelMetadata exampleKernel() {
  KernelMetadata kernel;
  kernel.name = "k";
  kernel.parameters = {parameter("x", ParameterKind::Pointer, ElementType::F16, 16),
                       parameter("half", ParameterKind::Scalar, ElementType::F16),
                       parameter("n", ParameterKind::Scalar, ElementType::I32, 16),
                       parameter("u", ParameterKind::Scalar, ElementType::U64),
                       parameter("one", ParameterKind::Scalar, ElementType::I32),
                       parameter("BLOCK", ParameterKind::Constexpr, ElementType::I32),
                       parameter("EVEN", ParameterKind::Constexpr, ElementType::I32)};
  kernel.parameters[4].value = ConstantValue::ofInteger(1);
  kernel.parameters[5].value = ConstantValue::ofInteger(64);
  kernel.parameters[6].value = ConstantValue::ofBool(true);
  kernel.heuristics = {{"EVEN", *launch::parseExpression("n % BLOCK == 0")}};
  layOutParameters(kernel);
  return kernel;
}

static Arguments exampleArguments() {
  Arguments arguments;
  arguments.pointer("x", 0x1230).real("half", 1.5).integer("n", 128).integer("u", 7);
  return arguments;
}

static std::string errorOf(const Arguments &arguments) {
  Result<std::vector<uint8_t>> buffer = packArguments(exampleKernel(), arguments);
  return buffer ? "" : buffer.error();
}

TEST(Arguments, ArePackedAtTheirOffsets) {
  Result<std::vector<uint8_t>> buffer = packArguments(exampleKernel(), exampleArguments());
  ASSERT_TRUE(buffer) << buffer.error();
  ASSERT_EQ(buffer->size(), 24u);
  uint64_t x, u;
  uint16_t half;
  int32_t n;
  std::memcpy(&x, buffer->data(), 8);
  std::memcpy(&half, buffer->data() + 8, 2);
  std::memcpy(&n, buffer->data() + 12, 4);
  std::memcpy(&u, buffer->data() + 16, 8);
  EXPECT_EQ(x, 0x1230u);
  EXPECT_EQ(half, 0x3e00u);
  EXPECT_EQ(n, 128);
  EXPECT_EQ(u, 7u);
}

TEST(Arguments, ArraysOfTheirOwnBeginElsewhere) {
  KernelMetadata kernel;
  kernel.parameters = {parameter("x", ParameterKind::Pointer, ElementType::F32),
                       parameter("y", ParameterKind::Pointer, ElementType::F32),
                       parameter("out", ParameterKind::Pointer, ElementType::F32)};
  kernel.parameters[0].isConst = kernel.parameters[1].isConst = true;
  layOutParameters(kernel);
  auto pack = [&](uint64_t x, uint64_t y, uint64_t out) {
    Result<std::vector<uint8_t>> buffer =
        packArguments(kernel, Arguments().pointer("x", x).pointer("y", y).pointer("out", out));
    return buffer ? "" : buffer.error();
  };
  EXPECT_EQ(pack(32, 32, 32), "");
  kernel.parameters[0].isNoAlias = true;
  EXPECT_EQ(pack(32, 64, 96), "");
  EXPECT_EQ(pack(32, 32, 96), "");
  EXPECT_EQ(pack(0, 32, 0), "");
  EXPECT_EQ(pack(32, 64, 32), "argument `x`: the kernel was compiled for an array of its own, got that of `out`");
}

TEST(Arguments, MistakesAreNamed) {
  EXPECT_EQ(errorOf(exampleArguments().integer("m", 1)), "kernel `k` has no parameter `m`");
  EXPECT_EQ(errorOf(Arguments().pointer("x", 16)), "argument `half`: is missing (fp16)");
  EXPECT_EQ(errorOf(exampleArguments().integer("x", 1)), "argument `x`: expects an array of fp16, got a number");
  EXPECT_EQ(errorOf(exampleArguments().pointer("n", 16)), "argument `n`: expects a number of type i32, got an array");
  EXPECT_EQ(errorOf(exampleArguments().integer("n", int64_t(1) << 31)),
            "argument `n`: the value 2147483648 does not fit into i32");
  EXPECT_EQ(errorOf(exampleArguments().real("n", 1.5)), "argument `n`: the value 1.500000 does not fit into i32");
  EXPECT_EQ(errorOf(exampleArguments().integer("u", -1)), "argument `u`: the value -1 does not fit into u64");
  EXPECT_EQ(errorOf(exampleArguments().integer("n", 8)),
            "argument `n`: the kernel was compiled for multiples of 16, got 8");
  EXPECT_EQ(errorOf(exampleArguments().pointer("x", 0x1234)),
            "argument `x`: the kernel was compiled for multiples of 16, got 4660");
  EXPECT_EQ(errorOf(exampleArguments().integer("one", 2)), "argument `one`: the kernel was compiled for 1, got 2");
  EXPECT_EQ(errorOf(exampleArguments().integer("one", 1).integer("BLOCK", 64)), "");
}

TEST(Arguments, DescriptorsAreTheirPieces) {
  Arguments arguments;
  arguments.descriptor("d", 0x1230, {5, 7}, {8, 1});
  std::string text;
  for (const auto &[name, value] : arguments.all()) {
    text += name + "=" + std::to_string(value.bits) + " ";
  }
  EXPECT_EQ(text, "d=4656 d.shape[0]=5 d.shape[1]=7 d.strides[0]=8 d.strides[1]=1 ");
}

TEST(Arguments, ScalarsOfArraysKeepTheirValue) {
  data::Array big = data::Array::zeros(ElementType::U64, {});
  big.setInteger(0, -1);
  Result<std::vector<uint8_t>> buffer = packArguments(exampleKernel(), exampleArguments().scalar("u", big));
  ASSERT_TRUE(buffer) << buffer.error();
  uint64_t u;
  std::memcpy(&u, buffer->data() + 16, 8);
  EXPECT_EQ(u, ~uint64_t(0));
  EXPECT_EQ(errorOf(exampleArguments().scalar("n", big)),
            "argument `n`: the value 18446744073709551615 does not fit into i32");
}

TEST(Arguments, GridsUseArgumentsAndConstants) {
  launch::Environment environment = launchEnvironment(exampleKernel(), exampleArguments());
  Result<Grid> grid = evaluateGrid(*launch::parseExpression("cdiv(n, BLOCK), EVEN + 2"), environment);
  ASSERT_TRUE(grid) << grid.error();
  EXPECT_EQ(grid->x, 2);
  EXPECT_EQ(grid->y, 3);
  EXPECT_EQ(grid->z, 1);
  auto errorOfGrid = [&](const char *text) {
    Result<Grid> bad = evaluateGrid(*launch::parseExpression(text), environment);
    return bad ? "" : bad.error();
  };
  EXPECT_EQ(errorOfGrid("half"), "grid: unknown name `half`");
  EXPECT_EQ(errorOfGrid("()"), "grid: expects one to three extents, got 0");
  EXPECT_EQ(errorOfGrid("1, 1, 1, 1"), "grid: expects one to three extents, got 4");
  EXPECT_EQ(errorOfGrid("1, 65536"), "grid: extent y is 65536, expects 0 to 65535");
  EXPECT_EQ(errorOfGrid("-1"), "grid: extent x is -1, expects 0 to 2147483647");
  EXPECT_EQ(errorOfGrid("0"), "");
}

TEST(Arguments, HeuristicsMustGiveWhatWasCompiled) {
  KernelMetadata kernel = exampleKernel();
  EXPECT_TRUE(checkHeuristics(kernel, launchEnvironment(kernel, exampleArguments())));
  Status status = checkHeuristics(kernel, launchEnvironment(kernel, exampleArguments().integer("n", 144)));
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error(), "heuristic `EVEN`: the kernel was compiled for True, these arguments give 0");
}
