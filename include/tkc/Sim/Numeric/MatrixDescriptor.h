// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The 64-bit descriptors of wgmma operands in shared memory: fields, and where each element lies.
#ifndef TKC_SIM_NUMERIC_MATRIXDESCRIPTOR_H
#define TKC_SIM_NUMERIC_MATRIXDESCRIPTOR_H

#include "tkc/Support/Result.h"

#include <cstdint>

namespace tkc::sim {

/// Bytes of a swizzle's span; 16-byte chunks are permuted within it.
enum class SharedSwizzle : uint8_t { None, Bytes32, Bytes64, Bytes128 };

/// Moves a byte address to where the swizzle puts it: the chunk's number within the span is XORed with the number of
/// the 128-byte line, counted from `firstLine` (modulo 8).
///
///   128 bytes: bits 6…4 ^= bits 9…7      64 bytes: bits 5…4 ^= bits 8…7      32 bytes: bit 4 ^= bit 7
inline uint32_t swizzleAddress(uint32_t address, SharedSwizzle swizzle, uint32_t firstLine = 0) {
  constexpr uint32_t masks[] = {0, 1, 3, 7};
  uint32_t line = ((address >> 7) - firstLine) & masks[unsigned(swizzle)];
  return address ^ line << 4;
}

/// Which dimension of an operand is contiguous: k, or M of A and N of B.
enum class Major : uint8_t { K, MN };

/// The fields, in bytes.
struct MatrixDescriptor {
  /// Of the 256 KiB window; a multiple of 16.
  uint32_t start = 0;
  /// What they step over depends on majorness and swizzle; see `operandAddress`.
  uint32_t leadingOffset = 0, strideOffset = 0;
  /// The line at which the swizzle pattern starts, modulo 8.
  uint32_t baseOffset = 0;
  SharedSwizzle swizzle = SharedSwizzle::None;
};

/// Refuses bits that must be zero, and a base offset without swizzle.
Result<MatrixDescriptor> decodeMatrixDescriptor(uint64_t bits);
/// The inverse; the fields must fit.
uint64_t encodeMatrixDescriptor(const MatrixDescriptor &descriptor);

/// The shared address of element (mn, k) of an operand, mn counting rows of A or columns of B. With T = 16 bytes of
/// elements and W = 2, 4, 8 for the swizzles:
///
///   K, no swizzle:   rows of 16 bytes; 8 rows on: strideOffset; T along k on: leadingOffset
///   K, swizzle:      rows of W·16 bytes; 8 rows on: strideOffset; W·T along k on: leadingOffset, which plays a part
///   only
///                    for B beside a sparse A, with 32 bytes
///   MN, no swizzle:  8 columns (k) of 16 bytes; T along mn on: strideOffset; 8 along k on: leadingOffset
///   MN, swizzle:     8 columns of W·16 bytes; W·T along mn on: leadingOffset; 8 along k on: strideOffset
inline uint32_t operandAddress(const MatrixDescriptor &descriptor, Major major, uint32_t elementBytes, uint32_t mn,
                               uint32_t k) {
  uint32_t perChunk = 16 / elementBytes;
  uint32_t width = 1u << unsigned(descriptor.swizzle); // chunks in a row of the atom
  bool hasSwizzle = descriptor.swizzle != SharedSwizzle::None;
  uint32_t row = major == Major::K ? mn : k, along = major == Major::K ? k : mn;
  // Rows go by eights; what runs along a row goes by atoms of its width.
  uint32_t rowStep = major == Major::K || hasSwizzle ? descriptor.strideOffset : descriptor.leadingOffset;
  uint32_t atomStep = major == Major::K || hasSwizzle ? descriptor.leadingOffset : descriptor.strideOffset;
  uint32_t perAtom = perChunk * width;
  uint32_t offset = row % 8 * width * 16 + row / 8 * rowStep + along % perAtom * elementBytes;
  offset += along / perAtom * atomStep;
  return swizzleAddress((descriptor.start + offset) & 0x3ffff, descriptor.swizzle, descriptor.baseOffset);
}

} // namespace tkc::sim

#endif // TKC_SIM_NUMERIC_MATRIXDESCRIPTOR_H
