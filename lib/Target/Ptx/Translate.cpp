// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// MLIR's LLVM dialect to LLVM IR, with the functions of libdevice that it calls.
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/NVVM/NVVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Export.h"

#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/Constants.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Transforms/IPO/Internalize.h"

#include "TargetMachine.h"

using namespace mlir;

namespace tkc::ptx {

void registerTranslations(MLIRContext &context) {
  registerBuiltinDialectTranslation(context);
  registerLLVMDialectTranslation(context);
  registerNVVMDialectTranslation(context);
}

/// The first undefined function that only libdevice can define, or null.
static llvm::Function *findLibdeviceCall(llvm::Module &module) {
  for (llvm::Function &function : module) {
    if (function.isDeclaration() && function.getName().starts_with("__nv_") && !function.use_empty()) {
      return &function;
    }
  }
  return nullptr;
}

/// Links the functions of libdevice that `module` calls, as internal functions that a later pass inlines.
static PtxResult<bool> linkLibdevice(llvm::Module &module, const PtxOptions &options) {
  auto buffer = llvm::MemoryBuffer::getFile(options.libdevicePath);
  if (!buffer) {
    return fail<bool>(PtxError::Kind::LibdeviceMissing, options.libdevicePath);
  }
  auto library = llvm::getOwningLazyBitcodeModule(std::move(*buffer), module.getContext());
  if (!library) {
    return fail<bool>(PtxError::Kind::LibdeviceMissing, llvm::toString(library.takeError()));
  }
  (*library)->setTargetTriple(module.getTargetTriple());
  (*library)->setDataLayout(module.getDataLayout());
  auto internalize = [](llvm::Module &linked, const llvm::StringSet<> &symbols) {
    llvm::internalizeModule(linked, [&](const llvm::GlobalValue &value) {
      return !value.hasName() || symbols.count(value.getName()) == 0;
    });
  };
  bool hasError = llvm::Linker::linkModules(module, std::move(*library), llvm::Linker::LinkOnlyNeeded, internalize);
  if (hasError) {
    return fail<bool>(PtxError::Kind::Internal, "libdevice cannot be linked");
  }
  if (llvm::Function *missing = findLibdeviceCall(module)) {
    return fail<bool>(PtxError::Kind::LibdeviceSymbolMissing, missing->getName().str());
  }
  module.addModuleFlag(llvm::Module::Override, "nvvm-reflect-ftz", options.reflectFlushToZero ? 1 : 0);
  return {true, {}};
}

PtxResult<std::unique_ptr<llvm::Module>> translateToLlvm(ModuleOp module, llvm::LLVMContext &context,
                                                         const PtxOptions &options) {
  using Result = std::unique_ptr<llvm::Module>;
  auto machine = makeTargetMachine(options);
  if (!machine) {
    return fail<Result>(machine.error.kind, machine.error.detail);
  }
  std::string messages;
  ScopedDiagnosticHandler handler(module.getContext(), [&](Diagnostic &diagnostic) {
    messages += diagnostic.str() + "\n";
    return success();
  });
  Result translated = translateModuleToLLVMIR(module, context, "tkc");
  if (!translated) {
    return fail<Result>(PtxError::Kind::Internal, messages);
  }
  translated->setTargetTriple(machine.value->get()->getTargetTriple());
  translated->setDataLayout(machine.value->get()->createDataLayout());
  if (findLibdeviceCall(*translated)) {
    PtxResult<bool> linked = linkLibdevice(*translated, options);
    if (!linked) {
      return fail<Result>(linked.error.kind, linked.error.detail);
    }
  }
  return {std::move(translated), {}};
}

} // namespace tkc::ptx
