// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checks of runs against the interpreter and against files.
#include "tkc/Bench/Verification.h"

#include "tkc/Data/Npy.h"

#include <algorithm>

namespace tkc::bench {

using data::Array;
using data::Comparison;
using data::Tolerance;
using data::Verdict;

Tolerance defaultTolerance(data::ElementType type) {
  Tolerance tolerance;
  if (data::isFloat(type)) {
    // Sums of some hundred terms of moderate size stay within this.
    tolerance.relative = 32 * data::unitRoundoff(data::floatFormat(type));
    tolerance.absolute = tolerance.relative;
  }
  return tolerance;
}

static const NamedArgument *findArgument(const std::vector<NamedArgument> &arguments, const std::string &name) {
  auto found = std::find_if(arguments.begin(), arguments.end(),
                            [&name](const NamedArgument &argument) { return argument.name == name; });
  return found == arguments.end() ? nullptr : &*found;
}

static void worsen(CheckReport &report, const RunFlags &flags, const Comparison &comparison) {
  Verdict verdict = comparison.verdict();
  if (verdict == Verdict::Undecided && comparison.undecidedCount <= size_t(flags.mostUndecided)) {
    verdict = Verdict::Pass;
  }
  if (report.verdict != Verdict::Fail && verdict != Verdict::Pass) {
    report.verdict = verdict;
  }
}

static void finish(CheckReport &report, const std::string &reference) {
  const char *word = report.verdict == Verdict::Pass ? "PASS" : report.verdict == Verdict::Fail ? "FAIL" : "UNDECIDED";
  report.text += std::string(word) + " (compared with " + reference + ")\n";
}

Result<CheckReport> checkWithReference(const RunFlags &flags, const std::vector<NamedArgument> &before,
                                       const std::vector<NamedArgument> &after, const ReferenceOutcome &reference) {
  CheckReport report;
  for (size_t i = 0; i < after.size(); ++i) {
    if (after[i].isScalar) {
      continue;
    }
    const NamedArgument *expected = findArgument(reference.arguments, after[i].name);
    const NamedArgument *initial = findArgument(before, after[i].name);
    if (!expected || !initial) {
      return ErrorMessage{"the reference has no array `" + after[i].name + "`"};
    }
    size_t index = size_t(expected - reference.arguments.data());
    Tolerance tolerance;
    tolerance.bounds = index < reference.bounds.size() ? reference.bounds[index] : std::vector<double>();
    tolerance.absolute = flags.absoluteTolerance.value_or(0);
    tolerance.relative = flags.relativeTolerance.value_or(0);
    Result<Comparison> comparison = data::compareArrays(after[i].value, expected->value, tolerance);
    if (!comparison) {
      return ErrorMessage{"`" + after[i].name + "`: " + comparison.error()};
    }
    worsen(report, flags, *comparison);
    bool isChanged = after[i].value.bytes != initial->value.bytes || expected->value.bytes != initial->value.bytes;
    if (isChanged || comparison->verdict() != Verdict::Pass) {
      report.text += data::formatComparison(after[i].name, *comparison, after[i].value.shape);
    }
  }
  finish(report, "the interpreter");
  return report;
}

static Array asDoubles(const Array &array) {
  Array doubles = Array::zeros(data::ElementType::F64, array.shape);
  for (size_t i = 0; i < array.elementCount(); ++i) {
    doubles.setDouble(i, array.getDouble(i));
  }
  return doubles;
}

/// Whether numpy has no name for the type, so that a file holds its bits as unsigned integers.
static bool isNamelessInNumpy(data::ElementType type) {
  return type == data::ElementType::BF16 || type == data::ElementType::F8E4M3FN || type == data::ElementType::F8E5M2;
}

/// Reads the expected values. The bits of a type that numpy lacks may come as integers of the same size.
static Result<Array> readExpected(const std::string &path, data::ElementType type) {
  Result<Array> plain = data::readNpy(path);
  if (!isNamelessInNumpy(type)) {
    return plain;
  }
  bool isFloatFile = plain && data::isFloat(plain->type);
  return isFloatFile ? plain : data::readNpy(path, type);
}

static Result<Comparison> compareWithFile(const RunFlags &flags, const NamedArgument &argument,
                                          const std::string &path) {
  Result<Array> expected = readExpected(path, argument.value.type);
  if (!expected) {
    return expected.takeError();
  }
  Tolerance tolerance = defaultTolerance(argument.value.type);
  tolerance.absolute = flags.absoluteTolerance.value_or(tolerance.absolute);
  tolerance.relative = flags.relativeTolerance.value_or(tolerance.relative);
  bool comparesValues =
      expected->type != argument.value.type && data::isFloat(expected->type) && data::isFloat(argument.value.type);
  Result<Comparison> comparison = comparesValues
                                      ? data::compareArrays(asDoubles(argument.value), asDoubles(*expected), tolerance)
                                      : data::compareArrays(argument.value, *expected, tolerance);
  return comparison ? comparison : Result<Comparison>(ErrorMessage{"`" + path + "`: " + comparison.error()});
}

Result<CheckReport> checkWithFiles(const RunFlags &flags, const std::vector<NamedArgument> &after) {
  CheckReport report;
  for (const NamedFile &check : flags.checks) {
    const NamedArgument *argument = findArgument(after, check.name);
    if (!argument) {
      return ErrorMessage{"`--check`: there is no argument `" + check.name + "`"};
    }
    Result<Comparison> comparison = compareWithFile(flags, *argument, check.path);
    if (!comparison) {
      return comparison.takeError();
    }
    worsen(report, flags, *comparison);
    report.text += data::formatComparison(check.name, *comparison, argument->value.shape);
  }
  finish(report, "files");
  return report;
}

Status saveArguments(const RunFlags &flags, const std::vector<NamedArgument> &after) {
  for (const NamedFile &save : flags.saves) {
    const NamedArgument *argument = findArgument(after, save.name);
    if (!argument) {
      return ErrorMessage{"`--save`: there is no argument `" + save.name + "`"};
    }
    if (Status status = data::writeNpy(save.path, argument->value); !status) {
      return status;
    }
  }
  return {};
}

} // namespace tkc::bench
