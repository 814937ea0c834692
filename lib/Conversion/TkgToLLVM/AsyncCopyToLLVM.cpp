// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Copies from global to shared memory by cp.async, rings and views of buffers, and proxy fences.
#include "tkc/Dialect/Tkg/Analysis/AsyncCopy.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

#include "InlineAsm.h"
#include "Patterns.h"
#include "SharedAccess.h"

using namespace mlir;
using namespace tkc;
using tkc::layout::Dim;
using tkc::layout::LinearLayout;

namespace {

/// The pointer moved by `bytes`, an i32.
Value movePointer(OpBuilder &builder, Location loc, Value pointer, Value bytes) {
  return LLVM::GEPOp::create(builder, loc, pointer.getType(), builder.getI8Type(), pointer,
                             ArrayRef<LLVM::GEPArg>{bytes});
}

struct LowerLocalSlot : ConvertOpToLLVMPattern<tkg::LocalSlotOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult matchAndRewrite(tkg::LocalSlotOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    Value slotBytes = makeI32(rewriter, op.getLoc(), op.getRing().getType().getSlotBytes());
    Value bytes = LLVM::MulOp::create(rewriter, op.getLoc(), adaptor.getIndex(), slotBytes);
    rewriter.replaceOp(op, movePointer(rewriter, op.getLoc(), adaptor.getRing(), bytes));
    return success();
  }
};

struct LowerLocalTrans : ConvertOpToLLVMPattern<tkg::LocalTransOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult matchAndRewrite(tkg::LocalTransOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOp(op, adaptor.getSource());
    return success();
  }
};

/// Emits one copy_async.
class CopyEmitter {
public:
  CopyEmitter(OpBuilder &builder, tkg::CopyAsyncOp op, tkg::CopyAsyncOp::Adaptor adaptor)
      : builder(builder), loc(op.getLoc()), width(op.getVectorWidth()),
        pointers(unpackVector(builder, loc, adaptor.getPointer())),
        offsets(tkg::getCopyOffsets(cast<RankedTensorType>(op.getPointer().getType()), op.getTarget().getType())),
        elementBytes(op.getTarget().getType().getElementType().getIntOrFloatBitWidth() / 8),
        thread(emitCoordinate(builder, loc, offsets, Dim::Offset, emitThreadPosition(builder, loc))) {
    if (adaptor.getMask()) {
      mask = unpackVector(builder, loc, adaptor.getMask());
    }
    Value owner = emitOwnsElements(builder, loc, offsets, emitThreadPosition(builder, loc));
    predicate = emitAnd(builder, loc, adaptor.getCondition(), owner);
    base = LLVM::PtrToIntOp::create(builder, loc, builder.getI32Type(), adaptor.getTarget());
  }

  void run() {
    std::vector<uint32_t> canonical = layout::canonicalRegisters(offsets);
    for (unsigned reg = 0; reg < canonical.size(); reg += width) {
      if (canonical[reg] == reg) {
        copy(reg);
      }
    }
  }

private:
  uint64_t getConstantOffset(unsigned reg) const {
    uint64_t offset = 0;
    for (unsigned bit = 0; bit < offsets.inLog2(Dim::Register); ++bit) {
      offset ^= (reg >> bit & 1) != 0 ? offsets.basis(Dim::Register, bit, Dim::Offset) : 0;
    }
    return offset;
  }

  /// Where the mask is false, zero bytes are read and the rest is filled with zeros.
  Value getSourceBytes(unsigned reg, unsigned bytes) {
    Value all = makeI32(builder, loc, bytes);
    return LLVM::SelectOp::create(builder, loc, mask[reg], all, makeI32(builder, loc, 0));
  }

  /// Where the thread's element `offset` lies, as an address and bytes beyond it. Registers that differ only in bits
  /// that no thread has share the address, so that it takes one register.
  std::pair<Value, uint64_t> getPlace(uint64_t offset) {
    uint64_t meeting = offset & thread.possibleBits;
    Value &start = starts[meeting];
    if (!start) {
      Value element = emitXor(builder, loc, thread, meeting);
      Value bytes = LLVM::MulOp::create(builder, loc, element, makeI32(builder, loc, elementBytes));
      start = LLVM::AddOp::create(builder, loc, base, bytes);
    }
    return {start, (offset ^ meeting) * elementBytes};
  }

  void copy(unsigned reg) {
    unsigned bytes = width * elementBytes;
    auto [start, beyond] = getPlace(getConstantOffset(reg));
    SmallVector<Value> operands = {start, pointers[reg]};
    // Only 16-byte copies may pass by the L1 cache.
    std::string text = std::string(bytes == 16 ? "cp.async.cg" : "cp.async.ca") + ".shared.global [$0+" +
                       std::to_string(beyond) + "], [$1], " + std::to_string(bytes);
    std::string constraints = "r,l";
    if (!mask.empty()) {
      text += ", $2";
      constraints += ",r";
      operands.push_back(getSourceBytes(reg, bytes));
    }
    if (predicate) {
      text = "@$" + std::to_string(operands.size()) + " " + text;
      constraints += ",b";
      operands.push_back(predicate);
    }
    emitMemoryAsm(builder, loc, text + ";", operands, constraints);
  }

  OpBuilder &builder;
  Location loc;
  unsigned width;
  SmallVector<Value> pointers, mask;
  LinearLayout offsets;
  unsigned elementBytes;
  LinearValue thread;
  Value predicate, base;
  /// Addresses by the bits in which a register meets the thread's own.
  llvm::DenseMap<uint64_t, Value> starts;
};

struct LowerCopyAsync : ConvertOpToLLVMPattern<tkg::CopyAsyncOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult matchAndRewrite(tkg::CopyAsyncOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    CopyEmitter(rewriter, op, adaptor).run();
    rewriter.eraseOp(op);
    return success();
  }
};

struct LowerCopyCommit : ConvertOpToLLVMPattern<tkg::CopyCommitOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult matchAndRewrite(tkg::CopyCommitOp op, OpAdaptor, ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<NVVM::CpAsyncCommitGroupOp>(op);
    return success();
  }
};

struct LowerCopyWait : ConvertOpToLLVMPattern<tkg::CopyWaitOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult matchAndRewrite(tkg::CopyWaitOp op, OpAdaptor, ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<NVVM::CpAsyncWaitGroupOp>(op, op.getPending());
    return success();
  }
};

/// A fence is one instruction without operands.
template <typename FenceOp>
struct LowerFence : ConvertOpToLLVMPattern<FenceOp> {
  LowerFence(const LLVMTypeConverter &converter, StringRef text)
      : ConvertOpToLLVMPattern<FenceOp>(converter), text(text) {}

  LogicalResult matchAndRewrite(FenceOp op, typename FenceOp::Adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    emitMemoryAsm(rewriter, op.getLoc(), text);
    rewriter.eraseOp(op);
    return success();
  }

  StringRef text;
};

} // namespace

void tkc::populateAsyncCopyPatterns(const TkgTypeConverter &converter, RewritePatternSet &patterns) {
  patterns.add<LowerLocalSlot, LowerLocalTrans, LowerCopyAsync, LowerCopyCommit, LowerCopyWait>(converter);
  patterns.add<LowerFence<tkg::FenceAsyncSharedOp>>(converter, "fence.proxy.async.shared::cta;");
  patterns.add<LowerFence<tkg::FenceAsyncGlobalOp>>(converter, "fence.proxy.async.global;");
}
