// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Removes moves between layouts.
#include "tkc/Dialect/Tk/IR/CarriedValues.h"
#include "tkc/Dialect/Tk/IR/IdentityRewrites.h"
#include "tkc/Dialect/Tkg/Analysis/ScratchMemory.h"
#include "tkc/Dialect/Tkg/Transforms/Layout/Passes.h"
#include "tkc/Layout/Conversion.h"

#include "mlir/IR/Dominance.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Transforms/CSE.h"

#include "CarriedValues.h"
#include "ForwardLayouts.h"
#include "LayoutRules.h"
#include "Rematerialisation.h"

namespace tkc::tkg {
#define GEN_PASS_DEF_REMOVELAYOUTCONVERSIONS
#include "tkc/Dialect/Tkg/Transforms/Layout/Passes.h.inc"
} // namespace tkc::tkg

using namespace mlir;
using namespace tkc;
using namespace tkc::tkg;

/// Rounds of rematerialisation; each makes the kernel cheaper, and two or three are enough in practice.
constexpr unsigned maxRounds = 8;

static SmallVector<ConvertLayoutOp> collectConversions(func::FuncOp function) {
  SmallVector<ConvertLayoutOp> conversions;
  function.walk([&](ConvertLayoutOp op) { conversions.push_back(op); });
  return conversions;
}

/// Folds conversions and loops, and erases what is dead or double.
static void cleanUp(func::FuncOp function) {
  MLIRContext *context = function.getContext();
  tk::cutUnneededCarriedValues(function);
  RewritePatternSet patterns(context);
  ConvertLayoutOp::getCanonicalizationPatterns(patterns, context);
  scf::ForOp::getCanonicalizationPatterns(patterns, context);
  scf::IfOp::getCanonicalizationPatterns(patterns, context);
  tk::applyKeepingIdentity(function, std::move(patterns));
  tk::IdentityListener listener;
  IRRewriter rewriter(context, &listener);
  DominanceInfo dominance(function);
  eliminateCommonSubExpressions(rewriter, dominance, function);
}

static bool rematerialise(func::FuncOp function, ConversionCost &cost) {
  bool changed = false;
  for (ConvertLayoutOp conversion : collectConversions(function)) {
    Rematerialisation plan(conversion, cost);
    if (plan.isWorthwhile()) {
      plan.run();
      changed = true;
    }
  }
  return changed;
}

/// How data moves; empty where threads only rename registers.
static std::string describeMove(ConvertLayoutOp conversion) {
  layout::LinearLayout source = toLinearLayout(conversion.getSource().getType());
  auto kind = layout::classifyConversion(source, toLinearLayout(conversion.getType()));
  if (kind == layout::ConversionKind::None || kind == layout::ConversionKind::RegisterPermutation) {
    return "";
  }
  int64_t bytes = getScratchBytes(conversion);
  return bytes == 0 ? "by shuffles between lanes"
                    : "through " + std::to_string(bytes) + " bytes of shared memory, with two barriers";
}

static void emitRemarks(func::FuncOp function) {
  for (ConvertLayoutOp conversion : collectConversions(function)) {
    std::string move = describeMove(conversion);
    if (!move.empty()) {
      remark::missed(conversion.getLoc(),
                     remark::RemarkOpts::name("ConversionLeft").category("tkg-remove-layout-conversions"))
          << remark::add("{0} elements move to another layout, {1}", conversion.getType().getNumElements(), move);
    }
  }
}

namespace {
struct RemoveLayoutConversions : tkc::tkg::impl::RemoveLayoutConversionsBase<RemoveLayoutConversions> {
  void runOnOperation() override {
    getOperation().walk([&](func::FuncOp function) {
      ConversionCost cost(getNumWarps(getOperation()));
      size_t before = collectConversions(function).size();
      cleanUp(function);
      ForwardLayouts(function, cost).run();
      cleanUp(function);
      for (unsigned round = 0; round < maxRounds && rematerialise(function, cost); ++round) {
        cleanUp(function);
      }
      size_t after = collectConversions(function).size();
      numRemoved += before > after ? before - after : 0;
      emitRemarks(function);
    });
  }
};
} // namespace
