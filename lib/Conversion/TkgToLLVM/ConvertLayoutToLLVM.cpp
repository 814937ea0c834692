// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Changes of layout: register moves, lane shuffles, or a trip through shared memory.
#include "tkc/Dialect/Tkg/Analysis/ScratchMemory.h"
#include "tkc/Layout/Conversion.h"

#include "Patterns.h"
#include "SharedAccess.h"

using namespace mlir;
using namespace tkc;
using tkc::layout::Dim;
using tkc::layout::LinearLayout;

namespace {

/// Registers whose numbers depend on the thread: register r of the result is register r xor f(thread) of the source.
class RegisterSwapper {
public:
  RegisterSwapper(OpBuilder &builder, Location loc, const ThreadPosition &thread)
      : builder(builder), loc(loc), thread(thread) {}

  /// `number` maps (lane, warp) to a register.
  void swap(const LinearLayout &number, MutableArrayRef<Value> values) {
    LinearValue shift = emitCoordinate(builder, loc, number, Dim::Register, thread);
    for (unsigned bit = 0; (uint64_t(1) << bit) <= shift.possibleBits; ++bit) {
      uint64_t mask = uint64_t(1) << bit;
      if ((shift.possibleBits & mask) == 0) {
        continue;
      }
      Value isSet = emitBitIsSet(shift.value, mask);
      SmallVector<Value> before(values.begin(), values.end());
      for (size_t r = 0; r < values.size(); ++r) {
        if (before[r] && before[r ^ mask]) {
          values[r] = LLVM::SelectOp::create(builder, loc, isSet, before[r ^ mask], before[r]);
        }
      }
    }
  }

private:
  Value emitBitIsSet(Value value, uint64_t mask) {
    Value bits = LLVM::AndOp::create(builder, loc, value, makeI32(builder, loc, mask));
    return LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::ne, bits, makeI32(builder, loc, 0));
  }

  OpBuilder &builder;
  Location loc;
  ThreadPosition thread;
};

/// Carries out a plan of lane shuffles on the registers of one atom, whose elements are integers of storage width.
class ShuffleEmitter {
public:
  ShuffleEmitter(OpBuilder &builder, Location loc, const layout::ShufflePlan &plan, unsigned elementBits)
      : builder(builder), loc(loc), plan(plan), elementBits(elementBits), thread(emitThreadPosition(builder, loc)) {}

  SmallVector<Value> run(ArrayRef<Value> source, unsigned numResults) {
    SmallVector<Value> offered(source);
    RegisterSwapper(builder, loc, thread).swap(plan.sendRegister, offered);
    LinearValue sourceLane = emitCoordinate(builder, loc, plan.sourceLane, Dim::Lane, thread);
    LinearValue key = emitCoordinate(builder, loc, plan.acceptKey, Dim::Repetition, thread);
    SmallVector<Value> kept(numResults);
    for (const layout::ShuffleRound &round : plan.rounds) {
      SmallVector<Value> received = exchange(offered, round, sourceLane);
      for (unsigned combination = 0; combination < plan.packedElements(); ++combination) {
        uint32_t to = round.receiveRegister ^ getPackedRegister(combination, /*ofResult=*/true);
        keep(kept[to], received[combination], key, round.acceptKey);
      }
    }
    RegisterSwapper(builder, loc, thread).swap(plan.receiveRegister, kept);
    SmallVector<Value> result;
    for (uint32_t canonical : plan.canonical) {
      result.push_back(kept[canonical]);
    }
    return result;
  }

private:
  uint32_t getPackedRegister(unsigned combination, bool ofResult) const {
    uint32_t reg = 0;
    for (auto [bit, pack] : llvm::enumerate(plan.packs)) {
      if (combination >> bit & 1) {
        reg ^= ofResult ? pack.second : pack.first;
      }
    }
    return reg;
  }

  /// The elements that one round brings, one a combination of packs.
  SmallVector<Value> exchange(ArrayRef<Value> offered, const layout::ShuffleRound &round,
                              const LinearValue &sourceLane) {
    SmallVector<Value> sent;
    for (unsigned combination = 0; combination < plan.packedElements(); ++combination) {
      sent.push_back(offered[round.sendRegister ^ getPackedRegister(combination, /*ofResult=*/false)]);
    }
    if (plan.isLocal(round)) {
      return sent;
    }
    Value lane = emitXor(builder, loc, sourceLane, round.sourceLane);
    unsigned bits = elementBits * sent.size();
    Value packed = LLVM::BitcastOp::create(builder, loc, builder.getIntegerType(bits), packVector(builder, loc, sent));
    Value received = shuffle(packed, bits, lane);
    Type elements = VectorType::get({int64_t(sent.size())}, sent[0].getType());
    return unpackVector(builder, loc, LLVM::BitcastOp::create(builder, loc, elements, received));
  }

  /// shfl.sync.idx on a value of any width.
  Value shuffle(Value value, unsigned bits, Value lane) {
    Type i32 = builder.getI32Type();
    if (bits > 32) {
      auto halves = VectorType::get({int64_t(bits / 32)}, i32);
      SmallVector<Value> words = unpackVector(builder, loc, LLVM::BitcastOp::create(builder, loc, halves, value));
      for (Value &word : words) {
        word = shuffle(word, 32, lane);
      }
      return LLVM::BitcastOp::create(builder, loc, value.getType(), packVector(builder, loc, words));
    }
    Value word = bits < 32 ? Value(LLVM::ZExtOp::create(builder, loc, i32, value)) : value;
    Value received = NVVM::ShflOp::create(builder, loc, i32, makeI32(builder, loc, -1), word, lane,
                                          makeI32(builder, loc, 31), NVVM::ShflKind::idx, UnitAttr());
    return bits < 32 ? Value(LLVM::TruncOp::create(builder, loc, value.getType(), received)) : received;
  }

  void keep(Value &kept, Value received, const LinearValue &key, uint32_t acceptKey) {
    if (!kept || key.possibleBits == 0) {
      kept = received;
      return;
    }
    Value accepts =
        LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::eq, key.value, makeI32(builder, loc, acceptKey));
    kept = LLVM::SelectOp::create(builder, loc, accepts, received, kept);
  }

  OpBuilder &builder;
  Location loc;
  const layout::ShufflePlan &plan;
  unsigned elementBits;
  ThreadPosition thread;
};

struct LowerConvertLayout : ConvertOpToLLVMPattern<tkg::ConvertLayoutOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult matchAndRewrite(tkg::ConvertLayoutOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    layout::Conversion plan = tkg::planLayoutConversion(op);
    switch (plan.kind) {
    case layout::ConversionKind::None:
      rewriter.replaceOp(op, adaptor.getSource());
      return success();
    case layout::ConversionKind::RegisterPermutation: {
      unsigned perAtom = cast<VectorType>(adaptor.getSource().getType()).getNumElements() / plan.numAtoms;
      SmallVector<int32_t> registers;
      for (unsigned atom = 0; atom < plan.numAtoms; ++atom) {
        for (uint32_t source : plan.sourceRegisters) {
          registers.push_back(atom * perAtom + source);
        }
      }
      rewriter.replaceOp(op, shuffleVector(rewriter, loc, adaptor.getSource(), registers));
      return success();
    }
    case layout::ConversionKind::LaneShuffles:
    case layout::ConversionKind::SharedMemory:
      rewriter.replaceOp(op, moveElements(op, adaptor.getSource(), plan, rewriter));
      return success();
    case layout::ConversionKind::ClusterMemory:
      return rewriter.notifyMatchFailure(op, "moves data between CTAs");
    }
    llvm_unreachable("all kinds are handled");
  }

private:
  /// Converts atom by atom, as integers or floats of the storage type.
  Value moveElements(tkg::ConvertLayoutOp op, Value source, const layout::Conversion &plan,
                     ConversionPatternRewriter &rewriter) const {
    Location loc = op.getLoc();
    auto type = cast<VectorType>(getTypeConverter()->convertType(op.getType()));
    SmallVector<Value> elements = unpackVector(rewriter, loc, toStorage(rewriter, loc, source));
    unsigned sourcePerAtom = elements.size() / plan.numAtoms;
    unsigned targetPerAtom = type.getNumElements() / plan.numAtoms;
    SmallVector<Value> result;
    for (unsigned atom = 0; atom < plan.numAtoms; ++atom) {
      ArrayRef<Value> part = ArrayRef<Value>(elements).slice(atom * sourcePerAtom, sourcePerAtom);
      if (plan.shuffle) {
        unsigned bits = elements[0].getType().getIntOrFloatBitWidth();
        llvm::append_range(result, ShuffleEmitter(rewriter, loc, *plan.shuffle, bits).run(part, targetPerAtom));
        continue;
      }
      if (atom > 0) {
        NVVM::Barrier0Op::create(rewriter, loc);
      }
      llvm::append_range(result, passThroughShared(op, *plan.shared, part, targetPerAtom, rewriter));
    }
    return fromStorage(rewriter, loc, packVector(rewriter, loc, result), type.getElementType());
  }

  SmallVector<Value> passThroughShared(tkg::ConvertLayoutOp op, const layout::SharedPlan &plan,
                                       ArrayRef<Value> elements, unsigned numResults,
                                       ConversionPatternRewriter &rewriter) const {
    Location loc = op.getLoc();
    Value base = emitSharedAddress(rewriter, loc, op->getParentOfType<ModuleOp>(), getSharedOffset(op));
    SharedAccessEmitter emitter(rewriter, loc, base, elements[0].getType());
    SmallVector<Value> kept(numResults);
    for (unsigned repetition = 0; repetition < plan.numRepetitions(); ++repetition) {
      if (repetition > 0) {
        NVVM::Barrier0Op::create(rewriter, loc);
      }
      if (plan.storeMatrix) {
        emitter.store(*plan.storeMatrix, repetition, elements);
      } else {
        emitter.store(plan.store, repetition, elements);
      }
      NVVM::Barrier0Op::create(rewriter, loc);
      if (plan.loadMatrix) {
        emitter.load(*plan.loadMatrix, repetition, kept);
      } else {
        emitter.load(plan.load, repetition, kept);
      }
    }
    SmallVector<Value> result;
    for (uint32_t canonical : layout::canonicalRegisters(plan.load.toOffset)) {
      result.push_back(kept[canonical]);
    }
    return result;
  }
};

} // namespace

void tkc::populateConvertLayoutPatterns(const TkgTypeConverter &converter, RewritePatternSet &patterns) {
  patterns.add<LowerConvertLayout>(converter);
}
