// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels that are PTX already, of any origin: parameters by position, no compiler, no meaning for the interpreter.
#ifndef TKC_BENCH_PTXPROVIDER_H
#define TKC_BENCH_PTXPROVIDER_H

#include "tkc/Bench/RunSession.h"

namespace tkc::bench {

/// Whether the input of a run is PTX text, by its ending.
bool isPtxInput(const RunFlags &flags);

/// Makes sessions run the kernel `--kernel` (or the only one) of a PTX file. Parameter i is called `i`; a number takes
/// the type of the `.param`, an array is passed by its address to a parameter of 64 bits.
std::unique_ptr<KernelProvider> makePtxProvider(const RunFlags &flags, SessionOutput output);

} // namespace tkc::bench

#endif // TKC_BENCH_PTXPROVIDER_H
