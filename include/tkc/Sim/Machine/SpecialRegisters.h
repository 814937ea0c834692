// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The special registers of PTX: which are constant for a thread, which change, and what they hold.
#ifndef TKC_SIM_MACHINE_SPECIALREGISTERS_H
#define TKC_SIM_MACHINE_SPECIALREGISTERS_H

#include "tkc/Sim/Machine/Program.h"

#include <optional>
#include <string_view>

namespace tkc::sim {

/// `%tid.x` and its kin, which a warp fills when it starts.
std::optional<SpecialRegister> findSpecialRegister(std::string_view name);
uint64_t specialValue(SpecialRegister kind, const Warp &warp, unsigned lane);

/// The handler that reads a register which changes (`%clock64`) into its only operand; null when there is none of that
/// name and width.
Handler findClock(std::string_view name, unsigned bits);

} // namespace tkc::sim

#endif // TKC_SIM_MACHINE_SPECIALREGISTERS_H
