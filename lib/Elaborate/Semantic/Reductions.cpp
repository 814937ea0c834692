// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reductions and scans: the regions of those that the language has, and those with the user's combine function.
#include "Reductions.h"

#include "Broadcast.h"
#include "Casts.h"
#include "Families.h"
#include "MathFunctions.h"
#include "Operators.h"
#include "Shapes.h"

using namespace mlir;
using namespace tkc;

namespace tkc::elaborate {

using ast::BinaryOp;
using ast::CompareOp;

/// Fills the combine region of a reduction or scan.
static LogicalResult fillRegion(Emitter &emitter, Region &region, ArrayRef<TypedValue> operands, Combine combine) {
  OpBuilder::InsertionGuard guard(emitter.builder);
  Block *block = emitter.builder.createBlock(&region);
  TypedValues left, right;
  for (TypedValues *side : {&left, &right}) {
    for (const TypedValue &operand : operands) {
      side->push_back({block->addArgument(emitter.elementType(operand.dtype), emitter.location), operand.dtype});
    }
  }
  FailureOr<TypedValues> combined = combine(left, right);
  if (failed(combined)) {
    return failure();
  }
  SmallVector<Value> values;
  for (const TypedValue &value : *combined) {
    values.push_back(value.value);
  }
  emitter.builder.setInsertionPointToEnd(block);
  emitter.create<tk::YieldOp>(values);
  return success();
}

/// Pairs the results of an op with the types of the operands.
static TypedValues typedResults(Operation *op, ArrayRef<TypedValue> operands) {
  TypedValues results;
  for (auto [result, operand] : llvm::zip(op->getResults(), operands)) {
    results.push_back({result, operand.dtype});
  }
  return results;
}

static SmallVector<Value> valuesOf(ArrayRef<TypedValue> operands) {
  return llvm::map_to_vector(operands, [](const TypedValue &operand) { return operand.value; });
}

FailureOr<TypedValues> reduceAlong(Emitter &emitter, ArrayRef<TypedValue> operands, unsigned axis, Combine combine) {
  SmallVector<int64_t> shape(operands.front().shape());
  shape.erase(shape.begin() + axis);
  SmallVector<Type> types;
  for (const TypedValue &operand : operands) {
    types.push_back(emitter.typeOf(operand.dtype, shape));
  }
  auto op = emitter.create<tk::ReduceOp>(types, valuesOf(operands), axis);
  if (failed(fillRegion(emitter, op.getCombine(), operands, combine))) {
    op.erase();
    return failure();
  }
  return typedResults(op, operands);
}

FailureOr<TypedValues> scanAlong(Emitter &emitter, ArrayRef<TypedValue> operands, unsigned axis, bool reverse,
                                 Combine combine) {
  SmallVector<Value> values = valuesOf(operands);
  auto op = emitter.create<tk::ScanOp>(TypeRange(ValueRange(values)), values, axis, reverse);
  if (failed(fillRegion(emitter, op.getCombine(), operands, combine))) {
    op.erase();
    return failure();
  }
  return typedResults(op, operands);
}

TypedValue reduceWith(Emitter &emitter, BinaryOp op, const TypedValue &value, unsigned axis) {
  auto combine = [&](ArrayRef<TypedValue> left, ArrayRef<TypedValue> right) {
    return FailureOr<TypedValues>(TypedValues{arithmetic(emitter, op, left.front(), right.front())});
  };
  return (*reduceAlong(emitter, value, axis, combine)).front();
}

/// The element whose place along the axis is where `isChosen` (of the value's shape) is true; exactly one is.
static TypedValue pickChosen(Emitter &emitter, const TypedValue &value, const TypedValue &isChosen, unsigned axis) {
  auto combine = [&](ArrayRef<TypedValue> left, ArrayRef<TypedValue> right) {
    TypedValue isAny = arithmetic(emitter, BinaryOp::BitOr, left[0], right[0]);
    return FailureOr<TypedValues>(TypedValues{isAny, choose(emitter, left[0], left[1], right[1])});
  };
  return reduceAlong(emitter, {isChosen, value}, axis, combine)->back();
}

/// The first or the second of two elements along the axis.
static TypedValue pickOfTwo(Emitter &emitter, const TypedValue &value, unsigned axis, bool isSecond) {
  auto combine = [&](ArrayRef<TypedValue> left, ArrayRef<TypedValue> right) {
    return FailureOr<TypedValues>(TypedValues{isSecond ? right.front() : left.front()});
  };
  return reduceAlong(emitter, value, axis, combine)->front();
}

TypedValue pickAlong(Emitter &emitter, const TypedValue &value, unsigned axis, int64_t index) {
  SmallVector<int64_t> shape(value.shape());
  if (shape[axis] == 1) {
    shape.erase(shape.begin() + axis);
    return reshapeTo(emitter, value, shape);
  }
  if (shape[axis] == 2) {
    return pickOfTwo(emitter, value, axis, index == 1);
  }
  TypedValue places = indicesAlong(emitter, axis, value.rank(), shape[axis]);
  TypedValue wanted = emitter.intConstant(DTypeKind::Int32, index, places.shape());
  TypedValue isChosen = comparison(emitter, CompareOp::Eq, places, wanted);
  return pickChosen(emitter, value, *broadcastTo(emitter, isChosen, shape), axis);
}

//===----------------------------------------------------------------------===//
// What reductions have in common: operands, axes, kept dimensions.
//===----------------------------------------------------------------------===//

namespace {
/// Where to reduce: the operands, flattened when there is no axis, and the shape that `keep_dims` gives.
struct ReductionPlan {
  TypedValues operands;
  unsigned axis = 0;
  SmallVector<int64_t> keptShape;
  bool keepsDims = false;
};
} // namespace

/// The operands of `parameter`: one value, or a tuple of values, broadcast to one shape.
static FailureOr<TypedValues> readOperands(Emitter &emitter, Arguments &arguments, std::string_view parameter) {
  TypedValues operands;
  for (const Object &item : arguments.items(parameter)) {
    Typed value = emitter.toTyped(item);
    if (failed(value)) {
      return failure();
    }
    operands.push_back(*value);
  }
  if (failed(broadcastTogether(emitter, operands))) {
    return failure();
  }
  if (operands.empty() || !operands.front().isBlock()) {
    std::string found = operands.empty() ? "nothing" : operands.front().typeText();
    emitter.report(DiagnosticKind::OperandNotSupported) << arguments.function() << found << "blocks";
    return failure();
  }
  return operands;
}

static FailureOr<ReductionPlan> planReduction(Emitter &emitter, Arguments &arguments, TypedValues operands,
                                              bool mayReorder) {
  ReductionPlan plan;
  unsigned rank = operands.front().rank();
  FailureOr<bool> keepsDims = arguments.boolean("keep_dims");
  FailureOr<unsigned> axis = arguments.isNone("axis") ? FailureOr<unsigned>(0) : arguments.axis("axis", rank);
  if (failed(keepsDims) || failed(axis)) {
    return failure();
  }
  plan.axis = *axis;
  plan.keepsDims = *keepsDims;
  if (arguments.isNone("axis")) {
    plan.keptShape.assign(rank, 1);
    for (TypedValue &operand : operands) {
      operand = reshapeTo(emitter, operand, {operand.elementCount()}, mayReorder);
    }
  } else {
    plan.keptShape.assign(operands.front().shape().begin(), operands.front().shape().end());
    plan.keptShape[plan.axis] = 1;
  }
  plan.operands = std::move(operands);
  return plan;
}

/// Puts the reduced dimension back with size 1 where that was asked for.
static TypedValue finishReduction(Emitter &emitter, const ReductionPlan &plan, const TypedValue &value) {
  if (!plan.keepsDims) {
    return value;
  }
  if (value.rank() + 1 == plan.keptShape.size()) {
    return expandDims(emitter, value, plan.axis);
  }
  return *broadcastTo(emitter, value, plan.keptShape);
}

/// Reduces with an elementwise function of two values.
static Result reduceElementwise(Emitter &emitter, Arguments &arguments, const TypedValue &value,
                                llvm::function_ref<TypedValue(const TypedValue &, const TypedValue &)> function) {
  FailureOr<ReductionPlan> plan = planReduction(emitter, arguments, {value}, /*mayReorder=*/true);
  if (failed(plan)) {
    return failure();
  }
  auto combine = [&](ArrayRef<TypedValue> left, ArrayRef<TypedValue> right) {
    return FailureOr<TypedValues>(TypedValues{function(left.front(), right.front())});
  };
  FailureOr<TypedValues> reduced = reduceAlong(emitter, plan->operands, plan->axis, combine);
  return makeObject(finishReduction(emitter, *plan, reduced->front()));
}

//===----------------------------------------------------------------------===//
// Sums and products.
//===----------------------------------------------------------------------===//

/// The type that sums are taken in: `dtype`, else at least 32 bits for integers.
static Typed widenForSum(Emitter &emitter, Arguments &arguments, const TypedValue &value, bool widensBFloat) {
  DType type = value.dtype;
  if (!arguments.isNone("dtype")) {
    FailureOr<DType> given = arguments.dtype("dtype");
    if (failed(given)) {
      return failure();
    }
    if (given->isPointer()) {
      arguments.wrongKind("dtype", "a type of numbers");
      return failure();
    }
    type = *given;
  } else if (type.isInteger() && type.bitWidth() < 32) {
    type = intType(32, type.isSignedInteger());
  } else if (widensBFloat && type.is(DTypeKind::BFloat16)) {
    type = DTypeKind::Float32;
  }
  return castTo(emitter, value, type);
}

/// One block that takes part in arithmetic.
static Typed readBlock(Emitter &emitter, Arguments &arguments, bool needsIntegers = false) {
  FailureOr<TypedValues> operands = readOperands(emitter, arguments, "input");
  if (failed(operands)) {
    return failure();
  }
  const TypedValue &value = operands->front();
  bool fits = needsIntegers ? value.dtype.isInteger() : !value.dtype.isPointer();
  if (!fits || operands->size() != 1) {
    emitter.report(DiagnosticKind::OperandNotSupported)
        << arguments.function() << (operands->size() != 1 ? "a tuple" : value.typeText())
        << (needsIntegers ? "blocks of integers" : "blocks of integers and floats");
    return failure();
  }
  return value;
}

static Result callSum(Emitter &emitter, Arguments &arguments) {
  Typed value = readBlock(emitter, arguments);
  Typed wide = failed(value) ? value : widenForSum(emitter, arguments, *value, /*widensBFloat=*/false);
  if (failed(wide)) {
    return failure();
  }
  return reduceElementwise(emitter, arguments, *wide, [&](const TypedValue &left, const TypedValue &right) {
    return arithmetic(emitter, BinaryOp::Add, left, right);
  });
}

template <BinaryOp op>
static Result callBitReduction(Emitter &emitter, Arguments &arguments) {
  Typed value = readBlock(emitter, arguments, /*needsIntegers=*/true);
  if (failed(value)) {
    return failure();
  }
  return reduceElementwise(emitter, arguments, *value, [&](const TypedValue &left, const TypedValue &right) {
    return arithmetic(emitter, op, left, right);
  });
}

template <BinaryOp op>
static Result callCumulative(Emitter &emitter, Arguments &arguments) {
  Typed value = readBlock(emitter, arguments);
  Typed wide = failed(value) ? value : widenForSum(emitter, arguments, *value, /*widensBFloat=*/true);
  FailureOr<bool> reverse = arguments.boolean("reverse");
  if (failed(wide) || failed(reverse)) {
    return failure();
  }
  FailureOr<unsigned> axis = arguments.axis("axis", wide->rank());
  if (failed(axis)) {
    return failure();
  }
  auto combine = [&](ArrayRef<TypedValue> left, ArrayRef<TypedValue> right) {
    return FailureOr<TypedValues>(TypedValues{arithmetic(emitter, op, left.front(), right.front())});
  };
  return makeObject((*scanAlong(emitter, *wide, *axis, *reverse, combine)).front());
}

//===----------------------------------------------------------------------===//
// Extrema.
//===----------------------------------------------------------------------===//

/// At least 32 bits wide, as extrema are taken.
static TypedValue widenForExtremum(Emitter &emitter, const TypedValue &value) {
  if (value.dtype.bitWidth() >= 32) {
    return value;
  }
  return *castTo(emitter, value, value.dtype.isFloat() ? DTypeKind::Float32 : DTypeKind::Int32);
}

/// True if the left element wins over the right one: it is better, or as good and its index is on the side that wins
/// ties. NaN loses against every number, so that the winner does not depend on the order of combining.
static TypedValue leftWins(Emitter &emitter, bool isMax, bool tiesLeft, ArrayRef<TypedValue> left,
                           ArrayRef<TypedValue> right) {
  CompareOp better = isMax ? CompareOp::Gt : CompareOp::Lt, atLeast = isMax ? CompareOp::GtE : CompareOp::LtE;
  TypedValue isBetter = comparison(emitter, better, left[0], right[0]);
  TypedValue isAsGood = comparison(emitter, atLeast, left[0], right[0]);
  if (left[0].dtype.isFloat()) {
    auto isNumber = [&](const TypedValue &value) { return comparison(emitter, CompareOp::Eq, value, value); };
    TypedValue rightIsNan = logicalNot(emitter, isNumber(right[0]));
    TypedValue beatsNan = arithmetic(emitter, BinaryOp::BitAnd, isNumber(left[0]), rightIsNan);
    isBetter = arithmetic(emitter, BinaryOp::BitOr, isBetter, beatsNan);
    isAsGood = arithmetic(emitter, BinaryOp::BitOr, isAsGood, rightIsNan);
  }
  TypedValue winsTie = comparison(emitter, tiesLeft ? CompareOp::Lt : CompareOp::Gt, left[1], right[1]);
  return arithmetic(emitter, BinaryOp::BitOr, isBetter, arithmetic(emitter, BinaryOp::BitAnd, isAsGood, winsTie));
}

/// Reduces to the extreme value and its index.
static FailureOr<std::pair<TypedValue, TypedValue>>
reduceWithIndex(Emitter &emitter, Arguments &arguments, const TypedValue &value, bool isMax, bool tiesLeft) {
  FailureOr<ReductionPlan> plan = planReduction(emitter, arguments, {value}, /*mayReorder=*/false);
  if (failed(plan)) {
    return failure();
  }
  Shape shape = plan->operands.front().shape();
  TypedValue places = indicesAlong(emitter, plan->axis, shape.size(), shape[plan->axis]);
  plan->operands.push_back(*broadcastTo(emitter, places, shape));
  auto combine = [&](ArrayRef<TypedValue> left, ArrayRef<TypedValue> right) {
    TypedValue wins = leftWins(emitter, isMax, tiesLeft, left, right);
    return FailureOr<TypedValues>(
        TypedValues{choose(emitter, wins, left[0], right[0]), choose(emitter, wins, left[1], right[1])});
  };
  FailureOr<TypedValues> reduced = reduceAlong(emitter, plan->operands, plan->axis, combine);
  return std::make_pair(finishReduction(emitter, *plan, (*reduced)[0]), finishReduction(emitter, *plan, (*reduced)[1]));
}

/// The operand of an extremum with index: bf16 has too few bits to be compared fast, fp8 can't be.
static Typed readForIndex(Emitter &emitter, Arguments &arguments) {
  Typed value = readBlock(emitter, arguments);
  bool widens = succeeded(value) && (value->dtype.is(DTypeKind::BFloat16) || value->dtype.isFp8());
  return widens ? castTo(emitter, *value, DTypeKind::Float32) : value;
}

template <bool isMax>
static Result callExtremum(Emitter &emitter, Arguments &arguments) {
  FailureOr<bool> indices = arguments.boolean("return_indices");
  FailureOr<bool> tiesLeft = arguments.boolean("return_indices_tie_break_left");
  if (failed(indices) || failed(tiesLeft)) {
    return failure();
  }
  if (*indices) {
    Typed value = readForIndex(emitter, arguments);
    if (failed(value)) {
      return failure();
    }
    auto both = reduceWithIndex(emitter, arguments, *value, isMax, *tiesLeft);
    return failed(both) ? Result(failure()) : Object::tuple({makeObject(both->first), makeObject(both->second)});
  }
  Typed value = readBlock(emitter, arguments);
  if (failed(value)) {
    return failure();
  }
  return reduceElementwise(emitter, arguments, widenForExtremum(emitter, *value),
                           [&](const TypedValue &left, const TypedValue &right) {
                             return extremum(emitter, isMax, NanRule::Number, left, right);
                           });
}

template <bool isMax>
static Result callExtremumIndex(Emitter &emitter, Arguments &arguments) {
  FailureOr<bool> tiesLeft = arguments.boolean("tie_break_left");
  Typed value = readForIndex(emitter, arguments);
  if (failed(value) || failed(tiesLeft)) {
    return failure();
  }
  auto both = reduceWithIndex(emitter, arguments, *value, isMax, *tiesLeft);
  return failed(both) ? Result(failure()) : makeObject(both->second);
}

//===----------------------------------------------------------------------===//
// The user's combine functions.
//===----------------------------------------------------------------------===//

/// Calls the combine function, and checks that it gives one value of each operand's type.
static FailureOr<TypedValues> callCombine(Emitter &emitter, const Object &function, ArrayRef<TypedValue> left,
                                          ArrayRef<TypedValue> right) {
  std::vector<Object> arguments;
  for (ArrayRef<TypedValue> side : {left, right}) {
    for (const TypedValue &value : side) {
      arguments.push_back(makeObject(value));
    }
  }
  FailureOr<SmallVector<Object>> results = emitter.callElementFunction(function, arguments);
  if (failed(results)) {
    return failure();
  }
  if (results->size() != left.size()) {
    emitter.report(DiagnosticKind::CombineResultMismatch)
        << std::to_string(results->size()) + " values" << std::to_string(left.size());
    return failure();
  }
  TypedValues combined;
  for (auto [result, operand] : llvm::zip(*results, left)) {
    Typed value = emitter.toTyped(result);
    if (failed(value)) {
      return failure();
    }
    if (value->isBlock()) {
      emitter.report(DiagnosticKind::CombineResultMismatch) << value->typeText() << operand.dtype.name();
      return failure();
    }
    Typed converted = castTo(emitter, *value, operand.dtype);
    if (failed(converted)) {
      return failure();
    }
    combined.push_back(*converted);
  }
  return combined;
}

/// One object for a single operand, a tuple for several.
static Object packResults(Arguments &arguments, ArrayRef<TypedValue> values) {
  if (!arguments.get("input").isSequence()) {
    return makeObject(values.front());
  }
  std::vector<Object> items;
  for (const TypedValue &value : values) {
    items.push_back(makeObject(value));
  }
  return Object::tuple(std::move(items));
}

static LogicalResult checkCombine(Emitter &emitter, Arguments &arguments) {
  evaluate::ObjectKind kind = arguments.get("combine_fn").kind();
  bool isCallable = kind == evaluate::ObjectKind::Function || kind == evaluate::ObjectKind::Builtin ||
                    kind == evaluate::ObjectKind::BoundMethod || kind == evaluate::ObjectKind::Partial;
  return isCallable && emitter.callFunction ? success() : arguments.wrongKind("combine_fn", "a function");
}

static Result callReduce(Emitter &emitter, Arguments &arguments) {
  FailureOr<TypedValues> operands = readOperands(emitter, arguments, "input");
  if (failed(operands) || failed(checkCombine(emitter, arguments))) {
    return failure();
  }
  FailureOr<ReductionPlan> plan = planReduction(emitter, arguments, *operands, /*mayReorder=*/true);
  if (failed(plan)) {
    return failure();
  }
  auto combine = [&](ArrayRef<TypedValue> left, ArrayRef<TypedValue> right) {
    return callCombine(emitter, arguments.get("combine_fn"), left, right);
  };
  FailureOr<TypedValues> reduced = reduceAlong(emitter, plan->operands, plan->axis, combine);
  if (failed(reduced)) {
    return failure();
  }
  for (TypedValue &value : *reduced) {
    value = finishReduction(emitter, *plan, value);
  }
  return packResults(arguments, *reduced);
}

static Result callScan(Emitter &emitter, Arguments &arguments) {
  FailureOr<TypedValues> operands = readOperands(emitter, arguments, "input");
  FailureOr<bool> reverse = arguments.boolean("reverse");
  if (failed(operands) || failed(reverse) || failed(checkCombine(emitter, arguments))) {
    return failure();
  }
  FailureOr<unsigned> axis = arguments.axis("axis", operands->front().rank());
  if (failed(axis)) {
    return failure();
  }
  auto combine = [&](ArrayRef<TypedValue> left, ArrayRef<TypedValue> right) {
    return callCombine(emitter, arguments.get("combine_fn"), left, right);
  };
  FailureOr<TypedValues> scanned = scanAlong(emitter, *operands, *axis, *reverse, combine);
  return failed(scanned) ? Result(failure()) : packResults(arguments, *scanned);
}

ArrayRef<Builtin> reductionBuiltins() {
  static constexpr std::string_view extremum =
      "input, axis=None, return_indices=False, return_indices_tie_break_left=True, keep_dims=False";
  static constexpr std::string_view extremumIndex = "input, axis, tie_break_left=True, keep_dims=False";
  static const Builtin table[] = {
      {"tl.sum", "input, axis=None, keep_dims=False, dtype=None", callSum},
      {"tl.xor_sum", "input, axis=None, keep_dims=False", callBitReduction<BinaryOp::BitXor>},
      {"tl.reduce_or", "input, axis=None, keep_dims=False", callBitReduction<BinaryOp::BitOr>},
      {"tl.max", extremum, callExtremum<true>},
      {"tl.min", extremum, callExtremum<false>},
      {"tl.argmax", extremumIndex, callExtremumIndex<true>},
      {"tl.argmin", extremumIndex, callExtremumIndex<false>},
      {"tl.cumsum", "input, axis=0, reverse=False, dtype=None", callCumulative<BinaryOp::Add>},
      {"tl.cumprod", "input, axis=0, reverse=False, dtype=None", callCumulative<BinaryOp::Mul>},
      {"tl.reduce", "input, axis, combine_fn, keep_dims=False", callReduce},
      {"tl.associative_scan", "input, axis, combine_fn, reverse=False", callScan},
  };
  return table;
}

} // namespace tkc::elaborate
