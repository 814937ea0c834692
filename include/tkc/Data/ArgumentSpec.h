// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The SPEC of `--arg name=SPEC`: how a user describes one kernel argument on the command line.
#ifndef TKC_DATA_ARGUMENTSPEC_H
#define TKC_DATA_ARGUMENTSPEC_H

#include "tkc/Data/Array.h"

#include <optional>
#include <string_view>

namespace tkc::data {

/// One described argument.
///
///   randn:SHAPE[:TYPE]            standard normal
///   uniform:SHAPE[:TYPE[:LO:HI]]  floats in [0, 1), integers over their whole range; or the range [LO, HI)
///   zeros:SHAPE[:TYPE]  ones:SHAPE[:TYPE]  arange:SHAPE[:TYPE]
///   empty:SHAPE[:TYPE]            bytes of all ones, which no float format reads as a number: for outputs
///   values:NUMBER,NUMBER,…[:TYPE] an array of one dimension
///   FILE.npy[:TYPE]               TYPE reinterprets the bytes
///   addresses:NAME,NAME,…         where other arrays lie in the memory of the device, as 64-bit integers
///   TYPE:NUMBER  NUMBER  true  false
struct ArgumentSpec {
  enum class Kind : uint8_t { Randn, Uniform, Zeros, Ones, Arange, Empty, Values, File, Addresses, Scalar };

  Kind kind = Kind::Scalar;
  /// Absent when the text names none: the parameter's type decides.
  std::optional<ElementType> type;
  std::vector<int64_t> shape;
  /// The bounds of `uniform`, when given.
  std::optional<double> low, high;
  std::string path;
  /// The elements of `values`, as scalars.
  std::vector<ArgumentSpec> elements;
  /// The arrays of `addresses`.
  std::vector<std::string> names;
  /// The value of a scalar; `integer` holds its bits exactly when `isInteger`.
  bool isInteger = false;
  int64_t integer = 0;
  double real = 0;

  bool isScalar() const { return kind == Kind::Scalar; }
  /// Whether the scalar is an integer of 2^63 or more. `real` is rounded: numbers just below seem to be as large.
  bool isBeyondI64() const { return integer < 0 && real >= 0x1p63; }
};

/// Reads a SPEC. Errors say what was found and list what is possible.
Result<ArgumentSpec> parseArgumentSpec(std::string_view text);

/// A number as an element of the given type, in an array without dimensions; an error when it does not fit.
Result<Array> makeScalar(const ArgumentSpec &spec, ElementType type);

/// Makes the array (or scalar) that the SPEC describes; addresses are 0 until the arrays lie somewhere. `type` is used
/// when the SPEC has none. Equal seed, stream and SPEC give equal bytes on every machine.
Result<Array> materialise(const ArgumentSpec &spec, ElementType type, uint64_t seed, uint32_t stream);

} // namespace tkc::data

#endif // TKC_DATA_ARGUMENTSPEC_H
