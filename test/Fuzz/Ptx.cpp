// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Any bytes are read as PTX: errors have places in the text, modules read back from their printed form, and their
// control flow has an order.
#include "tkc/Sim/Ptx/ControlFlow.h"
#include "tkc/Sim/Ptx/Printer.h"
#include "tkc/Sim/Ptx/Reader.h"

#include <algorithm>
#include <cstdlib>

#include "../Unit/Sim/Ptx/SameModule.h"
#include "PtxWords.h"

using namespace tkc::sim::ptx;

TKC_FUZZ_BY_LINES(tkc::fuzz::ptxWords())

static void require(bool condition) {
  if (!condition) {
    std::abort();
  }
}

static void checkErrors(const std::vector<ReadError> &errors, size_t size) {
  require(!errors.empty() && errors.size() <= 20);
  for (const ReadError &error : errors) {
    require(error.line >= 1 && error.line <= size + 1 && error.column >= 1 && error.column <= size + 1);
    require(!error.message.empty());
  }
}

static void checkControlFlow(const Function &function) {
  ControlFlow flow = analyzeControlFlow(function);
  std::vector<bool> isTaken(flow.blocks.size(), false);
  for (uint32_t position : flow.positions) {
    require(position < isTaken.size() && !isTaken[position]);
    isTaken[position] = true;
  }
  require(flow.postDominators.size() == flow.blocks.size());
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  ReadOutcome outcome = readModule(std::string(reinterpret_cast<const char *>(data), size));
  if (!outcome.module) {
    checkErrors(outcome.errors, size);
    return 0;
  }
  ReadOutcome again = readModule(printModule(*outcome.module));
  require(again.module && isSame(*outcome.module, *again.module));
  for (const Function &function : outcome.module->functions) {
    checkControlFlow(function);
  }
  return 0;
}
