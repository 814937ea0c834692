// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Blocks in shared memory.
#include "tkc/Dialect/Tkg/IR/ModuleTarget.h"

#include "Patterns.h"
#include "SharedAccess.h"

using namespace mlir;
using namespace tkc;
using tkc::layout::LinearLayout;

namespace {

/// (register, lane, warp) -> offset, for a block in registers and its copy in shared memory, or in a ring that cuts it.
LinearLayout getOffsets(RankedTensorType block, tkg::MemDescType memory) {
  LinearLayout registers = tkg::toLinearLayout(block);
  assert(!registers.hasRepeats() && "shapes are powers of two");
  LinearLayout elements = tkg::toLinearLayout(memory);
  if (memory.getSlots() > 1) {
    layout::Dim cut = layout::tensorDim(*tkg::findCutDimension(block, memory));
    elements *= LinearLayout::identity1D(memory.getSlots(), layout::Dim::Offset, cut);
  }
  std::optional<LinearLayout> offsets = registers.invertAndCompose(elements);
  assert(offsets && "the shared layout holds each element");
  return *offsets;
}

/// The matrix access that moves the block with fewer instructions than vector accesses do, if there is one.
std::optional<layout::MatrixAccess> findMatrixAccess(const LinearLayout &offsets, unsigned bytes,
                                                     const layout::VectorAccess &vectors) {
  std::optional<layout::MatrixAccess> best;
  for (bool transposed : {false, true}) {
    std::optional<layout::MatrixAccess> access = layout::planMatrixAccess(offsets, bytes, transposed);
    unsigned limit = best ? best->numInstructions() : vectors.numInstructions();
    if (access && access->numInstructions() < limit) {
      best = std::move(access);
    }
  }
  return best;
}

/// Gives each register its value: replicas share that of their first register.
Value packWithReplicas(OpBuilder &builder, Location loc, const LinearLayout &registers, ArrayRef<Value> elements,
                       Type element) {
  SmallVector<Value> all;
  for (uint32_t canonical : layout::canonicalRegisters(registers)) {
    all.push_back(elements[canonical]);
  }
  return fromStorage(builder, loc, packVector(builder, loc, all), element);
}

void emitBlockStore(OpBuilder &builder, Location loc, Value vector, Value base, RankedTensorType block,
                    tkg::MemDescType memory, bool own) {
  LinearLayout offsets = getOffsets(block, memory);
  unsigned bytes = tkg::getElementBytes(memory.getElementType());
  SmallVector<Value> elements = unpackVector(builder, loc, toStorage(builder, loc, vector));
  SharedAccessEmitter emitter(builder, loc, base, elements[0].getType());
  layout::VectorAccess vectors = layout::planVectorAccess(offsets, bytes);
  std::optional<Target> target = tkg::getTarget(builder.getInsertionBlock()->getParentOp());
  // In a matrix access threads write for one another.
  if (target && target->hasStMatrix() && !own) {
    if (auto matrices = findMatrixAccess(offsets, bytes, vectors)) {
      emitter.store(*matrices, 0, elements);
      return;
    }
  }
  emitter.store(vectors, 0, elements);
}

struct LowerLocalAlloc : ConvertOpToLLVMPattern<tkg::LocalAllocOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult matchAndRewrite(tkg::LocalAllocOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    auto module = op->getParentOfType<ModuleOp>();
    Value base = emitSharedAddress(rewriter, op.getLoc(), module, getSharedOffset(op));
    if (op.getSource()) {
      emitBlockStore(rewriter, op.getLoc(), adaptor.getSource(), base, cast<RankedTensorType>(op.getSource().getType()),
                     op.getType(), /*own=*/false);
    }
    rewriter.replaceOp(op, base);
    return success();
  }
};

struct LowerLocalStore : ConvertOpToLLVMPattern<tkg::LocalStoreOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult matchAndRewrite(tkg::LocalStoreOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    emitBlockStore(rewriter, op.getLoc(), adaptor.getValue(), adaptor.getTarget(),
                   cast<RankedTensorType>(op.getValue().getType()), op.getTarget().getType(), op.getOwn());
    rewriter.eraseOp(op);
    return success();
  }
};

struct LowerLocalLoad : ConvertOpToLLVMPattern<tkg::LocalLoadOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult matchAndRewrite(tkg::LocalLoadOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    auto block = cast<RankedTensorType>(op.getType());
    LinearLayout offsets = getOffsets(block, op.getSource().getType());
    Type element = getTypeConverter()->convertType(block.getElementType());
    Type storage = getStorageType(element);
    unsigned bytes = tkg::getElementBytes(storage);
    SmallVector<Value> elements(tkg::getElementsPerThread(block));
    SharedAccessEmitter emitter(rewriter, loc, adaptor.getSource(), storage);
    layout::VectorAccess vectors = layout::planVectorAccess(offsets, bytes);
    // In a matrix access threads read for one another.
    auto matrices = op.getOwn() ? std::nullopt : findMatrixAccess(offsets, bytes, vectors);
    if (matrices) {
      emitter.load(*matrices, 0, elements);
    } else {
      emitter.load(vectors, 0, elements);
    }
    rewriter.replaceOp(op, packWithReplicas(rewriter, loc, offsets, elements, element));
    return success();
  }
};

} // namespace

void tkc::populateSharedMemoryPatterns(const TkgTypeConverter &converter, RewritePatternSet &patterns) {
  patterns.add<LowerLocalAlloc, LowerLocalStore, LowerLocalLoad>(converter);
}
