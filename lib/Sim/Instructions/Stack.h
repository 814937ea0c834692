// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The stack of a thread, behind its static frames: functions that may be active twice, and `alloca`.
#ifndef TKC_LIB_SIM_INSTRUCTIONS_STACK_H
#define TKC_LIB_SIM_INSTRUCTIONS_STACK_H

#include "tkc/Sim/Machine/Warp.h"

#include <array>

namespace tkc::sim {

using StackAddresses = std::array<uint64_t, warpSize>;

/// The first free byte of each lane's stack.
StackAddresses stackTop(const Warp &warp, Place stackPointer);
/// Makes so many bytes behind the top undefined for the lanes; a fault that ends the launch and false when one has
/// less.
bool reserveStack(Warp &warp, const Instruction &instruction, LaneMask lanes, Place stackPointer, uint32_t bytes);
/// Puts the registers of a function aside and begins a frame at the top; and back.
void enterFrame(Warp &warp, LaneMask lanes, const DynamicFrame &frame, Place stackPointer);
void leaveFrame(Warp &warp, LaneMask lanes, const DynamicFrame &frame, Place stackPointer);

} // namespace tkc::sim

#endif // TKC_LIB_SIM_INSTRUCTIONS_STACK_H
