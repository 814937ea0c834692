// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the backend does to LLVM IR.
#include "tkc/Target/Ptx/Ptx.h"

#include "llvm/AsmParser/Parser.h"
#include "llvm/Support/SourceMgr.h"

#include <gtest/gtest.h>

using namespace tkc::ptx;

/// A kernel that stores `(b + 1) * s`, `(b + 2) * s` and so on.
static std::string makeProducts(llvm::StringRef name, unsigned count) {
  std::string text = ("define ptx_kernel void @" + name + "(ptr addrspace(1) %p, i32 %b, i32 %s) {\n").str();
  for (unsigned i = 1; i <= count; ++i) {
    std::string n = std::to_string(i);
    text += "  %b" + n + " = add nsw i32 %b, " + n + "\n  %x" + n + " = mul nsw i32 %b" + n + ", %s\n";
    text += "  store volatile i32 %x" + n + ", ptr addrspace(1) %p\n";
  }
  return text + "  ret void\n}\n";
}

static size_t countProducts(llvm::StringRef ptx) { return ptx.count("mul.lo") + ptx.count("mad.lo"); }

TEST(CodeGen, long_functions_do_without_strength_reduction) {
  llvm::LLVMContext context;
  llvm::SMDiagnostic error;
  std::string text =
      "target triple = \"nvptx64-nvidia-cuda\"\n" + makeProducts("small", 100) + makeProducts("large", 400);
  std::unique_ptr<llvm::Module> module = llvm::parseAssemblyString(text, error, context);
  ASSERT_TRUE(module) << error.getMessage().str();
  PtxOptions options;
  options.chip = "sm_80";
  initialiseTarget();
  auto machineText = generatePtx(*module, options);
  ASSERT_TRUE(bool(machineText)) << machineText.error.detail;
  auto [small, large] = llvm::StringRef(*machineText.value).split(".entry large");
  EXPECT_EQ(countProducts(small), 1u);
  EXPECT_EQ(countProducts(large), 400u);
}
