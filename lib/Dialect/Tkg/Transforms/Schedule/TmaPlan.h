// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which loads and stores TMA can do, and the tensor maps and coordinates for that.
#ifndef TKC_LIB_DIALECT_TKG_TRANSFORMS_SCHEDULE_TMAPLAN_H
#define TKC_LIB_DIALECT_TKG_TRANSFORMS_SCHEDULE_TMAPLAN_H

#include "tkc/Dialect/Tkg/Analysis/TileAccess.h"

#include "mlir/IR/IRMapping.h"

namespace tkc::tkg {

/// One access as a copy by TMA.
struct TmaCopy {
  /// What the launcher needs to encode the map.
  mlir::DictionaryAttr map;
  /// Dimensions innermost first, with their starts and extents.
  llvm::SmallVector<TileDimension, 2> dimensions;
  /// The length in bytes of rows that a store ends, where it is not known to be a multiple of 16: only then may TMA
  /// store.
  std::optional<LinearSum> uncertainRowBytes;
};

/// Below this, the latency of TMA is longer than the accesses of threads take.
constexpr int64_t fewestTmaBytes = 4096;

/// The copy, issued in earlier iterations, that a load of the loop's body can be, whose block goes to `target`; or the
/// reason why it can't.
std::variant<TmaCopy, std::string> planTma(tk::LoadOp load, mlir::scf::ForOp loop, MemDescType target,
                                           const AxisInfoAnalysis &axisInfo);

/// The same for a copy in the place of the load.
std::variant<TmaCopy, std::string> planTmaInPlace(tk::LoadOp load, MemDescType target,
                                                  const AxisInfoAnalysis &axisInfo);

/// The values that the loop computes, other than its induction variable, and that the coordinates need.
llvm::SmallVector<mlir::Value> getLoopValues(const TmaCopy &copy, mlir::scf::ForOp loop);

/// The copy from `source` that a store, or an atomic whose result nobody reads, can be; or the reason why it can't. The
/// map's elements are of type `mapType`, which says what a reduction does with them.
std::variant<TmaCopy, std::string> planTmaStore(mlir::Operation *access, MemDescType source, mlir::Type mapType,
                                                const AxisInfoAnalysis &axisInfo);

/// Whether so many bytes are a multiple of 16, as i1.
mlir::Value emitIsWholePieces(mlir::OpBuilder &builder, mlir::Location loc, const LinearSum &bytes);

/// The kernel's argument for the map, which is added where there is none.
mlir::Value getMapArgument(mlir::func::FuncOp kernel, mlir::DictionaryAttr map);

/// The coordinates, innermost first; for a load those of the iteration whose induction variable and other values of the
/// loop `mapping` has.
llvm::SmallVector<mlir::Value> emitCoordinates(mlir::OpBuilder &builder, mlir::Location loc, const TmaCopy &copy,
                                               const mlir::IRMapping &mapping);

} // namespace tkc::tkg

#endif
