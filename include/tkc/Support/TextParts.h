// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Cutting text at separators and joining it again.
#ifndef TKC_SUPPORT_TEXTPARTS_H
#define TKC_SUPPORT_TEXTPARTS_H

#include <string>
#include <string_view>
#include <vector>

namespace tkc {

/// The parts between separators; one empty part for an empty text.
inline std::vector<std::string_view> splitParts(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (true) {
    size_t end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) {
      return parts;
    }
    text.remove_prefix(end + 1);
  }
}

inline std::string joinParts(const std::vector<std::string_view> &parts, std::string_view separator) {
  std::string text;
  for (std::string_view part : parts) {
    text += (text.empty() ? "" : std::string(separator)) + std::string(part);
  }
  return text;
}

} // namespace tkc

#endif // TKC_SUPPORT_TEXTPARTS_H
