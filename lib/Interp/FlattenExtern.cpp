// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls of libdevice symbols.
#include "Engine/FloatFunctions.h"
#include "Engine/LaneFunctions.h"
#include "Flattener.h"

namespace tkc::interp {

using namespace mlir;

static std::string_view asView(StringRef text) { return {text.data(), text.size()}; }

/// The symbol without `__nv_` and, for f32, without the final `f`.
static StringRef plainName(StringRef symbol, bool isF32) {
  symbol.consume_front("__nv_");
  if (isF32) {
    symbol.consume_back("f");
  }
  return symbol;
}

Flattener::Row Flattener::findDeviceConversion(tk::ExternElementwiseOp op) {
  std::optional<RoundedConversion> conversion = findRoundedConversion(asView(op.getSymbol()));
  if (!conversion || op.getArgs().size() != 1) {
    return {};
  }
  uint32_t mode = uint32_t(conversion->mode);
  if (conversion->fromFloat && conversion->toFloat) {
    return {handlers::convertFloat, mode};
  }
  if (conversion->fromFloat) {
    return {handlers::floatToIntegerSaturated, mode + (conversion->toUnsigned ? 8 : 0)};
  }
  return {handlers::integerToFloatRounded, mode + (conversion->fromUnsigned ? 8 : 0)};
}

Flattener::Row Flattener::findDeviceFunction(tk::ExternElementwiseOp op) {
  StringRef symbol = op.getSymbol();
  size_t arity = op.getArgs().size();
  bool isF64 = llvm::any_of(op.getArgs(), [](Value value) { return getElementTypeOrSelf(value).isF64(); });
  bool isF32 = llvm::any_of(op.getArgs(), [](Value value) { return getElementTypeOrSelf(value).isF32(); });
  StringRef name = plainName(symbol, isF32);
  if ((isF32 || isF64) && symbol.starts_with("__nv_") && (isF64 || symbol.ends_with("f"))) {
    Row row = llvm::StringSwitch<Row>(name)
                  .Case("floor", {handlers::roundToInteger, 0})
                  .Case("ceil", {handlers::roundToInteger, 1})
                  .Case("trunc", {handlers::roundToInteger, 2})
                  .Case("round", {handlers::roundToInteger, 3})
                  .Cases({"rint", "nearbyint"}, {handlers::roundToInteger, 4})
                  .Case("fabs", {handlers::absoluteFloat, 0})
                  .Case("copysign", {handlers::copySign, 0})
                  .Case("fmin", {handlers::minimumNumber, 0})
                  .Case("fmax", {handlers::maximumNumber, 0})
                  .Case("fmod", {handlers::remainderFloat, 0})
                  .Case("fma", {handlers::fusedMultiplyAdd, 0})
                  .Default({});
    if (row.handler != nullptr) {
      return row;
    }
  }
  if (std::optional<uint32_t> index = findDeviceFloatFunction(asView(symbol), isF64)) {
    return floatFunction(*index).arity == arity ? Row{handlers::callFunction, *index} : Row{};
  }
  if (std::optional<uint32_t> index = findLaneFunction(asView(symbol))) {
    return laneFunction(*index).arity == arity ? Row{handlers::callLaneFunction, *index} : Row{};
  }
  if (std::optional<RoundedArithmetic> arithmetic = findRoundedArithmetic(asView(symbol))) {
    return {handlers::roundedArithmetic, uint32_t(arithmetic->operation) * 8 + uint32_t(arithmetic->mode)};
  }
  return findDeviceConversion(op);
}

void Flattener::flattenExtern(tk::ExternElementwiseOp op) {
  Row row = findDeviceFunction(op);
  std::vector<SlotId> operands = slotsOf(op.getArgs());
  SlotId result = resultSlot(op.getResult());
  if (row.handler == nullptr) {
    problem(op, "the interpreter does not know the device function `" + op.getSymbol() + "` with " +
                    Twine(op.getArgs().size()) + " arguments");
    return;
  }
  emit(row.handler, std::move(operands), {result}, row.immediate);
}

} // namespace tkc::interp
