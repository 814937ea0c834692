// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How wgmma reads its operands: chunks of 16 bytes, which a descriptor scatters over shared memory, or fragments of A.
#include "tkc/Sim/Machine/Cluster.h"

#include <algorithm>
#include <cstring>

#include "Wgmma.h"

namespace tkc::sim {

static constexpr uint32_t chunkBytes = 16;

namespace {
/// Bytes that lie together in memory: along k of one row, or along the rows at one k.
struct Chunk {
  uint32_t address, row, k;
};

/// Reads the chunks of one operand that the same warps read.
class TileReader {
public:
  TileReader(const WgmmaWork &work, const WgmmaInput &input, bool isB, WgmmaTile &tile)
      : work(work), input(input), isB(isB), tile(tile), elementBytes(std::max(input.bits / 8, 1)) {}

  /// All chunks of the rows from `first` on, read by warps `firstReader` and on.
  void read(const MatrixDescriptor &descriptor, uint32_t first, uint32_t rows, unsigned firstReader, unsigned readers) {
    collect(descriptor, first, rows);
    auto isBefore = [](const Chunk &left, const Chunk &right) { return left.address < right.address; };
    std::sort(chunks.begin(), chunks.end(), isBefore);
    for (size_t begin = 0; begin < chunks.size();) {
      size_t end = begin + 1;
      while (end < chunks.size() && chunks[end].address - chunks[end - 1].address <= chunkBytes) {
        ++end;
      }
      readPiece(begin, end, firstReader, readers);
      begin = end;
    }
  }

private:
  void collect(const MatrixDescriptor &descriptor, uint32_t first, uint32_t rows) {
    uint32_t perChunk = chunkBytes / elementBytes, depth = uint32_t(tile.depthInBytes) / elementBytes;
    bool isAlongK = input.major == Major::K;
    uint32_t rowStep = isAlongK ? 1 : perChunk, kStep = isAlongK ? perChunk : 1;
    // The descriptor reaches the first 256 KiB of the own CTA's memory.
    uint32_t window = work.warps[0]->cta().rank() << sharedRankShift;
    chunks.clear();
    for (uint32_t row = first; row < first + rows; row += rowStep) {
      for (uint32_t k = 0; k < depth; k += kStep) {
        chunks.push_back({window | operandAddress(descriptor, input.major, elementBytes, row, k), row, k});
      }
    }
  }

  AccessWindow open(Warp &warp, const KnowledgeRef &known, uint32_t address, uint32_t bytes) {
    AsyncAccess access;
    access.address = address;
    access.sizeInBytes = bytes;
    access.alignment = chunkBytes;
    access.epoch = work.epoch;
    access.knownAtIssue = known;
    access.instruction = warp.program().indexOf(*work.instruction);
    access.thread = warp.firstThread();
    return warp.memory().openAsync(access);
  }

  /// Every warp that needs the bytes must know of their last writes: each looks, one reads.
  void readPiece(size_t begin, size_t end, unsigned firstReader, unsigned readers) {
    uint32_t address = chunks[begin].address, bytes = chunks[end - 1].address + chunkBytes - address;
    bool isOrdered = work.warps[firstReader]->launch().options.checks.races;
    for (unsigned reader = firstReader + 1; isOrdered && reader < firstReader + readers; ++reader) {
      open(*work.warps[reader], work.known[reader], address, bytes);
    }
    AccessWindow window = open(*work.warps[firstReader], work.known[firstReader], address, bytes);
    for (size_t index = begin; index < end; ++index) {
      const Chunk &chunk = chunks[index];
      copyChunk(window, chunk.address - address, chunk);
      if (window.lanes == 0 || !window.isRangeDefined(0, chunk.address - address, chunkBytes)) {
        markUndefined(window, chunk.address - address, chunk);
      }
    }
  }

  void copyChunk(const AccessWindow &window, uint32_t offset, const Chunk &chunk) {
    uint8_t *target = tile.bytes.data() + chunk.row * uint32_t(tile.depthInBytes) + chunk.k * elementBytes;
    if (window.lanes == 0) {
      return;
    }
    if (input.major == Major::K) {
      std::memcpy(target, window.data[0] + offset, chunkBytes);
      return;
    }
    for (uint32_t at = 0; at < chunkBytes; at += elementBytes) {
      std::memcpy(target + at / elementBytes * uint32_t(tile.depthInBytes), window.data[0] + offset + at, elementBytes);
    }
  }

  void markUndefined(const AccessWindow &window, uint32_t offset, const Chunk &chunk) {
    uint8_t all = static_cast<uint8_t>((1u << elementBytes) - 1);
    for (uint32_t at = 0; at < chunkBytes; at += elementBytes) {
      if (window.lanes != 0 && window.defined(0, offset + at, elementBytes) == all) {
        continue;
      }
      uint32_t row = chunk.row + (input.major == Major::K ? 0 : at / elementBytes);
      if (tile.undefined[row] == 0) {
        noteUndefined(row, chunk.address + at);
      }
      tile.markUndefined(row);
    }
  }

  /// Tells the lanes that will hold an undefined element of D where it came from.
  void noteUndefined(uint32_t row, uint32_t address) {
    for (unsigned number = 0; number < warpsPerGroup; ++number) {
      for (unsigned lane = 0; lane < warpSize; ++lane) {
        bool holds = isB ? lane % 4 == row % 8 / 2 : number == row / 16 && lane / 4 == row % 8;
        if (holds) {
          work.warps[number]->noteUndefinedRead(*work.instruction, lane, address, Space::Shared);
        }
      }
    }
  }

  const WgmmaWork &work;
  const WgmmaInput &input;
  bool isB;
  WgmmaTile &tile;
  uint32_t elementBytes;
  std::vector<Chunk> chunks;
};
} // namespace

static WgmmaTile emptyTile(uint32_t rows, int depthInBytes = wgmmaDepthInBytes) {
  WgmmaTile tile;
  tile.depthInBytes = depthInBytes;
  tile.bytes.resize(size_t(rows) * size_t(depthInBytes));
  tile.undefined.resize(rows);
  return tile;
}

WgmmaTile readSharedA(const WgmmaWork &work) {
  WgmmaTile tile = emptyTile(wgmmaRows);
  TileReader reader(work, work.instruction->detailAs<WgmmaDetail>().a, false, tile);
  constexpr uint32_t rows = wgmmaRows / warpsPerGroup;
  for (unsigned warp = 0; warp < warpsPerGroup; ++warp) {
    reader.read(work.a, warp * rows, rows, warp, 1);
  }
  return tile;
}

WgmmaTile readSharedB(const WgmmaWork &work) {
  const WgmmaDetail &detail = work.instruction->detailAs<WgmmaDetail>();
  auto columns = uint32_t(detail.columns);
  WgmmaTile tile = emptyTile(columns, (detail.sparsity ? 2 : 1) * wgmmaDepthInBytes);
  TileReader(work, detail.b, true, tile).read(work.b, 0, columns, 0, warpsPerGroup);
  return tile;
}

WgmmaTile readRegisterTile(const WgmmaWork &work) {
  WgmmaTile tile = emptyTile(wgmmaRows);
  const WgmmaDetail &detail = work.instruction->detailAs<WgmmaDetail>();
  // A register holds four bytes along k, whatever the elements are.
  MatrixFragment fragment(MatrixOperand::A, wgmmaRows, wgmmaDepthInBytes / 4, 32);
  for (unsigned number = 0; number < warpsPerGroup; ++number) {
    const Warp &warp = *work.warps[number];
    for (unsigned reg = 0; reg < detail.registersOfA; ++reg) {
      Place place = work.instruction->operands[detail.accumulators + reg];
      const uint32_t *words = warp.read<uint32_t>(place);
      LaneMask defined = warp.definedLanes(place, 4, allLanes);
      for (unsigned lane = 0; lane < warpSize; ++lane) {
        Element element = fragment.elementAt(int(number * warpSize + lane), int(reg), 0);
        std::memcpy(tile.bytes.data() + element.row * wgmmaDepthInBytes + element.column * 4, words + lane, 4);
        if (((defined >> lane) & 1) == 0) {
          tile.markUndefined(uint32_t(element.row));
        }
      }
    }
  }
  return tile;
}

} // namespace tkc::sim
