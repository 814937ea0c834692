// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sim-agreement: runs instruction forms on the GPU, the simulator, or from a file of results, and compares.
//
// usage: sim-agreement [--left=gpu|sim|FILE] [--right=gpu|sim|FILE] [--filter=REGEX] [--ctas=N] [--record=FILE]
//                      [--hashes=FILE] [--check-hashes=FILE] [--print] [--verbose] [--pipelines=FOLDER] [--tensors]
//                      [--schedule=roundrobin|random:SEED|adversarial:SEED]
#include "tkc/Support/Files.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <regex>
#include <sstream>

#include "Executor.h"

using namespace tkc;
using namespace tkc::agreement;

namespace {

struct Options {
  std::string left = "sim", right, filter, record, hashes, checkHashes, pipelines, schedule = "roundrobin";
  unsigned ctas = 0;
  bool print = false, verbose = false, tensors = false;
};

/// How one form did.
struct Tally {
  uint64_t values = 0, different = 0;
  double worstUlps = 0;
  std::string example;
};

} // namespace

static std::vector<Form> selectForms(const Options &options) {
  std::vector<Form> all, chosen;
  addFloatForms(all);
  addIntegerForms(all);
  addConversionForms(all);
  addCompareForms(all);
  addWarpForms(all);
  addMemoryForms(all);
  addMatrixForms(all);
  addAsyncForms(all);
  addVideoForms(all);
  addSparseForms(all);
  addWmmaForms(all);
  std::regex pattern(options.filter);
  for (Form &form : all) {
    if (options.ctas) {
      form.ctas = options.ctas;
    }
    if (options.filter.empty() || std::regex_search(form.name, pattern)) {
      chosen.push_back(form);
    }
  }
  return chosen;
}

//===--- Comparing --------------------------------------------------------===//

/// Widths of exponent and mantissa by the output's values or register.
static void formatOf(const Slot &slot, unsigned &exponent, unsigned &mantissa) {
  switch (slot.values) {
  case Values::BF16:
  case Values::BF16x2:
    exponent = 8, mantissa = 7;
    return;
  case Values::F16:
  case Values::F16x2:
    exponent = 5, mantissa = 10;
    return;
  default:
    exponent = widthOf(slot.type) == 8 ? 11 : 8;
    mantissa = widthOf(slot.type) == 8 ? 52 : 23;
  }
}

/// The place of a number among all of its format, so that neighbours differ by one.
static double ordinal(uint64_t bits, unsigned width) {
  uint64_t sign = uint64_t(1) << (width - 1);
  double magnitude = double(bits & (sign - 1));
  return bits & sign ? -magnitude : magnitude;
}

static double valueOf(uint64_t bits, unsigned exponent, unsigned mantissa) {
  uint64_t ones = (uint64_t(1) << exponent) - 1, field = (bits >> mantissa) & ones;
  double fraction = double(bits & ((uint64_t(1) << mantissa) - 1)) / double(uint64_t(1) << mantissa);
  int power = int(field ? field : 1) - int(ones >> 1);
  double magnitude = field == ones ? (fraction != 0 ? NAN : INFINITY) : std::ldexp((field ? 1 : 0) + fraction, power);
  return (bits >> (exponent + mantissa)) & 1 ? -magnitude : magnitude;
}

/// The distance of two numbers in units of the last place; 0 for two NaNs.
static double ulpsBetween(uint64_t left, uint64_t right, unsigned exponent, unsigned mantissa, double absolute) {
  double a = valueOf(left, exponent, mantissa), b = valueOf(right, exponent, mantissa);
  if (std::isnan(a) || std::isnan(b)) {
    return std::isnan(a) && std::isnan(b) ? 0 : INFINITY;
  }
  if (a == b || (!std::isinf(a) && !std::isinf(b) && std::fabs(a - b) <= absolute)) {
    return 0;
  }
  unsigned width = 1 + exponent + mantissa;
  return std::fabs(ordinal(left, width) - ordinal(right, width));
}

static double distance(const Form &form, const Slot &slot, uint64_t left, uint64_t right) {
  if (left == right || form.comparison == Comparison::None) {
    return 0;
  }
  if (form.comparison == Comparison::Exact) {
    return INFINITY;
  }
  unsigned exponent = 0, mantissa = 0;
  formatOf(slot, exponent, mantissa);
  unsigned width = 1 + exponent + mantissa;
  double worst = 0;
  for (unsigned shift = 0; shift < widthOf(slot.type) * 8; shift += width) {
    uint64_t all = width == 64 ? ~uint64_t(0) : (uint64_t(1) << width) - 1;
    worst =
        std::max(worst, ulpsBetween((left >> shift) & all, (right >> shift) & all, exponent, mantissa, form.absolute));
  }
  return worst;
}

static std::string describeThread(const Form &form, uint64_t thread, size_t slot, uint64_t left, uint64_t right) {
  char text[96];
  std::snprintf(text, sizeof text, "thread %llu, output %zu: %llx and %llx, inputs", (unsigned long long)thread, slot,
                (unsigned long long)left, (unsigned long long)right);
  std::string result = text;
  for (size_t i = 0; i < std::min<size_t>(form.inputs.size(), 4); ++i) {
    std::snprintf(text, sizeof text, " %llx", (unsigned long long)inputBits(form, i, thread));
    result += text;
  }
  return result;
}

static Tally compare(const Form &form, const Outputs &left, const Outputs &right) {
  Tally tally;
  tally.values = left.size();
  uint64_t threads = uint64_t(form.threads) * form.ctas;
  if (left.size() != right.size()) {
    tally.different = left.size() + 1;
    tally.example = "the numbers of results differ";
    return tally;
  }
  for (size_t i = 0; i < left.size(); ++i) {
    double ulps = distance(form, form.outputs[i / threads], left[i], right[i]);
    double limit = form.comparison == Comparison::ExactButNaN ? 0 : form.ulps;
    if (ulps > limit) {
      if (tally.different++ == 0) {
        tally.example = describeThread(form, i % threads, i / threads, left[i], right[i]);
      }
    }
    tally.worstUlps = std::max(tally.worstUlps, ulps);
  }
  return tally;
}

//===--- Hashes -----------------------------------------------------------===//

static std::string hashOf(const Outputs &outputs) {
  uint64_t hash = 0xcbf29ce484222325;
  for (uint64_t word : outputs) {
    hash = (hash ^ word) * 0x100000001b3;
    hash ^= hash >> 29;
  }
  char text[20];
  std::snprintf(text, sizeof text, "%016llx", (unsigned long long)hash);
  return text;
}

/// Only forms that must agree bit for bit have a hash.
static std::string hashLines(const std::vector<Form> &forms, const std::map<std::string, Outputs> &results,
                             const std::string &description) {
  std::string text = "# Results of instruction forms on " + description + ": hash and name.\n";
  for (const Form &form : forms) {
    auto found = results.find(form.name);
    if (found != results.end() && form.comparison == Comparison::Exact) {
      text += hashOf(found->second) + " " + form.name + "\n";
    }
  }
  return text;
}

static int checkHashes(const std::string &path, const std::map<std::string, Outputs> &results) {
  Result<std::string> text = readFile(path);
  if (!text) {
    std::fprintf(stderr, "%s\n", text.error().c_str());
    return 2;
  }
  std::istringstream lines(*text);
  int agreeing = 0, different = 0;
  for (std::string line; std::getline(lines, line);) {
    if (line.size() < 18 || line[0] == '#') {
      continue;
    }
    auto found = results.find(line.substr(17));
    if (found == results.end()) {
      continue;
    }
    bool agrees = hashOf(found->second) == line.substr(0, 16);
    ++(agrees ? agreeing : different);
    if (!agrees) {
      std::printf("DIFFERENT %s\n", line.substr(17).c_str());
    }
  }
  std::printf("%d forms agree with %s, %d do not\n", agreeing, path.c_str(), different);
  return different || !agreeing ? 1 : 0;
}

//===--- Running ----------------------------------------------------------===//

static Result<std::unique_ptr<Executor>> makeExecutor(const std::string &name, const Options &options) {
  if (name == "gpu") {
    return makeGpuExecutor();
  }
  return name == "sim" ? makeSimExecutor(options.schedule) : Result<std::unique_ptr<Executor>>(makeFileExecutor(name));
}

/// Runs all forms; those that failed are listed and left out.
static std::map<std::string, Outputs> runAll(Executor &executor, const std::vector<Form> &forms, int &failed) {
  std::map<std::string, Outputs> results;
  for (size_t i = 0; i < forms.size(); ++i) {
    Result<Outputs> outputs = executor.run(i);
    if (outputs) {
      results[forms[i].name] = std::move(*outputs);
      continue;
    }
    ++failed;
    std::printf("FAILED %s: %s\n", forms[i].name.c_str(), outputs.error().c_str());
  }
  return results;
}

static int compareAll(const std::vector<Form> &forms, const std::map<std::string, Outputs> &left,
                      const std::map<std::string, Outputs> &right, bool verbose) {
  int agreeing = 0, different = 0;
  uint64_t values = 0;
  for (const Form &form : forms) {
    auto a = left.find(form.name), b = right.find(form.name);
    if (a == left.end() || b == right.end()) {
      continue;
    }
    Tally tally = compare(form, a->second, b->second);
    values += tally.values;
    ++(tally.different ? different : agreeing);
    if (tally.different) {
      std::printf("DIFFERENT %s: %llu of %llu values; %s\n", form.name.c_str(), (unsigned long long)tally.different,
                  (unsigned long long)tally.values, tally.example.c_str());
    } else if (verbose && form.comparison != Comparison::Exact) {
      std::printf("WITHIN %s: at most %g ulps of %g\n", form.name.c_str(), tally.worstUlps, form.ulps);
    }
  }
  std::printf("%d forms agree, %d do not, %llu values\n", agreeing, different, (unsigned long long)values);
  return different || !agreeing ? 1 : 0;
}

static bool parse(int argc, char **argv, Options &options) {
  for (int i = 1; i < argc; ++i) {
    std::string text = argv[i], name = text.substr(0, text.find('='));
    std::string value = name.size() < text.size() ? text.substr(name.size() + 1) : "";
    std::string *strings[] = {&options.left,   &options.right,       &options.filter,    &options.record,
                              &options.hashes, &options.checkHashes, &options.pipelines, &options.schedule};
    const char *const names[] = {"--left",   "--right",        "--filter",    "--record",
                                 "--hashes", "--check-hashes", "--pipelines", "--schedule"};
    auto found = std::find(std::begin(names), std::end(names), name);
    if (found != std::end(names)) {
      *strings[found - names] = value;
    } else if (name == "--ctas") {
      options.ctas = unsigned(std::strtoul(value.c_str(), nullptr, 10));
    } else if (text == "--print" || text == "--verbose" || text == "--tensors") {
      (text == "--print" ? options.print : text == "--verbose" ? options.verbose : options.tensors) = true;
    } else {
      std::fprintf(stderr, "unknown argument `%s`\n", argv[i]);
      return false;
    }
  }
  return true;
}

static int runSide(const std::string &name, const Options &options, const std::vector<Form> &forms,
                   std::map<std::string, Outputs> &results, std::string &description) {
  Result<std::unique_ptr<Executor>> executor = makeExecutor(name, options);
  Status status = executor ? (*executor)->load(forms) : Status(executor.takeError());
  if (!status) {
    std::fprintf(stderr, "%s: %s\n", name.c_str(), status.error().c_str());
    return -1;
  }
  int failed = 0;
  results = runAll(**executor, forms, failed);
  description = (*executor)->description();
  std::printf("%s (%s): %zu forms ran, %d failed\n", name.c_str(), description.c_str(), results.size(), failed);
  return failed;
}

/// Runs the whole kernels of a folder with rings that never turn, turn once, and turn often.
static int runPipelines(const Options &options) {
  Result<std::unique_ptr<Executor>> executor = makeExecutor(options.left, options);
  if (!executor) {
    std::fprintf(stderr, "%s\n", executor.error().c_str());
    return 3;
  }
  int failed = 0, passed = 0;
  for (unsigned rounds : {0u, 1u, 2u, 3u, 4u, 7u, 20u}) {
    for (const Workload &workload : makeWorkloads(rounds)) {
      Result<std::string> text = readFile(options.pipelines + "/" + workload.name + ".ptx");
      auto outputs = text ? (*executor)->runWorkload(workload, *text)
                          : Result<std::vector<std::vector<uint32_t>>>(text.takeError());
      std::string problem = outputs ? compareOutputs(workload, *outputs) : outputs.error();
      ++(problem.empty() ? passed : failed);
      if (!problem.empty()) {
        std::printf("FAILED %s with %u rounds: %s\n", workload.name.c_str(), rounds, problem.c_str());
      }
    }
  }
  std::printf("%d pipelines agree on %s, %d do not\n", passed, (*executor)->description().c_str(), failed);
  return failed ? 1 : 0;
}

/// Copies through tensor maps: hashes of what they leave, written or compared.
static int runTensors(const Options &options) {
  Result<std::unique_ptr<Executor>> executor = makeExecutor(options.left, options);
  if (!executor) {
    std::fprintf(stderr, "%s\n", executor.error().c_str());
    return 3;
  }
  std::map<std::string, Outputs> results;
  int failed = 0;
  std::string lines = "# Copies through tensor maps on " + (*executor)->description() + ": hash and name.\n";
  std::regex pattern(options.filter);
  for (const Workload &workload : makeTensorWorkloads()) {
    if (!options.filter.empty() && !std::regex_search(workload.name, pattern)) {
      continue;
    }
    auto outputs = (*executor)->runWorkload(workload, workload.text);
    if (!outputs) {
      ++failed;
      std::printf("FAILED %s: %s\n", workload.name.c_str(), outputs.error().c_str());
      continue;
    }
    Outputs &all = results[workload.name];
    for (const std::vector<uint32_t> &words : *outputs) {
      all.insert(all.end(), words.begin(), words.end());
    }
    for (size_t i = 0; options.verbose && i < all.size(); ++i) {
      std::printf("%08llx%c", (unsigned long long)all[i], i % 8 == 7 ? '\n' : ' ');
    }
    lines += hashOf(all) + " " + workload.name + "\n";
  }
  std::printf("%zu tensor copies ran on %s, %d failed\n", results.size(), (*executor)->description().c_str(), failed);
  int code = failed ? 1 : 0;
  if (!options.hashes.empty() && !writeFile(options.hashes, lines)) {
    code = 2;
  }
  return options.checkHashes.empty() ? code : std::max(code, checkHashes(options.checkHashes, results));
}

int main(int argc, char **argv) {
  Options options;
  if (!parse(argc, argv, options)) {
    return 2;
  }
  if (!options.pipelines.empty()) {
    return runPipelines(options);
  }
  if (options.tensors) {
    return runTensors(options);
  }
  std::vector<Form> forms = selectForms(options);
  if (options.print) {
    std::fputs(moduleText(forms, "sm_90a").c_str(), stdout);
    return 0;
  }
  std::map<std::string, Outputs> left, right;
  std::string description;
  int failed = runSide(options.left, options, forms, left, description);
  if (failed < 0) {
    return 3;
  }
  int code = failed ? 1 : 0;
  for (const auto &[path, isHash] : {std::pair(options.record, false), std::pair(options.hashes, true)}) {
    Status status = path.empty() ? Status()
                    : isHash     ? writeFile(path, hashLines(forms, left, description))
                                 : writeResults(path, forms, left, description);
    if (!status) {
      std::fprintf(stderr, "%s\n", status.error().c_str());
      return 2;
    }
  }
  if (!options.checkHashes.empty()) {
    code = std::max(code, checkHashes(options.checkHashes, left));
  }
  if (!options.right.empty()) {
    failed = runSide(options.right, options, forms, right, description);
    code = failed < 0 ? 3 : std::max({code, failed ? 1 : 0, compareAll(forms, left, right, options.verbose)});
  }
  return code;
}
