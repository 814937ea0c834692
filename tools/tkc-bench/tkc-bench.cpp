// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checks a kernel, then measures it on the GPU.
#include "tkc/Bench/BenchSession.h"

#include "CompilerProvider.h"
#include "SupervisedTool.h"

using namespace tkc;

int main(int argc, char **argv) {
  std::vector<std::string> arguments(argv + 1, argv + argc);
  Result<bench::BenchFlags> flags = bench::parseBenchFlags(arguments, readEnvironment);
  return runSupervised("tkc-bench", arguments, flags ? &flags->run.compile : nullptr, [&arguments] {
    bench::SessionOutput output = makeStandardOutput();
    std::unique_ptr<bench::KernelProvider> provider = makeCompilerProvider(output);
    return bench::benchTool(arguments, readEnvironment, *provider, output);
  });
}
