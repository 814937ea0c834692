// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Gather and histogram.
#include "Broadcast.h"
#include "Casts.h"
#include "Families.h"

using namespace mlir;
using namespace tkc;

namespace tkc::elaborate {

/// The ops read numbers as unsigned, so that in 32 bits negative ones lie beyond every block.
static TypedValue widen(Emitter &emitter, const TypedValue &numbers) {
  unsigned width = std::max(32u, numbers.dtype.bitWidth());
  return *castTo(emitter, numbers, intType(width, numbers.dtype.isSignedInteger()));
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
  Value picked = emitter.make<tk::GatherOp>(source->value, widen(emitter, *index).value, *axis);
  return makeObject(TypedValue{picked, source->dtype});
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
  DType count = DTypeKind::Int32;
  Value counts = emitter.make<tk::HistogramOp>(emitter.typeOf(count, {*bins}), widen(emitter, input).value,
                                               mask ? mask->value : Value());
  return makeObject(TypedValue{counts, count});
}

ArrayRef<Builtin> selectionBuiltins() {
  static const Builtin table[] = {
      {"tl.gather", "src, index, axis", callGather},
      {"tl.histogram", "input, num_bins, mask=None", callHistogram},
  };
  return table;
}

} // namespace tkc::elaborate
