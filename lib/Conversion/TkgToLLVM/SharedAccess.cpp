// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Vector and matrix accesses to shared memory.
#include "SharedAccess.h"

#include "tkc/Conversion/TkgToLLVM/TkgToLLVM.h"

using namespace mlir;
using tkc::layout::Dim;
using tkc::layout::LinearLayout;

namespace tkc {

Value emitSharedAddress(OpBuilder &builder, Location loc, ModuleOp module, int64_t offset) {
  if (!module.lookupSymbol<LLVM::GlobalOp>(sharedSymbolName)) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(module.getBody());
    auto bytes = LLVM::LLVMArrayType::get(builder.getI8Type(), 0);
    LLVM::GlobalOp::create(builder, loc, bytes, /*isConstant=*/false, LLVM::Linkage::External, sharedSymbolName,
                           Attribute(), /*alignment=*/1024, /*addrSpace=*/3);
  }
  auto pointerType = LLVM::LLVMPointerType::get(builder.getContext(), 3);
  Value base = LLVM::AddressOfOp::create(builder, loc, pointerType, sharedSymbolName);
  if (offset == 0) {
    return base;
  }
  return LLVM::GEPOp::create(builder, loc, pointerType, builder.getI8Type(), base,
                             ArrayRef<LLVM::GEPArg>{LLVM::GEPArg(int32_t(offset))});
}

int64_t getSharedOffset(Operation *op) {
  auto attr = op->getAttrOfType<IntegerAttr>(tkg::offsetAttrName);
  assert(attr && "tkg-allocate-shared must have run");
  return attr.getInt();
}

//===--- Storage types ----------------------------------------------------===//

Type getStorageType(Type type) {
  if (isa<LLVM::LLVMPointerType>(type)) {
    return IntegerType::get(type.getContext(), 64);
  }
  return type.isInteger(1) ? IntegerType::get(type.getContext(), 8) : type;
}

/// `type` with another element, for a vector, or `element` itself.
static Type withElement(Type type, Type element) {
  auto vector = dyn_cast<VectorType>(type);
  return vector ? Type(VectorType::get(vector.getShape(), element)) : element;
}

Value toStorage(OpBuilder &builder, Location loc, Value value) {
  Type element = getElementTypeOrSelf(value.getType());
  Type storage = withElement(value.getType(), getStorageType(element));
  if (isa<LLVM::LLVMPointerType>(element)) {
    return LLVM::PtrToIntOp::create(builder, loc, storage, value);
  }
  return element.isInteger(1) ? Value(LLVM::ZExtOp::create(builder, loc, storage, value)) : value;
}

Value fromStorage(OpBuilder &builder, Location loc, Value value, Type element) {
  Type target = withElement(value.getType(), element);
  if (isa<LLVM::LLVMPointerType>(element)) {
    return LLVM::IntToPtrOp::create(builder, loc, target, value);
  }
  return element.isInteger(1) ? Value(LLVM::TruncOp::create(builder, loc, target, value)) : value;
}

//===--- Accesses ---------------------------------------------------------===//

SharedAccessEmitter::SharedAccessEmitter(OpBuilder &builder, Location loc, Value base, Type storageType)
    : builder(builder), loc(loc), base(base), storageType(storageType), position(emitThreadPosition(builder, loc)) {}

Value SharedAccessEmitter::emitAddress(const LinearValue &thread, uint64_t constant) {
  Value offset = emitXor(builder, loc, thread, constant);
  return LLVM::GEPOp::create(builder, loc, base.getType(), storageType, base, ArrayRef<LLVM::GEPArg>{offset},
                             LLVM::GEPNoWrapFlags::inbounds);
}

static unsigned getBytes(Type element, unsigned count) { return count * element.getIntOrFloatBitWidth() / 8; }

void SharedAccessEmitter::store(const layout::VectorAccess &access, unsigned repetition, ArrayRef<Value> elements) {
  LinearValue thread = emitCoordinate(builder, loc, access.toOffset, Dim::Offset, position);
  for (const layout::VectorInstruction &instruction : access.repetitions[repetition]) {
    SmallVector<Value> parts;
    for (uint32_t reg : instruction.registers) {
      parts.push_back(elements[reg]);
    }
    Value vector = packVector(builder, loc, parts);
    LLVM::StoreOp::create(builder, loc, vector, emitAddress(thread, instruction.offset),
                          getBytes(storageType, parts.size()));
  }
}

void SharedAccessEmitter::load(const layout::VectorAccess &access, unsigned repetition,
                               MutableArrayRef<Value> elements) {
  LinearValue thread = emitCoordinate(builder, loc, access.toOffset, Dim::Offset, position);
  for (const layout::VectorInstruction &instruction : access.repetitions[repetition]) {
    unsigned count = instruction.registers.size();
    Value vector = LLVM::LoadOp::create(builder, loc, VectorType::get({int64_t(count)}, storageType),
                                        emitAddress(thread, instruction.offset), getBytes(storageType, count));
    for (auto [index, reg] : llvm::enumerate(instruction.registers)) {
      elements[reg] = extractElement(builder, loc, vector, index);
    }
  }
}

static NVVM::LdStMatrixShapeAttr getMatrixShape(OpBuilder &builder) {
  return NVVM::LdStMatrixShapeAttr::get(builder.getContext(), 8, 8);
}

void SharedAccessEmitter::load(const layout::MatrixAccess &access, unsigned repetition,
                               MutableArrayRef<Value> elements) {
  LinearValue thread = emitCoordinate(builder, loc, access.rowOffset, Dim::Offset, position);
  auto layoutKind = access.transposed ? NVVM::MMALayout::col : NVVM::MMALayout::row;
  Type word = builder.getI32Type();
  unsigned count = access.numMatrices;
  SmallVector<Type> members(count, word);
  Type resultType = count == 1 ? word : Type(LLVM::LLVMStructType::getLiteral(builder.getContext(), members));
  auto wordElements = VectorType::get({int64_t(32 / storageType.getIntOrFloatBitWidth())}, storageType);
  for (const layout::MatrixInstruction &instruction : access.repetitions[repetition]) {
    Value loaded = NVVM::LdMatrixOp::create(builder, loc, resultType, emitAddress(thread, instruction.offset), count,
                                            layoutKind, getMatrixShape(builder), NVVM::LdStMatrixEltType::B16);
    for (auto [index, registers] : llvm::enumerate(instruction.registers)) {
      Value part = count == 1 ? loaded : Value(LLVM::ExtractValueOp::create(builder, loc, loaded, index));
      Value vector = LLVM::BitcastOp::create(builder, loc, wordElements, part);
      for (auto [position, reg] : llvm::enumerate(registers)) {
        elements[reg] = extractElement(builder, loc, vector, position);
      }
    }
  }
}

Value SharedAccessEmitter::packMatrixRegister(ArrayRef<Value> elements, ArrayRef<uint32_t> registers) {
  SmallVector<Value> parts;
  for (uint32_t reg : registers) {
    parts.push_back(elements[reg]);
  }
  return LLVM::BitcastOp::create(builder, loc, builder.getI32Type(), packVector(builder, loc, parts));
}

void SharedAccessEmitter::store(const layout::MatrixAccess &access, unsigned repetition, ArrayRef<Value> elements) {
  LinearValue thread = emitCoordinate(builder, loc, access.rowOffset, Dim::Offset, position);
  auto layoutKind = access.transposed ? NVVM::MMALayout::col : NVVM::MMALayout::row;
  for (const layout::MatrixInstruction &instruction : access.repetitions[repetition]) {
    SmallVector<Value> words;
    for (const auto &registers : instruction.registers) {
      words.push_back(packMatrixRegister(elements, registers));
    }
    NVVM::StMatrixOp::create(builder, loc, emitAddress(thread, instruction.offset), words, layoutKind,
                             getMatrixShape(builder), NVVM::LdStMatrixEltType::B16);
  }
}

} // namespace tkc
