// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuBLASLt, loaded at run time and declared here, so that neither building nor starting needs CUDA.
#ifndef TKC_LIB_BENCH_CUBLAS_H
#define TKC_LIB_BENCH_CUBLAS_H

#include "tkc/Bench/Gemm.h"
#include "tkc/Runtime/Runtime.h"

#include <memory>

namespace tkc::bench {

/// `cublasLtMatmulAlgo_t`.
struct CublasAlgorithm {
  uint64_t data[8];
};

/// `cublasLtMatmulHeuristicResult_t`.
struct CublasChoice {
  CublasAlgorithm algorithm;
  size_t workspaceBytes;
  int state;
  float waves;
  int reserved[4];
};

/// The loaded library.
class Cublas {
public:
  /// `path` is a library or its folder; empty for libcublasLt.so.13 or .12 where the system finds them.
  static Result<std::shared_ptr<Cublas>> load(const std::string &path);
  ~Cublas();

  /// `13.1.0`.
  std::string version() const;
  /// Success, or a message that names the call and the number of the error.
  static Status check(int status, const char *what);

#define TKC_CUBLAS(MEMBER, NAME, RESULT, PARAMETERS) RESULT(*MEMBER) PARAMETERS = nullptr;
#include "CublasFunctions.def"

  void *handle = nullptr;

private:
  void *library = nullptr;
};

/// A product as cuBLASLt sees it, and the ways of computing it that it proposes.
class CublasProduct {
public:
  /// An error when cuBLASLt can't compute it.
  static Result<std::unique_ptr<CublasProduct>> create(std::shared_ptr<Cublas> cublas, const Gemm &gemm, bool isFast,
                                                       size_t workspaceBytes);
  ~CublasProduct();

  /// Best first, by cuBLASLt's own estimate; at least one.
  const std::vector<CublasChoice> &choices() const { return proposals; }
  /// Launches one of the ways. The addresses are those of the row-major matrices.
  Status launch(runtime::Stream &stream, size_t choice, uint64_t a, uint64_t b, uint64_t out, uint64_t workspace) const;

private:
  explicit CublasProduct(std::shared_ptr<Cublas> cublas, size_t workspaceBytes)
      : cublas(std::move(cublas)), workspaceBytes(workspaceBytes) {}
  Status describe(const Gemm &gemm, bool isFast);
  Status propose();

  std::shared_ptr<Cublas> cublas;
  size_t workspaceBytes;
  void *product = nullptr, *left = nullptr, *right = nullptr, *target = nullptr;
  std::vector<CublasChoice> proposals;
};

} // namespace tkc::bench

#endif // TKC_LIB_BENCH_CUBLAS_H
