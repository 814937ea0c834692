// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the special registers hold in a simulated launch.
#include "tkc/Sim/Machine/SpecialRegisters.h"

#include "tkc/Sim/Machine/Cluster.h"
#include "tkc/Sim/Machine/Residency.h"

#include <cstring>

namespace tkc::sim {

std::optional<SpecialRegister> findSpecialRegister(std::string_view name) {
  struct Entry {
    std::string_view name;
    SpecialRegister kind;
  };
  using R = SpecialRegister;
  static constexpr Entry entries[] = {
      {"%tid.x", R::TidX},
      {"%tid.y", R::TidY},
      {"%tid.z", R::TidZ},
      {"%tid", R::TidX},
      {"%ntid.x", R::NtidX},
      {"%ntid.y", R::NtidY},
      {"%ntid.z", R::NtidZ},
      {"%ntid", R::NtidX},
      {"%ctaid.x", R::CtaidX},
      {"%ctaid.y", R::CtaidY},
      {"%ctaid.z", R::CtaidZ},
      {"%ctaid", R::CtaidX},
      {"%nctaid.x", R::NctaidX},
      {"%nctaid.y", R::NctaidY},
      {"%nctaid.z", R::NctaidZ},
      {"%nctaid", R::NctaidX},
      {"%laneid", R::LaneId},
      {"%warpid", R::WarpId},
      {"%nwarpid", R::NwarpId},
      {"%smid", R::SmId},
      {"%nsmid", R::NsmId},
      {"%gridid", R::GridId},
      {"%lanemask_eq", R::LanemaskEq},
      {"%lanemask_le", R::LanemaskLe},
      {"%lanemask_lt", R::LanemaskLt},
      {"%lanemask_ge", R::LanemaskGe},
      {"%lanemask_gt", R::LanemaskGt},
      {"%clusterid.x", R::ClusteridX},
      {"%clusterid.y", R::ClusteridY},
      {"%clusterid.z", R::ClusteridZ},
      {"%nclusterid.x", R::NclusteridX},
      {"%nclusterid.y", R::NclusteridY},
      {"%nclusterid.z", R::NclusteridZ},
      {"%cluster_ctaid.x", R::ClusterCtaidX},
      {"%cluster_ctaid.y", R::ClusterCtaidY},
      {"%cluster_ctaid.z", R::ClusterCtaidZ},
      {"%cluster_nctaid.x", R::ClusterNctaidX},
      {"%cluster_nctaid.y", R::ClusterNctaidY},
      {"%cluster_nctaid.z", R::ClusterNctaidZ},
      {"%cluster_ctarank", R::ClusterCtarank},
      {"%cluster_nctarank", R::ClusterNctarank},
      {"%is_explicit_cluster", R::IsExplicitCluster},
      {"%dynamic_smem_size", R::DynamicSmemSize},
      {"%total_smem_size", R::TotalSmemSize},
      {"%aggr_smem_size", R::AggrSmemSize},
      {"%reserved_smem_offset_begin", R::ReservedSmemOffsetBegin},
      {"%reserved_smem_offset_end", R::ReservedSmemOffsetEnd},
      {"%reserved_smem_offset_cap", R::ReservedSmemOffsetEnd},
      {"%tid.w", R::Zero},
      {"%ntid.w", R::Zero},
      {"%ctaid.w", R::Zero},
      {"%nctaid.w", R::Zero},
  };
  for (const Entry &entry : entries) {
    if (entry.name == name) {
      return entry.kind;
    }
  }
  bool isEnvironment = name.substr(0, 7) == "%envreg" && name.size() > 7 && name.size() < 10;
  return isEnvironment ? std::optional(R::EnvReg) : std::nullopt;
}

using Extent = std::array<uint32_t, 3>;

/// One of three registers in a row, as `%tid.x .y .z`.
static unsigned axisOf(SpecialRegister kind, SpecialRegister first) { return unsigned(kind) - unsigned(first); }

static uint64_t threadValue(SpecialRegister kind, const Warp &warp, unsigned lane) {
  const Extent &block = warp.launch().shape.block;
  uint32_t thread = warp.firstThread() + lane;
  switch (axisOf(kind, SpecialRegister::TidX)) {
  case 0:
    return thread % block[0];
  case 1:
    return thread / block[0] % block[1];
  default:
    return thread / block[0] / block[1];
  }
}

static uint64_t laneMaskValue(SpecialRegister kind, unsigned lane) {
  uint32_t own = 1u << lane;
  switch (axisOf(kind, SpecialRegister::LanemaskEq)) {
  case 0:
    return own;
  case 1:
    return own | (own - 1);
  case 2:
    return own - 1;
  case 3:
    return ~(own - 1);
  default:
    return ~(own | (own - 1));
  }
}

static uint64_t gridValue(SpecialRegister kind, const Warp &warp) {
  using R = SpecialRegister;
  const LaunchShape &shape = warp.launch().shape;
  const Extent &place = warp.cta().place();
  switch (kind) {
  case R::NtidX:
  case R::NtidY:
  case R::NtidZ:
    return shape.block[axisOf(kind, R::NtidX)];
  case R::CtaidX:
  case R::CtaidY:
  case R::CtaidZ:
    return place[axisOf(kind, R::CtaidX)];
  case R::NctaidX:
  case R::NctaidY:
  case R::NctaidZ:
    return shape.grid[axisOf(kind, R::NctaidX)];
  case R::ClusteridX:
  case R::ClusteridY:
  case R::ClusteridZ:
    return place[axisOf(kind, R::ClusteridX)] / shape.cluster[axisOf(kind, R::ClusteridX)];
  case R::NclusteridX:
  case R::NclusteridY:
  case R::NclusteridZ:
    return shape.grid[axisOf(kind, R::NclusteridX)] / shape.cluster[axisOf(kind, R::NclusteridX)];
  case R::ClusterCtaidX:
  case R::ClusterCtaidY:
  case R::ClusterCtaidZ:
    return place[axisOf(kind, R::ClusterCtaidX)] % shape.cluster[axisOf(kind, R::ClusterCtaidX)];
  case R::ClusterNctaidX:
  case R::ClusterNctaidY:
  case R::ClusterNctaidZ:
    return shape.cluster[axisOf(kind, R::ClusterNctaidX)];
  default:
    return 0;
  }
}

static uint64_t launchValue(SpecialRegister kind, const Warp &warp) {
  using R = SpecialRegister;
  const LaunchContext &launch = warp.launch();
  switch (kind) {
  case R::WarpId:
    return warp.number();
  case R::NwarpId:
    return launch.target.maxWarpsPerSm;
  case R::SmId:
    return warp.cta().number() % numMultiprocessors(launch.target);
  case R::NsmId:
    return numMultiprocessors(launch.target);
  case R::ClusterCtarank:
    return warp.cta().rank();
  case R::ClusterNctarank:
    return launch.shape.ctasPerCluster();
  case R::IsExplicitCluster:
    return launch.shape.ctasPerCluster() > 1 || launch.program.bounds.hasExplicitCluster;
  case R::DynamicSmemSize:
    return launch.shape.dynamicSharedBytes;
  case R::StackPointer:
    return launch.program.localBytes;
  case R::TotalSmemSize:
  case R::AggrSmemSize:
    return launch.sharedBytes;
  case R::ReservedSmemOffsetEnd:
    return reservedSharedBytes;
  default:
    return 0;
  }
}

uint64_t specialValue(SpecialRegister kind, const Warp &warp, unsigned lane) {
  using R = SpecialRegister;
  if (kind >= R::TidX && kind <= R::TidZ) {
    return threadValue(kind, warp, lane);
  }
  if (kind == R::LaneId) {
    return lane;
  }
  if (kind >= R::LanemaskEq && kind <= R::LanemaskGt) {
    return laneMaskValue(kind, lane);
  }
  bool ofGrid = (kind >= R::NtidX && kind <= R::NctaidZ) || (kind >= R::ClusteridX && kind <= R::ClusterNctaidZ);
  return ofGrid ? gridValue(kind, warp) : launchValue(kind, warp);
}

//===----------------------------------------------------------------------===//
// Registers that change
//===----------------------------------------------------------------------===//

/// An instruction of the simulator's clock takes so many nanoseconds of `%globaltimer`.
static constexpr uint64_t nanosecondsPerInstruction = 1;

template <typename T>
static void writeAll(Warp &warp, const Instruction &instruction, LaneMask lanes, uint64_t value) {
  T *target = warp.write<T>(instruction.operands[0]);
  uint8_t *defined = warp.writeDefined(instruction.operands[0], sizeof(T));
  forLanes(lanes, [&](unsigned lane) {
    target[lane] = static_cast<T>(value);
    defined[lane] = Warp::fullyDefined(sizeof(T));
  });
}

static Step readClock(Warp &warp, const Instruction &instruction, LaneMask lanes) {
  writeAll<uint32_t>(warp, instruction, lanes, warp.now());
  return Step::Next;
}
static Step readClock64(Warp &warp, const Instruction &instruction, LaneMask lanes) {
  writeAll<uint64_t>(warp, instruction, lanes, warp.now());
  return Step::Next;
}
static Step readClockHigh(Warp &warp, const Instruction &instruction, LaneMask lanes) {
  writeAll<uint32_t>(warp, instruction, lanes, warp.now() >> 32);
  return Step::Next;
}
static Step readTimer(Warp &warp, const Instruction &instruction, LaneMask lanes) {
  writeAll<uint64_t>(warp, instruction, lanes, warp.now() * nanosecondsPerInstruction);
  return Step::Next;
}

Handler findClock(std::string_view name, unsigned bits) {
  struct Entry {
    std::string_view name;
    unsigned bits;
    Handler handler;
  };
  static constexpr Entry entries[] = {
      {"%clock", 32, readClock},       {"%clock64", 64, readClock64},      {"%clock_hi", 32, readClockHigh},
      {"%globaltimer", 64, readTimer}, {"%globaltimer_lo", 32, readClock}, {"%globaltimer_hi", 32, readClockHigh},
  };
  for (const Entry &entry : entries) {
    if (entry.name == name && entry.bits == bits) {
      return entry.handler;
    }
  }
  return nullptr;
}

} // namespace tkc::sim
