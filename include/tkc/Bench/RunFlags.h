// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The command lines of tkc-run and tkc-bench: the compile flags, and how to launch, check and measure.
#ifndef TKC_BENCH_RUNFLAGS_H
#define TKC_BENCH_RUNFLAGS_H

#include "tkc/Bench/Gemm.h"
#include "tkc/Bench/ValueSpec.h"
#include "tkc/Data/ArgumentSpec.h"
#include "tkc/Knobs/CompileFlags.h"
#include "tkc/LaunchExpr/Expression.h"
#include "tkc/Sim/Machine/Schedule.h"
#include "tkc/Sim/Memory/Memory.h"

namespace tkc::bench {

/// Where a kernel runs. `Automatic` is the GPU when there is one, else the interpreter.
enum class DeviceKind : uint8_t { Automatic, Interp, Sim, Cuda };

/// `--arg name=SPEC`.
struct NamedSpec {
  std::string name;
  data::ArgumentSpec spec;
};

/// `--arg 2=bytes:0x…` and `--arg 2=tensormap:…`, for the parameter at that position.
struct PositionedValue {
  size_t position = 0;
  ValueSpec spec;
};

/// `name=FILE.npy`.
struct NamedFile {
  std::string name;
  std::string path;
};

/// How the simulator runs.
struct SimFlags {
  sim::ScheduleOptions schedule;
  sim::CheckOptions checks;
  bool statistics = false;
  /// A file for chrome://tracing or Perfetto; empty for none.
  std::string traceFile;
  /// Host threads; 0 for as many as the machine has.
  int64_t threads = 0;
  /// Warp instructions after which a launch is given up, and bytes of stack; absent for the simulator's own limits.
  std::optional<int64_t> instructionLimit, stackBytes;
};

/// All that tkc-run is told.
struct RunFlags {
  knobs::CompileFlags compile;
  std::optional<launch::Expression> grid;
  std::vector<NamedSpec> arguments;
  DeviceKind device = DeviceKind::Automatic;
  bool checkWithInterp = false;
  std::vector<NamedFile> checks;
  std::vector<NamedFile> saves;
  uint64_t seed = 0;
  /// Added to the bounds of a check; absent for the defaults of each element type.
  std::optional<double> absoluteTolerance, relativeTolerance;
  /// How many elements of an array may be undecided.
  int64_t mostUndecided = 0;
  int64_t gpu = 0;
  SimFlags sim;
  /// Look for the first optional transformation with which the simulator and the interpreter disagree.
  bool bisects = false;
  /// Of PTX inputs: threads of a CTA where the text does not fix them, and bytes of dynamic shared memory.
  std::optional<std::array<uint32_t, 3>> block;
  int64_t sharedBytes = 0;
  /// CTAs of a cluster, where the text does not fix them; and what is passed by value.
  std::optional<std::array<uint32_t, 3>> cluster;
  std::vector<PositionedValue> values;
};

/// What a kernel is measured against.
struct PeerFlags {
  /// `cublas`, or the file of a kernel; absent for nothing.
  std::optional<std::string> name;
  /// The product, where it is not that of the arguments.
  std::optional<Gemm> gemm;
  Accumulation accumulation = Accumulation::Both;
  /// A library or its folder; empty for the system's.
  std::string libcublaslt;
  /// Flags for the peer alone.
  std::vector<std::string> flags;
  /// What a peer that is a kernel is told: what the kernel is, then its own flags.
  RunFlags run;

  bool isCublas() const { return name && *name == "cublas"; }
  bool isKernel() const { return name && !isCublas(); }
};

/// All that tkc-bench is told.
struct BenchFlags {
  RunFlags run;
  std::optional<launch::Expression> bytes, flops;
  int64_t repetitions = 100;
  bool asJson = false;
  /// Measure without a check.
  bool skipsCheck = false;
  PeerFlags peer;
};

Result<RunFlags> parseRunFlags(const std::vector<std::string> &arguments, const knobs::EnvironmentReader &environment);
Result<BenchFlags> parseBenchFlags(const std::vector<std::string> &arguments,
                                   const knobs::EnvironmentReader &environment);
/// The texts of `tkc-run --help` and `tkc-bench --help`.
std::string formatRunHelp();
std::string formatBenchHelp();

} // namespace tkc::bench

#endif // TKC_BENCH_RUNFLAGS_H
