// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Guesses all parameters of a kernel.
#include "tkc/Guess/Guess.h"

#include "tkc/Evaluate/Operations.h"

#include <algorithm>

#include "ParameterGuess.h"
#include "UseWalker.h"

namespace tkc::guess {

using evaluate::FunctionObject;
using evaluate::SpecializedParameter;
using Kind = SpecializedParameter::Kind;

static bool isConstexpr(const ast::Parameter &parameter) {
  return parameter.annotation && parameter.annotation->range.text().find("constexpr") != std::string_view::npos;
}

static bool isLaunchOption(std::string_view name) {
  return name == "num_warps" || name == "num_stages" || name == "num_ctas";
}

static bool isVariadic(const ast::Parameter &parameter) {
  return parameter.kind == ast::ParameterKind::VarPositional || parameter.kind == ast::ParameterKind::VarKeyword;
}

/// Whether the author's annotation leaves nothing to guess.
static bool hasType(const ast::Parameter &parameter) {
  if (!parameter.annotation || isConstexpr(parameter)) {
    return false;
  }
  std::string_view text = parameter.annotation->range.text();
  return text.find("tensor") == std::string_view::npos && text.find("Tensor") == std::string_view::npos;
}

static std::vector<SpecializedParameter> choicesOf(const ParameterGuesser &guesser, const FunctionObject &kernel,
                                                   size_t index, Variable variable) {
  const ast::Parameter &parameter = kernel.parameters()[index];
  std::optional<Object> given = index < kernel.defaults.size() ? kernel.defaults[index] : std::nullopt;
  std::vector<SpecializedParameter> choices;
  if (isConstexpr(parameter) || guesser.isCompileTime(variable)) {
    for (const Object &value : guesser.valuesOf(parameter.name.text, variable, given)) {
      choices.emplace_back().constant = value;
    }
  } else {
    choices = guesser.typesOf(variable, given);
  }
  for (SpecializedParameter &choice : choices) {
    choice.name = parameter.name.text;
    choice.range = parameter.range;
  }
  return choices;
}

/// The compile-time parameters that the offsets of descriptors are multiples of.
static std::vector<DescriptorSizes> findDescriptors(const FunctionObject &kernel, const Variables &variables,
                                                    const std::vector<Variable> &parameters) {
  std::vector<DescriptorSizes> descriptors;
  for (size_t i = 0; i < parameters.size(); ++i) {
    DescriptorSizes descriptor;
    descriptor.parameter = kernel.parameters()[i].name.text;
    for (const std::vector<Variable> &offset : variables.of(parameters[i]).offsets) {
      std::string &size = descriptor.sizes.emplace_back();
      for (size_t j = 0; j < parameters.size() && size.empty(); ++j) {
        bool isPart = std::any_of(offset.begin(), offset.end(),
                                  [&](Variable part) { return variables.find(part) == variables.find(parameters[j]); });
        size = isPart && isConstexpr(kernel.parameters()[j]) ? std::string(kernel.parameters()[j].name.text) : "";
      }
    }
    if (variables.has(parameters[i], Use::Descriptor)) {
      descriptors.push_back(std::move(descriptor));
    }
  }
  return descriptors;
}

Object makeIdentity(evaluate::Evaluator &evaluator, const FunctionObject &kernel) {
  SourceManager &sources = evaluator.moduleLoader().sourceManager();
  return evaluator.evaluateText(sources.addBuffer("<guessed function>", "lambda *x: x[0]"), *kernel.module->globals);
}

Guess guessParameters(evaluate::Evaluator &evaluator, const Object &kernelObject, const GuessOptions &options) {
  const FunctionObject &kernel = kernelObject.asFunction();
  UseFacts facts;
  std::vector<Variable> variables;
  std::vector<UseValue> arguments;
  for (size_t i = 0; i < kernel.parameters().size(); ++i) {
    variables.push_back(facts.variables.add());
    facts.variables.of(variables.back()).given = i < kernel.defaults.size() ? kernel.defaults[i] : std::nullopt;
    arguments.push_back(UseValue::ofVariable(variables.back()));
  }
  UseWalker(evaluator, facts).runFunction(kernel, std::move(arguments));
  facts.solve();
  ParameterGuesser guesser(facts.variables, options);
  Guess guess;
  for (size_t i = 0; i < variables.size(); ++i) {
    const ast::Parameter &parameter = kernel.parameters()[i];
    if (isVariadic(parameter) || isLaunchOption(parameter.name.text)) {
      continue;
    }
    std::vector<SpecializedParameter> choices = choicesOf(guesser, kernel, i, variables[i]);
    bool isOptional = !choices.empty() && choices.back().kind == Kind::Constant && choices.back().constant.isNone();
    bool isSettled = hasType(parameter) && !isOptional;
    if (isSettled) {
      guess.settled.emplace_back(parameter.name.text);
    }
    if (choices.size() > 1 && !isSettled) {
      guess.variations.push_back({choices});
    }
    if (!choices.empty()) {
      guess.fallbacks.push_back(choices.front());
    }
  }
  guess.descriptors = findDescriptors(kernel, facts.variables, variables);
  return guess;
}

void fitDescriptors(const Guess &guess, std::vector<SpecializedParameter> &parameters) {
  auto find = [&parameters](const std::string &name) {
    return std::find_if(parameters.begin(), parameters.end(),
                        [&name](const SpecializedParameter &parameter) { return parameter.name == name; });
  };
  for (const DescriptorSizes &descriptor : guess.descriptors) {
    auto place = find(descriptor.parameter);
    bool isDescriptor = place != parameters.end() && place->kind == Kind::Descriptor &&
                        place->type.shape().size() == descriptor.sizes.size();
    auto guessed = std::find_if(
        guess.fallbacks.begin(), guess.fallbacks.end(),
        [&descriptor](const SpecializedParameter &fallback) { return fallback.name == descriptor.parameter; });
    // A block shape that was chosen for its own sake stays.
    bool isChosen = guessed != guess.fallbacks.end() && guessed->kind == Kind::Descriptor && isDescriptor &&
                    guessed->type.shape() != place->type.shape();
    if (!isDescriptor || isChosen) {
      continue;
    }
    std::vector<int64_t> shape = place->type.shape();
    for (size_t i = 0; i < shape.size(); ++i) {
      auto size = find(descriptor.sizes[i]);
      std::optional<int64_t> value = size == parameters.end() ? std::nullopt : size->constant.toInt64();
      shape[i] = value && *value > 0 ? *value : shape[i];
    }
    place->type = evaluate::DType::tensorDescriptor(place->type.element(), std::move(shape));
  }
}

//===- Combinations ----------------------------------------------------------------------------------------------===//

namespace {

/// Chooses rows so that each pair of values is in one of them: greedily, the row that has most new pairs first.
class PairCover {
public:
  explicit PairCover(const std::vector<size_t> &counts) : counts(counts) {
    for (size_t i = 0; i < counts.size(); ++i) {
      starts.push_back(total);
      total += counts[i];
    }
    covered.resize(total * total);
  }

  std::vector<std::vector<size_t>> run() {
    std::vector<std::vector<size_t>> rows = {std::vector<size_t>(counts.size(), 0)};
    take(rows.back());
    for (std::optional<std::vector<size_t>> row = makeRow(); row; row = makeRow()) {
      take(*row);
      rows.push_back(*row);
    }
    return rows;
  }

private:
  size_t indexOf(size_t i, size_t a, size_t j, size_t b) const { return (starts[i] + a) * total + starts[j] + b; }

  void take(const std::vector<size_t> &row) {
    for (size_t i = 0; i < row.size(); ++i) {
      for (size_t j = i + 1; j < row.size(); ++j) {
        covered[indexOf(i, row[i], j, row[j])] = true;
      }
    }
  }

  /// A row that starts from the first pair that is missing; the other values are those that add most.
  std::optional<std::vector<size_t>> makeRow() const {
    for (size_t i = 0; i < counts.size(); ++i) {
      for (size_t j = i + 1; j < counts.size(); ++j) {
        for (size_t pair = 0; pair < counts[i] * counts[j]; ++pair) {
          size_t a = pair / counts[j], b = pair % counts[j];
          if (!covered[indexOf(i, a, j, b)]) {
            return complete(i, a, j, b);
          }
        }
      }
    }
    return std::nullopt;
  }

  std::vector<size_t> complete(size_t i, size_t a, size_t j, size_t b) const {
    constexpr size_t open = size_t(-1);
    std::vector<size_t> row(counts.size(), open);
    row[i] = a;
    row[j] = b;
    for (size_t k = 0; k < row.size(); ++k) {
      if (row[k] != open) {
        continue;
      }
      size_t best = 0, bestGain = 0;
      for (size_t value = 0; value < counts[k]; ++value) {
        size_t gain = 0;
        for (size_t other = 0; other < row.size(); ++other) {
          if (row[other] != open && other != k) {
            gain += !(other < k ? covered[indexOf(other, row[other], k, value)]
                                : covered[indexOf(k, value, other, row[other])]);
          }
        }
        if (gain > bestGain) {
          best = value;
          bestGain = gain;
        }
      }
      row[k] = best;
    }
    return row;
  }

  const std::vector<size_t> &counts;
  std::vector<size_t> starts;
  size_t total = 0;
  std::vector<bool> covered;
};

} // namespace

std::vector<std::vector<size_t>> combine(const std::vector<size_t> &counts, size_t mostCombinations) {
  size_t product = 1;
  for (size_t count : counts) {
    product = std::min(product * count, mostCombinations + 1);
  }
  if (product > mostCombinations && counts.size() > 1) {
    return PairCover(counts).run();
  }
  std::vector<std::vector<size_t>> rows = {{}};
  for (size_t count : counts) {
    std::vector<std::vector<size_t>> longer;
    for (const std::vector<size_t> &row : rows) {
      for (size_t value = 0; value < count; ++value) {
        longer.push_back(row);
        longer.back().push_back(value);
      }
    }
    rows = std::move(longer);
  }
  return rows;
}

//===- Signatures ------------------------------------------------------------------------------------------------===//

/// `(a, b)`, or `Class(a, b)` of a named tuple.
static std::string tupleText(const evaluate::ClassObject *type, const std::vector<std::string> &items) {
  std::string text = (type ? type->name : "") + "(";
  for (size_t i = 0; i < items.size(); ++i) {
    text += (i == 0 ? "" : ", ") + items[i];
  }
  bool isSingle = !type && items.size() == 1;
  return text + (isSingle ? ",)" : ")");
}

/// An expression that gives the value in the kernel's module, if there is one.
static std::string textOf(const Object &constant) {
  if (constant.isDType()) {
    return "tl." + constant.asDType().tlName();
  }
  if (constant.is(evaluate::ObjectKind::Function)) {
    const FunctionObject &function = constant.asFunction();
    return function.lambda ? std::string(function.lambda->range.text()) : function.name;
  }
  if (!constant.isTuple()) {
    return repr(constant);
  }
  std::vector<std::string> items;
  for (const Object &item : constant.items()) {
    items.push_back(textOf(item));
  }
  return tupleText(constant.asTuple().type.get(), items);
}

static std::string textOf(const SpecializedParameter &parameter) {
  switch (parameter.kind) {
  case Kind::Constant:
    return textOf(parameter.constant);
  case Kind::Scalar:
  case Kind::Descriptor: {
    std::string text = parameter.type.signatureName();
    return parameter.divisibility == 1 ? text : text + ":" + std::to_string(parameter.divisibility);
  }
  case Kind::Tuple: {
    std::vector<std::string> items;
    for (const SpecializedParameter &item : parameter.items) {
      items.push_back(textOf(item));
    }
    return tupleText(parameter.tupleClass.get(), items);
  }
  }
  return "";
}

std::string signatureOf(const std::vector<SpecializedParameter> &parameters) {
  std::string text;
  for (const SpecializedParameter &parameter : parameters) {
    text += (text.empty() ? "" : ", ") + parameter.name + "=" + textOf(parameter);
  }
  return text;
}

} // namespace tkc::guess
