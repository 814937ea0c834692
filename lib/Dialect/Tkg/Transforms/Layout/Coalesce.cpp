// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Gives memory accesses layouts with wide, contiguous transactions.
#include "tkc/Dialect/Tkg/Transforms/Layout/Passes.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/Remarks.h"

#include "CoalescedEncodings.h"

namespace tkc::tkg {
#define GEN_PASS_DEF_COALESCE
#include "tkc/Dialect/Tkg/Transforms/Layout/Passes.h.inc"
} // namespace tkc::tkg

using namespace mlir;
using namespace tkc;
using namespace tkc::tkg;

/// Gives the access this layout, with conversions around it. False when it has it already.
static bool setEncoding(Operation *op, BlockedAttr encoding) {
  if (cast<RankedTensorType>(getAccessedPointers(op).getType()).getEncoding() == encoding) {
    return false;
  }
  OpBuilder builder(op);
  auto withEncoding = [&](Type type) { return cast<RankedTensorType>(type).cloneWithEncoding(encoding); };
  for (OpOperand &operand : op->getOpOperands()) {
    operand.set(ConvertLayoutOp::create(builder, op->getLoc(), withEncoding(operand.get().getType()), operand.get()));
  }
  builder.setInsertionPointAfter(op);
  for (OpResult result : op->getResults()) {
    Type type = result.getType();
    result.setType(withEncoding(type));
    auto convert = ConvertLayoutOp::create(builder, op->getLoc(), type, result);
    result.replaceAllUsesExcept(convert, convert);
  }
  return true;
}

static void emitRemark(Operation *op, BlockedAttr encoding) {
  unsigned width = encoding.getSizePerThread()[encoding.getOrder()[0]];
  unsigned bytes = width * getPointeeBytes(getAccessedPointers(op).getType());
  auto opts = remark::RemarkOpts::name("AccessWidth").category("tkg-coalesce");
  if (bytes >= 16) {
    remark::passed(op->getLoc(), opts) << remark::add("a thread accesses 16 contiguous bytes");
  } else {
    remark::missed(op->getLoc(), opts) << remark::add("a thread accesses {0} contiguous bytes of 16", bytes);
  }
}

namespace {
struct Coalesce : tkc::tkg::impl::CoalesceBase<Coalesce> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    AxisInfoAnalysis axisInfo(module);
    for (auto [op, encoding] : chooseCoalescedEncodings(module, axisInfo, getNumWarps(module))) {
      emitRemark(op, encoding);
      numAccesses += setEncoding(op, encoding);
    }
  }
};
} // namespace
