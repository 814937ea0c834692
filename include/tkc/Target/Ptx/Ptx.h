// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From the LLVM dialect to PTX text: translation, libdevice, a short list of LLVM passes, and the NVPTX backend.
#ifndef TKC_TARGET_PTX_PTX_H
#define TKC_TARGET_PTX_PTX_H

#include "tkc/Target/Ptx/OpLines.h"

#include "mlir/IR/BuiltinOps.h"

#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace tkc::ptx {

/// What code generation needs to know beside the module.
struct PtxOptions {
  /// The chip as LLVM names it, for example "sm_90a".
  std::string chip;
  /// The PTX version times ten: 90 is PTX 9.0.
  unsigned ptxVersion = 90;
  /// libdevice.10.bc; needed only if the module calls a function of it.
  std::string libdevicePath;
  /// Contract a multiplication and an addition into a fused one.
  bool fuseFloatOps = true;
  /// libdevice functions flush denormals to zero.
  bool reflectFlushToZero = true;
  /// Run no LLVM optimisation at all.
  bool disableOptimisation = false;
  /// Names of boolean LLVM options to set, for example "disable-lsr".
  std::vector<std::string> llvmFlags;
  /// Print the IR to stderr after each LLVM pass.
  bool dumpLlvmPasses = false;
  /// Print LLVM's own pass timing to stderr.
  bool timeLlvmPasses = false;
  /// How many optional LLVM passes run; all of them when it is negative.
  int64_t optLimit = -1;
  /// Gets the names of the optional passes, those beyond the limit too, where it is not null.
  std::vector<std::string> *optionalPasses = nullptr;
};

/// Why a step failed; `detail` is text of LLVM's or the system's own.
struct PtxError {
  enum class Kind {
    /// libdevice is needed and cannot be read.
    LibdeviceMissing,
    /// libdevice lacks a function that the module calls.
    LibdeviceSymbolMissing,
    /// An LLVM option has another name.
    UnknownLlvmFlag,
    /// The module cannot be translated or code cannot be generated: a bug of tkc.
    Internal
  };
  Kind kind = Kind::Internal;
  std::string detail;
};

/// A result or the reason why there is none.
template <typename T>
struct PtxResult {
  std::optional<T> value;
  PtxError error;
  explicit operator bool() const { return value.has_value(); }
};

/// Registers what translation needs from the LLVM and NVVM dialects with the context.
void registerTranslations(mlir::MLIRContext &context);

/// Initialises the NVPTX target once a process.
void initialiseTarget();

/// Translates a module of the LLVM dialect and links what it uses of libdevice. Locations must have been encoded by
/// encodeOpLines, or debug information is absent.
PtxResult<std::unique_ptr<llvm::Module>> translateToLlvm(mlir::ModuleOp module, llvm::LLVMContext &context,
                                                         const PtxOptions &options);

/// Runs the LLVM pass list on the module.
PtxResult<bool> optimise(llvm::Module &module, const PtxOptions &options);

/// Runs the NVPTX backend. The text speaks of lines of the OpLineTable; writeLineTable makes it final.
PtxResult<std::string> generatePtx(llvm::Module &module, const PtxOptions &options);

} // namespace tkc::ptx

#endif // TKC_TARGET_PTX_PTX_H
