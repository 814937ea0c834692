// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a kernel is measured against: work that is launched in turn with it.
#ifndef TKC_BENCH_PEER_H
#define TKC_BENCH_PEER_H

#include "tkc/Bench/Gemm.h"
#include "tkc/Bench/Measurement.h"

#include <memory>

namespace tkc::bench {

/// Something that can be launched, with all that it needs.
class Peer {
public:
  virtual ~Peer();

  /// `cublas`, `cublas fast`, or a file.
  std::string name;
  /// What it does, and how it was chosen; one line.
  std::string description;
  /// An upper bound of what a launch writes.
  size_t writtenBytes = SIZE_MAX;

  virtual Status launch(runtime::Stream &stream, int64_t repetition) = 0;
};

/// cuBLASLt and its handle, shared by peers; `path` is a library or its folder, empty for the system's.
class Cublas;
Result<std::shared_ptr<Cublas>> loadCublas(const std::string &path);

/// The product by cuBLASLt, on copies of `a` and `b`. Of the ways that cuBLASLt proposes, the one that is fastest here
/// is taken. Its result is checked at some places; an error when it is wrong, or when cuBLASLt can't compute it.
/// fp8 needs b transposed: where the kernel's is not, the peer gets it so.
Result<std::unique_ptr<Peer>> makeCublasPeer(std::shared_ptr<Cublas> cublas, runtime::Gpu &gpu,
                                             Measurement &measurement, Gemm gemm, const data::Array &a,
                                             const data::Array &b, bool isFast);

} // namespace tkc::bench

#endif // TKC_BENCH_PEER_H
