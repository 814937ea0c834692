// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where each op of a kernel comes from: the table that joins op ids with the source.
#ifndef TKC_ELABORATE_OPTABLE_H
#define TKC_ELABORATE_OPTABLE_H

#include "tkc/Source/Source.h"

#include <cstdint>
#include <string>
#include <vector>

namespace tkc::elaborate {

/// One op as Elaborate made it.
struct OpRecord {
  int32_t id = 0;
  std::string kernel;
  /// The op's name, for example "tk.load".
  std::string op;
  /// The expression or statement that it computes.
  SourceRange range;
  /// The calls through which the op was inlined, innermost first; empty for an op of the kernel's own text.
  std::vector<SourceRange> callers;
};

/// The ops of one kernel in program order; ids count from the first id that the elaboration was given.
class OpTable {
public:
  const std::vector<OpRecord> &records() const { return ops; }
  /// The record of that id, or null.
  const OpRecord *find(int32_t id) const;
  void add(OpRecord record) { ops.push_back(std::move(record)); }

private:
  std::vector<OpRecord> ops; // ids ascend without gaps
};

} // namespace tkc::elaborate

#endif // TKC_ELABORATE_OPTABLE_H
