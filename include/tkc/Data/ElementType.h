// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The element types of arrays and kernel arguments, their names, and exact conversions from and to one element's bytes.
#ifndef TKC_DATA_ELEMENTTYPE_H
#define TKC_DATA_ELEMENTTYPE_H

#include "tkc/Data/FloatFormat.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tkc::data {

/// What one element of an array is. `I1` takes one byte that holds 0 or 1; everything is little-endian.
enum class ElementType : uint8_t { I1, I8, U8, I16, U16, I32, U32, I64, U64, F16, BF16, F32, F64, F8E4M3FN, F8E5M2 };

/// All element types, in declaration order.
inline constexpr ElementType allElementTypes[] = {
    ElementType::I1,   ElementType::I8,  ElementType::U8,  ElementType::I16,      ElementType::U16,
    ElementType::I32,  ElementType::U32, ElementType::I64, ElementType::U64,      ElementType::F16,
    ElementType::BF16, ElementType::F32, ElementType::F64, ElementType::F8E4M3FN, ElementType::F8E5M2};

/// The signature spelling: `i32`, `fp16`, `bf16`, `fp8e4nv`.
std::string_view elementTypeName(ElementType type);
/// Reads a signature spelling or one of its aliases (`f16`, `float16`, `half`, `u1`, `bool`, `float8_e4m3fn`).
std::optional<ElementType> parseElementType(std::string_view name);
/// The spellings that `parseElementType` is documented to take, for error messages.
std::string listElementTypeNames();

int sizeInBytes(ElementType type);
bool isFloat(ElementType type);
/// True for signed integers; `I1` counts as unsigned.
bool isSignedInteger(ElementType type);
bool isInteger(ElementType type);
/// The binary format of a float type.
const FloatFormat &floatFormat(ElementType type);

/// The value of one element as a double. Exact for everything but 64-bit integers above 2^53, which are rounded.
double loadDouble(ElementType type, const void *bytes);
/// Stores a double with one rounding to nearest even. The 8-bit floats saturate, as the GPU's conversions do; integers
/// truncate towards zero and saturate, NaN becomes 0; `I1` is "not zero".
void storeDouble(ElementType type, double value, void *bytes);
/// The value of an integer element; `U64` comes back as its bit pattern. Floats truncate as by `storeDouble`.
int64_t loadInteger(ElementType type, const void *bytes);
/// Stores the low bits of an integer (wraps), or the nearest float.
void storeInteger(ElementType type, int64_t value, void *bytes);

} // namespace tkc::data

#endif // TKC_DATA_ELEMENTTYPE_H
