// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// MLIR's diagnostics, sorted into the catalogue.
#include "tkc/Compile/MlirDiagnostics.h"

#include "llvm/ADT/StringMap.h"

namespace tkc {

static std::optional<DiagnosticKind> findKind(llvm::StringRef name) {
  static const llvm::StringMap<DiagnosticKind> kinds = [] {
    llvm::StringMap<DiagnosticKind> map;
    for (uint16_t i = 0; i < static_cast<uint16_t>(DiagnosticKind::NumKinds); ++i) {
      auto kind = static_cast<DiagnosticKind>(i);
      std::string_view name = diagnosticInfo(kind).name;
      map[llvm::StringRef(name.data(), name.size())] = kind;
    }
    return map;
  }();
  auto found = kinds.find(name);
  return found == kinds.end() ? std::nullopt : std::optional(found->second);
}

MlirDiagnosticHandler::MlirDiagnosticHandler(mlir::MLIRContext &context, DiagnosticEngine &engine,
                                             RangeOfLocation rangeOf)
    : engine(engine), rangeOf(std::move(rangeOf)), handler(&context, [this](mlir::Diagnostic &diagnostic) {
        handle(diagnostic);
        return mlir::success();
      }) {}

/// Cuts " [Name]" off the end of `text` if that names a catalogue entry.
static std::optional<DiagnosticKind> takeKind(std::string &text) {
  llvm::StringRef rest = text;
  if (!rest.consume_back("]")) {
    return std::nullopt;
  }
  auto [message, name] = rest.rsplit(" [");
  std::optional<DiagnosticKind> kind = findKind(name);
  if (kind) {
    text = message.str();
  }
  return kind;
}

void MlirDiagnosticHandler::handle(mlir::Diagnostic &diagnostic) {
  std::string text = diagnostic.str();
  std::optional<DiagnosticKind> kind = takeKind(text);
  if (!kind) {
    if (diagnostic.getSeverity() != mlir::DiagnosticSeverity::Error) {
      return;
    }
    foundInternalError = true;
    kind = DiagnosticKind::CompilerBug;
  }
  DiagnosticBuilder builder = engine.report(*kind, rangeOf(diagnostic.getLocation()));
  builder << text;
  for (mlir::Diagnostic &note : diagnostic.getNotes()) {
    builder.note(rangeOf(note.getLocation()), note.str());
  }
}

} // namespace tkc
