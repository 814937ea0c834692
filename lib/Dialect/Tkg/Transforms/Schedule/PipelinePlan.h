// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which loads of a loop become asynchronous copies into rings, how far ahead they go, and which dots stay in flight.
#ifndef TKC_LIB_DIALECT_TKG_TRANSFORMS_SCHEDULE_PIPELINEPLAN_H
#define TKC_LIB_DIALECT_TKG_TRANSFORMS_SCHEDULE_PIPELINEPLAN_H

#include "tkc/Dialect/Tkg/Analysis/AxisInfo.h"

#include <string>

#include "LoopNest.h"
#include "LoopSlices.h"
#include "TmaPlan.h"

namespace tkc::tkg {

/// A load whose block goes to shared memory and nowhere else, or is read from there in its place.
struct PipelinedLoad {
  tk::LoadOp load;
  /// The ops between load and buffer that make rows of a block of more than two dimensions; only TMA can copy it then.
  llvm::SmallVector<mlir::Operation *, 0> reshaping;
  /// The transposition between the load and the buffer; null where there is none.
  tk::TransOp trans;
  /// The buffer that the block goes to; null where the block itself is needed.
  LocalAllocOp alloc;
  /// The buffer as the copy sees it: without the transposition.
  MemDescType target;
  /// Elements of one copy by cp.async.
  unsigned vectorWidth = 0;
  /// The copy by TMA, where it is one.
  std::optional<TmaCopy> tma;
};

/// An argument that a loop carries, which is what a load gave in the iteration before.
struct KeptArgument {
  unsigned argument = 0, load = 0;
};

struct PipelinePlan {
  std::vector<PipelinedLoad> loads;
  /// The arguments that are read from the slots of the iteration before; the rings have a slot more for them.
  llvm::SmallVector<KeptArgument> kept;
  /// Loads that the addresses of copies depend on, issued one iteration before the copies, and what computes their
  /// operands.
  llvm::SmallVector<tk::LoadOp> indexLoads;
  llvm::SmallVector<mlir::Operation *> indexOps;
  /// The ops of the body that compute the operands of copies and coordinates of TMA, and those that carry them on.
  llvm::SmallVector<mlir::Operation *> addressOps, updateOps;
  /// The carried arguments that the copies, `distance` iterations ahead, need values of their own of.
  llvm::SmallVector<mlir::BlockArgument> carried;
  /// How many iterations ahead copies are issued, and how many slots the rings have.
  unsigned distance = 0, slots = 0;
  /// Whether an iteration issues copies before it waits for its own: each thread reads what it copied itself, so that a
  /// slot is free once its thread has read it.
  bool copiesFirst = false;
  /// The dots that run on into the next iteration: all warp-group dots of the body, or none.
  llvm::SmallVector<WarpGroupDotOp> dotsInFlight;

  /// The loop around this one, through whose iterations the copies go on; none where they end with this loop.
  std::optional<LoopNest> nest;
  /// Why there is none though the source asks for it.
  std::string nestRefusal;

  bool usesTma() const;
  bool usesCopies() const;
};

/// What the plan may use.
struct PipelineLimits {
  int64_t stages = 0;
  int64_t maxSharedBytes = 0;
  bool hasTma = false;
};

/// Follows the only use of a load to its buffer in the same block; fills in load, transposition, buffer and target.
std::optional<PipelinedLoad> followToBuffer(tk::LoadOp load);

/// Replaces the buffer by a view of what the copy fills, and erases the load.
void replaceByView(mlir::OpBuilder &builder, PipelinedLoad &load, mlir::Value filled);

/// Whether the buffer's reads are finished when an iteration of the loop ends, or one iteration later with dots in
/// flight.
bool areReadInBody(const PipelinedLoad &load, mlir::scf::ForOp loop);

/// Why the load can be no copy of any kind; empty when it can.
std::string checkLoad(tk::LoadOp load);

/// Says why the load is no copy by TMA.
void explainTma(tk::LoadOp load, llvm::StringRef reason);

/// Whether all elements of the block are the zero that `cp.async` fills with.
bool isZeroBlock(mlir::Value block);

/// Why the load can be no copy, by how it treats caches and other programs; empty when it can.
std::string checkPolicy(tk::LoadOp load);

/// Why the load can't be a copy by cp.async to its target; empty when it can. Fills in the copy's width.
std::string checkCopy(PipelinedLoad &pipelined, mlir::scf::ForOp loop, const AxisInfoAnalysis &axisInfo);

/// Fills in all that follows from the loads of a plan; takes them back, with a reason, where two slots don't fit.
void completePlan(PipelinePlan &plan, mlir::scf::ForOp loop, const PipelineLimits &limits, std::string &reason);

/// The plan for a loop whose loads fill buffers for dots; without loads when nothing can be pipelined, with `reason`
/// where there was something to gain.
PipelinePlan planPipeline(mlir::scf::ForOp loop, const AxisInfoAnalysis &axisInfo, const PipelineLimits &limits,
                          std::string &reason);

} // namespace tkc::tkg

#endif
