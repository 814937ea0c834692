// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writing and reading fault reports.
#include "tkc/Runtime/FaultReport.h"

#include <algorithm>
#include <cstring>

namespace tkc::runtime {

// The layout of docs/Abi.md.
static constexpr size_t countOffset = 0, siteOffset = 4, addressOffset = 8, programOffset = 16, rankOffset = 28,
                        placeOffset = 32, arraysOffset = 64, mostDimensions = 5;

std::vector<uint8_t> makeFaultReport(const std::vector<ArrayExtent> &extents) {
  std::vector<uint8_t> report(arraysOffset + extents.size() * sizeof(ArrayExtent), 0);
  if (!extents.empty()) {
    std::memcpy(report.data() + arraysOffset, extents.data(), extents.size() * sizeof(ArrayExtent));
  }
  return report;
}

template <typename T>
static T readAt(const std::vector<uint8_t> &report, size_t offset) {
  T value;
  std::memcpy(&value, report.data() + offset, sizeof value);
  return value;
}

std::optional<RecordedFault> readFaultReport(const FaultReportParameter &parameter,
                                             const std::vector<uint8_t> &report) {
  RecordedFault fault;
  fault.count = report.size() < arraysOffset ? 0 : readAt<uint32_t>(report, countOffset);
  if (fault.count == 0) {
    return std::nullopt;
  }
  size_t site = readAt<uint32_t>(report, siteOffset);
  fault.site = site < parameter.sites.size() ? parameter.sites[site] : AccessSite();
  fault.address = readAt<uint64_t>(report, addressOffset);
  if (fault.site.array >= 0 && size_t(fault.site.array) < parameter.arrays.size()) {
    auto extent = readAt<ArrayExtent>(report, arraysOffset + size_t(fault.site.array) * sizeof(ArrayExtent));
    fault.array = parameter.arrays[size_t(fault.site.array)];
    fault.byteOffset = int64_t(fault.address - extent.begin);
    fault.arrayBytes = int64_t(extent.end - extent.begin);
  }
  fault.program = readAt<std::array<uint32_t, 3>>(report, programOffset);
  size_t rank = std::min<size_t>(readAt<uint32_t>(report, rankOffset), mostDimensions);
  for (size_t dim = 0; dim < rank; ++dim) {
    fault.place.push_back(readAt<uint32_t>(report, placeOffset + 4 * dim));
  }
  return fault;
}

} // namespace tkc::runtime
