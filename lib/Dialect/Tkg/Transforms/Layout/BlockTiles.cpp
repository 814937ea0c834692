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

/// The values from outside that the op needs, for itself and for its regions.
static SmallVector<Value> listOperands(Operation *op) {
  llvm::SetVector<Value> values;
  getUsedValuesDefinedAbove(op->getRegions(), values);
  values.insert(op->operand_begin(), op->operand_end());
  return values.takeVector();
}

bool TilePlan::isInLoop(Value value) const {
  return llvm::any_of(loops, [&](const auto &loop) {
    return cast<scf::ForOp>(loop.first).getRegion().isAncestor(value.getParentRegion());
  });
}

/// Adds what is needed as it is: where loops that each tile has anew compute it, each computes it, too.
bool TilePlan::addWhole(Value value) {
  if (!isInLoop(value) || !seenWhole.insert(value).second) {
    return true;
  }
  auto isLarge = [&](Type type) {
    auto block = dyn_cast<RankedTensorType>(type);
    return block && block.getNumElements() > mostElements;
  };
  if (auto [loop, index] = findCarrier(value); loop) {
    loops[loop].wholes.insert(index);
    return !isLarge(value.getType()) && isRepeatable(loop) && addBounds(loop) && addWhole(loop.getInitArgs()[index]) &&
           addWhole(loop.getYieldedValues()[index]);
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
  return isSmall && isRepeatable(op) &&
         llvm::all_of(listOperands(op), [&](Value operand) { return addWhole(operand); });
}

bool TilePlan::addBounds(scf::ForOp loop) {
  return addWhole(loop.getLowerBound()) && addWhole(loop.getUpperBound()) && addWhole(loop.getStep());
}

/// Adds what a loop carries: each tile has a loop of its own.
bool TilePlan::addCarried(scf::ForOp loop, unsigned index, unsigned dim) {
  if (loop->isAncestor(place) || !isRepeatable(loop)) {
    return false;
  }
  if (!loops[loop].cuts.insert({index, dim})) {
    return true;
  }
  return addBounds(loop) && add(loop.getInitArgs()[index], dim) && add(loop.getYieldedValues()[index], dim);
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

bool TilePlan::addOp(Operation *op, unsigned dim) {
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
    if (!isCut && !addWhole(operand)) {
      return false;
    }
  }
  return llvm::all_of(*operands, [&](const CutBlock &operand) { return add(operand.first, operand.second); });
}

bool TilePlan::add(Value block, unsigned dim) {
  if (!seen.insert({block, dim}).second) {
    return true;
  }
  smallestExtent = std::min(smallestExtent, shapeOf(block)[dim]);
  largestBlock = std::max(largestBlock, cast<RankedTensorType>(block.getType()).getNumElements());
  if (auto [loop, index] = findCarrier(block); loop) {
    return addCarried(loop, index, dim);
  }
  Operation *op = block.getDefiningOp();
  return op && addOp(op, dim);
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
  for (Value operand : listOperands(op)) {
    const auto *cut = llvm::find_if(operands, [&](const CutBlock &cut) { return cut.first == operand; });
    mapping.map(operand, cut != operands.end() ? build(operand, cut->second) : buildWhole(operand));
  }
  Operation *clone = builder.clone(*op, mapping);
  for (auto [result, dim] : llvm::zip(clone->getResults(), dims)) {
    if (auto type = dyn_cast<RankedTensorType>(result.getType())) {
      result.setType(cut(type, dim));
    }
  }
  return clone;
}

/// What a loop being built needs of outside comes before it.
void TileBuilder::moveOutOfLoops(Value value) {
  for (auto &[original, made] : building) {
    if (!original.getRegion().isAncestor(value.getParentRegion())) {
      builder.setInsertionPoint(made);
      return;
    }
  }
}

Value TileBuilder::buildWhole(Value value) {
  if (!plan.isInLoop(value)) {
    return value;
  }
  if (Value known = wholes.lookupOrNull(value)) {
    return known;
  }
  OpBuilder::InsertionGuard guard(builder);
  moveOutOfLoops(value);
  Operation *op = value.getDefiningOp();
  if (auto loop = dyn_cast<scf::ForOp>(op)) {
    buildLoop(loop);
    return wholes.lookup(value);
  }
  IRMapping mapping;
  for (Value operand : listOperands(op)) {
    mapping.map(operand, buildWhole(operand));
  }
  wholes.map(op->getResults(), builder.clone(*op, mapping)->getResults());
  return wholes.lookup(value);
}

void TileBuilder::buildLoop(scf::ForOp loop) {
  const CutLoop &cut = plan.loops.find(loop)->second;
  SmallVector<Value> init;
  for (auto [index, dim] : cut.cuts) {
    init.push_back(build(loop.getInitArgs()[index], dim));
  }
  for (unsigned index : cut.wholes) {
    init.push_back(buildWhole(loop.getInitArgs()[index]));
  }
  Location loc = loop.getLoc();
  auto made = scf::ForOp::create(builder, loc, buildWhole(loop.getLowerBound()), buildWhole(loop.getUpperBound()),
                                 buildWhole(loop.getStep()), init, nullptr, loop.getUnsignedCmp());
  made->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
  wholes.map(loop.getInductionVar(), made.getInductionVar());
  SmallVector<Value> yielded;
  building.push_back({loop, made});
  builder.setInsertionPointToEnd(made.getBody());
  for (auto [cutValue, argument, result] : llvm::zip(cut.cuts, made.getRegionIterArgs(), made.getResults())) {
    auto [index, dim] = cutValue;
    tiles[{loop.getRegionIterArg(index), dim}] = argument;
    tiles[{loop.getResult(index), dim}] = result;
  }
  for (auto [index, argument, result] : llvm::zip(cut.wholes, made.getRegionIterArgs().drop_front(cut.cuts.size()),
                                                  made.getResults().drop_front(cut.cuts.size()))) {
    wholes.map(loop.getRegionIterArg(index), argument);
    wholes.map(loop.getResult(index), result);
  }
  for (auto [index, dim] : cut.cuts) {
    yielded.push_back(build(loop.getYieldedValues()[index], dim));
  }
  for (unsigned index : cut.wholes) {
    yielded.push_back(buildWhole(loop.getYieldedValues()[index]));
  }
  scf::YieldOp::create(builder, loc, yielded);
  building.pop_back();
}

void TileBuilder::goOnFrom(ValueRange running, Value isFirst) {
  for (Operation *scan : plan.scans) {
    before[scan] = llvm::to_vector(running.take_front(scan->getNumOperands()));
    running = running.drop_front(scan->getNumOperands());
  }
  this->isFirst = isFirst;
}

SmallVector<Value> TileBuilder::listRunning() {
  SmallVector<Value> running;
  for (Operation *scan : plan.scans) {
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
  OpBuilder::InsertionGuard guard(builder);
  moveOutOfLoops(block);
  Operation *op = block.getDefiningOp();
  if (auto loop = dyn_cast<scf::ForOp>(op)) {
    buildLoop(loop);
    return tiles.lookup({block, dim});
  }
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
