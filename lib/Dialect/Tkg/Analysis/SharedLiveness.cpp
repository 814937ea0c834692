// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// When the buffers and scratch areas of a function are in use.
#include "tkc/Dialect/Tkg/Analysis/SharedLiveness.h"

#include "tkc/Dialect/Tkg/Analysis/ScratchMemory.h"

#include "mlir/Interfaces/LoopLikeInterface.h"

#include "llvm/ADT/DenseMap.h"

using namespace mlir;
using namespace tkc;
using namespace tkc::tkg;

namespace {
/// Numbers the ops of a function in the order in which they begin; an op with regions ends with its last op.
class OpTimes {
public:
  explicit OpTimes(func::FuncOp function) { number(function); }

  unsigned getBegin(Operation *op) const { return times.lookup(op).first; }
  unsigned getEnd(Operation *op) const { return times.lookup(op).second; }
  unsigned getLast() const { return next; }

private:
  void number(Operation *op) {
    unsigned begin = next++;
    for (Region &region : op->getRegions()) {
      for (Operation &inner : region.getOps()) {
        number(&inner);
      }
    }
    times[op] = {begin, next - 1};
  }

  llvm::DenseMap<Operation *, std::pair<unsigned, unsigned>> times;
  unsigned next = 0;
};
} // namespace

/// The last time at which a use of a buffer that `block` allocates needs it.
static unsigned getEndOfUse(Operation *user, Block *block, const OpTimes &times) {
  unsigned end = times.getEnd(user);
  for (Operation *op = user; op && op->getBlock() != block; op = op->getParentOp()) {
    Operation *parent = op->getParentOp();
    if (parent && isa<LoopLikeOpInterface>(parent)) {
      end = times.getEnd(parent);
    }
  }
  return end;
}

/// The last time at which something waits for a dot's result, which a loop may hand on.
static unsigned getEndOfFlight(Value result, Block *block, const OpTimes &times) {
  unsigned end = 0;
  for (OpOperand &use : result.getUses()) {
    Operation *user = use.getOwner();
    end = std::max(end, getEndOfUse(user, block, times));
    auto loop = isa<scf::YieldOp>(user) ? dyn_cast<scf::ForOp>(user->getParentOp()) : scf::ForOp();
    if (loop) {
      end = std::max(end, getEndOfFlight(loop.getResult(use.getOperandNumber()), block, times));
    }
  }
  return end;
}

/// The last time at which `buffer`, or a view of it, is used. An access that goes on beside the threads is one until
/// they have waited for it.
static unsigned getEndOfUses(Value buffer, Block *block, const OpTimes &times) {
  unsigned end = 0;
  for (Operation *user : buffer.getUsers()) {
    if (isa<LocalSlotOp, LocalTransOp>(user)) {
      end = std::max(end, getEndOfUses(user->getResult(0), block, times));
    }
    if (auto dot = dyn_cast<WarpGroupDotOp>(user)) {
      end = std::max(end, getEndOfFlight(dot.getResult(), block, times));
    }
    // A descriptor that is handed on may be used anywhere later.
    bool isKnown = isa<LocalLoadOp, LocalStoreOp, LocalSlotOp, LocalTransOp, CopyAsyncOp, WarpGroupDotOp, TmaLoadOp,
                       TmaStoreOp, MbarrierInitOp, MbarrierInvalOp, MbarrierExpectOp, MbarrierWaitOp>(user);
    end = std::max(end, isKnown ? getEndOfUse(user, block, times) : times.getLast());
  }
  return end;
}

static Operation *getOutermostLoop(Operation *op) {
  Operation *outermost = nullptr;
  for (Operation *parent = op->getParentOp(); parent; parent = parent->getParentOp()) {
    outermost = isa<LoopLikeOpInterface>(parent) ? parent : outermost;
  }
  return outermost;
}

/// The buffer is in use as long as the loops around, or, outside of loops, to the end of the function.
static void extendToLoops(BufferRequest &request, Operation *op, const OpTimes &times) {
  Operation *loop = getOutermostLoop(op);
  request.begin = loop ? times.getBegin(loop) : request.begin;
  request.end = loop ? times.getEnd(loop) : times.getLast();
}

static BufferRequest describeAlloc(LocalAllocOp alloc, const OpTimes &times, StoreLife storeLife) {
  auto type = cast<MemDescType>(alloc.getType());
  BufferRequest request;
  request.bytes = type.getSizeInBytes();
  request.alignment = type.getEncoding().getAlignment();
  request.begin = times.getBegin(alloc);
  request.end = std::max(request.begin, getEndOfUses(alloc.getResult(), alloc->getBlock(), times));
  bool isStored = llvm::any_of(alloc->getUsers(), [](Operation *user) { return isa<TmaStoreOp>(user); });
  if (isStored && storeLife == StoreLife::WholeLoop) {
    extendToLoops(request, alloc, times);
  }
  return request;
}

static BufferRequest describeScratch(Operation *op, int64_t bytes, const OpTimes &times, ScratchLife life) {
  constexpr int64_t littleBytes = 1024;
  BufferRequest request{bytes, 16, times.getBegin(op), times.getEnd(op), std::nullopt};
  if (life == ScratchLife::WholeLoop && bytes <= littleBytes) {
    request.begin = 0;
    extendToLoops(request, op, times);
  }
  return request;
}

std::vector<SharedBuffer> tkc::tkg::collectSharedBuffers(func::FuncOp function,
                                                         function_ref<int64_t(func::CallOp)> calleeBytes,
                                                         BufferLives lives) {
  OpTimes times(function);
  std::vector<SharedBuffer> buffers;
  function.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (auto alloc = dyn_cast<LocalAllocOp>(op)) {
      buffers.push_back({op, describeAlloc(alloc, times, lives.store)});
      return;
    }
    auto call = dyn_cast<func::CallOp>(op);
    int64_t bytes = call ? calleeBytes(call) : getScratchBytes(op);
    if (bytes > 0) {
      BufferRequest request = describeScratch(op, bytes, times, call ? ScratchLife::Op : lives.scratch);
      request.fixedOffset = call ? std::optional<int64_t>(0) : std::nullopt;
      buffers.push_back({op, request});
    }
  });
  return buffers;
}

int64_t tkc::tkg::countSharedBytesDuring(Operation *op, const llvm::SmallPtrSetImpl<Operation *> &except) {
  auto function = op->getParentOfType<func::FuncOp>();
  OpTimes times(function);
  std::vector<BufferRequest> requests;
  for (const SharedBuffer &buffer : collectSharedBuffers(function, [](func::CallOp) { return int64_t(0); })) {
    bool isLive = buffer.request.begin <= times.getEnd(op) && times.getBegin(op) <= buffer.request.end;
    if (isLive && !except.contains(buffer.op)) {
      requests.push_back(buffer.request);
    }
  }
  return placeBuffers(requests).totalBytes;
}

int64_t tkc::tkg::countCtas(const Target &target, unsigned numWarps, int64_t sharedBytes) {
  if (sharedBytes > target.maxSharedBytesPerCta) {
    return 0;
  }
  int64_t byWarps = target.maxWarpsPerSm / numWarps;
  int64_t byShared = target.sharedBytesPerSm / (sharedBytes + target.reservedSharedBytesPerCta);
  return std::min<int64_t>({byWarps, byShared, target.maxCtasPerSm});
}
