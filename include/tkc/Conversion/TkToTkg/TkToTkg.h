// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The conversion from tk to tkg.
#ifndef TKC_CONVERSION_TKTOTKG_TKTOTKG_H
#define TKC_CONVERSION_TKTOTKG_TKTOTKG_H

#include "tkc/Dialect/Tkg/IR/Tkg.h"

#include "mlir/Pass/Pass.h"

namespace tkc {

#define GEN_PASS_DECL
#include "tkc/Conversion/TkToTkg/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "tkc/Conversion/TkToTkg/Passes.h.inc"

} // namespace tkc

#endif // TKC_CONVERSION_TKTOTKG_TKTOTKG_H
