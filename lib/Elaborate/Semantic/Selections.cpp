// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Gather and histogram, as comparisons of all pairs and a reduction.
#include "Broadcast.h"
#include "Casts.h"
#include "Families.h"
#include "Operators.h"
#include "Reductions.h"
#include "Shapes.h"

using namespace mlir;
using namespace tkc;

namespace tkc::elaborate {

using ast::BinaryOp;
using ast::CompareOp;

/// Checks that the block of all pairs is not larger than blocks may be.
static LogicalResult checkPairs(Emitter &emitter, Arguments &arguments, int64_t pairs) {
  if (pairs <= emitter.target.maxBlockElements) {
    return success();
  }
  emitter.report(DiagnosticKind::TooManyPairs) << arguments.function() << pairs << emitter.target.maxBlockElements;
  return failure();
}

static LogicalResult checkGatherShapes(Emitter &emitter, const TypedValue &source, const TypedValue &index,
                                       unsigned axis) {
  if (!index.dtype.isInteger()) {
    emitter.report(DiagnosticKind::OperandNotSupported) << "tl.gather" << index.dtype.name() << "integer indices";
    return failure();
  }
  bool meets = source.rank() == index.rank();
  for (unsigned dimension = 0; meets && dimension < source.rank(); ++dimension) {
    meets = dimension == axis || source.shape()[dimension] == index.shape()[dimension];
  }
  if (!meets) {
    emitter.report(DiagnosticKind::GatherShapeMismatch)
        << shapeText(source.shape()) << shapeText(index.shape()) << axis;
    return failure();
  }
  return success();
}

static Result callGather(Emitter &emitter, Arguments &arguments) {
  Typed source = arguments.value("src"), index = arguments.value("index");
  FailureOr<unsigned> axis = failed(source) ? FailureOr<unsigned>(failure()) : arguments.axis("axis", source->rank());
  if (failed(axis) || failed(index) || failed(checkGatherShapes(emitter, *source, *index, *axis))) {
    return failure();
  }
  unsigned width = std::max(32u, index->dtype.bitWidth());
  *index = *castTo(emitter, *index, intType(width, index->dtype.isSignedInteger()));
  int64_t size = source->shape()[*axis];
  if (failed(checkPairs(emitter, arguments, index->elementCount() * size))) {
    return failure();
  }
  // The place in the source gets a dimension of its own behind that of the index.
  SmallVector<int64_t> pairs(index->shape());
  pairs.insert(pairs.begin() + *axis + 1, size);
  TypedValue wanted = expandDims(emitter, *index, *axis + 1);
  TypedValue places = *castTo(emitter, indicesAlong(emitter, *axis + 1, pairs.size(), size), index->dtype);
  TypedValue isChosen =
      comparison(emitter, CompareOp::Eq, *broadcastTo(emitter, wanted, pairs), *broadcastTo(emitter, places, pairs));
  TypedValue candidates = *broadcastTo(emitter, expandDims(emitter, *source, *axis), pairs);
  return makeObject(pickAlong(emitter, candidates, isChosen, *axis + 1));
}

/// The operands of a histogram: numbers to count, and which of them.
static FailureOr<std::pair<TypedValue, std::optional<TypedValue>>> readCounted(Emitter &emitter, Arguments &arguments) {
  Typed input = arguments.value("input");
  FailureOr<std::optional<TypedValue>> mask = arguments.optionalValue("mask");
  if (failed(input) || failed(mask)) {
    return failure();
  }
  if (input->rank() != 1 || !input->dtype.isInteger()) {
    emitter.report(DiagnosticKind::OperandNotSupported)
        << "tl.histogram" << input->typeText() << "blocks of integers with one dimension";
    return failure();
  }
  if (*mask && !(*mask)->dtype.isBool()) {
    emitter.report(DiagnosticKind::MaskNotBool) << "tl.histogram" << (*mask)->typeText();
    return failure();
  }
  if (*mask) {
    Typed wide = broadcastTo(emitter, **mask, input->shape());
    if (failed(wide)) {
      return failure();
    }
    *mask = *wide;
  }
  return std::make_pair(*input, *mask);
}

static Result callHistogram(Emitter &emitter, Arguments &arguments) {
  auto counted = readCounted(emitter, arguments);
  FailureOr<int64_t> bins = arguments.integer("num_bins");
  if (failed(counted) || failed(bins) || failed(checkBlockShape(emitter, {*bins}))) {
    return failure();
  }
  auto [input, mask] = *counted;
  SmallVector<int64_t> pairs = {input.shape()[0], *bins};
  if (failed(checkPairs(emitter, arguments, pairs[0] * pairs[1]))) {
    return failure();
  }
  DType wide = intType(std::max(32u, input.dtype.bitWidth()), input.dtype.isSignedInteger());
  TypedValue numbers = *broadcastTo(emitter, expandDims(emitter, *castTo(emitter, input, wide), 1), pairs);
  TypedValue places = *castTo(emitter, indicesAlong(emitter, 1, 2, *bins), wide);
  TypedValue isHit = comparison(emitter, CompareOp::Eq, numbers, *broadcastTo(emitter, places, pairs));
  if (mask) {
    isHit = arithmetic(emitter, BinaryOp::BitAnd, isHit, *broadcastTo(emitter, expandDims(emitter, *mask, 1), pairs));
  }
  TypedValue ones = *castTo(emitter, isHit, DTypeKind::Int32);
  return makeObject(reduceWith(emitter, BinaryOp::Add, ones, 0));
}

ArrayRef<Builtin> selectionBuiltins() {
  static const Builtin table[] = {
      {"tl.gather", "src, index, axis", callGather},
      {"tl.histogram", "input, num_bins, mask=None", callHistogram},
  };
  return table;
}

} // namespace tkc::elaborate
