// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Masked loads whose elements decide branches.
#ifndef TKC_LIB_CONVERSION_TKGTOLLVM_BRANCHEDLOADS_H
#define TKC_LIB_CONVERSION_TKGTOLLVM_BRANCHEDLOADS_H

#include "mlir/IR/BuiltinOps.h"

namespace tkc {

/// Gives masked loads without `other` zeros where what is computed from their elements reaches code with branches, such
/// as the sine of libdevice. Elsewhere the elements that are not read may be anything. There, anything would choose a
/// branch: the slow one of a sine for a large number, which all lanes of the warp wait for.
void fillBranchedLoads(mlir::ModuleOp module);

} // namespace tkc

#endif // TKC_LIB_CONVERSION_TKGTOLLVM_BRANCHEDLOADS_H
