// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pointers that a loop moves on together: their starts, and one offset.
#include "SharePointerOffsets.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Instructions.h"

namespace tkc::ptx {

/// With fewer pointers there is little to gain, and the starts take registers of their own.
static constexpr size_t minimalPointers = 4;

/// The bytes by which the loop moves the pointer in each iteration, or null.
static llvm::Value *stepOf(const llvm::PHINode &phi, const llvm::Loop &loop) {
  auto *next = llvm::dyn_cast<llvm::GetElementPtrInst>(phi.getIncomingValueForBlock(loop.getLoopLatch()));
  bool isStep = next && next->getPointerOperand() == &phi && next->getNumIndices() == 1 &&
                next->getSourceElementType()->isIntegerTy(8) && next->getOperand(1)->getType()->isIntegerTy(64) &&
                loop.isLoopInvariant(next->getOperand(1));
  return isStep ? next->getOperand(1) : nullptr;
}

/// A copy of the number that strength reduction can't look through: it would give each pointer its own counter again.
static llvm::Value *hide(llvm::IRBuilder<> &builder, llvm::Value *number) {
  auto *type = llvm::FunctionType::get(number->getType(), {number->getType()}, /*isVarArg=*/false);
  auto *copy = llvm::InlineAsm::get(type, "mov.b64 $0, $1;", "=l,l", /*hasSideEffects=*/false);
  return builder.CreateCall(copy, {number});
}

/// A pointer that a loop moves on: it starts at `base + first` bytes.
struct MovingPointer {
  llvm::PHINode *phi;
  llvm::Value *base;
};

/// What a group of pointers has in common: the step, and the bytes between their bases and their first values. Those
/// belong to the offset, or the backend would take them out of the addresses and add them in each iteration.
using Motion = std::pair<llvm::Value *, int64_t>;

static void shareOffset(const llvm::Loop &loop, Motion motion, llvm::ArrayRef<MovingPointer> pointers) {
  auto [step, first] = motion;
  llvm::BasicBlock *header = loop.getHeader(), *before = loop.getLoopPreheader(), *latch = loop.getLoopLatch();
  llvm::IRBuilder<> builder(header, header->begin());
  llvm::PHINode *counter = builder.CreatePHI(step->getType(), 2, "offset");
  builder.SetInsertPoint(header, header->getFirstInsertionPt());
  llvm::Value *offset = hide(builder, counter);
  for (const MovingPointer &pointer : pointers) {
    builder.SetCurrentDebugLocation(pointer.phi->getDebugLoc());
    llvm::Value *moved = builder.CreateGEP(builder.getInt8Ty(), pointer.base, offset);
    auto *next = llvm::cast<llvm::Instruction>(pointer.phi->getIncomingValueForBlock(latch));
    pointer.phi->replaceAllUsesWith(moved);
    pointer.phi->eraseFromParent();
    if (next->use_empty()) {
      next->eraseFromParent();
    }
  }
  builder.SetInsertPoint(latch->getTerminator());
  counter->addIncoming(llvm::ConstantInt::getSigned(step->getType(), first), before);
  counter->addIncoming(builder.CreateAdd(counter, step), latch);
}

llvm::PreservedAnalyses SharePointerOffsets::run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses) {
  bool isChanged = false;
  const llvm::DataLayout &layout = function.getDataLayout();
  for (llvm::Loop *loop : analyses.getResult<llvm::LoopAnalysis>(function).getLoopsInPreorder()) {
    if (!loop->getLoopPreheader() || !loop->getLoopLatch()) {
      continue;
    }
    llvm::MapVector<Motion, llvm::SmallVector<MovingPointer>> groups;
    for (llvm::PHINode &phi : loop->getHeader()->phis()) {
      if (llvm::Value *step = phi.getType()->isPointerTy() ? stepOf(phi, *loop) : nullptr) {
        llvm::Value *start = phi.getIncomingValueForBlock(loop->getLoopPreheader());
        llvm::APInt first(layout.getIndexTypeSizeInBits(phi.getType()), 0);
        llvm::Value *base = start->stripAndAccumulateConstantOffsets(layout, first, /*AllowNonInbounds=*/true);
        groups[{step, first.getSExtValue()}].push_back({&phi, base});
      }
    }
    for (auto &[motion, pointers] : groups) {
      if (pointers.size() >= minimalPointers) {
        shareOffset(*loop, motion, pointers);
        isChanged = true;
      }
    }
  }
  if (!isChanged) {
    return llvm::PreservedAnalyses::all();
  }
  llvm::PreservedAnalyses preserved;
  preserved.preserveSet<llvm::CFGAnalyses>();
  return preserved;
}

} // namespace tkc::ptx
