// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The fields of wgmma's matrix descriptors (PTX ISA 9.0, "Matrix Descriptor Format"):
//
//   bits 0…13 start, 16…29 leading offset, 32…45 stride offset, each >> 4; 49…51 base offset; 62…63 swizzle
#include "tkc/Sim/Numeric/MatrixDescriptor.h"

namespace tkc::sim {

static constexpr uint64_t fieldMask = 0x3fff;
static constexpr uint64_t reservedBits =
    ~(fieldMask | fieldMask << 16 | fieldMask << 32 | uint64_t(7) << 49 | uint64_t(3) << 62);

static std::string hexadecimal(uint64_t value) {
  std::string text;
  for (int shift = 60; shift >= 0; shift -= 4) {
    int digit = int(value >> shift & 15);
    if (digit || !text.empty() || shift == 0) {
      text += "0123456789abcdef"[digit];
    }
  }
  return "0x" + text;
}

Result<MatrixDescriptor> decodeMatrixDescriptor(uint64_t bits) {
  if (bits & reservedBits) {
    return ErrorMessage{"matrix descriptor " + hexadecimal(bits) +
                        " sets bits that must be zero: " + hexadecimal(bits & reservedBits)};
  }
  // 1 is the widest, 0 none.
  constexpr SharedSwizzle swizzles[] = {SharedSwizzle::None, SharedSwizzle::Bytes128, SharedSwizzle::Bytes64,
                                        SharedSwizzle::Bytes32};
  MatrixDescriptor result;
  result.start = uint32_t(bits & fieldMask) << 4;
  result.leadingOffset = uint32_t(bits >> 16 & fieldMask) << 4;
  result.strideOffset = uint32_t(bits >> 32 & fieldMask) << 4;
  result.baseOffset = uint32_t(bits >> 49 & 7);
  result.swizzle = swizzles[bits >> 62];
  if (result.swizzle == SharedSwizzle::None && result.baseOffset) {
    return ErrorMessage{"matrix descriptor " + hexadecimal(bits) + " has base offset " +
                        std::to_string(result.baseOffset) + ", which needs a swizzle"};
  }
  return result;
}

uint64_t encodeMatrixDescriptor(const MatrixDescriptor &descriptor) {
  auto field = [](uint32_t bytes) { return uint64_t(bytes >> 4) & fieldMask; };
  uint64_t swizzle = descriptor.swizzle == SharedSwizzle::None ? 0 : 4 - unsigned(descriptor.swizzle);
  return field(descriptor.start) | field(descriptor.leadingOffset) << 16 | field(descriptor.strideOffset) << 32 |
         uint64_t(descriptor.baseOffset & 7) << 49 | swizzle << 62;
}

} // namespace tkc::sim
