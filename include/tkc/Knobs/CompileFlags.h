// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The compile flags that tkc, tkc-compile, tkc-run and tkc-bench share.
#ifndef TKC_KNOBS_COMPILEFLAGS_H
#define TKC_KNOBS_COMPILEFLAGS_H

#include "tkc/Knobs/FlagTable.h"

#include <optional>

namespace tkc::knobs {

/// Exit codes of all tools.
inline constexpr int exitFine = 0;
inline constexpr int exitBadInput = 1;
inline constexpr int exitBadUsage = 2;
inline constexpr int exitMissingTool = 3;
inline constexpr int exitCheckFailed = 4;
inline constexpr int exitInternalError = 5;

/// At which stage compilation stops, in order.
enum class EmitKind : uint8_t { Tokens, Ast, Tk, Tkg, LlvmDialect, Llvm, Ptx, Cubin, Sass, Json };
enum class LineInfo : uint8_t { Source, Ops, None };
enum class DiagnosticsFormat : uint8_t { Text, Json };
/// What the command line asks for.
enum class ToolAction : uint8_t { Compile, ListKernels, Guess, Help, HelpKnobs, HelpKnobsMarkdown, Version };

/// The spelling of `--emit`.
std::string_view emitName(EmitKind emit);
/// The targets that `--target` takes.
const std::vector<std::string> &allTargets();

/// All that the command line says about compiling.
struct CompileFlags {
  ToolAction action = ToolAction::Compile;
  /// A path, or `-` for standard input.
  std::string input;
  std::optional<std::string> kernel;
  std::optional<std::string> signature;
  /// `--const K=V`, in order; the frontend reads V.
  std::vector<std::pair<std::string, std::string>> constants;
  /// Absent: the present GPU's, else sm_90a.
  std::optional<std::string> target;
  std::optional<int64_t> numWarps, numStages, numCtas, maxnreg;
  /// `--opt NAME=VALUE`, in order.
  std::vector<std::pair<std::string, std::string>> options;
  /// How many optional transformations are carried out; absent for all of them.
  std::optional<int64_t> optLimit;
  LineInfo lineInfo = LineInfo::Source;
  /// The pattern of the remarks to print; absent prints none.
  std::optional<std::string> remarks;
  std::optional<std::string> remarksFile;
  EmitKind emit = EmitKind::Cubin;
  std::optional<std::string> output;
  std::vector<std::string> includeDirs;
  /// Print what each kernel takes of the machine.
  bool resourceUsage = false;
  /// Check after each pass that ops still know their source.
  bool verifiesIds = false;
  DiagnosticsFormat diagnostics = DiagnosticsFormat::Text;
  /// The element type that `--guess` takes where a use does not tell; the frontend reads it.
  std::string guessElement = "fp16";
  KnobSet knobs;
  /// The knobs as given, before the environment was consulted.
  std::vector<KnobFlag> knobFlags;
};

/// Adds the flags that every tool has. `flags` must outlive the table.
void addCompileFlags(FlagTable &table, CompileFlags &flags);
/// Adds `--emit`, `-o`, `--list-kernels` and `--guess`, which only the compiler has.
void addOutputFlags(FlagTable &table, CompileFlags &flags);

/// Parses with a table that holds the flags above, takes the one input file, and reads the knobs. The input may be
/// missing only when the action needs none.
Status parseWithTable(const FlagTable &table, CompileFlags &flags, const std::vector<std::string> &arguments,
                      const EnvironmentReader &environment);

/// The command line of tkc and tkc-compile, without the program's name.
Result<CompileFlags> parseCompileFlags(const std::vector<std::string> &arguments, const EnvironmentReader &environment);
/// The text of `tkc --help`.
std::string formatCompilerHelp();
/// The version alone: "0.1.0".
std::string_view tkcVersion();
/// The text of `--version`: name and version.
std::string formatVersion(std::string_view tool);

/// Where the output goes: `-o`, else the input's name in the working folder with the ending of the stage (`out` for
/// standard input). The JSON lies beside it.
std::string outputPath(const CompileFlags &flags);
/// The JSON beside a cubin: the same path with the ending json.
std::string metadataPath(const std::string &output);

} // namespace tkc::knobs

#endif // TKC_KNOBS_COMPILEFLAGS_H
