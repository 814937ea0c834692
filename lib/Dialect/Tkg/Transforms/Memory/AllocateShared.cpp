// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Places buffers and scratch in shared memory.
#include "tkc/Dialect/Tkg/Analysis/SharedLiveness.h"
#include "tkc/Dialect/Tkg/IR/ModuleTarget.h"
#include "tkc/Dialect/Tkg/Transforms/Memory/Passes.h"

#include "llvm/ADT/STLExtras.h"

namespace tkc::tkg {
#define GEN_PASS_DEF_ALLOCATESHARED
#include "tkc/Dialect/Tkg/Transforms/Memory/Passes.h.inc"
} // namespace tkc::tkg

using namespace mlir;
using namespace tkc;
using namespace tkc::tkg;

namespace {
/// Allocates the functions of a module, callees before callers.
class Allocator {
public:
  Allocator(ModuleOp module, const Target &target) : module(module), target(target) {}

  /// Gives the ops of `function` offsets; the bytes that it needs.
  int64_t allocate(func::FuncOp function);
  /// Fails with a table of buffers when the function needs more than `limit`.
  LogicalResult checkLimit(func::FuncOp function);

  unsigned numBuffers = 0;

private:
  int64_t getCalleeBytes(func::CallOp call);
  struct Placement {
    std::vector<SharedBuffer> buffers;
    BufferPlacement places;
  };
  /// Places the buffers of a function.
  Placement place(func::FuncOp function, BufferLives lives);
  /// How many CTAs of a function with these buffers fit on a multiprocessor.
  int64_t countCtas(const Placement &placement) const;

  ModuleOp module;
  const Target &target;
  llvm::DenseMap<Operation *, int64_t> bytesOf;
};
} // namespace

int64_t Allocator::getCalleeBytes(func::CallOp call) {
  auto callee = module.lookupSymbol<func::FuncOp>(call.getCallee());
  return callee ? allocate(callee) : 0;
}

Allocator::Placement Allocator::place(func::FuncOp function, BufferLives lives) {
  Placement placement;
  placement.buffers = collectSharedBuffers(function, [&](func::CallOp call) { return getCalleeBytes(call); }, lives);
  std::vector<BufferRequest> requests;
  for (const SharedBuffer &buffer : placement.buffers) {
    requests.push_back(buffer.request);
  }
  placement.places = placeBuffers(requests);
  return placement;
}

int64_t Allocator::countCtas(const Placement &placement) const {
  return tkg::countCtas(target, getNumWarps(module), placement.places.totalBytes);
}

int64_t Allocator::allocate(func::FuncOp function) {
  auto [entry, isNew] = bytesOf.try_emplace(function, 0);
  if (!isNew) {
    return entry->second;
  }
  BufferLives lives;
  Placement placement = place(function, lives);
  int64_t numCtas = countCtas(placement);
  // Buffers live longer, which saves waits, where that leaves as many CTAs on a multiprocessor.
  auto prefer = [&](BufferLives longer) {
    Placement other = place(function, longer);
    if (countCtas(other) >= numCtas) {
      placement = std::move(other);
      lives = longer;
    }
  };
  if (function.walk([](TmaStoreOp) { return WalkResult::interrupt(); }).wasInterrupted()) {
    prefer({StoreLife::WholeLoop, lives.scratch});
  }
  prefer({lives.store, ScratchLife::WholeLoop});
  Builder builder(module.getContext());
  for (auto [buffer, offset] : llvm::zip(placement.buffers, placement.places.offsets)) {
    buffer.op->setAttr(offsetAttrName, builder.getI32IntegerAttr(offset));
  }
  function->setAttr(sharedAttrName, builder.getI32IntegerAttr(placement.places.totalBytes));
  numBuffers += placement.buffers.size();
  return bytesOf[function] = placement.places.totalBytes;
}

LogicalResult Allocator::checkLimit(func::FuncOp function) {
  int64_t bytes = bytesOf.lookup(function);
  if (bytes <= target.maxSharedBytesPerCta) {
    return success();
  }
  InFlightDiagnostic error = function.emitError() << "`" << function.getName() << "` needs " << bytes
                                                  << " bytes of shared memory, but `" << target.name << "` has "
                                                  << int64_t(target.maxSharedBytesPerCta) << " [SharedMemoryExceeded]";
  std::vector<SharedBuffer> buffers =
      collectSharedBuffers(function, [&](func::CallOp call) { return getCalleeBytes(call); });
  llvm::sort(buffers, [](const SharedBuffer &a, const SharedBuffer &b) {
    return std::pair(-a.request.bytes, a.request.begin) < std::pair(-b.request.bytes, b.request.begin);
  });
  for (const SharedBuffer &buffer : buffers) {
    error.attachNote(buffer.op->getLoc())
        << buffer.request.bytes << " bytes at offset " << buffer.op->getAttrOfType<IntegerAttr>(offsetAttrName).getInt()
        << " for `" << buffer.op->getName() << "`";
  }
  return error;
}

namespace {
struct AllocateShared : tkc::tkg::impl::AllocateSharedBase<AllocateShared> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    std::string error;
    std::optional<Target> target = getTarget(module, &error);
    if (!target) {
      module.emitError() << error;
      return signalPassFailure();
    }
    Allocator allocator(module, *target);
    int64_t totalBytes = 0;
    for (auto function : module.getOps<func::FuncOp>()) {
      totalBytes = std::max(totalBytes, allocator.allocate(function));
      if (failed(allocator.checkLimit(function))) {
        return signalPassFailure();
      }
    }
    numBuffers += allocator.numBuffers;
    module->setAttr(sharedAttrName, Builder(module.getContext()).getI32IntegerAttr(totalBytes));
  }
};
} // namespace
