// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Values that one thread tells its replicas.
#include "Replicas.h"

#include "tkc/Dialect/Tkg/IR/Tkg.h"

#include "InlineAsm.h"
#include "Registers.h"
#include "SharedAccess.h"

using namespace mlir;

namespace tkc {

static void emitPredicatedStore(OpBuilder &builder, Location loc, Value stored, Value address, Value predicate) {
  unsigned bits = stored.getType().getIntOrFloatBitWidth();
  Type integer = builder.getIntegerType(bits);
  Value word = stored.getType() == integer ? stored : Value(LLVM::BitcastOp::create(builder, loc, integer, stored));
  if (bits == 8) {
    // PTX has no register of a byte.
    word = LLVM::ZExtOp::create(builder, loc, builder.getIntegerType(16), word);
  }
  std::string constraint = bits == 64 ? "l" : bits == 32 ? "r" : "h";
  emitInlineAsm(builder, loc, LLVM::LLVMVoidType::get(builder.getContext()), {address, word, predicate},
                "@$2 st.shared.b" + std::to_string(bits) + " [$0], $1;", "r," + constraint + ",b");
}

void tellReplicas(OpBuilder &builder, Operation *op, const layout::LinearLayout &layout, Value owner,
                  SmallVectorImpl<Value> &results) {
  using layout::Dim;
  Location loc = op->getLoc();
  auto module = op->getParentOfType<ModuleOp>();
  Value base = emitSharedAddress(builder, loc, module, getSharedOffset(op));
  uint32_t numThreads = uint32_t(tkg::lanesPerWarp * tkg::getNumWarps(module));
  // A thread and its replicas differ in free bits of lane and warp alone.
  uint32_t free = uint32_t(layout.freeVariableMask(Dim::Lane) | layout.freeVariableMask(Dim::Warp) * tkg::lanesPerWarp);
  Value kept = makeI32(builder, loc, int32_t((numThreads - 1) & ~free));
  Value place = LLVM::AndOp::create(builder, loc, emitThreadIndex(builder, loc), kept);
  auto addressOf = [&](unsigned reg, Type storage) -> Value {
    Value own = LLVM::AddOp::create(builder, loc, place, makeI32(builder, loc, int32_t(reg * numThreads)));
    return LLVM::GEPOp::create(builder, loc, base.getType(), storage, base, ArrayRef<LLVM::GEPArg>{own});
  };
  std::vector<uint32_t> canonical = layout::canonicalRegisters(layout);
  for (auto [reg, first] : llvm::enumerate(canonical)) {
    if (first == reg) {
      Value stored = toStorage(builder, loc, results[reg]);
      emitPredicatedStore(builder, loc, stored, addressOf(reg, stored.getType()), owner);
    }
  }
  NVVM::Barrier0Op::create(builder, loc);
  for (auto [reg, first] : llvm::enumerate(canonical)) {
    if (first != reg) {
      results[reg] = results[first];
      continue;
    }
    Type element = results[reg].getType(), storage = getStorageType(element);
    Value received = LLVM::LoadOp::create(builder, loc, storage, addressOf(reg, storage));
    results[reg] = fromStorage(builder, loc, received, element);
  }
}

Value tellAllThreads(OpBuilder &builder, Operation *op, Value isFirst, Value result) {
  Location loc = op->getLoc();
  Value base = emitSharedAddress(builder, loc, op->getParentOfType<ModuleOp>(), getSharedOffset(op));
  Value stored = toStorage(builder, loc, result);
  emitPredicatedStore(builder, loc, stored, base, isFirst);
  NVVM::Barrier0Op::create(builder, loc);
  Value received = LLVM::LoadOp::create(builder, loc, stored.getType(), base);
  return fromStorage(builder, loc, received, result.getType());
}

} // namespace tkc
