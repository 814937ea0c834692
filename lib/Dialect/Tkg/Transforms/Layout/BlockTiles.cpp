// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The rules by which ops are cut into tiles.
#include "BlockTiles.h"

#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace tkc;
using namespace tkc::tkg;

static ArrayRef<int64_t> shapeOf(Value block) { return cast<RankedTensorType>(block.getType()).getShape(); }

/// The first dimension that has more than one element; blocks that are cut there are cut into runs of elements.
static std::optional<unsigned> findSlowestDim(Value block) {
  for (auto [dim, size] : llvm::enumerate(shapeOf(block))) {
    if (size != 1) {
      return unsigned(dim);
    }
  }
  return std::nullopt;
}

SmallVector<CutBlock> tkc::tkg::cutAll(Operation *op, unsigned dim) {
  SmallVector<CutBlock> cuts;
  for (Value operand : op->getOperands()) {
    if (isa<RankedTensorType>(operand.getType())) {
      cuts.push_back({operand, dim});
    }
  }
  return cuts;
}

std::optional<SmallVector<CutBlock>> tkc::tkg::cutOperands(Operation *op, unsigned dim) {
  using Cuts = SmallVector<CutBlock>;
  if (isa<tk::LoadOp>(op)) {
    return cast<tk::LoadOp>(op).getIsVolatile() ? std::nullopt : std::optional(cutAll(op, dim));
  }
  if (!isMemoryEffectFree(op)) {
    return std::nullopt;
  }
  if (isa<tk::MakeRangeOp, tk::SplatOp>(op) || matchPattern(op, m_Constant())) {
    DenseElementsAttr elements;
    bool isUniform = !matchPattern(op, m_Constant(&elements)) || elements.isSplat();
    return isUniform ? std::optional(Cuts()) : std::nullopt;
  }
  if (op->hasTrait<OpTrait::Elementwise>() || isa<tk::MapElementwiseOp>(op)) {
    return cutAll(op, dim);
  }
  if (auto broadcast = dyn_cast<tk::BroadcastOp>(op)) {
    bool isRepeated = shapeOf(broadcast.getSource())[dim] == 1;
    return isRepeated ? Cuts() : Cuts{{broadcast.getSource(), dim}};
  }
  if (auto expand = dyn_cast<tk::ExpandDimsOp>(op)) {
    unsigned axis = expand.getAxis();
    return dim == axis ? std::nullopt : std::optional(Cuts{{expand.getSource(), dim < axis ? dim : dim - 1}});
  }
  if (auto trans = dyn_cast<tk::TransOp>(op)) {
    return Cuts{{trans.getSource(), unsigned(trans.getOrder()[dim])}};
  }
  if (auto reshape = dyn_cast<tk::ReshapeOp>(op)) {
    std::optional<unsigned> slowest = findSlowestDim(reshape.getSource());
    bool isRun = slowest && findSlowestDim(reshape.getResult()) == dim;
    return isRun ? std::optional(Cuts{{reshape.getSource(), *slowest}}) : std::nullopt;
  }
  if (auto gather = dyn_cast<tk::GatherOp>(op)) {
    // Along the axis any element may be picked.
    return dim == gather.getAxis() ? Cuts{{gather.getIndex(), dim}} : cutAll(op, dim);
  }
  if (isa<tk::ScanOp>(op)) {
    return cutAll(op, dim);
  }
  if (auto dot = dyn_cast<tk::DotOp>(op)) {
    unsigned rank = shapeOf(dot.getResult()).size();
    Cuts cuts = {{dot.getC(), dim}};
    if (dim + 1 != rank) {
      cuts.push_back({dot.getA(), dim});
    }
    if (dim + 2 != rank) {
      cuts.push_back({dot.getB(), dim});
    }
    return cuts;
  }
  if (auto reduce = dyn_cast<tk::ReduceOp>(op)) {
    return cutAll(op, dim < unsigned(reduce.getAxis()) ? dim : dim + 1);
  }
  return std::nullopt;
}

/// The loop that carries the value, and its number there; null where none does.
static std::pair<scf::ForOp, unsigned> findCarrier(Value value) {
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
    bool isCarried = loop && argument.getArgNumber() > 0;
    return isCarried ? std::pair(loop, argument.getArgNumber() - 1) : std::pair(scf::ForOp(), 0u);
  }
  return {value.getDefiningOp<scf::ForOp>(), cast<OpResult>(value).getResultNumber()};
}

/// Whether the op, with all inside, may be done again, as far as memory does not change: it reads at the most.
static bool isRepeatable(Operation *op) {
  return !op->walk([](Operation *inner) {
              auto load = dyn_cast<tk::LoadOp>(inner);
              bool isHarmless = load ? !load.getIsVolatile()
                                     : isa<tk::AssumeOp>(inner) || isMemoryEffectFree(inner) ||
                                           inner->hasTrait<OpTrait::HasRecursiveMemoryEffects>();
              return isHarmless ? WalkResult::advance() : WalkResult::interrupt();
            }).wasInterrupted();
}

SmallVector<Value> tkc::tkg::listOperands(Operation *op) {
  llvm::SetVector<Value> values;
  getUsedValuesDefinedAbove(op->getRegions(), values);
  values.insert(op->operand_begin(), op->operand_end());
  return values.takeVector();
}

bool TilePlan::isInLoop(Value value) const {
  Operation *parent = value.getParentRegion()->getParentOp();
  while (parent && !loops.contains(parent)) {
    parent = parent->getParentOp();
  }
  return parent != nullptr;
}

void tkc::tkg::appendBounds(scf::ForOp loop, NeededValues &needs) {
  for (Value bound : {loop.getLowerBound(), loop.getUpperBound(), loop.getStep()}) {
    needs.push_back({bound, std::nullopt});
  }
}

/// Adds what is needed as it is: where loops that each tile has anew compute it, each computes it, too.
bool TilePlan::addWhole(Value value, NeededValues &needs) {
  if (!isInLoop(value) || !seenWhole.insert(value).second) {
    return true;
  }
  auto isLarge = [&](Type type) {
    auto block = dyn_cast<RankedTensorType>(type);
    return block && block.getNumElements() > mostElements;
  };
  if (auto [loop, index] = findCarrier(value); loop) {
    loops[loop].wholes.insert(index);
    appendBounds(loop, needs);
    needs.push_back({loop.getInitArgs()[index], std::nullopt});
    needs.push_back({loop.getYieldedValues()[index], std::nullopt});
    return !isLarge(value.getType()) && isRepeatable(loop);
  }
  if (isa<BlockArgument>(value)) {
    return true;
  }
  Operation *op = value.getDefiningOp();
  bool isSmall = true;
  op->walk([&](Operation *inner) {
    isSmall &= llvm::none_of(inner->getResultTypes(), isLarge);
    if (isa<tk::LoadOp>(inner)) {
      loads[inner] = std::nullopt;
    }
  });
  for (Value operand : listOperands(op)) {
    needs.push_back({operand, std::nullopt});
  }
  return isSmall && isRepeatable(op);
}

/// Adds what a loop carries: each tile has a loop of its own.
bool TilePlan::addCarried(scf::ForOp loop, unsigned index, unsigned dim, NeededValues &needs) {
  if (loop->isAncestor(place) || !isRepeatable(loop)) {
    return false;
  }
  if (loops[loop].cuts.insert({index, dim})) {
    appendBounds(loop, needs);
    needs.push_back({loop.getInitArgs()[index], dim});
    needs.push_back({loop.getYieldedValues()[index], dim});
  }
  return true;
}

/// Tiles come in one order, each once.
bool TilePlan::addScan(tk::ScanOp scan) {
  bool fits = canGoOn(scan) && !isInLoop(scan.getResult(0)) && (scans.empty() || isReversed() == scan.getReverse());
  if (fits) {
    scans.insert(scan);
  }
  return fits;
}

/// Whether a value that is several operands of the op is to be cut for one and not, or not alike, for another.
static bool isCutInTwoWays(Operation *op, ArrayRef<CutBlock> cuts) {
  return llvm::any_of(cuts, [&](const CutBlock &cut) {
    auto isSame = [&](const CutBlock &other) { return other.first == cut.first; };
    auto isOther = [&](const CutBlock &other) { return isSame(other) && other.second != cut.second; };
    return llvm::count(op->getOperands(), cut.first) != llvm::count_if(cuts, isSame) || llvm::any_of(cuts, isOther);
  });
}

bool TilePlan::addOp(Operation *op, unsigned dim, NeededValues &needs) {
  std::optional<SmallVector<CutBlock>> operands = cutOperands(op, dim);
  if (!operands || isCutInTwoWays(op, *operands)) {
    return false;
  }
  if (auto scan = dyn_cast<tk::ScanOp>(op); scan && scan.getAxis() == dim && !addScan(scan)) {
    return false;
  }
  if (isa<tk::LoadOp>(op)) {
    auto [entry, isNew] = loads.insert({op, dim});
    entry->second = isNew ? std::optional(dim) : std::nullopt;
  }
  hasDots |= isa<tk::DotOp>(op);
  for (Value operand : listOperands(op)) {
    bool isCut = llvm::any_of(*operands, [&](const CutBlock &cut) { return cut.first == operand; });
    if (!isCut) {
      needs.push_back({operand, std::nullopt});
    }
  }
  for (auto [block, along] : *operands) {
    needs.push_back({block, along});
  }
  return true;
}

bool TilePlan::add(Value block, unsigned dim) {
  NeededValues pending = {{block, dim}};
  while (!pending.empty()) {
    NeededValue next = pending.pop_back_val();
    NeededValues needs;
    if (!(next.dim ? addCut(next.value, *next.dim, needs) : addWhole(next.value, needs))) {
      return false;
    }
    llvm::append_range(pending, llvm::reverse(needs));
  }
  return true;
}

bool TilePlan::addCut(Value block, unsigned dim, NeededValues &needs) {
  if (!seen.insert({block, dim}).second) {
    return true;
  }
  smallestExtent = std::min(smallestExtent, shapeOf(block)[dim]);
  largestBlock = std::max(largestBlock, cast<RankedTensorType>(block.getType()).getNumElements());
  if (auto [loop, index] = findCarrier(block); loop) {
    return addCarried(loop, index, dim, needs);
  }
  Operation *op = block.getDefiningOp();
  return op && addOp(op, dim, needs);
}
