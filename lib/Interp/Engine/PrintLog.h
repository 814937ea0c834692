// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What programs print, from all threads, put in the order of the programs.
#ifndef TKC_LIB_INTERP_ENGINE_PRINTLOG_H
#define TKC_LIB_INTERP_ENGINE_PRINTLOG_H

#include <cstdint>
#include <map>
#include <mutex>
#include <string>

namespace tkc::interp {

class PrintLog {
public:
  void add(uint32_t program, const std::string &text);
  /// The texts of program 0, 1, …, each in the order of printing.
  std::string take();

private:
  /// As much as a GPU's buffer holds.
  static constexpr size_t capacity = 1 << 20;

  std::mutex mutex;
  size_t size = 0;
  std::map<uint32_t, std::string> texts;
};

} // namespace tkc::interp

#endif // TKC_LIB_INTERP_ENGINE_PRINTLOG_H
