// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Works on blocks that are too large for the registers tile by tile.
#include "tkc/Arch/Target.h"
#include "tkc/Dialect/Tk/IR/CarriedValues.h"
#include "tkc/Dialect/Tk/IR/IdentityRewrites.h"
#include "tkc/Dialect/Tkg/Analysis/GlobalOrder.h"
#include "tkc/Dialect/Tkg/Transforms/Layout/Passes.h"

#include "mlir/IR/Remarks.h"

#include "TileBuilder.h"
#include "TileEnding.h"

namespace tkc::tkg {
#define GEN_PASS_DEF_SPLITBLOCKS
#include "tkc/Dialect/Tkg/Transforms/Layout/Passes.h.inc"
} // namespace tkc::tkg

using namespace mlir;
using namespace tkc;
using namespace tkc::tkg;

/// The most elements of one block in a thread: as many as registers hold. ptxas takes four seconds for a few operations
/// on such a block, and four to five times as long for twice the elements.
static constexpr int64_t mostElementsPerThread = 256;
/// What a thread works on at once when a block is larger.
static constexpr int64_t tileElementsPerThread = 32;
/// The same for dots, of which smaller ones load their operands more often.
static constexpr int64_t dotElementsPerThread = 128;
/// The most stores that share a loop: what they have in common is loaded once, but all that they need is live at once.
static constexpr size_t mostSharingStores = 32;

static int64_t countElements(Type type) {
  auto block = dyn_cast<RankedTensorType>(type);
  return block ? block.getNumElements() : 1;
}

namespace {

/// Cuts the large blocks of a function.
class BlockSplitter {
public:
  BlockSplitter(func::FuncOp function, int64_t numThreads) : function(function), numThreads(numThreads) {}

  /// Returns how many loops were made.
  unsigned run();

private:
  bool isLarge(Type type) const { return countElements(type) > numThreads * mostElementsPerThread; }
  bool isEnding(Operation *op) const;
  bool addToEnding(Operation *op, Ending &ending);
  bool extendEnding(Operation *op, Ending &ending);
  int64_t countTiles(const TilePlan &plan) const;
  Value getTileNumber(OpBuilder &builder, scf::ForOp loop, const TilePlan &plan) const;
  scf::ForOp makeTileLoop(OpBuilder &builder, Location loc, const TilePlan &plan, ValueRange carried,
                          function_ref<SmallVector<Value>(TileBuilder &, scf::ForOp)> build);
  void lowerStores(const Ending &ending);
  void lowerReduce(tk::ReduceOp reduce, const TilePlan &plan);
  void lowerHistogram(tk::HistogramOp histogram, const TilePlan &plan);
  bool lower(const Ending &ending);
  void splitIn(Block &block);

  func::FuncOp function;
  int64_t numThreads;
  unsigned numLoops = 0;
};

} // namespace

//===--- What can be split -------------------------------------------------===//

/// Stores, atomics whose results nobody needs, and reductions and histograms to something that is not large.
bool BlockSplitter::isEnding(Operation *op) const {
  auto isLargeType = [&](Type type) { return isLarge(type); };
  if (!llvm::any_of(op->getOperandTypes(), isLargeType)) {
    return false;
  }
  bool isUsed = !op->use_empty();
  if (isa<tk::AtomicRmwOp, tk::AtomicCasOp>(op)) {
    return !isUsed;
  }
  return isa<tk::StoreOp>(op) || (isFold(op) && llvm::none_of(op->getResultTypes(), isLargeType));
}

int64_t BlockSplitter::countTiles(const TilePlan &plan) const {
  int64_t perThread = plan.hasDots ? dotElementsPerThread : tileElementsPerThread;
  return std::max<int64_t>(1, plan.largestBlock / (numThreads * perThread));
}

bool BlockSplitter::addToEnding(Operation *op, Ending &ending) {
  auto numDims = cast<RankedTensorType>(op->getOperand(0).getType()).getRank();
  auto reduce = dyn_cast<tk::ReduceOp>(op);
  std::optional<std::pair<unsigned, TilePlan>> best;
  for (unsigned dim = 0; dim < numDims; ++dim) {
    if (reduce && dim != unsigned(reduce.getAxis())) {
      continue;
    }
    TilePlan plan = ending.plan;
    bool canCut = llvm::all_of(op->getOperands(), [&](Value operand) {
      return !isa<RankedTensorType>(operand.getType()) || plan.add(operand, dim);
    });
    // Tiles that need nothing of one another are better than tiles with scans that go on; dots keep their shorter side.
    auto rank = [](const TilePlan &one) { return std::pair(one.scans.size(), one.hasDots ? -one.smallestExtent : 0); };
    bool isBetter = !best || rank(plan) < rank(best->second);
    if (canCut && countTiles(plan) <= plan.smallestExtent && isBetter) {
      best = {dim, std::move(plan)};
    }
  }
  if (best) {
    ending.ops.push_back(op);
    ending.dims.push_back(best->first);
    ending.plan = std::move(best->second);
  }
  return best.has_value();
}

/// Adds a store that follows the others with nothing between that could tell; false when it must be on its own.
bool BlockSplitter::extendEnding(Operation *op, Ending &ending) {
  Ending longer = ending;
  // What an atomic releases is all that was written before it, in the other tiles as well.
  auto synchronises = [](Operation *op) { return acquires(op) || releases(op); };
  if (synchronises(op) || llvm::any_of(ending.ops, synchronises)) {
    return false;
  }
  bool fits = ending.ops.size() < mostSharingStores && !isFold(op) && !isFold(ending.ops[0]) &&
              addToEnding(op, longer) && longer.canMove();
  if (fits) {
    ending = std::move(longer);
  }
  return fits;
}

//===--- Loops -------------------------------------------------------------===//

static Value makeIndex(OpBuilder &builder, Location loc, int64_t number) {
  return arith::ConstantOp::create(builder, loc, builder.getI32IntegerAttr(int32_t(number)));
}

static void emitRemark(Operation *op, int64_t elements, int64_t tiles) {
  auto opts = remark::RemarkOpts::name("BlockInTiles").category("tkg-split-blocks");
  remark::passed(op->getLoc(), opts) << remark::add("a block of {0} elements is worked on in {1} tiles", elements,
                                                    tiles);
}

/// A loop of constant bounds, in whose body the builder goes on; with values that it carries it has no terminator yet.
static scf::ForOp makeLoop(OpBuilder &builder, Location loc, int64_t first, int64_t end, ValueRange carried) {
  auto loop = scf::ForOp::create(builder, loc, makeIndex(builder, loc, first), makeIndex(builder, loc, end),
                                 makeIndex(builder, loc, 1), carried);
  builder.setInsertionPointToStart(loop.getBody());
  return loop;
}

/// The number of the tile that an iteration works on.
Value BlockSplitter::getTileNumber(OpBuilder &builder, scf::ForOp loop, const TilePlan &plan) const {
  Value iteration = loop.getInductionVar();
  if (!plan.isReversed()) {
    return iteration;
  }
  Value last = makeIndex(builder, loop.getLoc(), countTiles(plan) - 1);
  return arith::SubIOp::create(builder, loop.getLoc(), last, iteration);
}

/// A loop over all tiles, which carries what scans have come to behind `carried`; `build` makes its body and gives what
/// is carried on.
scf::ForOp BlockSplitter::makeTileLoop(OpBuilder &builder, Location loc, const TilePlan &plan, ValueRange carried,
                                       function_ref<SmallVector<Value>(TileBuilder &, scf::ForOp)> build) {
  SmallVector<Value> init(carried);
  for (Operation *scan : plan.scans) {
    llvm::append_range(init, makeUnset(builder, cast<tk::ScanOp>(scan)));
  }
  scf::ForOp loop = makeLoop(builder, loc, 0, countTiles(plan), init);
  TileBuilder tiles(builder, plan, getTileNumber(builder, loop, plan), countTiles(plan));
  if (!plan.scans.empty()) {
    Value isFirst = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, loop.getInductionVar(),
                                          makeIndex(builder, loc, 0));
    tiles.goOnFrom(loop.getRegionIterArgs().drop_front(carried.size()), isFirst);
  }
  SmallVector<Value> next = build(tiles, loop);
  llvm::append_range(next, tiles.listRunning());
  if (!next.empty()) {
    scf::YieldOp::create(builder, loc, next);
  }
  return loop;
}

/// Has the tile of a load, or of a loop, computed at this place.
static void buildFirst(TileBuilder &tiles, Operation *op, const TilePlan &plan) {
  if (isa<tk::LoadOp>(op)) {
    if (std::optional<unsigned> dim = plan.loads.find(op)->second) {
      (void)tiles.build(op->getResult(0), *dim);
    }
    return;
  }
  const CutLoop &cut = plan.loops.find(op)->second;
  if (!cut.cuts.empty()) {
    (void)tiles.build(op->getResult(cut.cuts[0].first), cut.cuts[0].second);
  }
}

void BlockSplitter::lowerStores(const Ending &ending) {
  OpBuilder builder(ending.ops.back());
  makeTileLoop(builder, ending.ops.back()->getLoc(), ending.plan, {}, [&](TileBuilder &tiles, scf::ForOp) {
    // What is read and written comes in its order.
    for (Operation *op : ending.listEarlier()) {
      buildFirst(tiles, op, ending.plan);
    }
    for (Operation *op : ending.listInOrder()) {
      const auto *place = llvm::find(ending.ops, op);
      if (place != ending.ops.end()) {
        tiles.cloneForTiles(op, ending.dims[place - ending.ops.begin()]);
      } else {
        buildFirst(tiles, op, ending.plan);
      }
    }
    return SmallVector<Value>();
  });
  for (Operation *op : ending.ops) {
    emitRemark(op, countElements(op->getOperand(0).getType()), countTiles(ending.plan));
    op->erase();
  }
}

void BlockSplitter::lowerReduce(tk::ReduceOp reduce, const TilePlan &plan) {
  OpBuilder builder(reduce);
  Location loc = reduce.getLoc();
  int64_t numTiles = countTiles(plan);
  auto buildTiles = [&](TileBuilder &tiles) {
    return llvm::map_to_vector(reduce.getOperands(),
                               [&](Value operand) { return tiles.build(operand, reduce.getAxis()); });
  };
  TileBuilder firstTiles(builder, plan, makeIndex(builder, loc, plan.isReversed() ? numTiles - 1 : 0), numTiles);
  SmallVector<Value> begin = buildTiles(firstTiles);
  llvm::append_range(begin, firstTiles.listRunning());
  scf::ForOp loop = makeLoop(builder, loc, 1, numTiles, begin);
  TileBuilder tiles(builder, plan, getTileNumber(builder, loop, plan), numTiles);
  unsigned numCombined = reduce.getNumOperands();
  tiles.goOnFrom(loop.getRegionIterArgs().drop_front(numCombined), /*isFirst=*/Value());
  SmallVector<Value> next = buildTiles(tiles);
  next = combineBlocks(builder, loc, reduce.getCombine(), loop.getRegionIterArgs().take_front(numCombined), next);
  llvm::append_range(next, tiles.listRunning());
  scf::YieldOp::create(builder, loc, next);
  emitRemark(reduce, countElements(reduce.getOperand(0).getType()), numTiles);
  reduce->setOperands(loop.getResults().take_front(numCombined));
}

/// The counts of all tiles are added up.
void BlockSplitter::lowerHistogram(tk::HistogramOp histogram, const TilePlan &plan) {
  OpBuilder builder(histogram);
  Location loc = histogram.getLoc();
  RankedTensorType type = histogram.getType();
  Value zeros = arith::ConstantOp::create(builder, loc, builder.getZeroAttr(type));
  scf::ForOp loop = makeTileLoop(builder, loc, plan, zeros, [&](TileBuilder &tiles, scf::ForOp loop) {
    Value mask = histogram.getMask() ? tiles.build(histogram.getMask(), 0) : Value();
    Value counts = tk::HistogramOp::create(builder, loc, type, tiles.build(histogram.getSource(), 0), mask);
    return SmallVector<Value>{arith::AddIOp::create(builder, loc, loop.getRegionIterArg(0), counts)};
  });
  emitRemark(histogram, countElements(histogram.getSource().getType()), countTiles(plan));
  histogram.replaceAllUsesWith(loop.getResult(0));
  histogram.erase();
}

/// Carries one ending out; false where it can't be.
bool BlockSplitter::lower(const Ending &ending) {
  if (!ending.canMove()) {
    return false;
  }
  if (auto reduce = dyn_cast<tk::ReduceOp>(ending.ops[0])) {
    lowerReduce(reduce, ending.plan);
  } else if (auto histogram = dyn_cast<tk::HistogramOp>(ending.ops[0])) {
    lowerHistogram(histogram, ending.plan);
  } else {
    lowerStores(ending);
  }
  ++numLoops;
  return true;
}

void BlockSplitter::splitIn(Block &block) {
  SmallVector<Operation *> endings;
  for (Operation &op : block) {
    if (isEnding(&op)) {
      endings.push_back(&op);
    }
  }
  for (size_t index = 0; index < endings.size();) {
    Ending ending(TilePlan(endings[index], numThreads * mostElementsPerThread));
    bool canCut = addToEnding(endings[index++], ending);
    while (canCut && index < endings.size() && extendEnding(endings[index], ending)) {
      ++index;
    }
    if (canCut) {
      lower(ending);
    }
  }
}

/// Removes what loops carry for tiles that have loops of their own by now.
static void dropUnneededCarriedValues(func::FuncOp function) {
  tk::cutUnneededCarriedValues(function);
  RewritePatternSet patterns(function.getContext());
  scf::ForOp::getCanonicalizationPatterns(patterns, function.getContext());
  // Values that are left where the rewrite limit is reached are too large, and reported.
  tk::applyKeepingIdentity(function, std::move(patterns));
}

/// Whether the op's region computes elements.
static bool isCombine(Operation *op) { return isa<tk::ReduceOp, tk::ScanOp, tk::MapElementwiseOp>(op); }

/// Erases what nobody needs any more, users before what they use.
static void eraseDeadOps(func::FuncOp function) {
  SmallVector<Operation *> ops;
  function.walk<WalkOrder::PreOrder>([&](Operation *op) {
    ops.push_back(op);
    return isCombine(op) ? WalkResult::skip() : WalkResult::advance();
  });
  for (Operation *op : llvm::reverse(ops)) {
    bool isRemovable = op->getNumRegions() == 0 || isCombine(op) || isa<scf::ForOp>(op);
    if (isRemovable && isOpTriviallyDead(op)) {
      op->erase();
    }
  }
}

unsigned BlockSplitter::run() {
  SmallVector<Block *> blocks;
  function.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isCombine(op)) {
      return WalkResult::skip();
    }
    for (Region &region : op->getRegions()) {
      for (Block &block : region) {
        blocks.push_back(&block);
      }
    }
    return WalkResult::advance();
  });
  for (Block *block : blocks) {
    splitIn(*block);
  }
  if (numLoops != 0) {
    eraseDeadOps(function);
    dropUnneededCarriedValues(function);
    eraseDeadOps(function);
  }
  return numLoops;
}

/// What a block of so many elements needs.
static std::string describeNeed(int64_t elements) {
  int64_t warps = llvm::PowerOf2Ceil(llvm::divideCeil(elements, lanesPerWarp * mostElementsPerThread));
  std::string most = std::to_string(mostElementsPerThread) + " elements a thread";
  return warps <= maxWarpsPerCta ? "at " + most + " it needs " + std::to_string(warps)
                                 : "it is more than " + most + " for any number of warps";
}

namespace {
struct SplitBlocks : tkc::tkg::impl::SplitBlocksBase<SplitBlocks> {
  using SplitBlocksBase::SplitBlocksBase;

  void runOnOperation() override {
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      numSplit += BlockSplitter(function, lanesPerWarp * numWarps).run();
    }
    if (failed(checkSizes())) {
      signalPassFailure();
    }
  }

private:
  /// An error for the largest block that is still too large.
  LogicalResult checkSizes() {
    Operation *largest = findLargest(int64_t(lanesPerWarp) * numWarps * mostElementsPerThread);
    if (!largest) {
      return success();
    }
    int64_t elements = countResultElements(largest);
    return largest->emitError() << "a block of " << elements << " elements is too large for " << unsigned(numWarps)
                                << " warps: " << describeNeed(elements) << " [BlockTooLargeForWarps]";
  }

  static int64_t countResultElements(Operation *op) {
    int64_t elements = 0;
    for (Type type : op->getResultTypes()) {
      elements = std::max(elements, countElements(type));
    }
    return elements;
  }

  /// The op with the largest block of more elements than `most`, or null.
  Operation *findLargest(int64_t most) {
    Operation *largest = nullptr;
    getOperation().walk([&](Operation *op) {
      int64_t elements = countResultElements(op);
      // Constants have no place in the source; what uses them is as large.
      bool isNamed = !isa<arith::ConstantOp>(op) || !largest;
      if (isNamed && (elements > most || (elements == most && isa_and_present<arith::ConstantOp>(largest)))) {
        largest = op;
        most = elements;
      }
    });
    return largest;
  }
};
} // namespace
