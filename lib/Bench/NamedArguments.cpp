// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Making and describing the arguments of a run.
#include "tkc/Bench/NamedArguments.h"

#include <algorithm>
#include <cstring>
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
  if (spec.kind == data::ArgumentSpec::Kind::Addresses) {
    return ElementType::I64;
  }
  if (spec.kind == data::ArgumentSpec::Kind::Values) {
    bool areIntegers = std::all_of(spec.elements.begin(), spec.elements.end(),
                                   [](const data::ArgumentSpec &element) { return element.isInteger; });
    return areIntegers ? ElementType::I32 : ElementType::F32;
  }
  if (!spec.isScalar() || !spec.isInteger) {
    return ElementType::F32;
  }
  if (spec.isBeyondI64()) {
    return ElementType::U64;
  }
  bool fitsI32 = spec.integer >= INT32_MIN && spec.integer <= INT32_MAX;
  return fitsI32 ? ElementType::I32 : ElementType::I64;
}

static const NamedSpec *findSpec(const RunFlags &flags, const std::string &name) {
  auto found = std::find_if(flags.arguments.begin(), flags.arguments.end(),
                            [&name](const NamedSpec &spec) { return spec.name == name; });
  return found == flags.arguments.end() ? nullptr : &*found;
}

static ErrorMessage argumentError(const std::string &name, const std::string &what) {
  return ErrorMessage{"argument `" + name + "`: " + what};
}

bool isAddressed(const std::vector<NamedSpec> &arguments, const std::string &name) {
  return std::any_of(arguments.begin(), arguments.end(), [&name](const NamedSpec &argument) {
    const std::vector<std::string> &names = argument.spec.names;
    return std::find(names.begin(), names.end(), name) != names.end();
  });
}

/// Checks that the elements can hold addresses, and that there are arrays of these names.
static Status checkAddresses(const RunFlags &flags, const NamedSpec &given, ElementType type) {
  if (type != ElementType::I64 && type != ElementType::U64) {
    return argumentError(given.name, "addresses are i64 or u64, got " + std::string(data::elementTypeName(type)));
  }
  for (const std::string &name : given.spec.names) {
    const NamedSpec *array = findSpec(flags, name);
    if (!array || array->spec.isScalar()) {
      std::string hint = "; give it with `--arg " + name + "=SPEC`";
      return argumentError(given.name, "there is no array `" + name + "`" + hint);
    }
  }
  return {};
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
  if (!spec.names.empty()) {
    if (Status status = checkAddresses(flags, *given, value->type); !status) {
      return status.takeError();
    }
  }
  NamedArgument argument{parameter.name, std::move(*value), spec.isScalar(),
                         spec.kind == data::ArgumentSpec::Kind::Empty};
  argument.addressed = spec.names;
  return argument;
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
    bool isReached = !given.spec.isScalar() && isAddressed(flags.arguments, given.name);
    if (!isKnown && !isReached && !parameters.empty()) {
      return ErrorMessage{"the kernel has no parameter `" + given.name + "`"};
    }
    if (!isKnown) {
      wanted.push_back({given.name, false, std::nullopt, std::nullopt, false});
    }
  }
  std::vector<NamedArgument> arguments;
  for (size_t i = 0; i < wanted.size(); ++i) {
    const DeclaredParameter &parameter = wanted[i];
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
    argument->isParameter = parameters.empty() || i < parameters.size();
    arguments.push_back(std::move(*argument));
  }
  return arguments;
}

/// The addresses that the elements of the array are.
static std::vector<uint64_t> lookUpAddresses(const NamedArgument &array, const std::vector<NamedArgument> &arguments,
                                             const std::vector<uint64_t> &addresses) {
  std::vector<uint64_t> elements;
  for (const std::string &name : array.addressed) {
    auto found = std::find_if(arguments.begin(), arguments.end(),
                              [&name](const NamedArgument &argument) { return argument.name == name; });
    elements.push_back(found == arguments.end() ? 0 : addresses[size_t(found - arguments.begin())]);
  }
  return elements;
}

const std::vector<uint8_t> &bytesOnDevice(const NamedArgument &array, const std::vector<NamedArgument> &arguments,
                                          const std::vector<uint64_t> &addresses, std::vector<uint8_t> &placed) {
  if (array.addressed.empty()) {
    return array.value.bytes;
  }
  placed = array.value.bytes;
  std::vector<uint64_t> elements = lookUpAddresses(array, arguments, addresses);
  std::memcpy(placed.data(), elements.data(), elements.size() * sizeof(uint64_t));
  return placed;
}

void forgetAddresses(std::vector<NamedArgument> &arguments, const std::vector<uint64_t> &addresses) {
  for (NamedArgument &argument : arguments) {
    std::vector<uint64_t> elements = lookUpAddresses(argument, arguments, addresses);
    for (size_t i = 0; i < elements.size(); ++i) {
      uint8_t *element = argument.value.bytes.data() + i * sizeof(uint64_t);
      if (std::memcmp(element, &elements[i], sizeof(uint64_t)) == 0) {
        std::memset(element, 0, sizeof(uint64_t));
      }
    }
  }
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
    if (!argument.isParameter) {
      continue;
    }
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
