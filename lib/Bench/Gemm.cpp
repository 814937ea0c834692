// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Matrix products from flags and from arguments.
#include "tkc/Bench/Gemm.h"

#include "tkc/Bench/NamedArguments.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>

namespace tkc::bench {

using data::Array;
using data::ElementType;

std::vector<int64_t> Gemm::shapeOfA() const {
  return aIsTransposed ? std::vector<int64_t>{k, m} : std::vector<int64_t>{m, k};
}

std::vector<int64_t> Gemm::shapeOfB() const {
  return bIsTransposed ? std::vector<int64_t>{n, k} : std::vector<int64_t>{k, n};
}

bool Gemm::isFp8() const {
  auto isByte = [](ElementType type) { return type == ElementType::F8E4M3FN || type == ElementType::F8E5M2; };
  return isByte(a) && isByte(b);
}

std::string Gemm::describe() const {
  auto name = [](ElementType type) { return std::string(data::elementTypeName(type)); };
  std::string types = a == b ? name(a) : name(a) + " by " + name(b);
  return std::to_string(m) + "x" + std::to_string(n) + "x" + std::to_string(k) + " " + types + ", out " + name(out) +
         ", a " + (aIsTransposed ? "transposed" : "row-major") + ", b " + (bIsTransposed ? "transposed" : "row-major");
}

static std::vector<std::string_view> splitAtCommas(std::string_view text) {
  std::vector<std::string_view> parts;
  for (size_t begin = 0; begin <= text.size();) {
    size_t end = std::min(text.find(',', begin), text.size());
    parts.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

Result<Gemm> parseGemm(std::string_view text) {
  ErrorMessage wrongForm{"expects M,N,K[,nn|nt|tn|tt[,TYPE[,OUT]]], got `" + std::string(text) + "`"};
  std::vector<std::string_view> parts = splitAtCommas(text);
  Gemm gemm;
  int64_t *extents[] = {&gemm.m, &gemm.n, &gemm.k};
  if (parts.size() < 3 || parts.size() > 6) {
    return wrongForm;
  }
  for (size_t i = 0; i < 3; ++i) {
    auto [end, error] = std::from_chars(parts[i].data(), parts[i].data() + parts[i].size(), *extents[i]);
    bool isExtent = error == std::errc() && end == parts[i].data() + parts[i].size();
    if (!isExtent || *extents[i] < 1 || *extents[i] > INT32_MAX) {
      return wrongForm;
    }
  }
  if (parts.size() > 3) {
    bool isLayout = parts[3].size() == 2 && parts[3].find_first_not_of("nt") == std::string_view::npos;
    if (!isLayout) {
      return wrongForm;
    }
    gemm.aIsTransposed = parts[3][0] == 't';
    gemm.bIsTransposed = parts[3][1] == 't';
  }
  for (size_t i = 4; i < parts.size(); ++i) {
    std::optional<ElementType> type = data::parseElementType(parts[i]);
    if (!type || !data::isFloat(*type)) {
      return ErrorMessage{"`" + std::string(parts[i]) + "` is no float type"};
    }
    gemm.a = i == 4 ? *type : gemm.a;
    gemm.b = gemm.a;
    gemm.out = *type;
  }
  if (parts.size() < 6 && gemm.isFp8()) {
    gemm.out = ElementType::BF16;
  }
  return gemm;
}

static const NamedArgument *findArgument(const std::vector<NamedArgument> &arguments, std::string_view name) {
  auto found = std::find_if(arguments.begin(), arguments.end(),
                            [name](const NamedArgument &argument) { return argument.name == name; });
  return found == arguments.end() ? nullptr : &*found;
}

static const NamedArgument *findMatrix(const std::vector<NamedArgument> &arguments,
                                       std::initializer_list<std::string_view> names) {
  for (std::string_view name : names) {
    const NamedArgument *argument = findArgument(arguments, name);
    if (argument && argument->value.shape.size() == 2) {
      return argument;
    }
  }
  return nullptr;
}

/// Whether the strides of a matrix say that its columns are contiguous; absent where they say nothing.
static std::optional<bool> readTransposition(const std::vector<NamedArgument> &arguments, const char *rowStride,
                                             const char *columnStride) {
  const NamedArgument *row = findArgument(arguments, rowStride);
  const NamedArgument *column = findArgument(arguments, columnStride);
  if (!row || !column || !row->isScalar || !column->isScalar || !data::isInteger(row->value.type) ||
      !data::isInteger(column->value.type)) {
    return std::nullopt;
  }
  int64_t down = row->value.getInteger(0), right = column->value.getInteger(0);
  return down == right ? std::nullopt : std::optional<bool>(down == 1);
}

Result<Gemm> deriveGemm(const std::vector<NamedArgument> &arguments) {
  const char *way = "; give the product with `--peer-gemm=M,N,K,LAYOUT,TYPE,OUT`";
  const NamedArgument *a = findMatrix(arguments, {"a"}), *b = findMatrix(arguments, {"b"});
  const NamedArgument *out = findMatrix(arguments, {"out", "c"});
  if (!a || !b || !out) {
    return ErrorMessage{std::string("the kernel has no arrays `a`, `b` and `out` of two dimensions") + way};
  }
  Gemm gemm;
  gemm.a = a->value.type;
  gemm.b = b->value.type;
  gemm.out = out->value.type;
  gemm.m = out->value.shape[0];
  gemm.n = out->value.shape[1];
  std::optional<bool> aTurned = readTransposition(arguments, "stride_am", "stride_ak");
  std::optional<bool> bTurned = readTransposition(arguments, "stride_bk", "stride_bn");
  // Row-major comes first: a square array whose strides are not known is taken as it is written.
  for (bool aIsTransposed : {false, true}) {
    for (bool bIsTransposed : {false, true}) {
      gemm.aIsTransposed = aIsTransposed;
      gemm.bIsTransposed = bIsTransposed;
      gemm.k = a->value.shape[aIsTransposed ? 0 : 1];
      bool obeysStrides = aTurned.value_or(aIsTransposed) == aIsTransposed && //
                          bTurned.value_or(bIsTransposed) == bIsTransposed;
      if (obeysStrides && a->value.shape == gemm.shapeOfA() && b->value.shape == gemm.shapeOfB()) {
        return gemm;
      }
    }
  }
  return ErrorMessage{"`a` (" + data::formatShape(a->value.shape) + ") times `b` (" +
                      data::formatShape(b->value.shape) + ") is no `" + out->name + "` (" +
                      data::formatShape(out->value.shape) + ")" + way};
}

Status spotCheckGemm(const Gemm &gemm, const Array &a, const Array &b, const Array &out, int64_t count, bool isRough) {
  // Sums of fp8 products may have as few as 14 bits; f32 factors are rounded to tf32.
  double perTerm = isRough ? 0x1p-13 : gemm.a == ElementType::F32 ? 0x1p-10 : 0x1p-22;
  double rounding = data::unitRoundoff(data::floatFormat(gemm.out));
  int64_t places = gemm.m * gemm.n;
  for (int64_t i = 0; i < std::min(count, places); ++i) {
    // A stride that shares no factor with most extents visits all rows and columns.
    int64_t place = int64_t((uint64_t(i) * 2654435761u) % uint64_t(places));
    int64_t row = place / gemm.n, column = place % gemm.n;
    double sum = 0, magnitude = 0;
    for (int64_t k = 0; k < gemm.k; ++k) {
      double left = a.getDouble(size_t(gemm.aIsTransposed ? k * gemm.m + row : row * gemm.k + k));
      double right = b.getDouble(size_t(gemm.bIsTransposed ? column * gemm.k + k : k * gemm.n + column));
      sum += left * right;
      magnitude += std::fabs(left * right);
    }
    double actual = out.getDouble(size_t(place));
    if (!(std::fabs(actual - sum) <= 2 * rounding * std::fabs(sum) + perTerm * magnitude + 1e-30)) {
      return ErrorMessage{"at (" + std::to_string(row) + ", " + std::to_string(column) + ") it gives " +
                          std::to_string(actual) + " instead of " + std::to_string(sum)};
    }
  }
  return {};
}

Array transposeMatrix(const Array &matrix) {
  int64_t rows = matrix.shape[0], columns = matrix.shape[1];
  size_t size = size_t(data::sizeInBytes(matrix.type));
  Array turned = Array::zeros(matrix.type, {columns, rows});
  for (int64_t row = 0; row < rows; ++row) {
    for (int64_t column = 0; column < columns; ++column) {
      std::memcpy(turned.at(size_t(column * rows + row)), matrix.at(size_t(row * columns + column)), size);
    }
  }
  return turned;
}

} // namespace tkc::bench
