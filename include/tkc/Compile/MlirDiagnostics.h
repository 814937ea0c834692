// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Errors, warnings and remarks of MLIR passes as diagnostics of the catalogue, at ranges of the source.
#ifndef TKC_COMPILE_MLIRDIAGNOSTICS_H
#define TKC_COMPILE_MLIRDIAGNOSTICS_H

#include "tkc/Diagnostics/Diagnostics.h"

#include "mlir/IR/Diagnostics.h"

#include <functional>
#include <string>
#include <vector>

namespace tkc {

/// The range in the source that a location speaks of; an empty range when it speaks of none.
using RangeOfLocation = std::function<SourceRange(mlir::Location)>;

/// While it lives, diagnostics of the context go to `engine`. A message that ends with the name of a catalogue entry in
/// brackets, as passes write what is the user's to mend, becomes that entry; any other error is an internal one, and
/// any other warning or remark is dropped unless it is to be shown.
class MlirDiagnosticHandler {
public:
  MlirDiagnosticHandler(mlir::MLIRContext &context, DiagnosticEngine &engine, RangeOfLocation rangeOf);

  /// What is shown besides errors: "warnings", "remarks"; and with each "operations", "stacktraces".
  void show(const std::vector<std::string> &what);

  /// True when a pass failed with an error that is not in the catalogue.
  bool hasInternalError() const { return foundInternalError; }

private:
  void handle(mlir::Diagnostic &diagnostic);
  /// The entry for a message that names none; nothing when it is not shown.
  std::optional<DiagnosticKind> findUnnamedKind(mlir::DiagnosticSeverity severity);

  mlir::MLIRContext &context;
  DiagnosticEngine &engine;
  RangeOfLocation rangeOf;
  bool foundInternalError = false;
  bool showsWarnings = false, showsRemarks = false;
  mlir::ScopedDiagnosticHandler handler;
};

} // namespace tkc

#endif // TKC_COMPILE_MLIRDIAGNOSTICS_H
