// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The simulator's form of tensor maps, and the bytes that a box moves.
#include "tkc/Sim/Numeric/TensorMap.h"

#include <algorithm>

namespace tkc::sim {

using data::TensorMapDescription;
using data::TensorMapSwizzle;
using data::TensorMapType;

unsigned bitsOfElement(TensorMapType type) {
  switch (type) {
  case TensorMapType::U8:
    return 8;
  case TensorMapType::U16:
  case TensorMapType::F16:
  case TensorMapType::BF16:
    return 16;
  case TensorMapType::U32:
  case TensorMapType::S32:
  case TensorMapType::F32:
  case TensorMapType::F32FlushToZero:
  case TensorMapType::TF32:
  case TensorMapType::TF32FlushToZero:
    return 32;
  case TensorMapType::U64:
  case TensorMapType::S64:
  case TensorMapType::F64:
    return 64;
  case TensorMapType::U4x16Align8:
  case TensorMapType::U4x16Align16:
    return 4;
  case TensorMapType::U6x16Align16:
    return 6;
  }
  return 8;
}

//===----------------------------------------------------------------------===//
// Encoding
//===----------------------------------------------------------------------===//

/// Begins each map; a map of the driver's never does.
static constexpr uint8_t magic[8] = {'t', 'k', 'c', 't', 'm', 'a', 'p', '1'};
static constexpr size_t maxRank = 5;

namespace {
/// Writes and reads numbers in little-endian order, one behind another.
class Cursor {
public:
  explicit Cursor(uint8_t *bytes) : bytes(bytes) {}

  void put(uint64_t value, int size) {
    for (int i = 0; i < size; ++i) {
      *bytes++ = uint8_t(value >> 8 * i);
    }
  }
  uint64_t take(int size) {
    uint64_t value = 0;
    for (int i = 0; i < size; ++i) {
      value |= uint64_t(*bytes++) << 8 * i;
    }
    return value;
  }

private:
  uint8_t *bytes;
};
} // namespace

TensorMapBytes storeTensorMap(const TensorMapDescription &description) {
  TensorMapBytes result = {};
  std::copy(std::begin(magic), std::end(magic), result.begin());
  Cursor cursor(result.data() + sizeof(magic));
  size_t rank = description.dimensions.size();
  cursor.put(rank, 1);
  cursor.put(uint64_t(description.type), 1);
  cursor.put(uint64_t(description.interleave), 1);
  cursor.put(uint64_t(description.swizzle), 1);
  cursor.put(uint64_t(description.promotion), 1);
  cursor.put(uint64_t(description.fill), 1);
  cursor.put(description.address, 8);
  for (size_t i = 0; i < maxRank; ++i) {
    cursor.put(i < rank ? description.dimensions[i] : 0, 8);
    cursor.put(i + 1 < rank ? description.stridesInBytes[i] : 0, 8);
    cursor.put(i < rank ? description.box[i] : 0, 2);
    cursor.put(i < rank ? description.elementStrides[i] : 0, 1);
  }
  return result;
}

Result<TensorMapDescription> decodeTensorMap(const uint8_t *bytes) {
  if (!std::equal(std::begin(magic), std::end(magic), bytes)) {
    return ErrorMessage{"the 128 bytes hold no tensor map of the simulator"};
  }
  TensorMapBytes copy;
  std::copy(bytes, bytes + copy.size(), copy.begin());
  Cursor cursor(copy.data() + sizeof(magic));
  TensorMapDescription result;
  size_t rank = cursor.take(1);
  uint64_t type = cursor.take(1), interleave = cursor.take(1), swizzle = cursor.take(1), promotion = cursor.take(1),
           fill = cursor.take(1);
  if (rank < 1 || rank > maxRank || type > uint64_t(TensorMapType::U6x16Align16) || interleave > 2 ||
      swizzle > uint64_t(TensorMapSwizzle::Bytes128Atom64) || promotion > 3 || fill > 1) {
    return ErrorMessage{"the tensor map has been overwritten: one of its fields has a value that does not exist"};
  }
  result.type = TensorMapType(type);
  result.interleave = data::TensorMapInterleave(interleave);
  result.swizzle = TensorMapSwizzle(swizzle);
  result.promotion = data::TensorMapPromotion(promotion);
  result.fill = data::TensorMapFill(fill);
  result.address = cursor.take(8);
  for (size_t i = 0; i < rank; ++i) {
    result.dimensions.push_back(cursor.take(8));
    uint64_t stride = cursor.take(8);
    if (i + 1 < rank) {
      result.stridesInBytes.push_back(stride);
    }
    result.box.push_back(uint32_t(cursor.take(2)));
    result.elementStrides.push_back(uint32_t(cursor.take(1)));
  }
  return result;
}

Result<TensorMapBytes> encodeTensorMap(const TensorMapDescription &description) {
  if (Status status = checkTensorMap(description); !status) {
    return status.takeError();
  }
  if (description.interleave != data::TensorMapInterleave::None) {
    return ErrorMessage{"the simulator has no interleaved tensor maps"};
  }
  if (description.type == TensorMapType::U4x16Align16 || description.type == TensorMapType::U6x16Align16) {
    return ErrorMessage{"the simulator has no tensor maps of packed types with gaps"};
  }
  return storeTensorMap(description);
}

//===----------------------------------------------------------------------===//
// Boxes
//===----------------------------------------------------------------------===//

uint32_t boxExtent(const TensorMapDescription &description, unsigned dimension) {
  // The innermost stride is ignored without interleave.
  uint32_t stride = dimension == 0 ? 1 : description.elementStrides[dimension];
  return (description.box[dimension] + stride - 1) / stride;
}

static uint32_t rowBytes(const TensorMapDescription &description) {
  return description.box[0] * bitsOfElement(description.type) / 8;
}

static uint64_t boxRows(const TensorMapDescription &description) {
  uint64_t rows = 1;
  for (unsigned i = 1; i < description.dimensions.size(); ++i) {
    rows *= boxExtent(description, i);
  }
  return rows;
}

uint64_t boxBytes(const TensorMapDescription &description) { return rowBytes(description) * boxRows(description); }

uint32_t sharedPitch(const TensorMapDescription &description) {
  constexpr uint32_t spans[] = {0, 32, 64, 128, 128, 128, 128};
  return std::max(rowBytes(description), spans[unsigned(description.swizzle)]);
}

uint64_t sharedExtent(const TensorMapDescription &description) {
  return uint64_t(sharedPitch(description)) * boxRows(description);
}

uint32_t swizzleTensorAddress(uint32_t address, TensorMapSwizzle swizzle) {
  switch (swizzle) {
  case TensorMapSwizzle::None:
    return address;
  case TensorMapSwizzle::Bytes32:
    return address ^ (address >> 3 & 0x10);
  case TensorMapSwizzle::Bytes64:
    return address ^ (address >> 3 & 0x30);
  case TensorMapSwizzle::Bytes128:
    return address ^ (address >> 3 & 0x70);
  case TensorMapSwizzle::Bytes128Atom32:
    return address ^ (address >> 2 & 0x60);
  case TensorMapSwizzle::Bytes128Atom32Flip8:
    return address ^ (address >> 2 & 0x60) ^ (address >> 4 & 0x08);
  case TensorMapSwizzle::Bytes128Atom64:
    return address ^ (address >> 1 & 0x40);
  }
  return address;
}

/// Bytes that a swizzle keeps together.
static uint32_t chunkBytes(TensorMapSwizzle swizzle) {
  switch (swizzle) {
  case TensorMapSwizzle::None:
    return 1 << 30;
  case TensorMapSwizzle::Bytes32:
  case TensorMapSwizzle::Bytes64:
  case TensorMapSwizzle::Bytes128:
    return 16;
  case TensorMapSwizzle::Bytes128Atom32:
    return 32;
  case TensorMapSwizzle::Bytes128Atom32Flip8:
    return 8;
  case TensorMapSwizzle::Bytes128Atom64:
    return 64;
  }
  return 16;
}

/// Adds a stretch of a row, cut at the chunks of the swizzle.
static void addStretch(std::vector<TensorRun> &runs, TensorMapSwizzle swizzle, uint64_t global, uint32_t shared,
                       uint32_t bytes, bool isInBounds) {
  uint32_t chunk = chunkBytes(swizzle);
  while (bytes) {
    uint32_t part = std::min(bytes, chunk - shared % chunk);
    runs.push_back({isInBounds ? global : 0, swizzleTensorAddress(shared, swizzle), part, isInBounds});
    global += part;
    shared += part;
    bytes -= part;
  }
}

/// Adds one row of the box: elements before, within and after the tensor.
static void addRow(std::vector<TensorRun> &runs, const TensorMapDescription &description, int64_t first,
                   uint64_t rowAddress, uint32_t shared, bool isRowInBounds) {
  int64_t bits = bitsOfElement(description.type), count = description.box[0];
  int64_t size = int64_t(description.dimensions[0]);
  int64_t begin = isRowInBounds ? std::clamp<int64_t>(-first, 0, count) : count;
  int64_t end = isRowInBounds ? std::clamp<int64_t>(size - first, begin, count) : count;
  auto bytesOf = [bits](int64_t elements) { return uint32_t(elements * bits / 8); };
  uint64_t global = rowAddress + uint64_t((first + begin) * bits / 8);
  addStretch(runs, description.swizzle, 0, shared, bytesOf(begin), false);
  addStretch(runs, description.swizzle, global, shared + bytesOf(begin), bytesOf(end) - bytesOf(begin), true);
  addStretch(runs, description.swizzle, 0, shared + bytesOf(end), bytesOf(count) - bytesOf(end), false);
}

/// No target has more shared memory than this window.
static constexpr uint64_t sharedWindow = 1 << 18;

static Status checkPlace(const TensorMapDescription &description, int64_t column, uint32_t sharedAddress) {
  if (sharedExtent(description) > sharedWindow) {
    return ErrorMessage{"a tensor copy's box takes " + std::to_string(sharedExtent(description)) +
                        " bytes, shared memory has at most " + std::to_string(sharedWindow)};
  }
  if (sharedAddress % tensorBoxAlignment != 0) {
    return ErrorMessage{"shared address " + std::to_string(sharedAddress) + " of a tensor copy is no multiple of " +
                        std::to_string(tensorBoxAlignment)};
  }
  if (bitsOfElement(description.type) < 8 && column % 2 != 0) {
    return ErrorMessage{"coordinate " + std::to_string(column) + " of a packed type is odd"};
  }
  return {};
}

Result<std::vector<TensorRun>> tensorRuns(const TensorMapDescription &description,
                                          const std::vector<int32_t> &coordinates, uint32_t sharedAddress) {
  size_t rank = description.dimensions.size();
  if (coordinates.size() != rank) {
    return ErrorMessage{"a tensor copy gives " + std::to_string(coordinates.size()) +
                        " coordinates, its tensor map has " + std::to_string(rank) + " dimensions"};
  }
  if (Status status = checkPlace(description, coordinates[0], sharedAddress); !status) {
    return status.takeError();
  }
  std::vector<TensorRun> runs;
  uint64_t rows = boxRows(description);
  for (uint64_t row = 0; row < rows; ++row) {
    uint64_t rest = row, address = description.address;
    bool isInBounds = true;
    for (unsigned i = 1; i < rank; ++i) {
      uint32_t extent = boxExtent(description, i);
      int64_t place = coordinates[i] + int64_t(rest % extent) * description.elementStrides[i];
      rest /= extent;
      isInBounds &= place >= 0 && place < int64_t(description.dimensions[i]);
      address += uint64_t(place) * description.stridesInBytes[i - 1];
    }
    addRow(runs, description, coordinates[0], address, sharedAddress + uint32_t(row) * sharedPitch(description),
           isInBounds);
  }
  return runs;
}

Result<std::vector<TensorRun>> gatherRuns(const TensorMapDescription &description, int32_t column,
                                          const std::array<int32_t, 4> &rows, uint32_t sharedAddress) {
  if (description.dimensions.size() != 2 || description.box[1] != 1) {
    return ErrorMessage{"gather4 and scatter4 need a tensor map of 2 dimensions with a box of one row"};
  }
  if (Status status = checkPlace(description, column, sharedAddress); !status) {
    return status.takeError();
  }
  std::vector<TensorRun> runs;
  for (uint32_t i = 0; i < rows.size(); ++i) {
    bool isInBounds = rows[i] >= 0 && uint64_t(rows[i]) < description.dimensions[1];
    uint64_t address = description.address + uint64_t(int64_t(rows[i])) * description.stridesInBytes[0];
    addRow(runs, description, column, address, sharedAddress + i * sharedPitch(description), isInBounds);
  }
  return runs;
}

uint64_t fillElement(const TensorMapDescription &description) {
  if (description.fill == data::TensorMapFill::Zero) {
    return 0;
  }
  // As an H200 fills; the pattern repeats every 16 bits.
  switch (bitsOfElement(description.type)) {
  case 16:
    return 0x7ff7;
  case 32:
    return 0x7ff77ff7;
  default:
    return 0x7ff77ff77ff77ff7;
  }
}

} // namespace tkc::sim
