// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Statements: both sides of branches, loops twice so that what goes round is seen.
#include "UseWalker.h"

namespace tkc::guess {

using namespace ast;
using Kind = UseValue::Kind;

static constexpr size_t mostCalls = 32;

bool UseWalker::takeStep() {
  if (stepsLeft == 0) {
    return false;
  }
  --stepsLeft;
  return true;
}

UseValue UseWalker::runFunction(const evaluate::FunctionObject &function, std::vector<UseValue> arguments) {
  if (frames.size() >= mostCalls || (!function.definition && !function.lambda)) {
    return {};
  }
  auto frame = std::make_unique<Frame>();
  frame->function = &function;
  for (size_t i = 0; i < function.parameters().size() && i < arguments.size(); ++i) {
    frame->names[std::string(function.parameters()[i].name.text)] = std::move(arguments[i]);
  }
  frames.push_back(std::move(frame));
  UseValue result;
  if (function.lambda) {
    result = evaluate(*function.lambda->body);
  } else {
    run(function.definition->body);
    result = frames.back()->result.value_or(UseValue::ofObject(Object::none()));
  }
  frames.pop_back();
  return result;
}

void UseWalker::run(const Block &block) {
  for (const Stmt *stmt : block) {
    if (takeStep()) {
      run(*stmt);
    }
  }
}

void UseWalker::run(const Stmt &stmt) {
  if (const auto *expression = llvm::dyn_cast<ExpressionStmt>(&stmt)) {
    evaluate(*expression->value);
  } else if (const auto *assignment = llvm::dyn_cast<AssignStmt>(&stmt)) {
    runAssign(*assignment);
  } else if (const auto *assignment = llvm::dyn_cast<AugAssignStmt>(&stmt)) {
    UseValue left = evaluate(*assignment->target);
    UseValue right = evaluate(*assignment->value);
    assign(*assignment->target, binary(assignment->op, left, right, stmt.range));
  } else if (const auto *assignment = llvm::dyn_cast<AnnAssignStmt>(&stmt)) {
    if (assignment->value) {
      assign(*assignment->target, evaluate(*assignment->value));
    }
  } else if (const auto *branch = llvm::dyn_cast<IfStmt>(&stmt)) {
    runIf(*branch);
  } else if (const auto *loop = llvm::dyn_cast<ForStmt>(&stmt)) {
    runFor(*loop);
  } else if (const auto *loop = llvm::dyn_cast<WhileStmt>(&stmt)) {
    runWhile(*loop);
  } else if (const auto *leave = llvm::dyn_cast<ReturnStmt>(&stmt)) {
    UseValue value = leave->value ? evaluate(*leave->value) : UseValue::ofObject(Object::none());
    std::optional<UseValue> &result = frames.back()->result;
    result = result ? join(*result, value) : value;
  } else if (const auto *check = llvm::dyn_cast<AssertStmt>(&stmt)) {
    evaluate(*check->condition);
  }
}

void UseWalker::runAssign(const AssignStmt &stmt) {
  UseValue value = evaluate(*stmt.value);
  for (const Expr *target : stmt.targets) {
    assign(*target, value);
  }
}

void UseWalker::assign(const Expr &target, const UseValue &value) {
  if (const auto *name = llvm::dyn_cast<NameExpr>(&target)) {
    names()[std::string(name->name)] = value;
    return;
  }
  const auto *tuple = llvm::dyn_cast<TupleExpr>(&target);
  const auto *list = llvm::dyn_cast<ListExpr>(&target);
  if (!tuple && !list) {
    return;
  }
  const List<const Expr *> &targets = tuple ? tuple->elements : list->elements;
  for (size_t i = 0; i < targets.size(); ++i) {
    if (value.isTuple) {
      assign(*targets[i], i < value.items.size() ? value.items[i] : UseValue());
    } else if (value.exact && !facts.variables.has(*value.exact, Use::Element)) {
      assign(*targets[i], UseValue::ofVariable(facts.variables.item(*value.exact, i)));
    } else {
      assign(*targets[i], UseValue());
    }
  }
}

void UseWalker::joinNames(Names &into, const Names &other) {
  for (const auto &[name, value] : other) {
    auto [place, isNew] = into.emplace(name, value);
    if (!isNew) {
      place->second = join(place->second, value);
    }
  }
}

void UseWalker::runIf(const IfStmt &stmt) {
  test(evaluate(*stmt.condition));
  Names before = names();
  run(stmt.thenBody);
  Names afterThen = std::move(names());
  names() = std::move(before);
  run(stmt.elseBody);
  // What the first branch gives goes first: it is the likelier one.
  std::swap(names(), afterThen);
  joinNames(names(), afterThen);
}

UseValue UseWalker::itemOfLoop(const ForStmt &stmt) {
  UseValue iterable = evaluate(*stmt.iterable);
  if (!iterable.isTuple) {
    return iterable;
  }
  UseValue item = iterable.items.empty() ? UseValue() : iterable.items[0];
  for (const UseValue &other : iterable.items) {
    item = join(item, other);
  }
  return item;
}

/// A name that holds an integer before a loop holds one behind its body, too.
void UseWalker::noteCarried(const Names &before) {
  for (const auto &[name, value] : before) {
    auto after = value.known && value.known->isInt() ? names().find(name) : names().end();
    if (after != names().end() && !after->second.known && after->second.kind == Kind::Any) {
      facts.noteInteger(after->second);
    }
  }
}

void UseWalker::runFor(const ForStmt &stmt) {
  UseValue item = itemOfLoop(stmt);
  for (int turn = 0; turn < 2; ++turn) {
    Names before = names();
    assign(*stmt.target, item);
    run(stmt.body);
    noteCarried(before);
    joinNames(names(), before);
  }
  run(stmt.elseBody);
}

void UseWalker::runWhile(const WhileStmt &stmt) {
  for (int turn = 0; turn < 2; ++turn) {
    Names before = names();
    test(evaluate(*stmt.condition));
    run(stmt.body);
    noteCarried(before);
    joinNames(names(), before);
  }
  run(stmt.elseBody);
}

} // namespace tkc::guess
