// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Walks over statements and expressions in source order.
#include "tkc/Evaluate/SyntaxWalk.h"

#include "tkc/AST/Pattern.h"

namespace tkc::evaluate {

using namespace ast;

using StmtVisit = std::function<void(const Stmt &)>;
using ExprVisit = std::function<void(const Expr &)>;

/// Calls `visit` with each block that is directly in a statement of control flow.
static void forEachInnerBlock(const Stmt &stmt, const std::function<void(const Block &)> &visit) {
  if (const auto *branch = llvm::dyn_cast<IfStmt>(&stmt)) {
    visit(branch->thenBody);
    visit(branch->elseBody);
  } else if (const auto *loop = llvm::dyn_cast<WhileStmt>(&stmt)) {
    visit(loop->body);
    visit(loop->elseBody);
  } else if (const auto *loop = llvm::dyn_cast<ForStmt>(&stmt)) {
    visit(loop->body);
    visit(loop->elseBody);
  } else if (const auto *with = llvm::dyn_cast<WithStmt>(&stmt)) {
    visit(with->body);
  } else if (const auto *match = llvm::dyn_cast<MatchStmt>(&stmt)) {
    for (const MatchCase &matchCase : match->cases) {
      visit(matchCase.body);
    }
  } else if (const auto *attempt = llvm::dyn_cast<TryStmt>(&stmt)) {
    visit(attempt->body);
    for (const ExceptHandler &handler : attempt->handlers) {
      visit(handler.body);
    }
    visit(attempt->elseBody);
    visit(attempt->finallyBody);
  }
}

void forEachStatement(const Block &block, const StmtVisit &visit) {
  for (const Stmt *stmt : block) {
    visit(*stmt);
    forEachInnerBlock(*stmt, [&](const Block &inner) { forEachStatement(inner, visit); });
  }
}

//===- Expressions -----------------------------------------------------------------------------------------------===//

namespace {

/// Hands the direct parts of an expression to a visitor.
class Parts {
public:
  explicit Parts(const ExprVisit &visit) : visit(visit) {}

  void one(const Expr *expr) {
    if (expr) {
      visit(*expr);
    }
  }
  void all(const List<const Expr *> &exprs) {
    for (const Expr *expr : exprs) {
      one(expr);
    }
  }
  void parameters(const List<Parameter> &list) {
    for (const Parameter &parameter : list) {
      one(parameter.annotation);
      one(parameter.defaultValue);
    }
  }
  void arguments(const List<Argument> &list) {
    for (const Argument &argument : list) {
      one(argument.value);
    }
  }
  void decorators(const List<Decorator> &list) {
    for (const Decorator &decorator : list) {
      one(decorator.expr);
    }
  }

  void of(const Expr &expr);
  void ofSimple(const Expr &expr);
  void of(const Stmt &stmt);

private:
  const ExprVisit &visit;
};

} // namespace

void Parts::ofSimple(const Expr &expr) {
  if (const auto *access = llvm::dyn_cast<AttributeExpr>(&expr)) {
    one(access->object);
  } else if (const auto *access = llvm::dyn_cast<SubscriptExpr>(&expr)) {
    one(access->object);
    one(access->index);
  } else if (const auto *slice = llvm::dyn_cast<SliceExpr>(&expr)) {
    one(slice->lower);
    one(slice->upper);
    one(slice->step);
  } else if (const auto *unary = llvm::dyn_cast<UnaryExpr>(&expr)) {
    one(unary->operand);
  } else if (const auto *binary = llvm::dyn_cast<BinaryExpr>(&expr)) {
    one(binary->left);
    one(binary->right);
  } else if (const auto *conditional = llvm::dyn_cast<ConditionalExpr>(&expr)) {
    one(conditional->condition);
    one(conditional->thenValue);
    one(conditional->elseValue);
  } else if (const auto *walrus = llvm::dyn_cast<WalrusExpr>(&expr)) {
    one(walrus->target);
    one(walrus->value);
  } else if (const auto *starred = llvm::dyn_cast<StarredExpr>(&expr)) {
    one(starred->value);
  } else if (const auto *yield = llvm::dyn_cast<YieldExpr>(&expr)) {
    one(yield->value);
  } else if (const auto *yield = llvm::dyn_cast<YieldFromExpr>(&expr)) {
    one(yield->value);
  } else if (const auto *await = llvm::dyn_cast<AwaitExpr>(&expr)) {
    one(await->value);
  }
}

void Parts::of(const Expr &expr) {
  if (const auto *tuple = llvm::dyn_cast<TupleExpr>(&expr)) {
    all(tuple->elements);
  } else if (const auto *list = llvm::dyn_cast<ListExpr>(&expr)) {
    all(list->elements);
  } else if (const auto *set = llvm::dyn_cast<SetExpr>(&expr)) {
    all(set->elements);
  } else if (const auto *dict = llvm::dyn_cast<DictExpr>(&expr)) {
    for (const DictItem &item : dict->items) {
      one(item.key);
      one(item.value);
    }
  } else if (const auto *comprehension = llvm::dyn_cast<ComprehensionExpr>(&expr)) {
    for (const ComprehensionClause &clause : comprehension->clauses) {
      one(clause.target);
      one(clause.iterable);
      all(clause.conditions);
    }
    one(comprehension->element);
    one(comprehension->value);
  } else if (const auto *call = llvm::dyn_cast<CallExpr>(&expr)) {
    one(call->callee);
    arguments(call->arguments);
  } else if (const auto *boolOp = llvm::dyn_cast<BoolOpExpr>(&expr)) {
    all(boolOp->operands);
  } else if (const auto *compare = llvm::dyn_cast<CompareExpr>(&expr)) {
    one(compare->first);
    for (const Comparison &comparison : compare->comparisons) {
      one(comparison.operand);
    }
  } else if (const auto *lambda = llvm::dyn_cast<LambdaExpr>(&expr)) {
    parameters(lambda->parameters);
    one(lambda->body);
  } else if (const auto *text = llvm::dyn_cast<FormatStringExpr>(&expr)) {
    for (const FormatPart &part : text->parts) {
      one(part.value);
      one(part.formatSpec);
    }
  } else {
    ofSimple(expr);
  }
}

void Parts::of(const Stmt &stmt) {
  if (const auto *expression = llvm::dyn_cast<ExpressionStmt>(&stmt)) {
    one(expression->value);
  } else if (const auto *assign = llvm::dyn_cast<AssignStmt>(&stmt)) {
    all(assign->targets);
    one(assign->value);
  } else if (const auto *assign = llvm::dyn_cast<AugAssignStmt>(&stmt)) {
    one(assign->target);
    one(assign->value);
  } else if (const auto *assign = llvm::dyn_cast<AnnAssignStmt>(&stmt)) {
    one(assign->target);
    one(assign->value);
  } else if (const auto *branch = llvm::dyn_cast<IfStmt>(&stmt)) {
    one(branch->condition);
  } else if (const auto *loop = llvm::dyn_cast<WhileStmt>(&stmt)) {
    one(loop->condition);
  } else if (const auto *loop = llvm::dyn_cast<ForStmt>(&stmt)) {
    one(loop->target);
    one(loop->iterable);
  } else if (const auto *with = llvm::dyn_cast<WithStmt>(&stmt)) {
    for (const WithItem &item : with->items) {
      one(item.context);
      one(item.target);
    }
  } else if (const auto *match = llvm::dyn_cast<MatchStmt>(&stmt)) {
    one(match->subject);
    for (const MatchCase &matchCase : match->cases) {
      one(matchCase.guard);
    }
  } else if (const auto *leave = llvm::dyn_cast<ReturnStmt>(&stmt)) {
    one(leave->value);
  } else if (const auto *raise = llvm::dyn_cast<RaiseStmt>(&stmt)) {
    one(raise->exception);
  } else if (const auto *check = llvm::dyn_cast<AssertStmt>(&stmt)) {
    one(check->condition);
    one(check->message);
  } else if (const auto *removal = llvm::dyn_cast<DeleteStmt>(&stmt)) {
    all(removal->targets);
  }
}

void forEachExpression(const Expr &expr, const ExprVisit &visit) {
  visit(expr);
  Parts([&](const Expr &part) { forEachExpression(part, visit); }).of(expr);
}

void forEachExpression(const Block &block, const ExprVisit &visit) {
  ExprVisit deep = [&](const Expr &part) { forEachExpression(part, visit); };
  forEachStatement(block, [&](const Stmt &stmt) {
    Parts parts(deep);
    parts.of(stmt);
    if (const auto *function = llvm::dyn_cast<FunctionDefStmt>(&stmt)) {
      parts.decorators(function->decorators);
      parts.parameters(function->parameters);
      forEachExpression(function->body, visit);
    } else if (const auto *type = llvm::dyn_cast<ClassDefStmt>(&stmt)) {
      parts.decorators(type->decorators);
      parts.arguments(type->arguments);
      forEachExpression(type->body, visit);
    }
  });
}

//===- Questions -------------------------------------------------------------------------------------------------===//

using Names = std::set<std::string, std::less<>>;

static void addTargets(const Expr *target, Names &names) {
  if (!target) {
    return;
  }
  if (const auto *name = llvm::dyn_cast<NameExpr>(target)) {
    names.emplace(name->name);
  } else if (const auto *starred = llvm::dyn_cast<StarredExpr>(target)) {
    addTargets(starred->value, names);
  } else if (llvm::isa<TupleExpr, ListExpr>(target)) {
    const auto *tuple = llvm::dyn_cast<TupleExpr>(target);
    for (const Expr *element : tuple ? tuple->elements : llvm::cast<ListExpr>(target)->elements) {
      addTargets(element, names);
    }
  }
}

static void addImports(const List<ImportedName> &imports, Names &names) {
  for (const ImportedName &name : imports) {
    names.emplace(name.boundName());
  }
}

Names assignedNames(const Block &block) {
  Names names;
  forEachStatement(block, [&](const Stmt &stmt) {
    if (const auto *assign = llvm::dyn_cast<AssignStmt>(&stmt)) {
      for (const Expr *target : assign->targets) {
        addTargets(target, names);
      }
    } else if (const auto *assign = llvm::dyn_cast<AugAssignStmt>(&stmt)) {
      addTargets(assign->target, names);
    } else if (const auto *assign = llvm::dyn_cast<AnnAssignStmt>(&stmt)) {
      addTargets(assign->value ? assign->target : nullptr, names);
    } else if (const auto *removal = llvm::dyn_cast<DeleteStmt>(&stmt)) {
      for (const Expr *target : removal->targets) {
        addTargets(target, names);
      }
    } else if (const auto *loop = llvm::dyn_cast<ForStmt>(&stmt)) {
      addTargets(loop->target, names);
    } else if (const auto *with = llvm::dyn_cast<WithStmt>(&stmt)) {
      for (const WithItem &item : with->items) {
        addTargets(item.target, names);
      }
    } else if (const auto *import = llvm::dyn_cast<ImportStmt>(&stmt)) {
      addImports(import->names, names);
    } else if (const auto *import = llvm::dyn_cast<ImportFromStmt>(&stmt)) {
      addImports(import->names, names);
    } else if (const auto *function = llvm::dyn_cast<FunctionDefStmt>(&stmt)) {
      names.emplace(function->name.text);
    } else if (const auto *type = llvm::dyn_cast<ClassDefStmt>(&stmt)) {
      names.emplace(type->name.text);
    }
  });
  return names;
}

Names usedNames(const Block &block) {
  Names names;
  forEachExpression(block, [&](const Expr &expr) {
    if (const auto *name = llvm::dyn_cast<NameExpr>(&expr)) {
      names.emplace(name->name);
    }
  });
  return names;
}

bool mayLeaveFunction(const Block &block) {
  bool result = false;
  forEachStatement(block, [&](const Stmt &stmt) { result |= llvm::isa<ReturnStmt, RaiseStmt>(&stmt); });
  return result;
}

bool returnsValue(const Block &block) {
  bool result = false;
  forEachStatement(block, [&](const Stmt &stmt) {
    const auto *leave = llvm::dyn_cast<ReturnStmt>(&stmt);
    result |= leave && leave->value && !llvm::isa<NoneExpr>(leave->value);
  });
  return result;
}

bool hasYield(const Block &block) {
  bool result = false;
  forEachStatement(block, [&](const Stmt &stmt) {
    Parts([&](const Expr &part) {
      forEachExpression(part, [&](const Expr &expr) { result |= llvm::isa<YieldExpr, YieldFromExpr>(&expr); });
    }).of(stmt);
  });
  return result;
}

} // namespace tkc::evaluate
