// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which tensor-core layout a dot should have, and why it can't have one.
#include "MmaChoice.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace tkc;
using namespace tkc::tkg;

/// The tile of one instruction.
constexpr unsigned instructionRows = 16, instructionColumns = 8;

SmallVector<unsigned> tkc::tkg::divideWarps(ArrayRef<int64_t> shape, unsigned numWarps, bool wholeRows) {
  int64_t rows = shape[shape.size() - 2], columns = shape.back();
  SmallVector<unsigned> warps(shape.size(), 1);
  unsigned left = numWarps;
  if (shape.size() == 3) {
    warps[0] = std::min<int64_t>(left, shape[0]);
    left /= warps[0];
  }
  unsigned &rowWarps = warps[warps.size() - 2], &columnWarps = warps.back();
  for (; left > 1; left /= 2) {
    bool rowsFit = rows >= 2 * rowWarps * instructionRows, columnsFit = columns >= 2 * columnWarps * instructionColumns;
    // A warp reads its rows of the left operand and its columns of the right one: halve the longer side.
    bool rowsAreLonger = rows / rowWarps >= columns / columnWarps;
    bool takeRows = rowsFit && (wholeRows || rowsAreLonger || !columnsFit);
    // Where neither fits, warps repeat each other's work.
    (takeRows || !columnsFit ? rowWarps : columnWarps) *= 2;
  }
  return warps;
}

bool tkc::tkg::needsWholeRows(tk::DotOp dot) {
  llvm::SetVector<Value> values;
  values.insert(dot.getResult());
  for (unsigned index = 0; index < values.size(); ++index) {
    for (OpOperand &use : values[index].getUses()) {
      Operation *op = use.getOwner();
      auto reduce = dyn_cast<tk::ReduceOp>(op);
      auto other = dyn_cast<tk::DotOp>(op);
      if ((reduce && int(reduce.getAxis()) == cast<RankedTensorType>(dot.getType()).getRank() - 1) ||
          (other && other != dot && use.getOperandNumber() == 0)) {
        return true;
      }
      bool isSimple = op->hasTrait<OpTrait::Elementwise>() || isa<ConvertLayoutOp>(op);
      if (isSimple && op->getBlock() == dot->getBlock()) {
        values.insert(op->result_begin(), op->result_end());
      }
    }
  }
  return false;
}

std::optional<MmaOperand> tkc::tkg::getOperandKind(Type element, tk::InputPrecision precision) {
  if (element.isF16()) {
    return MmaOperand::F16;
  }
  if (element.isBF16()) {
    return MmaOperand::BF16;
  }
  if (element.isF32() && precision == tk::InputPrecision::TF32) {
    return MmaOperand::TF32;
  }
  if (element.isInteger(8)) {
    return MmaOperand::S8;
  }
  if (isa<Float8E4M3FNType>(element)) {
    return MmaOperand::E4M3;
  }
  return isa<Float8E5M2Type>(element) ? std::optional(MmaOperand::E5M2) : std::nullopt;
}

/// The largest instruction that the sizes permit, or the reason why there is none.
static std::variant<MmaShape, std::string> chooseInstruction(tk::DotOp dot, const Target &target) {
  auto a = cast<RankedTensorType>(dot.getA().getType());
  Type element = a.getElementType(), accumulator = cast<RankedTensorType>(dot.getType()).getElementType();
  std::optional<MmaOperand> operand = getOperandKind(element, dot.getPrecision());
  if (!operand) {
    return element.isF32() ? std::string("f32 operands of precision `ieee` have no tensor-core instruction")
                           : llvm::formatv("no tensor-core instruction multiplies {0}", element).str();
  }
  bool isInteger = accumulator.isInteger(32);
  if (!isInteger && !accumulator.isF32() && !accumulator.isF16() && !accumulator.isBF16()) {
    return llvm::formatv("no tensor-core instruction adds to {0}", accumulator).str();
  }
  std::vector<MmaShape> shapes = mmaSyncShapes(target, *operand, isInteger ? MmaAccumulator::S32 : MmaAccumulator::F32);
  if (shapes.empty()) {
    return llvm::formatv("{0} has no tensor-core instruction that multiplies {1}", target.name, element).str();
  }
  int64_t k = a.getShape().back(), m = a.getShape()[a.getRank() - 2],
          n = cast<RankedTensorType>(dot.getType()).getShape().back();
  const MmaShape &shape = shapes.front();
  if (m % instructionRows != 0 || n % instructionColumns != 0 || k % shape.k != 0) {
    return llvm::formatv("a block of {0} x {1} x {2} is no multiple of {3} x {4} x {5}", m, n, k, instructionRows,
                         instructionColumns, shape.k)
        .str();
  }
  return shape;
}

std::variant<MmaChoice, std::string> tkc::tkg::chooseMma(tk::DotOp dot, const Target &target, unsigned numWarps) {
  std::variant<MmaShape, std::string> instruction = chooseInstruction(dot, target);
  if (std::string *reason = std::get_if<std::string>(&instruction)) {
    return *reason;
  }
  RankedTensorType type = cast<RankedTensorType>(dot.getType());
  SmallVector<unsigned> warps = divideWarps(type.getShape(), numWarps, needsWholeRows(dot));
  SmallVector<unsigned> tile(type.getRank(), 1);
  tile[tile.size() - 2] = instructionRows;
  tile.back() = instructionColumns;
  MmaChoice choice;
  choice.accumulator = MmaAttr::get(dot.getContext(), 2, warps, tile);
  Type element = cast<RankedTensorType>(dot.getA().getType()).getElementType();
  choice.kWidth = 32 / element.getIntOrFloatBitWidth();
  choice.instruction = std::get<MmaShape>(instruction);
  return choice;
}

/// Shares `count` positions, a power of two, among rows and columns so that what is left of both stays even, and among
/// batches where nothing is left of them.
static SmallVector<unsigned> shareEvenly(unsigned count, MutableArrayRef<uint64_t> left) {
  SmallVector<unsigned> parts(left.size(), 1);
  size_t rows = left.size() - 2, columns = left.size() - 1;
  for (; count > 1; count /= 2) {
    size_t dim = left[rows] > left[columns] ? rows : columns;
    auto batches = llvm::find_if(left, [](uint64_t size) { return size > 1; });
    if (left[dim] == 1 && batches != left.end()) {
      dim = batches - left.begin();
    }
    parts[dim] *= 2;
    left[dim] = std::max<uint64_t>(1, left[dim] / 2);
  }
  return parts;
}

BlockedAttr tkc::tkg::chooseFmaLayout(tk::DotOp dot, unsigned numWarps) {
  SmallVector<uint64_t> left = llvm::map_to_vector(cast<RankedTensorType>(dot.getType()).getShape(),
                                                   [](int64_t size) { return llvm::bit_floor(uint64_t(size)); });
  size_t rank = left.size();
  uint64_t perThread = std::max<uint64_t>(1, left[rank - 2] * left[rank - 1] / (lanesPerWarp * numWarps));
  SmallVector<unsigned> sizes(rank, 1), order;
  sizes[rank - 1] = std::min({uint64_t(4), left[rank - 1], perThread});
  sizes[rank - 2] = std::min({uint64_t(4), left[rank - 2], perThread / sizes[rank - 1]});
  left[rank - 2] /= sizes[rank - 2];
  left[rank - 1] /= sizes[rank - 1];
  SmallVector<unsigned> lanes = shareEvenly(lanesPerWarp, left);
  SmallVector<unsigned> warps = shareEvenly(numWarps, left);
  for (size_t dim = rank; dim > 0; --dim) {
    order.push_back(dim - 1);
  }
  return BlockedAttr::get(dot.getContext(), sizes, lanes, warps, order);
}
