// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Inline PTX for loads and stores that LLVM has no instruction for.
#include "GlobalAccess.h"

#include "tkc/Dialect/Tkg/IR/Tkg.h"

#include "InlineAsm.h"

using namespace mlir;

namespace tkc {

namespace {
/// How the bits of a vector are cut into PTX registers.
struct Words {
  /// The size in memory of one word.
  unsigned bits = 32;
  unsigned count = 1;

  static Words of(VectorType type) {
    unsigned total = type.getNumElements() * type.getElementTypeBitWidth();
    if (total <= 32) {
      return {total, 1};
    }
    bool isWide = type.getElementTypeBitWidth() == 64;
    return isWide ? Words{64, total / 64} : Words{32, total / 32};
  }
  /// The type of the PTX register; there is none of 8 bits.
  Type registerType(OpBuilder &builder) const { return builder.getIntegerType(bits == 8 ? 16 : bits); }
  char constraint() const { return bits == 64 ? 'l' : bits == 32 ? 'r' : 'h'; }
  std::string suffix() const { return (count == 1 ? "" : ".v" + std::to_string(count)) + ".b" + std::to_string(bits); }
  /// "{$first, $first+1, …}", or "$first" alone.
  std::string operands(unsigned first) const {
    std::string text;
    for (unsigned i = 0; i < count; ++i) {
      text += (i ? ", $" : "$") + std::to_string(first + i);
    }
    return count == 1 ? text : "{" + text + "}";
  }
};
} // namespace

static std::string getModifierText(const AccessModifiers &modifiers) {
  std::string text;
  if (modifiers.cache != tk::CacheModifier::None && !modifiers.isVolatile) {
    text += "." + tk::stringifyCacheModifier(modifiers.cache).str();
  }
  if (modifiers.evict != tk::EvictionPolicy::Normal && text.empty() && !modifiers.isVolatile) {
    text += modifiers.evict == tk::EvictionPolicy::EvictFirst ? ".L1::evict_first" : ".L1::evict_last";
  }
  return text;
}

/// The vector as words of PTX registers.
static SmallVector<Value> splitIntoWords(OpBuilder &builder, Location loc, Value vector, const Words &words) {
  Value bits = LLVM::BitcastOp::create(
      builder, loc, VectorType::get({int64_t(words.count)}, builder.getIntegerType(words.bits)), vector);
  SmallVector<Value> result;
  for (unsigned i = 0; i < words.count; ++i) {
    Value index = LLVM::ConstantOp::create(builder, loc, builder.getI32Type(), builder.getI32IntegerAttr(i));
    Value word = LLVM::ExtractElementOp::create(builder, loc, bits, index);
    if (word.getType() != words.registerType(builder)) {
      word = LLVM::ZExtOp::create(builder, loc, words.registerType(builder), word);
    }
    result.push_back(word);
  }
  return result;
}

/// The inverse of splitIntoWords.
static Value joinWords(OpBuilder &builder, Location loc, ValueRange parts, const Words &words, VectorType type) {
  auto memoryType = builder.getIntegerType(words.bits);
  Value bits = LLVM::PoisonOp::create(builder, loc, VectorType::get({int64_t(words.count)}, memoryType));
  for (auto [i, part] : llvm::enumerate(parts)) {
    Value word = part;
    if (word.getType() != memoryType) {
      word = LLVM::TruncOp::create(builder, loc, memoryType, word);
    }
    Value index = LLVM::ConstantOp::create(builder, loc, builder.getI32Type(), builder.getI32IntegerAttr(i));
    bits = LLVM::InsertElementOp::create(builder, loc, bits, word, index);
  }
  return LLVM::BitcastOp::create(builder, loc, type, bits);
}

/// Pointers are loaded and stored as the integers that they are.
static Value castPointers(OpBuilder &builder, Location loc, Value vector, bool toPointers, Type target) {
  return toPointers ? Value(LLVM::IntToPtrOp::create(builder, loc, target, vector))
                    : Value(LLVM::PtrToIntOp::create(builder, loc, target, vector));
}

Value emitGlobalLoad(OpBuilder &builder, Location loc, VectorType type, Value pointer, Value predicate, Value other,
                     const AccessModifiers &modifiers) {
  if (isa<LLVM::LLVMPointerType>(type.getElementType())) {
    auto integers = type.clone(builder.getI64Type());
    Value integerOther = other ? castPointers(builder, loc, other, false, integers) : other;
    Value loaded = emitGlobalLoad(builder, loc, integers, pointer, predicate, integerOther, modifiers);
    return castPointers(builder, loc, loaded, true, type);
  }
  unsigned bytes = tkg::getSizeInBytes(type);
  if (!predicate && modifiers.isPlain()) {
    return LLVM::LoadOp::create(builder, loc, type, pointer, bytes);
  }
  Words words = Words::of(type);
  Value initial = other ? other : Value(LLVM::UndefOp::create(builder, loc, type));
  SmallVector<Value> operands = {pointer};
  std::string constraints, ties;
  for (unsigned i = 0; i < words.count; ++i) {
    constraints += std::string(i ? ",=" : "=") + words.constraint();
    ties += "," + std::to_string(i);
  }
  constraints += ",l";
  unsigned address = words.count;
  std::string text;
  if (predicate) {
    text = "@$" + std::to_string(address + 1) + " ";
    constraints += ",b" + ties;
    operands.push_back(predicate);
    llvm::append_range(operands, splitIntoWords(builder, loc, initial, words));
  }
  text += std::string(modifiers.isVolatile ? "ld.volatile" : "ld") + ".global" + getModifierText(modifiers) +
          words.suffix() + " " + words.operands(0) + ", [$" + std::to_string(address) + "];";
  Type registerType = words.registerType(builder);
  SmallVector<Type> members(words.count, registerType);
  Type resultType =
      words.count == 1 ? registerType : Type(LLVM::LLVMStructType::getLiteral(builder.getContext(), members));
  Value loaded = emitInlineAsm(builder, loc, resultType, operands, text, constraints).getResult(0);
  SmallVector<Value> parts = {loaded};
  if (words.count > 1) {
    parts.clear();
    for (unsigned i = 0; i < words.count; ++i) {
      parts.push_back(LLVM::ExtractValueOp::create(builder, loc, loaded, i));
    }
  }
  return joinWords(builder, loc, parts, words, type);
}

void emitGlobalStore(OpBuilder &builder, Location loc, Value value, Value pointer, Value predicate,
                     const AccessModifiers &modifiers) {
  auto type = cast<VectorType>(value.getType());
  if (isa<LLVM::LLVMPointerType>(type.getElementType())) {
    Value integers = castPointers(builder, loc, value, false, type.clone(builder.getI64Type()));
    return emitGlobalStore(builder, loc, integers, pointer, predicate, modifiers);
  }
  unsigned bytes = tkg::getSizeInBytes(type);
  if (!predicate && modifiers.isPlain()) {
    LLVM::StoreOp::create(builder, loc, value, pointer, bytes);
    return;
  }
  Words words = Words::of(type);
  SmallVector<Value> operands = splitIntoWords(builder, loc, value, words);
  std::string constraints;
  for (unsigned i = 0; i < words.count; ++i) {
    constraints += std::string(1, words.constraint()) + ",";
  }
  constraints += "l";
  operands.push_back(pointer);
  std::string text;
  if (predicate) {
    text = "@$" + std::to_string(words.count + 1) + " ";
    constraints += ",b";
    operands.push_back(predicate);
  }
  text += "st.global" + getModifierText(modifiers) + words.suffix() + " [$" + std::to_string(words.count) + "], " +
          words.operands(0) + ";";
  emitInlineAsm(builder, loc, LLVM::LLVMVoidType::get(builder.getContext()), operands, text, constraints);
}

} // namespace tkc
