// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Linear layouts as text: the bases, and small grids of elements.
#include "tkc/Layout/F2.h"
#include "tkc/Layout/LinearLayout.h"

#include <algorithm>

#include "BitFields.h"

using namespace tkc::layout;

static std::string coordinatesText(const std::vector<Coordinate> &coordinates) {
  std::string text = "(";
  for (const Coordinate &coordinate : coordinates) {
    text += (text.size() > 1 ? ", " : "") + std::to_string(coordinate.second);
  }
  return text + ")";
}

std::string LinearLayout::toString() const {
  std::string text;
  for (const DimExtent &extent : ins) {
    if (extent.log2Size == 0) {
      text += std::string(dimName(extent.dim)) + " is a size 1 dimension\n";
    }
    for (unsigned bit = 0; bit < extent.log2Size; ++bit) {
      text += std::string(dimName(extent.dim)) + "=" + std::to_string(uint64_t(1) << bit) + " -> " +
              coordinatesText(unflattenOut(basis(extent.dim, bit))) + "\n";
    }
  }
  text += "out dims: [";
  for (const DimExtent &extent : outs) {
    text += (&extent == outs.begin() ? "" : ", ") + std::string(dimName(extent.dim)) + " (size " +
            std::to_string(extent.atomSize()) + (extent.repeats == 1 ? "" : " x " + std::to_string(extent.repeats)) +
            ")";
  }
  return text + "]\n";
}

/// The text of the first position that holds an element, as documented on toGrid.
static std::string cellText(const LinearLayout &layout, uint64_t position) {
  std::string text;
  for (const Coordinate &coordinate : layout.unflattenIn(position)) {
    std::string number = std::to_string(coordinate.second);
    bool wide = layout.inLog2(coordinate.first) != 0;
    switch (coordinate.first) {
    case Dim::Register:
      text += ":" + number;
      break;
    case Dim::Lane:
      text.insert(0, "T" + number);
      break;
    case Dim::Warp:
      text.insert(0, wide ? "W" + number + " " : "");
      break;
    case Dim::Block:
      text.insert(0, wide ? "B" + number + " " : "");
      break;
    default:
      text += (text.empty() ? "" : ",") + number;
    }
  }
  return text;
}

static std::string padLeft(const std::string &text, size_t width) {
  return std::string(width - std::min(width, text.size()), ' ') + text;
}

std::string LinearLayout::toGrid(unsigned maxRows, unsigned maxColumns) const {
  assert(outs.size() >= 1 && outs.size() <= 2 && "a grid has one or two dimensions");
  f2::Span span;
  for (unsigned i = 0; i < columns.size(); ++i) {
    span.insert(columns[i], f2::Vector(1) << i);
  }
  bool flat = outs.size() == 1;
  uint64_t numRows = std::min<uint64_t>(maxRows, flat ? 1 : outs[0].atomSize());
  uint64_t numColumns = std::min<uint64_t>(maxColumns, outs[flat ? 0 : 1].atomSize());
  std::vector<std::string> cells;
  size_t width = 0;
  for (uint64_t row = 0; row < numRows; ++row) {
    for (uint64_t column = 0; column < numColumns; ++column) {
      uint64_t element = flat ? column : row | column << outs[0].log2Size;
      std::optional<f2::Vector> position = span.solve(element);
      cells.push_back(position ? cellText(*this, *position) : "-");
      width = std::max(width, cells.back().size());
    }
  }
  std::string text;
  for (size_t i = 0; i < cells.size(); ++i) {
    text += padLeft(cells[i], width) + ((i + 1) % numColumns == 0 ? "\n" : " ");
  }
  return text;
}
