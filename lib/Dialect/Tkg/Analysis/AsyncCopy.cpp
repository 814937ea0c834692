// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which blocks can be copied to shared memory without passing through registers.
#include "tkc/Dialect/Tkg/Analysis/AsyncCopy.h"

using namespace mlir;
using namespace tkc;
using namespace tkc::tkg;
using tkc::layout::Dim;

layout::LinearLayout tkc::tkg::getCopyOffsets(RankedTensorType block, MemDescType target) {
  std::optional<layout::LinearLayout> offsets = toLinearLayout(block).invertAndCompose(toLinearLayout(target));
  assert(offsets && "the shared layout holds each element");
  return *offsets;
}

/// Whether registers 0 … width - 1 lie one after the other, and all others a multiple of `width` away.
static bool isContiguous(const layout::LinearLayout &offsets, unsigned width) {
  for (Dim in : {Dim::Register, Dim::Lane, Dim::Warp}) {
    for (unsigned bit = 0; bit < offsets.inLog2(in); ++bit) {
      uint64_t offset = offsets.basis(in, bit, Dim::Offset);
      bool isInside = in == Dim::Register && (1u << bit) < width;
      if (isInside ? offset != (1u << bit) : offset % width != 0) {
        return false;
      }
    }
  }
  return true;
}

unsigned tkc::tkg::getCopyWidth(RankedTensorType block, MemDescType target, unsigned width) {
  layout::LinearLayout registers = toLinearLayout(block);
  if (registers.hasRepeats()) {
    return 0;
  }
  layout::LinearLayout offsets = getCopyOffsets(block, target);
  unsigned bytes = target.getElementType().getIntOrFloatBitWidth() / 8;
  for (; width * bytes >= 4; width /= 2) {
    if (width * bytes <= 16 && isContiguous(offsets, width)) {
      return width;
    }
  }
  return 0;
}
