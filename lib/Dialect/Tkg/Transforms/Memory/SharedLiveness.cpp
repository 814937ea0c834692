// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// When the buffers and scratch areas of a function are in use.
#include "SharedLiveness.h"

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

static BufferRequest describeAlloc(LocalAllocOp alloc, const OpTimes &times) {
  auto type = cast<MemDescType>(alloc.getType());
  BufferRequest request;
  request.bytes = type.getSizeInBytes();
  request.alignment = type.getEncoding().getAlignment();
  request.begin = request.end = times.getBegin(alloc);
  for (Operation *user : alloc.getResult().getUsers()) {
    // A descriptor that is handed on may be used anywhere later.
    bool isAccess = isa<LocalLoadOp, LocalStoreOp>(user);
    unsigned end = isAccess ? getEndOfUse(user, alloc->getBlock(), times) : times.getLast();
    request.end = std::max(request.end, end);
  }
  return request;
}

std::vector<SharedBuffer> tkc::tkg::collectSharedBuffers(func::FuncOp function,
                                                         function_ref<int64_t(func::CallOp)> calleeBytes) {
  OpTimes times(function);
  std::vector<SharedBuffer> buffers;
  function.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (auto alloc = dyn_cast<LocalAllocOp>(op)) {
      buffers.push_back({op, describeAlloc(alloc, times)});
      return;
    }
    auto call = dyn_cast<func::CallOp>(op);
    int64_t bytes = call ? calleeBytes(call) : getScratchBytes(op);
    if (bytes > 0) {
      BufferRequest request{bytes, 16, times.getBegin(op), times.getEnd(op), std::nullopt};
      request.fixedOffset = call ? std::optional<int64_t>(0) : std::nullopt;
      buffers.push_back({op, request});
    }
  });
  return buffers;
}
