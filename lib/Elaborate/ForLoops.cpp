// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// `for` over `range` and `tl.range`: an `scf.for`, or an `scf.while` when the body may leave the loop.
#include "tkc/Dialect/Tk/IR/LoopBounds.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

#include "LoopBody.h"

namespace tkc::elaborate {

/// The part of a loop statement before its suite.
static SourceRange headOf(const ast::ForStmt &stmt) {
  return {stmt.range.buffer, stmt.range.begin, stmt.iterable->range.end};
}

void Elaborator::runFor(const ast::ForStmt &stmt, const Needed &after) {
  if (stmt.isAsync) {
    report(DiagnosticKind::StatementNotSupported, headOf(stmt)) << "`async for`";
    return poisonAssigned(stmt);
  }
  bool isBroken = false;
  std::optional<RangeCall> range = asRangeCall(*stmt.iterable, isBroken);
  if (isBroken) {
    return poisonAssigned(stmt);
  }
  if (range && !range->isStatic) {
    return runRange(stmt, *range, after);
  }
  std::optional<std::vector<Object>> items =
      range ? staticItems(*range) : itemsOf(evaluate(*stmt.iterable), stmt.iterable->range);
  if (!items) {
    return poisonAssigned(stmt);
  }
  runUnrolled(stmt, *items, after);
}

/// The integer type that both promote to.
static DType promoteIntegers(const DType &a, const DType &b) {
  if (a.isSignedInteger() == b.isSignedInteger()) {
    return a.bitWidth() >= b.bitWidth() ? a : b;
  }
  const DType &unsignedType = a.isSignedInteger() ? b : a;
  const DType &signedType = a.isSignedInteger() ? a : b;
  return unsignedType.bitWidth() >= signedType.bitWidth() ? unsignedType : signedType;
}

/// The bounds of a run-time loop as SSA values of the induction variable's type.
struct Elaborator::LoopBounds {
  mlir::Value start, stop, step;
  DType type;
  bool isDescending = false;
  bool runsAtLeastOnce = false;
};

/// The type of the induction variable: run-time bounds decide, numbers follow them unless they are too large.
std::optional<DType> Elaborator::inductionType(const RangeCall &range) {
  std::optional<DType> typed;
  std::optional<DType> weak;
  for (const Object *bound : {&range.start, &range.stop, &range.step}) {
    const TypedValue *value = asTyped(*bound);
    bool isInteger = value ? !value->isBlock() && value->dtype.isInteger() : bound->isInt() || bound->isBool();
    if (!isInteger) {
      report(DiagnosticKind::LoopBoundNotInteger, range.range) << typeText(*bound);
      return std::nullopt;
    }
    std::optional<DType> type = value ? value->dtype : defaultTypeOf(*bound);
    if (!type) {
      report(DiagnosticKind::LoopBoundNotInteger, range.range) << "int beyond 64 bits";
      return std::nullopt;
    }
    std::optional<DType> &kind = value ? typed : weak;
    kind = kind ? promoteIntegers(*kind, *type) : *type;
  }
  DType result = typed.value_or(*weak);
  if (result.isBool() || (typed && weak && weak->bitWidth() > result.bitWidth())) {
    result = result.isBool() ? DType(DTypeKind::Int32) : promoteIntegers(result, *weak);
  }
  return result;
}

std::optional<Elaborator::LoopBounds> Elaborator::convertBounds(const RangeCall &range) {
  LoopBounds bounds;
  std::optional<DType> type = inductionType(range);
  if (!type) {
    return std::nullopt;
  }
  bounds.type = *type;
  std::optional<evaluate::Integer> step = range.step.toInteger();
  if (step && step->isZero()) {
    report(DiagnosticKind::LoopStepZero, range.range);
    return std::nullopt;
  }
  bounds.isDescending = step && step->isNegative();
  std::optional<evaluate::Integer> start = range.start.toInteger();
  std::optional<evaluate::Integer> stop = range.stop.toInteger();
  bounds.runsAtLeastOnce = start && stop && (bounds.isDescending ? *stop < *start : *start < *stop);
  Object stride = bounds.isDescending ? Object::integer(-*step) : range.step;
  auto convert = [&](const Object &value, mlir::Value &result) {
    mlir::FailureOr<Object> converted = at(range.range).cast(value, *type);
    if (mlir::succeeded(converted)) {
      result = asTyped(*converted)->value;
    }
    return mlir::succeeded(converted);
  };
  if (!convert(range.start, bounds.start) || !convert(range.stop, bounds.stop) || !convert(stride, bounds.step)) {
    return std::nullopt;
  }
  // Counting down is counting up between swapped bounds; the body sees the mirrored variable.
  if (bounds.isDescending) {
    std::swap(bounds.start, bounds.stop);
  }
  return bounds;
}

/// What the loop variable is for the value that counts up.
Object Elaborator::loopVariable(const LoopBounds &bounds, mlir::Value counter) {
  if (bounds.isDescending) {
    mlir::Location location = identity.location();
    mlir::Value done = mlir::arith::SubIOp::create(builder, location, counter, bounds.start);
    counter = mlir::arith::SubIOp::create(builder, location, bounds.stop, done);
  }
  return makeObject({counter, bounds.type});
}

void Elaborator::runRange(const ast::ForStmt &stmt, const RangeCall &range, const Needed &after) {
  std::optional<LoopBounds> bounds = convertBounds(range);
  const auto *target = llvm::dyn_cast<ast::NameExpr>(stmt.target);
  if (bounds && !target) {
    report(DiagnosticKind::LoopTargetNotName, stmt.target->range);
  }
  if (!bounds || !target) {
    return poisonAssigned(stmt);
  }
  NameSet targets;
  targets.insert(target->name);
  LoopBody loop =
      planLoop(statementsOf(stmt.body), targets, nullptr, neededBehindBody(stmt.elseBody, after), headOf(stmt));
  loop.target = target->name;
  for (bool isDone = false; !isDone;) {
    fillForBody(stmt, *bounds, loop);
    if (isExhausted) {
      return poisonAssigned(stmt);
    }
    closeBody(loop, bounds->runsAtLeastOnce);
    isDone = !decayForRetry(loop);
  }
  mlir::Value endedByItself;
  if (loop.mayExit()) {
    endedByItself = emitExitingFor(*bounds, loop);
  } else {
    emitFor(*bounds, loop, range.attributes);
  }
  runElse(stmt.elseBody, endedByItself, after, headOf(stmt));
}

void Elaborator::fillForBody(const ast::ForStmt &stmt, const LoopBounds &bounds, LoopBody &loop) {
  openLoop(loop);
  loop.branch = runBranch(env(), [&] {
    at(loop.range);
    mlir::Block &block = *builder.getInsertionBlock();
    mlir::Value counter = block.addArgument(bounds.start.getType(), identity.location());
    enterIteration(loop, addArguments(block, typesOfLeaves(loop.leaves)));
    env().bind(loop.target, loopVariable(bounds, counter), stmt.target->range);
    frame().loops.push_back(&loop.context);
    runBlock(stmt.body, loop.atEnd);
    frame().loops.pop_back();
  });
}

/// Moves the ops of a filled body into the loop op's block, whose arguments take the place of the body's.
static void moveBody(mlir::Block &from, mlir::Block &to) {
  for (auto [old, replacement] : llvm::zip(from.getArguments(), to.getArguments())) {
    old.replaceAllUsesWith(replacement);
  }
  to.getOperations().splice(to.end(), from.getOperations());
}

void Elaborator::emitFor(const LoopBounds &bounds, LoopBody &loop, llvm::ArrayRef<mlir::NamedAttribute> attributes) {
  mlir::Location location = locationOf(loop.range);
  llvm::SmallVector<mlir::Value> last = loop.finals;
  last.append(loop.extras.begin(), loop.extras.end());
  yieldAtEnd(loop.branch.block(), last);
  llvm::SmallVector<mlir::Value> initial = initialValues(loop);
  for (const Leaf &leaf : loop.extraLeaves) {
    appendPoison(leaf.typed, initial);
  }
  auto op = mlir::scf::ForOp::create(builder, location, bounds.start, bounds.stop, bounds.step, initial);
  if (bounds.type.isUnsignedInteger()) {
    op.setUnsignedCmp(true);
  }
  for (const mlir::NamedAttribute &attribute : attributes) {
    op->setDiscardableAttr(attribute.getName(), attribute.getValue());
  }
  op.getBody()->clear();
  moveBody(loop.branch.block(), *op.getBody());
  size_t carried = loop.finals.size();
  leaveLoop(loop, op.getResults().take_front(carried), op.getResults().drop_front(carried));
}

mlir::Value Elaborator::emitExitingFor(const LoopBounds &bounds, LoopBody &loop) {
  mlir::Location location = locationOf(loop.range);
  llvm::SmallVector<mlir::Value> initial{bounds.start};
  llvm::append_range(initial, initialValues(loop));
  appendInitialExitState(loop, initial);
  llvm::SmallVector<mlir::Type> types = llvm::to_vector(mlir::TypeRange(mlir::ValueRange(initial)));
  size_t carried = loop.finals.size();

  mlir::Block &body = loop.branch.block();
  {
    mlir::OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToEnd(&body);
    mlir::Value next = tk::emitNextIndex(builder, location, body.getArgument(0), bounds.stop, bounds.step,
                                         bounds.type.isUnsignedInteger());
    llvm::SmallVector<mlir::Value> last{next};
    llvm::append_range(last, loop.finals);
    appendExitState(loop, last);
    yieldAtEnd(body, last);
  }
  addArguments(body, llvm::ArrayRef(types).drop_front(body.getNumArguments()));

  Branch head = runBranch(env(), [&] {
    mlir::ValueRange arguments = addArguments(*builder.getInsertionBlock(), types);
    auto predicate =
        bounds.type.isUnsignedInteger() ? mlir::arith::CmpIPredicate::ult : mlir::arith::CmpIPredicate::slt;
    mlir::Value isInside = mlir::arith::CmpIOp::create(builder, location, predicate, arguments[0], bounds.stop);
    mlir::Value goesOn = arguments[1 + carried];
    mlir::Value condition = mlir::arith::AndIOp::create(builder, location, isInside, goesOn);
    mlir::scf::ConditionOp::create(builder, location, condition, arguments);
  });
  mlir::ValueRange results = emitWhile(head, loop.branch, initial, types, loop.range).drop_front();
  return leaveExitingLoop(loop, results.take_front(carried), results.drop_front(carried));
}

} // namespace tkc::elaborate
