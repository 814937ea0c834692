// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The steps of tkc-bench.
#include "tkc/Bench/BenchSession.h"

#include <algorithm>

#include "KernelLaunches.h"

namespace tkc::bench {

static constexpr size_t smallestCopyBytes = size_t(64) << 20;
static constexpr size_t largestCopyBytes = size_t(1) << 30;

static Result<std::optional<int64_t>> evaluateCount(const char *flag, const std::optional<launch::Expression> &count,
                                                    const PreparedRun &prepared) {
  if (!count) {
    return std::optional<int64_t>();
  }
  Result<int64_t> value = launch::evaluate(*count, measureEnvironment(prepared.metadata(), prepared.arguments));
  if (!value) {
    return ErrorMessage{"`" + std::string(flag) + "`: " + value.error()};
  }
  return std::optional<int64_t>(*value);
}

namespace {
/// The work of one session: the kernel, and what it is compared with.
class Comparison {
public:
  Comparison(const BenchFlags &flags, KernelProvider &provider, const SessionOutput &output, PreparedRun &prepared)
      : flags(flags), provider(provider), output(output), prepared(prepared) {}

  /// Exit codes; on 0 `report` is complete.
  int run(BenchReport &report);

private:
  int addPeers();
  int addCublas();
  int addKernel();
  Result<data::Array> factor(const char *name, data::ElementType type, const std::vector<int64_t> &shape) const;
  Status measure(BenchReport &report);
  int failRun(const std::string &error) const { return fail(output, DiagnosticKind::RunFailed, error); }

  const BenchFlags &flags;
  KernelProvider &provider;
  const SessionOutput &output;
  PreparedRun &prepared;
  PreparedRun preparedPeer;
  std::optional<Measurement> measurement;
  /// The kernel first.
  std::vector<std::unique_ptr<Peer>> contenders;
};
} // namespace

/// The argument when it is that matrix; else random numbers, as the product was given by a flag.
Result<data::Array> Comparison::factor(const char *name, data::ElementType type,
                                       const std::vector<int64_t> &shape) const {
  for (const NamedArgument &argument : prepared.arguments) {
    if (argument.name == name && argument.value.type == type && argument.value.shape == shape) {
      return argument.value;
    }
  }
  data::ArgumentSpec spec;
  spec.kind = data::ArgumentSpec::Kind::Randn;
  spec.shape = shape;
  return data::materialise(spec, type, flags.run.seed, name[0] == 'a' ? 1 : 2);
}

int Comparison::addCublas() {
  Result<Gemm> gemm = flags.peer.gemm ? Result<Gemm>(*flags.peer.gemm) : deriveGemm(prepared.arguments);
  if (!gemm) {
    return fail(output, DiagnosticKind::InvalidArguments, "`--peer=cublas`: " + gemm.error());
  }
  Result<std::shared_ptr<Cublas>> cublas = loadCublas(flags.peer.libcublaslt);
  if (!cublas) {
    return fail(output, DiagnosticKind::GpuMissing, cublas.error(),
                "`--libcublaslt=PATH` names the library or its folder");
  }
  Result<data::Array> a = factor("a", gemm->a, gemm->shapeOfA());
  Result<data::Array> b = factor("b", gemm->b, gemm->shapeOfB());
  if (!a || !b) {
    return failRun("`--peer-gemm`: " + a.error() + b.error());
  }
  for (bool isFast : {true, false}) {
    Accumulation other = isFast ? Accumulation::Accurate : Accumulation::Fast;
    bool isWanted = gemm->isFp8() ? flags.peer.accumulation != other : !isFast;
    if (!isWanted) {
      continue;
    }
    Result<std::unique_ptr<Peer>> peer = makeCublasPeer(*cublas, *prepared.gpu, *measurement, *gemm, *a, *b, isFast);
    if (!peer) {
      return failRun(peer.error());
    }
    contenders.push_back(std::move(*peer));
  }
  return knobs::exitFine;
}

/// Drops the arguments and constants that the other kernel does not have.
static void keepDeclared(RunFlags &flags, const std::vector<DeclaredParameter> &parameters) {
  auto isMissing = [&parameters](const std::string &name) {
    return std::none_of(parameters.begin(), parameters.end(),
                        [&name](const DeclaredParameter &parameter) { return takesArgument(parameter, name); });
  };
  auto &arguments = flags.arguments;
  auto drop = [&](auto isDropped) {
    arguments.erase(std::remove_if(arguments.begin(), arguments.end(), isDropped), arguments.end());
  };
  // Arrays of addresses first, then what only they reach.
  drop([&](const NamedSpec &spec) { return isMissing(spec.name) && !spec.spec.names.empty(); });
  std::vector<NamedSpec> kept = arguments;
  drop([&](const NamedSpec &spec) { return isMissing(spec.name) && !isAddressed(kept, spec.name); });
  auto &constants = flags.compile.constants;
  constants.erase(std::remove_if(constants.begin(), constants.end(),
                                 [&](const auto &constant) { return isMissing(constant.first); }),
                  constants.end());
}

/// The other kernel is held to the same: it is checked before it is measured.
int Comparison::addKernel() {
  RunFlags run = flags.peer.run;
  std::vector<DeclaredParameter> parameters;
  if (int code = provider.declareParameters(run.compile, parameters)) {
    return code;
  }
  keepDeclared(run, parameters);
  if (int code = prepareRun(run, provider, output, preparedPeer)) {
    return code;
  }
  if (!flags.skipsCheck) {
    if (int code = runAndCheck(run, provider, output, preparedPeer)) {
      return code;
    }
  }
  Result<std::unique_ptr<KernelLaunches>> launches = KernelLaunches::create(preparedPeer);
  if (!launches) {
    return failRun("the peer: " + launches.error());
  }
  (*launches)->name = preparedPeer.metadata().name;
  (*launches)->description = *flags.peer.name;
  for (const std::string &flag : flags.peer.flags) {
    (*launches)->description += " " + flag;
  }
  contenders.push_back(std::move(*launches));
  return knobs::exitFine;
}

int Comparison::addPeers() {
  if (flags.peer.isCublas()) {
    return addCublas();
  }
  return flags.peer.isKernel() ? addKernel() : int(knobs::exitFine);
}

Status Comparison::measure(BenchReport &report) {
  std::vector<Work> works;
  for (const std::unique_ptr<Peer> &contender : contenders) {
    works.push_back({[&contender](runtime::Stream &stream, int64_t i) { return contender->launch(stream, i); },
                     contender->writtenBytes});
  }
  Result<std::vector<Timing>> timings = measurement->runInTurn(flags.repetitions, works);
  if (!timings) {
    return timings.takeError();
  }
  report.timing = std::move(timings->front());
  for (size_t i = 1; i < contenders.size(); ++i) {
    report.peers.push_back({contenders[i]->name, contenders[i]->description, std::move((*timings)[i])});
  }
  // As much data as the kernel moves, so that both have the same chance.
  size_t moved = report.bytes ? size_t(std::max<int64_t>(*report.bytes, 0)) / 2 : arrayBytes(prepared.arguments);
  size_t copied = std::clamp(moved, smallestCopyBytes, largestCopyBytes);
  Result<double> bandwidth = measurement->copyBandwidth(std::min<int64_t>(flags.repetitions, 50), copied);
  report.copyGigabytesPerSecond = bandwidth ? *bandwidth : 0;
  return bandwidth ? Status() : Status(bandwidth.takeError());
}

int Comparison::run(BenchReport &report) {
  report.kernel = prepared.metadata().name;
  report.gpu = prepared.gpu->facts().name;
  report.isChecked = !flags.skipsCheck;
  auto bytes = evaluateCount("--bytes", flags.bytes, prepared);
  auto flops = evaluateCount("--flops", flags.flops, prepared);
  if (!bytes || !flops) {
    return failRun(bytes ? flops.error() : bytes.error());
  }
  report.bytes = *bytes;
  report.flops = *flops;
  Result<Measurement> created = Measurement::create(*prepared.gpu);
  if (!created) {
    return failRun(created.error());
  }
  measurement.emplace(std::move(*created));
  Result<std::unique_ptr<KernelLaunches>> launches = KernelLaunches::create(prepared);
  if (!launches) {
    return failRun(launches.error());
  }
  contenders.push_back(std::move(*launches));
  if (int code = addPeers()) {
    return code;
  }
  Status status = measure(report);
  return status ? int(knobs::exitFine) : failRun(status.error());
}

/// Results that need no check of the user's are checked against the interpreter.
static void chooseDefaults(RunFlags &flags, bool skipsCheck) {
  flags.device = DeviceKind::Cuda;
  flags.checkWithInterp = !skipsCheck && (flags.checkWithInterp || flags.checks.empty());
}

int benchSession(BenchFlags flags, KernelProvider &provider, const SessionOutput &output) {
  chooseDefaults(flags.run, flags.skipsCheck);
  chooseDefaults(flags.peer.run, flags.skipsCheck);
  PreparedRun prepared;
  if (int code = prepareRun(flags.run, provider, output, prepared)) {
    return code;
  }
  // In JSON the result stands alone on the standard output.
  SessionOutput checkOutput =
      flags.asJson ? SessionOutput{output.complain, output.complain, output.diagnostics} : output;
  if (!flags.skipsCheck) {
    if (int code = runAndCheck(flags.run, provider, checkOutput, prepared)) {
      return code;
    }
  }
  BenchReport report;
  if (int code = Comparison(flags, provider, checkOutput, prepared).run(report)) {
    return code;
  }
  output.print(flags.asJson ? formatReportJson(report) : formatReport(report));
  return knobs::exitFine;
}

int benchTool(const std::vector<std::string> &arguments, const knobs::EnvironmentReader &environment,
              KernelProvider &provider, SessionOutput output) {
  output.diagnostics = requestedFormat(arguments);
  Result<BenchFlags> flags = parseBenchFlags(arguments, environment);
  if (!flags) {
    return fail(output, DiagnosticKind::InvalidCommandLine, flags.error(), "`tkc-bench --help` lists the flags");
  }
  output.diagnostics = flags->run.compile.diagnostics;
  if (answerInformation(flags->run.compile.action, "tkc-bench", formatBenchHelp(), output)) {
    return knobs::exitFine;
  }
  return benchSession(std::move(*flags), provider, output);
}

} // namespace tkc::bench
