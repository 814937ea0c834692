// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every family of instructions, by the function that registers its opcodes. A new family gets a line here and in
// Families.cpp.
#ifndef TKC_SIM_INSTRUCTIONS_FAMILIES_H
#define TKC_SIM_INSTRUCTIONS_FAMILIES_H

#include "tkc/Sim/Machine/Decoder.h"

namespace tkc::sim {

void registerArithmetic(FamilyTable &families);
void registerIntegerBits(FamilyTable &families);
void registerExtendedPrecision(FamilyTable &families);
void registerFloatFunctions(FamilyTable &families);
void registerLogic(FamilyTable &families);
void registerCompare(FamilyTable &families);
void registerConvert(FamilyTable &families);
void registerMove(FamilyTable &families);
void registerAddresses(FamilyTable &families);
void registerLoadStore(FamilyTable &families);
void registerAtomic(FamilyTable &families);
void registerFence(FamilyTable &families);
void registerMbarrier(FamilyTable &families);
void registerAsyncCopy(FamilyTable &families);
void registerTensorMap(FamilyTable &families);
void registerControl(FamilyTable &families);
void registerCall(FamilyTable &families);
void registerBarrier(FamilyTable &families);
void registerExchange(FamilyTable &families);
void registerResources(FamilyTable &families);
void registerMatrix(FamilyTable &families);
void registerMatrixMoves(FamilyTable &families);
void registerWgmma(FamilyTable &families);
void registerWmma(FamilyTable &families);
void registerStack(FamilyTable &families);
void registerVideo(FamilyTable &families);
void registerRemoteStore(FamilyTable &families);
void registerRefused(FamilyTable &families);

/// All of them.
FamilyTable standardFamilies();

} // namespace tkc::sim

#endif // TKC_SIM_INSTRUCTIONS_FAMILIES_H
