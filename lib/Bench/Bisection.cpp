// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Looks for the optional transformation that changes what a kernel computes.
#include "tkc/Bench/RunSession.h"

namespace tkc::bench {

namespace {
/// Runs one kernel with more or fewer transformations.
class Bisection {
public:
  Bisection(RunFlags flags, KernelProvider &provider, const SessionOutput &output)
      : flags(std::move(flags)), provider(provider), output(output) {}

  int run();

private:
  /// Compiles with at most `limit` transformations; an exit code.
  int prepare(std::optional<int64_t> limit, const SessionOutput &where, PreparedRun &prepared);
  /// Whether the results with `limit` transformations are right; an exit code when that can't be told.
  int agrees(std::optional<int64_t> limit, bool &isRight);
  int search(int64_t total);

  RunFlags flags;
  KernelProvider &provider;
  const SessionOutput &output;
  ReferenceOutcome reference;
  std::vector<std::string> transformations;
};
} // namespace

int Bisection::prepare(std::optional<int64_t> limit, const SessionOutput &where, PreparedRun &prepared) {
  RunFlags limited = flags;
  limited.compile.optLimit = limit;
  return prepareRun(limited, provider, where, prepared);
}

int Bisection::agrees(std::optional<int64_t> limit, bool &isRight) {
  PreparedRun prepared;
  if (int code = prepare(limit, output, prepared)) {
    return code;
  }
  transformations = prepared.kernel.transformations;
  std::vector<NamedArgument> after = prepared.arguments;
  Result<sim::LaunchResult> result = runOnSimulator(prepared.kernel, flags.sim, prepared.grid, after);
  if (!result) {
    return fail(output, DiagnosticKind::RunFailed, "the simulator: " + result.error());
  }
  if (result->faultCount > 0) {
    isRight = false;
    return knobs::exitFine;
  }
  Result<CheckReport> checked = checkWithReference(flags, prepared.arguments, after, reference);
  if (!checked) {
    return fail(output, DiagnosticKind::RunFailed, checked.error());
  }
  isRight = checked->verdict == data::Verdict::Pass;
  return knobs::exitFine;
}

int Bisection::search(int64_t total) {
  // Right with `right` transformations, wrong with `wrong` of them.
  int64_t right = 0, wrong = total;
  while (wrong - right > 1) {
    int64_t middle = right + (wrong - right) / 2;
    bool isRight = false;
    if (int code = agrees(middle, isRight)) {
      return code;
    }
    output.print(std::to_string(middle) + " of " + std::to_string(total) +
                 " transformations: " + (isRight ? "right\n" : "wrong\n"));
    (isRight ? right : wrong) = middle;
  }
  output.print("transformation " + std::to_string(wrong) + ", `" + transformations[size_t(wrong - 1)] +
               "`, is the first with which the results are wrong; --opt-limit=" + std::to_string(wrong) +
               " repeats it, --opt-limit=" + std::to_string(right) + " is right\n");
  return knobs::exitCheckFailed;
}

int Bisection::run() {
  flags.device = DeviceKind::Sim;
  PreparedRun plain;
  if (int code = prepare(0, output, plain)) {
    return code;
  }
  if (int code = provider.interpret(plain.grid, plain.arguments, reference)) {
    return code;
  }
  bool isRight = false;
  if (int code = agrees(std::nullopt, isRight)) {
    return code;
  }
  int64_t total = int64_t(transformations.size());
  if (isRight) {
    output.print("the results are right with all " + std::to_string(total) + " transformations\n");
    return knobs::exitFine;
  }
  if (int code = agrees(0, isRight)) {
    return code;
  }
  if (!isRight) {
    output.print("the results are wrong without any transformation\n");
    return knobs::exitCheckFailed;
  }
  return search(total);
}

int runBisection(RunFlags flags, KernelProvider &provider, const SessionOutput &output) {
  return Bisection(std::move(flags), provider, output).run();
}

} // namespace tkc::bench
