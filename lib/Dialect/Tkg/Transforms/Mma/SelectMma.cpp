// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Chooses tensor-core instructions for dots.
#include "tkc/Dialect/Tkg/IR/ModuleTarget.h"
#include "tkc/Dialect/Tkg/Transforms/Mma/Passes.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

#include "llvm/Support/FormatVariadic.h"

#include "DotPrecision.h"
#include "MmaChoice.h"
#include "WarpGroupChoice.h"

namespace tkc::tkg {
#define GEN_PASS_DEF_SELECTMMA
#include "tkc/Dialect/Tkg/Transforms/Mma/Passes.h.inc"
} // namespace tkc::tkg

using namespace mlir;
using namespace tkc;
using namespace tkc::tkg;

static Value convertTo(OpBuilder &builder, Location loc, Value value, Attribute encoding) {
  // A conversion to the operand layout of the dot's present form has served its time.
  value = stripConversions(value);
  auto type = cast<RankedTensorType>(value.getType());
  return type.getEncoding() == encoding
             ? value
             : ConvertLayoutOp::create(builder, loc, type.cloneWithEncoding(encoding), value);
}

/// Replaces the dot by what `multiply` makes of its accumulator in layout `encoding`, with conversions around it;
/// `widen` makes a 16-bit accumulator f32.
static void replaceDot(tk::DotOp dot, Attribute encoding, bool widen,
                       llvm::function_ref<Value(OpBuilder &, Value c)> multiply) {
  OpBuilder builder(dot);
  Location loc = dot.getLoc();
  auto type = cast<RankedTensorType>(dot.getType());
  RankedTensorType inRegisters = type.cloneWithEncoding(encoding);
  Value c = ConvertLayoutOp::create(builder, loc, inRegisters, dot.getC());
  bool isWidened = widen && (type.getElementType().isF16() || type.getElementType().isBF16());
  if (isWidened) {
    c = arith::ExtFOp::create(builder, loc, tk::withElementType(inRegisters, builder.getF32Type()), c);
  }
  Value result = multiply(builder, c);
  if (isWidened) {
    result = arith::TruncFOp::create(builder, loc, inRegisters, result);
  }
  dot.getResult().replaceAllUsesWith(ConvertLayoutOp::create(builder, loc, type, result));
  dot.erase();
}

/// Gives the dot this accumulator layout and width along K.
static void setLayouts(tk::DotOp dot, LayoutAttrInterface accumulator, unsigned kWidth, bool widen) {
  replaceDot(dot, accumulator, widen, [&](OpBuilder &builder, Value c) -> Value {
    Location loc = dot.getLoc();
    Value a = convertTo(builder, loc, dot.getA(), DotOperandAttr::get(dot.getContext(), 0, accumulator, kWidth));
    Value b = convertTo(builder, loc, dot.getB(), DotOperandAttr::get(dot.getContext(), 1, accumulator, kWidth));
    return tk::DotOp::create(builder, loc, c.getType(), a, b, c, dot.getPrecision(), dot.getMaxNumImpreciseAcc());
  });
}

/// The place for a buffer of `value` that a dot at the builder's place reads: before the loops that don't change it.
static void leaveLoops(OpBuilder &builder, Value value) {
  auto loop = dyn_cast<LoopLikeOpInterface>(builder.getInsertionBlock()->getParentOp());
  while (loop && loop.isDefinedOutsideOfLoop(value)) {
    builder.setInsertionPoint(loop);
    loop = dyn_cast<LoopLikeOpInterface>(loop->getParentOp());
  }
}

/// The block in shared memory.
static Value allocOperand(OpBuilder &builder, Location loc, Value value, NvmmaSharedAttr encoding) {
  OpBuilder::InsertionGuard guard(builder);
  value = stripConversions(value);
  leaveLoops(builder, value);
  auto type = cast<RankedTensorType>(value.getType());
  auto memory = MemDescType::get(type.getContext(), type.getShape(), type.getElementType(), encoding);
  // Several dots read one buffer.
  for (Operation *user : value.getUsers()) {
    auto other = dyn_cast<LocalAllocOp>(user);
    Block::iterator place = builder.getInsertionPoint();
    bool comesBefore = other && other->getBlock() == builder.getInsertionBlock() &&
                       (place == other->getBlock()->end() || other->isBeforeInBlock(&*place));
    if (comesBefore && other.getType() == memory) {
      return other.getResult();
    }
  }
  return LocalAllocOp::create(builder, loc, memory, value);
}

/// Makes a warp-group dot that is waited for at once of the dot.
static void setWarpGroupDot(tk::DotOp dot, const WarpGroupChoice &choice) {
  replaceDot(dot, choice.accumulator, /*widen=*/true, [&](OpBuilder &builder, Value c) -> Value {
    Location loc = dot.getLoc();
    Value a = choice.left ? allocOperand(builder, loc, dot.getA(), choice.left)
                          : convertTo(builder, loc, dot.getA(), choice.leftInRegisters);
    Value b = allocOperand(builder, loc, dot.getB(), choice.right);
    Value result = WarpGroupDotOp::create(builder, loc, a, b, c, choice.maxImprecise);
    return WarpGroupDotWaitOp::create(builder, loc, result.getType(), result, /*pending=*/0).getResult(0);
  });
}

static bool isFp8(Value block) {
  Type element = getElementTypeOrSelf(block.getType());
  return isa<FloatType>(element) && element.getIntOrFloatBitWidth() == 8;
}

/// Replaces a dot of fp8 blocks by one of f16 blocks, which hold the same numbers.
static tk::DotOp widenOperands(tk::DotOp dot) {
  OpBuilder builder(dot);
  auto widen = [&](Value operand) -> Value {
    Location loc = dot.getLoc();
    Attribute encoding = cast<RankedTensorType>(operand.getType()).getEncoding();
    auto conversion = operand.getDefiningOp<ConvertLayoutOp>();
    Value source = conversion ? conversion.getSource() : operand;
    Type type = tk::withElementType(source.getType(), builder.getF16Type());
    return convertTo(builder, loc, arith::ExtFOp::create(builder, loc, type, source), encoding);
  };
  Value a = widen(dot.getA()), b = widen(dot.getB());
  auto wide = tk::DotOp::create(builder, dot.getLoc(), dot.getType(), a, b, dot.getC(), dot.getPrecision(),
                                dot.getMaxNumImpreciseAcc());
  dot.getResult().replaceAllUsesWith(wide.getResult());
  dot.erase();
  return wide;
}

static std::string describeSums(const WarpGroupChoice &choice) {
  return choice.maxImprecise == 0 ? ""
                                  : llvm::formatv(", sums of {0} fp8 products added in f32", choice.maxImprecise).str();
}

/// Runs the dot on groups of warps if that can be.
static bool selectWarpGroupDot(tk::DotOp dot, const Target &target, unsigned numWarps) {
  std::variant<WarpGroupChoice, std::string> choice = chooseWarpGroupDot(dot, target, numWarps);
  if (std::string *reason = std::get_if<std::string>(&choice)) {
    remark::missed(dot.getLoc(), remark::RemarkOpts::name("DotOnWarpGroup").category("tkg-select-mma"))
        << remark::add("no wgmma: {0}", *reason);
    return false;
  }
  const WarpGroupChoice &groups = std::get<WarpGroupChoice>(choice);
  ArrayRef<unsigned> warps = groups.accumulator.getWarpsPerCta();
  remark::passed(dot.getLoc(), remark::RemarkOpts::name("DotOnWarpGroup").category("tkg-select-mma")) << remark::add(
      "wgmma m{0}n{1}k{2} on {3} x {4} warps, the left operand in {5}{6}", groups.instruction.m, groups.instruction.n,
      groups.instruction.k, warps[0], warps[1], groups.left ? "shared memory" : "registers", describeSums(groups));
  setWarpGroupDot(dot, groups);
  return true;
}

/// Decides about one dot; true when it got an instruction.
static bool select(tk::DotOp dot, const Target &target, unsigned numWarps) {
  if (target.hasWgmma() && selectWarpGroupDot(dot, target, numWarps)) {
    return true;
  }
  std::variant<MmaChoice, std::string> choice = chooseMma(dot, target, numWarps);
  if (std::holds_alternative<std::string>(choice) && isFp8(dot.getA())) {
    remark::missed(dot.getLoc(), remark::RemarkOpts::name("DotOnF16").category("tkg-select-mma"))
        << remark::add("fp8 is multiplied as f16: {0}", std::get<std::string>(choice));
    dot = widenOperands(dot);
    choice = chooseMma(dot, target, numWarps);
  }
  if (std::string *reason = std::get_if<std::string>(&choice)) {
    remark::missed(dot.getLoc(), remark::RemarkOpts::name("DotOnFma").category("tkg-select-mma"))
        << remark::add("{0}", *reason);
    setLayouts(dot, chooseFmaLayout(dot, numWarps), 0, /*widen=*/false);
    return false;
  }
  const MmaChoice &mma = std::get<MmaChoice>(choice);
  const MmaShape &shape = mma.instruction;
  ArrayRef<unsigned> warps = mma.accumulator.getWarpsPerCta();
  remark::passed(dot.getLoc(), remark::RemarkOpts::name("DotOnTensorCore").category("tkg-select-mma")) << remark::add(
      "mma.sync m{0}n{1}k{2} on {3} x {4} warps", shape.m, shape.n, shape.k, warps[warps.size() - 2], warps.back());
  setLayouts(dot, mma.accumulator, mma.kWidth, /*widen=*/true);
  return true;
}

namespace {
struct SelectMma : tkc::tkg::impl::SelectMmaBase<SelectMma> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    std::string error;
    std::optional<Target> target = getTarget(module, &error);
    if (!target) {
      module.emitError() << error;
      return signalPassFailure();
    }
    SmallVector<tk::DotOp> dots;
    module.walk([&](tk::DotOp dot) {
      if (isa<BlockedAttr>(cast<RankedTensorType>(dot.getType()).getEncoding())) {
        dots.push_back(dot);
      }
    });
    for (tk::DotOp dot : dots) {
      SmallVector<tk::DotOp> parts = splitPreciseDot(dot);
      for (tk::DotOp part : parts.empty() ? SmallVector<tk::DotOp>{dot} : parts) {
        numSelected += select(part, *target, getNumWarps(module));
      }
    }
  }
};
} // namespace
