// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How the encodings of an op's operands and results depend on one another.
#include "LayoutRules.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tkc;
using namespace tkc::tkg;

Attribute tkc::tkg::getEncoding(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type ? type.getEncoding() : Attribute();
}

bool tkc::tkg::hasOneEncoding(Operation *op) {
  return op->hasTrait<OpTrait::Elementwise>() || isa<tk::BroadcastOp, tk::ScanOp, tk::MapElementwiseOp>(op);
}

bool tkc::tkg::takesAnyEncoding(OpOperand &operand) {
  auto gather = dyn_cast<tk::GatherOp>(operand.getOwner());
  return gather && operand == gather.getSourceMutable();
}

static const tk::LayoutInferenceInterface &getInference(Operation *op) {
  return *op->getContext()->getLoadedDialect<TkgDialect>()->getRegisteredInterface<tk::LayoutInferenceInterface>();
}

static Attribute orNull(FailureOr<Attribute> attr) { return succeeded(attr) ? *attr : Attribute(); }

static SmallVector<int32_t> invert(ArrayRef<int32_t> order) {
  SmallVector<int32_t> inverse(order.size());
  for (auto [index, dim] : llvm::enumerate(order)) {
    inverse[dim] = index;
  }
  return inverse;
}

static ArrayRef<int64_t> shapeOf(Value value) { return cast<RankedTensorType>(value.getType()).getShape(); }

Attribute tkc::tkg::inferResultEncoding(OpOperand &operand, Attribute encoding) {
  Operation *op = operand.getOwner();
  if (hasOneEncoding(op)) {
    return encoding;
  }
  if (takesAnyEncoding(operand)) {
    return {};
  }
  const tk::LayoutInferenceInterface &inference = getInference(op);
  return llvm::TypeSwitch<Operation *, Attribute>(op)
      .Case([&](tk::GatherOp) { return encoding; })
      .Case([&](tk::ReduceOp reduce) { return orNull(inference.inferReduce(encoding, reduce.getAxis())); })
      .Case([&](tk::ExpandDimsOp expand) {
        auto slice = dyn_cast<SliceAttr>(encoding);
        return slice && slice.getDim() == expand.getAxis() ? Attribute(slice.getParent()) : Attribute();
      })
      .Case([&](tk::TransOp trans) {
        return orNull(inference.inferTranspose(encoding, shapeOf(operand.get()), trans.getOrder()));
      })
      .Case([&](tk::ReshapeOp reshape) {
        return reshape.getAllowReorder()
                   ? Attribute()
                   : orNull(inference.inferReshape(encoding, shapeOf(operand.get()), shapeOf(reshape.getResult())));
      })
      .Default([](Operation *) { return Attribute(); });
}

Attribute tkc::tkg::inferOperandEncoding(OpOperand &operand, Attribute encoding) {
  Operation *op = operand.getOwner();
  if (hasOneEncoding(op)) {
    return encoding;
  }
  if (takesAnyEncoding(operand)) {
    return {};
  }
  const tk::LayoutInferenceInterface &inference = getInference(op);
  Attribute inferred =
      llvm::TypeSwitch<Operation *, Attribute>(op)
          .Case([&](tk::GatherOp) { return encoding; })
          .Case([&](tk::ReduceOp reduce) {
            auto slice = dyn_cast<SliceAttr>(encoding);
            return slice && slice.getDim() == reduce.getAxis() ? Attribute(slice.getParent()) : Attribute();
          })
          .Case([&](tk::ExpandDimsOp expand) { return orNull(inference.inferReduce(encoding, expand.getAxis())); })
          .Case([&](tk::TransOp trans) {
            return orNull(inference.inferTranspose(encoding, shapeOf(trans.getResult()), invert(trans.getOrder())));
          })
          .Case([&](tk::ReshapeOp reshape) {
            return orNull(inference.inferReshape(encoding, shapeOf(reshape.getResult()), shapeOf(operand.get())));
          })
          .Default([](Operation *) { return Attribute(); });
  // Several encodings may be names of one layout; only those that lead back here will do.
  bool leadsBack = inferred && (isa<tk::ReduceOp>(op) || inferResultEncoding(operand, inferred) == encoding);
  return leadsBack ? inferred : Attribute();
}

bool tkc::tkg::isRecomputable(Operation *op) {
  if (isa<arith::ConstantOp, ub::PoisonOp, tk::SplatOp, tk::MakeRangeOp>(op)) {
    return true;
  }
  if (auto reshape = dyn_cast<tk::ReshapeOp>(op)) {
    return !reshape.getAllowReorder();
  }
  return isa<tk::ExpandDimsOp, tk::BroadcastOp, tk::TransOp, tk::GatherOp>(op) ||
         (op->hasTrait<OpTrait::Elementwise>() && isMemoryEffectFree(op) && op->getNumResults() == 1);
}
