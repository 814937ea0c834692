// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Goes backward from names to the parameters that they come from.
#include "tkc/Guess/Relevance.h"

#include "tkc/Evaluate/SyntaxWalk.h"

#include <algorithm>

namespace tkc::guess {

/// Names further back than these assignments tell nothing.
static constexpr size_t mostAssignments = 6;

using Names = std::vector<std::string>;

static void add(Names &names, const std::string &name) {
  if (std::find(names.begin(), names.end(), name) == names.end()) {
    names.push_back(name);
  }
}

static Names namesIn(const ast::Expr *expr) {
  Names names;
  if (expr) {
    evaluate::forEachExpression(*expr, [&names](const ast::Expr &part) {
      if (const auto *name = llvm::dyn_cast<ast::NameExpr>(&part)) {
        add(names, std::string(name->name));
      }
    });
  }
  return names;
}

static void addAll(Names &names, const Names &more) {
  for (const std::string &name : more) {
    add(names, name);
  }
}

Relevance::Relevance(const evaluate::FunctionObject &kernel) : kernel(kernel) {
  collect(kernel.definition->body, nullptr, {});
}

void Relevance::addSources(const ast::Expr *target, const ast::Expr *value) {
  Names read = namesIn(value);
  for (const std::string &name : namesIn(target)) {
    addAll(sources[name], read);
  }
}

void Relevance::collect(const ast::Block &block, const ast::Stmt *parent, Names guards) {
  for (const ast::Stmt *stmt : block) {
    collect(*stmt, parent, guards);
    const auto *branch = llvm::dyn_cast<ast::IfStmt>(stmt);
    if (branch && (evaluate::mayLeaveFunction(branch->thenBody) || evaluate::mayLeaveFunction(branch->elseBody))) {
      addAll(guards, namesIn(branch->condition));
    }
  }
}

/// The innermost condition comes first: it is the one that has decided.
static Names withGuard(const ast::Expr *condition, const Names &guards) {
  Names result = namesIn(condition);
  addAll(result, guards);
  return result;
}

void Relevance::collect(const ast::Stmt &stmt, const ast::Stmt *parent, const Names &guards) {
  Names reads;
  if (const auto *assign = llvm::dyn_cast<ast::AssignStmt>(&stmt)) {
    reads = namesIn(assign->value);
    for (const ast::Expr *target : assign->targets) {
      addSources(target, assign->value);
    }
  } else if (const auto *update = llvm::dyn_cast<ast::AugAssignStmt>(&stmt)) {
    reads = namesIn(update->value);
    addAll(reads, namesIn(update->target));
    addSources(update->target, update->value);
  } else if (const auto *declared = llvm::dyn_cast<ast::AnnAssignStmt>(&stmt)) {
    reads = namesIn(declared->value);
    addSources(declared->target, declared->value);
  } else if (const auto *expression = llvm::dyn_cast<ast::ExpressionStmt>(&stmt)) {
    reads = namesIn(expression->value);
  } else if (const auto *assertion = llvm::dyn_cast<ast::AssertStmt>(&stmt)) {
    reads = namesIn(assertion->condition);
  } else if (const auto *result = llvm::dyn_cast<ast::ReturnStmt>(&stmt)) {
    reads = namesIn(result->value);
  } else if (const auto *branch = llvm::dyn_cast<ast::IfStmt>(&stmt)) {
    reads = namesIn(branch->condition);
    collect(branch->thenBody, &stmt, withGuard(branch->condition, guards));
    collect(branch->elseBody, &stmt, withGuard(branch->condition, guards));
  } else if (const auto *loop = llvm::dyn_cast<ast::ForStmt>(&stmt)) {
    reads = namesIn(loop->iterable);
    addSources(loop->target, loop->iterable);
    collect(loop->body, &stmt, withGuard(loop->iterable, guards));
  } else if (const auto *loop = llvm::dyn_cast<ast::WhileStmt>(&stmt)) {
    reads = namesIn(loop->condition);
    collect(loop->body, &stmt, withGuard(loop->condition, guards));
  }
  places.push_back({&stmt, parent, std::move(reads), guards});
}

Names Relevance::parametersBehind(Names names) const {
  Names result;
  size_t known = 0;
  for (size_t step = 0; step <= mostAssignments && known < names.size(); ++step) {
    size_t end = names.size();
    for (; known < end; ++known) {
      const std::string name = names[known];
      bool isParameter = std::any_of(kernel.parameters().begin(), kernel.parameters().end(),
                                     [&name](const ast::Parameter &each) { return each.name.text == name; });
      if (isParameter) {
        add(result, name);
      }
      auto found = sources.find(name);
      if (found != sources.end()) {
        addAll(names, found->second);
      }
    }
  }
  return result;
}

std::vector<std::string> Relevance::parametersAt(const std::vector<SourceRange> &ranges) const {
  Names names;
  for (SourceRange range : ranges) {
    // Statements inside of others were added before them.
    auto place = std::find_if(places.begin(), places.end(), [range](const Place &each) {
      SourceRange own = each.stmt->range;
      return own.buffer == range.buffer && own.begin <= range.begin && range.begin < own.end;
    });
    if (place != places.end()) {
      addAll(names, place->reads);
    }
  }
  return parametersBehind(std::move(names));
}

const Relevance::Place *Relevance::find(const ast::Stmt &stmt) const {
  auto place = std::find_if(places.begin(), places.end(), [&stmt](const Place &each) { return each.stmt == &stmt; });
  return place == places.end() ? nullptr : &*place;
}

std::vector<std::string> Relevance::parametersBefore(const ast::Stmt &stmt) const {
  const Place *place = find(stmt);
  return place ? parametersBehind(place->guards) : Names();
}

const ast::Stmt *Relevance::parentOf(const ast::Stmt &stmt) const {
  const Place *place = find(stmt);
  return place ? place->parent : nullptr;
}

} // namespace tkc::guess
