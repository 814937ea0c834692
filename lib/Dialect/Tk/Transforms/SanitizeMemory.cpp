// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pass tk-sanitize-memory.
#include "tkc/Dialect/Tk/IR/Identity.h"
#include "tkc/Dialect/Tk/IR/PointerSource.h"
#include "tkc/Dialect/Tk/Transforms/Passes.h"

#include "mlir/IR/Remarks.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace tkc::tk {

#define GEN_PASS_DEF_TKSANITIZEMEMORY
#include "tkc/Dialect/Tk/Transforms/Passes.h.inc"

namespace {

/// Guards the accesses of one kernel.
class AccessGuard {
public:
  explicit AccessGuard(func::FuncOp kernel) : kernel(kernel), builder(kernel.getContext()) {}

  /// Returns the number of accesses.
  unsigned run();

private:
  void addReport();
  Value check(Operation *access, Value pointer, Value mask, StringRef kind);
  void guard(LoadOp load);
  void guard(StoreOp store);
  void guard(AtomicRmwOp atomic);
  void guard(AtomicCasOp atomic);

  func::FuncOp kernel;
  OpBuilder builder;
  BlockArgument report;
  /// The arguments that are pointers, by their numbers in the report.
  llvm::MapVector<BlockArgument, unsigned> arrays;
  SmallVector<Attribute> sites;
};

} // namespace

void AccessGuard::addReport() {
  unsigned index = kernel.getNumArguments();
  for (BlockArgument argument : kernel.getArguments()) {
    if (isa<PtrType>(argument.getType())) {
      arrays.insert({argument, unsigned(arrays.size())});
    }
  }
  (void)kernel.insertArgument(index, PtrType::get(builder.getI8Type()), {}, kernel.getLoc());
  report = kernel.getArgument(index);
}

Value AccessGuard::check(Operation *access, Value pointer, Value mask, StringRef kind) {
  builder.setInsertionPoint(access);
  BlockArgument array = findArray(pointer);
  auto known = arrays.find(array);
  IntegerAttr number = known == arrays.end() ? IntegerAttr() : builder.getI32IntegerAttr(int32_t(known->second));
  SmallVector<int32_t> ids = getIds(access->getLoc());
  unsigned bits = 64;
  Type pointee = getElementTypeOrSelf(getPointeeLike(pointer.getType()));
  if (!isa<PtrType>(pointee)) {
    bits = std::max(8u, pointee.getIntOrFloatBitWidth());
  }
  auto site = builder.getI32IntegerAttr(int32_t(sites.size()));
  auto name = [&](StringRef key, Attribute value) { return builder.getNamedAttr(key, value); };
  sites.push_back(builder.getDictionaryAttr({name("access", builder.getStringAttr(kind)),
                                             name("array", number ? number : builder.getI32IntegerAttr(-1)),
                                             name("bytes", builder.getI32IntegerAttr(int32_t(bits / 8))),
                                             name("id", builder.getI32IntegerAttr(ids.empty() ? 0 : ids[0]))}));
  Value inside =
      CheckBoundsOp::create(builder, access->getLoc(), withElementType(pointer.getType(), builder.getI1Type()), pointer,
                            report, mask, number, builder.getI32IntegerAttr(int32_t(arrays.size())), site);
  return mask ? Value(arith::AndIOp::create(builder, access->getLoc(), mask, inside)) : inside;
}

void AccessGuard::guard(LoadOp load) {
  Value mask = check(load, load.getPointer(), load.getMask(), "load");
  load.getMaskMutable().assign(mask);
  if (load.getOther()) {
    return;
  }
  // What is not read is defined, so that one mistake does not look like two.
  Type element = getElementTypeOrSelf(load.getType());
  Value zero;
  if (isa<PtrType>(element)) {
    Value number = arith::ConstantOp::create(builder, load.getLoc(), builder.getI64IntegerAttr(0));
    zero = IntToPtrOp::create(builder, load.getLoc(), element, number);
  } else {
    zero = arith::ConstantOp::create(builder, load.getLoc(), builder.getZeroAttr(element));
  }
  if (isa<RankedTensorType>(load.getType())) {
    zero = SplatOp::create(builder, load.getLoc(), load.getType(), zero);
  }
  load.getOtherMutable().assign(zero);
}

void AccessGuard::guard(StoreOp store) {
  store.getMaskMutable().assign(check(store, store.getPointer(), store.getMask(), "store"));
}

void AccessGuard::guard(AtomicRmwOp atomic) {
  atomic.getMaskMutable().assign(check(atomic, atomic.getPointer(), atomic.getMask(), "atomic"));
}

/// A compare and swap has no mask: one outside works on the report itself instead, where nobody reads.
void AccessGuard::guard(AtomicCasOp atomic) {
  Value inside = check(atomic, atomic.getPointer(), Value(), "atomic");
  Location loc = atomic.getLoc();
  Type scalar = getElementTypeOrSelf(atomic.getPointer().getType());
  Value spareOffset = arith::ConstantOp::create(builder, loc, builder.getI32IntegerAttr(FaultReport::spareOffset));
  Value spare = AddPtrOp::create(builder, loc, report, spareOffset);
  spare = PtrCastOp::create(builder, loc, scalar, spare);
  if (isa<RankedTensorType>(atomic.getPointer().getType())) {
    spare = SplatOp::create(builder, loc, atomic.getPointer().getType(), spare);
  }
  Value chosen = arith::SelectOp::create(builder, loc, inside, atomic.getPointer(), spare);
  atomic.getPointerMutable().assign(chosen);
}

unsigned AccessGuard::run() {
  SmallVector<Operation *> accesses;
  kernel.walk([&](Operation *op) {
    llvm::TypeSwitch<Operation *>(op).Case<LoadOp, StoreOp, AtomicRmwOp, AtomicCasOp>([&](auto access) {
      if (!isAddressFromMemory(access.getPointer())) {
        accesses.push_back(op);
        return;
      }
      remark::missed(op->getLoc(), remark::RemarkOpts::name("AccessUnchecked").category("tk-sanitize-memory"))
          << remark::add("the pointer was loaded or made from a number, so that its array is not known");
    });
  });
  addReport();
  for (Operation *access : accesses) {
    llvm::TypeSwitch<Operation *>(access).Case<LoadOp, StoreOp, AtomicRmwOp, AtomicCasOp>(
        [&](auto typed) { guard(typed); });
  }
  SmallVector<int32_t> numbers;
  for (auto [argument, number] : arrays) {
    numbers.push_back(int32_t(argument.getArgNumber()));
  }
  auto description = builder.getDictionaryAttr({builder.getNamedAttr("arrays", builder.getDenseI32ArrayAttr(numbers)),
                                                builder.getNamedAttr("sites", builder.getArrayAttr(sites))});
  kernel.setArgAttr(report.getArgNumber(), faultReportAttrName, description);
  return unsigned(accesses.size());
}

namespace {
struct TkSanitizeMemory : impl::TkSanitizeMemoryBase<TkSanitizeMemory> {
  void runOnOperation() override {
    getOperation()->walk([&](func::FuncOp function) {
      if (function->hasAttr(kernelAttrName)) {
        numAccesses += AccessGuard(function).run();
      }
    });
  }
};
} // namespace

} // namespace tkc::tk
