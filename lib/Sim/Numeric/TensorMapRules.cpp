// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The rules of `cuTensorMapEncodeTiled`, in the order of the comments of `cuda.h` 13.0.
#include "tkc/Sim/Numeric/TensorMap.h"

namespace tkc::sim {

using data::TensorMapDescription;
using data::TensorMapInterleave;
using data::TensorMapSwizzle;
using data::TensorMapType;

static ErrorMessage broken(const std::string &subject, uint64_t found, const std::string &needed) {
  return ErrorMessage{"tensor map: " + subject + " is " + std::to_string(found) + ", needs " + needed};
}
static std::string of(const char *name, size_t dimension) {
  return std::string(name) + " " + std::to_string(dimension);
}

/// Packed types that lie in memory with gaps.
static bool hasGaps(TensorMapType type) {
  return type == TensorMapType::U4x16Align16 || type == TensorMapType::U6x16Align16;
}

static bool isFloat(TensorMapType type) {
  switch (type) {
  case TensorMapType::F16:
  case TensorMapType::F32:
  case TensorMapType::F64:
  case TensorMapType::BF16:
  case TensorMapType::F32FlushToZero:
  case TensorMapType::TF32:
  case TensorMapType::TF32FlushToZero:
    return true;
  case TensorMapType::U8:
  case TensorMapType::U16:
  case TensorMapType::U32:
  case TensorMapType::S32:
  case TensorMapType::U64:
  case TensorMapType::S64:
  case TensorMapType::U4x16Align8:
  case TensorMapType::U4x16Align16:
  case TensorMapType::U6x16Align16:
    return false;
  }
  return false;
}

static Status checkRank(const TensorMapDescription &map) {
  size_t rank = map.dimensions.size();
  if (rank < 1 || rank > 5) {
    return broken("the rank", rank, "1 to 5");
  }
  if (map.interleave != TensorMapInterleave::None && rank < 3) {
    return broken("the rank", rank, "at least 3 with an interleaved layout");
  }
  if (map.stridesInBytes.size() != rank - 1) {
    return broken("the number of strides", map.stridesInBytes.size(), std::to_string(rank - 1));
  }
  if (map.box.size() != rank) {
    return broken("the number of box sizes", map.box.size(), std::to_string(rank));
  }
  if (map.elementStrides.size() != rank) {
    return broken("the number of element strides", map.elementStrides.size(), std::to_string(rank));
  }
  return {};
}

static Status checkGlobal(const TensorMapDescription &map) {
  bool needs32 = map.interleave == TensorMapInterleave::Bytes32 || hasGaps(map.type);
  uint64_t alignment = needs32 ? 32 : 16;
  if (map.address % alignment != 0) {
    return broken("the address", map.address, "a multiple of " + std::to_string(alignment));
  }
  for (size_t i = 0; i < map.dimensions.size(); ++i) {
    if (map.dimensions[i] == 0 || map.dimensions[i] > uint64_t(1) << 32) {
      return broken(of("dimension", i), map.dimensions[i], "1 to 2^32");
    }
  }
  if (hasGaps(map.type) && map.dimensions[0] % 128 != 0) {
    return broken("dimension 0", map.dimensions[0], "a multiple of 128 for this packed type");
  }
  if (map.type == TensorMapType::U4x16Align8 && map.dimensions[0] % 2 != 0) {
    return broken("dimension 0", map.dimensions[0], "a multiple of 2 for this packed type");
  }
  for (size_t i = 0; i < map.stridesInBytes.size(); ++i) {
    if (map.stridesInBytes[i] % alignment != 0 || map.stridesInBytes[i] >= uint64_t(1) << 40) {
      return broken(of("stride", i), map.stridesInBytes[i],
                    "a multiple of " + std::to_string(alignment) + " below 2^40");
    }
  }
  return {};
}

static Status checkBox(const TensorMapDescription &map) {
  for (size_t i = 0; i < map.box.size(); ++i) {
    if (map.box[i] == 0 || map.box[i] > 256) {
      return broken(of("box size", i), map.box[i], "1 to 256");
    }
    if (map.elementStrides[i] == 0 || map.elementStrides[i] > 8) {
      return broken(of("element stride", i), map.elementStrides[i], "1 to 8");
    }
  }
  if (hasGaps(map.type) && map.box[0] != 128) {
    return broken("box size 0", map.box[0], "128 for this packed type");
  }
  uint64_t bits = uint64_t(map.box[0]) * bitsOfElement(map.type);
  if (map.interleave == TensorMapInterleave::None && !hasGaps(map.type) && bits % 128 != 0) {
    return broken("the box's inner size in bits", bits, "a multiple of 16 bytes");
  }
  return {};
}

static Status checkSwizzle(const TensorMapDescription &map) {
  constexpr uint64_t spans[] = {0, 32, 64, 128, 128, 128, 128};
  uint64_t span = spans[unsigned(map.swizzle)];
  // Packed types with gaps take 16 bytes for 16 values.
  uint64_t bytes = hasGaps(map.type) ? map.box[0] : uint64_t(map.box[0]) * bitsOfElement(map.type) / 8;
  if (map.interleave == TensorMapInterleave::None && span && bytes > span) {
    return broken("the box's inner size in bytes", bytes, "at most " + std::to_string(span) + " with this swizzle");
  }
  if (map.interleave == TensorMapInterleave::Bytes32 && map.swizzle != TensorMapSwizzle::Bytes32) {
    return ErrorMessage{"tensor map: an interleaved layout of 32 bytes needs the swizzle of 32 bytes"};
  }
  if (map.type == TensorMapType::U6x16Align16 && map.interleave != TensorMapInterleave::None) {
    return ErrorMessage{"tensor map: packed 6-bit values cannot be interleaved"};
  }
  bool isOfGaps = map.swizzle == TensorMapSwizzle::None || map.swizzle == TensorMapSwizzle::Bytes128 ||
                  map.swizzle == TensorMapSwizzle::Bytes128Atom32 ||
                  (map.swizzle == TensorMapSwizzle::Bytes128Atom64 && map.type == TensorMapType::U6x16Align16);
  if (hasGaps(map.type) && !isOfGaps) {
    return ErrorMessage{"tensor map: this packed type does not exist with this swizzle"};
  }
  if (map.fill == data::TensorMapFill::NaN && !isFloat(map.type)) {
    return ErrorMessage{"tensor map: filling with NaN needs a type of floats"};
  }
  return {};
}

Status checkTensorMap(const TensorMapDescription &description) {
  for (auto check : {checkRank, checkGlobal, checkBox, checkSwizzle}) {
    if (Status status = check(description); !status) {
      return status;
    }
  }
  return {};
}

} // namespace tkc::sim
