// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The elements of a thread by their coordinates.
#include "DotFragments.h"

using namespace mlir;
using namespace tkc;

Coordinates tkc::offsetBy(Coordinates at, int64_t rows, int64_t columns) {
  at[at.size() - 2] += rows;
  at[at.size() - 1] += columns;
  return at;
}

ElementMap::ElementMap(OpBuilder &builder, Location loc, Value vector, RankedTensorType type)
    : elements(unpackVector(builder, loc, vector)), coordinates(getRegisterCoordinates(tkg::toLinearLayout(type))) {
  for (auto [reg, at] : llvm::enumerate(coordinates)) {
    registers.try_emplace(std::vector<int64_t>(at.begin(), at.end()), reg);
  }
}

Value ElementMap::pack(OpBuilder &builder, Location loc) {
  SmallVector<Value> all;
  for (const Coordinates &at : coordinates) {
    all.push_back(elements[reg(at)]);
  }
  return packVector(builder, loc, all);
}

Value ElementMap::packRegister(OpBuilder &builder, Location loc, const Coordinates &first, bool alongRows) {
  unsigned perRegister = 32 / elements[0].getType().getIntOrFloatBitWidth();
  SmallVector<Value> parts;
  for (unsigned i = 0; i < perRegister; ++i) {
    parts.push_back(at(alongRows ? offsetBy(first, i, 0) : offsetBy(first, 0, i)));
  }
  return packVector(builder, loc, parts);
}
