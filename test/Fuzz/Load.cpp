// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Any bytes are loaded by the simulator: read, decoded, laid out in memory. What is wrong with the text has a line and
// a message.
#include "LoadedText.h"
#include "PtxWords.h"

TKC_FUZZ_BY_LINES(tkc::fuzz::ptxWords())

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  tkc::sim::Simulator simulator;
  tkc::fuzz::load(simulator, data, size);
  return 0;
}
