// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// tkc-run for one command line after the other, in one process: a line of standard input is a JSON array of arguments,
// the answer a line with the exit code and what was printed. Starting a process, and CUDA above all, takes longer than
// a small kernel. `--gpu` keeps the GPU's context from one to the next.
#include "tkc/Bench/RunSession.h"
#include "tkc/Runtime/Runtime.h"

#include <iostream>
#include <nlohmann/json.hpp>

#include "../../../tools/tkc-run/CompilerProvider.h"

using namespace tkc;

static nlohmann::json answer(const std::vector<std::string> &arguments) {
  std::string text;
  auto append = [&text](const std::string &more) { text += more; };
  bench::SessionOutput output{append, append};
  std::unique_ptr<bench::KernelProvider> provider = makeCompilerProvider(output);
  int code = bench::runTool(arguments, readEnvironment, *provider, output);
  return {{"code", code}, {"text", text}};
}

int main(int argc, char **argv) {
  std::optional<runtime::Gpu> kept;
  if (argc > 1 && std::string(argv[1]) == "--gpu") {
    if (Result<runtime::Gpu> gpu = runtime::Gpu::open(0, {})) {
      kept.emplace(std::move(*gpu));
    }
  }
  std::string line;
  while (std::getline(std::cin, line)) {
    nlohmann::json request = nlohmann::json::parse(line, nullptr, false);
    if (!request.is_array()) {
      std::cerr << "run-many: a line is no array of arguments\n";
      return 2;
    }
    std::vector<std::string> arguments;
    for (const nlohmann::json &each : request) {
      arguments.push_back(each.is_string() ? each.get<std::string>() : each.dump());
    }
    std::cout << answer(arguments).dump(-1, ' ', true, nlohmann::json::error_handler_t::replace) << std::endl;
  }
  return 0;
}
