// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The lattice of axis facts.
#include "tkc/Dialect/Tkg/Analysis/AxisInfo.h"

using namespace mlir;
using namespace tkc;
using namespace tkc::tkg;

unsigned tkc::tkg::getPointeeBytes(Type pointerLike) {
  Type pointee = cast<tk::PtrType>(getElementTypeOrSelf(pointerLike)).getPointee();
  return getElementBytes(pointee);
}

/// What one step of contiguity adds to an element.
static int64_t unitOf(Type type) { return isa<tk::PtrType>(getElementTypeOrSelf(type)) ? getPointeeBytes(type) : 1; }

AxisInfo AxisInfo::getUnknown(Type type) {
  auto block = dyn_cast<RankedTensorType>(type);
  unsigned rank = block ? block.getRank() : 1;
  AxisInfo info;
  info.contiguity.assign(rank, 1);
  info.divisibility.assign(rank, 1);
  info.constancy.assign(rank, 1);
  info.mayBeNegative = true;
  return info;
}

AxisInfo AxisInfo::join(const AxisInfo &first, const AxisInfo &second) {
  if (!first.isInitialised() || !second.isInitialised()) {
    return first.isInitialised() ? first : second;
  }
  AxisInfo joined;
  for (unsigned dim = 0; dim < first.getRank(); ++dim) {
    int64_t group = std::min(first.contiguity[dim], second.contiguity[dim]);
    joined.contiguity.push_back(group);
    joined.divisibility.push_back(std::min(first.getDivisibilityAt(dim, group), second.getDivisibilityAt(dim, group)));
    joined.constancy.push_back(std::min(first.constancy[dim], second.constancy[dim]));
  }
  if (first.constant == second.constant) {
    joined.constant = first.constant;
  }
  joined.mayBeNegative = first.mayBeNegative || second.mayBeNegative;
  return joined;
}

int64_t AxisInfo::getDivisibilityAt(unsigned dim, int64_t group, int64_t unit) const {
  // A shorter group begins inside a longer one, a multiple of its own length after that one's first element.
  return group >= contiguity[dim] ? divisibility[dim] : std::min(divisibility[dim], group * unit);
}

int64_t AxisInfo::getValueDivisibility() const {
  int64_t divisor = 1;
  for (unsigned dim = 0; dim < getRank(); ++dim) {
    divisor = std::max(divisor, getDivisibilityAt(dim, 1));
  }
  return divisor;
}

void AxisInfo::print(raw_ostream &os) const {
  os << "contiguity = [";
  llvm::interleaveComma(contiguity, os);
  os << "], divisibility = [";
  llvm::interleaveComma(divisibility, os);
  os << "], constancy = [";
  llvm::interleaveComma(constancy, os);
  os << "]";
  if (constant) {
    os << ", constant = " << *constant;
  }
}

//===--- what the facts mean for accesses --------------------------------===//

SmallVector<unsigned> AxisInfoAnalysis::getContiguityOrder(Value pointer) const {
  AxisInfo info = getInfo(pointer);
  SmallVector<unsigned> order;
  for (unsigned dim = info.getRank(); dim > 0; --dim) {
    order.push_back(dim - 1);
  }
  // Of equally contiguous dimensions the last one comes first.
  llvm::sort(order, [&](unsigned a, unsigned b) {
    return std::pair(info.contiguity[a], a) > std::pair(info.contiguity[b], b);
  });
  return order;
}

unsigned AxisInfoAnalysis::getAccessWidth(Value pointer, Value mask, unsigned dim) const {
  AxisInfo info = getInfo(pointer);
  int64_t bytes = getPointeeBytes(pointer.getType());
  int64_t width = std::min<int64_t>(info.contiguity[dim], std::max<int64_t>(1, 16 / bytes));
  width = std::min(width, std::max<int64_t>(1, info.getDivisibilityAt(dim, width, unitOf(pointer.getType())) / bytes));
  if (mask) {
    width = std::min(width, getInfo(mask).constancy[dim]);
  }
  return width;
}

unsigned AxisInfoAnalysis::getVectorWidth(Value pointer, Value mask) const {
  auto type = dyn_cast<RankedTensorType>(pointer.getType());
  if (!type || !type.getEncoding()) {
    return 1;
  }
  unsigned dim = getContiguityOrder(pointer).front();
  uint64_t inOrder = toLinearLayout(type).numConsecutive(layout::Dim::Register, layout::tensorDim(dim));
  return std::min<uint64_t>(inOrder, getAccessWidth(pointer, mask, dim));
}
