// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Orders accesses to shared memory by barriers.
#include "tkc/Dialect/Tkg/Transforms/Memory/Passes.h"

#include "SharedHazards.h"

namespace tkc::tkg {
#define GEN_PASS_DEF_INSERTBARRIERS
#include "tkc/Dialect/Tkg/Transforms/Memory/Passes.h.inc"
} // namespace tkc::tkg

using namespace mlir;
using namespace tkc;
using namespace tkc::tkg;

namespace {
struct InsertBarriers : tkc::tkg::impl::InsertBarriersBase<InsertBarriers> {
  void runOnOperation() override {
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      HazardResolver resolver(function);
      resolver.visit(function.getBody(), {});
      numBarriers += resolver.numBarriers;
    }
  }
};
} // namespace
