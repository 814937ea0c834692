// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From a kernel's syntax tree and the types and values of its parameters to tk IR.
#ifndef TKC_ELABORATE_ELABORATE_H
#define TKC_ELABORATE_ELABORATE_H

#include "tkc/Diagnostics/Diagnostics.h"
#include "tkc/Elaborate/Budget.h"
#include "tkc/Elaborate/OpTable.h"
#include "tkc/Elaborate/Semantic/Semantic.h"
#include "tkc/Evaluate/Evaluator.h"
#include "tkc/Evaluate/Specialization.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

#include "llvm/ADT/DenseSet.h"

namespace tkc::elaborate {

/// What one parameter of a kernel is specialised to.
struct KernelArgument {
  enum class Kind : uint8_t {
    Constant, // known at compile time; not passed at launch
    Scalar,   // an integer, float or pointer
    Descriptor,
    Tuple,
  };

  Kind kind = Kind::Constant;
  Object constant;
  /// Of a scalar its type, of a descriptor the type with element and block shape.
  DType type;
  /// The value or address is a multiple of it.
  int32_t divisibility = 1;
  /// Of a pointer: no other argument leads to what the kernel accesses through it, or nobody writes it.
  bool isNoAlias = false;
  /// Of a tuple its items; of a descriptor its base, its shape and its strides, each a scalar or a constant.
  std::vector<KernelArgument> items;
  /// Of a tuple: the class of a named one, else null.
  std::shared_ptr<evaluate::ClassObject> tupleClass;
  /// Where its type is stated.
  SourceRange range;
};

/// The argument for a parameter whose type or value is decided.
KernelArgument makeArgument(const evaluate::SpecializedParameter &parameter);

struct KernelOptions {
  TargetFacts target;
  /// Emits device assertions, and those of integers that do not overflow.
  bool isDebug = false;
  bool sanitizesOverflow = true;
  /// The id of the kernel's first op.
  int32_t firstId = 1;
  /// What the elaboration may cost.
  Budget budget;
  /// Attributes of the module, for example "num_warps" becomes `tk.num_warps`.
  std::vector<std::pair<std::string, int32_t>> moduleAttributes;
  /// Gets the statements that are elaborated; null when nobody asks.
  llvm::DenseSet<const ast::Stmt *> *reached = nullptr;
};

struct Elaboration {
  /// Null after errors.
  mlir::OwningOpRef<mlir::ModuleOp> module;
  OpTable ops;
};

/// Elaborates the body of `kernel` with one argument a parameter. The function of the module has the kernel's name and,
/// in source order, an argument for each scalar, also in tuples and descriptors.
Elaboration elaborateKernel(const evaluate::FunctionObject &kernel, const std::vector<KernelArgument> &arguments,
                            const KernelOptions &options, mlir::MLIRContext &context, evaluate::Evaluator &evaluator,
                            DiagnosticEngine &diagnostics);

} // namespace tkc::elaborate

#endif // TKC_ELABORATE_ELABORATE_H
