// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pass tk-inline: calls become the body of what they call.
#include "tkc/Dialect/Tk/IR/Identity.h"
#include "tkc/Dialect/Tk/Transforms/Passes.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Remarks.h"
#include "mlir/IR/SymbolTable.h"

using namespace mlir;

namespace tkc::tk {

#define GEN_PASS_DEF_TKINLINE
#include "tkc/Dialect/Tk/Transforms/Passes.h.inc"

static constexpr llvm::StringLiteral passName = "tk-inline";

namespace {
/// Inlines the calls of one function after those of the functions that it calls.
class Inliner {
public:
  explicit Inliner(ModuleOp module) : symbols(module) {}

  /// Inlines what can be inlined into `function`.
  void run(func::FuncOp function);
  unsigned getNumInlined() const { return numInlined; }

private:
  /// Why the call has to stay, or an empty string.
  StringRef findObstacle(func::CallOp call, func::FuncOp callee) const;
  void inlineCall(func::CallOp call, func::FuncOp callee);

  SymbolTable symbols;
  llvm::DenseSet<Operation *> finished, recursive;
  llvm::SetVector<Operation *> active;
  unsigned numInlined = 0;
};
} // namespace

void Inliner::run(func::FuncOp function) {
  if (finished.contains(function)) {
    return;
  }
  active.insert(function);
  SmallVector<func::CallOp> calls;
  function.walk([&](func::CallOp call) { calls.push_back(call); });
  for (func::CallOp call : calls) {
    auto callee = symbols.lookup<func::FuncOp>(call.getCallee());
    if (callee && active.contains(callee)) {
      recursive.insert(callee);
    } else if (callee) {
      run(callee);
    }
    StringRef obstacle = findObstacle(call, callee);
    if (!obstacle.empty()) {
      remark::missed(call.getLoc(), remark::RemarkOpts::name("CallInlined").category(passName))
          << remark::add("`{0}` is called, not inlined", call.getCallee().str())
          << remark::reason("{0}", obstacle.str());
      continue;
    }
    inlineCall(call, callee);
  }
  active.remove(function);
  finished.insert(function);
}

StringRef Inliner::findObstacle(func::CallOp call, func::FuncOp callee) const {
  if (!callee || callee.isExternal()) {
    return "it has no body";
  }
  if (recursive.contains(callee)) {
    return "it calls itself";
  }
  if (callee.getNoInline() || call.getNoInline()) {
    return "it is marked `noinline`";
  }
  return callee.getBody().hasOneBlock() ? "" : "it has unstructured control flow";
}

/// The location of an op of `callee` in a call at `call`: called from there, with the ids that it has.
static Location getInlinedLocation(Location callee, Location call) {
  Location source = CallSiteLoc::get(getSourceLocation(callee), getSourceLocation(call));
  return makeLocation(source, getIds(callee));
}

void Inliner::inlineCall(func::CallOp call, func::FuncOp callee) {
  OpBuilder builder(call);
  IRMapping mapping;
  mapping.map(callee.getArguments(), call.getOperands());
  for (Operation &op : callee.front().without_terminator()) {
    Operation *clone = builder.clone(op, mapping);
    clone->walk([&](Operation *inner) { inner->setLoc(getInlinedLocation(inner->getLoc(), call.getLoc())); });
  }
  for (auto [result, returned] : llvm::zip(call.getResults(), callee.front().getTerminator()->getOperands())) {
    result.replaceAllUsesWith(mapping.lookupOrDefault(returned));
  }
  call.erase();
  ++numInlined;
}

/// Erases private functions that nothing names; returns how many.
static unsigned eraseDeadFunctions(ModuleOp module) {
  unsigned numErased = 0;
  bool hasChanged = true;
  while (hasChanged) {
    hasChanged = false;
    for (auto function : llvm::make_early_inc_range(module.getOps<func::FuncOp>())) {
      if (function.isPrivate() && SymbolTable::symbolKnownUseEmpty(function, module)) {
        function.erase();
        hasChanged = true;
        ++numErased;
      }
    }
  }
  return numErased;
}

namespace {
struct TkInline : impl::TkInlineBase<TkInline> {
  using TkInlineBase::TkInlineBase;

  void runOnOperation() override {
    Inliner inliner(getOperation());
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      inliner.run(function);
    }
    numInlined += inliner.getNumInlined();
    numErased += eraseDeadFunctions(getOperation());
  }
};
} // namespace

} // namespace tkc::tk
