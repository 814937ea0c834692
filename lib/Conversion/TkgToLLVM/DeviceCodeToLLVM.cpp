// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Inline assembly and mapped regions: code that works on the elements of a thread, one group after the other.
#include "tkc/Dialect/Tk/IR/AsmConstraints.h"

#include "mlir/IR/IRMapping.h"

#include "llvm/Support/MathExtras.h"

#include "CombineRegion.h"
#include "Patterns.h"
#include "Registers.h"

using namespace mlir;
using namespace tkc;

namespace {

/// The elements of a thread, or the scalar.
SmallVector<Value> elementsOf(OpBuilder &builder, Location loc, Value value) {
  return isa<VectorType>(value.getType()) ? unpackVector(builder, loc, value) : SmallVector<Value>{value};
}

/// Calls `visit` for each group of `pack` elements with the numbers of its elements; the last one fills up a group that
/// is not full.
void forEachGroup(unsigned count, unsigned pack, llvm::function_ref<void(ArrayRef<unsigned>)> visit) {
  for (unsigned first = 0; first < count; first += pack) {
    SmallVector<unsigned> group;
    for (unsigned i = 0; i < pack; ++i) {
      group.push_back(std::min(first + i, count - 1));
    }
    visit(group);
  }
}

/// The results of a group for the elements that it stands for, put together over all groups.
class GroupedResults {
public:
  GroupedResults(unsigned count, unsigned results) : elements(results, SmallVector<Value>(count)) {}

  void set(unsigned result, unsigned element, Value value) {
    Value &place = elements[result][element];
    place = place ? place : value;
  }
  SmallVector<Value> pack(OpBuilder &builder, Location loc, TypeRange types) const {
    SmallVector<Value> packed;
    for (auto [type, values] : llvm::zip(types, elements)) {
      packed.push_back(isa<RankedTensorType>(type) ? packVector(builder, loc, values) : values.front());
    }
    return packed;
  }

private:
  SmallVector<SmallVector<Value>> elements;
};

//===--- inline assembly ---===//

Type registerType(OpBuilder &builder, char kind) {
  switch (kind) {
  case 'b':
    return builder.getI1Type();
  case 'h':
    return builder.getI16Type();
  case 'l':
    return builder.getI64Type();
  case 'f':
    return builder.getF32Type();
  case 'd':
    return builder.getF64Type();
  default:
    return builder.getI32Type();
  }
}

/// Moves elements to and from the registers of inline assembly.
class AsmOperands {
public:
  AsmOperands(OpBuilder &builder, Location loc) : builder(builder), loc(loc) {}

  /// The elements, from the lowest bits on, as one register.
  Value toRegister(ArrayRef<Value> elements, char kind) {
    Type type = registerType(builder, kind);
    if (kind == 'b') {
      return elements.front();
    }
    unsigned bits = type.getIntOrFloatBitWidth();
    Type word = builder.getIntegerType(bits);
    Value whole;
    for (auto [index, element] : llvm::enumerate(elements)) {
      Value part = toBits(element);
      unsigned width = part.getType().getIntOrFloatBitWidth();
      part = width < bits ? Value(LLVM::ZExtOp::create(builder, loc, word, part)) : part;
      if (index != 0) {
        part = LLVM::ShlOp::create(builder, loc, part, constant(word, index * width));
      }
      whole = whole ? Value(LLVM::OrOp::create(builder, loc, whole, part)) : part;
    }
    return type == word ? whole : Value(LLVM::BitcastOp::create(builder, loc, type, whole));
  }

  /// Element `index` of `type` in the register.
  Value fromRegister(Value held, unsigned index, Type type) {
    if (held.getType().isInteger(1)) {
      return type.isInteger(1) ? held : Value(LLVM::ZExtOp::create(builder, loc, type, held));
    }
    bool isPointer = isa<LLVM::LLVMPointerType>(type);
    unsigned width = isPointer ? 64 : std::max(8u, type.getIntOrFloatBitWidth());
    Type bits = builder.getIntegerType(width);
    Value part = toBits(held);
    Type word = part.getType();
    if (index != 0) {
      part = LLVM::LShrOp::create(builder, loc, part, constant(word, index * width));
    }
    if (word != bits) {
      part = LLVM::TruncOp::create(builder, loc, bits, part);
    }
    if (isPointer) {
      return LLVM::IntToPtrOp::create(builder, loc, type, part);
    }
    if (type.isInteger(1)) {
      return LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::ne, part, constant(bits, 0));
    }
    return type == bits ? part : Value(LLVM::BitcastOp::create(builder, loc, type, part));
  }

private:
  Value constant(Type type, uint64_t value) {
    return LLVM::ConstantOp::create(builder, loc, type, builder.getIntegerAttr(type, value));
  }

  /// The element as an integer of 8 bits or more.
  Value toBits(Value element) {
    Type type = element.getType();
    if (isa<LLVM::LLVMPointerType>(type)) {
      return LLVM::PtrToIntOp::create(builder, loc, builder.getI64Type(), element);
    }
    if (type.isInteger(1)) {
      return LLVM::ZExtOp::create(builder, loc, builder.getI8Type(), element);
    }
    Type bits = builder.getIntegerType(type.getIntOrFloatBitWidth());
    return type == bits ? element : Value(LLVM::BitcastOp::create(builder, loc, bits, element));
  }

  OpBuilder &builder;
  Location loc;
};

struct LowerInlineAsm : ConvertOpToLLVMPattern<tk::InlineAsmOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult matchAndRewrite(tk::InlineAsmOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    std::string problem;
    std::optional<tk::AsmConstraints> constraints = tk::parseAsmConstraints(op.getConstraints(), problem);
    if (!constraints) {
      return rewriter.notifyMatchFailure(op, problem);
    }
    Location loc = op.getLoc();
    SmallVector<SmallVector<Value>> operands;
    for (Value operand : adaptor.getArgs()) {
      operands.push_back(elementsOf(rewriter, loc, operand));
    }
    unsigned count = operands.empty() ? 1 : operands.front().size();
    GroupedResults results(count, op.getNumResults());
    forEachGroup(count, op.getPack(), [&](ArrayRef<unsigned> group) {
      SmallVector<Value> registers = gather(rewriter, op, *constraints, operands, group);
      SmallVector<Value> outputs = call(rewriter, op, *constraints, registers);
      spread(rewriter, op, outputs, group, results);
    });
    rewriter.replaceOp(op, results.pack(rewriter, loc, op.getResultTypes()));
    return success();
  }

private:
  Type elementOf(Value value) const { return getTypeConverter()->convertType(getElementTypeOrSelf(value.getType())); }

  static unsigned perRegister(Type element) {
    unsigned width = isa<LLVM::LLVMPointerType>(element) ? 64 : std::max(8u, element.getIntOrFloatBitWidth());
    return width >= 32 ? 1 : 32 / width;
  }

  static SmallVector<Value> gather(OpBuilder &builder, tk::InlineAsmOp op, const tk::AsmConstraints &constraints,
                                   ArrayRef<SmallVector<Value>> operands, ArrayRef<unsigned> group) {
    SmallVector<Value> registers;
    AsmOperands moves(builder, op.getLoc());
    for (const SmallVector<Value> &operand : operands) {
      unsigned step = perRegister(operand.front().getType());
      for (unsigned first = 0; first < group.size(); first += step) {
        SmallVector<Value> parts;
        for (unsigned index : group.slice(first, std::min<size_t>(step, group.size() - first))) {
          parts.push_back(operand[index]);
        }
        registers.push_back(moves.toRegister(parts, constraints.inputs[registers.size()].kind));
      }
    }
    return registers;
  }

  static SmallVector<Value> call(OpBuilder &builder, tk::InlineAsmOp op, const tk::AsmConstraints &constraints,
                                 ArrayRef<Value> registers) {
    SmallVector<Type> types = llvm::map_to_vector(
        constraints.outputs, [&](const tk::AsmRegister &output) { return registerType(builder, output.kind); });
    Type result = types.size() == 1 ? types.front() : LLVM::LLVMStructType::getLiteral(builder.getContext(), types);
    auto dialect = LLVM::AsmDialectAttr::get(builder.getContext(), LLVM::AsmDialect::AD_ATT);
    auto assembly = LLVM::InlineAsmOp::create(builder, op.getLoc(), result, registers, op.getAssembly(),
                                              op.getConstraints(), /*has_side_effects=*/!op.getPure(),
                                              /*is_align_stack=*/false, LLVM::TailCallKind::None, dialect, ArrayAttr());
    if (types.size() == 1) {
      return {assembly.getResult(0)};
    }
    SmallVector<Value> outputs;
    for (unsigned i = 0; i < types.size(); ++i) {
      outputs.push_back(LLVM::ExtractValueOp::create(builder, op.getLoc(), assembly.getResult(0), i));
    }
    return outputs;
  }

  void spread(OpBuilder &builder, tk::InlineAsmOp op, ArrayRef<Value> outputs, ArrayRef<unsigned> group,
              GroupedResults &results) const {
    AsmOperands moves(builder, op.getLoc());
    unsigned next = 0;
    for (auto [number, result] : llvm::enumerate(op.getResults())) {
      Type element = elementOf(result);
      unsigned step = perRegister(element);
      for (auto [position, index] : llvm::enumerate(group)) {
        Value held = outputs[next + position / step];
        results.set(number, index, moves.fromRegister(held, position % step, element));
      }
      next += llvm::divideCeil(group.size(), step);
    }
  }
};

//===--- maps ---===//

struct LowerMapElementwise : ConvertOpToLLVMPattern<tk::MapElementwiseOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult matchAndRewrite(tk::MapElementwiseOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    SmallVector<SmallVector<Value>> operands;
    for (Value operand : adaptor.getOperands()) {
      operands.push_back(unpackVector(rewriter, loc, operand));
    }
    unsigned count = operands.front().size(), pack = op.getPack();
    GroupedResults results(count, op.getNumResults());
    forEachGroup(count, pack, [&](ArrayRef<unsigned> group) {
      SmallVector<Value> arguments;
      for (const SmallVector<Value> &operand : operands) {
        for (unsigned index : group) {
          arguments.push_back(operand[index]);
        }
      }
      SmallVector<Value> yielded = emitBody(rewriter, op, arguments);
      for (auto [number, value] : llvm::enumerate(yielded)) {
        results.set(number / pack, group[number % pack], value);
      }
    });
    rewriter.replaceOp(op, results.pack(rewriter, loc, op.getResultTypes()));
    return success();
  }

private:
  SmallVector<Value> emitBody(OpBuilder &builder, tk::MapElementwiseOp op, ArrayRef<Value> arguments) const {
    IRMapping mapping;
    Block &block = op.getFunction().front();
    for (auto [parameter, argument] : llvm::zip(block.getArguments(), arguments)) {
      mapping.map(parameter, castForRegion(builder, op.getLoc(), argument, parameter.getType()));
    }
    for (Operation &each : block.without_terminator()) {
      builder.clone(each, mapping);
    }
    SmallVector<Value> results;
    for (Value yielded : block.getTerminator()->getOperands()) {
      Type type = getTypeConverter()->convertType(yielded.getType());
      results.push_back(castForRegion(builder, op.getLoc(), mapping.lookupOrDefault(yielded), type));
    }
    return results;
  }
};

} // namespace

void tkc::populateDeviceCodePatterns(const TkgTypeConverter &converter, RewritePatternSet &patterns) {
  patterns.add<LowerInlineAsm, LowerMapElementwise>(converter);
}
