// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checks a kernel, then measures it on the GPU.
#include "tkc/Bench/BenchSession.h"

#include "CompilerProvider.h"

using namespace tkc;

int main(int argc, char **argv) {
  bench::SessionOutput output = makeStandardOutput();
  std::unique_ptr<bench::KernelProvider> provider = makeCompilerProvider(output);
  return bench::benchTool({argv + 1, argv + argc}, readEnvironment, *provider, output);
}
