// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs a kernel on the GPU or on the interpreter, and checks what it computes.
#include "CompilerProvider.h"

using namespace tkc;

int main(int argc, char **argv) {
  bench::SessionOutput output = makeStandardOutput();
  std::unique_ptr<bench::KernelProvider> provider = makeCompilerProvider(output);
  return bench::runTool({argv + 1, argv + argc}, readEnvironment, *provider, output);
}
