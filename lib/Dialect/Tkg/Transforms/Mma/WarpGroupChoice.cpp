// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whether a dot can run on groups of warps, and with which layouts.
#include "WarpGroupChoice.h"

#include "llvm/Support/FormatVariadic.h"

#include "MmaChoice.h"

using namespace mlir;
using namespace tkc;
using namespace tkc::tkg;

/// What one instruction multiplies.
constexpr int64_t instructionRows = 64, maxInstructionColumns = 256, warpsPerGroup = 4;

Value tkc::tkg::stripConversions(Value value) {
  while (auto conversion = value.getDefiningOp<ConvertLayoutOp>()) {
    value = conversion.getSource();
  }
  return value;
}

/// The first block operand of an op that works element by element.
static Value getElementwiseSource(Operation *op) {
  if (!op || !op->hasTrait<OpTrait::Elementwise>()) {
    return {};
  }
  for (Value operand : op->getOperands()) {
    if (isa<RankedTensorType>(operand.getType())) {
      return operand;
    }
  }
  return {};
}

/// The dimensions of a rank-2 block, fastest first, in the memory that it was loaded from, as far as that can be seen.
static SmallVector<unsigned> getSourceOrder(Value value) {
  value = stripConversions(value);
  if (auto trans = value.getDefiningOp<tk::TransOp>()) {
    SmallVector<unsigned> order = getSourceOrder(trans.getSource());
    return SmallVector<unsigned>(llvm::reverse(order));
  }
  if (Value source = getElementwiseSource(value.getDefiningOp())) {
    return getSourceOrder(source);
  }
  return getMemoryOrder(cast<RankedTensorType>(value.getType()));
}

/// Whether the block is computed from the result of another dot, whose registers it then shares.
static bool comesFromDot(Value value) {
  value = stripConversions(value);
  if (value.getDefiningOp<tk::DotOp>() || value.getDefiningOp<WarpGroupDotWaitOp>()) {
    return true;
  }
  Operation *op = value.getDefiningOp();
  return op && op->hasTrait<OpTrait::Elementwise>() &&
         llvm::any_of(op->getOperands(), [](Value operand) { return comesFromDot(operand); });
}

/// Groups of warps along rows and columns; none where they would repeat each other's work.
static std::optional<std::pair<int64_t, int64_t>> divideGroups(tk::DotOp dot, unsigned numWarps) {
  ArrayRef<int64_t> shape = cast<RankedTensorType>(dot.getType()).getShape();
  int64_t groups = numWarps / warpsPerGroup;
  int64_t rows = std::min(groups, shape[0] / instructionRows), columns = groups / rows;
  if (columns > 1 && (needsWholeRows(dot) || shape[1] / columns < 8)) {
    return std::nullopt;
  }
  return std::pair(rows, columns);
}

/// The widest swizzle for rows of at least `elements` elements, of which a group of warps reads whole multiples; none
/// where these are less than 32 bytes.
static NvmmaSharedAttr chooseShared(MLIRContext *context, int64_t elements, unsigned elementBits, bool transposed) {
  for (unsigned swizzle : {128, 64, 32}) {
    if (elements * elementBits / 8 % swizzle == 0) {
      return NvmmaSharedAttr::get(context, swizzle, elementBits, transposed);
    }
  }
  return {};
}

std::variant<WarpGroupChoice, std::string> tkc::tkg::chooseWarpGroupDot(tk::DotOp dot, const Target &target,
                                                                        unsigned numWarps) {
  auto type = cast<RankedTensorType>(dot.getType());
  auto a = cast<RankedTensorType>(dot.getA().getType());
  if (!target.hasWgmma() || type.getRank() != 2 || numWarps % warpsPerGroup != 0) {
    return llvm::formatv("{0} warps multiply blocks of rank {1} on {2}", numWarps, type.getRank(), target.name).str();
  }
  std::optional<MmaOperand> operand = getOperandKind(a.getElementType(), dot.getPrecision());
  Type element = type.getElementType();
  bool isInteger = element.isInteger(32), isFloat = element.isF32() || element.isF16() || element.isBF16();
  if (!operand || (!isInteger && !isFloat)) {
    return llvm::formatv("it does not multiply {0} to {1}", a.getElementType(), element).str();
  }
  bool isFp8 = *operand == MmaOperand::E4M3 || *operand == MmaOperand::E5M2;
  int64_t maxImprecise = dot.getMaxNumImpreciseAcc();
  if (isFp8 && maxImprecise < wgmmaK(*operand)) {
    return llvm::formatv("it sums {0} products of fp8 with 14 bits, and max_num_imprecise_acc is {1}", wgmmaK(*operand),
                         maxImprecise)
        .str();
  }
  int64_t m = type.getShape()[0], n = type.getShape()[1], k = a.getShape()[1];
  unsigned instructionK = wgmmaK(*operand), bits = operandBits(*operand);
  if (m % instructionRows != 0 || k % instructionK != 0) {
    return llvm::formatv("a block of {0} x {1} x {2} is no multiple of {3} x 8 x {4}", m, n, k, instructionRows,
                         instructionK)
        .str();
  }
  std::optional<std::pair<int64_t, int64_t>> groups = divideGroups(dot, numWarps);
  int64_t columns = groups ? std::min(n / groups->second, maxInstructionColumns) : 0;
  MmaAccumulator accumulator = isInteger ? MmaAccumulator::S32 : MmaAccumulator::F32;
  if (!hasWgmma(target, *operand, accumulator, columns)) {
    return llvm::formatv("{0} warps can't share a block of {1} x {2}", numWarps, m, n).str();
  }
  MLIRContext *context = dot.getContext();
  WarpGroupChoice choice;
  choice.maxImprecise = isFp8 && maxImprecise < k ? maxImprecise / instructionK * instructionK : 0;
  choice.instruction = {unsigned(instructionRows), unsigned(columns), instructionK};
  unsigned warps[] = {unsigned(groups->first * warpsPerGroup), unsigned(groups->second)};
  unsigned perWarp[] = {unsigned(instructionRows / warpsPerGroup), unsigned(columns)};
  choice.accumulator = MmaAttr::get(context, 3, warps, perWarp);
  // Other types than 16-bit ones have no transposing form: they are stored contiguous along k, whatever their source
  // is.
  bool isKMajor = !canTransposeWgmma(*operand);
  bool leftIsKMajor = isKMajor || getSourceOrder(dot.getA())[0] == 1;
  bool rightIsKMajor = isKMajor || getSourceOrder(dot.getB())[0] == 0;
  choice.right = chooseShared(context, rightIsKMajor ? k : columns, bits, rightIsKMajor);
  if (bits == 16 && comesFromDot(dot.getA())) {
    choice.leftInRegisters = DotOperandAttr::get(context, 0, choice.accumulator, 32 / bits);
  } else {
    choice.left = chooseShared(context, leftIsKMajor ? k : instructionRows, bits, !leftIsKMajor);
  }
  if (!choice.right || (!choice.left && !choice.leftInRegisters)) {
    return llvm::formatv("{0} columns of {1} bits fill no row of shared memory", columns, bits).str();
  }
  return choice;
}
