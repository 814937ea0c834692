// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A walk over statements and expressions that collects reads and bindings, and a backward one for what is read later.
#include "NameUse.h"

namespace tkc::elaborate {

namespace {

/// Collects reads and bindings. Inside nested functions nothing is bound for the outside.
class Collector {
public:
  Collector(NameSet &reads, NameSet *bound, NameSet *nested = nullptr) : reads(reads), bound(bound), nested(nested) {}

  void block(Statements statements) {
    for (const ast::Stmt *stmt : statements) {
      statement(*stmt);
    }
  }
  void block(const ast::Block &statements) { block(statementsOf(statements)); }
  void expression(const ast::Expr *expr);
  void target(const ast::Expr *expr);
  void function(const ast::List<ast::Parameter> &parameters, const ast::Block *body, const ast::Expr *value);

private:
  void statement(const ast::Stmt &stmt);
  void compound(const ast::Stmt &stmt);
  void pattern(const ast::Pattern *pattern);
  void match(const ast::MatchStmt &stmt);
  void attempt(const ast::TryStmt &stmt);
  void definition(const ast::FunctionDefStmt &stmt);
  void parts(const ast::Expr *expr);
  void comprehension(const ast::ComprehensionExpr &expr);

  void bind(std::string_view name) {
    if (bound && !name.empty()) {
      bound->insert(llvm::StringRef(name));
    }
  }
  void expressions(const ast::List<const ast::Expr *> &list) {
    for (const ast::Expr *expr : list) {
      expression(expr);
    }
  }

  NameSet &reads;
  NameSet *bound;
  NameSet *nested; // what nested functions read
};

void Collector::target(const ast::Expr *expr) {
  if (const auto *name = llvm::dyn_cast<ast::NameExpr>(expr)) {
    bind(name->name);
  } else if (const auto *tuple = llvm::dyn_cast<ast::TupleExpr>(expr)) {
    for (const ast::Expr *element : tuple->elements) {
      target(element);
    }
  } else if (const auto *list = llvm::dyn_cast<ast::ListExpr>(expr)) {
    for (const ast::Expr *element : list->elements) {
      target(element);
    }
  } else if (const auto *starred = llvm::dyn_cast<ast::StarredExpr>(expr)) {
    target(starred->value);
  } else {
    expression(expr);
  }
}

void Collector::statement(const ast::Stmt &stmt) {
  switch (stmt.kind) {
  case ast::NodeKind::ExpressionStmt:
    return expression(llvm::cast<ast::ExpressionStmt>(stmt).value);
  case ast::NodeKind::AssignStmt: {
    const auto &assign = llvm::cast<ast::AssignStmt>(stmt);
    expression(assign.value);
    for (const ast::Expr *each : assign.targets) {
      target(each);
    }
    return;
  }
  case ast::NodeKind::AugAssignStmt: {
    const auto &assign = llvm::cast<ast::AugAssignStmt>(stmt);
    expression(assign.target);
    expression(assign.value);
    return target(assign.target);
  }
  case ast::NodeKind::AnnAssignStmt: {
    const auto &assign = llvm::cast<ast::AnnAssignStmt>(stmt);
    expression(assign.annotation);
    expression(assign.value);
    return assign.value ? target(assign.target) : void();
  }
  case ast::NodeKind::ReturnStmt:
    return expression(llvm::cast<ast::ReturnStmt>(stmt).value);
  case ast::NodeKind::AssertStmt:
    expression(llvm::cast<ast::AssertStmt>(stmt).condition);
    return expression(llvm::cast<ast::AssertStmt>(stmt).message);
  case ast::NodeKind::RaiseStmt:
    return expression(llvm::cast<ast::RaiseStmt>(stmt).exception);
  case ast::NodeKind::DeleteStmt: // needs the names, and has them mean something else behind it
    for (const ast::Expr *each : llvm::cast<ast::DeleteStmt>(stmt).targets) {
      expression(each);
      target(each);
    }
    return;
  default:
    return compound(stmt);
  }
}

void Collector::compound(const ast::Stmt &stmt) {
  if (const auto *branch = llvm::dyn_cast<ast::IfStmt>(&stmt)) {
    expression(branch->condition);
    block(branch->thenBody);
    block(branch->elseBody);
  } else if (const auto *loop = llvm::dyn_cast<ast::WhileStmt>(&stmt)) {
    expression(loop->condition);
    block(loop->body);
    block(loop->elseBody);
  } else if (const auto *loop = llvm::dyn_cast<ast::ForStmt>(&stmt)) {
    expression(loop->iterable);
    target(loop->target);
    block(loop->body);
    block(loop->elseBody);
  } else if (const auto *with = llvm::dyn_cast<ast::WithStmt>(&stmt)) {
    for (const ast::WithItem &item : with->items) {
      expression(item.context);
      if (item.target) {
        target(item.target);
      }
    }
    block(with->body);
  } else if (const auto *selection = llvm::dyn_cast<ast::MatchStmt>(&stmt)) {
    match(*selection);
  } else if (const auto *tried = llvm::dyn_cast<ast::TryStmt>(&stmt)) {
    attempt(*tried);
  } else if (const auto *nested = llvm::dyn_cast<ast::FunctionDefStmt>(&stmt)) {
    definition(*nested);
  }
}

void Collector::definition(const ast::FunctionDefStmt &stmt) {
  for (const ast::Decorator &decorator : stmt.decorators) {
    expression(decorator.expr);
  }
  function(stmt.parameters, &stmt.body, nullptr);
  bind(stmt.name.text);
}

void Collector::function(const ast::List<ast::Parameter> &parameters, const ast::Block *body, const ast::Expr *value) {
  NameSet readInside;
  Collector inside(readInside, nullptr);
  for (const ast::Parameter &parameter : parameters) {
    inside.expression(parameter.annotation);
    expression(parameter.defaultValue);
  }
  if (body) {
    inside.block(*body);
  }
  inside.expression(value);
  reads.set_union(readInside);
  if (nested) {
    nested->set_union(readInside);
  }
}

void Collector::attempt(const ast::TryStmt &stmt) {
  block(stmt.body);
  for (const ast::ExceptHandler &handler : stmt.handlers) {
    block(handler.body);
  }
  block(stmt.elseBody);
  block(stmt.finallyBody);
}

void Collector::match(const ast::MatchStmt &stmt) {
  expression(stmt.subject);
  for (const ast::MatchCase &matchCase : stmt.cases) {
    pattern(matchCase.pattern);
    expression(matchCase.guard);
    block(matchCase.body);
  }
}

void Collector::pattern(const ast::Pattern *pattern) {
  if (const auto *value = llvm::dyn_cast<ast::ValuePattern>(pattern)) {
    expression(value->value);
  } else if (const auto *capture = llvm::dyn_cast<ast::CapturePattern>(pattern)) {
    bind(capture->name.text);
  } else if (const auto *star = llvm::dyn_cast<ast::StarPattern>(pattern)) {
    bind(star->name.text);
  } else if (const auto *as = llvm::dyn_cast<ast::AsPattern>(pattern)) {
    this->pattern(as->pattern);
    bind(as->name.text);
  } else if (const auto *sequence = llvm::dyn_cast<ast::SequencePattern>(pattern)) {
    for (const ast::Pattern *element : sequence->elements) {
      this->pattern(element);
    }
  } else if (const auto *alternatives = llvm::dyn_cast<ast::OrPattern>(pattern)) {
    for (const ast::Pattern *element : alternatives->alternatives) {
      this->pattern(element);
    }
  }
}

void Collector::comprehension(const ast::ComprehensionExpr &expr) {
  for (const ast::ComprehensionClause &clause : expr.clauses) {
    expression(clause.iterable);
    expressions(clause.conditions);
  }
  expression(expr.element);
  expression(expr.value);
}

void Collector::expression(const ast::Expr *expr) {
  if (!expr) {
    return;
  }
  if (const auto *name = llvm::dyn_cast<ast::NameExpr>(expr)) {
    reads.insert(llvm::StringRef(name->name));
  } else if (const auto *walrus = llvm::dyn_cast<ast::WalrusExpr>(expr)) {
    expression(walrus->value);
    bind(walrus->target->name);
  } else if (const auto *lambda = llvm::dyn_cast<ast::LambdaExpr>(expr)) {
    function(lambda->parameters, nullptr, lambda->body);
  } else {
    parts(expr);
  }
}

void Collector::parts(const ast::Expr *expr) {
  switch (expr->kind) {
  case ast::NodeKind::TupleExpr:
    return expressions(llvm::cast<ast::TupleExpr>(expr)->elements);
  case ast::NodeKind::ListExpr:
    return expressions(llvm::cast<ast::ListExpr>(expr)->elements);
  case ast::NodeKind::SetExpr:
    return expressions(llvm::cast<ast::SetExpr>(expr)->elements);
  case ast::NodeKind::DictExpr:
    for (const ast::DictItem &item : llvm::cast<ast::DictExpr>(expr)->items) {
      expression(item.key);
      expression(item.value);
    }
    return;
  case ast::NodeKind::FormatStringExpr:
    for (const ast::FormatPart &part : llvm::cast<ast::FormatStringExpr>(expr)->parts) {
      expression(part.value);
      expression(part.formatSpec);
    }
    return;
  case ast::NodeKind::ComprehensionExpr:
    return comprehension(*llvm::cast<ast::ComprehensionExpr>(expr));
  case ast::NodeKind::AttributeExpr:
    return expression(llvm::cast<ast::AttributeExpr>(expr)->object);
  case ast::NodeKind::SubscriptExpr:
    expression(llvm::cast<ast::SubscriptExpr>(expr)->object);
    return expression(llvm::cast<ast::SubscriptExpr>(expr)->index);
  case ast::NodeKind::SliceExpr:
    expression(llvm::cast<ast::SliceExpr>(expr)->lower);
    expression(llvm::cast<ast::SliceExpr>(expr)->upper);
    return expression(llvm::cast<ast::SliceExpr>(expr)->step);
  case ast::NodeKind::CallExpr:
    expression(llvm::cast<ast::CallExpr>(expr)->callee);
    for (const ast::Argument &argument : llvm::cast<ast::CallExpr>(expr)->arguments) {
      expression(argument.value);
    }
    return;
  case ast::NodeKind::UnaryExpr:
    return expression(llvm::cast<ast::UnaryExpr>(expr)->operand);
  case ast::NodeKind::BinaryExpr:
    expression(llvm::cast<ast::BinaryExpr>(expr)->left);
    return expression(llvm::cast<ast::BinaryExpr>(expr)->right);
  case ast::NodeKind::BoolOpExpr:
    return expressions(llvm::cast<ast::BoolOpExpr>(expr)->operands);
  case ast::NodeKind::CompareExpr:
    expression(llvm::cast<ast::CompareExpr>(expr)->first);
    for (const ast::Comparison &comparison : llvm::cast<ast::CompareExpr>(expr)->comparisons) {
      expression(comparison.operand);
    }
    return;
  case ast::NodeKind::ConditionalExpr:
    expression(llvm::cast<ast::ConditionalExpr>(expr)->condition);
    expression(llvm::cast<ast::ConditionalExpr>(expr)->thenValue);
    return expression(llvm::cast<ast::ConditionalExpr>(expr)->elseValue);
  case ast::NodeKind::StarredExpr:
    return expression(llvm::cast<ast::StarredExpr>(expr)->value);
  default:
    return;
  }
}

/// Goes backward through statements with the set of names that are read later.
class BackwardReads {
public:
  explicit BackwardReads(const NameSet &atJump, unsigned depth = 0) : atJump(atJump), depth(depth) {}

  NameSet before(Statements statements, NameSet live) {
    for (const ast::Stmt *stmt : llvm::reverse(statements)) {
      live = before(*stmt, std::move(live));
    }
    return live;
  }

private:
  NameSet before(const ast::Stmt &stmt, NameSet live);
  NameSet beforeBranch(const ast::IfStmt &stmt, const NameSet &live);
  NameSet beforeLoop(const ast::Block &body, const ast::Block &elseBody, const ast::Expr *target, const ast::Expr &head,
                     const NameSet &live);

  /// Names that `stmt` reads, after removing those that it surely binds.
  static NameSet plain(const ast::Stmt &stmt, NameSet live, bool binds) {
    const ast::Stmt *one = &stmt;
    NameSet reads;
    NameSet bound;
    collectUses(Statements(one), reads, bound);
    if (binds) {
      live.set_subtract(bound);
    }
    live.set_union(reads);
    return live;
  }

  /// Each loop around a body doubles the work; deeper ones are taken to bind nothing.
  static constexpr unsigned mostLoops = 4;

  const NameSet &atJump;
  unsigned depth;
};

/// Names read at the head of a loop: in its body before they are bound there, or behind it.
NameSet readAtHead(Statements body, const NameSet &after, unsigned depth) {
  NameSet head = BackwardReads(after, depth).before(body, after);
  head.set_union(after);
  return BackwardReads(head, depth).before(body, head);
}

NameSet BackwardReads::beforeBranch(const ast::IfStmt &stmt, const NameSet &live) {
  NameSet result = before(statementsOf(stmt.thenBody), live);
  result.set_union(before(statementsOf(stmt.elseBody), live));
  NameSet bound;
  collectUses(*stmt.condition, result, bound);
  return result;
}

/// A loop may run zero times, so it binds nothing for sure; but what its body binds before it reads it is not read from
/// before the loop.
NameSet BackwardReads::beforeLoop(const ast::Block &body, const ast::Block &elseBody, const ast::Expr *target,
                                  const ast::Expr &head, const NameSet &live) {
  NameSet behind = before(statementsOf(elseBody), live);
  behind.set_union(live);
  NameSet bound;
  NameSet atHead = behind;
  collectUses(head, atHead, bound);
  NameSet result = readAtHead(statementsOf(body), atHead, depth + 1);
  if (target) {
    collectTargetNames(*target, bound);
    result.set_subtract(bound);
  }
  result.set_union(atHead);
  return result;
}

NameSet BackwardReads::before(const ast::Stmt &stmt, NameSet live) {
  if (const auto *loop = llvm::dyn_cast<ast::ForStmt>(&stmt); loop && depth < mostLoops) {
    return beforeLoop(loop->body, loop->elseBody, loop->target, *loop->iterable, live);
  }
  if (const auto *loop = llvm::dyn_cast<ast::WhileStmt>(&stmt); loop && depth < mostLoops) {
    return beforeLoop(loop->body, loop->elseBody, nullptr, *loop->condition, live);
  }
  switch (stmt.kind) {
  case ast::NodeKind::IfStmt:
    return beforeBranch(llvm::cast<ast::IfStmt>(stmt), live);
  case ast::NodeKind::AssignStmt:
  case ast::NodeKind::AnnAssignStmt:
  case ast::NodeKind::FunctionDefStmt:
    return plain(stmt, std::move(live), /*binds=*/true);
  case ast::NodeKind::BreakStmt:
  case ast::NodeKind::ContinueStmt:
    return atJump;
  case ast::NodeKind::ReturnStmt:
  case ast::NodeKind::RaiseStmt:
    return plain(stmt, {}, /*binds=*/false);
  default:
    return plain(stmt, std::move(live), /*binds=*/false);
  }
}

} // namespace

void collectUses(const ast::Expr &expr, NameSet &reads, NameSet &bound) { Collector(reads, &bound).expression(&expr); }

void collectUses(Statements statements, NameSet &reads, NameSet &bound) { Collector(reads, &bound).block(statements); }

void collectTargetNames(const ast::Expr &target, NameSet &bound) {
  NameSet reads;
  Collector(reads, &bound).target(&target);
}

NameSet namesReadByNestedFunctions(Statements statements) {
  NameSet reads;
  NameSet nested;
  Collector(reads, nullptr, &nested).block(statements);
  return nested;
}

NameSet namesReadFrom(Statements statements, const NameSet &after, const NameSet &atJump) {
  return BackwardReads(atJump).before(statements, after);
}

NameSet namesReadAtLoopHead(Statements body, const NameSet &after) { return readAtHead(body, after, 0); }

} // namespace tkc::elaborate
