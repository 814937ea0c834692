// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pass tk-carry-scalars: loops carry the distance that a block has moved, not the block.
#include "tkc/Dialect/Tk/IR/Identity.h"
#include "tkc/Dialect/Tk/Transforms/Passes.h"

#include "mlir/IR/Matchers.h"

#include "CarriedValues.h"

using namespace mlir;

namespace tkc::tk {

#define GEN_PASS_DEF_TKCARRYSCALARS
#include "tkc/Dialect/Tk/Transforms/Passes.h.inc"

namespace {
/// A block that each iteration moves by the same number of elements everywhere.
struct UniformMove {
  unsigned index;
  /// What moves it, last first.
  SmallVector<Operation *, 2> steps;
};
} // namespace

static bool isUniform(Value block) {
  DenseElementsAttr constant;
  return block.getDefiningOp<SplatOp>() || (matchPattern(block, m_Constant(&constant)) && constant.isSplat());
}

static bool hasHints(Operation *op) {
  return op->hasAttr(divisibilityAttrName) || op->hasAttr(contiguityAttrName) || op->hasAttr(constancyAttrName);
}

/// The operand that `step` moves by a uniform distance, or -1. The other operand is the distance.
static int getMovedOperand(Operation *step) {
  if (!isa_and_nonnull<AddPtrOp, arith::AddIOp, arith::SubIOp>(step) || hasHints(step)) {
    return -1;
  }
  if (isUniform(step->getOperand(1))) {
    return 0;
  }
  return isa<arith::AddIOp>(step) && isUniform(step->getOperand(0)) ? 1 : -1;
}

/// Whether `type` is a block that may be moved: of pointers, or of integers that count.
static bool isMovable(Type type) {
  return isa<RankedTensorType>(type) && isa<PtrType, IntegerType>(getElementTypeOrSelf(type)) &&
         !getElementTypeOrSelf(type).isInteger(1);
}

static std::optional<UniformMove> findMove(scf::ForOp loop, unsigned index) {
  Value carried = loop.getRegionIterArg(index);
  if (!isMovable(carried.getType())) {
    return std::nullopt;
  }
  UniformMove move{index, {}};
  Value value = loop.getYieldedValues()[index];
  while (value != carried) {
    Operation *step = value.getDefiningOp();
    int moved = getMovedOperand(step);
    if (moved < 0) {
      return std::nullopt;
    }
    move.steps.push_back(step);
    value = step->getOperand(moved);
  }
  // A block that does not move at all is upstream's to fold.
  return move.steps.empty() ? std::nullopt : std::optional(std::move(move));
}

namespace {
/// Rewrites the moves of one loop.
class ScalarCarrier {
public:
  ScalarCarrier(scf::ForOp loop, ArrayRef<UniformMove> moves) : loop(loop), moves(moves), builder(loop) {}

  void run() {
    numCarried = loop.getNumRegionIterArgs();
    loop = addCarriedValues(loop, makeZeros());
    for (auto [offset, move] : llvm::enumerate(moves)) {
      rewrite(move, numCarried + offset);
    }
  }

private:
  SmallVector<Value> makeZeros();
  void rewrite(const UniformMove &move, unsigned distanceIndex);
  /// The scalar by which `step` moves, as the type of the distance.
  Value getDistance(Operation *step, Type type);
  Value moveBlock(Value block, Value distance, Location loc);

  scf::ForOp loop;
  ArrayRef<UniformMove> moves;
  OpBuilder builder;
  unsigned numCarried = 0;
};
} // namespace

/// Pointers move by 64-bit distances, integers by their own type.
static Type getDistanceType(Type block) {
  Type element = getElementTypeOrSelf(block);
  return isa<PtrType>(element) ? IntegerType::get(block.getContext(), 64) : element;
}

SmallVector<Value> ScalarCarrier::makeZeros() {
  return llvm::map_to_vector(moves, [&](const UniformMove &move) -> Value {
    Type type = getDistanceType(loop.getRegionIterArg(move.index).getType());
    return arith::ConstantOp::create(builder, loop.getLoc(), builder.getIntegerAttr(type, 0));
  });
}

Value ScalarCarrier::moveBlock(Value block, Value distance, Location loc) {
  auto type = RankedTensorType::get(cast<RankedTensorType>(block.getType()).getShape(), distance.getType(),
                                    cast<RankedTensorType>(block.getType()).getEncoding());
  Value distances = SplatOp::create(builder, loc, type, distance);
  if (isa<PtrType>(getElementTypeOrSelf(block.getType()))) {
    return AddPtrOp::create(builder, loc, block, distances);
  }
  return arith::AddIOp::create(builder, loc, block, distances);
}

Value ScalarCarrier::getDistance(Operation *step, Type type) {
  Value distances = step->getOperand(1 - getMovedOperand(step));
  DenseElementsAttr constant;
  if (matchPattern(distances, m_Constant(&constant))) {
    APInt value = constant.getSplatValue<APInt>().sextOrTrunc(type.getIntOrFloatBitWidth());
    return arith::ConstantOp::create(builder, step->getLoc(), builder.getIntegerAttr(type, value));
  }
  Value scalar = distances.getDefiningOp<SplatOp>().getSource();
  return scalar.getType() == type ? scalar : arith::ExtSIOp::create(builder, step->getLoc(), type, scalar).getResult();
}

void ScalarCarrier::rewrite(const UniformMove &move, unsigned distanceIndex) {
  BlockArgument carried = loop.getRegionIterArg(move.index), distance = loop.getRegionIterArg(distanceIndex);
  Value init = loop.getInitArgs()[move.index];
  Location loc = move.steps.back()->getLoc();
  Operation *yield = loop.getBody()->getTerminator();

  builder.setInsertionPoint(yield);
  Value next = distance;
  for (Operation *step : llvm::reverse(move.steps)) {
    Value by = getDistance(step, distance.getType());
    next = isa<arith::SubIOp>(step) ? arith::SubIOp::create(builder, step->getLoc(), next, by).getResult()
                                    : arith::AddIOp::create(builder, step->getLoc(), next, by).getResult();
  }
  yield->setOperand(distanceIndex, next);
  yield->setOperand(move.index, carried);

  builder.setInsertionPointToStart(loop.getBody());
  Value block = moveBlock(init, distance, loc);
  carried.replaceUsesWithIf(block, [&](OpOperand &use) { return use.getOwner() != yield; });

  if (!loop.getResult(move.index).use_empty()) {
    builder.setInsertionPointAfter(loop);
    loop.getResult(move.index).replaceAllUsesWith(moveBlock(init, loop.getResult(distanceIndex), loc));
  }
}

namespace {
struct TkCarryScalars : impl::TkCarryScalarsBase<TkCarryScalars> {
  using TkCarryScalarsBase::TkCarryScalarsBase;

  void runOnOperation() override {
    SmallVector<scf::ForOp> loops;
    getOperation()->walk<WalkOrder::PreOrder>([&](scf::ForOp loop) { loops.push_back(loop); });
    for (scf::ForOp loop : loops) {
      carryScalars(loop);
    }
  }

  void carryScalars(scf::ForOp loop) {
    SmallVector<UniformMove> moves;
    for (unsigned index = 0; index < loop.getNumRegionIterArgs(); ++index) {
      if (std::optional<UniformMove> move = findMove(loop, index)) {
        moves.push_back(std::move(*move));
      }
    }
    if (!moves.empty()) {
      numCarried += moves.size();
      ScalarCarrier(loop, moves).run();
    }
  }
};
} // namespace

} // namespace tkc::tk
