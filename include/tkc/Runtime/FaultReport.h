// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The report of a kernel that was compiled with checked accesses: what the launcher tells it, and what it tells.
// docs/Abi.md has the layout. No CUDA is needed for it.
#ifndef TKC_RUNTIME_FAULTREPORT_H
#define TKC_RUNTIME_FAULTREPORT_H

#include "tkc/Runtime/Arguments.h"

#include <array>

namespace tkc::runtime {

/// The addresses of an array, `end` not included.
struct ArrayExtent {
  uint64_t begin = 0, end = 0;
};

/// The first access outside of its array, and how many there were.
struct RecordedFault {
  AccessSite site;
  uint64_t address = 0;
  /// The name of the array that was meant, how far from its begin the access was, and its size; empty and 0 when it is
  /// not known.
  std::string array;
  int64_t byteOffset = 0, arrayBytes = 0;
  std::array<uint32_t, 3> program = {0, 0, 0};
  /// The place in the block, one number a dimension; empty for a scalar.
  std::vector<uint32_t> place;
  uint32_t count = 0;
};

/// The bytes of a report before the launch; one extent for each array of the parameter.
std::vector<uint8_t> makeFaultReport(const std::vector<ArrayExtent> &extents);

/// What a report says after the launch; nothing when no access was outside.
std::optional<RecordedFault> readFaultReport(const FaultReportParameter &parameter, const std::vector<uint8_t> &report);

} // namespace tkc::runtime

#endif // TKC_RUNTIME_FAULTREPORT_H
