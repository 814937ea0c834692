// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The array that tools, interpreter and runtime pass around: a type, a shape, and row-major bytes.
#ifndef TKC_DATA_ARRAY_H
#define TKC_DATA_ARRAY_H

#include "tkc/Data/ElementType.h"
#include "tkc/Support/Result.h"

#include <cstddef>
#include <string>
#include <vector>

namespace tkc::data {

/// A dense row-major array. An empty shape is one element (a scalar).
struct Array {
  ElementType type = ElementType::F32;
  std::vector<int64_t> shape;
  std::vector<uint8_t> bytes;

  /// An array of zeros. The element count must have passed `countElements`.
  static Array zeros(ElementType type, std::vector<int64_t> shape);

  size_t elementCount() const { return bytes.size() / size_t(sizeInBytes(type)); }
  const uint8_t *at(size_t index) const { return bytes.data() + index * size_t(sizeInBytes(type)); }
  uint8_t *at(size_t index) { return bytes.data() + index * size_t(sizeInBytes(type)); }

  double getDouble(size_t index) const { return loadDouble(type, at(index)); }
  void setDouble(size_t index, double value) { storeDouble(type, value, at(index)); }
  int64_t getInteger(size_t index) const { return loadInteger(type, at(index)); }
  void setInteger(size_t index, int64_t value) { storeInteger(type, value, at(index)); }
};

/// The number of elements of a shape; an error for negative extents and for more than 2^40 elements.
Result<int64_t> countElements(const std::vector<int64_t> &shape);

/// `128x256`; `scalar` for an empty shape.
std::string formatShape(const std::vector<int64_t> &shape);

/// The same bytes read as another type; the last extent grows or shrinks with the element size.
Result<Array> reinterpretAs(Array array, ElementType type);

} // namespace tkc::data

#endif // TKC_DATA_ARRAY_H
