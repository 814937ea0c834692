// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From kernels in tk to a cubin: the stages behind the frontend, with their stops.
#ifndef TKC_COMPILE_BACKEND_H
#define TKC_COMPILE_BACKEND_H

#include "tkc/Diagnostics/Diagnostics.h"
#include "tkc/Knobs/CompileFlags.h"
#include "tkc/Pipeline/Pipeline.h"
#include "tkc/Target/Cubin/Cubin.h"
#include "tkc/Target/Cubin/Toolchain.h"
#include "tkc/Target/Ptx/OpLines.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

#include <future>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace tkc {

/// One kernel on its way through the backend.
struct BackendKernel {
  std::string name;
  pipeline::PipelineOptions options;
  /// Registers per thread at most; 0 leaves it to ptxas.
  unsigned maxRegisters = 0;
  /// In tk at first, in the LLVM dialect at the end.
  mlir::OwningOpRef<mlir::ModuleOp> module;
  /// Bytes of dynamic shared memory.
  int64_t sharedBytes = 0;
  /// The tensor maps that follow the kernel's own parameters: see `!tkg.tensor_map`.
  std::vector<mlir::DictionaryAttr> tensorMaps;
  /// The fault report, before the tensor maps: see `tk-sanitize-memory`.
  mlir::DictionaryAttr faultReport;
};

/// The IR and code of all stages that were asked for.
struct BackendOutput {
  std::string tkg, llvmDialect, llvm, ptx, sass;
  cubin::AssembleResult assembled;
  ptx::OpLineTable lines;
  /// The optional transformations in their order, those beyond `--opt-limit` too.
  std::vector<std::string> transformations;
  /// The PTX version times ten, decided by the ptxas that was found.
  unsigned ptxVersion = 0;
};

/// How far and how to go.
struct BackendRequest {
  const knobs::CompileFlags &flags;
  std::string target;
  /// The ptxas that is being looked for; nothing when there is none.
  std::shared_future<std::optional<cubin::Ptxas>> ptxas;
  mlir::TimingScope *timing = nullptr;
  /// Where IR dumps go; null is standard error.
  llvm::raw_ostream *dump = nullptr;
  /// Treat an op that loses its source ids as a bug.
  bool checksIdentity = false;
  /// PTX of more bytes is not assembled, which is no error.
  size_t mostPtxBytes = std::numeric_limits<size_t>::max();
};

/// Appends the IR of a kernel's module, behind a line that `--split-input-file` of the opt tools understands.
void appendModule(std::string &text, mlir::ModuleOp module);

/// Runs the target-free passes on the kernels, which are in tk and stay there.
int runTkPasses(const BackendRequest &request, llvm::MutableArrayRef<BackendKernel> kernels,
                DiagnosticEngine &diagnostics);

/// Runs the stages behind tk up to `flags.emit` on all kernels; the code of all of them becomes one module of PTX and
/// one cubin. Returns an exit code of the tools; diagnostics tell why it is not 0.
int runBackend(const BackendRequest &request, llvm::MutableArrayRef<BackendKernel> kernels,
               DiagnosticEngine &diagnostics, BackendOutput &output);

} // namespace tkc

#endif // TKC_COMPILE_BACKEND_H
