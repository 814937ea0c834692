// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reductions: in a thread, then across lanes by shuffles, then across warps through shared memory.
#include "tkc/Dialect/Tkg/Analysis/ScratchMemory.h"

#include <map>

#include "CombineRegion.h"
#include "Patterns.h"

using namespace mlir;
using namespace tkc;
using tkc::layout::Dim;

namespace {

/// Lowers one reduction. Partial results are kept per kept position of the thread's registers.
class ReductionEmitter {
public:
  ReductionEmitter(tk::ReduceOp op, ValueRange operands, ConversionPatternRewriter &rewriter)
      : op(op), rewriter(rewriter), loc(op.getLoc()), type(cast<RankedTensorType>(op.getOperands()[0].getType())),
        plan(tkg::planAxis(type, op.getAxis())), thread(emitThreadPosition(rewriter, loc)) {
    for (Value operand : operands) {
      vectors.push_back(unpackVector(rewriter, loc, operand));
    }
  }

  /// The reduced values, one vector (or scalar, for rank 1) an operand.
  SmallVector<Value> run() {
    reduceRegisters();
    reduceLanes();
    if (plan.crossesWarps()) {
      reduceWarps();
    }
    return collectResults();
  }

private:
  using Kept = std::vector<int64_t>;

  Kept getKept(const Coordinates &at) const {
    Kept kept(at.begin(), at.end());
    kept.erase(kept.begin() + plan.axis);
    return kept;
  }

  Scalars combine(ArrayRef<Value> left, ArrayRef<Value> right) {
    return emitCombine(rewriter, op.getCombine(), left, right);
  }

  /// Registers that hold one element twice count once. A balanced tree keeps the chain of dependent ops short.
  void reduceRegisters() {
    std::map<Kept, SmallVector<Scalars>> parts;
    std::map<std::vector<int64_t>, bool> seen;
    for (auto [reg, at] : llvm::enumerate(getRegisterCoordinates(plan.layout))) {
      if (!seen.try_emplace(std::vector<int64_t>(at.begin(), at.end()), true).second) {
        continue;
      }
      Scalars scalars;
      for (auto &vector : vectors) {
        scalars.push_back(vector[reg]);
      }
      parts[getKept(at)].push_back(std::move(scalars));
    }
    for (auto &[kept, list] : parts) {
      for (; list.size() > 1;) {
        SmallVector<Scalars> next;
        for (size_t i = 0; i + 1 < list.size(); i += 2) {
          next.push_back(combine(list[i], list[i + 1]));
        }
        if (list.size() % 2) {
          next.push_back(list.back());
        }
        list = std::move(next);
      }
      partials[kept] = list[0];
    }
  }

  void reduceLanes() {
    for (unsigned bit : llvm::reverse(plan.laneBits)) {
      Value distance = makeI32(rewriter, loc, 1 << bit);
      Value set = LLVM::AndOp::create(rewriter, loc, thread.lane, distance);
      Value isLater = LLVM::ICmpOp::create(rewriter, loc, LLVM::ICmpPredicate::ne, set, makeI32(rewriter, loc, 0));
      for (auto &[kept, scalars] : partials) {
        Scalars received;
        for (Value scalar : scalars) {
          received.push_back(emitShuffle(rewriter, loc, scalar, NVVM::ShflKind::bfly, distance));
        }
        scalars = emitCombineOfLanes(rewriter, op.getCombine(), scalars, received, isLater);
      }
    }
  }

  /// The number of the thread's warp among those along the axis.
  Value emitWarpAlongAxis() {
    Value number = makeI32(rewriter, loc, 0);
    for (auto [index, bit] : llvm::enumerate(plan.warpBits)) {
      Value isSet = LLVM::LShrOp::create(rewriter, loc, thread.warp, makeI32(rewriter, loc, bit));
      isSet = LLVM::AndOp::create(rewriter, loc, isSet, makeI32(rewriter, loc, 1));
      Value part = LLVM::ShlOp::create(rewriter, loc, isSet, makeI32(rewriter, loc, index));
      number = LLVM::OrOp::create(rewriter, loc, number, part);
    }
    return number;
  }

  /// Each warp leaves its part at [kept position][warp along the axis]; then each thread reads all parts of its rows,
  /// in one order for all, so that all threads get the same bits.
  void reduceWarps() {
    unsigned numParts = 1u << plan.warpBits.size();
    Value row = emitKeptPosition(rewriter, loc, plan.layout, type.getShape(), plan.axis, thread);
    Value firstPart = LLVM::MulOp::create(rewriter, loc, row, makeI32(rewriter, loc, numParts));
    Value ownPart = LLVM::AddOp::create(rewriter, loc, firstPart, emitWarpAlongAxis());
    SmallVector<Value> bases;
    auto module = op->getParentOfType<ModuleOp>();
    for (int64_t offset : ArrayRef(tkg::getPartOffsets(op, plan)).drop_back()) {
      bases.push_back(emitSharedAddress(rewriter, loc, module, getSharedOffset(op) + offset));
    }
    for (auto &[kept, scalars] : partials) {
      int64_t shift = flattenRow(kept) * numParts;
      for (auto [base, scalar] : llvm::zip_equal(bases, scalars)) {
        Value stored = toStorage(rewriter, loc, scalar);
        LLVM::StoreOp::create(rewriter, loc, stored, emitPartAddress(base, ownPart, shift, stored.getType()));
      }
    }
    NVVM::Barrier0Op::create(rewriter, loc);
    for (auto &[kept, scalars] : partials) {
      scalars = readParts(scalars, bases, firstPart, flattenRow(kept) * numParts, numParts);
    }
  }

  Scalars readParts(const Scalars &like, ArrayRef<Value> bases, Value firstPart, int64_t shift, unsigned numParts) {
    SmallVector<Scalars> parts(numParts);
    for (auto [base, scalar] : llvm::zip_equal(bases, like)) {
      Type storage = getStorageType(scalar.getType());
      unsigned perLoad = std::min<unsigned>(numParts, std::max(1u, 128 / storage.getIntOrFloatBitWidth()));
      for (unsigned first = 0; first < numParts; first += perLoad) {
        auto vectorType = VectorType::get({int64_t(perLoad)}, storage);
        Value address = emitPartAddress(base, firstPart, shift + first, storage);
        Value vector =
            LLVM::LoadOp::create(rewriter, loc, vectorType, address, perLoad * storage.getIntOrFloatBitWidth() / 8);
        for (unsigned i = 0; i < perLoad; ++i) {
          Value stored = extractElement(rewriter, loc, vector, i);
          parts[first + i].push_back(fromStorage(rewriter, loc, stored, scalar.getType()));
        }
      }
    }
    Scalars sum = parts[0];
    for (unsigned i = 1; i < numParts; ++i) {
      sum = combine(sum, parts[i]);
    }
    return sum;
  }

  int64_t flattenRow(const Kept &kept) const {
    SmallVector<int64_t> at(kept.begin(), kept.end());
    at.insert(at.begin() + plan.axis, 0);
    return flattenKept(at, type.getShape(), plan.axis);
  }

  /// The address of element (index + shift) of an array at `base`. Coordinates of registers and threads share no bits
  /// in power-of-two blocks, so that the shift may be added.
  Value emitPartAddress(Value base, Value index, int64_t shift, Type storage) {
    Value thread = LLVM::GEPOp::create(rewriter, loc, base.getType(), storage, base, ArrayRef<LLVM::GEPArg>{index});
    return LLVM::GEPOp::create(rewriter, loc, base.getType(), storage, thread,
                               ArrayRef<LLVM::GEPArg>{LLVM::GEPArg(int32_t(shift))});
  }

  SmallVector<Value> collectResults() {
    SmallVector<Value> results;
    for (size_t operand = 0; operand < vectors.size(); ++operand) {
      auto resultType = dyn_cast<RankedTensorType>(op.getResult(operand).getType());
      if (!resultType) {
        results.push_back(partials.begin()->second[operand]);
        continue;
      }
      SmallVector<Value> elements;
      for (const Coordinates &at : getRegisterCoordinates(tkg::toLinearLayout(resultType))) {
        elements.push_back(partials.at(Kept(at.begin(), at.end()))[operand]);
      }
      results.push_back(packVector(rewriter, loc, elements));
    }
    return results;
  }

  tk::ReduceOp op;
  ConversionPatternRewriter &rewriter;
  Location loc;
  RankedTensorType type;
  tkg::AxisPlan plan;
  ThreadPosition thread;
  SmallVector<SmallVector<Value>> vectors;
  std::map<Kept, Scalars> partials;
};

struct LowerReduce : ConvertOpToLLVMPattern<tk::ReduceOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult matchAndRewrite(tk::ReduceOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOp(op, ReductionEmitter(op, adaptor.getOperands(), rewriter).run());
    return success();
  }
};

} // namespace

void tkc::populateReducePatterns(const TkgTypeConverter &converter, RewritePatternSet &patterns) {
  patterns.add<LowerReduce>(converter);
}
