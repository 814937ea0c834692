// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The steps of tkc-bench.
#include "tkc/Bench/BenchSession.h"

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>

namespace tkc::bench {

namespace {
/// Copies of the arguments in device memory, used in turn so that no launch finds its data in the cache.
struct RotatingArguments {
  std::vector<runtime::DeviceBuffer> memory;
  /// The packed parameter buffer of each copy.
  std::vector<std::vector<uint8_t>> packed;
};
} // namespace

static constexpr size_t mostCopies = 16;
static constexpr size_t smallestCopyBytes = size_t(64) << 20;
static constexpr size_t largestCopyBytes = size_t(1) << 30;

static size_t arrayBytes(const std::vector<NamedArgument> &arguments) {
  size_t bytes = 0;
  for (const NamedArgument &argument : arguments) {
    bytes += argument.isScalar ? 0 : argument.value.bytes.size();
  }
  return bytes;
}

/// Enough copies that together they are twice as large as the cache.
static size_t copyCount(const runtime::Gpu &gpu, const std::vector<NamedArgument> &arguments) {
  size_t bytes = std::max<size_t>(arrayBytes(arguments), 1);
  size_t wanted = 2 * size_t(gpu.facts().l2Bytes) / bytes + 1;
  return std::clamp<size_t>(wanted, 2, mostCopies);
}

static Status addCopy(PreparedRun &prepared, RotatingArguments &rotating) {
  std::vector<uint64_t> addresses;
  for (const NamedArgument &argument : prepared.arguments) {
    Result<runtime::DeviceBuffer> buffer = prepared.gpu->allocate(argument.value.bytes.size());
    if (!buffer) {
      return buffer.takeError();
    }
    if (Status status = buffer->write(argument.value.bytes.data(), argument.value.bytes.size()); !status) {
      return status;
    }
    addresses.push_back(buffer->address());
    rotating.memory.push_back(std::move(*buffer));
  }
  const runtime::KernelMetadata &kernel = prepared.metadata();
  Result<std::vector<uint8_t>> packed =
      runtime::packArguments(kernel, bindArguments(kernel, prepared.arguments, addresses));
  if (!packed) {
    return packed.takeError();
  }
  rotating.packed.push_back(std::move(*packed));
  return {};
}

static Result<Timing> measureKernel(PreparedRun &prepared, Measurement &measurement, int64_t repetitions) {
  Result<runtime::LoadedCubin> cubin = prepared.gpu->load(prepared.kernel.cubin, prepared.kernel.metadata);
  if (!cubin) {
    return cubin.takeError();
  }
  Result<runtime::LoadedKernel> kernel = cubin->kernel(prepared.kernel.name);
  if (!kernel) {
    return kernel.takeError();
  }
  RotatingArguments rotating;
  size_t copies = copyCount(*prepared.gpu, prepared.arguments);
  for (size_t i = 0; i < copies; ++i) {
    if (Status status = addCopy(prepared, rotating); !status) {
      return status.takeError();
    }
    Status status = kernel->bindHidden(rotating.packed.back(), prepared.grid,
                                       measureEnvironment(kernel->metadata(), prepared.arguments));
    if (!status) {
      return status.takeError();
    }
  }
  return measurement.run(repetitions, [&](runtime::Stream &stream, int64_t i) {
    return kernel->launchPacked(stream, rotating.packed[size_t(i) % copies], prepared.grid);
  });
}

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

static Result<BenchReport> measure(const BenchFlags &flags, PreparedRun &prepared) {
  BenchReport report;
  report.kernel = prepared.metadata().name;
  report.gpu = prepared.gpu->facts().name;
  auto bytes = evaluateCount("--bytes", flags.bytes, prepared);
  auto flops = evaluateCount("--flops", flags.flops, prepared);
  if (!bytes || !flops) {
    return bytes ? flops.takeError() : bytes.takeError();
  }
  report.bytes = *bytes;
  report.flops = *flops;
  Result<Measurement> measurement = Measurement::create(*prepared.gpu);
  if (!measurement) {
    return measurement.takeError();
  }
  Result<Timing> timing = measureKernel(prepared, *measurement, flags.repetitions);
  if (!timing) {
    return timing.takeError();
  }
  report.timing = std::move(*timing);
  // As much data as the kernel moves, so that both have the same chance.
  size_t moved = report.bytes ? size_t(std::max<int64_t>(*report.bytes, 0)) / 2 : arrayBytes(prepared.arguments);
  size_t copied = std::clamp(moved, smallestCopyBytes, largestCopyBytes);
  Result<double> bandwidth = measurement->copyBandwidth(std::min<int64_t>(flags.repetitions, 50), copied);
  if (!bandwidth) {
    return bandwidth.takeError();
  }
  report.copyGigabytesPerSecond = *bandwidth;
  return report;
}

static std::string formatNumber(const char *format, double value) {
  char buffer[64];
  std::snprintf(buffer, sizeof buffer, format, value);
  return buffer;
}

std::string formatReport(const BenchReport &report) {
  std::string text = report.kernel + " on " + report.gpu + ": median " + formatNumber("%.4f", report.timing.median()) +
                     " ms, fastest " + formatNumber("%.4f", report.timing.quantile(0)) + " ms, spread " +
                     formatNumber("%.1f", 100 * report.timing.spread()) + " % over " +
                     std::to_string(report.timing.milliseconds.size()) + " launches\n";
  if (report.bytes) {
    double share = 100 * report.gigabytesPerSecond() / report.copyGigabytesPerSecond;
    text += "  " + formatNumber("%.1f", report.gigabytesPerSecond()) + " GB/s, " + formatNumber("%.1f", share) +
            " % of the copy bandwidth\n";
  }
  if (report.flops) {
    text += "  " + formatNumber("%.2f", report.teraflops()) + " TFLOPS\n";
  }
  return text + "  copy bandwidth " + formatNumber("%.1f", report.copyGigabytesPerSecond) + " GB/s\n";
}

std::string formatReportJson(const BenchReport &report) {
  nlohmann::ordered_json json = {{"kernel", report.kernel},
                                 {"gpu", report.gpu},
                                 {"launches", report.timing.milliseconds.size()},
                                 {"median_ms", report.timing.median()},
                                 {"fastest_ms", report.timing.quantile(0)},
                                 {"p05_ms", report.timing.quantile(0.05)},
                                 {"p95_ms", report.timing.quantile(0.95)},
                                 {"copy_gb_per_s", report.copyGigabytesPerSecond}};
  if (report.bytes) {
    json["bytes"] = *report.bytes;
    json["gb_per_s"] = report.gigabytesPerSecond();
  }
  if (report.flops) {
    json["flops"] = *report.flops;
    json["tflops"] = report.teraflops();
  }
  return json.dump(2) + "\n";
}

/// Results that need no check of the user's are checked against the interpreter.
static void chooseDefaults(BenchFlags &flags) {
  flags.run.device = DeviceKind::Cuda;
  flags.run.checkWithInterp = flags.run.checkWithInterp || flags.run.checks.empty();
}

int benchSession(BenchFlags flags, KernelProvider &provider, const SessionOutput &output) {
  chooseDefaults(flags);
  PreparedRun prepared;
  if (int code = prepareRun(flags.run, provider, output, prepared)) {
    return code;
  }
  // In JSON the result stands alone on the standard output.
  SessionOutput checkOutput =
      flags.asJson ? SessionOutput{output.complain, output.complain, output.diagnostics} : output;
  if (int code = runAndCheck(flags.run, provider, checkOutput, prepared)) {
    return code;
  }
  Result<BenchReport> report = measure(flags, prepared);
  if (!report) {
    return fail(output, DiagnosticKind::RunFailed, report.error());
  }
  output.print(flags.asJson ? formatReportJson(*report) : formatReport(*report));
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
