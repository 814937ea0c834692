// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Uses MLIR where only LLVM is allowed.
#include "tkc/Top/Top.h"

#include "mlir/IR/Builders.h"
