// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// mma.sync: the operands are gathered from the lanes, multiplied as the target's tensor cores do, and handed back.
#include "tkc/Sim/Instructions/Families.h"
#include "tkc/Sim/Machine/Decoder.h"
#include "tkc/Sim/Machine/Warp.h"
#include "tkc/Sim/Numeric/Float.h"
#include "tkc/Sim/Numeric/Fragments.h"
#include "tkc/Sim/Numeric/TensorCore.h"

#include <algorithm>
#include <charconv>

namespace tkc::sim {

namespace {

/// Elements of A or B.
struct InputType {
  const char *name;
  /// Bits in a register; tf32 stands in 32.
  int bits;
  bool isFloat = true;
  Format format = Format::F16;
  bool isSigned = false;
};

constexpr InputType inputTypes[] = {{"f16", 16, true, Format::F16},      {"bf16", 16, true, Format::BF16},
                                    {"tf32", 32, true, Format::TF32},    {"e4m3", 8, true, Format::E4M3},
                                    {"e5m2", 8, true, Format::E5M2},     {"f64", 64, true, Format::F64},
                                    {"s8", 8, false, Format::F16, true}, {"u8", 8, false, Format::F16, false},
                                    {"s4", 4, false, Format::F16, true}, {"u4", 4, false, Format::F16, false}};

/// One operand: where its elements are, and which registers hold it.
struct OperandLayout {
  /// Of element i * columns + j.
  std::vector<FragmentPlace> places;
  int rows = 0, columns = 0, bits = 16;
  /// The first of the instruction's operands, and how many there are.
  unsigned first = 0, count = 0;
};

struct MmaDetail {
  MmaShape shape = {};
  InputType a, b;
  OperandLayout layoutA, layoutB, layoutC, layoutD;
  bool hasHalfAccumulator = false, satfinite = false;
  DotModel model = {};
};

} // namespace

//===----------------------------------------------------------------------===//
// Lanes and matrices
//===----------------------------------------------------------------------===//

/// The bits of all elements, row by row.
template <typename T>
static void gather(const Warp &warp, const Instruction &instruction, const OperandLayout &layout, T *elements) {
  uint64_t mask = layout.bits == 64 ? ~uint64_t(0) : (uint64_t(1) << layout.bits) - 1;
  for (size_t i = 0; i < layout.places.size(); ++i) {
    const FragmentPlace &place = layout.places[i];
    Place operand = instruction.operands[layout.first + place.reg];
    uint64_t word =
        layout.bits == 64 ? warp.read<uint64_t>(operand)[place.lane] : warp.read<uint32_t>(operand)[place.lane];
    elements[i] = T((word >> (place.slot * layout.bits)) & mask);
  }
}

template <typename T>
static void scatter(Warp &warp, const Instruction &instruction, const OperandLayout &layout, const T *elements) {
  for (size_t i = 0; i < layout.places.size(); ++i) {
    const FragmentPlace &place = layout.places[i];
    Place operand = instruction.operands[layout.first + place.reg];
    if (layout.bits == 64) {
      warp.write<uint64_t>(operand)[place.lane] = uint64_t(elements[i]);
    } else if (layout.bits == 32) {
      warp.write<uint32_t>(operand)[place.lane] = uint32_t(elements[i]);
    } else {
      uint32_t shift = uint32_t(place.slot * layout.bits), mask = ((1u << layout.bits) - 1) << shift;
      uint32_t &word = warp.write<uint32_t>(operand)[place.lane];
      word = (word & ~mask) | (uint32_t(elements[i]) << shift);
    }
  }
}

/// The definedness bits that an element has in its register's byte of bits.
static uint8_t bitsOfElement(const OperandLayout &layout, const FragmentPlace &place) {
  int begin = place.slot * layout.bits / 8, bytes = std::max(layout.bits / 8, 1);
  return uint8_t(((1u << bytes) - 1) << begin);
}

static bool isElementDefined(const Warp &warp, const Instruction &instruction, const OperandLayout &layout,
                             size_t index) {
  const FragmentPlace &place = layout.places[index];
  unsigned width = layout.bits == 64 ? 8 : 4;
  uint8_t wanted = bitsOfElement(layout, place);
  return (warp.readDefined(instruction.operands[layout.first + place.reg], width)[place.lane] & wanted) == wanted;
}

/// Which rows of an operand are defined as a whole.
static std::vector<bool> definedRows(const Warp &warp, const Instruction &instruction, const OperandLayout &layout) {
  std::vector<bool> rows(size_t(layout.rows), true);
  for (size_t i = 0; i < layout.places.size(); ++i) {
    if (!isElementDefined(warp, instruction, layout, i)) {
      rows[i / size_t(layout.columns)] = false;
    }
  }
  return rows;
}

static bool isDefinedAsAWhole(const Warp &warp, const Instruction &instruction, const OperandLayout &layout) {
  unsigned width = layout.bits == 64 ? 8 : 4;
  for (unsigned i = 0; i < layout.count; ++i) {
    if (warp.definedLanes(instruction.operands[layout.first + i], width, allLanes) != allLanes) {
      return false;
    }
  }
  return true;
}

/// An element of D is defined when its row of A, its column of B and its element of C are. `known` are those of C.
static void setDefinedElements(Warp &warp, const Instruction &instruction, const MmaDetail &detail,
                               const std::vector<bool> &rows, const std::vector<bool> &columns,
                               const std::vector<bool> &known) {
  const OperandLayout &layout = detail.layoutD;
  unsigned width = layout.bits == 64 ? 8 : 4;
  for (size_t i = 0; i < layout.places.size(); ++i) {
    const FragmentPlace &place = layout.places[i];
    bool isDefined = rows[i / size_t(layout.columns)] && columns[i % size_t(layout.columns)] && known[i];
    uint8_t bits = bitsOfElement(layout, place);
    uint8_t &defined = warp.writeDefined(instruction.operands[layout.first + place.reg], width)[place.lane];
    defined = isDefined ? defined | bits : defined & ~bits;
  }
}

/// What the instruction makes defined, found before it writes.
struct MmaDefinedness {
  bool isWhole = false;
  std::vector<bool> rows, columns, known;
};

static MmaDefinedness readDefinedness(const Warp &warp, const Instruction &instruction, const MmaDetail &detail) {
  MmaDefinedness result;
  result.isWhole = isDefinedAsAWhole(warp, instruction, detail.layoutA) &&
                   isDefinedAsAWhole(warp, instruction, detail.layoutB) &&
                   isDefinedAsAWhole(warp, instruction, detail.layoutC);
  if (!result.isWhole) {
    result.rows = definedRows(warp, instruction, detail.layoutA);
    result.columns = definedRows(warp, instruction, detail.layoutB);
    for (size_t i = 0; i < detail.layoutC.places.size(); ++i) {
      result.known.push_back(isElementDefined(warp, instruction, detail.layoutC, i));
    }
  }
  return result;
}

static void writeDefinedness(Warp &warp, const Instruction &instruction, const MmaDetail &detail,
                             const MmaDefinedness &found) {
  if (!found.isWhole) {
    return setDefinedElements(warp, instruction, detail, found.rows, found.columns, found.known);
  }
  unsigned width = detail.layoutD.bits == 64 ? 8 : 4;
  for (unsigned i = 0; i < detail.layoutD.count; ++i) {
    std::fill_n(warp.writeDefined(instruction.operands[detail.layoutD.first + i], width), warpSize,
                Warp::fullyDefined(width));
  }
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

/// The largest operands are 16 x 64 and 64 x 8 elements.
static constexpr size_t mostInputs = 16 * 64, mostOutputs = 16 * 8;

static void multiplyAsFloats(Warp &warp, const Instruction &instruction, const MmaDetail &detail) {
  uint32_t a[mostInputs], b[mostInputs], c[mostOutputs];
  gather(warp, instruction, detail.layoutA, a);
  gather(warp, instruction, detail.layoutB, b);
  gather(warp, instruction, detail.layoutC, c);
  DotOperand left, right;
  left.load(detail.a.format, detail.shape.m, detail.shape.k, a);
  right.load(detail.b.format, detail.shape.n, detail.shape.k, b);
  multiplyFloats(detail.model, left, right, c, c);
  scatter(warp, instruction, detail.layoutD, c);
}

static void multiplyAsDoubles(Warp &warp, const Instruction &instruction, const MmaDetail &detail) {
  uint64_t a[mostInputs], b[mostInputs], c[mostOutputs];
  gather(warp, instruction, detail.layoutA, a);
  gather(warp, instruction, detail.layoutB, b);
  gather(warp, instruction, detail.layoutC, c);
  double left[mostInputs], right[mostInputs], sums[mostOutputs];
  std::memcpy(left, a, detail.layoutA.places.size() * 8);
  std::memcpy(right, b, detail.layoutB.places.size() * 8);
  std::memcpy(sums, c, detail.layoutC.places.size() * 8);
  multiplyDoubles(detail.shape.m, detail.shape.n, detail.shape.k, left, right, sums, sums);
  std::memcpy(c, sums, detail.layoutC.places.size() * 8);
  scatter(warp, instruction, detail.layoutD, c);
}

static void extend(int32_t *elements, size_t count, const InputType &type) {
  int unused = 32 - type.bits;
  for (size_t i = 0; i < count; ++i) {
    elements[i] = type.isSigned ? int32_t(uint32_t(elements[i]) << unused) >> unused : elements[i];
  }
}

static void multiplyAsIntegers(Warp &warp, const Instruction &instruction, const MmaDetail &detail) {
  int32_t a[mostInputs], b[mostInputs], c[mostOutputs];
  gather(warp, instruction, detail.layoutA, a);
  gather(warp, instruction, detail.layoutB, b);
  gather(warp, instruction, detail.layoutC, c);
  extend(a, detail.layoutA.places.size(), detail.a);
  extend(b, detail.layoutB.places.size(), detail.b);
  multiplyIntegers(detail.shape.m, detail.shape.n, detail.shape.k, a, b, c, c, detail.satfinite);
  scatter(warp, instruction, detail.layoutD, c);
}

static Step executeMma(Warp &warp, const Instruction &instruction, LaneMask lanes) {
  const MmaDetail &detail = instruction.detailAs<MmaDetail>();
  if (InstructionCounts *counts = warp.countsOf(instruction)) {
    ++counts->matrices;
  }
  MmaDefinedness definedness = readDefinedness(warp, instruction, detail);
  if (!detail.a.isFloat) {
    multiplyAsIntegers(warp, instruction, detail);
  } else if (detail.a.format == Format::F64) {
    multiplyAsDoubles(warp, instruction, detail);
  } else {
    multiplyAsFloats(warp, instruction, detail);
  }
  writeDefinedness(warp, instruction, detail, definedness);
  return Step::Next;
}

//===----------------------------------------------------------------------===//
// Decoding
//===----------------------------------------------------------------------===//

/// `m16n8k16`.
static std::optional<MmaShape> parseShape(std::string_view text) {
  MmaShape shape = {};
  int *const numbers[] = {&shape.m, &shape.n, &shape.k};
  const char letters[] = {'m', 'n', 'k'};
  const char *at = text.data(), *end = at + text.size();
  for (int i = 0; i < 3; ++i) {
    if (at == end || *at != letters[i]) {
      return std::nullopt;
    }
    std::from_chars_result read = std::from_chars(at + 1, end, *numbers[i]);
    if (read.ec != std::errc()) {
      return std::nullopt;
    }
    at = read.ptr;
  }
  return at == end ? std::optional(shape) : std::nullopt;
}

static const InputType *findInputType(std::string_view name) {
  auto found = std::find_if(std::begin(inputTypes), std::end(inputTypes),
                            [name](const InputType &type) { return name == type.name; });
  return found == std::end(inputTypes) ? nullptr : found;
}

/// The elements of B by columns, since that is how sums run.
static OperandLayout makeLayout(const MatrixFragment &fragment, MatrixOperand operand, int bits) {
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

/// Takes the registers of an operand of the text.
static bool takeRegisters(DecodeContext &context, unsigned index, OperandLayout &layout, bool isResult,
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

/// What the four types may be together.
static bool areTypesPermitted(const InputType &a, const InputType &b, std::string_view d, std::string_view c) {
  if (d != c) {
    return false;
  }
  if (!a.isFloat || !b.isFloat) {
    return !a.isFloat && !b.isFloat && a.bits == b.bits && d == "s32";
  }
  if (a.format == Format::F64 || b.format == Format::F64) {
    return a.format == b.format && d == "f64";
  }
  bool isFp8 = a.bits == 8 && b.bits == 8;
  bool hasHalf = d == "f16" && (a.format == Format::F16 || isFp8);
  return (isFp8 || a.format == b.format) && (d == "f32" || hasHalf);
}

static void chooseModel(const Target &target, MmaDetail &detail) {
  if (detail.a.isFloat && detail.a.format != Format::F64) {
    Format accumulator = detail.hasHalfAccumulator ? Format::F16 : Format::F32;
    detail.model = dotModel(int(target.sm), MatrixUnit::MmaSync, detail.a.format, accumulator);
  }
}

/// The maps of the operands; false when PTX has no such shape.
static bool makeLayouts(MmaDetail &detail) {
  int accumulatorBits = detail.hasHalfAccumulator ? 16 : detail.a.bits == 64 ? 64 : 32;
  auto a = mmaFragment(MatrixOperand::A, detail.shape, detail.a.bits);
  auto b = mmaFragment(MatrixOperand::B, detail.shape, detail.b.bits);
  auto c = mmaFragment(MatrixOperand::C, detail.shape, accumulatorBits);
  if (!a || !b || !c) {
    return false;
  }
  detail.layoutA = makeLayout(*a, MatrixOperand::A, detail.a.bits);
  detail.layoutB = makeLayout(*b, MatrixOperand::B, detail.b.bits);
  detail.layoutC = detail.layoutD = makeLayout(*c, MatrixOperand::C, accumulatorBits);
  return true;
}

/// `mma.sync.aligned.shape.row.col{.satfinite}.d.a.b.c`.
static bool decodeModifiers(DecodeContext &context, MmaDetail &detail) {
  context.take("sync");
  if (!context.take("aligned")) {
    context.error("`" + context.spelling() + "` needs .aligned");
    return false;
  }
  std::optional<MmaShape> shape = parseShape(context.peek());
  if (!shape) {
    context.error("`" + context.spelling() + "` needs a shape such as .m16n8k16");
    return false;
  }
  detail.shape = *shape;
  context.skip();
  context.needOneOf({"row"});
  context.needOneOf({"col"});
  detail.satfinite = context.take("satfinite");
  std::string_view names[4];
  for (std::string_view &name : names) {
    name = context.peek();
    context.skip();
  }
  const InputType *a = findInputType(names[1]), *b = findInputType(names[2]);
  if (!a || !b || !areTypesPermitted(*a, *b, names[0], names[3]) || (detail.satfinite && a->isFloat)) {
    context.error("`" + context.spelling() + "` has types that the simulator does not multiply");
    return false;
  }
  detail.a = *a;
  detail.b = *b;
  detail.hasHalfAccumulator = names[0] == "f16";
  return true;
}

static void decodeMma(DecodeContext &context, Instruction &out) {
  MmaDetail detail;
  if (!decodeModifiers(context, detail) || !context.expectOperands(4)) {
    return;
  }
  if (!makeLayouts(detail)) {
    context.error("`" + context.spelling() + "` has a shape that its types do not have");
    return;
  }
  chooseModel(context.target(), detail);
  std::vector<Place> places;
  if (!takeRegisters(context, 0, detail.layoutD, true, places) ||
      !takeRegisters(context, 1, detail.layoutA, false, places) ||
      !takeRegisters(context, 2, detail.layoutB, false, places) ||
      !takeRegisters(context, 3, detail.layoutC, false, places)) {
    return;
  }
  auto firstSource = places.begin() + detail.layoutD.count;
  context.setOperands(out, std::vector<Place>(places.begin(), firstSource),
                      std::vector<Place>(firstSource, places.end()));
  context.setDetail(out, std::move(detail));
  out.handler = executeMma;
  out.kind = InstructionClass::Matrix;
  out.needsAllLanes = true;
}

void registerMatrix(FamilyTable &families) { families.add({{"mma", decodeMma}}); }

} // namespace tkc::sim
