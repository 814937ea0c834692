// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Elaborates a kernel given as text, for the tests of this folder.
#ifndef TKC_TEST_UNIT_ELABORATE_ELABORATEKERNEL_H
#define TKC_TEST_UNIT_ELABORATE_ELABORATEKERNEL_H

#include "tkc/Elaborate/Elaborate.h"

#include "mlir/IR/MLIRContext.h"

#include <string>
#include <vector>

namespace tkc::elaborate::test {

/// What became of a kernel.
struct Elaborated {
  /// The module as text, without locations; empty after errors.
  std::string ir;
  /// With locations.
  std::string irWithLocations;
  /// All diagnostics as text.
  std::string messages;
  OpTable ops;
  bool verifies = false;
};

/// Elaborates the function `kernel` of the module `text`. Parameters get their types from annotations that spell a
/// type (`x: "*fp32"`, `n: "i32"`); others are constants with their default values.
Elaborated elaborateText(const std::string &text, const std::string &kernel = "kernel", const Budget &budget = {});

/// Fails unless `text` has the parts in this order, none overlapping another. A part that starts with "!" must not
/// occur between its neighbours.
void expectInOrder(const std::string &text, const std::vector<std::string> &parts);

/// The kernel elaborates without errors to verified IR that has the parts in order.
void expectIr(const std::string &source, const std::vector<std::string> &parts);
/// The kernel has errors whose text has the parts in order.
void expectErrors(const std::string &source, const std::vector<std::string> &parts);

} // namespace tkc::elaborate::test

#endif // TKC_TEST_UNIT_ELABORATE_ELABORATEKERNEL_H
