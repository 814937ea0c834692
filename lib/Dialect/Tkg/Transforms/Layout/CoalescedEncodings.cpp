// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which blocked layout each memory access should have.
#include "CoalescedEncodings.h"

#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tkc;
using namespace tkc::tkg;

BlockedAttr tkc::tkg::makeCoalesced(MLIRContext *context, ArrayRef<int64_t> shape, ArrayRef<unsigned> order,
                                    unsigned width, unsigned numWarps) {
  SmallVector<unsigned> sizePerThread(shape.size(), 1), threads(shape.size(), 1), warps(shape.size(), 1);
  sizePerThread[order[0]] = width;
  auto positionsLeft = [&](unsigned dim) {
    int64_t left = llvm::divideCeil(shape[dim], sizePerThread[dim] * threads[dim] * warps[dim]);
    return unsigned(llvm::PowerOf2Ceil(left));
  };
  unsigned lanesLeft = lanesPerWarp;
  for (unsigned dim : order) {
    threads[dim] = std::min(lanesLeft, positionsLeft(dim));
    lanesLeft /= threads[dim];
  }
  threads[order.back()] *= lanesLeft;
  unsigned warpsLeft = numWarps;
  for (unsigned dim : llvm::reverse(order)) {
    warps[dim] = std::min(warpsLeft, positionsLeft(dim));
    warpsLeft /= warps[dim];
  }
  warps[order.back()] *= warpsLeft;
  return BlockedAttr::get(context, sizePerThread, threads, warps, order);
}

Value tkc::tkg::getAccessedPointers(Operation *op) {
  Value pointer = llvm::TypeSwitch<Operation *, Value>(op)
                      .Case<tk::LoadOp, tk::StoreOp, tk::AtomicRmwOp, tk::AtomicCasOp>(
                          [](auto access) { return access.getPointer(); })
                      .Default([](Operation *) { return Value(); });
  return pointer && isa<RankedTensorType>(pointer.getType()) ? pointer : Value();
}

namespace {
/// One access, and how wide it could be on its own.
struct Access {
  Operation *op;
  SmallVector<unsigned> order;
  unsigned width;
  unsigned maxWidth;
};

/// Finds accesses whose data meet in elementwise ops of one shape.
class DataClasses {
public:
  explicit DataClasses(Operation *root) {
    root->walk([&](Operation *op) {
      if (op->hasTrait<OpTrait::Elementwise>()) {
        unite(op);
      }
    });
  }

  /// A name for the class of an access's data.
  void *getClass(Operation *access) const {
    Value data = isa<tk::StoreOp>(access) ? cast<tk::StoreOp>(access).getValue() : access->getResult(0);
    auto leader = classes.findLeader(data.getAsOpaquePointer());
    return leader == classes.member_end() ? data.getAsOpaquePointer() : *leader;
  }

private:
  static bool isData(Value value) {
    auto type = dyn_cast<RankedTensorType>(value.getType());
    return type && !isa<tk::PtrType>(type.getElementType());
  }

  void unite(Operation *op) {
    for (Value operand : op->getOperands()) {
      if (op->getNumResults() > 0 && isData(operand) && isData(op->getResult(0))) {
        classes.unionSets(operand.getAsOpaquePointer(), op->getResult(0).getAsOpaquePointer());
      }
    }
  }

  llvm::EquivalenceClasses<void *> classes;
};
} // namespace

static Value getMask(Operation *op) {
  return llvm::TypeSwitch<Operation *, Value>(op)
      .Case<tk::LoadOp, tk::StoreOp, tk::AtomicRmwOp>([](auto access) -> Value { return access.getMask(); })
      .Default([](Operation *) { return Value(); });
}

static Access describe(Operation *op, const AxisInfoAnalysis &axisInfo, unsigned numWarps) {
  Value pointer = getAccessedPointers(op);
  auto type = cast<RankedTensorType>(pointer.getType());
  Access access{op, axisInfo.getContiguityOrder(pointer), 1, 1};
  // Atomics act on single elements.
  if (isa<tk::LoadOp, tk::StoreOp>(op)) {
    access.maxWidth = std::max(1u, 16 / getPointeeBytes(type));
    int64_t perThread = std::max<int64_t>(1, type.getNumElements() / (numWarps * lanesPerWarp));
    unsigned width = axisInfo.getAccessWidth(pointer, getMask(op), access.order[0]);
    access.width = std::min<int64_t>(width, llvm::bit_floor(uint64_t(perThread)));
  }
  return access;
}

llvm::MapVector<Operation *, BlockedAttr>
tkc::tkg::chooseCoalescedEncodings(Operation *root, const AxisInfoAnalysis &axisInfo, unsigned numWarps) {
  DataClasses dataClasses(root);
  SmallVector<Access> accesses;
  root->walk([&](Operation *op) {
    if (getAccessedPointers(op)) {
      accesses.push_back(describe(op, axisInfo, numWarps));
    }
  });
  auto shapeOf = [](const Access &access) {
    return cast<RankedTensorType>(getAccessedPointers(access.op).getType()).getShape();
  };
  llvm::MapVector<Operation *, BlockedAttr> encodings;
  for (const Access &access : accesses) {
    unsigned width = access.width, maxWidth = access.maxWidth;
    for (const Access &other : accesses) {
      if (access.maxWidth > 1 && other.maxWidth > 1 && other.order == access.order &&
          shapeOf(other) == shapeOf(access) && dataClasses.getClass(other.op) == dataClasses.getClass(access.op)) {
        width = std::max(width, other.width);
        maxWidth = std::min(maxWidth, other.maxWidth);
      }
    }
    encodings[access.op] =
        makeCoalesced(root->getContext(), shapeOf(access), access.order, std::min(width, maxWidth), numWarps);
  }
  return encodings;
}
