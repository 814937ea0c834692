// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From PTX to a cubin: ptxas as a process, its messages understood, its resource report kept.
#ifndef TKC_TARGET_CUBIN_CUBIN_H
#define TKC_TARGET_CUBIN_CUBIN_H

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace tkc::cubin {

/// What one kernel takes of the machine, as ptxas reports it.
struct Resources {
  std::string kernel;
  unsigned registers = 0;
  unsigned stackBytes = 0;
  unsigned spillStoreBytes = 0;
  unsigned spillLoadBytes = 0;
  /// Static shared memory; dynamic shared memory is the launch's.
  unsigned staticSharedBytes = 0;
  unsigned barriers = 0;
};

/// One message of ptxas.
struct PtxasMessage {
  enum class Severity { Error, Warning, Info };
  Severity severity = Severity::Error;
  /// For example "C7510"; empty where ptxas gives none.
  std::string code;
  std::string text;
  /// The line of the PTX, or 0.
  unsigned line = 0;
};

struct AssembleOptions {
  std::string ptxasPath;
  /// For example "sm_90a".
  std::string chip;
  /// Keep the line table.
  bool lineInfo = true;
  /// Contract a multiplication and an addition into a fused one.
  bool fuseFloatOps = true;
  /// Words that are passed on as they are.
  std::vector<std::string> extraOptions;
};

struct AssembleResult {
  /// The cubin; absent when ptxas refused or could not be run.
  std::optional<std::string> cubin;
  bool couldRun = true;
  int exitCode = 0;
  std::vector<Resources> resources;
  std::vector<PtxasMessage> messages;
  /// All that ptxas printed.
  std::string log;
  /// The command, for a bug report; `<ptx>` and `<cubin>` stand for the files.
  std::string command;
};

/// Assembles `ptx`. The bytes of the cubin depend on the PTX, the options and the version of ptxas only.
AssembleResult assemble(const std::string &ptx, const AssembleOptions &options);

/// Splits what `ptxas -v` printed into messages and resources.
void parsePtxasLog(const std::string &log, AssembleResult &result);

/// The SASS of a cubin as nvdisasm prints it, with the line table's rows when `withLines`; nothing when it fails.
std::optional<std::string> disassemble(const std::string &cubin, const std::string &nvdisasmPath, bool withLines);

/// What a disassembly holds.
struct SassSummary {
  unsigned instructions = 0;
  /// Instructions that the line table maps back.
  unsigned mapped = 0;
  /// Instructions by class, such as HMMA, LDG, STS: the mnemonic up to the first dot.
  std::map<std::string, unsigned> mix;
};

/// Counts the instructions of each kernel of a disassembly.
std::map<std::string, SassSummary> summariseSass(const std::string &sass);

} // namespace tkc::cubin

#endif // TKC_TARGET_CUBIN_CUBIN_H
