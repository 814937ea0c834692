// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The names of fault kinds.
#include "tkc/Interp/Fault.h"

namespace tkc::interp {

std::string_view faultKindName(FaultKind kind) {
  switch (kind) {
  case FaultKind::OutOfBounds:
    return "OutOfBounds";
  case FaultKind::Misaligned:
    return "Misaligned";
  case FaultKind::UninitialisedRead:
    return "UninitialisedRead";
  case FaultKind::WriteConflict:
    return "WriteConflict";
  case FaultKind::ReadWriteConflict:
    return "ReadWriteConflict";
  case FaultKind::DivisionByZero:
    return "DivisionByZero";
  case FaultKind::PoisonAddress:
    return "PoisonAddress";
  case FaultKind::PoisonMask:
    return "PoisonMask";
  case FaultKind::PoisonStored:
    return "PoisonStored";
  case FaultKind::PoisonDecision:
    return "PoisonDecision";
  case FaultKind::AssumptionViolated:
    return "AssumptionViolated";
  case FaultKind::BrokenDivisibility:
    return "BrokenDivisibility";
  case FaultKind::InvalidStep:
    return "InvalidStep";
  case FaultKind::NoProgress:
    return "NoProgress";
  }
  __builtin_unreachable();
}

} // namespace tkc::interp
