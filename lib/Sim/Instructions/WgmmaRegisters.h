// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Who may touch the registers of wgmma, and when: PTX ISA 9.0, "wgmma.fence" and "wgmma.wait_group". Other instructions
// that name such a register look here first; all others pay nothing.
#ifndef TKC_LIB_SIM_INSTRUCTIONS_WGMMAREGISTERS_H
#define TKC_LIB_SIM_INSTRUCTIONS_WGMMAREGISTERS_H

#include "tkc/Sim/Machine/MachineState.h"
#include "tkc/Sim/Machine/Warp.h"

#include <deque>
#include <string>
#include <vector>

namespace tkc::sim {

/// The wgmma of one warp: its groups, and what they and others did with the registers.
///
/// A register that a wgmma names is in flight until the warp waits for the group. It may meanwhile be used only by
/// another wgmma in the same part: as accumulators of the same shape, or as A by both. A register that others have
/// touched needs a wgmma.fence before the next wgmma, as does the first wgmma of all; so do accumulators of another
/// shape.
class WgmmaWarp : public MachineState {
public:
  static constexpr char stateKey = 0;

  void fence() { ++fences; }
  /// Ends the open group.
  void commit();
  /// The number of the group that the next wgmma belongs to, from 1 on.
  uint32_t openGroup() const { return committed + 1; }
  /// The newest of the groups that a wait for all but `left` covers; 0 for none.
  uint32_t coveredBy(uint32_t left) const { return committed > left ? committed - left : 0; }
  /// How many wgmma the warp had issued when it committed the group.
  uint64_t issuedUpTo(uint32_t group) const;
  /// The groups up to this one have been waited for.
  void waited(uint32_t group);

  /// The warp issues a wgmma, whose watch lists its registers in the order of the operands.
  void issue(Warp &warp, const Instruction &instruction);
  /// Another instruction reads or writes watched registers.
  void touch(Warp &warp, const Instruction &instruction, LaneMask lanes);

  void lanesEnded(Warp &warp, LaneMask lanes) override;

private:
  struct RegisterUse {
    /// The last wgmma that named it, the group that it belongs to, and the fences before it.
    InstructionIndex wgmma = noInstruction;
    uint32_t group = 0, fenceOfWgmma = 0;
    /// The last other instruction that did, and the fences before it.
    InstructionIndex other = noInstruction;
    uint32_t fenceOfOther = 0;
    bool isWritten = false;
  };
  /// Two wgmma that name a register: whether it has the same part in both.
  struct Comparison {
    InstructionIndex earlier = noInstruction;
    bool haveSameAccumulators = false;
  };

  std::vector<RegisterUse> &usesOf(const Warp &warp);
  std::string problemOf(const Warp &warp, const Instruction &instruction, unsigned index, const RegisterUse &use,
                        Comparison &comparison) const;
  void report(Warp &warp, const Instruction &instruction, unsigned lane, InstructionIndex other, const char *what,
              std::string detail) const;

  uint32_t fences = 0, committed = 0, waitedUpTo = 0;
  uint64_t issued = 0, waitedIssued = 0;
  InstructionIndex lastIssued = noInstruction;
  /// Of each committed group that has not been waited for: the wgmma issued by then.
  std::deque<uint64_t> issuedAtCommit;
  std::vector<RegisterUse> uses;
  bool hasReportedEnd = false;
};

/// Lets instructions that name registers of the program's wgmma, which have this handler, be watched.
void watchWgmmaRegisters(Program &program, Handler wgmma);

} // namespace tkc::sim

#endif // TKC_LIB_SIM_INSTRUCTIONS_WGMMAREGISTERS_H
