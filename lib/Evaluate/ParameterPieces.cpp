// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Takes parameters apart into what a launcher passes.
#include "tkc/Evaluate/Specialization.h"

#include <algorithm>

namespace tkc::evaluate {

using Kind = SpecializedParameter::Kind;

static SpecializedParameter makePiece(const SpecializedParameter &whole, const std::string &suffix, const DType &type,
                                      int64_t divisibility) {
  SpecializedParameter piece;
  piece.name = whole.name + suffix;
  piece.kind = Kind::Scalar;
  piece.type = type;
  piece.divisibility = divisibility;
  piece.range = whole.range;
  return piece;
}

static std::vector<SpecializedParameter> listDescriptorPieces(const SpecializedParameter &descriptor) {
  constexpr int64_t alignmentInBytes = 16;
  const DType &element = descriptor.type.element();
  int64_t elementBytes = std::max(1u, (element.bitWidth() + 7) / 8);
  size_t rank = descriptor.type.shape().size();
  std::vector<SpecializedParameter> pieces = {makePiece(descriptor, "", DType::pointer(element), alignmentInBytes)};
  pieces.front().isNoAlias = descriptor.isNoAlias;
  for (size_t i = 0; i < rank; ++i) {
    int64_t divisibility = i + 1 == rank ? descriptor.divisibility : 1;
    pieces.push_back(makePiece(descriptor, ".shape[" + std::to_string(i) + "]", DTypeKind::Int32, divisibility));
  }
  for (size_t i = 0; i < rank; ++i) {
    int64_t divisibility = std::max<int64_t>(1, alignmentInBytes / elementBytes);
    pieces.push_back(makePiece(descriptor, ".strides[" + std::to_string(i) + "]", DTypeKind::Int64, divisibility));
  }
  SpecializedParameter &lastStride = pieces.back();
  lastStride.kind = Kind::Constant;
  lastStride.constant = Object::integer(1);
  lastStride.divisibility = 1;
  return pieces;
}

std::vector<SpecializedParameter> listItems(const SpecializedParameter &parameter) {
  if (parameter.kind != Kind::Tuple) {
    return {parameter};
  }
  std::vector<SpecializedParameter> items;
  for (size_t i = 0; i < parameter.items.size(); ++i) {
    SpecializedParameter item = parameter.items[i];
    item.name = parameter.name +
                (parameter.tupleClass ? "." + parameter.tupleClass->fields[i].name : "[" + std::to_string(i) + "]");
    std::vector<SpecializedParameter> parts = listItems(item);
    items.insert(items.end(), parts.begin(), parts.end());
  }
  return items;
}

std::vector<SpecializedParameter> listPieces(const SpecializedParameter &parameter) {
  switch (parameter.kind) {
  case Kind::Descriptor:
    return listDescriptorPieces(parameter);
  case Kind::Tuple:
    return listPieces(listItems(parameter));
  case Kind::Constant:
  case Kind::Scalar:
    break;
  }
  return {parameter};
}

std::vector<SpecializedParameter> listPieces(const std::vector<SpecializedParameter> &parameters) {
  std::vector<SpecializedParameter> pieces;
  for (const SpecializedParameter &parameter : parameters) {
    std::vector<SpecializedParameter> parts = listPieces(parameter);
    pieces.insert(pieces.end(), parts.begin(), parts.end());
  }
  return pieces;
}

} // namespace tkc::evaluate
