// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lines and columns are counted when an error needs them, which is at most twenty times.
#include "ErrorList.h"

#include <algorithm>
#include <tuple>

namespace tkc::sim::ptx {

void ErrorList::report(uint32_t offset, std::string message) {
  if (isFull()) {
    return;
  }
  std::string_view before = text.substr(0, offset);
  size_t lineBegin = before.rfind('\n') + 1;
  ReadError error;
  error.line = static_cast<uint32_t>(1 + std::count(before.begin(), before.end(), '\n'));
  error.column = static_cast<uint32_t>(offset - lineBegin + 1);
  error.message = std::move(message);
  errors.push_back(std::move(error));
}

std::vector<ReadError> ErrorList::take() {
  std::sort(errors.begin(), errors.end(), [](const ReadError &left, const ReadError &right) {
    return std::tie(left.line, left.column, left.message) < std::tie(right.line, right.column, right.message);
  });
  return std::move(errors);
}

} // namespace tkc::sim::ptx
