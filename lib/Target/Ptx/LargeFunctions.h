// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which passes of the backend a large function does without.
#ifndef TKC_LIB_TARGET_PTX_LARGEFUNCTIONS_H
#define TKC_LIB_TARGET_PTX_LARGEFUNCTIONS_H

#include "llvm/ADT/StringSet.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/OptBisect.h"

namespace tkc::ptx {

/// Keeps straight-line strength reduction from functions with so much address arithmetic in one basic block that it
/// would take most of LLVM's time: it compares each sum, product and address with those before it. Basic blocks of that
/// length come from unrolled loops and from tiles that are large for their warps.
class LargeFunctionGate : public llvm::OptPassGate {
public:
  /// How many sums, products and addresses the basic blocks of other functions have. 1000 cost a second; of kernels
  /// with more than 500, ptxas makes as many instructions without the pass, within 2 %.
  static constexpr size_t mostCandidates = 512;

  explicit LargeFunctionGate(const llvm::Module &module);

  bool isEnabled() const override { return !large.empty(); }
  bool shouldRunPass(llvm::StringRef pass, llvm::StringRef description) const override;

private:
  /// The large functions, as passes describe what they run on.
  llvm::StringSet<> large;
};

} // namespace tkc::ptx

#endif // TKC_LIB_TARGET_PTX_LARGEFUNCTIONS_H
