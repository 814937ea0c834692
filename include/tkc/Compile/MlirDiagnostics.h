// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Errors, warnings and remarks of MLIR passes as diagnostics of the catalogue, at ranges of the source.
#ifndef TKC_COMPILE_MLIRDIAGNOSTICS_H
#define TKC_COMPILE_MLIRDIAGNOSTICS_H

#include "tkc/Diagnostics/Diagnostics.h"

#include "mlir/IR/Diagnostics.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace tkc {

/// The range in the source that a location speaks of; an empty range when it speaks of none.
using RangeOfLocation = std::function<SourceRange(mlir::Location)>;

/// While it lives, diagnostics of the context go to `engine`. A message that ends with the name of a catalogue entry in
/// brackets, as passes write what is the user's to mend, becomes that entry; any other error is an internal one.
class MlirDiagnosticHandler {
public:
  MlirDiagnosticHandler(mlir::MLIRContext &context, DiagnosticEngine &engine, RangeOfLocation rangeOf);

  /// True when a pass failed with an error that is not in the catalogue.
  bool hasInternalError() const { return foundInternalError; }

private:
  void handle(mlir::Diagnostic &diagnostic);

  DiagnosticEngine &engine;
  RangeOfLocation rangeOf;
  bool foundInternalError = false;
  mlir::ScopedDiagnosticHandler handler;
};

} // namespace tkc

#endif // TKC_COMPILE_MLIRDIAGNOSTICS_H
