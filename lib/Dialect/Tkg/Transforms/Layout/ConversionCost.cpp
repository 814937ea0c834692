// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What it costs to move a block to another layout, and to compute it again in one.
#include "ConversionCost.h"

#include "mlir/Interfaces/LoopLikeInterface.h"

#include "llvm/ADT/bit.h"

using namespace mlir;
using namespace tkc;
using namespace tkc::tkg;

/// What the barriers and the latency of a trip through shared memory cost, in instructions of lanes: about a hundred
/// cycles in which a multiprocessor with one CTA does nothing else, and with several some of its 128 lanes have other
/// work.
constexpr int64_t roundTripCost = 8192;

/// Eight to the number of loops around the block.
static int64_t repetitionsOf(Block *block) {
  int64_t repetitions = 1;
  for (Operation *op = block->getParentOp(); op && repetitions < 4096; op = op->getParentOp()) {
    repetitions *= isa<LoopLikeOpInterface>(op) ? 8 : 1;
  }
  return repetitions;
}

bool ConversionCost::areSame(RankedTensorType type, Attribute other) {
  if (type.getEncoding() == other) {
    return true;
  }
  auto [entry, isNew] = sameness.try_emplace({type, other}, false);
  if (isNew) {
    entry->second = toLinearLayout(type) == toLinearLayout(type.cloneWithEncoding(other));
  }
  return entry->second;
}

int64_t ConversionCost::ofConversion(RankedTensorType from, Attribute to, Block *block) {
  if (areSame(from, to)) {
    return 0;
  }
  int64_t bytes = getElementBytes(from.getElementType());
  int64_t elements = getHeldElements(from) + getHeldElements(from.cloneWithEncoding(to));
  return (elements * bytes + roundTripCost) * repetitionsOf(block);
}

/// Instructions per element.
static int64_t instructionsOf(Operation *op) {
  if (isa<arith::ConstantOp, ub::PoisonOp, tk::SplatOp, tk::MakeRangeOp, tk::ExpandDimsOp, tk::BroadcastOp,
          tk::ReshapeOp, tk::TransOp>(op)) {
    return 0;
  }
  bool isLong = isa<math::MathDialect>(op->getDialect()) ||
                isa<arith::DivFOp, arith::DivSIOp, arith::DivUIOp, arith::RemSIOp, arith::RemUIOp, arith::RemFOp,
                    arith::FloorDivSIOp, tk::DivRnOp, tk::SqrtRnOp, tk::ExternElementwiseOp, tk::GatherOp>(op);
  return isLong ? 8 : 1;
}

int64_t ConversionCost::ofComputation(Operation *op, Attribute encoding) {
  int64_t instructions = instructionsOf(op);
  if (instructions == 0 || op->getNumResults() == 0) {
    return 0;
  }
  auto type = cast<RankedTensorType>(op->getResult(0).getType()).cloneWithEncoding(encoding);
  int64_t trip = isa<tk::GatherOp>(op) ? roundTripCost : 0;
  return (instructions * getHeldElements(type) + trip) * repetitionsOf(op->getBlock());
}

int64_t ConversionCost::getHeldElements(RankedTensorType type) {
  auto [entry, isNew] = elementsPerThread.try_emplace(type, 0);
  if (isNew) {
    // Registers that hold what another one holds, too, cost nothing: it is computed and moved once.
    uint64_t copies = toLinearLayout(type).freeVariableMask(layout::Dim::Register);
    entry->second = getElementsPerThread(type) >> llvm::popcount(copies);
  }
  return entry->second * numThreads;
}
