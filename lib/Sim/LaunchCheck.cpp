// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The driver's rules for launches.
#include "LaunchCheck.h"

#include <algorithm>

namespace tkc::sim {

static std::string triple(const std::array<uint32_t, 3> &value) {
  return std::to_string(value[0]) + "x" + std::to_string(value[1]) + "x" + std::to_string(value[2]);
}

/// What the text requires; an extent that it leaves out is 1.
static std::array<uint32_t, 3> requiredExtents(const uint32_t *given) {
  return {std::max(1u, given[0]), std::max(1u, given[1]), std::max(1u, given[2])};
}

static Status checkArguments(const Program &program, const LaunchRequest &request) {
  size_t given = request.arguments.size(), needed = program.parameters.size();
  if (given != needed) {
    return ErrorMessage{"`" + program.name + "` has " + std::to_string(needed) + " parameters, got " +
                        std::to_string(given) + " arguments"};
  }
  for (size_t index = 0; index < needed; ++index) {
    const KernelParameter &parameter = program.parameters[index];
    if (request.arguments[index].size() != parameter.sizeInBytes) {
      return ErrorMessage{"parameter " + std::to_string(index) + " of `" + program.name + "` has " +
                          std::to_string(parameter.sizeInBytes) + " bytes, got " +
                          std::to_string(request.arguments[index].size())};
    }
  }
  return {};
}

static Status checkBlock(const Program &program, const Target &target, const LaunchShape &shape) {
  const ptx::LaunchBounds &bounds = program.bounds;
  uint64_t threads = LaunchShape::volume(shape.block);
  std::string block = "a block of " + triple(shape.block) + " threads is impossible: ";
  if (threads == 0) {
    return ErrorMessage{block + "it has none"};
  }
  constexpr uint32_t mostAlongZ = 64;
  if (threads > target.maxThreadsPerCta || shape.block[2] > mostAlongZ) {
    return ErrorMessage{block + std::string(target.name) + " has at most " + std::to_string(target.maxThreadsPerCta) +
                        " threads a block, " + std::to_string(mostAlongZ) + " of them along z"};
  }
  std::array<uint32_t, 3> required = requiredExtents(bounds.requiredThreads);
  if (bounds.requiredThreads[0] != 0 && required != shape.block) {
    return ErrorMessage{"`" + program.name + "` requires a block of " + triple(required) + " threads, got " +
                        triple(shape.block)};
  }
  uint64_t most = 1;
  for (uint32_t extent : bounds.maxThreads) {
    most *= std::max(1u, extent);
  }
  if (bounds.maxThreads[0] != 0 && threads > most) {
    return ErrorMessage{"`" + program.name + "` permits " + std::to_string(most) + " threads a block, got " +
                        std::to_string(threads)};
  }
  return {};
}

static Status checkCluster(const Program &program, const Target &target, const LaunchShape &shape) {
  const ptx::LaunchBounds &bounds = program.bounds;
  uint64_t size = LaunchShape::volume(shape.cluster);
  std::string cluster = "a cluster of " + triple(shape.cluster) + " CTAs is impossible: ";
  constexpr uint64_t mostCtas = 16;
  if (size == 0 || size > mostCtas) {
    return ErrorMessage{cluster + "it has " + std::to_string(size) + ", 1 to " + std::to_string(mostCtas) +
                        " are permitted"};
  }
  if (size > 1 && !target.hasClusters()) {
    return ErrorMessage{cluster + std::string(target.name) + " has no clusters"};
  }
  std::array<uint32_t, 3> required = requiredExtents(bounds.requiredCluster);
  if (bounds.requiredCluster[0] != 0 && required != shape.cluster) {
    return ErrorMessage{"`" + program.name + "` requires a cluster of " + triple(required) + " CTAs, got " +
                        triple(shape.cluster)};
  }
  for (unsigned axis = 0; axis < 3; ++axis) {
    if (shape.grid[axis] % shape.cluster[axis] != 0) {
      return ErrorMessage{"the grid of " + triple(shape.grid) + " is not a multiple of the cluster of " +
                          triple(shape.cluster)};
    }
  }
  if (bounds.maxClusterRank != 0 && size > bounds.maxClusterRank) {
    return ErrorMessage{"`" + program.name + "` permits " + std::to_string(bounds.maxClusterRank) +
                        " CTAs a cluster, got " + std::to_string(size)};
  }
  return {};
}

Status checkLaunch(const Program &program, const Target &target, const LaunchRequest &request) {
  const LaunchShape &shape = request.shape;
  if (Status status = checkArguments(program, request); !status) {
    return status;
  }
  bool isGridGood = shape.grid[0] != 0 && shape.grid[0] < (1u << 31) && shape.grid[1] != 0 && shape.grid[1] < 65536 &&
                    shape.grid[2] != 0 && shape.grid[2] < 65536;
  if (!isGridGood) {
    return ErrorMessage{"a grid of " + triple(shape.grid) +
                        " CTAs is impossible: it has 1 to 2147483647 along x, 1 to 65535 along y and z"};
  }
  if (Status status = checkBlock(program, target, shape); !status) {
    return status;
  }
  return checkCluster(program, target, shape);
}

bool checkResources(const LaunchContext &context, FaultLog &faults) {
  const Target &target = context.target;
  Fault fault;
  if (context.sharedBytes > target.maxSharedBytesPerCta) {
    fault.kind = FaultKind::SharedMemoryExceeded;
    fault.detail = std::to_string(context.sharedBytes) + " bytes, " + std::string(target.name) + " has " +
                   std::to_string(target.maxSharedBytesPerCta);
    faults.report(fault);
    return false;
  }
  if (context.program.bounds.maxRegisters > target.maxRegistersPerThread) {
    fault.kind = FaultKind::RegistersExceeded;
    fault.detail = ".maxnreg " + std::to_string(context.program.bounds.maxRegisters) + ", a thread has " +
                   std::to_string(target.maxRegistersPerThread) + " at most";
    faults.report(fault);
    return false;
  }
  uint64_t registers = uint64_t(context.program.bounds.maxRegisters) * context.shape.threadsPerCta();
  if (registers > target.registersPerCta) {
    fault.kind = FaultKind::RegistersExceeded;
    fault.detail = std::to_string(registers) + " registers for " + std::to_string(context.shape.threadsPerCta()) +
                   " threads, a CTA has " + std::to_string(target.registersPerCta);
    faults.report(fault);
    return false;
  }
  return true;
}

std::vector<uint8_t> packArguments(const Program &program, const std::vector<std::vector<uint8_t>> &arguments) {
  std::vector<uint8_t> packed(program.parameterBytes, 0);
  for (size_t index = 0; index < arguments.size(); ++index) {
    std::copy(arguments[index].begin(), arguments[index].end(), packed.begin() + program.parameters[index].offset);
  }
  return packed;
}

} // namespace tkc::sim
