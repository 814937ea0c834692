// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The table of data types and the three spellings of their names.
#include "tkc/Evaluate/DType.h"

#include <cstdlib>
#include <functional>

namespace tkc::evaluate {

namespace {

struct ScalarRow {
  DTypeKind kind;
  std::string_view tlName;
  std::string_view printedName;
  std::string_view signatureName;
  unsigned bits;
  unsigned mantissa;
  int bias;
};

struct AliasRow {
  std::string_view name;
  DTypeKind kind;
};

} // namespace

static constexpr ScalarRow scalarRows[] = {
    {DTypeKind::Void, "void", "void", "void", 0, 0, 0},
    {DTypeKind::Int1, "int1", "int1", "u1", 1, 0, 0},
    {DTypeKind::Int8, "int8", "int8", "i8", 8, 0, 0},
    {DTypeKind::Int16, "int16", "int16", "i16", 16, 0, 0},
    {DTypeKind::Int32, "int32", "int32", "i32", 32, 0, 0},
    {DTypeKind::Int64, "int64", "int64", "i64", 64, 0, 0},
    {DTypeKind::UInt8, "uint8", "uint8", "u8", 8, 0, 0},
    {DTypeKind::UInt16, "uint16", "uint16", "u16", 16, 0, 0},
    {DTypeKind::UInt32, "uint32", "uint32", "u32", 32, 0, 0},
    {DTypeKind::UInt64, "uint64", "uint64", "u64", 64, 0, 0},
    {DTypeKind::Float8E4M3FN, "float8e4nv", "fp8e4nv", "fp8e4nv", 8, 3, 7},
    {DTypeKind::Float8E5M2, "float8e5", "fp8e5", "fp8e5", 8, 2, 15},
    {DTypeKind::Float8E4B15, "float8e4b15", "fp8e4b15", "fp8e4b15", 8, 3, 15},
    {DTypeKind::Float8E4B8, "float8e4b8", "fp8e4b8", "fp8e4b8", 8, 3, 8},
    {DTypeKind::Float8E5B16, "float8e5b16", "fp8e5b16", "fp8e5b16", 8, 2, 16},
    {DTypeKind::Float16, "float16", "fp16", "fp16", 16, 10, 15},
    {DTypeKind::BFloat16, "bfloat16", "bf16", "bf16", 16, 7, 127},
    {DTypeKind::Float32, "float32", "fp32", "fp32", 32, 23, 127},
    {DTypeKind::Float64, "float64", "fp64", "fp64", 64, 52, 1023},
};

static constexpr AliasRow aliasRows[] = {
    {"i1", DTypeKind::Int1},
    {"B", DTypeKind::Int1},
    {"bool", DTypeKind::Int1},
    {"half", DTypeKind::Float16},
    {"float", DTypeKind::Float32},
    {"double", DTypeKind::Float64},
    {"int", DTypeKind::Int32},
    {"short", DTypeKind::Int16},
    {"long", DTypeKind::Int64},
    {"f16", DTypeKind::Float16},
    {"f32", DTypeKind::Float32},
    {"f64", DTypeKind::Float64},
    {"float8_e4m3fn", DTypeKind::Float8E4M3FN},
    {"float8_e5m2", DTypeKind::Float8E5M2},
    {"float8_e4m3fnuz", DTypeKind::Float8E4B8},
    {"float8_e5m2fnuz", DTypeKind::Float8E5B16},
};

static const ScalarRow *findRow(DTypeKind kind) {
  for (const ScalarRow &row : scalarRows) {
    if (row.kind == kind) {
      return &row;
    }
  }
  return nullptr;
}

static bool consumePrefix(std::string_view &text, std::string_view prefix) {
  if (text.substr(0, prefix.size()) != prefix) {
    return false;
  }
  text.remove_prefix(prefix.size());
  return true;
}

static std::string_view strip(std::string_view text) {
  size_t begin = text.find_first_not_of(" \t");
  if (begin == std::string_view::npos) {
    return {};
  }
  return text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

static std::optional<DType> parseScalar(std::string_view name) {
  for (std::string_view prefix : {"triton.language.", "tl.", "torch."}) {
    if (consumePrefix(name, prefix)) {
      break;
    }
  }
  for (const ScalarRow &row : scalarRows) {
    if (name == row.tlName || name == row.printedName || name == row.signatureName) {
      return DType(row.kind);
    }
  }
  for (const AliasRow &row : aliasRows) {
    if (name == row.name) {
      return DType(row.kind);
    }
  }
  return std::nullopt;
}

/// Reads "64, 64" up to a closing bracket.
static std::optional<std::vector<int64_t>> parseShape(std::string_view text) {
  std::vector<int64_t> shape;
  while (!text.empty()) {
    size_t comma = text.find(',');
    std::string item(strip(text.substr(0, comma)));
    char *end = nullptr;
    int64_t extent = std::strtoll(item.c_str(), &end, 10);
    if (item.empty() || *end != '\0' || extent <= 0) {
      return std::nullopt;
    }
    shape.push_back(extent);
    text = comma == std::string_view::npos ? std::string_view() : text.substr(comma + 1);
  }
  return shape.empty() ? std::nullopt : std::optional(shape);
}

static std::optional<DType> parseDescriptor(std::string_view text) {
  size_t open = text.find('[');
  size_t close = text.find(']');
  if (open == std::string_view::npos || close == std::string_view::npos || close < open || text.back() != '>') {
    return std::nullopt;
  }
  std::optional<DType> element = parseScalar(strip(text.substr(0, open)));
  std::optional<std::vector<int64_t>> shape = parseShape(text.substr(open + 1, close - open - 1));
  if (!element || !shape) {
    return std::nullopt;
  }
  return DType::tensorDescriptor(*element, *shape);
}

std::optional<DType> DType::parse(std::string_view name) {
  std::string_view text = strip(name);
  if (consumePrefix(text, "tensordesc<")) {
    return parseDescriptor(text);
  }
  bool isConst = consumePrefix(text, "const ");
  size_t stars = 0;
  while (!text.empty() && text.front() == '*') {
    text = strip(text.substr(1));
    ++stars;
  }
  while (!text.empty() && text.back() == '*') {
    text = strip(text.substr(0, text.size() - 1));
    ++stars;
  }
  std::optional<DType> type = parseScalar(text);
  if (!type && stars != 0 && consumePrefix(text, "k")) {
    isConst = true;
    type = parseScalar(text);
  }
  constexpr size_t mostStars = 8;
  if (!type || stars > mostStars || (stars != 0 && type->isVoid() && stars != 1) || (isConst && stars == 0)) {
    return std::nullopt;
  }
  for (size_t level = 0; level < stars; ++level) {
    type = DType::pointer(*type, 1, isConst && level == 0);
  }
  return type;
}

DType DType::pointer(const DType &element, unsigned addressSpace, bool isConst) {
  DType result(DTypeKind::Pointer);
  result.elementType = std::make_shared<const DType>(element);
  result.space = addressSpace;
  result.constPointer = isConst;
  return result;
}

DType DType::block(const DType &element, std::vector<int64_t> shape) {
  DType result(DTypeKind::Block);
  result.elementType = std::make_shared<const DType>(element);
  result.dimensions = std::move(shape);
  return result;
}

DType DType::tensorDescriptor(const DType &element, std::vector<int64_t> blockShape) {
  DType result(DTypeKind::TensorDescriptor);
  result.elementType = std::make_shared<const DType>(element);
  result.dimensions = std::move(blockShape);
  return result;
}

unsigned DType::bitWidth() const {
  const ScalarRow *row = findRow(typeKind);
  return row ? row->bits : isBlock() ? element().bitWidth() : 64;
}

unsigned DType::mantissaWidth() const {
  const ScalarRow *row = findRow(typeKind);
  return row ? row->mantissa : 0;
}

int DType::exponentBias() const {
  const ScalarRow *row = findRow(typeKind);
  return row ? row->bias : 0;
}

std::string DType::name() const {
  if (const ScalarRow *row = findRow(typeKind)) {
    return std::string(row->printedName);
  }
  if (isPointer()) {
    return (constPointer ? "const_pointer<" : "pointer<") + element().name() + ">";
  }
  if (isTensorDescriptor()) {
    return signatureName();
  }
  std::string text = "<[";
  for (int64_t extent : dimensions) {
    text += (text.size() > 2 ? ", '" : "'") + std::to_string(extent) + "'";
  }
  return text + "], " + element().name() + ">";
}

std::string DType::tlName() const {
  const ScalarRow *row = findRow(typeKind);
  return row ? std::string(row->tlName) : name();
}

std::string DType::signatureName() const {
  if (const ScalarRow *row = findRow(typeKind)) {
    return std::string(row->signatureName);
  }
  if (isPointer()) {
    return (constPointer ? "*k" : "*") + element().signatureName();
  }
  std::string text;
  for (int64_t extent : dimensions) {
    text += (text.empty() ? "" : ", ") + std::to_string(extent);
  }
  return (isBlock() ? "block<" : "tensordesc<") + element().signatureName() + "[" + text + "]>";
}

bool operator==(const DType &a, const DType &b) {
  if (a.typeKind != b.typeKind) {
    return false;
  }
  if (!a.elementType) {
    return true;
  }
  return *a.elementType == *b.elementType && a.space == b.space && a.constPointer == b.constPointer &&
         a.dimensions == b.dimensions;
}

size_t DType::hash() const { return std::hash<std::string>()(signatureName()) * 31 + space; }

const std::vector<DTypeKind> &scalarDTypeKinds() {
  static const std::vector<DTypeKind> kinds = [] {
    std::vector<DTypeKind> result;
    for (const ScalarRow &row : scalarRows) {
      result.push_back(row.kind);
    }
    return result;
  }();
  return kinds;
}

std::optional<DTypeKind> scalarDTypeNamed(std::string_view tlName) {
  for (const ScalarRow &row : scalarRows) {
    if (row.tlName == tlName) {
      return row.kind;
    }
  }
  return std::nullopt;
}

} // namespace tkc::evaluate
