// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bounds on what one elaboration may cost, so that no input makes the compiler run away.
#ifndef TKC_ELABORATE_BUDGET_H
#define TKC_ELABORATE_BUDGET_H

#include <cstdint>

namespace tkc::elaborate {

struct Budget {
  /// Elaborated statements, weighted; unrolling and recursion multiply them.
  uint64_t steps = 1'000'000;
  /// Calls within calls.
  unsigned callDepth = 100;
  /// Regions within regions, calls included.
  unsigned regionDepth = 150;
  /// Expressions within expressions, calls included.
  unsigned expressionDepth = 1500;
};

} // namespace tkc::elaborate

#endif // TKC_ELABORATE_BUDGET_H
