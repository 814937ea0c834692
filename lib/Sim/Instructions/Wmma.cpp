// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// wmma.load, wmma.store and wmma.mma.
#include "tkc/Sim/Instructions/Elementwise.h"
#include "tkc/Sim/Instructions/Families.h"
#include "tkc/Sim/Instructions/MemoryOperands.h"
#include "tkc/Sim/Instructions/Uniform.h"
#include "tkc/Sim/Numeric/WmmaFragments.h"

#include <cstring>

#include "MatrixProduct.h"
#include "MatrixText.h"

namespace tkc::sim {

namespace {

/// Where a slot of a register lies: `index` counts elements from the corner of the matrix, `line` times the stride.
struct ElementOffset {
  uint16_t line = 0, index = 0;
};

/// The registers are the first operands, then the address, then the stride if there is one.
struct WmmaTransfer {
  AddressDetail address;
  unsigned registers = 0, copies = 0, base = 0;
  bool hasStride = false;
  uint32_t defaultStride = 0;
  unsigned elementBits = 16, registerBytes = 4;
  /// Bytes of one access, and how many a register takes.
  uint32_t accessBytes = 4, accesses = 1;
  /// Of the first element of each access: [(register * accesses + access) * 32 + lane].
  std::vector<ElementOffset> offsets;
};

} // namespace

//===----------------------------------------------------------------------===//
// Loads and stores
//===----------------------------------------------------------------------===//

namespace {
/// The corner of the matrix and the elements from one line to the next; the same for all lanes.
struct WmmaPlace {
  uint64_t corner = 0;
  uint32_t stride = 0;
};
} // namespace

static std::optional<uint64_t> uniformAddress(Warp &warp, const Instruction &instruction,
                                              const WmmaTransfer &transfer) {
  Place base = instruction.operands[transfer.base];
  auto offset = static_cast<uint64_t>(transfer.address.offset);
  if (transfer.address.is64) {
    auto found = uniformValue<uint64_t>(warp, instruction, base, allLanes, "the address of the matrix");
    return found ? std::optional(*found + offset) : std::nullopt;
  }
  auto found = uniformWord(warp, instruction, base, allLanes, "the address of the matrix");
  return found ? std::optional<uint64_t>(static_cast<uint32_t>(*found + offset)) : std::nullopt;
}

/// PTX wants lines that begin at multiples of what a lane holds; hardware is content with 16 bytes.
static std::optional<WmmaPlace> placeOfMatrix(Warp &warp, const Instruction &instruction,
                                              const WmmaTransfer &transfer) {
  std::optional<uint64_t> corner = uniformAddress(warp, instruction, transfer);
  std::optional<uint32_t> stride = transfer.defaultStride;
  if (transfer.hasStride) {
    stride = uniformWord(warp, instruction, instruction.operands[transfer.base + 1], allLanes, "the stride");
  }
  if (!corner || !stride) {
    return std::nullopt;
  }
  uint32_t unit = std::min(16u, (transfer.registers + transfer.copies) * transfer.registerBytes);
  uint64_t strideBytes = uint64_t(*stride) * transfer.elementBits / 8;
  if (*corner % unit != 0 || strideBytes % unit != 0) {
    warp.fault(FaultKind::Misaligned, instruction, 0,
               "lines of the matrix begin at multiples of " + std::to_string(unit) +
                   " bytes; the first is at a multiple of " + std::to_string(*corner & (~*corner + 1)) +
                   ", the next comes " + std::to_string(strideBytes) + " bytes later");
    return std::nullopt;
  }
  return WmmaPlace{*corner, *stride};
}

static AccessWindow openElements(Warp &warp, const Instruction &instruction, const WmmaTransfer &transfer,
                                 const WmmaPlace &place, uint32_t access, AccessKind kind, LaneAddresses &addresses) {
  for (unsigned lane = 0; lane < warpSize; ++lane) {
    ElementOffset offset = transfer.offsets[access * warpSize + lane];
    uint64_t element = uint64_t(offset.line) * place.stride + offset.index;
    addresses[lane] = place.corner + element * transfer.elementBits / 8;
  }
  countAccess(warp, instruction, transfer.address.space, addresses, allLanes, transfer.accessBytes);
  Access opened;
  opened.kind = kind;
  opened.space = transfer.address.space;
  opened.sizeInBytes = opened.alignment = transfer.accessBytes;
  opened.addresses = addresses.data();
  opened.instruction = warp.program().indexOf(instruction);
  return warp.memory().open(opened);
}

static void loadRegister(Warp &warp, const Instruction &instruction, const WmmaTransfer &transfer,
                         const WmmaPlace &place, unsigned reg) {
  uint32_t size = transfer.accessBytes;
  uint8_t *target = warp.write<uint8_t>(instruction.operands[reg]);
  uint8_t *defined = warp.writeDefined(instruction.operands[reg], transfer.registerBytes);
  for (uint32_t part = 0; part < transfer.accesses; ++part) {
    LaneAddresses addresses;
    AccessWindow window =
        openElements(warp, instruction, transfer, place, reg * transfer.accesses + part, AccessKind::Read, addresses);
    uint8_t mask = Warp::fullyDefined(size);
    for (unsigned lane = 0; lane < warpSize; ++lane) {
      uint8_t *bytes = target + size_t(lane) * transfer.registerBytes + part * size;
      bool isGood = ((window.lanes >> lane) & 1) != 0;
      isGood ? void(std::memcpy(bytes, window.data[lane], size)) : void(std::memset(bytes, 0, size));
      uint8_t known = isGood ? window.defined(lane, 0, size) : 0;
      defined[lane] = static_cast<uint8_t>((defined[lane] & ~(mask << part * size)) | known << part * size);
    }
    for (LaneMask rest = window.lanes & ~window.allDefined(); rest != 0; rest &= rest - 1) {
      warp.noteUndefinedRead(instruction, firstLane(rest), addresses[firstLane(rest)], transfer.address.space);
    }
  }
}

static Step executeLoad(Warp &warp, const Instruction &instruction, LaneMask lanes) {
  const WmmaTransfer &transfer = instruction.detailAs<WmmaTransfer>();
  std::optional<WmmaPlace> place = placeOfMatrix(warp, instruction, transfer);
  unsigned width = transfer.registerBytes;
  for (unsigned reg = 0; reg < transfer.registers; ++reg) {
    if (place) {
      loadRegister(warp, instruction, transfer, *place, reg);
    } else {
      setDefined(warp, instruction.operands[reg], width, allLanes, 0);
    }
  }
  for (unsigned copy = 0; copy < transfer.copies; ++copy) {
    Place from = instruction.operands[copy % transfer.registers], to = instruction.operands[transfer.registers + copy];
    std::memcpy(warp.write<uint8_t>(to), warp.read<uint8_t>(from), size_t(width) * warpSize);
    std::memcpy(warp.writeDefined(to, width), warp.readDefined(from, width), warpSize);
  }
  return Step::Next;
}

static void storeRegister(Warp &warp, const Instruction &instruction, const WmmaTransfer &transfer,
                          const WmmaPlace &place, unsigned reg) {
  uint32_t size = transfer.accessBytes;
  Place from = instruction.operands[reg];
  const uint8_t *source = warp.read<uint8_t>(from), *defined = warp.readDefined(from, transfer.registerBytes);
  for (uint32_t part = 0; part < transfer.accesses; ++part) {
    LaneAddresses addresses;
    AccessWindow window =
        openElements(warp, instruction, transfer, place, reg * transfer.accesses + part, AccessKind::Write, addresses);
    LaneMask undefined = 0;
    for (LaneMask rest = window.lanes; rest != 0; rest &= rest - 1) {
      unsigned lane = firstLane(rest);
      std::memcpy(window.data[lane], source + size_t(lane) * transfer.registerBytes + part * size, size);
      auto known = static_cast<uint8_t>((defined[lane] >> part * size) & Warp::fullyDefined(size));
      window.setDefined(lane, 0, size, known);
      bool isSeen = isGlobalAddress(transfer.address.space, addresses[lane]);
      undefined |= LaneMask(isSeen && known != Warp::fullyDefined(size)) << lane;
    }
    if (undefined != 0) {
      warp.requireDefined(FaultKind::UndefinedValueStored, instruction, from, transfer.registerBytes, undefined,
                          "the stored value");
    }
  }
}

static Step executeStore(Warp &warp, const Instruction &instruction, LaneMask lanes) {
  const WmmaTransfer &transfer = instruction.detailAs<WmmaTransfer>();
  std::optional<WmmaPlace> place = placeOfMatrix(warp, instruction, transfer);
  for (unsigned reg = 0; place && reg < transfer.registers; ++reg) {
    storeRegister(warp, instruction, transfer, *place, reg);
  }
  warp.noteEffect();
  return Step::Next;
}

static Step executeProduct(Warp &warp, const Instruction &instruction, LaneMask lanes) {
  instruction.detailAs<RegisterProduct>().execute(warp, instruction);
  return Step::Next;
}

//===----------------------------------------------------------------------===//
// Shapes and types
//===----------------------------------------------------------------------===//

namespace {
/// What an operand of some type is, in a shape.
struct WmmaOperand {
  MatrixOperand operand = MatrixOperand::A;
  MmaShape shape = {};
  std::string_view type;
  unsigned bits = 16;
};
} // namespace

static bool isShape(MmaShape shape, int m, int n, int k) { return shape.m == m && shape.n == n && shape.k == k; }

static bool isLarge(MmaShape shape) {
  return isShape(shape, 16, 16, 16) || isShape(shape, 8, 32, 16) || isShape(shape, 32, 8, 16);
}

/// Whether a shape has A and B of a type.
static bool hasInput(MmaShape shape, std::string_view type) {
  if (type == "tf32") {
    return isShape(shape, 16, 16, 8);
  }
  if (type == "f64") {
    return isShape(shape, 8, 8, 4);
  }
  if (type == "s4" || type == "u4") {
    return isShape(shape, 8, 8, 32);
  }
  if (type == "b1") {
    return isShape(shape, 8, 8, 128);
  }
  return isLarge(shape) && (type == "f16" || type == "bf16" || type == "s8" || type == "u8");
}

/// Whether a shape has C and D of a type.
static bool hasAccumulator(MmaShape shape, std::string_view type) {
  if (type == "f16") {
    return isLarge(shape);
  }
  if (type == "f32") {
    return isLarge(shape) || isShape(shape, 16, 16, 8);
  }
  if (type == "f64") {
    return isShape(shape, 8, 8, 4);
  }
  return type == "s32" && (isLarge(shape) || isShape(shape, 8, 8, 32) || isShape(shape, 8, 8, 128));
}

/// Elements of one bit are words.
static MmaShape countedShape(MmaShape shape) {
  return shape.k == 128 ? MmaShape{shape.m, shape.n, shape.k / 32} : shape;
}

static OperandLayout layoutOf(const WmmaOperand &which) {
  WmmaFragment fragment(which.operand, countedShape(which.shape), int(which.bits));
  OperandLayout layout;
  bool isB = which.operand == MatrixOperand::B;
  layout.rows = isB ? fragment.columns() : fragment.rows();
  layout.columns = isB ? fragment.rows() : fragment.columns();
  layout.bits = int(which.bits);
  layout.count = unsigned(fragment.registers());
  for (int i = 0; i < layout.rows; ++i) {
    for (int j = 0; j < layout.columns; ++j) {
      layout.places.push_back(isB ? fragment.placeOf(j, i) : fragment.placeOf(i, j));
    }
  }
  return layout;
}

/// A and B of f16 have eight registers, of which some repeat others.
static unsigned copiesOf(const WmmaOperand &which, unsigned registers) {
  return which.operand != MatrixOperand::C && which.type == "f16" ? 8 - registers : 0;
}

static unsigned bitsOfType(std::string_view type) {
  const MatrixInput *input = findMatrixInput(type);
  return input ? unsigned(input->bits) : 32;
}

//===----------------------------------------------------------------------===//
// Decoding
//===----------------------------------------------------------------------===//

static std::optional<MmaShape> takeShape(DecodeContext &context) {
  std::optional<MmaShape> shape = parseMmaShape(context.peek());
  if (shape) {
    context.skip();
  }
  return shape;
}

/// `.layout` and `.shape` in either order.
static bool takeLayoutAndShape(DecodeContext &context, MmaShape &shape, bool &isRow) {
  std::optional<MmaShape> found = takeShape(context);
  isRow = context.needOneOf({"row", "col"}) == 0;
  found = found ? found : takeShape(context);
  if (!found) {
    context.error("`" + context.spelling() + "` needs a shape such as .m16n16k16");
    return false;
  }
  shape = *found;
  return true;
}

/// Fills where each access of each register begins.
static void layOutTransfer(const WmmaOperand &which, bool isRow, WmmaTransfer &transfer) {
  WmmaFragment fragment(which.operand, countedShape(which.shape), int(which.bits));
  bool isWhole = fragment.isAlongRows() == isRow || fragment.slots() == 1;
  transfer.elementBits = which.type == "b1" ? 1 : which.bits;
  transfer.registerBytes = which.bits == 64 ? 8 : 4;
  transfer.registers = unsigned(fragment.registers());
  transfer.copies = copiesOf(which, transfer.registers);
  transfer.accesses = isWhole ? 1 : uint32_t(fragment.slots());
  transfer.accessBytes = transfer.registerBytes / transfer.accesses;
  transfer.defaultStride = uint32_t(isRow ? fragment.columns() : fragment.rows()) * (which.type == "b1" ? 32 : 1);
  transfer.offsets.resize(size_t(transfer.registers) * transfer.accesses * warpSize);
  uint32_t wordElements = which.type == "b1" ? 32 : 1;
  for (int row = 0; row < fragment.rows(); ++row) {
    for (int column = 0; column < fragment.columns(); ++column) {
      FragmentPlace place = fragment.placeOf(row, column);
      if (isWhole && place.slot != 0) {
        continue;
      }
      size_t access = size_t(place.reg) * transfer.accesses + (isWhole ? 0 : size_t(place.slot));
      ElementOffset &offset = transfer.offsets[access * warpSize + size_t(place.lane)];
      offset.line = uint16_t(isRow ? row : column);
      offset.index = uint16_t(uint32_t(isRow ? column : row) * wordElements);
    }
  }
}

/// `wmma.load.a.sync.aligned.row.m16n16k16.global.f16 r, [p], stride` and `wmma.store.d… [p], r, stride`.
static void decodeTransfer(DecodeContext &context, Instruction &out, bool isLoad) {
  WmmaOperand which;
  static constexpr MatrixOperand operands[] = {MatrixOperand::A, MatrixOperand::B, MatrixOperand::C};
  which.operand = isLoad ? operands[context.needOneOf({"a", "b", "c"})] : MatrixOperand::C;
  if (!isLoad) {
    context.needOneOf({"d"});
  }
  context.needOneOf({"sync"});
  context.needOneOf({"aligned"});
  bool isRow = true;
  if (!takeLayoutAndShape(context, which.shape, isRow)) {
    return;
  }
  Space space = takeSpace(context);
  which.type = context.peek();
  context.skip();
  which.bits = bitsOfType(which.type);
  bool isInput = which.operand != MatrixOperand::C;
  bool isNarrow = isInput && (which.type == "s4" || which.type == "u4" || which.type == "b1");
  bool isPacked = isNarrow && isRow != (which.operand == MatrixOperand::A);
  if (isPacked || !(isInput ? hasInput(which.shape, which.type) : hasAccumulator(which.shape, which.type))) {
    return context.error("`" + context.spelling() + "` has a shape, type or layout that does not exist");
  }
  if (!context.expectOperands(2, 3)) {
    return;
  }
  WmmaTransfer transfer;
  layOutTransfer(which, isRow, transfer);
  OperandLayout layout;
  layout.bits = int(which.bits);
  layout.count = transfer.registers + transfer.copies;
  std::vector<Place> places;
  if (!takeMatrixRegisters(context, isLoad ? 0 : 1, layout, isLoad, places)) {
    return;
  }
  transfer.base = layout.count;
  std::vector<Place> sources(1);
  transfer.address = addressDetail(context, context.operand(isLoad ? 1 : 0), space, sources[0]);
  transfer.hasStride = context.numOperands() == 3;
  if (transfer.hasStride) {
    sources.push_back(context.source(2, typeNamed("b32")));
  }
  if (isLoad) {
    context.setOperands(out, places, sources);
  } else {
    places.insert(places.end(), sources.begin(), sources.end());
    context.setOperands(out, {}, places);
  }
  out.kind = isLoad ? classOfLoad(space) : classOfStore(space);
  out.handler = isLoad ? executeLoad : executeStore;
  out.needsAllLanes = true;
  context.setDetail(out, std::move(transfer));
}

namespace {
/// The types of D, A, B and C.
struct WmmaTypes {
  std::string_view d, a, b, c;
};
} // namespace

/// Halves name only D and C; all others name all four.
static WmmaTypes takeTypeNames(DecodeContext &context) {
  auto next = [&] {
    std::string_view name = context.peek();
    context.skip();
    return name;
  };
  WmmaTypes types;
  types.d = next();
  std::string_view second = next();
  if (findMatrixInput(context.peek()) == nullptr) {
    return {types.d, "f16", "f16", second};
  }
  types.a = second;
  types.b = next();
  types.c = next();
  return types;
}

static bool areTypesPermitted(MmaShape shape, const WmmaTypes &types) {
  bool isHalf = types.a == "f16";
  std::string_view result = types.a == "bf16" || types.a == "tf32" ? "f32" : types.a == "f64" ? "f64" : "s32";
  bool isResult = isHalf ? (types.d == "f16" || types.d == "f32") && (types.c == "f16" || types.c == "f32")
                         : types.d == result && types.c == result;
  return types.a == types.b && hasInput(shape, types.a) && isResult;
}

static bool takeProduct(DecodeContext &context, RegisterProduct &operands) {
  MatrixProduct &product = operands.product;
  MmaShape shape = {};
  int bitOperation = context.takeOneOf({"and", "xor"});
  bitOperation >= 0 ? void(context.needOneOf({"popc"})) : void();
  context.needOneOf({"sync"});
  context.needOneOf({"aligned"});
  bool isRowA = context.needOneOf({"row", "col"}) == 0, isColumnB = context.needOneOf({"row", "col"}) == 1;
  product.satfinite = context.take("satfinite");
  std::optional<MmaShape> found = takeShape(context);
  shape = found.value_or(shape);
  std::optional<Rounding> rounding = takeMatrixRounding(context);
  WmmaTypes types = takeTypeNames(context);
  rounding = rounding ? rounding : takeMatrixRounding(context);
  product.satfinite |= context.take("satfinite");
  if (context.hasErrors()) {
    return false;
  }
  bool isNarrow = types.a == "s4" || types.a == "u4" || types.a == "b1";
  bool isGood = found && areTypesPermitted(shape, types) && (!isNarrow || (isRowA && isColumnB)) &&
                (types.a == "b1") == (bitOperation >= 0) && (!rounding || types.a == "f64") &&
                (!product.satfinite || types.d == "s32");
  if (!isGood) {
    context.error("`" + context.spelling() + "` has a shape, types or layouts that do not exist together");
    return false;
  }
  product.shape = countedShape(shape);
  product.a = *findMatrixInput(types.a);
  product.b = *findMatrixInput(types.b);
  product.isHalfC = types.c == "f16";
  product.isHalfD = types.d == "f16";
  product.usesXor = bitOperation == 1;
  product.rounding = rounding.value_or(Rounding::NearestEven);
  operands.layoutA = layoutOf({MatrixOperand::A, shape, types.a, bitsOfType(types.a)});
  operands.layoutB = layoutOf({MatrixOperand::B, shape, types.b, bitsOfType(types.b)});
  operands.layoutC = layoutOf({MatrixOperand::C, shape, types.c, bitsOfType(types.c)});
  operands.layoutD = layoutOf({MatrixOperand::C, shape, types.d, bitsOfType(types.d)});
  return true;
}

/// Takes the registers; copies of others are not looked at.
static bool takeOperand(DecodeContext &context, unsigned index, OperandLayout &layout, bool isInput, bool isHalf,
                        std::vector<Place> &places) {
  unsigned used = layout.count;
  layout.count = isInput && isHalf ? 8 : layout.count;
  bool isGood = takeMatrixRegisters(context, index, layout, index == 0, places);
  layout.count = used;
  return isGood;
}

static void decodeProduct(DecodeContext &context, Instruction &out) {
  RegisterProduct operands;
  if (!takeProduct(context, operands) || !context.expectOperands(4)) {
    return;
  }
  MatrixProduct &product = operands.product;
  bool isHalf = product.a.isFloat() && product.a.format == Format::F16;
  std::vector<Place> places;
  if (!takeOperand(context, 0, operands.layoutD, false, isHalf, places) ||
      !takeOperand(context, 1, operands.layoutA, true, isHalf, places) ||
      !takeOperand(context, 2, operands.layoutB, true, isHalf, places) ||
      !takeOperand(context, 3, operands.layoutC, false, isHalf, places)) {
    return;
  }
  product.chooseModel(context.targets().machine);
  if (product.a.isFloat() && product.a.format == Format::TF32) {
    // ptxas makes two products with k = 4 of it.
    product.step = 4;
  }
  auto firstSource = places.begin() + operands.layoutD.count;
  context.setOperands(out, std::vector<Place>(places.begin(), firstSource),
                      std::vector<Place>(firstSource, places.end()));
  context.setDetail(out, std::move(operands));
  out.handler = executeProduct;
  out.kind = InstructionClass::Matrix;
  out.needsAllLanes = true;
}

static void decodeWmma(DecodeContext &context, Instruction &out) {
  enum { Load, Store, Multiply };
  int operation = context.needOneOf({"load", "store", "mma"});
  operation == Multiply ? decodeProduct(context, out) : decodeTransfer(context, out, operation == Load);
}

void registerWmma(FamilyTable &families) { families.add({{"wmma", decodeWmma}}); }

} // namespace tkc::sim
