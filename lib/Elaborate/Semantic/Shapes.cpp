// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Shape changes, joining and splitting of blocks, and subscripts.
#include "Shapes.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/Support/MathExtras.h"

#include "Broadcast.h"
#include "Casts.h"
#include "Families.h"
#include "Operators.h"
#include "Reductions.h"

using namespace mlir;
using namespace tkc;

namespace tkc::elaborate {

TypedValue expandDims(Emitter &emitter, const TypedValue &value, unsigned axis) {
  SmallVector<int64_t> shape(value.shape());
  shape.insert(shape.begin() + axis, 1);
  Type type = emitter.typeOf(value.dtype, shape);
  if (!value.isBlock()) {
    return {emitter.make<tk::SplatOp>(type, value.value), value.dtype};
  }
  return {emitter.make<tk::ExpandDimsOp>(type, value.value, axis), value.dtype};
}

TypedValue toScalar(Emitter &emitter, const TypedValue &value) {
  if (!value.isBlock()) {
    return value;
  }
  auto first = [](ArrayRef<TypedValue> left, ArrayRef<TypedValue>) {
    return FailureOr<TypedValues>(TypedValues(left));
  };
  return (*reduceAlong(emitter, reshapeTo(emitter, value, {1}), 0, first)).front();
}

TypedValue reshapeTo(Emitter &emitter, const TypedValue &value, Shape shape, bool allowReorder) {
  if (value.shape() == shape) {
    return value;
  }
  if (shape.empty()) {
    return toScalar(emitter, value);
  }
  Type type = emitter.typeOf(value.dtype, shape);
  if (!value.isBlock()) {
    return {emitter.make<tk::SplatOp>(type, value.value), value.dtype};
  }
  return {emitter.make<tk::ReshapeOp>(type, value.value, allowReorder), value.dtype};
}

TypedValue permute(Emitter &emitter, const TypedValue &value, ArrayRef<int32_t> order) {
  if (llvm::equal(order, llvm::seq<int32_t>(0, order.size()))) {
    return value;
  }
  SmallVector<int64_t> shape;
  for (int32_t dimension : order) {
    shape.push_back(value.shape()[dimension]);
  }
  return {emitter.make<tk::TransOp>(emitter.typeOf(value.dtype, shape), value.value, order), value.dtype};
}

TypedValue transposeLast(Emitter &emitter, const TypedValue &value) {
  SmallVector<int32_t> order = llvm::to_vector(llvm::seq<int32_t>(0, value.rank()));
  std::swap(order[value.rank() - 1], order[value.rank() - 2]);
  return permute(emitter, value, order);
}

TypedValue indicesAlong(Emitter &emitter, unsigned axis, unsigned rank, int64_t size) {
  DType type = DTypeKind::Int32;
  TypedValue indices = {emitter.make<tk::MakeRangeOp>(emitter.typeOf(type, {size}), 0, size), type};
  for (unsigned dimension = 0; dimension < rank; ++dimension) {
    if (dimension != axis) {
      indices = expandDims(emitter, indices, dimension);
    }
  }
  return indices;
}

/// Interleaves along a new last dimension of size 2.
static Typed join(Emitter &emitter, TypedValue left, TypedValue right) {
  TypedValue operands[] = {left, right};
  if (failed(broadcastTogether(emitter, operands))) {
    return failure();
  }
  unsigned rank = operands[0].rank();
  SmallVector<int64_t> shape(operands[0].shape());
  shape.push_back(2);
  if (failed(checkBlockSize(emitter, shape))) {
    return failure();
  }
  TypedValue zero = emitter.intConstant(DTypeKind::Int32, 0, shape);
  TypedValue place = *broadcastTo(emitter, indicesAlong(emitter, rank, rank + 1, 2), shape);
  for (TypedValue &operand : operands) {
    operand = *broadcastTo(emitter, expandDims(emitter, operand, rank), shape);
  }
  return choose(emitter, comparison(emitter, ast::CompareOp::Eq, place, zero), operands[0], operands[1]);
}

/// Two blocks of one shape: a new dimension of size 2 at `place`, merged with that before it or behind it.
static Typed joinAlong(Emitter &emitter, const TypedValue &left, const TypedValue &right, unsigned axis,
                       unsigned place) {
  Typed joined = join(emitter, left, right);
  if (failed(joined)) {
    return failure();
  }
  SmallVector<int32_t> order = llvm::to_vector(llvm::seq<int32_t>(0, left.rank()));
  order.insert(order.begin() + place, left.rank());
  SmallVector<int64_t> shape(left.shape());
  shape[axis] *= 2;
  return reshapeTo(emitter, permute(emitter, *joined, order), shape);
}

Typed interleaveAlong(Emitter &emitter, const TypedValue &left, const TypedValue &right, unsigned axis) {
  return joinAlong(emitter, left, right, axis, axis + 1);
}

/// Two operands of one type, for the functions that join blocks.
static FailureOr<std::pair<TypedValue, TypedValue>> joinOperands(Emitter &emitter, Arguments &arguments) {
  Typed left = arguments.value("a"), right = arguments.value("b");
  if (failed(left) || failed(right)) {
    return failure();
  }
  if (left->dtype != right->dtype) {
    emitter.report(DiagnosticKind::OperandTypesDoNotMix).hint("cast one operand to the type of the other")
        << arguments.function() << left->dtype.name() << right->dtype.name();
    return failure();
  }
  return std::make_pair(*left, *right);
}

static Result callJoin(Emitter &emitter, Arguments &arguments) {
  auto operands = joinOperands(emitter, arguments);
  Typed joined = failed(operands) ? Typed(failure()) : join(emitter, operands->first, operands->second);
  return failed(joined) ? Result(failure()) : makeObject(*joined);
}

static Result callInterleave(Emitter &emitter, Arguments &arguments) {
  auto operands = joinOperands(emitter, arguments);
  Typed joined = failed(operands) ? Typed(failure()) : join(emitter, operands->first, operands->second);
  if (failed(joined)) {
    return failure();
  }
  SmallVector<int64_t> shape(joined->shape().drop_back());
  if (shape.empty()) {
    return makeObject(*joined);
  }
  shape.back() *= 2;
  return makeObject(reshapeTo(emitter, *joined, shape));
}

static Result callCat(Emitter &emitter, Arguments &arguments) {
  auto operands = joinOperands(emitter, arguments);
  if (failed(operands)) {
    return failure();
  }
  auto [left, right] = *operands;
  if (!left.isBlock() || left.shape() != right.shape()) {
    emitter.report(DiagnosticKind::ConcatenationShapeMismatch) << shapeText(left.shape()) << shapeText(right.shape());
    return failure();
  }
  FailureOr<unsigned> axis = arguments.axis("dim", left.rank());
  if (failed(axis)) {
    return failure();
  }
  Typed joined = joinAlong(emitter, left, right, *axis, *axis);
  return failed(joined) ? Result(failure()) : makeObject(*joined);
}

static Result callSplit(Emitter &emitter, Arguments &arguments) {
  Typed value = arguments.value("a");
  if (failed(value)) {
    return failure();
  }
  if (!value->isBlock() || value->shape().back() != 2) {
    emitter.report(DiagnosticKind::SplitShapeMismatch) << shapeText(value->shape());
    return failure();
  }
  unsigned axis = value->rank() - 1;
  return Object::tuple(
      {makeObject(pickAlong(emitter, *value, axis, 0)), makeObject(pickAlong(emitter, *value, axis, 1))});
}

static Result callBroadcast(Emitter &emitter, Arguments &arguments) {
  Typed left = arguments.value("input"), right = arguments.value("other");
  if (failed(left) || failed(right)) {
    return failure();
  }
  TypedValue operands[] = {*left, *right};
  if (failed(broadcastTogether(emitter, operands))) {
    return failure();
  }
  return Object::tuple({makeObject(operands[0]), makeObject(operands[1])});
}

static Result callBroadcastTo(Emitter &emitter, Arguments &arguments) {
  Typed value = arguments.value("input");
  FailureOr<SmallVector<int64_t>> shape = arguments.blockShape("shape");
  if (failed(value) || failed(shape)) {
    return failure();
  }
  Typed result = broadcastTo(emitter, *value, *shape);
  return failed(result) ? Result(failure()) : makeObject(*result);
}

/// Reads the value and the dimensions, places in the result, from two parameters.
static Result insertDims(Emitter &emitter, Arguments &arguments, std::string_view valueName,
                         std::string_view axesName) {
  Typed value = arguments.value(valueName);
  FailureOr<SmallVector<int64_t>> axes = arguments.integers(axesName);
  if (failed(value) || failed(axes) || failed(checkBlockRank(emitter, value->rank() + axes->size()))) {
    return failure();
  }
  SmallVector<unsigned> places;
  for (int64_t axis : *axes) {
    FailureOr<unsigned> place = normaliseAxis(emitter, axis, value->rank() + axes->size());
    if (failed(place)) {
      return failure();
    }
    if (llvm::is_contained(places, *place)) {
      emitter.report(DiagnosticKind::AxisTwice) << axis;
      return failure();
    }
    places.push_back(*place);
  }
  llvm::sort(places);
  TypedValue result = *value;
  for (unsigned place : places) {
    result = expandDims(emitter, result, place);
  }
  return makeObject(result);
}

static Result callExpandDims(Emitter &emitter, Arguments &arguments) {
  return insertDims(emitter, arguments, "input", "axis");
}
static Result callUnsqueeze(Emitter &emitter, Arguments &arguments) {
  return insertDims(emitter, arguments, "x", "dim");
}

static Result callSqueeze(Emitter &emitter, Arguments &arguments) {
  Typed value = arguments.value("x");
  FailureOr<unsigned> axis = failed(value) ? FailureOr<unsigned>(failure()) : arguments.axis("dim", value->rank());
  if (failed(axis)) {
    return failure();
  }
  SmallVector<int64_t> shape(value->shape());
  if (shape[*axis] != 1) {
    emitter.report(DiagnosticKind::ElementCountMismatch)
        << shapeText(shape) << value->elementCount() << "without dimension " + std::to_string(*axis)
        << value->elementCount() / shape[*axis];
    return failure();
  }
  shape.erase(shape.begin() + *axis);
  return makeObject(reshapeTo(emitter, *value, shape));
}

/// Reshapes after the check that no element is lost.
static Result checkedReshape(Emitter &emitter, const TypedValue &value, Shape shape, bool allowReorder) {
  int64_t count = 1;
  for (int64_t size : shape) {
    count *= size;
  }
  if (count != value.elementCount()) {
    emitter.report(DiagnosticKind::ElementCountMismatch)
        << shapeText(value.shape()) << value.elementCount() << shapeText(shape) << count;
    return failure();
  }
  return makeObject(reshapeTo(emitter, value, shape, allowReorder));
}

template <bool mayReorder>
static Result callReshape(Emitter &emitter, Arguments &arguments) {
  Typed value = arguments.value("input");
  FailureOr<SmallVector<int64_t>> shape = arguments.blockShape("shape");
  FailureOr<bool> reorder = mayReorder ? FailureOr<bool>(true) : arguments.boolean("can_reorder");
  if (failed(value) || failed(shape) || failed(reorder)) {
    return failure();
  }
  return checkedReshape(emitter, *value, *shape, *reorder);
}

static Result callRavel(Emitter &emitter, Arguments &arguments) {
  Typed value = arguments.value("x");
  FailureOr<bool> reorder = arguments.boolean("can_reorder");
  if (failed(value) || failed(reorder)) {
    return failure();
  }
  return makeObject(reshapeTo(emitter, *value, {value->elementCount()}, *reorder));
}

/// Reads a permutation of all dimensions.
static FailureOr<SmallVector<int32_t>> readOrder(Emitter &emitter, Arguments &arguments, unsigned rank) {
  FailureOr<SmallVector<int64_t>> dims = arguments.integers("dims");
  if (failed(dims)) {
    return failure();
  }
  SmallVector<int32_t> order;
  for (int64_t dim : *dims) {
    FailureOr<unsigned> dimension = normaliseAxis(emitter, dim, rank);
    if (failed(dimension)) {
      return failure();
    }
    order.push_back(*dimension);
  }
  SmallVector<int32_t> sorted = order;
  llvm::sort(sorted);
  if (!llvm::equal(sorted, llvm::seq<int32_t>(0, rank))) {
    emitter.report(DiagnosticKind::PermutationIncomplete) << shapeText(*dims) << rank;
    return failure();
  }
  return order;
}

static Result callPermute(Emitter &emitter, Arguments &arguments) {
  Typed value = arguments.value("input");
  if (failed(value)) {
    return failure();
  }
  FailureOr<SmallVector<int32_t>> order = readOrder(emitter, arguments, value->rank());
  return failed(order) ? Result(failure()) : makeObject(permute(emitter, *value, *order));
}

static Result callTrans(Emitter &emitter, Arguments &arguments) {
  if (!arguments.items("dims").empty()) {
    return callPermute(emitter, arguments);
  }
  Typed value = arguments.value("input");
  if (failed(value)) {
    return failure();
  }
  if (value->rank() < 2) {
    emitter.report(DiagnosticKind::TransposeNeedsTwoDimensions) << value->typeText();
    return failure();
  }
  return makeObject(transposeLast(emitter, *value));
}

static Result callItem(Emitter &emitter, Arguments &arguments) {
  Typed value = arguments.value("input");
  return failed(value) ? Result(failure()) : checkedReshape(emitter, *value, {}, false);
}

static Result callFlip(Emitter &emitter, Arguments &arguments) {
  Typed value = arguments.value("x");
  if (failed(value)) {
    return failure();
  }
  FailureOr<unsigned> axis =
      arguments.isNone("dim") ? normaliseAxis(emitter, -1, value->rank()) : arguments.axis("dim", value->rank());
  if (failed(axis)) {
    return failure();
  }
  SmallVector<int64_t> shape(value->shape());
  int64_t outer = 1, inner = 1;
  for (auto [dimension, size] : llvm::enumerate(shape)) {
    outer *= dimension < *axis ? size : 1;
    inner *= dimension > *axis ? size : 1;
  }
  TypedValue bits = *bitcastTo(emitter, *value, intType(value->dtype.bitWidth(), false));
  // Place i goes to size-1-i, which is i with every bit turned. Turning one bit swaps the halves of all pairs, and
  // a ^ (a ^ b) = b.
  for (int64_t half = shape[*axis] / 2; half >= 1; half /= 2) {
    int64_t blocks = shape[*axis] / (2 * half);
    TypedValue pairs = reshapeTo(emitter, bits, {outer * blocks, 2, half * inner});
    TypedValue both = expandDims(emitter, reduceWith(emitter, ast::BinaryOp::BitXor, pairs, 1), 1);
    bits = arithmetic(emitter, ast::BinaryOp::BitXor, pairs, *broadcastTo(emitter, both, pairs.shape()));
  }
  return makeObject(*bitcastTo(emitter, reshapeTo(emitter, bits, shape), value->dtype));
}

/// True for `:` and for slices that take the whole dimension.
static bool isWholeSlice(const Object &item, int64_t size) {
  if (!item.is(evaluate::ObjectKind::Slice)) {
    return false;
  }
  const evaluate::SliceObject &slice = item.asSlice();
  bool startsAtFirst = slice.start.isNone() || slice.start.toInt64() == 0;
  bool stopsAtLast = slice.stop.isNone() || slice.stop.toInt64() == size;
  return startsAtFirst && stopsAtLast && (slice.step.isNone() || slice.step.toInt64() == 1);
}

/// The items with `...` replaced by as many `:` as there are dimensions left.
static std::vector<Object> spreadEllipsis(ArrayRef<Object> items, unsigned rank) {
  unsigned named = llvm::count_if(
      items, [](const Object &item) { return !item.isNone() && !item.is(evaluate::ObjectKind::Ellipsis); });
  Object whole = Object::slice(Object::none(), Object::none(), Object::none());
  std::vector<Object> spread;
  for (const Object &item : items) {
    if (item.is(evaluate::ObjectKind::Ellipsis)) {
      spread.insert(spread.end(), rank > named ? rank - named : 0, whole);
      named = rank;
    } else {
      spread.push_back(item);
    }
  }
  return spread;
}

/// Takes out each `:` that has no dimension, as Triton does: all of a scalar, and those at the end.
static std::vector<Object> dropIdleSlices(std::vector<Object> items, unsigned rank) {
  auto isWhole = [](const Object &item) { return isWholeSlice(item, -1); };
  if (rank == 0) {
    llvm::erase_if(items, isWhole);
    return items;
  }
  size_t used = llvm::count_if(items, [](const Object &item) { return !item.isNone(); });
  for (; used > rank && !items.empty() && isWhole(items.back()); --used) {
    items.pop_back();
  }
  return items;
}

Result subscriptBlock(Emitter &emitter, const TypedValue &value, const Object &index) {
  ArrayRef<Object> given = index.isTuple() ? ArrayRef<Object>(index.items()) : ArrayRef<Object>(index);
  TypedValue result = value;
  unsigned axis = 0;
  for (const Object &item : dropIdleSlices(spreadEllipsis(given, value.rank()), value.rank())) {
    if (item.isNone()) {
      if (failed(checkBlockRank(emitter, result.rank() + 1))) {
        return failure();
      }
      result = expandDims(emitter, result, axis++);
      continue;
    }
    if (axis >= result.rank()) {
      emitter.report(DiagnosticKind::TooManyIndices) << value.typeText() << value.rank();
      return failure();
    }
    int64_t size = result.shape()[axis];
    if (isWholeSlice(item, size)) {
      ++axis;
      continue;
    }
    std::optional<int64_t> place = item.toInt64();
    if (!place) {
      emitter.report(DiagnosticKind::IndexNotSupported) << typeText(item) << value.typeText();
      return failure();
    }
    int64_t wrapped = *place < 0 ? *place + size : *place;
    if (wrapped < 0 || wrapped >= size) {
      emitter.report(DiagnosticKind::IndexOutOfRange) << *place << axis << size;
      return failure();
    }
    result = pickAlong(emitter, result, axis, wrapped);
  }
  return makeObject(result);
}

ArrayRef<Builtin> shapeBuiltins() {
  static const Builtin table[] = {
      {"tl.broadcast", "input, other", callBroadcast},
      {"tl.broadcast_to", "input, *shape", callBroadcastTo},
      {"tl.expand_dims", "input, axis", callExpandDims},
      {"tl.unsqueeze", "x, dim", callUnsqueeze},
      {"tl.squeeze", "x, dim", callSqueeze},
      {"tl.reshape", "input, *shape, can_reorder=False", callReshape<false>},
      {"tl.view", "input, *shape", callReshape<true>},
      {"tl.ravel", "x, can_reorder=False", callRavel},
      {"tl.permute", "input, *dims", callPermute},
      {"tl.trans", "input, *dims", callTrans},
      {"tl.item", "input", callItem},
      {"tl.flip", "x, dim=None", callFlip},
      {"tl.join", "a, b", callJoin},
      {"tl.split", "a", callSplit},
      {"tl.interleave", "a, b", callInterleave},
      {"tl.cat", "a, b, can_reorder=False, dim=0", callCat},
  };
  return table;
}

} // namespace tkc::elaborate
