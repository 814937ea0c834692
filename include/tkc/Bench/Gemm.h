// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which matrix product a kernel computes, so that a library can be asked for the same one.
#ifndef TKC_BENCH_GEMM_H
#define TKC_BENCH_GEMM_H

#include "tkc/Data/Array.h"

#include <optional>

namespace tkc::bench {

struct NamedArgument;

/// How cuBLASLt sums products of fp8: `Fast` keeps fewer bits. Wider types know no difference.
enum class Accumulation : uint8_t { Both, Fast, Accurate };

/// out (m x n) = a (m x k) times b (k x n), all row-major unless transposed.
struct Gemm {
  int64_t m = 0, n = 0, k = 0;
  /// Whether a lies in memory as k x m, and b as n x k.
  bool aIsTransposed = false, bIsTransposed = false;
  data::ElementType a = data::ElementType::F16, b = data::ElementType::F16, out = data::ElementType::F16;

  std::vector<int64_t> shapeOfA() const;
  std::vector<int64_t> shapeOfB() const;
  /// Whether both factors have one of the 8-bit types.
  bool isFp8() const;
  /// `4096x4096x512 fp16, out fp16, a row-major, b transposed`.
  std::string describe() const;
};

/// Reads `M,N,K[,LAYOUT[,TYPE[,OUT]]]`: LAYOUT is nn, nt, tn or tt, a letter each for a and b, t for transposed.
Result<Gemm> parseGemm(std::string_view text);

/// The product of the arguments `a`, `b` and `out` (or `c`): arrays of two dimensions, transposed where only that fits
/// together, or where strides such as `stride_bk` and `stride_bn` say so. An error tells what is missing.
Result<Gemm> deriveGemm(const std::vector<NamedArgument> &arguments);

/// Whether `out` holds a times b at `count` places spread over it. The rounding of the types and of sums in f32 is
/// permitted; `isRough` permits the short sums of fp8 too. An error names the first place that is wrong.
Status spotCheckGemm(const Gemm &gemm, const data::Array &a, const data::Array &b, const data::Array &out,
                     int64_t count, bool isRough);

/// The same matrix with rows and columns exchanged.
data::Array transposeMatrix(const data::Array &matrix);

} // namespace tkc::bench

#endif // TKC_BENCH_GEMM_H
