// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What is wrong with a text, up to a limit that ends the reading.
#ifndef TKC_LIB_SIM_PTX_ERRORLIST_H
#define TKC_LIB_SIM_PTX_ERRORLIST_H

#include "tkc/Sim/Ptx/Module.h"

namespace tkc::sim::ptx {

class ErrorList {
public:
  explicit ErrorList(std::string_view text) : text(text) {}

  /// Keeps the error, unless the list is full.
  void report(uint32_t offset, std::string message);

  /// True when reading on has no use.
  bool isFull() const { return errors.size() >= limit || isAbandoned; }

  /// Ends the reading: nothing that follows makes sense.
  void abandon() { isAbandoned = true; }

  bool isEmpty() const { return errors.empty(); }

  /// The errors in the order of the text.
  std::vector<ReadError> take();

private:
  static constexpr size_t limit = 20;

  std::string_view text;
  std::vector<ReadError> errors;
  bool isAbandoned = false;
};

} // namespace tkc::sim::ptx

#endif // TKC_LIB_SIM_PTX_ERRORLIST_H
