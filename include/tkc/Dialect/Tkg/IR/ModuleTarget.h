// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The machine that a module is compiled for.
#ifndef TKC_DIALECT_TKG_IR_MODULETARGET_H
#define TKC_DIALECT_TKG_IR_MODULETARGET_H

#include "tkc/Arch/Target.h"
#include "tkc/Dialect/Tkg/IR/Tkg.h"

namespace tkc::tkg {

/// The machine of the module that `op` is or stands in; nothing where the module names none, or one that is not known,
/// which `error` then says.
inline std::optional<Target> getTarget(mlir::Operation *op, std::string *error = nullptr) {
  auto module = llvm::dyn_cast<mlir::ModuleOp>(op);
  return parseTarget(getTargetName(module ? module : op->getParentOfType<mlir::ModuleOp>()).str(), error);
}

} // namespace tkc::tkg

#endif // TKC_DIALECT_TKG_IR_MODULETARGET_H
