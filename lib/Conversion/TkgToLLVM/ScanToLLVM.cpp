// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Scans, by Sklansky's construction: for each bit k of the position along the axis, elements whose bit k is set take in
// the total of the 2^k elements before their block. Works for every layout, whatever bit k is: register, lane or warp.
#include "tkc/Dialect/Tkg/Analysis/ScratchMemory.h"

#include <map>

#include "CombineRegion.h"
#include "Patterns.h"

using namespace mlir;
using namespace tkc;
using tkc::layout::Dim;
using tkc::layout::LinearLayout;

namespace {

class ScanEmitter {
public:
  ScanEmitter(tk::ScanOp op, ValueRange operands, ConversionPatternRewriter &rewriter)
      : op(op), rewriter(rewriter), loc(op.getLoc()), type(cast<RankedTensorType>(op.getOperands()[0].getType())),
        plan(tkg::planAxis(type, op.getAxis())), thread(emitThreadPosition(rewriter, loc)), isReverse(op.getReverse()),
        coordinates(getRegisterCoordinates(plan.layout)) {
    for (auto [index, operand] : llvm::enumerate(operands)) {
      for (auto [reg, element] : llvm::enumerate(unpackVector(rewriter, loc, operand))) {
        if (index == 0) {
          elements.emplace_back();
        }
        elements[reg].push_back(element);
      }
    }
    for (auto [reg, at] : llvm::enumerate(coordinates)) {
      registers.try_emplace(std::vector<int64_t>(at.begin(), at.end()), reg);
    }
  }

  SmallVector<Value> run() {
    int64_t size = type.getDimSize(plan.axis);
    for (unsigned bit = 0; (int64_t(1) << bit) < size; ++bit) {
      step(bit);
    }
    SmallVector<Value> results;
    for (size_t operand = 0; operand < elements[0].size(); ++operand) {
      SmallVector<Value> column;
      for (Scalars &scalars : elements) {
        column.push_back(scalars[operand]);
      }
      results.push_back(packVector(rewriter, loc, column));
    }
    return results;
  }

private:
  Dim dim() const { return layout::tensorDim(plan.axis); }

  /// The bit of `in` that moves by exactly 2^bit along the axis.
  std::optional<unsigned> findBit(Dim in, unsigned bit) const {
    for (unsigned i = 0; i < plan.layout.inLog2(in); ++i) {
      if (plan.layout.basis(in, i, dim()) == uint64_t(1) << bit) {
        return i;
      }
    }
    return std::nullopt;
  }

  /// The position along the axis whose prefix is the total of the half block that `position` takes in.
  int64_t getSourcePosition(int64_t position, unsigned bit) const {
    int64_t low = (int64_t(1) << bit) - 1;
    int64_t block = position & ~low & ~(int64_t(1) << bit);
    return isReverse ? block | (int64_t(1) << bit) : block | low;
  }

  /// Whether elements with bit k set (forward) or clear (reverse) take in the other half.
  bool takesIn(int64_t position, unsigned bit) const { return ((position >> bit) & 1) != isReverse; }

  void step(unsigned bit) {
    if (std::optional<unsigned> lane = findBit(Dim::Lane, bit)) {
      stepAcrossThreads(bit, emitBit(thread.lane, *lane), /*acrossWarps=*/false);
    } else if (std::optional<unsigned> warp = findBit(Dim::Warp, bit)) {
      stepAcrossThreads(bit, emitBit(thread.warp, *warp), /*acrossWarps=*/true);
    } else {
      stepAcrossRegisters(bit);
    }
  }

  Value emitBit(Value number, unsigned bit) {
    Value bits = LLVM::AndOp::create(rewriter, loc, number, makeI32(rewriter, loc, 1 << bit));
    auto predicate = isReverse ? LLVM::ICmpPredicate::eq : LLVM::ICmpPredicate::ne;
    return LLVM::ICmpOp::create(rewriter, loc, predicate, bits, makeI32(rewriter, loc, 0));
  }

  /// The register part of a coordinate along the axis: which of its low bits registers decide.
  int64_t getRegisterBits() const {
    int64_t bits = 0;
    for (unsigned i = 0; i < plan.layout.inLog2(Dim::Register); ++i) {
      bits |= plan.layout.basis(Dim::Register, i, dim());
    }
    return bits;
  }

  unsigned getSourceRegister(unsigned reg, unsigned bit) const {
    std::vector<int64_t> at(coordinates[reg].begin(), coordinates[reg].end());
    at[plan.axis] = getSourcePosition(at[plan.axis], bit) & getRegisterBits();
    return registers.at(at);
  }

  void stepAcrossRegisters(unsigned bit) {
    std::vector<Scalars> before(elements.begin(), elements.end());
    std::map<unsigned, Scalars> totals;
    for (size_t reg = 0; reg < elements.size(); ++reg) {
      if (!takesIn(coordinates[reg][plan.axis], bit)) {
        continue;
      }
      unsigned source = getSourceRegister(reg, bit);
      auto [total, isNew] = totals.try_emplace(source);
      if (isNew) {
        total->second = fetchFromLowerBits(before[source], source, bit);
      }
      elements[reg] = emitCombine(rewriter, op.getCombine(), total->second, before[reg]);
    }
  }

  void stepAcrossThreads(unsigned bit, Value takes, bool acrossWarps) {
    std::vector<Scalars> before(elements.begin(), elements.end());
    std::map<unsigned, Scalars> totals;
    for (size_t reg = 0; reg < elements.size(); ++reg) {
      unsigned source = getSourceRegister(reg, bit);
      auto [total, isNew] = totals.try_emplace(source);
      if (isNew) {
        total->second = fetchFromLowerBits(before[source], source, bit);
      }
      Scalars combined = emitCombine(rewriter, op.getCombine(), total->second, before[reg]);
      for (auto [element, with, without] : llvm::zip_equal(elements[reg], combined, before[reg])) {
        element = LLVM::SelectOp::create(rewriter, loc, takes, with, without);
      }
    }
  }

  /// The value of register `reg` in the thread that holds the source position of the running thread's block: its lane
  /// and warp bits below and at `bit` are those of getSourcePosition.
  Scalars fetchFromLowerBits(const Scalars &scalars, unsigned reg, unsigned bit) {
    ThreadBits lane = getThreadBits(Dim::Lane, bit), warp = getThreadBits(Dim::Warp, bit);
    Scalars result = scalars;
    if (lane.changed == 0 && warp.changed == 0) {
      return result;
    }
    if (warp.changed == 0) {
      Value source = emitSource(thread.lane, lane);
      for (Value &scalar : result) {
        scalar = emitShuffle(rewriter, loc, scalar, NVVM::ShflKind::idx, source);
      }
      return result;
    }
    return fetchThroughShared(result, lane, warp);
  }

  /// Which bits of a lane or warp number the source thread has set to which value.
  struct ThreadBits {
    uint32_t changed = 0;
    uint32_t values = 0;
  };

  ThreadBits getThreadBits(Dim in, unsigned bit) const {
    ThreadBits bits;
    for (unsigned i = 0; i < plan.layout.inLog2(in); ++i) {
      uint64_t basis = plan.layout.basis(in, i, dim());
      if (basis == 0 || basis > (uint64_t(1) << bit)) {
        continue;
      }
      bits.changed |= 1u << i;
      bool isOne = (basis == uint64_t(1) << bit) == isReverse;
      bits.values |= isOne ? 1u << i : 0;
    }
    return bits;
  }

  Value emitSource(Value number, ThreadBits bits) {
    Value kept = LLVM::AndOp::create(rewriter, loc, number, makeI32(rewriter, loc, ~bits.changed));
    return LLVM::OrOp::create(rewriter, loc, kept, makeI32(rewriter, loc, bits.values));
  }

  /// Every thread leaves its value at its own place; each reads the place of its source thread.
  Scalars fetchThroughShared(const Scalars &scalars, ThreadBits lane, ThreadBits warp) {
    auto module = op->getParentOfType<ModuleOp>();
    Value own = emitThreadPlace(thread.lane, thread.warp);
    Value source = emitThreadPlace(emitSource(thread.lane, lane), emitSource(thread.warp, warp));
    Scalars result;
    for (Value scalar : scalars) {
      Value base = emitSharedAddress(rewriter, loc, module, getSharedOffset(op));
      Value stored = toStorage(rewriter, loc, scalar);
      auto address = [&](Value place) {
        return LLVM::GEPOp::create(rewriter, loc, base.getType(), stored.getType(), base,
                                   ArrayRef<LLVM::GEPArg>{place});
      };
      NVVM::Barrier0Op::create(rewriter, loc);
      LLVM::StoreOp::create(rewriter, loc, stored, address(own));
      NVVM::Barrier0Op::create(rewriter, loc);
      Value received = LLVM::LoadOp::create(rewriter, loc, stored.getType(), address(source));
      result.push_back(fromStorage(rewriter, loc, received, scalar.getType()));
    }
    return result;
  }

  Value emitThreadPlace(Value lane, Value warp) {
    Value first = LLVM::ShlOp::create(rewriter, loc, warp, makeI32(rewriter, loc, 5));
    return LLVM::OrOp::create(rewriter, loc, first, lane);
  }

  tk::ScanOp op;
  ConversionPatternRewriter &rewriter;
  Location loc;
  RankedTensorType type;
  tkg::AxisPlan plan;
  ThreadPosition thread;
  bool isReverse;
  SmallVector<Coordinates> coordinates;
  std::vector<Scalars> elements;
  std::map<std::vector<int64_t>, unsigned> registers;
};

struct LowerScan : ConvertOpToLLVMPattern<tk::ScanOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult matchAndRewrite(tk::ScanOp op, OpAdaptor adaptor, ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOp(op, ScanEmitter(op, adaptor.getOperands(), rewriter).run());
    return success();
  }
};

} // namespace

void tkc::populateScanPatterns(const TkgTypeConverter &converter, RewritePatternSet &patterns) {
  patterns.add<LowerScan>(converter);
}
