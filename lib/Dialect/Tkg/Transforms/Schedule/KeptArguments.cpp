// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a loop carries from the loads of one iteration to the next stays in their rings.
#include "KeptArguments.h"

#include "tkc/Dialect/Tk/IR/LoopBounds.h"

#include "RingSlots.h"

using namespace mlir;
using namespace tkc;
using namespace tkc::tkg;

/// The block that the iteration before the one of `slot` loaded.
static Value readPrevious(OpBuilder &builder, const PipelinePlan &plan, const PipelinedLoad &load, Value ring,
                          Value slot) {
  Value previous = emitPreviousSlot(builder, tk::LoadOp(load.load)->getParentOp()->getLoc(), slot, plan.slots);
  return readSlot(builder, load, ring, previous, /*isOwn=*/true);
}

void tkc::tkg::keepInRings(scf::ForOp loop, const PipelinePlan &plan, ArrayRef<Value> rings, unsigned slotPosition,
                           CopyWaitOp wait) {
  Operation *yield = loop.getBody()->getTerminator();
  for (KeptArgument kept : plan.kept) {
    const PipelinedLoad &pipelined = plan.loads[kept.load];
    Value ring = rings[kept.load];
    Location loc = tk::LoadOp(pipelined.load).getLoc();
    OpBuilder builder(loop);
    Value last = tk::makeInt(builder, loop.getLoc(), builder.getI32Type(), plan.slots - 1);
    Value first = LocalSlotOp::create(builder, loc, pipelined.target, ring, last);
    LocalStoreOp::create(builder, loc, loop.getInitArgs()[kept.argument], first, /*own=*/true);
    // A use by the terminator reads the slot, too, before it is turned to the argument.
    builder.setInsertionPointAfter(wait);
    BlockArgument argument = loop.getRegionIterArg(kept.argument);
    argument.replaceAllUsesWith(readPrevious(builder, plan, pipelined, ring, loop.getRegionIterArg(slotPosition)));
    yield->setOperand(kept.argument, argument);
    builder.setInsertionPointAfter(loop);
    OpResult result = loop->getResult(kept.argument);
    if (!result.use_empty()) {
      result.replaceAllUsesWith(readPrevious(builder, plan, pipelined, ring, loop->getResult(slotPosition)));
    }
  }
}
