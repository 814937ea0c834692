// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lane instructions per second of one host thread, with and without checks, on scalar code of three kinds.
#include "tkc/Sim/Simulator.h"

#include <benchmark/benchmark.h>
#include <cstring>

namespace tkc::sim {
namespace {

constexpr const char *header = ".version 9.0\n.target sm_90a\n.address_size 64\n.shared .align 16 .b8 tile[4096];\n"
                               ".visible .entry test(.param .u64 buffer_parameter)\n{\n"
                               ".reg .pred %p<8>;\n.reg .b32 %r<32>;\n.reg .b64 %rd<32>;\n.reg .f32 %f<32>;\n"
                               "ld.param.u64 %rd1, [buffer_parameter];\nmov.u32 %r1, %tid.x;\nmov.u32 %r2, %ctaid.x;\n"
                               "mad.lo.u32 %r3, %r2, 128, %r1;\nmul.wide.u32 %rd2, %r3, 4;\nadd.u64 %rd1, %rd1, %rd2;\n"
                               "mov.u32 %r10, 0;\nmov.f32 %f1, 0f3F800000;\nmov.f32 %f2, 0f3F000000;\nmov.u32 %r5, 1;\n"
                               "shl.b32 %r6, %r1, 2;\nmov.u32 %r7, tile;\nadd.u32 %r7, %r7, %r6;\n"
                               "st.shared.u32 [%r7], %r1;\nLOOP:\n";
constexpr const char *footer = "add.u32 %r10, %r10, 1;\nsetp.lt.u32 %p1, %r10, 1000;\n@%p1 bra LOOP;\n"
                               "add.f32 %f1, %f1, %f2;\nst.global.f32 [%rd1], %f1;\nret;\n}\n";

constexpr const char *integerBody = "add.u32 %r5, %r5, %r1;\nxor.b32 %r6, %r5, %r10;\nshl.b32 %r8, %r6, 3;\n"
                                    "mad.lo.u32 %r5, %r8, 7, %r5;\nand.b32 %r6, %r5, 1023;\nsetp.eq.u32 %p2, %r6, 0;\n"
                                    "selp.b32 %r5, %r8, %r5, %p2;\nshr.u32 %r8, %r5, 1;\nor.b32 %r5, %r8, 1;\n";
constexpr const char *floatBody = "fma.rn.f32 %f1, %f1, %f2, %f2;\nadd.f32 %f3, %f1, %f2;\nmul.f32 %f4, %f3, %f2;\n"
                                  "max.f32 %f1, %f4, %f2;\nsub.f32 %f3, %f1, %f2;\nadd.f32 %f1, %f3, %f2;\n";
constexpr const char *memoryBody = "ld.global.f32 %f3, [%rd1];\nadd.f32 %f1, %f1, %f3;\nld.shared.u32 %r8, [%r7];\n"
                                   "add.u32 %r8, %r8, %r1;\nst.shared.u32 [%r7], %r8;\nst.global.f32 [%rd1], %f1;\n";
constexpr const char *divergentBody = "and.b32 %r6, %r1, 3;\nsetp.eq.u32 %p2, %r6, 0;\n@%p2 bra ZERO;\n"
                                      "add.u32 %r5, %r5, 3;\nxor.b32 %r5, %r5, %r10;\nbra JOIN;\nZERO:\n"
                                      "add.u32 %r5, %r5, 5;\nadd.u32 %r5, %r5, %r10;\nJOIN:\n";

void run(benchmark::State &state, const char *body, bool isChecked) {
  Simulator simulator;
  std::vector<LoadError> errors = simulator.load(std::string(header) + body + footer);
  if (!errors.empty()) {
    state.SkipWithError(errors.front().message.c_str());
    return;
  }
  std::vector<uint32_t> words(128 * 8, 0);
  uint64_t buffer = simulator.memory().allocate("buffer", words.size() * 4);
  simulator.memory().write(buffer, words.data(), words.size() * 4);
  LaunchRequest request;
  request.kernel = "test";
  request.arguments.resize(1, std::vector<uint8_t>(8));
  std::memcpy(request.arguments[0].data(), &buffer, 8);
  request.shape.grid = {8, 1, 1};
  request.shape.block = {128, 1, 1};
  request.options.threads = 1;
  request.options.checks = {isChecked, isChecked, isChecked};
  request.options.statistics = true;
  Result<LaunchResult> counted = simulator.launch(request);
  if (!counted || counted->faultCount != 0) {
    state.SkipWithError("the kernel has faults");
    return;
  }
  request.options.statistics = false;
  for (auto _ : state) {
    benchmark::DoNotOptimize(simulator.launch(request));
  }
  uint64_t lanes = counted->statistics.laneInstructions;
  state.counters["lane_instructions"] =
      benchmark::Counter(static_cast<double>(lanes), benchmark::Counter::kIsIterationInvariantRate);
}

BENCHMARK_CAPTURE(run, integer_checked, integerBody, true)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(run, integer_unchecked, integerBody, false)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(run, float_checked, floatBody, true)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(run, float_unchecked, floatBody, false)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(run, memory_checked, memoryBody, true)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(run, memory_unchecked, memoryBody, false)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(run, divergent_checked, divergentBody, true)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(run, divergent_unchecked, divergentBody, false)->Unit(benchmark::kMillisecond);

} // namespace
} // namespace tkc::sim
