// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Spreads the layouts of memory accesses and dots to what is computed from them.
#include "ForwardLayouts.h"

#include "mlir/IR/Builders.h"

#include "LayoutRules.h"

using namespace mlir;
using namespace tkc;
using namespace tkc::tkg;

void ForwardLayouts::run() {
  seed();
  spread();
  choose();
  rewrite();
}

/// Ops whose results keep the layout that they have.
static bool isAnchor(Operation *op) {
  return isa<tk::LoadOp, tk::AtomicRmwOp, tk::AtomicCasOp, tk::DotOp, WarpGroupDotOp, WarpGroupDotWaitOp>(op);
}

/// Ops that take operands in the layouts that they have.
static bool keepsOperandLayouts(Operation *op) {
  return isAnchor(op) || isa<tk::StoreOp, func::ReturnOp, func::CallOp>(op);
}

void ForwardLayouts::seed() {
  function.walk([&](Operation *op) {
    if (keepsOperandLayouts(op)) {
      for (OpOperand &operand : op->getOpOperands()) {
        if (Attribute encoding = getEncoding(operand.get())) {
          fixed[&operand] = encoding;
        }
      }
    }
    for (Value result : op->getResults()) {
      if (isAnchor(op) && getEncoding(result)) {
        add(result, getEncoding(result));
      }
    }
  });
}

/// The values that a loop or conditional ties to operand `index` of a terminator, or to an init of a loop.
static SmallVector<Value> getTiedValues(OpOperand &use) {
  Operation *op = use.getOwner();
  unsigned index = use.getOperandNumber();
  if (auto loop = dyn_cast<scf::ForOp>(op)) {
    unsigned carried = index - loop.getNumControlOperands();
    return {loop.getRegionIterArg(carried), loop.getResult(carried)};
  }
  if (auto loop = dyn_cast<scf::WhileOp>(op)) {
    return {loop.getBeforeArguments()[index]};
  }
  if (auto condition = dyn_cast<scf::ConditionOp>(op)) {
    auto loop = condition->getParentOfType<scf::WhileOp>();
    return {loop.getAfterArguments()[index - 1], loop.getResult(index - 1)};
  }
  if (!isa<scf::YieldOp>(op)) {
    return {};
  }
  Operation *parent = op->getParentOp();
  if (auto loop = dyn_cast<scf::ForOp>(parent)) {
    return {loop.getRegionIterArg(index), loop.getResult(index)};
  }
  if (auto loop = dyn_cast<scf::WhileOp>(parent)) {
    return {loop.getBeforeArguments()[index]};
  }
  return isa<scf::IfOp>(parent) ? SmallVector<Value>{parent->getResult(index)} : SmallVector<Value>();
}

/// Whether threads would hold more of the block than code can be made for, and than they need to: what is computed of a
/// few elements and then broadcast lies in all lanes alike.
static bool holdsTooMuch(Value value, Attribute encoding) {
  constexpr unsigned mostElementsPerThread = 256;
  auto type = cast<RankedTensorType>(value.getType());
  unsigned elements = getElementsPerThread(type.cloneWithEncoding(encoding));
  return elements > mostElementsPerThread && elements > getElementsPerThread(type);
}

void ForwardLayouts::add(Value value, Attribute encoding) {
  if (!holdsTooMuch(value, encoding) && candidates[value].insert(encoding)) {
    worklist.push_back({value, encoding});
  }
}

void ForwardLayouts::spreadToUse(OpOperand &use, Attribute encoding) {
  Operation *op = use.getOwner();
  if (keepsOperandLayouts(op)) {
    return;
  }
  for (Value tied : getTiedValues(use)) {
    add(tied, encoding);
  }
  bool isConversion = isa<ConvertLayoutOp>(op) && !isa<DotOperandAttr>(getEncoding(op->getResult(0)));
  Attribute inferred = isConversion ? encoding : inferResultEncoding(use, encoding);
  for (Value result : op->getResults()) {
    if (inferred && getEncoding(result)) {
      add(result, inferred);
    }
  }
}

void ForwardLayouts::spread() {
  while (!worklist.empty()) {
    auto [value, encoding] = worklist.pop_back_val();
    for (OpOperand &use : value.getUses()) {
      spreadToUse(use, encoding);
    }
  }
}

static bool isFromTensorCore(Attribute encoding) {
  bool found = false;
  encoding.walk([&](MmaAttr) { found = true; });
  return found;
}

/// The block that a broadcast one comes from: its conversion can be moved there.
static Value beforeBroadcast(Value value) {
  while (auto broadcast = value.getDefiningOp<tk::BroadcastOp>()) {
    value = broadcast.getSource();
  }
  return value;
}

Attribute ForwardLayouts::chooseFor(Value value, ArrayRef<Attribute> options) const {
  Operation *op = value.getDefiningOp();
  if (op && isAnchor(op)) {
    return getEncoding(value);
  }
  auto bytesToConvert = [&](Attribute encoding) {
    int64_t bytes = 0;
    for (OpOperand &operand : op->getOpOperands()) {
      auto type = dyn_cast<RankedTensorType>(beforeBroadcast(operand.get()).getType());
      Attribute present = type ? chosen.lookup(operand.get()) : Attribute();
      Attribute required = present ? inferOperandEncoding(operand, encoding) : Attribute();
      if (required && present != required) {
        bytes += cost.ofConversion(type.cloneWithEncoding(present), required, op->getBlock());
      }
    }
    return bytes;
  };
  bool isChoice = op && (op->getNumRegions() == 0 || isa<tk::ReduceOp, tk::ScanOp>(op));
  auto rank = [&](Attribute encoding) {
    return std::pair(!isFromTensorCore(encoding), isChoice ? bytesToConvert(encoding) : 0);
  };
  return *std::min_element(options.begin(), options.end(), [&](Attribute a, Attribute b) { return rank(a) < rank(b); });
}

void ForwardLayouts::choose() {
  function.walk<WalkOrder::PreOrder>([&](Operation *op) {
    auto chooseAll = [&](ValueRange values) {
      for (Value value : values) {
        auto found = candidates.find(value);
        if (found != candidates.end()) {
          chosen[value] = chooseFor(value, found->second.getArrayRef());
        }
      }
    };
    chooseAll(op->getResults());
    for (Region &region : op->getRegions()) {
      chooseAll(region.getArguments());
    }
  });
  // What a loop carries has one type, inside and after it.
  function.walk([&](scf::ForOp loop) {
    for (auto [argument, result] : llvm::zip(loop.getRegionIterArgs(), loop.getResults())) {
      if (Attribute encoding = chosen.lookup(argument)) {
        chosen[result] = encoding;
      }
    }
  });
  function.walk([&](scf::WhileOp loop) {
    for (auto [argument, result] : llvm::zip(loop.getAfterArguments(), loop.getResults())) {
      if (Attribute encoding = chosen.lookup(argument)) {
        chosen[result] = encoding;
      }
    }
  });
}

Attribute ForwardLayouts::getRequired(OpOperand &operand) const {
  if (Attribute encoding = fixed.lookup(&operand)) {
    return encoding;
  }
  SmallVector<Value> tied = getTiedValues(operand);
  if (!tied.empty()) {
    return getEncoding(tied.front());
  }
  Operation *op = operand.getOwner();
  bool hasEncodedResult = op->getNumResults() > 0 && getEncoding(op->getResult(0));
  // Reductions to scalars, and histograms: any layout, but one.
  if (isa<tk::HistogramOp>(op) || (isa<tk::ReduceOp>(op) && !hasEncodedResult)) {
    return getEncoding(op->getOperand(0));
  }
  return hasEncodedResult ? inferOperandEncoding(operand, getEncoding(op->getResult(0))) : Attribute();
}

void ForwardLayouts::convertOperands(Operation *op) {
  OpBuilder builder(op);
  for (OpOperand &operand : op->getOpOperands()) {
    auto type = dyn_cast<RankedTensorType>(operand.get().getType());
    if (!type || isa<ConvertLayoutOp, LocalAllocOp, LocalStoreOp>(op)) {
      continue;
    }
    Attribute required = getRequired(operand);
    if (required && required != type.getEncoding()) {
      operand.set(ConvertLayoutOp::create(builder, op->getLoc(), type.cloneWithEncoding(required), operand.get()));
    }
  }
}

void ForwardLayouts::rewrite() {
  SmallVector<Operation *> ops;
  function.walk([&](Operation *op) { ops.push_back(op); });
  for (auto [value, encoding] : chosen) {
    value.setType(cast<RankedTensorType>(value.getType()).cloneWithEncoding(encoding));
  }
  for (Operation *op : ops) {
    convertOperands(op);
  }
}
