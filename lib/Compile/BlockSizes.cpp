// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Refuses blocks that would keep code generation busy for minutes.
#include "BlockSizes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;

namespace tkc {

LogicalResult checkBlockSizes(ModuleOp module, unsigned numWarps) {
  constexpr int64_t threadsPerWarp = 32;
  int64_t threads = threadsPerWarp * numWarps;
  Operation *largest = nullptr;
  int64_t elements = threads * mostElementsPerThread;
  module.walk([&](Operation *op) {
    for (Type type : op->getResultTypes()) {
      auto block = dyn_cast<RankedTensorType>(type);
      // Constants have no place in the source; what uses them is as large.
      bool isNamed = block && (!isa<arith::ConstantOp>(op) || !largest);
      if (isNamed && block.getNumElements() > elements) {
        largest = op;
        elements = block.getNumElements();
      } else if (isNamed && block.getNumElements() == elements && isa_and_present<arith::ConstantOp>(largest)) {
        largest = op;
      }
    }
  });
  if (!largest) {
    return success();
  }
  return largest->emitError() << "a block of " << elements << " elements on " << threads << " threads is more than "
                              << mostElementsPerThread << " elements a thread [BlockTooLargeForThreads]";
}

} // namespace tkc
