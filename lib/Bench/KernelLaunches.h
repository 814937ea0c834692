// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A prepared kernel as something to launch again and again.
#ifndef TKC_LIB_BENCH_KERNELLAUNCHES_H
#define TKC_LIB_BENCH_KERNELLAUNCHES_H

#include "tkc/Bench/Peer.h"
#include "tkc/Bench/RunSession.h"

namespace tkc::bench {

/// The bytes of all arrays.
size_t arrayBytes(const std::vector<NamedArgument> &arguments);

/// A kernel on the GPU with copies of its arguments, used in turn so that no launch finds its data in the cache.
class KernelLaunches : public Peer {
public:
  /// `prepared` must outlive the result.
  static Result<std::unique_ptr<KernelLaunches>> create(PreparedRun &prepared);

  Status launch(runtime::Stream &stream, int64_t repetition) override;

private:
  KernelLaunches(PreparedRun &prepared, runtime::LoadedCubin cubin) : prepared(prepared), cubin(std::move(cubin)) {}
  Status load();
  Status addCopy();

  PreparedRun &prepared;
  runtime::LoadedCubin cubin;
  std::optional<runtime::LoadedKernel> kernel;
  std::vector<runtime::DeviceBuffer> memory;
  /// The parameter buffer of each copy.
  std::vector<std::vector<uint8_t>> packed;
};

} // namespace tkc::bench

#endif // TKC_LIB_BENCH_KERNELLAUNCHES_H
