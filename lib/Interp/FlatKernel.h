// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From a kernel in the tk dialect to the engine's flat code.
#ifndef TKC_LIB_INTERP_FLATKERNEL_H
#define TKC_LIB_INTERP_FLATKERNEL_H

#include "tkc/Interp/Interpreter.h"

#include "Engine/Code.h"

namespace tkc::interp {

struct FlatKernel {
  Code code;
  /// What `Instruction::location` indexes.
  std::vector<mlir::Location> locations;
};

/// The engine's type for a scalar or the elements of a block; nothing for a type that kernels cannot have.
std::optional<ScalarType> scalarTypeOf(mlir::Type type);

/// Flattens the kernel with all functions that it calls. Adds to `problems` what it cannot.
FlatKernel flatten(mlir::func::FuncOp kernel, std::vector<Problem> &problems);

/// Finds the arguments whose memory the kernel may write, for `Code::writtenArguments`.
void findWrittenArguments(mlir::func::FuncOp kernel, Code &code);

} // namespace tkc::interp

#endif // TKC_LIB_INTERP_FLATKERNEL_H
