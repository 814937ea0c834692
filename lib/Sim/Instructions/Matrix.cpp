// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// mma.sync and mma.sp: the operands are gathered from the lanes, multiplied as the target's tensor cores do, and handed
// back.
#include "tkc/Sim/Instructions/Families.h"
#include "tkc/Sim/Numeric/Float.h"

#include "MatrixProduct.h"
#include "MatrixText.h"
#include "SparseMetadata.h"

namespace tkc::sim {

namespace {

struct MmaDetail : RegisterProduct {
  /// Of mma.sp: how A is packed, and the operand that holds the metadata.
  std::optional<SparseMetadata> sparsity;
  unsigned metadata = 0;
};

} // namespace

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

static Step executeMma(Warp &warp, const Instruction &instruction, LaneMask lanes) {
  instruction.detailAs<MmaDetail>().execute(warp, instruction);
  return Step::Next;
}

//===----------------------------------------------------------------------===//
// Sparse A
//===----------------------------------------------------------------------===//

/// Each row of A has its own rows of B.
static Step executeSparse(Warp &warp, const Instruction &instruction, LaneMask lanes) {
  const MmaDetail &detail = instruction.detailAs<MmaDetail>();
  countMatrix(warp, instruction);
  ProductDefinedness defined(warp, instruction, detail.layoutA, detail.layoutB, detail.layoutC);
  uint32_t a[mostMatrixInputs], b[mostMatrixInputs], picked[mostMatrixInputs], c[mostMatrixOutputs];
  gatherElements(warp, instruction, detail.layoutA, a);
  gatherElements(warp, instruction, detail.layoutB, b);
  gatherElements(warp, instruction, detail.layoutC, c);
  MatrixProduct rowProduct = detail.product;
  rowProduct.shape.m = 1;
  int depth = rowProduct.shape.k, columns = rowProduct.shape.n;
  Place metadata = instruction.operands[detail.metadata];
  for (int row = 0; row < detail.product.shape.m; ++row) {
    int kept[mostMatrixInputs / 16];
    if (!detail.sparsity->check(warp, instruction, metadata, row) ||
        !detail.sparsity->find(warp.read<uint32_t>(metadata), row, kept)) {
      defined.spoilRow(row);
      continue;
    }
    for (int column = 0; column < columns; ++column) {
      for (int k = 0; k < depth; ++k) {
        picked[column * depth + k] = b[column * detail.layoutB.columns + kept[k]];
      }
    }
    rowProduct.multiply(a + row * depth, picked, c + row * columns, c + row * columns);
  }
  scatterElements(warp, instruction, detail.layoutD, c);
  defined.write(warp, instruction, detail.layoutD);
  return Step::Next;
}

//===----------------------------------------------------------------------===//
// m8n8k4 of halves
//===----------------------------------------------------------------------===//

/// Four products of 8x8x4; later GPUs than Volta make each of fused multiply-adds, as ptxas writes them.
static constexpr int quadPairs = 4, quadRows = 8, quadDepth = 4;

static Step executeQuadPairs(Warp &warp, const Instruction &instruction, LaneMask lanes) {
  const MmaDetail &detail = instruction.detailAs<MmaDetail>();
  countMatrix(warp, instruction);
  ProductDefinedness defined(warp, instruction, detail.layoutA, detail.layoutB, detail.layoutC);
  uint32_t a[quadPairs * quadRows * quadDepth], b[quadPairs * quadRows * quadDepth], c[mostMatrixOutputs];
  gatherElements(warp, instruction, detail.layoutA, a);
  gatherElements(warp, instruction, detail.layoutB, b);
  gatherElements(warp, instruction, detail.layoutC, c);
  const MatrixProduct &product = detail.product;
  for (int row = 0; row < quadPairs * quadRows; ++row) {
    for (int column = 0; column < quadRows; ++column) {
      float x[quadDepth], y[quadDepth];
      for (int k = 0; k < quadDepth; ++k) {
        x[k] = decodeHalf<Format::F16>(uint16_t(a[row * quadDepth + k]));
        y[k] = decodeHalf<Format::F16>(uint16_t(b[(row / quadRows * quadRows + column) * quadDepth + k]));
      }
      uint32_t &element = c[row * quadRows + column];
      float sum = product.isHalfC ? decodeHalf<Format::F16>(uint16_t(element)) : floatOf(element);
      if (product.isHalfD) {
        sum = add(add(sum, fma(x[1], y[1], mul(x[0], y[0]))), fma(x[3], y[3], mul(x[2], y[2])));
        element = encodeHalf<Format::F16>(sum);
      } else {
        sum = add(fma(x[3], y[3], fma(x[2], y[2], fma(x[1], y[1], fma(x[0], y[0], 0.0f)))), sum);
        element = bitsOf(sum);
      }
    }
  }
  scatterElements(warp, instruction, detail.layoutD, c);
  defined.write(warp, instruction, detail.layoutD, quadRows);
  return Step::Next;
}

/// Lanes 4q to 4q + 3 and 16 + 4q to 19 + 4q make product q. `isLine`: a lane holds four neighbours along k, else along
/// the rows of A (columns of B).
static OperandLayout quadInputs(bool isLine) {
  OperandLayout layout;
  layout.rows = quadPairs * quadRows;
  layout.columns = quadDepth;
  layout.bits = 16;
  layout.count = 2;
  for (int row = 0; row < layout.rows; ++row) {
    int quad = row / quadRows * 4, half = row % quadRows / 4 * 16, inner = row % 4;
    for (int k = 0; k < quadDepth; ++k) {
      int lane = quad + half + (isLine ? inner : k), element = isLine ? k : inner;
      layout.places.push_back({lane, element / 2, element % 2});
    }
  }
  return layout;
}

static OperandLayout quadOutputs(bool isHalf) {
  OperandLayout layout;
  layout.rows = quadPairs * quadRows;
  layout.columns = quadRows;
  layout.bits = isHalf ? 16 : 32;
  layout.count = isHalf ? 4 : 8;
  for (int row = 0; row < layout.rows; ++row) {
    int quad = row / quadRows * 4, half = row % quadRows / 4 * 16, inner = row % 4;
    for (int column = 0; column < quadRows; ++column) {
      if (isHalf) {
        layout.places.push_back({quad + half + inner, column / 2, column % 2});
        continue;
      }
      // Register i of f32: row (lane & 1) + (i & 2), column (lane & 2) + (i & 5).
      layout.places.push_back({quad + half + (inner & 1) + (column & 2), (inner & 2) | (column & 5), 0});
    }
  }
  return layout;
}

//===----------------------------------------------------------------------===//
// Decoding
//===----------------------------------------------------------------------===//

/// What the four types may be together.
static bool areTypesPermitted(const MmaDetail &detail, std::string_view d, std::string_view c) {
  const MatrixInput &a = detail.product.a, &b = detail.product.b;
  bool isQuad = detail.product.shape.k == quadDepth && a.format == Format::F16 && a.isFloat();
  if (d != c && !(isQuad && d == "f32" && c == "f16")) {
    return false;
  }
  if (a.kind != b.kind || !a.isFloat()) {
    return a.kind == b.kind && a.bits == b.bits && d == "s32";
  }
  if (a.isDouble() || b.isDouble()) {
    return a.format == b.format && d == "f64";
  }
  bool isFp8 = a.bits == 8 && b.bits == 8;
  bool hasHalf = d == "f16" && (a.format == Format::F16 || isFp8);
  return (isFp8 || a.format == b.format) && (d == "f32" || hasHalf);
}

/// The maps of the operands; false when PTX has no such shape.
static bool makeLayouts(MmaDetail &detail) {
  MatrixProduct &product = detail.product;
  int accumulatorBits = product.isHalfC ? 16 : product.a.bits == 64 ? 64 : 32;
  if (detail.sparsity) {
    MmaShape &shape = product.shape;
    detail.layoutB =
        makeLayout(MatrixFragment(MatrixOperand::B, shape.k, 8, product.b.bits), MatrixOperand::B, product.b.bits);
    shape.k /= 2;
    detail.layoutA =
        makeLayout(MatrixFragment(MatrixOperand::A, 16, shape.k, product.a.bits), MatrixOperand::A, product.a.bits);
    detail.layoutC = detail.layoutD =
        makeLayout(MatrixFragment(MatrixOperand::C, 16, 8, accumulatorBits), MatrixOperand::C, accumulatorBits);
    return true;
  }
  bool isBits = product.a.kind == MatrixInput::Kind::Bits;
  auto a = mmaFragment(MatrixOperand::A, product.shape, isBits ? 1 : product.a.bits);
  auto b = mmaFragment(MatrixOperand::B, product.shape, isBits ? 1 : product.b.bits);
  auto c = mmaFragment(MatrixOperand::C, product.shape, accumulatorBits);
  if (!a || !b || !c) {
    return false;
  }
  if (isBits) {
    MmaShape &shape = product.shape;
    shape.k /= 32;
    a.emplace(MatrixOperand::A, shape.m, shape.k, 32);
    b.emplace(MatrixOperand::B, shape.k, shape.n, 32);
  }
  detail.layoutA = makeLayout(*a, MatrixOperand::A, product.a.bits);
  detail.layoutB = makeLayout(*b, MatrixOperand::B, product.b.bits);
  detail.layoutC = detail.layoutD = makeLayout(*c, MatrixOperand::C, accumulatorBits);
  return true;
}

/// `.d.a.b.c`, with what surrounds them.
static bool takeTypes(DecodeContext &context, MmaDetail &detail) {
  MatrixProduct &product = detail.product;
  product.satfinite = context.take("satfinite");
  std::optional<Rounding> rounding = takeMatrixRounding(context);
  std::string_view names[4];
  for (std::string_view &name : names) {
    name = context.peek();
    context.skip();
  }
  rounding = rounding ? rounding : takeMatrixRounding(context);
  const MatrixInput *a = findMatrixInput(names[1]), *b = findMatrixInput(names[2]);
  product.a = a ? *a : MatrixInput();
  product.b = b ? *b : MatrixInput();
  bool isGood = a && b && areTypesPermitted(detail, names[0], names[3]) &&
                (!product.satfinite || a->kind == MatrixInput::Kind::Integer) && (!rounding || a->isDouble());
  if (!isGood) {
    context.error("`" + context.spelling() + "` has types that the simulator does not multiply");
    return false;
  }
  product.rounding = rounding.value_or(Rounding::NearestEven);
  product.isHalfD = names[0] == "f16";
  product.isHalfC = names[3] == "f16";
  if (product.a.kind == MatrixInput::Kind::Bits) {
    product.usesXor = context.needOneOf({"and", "xor"}) == 1;
    context.needOneOf({"popc"});
  }
  return true;
}

static bool takeShape(DecodeContext &context, MmaShape &shape) {
  std::optional<MmaShape> found = parseMmaShape(context.peek());
  if (!found) {
    context.error("`" + context.spelling() + "` needs a shape such as .m16n8k16");
    return false;
  }
  shape = *found;
  context.skip();
  return true;
}

/// The registers of D, A, B and C, then what else there is.
static void finishMma(DecodeContext &context, Instruction &out, MmaDetail &detail, Handler handler) {
  std::vector<Place> places;
  if (!takeMatrixRegisters(context, 0, detail.layoutD, true, places) ||
      !takeMatrixRegisters(context, 1, detail.layoutA, false, places) ||
      !takeMatrixRegisters(context, 2, detail.layoutB, false, places) ||
      !takeMatrixRegisters(context, 3, detail.layoutC, false, places)) {
    return;
  }
  if (detail.sparsity) {
    detail.metadata = unsigned(places.size());
    places.push_back(context.source(4, *ptx::findType("b32")));
    detail.sparsity->selector = int(context.number(5, 0, detail.sparsity->pattern.selectors() - 1));
  }
  detail.product.chooseModel(context.targets().machine);
  auto firstSource = places.begin() + detail.layoutD.count;
  context.setOperands(out, std::vector<Place>(places.begin(), firstSource),
                      std::vector<Place>(firstSource, places.end()));
  context.setDetail(out, std::move(detail));
  out.handler = handler;
  out.kind = InstructionClass::Matrix;
  out.needsAllLanes = true;
}

/// `mma.sync.aligned.m8n8k4.{row|col}.{row|col}`
static void decodeQuadPairs(DecodeContext &context, Instruction &out, MmaDetail &detail) {
  bool isRowA = context.needOneOf({"row", "col"}) == 0, isColumnB = context.needOneOf({"row", "col"}) == 1;
  if (!takeTypes(context, detail) || !context.expectOperands(4)) {
    return;
  }
  detail.layoutA = quadInputs(isRowA);
  detail.layoutB = quadInputs(isColumnB);
  detail.layoutC = quadOutputs(detail.product.isHalfC);
  detail.layoutD = quadOutputs(detail.product.isHalfD);
  finishMma(context, out, detail, executeQuadPairs);
}

/// `mma.sync.aligned.shape.row.col{.satfinite}.d.a.b.c`.
static void decodeMma(DecodeContext &context, Instruction &out) {
  MmaDetail detail;
  int sparse = context.takeOneOf({"sp", "sp::ordered_metadata"});
  context.take("sync");
  if (!context.take("aligned")) {
    return context.error("`" + context.spelling() + "` needs .aligned");
  }
  if (!takeShape(context, detail.product.shape)) {
    return;
  }
  const MmaShape shape = detail.product.shape;
  bool isHalves = context.isAhead("f16") && !context.isAhead("f64");
  if (sparse < 0 && shape.m == 8 && shape.n == 8 && shape.k == quadDepth && isHalves) {
    return decodeQuadPairs(context, out, detail);
  }
  context.needOneOf({"row"});
  context.needOneOf({"col"});
  if (!takeTypes(context, detail) || !context.expectOperands(sparse < 0 ? 4 : 6)) {
    return;
  }
  bool exists = true;
  if (sparse >= 0) {
    std::optional<SparsePattern> pattern = sparsePattern(detail.product.a.bits, shape.k);
    if (pattern) {
      detail.sparsity = SparseMetadata{*pattern, 0, sparse == 1};
    }
    bool isFp8 = detail.product.a.isFloat() && detail.product.a.bits == 8;
    exists = detail.sparsity && shape.m == 16 && shape.n == 8 && detail.product.a.kind != MatrixInput::Kind::Bits &&
             !detail.product.a.isDouble() && (!isFp8 || shape.k == 64);
  }
  if (!exists || !makeLayouts(detail)) {
    return context.error("`" + context.spelling() + "` has a shape that its types do not have");
  }
  finishMma(context, out, detail, sparse < 0 ? executeMma : executeSparse);
}

void registerMatrix(FamilyTable &families) { families.add({{"mma", decodeMma}}); }

} // namespace tkc::sim
