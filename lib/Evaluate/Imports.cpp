// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// `import` and `from … import` at compile time.
#include "BuiltinTables.h"
#include "StatementRunner.h"

namespace tkc::evaluate {

using namespace ast;
using Kind = Completion::Kind;

/// The module that a dotted name starts with.
static std::string_view firstName(std::string_view dotted) { return dotted.substr(0, dotted.find('.')); }

Completion StatementRunner::visitImportStmt(const ImportStmt &stmt) {
  const SourceModule *importer = evaluator.sourceOf(scope.module);
  for (const ImportedName &name : stmt.names) {
    Object module = evaluator.importModule(name.name.text, 0, importer, name.name.range);
    bool isWhole = !name.alias.empty();
    Object bound = isWhole || module.isUnknown()
                       ? module
                       : evaluator.importModule(firstName(name.name.text), 0, importer, name.name.range);
    Object problem = evaluator.assignName(name.boundName(), bound, scope, name.name.range);
    Completion completion = settle(problem.isUnknown() ? problem : module);
    bool isHost = module.is(ObjectKind::Module) && module.asModule().isHost;
    if (completion.isNormal() && isHost && evaluator.openTries != 0 && !evaluator.isKnownHostModule(name.name.text)) {
      completion = settle(evaluator.missingModule(name.name.text, name.name.range));
    }
    if (!completion.isNormal()) {
      return completion;
    }
  }
  return {};
}

Object StatementRunner::importedAttribute(const Object &module, std::string_view name, const ImportFromStmt &stmt) {
  Object value = evaluator.attribute(module, name, stmt.range);
  if (!value.isUnknown() || value.asUnknown().exception != "AttributeError") {
    return value;
  }
  // A module beside the file that is not there: as with other imports, the host program may need it.
  bool isModule = stmt.level > 0 && stmt.module.text.empty();
  if (isModule && evaluator.openTries == 0) {
    return hostBuiltin(std::string(stmt.level, '.') + std::string(name));
  }
  value.asUnknown().exception = "ImportError";
  return value;
}

Completion StatementRunner::importAll(const Object &module, SourceRange range) {
  for (auto &[name, value] : evaluator.publicNames(module)) {
    Completion completion = settle(evaluator.assignName(name, value, scope, range));
    if (!completion.isNormal()) {
      return completion;
    }
  }
  return {};
}

Completion StatementRunner::visitImportFromStmt(const ImportFromStmt &stmt) {
  const SourceModule *importer = evaluator.sourceOf(scope.module);
  Object module = evaluator.importModule(stmt.module.text, stmt.level, importer, stmt.range);
  bool isHost = module.is(ObjectKind::Module) && module.asModule().isHost;
  bool isMissing = isHost && evaluator.openTries != 0 && !evaluator.isKnownHostModule(stmt.module.text);
  if (isMissing) {
    return settle(evaluator.missingModule(stmt.module.text, stmt.range));
  }
  Completion completion = settle(module);
  for (size_t i = 0; completion.isNormal() && i < stmt.names.size(); ++i) {
    const ImportedName &name = stmt.names[i];
    if (name.name.text == "*") {
      completion = importAll(module, name.name.range);
      continue;
    }
    Object value = importedAttribute(module, name.name.text, stmt);
    Object problem = evaluator.assignName(name.boundName(), value, scope, name.name.range);
    completion = settle(problem.isUnknown() ? problem : value);
  }
  return completion;
}

} // namespace tkc::evaluate
