// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What to change where a kernel needs more than its target has.
#ifndef TKC_LIB_COMPILE_NEARESTFIT_H
#define TKC_LIB_COMPILE_NEARESTFIT_H

#include "ConfigChoice.h"

namespace tkc {

/// Whether the diagnostic says that a kernel, as it is specialised, needs too much.
bool isMisfit(const Diagnostic &diagnostic);

/// A change with which a kernel fits.
struct NearestFit {
  /// What a user would change, such as "`BLOCK_N` = 128" or "num_warps = 8".
  std::string change;
  evaluate::Specialization specialization;
};

/// The smallest changes with which a specialisation fits, best first: more warps if `mayAddWarps`, a tile of half the
/// size in one dimension, else in two. At most three; none where no such change helps. Each is tried.
std::vector<NearestFit> findNearestFits(const evaluate::Specialization &specialization, bool mayAddWarps,
                                        ConfigTrial trial);

} // namespace tkc

#endif // TKC_LIB_COMPILE_NEARESTFIT_H
