// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Video instructions: arithmetic on bytes and halves that are picked out of registers, with a second operation behind.
#ifndef TKC_SIM_NUMERIC_VIDEO_H
#define TKC_SIM_NUMERIC_VIDEO_H

#include <cstdint>

namespace tkc::sim {

enum class VideoOperation : uint8_t {
  Add,
  Subtract,
  AbsoluteDifference,
  Minimum,
  Maximum,
  Average,
  ShiftLeft,
  ShiftRight,
  Equal,
  NotEqual,
  Less,
  LessOrEqual,
  Greater,
  GreaterOrEqual
};

/// Bits of a register: a word, a half or a byte.
struct VideoPart {
  uint8_t shift = 0, bits = 32;

  /// The part as a number.
  int64_t of(uint32_t word, bool isSigned) const;
};

/// `vadd`, `vshl`, `vset` and so on: d = secondary(a op b, c), or d = c with one part replaced.
struct ScalarVideo {
  enum class Secondary : uint8_t { None, Add, Minimum, Maximum, Merge };

  VideoOperation operation = VideoOperation::Add;
  Secondary secondary = Secondary::None;
  bool isSignedA = false, isSignedB = false, isSignedResult = false, saturates = false, wrapsShift = false;
  VideoPart a, b, result;

  uint32_t operator()(uint32_t left, uint32_t right, uint32_t third) const;
};

/// `vmad`: a * b + c on parts of a and b.
struct VideoMultiplyAdd {
  bool isSignedA = false, isSignedB = false, negatesProduct = false, negatesAddend = false, isPlusOne = false;
  bool saturates = false;
  uint8_t shift = 0;
  VideoPart a, b;

  uint32_t operator()(uint32_t left, uint32_t right, uint32_t third) const;
};

/// `vadd2`, `vset4` and so on: element by element, then merged with c or added to it.
struct SimdVideo {
  VideoOperation operation = VideoOperation::Add;
  /// 2 halves or 4 bytes.
  uint8_t elements = 2;
  bool isSignedA = false, isSignedB = false, isSignedResult = false, saturates = false, accumulates = false;
  /// Elements that are computed; the others come from c.
  uint8_t mask = 3;
  /// Which parts the elements are, the lowest first: of a, then of b.
  uint8_t partsA[4] = {0, 1, 2, 3}, partsB[4] = {4, 5, 6, 7};

  uint32_t operator()(uint32_t left, uint32_t right, uint32_t third) const;
};

} // namespace tkc::sim

#endif // TKC_SIM_NUMERIC_VIDEO_H
