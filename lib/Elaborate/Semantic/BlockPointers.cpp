// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Block pointers: made, moved, and resolved into pointers and masks where they are read and written.
#include <limits>

#include "Broadcast.h"
#include "Casts.h"
#include "Families.h"
#include "Memory.h"
#include "Operators.h"
#include "Shapes.h"

using namespace mlir;
using namespace tkc;

namespace tkc::elaborate {

using ast::BinaryOp;
using ast::CompareOp;

static TypedValue splat(Emitter &emitter, Value scalar, Shape shape) {
  return *broadcastTo(emitter, {scalar, DTypeKind::Int64}, shape);
}

/// A rank-1 block seen as dimension `axis` of a block of `shape`.
static TypedValue spreadFrom(Emitter &emitter, TypedValue line, unsigned axis, Shape shape) {
  for (unsigned dimension = 0; dimension < shape.size(); ++dimension) {
    if (dimension != axis) {
      line = expandDims(emitter, line, dimension);
    }
  }
  return *broadcastTo(emitter, line, shape);
}

/// 0 <= index < size, along one dimension.
static TypedValue isInside(Emitter &emitter, const TypedValue &index, Value size) {
  TypedValue zero = emitter.intConstant(index.dtype, 0, index.shape());
  TypedValue aboveStart = comparison(emitter, CompareOp::GtE, index, zero);
  TypedValue belowEnd = comparison(emitter, CompareOp::Lt, index, splat(emitter, size, index.shape()));
  return arithmetic(emitter, BinaryOp::BitAnd, aboveStart, belowEnd);
}

/// Adds up the dimensions of a block, each given by its indices (an i64 block of rank 1).
static BlockAccess accessAt(Emitter &emitter, const StridedArray &array, ArrayRef<TypedValue> indices,
                            ArrayRef<unsigned> checked) {
  SmallVector<int64_t> shape;
  for (const TypedValue &index : indices) {
    shape.push_back(index.shape().front());
  }
  std::optional<TypedValue> offset, mask;
  for (auto [axis, index] : llvm::enumerate(indices)) {
    TypedValue stride = splat(emitter, array.strides[axis], index.shape());
    TypedValue spread = spreadFrom(emitter, arithmetic(emitter, BinaryOp::Mul, index, stride), axis, shape);
    offset = offset ? arithmetic(emitter, BinaryOp::Add, *offset, spread) : spread;
    if (llvm::is_contained(checked, axis)) {
      TypedValue inside = spreadFrom(emitter, isInside(emitter, index, array.shape[axis]), axis, shape);
      mask = mask ? arithmetic(emitter, BinaryOp::BitAnd, *mask, inside) : inside;
    }
  }
  return {*addToPointer(emitter, array.base, *offset), mask};
}

/// start, start + 1, … as i64.
static TypedValue countFrom(Emitter &emitter, Value start, int64_t size) {
  TypedValue range = *castTo(emitter, indicesAlong(emitter, 0, 1, size), DTypeKind::Int64);
  return arithmetic(emitter, BinaryOp::Add, splat(emitter, start, {size}), range);
}

BlockAccess accessBlock(Emitter &emitter, const StridedArray &array, ArrayRef<Value> offsets,
                        ArrayRef<unsigned> checked) {
  SmallVector<TypedValue> indices;
  for (auto [offset, size] : llvm::zip(offsets, array.blockShape)) {
    indices.push_back(countFrom(emitter, offset, size));
  }
  return accessAt(emitter, array, indices, checked);
}

BlockAccess accessRowsOf(Emitter &emitter, const StridedArray &array, const TypedValue &rows, Value column) {
  TypedValue wideRows = *castTo(emitter, rows, DTypeKind::Int64);
  return accessAt(emitter, array, {wideRows, countFrom(emitter, column, array.blockShape[1])}, {0, 1});
}

FailureOr<SmallVector<Value>> readIndices(Emitter &emitter, Arguments &arguments, std::string_view parameter) {
  SmallVector<Value> indices;
  for (const Object &item : arguments.items(parameter)) {
    if (item.isInt() || item.isBool()) {
      indices.push_back(emitter.constant(DTypeKind::Int64, item.toInteger()->bits()).value);
      continue;
    }
    const TypedValue *value = asTyped(item);
    if (!value || value->isBlock() || !value->dtype.isInteger()) {
      emitter.report(DiagnosticKind::ArgumentWrongKind)
          << parameter << arguments.function() << "a tuple of integer scalars" << typeText(item);
      return failure();
    }
    indices.push_back(castTo(emitter, *value, DTypeKind::Int64)->value);
  }
  return indices;
}

/// Checks that an argument has as many entries as the block has dimensions.
static LogicalResult checkLength(Emitter &emitter, Arguments &arguments, std::string_view parameter, size_t length,
                                 size_t rank) {
  if (length == rank) {
    return success();
  }
  emitter.report(DiagnosticKind::DimensionCountMismatch) << arguments.function() << parameter << length << rank;
  return failure();
}

static Result callMakeBlockPtr(Emitter &emitter, Arguments &arguments) {
  Typed base = arguments.value("base");
  FailureOr<SmallVector<Value>> shape = readIndices(emitter, arguments, "shape");
  FailureOr<SmallVector<Value>> strides = readIndices(emitter, arguments, "strides");
  FailureOr<SmallVector<Value>> offsets = readIndices(emitter, arguments, "offsets");
  FailureOr<SmallVector<int64_t>> blockShape = arguments.blockShape("block_shape");
  FailureOr<SmallVector<int64_t>> order = arguments.integers("order");
  if (failed(base) || failed(shape) || failed(strides) || failed(offsets) || failed(blockShape) || failed(order)) {
    return failure();
  }
  if (failed(checkScalarPointer(emitter, arguments.function(), *base))) {
    return failure();
  }
  size_t rank = blockShape->size();
  if (rank == 0) {
    return arguments.wrongKind("block_shape", "a tuple of one size or more");
  }
  if (failed(checkLength(emitter, arguments, "shape", shape->size(), rank)) ||
      failed(checkLength(emitter, arguments, "strides", strides->size(), rank)) ||
      failed(checkLength(emitter, arguments, "offsets", offsets->size(), rank)) ||
      failed(checkLength(emitter, arguments, "order", order->size(), rank))) {
    return failure();
  }
  SmallVector<int64_t> sorted = *order;
  llvm::sort(sorted);
  if (!llvm::equal(sorted, llvm::seq<int64_t>(0, rank))) {
    emitter.report(DiagnosticKind::PermutationIncomplete) << shapeText(*order) << rank;
    return failure();
  }
  StridedArray array{*base, *shape, *strides, *blockShape};
  return Object::opaque(std::make_shared<BlockPointerObject>(std::move(array), *offsets, *order));
}

static Result callAdvance(Emitter &emitter, Arguments &arguments) {
  const BlockPointerObject *pointer = asBlockPointer(arguments.get("base"));
  if (!pointer) {
    return arguments.wrongKind("base", "a block pointer");
  }
  FailureOr<SmallVector<Value>> steps = readIndices(emitter, arguments, "offsets");
  if (failed(steps) || failed(checkLength(emitter, arguments, "offsets", steps->size(), pointer->array().rank()))) {
    return failure();
  }
  SmallVector<Value> offsets;
  for (auto [offset, step] : llvm::zip(pointer->offsets(), *steps)) {
    offsets.push_back(emitter.make<arith::AddIOp>(offset, step));
  }
  return Object::opaque(std::make_shared<BlockPointerObject>(pointer->array(), std::move(offsets),
                                                             SmallVector<int64_t>(pointer->order())));
}

/// The dimensions of `boundary_check`.
static FailureOr<SmallVector<unsigned>> readChecked(Emitter &emitter, Arguments &arguments, unsigned rank) {
  SmallVector<unsigned> checked;
  if (arguments.isNone("boundary_check")) {
    return checked;
  }
  FailureOr<SmallVector<int64_t>> dimensions = arguments.integers("boundary_check");
  if (failed(dimensions)) {
    return failure();
  }
  for (int64_t dimension : *dimensions) {
    FailureOr<unsigned> axis = normaliseAxis(emitter, dimension, rank);
    if (failed(axis)) {
      return failure();
    }
    if (llvm::is_contained(checked, *axis)) {
      emitter.report(DiagnosticKind::AxisTwice) << dimension;
      return failure();
    }
    checked.push_back(*axis);
  }
  return checked;
}

/// What a read outside of the array gives; nothing when that is left open.
static FailureOr<std::optional<TypedValue>> readPadding(Emitter &emitter, Arguments &arguments, const DType &element,
                                                        Shape shape) {
  FailureOr<std::string> option = arguments.string("padding_option");
  if (failed(option)) {
    return failure();
  }
  if (option->empty()) {
    return std::optional<TypedValue>();
  }
  if (*option == "zero") {
    Typed zero = emitter.numberAs(Object::integer(0), element, shape);
    return failed(zero) ? FailureOr<std::optional<TypedValue>>(failure()) : std::optional<TypedValue>(*zero);
  }
  if (*option != "nan") {
    return arguments.unknownOption("padding_option", *option, "zero, nan");
  }
  if (!element.isFloat()) {
    emitter.report(DiagnosticKind::PaddingNeedsFloat) << element.name();
    return failure();
  }
  return std::optional<TypedValue>(emitter.constant(element, std::numeric_limits<double>::quiet_NaN(), shape));
}

Result loadBlockPointer(Emitter &emitter, Arguments &arguments, const BlockPointerObject &pointer) {
  const StridedArray &array = pointer.array();
  FailureOr<AccessModifiers> modifiers = readModifiers(arguments, /*isLoad=*/true);
  FailureOr<SmallVector<unsigned>> checked = readChecked(emitter, arguments, array.rank());
  if (failed(modifiers) || failed(checked)) {
    return failure();
  }
  auto padding = readPadding(emitter, arguments, array.base.dtype.element(), array.blockShape);
  if (failed(padding)) {
    return failure();
  }
  BlockAccess access = accessBlock(emitter, array, pointer.offsets(), *checked);
  std::optional<TypedValue> other = access.mask ? *padding : std::nullopt;
  return makeObject(emitLoad(emitter, access.pointers, access.mask, other, *modifiers));
}

Result storeBlockPointer(Emitter &emitter, Arguments &arguments, const BlockPointerObject &pointer) {
  const StridedArray &array = pointer.array();
  FailureOr<AccessModifiers> modifiers = readModifiers(arguments, /*isLoad=*/false);
  FailureOr<SmallVector<unsigned>> checked = readChecked(emitter, arguments, array.rank());
  Typed value = arguments.value("value");
  if (failed(modifiers) || failed(checked) || failed(value) ||
      failed(checkWritable(emitter, arguments.function(), array.base.dtype))) {
    return failure();
  }
  Typed converted = castTo(emitter, *value, array.base.dtype.element());
  if (failed(converted)) {
    return failure();
  }
  if (converted->isBlock() && converted->shape() != Shape(array.blockShape)) {
    emitter.report(DiagnosticKind::StoredShapeMismatch) << shapeText(converted->shape()) << shapeText(array.blockShape);
    return failure();
  }
  TypedValue block = *broadcastTo(emitter, *converted, array.blockShape);
  BlockAccess access = accessBlock(emitter, array, pointer.offsets(), *checked);
  emitStore(emitter, access.pointers, block, access.mask, *modifiers);
  return Object::none();
}

ArrayRef<Builtin> blockPointerBuiltins() {
  static const Builtin table[] = {
      {"tl.make_block_ptr", "base, shape, strides, offsets, block_shape, order", callMakeBlockPtr},
      {"tl.advance", "base, offsets", callAdvance},
  };
  return table;
}

} // namespace tkc::elaborate
