// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runtime and measurement on a real GPU, with kernels in PTX that the driver compiles. Skipped without a GPU.
#include "tkc/Bench/BenchSession.h"

#include <gtest/gtest.h>

using namespace tkc;
using namespace tkc::bench;
using data::ElementType;

/// add(x, y, out, n): one thread an element, in blocks of 128. cluster(out): each thread of each block writes the
/// number of blocks of its cluster. shared(out): writes through the last word of 100 KiB of shared memory.
static const char *const kernels = R"(
.version 8.0
.target sm_90
.address_size 64
.visible .entry add(.param .u64 x, .param .u64 y, .param .u64 out, .param .u32 n) {
  .reg .pred %p; .reg .b32 %i, %n, %t, %b; .reg .f32 %f, %g; .reg .b64 %x, %y, %o, %d;
  mov.u32 %t, %tid.x; mov.u32 %b, %ctaid.x; mad.lo.s32 %i, %b, 128, %t;
  ld.param.u32 %n, [n]; setp.ge.s32 %p, %i, %n; @%p bra DONE;
  ld.param.u64 %x, [x]; ld.param.u64 %y, [y]; ld.param.u64 %o, [out];
  mul.wide.s32 %d, %i, 4; add.s64 %x, %x, %d; add.s64 %y, %y, %d; add.s64 %o, %o, %d;
  ld.global.f32 %f, [%x]; ld.global.f32 %g, [%y]; add.f32 %f, %f, %g; st.global.f32 [%o], %f;
DONE: ret;
}
.visible .entry cluster(.param .u64 out) {
  .reg .b32 %t, %b, %i, %c; .reg .b64 %o, %d;
  mov.u32 %t, %tid.x; mov.u32 %b, %ctaid.x; mad.lo.s32 %i, %b, 128, %t; mov.u32 %c, %cluster_nctaid.x;
  ld.param.u64 %o, [out]; mul.wide.s32 %d, %i, 4; add.s64 %o, %o, %d; st.global.u32 [%o], %c;
  ret;
}
.extern .shared .align 16 .b8 memory[];
.visible .entry shared(.param .u64 out) {
  .reg .b32 %v; .reg .b64 %o, %m;
  mov.u64 %m, memory; mov.u32 %v, 77; st.shared.u32 [%m+102396], %v; ld.shared.u32 %v, [%m+102396];
  ld.param.u64 %o, [out]; st.global.u32 [%o], %v;
  ret;
}
)";

namespace {
class DeviceTest : public testing::Test {
protected:
  void SetUp() override {
    Result<runtime::Gpu> opened = runtime::Gpu::open();
    if (!opened) {
      GTEST_SKIP() << opened.error();
    }
    if (opened->facts().major < 9) {
      GTEST_SKIP() << "needs a GPU with clusters";
    }
    gpu.emplace(std::move(*opened));
  }
  CompiledKernel compiled(const char *name, std::vector<const char *> pointers, bool takesCount) {
    runtime::KernelMetadata kernel;
    kernel.name = kernel.symbol = name;
    for (const char *pointer : pointers) {
      runtime::Parameter parameter;
      parameter.name = pointer;
      parameter.kind = runtime::ParameterKind::Pointer;
      parameter.type = ElementType::F32;
      kernel.parameters.push_back(parameter);
    }
    if (takesCount) {
      runtime::Parameter parameter;
      parameter.name = "n";
      kernel.parameters.push_back(parameter);
    }
    runtime::layOutParameters(kernel);
    return {kernels, {"0.1.0", gpu->facts().target(), {}, {kernel}}, name};
  }

  std::optional<runtime::Gpu> gpu;
};
} // namespace

static NamedArgument array(const char *name, ElementType type, int64_t count, double value) {
  NamedArgument argument{name, data::Array::zeros(type, {count}), false, false};
  for (int64_t i = 0; i < count; ++i) {
    argument.value.setDouble(size_t(i), value + double(i % 7));
  }
  return argument;
}

static NamedArgument number(const char *name, int64_t value) {
  NamedArgument argument{name, data::Array::zeros(ElementType::I32, {}), true, false};
  argument.value.setInteger(0, value);
  return argument;
}

TEST_F(DeviceTest, AddsAndFindsWritesBehindTheArray) {
  CompiledKernel kernel = compiled("add", {"x", "y", "out"}, true);
  std::vector<NamedArgument> arguments = {array("x", ElementType::F32, 1000, 1), array("y", ElementType::F32, 1000, 2),
                                          array("out", ElementType::F32, 1000, 0), number("n", 1000)};
  Status status = runOnGpu(*gpu, kernel, {8, 1, 1}, arguments);
  ASSERT_TRUE(status) << status.error();
  EXPECT_EQ(arguments[2].value.getDouble(999), 3 + 2 * (999 % 7));
  arguments[3] = number("n", 1003);
  status = runOnGpu(*gpu, kernel, {8, 1, 1}, arguments);
  ASSERT_FALSE(status);
  // Sums of NaNs: of each four bytes one agrees with the guard.
  EXPECT_EQ(status.error(), "array `out`: 9 bytes were written behind the array, the nearest 0 bytes behind its end");
}

TEST_F(DeviceTest, LaunchesClustersAndLargeSharedMemory) {
  CompiledKernel cluster = compiled("cluster", {"out"}, false);
  cluster.metadata.kernels[0].numCtas = 2;
  std::vector<NamedArgument> arguments = {array("out", ElementType::I32, 512, 0)};
  Status status = runOnGpu(*gpu, cluster, {2, 1, 1}, arguments);
  ASSERT_TRUE(status) << status.error();
  EXPECT_EQ(arguments[0].value.getInteger(511), 2);
  CompiledKernel shared = compiled("shared", {"out"}, false);
  shared.metadata.kernels[0].sharedBytes = 100 * 1024;
  status = runOnGpu(*gpu, shared, {1, 1, 1}, arguments);
  ASSERT_TRUE(status) << status.error();
  EXPECT_EQ(arguments[0].value.getInteger(0), 77);
}

TEST_F(DeviceTest, CopiesReachAPlausibleBandwidth) {
  Result<Measurement> measurement = Measurement::create(*gpu);
  ASSERT_TRUE(measurement) << measurement.error();
  Result<double> bandwidth = measurement->copyBandwidth(30, size_t(256) << 20);
  ASSERT_TRUE(bandwidth) << bandwidth.error();
  RecordProperty("gigabytes_per_second", std::to_string(*bandwidth));
  std::printf("%s: copy bandwidth %.1f GB/s\n", gpu->facts().name.c_str(), *bandwidth);
  EXPECT_GT(*bandwidth, 100);
  EXPECT_LT(*bandwidth, 20000);
}

TEST_F(DeviceTest, ZFaultsAreReported) {
  CompiledKernel kernel = compiled("add", {"x", "y", "out"}, true);
  std::vector<NamedArgument> arguments = {array("x", ElementType::F32, 4, 1), array("y", ElementType::F32, 4, 2),
                                          array("out", ElementType::F32, 4, 0), number("n", 2000000000)};
  Status status = runOnGpu(*gpu, kernel, {15625000, 1, 1}, arguments);
  ASSERT_FALSE(status);
  EXPECT_NE(status.error().find("CUDA_ERROR_ILLEGAL_ADDRESS"), std::string::npos) << status.error();
}
