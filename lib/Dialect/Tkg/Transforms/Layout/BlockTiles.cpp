// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The rules by which ops are cut into tiles.
#include "BlockTiles.h"

#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

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

/// All operands that are blocks, cut along one dimension.
static SmallVector<CutBlock> cutAll(Operation *op, unsigned dim) {
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
  if (auto reduce = dyn_cast<tk::ReduceOp>(op)) {
    return cutAll(op, dim < unsigned(reduce.getAxis()) ? dim : dim + 1);
  }
  return std::nullopt;
}

/// Tiles come in one order.
bool TilePlan::addScan(tk::ScanOp scan) {
  bool fits = canGoOn(scan) && (scans.empty() || isReversed() == scan.getReverse());
  if (fits) {
    scans.insert(scan);
  }
  return fits;
}

bool TilePlan::add(Value block, unsigned dim) {
  if (!seen.insert({block, dim}).second) {
    return true;
  }
  Operation *op = block.getDefiningOp();
  std::optional<SmallVector<CutBlock>> operands = op ? cutOperands(op, dim) : std::nullopt;
  if (!operands) {
    return false;
  }
  if (auto scan = dyn_cast<tk::ScanOp>(op); scan && scan.getAxis() == dim && !addScan(scan)) {
    return false;
  }
  smallestExtent = std::min(smallestExtent, shapeOf(block)[dim]);
  largestBlock = std::max(largestBlock, cast<RankedTensorType>(block.getType()).getNumElements());
  if (isa<tk::LoadOp>(op)) {
    auto [entry, isNew] = loads.insert({op, dim});
    entry->second = isNew ? std::optional(dim) : std::nullopt;
  }
  return llvm::all_of(*operands, [&](const CutBlock &operand) { return add(operand.first, operand.second); });
}

RankedTensorType TileBuilder::cut(RankedTensorType type, unsigned dim) const {
  SmallVector<int64_t> shape(type.getShape());
  shape[dim] /= numTiles;
  return type.clone(shape);
}

Value TileBuilder::buildRange(tk::MakeRangeOp range) {
  Location loc = range.getLoc();
  RankedTensorType type = cut(cast<RankedTensorType>(range.getType()), 0);
  int64_t size = type.getDimSize(0);
  Value first = tk::MakeRangeOp::create(builder, loc, type, range.getStart(), range.getStart() + size);
  Value length = arith::ConstantOp::create(builder, loc, builder.getI32IntegerAttr(int32_t(size)));
  Value moved = arith::MulIOp::create(builder, loc, index, length);
  return arith::AddIOp::create(builder, loc, first, tk::SplatOp::create(builder, loc, type, moved));
}

Operation *TileBuilder::cloneCut(Operation *op, ArrayRef<CutBlock> operands, ArrayRef<unsigned> dims) {
  IRMapping mapping;
  for (auto [block, dim] : operands) {
    mapping.map(block, build(block, dim));
  }
  Operation *clone = builder.clone(*op, mapping);
  for (auto [result, dim] : llvm::zip(clone->getResults(), dims)) {
    if (auto type = dyn_cast<RankedTensorType>(result.getType())) {
      result.setType(cut(type, dim));
    }
  }
  return clone;
}

void TileBuilder::goOnFrom(const llvm::SetVector<Operation *> &scans, ValueRange running, Value isFirst) {
  for (Operation *scan : scans) {
    before[scan] = llvm::to_vector(running.take_front(scan->getNumOperands()));
    running = running.drop_front(scan->getNumOperands());
  }
  this->isFirst = isFirst;
}

SmallVector<Value> TileBuilder::listRunning(const llvm::SetVector<Operation *> &scans) {
  SmallVector<Value> running;
  for (Operation *scan : scans) {
    llvm::append_range(running, behind.at(scan));
  }
  return running;
}

/// A scan along the axis that is cut.
void TileBuilder::buildScan(tk::ScanOp scan) {
  unsigned axis = scan.getAxis();
  SmallVector<unsigned> dims(scan.getNumResults(), axis);
  auto tile = cast<tk::ScanOp>(cloneCut(scan, *cutOperands(scan, axis), dims));
  SmallVector<Value> results = tile.getResults();
  if (auto known = before.find(scan); known != before.end()) {
    results = goOn(builder, tile, known->second, isFirst);
  }
  behind[scan] = takeLast(builder, tile, results);
  for (auto [whole, part] : llvm::zip(scan.getResults(), results)) {
    tiles[{whole, axis}] = part;
  }
}

Value TileBuilder::build(Value block, unsigned dim) {
  if (Value known = tiles.lookup({block, dim})) {
    return known;
  }
  Operation *op = block.getDefiningOp();
  if (auto scan = dyn_cast<tk::ScanOp>(op); scan && scan.getAxis() == dim) {
    buildScan(scan);
    return tiles.lookup({block, dim});
  }
  Value tile;
  DenseElementsAttr elements;
  if (auto range = dyn_cast<tk::MakeRangeOp>(op)) {
    tile = buildRange(range);
  } else if (matchPattern(op, m_Constant(&elements))) {
    auto uniform =
        DenseElementsAttr::get(cut(cast<RankedTensorType>(block.getType()), dim), elements.getSplatValue<Attribute>());
    tile = arith::ConstantOp::create(builder, op->getLoc(), uniform);
  } else {
    SmallVector<unsigned> dims(op->getNumResults(), dim);
    Operation *clone = cloneCut(op, *cutOperands(op, dim), dims);
    for (auto [whole, part] : llvm::zip(op->getResults(), clone->getResults())) {
      tiles[{whole, dim}] = part;
    }
    tile = clone->getResult(cast<OpResult>(block).getResultNumber());
  }
  tiles[{block, dim}] = tile;
  return tile;
}

void TileBuilder::cloneForTiles(Operation *op, unsigned dim) {
  cloneCut(op, cutAll(op, dim), SmallVector<unsigned>(op->getNumResults(), dim));
}
