// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tiles written as tensor copies and kernels write them, read through descriptors.
#include "tkc/Sim/Numeric/MatrixDescriptor.h"

#include <gtest/gtest.h>

using namespace tkc::sim;

TEST(MatrixDescriptor, FieldsOfAKnownDescriptor) {
  // bf16, K-major, 128-byte swizzle, 64 columns: leading field 1, stride field 64, type 1.
  uint64_t bits = uint64_t(1) << 62 | uint64_t(64) << 32 | uint64_t(1) << 16 | 0x1c400 >> 4;
  auto descriptor = decodeMatrixDescriptor(bits);
  ASSERT_TRUE(descriptor);
  EXPECT_EQ(descriptor->start, 0x1c400u);
  EXPECT_EQ(descriptor->leadingOffset, 16u);
  EXPECT_EQ(descriptor->strideOffset, 1024u);
  EXPECT_EQ(descriptor->baseOffset, 0u);
  EXPECT_EQ(descriptor->swizzle, SharedSwizzle::Bytes128);
  EXPECT_EQ(encodeMatrixDescriptor(*descriptor), bits);
  EXPECT_EQ(decodeMatrixDescriptor(uint64_t(2) << 62)->swizzle, SharedSwizzle::Bytes64);
  EXPECT_EQ(decodeMatrixDescriptor(uint64_t(3) << 62)->swizzle, SharedSwizzle::Bytes32);
  EXPECT_EQ(decodeMatrixDescriptor(uint64_t(3) << 62 | uint64_t(5) << 49)->baseOffset, 5u);
}

TEST(MatrixDescriptor, RefusesBitsThatMustBeZero) {
  for (int bit = 0; bit < 64; ++bit) {
    bool isField =
        bit < 14 || (bit >= 16 && bit < 30) || (bit >= 32 && bit < 46) || (bit >= 49 && bit < 52) || bit >= 62;
    auto descriptor = decodeMatrixDescriptor(uint64_t(1) << bit | uint64_t(bit < 62) << 62);
    EXPECT_EQ(bool(descriptor), isField) << bit;
    if (descriptor) {
      EXPECT_EQ(encodeMatrixDescriptor(*descriptor), uint64_t(1) << bit | uint64_t(bit < 62) << 62);
    }
  }
  auto refused = decodeMatrixDescriptor(uint64_t(1) << 46);
  EXPECT_EQ(refused.error(), "matrix descriptor 0x400000000000 sets bits that must be zero: 0x400000000000");
  EXPECT_EQ(decodeMatrixDescriptor(uint64_t(3) << 49).error(),
            "matrix descriptor 0x6000000000000 has base offset 3, which needs a swizzle");
}

namespace {
struct Span {
  SharedSwizzle swizzle;
  uint32_t bytes;
  /// Rows of the span that share one chunk order.
  uint32_t rowsPerLine, chunks;
};
} // namespace

static const Span spans[] = {
    {SharedSwizzle::Bytes32, 32, 4, 2}, {SharedSwizzle::Bytes64, 64, 2, 4}, {SharedSwizzle::Bytes128, 128, 1, 8}};

/// Where byte `byte` of row `row` of a swizzled tile lies: chunk number XOR line number.
static uint32_t swizzledOffset(const Span &span, uint32_t row, uint32_t byte) {
  uint32_t chunk = byte / 16 ^ row / span.rowsPerLine % span.chunks;
  return row * span.bytes + chunk * 16 + byte % 16;
}

TEST(MatrixDescriptor, KMajorWithSwizzle) {
  for (const Span &span : spans) {
    for (uint32_t size : {1u, 2u, 4u}) {
      for (uint32_t line : {0u, 3u, 7u}) {
        // A tile of 256 rows, from `line` 128-byte lines behind a multiple of 1024 on.
        uint32_t base = 4096 + line * 128;
        for (uint32_t step = 0; step < span.bytes / 32; ++step) {
          MatrixDescriptor descriptor{base + step * 32, 16, 8 * span.bytes, line, span.swizzle};
          for (uint32_t row = 0; row < 256; ++row) {
            for (uint32_t k = 0; k < 32 / size; ++k) {
              uint32_t expected = base + swizzledOffset(span, row, step * 32 + k * size);
              ASSERT_EQ(operandAddress(descriptor, Major::K, size, row, k), expected)
                  << span.bytes << " line " << line << " row " << row << " k " << k;
            }
          }
        }
      }
    }
  }
}

/// B beside a sparse A has 64 bytes along k: two atoms of 32, as an H200 takes them.
TEST(MatrixDescriptor, KMajorGoesOnInTheNextAtom) {
  const Span &span = spans[0];
  MatrixDescriptor descriptor{4096, 2048, 8 * span.bytes, 0, span.swizzle};
  for (uint32_t row = 0; row < 64; ++row) {
    for (uint32_t k = 0; k < 32; ++k) {
      uint32_t expected = 4096 + k / 16 * 2048 + swizzledOffset(span, row, k % 16 * 2);
      ASSERT_EQ(operandAddress(descriptor, Major::K, 2, row, k), expected) << "row " << row << " k " << k;
    }
  }
}

TEST(MatrixDescriptor, MnMajorWithSwizzle) {
  for (const Span &span : spans) {
    uint32_t perRow = span.bytes / 2, depth = 64, atomBytes = depth * span.bytes;
    // Atoms of `perRow` elements along mn, each `depth` rows (k) high, one behind another.
    for (uint32_t k0 = 0; k0 < depth; k0 += 16) {
      MatrixDescriptor descriptor{8192 + k0 * span.bytes, atomBytes, 8 * span.bytes, 0, span.swizzle};
      for (uint32_t mn = 0; mn < 128; ++mn) {
        for (uint32_t k = 0; k < 16; ++k) {
          uint32_t expected = 8192 + mn / perRow * atomBytes + swizzledOffset(span, k0 + k, mn % perRow * 2);
          ASSERT_EQ(operandAddress(descriptor, Major::MN, 2, mn, k), expected) << span.bytes;
        }
      }
    }
  }
}

TEST(MatrixDescriptor, CoreMatricesWithoutSwizzle) {
  // Core matrices of 8 rows of 16 bytes, placed at strides of their own along both dimensions.
  uint32_t alongK = 2048, alongMn = 160;
  for (uint32_t size : {1u, 2u, 4u}) {
    uint32_t perChunk = 16 / size;
    MatrixDescriptor descriptor{512, alongK, alongMn, 0, SharedSwizzle::None};
    for (uint32_t mn = 0; mn < 64; ++mn) {
      for (uint32_t k = 0; k < 32 / size; ++k) {
        uint32_t core = 512 + mn / 8 * alongMn + k / perChunk * alongK;
        ASSERT_EQ(operandAddress(descriptor, Major::K, size, mn, k), core + mn % 8 * 16 + k % perChunk * size);
      }
    }
  }
  // MN-major: the core matrix is transposed, and the two offsets trade places.
  MatrixDescriptor descriptor{512, alongK, alongMn, 0, SharedSwizzle::None};
  for (uint32_t mn = 0; mn < 64; ++mn) {
    for (uint32_t k = 0; k < 16; ++k) {
      uint32_t core = 512 + mn / 8 * alongMn + k / 8 * alongK;
      ASSERT_EQ(operandAddress(descriptor, Major::MN, 2, mn, k), core + k % 8 * 16 + mn % 8 * 2);
    }
  }
}

TEST(MatrixDescriptor, AddressesStayInTheWindow) {
  MatrixDescriptor descriptor{0x3fff0, 0x3fff0, 0x3fff0, 0, SharedSwizzle::None};
  EXPECT_LT(operandAddress(descriptor, Major::K, 2, 63, 15), 0x40000u);
}
