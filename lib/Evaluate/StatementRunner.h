// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs statements for the evaluator; one function a kind of statement.
#ifndef TKC_EVALUATE_STATEMENTRUNNER_H
#define TKC_EVALUATE_STATEMENTRUNNER_H

#include "tkc/AST/Visitor.h"
#include "tkc/Evaluate/Evaluator.h"

namespace tkc::evaluate {

class StatementRunner : public ast::StmtVisitor<StatementRunner, Completion> {
public:
  StatementRunner(Evaluator &evaluator, Scope &scope) : evaluator(evaluator), scope(scope) {}

  Completion run(const ast::Block &block);

  Completion visitExpressionStmt(const ast::ExpressionStmt &stmt);
  Completion visitAssignStmt(const ast::AssignStmt &stmt);
  Completion visitAugAssignStmt(const ast::AugAssignStmt &stmt);
  Completion visitAnnAssignStmt(const ast::AnnAssignStmt &stmt);
  Completion visitTypeAliasStmt(const ast::TypeAliasStmt &) { return {}; }
  Completion visitIfStmt(const ast::IfStmt &stmt);
  Completion visitWhileStmt(const ast::WhileStmt &stmt);
  Completion visitForStmt(const ast::ForStmt &stmt);
  Completion visitWithStmt(const ast::WithStmt &stmt);
  Completion visitMatchStmt(const ast::MatchStmt &stmt);
  Completion visitTryStmt(const ast::TryStmt &stmt);
  Completion visitReturnStmt(const ast::ReturnStmt &stmt);
  Completion visitRaiseStmt(const ast::RaiseStmt &stmt);
  Completion visitAssertStmt(const ast::AssertStmt &stmt);
  Completion visitDeleteStmt(const ast::DeleteStmt &stmt);
  Completion visitImportStmt(const ast::ImportStmt &stmt);
  Completion visitImportFromStmt(const ast::ImportFromStmt &stmt);
  Completion visitGlobalStmt(const ast::GlobalStmt &stmt);
  Completion visitNonlocalStmt(const ast::NonlocalStmt &stmt);
  Completion visitPassStmt(const ast::PassStmt &) { return {}; }
  Completion visitBreakStmt(const ast::BreakStmt &) { return {Completion::Kind::Break, {}}; }
  Completion visitContinueStmt(const ast::ContinueStmt &) { return {Completion::Kind::Continue, {}}; }
  Completion visitFunctionDefStmt(const ast::FunctionDefStmt &stmt);
  Completion visitClassDefStmt(const ast::ClassDefStmt &stmt);

private:
  /// True at module level outside of `try`: nothing that goes wrong there stops the module.
  bool isTolerant() const;
  /// Turns the Unknown of a Python exception into a raise, where somebody may catch it.
  Completion settle(const Object &value) const;
  Completion bind(const ast::Identifier &name, const Object &value);
  /// What is left of a statement that can't be decided: everything that it may assign becomes Unknown. Where values of
  /// the run time decide, so does what the function gives: it may have changed objects or not.
  Completion giveUp(const std::vector<const ast::Block *> &blocks, const Object &reason, bool isOfRunTime = false);
  /// Defines functions and classes of a branch that may or may not be taken.
  void runDefinitions(const ast::Block &block);
  Completion runLoopBody(const ast::Block &body, bool &isLeft);
  Completion runHandlers(const ast::TryStmt &stmt, const Completion &raised);
  bool handles(const ast::ExceptHandler &handler, const UnknownObject &raised);
  Object importedAttribute(const Object &module, std::string_view name, const ast::ImportFromStmt &stmt);
  Completion importAll(const Object &module, SourceRange range);
  /// Matches a pattern and binds its names; nothing when it can't be decided.
  std::optional<bool> matches(const ast::Pattern &pattern, const Object &value);
  std::optional<bool> matchesSequence(const ast::SequencePattern &pattern, const Object &value);
  std::optional<bool> matchesMapping(const ast::MappingPattern &pattern, const Object &value);
  std::optional<bool> matchesClass(const ast::ClassPattern &pattern, const Object &value);
  /// Binds a name of a pattern; nothing, and `captureProblem`, where that must not be.
  std::optional<bool> capture(const ast::Identifier &name, const Object &value);

  Evaluator &evaluator;
  Scope &scope;
  Object captureProblem;
};

} // namespace tkc::evaluate

#endif // TKC_EVALUATE_STATEMENTRUNNER_H
