// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loads of tiles to shared memory that no loop repeats: one copy by TMA each, which is waited for in its place.
#ifndef TKC_LIB_DIALECT_TKG_TRANSFORMS_SCHEDULE_SINGLECOPIES_H
#define TKC_LIB_DIALECT_TKG_TRANSFORMS_SCHEDULE_SINGLECOPIES_H

#include "mlir/IR/BuiltinOps.h"

namespace tkc::tkg {

/// Makes the loads copies where TMA can do them, and says why where it can't; of blocks of two dimensions or more that
/// do not go to shared memory as well. Leaves loads of loops that are pipelined. The number of copies.
unsigned copySinglesByTma(mlir::ModuleOp module);

} // namespace tkc::tkg

#endif
