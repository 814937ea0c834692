// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parameters that are passed by value reach the driver where it wants them.
#include "tkc/Bench/DeviceRun.h"

#include <cstring>
#include <dlfcn.h>
#include <gtest/gtest.h>

#include "../Runtime/FakeCuda.h"

namespace tkc::bench {
namespace {

/// A kernel of the fake driver with a map at 0x70, eight bytes at 0xf0 and four at 0xf8.
CompiledKernel mappedKernel() {
  runtime::KernelMetadata kernel;
  kernel.name = kernel.symbol = "nothing";
  runtime::Parameter count;
  count.name = "2";
  count.type = data::ElementType::I32;
  kernel.parameters = {count};
  runtime::layOutParameters(kernel);
  CompiledKernel compiled{"FAKE", {"0.1.0", "sm_90a", {}, {kernel}}, "nothing"};
  compiled.block = {32, 1, 1};
  ValueSpec map = *parseValueSpec("tensormap:tile:box=4x8"), bytes = *parseValueSpec("bytes:0x0102030405060708");
  compiled.values = {{0, map}, {1, bytes}};
  return compiled;
}

NamedArgument number(const char *name, double value) {
  NamedArgument argument{name, data::Array::zeros(data::ElementType::I32, {}), true, false};
  argument.value.setDouble(0, value);
  return argument;
}

class PositionedValues : public testing::Test {
protected:
  void SetUp() override {
    Result<runtime::Gpu> opened = runtime::Gpu::open(0, FAKE_CUDA_PATH);
    ASSERT_TRUE(opened) << opened.error();
    gpu.emplace(std::move(*opened));
    library = dlopen(FAKE_CUDA_PATH, RTLD_NOW);
  }
  void TearDown() override { dlclose(library); }
  const std::vector<uint8_t> &launched() {
    return reinterpret_cast<FakeLaunch *(*)()>(dlsym(library, "fakeCudaLastLaunch"))()->parameters;
  }

  std::optional<runtime::Gpu> gpu;
  void *library = nullptr;
};

TEST_F(PositionedValues, LieWhereTheDriverWantsThem) {
  std::vector<NamedArgument> arguments = {number("2", 77),
                                          {"tile", data::Array::zeros(data::ElementType::F32, {16, 32}), false, false}};
  Status status = runOnGpu(*gpu, mappedKernel(), {1, 1, 1}, arguments);
  ASSERT_TRUE(status) << status.error();
  const std::vector<uint8_t> &bytes = launched();
  ASSERT_EQ(bytes.size(), 0xfcu);
  uint64_t words[6];
  std::memcpy(words, bytes.data() + 0x70, sizeof words);
  // The fake driver writes down what it was told: type, rank, address, extent and stride of the last dimension, box.
  EXPECT_EQ(words[0], uint64_t(data::TensorMapType::F32));
  EXPECT_EQ(words[1], 2u);
  EXPECT_NE(words[2], 0u);
  EXPECT_EQ(words[3], 16u);
  EXPECT_EQ(words[4], 128u);
  EXPECT_EQ(words[5], 4u);
  EXPECT_EQ(std::vector<uint8_t>(bytes.begin() + 0xf0, bytes.begin() + 0xf8),
            (std::vector<uint8_t>{1, 2, 3, 4, 5, 6, 7, 8}));
  EXPECT_EQ(bytes[0xf8], 77);
}

TEST_F(PositionedValues, WhatDoesNotFitIsAnError) {
  std::vector<NamedArgument> arguments = {number("2", 77)};
  EXPECT_EQ(runOnGpu(*gpu, mappedKernel(), {1, 1, 1}, arguments).error(),
            "kernel `nothing`: there is no array `tile` for the tensor map; give it with `--arg tile=SPEC`");
  arguments.push_back({"tile", data::Array::zeros(data::ElementType::F32, {16, 32}), false, false});
  CompiledKernel kernel = mappedKernel();
  kernel.values.pop_back();
  EXPECT_EQ(runOnGpu(*gpu, kernel, {1, 1, 1}, arguments).error(),
            "kernel `nothing`: the driver knows 3 parameters of the kernel, got 2");
}

} // namespace
} // namespace tkc::bench
