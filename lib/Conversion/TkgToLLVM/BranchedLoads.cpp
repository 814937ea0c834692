// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "BranchedLoads.h"

#include "tkc/Dialect/Tk/IR/Tk.h"

#include "mlir/Analysis/DataFlow/SparseAnalysis.h"
#include "mlir/Analysis/DataFlow/Utils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;

namespace tkc {

template <typename Predicate>
static bool hasOpWithin(Operation *root, Predicate predicate) {
  return root->walk([&](Operation *op) { return predicate(op) ? WalkResult::interrupt() : WalkResult::advance(); })
      .wasInterrupted();
}

/// Whether the op becomes code that branches on its operands: functions of libdevice, and what the kernel maps over
/// elements.
static bool branches(Operation *op) {
  if (isa<tk::ExternElementwiseOp, math::SinOp, math::CosOp, math::ErfOp, math::TanhOp, arith::RemFOp>(op)) {
    return true;
  }
  if (isa<tk::MapElementwiseOp>(op)) {
    return hasOpWithin(op, [](Operation *inner) { return isa<scf::SCFDialect>(inner->getDialect()); });
  }
  bool isLibdeviceOfF64 = isa<math::ExpOp, math::Exp2Op, math::LogOp, math::Log2Op, math::RsqrtOp>(op);
  return isLibdeviceOfF64 && getElementTypeOrSelf(op->getResult(0).getType()).isF64();
}

namespace {
/// Whether a value decides a branch.
struct DecidesBranch : dataflow::AbstractSparseLattice {
  using AbstractSparseLattice::AbstractSparseLattice;

  ChangeResult set(bool value) {
    bool isChange = value && !decides;
    decides |= value;
    return isChange ? ChangeResult::Change : ChangeResult::NoChange;
  }
  ChangeResult meet(const AbstractSparseLattice &other) override {
    return set(static_cast<const DecidesBranch &>(other).decides);
  }
  void print(raw_ostream &os) const override { os << (decides ? "decides" : "does not decide"); }

  bool decides = false;
};

class BranchDataflow : public dataflow::SparseBackwardDataFlowAnalysis<DecidesBranch> {
public:
  using SparseBackwardDataFlowAnalysis::SparseBackwardDataFlowAnalysis;

  LogicalResult visitOperation(Operation *op, ArrayRef<DecidesBranch *> operands,
                               ArrayRef<const DecidesBranch *> results) override {
    // Where a load reads nothing, neither its pointer nor what is there matters.
    bool decides =
        !isa<tk::LoadOp>(op) && llvm::any_of(results, [](const DecidesBranch *result) { return result->decides; });
    for (DecidesBranch *operand : operands) {
      propagateIfChanged(operand, operand->set(decides || branches(op)));
    }
    return success();
  }
  void visitBranchOperand(OpOperand &) override {}
  void visitCallOperand(OpOperand &) override {}
  void visitNonControlFlowArguments(RegionSuccessor &, ArrayRef<BlockArgument>) override {}
  void setToExitState(DecidesBranch *) override {}
};
} // namespace

void fillBranchedLoads(ModuleOp module) {
  if (!hasOpWithin(module, branches)) {
    return;
  }
  DataFlowSolver solver;
  SymbolTableCollection symbols;
  dataflow::loadBaselineAnalyses(solver);
  solver.load<BranchDataflow>(symbols);
  // The framework only fails where an analysis does, and ours never does.
  (void)solver.initializeAndRun(module);
  module.walk([&](tk::LoadOp load) {
    const auto *state = solver.lookupState<DecidesBranch>(load.getResult());
    bool isNumber = getElementTypeOrSelf(load.getType()).isIntOrFloat();
    if (state && state->decides && isNumber && load.getMask() && !load.getOther()) {
      OpBuilder builder(load);
      auto zero = builder.getZeroAttr(load.getType());
      load.getOtherMutable().assign(arith::ConstantOp::create(builder, load.getLoc(), cast<TypedAttr>(zero)));
    }
  });
}

} // namespace tkc
