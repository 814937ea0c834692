// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Places, errors and budgets of the elaboration.
#include "Elaborator.h"

namespace tkc::elaborate {

Elaborator::Elaborator(mlir::MLIRContext *context, DiagnosticEngine &diagnostics, evaluate::Evaluator &evaluator,
                       TargetFacts target, bool isDebug)
    : builder(context), diagnostics(diagnostics), identity(context), semantic(builder, diagnostics, target),
      contents(evaluator), runTimeOperations(semantic, identity, contents), evaluator(evaluator),
      evaluatedSteps(evaluator.steps()), isDebug(isDebug) {
  builder.setListener(&identity);
  evaluator.takeRefusedChange(); // another kernel's
  evaluator.setOpaqueOperations(&runTimeOperations);
  semantic.setCallFunction([this](const Object &function, llvm::ArrayRef<Object> arguments) {
    return callForSemantic(function, arguments);
  });
}

Elaborator::~Elaborator() { evaluator.setOpaqueOperations(nullptr); }

Semantic &Elaborator::at(SourceRange range) {
  identity.setRange(range);
  semantic.setPlace(identity.range(), identity.location());
  return semantic;
}

mlir::Location Elaborator::locationOf(SourceRange range) {
  at(range);
  return identity.location();
}

Object Elaborator::failed(DiagnosticKind kind, SourceRange range) {
  report(kind, range);
  return poison();
}

Object Elaborator::orPoison(mlir::FailureOr<Object> result) { return mlir::failed(result) ? poison() : *result; }

bool Elaborator::reportRefusedChange(SourceRange range) {
  std::optional<SourceRange> change = evaluator.takeRefusedChange();
  if (!change) {
    return false;
  }
  DiagnosticBuilder builder = report(DiagnosticKind::MutationAtRunTime, range);
  if (*change != range) {
    builder.note(*change, "it would change here");
    isExhausted = true; // what is evaluated next may rely on the change
  }
  return true;
}

Object Elaborator::known(Object value, SourceRange range) {
  if (reportRefusedChange(range)) {
    return poison();
  }
  std::optional<evaluate::MissingImport> import =
      value.isBuiltin() ? evaluate::findMissingImport(value.builtinName()) : std::nullopt;
  if (import) {
    report(DiagnosticKind::ImportNotFound, range) << import->name << import->module;
    return poison();
  }
  if (!value.isUnknown()) {
    return value;
  }
  const evaluate::UnknownObject &unknown = value.asUnknown();
  bool isRaised = !unknown.exception.empty();
  DiagnosticBuilder builder =
      report(isRaised ? DiagnosticKind::CompileTimeException : DiagnosticKind::ValueNotKnown, range);
  if (isRaised) {
    builder << unknown.exception;
  }
  builder << unknown.reason;
  if (unknown.range.isValid() && unknown.range != range) {
    builder.note(unknown.range, isRaised ? "raised here" : "it comes from here");
  }
  return poison();
}

std::optional<bool> Elaborator::truthOf(const Object &value, SourceRange range) {
  std::optional<bool> truth = evaluator.truth(value);
  reportRefusedChange(range);
  return truth;
}

bool Elaborator::spendEvaluated(SourceRange range) {
  if (reportRefusedChange(range)) {
    return false;
  }
  constexpr uint64_t evaluatedAStep = 16;
  uint64_t steps = (evaluator.steps() - evaluatedSteps) / evaluatedAStep;
  evaluatedSteps += steps * evaluatedAStep;
  return spend(steps, range);
}

Contents Elaborator::contentsOf(const Object &value, SourceRange range) {
  Contents result = contents.of(value);
  spend(contents.takeSteps(), range);
  return result;
}

bool Elaborator::spendOnParts(const Object &value, SourceRange range) {
  constexpr uint64_t piecesAStep = 8;
  return spend(contentsOf(value, range).pieces / piecesAStep, range);
}

Object Elaborator::refuseNested(Object value, SourceRange range) {
  return contentsOf(value, range).isBounded()
             ? value
             : known(Object::unknown("it holds itself, is nested too deep, or has too many parts", range), range);
}

void Elaborator::refuseNested(Environment &environment) {
  for (auto &[name, binding] : environment.names) {
    binding.value = refuseNested(std::move(binding.value), binding.definition);
  }
  if (environment.returnValue) {
    *environment.returnValue = refuseNested(std::move(*environment.returnValue), environment.returnRange);
  }
}

bool Elaborator::spend(uint64_t steps, SourceRange range) {
  if (isExhausted) {
    return false;
  }
  if (steps <= budget.steps) {
    budget.steps -= steps;
    return true;
  }
  isExhausted = true;
  report(DiagnosticKind::ElaborationTooLong, range)
      .hint("`tl.static_range` and recursion repeat their bodies; use `range` for long loops");
  return false;
}

mlir::FailureOr<llvm::SmallVector<Object>> Elaborator::callForSemantic(const Object &function,
                                                                       llvm::ArrayRef<Object> arguments) {
  SourceRange range = identity.range();
  RunTimeRegion region(*this, evaluate::Birth::now());
  Object result = call(function, {std::vector<Object>(arguments.begin(), arguments.end()), {}}, range);
  at(range);
  if (hasPoison(result)) {
    return mlir::failure();
  }
  if (result.isSequence()) {
    return llvm::SmallVector<Object>(result.items().begin(), result.items().end());
  }
  return llvm::SmallVector<Object>{result};
}

std::string describe(ast::NodeKind kind) {
  switch (kind) {
  case ast::NodeKind::BytesExpr:
    return "a bytes literal";
  case ast::NodeKind::ImaginaryExpr:
    return "an imaginary number";
  case ast::NodeKind::StarredExpr:
    return "a starred expression";
  case ast::NodeKind::AwaitExpr:
    return "`await`";
  case ast::NodeKind::YieldExpr:
  case ast::NodeKind::YieldFromExpr:
    return "`yield`";
  case ast::NodeKind::TypeAliasStmt:
    return "`type`";
  case ast::NodeKind::WithStmt:
    return "`with`";
  case ast::NodeKind::MatchStmt:
    return "`match`";
  case ast::NodeKind::TryStmt:
    return "`try`";
  case ast::NodeKind::ImportStmt:
  case ast::NodeKind::ImportFromStmt:
    return "`import`";
  case ast::NodeKind::GlobalStmt:
    return "`global`";
  case ast::NodeKind::NonlocalStmt:
    return "`nonlocal`";
  case ast::NodeKind::ClassDefStmt:
    return "`class`";
  default:
    return std::string(ast::nodeKindName(kind));
  }
}

} // namespace tkc::elaborate
