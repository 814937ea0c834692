// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Refuses blocks that would keep code generation busy for minutes.
#include "BlockSizes.h"

#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;

namespace tkc {

LogicalResult checkBlockSizes(ModuleOp module, unsigned numWarps) {
  constexpr int64_t threadsPerWarp = 32;
  int64_t threads = threadsPerWarp * numWarps;
  WalkResult result = module.walk([threads](Operation *op) -> WalkResult {
    for (Type type : op->getResultTypes()) {
      auto block = dyn_cast<RankedTensorType>(type);
      if (block && block.getNumElements() > threads * mostElementsPerThread) {
        return op->emitError() << "a block of " << block.getNumElements() << " elements on " << threads
                               << " threads is more than " << mostElementsPerThread
                               << " elements a thread [BlockTooLargeForThreads]";
      }
    }
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

} // namespace tkc
