// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A cuBLASLt for tests: products on the CPU, in the memory of the fake driver. It refuses what the real one refuses.
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <map>
#include <vector>

namespace {
struct FakeLayout {
  int type;
  uint64_t rows, columns;
  int64_t stride;

  uint64_t width() const { return type == 0 ? 4 : type == 28 || type == 29 ? 1 : 2; }
};
struct FakeProduct {
  int compute;
  std::map<int, int> attributes;
};
struct FakeAlgorithm {
  uint64_t number, rest[7];
};
struct FakeChoice {
  FakeAlgorithm algorithm;
  size_t workspaceBytes;
  int state;
  float waves;
  int reserved[4];
};
} // namespace

static constexpr int invalidValue = 7, notSupported = 15;
static constexpr int transposeLeft = 3, transposeRight = 4, fastAccumulation = 25;

static float load(const FakeLayout &layout, const uint8_t *at) {
  if (layout.type == 28) {
    int exponent = (*at >> 3) & 15, mantissa = *at & 7;
    float size = exponent ? std::ldexp(float(8 + mantissa), exponent - 10) : std::ldexp(float(mantissa), -9);
    return *at & 128 ? -size : size;
  }
  uint32_t bits = 0;
  std::memcpy(&bits, at, layout.width());
  float value;
  if (layout.type == 2) {
    _Float16 half;
    std::memcpy(&half, at, sizeof half);
    return float(half);
  }
  bits = layout.type == 14 ? bits << 16 : bits;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

static void store(const FakeLayout &layout, uint8_t *at, float value) {
  if (layout.type == 2) {
    auto half = _Float16(value);
    std::memcpy(at, &half, sizeof half);
    return;
  }
  uint32_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  bits = layout.type == 14 ? bits >> 16 : bits;
  std::memcpy(at, &bits, layout.width());
}

/// Element (row, column) of op(matrix); matrices are column-major.
static float element(const FakeLayout &layout, const void *data, bool isTransposed, uint64_t row, uint64_t column) {
  uint64_t index = isTransposed ? row * uint64_t(layout.stride) + column : column * uint64_t(layout.stride) + row;
  return load(layout, static_cast<const uint8_t *>(data) + index * layout.width());
}

extern "C" {
int cublasLtCreate(void **handle) { return *handle = std::malloc(1), 0; }
int cublasLtDestroy(void *handle) { return std::free(handle), 0; }
size_t cublasLtGetVersion() { return 130100; }

int cublasLtMatmulDescCreate(void **product, int compute, int scale) {
  return scale == 0 ? (*product = new FakeProduct{compute, {}}, 0) : invalidValue;
}
int cublasLtMatmulDescDestroy(void *product) { return delete static_cast<FakeProduct *>(product), 0; }
int cublasLtMatmulDescSetAttribute(void *product, int attribute, const void *value, size_t size) {
  bool isKnown = (size == 4 && (attribute == transposeLeft || attribute == transposeRight)) ||
                 (size == 1 && attribute == fastAccumulation);
  int number = 0;
  std::memcpy(&number, value, size);
  return isKnown ? (static_cast<FakeProduct *>(product)->attributes[attribute] = number, 0) : invalidValue;
}

int cublasLtMatrixLayoutCreate(void **layout, int type, uint64_t rows, uint64_t columns, int64_t stride) {
  return *layout = new FakeLayout{type, rows, columns, stride}, 0;
}
int cublasLtMatrixLayoutDestroy(void *layout) { return delete static_cast<FakeLayout *>(layout), 0; }

int cublasLtMatmulPreferenceCreate(void **preference) { return *preference = std::malloc(1), 0; }
int cublasLtMatmulPreferenceDestroy(void *preference) { return std::free(preference), 0; }
int cublasLtMatmulPreferenceSetAttribute(void *, int attribute, const void *, size_t size) {
  return attribute == 1 && size == sizeof(size_t) ? 0 : invalidValue;
}

/// fp8 is computed only with the left factor transposed and the right one not; extents must be multiples of 4.
int cublasLtMatmulAlgoGetHeuristic(void *, void *product, void *left, void *right, void *, void *target, void *,
                                   int wanted, FakeChoice *choices, int *count) {
  auto &attributes = static_cast<FakeProduct *>(product)->attributes;
  bool isFp8 = static_cast<FakeLayout *>(left)->type == 28 || static_cast<FakeLayout *>(right)->type == 28;
  bool isSupported = !isFp8 || (attributes[transposeLeft] == 1 && attributes[transposeRight] == 0);
  if (!isSupported || static_cast<FakeLayout *>(target)->rows % 4 != 0) {
    return notSupported;
  }
  *count = wanted < 3 ? wanted : 3;
  for (int i = 0; i < *count; ++i) {
    choices[i] = {{uint64_t(i + 1), {}}, 0, 0, 1, {}};
  }
  return 0;
}

int cublasLtMatmul(void *, void *product, const void *alpha, const void *a, void *aLayout, const void *b, void *bLayout,
                   const void *beta, const void *, void *, void *d, void *dLayout, const FakeAlgorithm *algorithm,
                   void *workspace, size_t workspaceBytes, void *) {
  auto &attributes = static_cast<FakeProduct *>(product)->attributes;
  auto &left = *static_cast<FakeLayout *>(aLayout), &right = *static_cast<FakeLayout *>(bLayout);
  auto &target = *static_cast<FakeLayout *>(dLayout);
  bool isPlain = *static_cast<const float *>(alpha) == 1 && *static_cast<const float *>(beta) == 0;
  if (!isPlain || algorithm->number < 1 || algorithm->number > 3 || !workspace || workspaceBytes == 0) {
    return invalidValue;
  }
  uint64_t depth = attributes[transposeLeft] ? left.rows : left.columns;
  // The second way is the fastest.
  int passes = algorithm->number == 2 ? 1 : 16;
  for (int pass = 0; pass < passes; ++pass) {
    for (uint64_t column = 0; column < target.columns; ++column) {
      for (uint64_t row = 0; row < target.rows; ++row) {
        float sum = std::getenv("FAKE_CUBLAS_WRONG") ? 1 : 0;
        for (uint64_t k = 0; k < depth; ++k) {
          sum += element(left, a, attributes[transposeLeft], row, k) *
                 element(right, b, attributes[transposeRight], k, column);
        }
        store(target, static_cast<uint8_t *>(d) + (column * uint64_t(target.stride) + row) * target.width(), sum);
      }
    }
  }
  return 0;
}
}
