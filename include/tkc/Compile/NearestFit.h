// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What to change where a kernel needs more than its target has.
#ifndef TKC_COMPILE_NEARESTFIT_H
#define TKC_COMPILE_NEARESTFIT_H

#include "tkc/Compile/ConfigChoice.h"

namespace tkc {

/// Whether the diagnostic says that a kernel, as it is specialised, needs too much.
bool isMisfit(const Diagnostic &diagnostic);

/// A change with which a kernel fits.
struct NearestFit {
  /// What a user would change, such as "`BLOCK_N` = 128" or "num_warps = 8".
  std::string change;
  evaluate::Specialization specialization;
};

/// The smallest changes with which a specialisation fits, best first, at most `mostFits`: more warps if `mayAddWarps`;
/// one size halved, the largest size first; if none of these helps, two sizes halved, or one twice, those among the
/// largest first; then all sizes that are as large as the largest. Each is tried, 40 at most; none where none helps.
std::vector<NearestFit> findNearestFits(const evaluate::Specialization &specialization, bool mayAddWarps,
                                        size_t mostFits, ConfigTrial trial);

} // namespace tkc

#endif // TKC_COMPILE_NEARESTFIT_H
