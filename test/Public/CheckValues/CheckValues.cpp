// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes the arrays that a kernel is run on, and compares what it gave with formulas.
//
//   check-values prepare FOLDER NAME=SPEC...
//   check-values compare FOLDER TOLERANCE NAME=SPEC... -- 'NAME = FORMULA'...
//
// Arrays lie in FOLDER as NAME.npy, and as NAME.out.npy after the run. Lines are evaluated in order; where their name
// is that of an array that was saved after the run, it is compared. TOLERANCE is relative; 0 takes that of the type.
#include "tkc/Data/ArgumentSpec.h"
#include "tkc/Data/Npy.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>

#include "Formula.h"

using namespace tkc;

namespace {

struct Argument {
  std::string name;
  data::ArgumentSpec spec;

  data::ElementType type() const { return spec.type.value_or(data::ElementType::F32); }
};

int fail(const std::string &message) {
  std::printf("%s\n", message.c_str());
  return 1;
}

Result<std::vector<Argument>> readArguments(const std::vector<std::string> &texts) {
  std::vector<Argument> arguments;
  for (const std::string &text : texts) {
    size_t equals = text.find('=');
    if (equals == std::string::npos) {
      return ErrorMessage{"`" + text + "` is not NAME=SPEC"};
    }
    Result<data::ArgumentSpec> spec = data::parseArgumentSpec(std::string_view(text).substr(equals + 1));
    if (!spec) {
      return ErrorMessage{text + ": " + spec.error()};
    }
    arguments.push_back({text.substr(0, equals), *spec});
  }
  return arguments;
}

int prepare(const std::string &folder, const std::vector<Argument> &arguments) {
  uint32_t stream = 0;
  for (const Argument &argument : arguments) {
    if (argument.spec.isScalar()) {
      continue;
    }
    Result<data::Array> array = data::materialise(argument.spec, argument.type(), 1, ++stream);
    if (!array) {
      return fail(argument.name + ": " + array.error());
    }
    Status status = data::writeNpy(folder + "/" + argument.name + ".npy", *array);
    if (!status) {
      return fail(status.error());
    }
  }
  return 0;
}

formula::Values valuesOf(const data::Array &array) {
  formula::Values values = formula::Values::filled(array.shape, 0);
  for (size_t i = 0; i < values.count(); ++i) {
    values.data[i] = array.getDouble(i);
  }
  return values;
}

double toleranceOf(data::ElementType type) {
  switch (type) {
  case data::ElementType::F64:
  case data::ElementType::F32:
    return 1e-5;
  case data::ElementType::F16:
    return 2e-3;
  case data::ElementType::BF16:
    return 1.6e-2;
  case data::ElementType::F8E4M3FN:
  case data::ElementType::F8E5M2:
    return 0.15;
  default:
    return 0;
  }
}

/// Nothing when all elements agree, else what is wrong.
std::string compareValues(const std::string &name, const data::Array &actual, const formula::Values &expected,
                          double relative) {
  if (actual.elementCount() != expected.count()) {
    return name + " has " + std::to_string(actual.elementCount()) + " elements, the formula " +
           std::to_string(expected.count());
  }
  double largest = 0;
  for (double value : expected.data) {
    largest = std::isfinite(value) ? std::max(largest, std::fabs(value)) : largest;
  }
  size_t wrong = 0;
  std::string first;
  for (size_t i = 0; i < expected.count(); ++i) {
    double got = actual.getDouble(i), wanted = expected.data[i];
    bool isEqual = got == wanted || (std::isnan(got) && std::isnan(wanted)) ||
                   std::fabs(got - wanted) <= relative * (std::fabs(wanted) + largest) / 2;
    if (!isEqual && wrong++ == 0) {
      first = name + "[" + std::to_string(i) + "] is " + std::to_string(got) + ", expected " + std::to_string(wanted);
    }
  }
  return wrong == 0 ? "" : first + "; " + std::to_string(wrong) + " of " + std::to_string(expected.count()) + " differ";
}

bool exists(const std::string &path) { return std::ifstream(path).good(); }

int compare(const std::string &folder, double tolerance, const std::vector<Argument> &arguments,
            const std::vector<std::string> &lines) {
  formula::Names names = {{"inf", formula::Values::number(HUGE_VAL)}, {"nan", formula::Values::number(NAN)}};
  for (const Argument &argument : arguments) {
    if (argument.spec.isScalar()) {
      names[argument.name] =
          formula::Values::number(argument.spec.isInteger ? double(argument.spec.integer) : argument.spec.real);
      continue;
    }
    Result<data::Array> array = data::readNpy(folder + "/" + argument.name + ".npy", argument.type());
    if (!array) {
      return fail(array.error());
    }
    names[argument.name] = valuesOf(*array);
  }
  size_t compared = 0;
  for (const std::string &line : lines) {
    size_t equals = line.find('=');
    std::string name =
        line.substr(0, line.find_last_not_of(' ', equals == std::string::npos ? equals : equals - 1) + 1);
    if (equals == std::string::npos || name.empty()) {
      return fail("`" + line + "` is not NAME = FORMULA");
    }
    Result<formula::Values> value = formula::evaluate(line.substr(line.find_first_not_of(' ', equals + 1)), names);
    if (!value) {
      return fail(line + ": " + value.error());
    }
    std::string path = folder + "/" + name + ".out.npy";
    auto argument =
        std::find_if(arguments.begin(), arguments.end(), [&](const Argument &each) { return each.name == name; });
    if (argument != arguments.end() && exists(path)) {
      Result<data::Array> actual = data::readNpy(path, argument->type());
      std::string problem =
          !actual ? actual.error()
                  : compareValues(name, *actual, *value, tolerance != 0 ? tolerance : toleranceOf(argument->type()));
      if (!problem.empty()) {
        return fail(problem);
      }
      ++compared;
    }
    names[name] = std::move(*value);
  }
  return compared == 0 ? fail("no line names an array that was saved") : 0;
}

} // namespace

int main(int argc, char **argv) {
  std::vector<std::string> words(argv + 1, argv + argc);
  bool isCompare = words.size() > 2 && words[0] == "compare";
  if (words.size() < 2 || (!isCompare && words[0] != "prepare")) {
    std::fprintf(stderr, "usage: check-values prepare|compare FOLDER ...\n");
    return 2;
  }
  auto dashes = std::find(words.begin(), words.end(), "--");
  Result<std::vector<Argument>> arguments = readArguments({words.begin() + (isCompare ? 3 : 2), dashes});
  if (!arguments) {
    return fail(arguments.error());
  }
  std::vector<std::string> lines;
  if (dashes != words.end()) {
    lines.assign(dashes + 1, words.end());
  }
  return isCompare ? compare(words[1], std::atof(words[2].c_str()), *arguments, lines) : prepare(words[1], *arguments);
}
