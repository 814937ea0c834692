// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Recognises indices, offsets, masks and pointers as sums over the dimensions of a block.
#include "BlockIndex.h"

#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace tkc;
using namespace tkc::tkg;

/// Ops that hand on each element as it is, in the same place.
static bool keepsElements(Operation *op) {
  return isa_and_nonnull<tk::BroadcastOp, ConvertLayoutOp, arith::ExtSIOp, arith::ExtUIOp>(op);
}

/// The number of a dimension behind an expand_dims.
static unsigned shiftDim(tk::ExpandDimsOp expand, unsigned dim) {
  return dim >= unsigned(expand.getAxis()) ? dim + 1 : dim;
}

/// The one integer that a constant block consists of.
static std::optional<int64_t> getSplatInteger(Value block) {
  DenseIntElementsAttr elements;
  if (matchPattern(block, m_Constant(&elements)) && elements.isSplat()) {
    return elements.getSplatValue<APInt>().getSExtValue();
  }
  return std::nullopt;
}

std::optional<BlockIndex> BlockReader::readIndex(Value block) {
  Operation *op = block.getDefiningOp();
  if (std::optional<int64_t> constant = getSplatInteger(block)) {
    return BlockIndex{std::nullopt, LinearSum(*constant), std::nullopt};
  }
  if (auto range = dyn_cast_or_null<tk::MakeRangeOp>(op)) {
    return BlockIndex{0, LinearSum(int64_t(range.getStart())), std::nullopt};
  }
  if (auto splat = dyn_cast_or_null<tk::SplatOp>(op)) {
    return BlockIndex{std::nullopt, LinearSum::ofScalar(splat.getSource()), std::nullopt};
  }
  if (keepsElements(op)) {
    return readIndex(op->getOperand(0));
  }
  if (auto expand = dyn_cast_or_null<tk::ExpandDimsOp>(op)) {
    std::optional<BlockIndex> index = readIndex(expand.getSource());
    if (index && index->dim) {
      index->dim = shiftDim(expand, *index->dim);
    }
    return index;
  }
  if (auto carried = readCarried(block)) {
    std::optional<BlockIndex> index = readIndex(carried->first);
    std::optional<SmallVector<OffsetTerm>> added = multiplyByIterations(carried->second);
    if (!index || index->clamp || !added || added->size() != 1 || (*added)[0].stride.value) {
      return std::nullopt;
    }
    index->start = index->start + (*added)[0].index.start * (*added)[0].stride.factor;
    return index;
  }
  if (isa_and_nonnull<arith::AddIOp, arith::SubIOp, arith::MulIOp>(op)) {
    return readSum(op);
  }
  metLoad |= isa_and_nonnull<tk::LoadOp>(op);
  return isa_and_nonnull<arith::RemSIOp, arith::RemUIOp, arith::SelectOp>(op) ? readClamp(op) : std::nullopt;
}

std::optional<BlockIndex> BlockReader::readSum(Operation *op) {
  std::optional<BlockIndex> left = readIndex(op->getOperand(0)), right = readIndex(op->getOperand(1));
  if (!left || !right || left->clamp || right->clamp) {
    return std::nullopt;
  }
  if (isa<arith::MulIOp>(op)) {
    bool isUniform = !left->dim && !right->dim;
    if (!isUniform || (!left->start.isConstant() && !right->start.isConstant())) {
      return std::nullopt;
    }
    LinearSum product =
        left->start.isConstant() ? right->start * left->start.getConstant() : left->start * right->start.getConstant();
    return BlockIndex{std::nullopt, product, std::nullopt};
  }
  bool isDifference = isa<arith::SubIOp>(op);
  if (right->dim && (left->dim || isDifference)) {
    return std::nullopt;
  }
  LinearSum start = isDifference ? left->start - right->start : left->start + right->start;
  return BlockIndex{left->dim ? left->dim : right->dim, start, std::nullopt};
}

/// `index % bound`, and `index if index < bound else anything`.
std::optional<BlockIndex> BlockReader::readClamp(Operation *op) {
  if (isa<arith::RemSIOp, arith::RemUIOp>(op)) {
    std::optional<BlockIndex> index = readIndex(op->getOperand(0)), bound = readIndex(op->getOperand(1));
    if (!index || !index->dim || index->clamp || !bound || bound->dim) {
      return std::nullopt;
    }
    index->clamp = bound->start;
    return index;
  }
  auto compare = op->getOperand(0).getDefiningOp<arith::CmpIOp>();
  std::optional<MaskTerm> condition = compare ? readComparison(compare) : std::nullopt;
  std::optional<BlockIndex> index = readIndex(op->getOperand(1));
  bool isSame = condition && condition->bound && index && !index->clamp && index->dim &&
                index->dim == condition->index.dim && index->start == condition->index.start;
  if (!isSame) {
    return std::nullopt;
  }
  index->clamp = condition->bound;
  return index;
}

/// The comparison of b with a that says the same as that of a with b.
static arith::CmpIPredicate swapSides(arith::CmpIPredicate predicate) {
  switch (predicate) {
  case arith::CmpIPredicate::slt:
    return arith::CmpIPredicate::sgt;
  case arith::CmpIPredicate::sle:
    return arith::CmpIPredicate::sge;
  case arith::CmpIPredicate::sgt:
    return arith::CmpIPredicate::slt;
  case arith::CmpIPredicate::sge:
    return arith::CmpIPredicate::sle;
  default:
    return predicate;
  }
}

/// What `index predicate right` says of the index.
static std::optional<MaskTerm> makeMaskTerm(const BlockIndex &index, arith::CmpIPredicate predicate,
                                            const LinearSum &right) {
  switch (predicate) {
  case arith::CmpIPredicate::slt:
    return MaskTerm{index, right};
  case arith::CmpIPredicate::sle:
    return MaskTerm{index, right + LinearSum(1)};
  case arith::CmpIPredicate::sge:
    return right == LinearSum(0) ? std::optional(MaskTerm{index, std::nullopt}) : std::nullopt;
  case arith::CmpIPredicate::sgt:
    return right == LinearSum(-1) ? std::optional(MaskTerm{index, std::nullopt}) : std::nullopt;
  default:
    return std::nullopt;
  }
}

std::optional<MaskTerm> BlockReader::readComparison(arith::CmpIOp compare) {
  if (!isa<RankedTensorType>(compare.getLhs().getType())) {
    return std::nullopt;
  }
  std::optional<BlockIndex> left = readIndex(compare.getLhs()), right = readIndex(compare.getRhs());
  if (!left || !right || left->clamp || right->clamp) {
    return std::nullopt;
  }
  auto predicate = compare.getPredicate();
  if (!left->dim) {
    std::swap(left, right);
    predicate = swapSides(predicate);
  }
  if (!left->dim || right->dim) {
    return std::nullopt;
  }
  return makeMaskTerm(*left, predicate, right->start);
}

std::optional<SmallVector<MaskTerm>> BlockReader::readCondition(Value condition) {
  if (auto both = condition.getDefiningOp<arith::AndIOp>()) {
    auto left = readCondition(both.getLhs()), right = readCondition(both.getRhs());
    if (!left || !right) {
      return std::nullopt;
    }
    llvm::append_range(*left, *right);
    return left;
  }
  auto compare = condition.getDefiningOp<arith::CmpIOp>();
  if (!compare) {
    return std::nullopt;
  }
  BlockIndex left{std::nullopt, LinearSum::ofScalar(compare.getLhs()), std::nullopt};
  BlockIndex right{std::nullopt, LinearSum::ofScalar(compare.getRhs()), std::nullopt};
  std::optional<MaskTerm> term = makeMaskTerm(left, compare.getPredicate(), right.start);
  term = term ? term : makeMaskTerm(right, swapSides(compare.getPredicate()), left.start);
  return term ? std::optional(SmallVector<MaskTerm>{*term}) : std::nullopt;
}

std::optional<SmallVector<MaskTerm>> BlockReader::readMask(Value block) {
  Operation *op = block.getDefiningOp();
  if (auto both = dyn_cast_or_null<arith::AndIOp>(op)) {
    auto left = readMask(both.getLhs()), right = readMask(both.getRhs());
    if (!left || !right) {
      return std::nullopt;
    }
    llvm::append_range(*left, *right);
    return left;
  }
  if (isa_and_nonnull<tk::BroadcastOp, ConvertLayoutOp>(op)) {
    return readMask(op->getOperand(0));
  }
  if (auto splat = dyn_cast_or_null<tk::SplatOp>(op)) {
    return readCondition(splat.getSource());
  }
  if (auto expand = dyn_cast_or_null<tk::ExpandDimsOp>(op)) {
    auto terms = readMask(expand.getSource());
    for (MaskTerm &term : terms ? MutableArrayRef<MaskTerm>(*terms) : MutableArrayRef<MaskTerm>()) {
      if (term.index.dim) {
        term.index.dim = shiftDim(expand, *term.index.dim);
      }
    }
    return terms;
  }
  auto compare = dyn_cast_or_null<arith::CmpIOp>(op);
  std::optional<MaskTerm> term = compare ? readComparison(compare) : std::nullopt;
  return term ? std::optional(SmallVector<MaskTerm>{*term}) : std::nullopt;
}

/// What `factor` times a constant or a value is as a stride.
static std::optional<TileStride> makeStride(const LinearSum &sum) {
  if (sum.isConstant()) {
    return TileStride{Value(), sum.getConstant()};
  }
  if (sum.getTerms().size() != 1 || sum.getConstant() != 0) {
    return std::nullopt;
  }
  return TileStride{sum.getTerms()[0].first, sum.getTerms()[0].second};
}

std::optional<SmallVector<OffsetTerm>> BlockReader::readOffsets(Value block) {
  if (std::optional<BlockIndex> index = readIndex(block)) {
    return SmallVector<OffsetTerm>{{*index, TileStride()}};
  }
  Operation *op = block.getDefiningOp();
  if (keepsElements(op)) {
    return readOffsets(op->getOperand(0));
  }
  if (auto expand = dyn_cast_or_null<tk::ExpandDimsOp>(op)) {
    auto terms = readOffsets(expand.getSource());
    for (OffsetTerm &term : terms ? MutableArrayRef<OffsetTerm>(*terms) : MutableArrayRef<OffsetTerm>()) {
      if (term.index.dim) {
        term.index.dim = shiftDim(expand, *term.index.dim);
      }
    }
    return terms;
  }
  if (isa_and_nonnull<arith::AddIOp>(op)) {
    auto left = readOffsets(op->getOperand(0)), right = readOffsets(op->getOperand(1));
    if (!left || !right) {
      return std::nullopt;
    }
    llvm::append_range(*left, *right);
    return left;
  }
  if (!isa_and_nonnull<arith::MulIOp>(op)) {
    return std::nullopt;
  }
  std::optional<BlockIndex> left = readIndex(op->getOperand(0)), right = readIndex(op->getOperand(1));
  if (left && right && !left->dim) {
    std::swap(left, right);
  }
  std::optional<TileStride> stride = left && right && !right->dim ? makeStride(right->start) : std::nullopt;
  return stride ? std::optional(SmallVector<OffsetTerm>{{*left, *stride}}) : std::nullopt;
}

std::optional<std::pair<Value, SmallVector<OffsetTerm>>> BlockReader::readPointers(Value block) {
  if (!isa<RankedTensorType>(block.getType())) {
    auto add = block.getDefiningOp<tk::AddPtrOp>();
    if (!add) {
      return std::pair(block, SmallVector<OffsetTerm>());
    }
    auto pointer = readPointers(add.getPointer());
    BlockIndex offset{std::nullopt, LinearSum::ofScalar(add.getOffset()), std::nullopt};
    pointer->second.push_back({offset, TileStride()});
    return pointer;
  }
  Operation *op = block.getDefiningOp();
  if (isa_and_nonnull<tk::SplatOp, tk::BroadcastOp, ConvertLayoutOp>(op)) {
    return readPointers(op->getOperand(0));
  }
  if (auto expand = dyn_cast_or_null<tk::ExpandDimsOp>(op)) {
    auto pointers = readPointers(expand.getSource());
    for (OffsetTerm &term : pointers ? MutableArrayRef<OffsetTerm>(pointers->second) : MutableArrayRef<OffsetTerm>()) {
      if (term.index.dim) {
        term.index.dim = shiftDim(expand, *term.index.dim);
      }
    }
    return pointers;
  }
  if (auto add = dyn_cast_or_null<tk::AddPtrOp>(op)) {
    auto pointers = readPointers(add.getPointer());
    auto offsets = readOffsets(add.getOffset());
    if (!pointers || !offsets) {
      return std::nullopt;
    }
    llvm::append_range(pointers->second, *offsets);
    return pointers;
  }
  auto carried = readCarried(block);
  auto pointers = carried ? readPointers(carried->first) : std::nullopt;
  auto added = pointers ? multiplyByIterations(carried->second) : std::nullopt;
  if (!added) {
    return std::nullopt;
  }
  llvm::append_range(pointers->second, *added);
  return pointers;
}

std::optional<std::pair<Value, SmallVector<OffsetTerm>>> BlockReader::readCarried(Value block) {
  auto argument = dyn_cast<BlockArgument>(block);
  if (!loop || !argument || argument.getOwner() != loop.getBody() || argument == loop.getInductionVar()) {
    return std::nullopt;
  }
  Operation *update = loop.getTiedLoopYieldedValue(argument)->get().getDefiningOp();
  if (!isa_and_nonnull<tk::AddPtrOp, arith::AddIOp>(update) || update->getOperand(0) != argument) {
    return std::nullopt;
  }
  auto step = readOffsets(update->getOperand(1));
  bool isUniform = step && llvm::none_of(*step, [](const OffsetTerm &term) { return term.index.dim.has_value(); });
  return isUniform ? std::optional(std::pair(loop.getTiedLoopInit(argument)->get(), *step)) : std::nullopt;
}

std::optional<LinearSum> BlockReader::countIterations(int64_t factor) {
  LinearSum step = LinearSum::ofScalar(loop.getStep());
  if (!step.isConstant() || step.getConstant() <= 0 || factor % step.getConstant() != 0) {
    return std::nullopt;
  }
  LinearSum passed = LinearSum::ofValue(loop.getInductionVar()) - LinearSum::ofScalar(loop.getLowerBound());
  return passed * (factor / step.getConstant());
}

std::optional<SmallVector<OffsetTerm>> BlockReader::multiplyByIterations(ArrayRef<OffsetTerm> step) {
  SmallVector<OffsetTerm> products;
  auto add = [&](TileStride stride, int64_t factor) {
    std::optional<LinearSum> count = countIterations(factor);
    if (count) {
      products.push_back({BlockIndex{std::nullopt, *count, std::nullopt}, stride});
    }
    return count.has_value();
  };
  for (const OffsetTerm &term : step) {
    const LinearSum &sum = term.index.start;
    // A product of two values is no step of one stride.
    if (term.stride.value && !sum.isConstant()) {
      return std::nullopt;
    }
    if (term.stride.value) {
      if (!add(term.stride, sum.getConstant())) {
        return std::nullopt;
      }
      continue;
    }
    for (auto [value, factor] : sum.getTerms()) {
      if (!add({value, 1}, factor * term.stride.factor)) {
        return std::nullopt;
      }
    }
    if (sum.getConstant() != 0 && !add(TileStride(), sum.getConstant() * term.stride.factor)) {
      return std::nullopt;
    }
  }
  return products;
}
