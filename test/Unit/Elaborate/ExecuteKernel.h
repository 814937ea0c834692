// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs an elaborated kernel in the interpreter.
#ifndef TKC_TEST_UNIT_ELABORATE_EXECUTEKERNEL_H
#define TKC_TEST_UNIT_ELABORATE_EXECUTEKERNEL_H

#include <cstdint>
#include <string>
#include <vector>

namespace tkc::elaborate::test {

/// Elaborates `kernel(out: "*i32")` of the text, runs it for `programs` programs (by default one an element) and gives
/// `count` elements of `out`. Fails on errors, faults and poison.
std::vector<int64_t> execute(const std::string &text, int32_t count, int32_t programs = 0);

} // namespace tkc::elaborate::test

#endif // TKC_TEST_UNIT_ELABORATE_EXECUTEKERNEL_H
