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
    : context(context), engine(engine), rangeOf(std::move(rangeOf)),
      handler(&context, [this](mlir::Diagnostic &diagnostic) {
        handle(diagnostic);
        return mlir::success();
      }) {
  show({});
}

void MlirDiagnosticHandler::show(const std::vector<std::string> &what) {
  auto isAsked = [&what](const char *word) { return llvm::is_contained(what, word); };
  showsWarnings = isAsked("warnings");
  showsRemarks = isAsked("remarks");
  context.printOpOnDiagnostic(isAsked("operations"));
  context.printStackTraceOnDiagnostic(isAsked("stacktraces"));
}

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

/// The arguments with which the format of the entry gives `text`; nothing when it cannot.
static std::optional<std::vector<std::string>> readArguments(llvm::StringRef format, llvm::StringRef text) {
  std::vector<std::string> arguments;
  while (true) {
    size_t open = format.find('{');
    if (!text.consume_front(format.take_front(open))) {
      return std::nullopt;
    }
    if (open == llvm::StringRef::npos) {
      return text.empty() ? std::optional(arguments) : std::nullopt;
    }
    format = format.drop_front(open + 1);
    size_t index;
    if (format.consumeInteger(10, index) || !format.consume_front("}")) {
      return std::nullopt;
    }
    llvm::StringRef next = format.take_until([](char c) { return c == '{'; });
    size_t end = next.empty() ? text.size() : text.find(next);
    arguments.resize(std::max(arguments.size(), index + 1));
    arguments[index] = text.take_front(end).str();
    text = text.substr(end);
  }
}

std::optional<DiagnosticKind> MlirDiagnosticHandler::findUnnamedKind(mlir::DiagnosticSeverity severity) {
  switch (severity) {
  case mlir::DiagnosticSeverity::Error:
    foundInternalError = true;
    return DiagnosticKind::CompilerBug;
  case mlir::DiagnosticSeverity::Warning:
    return showsWarnings ? std::optional(DiagnosticKind::PassWarning) : std::nullopt;
  case mlir::DiagnosticSeverity::Remark:
    return showsRemarks ? std::optional(DiagnosticKind::PassRemark) : std::nullopt;
  case mlir::DiagnosticSeverity::Note:
    return std::nullopt;
  }
  llvm_unreachable("all severities are handled");
}

void MlirDiagnosticHandler::handle(mlir::Diagnostic &diagnostic) {
  std::string text = diagnostic.str();
  std::optional<DiagnosticKind> kind = takeKind(text);
  if (!kind) {
    kind = findUnnamedKind(diagnostic.getSeverity());
  }
  if (!kind) {
    return;
  }
  std::string_view format = diagnosticInfo(*kind).format;
  auto arguments = readArguments(llvm::StringRef(format.data(), format.size()), text);
  DiagnosticBuilder builder =
      engine.report(arguments ? *kind : DiagnosticKind::CompilerBug, rangeOf(diagnostic.getLocation()));
  for (const std::string &argument : arguments.value_or(std::vector<std::string>{text})) {
    builder << argument;
  }
  for (mlir::Diagnostic &note : diagnostic.getNotes()) {
    builder.note(rangeOf(note.getLocation()), note.str());
  }
}

} // namespace tkc
