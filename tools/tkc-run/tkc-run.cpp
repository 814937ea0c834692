// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs a kernel on the GPU or on the interpreter, and checks what it computes.
#include "CompilerProvider.h"
#include "SupervisedTool.h"

using namespace tkc;

int main(int argc, char **argv) {
  std::vector<std::string> arguments(argv + 1, argv + argc);
  Result<bench::RunFlags> flags = bench::parseRunFlags(arguments, readEnvironment);
  return runSupervised("tkc-run", arguments, flags ? &flags->compile : nullptr, [&arguments] {
    bench::SessionOutput output = makeStandardOutput();
    std::unique_ptr<bench::KernelProvider> provider = makeCompilerProvider(output);
    return bench::runTool(arguments, readEnvironment, *provider, output);
  });
}
