// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The language's data types as compile-time values: what `tl.float16` is, and the short names of signatures.
#ifndef TKC_EVALUATE_DTYPE_H
#define TKC_EVALUATE_DTYPE_H

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tkc::evaluate {

enum class DTypeKind : uint8_t {
  Void,
  Int1,
  Int8,
  Int16,
  Int32,
  Int64,
  UInt8,
  UInt16,
  UInt32,
  UInt64,
  Float8E4M3FN, // tl.float8e4nv
  Float8E5M2,   // tl.float8e5
  Float8E4B15,
  Float8E4B8,
  Float8E5B16,
  Float16,
  BFloat16,
  Float32,
  Float64,
  Pointer,
  Block,            // element type and shape
  TensorDescriptor, // element type and block shape
};

/// One data type. Scalars are just a kind; the others also have an element type.
class DType {
public:
  DType(DTypeKind kind = DTypeKind::Void) : typeKind(kind) {}
  static DType pointer(const DType &element, unsigned addressSpace = 1, bool isConst = false);
  static DType block(const DType &element, std::vector<int64_t> shape);
  static DType tensorDescriptor(const DType &element, std::vector<int64_t> blockShape);
  /// Reads a short name ("fp16", "*fp32", "*ki8", "tensordesc<fp16[64, 64]>"), a `tl` name ("float16", with or without
  /// "tl."), or one of the aliases of other libraries ("half", "float8_e4m3fn").
  static std::optional<DType> parse(std::string_view name);

  DTypeKind kind() const { return typeKind; }
  bool is(DTypeKind other) const { return typeKind == other; }
  bool isVoid() const { return is(DTypeKind::Void); }
  bool isPointer() const { return is(DTypeKind::Pointer); }
  bool isBlock() const { return is(DTypeKind::Block); }
  bool isTensorDescriptor() const { return is(DTypeKind::TensorDescriptor); }
  /// A type that a single element can have; pointers included.
  bool isScalar() const { return !isBlock() && !isTensorDescriptor(); }
  bool isInteger() const { return typeKind >= DTypeKind::Int1 && typeKind <= DTypeKind::UInt64; }
  bool isBool() const { return is(DTypeKind::Int1); }
  bool isSignedInteger() const { return typeKind >= DTypeKind::Int8 && typeKind <= DTypeKind::Int64; }
  /// `int1` counts as unsigned.
  bool isUnsignedInteger() const { return isInteger() && !isSignedInteger(); }
  bool isFloat() const { return typeKind >= DTypeKind::Float8E4M3FN && typeKind <= DTypeKind::Float64; }
  bool isFp8() const { return typeKind >= DTypeKind::Float8E4M3FN && typeKind <= DTypeKind::Float8E5B16; }
  /// 16, 32 or 64 bits.
  bool isStandardFloat() const { return isFloat() && !isFp8(); }

  /// Of one element: 1 for `int1`, 64 for a pointer, 0 for `void`.
  unsigned bitWidth() const;
  /// Bits of the mantissa without the hidden one; 0 for types that are no floats.
  unsigned mantissaWidth() const;
  int exponentBias() const;

  /// The type that a pointer, block or descriptor has inside; itself for the others.
  const DType &element() const { return elementType ? *elementType : *this; }
  unsigned addressSpace() const { return space; }
  bool isConst() const { return constPointer; }
  const std::vector<int64_t> &shape() const { return dimensions; }

  /// As `str()` prints it: "fp16", "int32", "pointer<fp32>", "<['16'], fp32>".
  std::string name() const;
  /// As the `tl` module calls it: "float16"; `name()` for types without such a name.
  std::string tlName() const;
  /// As a signature spells it: "fp16", "i32", "u8", "u1", "*fp32", "*kfp32", "tensordesc<fp16[64, 64]>".
  std::string signatureName() const;

  friend bool operator==(const DType &a, const DType &b);
  friend bool operator!=(const DType &a, const DType &b) { return !(a == b); }
  size_t hash() const;

private:
  DTypeKind typeKind;
  bool constPointer = false;
  unsigned space = 1;
  std::shared_ptr<const DType> elementType;
  std::vector<int64_t> dimensions;
};

/// All scalar types that `tl` names, in the order of the kinds.
const std::vector<DTypeKind> &scalarDTypeKinds();
/// The scalar type that `tl` calls by this name, such as "float16".
std::optional<DTypeKind> scalarDTypeNamed(std::string_view tlName);

} // namespace tkc::evaluate

#endif // TKC_EVALUATE_DTYPE_H
