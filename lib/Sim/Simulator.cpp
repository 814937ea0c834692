// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loading and launching.
#include "tkc/Sim/Simulator.h"

#include "tkc/Sim/Instructions/Families.h"
#include "tkc/Sim/Ptx/Reader.h"

#include <algorithm>
#include <cctype>

#include "LaunchCheck.h"
#include "ModuleVariables.h"
#include "Origins.h"

namespace tkc::sim {

struct Simulator::State {
  std::unique_ptr<ptx::Module> module;
  Target target;
  GlobalMemory memory;
  SymbolAddresses symbols;
  std::map<std::string, std::unique_ptr<Program>> programs;
  std::map<std::string, std::vector<LoadError>> refused;
};

Simulator::Simulator() : state(std::make_unique<State>()) {}
Simulator::~Simulator() = default;

const Target &Simulator::target() const { return state->target; }
GlobalMemory &Simulator::memory() { return state->memory; }

/// `sm_90a` is 90 with a suffix.
static unsigned numberOf(std::string_view name) {
  unsigned number = 0;
  for (char c : name) {
    number = std::isdigit(static_cast<unsigned char>(c)) && number < 10000 ? number * 10 + unsigned(c - '0') : number;
  }
  return number;
}

/// The target of that name; for others the one that comes next below, or the oldest.
static Target targetFor(const std::string &name) {
  if (std::optional<Target> exact = parseTarget(name)) {
    return *exact;
  }
  std::optional<Target> best;
  for (const std::string &each : targetNames()) {
    std::optional<Target> candidate = parseTarget(each);
    if (candidate && (!best || candidate->sm <= numberOf(name))) {
      best = candidate;
    }
  }
  return best.value_or(Target());
}

static bool hasSuffix(std::string_view name) { return !name.empty() && (name.back() == 'a' || name.back() == 'f'); }

/// Whether a text for that target runs on a machine; else why not.
static Status checkMachine(std::string_view name, const Target &machine) {
  bool isOwn = hasSuffix(name) && numberOf(name) != machine.sm;
  if (numberOf(name) > machine.sm || isOwn) {
    return ErrorMessage{"the text is for " + std::string(name) + ", " + machine.name + " does not run it"};
  }
  return {};
}

std::vector<LoadError> Simulator::load(std::string text, std::optional<Target> target) {
  std::vector<LoadError> errors;
  ptx::ReadOutcome outcome = ptx::readModule(std::move(text));
  for (const ptx::ReadError &error : outcome.errors) {
    errors.push_back({error.line, error.column, error.message});
  }
  if (!outcome.module || !errors.empty()) {
    return errors;
  }
  state->module = std::move(outcome.module);
  const ptx::Module &module = *state->module;
  DecodeTarget decodeTarget;
  decodeTarget.text = targetFor(std::string(module.target));
  decodeTarget.machine = state->target = target.value_or(decodeTarget.text);
  decodeTarget.hasArchitectureSuffix = hasSuffix(module.target);
  decodeTarget.version = std::min(module.versionMajor, 99u) * 10 + std::min(module.versionMinor, 9u);
  if (Status status = checkMachine(module.target, state->target); !status) {
    errors.push_back({0, 0, status.error()});
  }
  state->symbols = placeVariables(module, state->memory, errors);
  FamilyTable families = standardFamilies();
  for (const ptx::Function &function : module.functions) {
    if (!function.isEntry || function.isExternal) {
      continue;
    }
    std::string name(function.name);
    DecodedProgram decoded = decodeProgram(module, function, state->symbols, families, decodeTarget);
    if (decoded.program) {
      state->programs[name] = std::move(decoded.program);
      continue;
    }
    for (const DecodeError &error : decoded.errors) {
      state->refused[name].push_back({error.line, 0, error.message});
    }
  }
  return errors;
}

/// The kernels of a module that `holds` holds.
template <typename T>
static std::vector<std::string> namesAmong(const ptx::Module *module, const std::map<std::string, T> &holds) {
  std::vector<std::string> names;
  for (const ptx::Function &function : module ? module->functions : std::vector<ptx::Function>()) {
    if (function.isEntry && holds.count(std::string(function.name)) != 0) {
      names.emplace_back(function.name);
    }
  }
  return names;
}

std::vector<std::string> Simulator::kernels() const { return namesAmong(state->module.get(), state->programs); }
std::vector<std::string> Simulator::refusedKernels() const { return namesAmong(state->module.get(), state->refused); }

std::vector<LoadError> Simulator::errorsOf(const std::string &name) const {
  auto found = state->refused.find(name);
  return found == state->refused.end() ? std::vector<LoadError>() : found->second;
}

std::optional<KernelSignature> Simulator::signature(const std::string &name) const {
  const ptx::Function *function = state->module ? state->module->findFunction(name) : nullptr;
  if (!function || !function->isEntry) {
    return std::nullopt;
  }
  return KernelSignature{layOutParameters(*function).parameters, function->bounds};
}

const Program *Simulator::kernel(const std::string &name) const {
  auto found = state->programs.find(name);
  return found == state->programs.end() ? nullptr : found->second.get();
}

std::optional<uint64_t> Simulator::findVariable(const std::string &name) const {
  auto found = state->symbols.find(name);
  return found == state->symbols.end() ? std::nullopt : std::optional(found->second);
}

//===----------------------------------------------------------------------===//
// Launching
//===----------------------------------------------------------------------===//

static LaunchStatistics summarize(const Program &program, const std::vector<InstructionCounts> &counts) {
  LaunchStatistics statistics;
  for (InstructionIndex index = 0; index < counts.size(); ++index) {
    const InstructionCounts &count = counts[index];
    if (count.issued == 0) {
      continue;
    }
    InstructionClass kind = program.code[index].kind;
    statistics.warpInstructions += count.issued;
    statistics.laneInstructions += count.lanes;
    statistics.classes[unsigned(kind)] += count;
    statistics.instructions.push_back({originOf(program, index), kind, count});
  }
  return statistics;
}

static ReportedFault reportedFault(const Program &program, Fault fault) {
  ReportedFault reported;
  reported.origin = originOf(program, fault.instruction);
  for (const EarlierAccess &earlier : fault.earlier) {
    reported.earlierOrigins.push_back(originOf(program, earlier.instruction));
  }
  reported.fault = std::move(fault);
  return reported;
}

Result<LaunchResult> Simulator::launch(const LaunchRequest &request) {
  const Program *program = kernel(request.kernel);
  std::vector<LoadError> errors = errorsOf(request.kernel);
  if (!errors.empty()) {
    return ErrorMessage{"line " + std::to_string(errors[0].line) + " of the PTX: " + errors[0].message};
  }
  if (!program) {
    return ErrorMessage{"there is no kernel `" + request.kernel + "`"};
  }
  if (Status status = checkLaunch(*program, state->target, request); !status) {
    return status.takeError();
  }
  LaunchContext context(*program, state->target, state->memory, request.shape, request.options);
  context.parameters = packArguments(*program, request.arguments);
  uint64_t shared = uint64_t(program->dynamicSharedBegin) - reservedSharedBytes + request.shape.dynamicSharedBytes;
  context.sharedBytes = static_cast<uint32_t>(std::min<uint64_t>(shared, ~0u));
  LaunchResult result;
  std::vector<InstructionCounts> counts;
  if (checkResources(context, context.faults)) {
    state->memory.beginLaunch();
    runGrid(context, request.options.statistics ? &counts : nullptr);
  }
  result.faultCount = context.faults.count();
  for (Fault &fault : context.faults.takeFaults()) {
    result.faults.push_back(reportedFault(*program, std::move(fault)));
  }
  result.printed = std::move(context.printed);
  result.statistics = summarize(*program, counts);
  return result;
}

} // namespace tkc::sim
