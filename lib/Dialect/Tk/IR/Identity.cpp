// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Op identity as the metadata of fused locations.
#include "tkc/Dialect/Tk/IR/Identity.h"

#include "tkc/Dialect/Tk/IR/Tk.h"

#include "mlir/IR/Iterators.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace tkc::tk {

llvm::SmallVector<int32_t> getIds(Location loc) {
  llvm::SmallVector<int32_t> ids;
  auto add = [&](Location part) {
    if (auto fused = dyn_cast<FusedLoc>(part)) {
      if (auto attr = dyn_cast_or_null<IdsAttr>(fused.getMetadata())) {
        ids.append(attr.getIds().begin(), attr.getIds().end());
      }
    }
  };
  // Ids may stand on the location itself, on parts that upstream fused, or on both sides of a call site.
  loc->walk([&](Location part) {
    add(part);
    return WalkResult::advance();
  });
  llvm::sort(ids);
  ids.erase(llvm::unique(ids), ids.end());
  return ids;
}

Location getSourceLocation(Location loc) {
  if (auto fused = dyn_cast<FusedLoc>(loc)) {
    for (Location part : fused.getLocations()) {
      Location source = getSourceLocation(part);
      if (!isa<UnknownLoc>(source)) {
        return source;
      }
    }
    return UnknownLoc::get(loc.getContext());
  }
  if (auto call = dyn_cast<CallSiteLoc>(loc)) {
    Location callee = getSourceLocation(call.getCallee());
    Location caller = getSourceLocation(call.getCaller());
    return isa<UnknownLoc>(callee) ? caller : Location(CallSiteLoc::get(callee, caller));
  }
  return loc;
}

Location makeLocation(Location source, llvm::ArrayRef<int32_t> ids) {
  if (ids.empty()) {
    return source;
  }
  MLIRContext *context = source.getContext();
  llvm::SmallVector<int32_t> sorted(ids);
  llvm::sort(sorted);
  sorted.erase(llvm::unique(sorted), sorted.end());
  return FusedLoc::get(context, {source}, IdsAttr::get(context, sorted));
}

Location mergeLocations(Location first, Location second) {
  llvm::SmallVector<int32_t> ids = getIds(first);
  llvm::append_range(ids, getIds(second));
  Location source = getSourceLocation(first);
  return makeLocation(isa<UnknownLoc>(source) ? getSourceLocation(second) : source, ids);
}

void mergeIds(Operation *op, Location from) {
  if (!isExemptFromIds(op)) {
    op->setLoc(mergeLocations(op->getLoc(), from));
  }
}

bool isExemptFromIds(Operation *op) {
  return op->hasTrait<OpTrait::ConstantLike>() || op->hasTrait<OpTrait::IsTerminator>() ||
         op->hasTrait<OpTrait::SymbolTable>() || isa<FunctionOpInterface>(op) || isa<ub::PoisonOp>(op) ||
         op->getName().getStringRef() == "builtin.module";
}

static Location findNeighbourLocation(Operation *op) {
  for (Operation *user : op->getUsers()) {
    if (!getIds(user->getLoc()).empty()) {
      return user->getLoc();
    }
  }
  for (Operation *parent = op->getParentOp(); parent; parent = parent->getParentOp()) {
    if (!getIds(parent->getLoc()).empty()) {
      return parent->getLoc();
    }
  }
  return op->getLoc();
}

unsigned normaliseIds(Operation *root) {
  unsigned numRepaired = 0;
  // Users come after definitions, so a reverse walk lets ids travel up a chain of ops that lost theirs.
  root->walk<WalkOrder::PostOrder, ReverseIterator>([&](Operation *op) {
    if (!isExemptFromIds(op) && getIds(op->getLoc()).empty()) {
      Location neighbour = findNeighbourLocation(op);
      numRepaired += neighbour != op->getLoc();
      mergeIds(op, neighbour);
    }
  });
  return numRepaired;
}

Operation *findOpWithoutIds(Operation *root) {
  Operation *found = nullptr;
  root->walk([&](Operation *op) {
    if (isExemptFromIds(op) || !getIds(op->getLoc()).empty()) {
      return WalkResult::advance();
    }
    found = op;
    return WalkResult::interrupt();
  });
  return found;
}

void IdentityListener::notifyOperationReplaced(Operation *op, Operation *replacement) {
  mergeIds(replacement, op->getLoc());
}

void IdentityListener::notifyOperationReplaced(Operation *op, ValueRange replacement) {
  for (Value value : replacement) {
    if (Operation *definition = value.getDefiningOp()) {
      mergeIds(definition, op->getLoc());
    }
  }
}

} // namespace tkc::tk
