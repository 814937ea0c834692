// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The slots of rings: their order, and reading them.
#include "RingSlots.h"

#include "tkc/Dialect/Tk/IR/LoopBounds.h"

using namespace mlir;
using namespace tkc;
using namespace tkc::tkg;

Value tkc::tkg::emitNextSlot(OpBuilder &builder, Location loc, Value slot, unsigned numSlots) {
  Type type = slot.getType();
  Value next = arith::AddIOp::create(builder, loc, slot, tk::makeInt(builder, loc, type, 1));
  Value isEnd =
      arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, next, tk::makeInt(builder, loc, type, numSlots));
  return arith::SelectOp::create(builder, loc, isEnd, tk::makeInt(builder, loc, type, 0), next);
}

Value tkc::tkg::emitPreviousSlot(OpBuilder &builder, Location loc, Value slot, unsigned numSlots) {
  Type type = slot.getType();
  Value isFirst =
      arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, slot, tk::makeInt(builder, loc, type, 0));
  Value end = arith::SelectOp::create(builder, loc, isFirst, tk::makeInt(builder, loc, type, numSlots), slot);
  return arith::SubIOp::create(builder, loc, end, tk::makeInt(builder, loc, type, 1));
}

Value tkc::tkg::readSlot(OpBuilder &builder, const PipelinedLoad &pipelined, Value ring, Value slot, bool isOwn) {
  tk::LoadOp load = pipelined.load;
  Value view = LocalSlotOp::create(builder, load.getLoc(), pipelined.target, ring, slot);
  return LocalLoadOp::create(builder, load.getLoc(), load.getType(), view, isOwn);
}
