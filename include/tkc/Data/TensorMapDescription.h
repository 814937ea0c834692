// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a tensor map says, before anybody encodes it: the driver for a GPU, or the simulator for itself.
#ifndef TKC_DATA_TENSORMAPDESCRIPTION_H
#define TKC_DATA_TENSORMAPDESCRIPTION_H

#include <cstdint>
#include <vector>

namespace tkc::data {

/// Element types of tensor maps, with the numbers of `CUtensorMapDataType`.
enum class TensorMapType : uint8_t {
  U8 = 0,
  U16,
  U32,
  S32,
  U64,
  S64,
  F16,
  F32,
  F64,
  BF16,
  F32FlushToZero,
  TF32,
  TF32FlushToZero,
  U4x16Align8,
  U4x16Align16,
  U6x16Align16
};

/// `CUtensorMapInterleave`, `CUtensorMapSwizzle`, `CUtensorMapL2promotion`, `CUtensorMapFloatOOBfill`, by number.
enum class TensorMapInterleave : uint8_t { None = 0, Bytes16, Bytes32 };
enum class TensorMapSwizzle : uint8_t {
  None = 0,
  Bytes32,
  Bytes64,
  Bytes128,
  Bytes128Atom32,
  Bytes128Atom32Flip8,
  Bytes128Atom64
};
enum class TensorMapPromotion : uint8_t { None = 0, Bytes64, Bytes128, Bytes256 };
enum class TensorMapFill : uint8_t { Zero = 0, NaN };

/// The arguments of `cuTensorMapEncodeTiled`; the rank is the number of dimensions, innermost first.
struct TensorMapDescription {
  TensorMapType type = TensorMapType::U8;
  uint64_t address = 0;
  std::vector<uint64_t> dimensions;
  /// Of all dimensions but the innermost.
  std::vector<uint64_t> stridesInBytes;
  std::vector<uint32_t> box;
  std::vector<uint32_t> elementStrides;
  TensorMapInterleave interleave = TensorMapInterleave::None;
  TensorMapSwizzle swizzle = TensorMapSwizzle::None;
  TensorMapPromotion promotion = TensorMapPromotion::None;
  TensorMapFill fill = TensorMapFill::Zero;
};

/// Bytes of an encoded map, and the alignment that CUDA 13 gives it.
inline constexpr unsigned tensorMapBytes = 128, tensorMapAlignment = 128;

} // namespace tkc::data

#endif // TKC_DATA_TENSORMAPDESCRIPTION_H
