// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Computing the tiles of a plan.
#include "TileBuilder.h"

#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace tkc;
using namespace tkc::tkg;

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

bool TileBuilder::isBuilt(const NeededValue &needed) const {
  return needed.dim ? tiles.contains({needed.value, *needed.dim})
                    : !plan.isInLoop(needed.value) || wholes.contains(needed.value);
}

/// What a loop starts with, and what its body needs of outside.
NeededValues TileBuilder::listNeedsOfLoop(scf::ForOp loop) const {
  const CutLoop &cut = plan.loops.find(loop)->second;
  NeededValues needs;
  for (auto [index, dim] : cut.cuts) {
    needs.push_back({loop.getInitArgs()[index], dim});
  }
  for (unsigned index : cut.wholes) {
    needs.push_back({loop.getInitArgs()[index], std::nullopt});
  }
  appendBounds(loop, needs);
  llvm::SetVector<Value> used;
  getUsedValuesDefinedAbove(loop.getRegion(), used);
  for (Value value : used) {
    auto block = dyn_cast<RankedTensorType>(value.getType());
    for (unsigned dim = 0; block && dim < block.getRank(); ++dim) {
      if (plan.isCut(value, dim)) {
        needs.push_back({value, dim});
      }
    }
    if (plan.isWhole(value)) {
      needs.push_back({value, std::nullopt});
    }
  }
  return needs;
}

NeededValues TileBuilder::listNeeds(const NeededValue &needed) const {
  Operation *op = needed.value.getDefiningOp();
  if (auto loop = dyn_cast<scf::ForOp>(op)) {
    return listNeedsOfLoop(loop);
  }
  SmallVector<CutBlock> cuts = needed.dim ? *cutOperands(op, *needed.dim) : SmallVector<CutBlock>();
  NeededValues needs;
  for (Value operand : listOperands(op)) {
    const auto *cut = llvm::find_if(cuts, [&](const CutBlock &cut) { return cut.first == operand; });
    needs.push_back({operand, cut != cuts.end() ? std::optional(cut->second) : std::nullopt});
  }
  return needs;
}

void TileBuilder::buildAll(NeededValue needed) {
  NeededValues pending = {needed};
  while (!pending.empty()) {
    NeededValue next = pending.back();
    NeededValues missing;
    if (!isBuilt(next)) {
      llvm::copy_if(listNeeds(next), std::back_inserter(missing),
                    [&](const NeededValue &need) { return !isBuilt(need); });
    }
    if (!missing.empty()) {
      llvm::append_range(pending, llvm::reverse(missing));
      continue;
    }
    pending.pop_back();
    if (isBuilt(next)) {
      continue;
    }
    OpBuilder::InsertionGuard guard(builder);
    moveOutOfLoops(next.value);
    if (auto loop = next.value.getDefiningOp<scf::ForOp>()) {
      buildLoop(loop);
    } else if (next.dim) {
      buildCut(next.value, *next.dim);
    } else {
      buildUncut(next.value);
    }
  }
}

Value TileBuilder::buildWhole(Value value) {
  buildAll({value, std::nullopt});
  return plan.isInLoop(value) ? wholes.lookup(value) : value;
}

void TileBuilder::buildUncut(Value value) {
  Operation *op = value.getDefiningOp();
  IRMapping mapping;
  for (Value operand : listOperands(op)) {
    mapping.map(operand, buildWhole(operand));
  }
  wholes.map(op->getResults(), builder.clone(*op, mapping)->getResults());
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
  buildAll({block, dim});
  return tiles.lookup({block, dim});
}

void TileBuilder::buildCut(Value block, unsigned dim) {
  Operation *op = block.getDefiningOp();
  if (auto scan = dyn_cast<tk::ScanOp>(op); scan && scan.getAxis() == dim) {
    return buildScan(scan);
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
}

void TileBuilder::cloneForTiles(Operation *op, unsigned dim) {
  cloneCut(op, cutAll(op, dim), SmallVector<unsigned>(op->getNumResults(), dim));
}
