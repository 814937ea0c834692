// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The runtime on the fake driver: what reaches the driver, what is released, and how errors read.
#include "tkc/Runtime/Runtime.h"

#include "tkc/Runtime/GuardedBuffer.h"
#include "tkc/Support/Files.h"

#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "FakeCuda.h"

using namespace tkc;
using namespace tkc::runtime;
using data::ElementType;

namespace {
/// Opens the fake GPU and the test's own door into it.
class RuntimeTest : public testing::Test {
protected:
  void SetUp() override {
    library = dlopen(FAKE_CUDA_PATH, RTLD_NOW | RTLD_LOCAL);
    ASSERT_NE(library, nullptr) << dlerror();
    Result<Gpu> opened = Gpu::open(0, FAKE_CUDA_PATH);
    ASSERT_TRUE(opened) << opened.error();
    gpu.emplace(std::move(*opened));
    stream.emplace(std::move(*gpu->createStream()));
  }
  void TearDown() override {
    stream.reset();
    gpu.reset();
    auto liveObjects = reinterpret_cast<int (*)()>(dlsym(library, "fakeCudaLiveObjects"));
    EXPECT_EQ(liveObjects(), 0);
    dlclose(library);
  }
  FakeLaunch &lastLaunch() { return *reinterpret_cast<FakeLaunch *(*)()>(dlsym(library, "fakeCudaLastLaunch"))(); }
  LoadedCubin load(const KernelMetadata &kernel) {
    Result<LoadedCubin> cubin = gpu->load("FAKE", {"0.1.0", "sm_90a", {}, {kernel}});
    EXPECT_TRUE(cubin) << cubin.error();
    return std::move(*cubin);
  }

  void *library = nullptr;
  std::optional<Gpu> gpu;
  std::optional<Stream> stream;
};
} // namespace

static Parameter parameter(const char *name, bool isPointer, ElementType type) {
  Parameter parameter;
  parameter.name = name;
  parameter.kind = isPointer ? ParameterKind::Pointer : ParameterKind::Scalar;
  parameter.type = type;
  return parameter;
}

static KernelMetadata addKernel() {
  KernelMetadata kernel;
  kernel.name = kernel.symbol = "add";
  kernel.parameters = {parameter("x", true, ElementType::F32), parameter("y", true, ElementType::F32),
                       parameter("out", true, ElementType::F32), parameter("n", false, ElementType::I32)};
  kernel.grid = *launch::parseExpression("(cdiv(n, 128),)");
  layOutParameters(kernel);
  return kernel;
}

static KernelMetadata kernelWithout(const char *symbol) {
  KernelMetadata kernel;
  kernel.name = kernel.symbol = symbol;
  kernel.grid = launch::Expression::integer(1);
  return kernel;
}

TEST_F(RuntimeTest, FactsAndTarget) {
  EXPECT_EQ(gpu->facts().name, "Fake GPU");
  EXPECT_EQ(gpu->facts().target(), "sm_90a");
  EXPECT_EQ(gpu->facts().largestSharedBytes, 227 * 1024);
  EXPECT_EQ(gpu->facts().memoryBytes, 1 << 30);
  EXPECT_EQ(presentTarget(FAKE_CUDA_PATH), "sm_90a");
}

TEST_F(RuntimeTest, LaunchAddsOnTheDevice) {
  LoadedCubin cubin = load(addKernel());
  LoadedKernel kernel = *cubin.kernel("add");
  std::vector<float> x(300, 1), out(300, 0);
  DeviceBuffer deviceX = *gpu->allocate(1200), deviceOut = *gpu->allocate(1200);
  ASSERT_TRUE(deviceX.write(x.data(), 1200));
  Arguments arguments;
  arguments.pointer("x", deviceX.address()).pointer("y", deviceX.address()).pointer("out", deviceOut.address());
  ASSERT_TRUE(kernel.launch(*stream, arguments.integer("n", 300)));
  ASSERT_TRUE(stream->synchronize());
  ASSERT_TRUE(deviceOut.read(out.data(), 1200));
  EXPECT_EQ(out[299], 2);
  EXPECT_EQ(lastLaunch().config.gridX, 3u);
  EXPECT_EQ(lastLaunch().config.blockX, 128u);
  EXPECT_EQ(lastLaunch().parameters.size(), 28u);
  EXPECT_EQ(lastLaunch().clusterX, 0u);
}

TEST_F(RuntimeTest, ClustersAndSharedMemoryReachTheDriver) {
  KernelMetadata metadata = kernelWithout("nothing");
  metadata.numCtas = 2;
  metadata.numWarps = 8;
  metadata.sharedBytes = 100 * 1024;
  LoadedCubin cubin = load(metadata);
  LoadedKernel kernel = *cubin.kernel();
  Status status = kernel.launch(*stream, {}, {3, 2, 1});
  ASSERT_TRUE(status) << status.error();
  EXPECT_EQ(lastLaunch().config.gridX, 6u);
  EXPECT_EQ(lastLaunch().config.gridY, 2u);
  EXPECT_EQ(lastLaunch().config.blockX, 256u);
  EXPECT_EQ(lastLaunch().config.sharedBytes, 100u * 1024);
  EXPECT_EQ(lastLaunch().clusterX, 2u);
  EXPECT_EQ(kernel.launch(*stream, {}, {2000000000, 1, 1}).error(),
            "grid: extent x times num_ctas is 4000000000, expects at most 2147483647");
}

TEST_F(RuntimeTest, ScratchIsAllocatedForTheWholeGrid) {
  KernelMetadata metadata = kernelWithout("nothing");
  HiddenParameter hidden;
  hidden.bytesPerProgram = launch::Expression::integer(1000);
  metadata.hiddenParameters = {hidden};
  layOutParameters(metadata);
  LoadedCubin cubin = load(metadata);
  LoadedKernel kernel = *cubin.kernel();
  ASSERT_TRUE(kernel.launch(*stream, {}, {10, 1, 1}));
  uint64_t address = 0;
  std::memcpy(&address, lastLaunch().parameters.data(), 8);
  EXPECT_NE(address, 0u);
  EXPECT_EQ(address % 128, 0u);
  // The whole of it can be written.
  ASSERT_TRUE(stream->fill(address, 1, 10000));
  EXPECT_NE(kernel.launch(*stream, {}, {int64_t(1) << 30, 1, 1}).error().find("allocating scratch memory"),
            std::string::npos);
}

/// A kernel with the tensor map of `x`, whose rows are `stride` f16 elements apart.
static KernelMetadata mappedKernel() {
  KernelMetadata metadata = kernelWithout("mapped");
  metadata.parameters = {parameter("x", true, ElementType::F16), parameter("stride", false, ElementType::I32)};
  metadata.parameters[1].value = ConstantValue::ofInteger(32);
  HiddenParameter hidden;
  hidden.kind = HiddenKind::TensorMap;
  auto expression = [](const char *text) { return *launch::parseExpression(text); };
  hidden.tensorMap = {"x", ElementType::F16, {expression("7"), expression("0")}, {expression("stride * 2")}, {64, 8},
                      64};
  metadata.hiddenParameters = {hidden};
  layOutParameters(metadata);
  return metadata;
}

TEST_F(RuntimeTest, TensorMapsAreEncodedForTheArguments) {
  LoadedCubin cubin = load(mappedKernel());
  Arguments arguments;
  arguments.pointer("x", 0x1230);
  Status status = cubin.kernel()->launch(*stream, arguments, {1, 1, 1});
  ASSERT_TRUE(status) << status.error();
  uint64_t words[17];
  ASSERT_EQ(lastLaunch().parameters.size(), sizeof words);
  std::memcpy(words, lastLaunch().parameters.data(), sizeof words);
  // The pointer, then the map as the fake driver writes it. An extent of 0 becomes 1.
  const uint64_t expected[] = {0x1230, uint64_t(data::TensorMapType::F16),       2, 0x1230, 1, 64, 8, 1,
                               0,      uint64_t(data::TensorMapSwizzle::Bytes64)};
  for (size_t i = 0; i < std::size(expected); ++i) {
    EXPECT_EQ(words[i], expected[i]) << i;
  }
}

TEST_F(RuntimeTest, TensorMapsThatCanNotBeAreErrors) {
  KernelMetadata metadata = mappedKernel();
  metadata.parameters[1].value = ConstantValue::ofInteger(-32);
  Arguments arguments;
  arguments.pointer("x", 0x1230);
  EXPECT_EQ(load(metadata).kernel()->launch(*stream, arguments, {1, 1, 1}).error(),
            "argument `x`: a stride of -64 bytes can't be copied by TMA; compile with --opt promote-tma=off");
  metadata.parameters[1].value = ConstantValue::ofInteger(33);
  EXPECT_EQ(load(metadata).kernel()->launch(*stream, arguments, {1, 1, 1}).error(),
            "argument `x`: a stride of 66 bytes, no multiple of 16, can't be copied by TMA; compile with --opt "
            "promote-tma=off");
  metadata.parameters[1].value = ConstantValue::ofInteger(32);
  EXPECT_EQ(load(metadata).kernel()->launch(*stream, Arguments().pointer("x", 0x1238), {1, 1, 1}).error(),
            "argument `x`: the address 4664, no multiple of 16, can't be copied by TMA; compile with --opt "
            "promote-tma=off");
  metadata.hiddenParameters[0].tensorMap.dimensions[0] = launch::Expression::reference("gone");
  EXPECT_NE(load(metadata).kernel()->launch(*stream, arguments, {1, 1, 1}).error().find("tensor map of `x`: "),
            std::string::npos);
}

TEST_F(RuntimeTest, EmptyGridLaunchesNothing) {
  LoadedCubin cubin = load(kernelWithout("nothing"));
  int before = lastLaunch().count;
  EXPECT_TRUE(cubin.kernel()->launch(*stream, {}, {0, 1, 1}));
  EXPECT_EQ(lastLaunch().count, before);
}

TEST_F(RuntimeTest, LoadErrorsSayWhatIsNeeded) {
  auto errorOf = [&](std::string_view bytes, const char *target, KernelMetadata kernel) {
    Result<LoadedCubin> cubin = gpu->load(bytes, {"0.1.0", target, {}, {std::move(kernel)}});
    return cubin ? cubin->kernel().error() : cubin.error();
  };
  EXPECT_EQ(errorOf("FAKE", "sm_80", kernelWithout("add")), "the cubin is for sm_80, this GPU (Fake GPU) needs sm_90a");
  EXPECT_EQ(errorOf("junk", "sm_90a", kernelWithout("add")), "loading the cubin failed: error 209");
  EXPECT_EQ(errorOf("FAKE", "sm_90a", kernelWithout("gone")), "finding `gone` in the cubin failed: error 500");
  KernelMetadata large = kernelWithout("add");
  large.sharedBytes = 300 * 1024;
  EXPECT_EQ(errorOf("FAKE", "sm_90a", large), "kernel `add` needs 307200 bytes of shared memory, this GPU has 232448");
}

TEST_F(RuntimeTest, KernelsAreFoundByName) {
  Result<LoadedCubin> cubin =
      gpu->load("FAKE", {"0.1.0", "sm_90a", {}, {kernelWithout("add"), kernelWithout("nothing")}});
  ASSERT_TRUE(cubin);
  EXPECT_TRUE(cubin->kernel("nothing"));
  EXPECT_EQ(cubin->kernel("sub").error(), "no kernel `sub`; there are: add, nothing");
  EXPECT_EQ(cubin->kernel().error(), "name one of the kernels: add, nothing");
}

TEST_F(RuntimeTest, FilesAreLoadedWithTheirMetadata) {
  std::string base = testing::TempDir() + "tkc-runtime-" + std::to_string(getpid());
  ASSERT_TRUE(writeFile(base + ".cubin", "FAKE"));
  EXPECT_EQ(gpu->loadFile(base + ".cubin").error(), "cannot read `" + base + ".json`: No such file or directory");
  ASSERT_TRUE(writeFile(base + ".json", "{}"));
  EXPECT_EQ(gpu->loadFile(base + ".cubin").error(), "`" + base + ".json`: version: is missing");
  ASSERT_TRUE(writeFile(base + ".json", writeMetadata({"0.1.0", "sm_90a", {}, {addKernel()}})));
  Result<LoadedCubin> cubin = gpu->loadFile(base + ".cubin");
  ASSERT_TRUE(cubin) << cubin.error();
  EXPECT_EQ(cubin->metadata().kernels[0].name, "add");
  unlink((base + ".cubin").c_str());
  unlink((base + ".json").c_str());
}

TEST_F(RuntimeTest, AllocationAndCopyErrors) {
  EXPECT_EQ(gpu->allocate(size_t(1) << 40).error(), "allocating 1099511627776 bytes: cuMemAlloc failed: error 2");
  DeviceBuffer buffer = *gpu->allocate(16);
  char bytes[32];
  EXPECT_EQ(buffer.write(bytes, 17).error(), "a copy of 17 bytes leaves the device buffer");
  EXPECT_EQ(buffer.read(bytes, 8, 12).error(), "a copy of 8 bytes leaves the device buffer");
  EXPECT_TRUE(gpu->allocate(0));
}

TEST_F(RuntimeTest, GuardsShowWritesOutside) {
  GuardedBuffer guarded = *GuardedBuffer::create(*gpu, *stream, 100);
  EXPECT_EQ(guarded.address() % 256, 0u);
  EXPECT_TRUE(guarded.checkGuards());
  std::vector<uint8_t> bytes(100, 1);
  ASSERT_TRUE(guarded.read(bytes.data()));
  EXPECT_EQ(bytes[99], GuardedBuffer::poison);
  // Even a copy from the guard of another buffer shows.
  GuardedBuffer other = *GuardedBuffer::create(*gpu, *stream, 100);
  ASSERT_TRUE(stream->copy(other.address() + 100, guarded.address() + 100, 64));
  EXPECT_FALSE(other.checkGuards());
  ASSERT_TRUE(stream->fill(guarded.address() + 103, 3, 2));
  EXPECT_EQ(guarded.checkGuards().error(), "2 bytes were written behind the array, the nearest 3 bytes behind its end");
  ASSERT_TRUE(stream->fill(guarded.address() - 4, 3, 3));
  EXPECT_EQ(guarded.checkGuards().error(),
            "3 bytes were written before the array, the nearest 2 bytes before its start");
}

TEST_F(RuntimeTest, EventsMeasureTime) {
  Event start = *gpu->createEvent(), end = *gpu->createEvent();
  ASSERT_TRUE(start.record(*stream));
  usleep(2000);
  ASSERT_TRUE(end.record(*stream));
  Result<double> milliseconds = end.millisecondsSince(start);
  ASSERT_TRUE(milliseconds);
  EXPECT_GT(*milliseconds, 1.9);
}

TEST_F(RuntimeTest, TheDriverSaysWhereParametersLie) {
  KernelMetadata kernel;
  kernel.name = kernel.symbol = "add";
  LoadedCubin cubin = load(kernel);
  Result<std::vector<size_t>> offsets = cubin.kernel()->parameterOffsets();
  ASSERT_TRUE(offsets) << offsets.error();
  EXPECT_EQ(*offsets, (std::vector<size_t>{0x70, 0xf0, 0xf8}));
}

TEST_F(RuntimeTest, TensorMapsAreEncodedByTheDriver) {
  data::TensorMapDescription description;
  description.type = data::TensorMapType::F16;
  description.address = 4096;
  description.dimensions = {64, 100};
  description.stridesInBytes = {128};
  description.box = {64, 16};
  description.elementStrides = {1, 1};
  description.swizzle = data::TensorMapSwizzle::Bytes128;
  description.fill = data::TensorMapFill::NaN;
  auto map = gpu->encodeTensorMap(description);
  ASSERT_TRUE(map) << map.error();
  uint64_t words[11];
  std::memcpy(words, map->data(), sizeof words);
  const uint64_t expected[] = {6, 2, 4096, 100, 128, 16, 1, 0, 3, 0, 1};
  EXPECT_EQ(std::vector<uint64_t>(words, words + 11), std::vector<uint64_t>(expected, expected + 11));
  description.box[0] = 0;
  EXPECT_NE(gpu->encodeTensorMap(description).error().find("encoding a tensor map failed: "), std::string::npos);
  description.box.pop_back();
  EXPECT_EQ(gpu->encodeTensorMap(description).error(),
            "a tensor map of rank 2 has 1 strides, a box of 1 and 2 element strides");
}

/// A kernel with one array, `x`, and a report.
static KernelMetadata checkedKernel() {
  KernelMetadata kernel;
  kernel.name = kernel.symbol = "nothing";
  Parameter array;
  array.name = "x";
  array.kind = ParameterKind::Pointer;
  kernel.parameters = {array};
  HiddenParameter report;
  report.kind = HiddenKind::FaultReport;
  report.faultReport = {{"x"}, {{7, "store", 4, 0}}};
  kernel.hiddenParameters = {report};
  layOutParameters(kernel);
  return kernel;
}

TEST_F(RuntimeTest, AFaultReportListsTheArraysAndIsRead) {
  LoadedCubin cubin = load(checkedKernel());
  LoadedKernel kernel = *cubin.kernel();
  DeviceBuffer buffer = *gpu->allocate(64);
  for (bool isKnown : {false, true}) {
    Arguments arguments;
    isKnown ? arguments.array("x", buffer.address() + 16, 8) : arguments.pointer("x", buffer.address() + 16);
    ASSERT_TRUE(kernel.launch(*stream, arguments, {1, 1, 1}));
    uint64_t report = 0;
    std::memcpy(&report, lastLaunch().parameters.data() + 8, sizeof report);
    // The size that is told, else that of the whole allocation.
    auto *extent = reinterpret_cast<uint64_t *>(report + 64);
    EXPECT_EQ(extent[0], buffer.address() + (isKnown ? 16 : 0));
    EXPECT_EQ(extent[1], buffer.address() + (isKnown ? 24 : 64));
    EXPECT_FALSE(*kernel.readFault());
    if (isKnown) {
      // What the kernel would write.
      const uint32_t words[] = {3, 0, uint32_t(extent[1] + 4), uint32_t((extent[1] + 4) >> 32), 5, 6, 0, 1, 9};
      std::memcpy(reinterpret_cast<void *>(report), words, sizeof words);
    }
  }
  std::optional<RecordedFault> fault = *kernel.readFault();
  ASSERT_TRUE(fault);
  EXPECT_EQ(fault->count, 3u);
  EXPECT_EQ(fault->site.operation, 7u);
  EXPECT_EQ(fault->array, "x");
  EXPECT_EQ(fault->byteOffset, 12);
  EXPECT_EQ(fault->arrayBytes, 8);
  EXPECT_EQ(fault->program, (std::array<uint32_t, 3>{5, 6, 0}));
  EXPECT_EQ(fault->place, (std::vector<uint32_t>{9}));
}

TEST(RuntimeWithoutGpu, SaysWhatIsMissing) {
  EXPECT_NE(Gpu::open(0, "/nonexistent/libcuda.so.1").error().find("no CUDA driver: /nonexistent/libcuda.so.1"),
            std::string::npos);
  setenv("FAKE_CUDA_NO_DEVICE", "1", 1);
  EXPECT_EQ(Gpu::open(0, FAKE_CUDA_PATH).error(), "no GPU 0: the CUDA driver sees 0");
  unsetenv("FAKE_CUDA_NO_DEVICE");
  setenv("FAKE_CUDA_NO_DRIVER", "1", 1);
  EXPECT_EQ(Gpu::open(0, FAKE_CUDA_PATH).error(), "cuInit failed: CUDA_ERROR_NO_DEVICE");
  EXPECT_EQ(presentTarget(FAKE_CUDA_PATH), std::nullopt);
  unsetenv("FAKE_CUDA_NO_DRIVER");
  EXPECT_NE(Gpu::open(0, "libm.so.6").error().find("too old: it lacks cuInit"), std::string::npos);
}

TEST(GpuFacts, CubinsRunOnTheirArchitecture) {
  GpuFacts facts;
  facts.major = 8;
  facts.minor = 6;
  EXPECT_EQ(facts.target(), "sm_86");
  EXPECT_TRUE(facts.runs("sm_80"));
  EXPECT_TRUE(facts.runs("sm_86"));
  EXPECT_FALSE(facts.runs("sm_89"));
  EXPECT_FALSE(facts.runs("sm_90a"));
  facts.major = 10;
  facts.minor = 0;
  EXPECT_EQ(facts.target(), "sm_100a");
  EXPECT_TRUE(facts.runs("sm_100a"));
  EXPECT_FALSE(facts.runs("sm_90a"));
  EXPECT_FALSE(facts.runs("sm_90"));
  EXPECT_FALSE(facts.runs("gfx90a"));
}

// Last: the fault stays in the fake driver, as it does in a real context.
TEST_F(RuntimeTest, ZFaultsAreReportedBySynchronize) {
  LoadedCubin cubin = load(kernelWithout("fault"));
  ASSERT_TRUE(cubin.kernel()->launch(*stream, {}));
  EXPECT_EQ(stream->synchronize().error(),
            "the work of the stream failed: CUDA_ERROR_ILLEGAL_ADDRESS (an illegal memory access was encountered)");
}
