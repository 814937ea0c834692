// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Compares loads with the writes of earlier iterations.
#include "LoopOrder.h"

#include "LoopSlices.h"

using namespace mlir;
using namespace tkc;
using namespace tkc::tkg;

LoopOrder::LoopOrder(scf::ForOp loop) : loop(loop) {
  loop.getBody()->walk([&](Operation *op) {
    auto load = dyn_cast<tk::LoadOp>(op);
    bool mayWrite = mayWriteGlobalMemory(op) && !isa<tk::PrintOp>(op);
    if (load && load.getIsVolatile()) {
      waiting = "the loop has a volatile load, which other accesses stay behind";
    } else if (acquires(op)) {
      waiting = "an atomic of the loop acquires what other programs wrote";
    }
    if (mayWrite && !order.getAccess(op)) {
      reason = ("the loop has `" + op->getName().getStringRef() + "`, which accesses must not pass").str();
    } else if (mayWrite) {
      writes.push_back(op);
    }
  });
  isUnasked = !asksForStages(loop);
}

Operation *LoopOrder::findMeetingByTma(tk::LoadOp load) {
  auto *write = llvm::find_if(writes, [&](Operation *write) { return order.mayMeetByTma(write, load); });
  return write == writes.end() ? nullptr : *write;
}

/// What the source may say so that the load can go ahead.
std::string LoopOrder::suggestPromise(tk::LoadOp load, Operation *write) {
  BlockArgument read = order.getAccess(load)->array, written = order.getAccess(write)->array;
  return read && written && read != written ? "; `noalias` at a pointer says that it does not" : "";
}

std::string LoopOrder::explain(tk::LoadOp load) {
  AddressSlice slice(loop, /*permitsIndices=*/true);
  slice.add(load->getOperands());
  std::string problem = reason.empty() ? explainOne(load) : reason;
  for (tk::LoadOp index : slice.getIndexLoads()) {
    problem = problem.empty() ? explainOne(index) : problem;
  }
  return problem;
}

std::string LoopOrder::explainWaiting(tk::LoadOp load) {
  return waiting.empty() || order.readsConstant(load)
             ? ""
             : waiting + "; `noalias` at the pointer of an array that is only read says that nobody writes it";
}

std::string LoopOrder::explainByTma(tk::LoadOp load) {
  std::string problem = reason.empty() ? explainWaiting(load) : reason;
  Operation *write = problem.empty() ? findMeetingByTma(load) : nullptr;
  return write ? "the loop may write what a later iteration loads" + suggestPromise(load, write) : problem;
}

std::string LoopOrder::explainOne(tk::LoadOp load) {
  if (Operation *write = isUnasked ? findMeetingByTma(load) : nullptr) {
    return "the loop writes global memory, and has no `num_stages` of its own" + suggestPromise(load, write);
  }
  if (std::string problem = explainWaiting(load); !problem.empty()) {
    return problem;
  }
  for (Operation *write : writes) {
    // In its own iteration, too, the load would go before what it follows.
    Operation *inBody = loop.getBody()->findAncestorOpInBlock(*write);
    bool passesOwn = inBody->isBeforeInBlock(load) && order.mayMeet(write, load, nullptr);
    if (passesOwn || order.mayMeet(write, load, loop)) {
      return "the loop may write what the load reads in a later iteration" + suggestPromise(load, write);
    }
  }
  return "";
}
