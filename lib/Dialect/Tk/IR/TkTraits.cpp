// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Verification of the encoding traits.
#include "tkc/Dialect/Tk/IR/TkTraits.h"

#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;

LogicalResult tkc::tk::detail::verifySameEncoding(Operation *op, bool withResults) {
  std::optional<Attribute> expected;
  auto check = [&](Type type) -> LogicalResult {
    auto block = dyn_cast<RankedTensorType>(type);
    if (!block) {
      return success();
    }
    if (!expected) {
      expected = block.getEncoding();
    }
    if (*expected != block.getEncoding()) {
      return op->emitOpError() << "expects blocks of one encoding, got " << *expected << " and " << block.getEncoding();
    }
    return success();
  };
  for (Type type : op->getOperandTypes()) {
    if (failed(check(type))) {
      return failure();
    }
  }
  if (withResults) {
    for (Type type : op->getResultTypes()) {
      if (failed(check(type))) {
        return failure();
      }
    }
  }
  return success();
}
