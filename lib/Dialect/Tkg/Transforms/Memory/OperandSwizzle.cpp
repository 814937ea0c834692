// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The swizzle of a buffer between the layout that fills it and the layout that reads it.
#include "OperandSwizzle.h"

#include "tkc/Layout/SharedAccess.h"

using namespace mlir;
using namespace tkc;
using namespace tkc::tkg;

static unsigned countVectorWavefronts(const layout::LinearLayout &toOffset, unsigned elementBytes) {
  layout::VectorAccess access = layout::planVectorAccess(toOffset, elementBytes);
  return access.numInstructions() * access.wavefrontsPerInstruction;
}

unsigned tkc::tkg::countWavefronts(RankedTensorType source, RankedTensorType target, SwizzledSharedAttr shared,
                                   bool hasLdMatrix) {
  unsigned bytes = getElementBytes(source.getElementType());
  layout::LinearLayout memory = shared.toLinearLayout(source.getShape());
  std::optional<layout::LinearLayout> store = toLinearLayout(source).invertAndCompose(memory);
  layout::LinearLayout registers = toLinearLayout(target);
  std::optional<layout::LinearLayout> load = registers.invertAndCompose(memory);
  if (!store || !load) {
    return std::numeric_limits<unsigned>::max();
  }
  unsigned loads = countVectorWavefronts(*load, bytes);
  for (bool transposed : {false, true}) {
    auto matrix = hasLdMatrix ? layout::fitsLdMatrix(registers, memory, bytes, transposed) : std::nullopt;
    if (matrix) {
      loads = std::min(loads, matrix->numInstructions() * matrix->wavefrontsPerInstruction);
    }
  }
  return countVectorWavefronts(*store, bytes) + loads;
}

/// The wavefronts without any conflict, 128 bytes each.
static unsigned countFewestWavefronts(RankedTensorType source, RankedTensorType target) {
  unsigned bytes = (getElementsPerThread(source) + getElementsPerThread(target)) * lanesPerWarp *
                   getElementBytes(source.getElementType());
  return llvm::divideCeil(bytes, 128);
}

/// The swizzles worth trying, the likeliest first. Vectors of 16 bytes serve ldmatrix and wide stores; wider ones
/// spread what reads single elements.
static SmallVector<SwizzledSharedAttr> listSwizzles(MLIRContext *context, ArrayRef<unsigned> order,
                                                    unsigned rowElements, unsigned bytes) {
  SmallVector<SwizzledSharedAttr> swizzles;
  for (unsigned vecBytes : {16, 32, 64, 8, 4}) {
    unsigned vec = std::max(1u, vecBytes / bytes);
    for (unsigned maxPhase = 8; maxPhase > 1; maxPhase /= 2) {
      for (unsigned perPhase = 1; perPhase <= 8 && vec * maxPhase <= rowElements; perPhase *= 2) {
        swizzles.push_back(SwizzledSharedAttr::get(context, vec, perPhase, maxPhase, order));
      }
    }
  }
  return swizzles;
}

SwizzledSharedAttr tkc::tkg::chooseSwizzle(RankedTensorType source, RankedTensorType target, bool hasLdMatrix) {
  MLIRContext *context = source.getContext();
  SmallVector<unsigned> order = getMemoryOrder(source);
  SwizzledSharedAttr best = SwizzledSharedAttr::get(context, 1, 1, 1, order);
  if (toLinearLayout(source).hasRepeats()) {
    return best;
  }
  unsigned fewest = countWavefronts(source, target, best, hasLdMatrix);
  unsigned limit = countFewestWavefronts(source, target);
  for (SwizzledSharedAttr candidate :
       listSwizzles(context, order, source.getDimSize(order[0]), getElementBytes(source.getElementType()))) {
    if (fewest <= limit) {
      break;
    }
    unsigned wavefronts = countWavefronts(source, target, candidate, hasLdMatrix);
    if (wavefronts < fewest) {
      fewest = wavefronts;
      best = candidate;
    }
  }
  return best;
}
