// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How op identity passes through LLVM: each set of ids becomes a line number of a virtual file, and the .loc directives
// of the PTX are written from these line numbers afterwards.
#ifndef TKC_TARGET_PTX_OPLINES_H
#define TKC_TARGET_PTX_OPLINES_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Location.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace tkc::ptx {

/// What the line table of a cubin tells.
enum class LineInfo {
  None,
  /// One row an instruction: the source position.
  Source,
  /// Two rows an instruction: the source position, and the op's line of a virtual file `<kernel>.ops`.
  Ops
};

/// One line of the virtual file: ops with the same ids and source position.
struct OpLine {
  llvm::SmallVector<int32_t> ids;
  std::string file;
  unsigned line = 0;
  unsigned column = 0;
};

/// The lines of the virtual file of one module; line numbers start at 1.
class OpLineTable {
public:
  /// The line of `loc`, or 0 when it has neither ids nor a source position.
  unsigned intern(mlir::Location loc);
  const OpLine &line(unsigned number) const { return lines[number - 1]; }
  size_t size() const { return lines.size(); }

private:
  std::vector<OpLine> lines;
  llvm::DenseMap<mlir::Location, unsigned> numbers;
};

/// Replaces every location below `module` by a line of the table, in a scope that LLVM keeps as `.loc` directives.
void encodeOpLines(mlir::ModuleOp module, OpLineTable &table);

/// Rewrites the `.loc` and `.file` directives of `ptx`, which speak of lines of the table, into those of `mode`.
/// Columns and virtual lines are 1-based, as in PTX. The result does not depend on folders or times.
std::string writeLineTable(llvm::StringRef ptx, const OpLineTable &table, LineInfo mode);

} // namespace tkc::ptx

#endif // TKC_TARGET_PTX_OPLINES_H
