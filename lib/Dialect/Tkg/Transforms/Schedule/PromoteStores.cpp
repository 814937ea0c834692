// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Stores of tiles, and reductions into them, go through shared memory and are copied by TMA.
#include "tkc/Dialect/Tkg/Analysis/GlobalOrder.h"
#include "tkc/Dialect/Tkg/Analysis/ScratchMemory.h"
#include "tkc/Dialect/Tkg/Analysis/SharedLiveness.h"
#include "tkc/Dialect/Tkg/IR/ModuleTarget.h"
#include "tkc/Dialect/Tkg/Transforms/Schedule/Passes.h"
#include "tkc/Layout/SharedAccess.h"

#include "mlir/IR/Remarks.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

#include "llvm/ADT/MapVector.h"

#include "TmaPlan.h"

namespace tkc::tkg {
#define GEN_PASS_DEF_PROMOTESTORES
#include "tkc/Dialect/Tkg/Transforms/Schedule/Passes.h.inc"
} // namespace tkc::tkg

using namespace mlir;
using namespace tkc;
using namespace tkc::tkg;

namespace {
/// A store, or an atomic whose result nobody reads, that goes through shared memory anyway.
struct Candidate {
  Operation *access = nullptr;
  /// What makes the block that is written out of `block`, last op first: conversions of layouts, and a reshape of its
  /// rows to more dimensions. The conversion through shared memory among them; null where there is none.
  SmallVector<Operation *, 0> chain;
  ConvertLayoutOp conversion;
  Value block;
  std::optional<tk::AtomicKind> reduce;
  /// What the elements are for a reduction.
  Type mapType;
  /// Why it is none; empty when it may be one.
  std::string refusal;
  /// Whether threads do it where rows end within 16 bytes.
  bool hasAlternative = false;
};

/// Promotes the accesses of one kernel.
class StorePromoter {
public:
  /// `axisInfo` may be null when nothing is to be promoted.
  StorePromoter(func::FuncOp kernel, const Target &target, const AxisInfoAnalysis *axisInfo)
      : kernel(kernel), target(target), axisInfo(axisInfo) {}

  /// Replaces the access, or has TMA do it where the rows permit that; the reason when it stays.
  std::string promote(Candidate &candidate);
  /// Inserts fences where accesses that stayed need them.
  void insertFences();

private:
  std::string replace(Candidate &candidate, const TmaCopy &copy, MemDescType type);
  bool takesTooMuch(const Candidate &candidate, LocalAllocOp alloc, int64_t ctasBefore);
  bool isDearer(const Candidate &candidate, MemDescType type) const;
  std::optional<SmallVector<Operation *>> findRivals(Operation *access);
  int64_t countCtasWithout(Operation *op) const;

  func::FuncOp kernel;
  const Target &target;
  const AxisInfoAnalysis *axisInfo;
  /// What was replaced, at least where its rows permit it, with the bytes of such rows.
  llvm::MapVector<Operation *, std::optional<LinearSum>> replaced;
  struct Replacement {
    LocalAllocOp alloc;
    /// The accesses that its tile may meet.
    SmallVector<Operation *> rivals;
    std::optional<LinearSum> uncertainRowBytes;
  };
  SmallVector<Replacement> replacements;
};
} // namespace

static Value getPointers(Operation *access) {
  auto store = dyn_cast<tk::StoreOp>(access);
  return store ? store.getPointer() : cast<tk::AtomicRmwOp>(access).getPointer();
}

/// Whether there are swizzled layouts for the elements.
static bool hasSwizzledBuffer(RankedTensorType block) {
  unsigned bits = block.getElementType().isIntOrFloat() ? block.getElementTypeBitWidth() : 0;
  return bits == 8 || bits == 16 || bits == 32 || bits == 64;
}

/// The buffer that a block goes through, rows along the fastest dimension of the access; none where its rows don't fit.
static MemDescType chooseBuffer(RankedTensorType block, RankedTensorType access) {
  unsigned bits = block.getElementTypeBitWidth();
  constexpr int64_t rowsOfPattern = 8;
  unsigned fastest = getMemoryOrder(access)[0];
  if (access.getRank() > 2 && fastest + 1 != access.getRank()) {
    return {};
  }
  bool isTransposed = fastest == 0;
  int64_t columns = block.getShape()[isTransposed ? 0 : 1], rows = block.getShape()[isTransposed ? 1 : 0];
  for (unsigned swizzle : {128, 64, 32}) {
    if (columns * bits / 8 % swizzle == 0 && rows % rowsOfPattern == 0) {
      auto encoding = NvmmaSharedAttr::get(block.getContext(), swizzle, bits, isTransposed);
      return MemDescType::get(block.getContext(), block.getShape(), block.getElementType(), encoding);
    }
  }
  return {};
}

/// Wavefronts and instructions of one warp that fills the buffer.
static unsigned getCost(RankedTensorType block, MemDescType type, bool hasStMatrix) {
  auto offsets = toLinearLayout(block).invertAndCompose(toLinearLayout(type));
  assert(offsets && "the shared layout holds each element");
  unsigned bytes = type.getElementType().getIntOrFloatBitWidth() / 8;
  layout::VectorAccess vectors = layout::planVectorAccess(*offsets, bytes);
  unsigned cost = vectors.numInstructions() * (vectors.wavefrontsPerInstruction + 1);
  for (bool isTransposed : {false, true}) {
    auto matrices = hasStMatrix ? layout::planMatrixAccess(*offsets, bytes, isTransposed) : std::nullopt;
    if (matrices) {
      cost = std::min(cost, matrices->numInstructions() * (matrices->wavefrontsPerInstruction + 1));
    }
  }
  return cost;
}

/// Whether filling the buffer costs more than the conversion that it replaces.
bool StorePromoter::isDearer(const Candidate &candidate, MemDescType type) const {
  if (candidate.reduce) {
    return false;
  }
  layout::Conversion plan = planLayoutConversion(candidate.conversion);
  unsigned cost = getCost(cast<RankedTensorType>(candidate.block.getType()), type, target.hasStMatrix());
  return !plan.shared || cost > plan.shared->cost();
}

/// The CTAs that fit on a multiprocessor if the op was not there.
int64_t StorePromoter::countCtasWithout(Operation *op) const {
  std::vector<BufferRequest> requests;
  for (const SharedBuffer &buffer : collectSharedBuffers(kernel, [](func::CallOp) { return 0; })) {
    if (buffer.op != op) {
      requests.push_back(buffer.request);
    }
  }
  unsigned numWarps = getNumWarps(kernel->getParentOfType<ModuleOp>());
  return countCtas(target, numWarps, placeBuffers(requests).totalBytes);
}

/// What threads may do to elements of the tile on their own; none where they may read what is stored: they would have
/// to wait for it.
std::optional<SmallVector<Operation *>> StorePromoter::findRivals(Operation *access) {
  SmallVector<Operation *> rivals;
  GlobalOrder globalOrder;
  bool isBehind = false;
  WalkResult result = kernel.walk<WalkOrder::PreOrder>([&](Operation *op) {
    isBehind |= op == access;
    if (isa<tk::InlineAsmOp, tk::ExternElementwiseOp>(op) && !isMemoryEffectFree(op)) {
      rivals.push_back(op);
    }
    if (op == access || isa<TmaStoreOp>(op) || !globalOrder.getAccess(op)) {
      return WalkResult::advance();
    }
    bool isMet = globalOrder.mayMeet(op, access, nullptr), isMetLater = isMet && isBehind;
    for (Operation *loop = access->getParentOp(); loop; loop = loop->getParentOp()) {
      bool isShared = isa<LoopLikeOpInterface>(loop) && loop->isAncestor(op);
      isMetLater |= isShared && globalOrder.mayMeet(op, access, loop);
    }
    if (isMet || isMetLater) {
      rivals.push_back(op);
    }
    bool isRead = !isa<tk::StoreOp>(op) && !(isa<tk::AtomicRmwOp>(op) && op->getResult(0).use_empty());
    return isMetLater && isRead ? WalkResult::interrupt() : WalkResult::advance();
  });
  return result.wasInterrupted() ? std::nullopt : std::optional(rivals);
}

/// TMA goes by a proxy of its own, to which threads show what they did. Accesses of rows of one length are all by
/// threads, or all by TMA.
void StorePromoter::insertFences() {
  for (Replacement &replacement : replacements) {
    bool isMet = llvm::any_of(replacement.rivals, [&](Operation *op) {
      auto *found = replaced.find(op);
      return found == replaced.end() || (found->second && !(found->second == replacement.uncertainRowBytes));
    });
    if (isMet) {
      OpBuilder builder(replacement.alloc);
      FenceAsyncGlobalOp::create(builder, replacement.alloc.getLoc());
    }
  }
}

/// Erases the access, and what made its block for it alone.
static void dropAccess(const Candidate &candidate) {
  candidate.access->erase();
  for (Operation *op : candidate.chain) {
    if (op->use_empty()) {
      op->erase();
    }
  }
}

/// Puts the access, with what makes its block, where the rows end within 16 bytes; gives the place where they don't.
static OpBuilder branchOnRow(const Candidate &candidate, const LinearSum &rowBytes) {
  Location loc = candidate.access->getLoc();
  OpBuilder builder(candidate.access);
  Value isWhole = emitIsWholePieces(builder, loc, rowBytes);
  auto choice = scf::IfOp::create(builder, loc, isWhole, /*withElseRegion=*/true);
  Operation *last = candidate.access;
  last->moveBefore(choice.elseYield());
  for (Operation *op : candidate.chain) {
    if (!op->hasOneUse()) {
      break;
    }
    op->moveBefore(last);
    last = op;
  }
  return OpBuilder(choice.thenYield());
}

/// Whether fewer CTAs fit on a multiprocessor with the buffer, whose life ends where the copy will stand.
bool StorePromoter::takesTooMuch(const Candidate &candidate, LocalAllocOp alloc, int64_t ctasBefore) {
  OpBuilder builder(candidate.access);
  // Atomics of single elements are slow enough for any price.
  constexpr int64_t enoughCtas = 2;
  int64_t wanted = candidate.reduce ? std::min(ctasBefore, enoughCtas) : ctasBefore;
  Operation *without = candidate.conversion && candidate.conversion->hasOneUse() ? candidate.conversion : nullptr;
  auto use = LocalStoreOp::create(builder, alloc.getLoc(), candidate.block, alloc);
  bool isTooMuch = countCtasWithout(without) < wanted;
  use.erase();
  return isTooMuch;
}

std::string StorePromoter::replace(Candidate &candidate, const TmaCopy &copy, MemDescType type) {
  std::optional<SmallVector<Operation *>> rivals = findRivals(candidate.access);
  if (!rivals) {
    return "the kernel may read the tile again";
  }
  Location loc = candidate.access->getLoc();
  OpBuilder builder(candidate.access);
  int64_t ctasBefore = countCtasWithout(nullptr);
  auto alloc = LocalAllocOp::create(builder, loc, type, candidate.block);
  if (takesTooMuch(candidate, alloc, ctasBefore)) {
    alloc.erase();
    return "the tile would take too much shared memory";
  }
  replacements.push_back({alloc, *rivals, copy.uncertainRowBytes});
  replaced[candidate.access] = copy.uncertainRowBytes;
  candidate.hasAlternative = copy.uncertainRowBytes.has_value();
  if (copy.uncertainRowBytes) {
    builder = branchOnRow(candidate, *copy.uncertainRowBytes);
    alloc->moveBefore(builder.getInsertionBlock(), builder.getInsertionPoint());
  }
  SmallVector<Value> coordinates = emitCoordinates(builder, loc, copy, IRMapping());
  tk::AtomicKindAttr reduce;
  if (candidate.reduce) {
    reduce = tk::AtomicKindAttr::get(builder.getContext(), *candidate.reduce);
  }
  Value map = getMapArgument(kernel, copy.map);
  TmaStoreOp::create(builder, loc, alloc, map, coordinates, getPointers(candidate.access), reduce);
  if (!copy.uncertainRowBytes) {
    dropAccess(candidate);
  }
  return "";
}

std::string StorePromoter::promote(Candidate &candidate) {
  auto block = cast<RankedTensorType>(candidate.block.getType());
  auto accessed = cast<RankedTensorType>(getPointers(candidate.access).getType());
  if (!hasSwizzledBuffer(block)) {
    return "TMA swizzles elements of 8 to 64 bits only";
  }
  MemDescType type = chooseBuffer(block, accessed);
  if (!type) {
    return "rows of the tile are no multiple of 32 bytes";
  }
  if (type.getSizeInBytes() < fewestTmaBytes) {
    return "the tile is small";
  }
  std::variant<TmaCopy, std::string> plan = planTmaStore(candidate.access, type, candidate.mapType, *axisInfo);
  if (std::string *reason = std::get_if<std::string>(&plan)) {
    return *reason;
  }
  if (isDearer(candidate, type)) {
    return "threads would meet more bank conflicts than they do without";
  }
  return replace(candidate, std::get<TmaCopy>(plan), type);
}

/// Goes from the written block back to the one of two dimensions that it is made of.
static void followBack(Candidate &candidate, Value written) {
  candidate.block = written;
  bool isReshaped = false;
  while (Operation *op = candidate.block.getDefiningOp()) {
    auto reshape = dyn_cast<tk::ReshapeOp>(op);
    ArrayRef<int64_t> shape = cast<RankedTensorType>(candidate.block.getType()).getShape();
    bool splitsRows = reshape && !isReshaped && !reshape.getAllowReorder() && shape.size() > 2 &&
                      cast<RankedTensorType>(reshape.getSource().getType()).getRank() == 2 &&
                      cast<RankedTensorType>(reshape.getSource().getType()).getShape().back() == shape.back();
    auto conversion = dyn_cast<ConvertLayoutOp>(op);
    bool isShared = conversion && getScratchBytes(conversion) > 0;
    bool isReplaced = conversion && (!isShared || !candidate.conversion);
    if (!splitsRows && !isReplaced) {
      return;
    }
    isReshaped |= splitsRows;
    candidate.conversion = isShared ? conversion : candidate.conversion;
    candidate.chain.push_back(op);
    candidate.block = op->getOperand(0);
  }
}

/// Why the access can't be one by TMA, whatever its layout; empty when it can.
static std::string refuse(const Candidate &candidate) {
  std::variant<TileAccess, std::string> tile =
      analyzeTile(getPointers(candidate.access), Value(), candidate.access->getParentOfType<scf::ForOp>());
  if (std::string *reason = std::get_if<std::string>(&tile)) {
    return *reason;
  }
  bool hasRows = cast<RankedTensorType>(candidate.block.getType()).getRank() == 2;
  return hasRows ? "" : "the block has more than two dimensions that are longer than 1";
}

static Candidate asStore(tk::StoreOp store) {
  Candidate candidate;
  candidate.access = store;
  candidate.mapType = cast<RankedTensorType>(store.getValue().getType()).getElementType();
  followBack(candidate, store.getValue());
  candidate.refusal = refuse(candidate);
  bool isPlain = store.getCache() == tk::CacheModifier::None && store.getEvict() == tk::EvictionPolicy::Normal;
  bool isShared = llvm::any_of(candidate.chain, [](Operation *op) { return !op->hasOneUse(); });
  if (candidate.refusal.empty() && !isPlain) {
    candidate.refusal = "the store has a cache modifier or an eviction policy";
  } else if (candidate.refusal.empty() && (!candidate.conversion || isShared)) {
    candidate.refusal = "threads store the block widely without a trip through shared memory";
  }
  return candidate;
}

/// The elements of a map that TMA reduces as the atomic does; null where it can't.
static Type getReducedType(tk::AtomicKind kind, Type element) {
  switch (kind) {
  case tk::AtomicKind::FAdd:
    return element.isF32() || element.isF16() || element.isBF16() ? element : Type();
  case tk::AtomicKind::UMax:
  case tk::AtomicKind::UMin:
    return element.isInteger(32) ? IntegerType::get(element.getContext(), 32, IntegerType::Unsigned) : Type();
  case tk::AtomicKind::Xchg:
  case tk::AtomicKind::FMax:
  case tk::AtomicKind::FMin:
    return {};
  default:
    return element.isInteger(32) ? element : Type();
  }
}

static Candidate asReduction(tk::AtomicRmwOp atomic) {
  Candidate candidate;
  candidate.access = atomic;
  candidate.reduce = atomic.getKind();
  candidate.mapType =
      getReducedType(atomic.getKind(), cast<RankedTensorType>(atomic.getValue().getType()).getElementType());
  followBack(candidate, atomic.getValue());
  candidate.refusal = refuse(candidate);
  bool isRelaxed = atomic.getSem() == tk::MemorySemantic::Relaxed && atomic.getScope() != tk::MemoryScope::System;
  if (!candidate.refusal.empty()) {
    return candidate;
  }
  candidate.refusal = !atomic.getResult().use_empty() ? "the atomic's result is read"
                      : !isRelaxed                    ? "the atomic orders other accesses"
                      : !candidate.mapType            ? "TMA has no such reduction of elements of this type"
                                                      : "";
  return candidate;
}

/// All accesses of blocks of two dimensions or more that write.
static SmallVector<Candidate> collectCandidates(func::FuncOp kernel) {
  SmallVector<Candidate> candidates;
  kernel.walk([&](Operation *op) {
    auto store = dyn_cast<tk::StoreOp>(op);
    auto atomic = dyn_cast<tk::AtomicRmwOp>(op);
    auto block = store || atomic ? dyn_cast<RankedTensorType>(getPointers(op).getType()) : RankedTensorType();
    if (block && block.getRank() > 1) {
      candidates.push_back(store ? asStore(store) : asReduction(atomic));
    }
  });
  return candidates;
}

static void explain(Location loc, StringRef reason, RankedTensorType block, bool hasAlternative) {
  auto opts = remark::RemarkOpts::name("StoreByTma").category("tkg-promote-stores");
  if (reason.empty()) {
    remark::passed(loc, opts) << remark::add(
        "the tile is stored by TMA, through {0} bytes of shared memory{1}", getSizeInBytes(block),
        hasAlternative ? "; by threads where a row is no multiple of 16 bytes" : "");
  } else {
    remark::missed(loc, opts) << remark::add("{0}", reason.str());
  }
}

namespace {
struct PromoteStores : tkc::tkg::impl::PromoteStoresBase<PromoteStores> {
  void runOnOperation() override {
    std::optional<Target> target = getTarget(getOperation());
    if (!target || !target->hasTma()) {
      return;
    }
    std::optional<AxisInfoAnalysis> axisInfo;
    for (auto kernel : getOperation().getOps<func::FuncOp>()) {
      SmallVector<Candidate> candidates = collectCandidates(kernel);
      bool calls = kernel.walk([](func::CallOp) { return WalkResult::interrupt(); }).wasInterrupted();
      if (candidates.empty() || calls || !kernel->hasAttr(tk::kernelAttrName)) {
        continue;
      }
      bool isAnyPromising = llvm::any_of(candidates, [](const Candidate &each) { return each.refusal.empty(); });
      if (isAnyPromising && !axisInfo) {
        axisInfo.emplace(getOperation());
      }
      StorePromoter promoter(kernel, *target, axisInfo ? &*axisInfo : nullptr);
      for (Candidate &candidate : candidates) {
        Location loc = candidate.access->getLoc();
        Type block = candidate.block.getType();
        std::string reason = candidate.refusal.empty() ? promoter.promote(candidate) : candidate.refusal;
        numPromoted += reason.empty();
        explain(loc, reason, cast<RankedTensorType>(block), candidate.hasAlternative);
      }
      promoter.insertFences();
    }
  }
};
} // namespace
