// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Atomics as inline PTX: LLVM's atomicrmw would lose order and scope on the way to PTX.
#include "tkc/Dialect/Tkg/Analysis/ScratchMemory.h"
#include "tkc/Dialect/Tkg/IR/ModuleTarget.h"

#include "Patterns.h"
#include "Replicas.h"

using namespace mlir;
using namespace tkc;

namespace {

/// The PTX name and type suffix of an atomic, and how its operands travel.
struct AtomicForm {
  std::string operation;
  std::string type;
  /// The register type: 16-, 32- or 64-bit integer or float.
  Type registerType;
  char constraint = 'r';
};

std::string getOrder(tk::MemorySemantic sem, tk::MemoryScope scope) {
  std::string text = "." + tk::stringifyMemorySemantic(sem).str();
  return text + "." + tk::stringifyMemoryScope(scope).str();
}

AtomicForm getForm(OpBuilder &builder, tk::AtomicKind kind, Type element) {
  unsigned bits = element.getIntOrFloatBitWidth();
  std::string width = std::to_string(bits);
  AtomicForm form;
  form.registerType = builder.getIntegerType(bits);
  form.constraint = bits == 64 ? 'l' : bits == 16 ? 'h' : 'r';
  switch (kind) {
  case tk::AtomicKind::And:
  case tk::AtomicKind::Or:
  case tk::AtomicKind::Xor:
    form.operation = tk::stringifyAtomicKind(kind).str();
    form.type = "b" + width;
    return form;
  case tk::AtomicKind::Xchg:
    form.operation = "exch";
    form.type = "b" + width;
    return form;
  case tk::AtomicKind::Add:
    form.operation = "add";
    form.type = "u" + width;
    return form;
  case tk::AtomicKind::Max:
  case tk::AtomicKind::Min:
    form.operation = tk::stringifyAtomicKind(kind).str();
    form.type = "s" + width;
    return form;
  case tk::AtomicKind::UMax:
  case tk::AtomicKind::UMin:
    form.operation = kind == tk::AtomicKind::UMax ? "max" : "min";
    form.type = "u" + width;
    return form;
  case tk::AtomicKind::FAdd:
    form.operation = bits == 16 ? "add.noftz" : "add";
    form.type = (element.isBF16() ? "bf" : "f") + width;
    return form;
  case tk::AtomicKind::FMax:
  case tk::AtomicKind::FMin:
    form.operation = kind == tk::AtomicKind::FMax ? "max" : "min";
    form.type = "s" + width;
    return form;
  }
  llvm_unreachable("all kinds are handled");
}

Value toRegister(OpBuilder &builder, Location loc, Value value, Type registerType) {
  return value.getType() == registerType ? value : Value(LLVM::BitcastOp::create(builder, loc, registerType, value));
}

/// The text of a sum of bf16 where `atom` has none: exchanges until nobody came between. Labels and registers belong to
/// the braces. Operands are the address, the summand and, if there is one, the predicate.
std::string getBFloatSum(const std::string &order, const std::string &scope, bool isPredicated) {
  std::string text = "{ .reg .pred again; .reg .b16 seen, before, sum, one; mov.b16 one, 0x3F80U; ";
  text += isPredicated ? "@!$3 bra DONE; " : "";
  text += "ld.relaxed" + scope + ".global.b16 seen, [$1]; AGAIN: mov.b16 before, seen; ";
  text += "fma.rn.bf16 sum, before, one, $2; atom.global" + order + ".cas.b16 seen, [$1], before, sum; ";
  return text + "setp.ne.b16 again, seen, before; @again bra AGAIN; mov.b16 $0, seen; DONE: }";
}

/// PTX on one element, with operands as `getBFloatSum` has them; gives the element before, as `element`.
Value emitAtomicText(OpBuilder &builder, Location loc, StringRef text, const AtomicForm &form, ValueRange values,
                     Value pointer, Value predicate, Type element) {
  std::string constraints = std::string("=") + form.constraint + ",l";
  SmallVector<Value> operands = {pointer};
  for (Value value : values) {
    constraints += std::string(",") + form.constraint;
    operands.push_back(toRegister(builder, loc, value, form.registerType));
  }
  if (predicate) {
    constraints += ",b";
    operands.push_back(predicate);
  }
  auto dialect = LLVM::AsmDialectAttr::get(builder.getContext(), LLVM::AsmDialect::AD_ATT);
  auto op = LLVM::InlineAsmOp::create(builder, loc, form.registerType, operands, text, constraints,
                                      /*has_side_effects=*/true, /*is_align_stack=*/false, LLVM::TailCallKind::None,
                                      dialect, ArrayAttr());
  return toRegister(builder, loc, op.getResult(0), element);
}

/// One predicated atomic instruction on one element; gives the element before.
Value emitAsmAtomic(OpBuilder &builder, Location loc, StringRef mnemonic, const AtomicForm &form, ValueRange values,
                    Value pointer, Value predicate, Type element) {
  std::string text = predicate ? "@$" + std::to_string(values.size() + 2) + " " : "";
  text += mnemonic.str() + " $0, [$1]";
  for (size_t index = 0; index < values.size(); ++index) {
    text += ", $" + std::to_string(index + 2);
  }
  return emitAtomicText(builder, loc, text + ";", form, values, pointer, predicate, element);
}

/// A float maximum or minimum on the bits: positive floats are ordered like signed integers, negative ones the other
/// way round like unsigned integers.
Value emitFloatExtremum(OpBuilder &builder, Location loc, tk::AtomicKind kind, const std::string &order, Value value,
                        Value pointer, Value predicate, Type element) {
  AtomicForm form = getForm(builder, kind, element);
  unsigned bits = element.getIntOrFloatBitWidth();
  Value asInteger = toRegister(builder, loc, value, form.registerType);
  Value zero = LLVM::ConstantOp::create(builder, loc, form.registerType, builder.getIntegerAttr(form.registerType, 0));
  Value isNegative = LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::slt, asInteger, zero);
  Value yes = LLVM::ConstantOp::create(builder, loc, builder.getI1Type(), builder.getBoolAttr(true));
  Value isPositive = LLVM::XOrOp::create(builder, loc, isNegative, yes);
  bool isMax = kind == tk::AtomicKind::FMax;
  std::string width = std::to_string(bits), head = "atom.global" + order + (isMax ? ".max.s" : ".min.s") + width;
  std::string tail = "atom.global" + order + (isMax ? ".min.u" : ".max.u") + width;
  Value positive =
      emitAsmAtomic(builder, loc, head, form, value, pointer, emitAnd(builder, loc, isPositive, predicate), element);
  Value negative =
      emitAsmAtomic(builder, loc, tail, form, value, pointer, emitAnd(builder, loc, isNegative, predicate), element);
  return LLVM::SelectOp::create(builder, loc, isNegative, negative, positive);
}

/// Runs `emitOne` for each element that the thread owns and gives the results in the form of the op's result. A scalar
/// atomic is one thread's. Results reach the other threads that hold them through shared memory.
template <typename Op>
class AtomicLowering {
public:
  AtomicLowering(Op op, Value pointer, Value mask, ConversionPatternRewriter &rewriter)
      : op(op), pointer(pointer), mask(mask), rewriter(rewriter), loc(op.getLoc()) {}

  Value run(llvm::function_ref<Value(unsigned, Value, Value)> emitOne) {
    emitOrderBefore();
    Value result = isa<RankedTensorType>(op.getType()) ? runOnBlock(emitOne) : runOnScalar(emitOne);
    emitOrderAfter();
    return result;
  }

private:
  /// What other threads of the CTA did before is part of what a release publishes.
  void emitOrderBefore() {
    if (op.getSem() == tk::MemorySemantic::Release || op.getSem() == tk::MemorySemantic::AcquireRelease) {
      NVVM::Barrier0Op::create(rewriter, loc);
    }
  }
  void emitOrderAfter() {
    if (op.getSem() == tk::MemorySemantic::Acquire || op.getSem() == tk::MemorySemantic::AcquireRelease) {
      NVVM::Barrier0Op::create(rewriter, loc);
    }
  }

  Value runOnBlock(llvm::function_ref<Value(unsigned, Value, Value)> emitOne) {
    layout::LinearLayout layout = tkg::toLinearLayout(cast<RankedTensorType>(op.getType()));
    Value owner = emitOwnsElements(rewriter, loc, layout, emitThreadPosition(rewriter, loc));
    std::vector<uint32_t> canonical = layout::canonicalRegisters(layout);
    SmallVector<Value> results;
    for (auto [reg, first] : llvm::enumerate(canonical)) {
      if (first != reg) {
        results.push_back(results[first]);
        continue;
      }
      Value predicate = mask ? extractElement(rewriter, loc, mask, reg) : Value();
      Value address = extractElement(rewriter, loc, pointer, reg);
      results.push_back(emitOne(reg, address, emitAnd(rewriter, loc, predicate, owner)));
    }
    if (!op.getResult().use_empty() && tkg::hasReplicas(layout)) {
      tellReplicas(rewriter, op, layout, owner, results);
    }
    return packVector(rewriter, loc, results);
  }

  Value runOnScalar(llvm::function_ref<Value(unsigned, Value, Value)> emitOne) {
    Value isFirst = emitIsFirstThread(rewriter, loc);
    Value result = emitOne(0, pointer, emitAnd(rewriter, loc, mask, isFirst));
    return op.getResult().use_empty() ? result : tellAllThreads(rewriter, op, isFirst, result);
  }

  Op op;
  Value pointer, mask;
  ConversionPatternRewriter &rewriter;
  Location loc;
};

struct LowerAtomicRmw : ConvertOpToLLVMPattern<tk::AtomicRmwOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult matchAndRewrite(tk::AtomicRmwOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Type element = getElementTypeOrSelf(adaptor.getValue().getType());
    std::string order = getOrder(op.getSem(), op.getScope());
    AtomicForm form = getForm(rewriter, op.getKind(), element);
    std::string mnemonic = "atom.global" + order + "." + form.operation + "." + form.type;
    bool isBlock = isa<VectorType>(adaptor.getValue().getType());
    std::string scope = "." + tk::stringifyMemoryScope(op.getScope()).str();
    bool isLoop = op.getKind() == tk::AtomicKind::FAdd && element.isBF16() && !hasBFloatSum(op);
    bool isExtremum = op.getKind() == tk::AtomicKind::FMax || op.getKind() == tk::AtomicKind::FMin;
    auto emitOne = [&](unsigned reg, Value pointer, Value predicate) {
      Value value = isBlock ? extractElement(rewriter, loc, adaptor.getValue(), reg) : adaptor.getValue();
      if (isExtremum) {
        return emitFloatExtremum(rewriter, loc, op.getKind(), order, value, pointer, predicate, element);
      }
      if (isLoop) {
        return emitAtomicText(rewriter, loc, getBFloatSum(order, scope, bool(predicate)), form, value, pointer,
                              predicate, element);
      }
      return emitAsmAtomic(rewriter, loc, mnemonic, form, value, pointer, predicate, element);
    };
    AtomicLowering<tk::AtomicRmwOp> lowering(op, adaptor.getPointer(), adaptor.getMask(), rewriter);
    rewriter.replaceOp(op, lowering.run(emitOne));
    return success();
  }

private:
  static bool hasBFloatSum(Operation *op) {
    std::optional<Target> target = tkg::getTarget(op);
    return target && target->sm >= 90;
  }
};

struct LowerAtomicCas : ConvertOpToLLVMPattern<tk::AtomicCasOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult matchAndRewrite(tk::AtomicCasOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Type element = getElementTypeOrSelf(adaptor.getValue().getType());
    AtomicForm form = getForm(rewriter, tk::AtomicKind::Xchg, element);
    std::string mnemonic = "atom.global" + getOrder(op.getSem(), op.getScope()) + ".cas." + form.type;
    auto pick = [&](Value value, unsigned reg) {
      return isa<VectorType>(value.getType()) ? extractElement(rewriter, loc, value, reg) : value;
    };
    auto emitOne = [&](unsigned reg, Value pointer, Value predicate) {
      Value values[] = {pick(adaptor.getCompare(), reg), pick(adaptor.getValue(), reg)};
      return emitAsmAtomic(rewriter, loc, mnemonic, form, values, pointer, predicate, element);
    };
    AtomicLowering<tk::AtomicCasOp> lowering(op, adaptor.getPointer(), Value(), rewriter);
    rewriter.replaceOp(op, lowering.run(emitOne));
    return success();
  }
};

} // namespace

void tkc::populateAtomicPatterns(const TkgTypeConverter &converter, RewritePatternSet &patterns) {
  patterns.add<LowerAtomicRmw, LowerAtomicCas>(converter);
}
