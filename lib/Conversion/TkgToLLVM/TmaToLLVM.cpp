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

/// One box of a tile: where it lies in shared memory, and from which column and row of the tile on.
struct TileBox {
  int64_t offset = 0, column = 0, row = 0;
};

/// The boxes that a buffer consists of: slabs as wide as the swizzle, of at most so many rows as a box has.
SmallVector<TileBox> listBoxes(tkg::MemDescType buffer) {
  auto encoding = cast<tkg::NvmmaSharedAttr>(buffer.getEncoding());
  int64_t slabColumns = encoding.getSwizzle() / (encoding.getElementBits() / 8);
  auto [columns, rows] = encoding.getTransposed() ? std::pair(buffer.getShape()[0], buffer.getShape()[1])
                                                  : std::pair(buffer.getShape()[1], buffer.getShape()[0]);
  SmallVector<TileBox> boxes;
  for (int64_t column = 0; column < columns; column += slabColumns) {
    for (int64_t row = 0; row < rows; row += tkg::maxTmaBox) {
      boxes.push_back({(column / slabColumns * rows + row) * encoding.getSwizzle(), column, row});
    }
  }
  return boxes;
}

/// An instruction that copies a box.
struct BoxInstruction {
  /// Its name before `.tensor`, and what stands between the number of dimensions and the coordinates, and behind these.
  std::string name, direction;
  StringRef last;
  /// The barrier that it tells, operand 3; or null.
  Value barrier;
};

/// Emits one instruction for each box in the elected thread, where the condition holds: with the box's address as
/// operand 0, the map as operand 1, the predicate, which it gives back, as operand 2.
Value emitBoxes(OpBuilder &builder, Location loc, tkg::MemDescType buffer, Value pointer, Value map,
                ValueRange coordinates, Value condition, const BoxInstruction &instruction) {
  Value address = toAddress(builder, loc, pointer);
  Value predicate = inElectedThread(builder, loc, condition);
  std::string head = "@$2 " + instruction.name + ".tensor." + std::to_string(coordinates.size()) + "d." +
                     instruction.direction + ", {";
  for (const TileBox &box : listBoxes(buffer)) {
    SmallVector<Value> operands = {addBytes(builder, loc, address, box.offset), map, predicate};
    std::string list, constraints = "r,l,b";
    if (instruction.barrier) {
      operands.push_back(instruction.barrier);
      constraints += ",r";
    }
    for (auto [index, coordinate] : llvm::enumerate(coordinates)) {
      list += (index == 0 ? "$" : ", $") + std::to_string(operands.size());
      constraints += ",r";
      operands.push_back(addBytes(builder, loc, coordinate, index == 0 ? box.column : index == 1 ? box.row : 0));
    }
    emitMemoryAsm(builder, loc, head + list + instruction.last.str(), operands, constraints);
  }
  return predicate;
}

struct LowerTmaLoad : ConvertOpToLLVMPattern<tkg::TmaLoadOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult matchAndRewrite(tkg::TmaLoadOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    BoxInstruction instruction = {"cp.async.bulk", "shared::cluster.global.tile.mbarrier::complete_tx::bytes [$0], [$1",
                                  "}], [$3];", toAddress(rewriter, op.getLoc(), adaptor.getBarrier())};
    emitBoxes(rewriter, op.getLoc(), op.getTarget().getType(), adaptor.getTarget(), adaptor.getMap(),
              adaptor.getCoordinates(), adaptor.getCondition(), instruction);
    rewriter.eraseOp(op);
    return success();
  }
};

/// The instruction's name for a reduction; what is signed is said by the map.
StringRef getReductionName(tk::AtomicKind kind) {
  switch (kind) {
  case tk::AtomicKind::Add:
  case tk::AtomicKind::FAdd:
    return "add";
  case tk::AtomicKind::Max:
  case tk::AtomicKind::UMax:
  case tk::AtomicKind::FMax:
    return "max";
  case tk::AtomicKind::Min:
  case tk::AtomicKind::UMin:
  case tk::AtomicKind::FMin:
    return "min";
  default:
    return tk::stringifyAtomicKind(kind);
  }
}

struct LowerTmaStore : ConvertOpToLLVMPattern<tkg::TmaStoreOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult matchAndRewrite(tkg::TmaStoreOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    std::string reduction = op.getReduce() ? getReductionName(*op.getReduce()).str() + "." : "";
    BoxInstruction instruction = {op.getReduce() ? "cp.reduce.async.bulk" : "cp.async.bulk",
                                  "global.shared::cta." + reduction + "tile.bulk_group [$1", "}], [$0];", Value()};
    Value predicate = emitBoxes(rewriter, op.getLoc(), op.getSource().getType(), adaptor.getSource(), adaptor.getMap(),
                                adaptor.getCoordinates(), /*condition=*/Value(), instruction);
    emitMemoryAsm(rewriter, op.getLoc(), "@$0 cp.async.bulk.commit_group;", {predicate}, "b");
    rewriter.eraseOp(op);
    return success();
  }
};

struct LowerTmaStoreWait : ConvertOpToLLVMPattern<tkg::TmaStoreWaitOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult matchAndRewrite(tkg::TmaStoreWaitOp op, OpAdaptor, ConversionPatternRewriter &rewriter) const override {
    // Other threads than the one that started the copies have no groups to wait for.
    emitMemoryAsm(rewriter, op.getLoc(),
                  op.getRead() ? "cp.async.bulk.wait_group.read 0;" : "cp.async.bulk.wait_group 0;");
    rewriter.eraseOp(op);
    return success();
  }
};

} // namespace

void tkc::populateTmaPatterns(const TkgTypeConverter &converter, RewritePatternSet &patterns) {
  patterns.add<LowerMbarrierInit, LowerMbarrierInval, LowerMbarrierExpect, LowerMbarrierWait, LowerTmaLoad,
               LowerTmaStore, LowerTmaStoreWait>(converter);
}
