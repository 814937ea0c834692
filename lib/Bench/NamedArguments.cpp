// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Making and describing the arguments of a run.
#include "tkc/Bench/NamedArguments.h"

#include <algorithm>
#include <functional>
#include <numeric>

namespace tkc::bench {

using data::ElementType;

std::string ArgumentType::text() const {
  if (isOne) {
    return "1";
  }
  std::string name = (isPointer ? "*" : "") + std::string(data::elementTypeName(type));
  return divisibility > 1 ? name + ":" + std::to_string(divisibility) : name;
}

/// A stream of random numbers of its own for each name, whatever the order of the arguments (FNV-1a).
static uint32_t streamOf(const std::string &name) {
  uint32_t hash = 2166136261u;
  for (unsigned char byte : name) {
    hash = (hash ^ byte) * 16777619u;
  }
  return hash;
}

/// The type of an argument for which neither SPEC nor source has one.
static ElementType defaultType(const data::ArgumentSpec &spec) {
  if (!spec.isScalar() || !spec.isInteger) {
    return ElementType::F32;
  }
  bool fitsI32 = spec.integer >= INT32_MIN && spec.integer <= INT32_MAX;
  return fitsI32 ? ElementType::I32 : spec.real >= 0x1p63 ? ElementType::U64 : ElementType::I64;
}

static const NamedSpec *findSpec(const RunFlags &flags, const std::string &name) {
  auto found = std::find_if(flags.arguments.begin(), flags.arguments.end(),
                            [&name](const NamedSpec &spec) { return spec.name == name; });
  return found == flags.arguments.end() ? nullptr : &*found;
}

static ErrorMessage argumentError(const std::string &name, const std::string &what) {
  return ErrorMessage{"argument `" + name + "`: " + what};
}

static Result<NamedArgument> makeArgument(const RunFlags &flags, const DeclaredParameter &parameter) {
  const NamedSpec *given = findSpec(flags, parameter.name);
  if (!given) {
    return argumentError(parameter.name, "is missing; give it with `--arg " + parameter.name + "=SPEC`");
  }
  const data::ArgumentSpec &spec = given->spec;
  if (parameter.isPointer && *parameter.isPointer == spec.isScalar()) {
    return argumentError(parameter.name,
                         spec.isScalar() ? "expects an array, got a number" : "expects a number, got an array");
  }
  ElementType type = spec.type.value_or(parameter.type.value_or(defaultType(spec)));
  Result<data::Array> value = data::materialise(spec, type, flags.seed, streamOf(parameter.name));
  if (!value) {
    return argumentError(parameter.name, value.error());
  }
  if (parameter.type && value->type != *parameter.type) {
    return argumentError(parameter.name, "expects " + std::string(data::elementTypeName(*parameter.type)) + ", got " +
                                             std::string(data::elementTypeName(value->type)));
  }
  return NamedArgument{parameter.name, std::move(*value), spec.isScalar(),
                       spec.kind == data::ArgumentSpec::Kind::Empty};
}

static std::string nameExtent(const std::string &name, size_t dim) {
  return name + ".shape[" + std::to_string(dim) + "]";
}

static std::string nameStride(const std::string &name, size_t dim) {
  return name + ".strides[" + std::to_string(dim) + "]";
}

bool takesArgument(const DeclaredParameter &parameter, const std::string &name) {
  bool isTaken = parameter.name == name;
  for (size_t dim = 0; dim < parameter.descriptorRank; ++dim) {
    isTaken = isTaken || name == nameExtent(parameter.name, dim) || name == nameStride(parameter.name, dim);
  }
  return isTaken;
}

/// A number of a descriptor, as its SPEC says, else as the array does.
static Result<NamedArgument> makePiece(const RunFlags &flags, const std::string &name, ElementType type,
                                       int64_t ofArray) {
  if (findSpec(flags, name)) {
    return makeArgument(flags, {name, false, false, type});
  }
  data::Array value = data::Array::zeros(type, {});
  value.setInteger(0, ofArray);
  return NamedArgument{name, std::move(value), true, false};
}

/// Adds the array of a tensor descriptor, and the numbers that go with it.
static Status addDescriptor(const RunFlags &flags, const DeclaredParameter &parameter,
                            std::vector<NamedArgument> &arguments) {
  Result<NamedArgument> array = makeArgument(flags, parameter);
  if (!array) {
    return array.takeError();
  }
  std::vector<int64_t> shape = array->value.shape;
  size_t rank = parameter.descriptorRank;
  if (shape.size() != rank) {
    return argumentError(parameter.name, "the tensor descriptor has " + std::to_string(rank) +
                                             " dimensions, the array " + data::formatShape(shape));
  }
  arguments.push_back(std::move(*array));
  std::vector<Result<NamedArgument>> pieces;
  for (size_t dim = 0; dim < rank; ++dim) {
    pieces.push_back(makePiece(flags, nameExtent(parameter.name, dim), ElementType::I32, shape[dim]));
  }
  for (size_t dim = 0; dim < rank; ++dim) {
    int64_t stride = std::accumulate(shape.begin() + dim + 1, shape.end(), int64_t(1), std::multiplies<>());
    pieces.push_back(makePiece(flags, nameStride(parameter.name, dim), ElementType::I64, stride));
  }
  for (Result<NamedArgument> &piece : pieces) {
    if (!piece) {
      return piece.takeError();
    }
    arguments.push_back(std::move(*piece));
  }
  int64_t lastStride = arguments.back().value.getInteger(0);
  return lastStride == 1 ? Status()
                         : argumentError(arguments.back().name, "the last stride of a tensor descriptor is 1, got " +
                                                                    std::to_string(lastStride));
}

Result<std::vector<NamedArgument>> makeArguments(const RunFlags &flags,
                                                 const std::vector<DeclaredParameter> &parameters) {
  std::vector<DeclaredParameter> wanted = parameters;
  for (const NamedSpec &given : flags.arguments) {
    bool isKnown = std::any_of(parameters.begin(), parameters.end(), [&given](const DeclaredParameter &parameter) {
      return takesArgument(parameter, given.name);
    });
    if (!isKnown && !parameters.empty()) {
      return ErrorMessage{"the kernel has no parameter `" + given.name + "`"};
    }
    if (!isKnown) {
      wanted.push_back({given.name, false, std::nullopt, std::nullopt, false});
    }
  }
  std::vector<NamedArgument> arguments;
  for (const DeclaredParameter &parameter : wanted) {
    if (parameter.isConstexpr || (parameter.hasValue && !findSpec(flags, parameter.name))) {
      continue;
    }
    if (parameter.descriptorRank != 0) {
      if (Status added = addDescriptor(flags, parameter, arguments); !added) {
        return added.takeError();
      }
      continue;
    }
    Result<NamedArgument> argument = makeArgument(flags, parameter);
    if (!argument) {
      return argument.takeError();
    }
    arguments.push_back(std::move(*argument));
  }
  return arguments;
}

Result<std::vector<std::pair<std::string, std::string>>>
constantsFromArguments(const RunFlags &flags, const std::vector<DeclaredParameter> &parameters) {
  std::vector<std::pair<std::string, std::string>> constants;
  for (const DeclaredParameter &parameter : parameters) {
    const NamedSpec *given = parameter.isConstexpr ? findSpec(flags, parameter.name) : nullptr;
    if (!given) {
      continue;
    }
    const data::ArgumentSpec &spec = given->spec;
    if (!spec.isScalar() || spec.type) {
      return argumentError(parameter.name, "is a compile-time parameter: expects a plain number");
    }
    constants.emplace_back(parameter.name, spec.isInteger ? std::to_string(spec.integer) : std::to_string(spec.real));
  }
  return constants;
}

std::vector<ArgumentType> describeArguments(const std::vector<NamedArgument> &arguments) {
  std::vector<ArgumentType> types;
  for (const NamedArgument &argument : arguments) {
    ArgumentType type;
    type.name = argument.name;
    type.type = argument.value.type;
    type.isPointer = !argument.isScalar;
    bool isNumber = argument.isScalar && data::isInteger(type.type) && type.type != ElementType::I1;
    int64_t value = isNumber ? argument.value.getInteger(0) : 0;
    // Device memory is aligned to 256 bytes.
    type.divisibility = type.isPointer || (isNumber && value % 16 == 0) ? 16 : 1;
    type.isOne = isNumber && value == 1;
    types.push_back(std::move(type));
  }
  return types;
}

launch::Environment measureEnvironment(const runtime::KernelMetadata &kernel,
                                       const std::vector<NamedArgument> &arguments) {
  runtime::Arguments scalars;
  for (const NamedArgument &argument : arguments) {
    if (argument.isScalar) {
      scalars.scalar(argument.name, argument.value);
    }
  }
  launch::Environment environment = runtime::launchEnvironment(kernel, scalars);
  for (const NamedArgument &argument : arguments) {
    if (argument.isScalar) {
      continue;
    }
    environment[argument.name + ".nbytes"] = int64_t(argument.value.bytes.size());
    environment[argument.name + ".numel"] = int64_t(argument.value.elementCount());
    for (size_t i = 0; i < argument.value.shape.size(); ++i) {
      // A descriptor's own extents go before those of its array.
      environment.emplace(nameExtent(argument.name, i), argument.value.shape[i]);
    }
  }
  return environment;
}

} // namespace tkc::bench
