// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "LargeFunctions.h"

#include "llvm/IR/Instructions.h"

namespace tkc::ptx {

static bool isCandidate(const llvm::Instruction &instruction) {
  if (llvm::isa<llvm::GetElementPtrInst>(instruction)) {
    return true;
  }
  unsigned opcode = instruction.getOpcode();
  return opcode == llvm::Instruction::Add || opcode == llvm::Instruction::Sub || opcode == llvm::Instruction::Mul;
}

static bool isLarge(const llvm::BasicBlock &block) {
  return size_t(llvm::count_if(block, isCandidate)) > LargeFunctionGate::mostCandidates;
}

LargeFunctionGate::LargeFunctionGate(const llvm::Module &module) {
  for (const llvm::Function &function : module) {
    if (llvm::any_of(function, isLarge)) {
      large.insert(("function (" + function.getName() + ")").str());
    }
  }
}

bool LargeFunctionGate::shouldRunPass(llvm::StringRef pass, llvm::StringRef description) const {
  return pass != "slsr" || !large.contains(description);
}

} // namespace tkc::ptx
