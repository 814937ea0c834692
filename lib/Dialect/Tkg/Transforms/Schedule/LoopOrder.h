// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whether a load may be issued in an earlier iteration of its loop, for all that the loop writes.
#ifndef TKC_LIB_DIALECT_TKG_TRANSFORMS_SCHEDULE_LOOPORDER_H
#define TKC_LIB_DIALECT_TKG_TRANSFORMS_SCHEDULE_LOOPORDER_H

#include "tkc/Dialect/Tkg/Analysis/GlobalOrder.h"

#include <string>

namespace tkc::tkg {

/// Compares the loads of one loop with its writes.
class LoopOrder {
public:
  explicit LoopOrder(mlir::scf::ForOp loop);

  /// Why `load`, an op anywhere in the loop, must not be issued by TMA before any write of the loop; empty when it may.
  std::string explainByTma(tk::LoadOp load);

  /// Whether the load, which may go ahead of the loop's writes, may do so by TMA.
  bool permitsTma(tk::LoadOp load) { return !findMeetingByTma(load); }

  /// Why `load`, an op of the body, or an index load that its address needs, must not be issued before the writes of
  /// earlier iterations; empty when they may.
  std::string explain(tk::LoadOp load);

private:
  std::string explainOne(tk::LoadOp load);
  std::string explainWaiting(tk::LoadOp load);
  mlir::Operation *findMeetingByTma(tk::LoadOp load);
  std::string suggestPromise(tk::LoadOp load, mlir::Operation *write);

  mlir::scf::ForOp loop;
  GlobalOrder order;
  llvm::SmallVector<mlir::Operation *> writes;
  /// Why no load of the loop may go ahead; empty when some may.
  std::string reason;
  /// Whether loads that are not told from writes by their arrays stay, as nobody asks for more.
  bool isUnasked = false;
  /// Why no load may go ahead of what another program may write; empty when the loop waits for no other program.
  std::string waiting;
};

} // namespace tkc::tkg

#endif
