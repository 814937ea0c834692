// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Gathers, by selects, lane shuffles or loads from shared memory; histograms, by atomics on counts in shared memory.
#include "tkc/Dialect/Tkg/Analysis/ScratchMemory.h"

#include "CombineRegion.h"
#include "InlineAsm.h"
#include "Patterns.h"

using namespace mlir;
using namespace tkc;
using tkc::layout::Dim;
using tkc::layout::LinearLayout;

namespace {

/// An integer of any width as i32. What is cut off is of no interest.
Value toI32(OpBuilder &builder, Location loc, Value value) {
  unsigned bits = value.getType().getIntOrFloatBitWidth();
  Type i32 = builder.getI32Type();
  if (bits == 32) {
    return value;
  }
  return bits < 32 ? Value(LLVM::ZExtOp::create(builder, loc, i32, value))
                   : Value(LLVM::TruncOp::create(builder, loc, i32, value));
}

Value emitElementAddress(OpBuilder &builder, Location loc, Value base, Type element, Value index) {
  return LLVM::GEPOp::create(builder, loc, base.getType(), element, base, ArrayRef<LLVM::GEPArg>{index});
}

//===--- gather -----------------------------------------------------------===//

class GatherEmitter {
public:
  GatherEmitter(tk::GatherOp op, Value source, Value index, OpBuilder &builder)
      : op(op), builder(builder), loc(op.getLoc()), plan(tkg::planGather(op)), axis(layout::tensorDim(op.getAxis())),
        thread(emitThreadPosition(builder, loc)), elements(unpackVector(builder, loc, source)),
        places(unpackVector(builder, loc, index)) {}

  Value run() {
    if (plan.kind == layout::GatherKind::SharedMemory) {
      storeSource();
    }
    SmallVector<Value> results;
    for (auto [reg, first] : llvm::enumerate(layout::canonicalRegisters(tkg::toLinearLayout(op.getType())))) {
      results.push_back(first == reg ? pick(reg) : results[first]);
    }
    return packVector(builder, loc, results);
  }

private:
  Value pick(unsigned reg) {
    switch (plan.kind) {
    case layout::GatherKind::Registers:
      return pickFromRegisters(reg, Value());
    case layout::GatherKind::LaneShuffles:
      return pickFromRegisters(reg, emitSource(reg, Dim::Lane));
    case layout::GatherKind::SharedMemory:
      return load(emitSource(reg, Dim::Offset));
    }
    llvm_unreachable("all kinds are handled");
  }

  /// The coordinate along `out` of what register `reg` of the result picks, without the part that `reg` itself decides.
  LinearValue emitOpenSource(unsigned reg, Dim out) {
    LinearValue sum = emitCoordinate(builder, loc, plan.source, out, thread);
    addContribution(builder, loc, plan.source, axis, out, toI32(builder, loc, places[reg]), sum);
    return sum;
  }

  uint64_t getFixedSource(unsigned reg, Dim out) const {
    for (auto [dim, at] : plan.source.apply({{Dim::Register, reg}})) {
      if (dim == out) {
        return at;
      }
    }
    return 0;
  }

  Value emitSource(unsigned reg, Dim out) {
    return emitXor(builder, loc, emitOpenSource(reg, out), getFixedSource(reg, out));
  }

  /// Chooses among the registers that may be meant, bit by bit of the register's number; each of them is read from
  /// `lane`, or in the own thread without one.
  Value pickFromRegisters(unsigned reg, Value lane) {
    uint64_t open = plan.openRegisterBits(), fixed = getFixedSource(reg, Dim::Register) & ~open;
    LinearValue number = emitOpenSource(reg, Dim::Register);
    number.value = emitXor(builder, loc, number, getFixedSource(reg, Dim::Register) & open);
    SmallVector<Value> candidates;
    uint64_t subset = 0;
    do {
      Value element = elements[fixed | subset];
      candidates.push_back(lane ? emitShuffle(builder, loc, element, NVVM::ShflKind::idx, lane) : element);
      subset = (subset - open) & open;
    } while (subset != 0);
    for (uint64_t bit = 1; bit <= open; bit <<= 1) {
      if (open & bit) {
        halve(candidates, number.value, bit);
      }
    }
    return candidates.front();
  }

  /// Neighbours differ in `bit` of their number; the ones that `number` means stay.
  void halve(SmallVector<Value> &candidates, Value number, uint64_t bit) {
    Value isSet = LLVM::AndOp::create(builder, loc, number, makeI32(builder, loc, int32_t(bit)));
    isSet = LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::ne, isSet, makeI32(builder, loc, 0));
    for (size_t i = 0; 2 * i < candidates.size(); ++i) {
      candidates[i] = LLVM::SelectOp::create(builder, loc, isSet, candidates[2 * i + 1], candidates[2 * i]);
    }
    candidates.resize(candidates.size() / 2);
  }

  void storeSource() {
    base = emitSharedAddress(builder, loc, op->getParentOfType<ModuleOp>(), getSharedOffset(op));
    SmallVector<Value> stored;
    for (Value element : elements) {
      stored.push_back(toStorage(builder, loc, element));
    }
    SharedAccessEmitter(builder, loc, base, stored[0].getType()).store(plan.store, 0, stored);
    NVVM::Barrier0Op::create(builder, loc);
  }

  Value load(Value offset) {
    Type element = elements[0].getType(), storage = getStorageType(element);
    Value address = emitElementAddress(builder, loc, base, storage, offset);
    return fromStorage(builder, loc, LLVM::LoadOp::create(builder, loc, storage, address), element);
  }

  tk::GatherOp op;
  OpBuilder &builder;
  Location loc;
  layout::GatherPlan plan;
  Dim axis;
  ThreadPosition thread;
  SmallVector<Value> elements, places;
  Value base;
};

struct LowerGather : ConvertOpToLLVMPattern<tk::GatherOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult matchAndRewrite(tk::GatherOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOp(op, GatherEmitter(op, adaptor.getSource(), adaptor.getIndex(), rewriter).run());
    return success();
  }
};

//===--- histogram --------------------------------------------------------===//

class HistogramEmitter {
public:
  HistogramEmitter(tk::HistogramOp op, OpBuilder &builder)
      : op(op), builder(builder), loc(op.getLoc()), result(tkg::toLinearLayout(op.getType())),
        access(layout::planVectorAccess(result.renameOutDim(layout::tensorDim(0), Dim::Offset), countBytes)),
        base(emitSharedAddress(builder, loc, op->getParentOfType<ModuleOp>(), getSharedOffset(op))) {}

  Value run(Value numbers, Value mask) {
    SharedAccessEmitter emitter(builder, loc, base, builder.getI32Type());
    SmallVector<Value> counts(result.inSize(Dim::Register), makeI32(builder, loc, 0));
    emitter.store(access, 0, counts);
    NVVM::Barrier0Op::create(builder, loc);
    count(numbers, mask);
    NVVM::Barrier0Op::create(builder, loc);
    emitter.load(access, 0, counts);
    SmallVector<Value> all;
    for (uint32_t canonical : layout::canonicalRegisters(result)) {
      all.push_back(counts[canonical]);
    }
    return packVector(builder, loc, all);
  }

private:
  static constexpr unsigned countBytes = 4;

  /// Of the registers and threads that hold an element one counts it.
  void count(Value numbers, Value mask) {
    LinearLayout source = tkg::toLinearLayout(op.getSource().getType());
    Value owner = emitOwnsElements(builder, loc, source, emitThreadPosition(builder, loc));
    for (auto [reg, first] : llvm::enumerate(layout::canonicalRegisters(source))) {
      if (first == reg) {
        Value counts = mask ? emitAnd(builder, loc, owner, extractElement(builder, loc, mask, reg)) : owner;
        countOne(extractElement(builder, loc, numbers, reg), counts);
      }
    }
  }

  void countOne(Value number, Value counts) {
    Type type = number.getType();
    unsigned bits = type.getIntOrFloatBitWidth();
    uint64_t numCounts = op.getType().getNumElements();
    if (bits == 64 || numCounts >> bits == 0) {
      Value end = LLVM::ConstantOp::create(builder, loc, type, builder.getIntegerAttr(type, APInt(bits, numCounts)));
      Value isInside = LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::ult, number, end);
      counts = emitAnd(builder, loc, counts, isInside);
    }
    Value address = emitElementAddress(builder, loc, base, builder.getI32Type(), toI32(builder, loc, number));
    SmallVector<Value> operands = {address};
    if (counts) {
      operands.push_back(counts);
    }
    std::string predicate = counts ? "@$1 " : "";
    emitMemoryAsm(builder, loc, predicate + "red.shared.add.u32 [$0], 1;", operands, counts ? "r,b" : "r");
  }

  tk::HistogramOp op;
  OpBuilder &builder;
  Location loc;
  LinearLayout result;
  layout::VectorAccess access;
  Value base;
};

struct LowerHistogram : ConvertOpToLLVMPattern<tk::HistogramOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult matchAndRewrite(tk::HistogramOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOp(op, HistogramEmitter(op, rewriter).run(adaptor.getSource(), adaptor.getMask()));
    return success();
  }
};

} // namespace

void tkc::populateSelectionPatterns(const TkgTypeConverter &converter, RewritePatternSet &patterns) {
  patterns.add<LowerGather, LowerHistogram>(converter);
}
