// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The public interface of the simulator: load PTX, give it memory, launch kernels, and read what went wrong.
#ifndef TKC_SIM_SIMULATOR_H
#define TKC_SIM_SIMULATOR_H

#include "tkc/Arch/Target.h"
#include "tkc/Sim/Machine/Decoder.h"
#include "tkc/Sim/Machine/Launch.h"
#include "tkc/Sim/Memory/Memory.h"
#include "tkc/Support/Result.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tkc::sim {

/// What is wrong with a text; the column is 0 when the whole line is meant.
struct LoadError {
  uint32_t line = 0, column = 0;
  std::string message;
};

/// A place in a source file.
struct SourcePlace {
  std::string file;
  uint32_t line = 0, column = 0;
};

/// Where an instruction comes from.
struct InstructionOrigin {
  uint32_t ptxLine = 0;
  /// The text of the instruction in the PTX, without what surrounds it.
  std::string ptxText;
  /// The function of the PTX that holds it.
  std::string function;
  /// Innermost first: the source line, then where it was inlined.
  std::vector<SourcePlace> places;
  /// The number of the op of tkc that it implements, from the line table's virtual file.
  std::optional<uint32_t> op;
};

/// A fault with the places that its instructions come from.
struct ReportedFault {
  Fault fault;
  InstructionOrigin origin;
  /// One for each of `fault.earlier`.
  std::vector<InstructionOrigin> earlierOrigins;
};

/// `kernel.tk:14:3: error: two accesses … [DataRace]` with everything that is known, over several lines. Without a
/// source line the place is one of the PTX, whose file has that name: `x.ptx:47`.
std::string renderFault(const ReportedFault &fault, const std::string &ptxFile = "ptx");

/// What one instruction of the kernel did.
struct InstructionStatistics {
  InstructionOrigin origin;
  InstructionClass kind = InstructionClass::Other;
  InstructionCounts counts;
};

/// Of one launch.
struct LaunchStatistics {
  /// Warp instructions and lane instructions in all, and by class.
  uint64_t warpInstructions = 0, laneInstructions = 0;
  std::array<InstructionCounts, instructionClassCount> classes = {};
  /// Instructions that were executed at least once, in the order of the program.
  std::vector<InstructionStatistics> instructions;
};

struct LaunchRequest {
  std::string kernel;
  /// The bytes of each parameter, by position.
  std::vector<std::vector<uint8_t>> arguments;
  LaunchShape shape;
  LaunchOptions options;
};

struct LaunchResult {
  std::vector<ReportedFault> faults;
  /// How many faults there were, each lane's for itself.
  uint64_t faultCount = 0;
  /// What vprintf and __assertfail wrote.
  std::string printed;
  /// Only with LaunchOptions::statistics.
  LaunchStatistics statistics;
};

/// What a launch of a kernel needs to know of its text.
struct KernelSignature {
  std::vector<KernelParameter> parameters;
  ptx::LaunchBounds bounds;
};

/// One simulated GPU with one module.
class Simulator {
public:
  Simulator();
  ~Simulator();

  /// Reads PTX and decodes all its kernels, for a GPU of that target, or for what the text's `.target` says. Nothing
  /// may be loaded before. Gives what is wrong with the text as a whole, nothing when all is well; what is wrong with
  /// single kernels is in `errorsOf`.
  std::vector<LoadError> load(std::string text, std::optional<Target> target = std::nullopt);

  const Target &target() const;
  /// The names of the kernels that can run, and of those that cannot, in the order of the text.
  std::vector<std::string> kernels() const;
  std::vector<std::string> refusedKernels() const;
  /// Null when there is no such kernel, or when it cannot run.
  const Program *kernel(const std::string &name) const;
  /// Why a kernel cannot run: what is wrong with its instructions or with those of functions that it calls.
  std::vector<LoadError> errorsOf(const std::string &name) const;
  /// Of every kernel of the text, whether it can run or not.
  std::optional<KernelSignature> signature(const std::string &name) const;

  /// Global memory, for buffers that kernels get as arguments; also has the module's variables, by name.
  GlobalMemory &memory();
  /// The address of a variable of the module.
  std::optional<uint64_t> findVariable(const std::string &name) const;

  /// Runs a kernel. An error says what of the request is not permitted.
  Result<LaunchResult> launch(const LaunchRequest &request);

private:
  struct State;
  std::unique_ptr<State> state;
};

} // namespace tkc::sim

#endif // TKC_SIM_SIMULATOR_H
