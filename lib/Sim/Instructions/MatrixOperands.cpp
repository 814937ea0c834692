// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Moving matrices between registers and arrays.
#include "MatrixOperands.h"

#include <algorithm>
#include <cstring>

namespace tkc::sim {

using Kind = MatrixInput::Kind;

static constexpr MatrixInput inputs[] = {
    {"f16", 16, Kind::Float, Format::F16},       {"bf16", 16, Kind::Float, Format::BF16},
    {"tf32", 32, Kind::Float, Format::TF32},     {"e4m3", 8, Kind::Float, Format::E4M3},
    {"e5m2", 8, Kind::Float, Format::E5M2},      {"f64", 64, Kind::Float, Format::F64},
    {"s8", 8, Kind::Integer, Format::F16, true}, {"u8", 8, Kind::Integer, Format::F16, false},
    {"s4", 4, Kind::Integer, Format::F16, true}, {"u4", 4, Kind::Integer, Format::F16, false},
    {"b1", 32, Kind::Bits, Format::F16, false}};

const MatrixInput *findMatrixInput(std::string_view name) {
  auto found =
      std::find_if(std::begin(inputs), std::end(inputs), [name](const MatrixInput &type) { return name == type.name; });
  return found == std::end(inputs) ? nullptr : found;
}

OperandLayout makeLayout(const MatrixFragment &fragment, MatrixOperand operand, int bits) {
  OperandLayout layout;
  bool isB = operand == MatrixOperand::B;
  layout.rows = isB ? fragment.columns() : fragment.rows();
  layout.columns = isB ? fragment.rows() : fragment.columns();
  layout.bits = bits;
  layout.count = unsigned(fragment.registers());
  for (int i = 0; i < layout.rows; ++i) {
    for (int j = 0; j < layout.columns; ++j) {
      layout.places.push_back(isB ? fragment.placeOf(j, i) : fragment.placeOf(i, j));
    }
  }
  return layout;
}

bool takeMatrixRegisters(DecodeContext &context, unsigned index, OperandLayout &layout, bool isResult,
                         std::vector<Place> &places) {
  std::vector<const ptx::Operand *> elements = context.elements(index);
  if (elements.size() != layout.count) {
    context.error("operand " + std::to_string(index + 1) + " of `" + context.spelling() + "` has " +
                  std::to_string(elements.size()) + " registers, needs " + std::to_string(layout.count));
    return false;
  }
  layout.first = unsigned(places.size());
  std::optional<ptx::Type> type = ptx::findType(layout.bits == 64 ? "b64" : "b32");
  for (const ptx::Operand *element : elements) {
    places.push_back(isResult ? context.result(*element, *type) : context.source(*element, *type));
  }
  return !context.hasErrors();
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

static Place registerOf(const Instruction &instruction, const OperandLayout &layout, const FragmentPlace &place) {
  return instruction.operands[layout.first + unsigned(place.reg)];
}

void gatherElements(const Warp &warp, const Instruction &instruction, const OperandLayout &layout, uint32_t *elements) {
  uint32_t mask = layout.bits == 32 ? ~0u : (1u << layout.bits) - 1;
  for (size_t i = 0; i < layout.size(); ++i) {
    const FragmentPlace &place = layout.places[i];
    uint32_t word = warp.read<uint32_t>(registerOf(instruction, layout, place))[place.lane];
    elements[i] = (word >> (place.slot * layout.bits)) & mask;
  }
}

void gatherElements(const Warp &warp, const Instruction &instruction, const OperandLayout &layout, double *elements) {
  for (size_t i = 0; i < layout.size(); ++i) {
    const FragmentPlace &place = layout.places[i];
    elements[i] = warp.read<double>(registerOf(instruction, layout, place))[place.lane];
  }
}

void scatterElements(Warp &warp, const Instruction &instruction, const OperandLayout &layout,
                     const uint32_t *elements) {
  uint32_t ones = layout.bits == 32 ? ~0u : (1u << layout.bits) - 1;
  for (size_t i = 0; i < layout.size(); ++i) {
    const FragmentPlace &place = layout.places[i];
    uint32_t shift = uint32_t(place.slot * layout.bits), mask = ones << shift;
    uint32_t &word = warp.write<uint32_t>(registerOf(instruction, layout, place))[place.lane];
    word = (word & ~mask) | (elements[i] << shift);
  }
}

void scatterElements(Warp &warp, const Instruction &instruction, const OperandLayout &layout, const double *elements) {
  for (size_t i = 0; i < layout.size(); ++i) {
    const FragmentPlace &place = layout.places[i];
    warp.write<double>(registerOf(instruction, layout, place))[place.lane] = elements[i];
  }
}

//===----------------------------------------------------------------------===//
// Definedness
//===----------------------------------------------------------------------===//

static unsigned registerBytes(const OperandLayout &layout) { return layout.bits == 64 ? 8 : 4; }

/// The definedness bits that an element has in its register's byte of bits.
static uint8_t bitsOfElement(const OperandLayout &layout, const FragmentPlace &place) {
  int begin = place.slot * layout.bits / 8, bytes = std::max(layout.bits / 8, 1);
  return uint8_t(((1u << bytes) - 1) << begin);
}

static bool isElementDefined(const Warp &warp, const Instruction &instruction, const OperandLayout &layout,
                             size_t index) {
  const FragmentPlace &place = layout.places[index];
  uint8_t wanted = bitsOfElement(layout, place);
  const uint8_t *defined = warp.readDefined(registerOf(instruction, layout, place), registerBytes(layout));
  return (defined[place.lane] & wanted) == wanted;
}

/// Which rows of an operand are defined as a whole.
static std::vector<bool> definedRows(const Warp &warp, const Instruction &instruction, const OperandLayout &layout) {
  std::vector<bool> rows(size_t(layout.rows), true);
  for (size_t i = 0; i < layout.size(); ++i) {
    if (!isElementDefined(warp, instruction, layout, i)) {
      rows[i / size_t(layout.columns)] = false;
    }
  }
  return rows;
}

static bool isDefinedAsAWhole(const Warp &warp, const Instruction &instruction, const OperandLayout &layout) {
  for (unsigned i = 0; i < layout.count; ++i) {
    if (warp.definedLanes(instruction.operands[layout.first + i], registerBytes(layout), allLanes) != allLanes) {
      return false;
    }
  }
  return true;
}

ProductDefinedness::ProductDefinedness(const Warp &warp, const Instruction &instruction, const OperandLayout &a,
                                       const OperandLayout &b, const OperandLayout &c) {
  isWhole = isDefinedAsAWhole(warp, instruction, a) && isDefinedAsAWhole(warp, instruction, b) &&
            isDefinedAsAWhole(warp, instruction, c);
  if (isWhole) {
    rows.assign(size_t(a.rows), true);
    columns.assign(size_t(b.rows), true);
    known.assign(c.size(), true);
    return;
  }
  rows = definedRows(warp, instruction, a);
  columns = definedRows(warp, instruction, b);
  for (size_t i = 0; i < c.size(); ++i) {
    known.push_back(isElementDefined(warp, instruction, c, i));
  }
}

void ProductDefinedness::spoilRow(int row) {
  isWhole = false;
  rows[size_t(row)] = false;
}

void ProductDefinedness::write(Warp &warp, const Instruction &instruction, const OperandLayout &d,
                               int rowsPerGroup) const {
  unsigned width = registerBytes(d);
  if (isWhole) {
    for (unsigned i = 0; i < d.count; ++i) {
      std::fill_n(warp.writeDefined(instruction.operands[d.first + i], width), warpSize, Warp::fullyDefined(width));
    }
    return;
  }
  for (size_t i = 0; i < d.size(); ++i) {
    size_t row = i / size_t(d.columns), column = i % size_t(d.columns);
    column += rowsPerGroup ? row / size_t(rowsPerGroup) * size_t(d.columns) : 0;
    const FragmentPlace &place = d.places[i];
    uint8_t bits = bitsOfElement(d, place);
    uint8_t &defined = warp.writeDefined(registerOf(instruction, d, place), width)[place.lane];
    defined = rows[row] && columns[column] && known[i] ? defined | bits : defined & ~bits;
  }
}

} // namespace tkc::sim
