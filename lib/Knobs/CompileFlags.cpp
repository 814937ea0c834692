// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The shared compile flags, as rows of a flag table.
#include "tkc/Knobs/CompileFlags.h"

#include <algorithm>

namespace tkc::knobs {

static const std::vector<std::string> &emitNames() {
  static const std::vector<std::string> names = {"tokens", "ast", "tk",    "tkg",  "llvm-dialect",
                                                 "llvm",   "ptx", "cubin", "sass", "json"};
  return names;
}

static const std::vector<std::string> &guessElements() {
  static const std::vector<std::string> names = {"fp16", "bf16", "fp32", "fp64", "fp8e5", "i8", "i16", "i32", "i64"};
  return names;
}

/// File endings in the order of `EmitKind`; never that of an input.
static constexpr std::string_view emitEndings[] = {"tokens", "ast", "tk.mlir", "tkg.mlir", "llvm.mlir",
                                                   "ll",     "ptx", "cubin",   "sass",     "json"};

std::string_view emitName(EmitKind emit) { return emitNames()[size_t(emit)]; }

const std::vector<std::string> &allTargets() {
  static const std::vector<std::string> targets = {"sm_80", "sm_86", "sm_89", "sm_90a", "sm_100a", "sm_120a"};
  return targets;
}

/// A count of warps or blocks, which must be a power of two.
static void addPowerOfTwo(FlagTable &table, std::string name, int64_t most, std::string help,
                          std::optional<int64_t> &field) {
  std::vector<std::string> choices;
  for (int64_t value = 1; value <= most; value *= 2) {
    choices.push_back(std::to_string(value));
  }
  table.addChoice(std::move(name), std::move(choices), std::move(help),
                  [&field](size_t index) { field = int64_t(1) << index; });
}

static void addAssignments(FlagTable &table, std::string name, std::string shownValue, std::string help,
                           std::vector<std::pair<std::string, std::string>> &field) {
  auto apply = [&field](std::string_view text) -> Status {
    auto assignment = parseAssignment(text);
    if (!assignment) {
      return assignment.takeError();
    }
    field.push_back(*assignment);
    return {};
  };
  table.add({std::move(name), FlagValue::Needed, std::move(shownValue), std::move(help), std::move(apply)});
}

static void addKernelFlags(FlagTable &table, CompileFlags &flags) {
  table.beginSection("Kernel");
  table.addText("--kernel", "NAME", "the kernel; all of the file without it",
                [&flags](std::string text) { flags.kernel = std::move(text); });
  table.addText("--signature", "S", "the parameter types, such as \"*fp16:16, *fp32, i32:16, 1, 64\"",
                [&flags](std::string text) { flags.signature = std::move(text); });
  addAssignments(table, "--const", "K=V", "the value of a compile-time parameter; may be repeated", flags.constants);
  table.addText("-I", "DIR", "also search this folder for imports; may be repeated",
                [&flags](std::string text) { flags.includeDirs.push_back(std::move(text)); });
}

static void addTargetFlags(FlagTable &table, CompileFlags &flags) {
  table.beginSection("Target and options");
  table.addChoice("--target", allTargets(), "the GPU; the present one's without it, else sm_90a",
                  [&flags](size_t index) { flags.target = allTargets()[index]; });
  addPowerOfTwo(table, "--num-warps", 32, "warps of a program", flags.numWarps);
  table.addInteger("--num-stages", 0, 64, "stages of software pipelines",
                   [&flags](int64_t value) { flags.numStages = value; });
  addPowerOfTwo(table, "--num-ctas", 16, "blocks of a cluster", flags.numCtas);
  table.addInteger("--maxnreg", 1, 255, "most registers of a thread",
                   [&flags](int64_t value) { flags.maxnreg = value; });
  addAssignments(table, "--opt", "NAME=VALUE", "a launch option of the kernel; may be repeated", flags.options);
  table.addInteger("--opt-limit", 0, INT32_MAX, "carry out the first N optional transformations only",
                   [&flags](int64_t value) { flags.optLimit = value; });
  table.addChoice("--lineinfo", {"source", "ops", "none"}, "what the line table of the cubin names",
                  [&flags](size_t index) { flags.lineInfo = LineInfo(index); });
}

static constexpr const char *timingNames[] = {"none", "text", "json"};

static void addReportFlags(FlagTable &table, CompileFlags &flags) {
  table.beginSection("Reports");
  table.addText("--remarks", "REGEX", "print the optimisation remarks of passes that match",
                [&flags](std::string text) { flags.remarks = std::move(text); });
  table.addChoice("--timing", {"none", "text", "json"}, "report where compile time goes",
                  [&flags](size_t index) { flags.knobFlags.push_back({"timing", timingNames[index]}); });
  table.addText("--remarks-file", "F.json", "write all optimisation remarks",
                [&flags](std::string text) { flags.remarksFile = std::move(text); });
  table.addChoice("--diagnostics", {"text", "json"}, "the form of errors and warnings",
                  [&flags](size_t index) { flags.diagnostics = DiagnosticsFormat(index); });
}

static void addInformationFlags(FlagTable &table, CompileFlags &flags) {
  table.beginSection("Information");
  table.addSwitch("--help", "print this text", [&flags] { flags.action = ToolAction::Help; });
  table.addSwitch("--version", "print the version", [&flags] { flags.action = ToolAction::Version; });
  auto help = [&flags](std::string_view text) -> Status {
    if (!text.empty() && text != "markdown") {
      return ErrorMessage{"expects markdown, got `" + std::string(text) + "`"};
    }
    flags.action = text.empty() ? ToolAction::HelpKnobs : ToolAction::HelpKnobsMarkdown;
    return {};
  };
  table.add(
      {"--help-knobs", FlagValue::Optional, "markdown", "print the knobs: flags with environment variables", help});
}

void addCompileFlags(FlagTable &table, CompileFlags &flags) {
  addKernelFlags(table, flags);
  addTargetFlags(table, flags);
  addReportFlags(table, flags);
  table.addKnobs(flags.knobFlags);
  addInformationFlags(table, flags);
}

void addOutputFlags(FlagTable &table, CompileFlags &flags) {
  table.beginSection("Output");
  table.addChoice("--emit", emitNames(), "stop at this stage; cubin without it",
                  [&flags](size_t index) { flags.emit = EmitKind(index); });
  table.addText("-o", "OUT", "the output; the input's name in this folder without it, the JSON beside it",
                [&flags](std::string text) { flags.output = std::move(text); });
  table.addSwitch("--resource-usage", "print registers, spills, shared memory and instruction mix of each kernel",
                  [&flags] { flags.resourceUsage = true; });
  table.addSwitch("--verify-ids", "treat an op that loses its source ids in a pass as an internal error",
                  [&flags] { flags.verifiesIds = true; });
  table.addSwitch("--list-kernels", "print the kernels of the file and their parameters",
                  [&flags] { flags.action = ToolAction::ListKernels; });
  table.addSwitch("--guess", "compile without signatures: types and values are guessed from their use",
                  [&flags] { flags.action = ToolAction::Guess; });
  table.addChoice("--guess-element", guessElements(), "the element type where the use does not tell; fp16 without it",
                  [&flags](size_t index) { flags.guessElement = guessElements()[index]; });
}

static bool needsInput(ToolAction action) {
  return action == ToolAction::Compile || action == ToolAction::ListKernels || action == ToolAction::Guess;
}

Status parseWithTable(const FlagTable &table, CompileFlags &flags, const std::vector<std::string> &arguments,
                      const EnvironmentReader &environment) {
  auto takeInput = [&flags](std::string path) -> Status {
    if (!flags.input.empty()) {
      return ErrorMessage{"expects one input file, got `" + flags.input + "` and `" + path + "`"};
    }
    if (path.empty()) {
      return ErrorMessage{"the name of the input file is empty"};
    }
    flags.input = std::move(path);
    return {};
  };
  if (Status status = table.parse(arguments, takeInput); !status) {
    return status;
  }
  if (!needsInput(flags.action)) {
    return {};
  }
  if (flags.input.empty()) {
    return ErrorMessage{"expects an input file"};
  }
  Result<KnobSet> knobs = readKnobs(environment, flags.knobFlags);
  if (!knobs) {
    return knobs.takeError();
  }
  flags.knobs = std::move(*knobs);
  return {};
}

Result<CompileFlags> parseCompileFlags(const std::vector<std::string> &arguments,
                                       const EnvironmentReader &environment) {
  CompileFlags flags;
  FlagTable table;
  addOutputFlags(table, flags);
  addCompileFlags(table, flags);
  if (Status status = parseWithTable(table, flags, arguments, environment); !status) {
    return status.takeError();
  }
  return flags;
}

std::string formatCompilerHelp() {
  CompileFlags flags;
  FlagTable table;
  addOutputFlags(table, flags);
  addCompileFlags(table, flags);
  return "usage: tkc FILE [flags]\n\n"
         "Compiles the kernels of a .tk or .py file (`-` is standard input) to a cubin and a JSON that describes "
         "it.\n" +
         table.formatHelp() +
         "\nExit codes: 0 fine, 1 error in the input, 2 wrong usage, 3 a tool or the environment is missing,\n"
         "4 a check failed, 5 internal error.\n";
}

std::string_view tkcVersion() { return TKC_VERSION; }

std::string formatVersion(std::string_view tool) { return std::string(tool) + " " TKC_VERSION "\n"; }

std::string outputPath(const CompileFlags &flags) {
  if (flags.output) {
    return *flags.output;
  }
  std::string name = flags.input == "-" ? "out" : flags.input.substr(flags.input.rfind('/') + 1);
  size_t dot = name.rfind('.');
  if (dot != std::string::npos && dot != 0) {
    name.resize(dot);
  }
  return name + "." + std::string(emitEndings[size_t(flags.emit)]);
}

std::string metadataPath(const std::string &output) {
  size_t slash = output.rfind('/'), dot = output.rfind('.');
  bool hasEnding = dot != std::string::npos && dot != 0 && (slash == std::string::npos || dot > slash + 1);
  return (hasEnding ? output.substr(0, dot) : output) + ".json";
}

} // namespace tkc::knobs
