// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The CUDA driver, loaded at run time and declared here, so that neither building nor starting needs CUDA.
#ifndef TKC_LIB_RUNTIME_CUDADRIVER_H
#define TKC_LIB_RUNTIME_CUDADRIVER_H

#include "tkc/Data/TensorMapDescription.h"
#include "tkc/Support/Result.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace tkc::runtime {

/// `CUresult`; 0 is success.
using CudaStatus = int;

/// `CUlaunchAttribute`: a number, padding, and a value of 64 bytes.
struct alignas(8) CudaLaunchAttribute {
  int id;
  char padding[4];
  union {
    unsigned clusterDimension[3];
    char bytes[64];
  } value;
};

/// `CUlaunchConfig`.
struct CudaLaunchConfig {
  unsigned gridX, gridY, gridZ;
  unsigned blockX, blockY, blockZ;
  unsigned sharedBytes;
  void *stream;
  CudaLaunchAttribute *attributes;
  unsigned attributeCount;
};

/// Numbers of the driver's enumerations.
inline constexpr CudaStatus cudaInvalidValue = 1;
inline constexpr int cudaLaunchClusterDimension = 4;
inline constexpr int cudaDynamicSharedSize = 8;
inline constexpr int cudaMajorAttribute = 75, cudaMinorAttribute = 76;
inline constexpr int cudaMultiprocessorAttribute = 16, cudaL2Attribute = 38, cudaSharedOptInAttribute = 97;
/// A stream that waits for plain copies, and they for it.
inline constexpr unsigned cudaBlockingStream = 0;

/// The loaded driver.
class CudaDriver {
public:
  /// Loads and initialises the driver: `path` is a library or its folder, empty for the system's libcuda.so.1.
  static Result<std::shared_ptr<CudaDriver>> load(const std::string &path);

  ~CudaDriver();

  /// Success, or a message that names the call and the driver's error.
  Status check(CudaStatus status, const char *what) const;
  /// Encodes a tensor map; the driver's refusal is the error.
  Result<std::array<uint8_t, data::tensorMapBytes>> encodeTensorMap(const data::TensorMapDescription &description);

#define TKC_CUDA(MEMBER, NAME, PARAMETERS) CudaStatus(*MEMBER) PARAMETERS = nullptr;
#include "CudaFunctions.def"

private:
  void *library = nullptr;
};

} // namespace tkc::runtime

#endif // TKC_LIB_RUNTIME_CUDADRIVER_H
