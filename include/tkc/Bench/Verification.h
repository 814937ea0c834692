// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Comparing what a run left in its arguments with a reference, and saying how it went.
#ifndef TKC_BENCH_VERIFICATION_H
#define TKC_BENCH_VERIFICATION_H

#include "tkc/Bench/NamedArguments.h"
#include "tkc/Data/Comparison.h"

namespace tkc::bench {

/// What the interpreter computed: the arguments after the run, each with the bounds of its elements (an empty list
/// means exact).
struct ReferenceOutcome {
  std::vector<NamedArgument> arguments;
  std::vector<std::vector<double>> bounds;
};

/// The tolerance that a check against a file has when the user states none: a few roundings of the element type.
data::Tolerance defaultTolerance(data::ElementType type);

/// The outcome of all checks of a run.
struct CheckReport {
  data::Verdict verdict = data::Verdict::Pass;
  /// Lines for the user, and a last one with the verdict.
  std::string text;
};

/// Compares all arrays with the interpreter's. Arrays that neither run changed are compared but not listed when they
/// agree. An error when the lists of arguments do not fit together.
Result<CheckReport> checkWithReference(const RunFlags &flags, const std::vector<NamedArgument> &before,
                                       const std::vector<NamedArgument> &after, const ReferenceOutcome &reference);

/// Compares the named arrays with the files of `--check NAME=FILE.npy`. Floats of different types are compared by
/// value.
Result<CheckReport> checkWithFiles(const RunFlags &flags, const std::vector<NamedArgument> &after);

/// Writes the arguments of `--save NAME=FILE.npy`.
Status saveArguments(const RunFlags &flags, const std::vector<NamedArgument> &after);

} // namespace tkc::bench

#endif // TKC_BENCH_VERIFICATION_H
