// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The table of all families.
#include "tkc/Sim/Instructions/Families.h"

#include "Requirements.h"

namespace tkc::sim {

FamilyTable standardFamilies() {
  FamilyTable families;
  families.check = checkRequirements;
  registerArithmetic(families);
  registerIntegerBits(families);
  registerExtendedPrecision(families);
  registerFloatFunctions(families);
  registerLogic(families);
  registerCompare(families);
  registerConvert(families);
  registerMove(families);
  registerAddresses(families);
  registerLoadStore(families);
  registerAtomic(families);
  registerFence(families);
  registerMbarrier(families);
  registerAsyncCopy(families);
  registerTensorMap(families);
  registerControl(families);
  registerCall(families);
  registerBarrier(families);
  registerExchange(families);
  registerResources(families);
  registerMatrix(families);
  registerMatrixMoves(families);
  registerWgmma(families);
  registerWmma(families);
  registerStack(families);
  registerVideo(families);
  registerRemoteStore(families);
  registerRefused(families);
  return families;
}

} // namespace tkc::sim
