// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Verifiers, folders and effects of pointer and memory ops.
#include "tkc/Dialect/Tk/IR/Identity.h"
#include "tkc/Dialect/Tk/IR/Tk.h"

#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace tkc::tk;

//===--- addptr and pointer conversions ---------------------------------===//

OpFoldResult AddPtrOp::fold(FoldAdaptor adaptor) {
  return matchPattern(adaptor.getOffset(), m_Zero()) ? getPointer() : OpFoldResult();
}

/// The operand of the `Inverse` op that `op` undoes, or null.
template <typename Inverse, typename Op>
static Value getUndone(Op op) {
  auto inner = op.getSource().template getDefiningOp<Inverse>();
  return inner && inner.getSource().getType() == op.getType() ? inner.getSource() : Value();
}

OpFoldResult PtrCastOp::fold(FoldAdaptor) {
  return getSource().getType() == getType() ? getSource() : getUndone<PtrCastOp>(*this);
}
OpFoldResult IntToPtrOp::fold(FoldAdaptor) { return getUndone<PtrToIntOp>(*this); }
OpFoldResult PtrToIntOp::fold(FoldAdaptor) { return getUndone<IntToPtrOp>(*this); }

namespace {
/// Of two casts in a row only the last type counts.
struct MergePtrCast : OpRewritePattern<PtrCastOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(PtrCastOp op, PatternRewriter &rewriter) const override {
    auto inner = op.getSource().getDefiningOp<PtrCastOp>();
    if (!inner) {
      return rewriter.notifyMatchFailure(op, "source is no cast");
    }
    rewriter.replaceOp(
        op, PtrCastOp::create(rewriter, mergeLocations(op.getLoc(), inner.getLoc()), op.getType(), inner.getSource()));
    return success();
  }
};
} // namespace

void PtrCastOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *context) {
  patterns.add<MergePtrCast>(context);
}

static LogicalResult verifyAddresses(Operation *op, Type type) {
  if (!getElementTypeOrSelf(type).isInteger(64)) {
    return op->emitOpError() << "expects addresses of type i64, got " << getElementTypeOrSelf(type);
  }
  return success();
}
LogicalResult IntToPtrOp::verify() { return verifyAddresses(*this, getSource().getType()); }
LogicalResult PtrToIntOp::verify() { return verifyAddresses(*this, getType()); }

LogicalResult CheckBoundsOp::verify() {
  auto report = cast<PtrType>(getReport().getType());
  if (!report.getPointee().isInteger(8)) {
    return emitOpError() << "expects a report of type !tk.ptr<i8>, got " << report;
  }
  if (getArray() && *getArray() >= getNumArrays()) {
    return emitOpError() << "expects an array number below " << getNumArrays() << ", got " << *getArray();
  }
  return success();
}

//===--- load ------------------------------------------------------------===//

void LoadOp::getEffects(SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>> &effects) {
  effects.emplace_back(MemoryEffects::Read::get(), &getPointerMutable());
  if (getIsVolatile()) {
    effects.emplace_back(MemoryEffects::Write::get(), &getPointerMutable());
  }
}

LogicalResult LoadOp::verify() {
  if (getOther() && !getMask()) {
    return emitOpError("expects a mask beside other, got none");
  }
  if (getCache() == CacheModifier::WB || getCache() == CacheModifier::WT) {
    return emitOpError() << "expects a cache modifier of loads, got " << stringifyCacheModifier(getCache());
  }
  return success();
}

namespace {
/// A load whose mask is all true needs no mask; one whose mask is all false is its other.
struct FoldConstantMaskOfLoad : OpRewritePattern<LoadOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(LoadOp op, PatternRewriter &rewriter) const override {
    if (!op.getMask()) {
      return rewriter.notifyMatchFailure(op, "has no mask");
    }
    if (matchPattern(op.getMask(), m_One())) {
      rewriter.replaceOpWithNewOp<LoadOp>(op, op.getPointer(), Value(), Value(), op.getCache(), op.getEvict(),
                                          op.getIsVolatile());
      return success();
    }
    if (op.getOther() && !op.getIsVolatile() && matchPattern(op.getMask(), m_Zero())) {
      rewriter.replaceOp(op, op.getOther());
      return success();
    }
    return rewriter.notifyMatchFailure(op, "mask is not constant");
  }
};

/// A store whose mask is all true needs no mask; one whose mask is all false does nothing.
struct FoldConstantMaskOfStore : OpRewritePattern<StoreOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(StoreOp op, PatternRewriter &rewriter) const override {
    if (!op.getMask()) {
      return rewriter.notifyMatchFailure(op, "has no mask");
    }
    if (matchPattern(op.getMask(), m_One())) {
      rewriter.replaceOpWithNewOp<StoreOp>(op, op.getPointer(), op.getValue(), Value(), op.getCache(), op.getEvict());
      return success();
    }
    if (matchPattern(op.getMask(), m_Zero())) {
      rewriter.eraseOp(op);
      return success();
    }
    return rewriter.notifyMatchFailure(op, "mask is not constant");
  }
};
} // namespace

void LoadOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *context) {
  patterns.add<FoldConstantMaskOfLoad>(context);
}

//===--- store -----------------------------------------------------------===//

void StoreOp::getEffects(SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>> &effects) {
  effects.emplace_back(MemoryEffects::Write::get(), &getPointerMutable());
}

LogicalResult StoreOp::verify() {
  if (getCache() == CacheModifier::CA || getCache() == CacheModifier::CV) {
    return emitOpError() << "expects a cache modifier of stores, got " << stringifyCacheModifier(getCache());
  }
  return success();
}

void StoreOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *context) {
  patterns.add<FoldConstantMaskOfStore>(context);
}

//===--- atomics ---------------------------------------------------------===//

static void addReadWrite(OpOperand &pointer,
                         SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>> &effects) {
  effects.emplace_back(MemoryEffects::Read::get(), &pointer);
  effects.emplace_back(MemoryEffects::Write::get(), &pointer);
}

void AtomicRmwOp::getEffects(SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>> &effects) {
  addReadWrite(getPointerMutable(), effects);
}
void AtomicCasOp::getEffects(SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>> &effects) {
  addReadWrite(getPointerMutable(), effects);
}

LogicalResult AtomicRmwOp::verify() {
  Type element = getElementTypeOrSelf(getValue().getType());
  bool isFloatKind = llvm::is_contained({AtomicKind::FAdd, AtomicKind::FMax, AtomicKind::FMin}, getKind());
  if (getKind() != AtomicKind::Xchg && isFloatKind != isa<FloatType>(element)) {
    return emitOpError() << "expects " << (isFloatKind ? "floats" : "integers") << " for kind "
                         << stringifyAtomicKind(getKind()) << ", got " << element;
  }
  return success();
}
