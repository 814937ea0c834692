// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Copies by TMA and mbarriers. One thread of the first warp issues, all threads wait.
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

#include "InlineAsm.h"
#include "Patterns.h"
#include "ThreadPosition.h"

using namespace mlir;
using namespace tkc;

namespace {

Value toAddress(OpBuilder &builder, Location loc, Value pointer) {
  return LLVM::PtrToIntOp::create(builder, loc, builder.getI32Type(), pointer);
}

Value addBytes(OpBuilder &builder, Location loc, Value address, int64_t bytes) {
  return bytes == 0 ? address
                    : Value(LLVM::AddOp::create(builder, loc, address, makeI32(builder, loc, int32_t(bytes))));
}

/// The condition in one thread of the first warp, the same one each time; false in all others. `elect.sync` tells ptxas
/// that it is one: for what it can't see to be one it makes a loop over the lanes around each instruction of the TMA
/// unit.
Value inElectedThread(OpBuilder &builder, Location loc, Value condition) {
  Value elected = NVVM::ElectSyncOp::create(builder, loc, builder.getI1Type(), /*membermask=*/Value());
  Value isFirstWarp = LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::eq, emitThreadPosition(builder, loc).warp,
                                           makeI32(builder, loc, 0));
  return emitAnd(builder, loc, emitAnd(builder, loc, isFirstWarp, elected), condition);
}

/// Does something with each barrier of a ring, in the first thread.
void forEachBarrier(OpBuilder &builder, Location loc, tkg::MemDescType ring, Value pointer, StringRef text) {
  Value address = toAddress(builder, loc, pointer), isFirst = emitIsFirstThread(builder, loc);
  for (unsigned slot = 0; slot < ring.getSlots(); ++slot) {
    Value place = addBytes(builder, loc, address, slot * ring.getSlotBytes());
    emitMemoryAsm(builder, loc, text, {place, isFirst}, "r,b");
  }
}

struct LowerMbarrierInit : ConvertOpToLLVMPattern<tkg::MbarrierInitOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult matchAndRewrite(tkg::MbarrierInitOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    std::string text = "@$1 mbarrier.init.shared::cta.b64 [$0], " + std::to_string(op.getCount()) + ";";
    forEachBarrier(rewriter, op.getLoc(), op.getRing().getType(), adaptor.getRing(), text);
    emitMemoryAsm(rewriter, op.getLoc(), "fence.mbarrier_init.release.cluster;");
    rewriter.eraseOp(op);
    return success();
  }
};

struct LowerMbarrierInval : ConvertOpToLLVMPattern<tkg::MbarrierInvalOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult matchAndRewrite(tkg::MbarrierInvalOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    forEachBarrier(rewriter, op.getLoc(), op.getRing().getType(), adaptor.getRing(),
                   "@$1 mbarrier.inval.shared::cta.b64 [$0];");
    rewriter.eraseOp(op);
    return success();
  }
};

struct LowerMbarrierExpect : ConvertOpToLLVMPattern<tkg::MbarrierExpectOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult matchAndRewrite(tkg::MbarrierExpectOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    std::string text = "@$1 mbarrier.arrive.expect_tx.shared::cta.b64 _, [$0], " + std::to_string(op.getBytes()) + ";";
    Value predicate = inElectedThread(rewriter, loc, adaptor.getCondition());
    emitMemoryAsm(rewriter, loc, text, {toAddress(rewriter, loc, adaptor.getBarrier()), predicate}, "r,b");
    rewriter.eraseOp(op);
    return success();
  }
};

struct LowerMbarrierWait : ConvertOpToLLVMPattern<tkg::MbarrierWaitOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult matchAndRewrite(tkg::MbarrierWaitOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    // try_wait suspends the thread for a while by itself.
    StringRef text = "{\n.reg .pred p;\nWAIT_${:uid}:\nmbarrier.try_wait.parity.shared::cta.b64 p, [$0], $1;\n"
                     "@p bra DONE_${:uid};\nbra WAIT_${:uid};\nDONE_${:uid}:\n}";
    emitMemoryAsm(rewriter, loc, text, {toAddress(rewriter, loc, adaptor.getBarrier()), adaptor.getPhase()}, "r,r");
    rewriter.eraseOp(op);
    return success();
  }
};

struct LowerTmaLoad : ConvertOpToLLVMPattern<tkg::TmaLoadOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult matchAndRewrite(tkg::TmaLoadOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    tkg::MemDescType target = op.getTarget().getType();
    auto encoding = cast<tkg::NvmmaSharedAttr>(target.getEncoding());
    int64_t elementBytes = encoding.getElementBits() / 8, slabColumns = encoding.getSwizzle() / elementBytes;
    auto [columns, rows] = encoding.getTransposed() ? std::pair(target.getShape()[0], target.getShape()[1])
                                                    : std::pair(target.getShape()[1], target.getShape()[0]);
    Value address = toAddress(rewriter, loc, adaptor.getTarget());
    Value barrier = toAddress(rewriter, loc, adaptor.getBarrier());
    Value predicate = inElectedThread(rewriter, loc, adaptor.getCondition());
    SmallVector<Value> coordinates(adaptor.getCoordinates());
    Value firstColumn = coordinates[0], firstRow = coordinates[1];
    for (int64_t column = 0; column < columns; column += slabColumns) {
      for (int64_t row = 0; row < rows; row += tkg::maxTmaBox) {
        coordinates[0] = addBytes(rewriter, loc, firstColumn, column);
        coordinates[1] = addBytes(rewriter, loc, firstRow, row);
        int64_t offset = (column / slabColumns * rows + row) * encoding.getSwizzle();
        emitCopy(rewriter, loc, addBytes(rewriter, loc, address, offset), adaptor.getMap(), coordinates, barrier,
                 predicate);
      }
    }
    rewriter.eraseOp(op);
    return success();
  }

private:
  static void emitCopy(OpBuilder &builder, Location loc, Value target, Value map, ArrayRef<Value> coordinates,
                       Value barrier, Value predicate) {
    SmallVector<Value> operands = {target, map, barrier, predicate};
    std::string list, constraints = "r,l,r,b";
    for (auto [index, coordinate] : llvm::enumerate(coordinates)) {
      list += (index == 0 ? "$" : ", $") + std::to_string(operands.size());
      constraints += ",r";
      operands.push_back(coordinate);
    }
    std::string text = "@$3 cp.async.bulk.tensor." + std::to_string(coordinates.size()) +
                       "d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [$0], [$1, {" + list + "}], [$2];";
    emitMemoryAsm(builder, loc, text, operands, constraints);
  }
};

struct LowerFenceAsyncGlobal : ConvertOpToLLVMPattern<tkg::FenceAsyncGlobalOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult matchAndRewrite(tkg::FenceAsyncGlobalOp op, OpAdaptor,
                                ConversionPatternRewriter &rewriter) const override {
    emitMemoryAsm(rewriter, op.getLoc(), "fence.proxy.async.global;");
    rewriter.eraseOp(op);
    return success();
  }
};

} // namespace

void tkc::populateTmaPatterns(const TkgTypeConverter &converter, RewritePatternSet &patterns) {
  patterns.add<LowerMbarrierInit, LowerMbarrierInval, LowerMbarrierExpect, LowerMbarrierWait, LowerTmaLoad,
               LowerFenceAsyncGlobal>(converter);
}
