// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Any bytes are loaded by the simulator, and each kernel is launched once with few threads and a budget. What a kernel
// does wrong is a fault.
#include <cstring>

#include "LoadedText.h"
#include "PtxWords.h"

using namespace tkc;
using namespace tkc::sim;
using fuzz::require;

TKC_FUZZ_BY_LINES(fuzz::ptxWords())

/// Bytes of each buffer that a kernel gets.
static constexpr uint64_t bufferBytes = 4096;

/// Eight bytes are the address of a buffer, others small numbers.
static std::vector<std::vector<uint8_t>> makeArguments(Simulator &simulator, const Program &program) {
  std::vector<std::vector<uint8_t>> arguments;
  for (const KernelParameter &parameter : program.parameters) {
    std::vector<uint8_t> bytes(parameter.sizeInBytes, 0);
    if (bytes.size() == sizeof(uint64_t)) {
      uint64_t address = simulator.memory().allocate(parameter.name, bufferBytes);
      std::vector<uint8_t> contents(bufferBytes);
      for (size_t place = 0; place < contents.size(); ++place) {
        contents[place] = uint8_t(place * 7 % 64);
      }
      simulator.memory().write(address, contents.data(), contents.size());
      std::memcpy(bytes.data(), &address, sizeof(address));
    } else if (!bytes.empty()) {
      bytes[0] = 3;
    }
    arguments.push_back(std::move(bytes));
  }
  return arguments;
}

static LaunchRequest makeRequest(Simulator &simulator, const Program &program, size_t seed) {
  LaunchRequest request;
  request.kernel = program.name;
  request.arguments = makeArguments(simulator, program);
  std::optional<KernelSignature> signature = simulator.signature(program.name);
  const uint32_t *threads = signature->bounds.requiredThreads, *cluster = signature->bounds.requiredCluster;
  request.shape.block = {64, 1, 1};
  if (threads[0] != 0) {
    request.shape.block = {threads[0], std::max(threads[1], 1u), std::max(threads[2], 1u)};
  }
  if (cluster[0] != 0) {
    request.shape.cluster = {cluster[0], std::max(cluster[1], 1u), std::max(cluster[2], 1u)};
    request.shape.grid = request.shape.cluster;
  }
  request.shape.dynamicSharedBytes = program.usesDynamicShared ? 2048 : 0;
  request.options.threads = 1;
  request.options.keptFaults = 4;
  request.options.faultLimit = 64;
  request.options.idleLimit = request.options.computeLimit = request.options.instructionLimit = 20000;
  request.options.residentBytes = uint64_t(64) << 20;
  request.options.schedule.seed = seed;
  request.options.schedule.kind = ScheduleOptions::Kind(seed % 3);
  return request;
}

static void run(Simulator &simulator, const std::string &name, size_t seed) {
  LaunchRequest request = makeRequest(simulator, *simulator.kernel(name), seed);
  constexpr uint64_t mostThreads = 512;
  if (LaunchShape::volume(request.shape.block) * LaunchShape::volume(request.shape.grid) > mostThreads) {
    return;
  }
  Result<LaunchResult> result = simulator.launch(request);
  if (!result) {
    require(!result.error().empty());
    return;
  }
  require(result->faults.size() <= result->faultCount);
  for (const ReportedFault &fault : result->faults) {
    require(!renderFault(fault).empty());
  }
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  Simulator simulator;
  if (fuzz::load(simulator, data, size)) {
    for (const std::string &name : simulator.kernels()) {
      run(simulator, name, size);
    }
  }
  return 0;
}
