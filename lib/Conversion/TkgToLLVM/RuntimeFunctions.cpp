// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions and texts that the lowering adds beside a kernel.
#include "RuntimeFunctions.h"

using namespace mlir;

namespace tkc {

LLVM::LLVMFuncOp RuntimeFunctions::declare(StringRef name, Type result, ArrayRef<Type> arguments) {
  if (auto found = module.lookupSymbol<LLVM::LLVMFuncOp>(name)) {
    return found;
  }
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(module.getBody());
  return LLVM::LLVMFuncOp::create(builder, loc, name, LLVM::LLVMFunctionType::get(result, arguments));
}

LLVM::LLVMFuncOp RuntimeFunctions::define(StringRef prefix, ArrayRef<Type> arguments) {
  return defineOnce(freshName(prefix), arguments, [](LLVM::LLVMFuncOp) {});
}

LLVM::LLVMFuncOp RuntimeFunctions::defineOnce(StringRef name, ArrayRef<Type> arguments,
                                              llvm::function_ref<void(LLVM::LLVMFuncOp)> fill) {
  if (auto found = module.lookupSymbol<LLVM::LLVMFuncOp>(name)) {
    return found;
  }
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToEnd(module.getBody());
  Type none = LLVM::LLVMVoidType::get(builder.getContext());
  auto function = LLVM::LLVMFuncOp::create(builder, loc, name, LLVM::LLVMFunctionType::get(none, arguments));
  function.setLinkage(LLVM::Linkage::Internal);
  function.setNoInline(true);
  function.addEntryBlock(builder);
  fill(function);
  return function;
}

Value RuntimeFunctions::text(StringRef content) {
  std::string terminated = content.str() + '\0';
  LLVM::GlobalOp global;
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(module.getBody());
    auto type = LLVM::LLVMArrayType::get(builder.getI8Type(), terminated.size());
    global = LLVM::GlobalOp::create(builder, loc, type, /*isConstant=*/true, LLVM::Linkage::Internal,
                                    freshName("tkc_text_"), builder.getStringAttr(terminated));
  }
  return LLVM::AddressOfOp::create(builder, loc, global);
}

std::string RuntimeFunctions::freshName(StringRef prefix) {
  for (unsigned number = 0;; ++number) {
    std::string name = prefix.str() + std::to_string(number);
    if (!module.lookupSymbol(name)) {
      return name;
    }
  }
}

void fillGuarded(OpBuilder &builder, Location loc, LLVM::LLVMFuncOp function, bool wanted,
                 llvm::function_ref<void()> body) {
  OpBuilder::InsertionGuard guard(builder);
  Block *entry = &function.getBody().front();
  Block *active = builder.createBlock(&function.getBody(), function.getBody().end());
  Block *done = builder.createBlock(&function.getBody(), function.getBody().end());
  builder.setInsertionPointToEnd(entry);
  LLVM::CondBrOp::create(builder, loc, entry->getArgument(0), wanted ? active : done, wanted ? done : active);
  builder.setInsertionPointToStart(active);
  body();
  LLVM::BrOp::create(builder, loc, done);
  builder.setInsertionPointToStart(done);
  LLVM::ReturnOp::create(builder, loc, ValueRange());
}

} // namespace tkc
