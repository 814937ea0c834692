// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reading `bytes:` and `tensormap:` SPECs.
#include "tkc/Bench/ValueSpec.h"

#include "tkc/Support/Files.h"

#include <algorithm>
#include <charconv>

namespace tkc::bench {

using data::ElementType;
using data::TensorMapType;

static constexpr std::string_view bytesPrefix = "bytes:", mapPrefix = "tensormap:";

static bool startsWith(std::string_view text, std::string_view prefix) {
  return text.substr(0, prefix.size()) == prefix;
}

bool isValueSpec(std::string_view text) { return startsWith(text, bytesPrefix) || startsWith(text, mapPrefix); }

//===--- Bytes ------------------------------------------------------------===//

static int digitOf(char c) {
  return c >= '0' && c <= '9'   ? c - '0'
         : c >= 'a' && c <= 'f' ? c - 'a' + 10
         : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                : -1;
}

static Result<ValueSpec> parseBytes(std::string_view text) {
  ValueSpec spec;
  if (!startsWith(text, "0x")) {
    Result<std::string> contents = readFile(std::string(text));
    if (!contents) {
      return contents.takeError();
    }
    spec.bytes.assign(contents->begin(), contents->end());
    return spec;
  }
  std::string_view digits = text.substr(2);
  for (size_t i = 0; i + 1 < digits.size(); i += 2) {
    int high = digitOf(digits[i]), low = digitOf(digits[i + 1]);
    if (high < 0 || low < 0) {
      return ErrorMessage{"expects pairs of hexadecimal digits, got `" + std::string(digits.substr(i, 2)) + "`"};
    }
    spec.bytes.push_back(uint8_t(high * 16 + low));
  }
  if (digits.empty() || digits.size() % 2 != 0) {
    return ErrorMessage{"expects pairs of hexadecimal digits, got " + std::to_string(digits.size()) + " digits"};
  }
  return spec;
}

//===--- Tensor maps ------------------------------------------------------===//

/// `64x32` as numbers, the innermost first.
template <typename T>
static Status parseExtents(std::string_view text, std::vector<T> &extents) {
  for (size_t begin = 0; begin <= text.size();) {
    size_t end = std::min(text.find('x', begin), text.size());
    T extent = 0;
    auto [stop, error] = std::from_chars(text.data() + begin, text.data() + end, extent);
    if (begin == end || error != std::errc() || stop != text.data() + end) {
      return ErrorMessage{"expects extents such as `64x32`, got `" + std::string(text) + "`"};
    }
    extents.insert(extents.begin(), extent);
    begin = end + 1;
  }
  return {};
}

static std::optional<TensorMapType> parseMapType(std::string_view name) {
  constexpr std::pair<std::string_view, TensorMapType> names[] = {{"u8", TensorMapType::U8},
                                                                  {"u16", TensorMapType::U16},
                                                                  {"u32", TensorMapType::U32},
                                                                  {"i32", TensorMapType::S32},
                                                                  {"u64", TensorMapType::U64},
                                                                  {"i64", TensorMapType::S64},
                                                                  {"fp16", TensorMapType::F16},
                                                                  {"bf16", TensorMapType::BF16},
                                                                  {"fp32", TensorMapType::F32},
                                                                  {"fp64", TensorMapType::F64},
                                                                  {"fp32-ftz", TensorMapType::F32FlushToZero},
                                                                  {"tf32", TensorMapType::TF32},
                                                                  {"tf32-ftz", TensorMapType::TF32FlushToZero}};
  for (const auto &[each, type] : names) {
    if (each == name) {
      return type;
    }
  }
  return std::nullopt;
}

/// One `name=value` behind the array.
static Status applyField(std::string_view name, std::string_view value, ValueSpec &spec) {
  using data::TensorMapSwizzle;
  if (name == "box") {
    return parseExtents(value, spec.map.box);
  }
  if (name == "dims") {
    return parseExtents(value, spec.map.dimensions);
  }
  if (name == "strides") {
    return parseExtents(value, spec.map.stridesInBytes);
  }
  if (name == "steps") {
    return parseExtents(value, spec.map.elementStrides);
  }
  if (name == "swizzle" && (value == "none" || value == "32" || value == "64" || value == "128")) {
    spec.map.swizzle = value == "32"    ? TensorMapSwizzle::Bytes32
                       : value == "64"  ? TensorMapSwizzle::Bytes64
                       : value == "128" ? TensorMapSwizzle::Bytes128
                                        : TensorMapSwizzle::None;
    return {};
  }
  if (name == "fill" && (value == "zero" || value == "nan")) {
    spec.map.fill = value == "nan" ? data::TensorMapFill::NaN : data::TensorMapFill::Zero;
    return {};
  }
  if (name == "type" && (spec.type = parseMapType(value))) {
    return {};
  }
  return ErrorMessage{"unknown part `" + std::string(name) + "=" + std::string(value) +
                      "`: expects box=, dims=, strides= and steps= with extents such as `64x32`, "
                      "swizzle=none|32|64|128, fill=zero|nan, "
                      "type=u8|u16|u32|i32|u64|i64|fp16|bf16|fp32|fp64|fp32-ftz|tf32|tf32-ftz"};
}

static Result<ValueSpec> parseTensorMap(std::string_view text) {
  ValueSpec spec;
  size_t end = std::min(text.find(':'), text.size());
  spec.array = std::string(text.substr(0, end));
  while (end < text.size()) {
    size_t begin = end + 1;
    end = std::min(text.find(':', begin), text.size());
    std::string_view field = text.substr(begin, end - begin);
    size_t equals = std::min(field.find('='), field.size());
    std::string_view value = equals < field.size() ? field.substr(equals + 1) : std::string_view();
    if (Status status = applyField(field.substr(0, equals), value, spec); !status) {
      return status.takeError();
    }
  }
  if (spec.array.empty() || spec.map.box.empty()) {
    return ErrorMessage{"expects `tensormap:ARRAY:box=64x32`, with the name of an array and the box of a copy"};
  }
  return spec;
}

Result<ValueSpec> parseValueSpec(std::string_view text) {
  if (startsWith(text, bytesPrefix)) {
    return parseBytes(text.substr(bytesPrefix.size()));
  }
  return parseTensorMap(text.substr(mapPrefix.size()));
}

/// The type of a map over elements of an array.
static std::optional<TensorMapType> mapTypeOf(ElementType type) {
  switch (type) {
  case ElementType::F16:
    return TensorMapType::F16;
  case ElementType::BF16:
    return TensorMapType::BF16;
  case ElementType::F32:
    return TensorMapType::F32;
  case ElementType::F64:
    return TensorMapType::F64;
  case ElementType::I32:
    return TensorMapType::S32;
  case ElementType::I64:
    return TensorMapType::S64;
  case ElementType::U32:
    return TensorMapType::U32;
  case ElementType::U64:
    return TensorMapType::U64;
  default:
    break;
  }
  int bytes = data::sizeInBytes(type);
  return bytes == 1 ? std::optional(TensorMapType::U8) : bytes == 2 ? std::optional(TensorMapType::U16) : std::nullopt;
}

Result<data::TensorMapDescription> describeTensorMap(const ValueSpec &spec, const data::Array &array,
                                                     uint64_t address) {
  data::TensorMapDescription map = spec.map;
  map.address = address;
  std::optional<TensorMapType> type = spec.type ? spec.type : mapTypeOf(array.type);
  if (!type) {
    return ErrorMessage{"no tensor map has elements of " + std::string(data::elementTypeName(array.type))};
  }
  map.type = *type;
  if (map.dimensions.empty()) {
    map.dimensions.assign(array.shape.rbegin(), array.shape.rend());
  }
  size_t rank = map.dimensions.size();
  if (map.stridesInBytes.empty()) {
    uint64_t stride = uint64_t(data::sizeInBytes(array.type));
    for (size_t i = 0; i + 1 < rank; ++i) {
      stride *= map.dimensions[i];
      map.stridesInBytes.push_back(stride);
    }
  }
  if (map.elementStrides.empty()) {
    map.elementStrides.assign(rank, 1);
  }
  if (map.box.size() != rank || map.stridesInBytes.size() + 1 != rank || map.elementStrides.size() != rank) {
    return ErrorMessage{"the map has " + std::to_string(rank) + " dimensions, box=, strides= and steps= need as many " +
                        "(strides= one less)"};
  }
  return map;
}

} // namespace tkc::bench
