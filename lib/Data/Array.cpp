// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Shapes and reinterpretation of arrays.
#include "tkc/Data/Array.h"

namespace tkc::data {

static constexpr int64_t largestElementCount = int64_t(1) << 40;

Array Array::zeros(ElementType type, std::vector<int64_t> shape) {
  Result<int64_t> count = countElements(shape);
  Array array;
  array.type = type;
  array.shape = std::move(shape);
  array.bytes.resize(size_t(*count) * size_t(sizeInBytes(type)));
  return array;
}

Result<int64_t> countElements(const std::vector<int64_t> &shape) {
  int64_t count = 1;
  for (int64_t extent : shape) {
    if (extent < 0) {
      return ErrorMessage{"shape " + formatShape(shape) + " has a negative extent"};
    }
    if (extent != 0 && count > largestElementCount / extent) {
      return ErrorMessage{"shape " + formatShape(shape) + " has more than 2^40 elements"};
    }
    count *= extent;
  }
  return count;
}

std::string formatShape(const std::vector<int64_t> &shape) {
  if (shape.empty()) {
    return "scalar";
  }
  std::string text;
  for (int64_t extent : shape) {
    text += text.empty() ? "" : "x";
    text += std::to_string(extent);
  }
  return text;
}

Result<Array> reinterpretAs(Array array, ElementType type) {
  int64_t from = sizeInBytes(array.type);
  int64_t to = sizeInBytes(type);
  if (from != to) {
    int64_t lastBytes = (array.shape.empty() ? 1 : array.shape.back()) * from;
    if (array.shape.empty() || lastBytes % to != 0) {
      return ErrorMessage{"an array of " + formatShape(array.shape) + " " + std::string(elementTypeName(array.type)) +
                          " cannot be read as " + std::string(elementTypeName(type)) +
                          ": the last extent is not a whole number of elements"};
    }
    array.shape.back() = lastBytes / to;
  }
  array.type = type;
  return array;
}

} // namespace tkc::data
