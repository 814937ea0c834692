// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The promotion rules, in their order.
#include "Promotion.h"

using namespace tkc;
using namespace tkc::elaborate;
using evaluate::DType;
using evaluate::DTypeKind;

/// bool < integer < float.
static int rankOfKind(const DType &type) { return type.isFloat() ? 2 : type.isBool() ? 0 : 1; }

DType tkc::elaborate::promoteIntegers(const DType &left, const DType &right) {
  unsigned leftWidth = left.bitWidth(), rightWidth = right.bitWidth();
  if (left.isSignedInteger() == right.isSignedInteger()) {
    return leftWidth >= rightWidth ? left : right;
  }
  const DType &signedType = left.isSignedInteger() ? left : right;
  const DType &unsignedType = left.isSignedInteger() ? right : left;
  return unsignedType.bitWidth() >= signedType.bitWidth() ? unsignedType : signedType;
}

static std::optional<DType> promoteFloats(const DType &left, const DType &right, bool isDivision) {
  auto either = [&](DTypeKind kind) { return left.is(kind) || right.is(kind); };
  if (either(DTypeKind::Float64)) {
    return DTypeKind::Float64;
  }
  if (isDivision || either(DTypeKind::Float32)) {
    return DTypeKind::Float32;
  }
  if (either(DTypeKind::Float16)) {
    return DTypeKind::Float16;
  }
  if (either(DTypeKind::BFloat16)) {
    return left == right ? DTypeKind::BFloat16 : DTypeKind::Float32;
  }
  if (!left.isFp8() || !right.isFp8()) {
    return std::nullopt;
  }
  return left == right ? left : DType(DTypeKind::Float16);
}

std::optional<DType> tkc::elaborate::promote(const PromotionOperand &left, const PromotionOperand &right,
                                             bool isDivision) {
  if (left.isWeak != right.isWeak) {
    const DType &weak = left.isWeak ? left.type : right.type;
    const DType &strong = left.isWeak ? right.type : left.type;
    if (rankOfKind(weak) <= rankOfKind(strong)) {
      bool widens = isDivision && strong.isFloat() && strong.bitWidth() < 32;
      return widens ? DType(DTypeKind::Float32) : strong;
    }
  }
  if (left.type.isFloat() || right.type.isFloat()) {
    return promoteFloats(left.type, right.type, isDivision);
  }
  if (isDivision && left.type.isSignedInteger() != right.type.isSignedInteger()) {
    return std::nullopt;
  }
  return promoteIntegers(left.type, right.type);
}
