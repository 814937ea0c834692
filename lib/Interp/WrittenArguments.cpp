// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which arguments' buffers a kernel may write, so that buffers that are only read need no bookkeeping.
#include "tkc/Dialect/Tk/IR/Tk.h"

#include "llvm/ADT/DenseSet.h"

#include "FlatKernel.h"

namespace tkc::interp {

using namespace mlir;

namespace {
/// Follows pointers back to the arguments they come from.
class PointerOrigins {
public:
  PointerOrigins(func::FuncOp kernel, Code &code) : kernel(kernel), code(code) {}

  void trace(Value value) {
    if (!visited.insert(value).second) {
      return;
    }
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      return traceArgument(argument);
    }
    Operation *op = value.getDefiningOp();
    unsigned index = cast<OpResult>(value).getResultNumber();
    if (isa<tk::AddPtrOp, tk::SplatOp, tk::BroadcastOp, tk::ExpandDimsOp, tk::ReshapeOp, tk::TransOp, tk::PtrCastOp,
            tk::GatherOp>(op)) {
      return trace(op->getOperand(0));
    }
    if (auto select = dyn_cast<arith::SelectOp>(op)) {
      trace(select.getTrueValue());
      return trace(select.getFalseValue());
    }
    if (isa<scf::IfOp, scf::ForOp, scf::ExecuteRegionOp, scf::IndexSwitchOp>(op)) {
      if (auto loop = dyn_cast<scf::ForOp>(op)) {
        trace(loop.getInitArgs()[index]);
      }
      return traceYields(op, index);
    }
    if (auto loop = dyn_cast<scf::WhileOp>(op)) {
      return trace(loop.getConditionOp().getArgs()[index]);
    }
    code.writesUnknownBuffer = true;
  }

private:
  void traceYields(Operation *op, unsigned index) {
    for (Region &region : op->getRegions()) {
      for (Block &block : region) {
        if (isa<scf::YieldOp>(block.getTerminator())) {
          trace(block.getTerminator()->getOperand(index));
        }
      }
    }
  }

  void traceArgument(BlockArgument argument) {
    Operation *parent = argument.getOwner()->getParentOp();
    unsigned index = argument.getArgNumber();
    if (parent == kernel) {
      code.writtenArguments[index] = true;
      return;
    }
    if (auto loop = dyn_cast<scf::ForOp>(parent); loop && index > 0) {
      trace(loop.getInitArgs()[index - 1]);
      return traceYields(loop, index - 1);
    }
    if (auto loop = dyn_cast<scf::WhileOp>(parent)) {
      if (argument.getOwner() == loop.getBeforeBody()) {
        trace(loop.getInits()[index]);
        return trace(loop.getYieldOp().getOperand(index));
      }
      return trace(loop.getConditionOp().getArgs()[index]);
    }
    code.writesUnknownBuffer = true;
  }

  func::FuncOp kernel;
  Code &code;
  llvm::DenseSet<Value> visited;
};
} // namespace

void findWrittenArguments(func::FuncOp kernel, Code &code) {
  code.writtenArguments.assign(kernel.getNumArguments(), false);
  PointerOrigins origins(kernel, code);
  kernel.walk([&](Operation *op) {
    if (isa<tk::StoreOp, tk::AtomicRmwOp, tk::AtomicCasOp>(op)) {
      Value pointer = isa<tk::StoreOp>(op)       ? cast<tk::StoreOp>(op).getPointer()
                      : isa<tk::AtomicRmwOp>(op) ? cast<tk::AtomicRmwOp>(op).getPointer()
                                                 : cast<tk::AtomicCasOp>(op).getPointer();
      origins.trace(pointer);
    }
    // A called function may store through anything that it is given.
    code.writesUnknownBuffer |= isa<func::CallOp>(op);
  });
}

} // namespace tkc::interp
