// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Making blocks from nothing, and the builtins about the program: its place in the grid, barriers, hints.
#include "llvm/Support/MathExtras.h"

#include <limits>

#include "Broadcast.h"
#include "Casts.h"
#include "Families.h"
#include "Memory.h"
#include "Shapes.h"

using namespace mlir;
using namespace tkc;

namespace tkc::elaborate {

//===----------------------------------------------------------------------===//
// Creation.
//===----------------------------------------------------------------------===//

static Result callArange(Emitter &emitter, Arguments &arguments) {
  FailureOr<int64_t> start = arguments.integer("start"), end = arguments.integer("end");
  if (failed(start) || failed(end)) {
    return failure();
  }
  constexpr int64_t low = std::numeric_limits<int32_t>::min(), high = std::numeric_limits<int32_t>::max();
  if (*start < low || *end > high || *end <= *start) {
    emitter.report(DiagnosticKind::RangeInvalid) << *start << *end;
    return failure();
  }
  int64_t size = *end - *start;
  if (failed(checkBlockShape(emitter, {size}))) {
    return failure();
  }
  DType type = DTypeKind::Int32;
  return makeObject({emitter.make<tk::MakeRangeOp>(emitter.typeOf(type, {size}), *start, *end), type});
}

/// A block, or a scalar for the empty shape, of one value.
static Result fill(Emitter &emitter, Shape shape, const Object &value, const DType &type) {
  if (!type.isScalar() || !emitter.elementType(type)) {
    if (!type.isScalar()) {
      emitter.report(DiagnosticKind::CastNotPossible) << typeText(value) << type.name();
    }
    return failure();
  }
  if (value.isNumber()) {
    Typed filled = emitter.numberAs(value, type, shape);
    return failed(filled) ? Result(failure()) : makeObject(*filled);
  }
  Typed scalar = emitter.toTyped(value);
  if (failed(scalar)) {
    return failure();
  }
  if (scalar->elementCount() != 1) {
    emitter.report(DiagnosticKind::ElementCountMismatch)
        << shapeText(scalar->shape()) << scalar->elementCount() << "a scalar" << 1;
    return failure();
  }
  Typed converted = castTo(emitter, toScalar(emitter, *scalar), type);
  Typed filled = failed(converted) ? converted : broadcastTo(emitter, *converted, shape);
  return failed(filled) ? Result(failure()) : makeObject(*filled);
}

static Result callFull(Emitter &emitter, Arguments &arguments) {
  FailureOr<SmallVector<int64_t>> shape = arguments.blockShape("shape");
  FailureOr<DType> type = arguments.dtype("dtype");
  if (failed(shape) || failed(type)) {
    return failure();
  }
  return fill(emitter, *shape, arguments.get("value"), *type);
}

static Result callZeros(Emitter &emitter, Arguments &arguments) {
  FailureOr<SmallVector<int64_t>> shape = arguments.blockShape("shape");
  FailureOr<DType> type = arguments.dtype("dtype");
  if (failed(shape) || failed(type)) {
    return failure();
  }
  return fill(emitter, *shape, Object::integer(0), *type);
}

static Result callZerosLike(Emitter &emitter, Arguments &arguments) {
  Typed value = arguments.value("input");
  return failed(value) ? Result(failure()) : fill(emitter, value->shape(), Object::integer(0), value->dtype);
}

static Result callToTensor(Emitter &emitter, Arguments &arguments) {
  Typed value = arguments.value("x");
  return failed(value) ? Result(failure()) : makeObject(*value);
}

ArrayRef<Builtin> creationBuiltins() {
  static const Builtin table[] = {
      {"tl.arange", "start, end", callArange}, {"tl.full", "shape, value, dtype", callFull},
      {"tl.zeros", "shape, dtype", callZeros}, {"tl.zeros_like", "input", callZerosLike},
      {"tl.to_tensor", "x", callToTensor},
  };
  return table;
}

//===----------------------------------------------------------------------===//
// The program.
//===----------------------------------------------------------------------===//

template <typename Op>
static Result callGridQuery(Emitter &emitter, Arguments &arguments) {
  FailureOr<int64_t> axis = arguments.integer("axis");
  if (failed(axis)) {
    return failure();
  }
  if (*axis < 0 || *axis > 2) {
    emitter.report(DiagnosticKind::GridAxisInvalid) << arguments.function() << *axis;
    return failure();
  }
  return makeObject({emitter.make<Op>(static_cast<uint32_t>(*axis)), DTypeKind::Int32});
}

/// A promise that elements outside of the mask are zero; nothing is done about it.
static Result callExpectZero(Emitter &emitter, Arguments &arguments) {
  Typed value = arguments.value("x");
  FailureOr<std::optional<TypedValue>> mask = arguments.optionalValue("mask");
  if (failed(value) || failed(mask) || failed(checkMask(emitter, arguments.function(), *mask))) {
    return failure();
  }
  return makeObject(*value);
}

template <typename Op>
static Result callAction(Emitter &emitter, Arguments &) {
  emitter.create<Op>();
  return Object::none();
}

/// Ops of programmatic dependent launch, which is there from sm_90 on.
template <typename Op>
static Result callDependentLaunch(Emitter &emitter, Arguments &arguments) {
  if (emitter.target.computeCapability < 90) {
    emitter.report(DiagnosticKind::FunctionNeedsTarget)
        << arguments.function() << 90 << emitter.target.computeCapability;
    return failure();
  }
  return callAction<Op>(emitter, arguments);
}

static Result callAssume(Emitter &emitter, Arguments &arguments) {
  Typed condition = arguments.value("cond");
  Typed boolean = failed(condition) ? condition : castTo(emitter, *condition, DTypeKind::Int1);
  if (failed(boolean)) {
    return failure();
  }
  if (boolean->isBlock()) {
    emitter.report(DiagnosticKind::ConditionNotScalar) << condition->typeText();
    return failure();
  }
  emitter.create<tk::AssumeOp>(boolean->value);
  return Object::none();
}

/// Attaches what the user promises of a value, one number a dimension.
static Result callHint(Emitter &emitter, Arguments &arguments, StringRef attribute) {
  Typed value = arguments.value("input");
  FailureOr<SmallVector<int64_t>> numbers = arguments.integers("values");
  if (failed(value) || failed(numbers)) {
    return failure();
  }
  size_t expected = std::max<size_t>(1, value->rank());
  bool arePositive = llvm::all_of(
      *numbers, [](int64_t number) { return number > 0 && number <= std::numeric_limits<int32_t>::max(); });
  if (numbers->size() != expected || !arePositive) {
    emitter.report(DiagnosticKind::HintInvalid) << arguments.function() << shapeText(*numbers) << expected;
    return failure();
  }
  SmallVector<int32_t> entries(numbers->begin(), numbers->end());
  auto argument = dyn_cast<BlockArgument>(value->value);
  auto function = dyn_cast_if_present<func::FuncOp>(argument ? argument.getOwner()->getParentOp() : nullptr);
  if (function && attribute == tk::divisibilityAttrName) {
    function.setArgAttr(argument.getArgNumber(), attribute, emitter.builder.getI32IntegerAttr(entries.front()));
  }
  if (function) {
    return makeObject(*value);
  }
  // A hint belongs to the op that makes the value. What loops and branches pass on has several: a marker keeps the hint
  // until these are all there.
  Operation *op = value->value.getDefiningOp();
  if (!op || op->getNumRegions() > 0) {
    op = emitter.create<UnrealizedConversionCastOp>(value->value.getType(), value->value);
  }
  if (op->getNumResults() == 1) {
    op->setDiscardableAttr(attribute, emitter.builder.getDenseI32ArrayAttr(entries));
  }
  return makeObject(*value);
}

static Result callMultipleOf(Emitter &emitter, Arguments &arguments) {
  return callHint(emitter, arguments, tk::divisibilityAttrName);
}
static Result callMaxContiguous(Emitter &emitter, Arguments &arguments) {
  return callHint(emitter, arguments, tk::contiguityAttrName);
}
static Result callMaxConstancy(Emitter &emitter, Arguments &arguments) {
  return callHint(emitter, arguments, tk::constancyAttrName);
}

static Result callNumWarps(Emitter &emitter, Arguments &) { return Object::integer(emitter.target.numWarps); }
static Result callNumThreads(Emitter &emitter, Arguments &) { return Object::integer(emitter.target.numWarps * 32); }

ArrayRef<Builtin> programBuiltins() {
  static const Builtin table[] = {
      {"tl.program_id", "axis", callGridQuery<tk::ProgramIdOp>},
      {"tl.num_programs", "axis", callGridQuery<tk::NumProgramsOp>},
      {"tl.debug_barrier", "", callAction<tk::DebugBarrierOp>},
      {"tl.extra.cuda.gdc_wait", "", callDependentLaunch<tk::GdcWaitOp>},
      {"tl.extra.cuda.gdc_launch_dependents", "", callDependentLaunch<tk::GdcLaunchDependentsOp>},
      {"tl.extra.cuda.num_warps", "", callNumWarps},
      {"tl.extra.cuda.num_threads", "", callNumThreads},
      {"tl.assume", "cond", callAssume},
      {"tl.expect_zero", "x, mask", callExpectZero},
      {"tl.multiple_of", "input, values", callMultipleOf},
      {"tl.max_contiguous", "input, values", callMaxContiguous},
      {"tl.max_constancy", "input, values", callMaxConstancy},
  };
  return table;
}

} // namespace tkc::elaborate
