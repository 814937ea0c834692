// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Compares loads with the writes of earlier iterations.
#include "LoopOrder.h"

#include "llvm/ADT/TypeSwitch.h"

#include "LoopSlices.h"

using namespace mlir;
using namespace tkc;
using namespace tkc::tkg;

/// Whether the op waits for what other programs wrote.
static bool acquires(Operation *op) {
  std::optional<tk::MemorySemantic> sem;
  llvm::TypeSwitch<Operation *>(op).Case<tk::AtomicRmwOp, tk::AtomicCasOp>([&](auto atomic) { sem = atomic.getSem(); });
  return sem == tk::MemorySemantic::Acquire || sem == tk::MemorySemantic::AcquireRelease;
}

LoopOrder::LoopOrder(scf::ForOp loop) : loop(loop) {
  loop.getBody()->walk([&](Operation *op) {
    auto load = dyn_cast<tk::LoadOp>(op);
    bool mayWrite = mayWriteGlobalMemory(op) && !isa<tk::PrintOp>(op);
    if (load && load.getIsVolatile()) {
      reason = "the loop has a volatile load, which other accesses stay behind";
    } else if (acquires(op)) {
      reason = "an atomic of the loop acquires what other programs wrote";
    } else if (mayWrite && !order.getAccess(op)) {
      reason = ("the loop has `" + op->getName().getStringRef() + "`, which accesses must not pass").str();
    } else if (mayWrite) {
      writes.push_back(op);
    }
  });
}

std::string LoopOrder::explain(tk::LoadOp load) {
  if (!reason.empty()) {
    return reason;
  }
  for (Operation *write : writes) {
    // In its own iteration, too, the load would go before what it follows.
    Operation *inBody = loop.getBody()->findAncestorOpInBlock(*write);
    bool passesOwn = inBody->isBeforeInBlock(load) && order.mayMeet(write, load, nullptr);
    if (passesOwn || order.mayMeet(write, load, loop)) {
      return "the loop may write what the load reads in a later iteration";
    }
  }
  return "";
}
