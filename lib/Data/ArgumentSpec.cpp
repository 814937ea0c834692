// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parsing argument SPECs and making the arrays that they describe.
#include "tkc/Data/ArgumentSpec.h"

#include "tkc/Data/Npy.h"
#include "tkc/Data/Random.h"
#include "tkc/Support/TextParts.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <limits>
#include <thread>
#include <unistd.h>

namespace tkc::data {

namespace {
struct KindName {
  std::string_view name;
  ArgumentSpec::Kind kind;
};
} // namespace

static constexpr KindName kindNames[] = {
    {"randn", ArgumentSpec::Kind::Randn},   {"uniform", ArgumentSpec::Kind::Uniform},
    {"zeros", ArgumentSpec::Kind::Zeros},   {"ones", ArgumentSpec::Kind::Ones},
    {"arange", ArgumentSpec::Kind::Arange}, {"empty", ArgumentSpec::Kind::Empty}};

static std::string quoted(std::string_view text) { return "`" + std::string(text) + "`"; }

static Result<std::vector<int64_t>> parseShape(std::string_view text) {
  std::vector<int64_t> shape;
  for (std::string_view part : splitParts(text, 'x')) {
    int64_t extent = 0;
    auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), extent);
    if (part.empty() || error != std::errc() || end != part.data() + part.size() || extent < 0) {
      return ErrorMessage{"bad shape " + quoted(text) + ": expects extents such as `128x256`"};
    }
    shape.push_back(extent);
  }
  if (Result<int64_t> count = countElements(shape); !count) {
    return count.takeError();
  }
  return shape;
}

static Result<ElementType> parseType(std::string_view text) {
  if (std::optional<ElementType> type = parseElementType(text)) {
    return *type;
  }
  return ErrorMessage{"unknown element type " + quoted(text) + ": expects one of " + listElementTypeNames()};
}

/// Reads an integer (decimal or 0x…) into its 64-bit pattern; false when the text is none.
static bool parseInteger(std::string_view text, int64_t &value, bool &exceedsSigned) {
  bool negative = text.substr(0, 1) == "-";
  std::string_view digits = text.substr(negative ? 1 : 0);
  bool isHex = digits.substr(0, 2) == "0x";
  digits.remove_prefix(isHex ? 2 : 0);
  uint64_t magnitude = 0;
  auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), magnitude, isHex ? 16 : 10);
  if (digits.empty() || error != std::errc() || end != digits.data() + digits.size()) {
    return false;
  }
  uint64_t limit = uint64_t(1) << 63;
  if (negative && magnitude > limit) {
    return false;
  }
  exceedsSigned = !negative && magnitude >= limit;
  value = int64_t(negative ? 0 - magnitude : magnitude);
  return true;
}

static bool parseReal(std::string_view text, double &value) {
  std::string copy(text);
  char *end = nullptr;
  value = std::strtod(copy.c_str(), &end);
  return !copy.empty() && *end == '\0' && copy[0] != ' ';
}

/// Fills in the scalar fields from a number; false when the text is none.
static bool parseNumber(std::string_view text, ArgumentSpec &spec) {
  bool exceedsSigned = false;
  spec.kind = ArgumentSpec::Kind::Scalar;
  if (text == "true" || text == "false") {
    spec.isInteger = true;
    spec.integer = text == "true";
    spec.real = double(spec.integer);
    return true;
  }
  if (parseInteger(text, spec.integer, exceedsSigned)) {
    spec.isInteger = true;
    spec.real = exceedsSigned ? double(uint64_t(spec.integer)) : double(spec.integer);
    return true;
  }
  return parseReal(text, spec.real);
}

static Result<ArgumentSpec> parseGenerated(ArgumentSpec::Kind kind, const std::vector<std::string_view> &parts) {
  ArgumentSpec spec;
  spec.kind = kind;
  std::string name(parts[0]);
  bool takesRange = kind == ArgumentSpec::Kind::Uniform;
  bool goodCount = parts.size() == 2 || parts.size() == 3 || (takesRange && parts.size() == 5);
  if (!goodCount) {
    return ErrorMessage{"expects `" + name + ":SHAPE[:TYPE" + (takesRange ? "[:LO:HI]" : "") + "]`"};
  }
  Result<std::vector<int64_t>> shape = parseShape(parts[1]);
  if (!shape) {
    return shape.takeError();
  }
  spec.shape = *shape;
  if (parts.size() > 2) {
    Result<ElementType> type = parseType(parts[2]);
    if (!type) {
      return type.takeError();
    }
    spec.type = *type;
  }
  if (parts.size() == 5) {
    double low, high;
    if (!parseReal(parts[3], low) || !parseReal(parts[4], high) || !(low < high)) {
      return ErrorMessage{"bad range " + quoted(std::string(parts[3]) + ":" + std::string(parts[4])) +
                          ": expects two numbers, the smaller first"};
    }
    spec.low = low;
    spec.high = high;
  }
  return spec;
}

static bool isFileSpec(std::string_view text, std::string_view &path, std::string_view &type) {
  constexpr std::string_view ending = ".npy";
  size_t colon = text.rfind(':');
  bool hasType = colon != std::string_view::npos && colon >= ending.size() &&
                 text.substr(colon - ending.size(), ending.size()) == ending;
  path = hasType ? text.substr(0, colon) : text;
  type = hasType ? text.substr(colon + 1) : std::string_view();
  return path.size() > ending.size() && path.substr(path.size() - ending.size()) == ending;
}

static Result<ArgumentSpec> parseFile(std::string_view path, std::string_view typeName) {
  ArgumentSpec spec;
  spec.kind = ArgumentSpec::Kind::File;
  spec.path = path;
  if (!typeName.empty()) {
    Result<ElementType> type = parseType(typeName);
    if (!type) {
      return type.takeError();
    }
    spec.type = *type;
  }
  return spec;
}

static Result<ArgumentSpec> parseValues(const std::vector<std::string_view> &parts) {
  ArgumentSpec spec;
  spec.kind = ArgumentSpec::Kind::Values;
  if (parts.size() > 3) {
    return ErrorMessage{"expects `values:NUMBER,NUMBER,…[:TYPE]`"};
  }
  for (std::string_view number : splitParts(parts.size() > 1 ? parts[1] : std::string_view(), ',')) {
    ArgumentSpec element;
    if (!parseNumber(number, element)) {
      return ErrorMessage{"bad number " + quoted(number)};
    }
    spec.elements.push_back(std::move(element));
  }
  spec.shape = {int64_t(spec.elements.size())};
  if (parts.size() > 2) {
    Result<ElementType> type = parseType(parts[2]);
    if (!type) {
      return type.takeError();
    }
    spec.type = *type;
  }
  return spec;
}

static Result<ArgumentSpec> parseAddresses(std::string_view list) {
  ArgumentSpec spec;
  spec.kind = ArgumentSpec::Kind::Addresses;
  for (std::string_view name : splitParts(list, ',')) {
    if (name.empty()) {
      return ErrorMessage{"expects `addresses:NAME,NAME,…`"};
    }
    spec.names.emplace_back(name);
  }
  spec.shape = {int64_t(spec.names.size())};
  return spec;
}

Result<ArgumentSpec> parseArgumentSpec(std::string_view text) {
  constexpr std::string_view addresses = "addresses:";
  if (text.substr(0, addresses.size()) == addresses) {
    return parseAddresses(text.substr(addresses.size()));
  }
  std::string_view path, typeName;
  if (isFileSpec(text, path, typeName)) {
    return parseFile(path, typeName);
  }
  std::vector<std::string_view> parts = splitParts(text, ':');
  if (parts[0] == "values") {
    return parseValues(parts);
  }
  for (const KindName &row : kindNames) {
    if (parts[0] == row.name) {
      return parseGenerated(row.kind, parts);
    }
  }
  ArgumentSpec spec;
  if (parts.size() == 1 && parseNumber(text, spec)) {
    return spec;
  }
  if (parts.size() == 2 && parseElementType(parts[0])) {
    if (!parseNumber(parts[1], spec)) {
      return ErrorMessage{"bad number " + quoted(parts[1])};
    }
    spec.type = parseElementType(parts[0]);
    return spec;
  }
  return ErrorMessage{"bad argument " + quoted(text) +
                      ": expects randn:, uniform:, zeros:, ones:, arange: or empty:SHAPE[:TYPE], " +
                      "values:NUMBER,NUMBER,…[:TYPE], FILE.npy[:TYPE], addresses:NAME,NAME,…, TYPE:NUMBER or a number"};
}

static bool fitsInteger(const ArgumentSpec &spec, ElementType type) {
  int bits = 8 * sizeInBytes(type);
  if (type == ElementType::I1) {
    return spec.integer == 0 || spec.integer == 1;
  }
  if (isSignedInteger(type)) {
    int64_t limit = std::numeric_limits<int64_t>::max() >> (64 - bits);
    return !spec.isBeyondI64() && spec.integer <= limit && spec.integer >= -limit - 1;
  }
  bool negative = spec.integer < 0 && !spec.isBeyondI64();
  return !negative && uint64_t(spec.integer) <= ~uint64_t(0) >> (64 - bits);
}

Result<Array> makeScalar(const ArgumentSpec &spec, ElementType type) {
  Array scalar = Array::zeros(type, {});
  if (isFloat(type)) {
    scalar.setDouble(0, spec.real);
    return scalar;
  }
  if (!spec.isInteger || !fitsInteger(spec, type)) {
    std::string shown = spec.isInteger ? std::to_string(spec.integer) : std::to_string(spec.real);
    return ErrorMessage{"the value " + shown + " does not fit into " + std::string(elementTypeName(type))};
  }
  scalar.setInteger(0, spec.integer);
  return scalar;
}

/// The array of the numbers that are given one by one.
static Result<Array> makeValues(const ArgumentSpec &spec, ElementType type) {
  Array array = Array::zeros(type, spec.shape);
  size_t bytes = size_t(sizeInBytes(type));
  for (size_t i = 0; i < spec.elements.size(); ++i) {
    Result<Array> element = makeScalar(spec.elements[i], type);
    if (!element) {
      return element.takeError();
    }
    std::copy_n(element->bytes.begin(), bytes, array.bytes.begin() + std::ptrdiff_t(i * bytes));
  }
  return array;
}

/// A random integer of [low, high), or of the whole range of the type.
static int64_t randomInteger(const ArgumentSpec &spec, uint64_t bits) {
  if (!spec.low) {
    return int64_t(bits);
  }
  uint64_t span = uint64_t(int64_t(std::ceil(*spec.high)) - int64_t(std::ceil(*spec.low)));
  return int64_t(std::ceil(*spec.low)) + int64_t((unsigned __int128)(bits)*span >> 64);
}

/// Calls `fill` for parts [begin, end) of `count` elements, of big arrays on all cores. Parts begin at even elements
/// and whole bytes; what an element is depends on its index alone.
static void fillParts(size_t count, const std::function<void(size_t begin, size_t end)> &fill) {
  constexpr size_t smallestPart = size_t(1) << 18;
  size_t threads = std::min<size_t>(std::thread::hardware_concurrency(), count / smallestPart);
  if (threads < 2) {
    return fill(0, count);
  }
  size_t part = (count / threads + smallestPart - 1) / smallestPart * smallestPart;
  std::vector<std::thread> others;
  for (size_t begin = part; begin < count; begin += part) {
    others.emplace_back(fill, begin, std::min(begin + part, count));
  }
  fill(0, std::min(part, count));
  for (std::thread &other : others) {
    other.join();
  }
}

static void fillUniform(const ArgumentSpec &spec, const CounterRandom &random, Array &array) {
  double low = spec.low.value_or(0);
  double span = spec.high.value_or(1) - low;
  fillParts(array.elementCount(), [&](size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i) {
      if (isFloat(array.type)) {
        array.setDouble(i, low + random.uniform(i) * span);
      } else {
        array.setInteger(i, randomInteger(spec, random.bits(i)));
      }
    }
  });
}

static void fillNormal(const CounterRandom &random, Array &array) {
  fillParts(array.elementCount(), [&](size_t begin, size_t end) {
    for (size_t i = begin; i < end; i += 2) {
      std::array<double, 2> pair = random.normalPair(i / 2);
      array.setDouble(i, pair[0]);
      if (i + 1 < end) {
        array.setDouble(i + 1, pair[1]);
      }
    }
  });
}

static Status checkGenerated(const ArgumentSpec &spec, ElementType type) {
  int64_t count = *countElements(spec.shape);
  int64_t memory = int64_t(sysconf(_SC_PHYS_PAGES)) * int64_t(sysconf(_SC_PAGESIZE));
  if (count > memory / sizeInBytes(type)) {
    return ErrorMessage{"an array of " + formatShape(spec.shape) + " " + std::string(elementTypeName(type)) +
                        " is larger than this machine's memory"};
  }
  if (spec.kind == ArgumentSpec::Kind::Randn && !isFloat(type)) {
    return ErrorMessage{"`randn:` needs a float type, got " + std::string(elementTypeName(type)) +
                        "; use `uniform:` for integers"};
  }
  bool hasIntegerRange = spec.low && isInteger(type);
  if (hasIntegerRange && !(std::fabs(*spec.low) <= 0x1p53 && std::fabs(*spec.high) <= 0x1p53 &&
                           std::ceil(*spec.low) < std::ceil(*spec.high))) {
    return ErrorMessage{"the range of `uniform:` holds no integer, or reaches beyond 2^53"};
  }
  return {};
}

Result<Array> materialise(const ArgumentSpec &spec, ElementType type, uint64_t seed, uint32_t stream) {
  ElementType used = spec.type.value_or(type);
  if (spec.kind == ArgumentSpec::Kind::Scalar) {
    return makeScalar(spec, used);
  }
  if (spec.kind == ArgumentSpec::Kind::File) {
    return readNpy(spec.path, spec.type);
  }
  if (spec.kind == ArgumentSpec::Kind::Values) {
    return makeValues(spec, used);
  }
  if (spec.kind == ArgumentSpec::Kind::Addresses) {
    return Array::zeros(used, spec.shape);
  }
  if (Status status = checkGenerated(spec, used); !status) {
    return status.takeError();
  }
  Array array = Array::zeros(used, spec.shape);
  CounterRandom random(seed, stream);
  if (spec.kind == ArgumentSpec::Kind::Randn) {
    fillNormal(random, array);
  } else if (spec.kind == ArgumentSpec::Kind::Uniform) {
    fillUniform(spec, random, array);
  } else if (spec.kind == ArgumentSpec::Kind::Empty) {
    array.bytes.assign(array.bytes.size(), 0xff);
  } else if (spec.kind != ArgumentSpec::Kind::Zeros) {
    for (size_t i = 0; i < array.elementCount(); ++i) {
      array.setInteger(i, spec.kind == ArgumentSpec::Kind::Ones ? 1 : int64_t(i));
    }
  }
  return array;
}

} // namespace tkc::data
