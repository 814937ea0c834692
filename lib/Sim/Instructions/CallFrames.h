// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arguments and results of calls as pieces of frames in local memory, and the functions that the simulator itself has.
#ifndef TKC_LIB_SIM_INSTRUCTIONS_CALLFRAMES_H
#define TKC_LIB_SIM_INSTRUCTIONS_CALLFRAMES_H

#include "tkc/Sim/Machine/Decoder.h"
#include "tkc/Sim/Machine/Warp.h"

#include <deque>

namespace tkc::sim {

/// An argument or result: a variable of the caller, or a register, and where it stands in the callee's frame.
struct FramePiece {
  bool isValue = false;
  Place value;
  uint32_t callerOffset = 0, calleeOffset = 0, bytes = 4;
  /// The frame of the caller when it lies on the stack, and the offset counts from its begin.
  const DynamicFrame *callerFrame = nullptr;
};

/// A call as written: `call (results), function, (arguments), table`.
struct CallText {
  std::vector<const ptx::Operand *> results, arguments;
  const ptx::Operand *function = nullptr, *table = nullptr;
};
CallText splitCall(DecodeContext &context);

/// The pieces that operands make for parameters or results, which stand at the offsets in the callee's frame; all at 0
/// where there are none. Nothing when they do not fit.
std::optional<std::vector<FramePiece>> framePieces(DecodeContext &context,
                                                   const std::vector<const ptx::Operand *> &operands,
                                                   const std::vector<ptx::Variable> &variables, bool isResult,
                                                   const std::vector<uint32_t> &offsets = {});

/// Where the frames of a callee begin; null for one that stands where it is.
using FrameBases = const std::array<uint64_t, warpSize> *;
void copyIntoFrame(Warp &warp, const Instruction &instruction, LaneMask lanes, const std::vector<FramePiece> &pieces,
                   FrameBases callee = nullptr);
void copyOutOfFrame(Warp &warp, const Instruction &instruction, LaneMask lanes, const std::vector<FramePiece> &pieces,
                    FrameBases callee = nullptr);
/// The address of a variable of the caller for a lane.
uint64_t callerAddress(const Warp &warp, const FramePiece &piece, unsigned lane);

/// `vprintf` and `__assertfail`; other functions without a body are errors.
void decodeBuiltinCall(DecodeContext &context, Instruction &out, const CallText &text, const ptx::Function &function);

} // namespace tkc::sim

#endif // TKC_LIB_SIM_INSTRUCTIONS_CALLFRAMES_H
