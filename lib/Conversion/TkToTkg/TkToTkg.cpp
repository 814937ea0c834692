// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Gives every block the default layout, and connects ops whose layouts must match by conversions.
#include "tkc/Conversion/TkToTkg/TkToTkg.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"

#include "llvm/ADT/TypeSwitch.h"

namespace tkc {
#define GEN_PASS_DEF_TKTOTKG
#include "tkc/Conversion/TkToTkg/Passes.h.inc"
} // namespace tkc

using namespace mlir;
using namespace tkc;
using namespace tkc::tkg;

namespace {
/// Encodes the blocks of one module.
class BlockEncoder {
public:
  BlockEncoder(MLIRContext *context, unsigned numWarps) : context(context), numWarps(numWarps) {}

  /// Gives each result and block argument below `root` its default encoding.
  void encodeValues(Operation *root);
  /// Connects ops below `root` that tie layouts together.
  void connectOps(Operation *root);

private:
  Type encode(Type type) const;
  RankedTensorType encodeAs(RankedTensorType type, Attribute encoding) const {
    return type.cloneWithEncoding(encoding);
  }
  void encodeAttributes(Operation *op) const;
  /// Makes operand `operand` have this encoding.
  void convertOperand(OpOperand &operand, Attribute encoding) const;
  /// Makes the op yield this encoding, and gives its users the default one.
  void convertResult(OpResult result, Attribute encoding) const;

  void connect(tk::ExpandDimsOp op) const;
  void connect(tk::BroadcastOp op) const;
  void connect(tk::ReduceOp op) const;
  void connect(tk::TransOp op) const;
  void connect(tk::ReshapeOp op) const;
  void connect(tk::DotOp op) const;

  MLIRContext *context;
  unsigned numWarps;
};
} // namespace

static Attribute encodingOf(Value value) { return cast<RankedTensorType>(value.getType()).getEncoding(); }

static const tk::LayoutInferenceInterface &getInference(MLIRContext *context) {
  return *context->getLoadedDialect<TkgDialect>()->getRegisteredInterface<tk::LayoutInferenceInterface>();
}

Type BlockEncoder::encode(Type type) const {
  auto block = dyn_cast<RankedTensorType>(type);
  if (!block || block.getEncoding()) {
    return type;
  }
  return encodeAs(block, getDefaultBlocked(context, block.getShape(), numWarps));
}

void BlockEncoder::encodeAttributes(Operation *op) const {
  if (auto function = dyn_cast<func::FuncOp>(op)) {
    auto encodeAll = [&](TypeRange types) {
      return llvm::map_to_vector(types, [&](Type type) { return encode(type); });
    };
    FunctionType type = function.getFunctionType();
    function.setFunctionType(FunctionType::get(context, encodeAll(type.getInputs()), encodeAll(type.getResults())));
  }
  if (auto constant = dyn_cast<arith::ConstantOp>(op)) {
    if (auto dense = dyn_cast<DenseElementsAttr>(constant.getValue())) {
      constant.setValueAttr(dense.reshape(cast<ShapedType>(encode(dense.getType()))));
    }
  }
}

void BlockEncoder::encodeValues(Operation *root) {
  root->walk([&](Operation *op) {
    encodeAttributes(op);
    for (Value result : op->getResults()) {
      result.setType(encode(result.getType()));
    }
    for (Region &region : op->getRegions()) {
      for (BlockArgument argument : region.getArguments()) {
        argument.setType(encode(argument.getType()));
      }
    }
  });
}

void BlockEncoder::convertOperand(OpOperand &operand, Attribute encoding) const {
  auto type = cast<RankedTensorType>(operand.get().getType());
  if (type.getEncoding() == encoding) {
    return;
  }
  OpBuilder builder(operand.getOwner());
  operand.set(ConvertLayoutOp::create(builder, operand.getOwner()->getLoc(), encodeAs(type, encoding), operand.get()));
}

void BlockEncoder::convertResult(OpResult result, Attribute encoding) const {
  auto type = cast<RankedTensorType>(result.getType());
  if (type.getEncoding() == encoding) {
    return;
  }
  OpBuilder builder(context);
  builder.setInsertionPointAfter(result.getOwner());
  result.setType(encodeAs(type, encoding));
  auto convert = ConvertLayoutOp::create(builder, result.getOwner()->getLoc(), type, result);
  result.replaceAllUsesExcept(convert, convert);
}

void BlockEncoder::connect(tk::ExpandDimsOp op) const {
  auto parent = cast<LayoutAttrInterface>(encodingOf(op.getResult()));
  convertOperand(op.getSourceMutable(), SliceAttr::get(context, op.getAxis(), parent));
}

void BlockEncoder::connect(tk::BroadcastOp op) const {
  convertOperand(op.getSourceMutable(), encodingOf(op.getResult()));
}

void BlockEncoder::connect(tk::ReduceOp op) const {
  auto source = cast<LayoutAttrInterface>(encodingOf(op.getOperands().front()));
  for (OpResult result : op->getResults()) {
    if (isa<RankedTensorType>(result.getType())) {
      convertResult(result, SliceAttr::get(context, op.getAxis(), source));
    }
  }
}

void BlockEncoder::connect(tk::TransOp op) const {
  auto source = cast<RankedTensorType>(op.getSource().getType());
  FailureOr<Attribute> encoding =
      getInference(context).inferTranspose(source.getEncoding(), source.getShape(), op.getOrder());
  convertResult(cast<OpResult>(op.getResult()), *encoding);
}

void BlockEncoder::connect(tk::ReshapeOp op) const {
  auto source = cast<RankedTensorType>(op.getSource().getType());
  if (op.getAllowReorder()) {
    return;
  }
  FailureOr<Attribute> encoding =
      getInference(context).inferReshape(source.getEncoding(), source.getShape(), op.getResult().getType().getShape());
  convertResult(cast<OpResult>(op.getResult()), *encoding);
}

void BlockEncoder::connect(tk::DotOp op) const {
  auto parent = cast<LayoutAttrInterface>(encodingOf(op.getResult()));
  convertOperand(op.getAMutable(), DotOperandAttr::get(context, 0, parent, 0));
  convertOperand(op.getBMutable(), DotOperandAttr::get(context, 1, parent, 0));
}

void BlockEncoder::connectOps(Operation *root) {
  root->walk([&](Operation *op) {
    llvm::TypeSwitch<Operation *>(op)
        .Case<tk::ExpandDimsOp, tk::BroadcastOp, tk::ReduceOp, tk::TransOp, tk::ReshapeOp, tk::DotOp>(
            [&](auto typed) { connect(typed); });
  });
}

/// The first type of the module that its op can't have a layout for, with the op; null if there is none.
static std::pair<Operation *, Type> findUnsupportedShape(ModuleOp module) {
  auto isUnsupported = [](Type type) {
    auto block = dyn_cast<RankedTensorType>(type);
    return block && !llvm::all_of(block.getShape(), [](int64_t size) { return llvm::isPowerOf2_64(size); });
  };
  std::pair<Operation *, Type> found;
  module.walk([&](Operation *op) {
    if (isa<tk::ReshapeOp, tk::TransOp, tk::GatherOp, tk::HistogramOp>(op)) {
      SmallVector<Type> types(op->getOperandTypes());
      llvm::append_range(types, op->getResultTypes());
      const auto *type = llvm::find_if(types, isUnsupported);
      if (type != types.end()) {
        found = {op, *type};
        return WalkResult::interrupt();
      }
    }
    return WalkResult::advance();
  });
  return found;
}

namespace {
struct TkToTkg : tkc::impl::TkToTkgBase<TkToTkg> {
  using TkToTkgBase::TkToTkgBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (!llvm::isPowerOf2_32(numWarps) || numWarps > 32) {
      module.emitError() << "expects a power of two up to 32 for the number of warps, got " << unsigned(numWarps);
      return signalPassFailure();
    }
    auto [op, type] = findUnsupportedShape(module);
    if (op) {
      op->emitOpError() << "expects sizes that are powers of two, got " << type;
      return signalPassFailure();
    }
    setModuleAttributes(module);
    BlockEncoder encoder(&getContext(), numWarps);
    encoder.encodeValues(module);
    encoder.connectOps(module);
  }

  void setModuleAttributes(ModuleOp module) {
    Builder builder(&getContext());
    module->setAttr(targetAttrName, builder.getStringAttr(target));
    module->setAttr(numWarpsAttrName, builder.getI32IntegerAttr(numWarps));
    module->setAttr(numCtasAttrName, builder.getI32IntegerAttr(numCtas));
    module->setAttr(numStagesAttrName, builder.getI32IntegerAttr(numStages));
  }
};
} // namespace
