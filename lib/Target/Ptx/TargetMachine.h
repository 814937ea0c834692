// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The NVPTX target machine that translation and code generation share.
#ifndef TKC_LIB_TARGET_PTX_TARGETMACHINE_H
#define TKC_LIB_TARGET_PTX_TARGETMACHINE_H

#include "tkc/Target/Ptx/Ptx.h"

#include "llvm/Target/TargetMachine.h"

namespace tkc::ptx {

template <typename T>
PtxResult<T> fail(PtxError::Kind kind, std::string detail) {
  return {std::nullopt, {kind, std::move(detail)}};
}

/// The target machine for the chip and PTX version of `options`.
PtxResult<std::unique_ptr<llvm::TargetMachine>> makeTargetMachine(const PtxOptions &options);

} // namespace tkc::ptx

#endif // TKC_LIB_TARGET_PTX_TARGETMACHINE_H
