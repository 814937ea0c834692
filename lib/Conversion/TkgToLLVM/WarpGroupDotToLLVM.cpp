// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Dots of warp groups: wgmma on shared memory, or with the left operand in registers.
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

#include "DotFragments.h"
#include "InlineAsm.h"
#include "Patterns.h"
#include "ThreadPosition.h"

using namespace mlir;
using namespace tkc;

namespace {

constexpr int64_t instructionRows = 64;

/// An operand in shared memory as matrix descriptors: PTX ISA, "Matrix Descriptor Format" and "Strides" of wgmma. The
/// operand's outer dimension is the one that is not summed over: rows of the left, columns of the right operand.
class SharedOperand {
public:
  SharedOperand(OpBuilder &builder, Location loc, tkg::MemDescType type, Value pointer, unsigned kDim)
      : builder(builder), loc(loc), swizzle(cast<tkg::NvmmaSharedAttr>(type.getEncoding()).getSwizzle()),
        elementBytes(type.getElementType().getIntOrFloatBitWidth() / 8), sizeK(type.getShape()[kDim]),
        sizeOuter(type.getShape()[1 - kDim]) {
    bool isTransposed = cast<tkg::NvmmaSharedAttr>(type.getEncoding()).getTransposed();
    isContiguousAlongK = isTransposed == (kDim == 0);
    Value address = LLVM::PtrToIntOp::create(builder, loc, builder.getI32Type(), pointer);
    address = LLVM::LShrOp::create(builder, loc, address, makeI32(builder, loc, 4));
    base = LLVM::ZExtOp::create(builder, loc, builder.getI64Type(), address);
    base = LLVM::OrOp::create(builder, loc, base, makeI64(getConstantBits()));
  }

  /// Moves all further descriptors by `index` times `outer` places along the outer dimension.
  void move(Value index, int64_t outer) {
    Value step = makeI32(builder, loc, getByteOffset(outer, 0) >> 4);
    Value units = LLVM::MulOp::create(builder, loc, index, step);
    base = LLVM::AddOp::create(builder, loc, base, LLVM::ZExtOp::create(builder, loc, builder.getI64Type(), units));
  }

  Value getDescriptor(int64_t outer, int64_t k) {
    return LLVM::AddOp::create(builder, loc, base, makeI64(getByteOffset(outer, k) >> 4));
  }

  bool isContiguousAlongK = true;

private:
  Value makeI64(int64_t value) {
    return LLVM::ConstantOp::create(builder, loc, builder.getI64Type(), builder.getI64IntegerAttr(value));
  }

  /// Where element (outer, k), the first of a row of the swizzle's pattern or of a 32-byte part of it, lies.
  int64_t getByteOffset(int64_t outer, int64_t k) const {
    auto [column, row, rows] = isContiguousAlongK ? std::tuple(k, outer, sizeOuter) : std::tuple(outer, k, sizeK);
    int64_t columnBytes = column * elementBytes;
    return columnBytes / swizzle * rows * swizzle + row * swizzle + columnBytes % swizzle;
  }

  int64_t getConstantBits() const {
    int64_t swizzleMode = swizzle == 128 ? 1 : swizzle == 64 ? 2 : 3;
    // Eight rows of the pattern; and, where the outer dimension is contiguous, from slab to slab.
    int64_t strideBytes = 8 * swizzle, leadingBytes = isContiguousAlongK ? 16 : sizeK * swizzle;
    return swizzleMode << 62 | (strideBytes >> 4) << 32 | (leadingBytes >> 4 & 0x3FFF) << 16;
  }

  OpBuilder &builder;
  Location loc;
  int64_t swizzle, elementBytes, sizeK, sizeOuter;
  Value base;
};

/// The types of an instruction, as its name has them, and what follows the descriptors.
struct InstructionKind {
  std::string types;
  unsigned k = 16;
  bool isInteger = false, canTranspose = false;
};

std::string getTypeName(Type element) {
  if (isa<Float8E4M3FNType>(element)) {
    return "e4m3";
  }
  if (isa<Float8E5M2Type>(element)) {
    return "e5m2";
  }
  assert((element.isF16() || element.isBF16() || element.isF32() || element.isInteger(8)) &&
         "tkg-select-mma chooses no other types");
  return element.isF16() ? "f16" : element.isBF16() ? "bf16" : element.isF32() ? "tf32" : "s8";
}

Type getElementType(Value operand) {
  auto memory = dyn_cast<tkg::MemDescType>(operand.getType());
  return memory ? memory.getElementType() : getElementTypeOrSelf(operand.getType());
}

InstructionKind getInstructionKind(Type left, Type right) {
  InstructionKind kind;
  kind.isInteger = left.isInteger();
  kind.canTranspose = left.getIntOrFloatBitWidth() == 16;
  kind.k = 256 / left.getIntOrFloatBitWidth();
  kind.types = (kind.isInteger ? "s32." : "f32.") + getTypeName(left) + "." + getTypeName(right);
  return kind;
}

/// The number of the warp group, the same in all lanes so that descriptors are uniform. It is computed once, at the
/// start of the function.
Value emitWarpGroup(ConversionPatternRewriter &rewriter, Location loc) {
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPointToStart(&rewriter.getInsertionBlock()->getParent()->front());
  ThreadPosition position = emitThreadPosition(rewriter, loc);
  Value group = LLVM::LShrOp::create(rewriter, loc, position.warp, makeI32(rewriter, loc, 2));
  return NVVM::ShflOp::create(rewriter, loc, group.getType(), makeI32(rewriter, loc, -1), group,
                              makeI32(rewriter, loc, 0), makeI32(rewriter, loc, 31), NVVM::ShflKind::idx, UnitAttr());
}

/// Emits PTX that the values, f32 or i32, pass through: what computes them stays before it, what uses them behind it.
SmallVector<Value> emitPassThrough(OpBuilder &builder, Location loc, ValueRange values, StringRef text) {
  SmallVector<Type> members;
  std::string constraints, ties;
  for (auto [index, value] : llvm::enumerate(values)) {
    members.push_back(value.getType());
    constraints += value.getType().isInteger() ? "=r," : "=f,";
    ties += std::to_string(index) + ",";
  }
  bool isOne = members.size() == 1;
  Type resultType = isOne ? members[0] : Type(LLVM::LLVMStructType::getLiteral(builder.getContext(), members));
  Value all = emitInlineAsm(builder, loc, resultType, values, text, constraints + ties + "~{memory}").getResult(0);
  SmallVector<Value> results;
  for (unsigned index = 0; index < members.size(); ++index) {
    results.push_back(isOne ? all : Value(LLVM::ExtractValueOp::create(builder, loc, all, index)));
  }
  return results;
}

/// Lowers one warp-group dot. The accumulator fragment is that of mma.sync, for each of the group's four warps, with
/// columns in groups of eight: PTX ISA, "Register Fragments for wgmma.mma_async.m64nNk16".
class WarpGroupDotEmitter {
public:
  WarpGroupDotEmitter(tkg::WarpGroupDotOp op, tkg::WarpGroupDotOp::Adaptor adaptor, ConversionPatternRewriter &rewriter)
      : op(op), rewriter(rewriter), loc(op.getLoc()), type(cast<RankedTensorType>(op.getType())),
        mma(cast<tkg::MmaAttr>(type.getEncoding())),
        kind(getInstructionKind(getElementType(op.getA()), getElementType(op.getB()))),
        sums(rewriter, loc, adaptor.getC(), type),
        right(rewriter, loc, op.getB().getType(), adaptor.getB(), /*kDim=*/0) {
    int64_t groupsOfRows = mma.getWarpsPerCta()[0] / 4, groupsOfColumns = mma.getWarpsPerCta()[1];
    columns = mma.getInstrShape()[1];
    bool hasSeveralGroups = groupsOfRows * groupsOfColumns > 1;
    Value group = hasSeveralGroups ? emitWarpGroup(rewriter, loc) : Value();
    if (auto memory = dyn_cast<tkg::MemDescType>(op.getA().getType())) {
      left.emplace(rewriter, loc, memory, adaptor.getA(), /*kDim=*/1);
      if (groupsOfRows > 1) {
        Value row = LLVM::AndOp::create(rewriter, loc, group, makeI32(rewriter, loc, groupsOfRows - 1));
        left->move(row, instructionRows);
      }
    } else {
      leftElements.emplace(rewriter, loc, adaptor.getA(), cast<RankedTensorType>(op.getA().getType()));
    }
    if (groupsOfColumns > 1) {
      Value column = LLVM::LShrOp::create(rewriter, loc, group, makeI32(rewriter, loc, llvm::Log2_64(groupsOfRows)));
      right.move(column, columns);
    }
  }

  Value run() {
    SmallVector<Coordinates> tiles = getTiles();
    int64_t chunk = op.getMaxImprecise() > 0 ? op.getMaxImprecise() : op.getSizeK();
    for (int64_t first = 0; first < op.getSizeK(); first += chunk) {
      int64_t last = std::min(first + chunk, op.getSizeK());
      if (op.getMaxImprecise() == 0) {
        issue(tiles, first, last, sums, /*addsToSums=*/true);
      } else {
        addChunk(tiles, first, last);
      }
    }
    return sums.pack(rewriter, loc);
  }

private:
  /// The origins of the tiles of one instruction each; replicas of an origin name the same place.
  SmallVector<Coordinates> getTiles() const {
    SmallVector<Coordinates> tiles;
    llvm::DenseSet<unsigned> seen;
    for (const Coordinates &at : sums.all()) {
      if (at[0] % instructionRows == 0 && at[1] % columns == 0 && seen.insert(sums.reg(at)).second) {
        tiles.push_back(at);
      }
    }
    return tiles;
  }

  /// Issues the instructions of all tiles for k from `first` to `last` as one group.
  void issue(ArrayRef<Coordinates> tiles, int64_t first, int64_t last, ElementMap &into, bool addsToSums) {
    fence(tiles, into, addsToSums);
    for (const Coordinates &tile : tiles) {
      for (int64_t k = first; k < last; k += kind.k) {
        multiply(tile, k, into, addsToSums || k > first);
      }
    }
    emitMemoryAsm(rewriter, loc, "wgmma.commit_group.sync.aligned;");
  }

  /// Sums a part of k by itself, waits, and adds it in f32.
  void addChunk(ArrayRef<Coordinates> tiles, int64_t first, int64_t last) {
    ElementMap parts = sums;
    issue(tiles, first, last, parts, /*addsToSums=*/false);
    SmallVector<Value> values;
    SmallVector<Value *> places;
    for (const Coordinates &tile : tiles) {
      for (const Coordinates &at : getPlaces(tile)) {
        values.push_back(parts.at(at));
        places.push_back(&sums.at(at));
      }
    }
    SmallVector<Value> finished = emitPassThrough(rewriter, loc, values, "wgmma.wait_group.sync.aligned 0;");
    for (auto [place, value] : llvm::zip(places, finished)) {
      *place = LLVM::FAddOp::create(rewriter, loc, *place, value);
    }
  }

  /// wgmma reads and writes registers on its own: what was written to them before must be fenced, and the registers
  /// must be written before the fence. So they pass through it.
  void fence(ArrayRef<Coordinates> tiles, ElementMap &into, bool addsToSums) {
    SmallVector<Value> values;
    SmallVector<Value *> places;
    for (const Coordinates &tile : tiles) {
      for (const Coordinates &at : getPlaces(tile)) {
        // What the first instruction does not read need not hold anything.
        if (!addsToSums) {
          into.at(at) = LLVM::PoisonOp::create(rewriter, loc, into.at(at).getType());
          continue;
        }
        places.push_back(&into.at(at));
      }
      for (int64_t k = 0; leftElements && k < op.getSizeK(); k += kind.k) {
        auto [entry, isNew] = leftRegisters.try_emplace({tile[0], k});
        if (isNew) {
          entry->second = packLeft(tile, k);
          for (Value &value : entry->second) {
            places.push_back(&value);
          }
        }
      }
    }
    for (Value *place : places) {
      values.push_back(*place);
    }
    if (values.empty()) {
      return emitMemoryAsm(rewriter, loc, "wgmma.fence.sync.aligned;");
    }
    SmallVector<Value> fenced = emitPassThrough(rewriter, loc, values, "wgmma.fence.sync.aligned;");
    for (auto [place, value] : llvm::zip(places, fenced)) {
      *place = value;
    }
  }

  SmallVector<Coordinates> getPlaces(const Coordinates &tile) const {
    SmallVector<Coordinates> places;
    for (int64_t column = 0; column < columns; column += 8) {
      for (auto [row, next] : {std::pair<int64_t, int64_t>(0, 0), {0, 1}, {8, 0}, {8, 1}}) {
        places.push_back(offsetBy(tile, row, column + next));
      }
    }
    return places;
  }

  /// The left operand of one instruction in registers: (rows, K halves) = (0, 0), (8, 0), (0, 1), (8, 1).
  SmallVector<Value> packLeft(const Coordinates &tile, int64_t k) {
    SmallVector<Value> registers;
    for (auto [row, column] : {std::pair<int64_t, int64_t>(0, 0), {8, 0}, {0, kind.k / 2}, {8, kind.k / 2}}) {
      Coordinates first = {tile[0] + row, k + column};
      Value vector = leftElements->packRegister(rewriter, loc, first, /*alongRows=*/false);
      registers.push_back(LLVM::BitcastOp::create(rewriter, loc, rewriter.getI32Type(), vector));
    }
    return registers;
  }

  SmallVector<Value> getLeft(const Coordinates &tile, int64_t k) {
    return left ? SmallVector<Value>{left->getDescriptor(tile[0], k)} : leftRegisters.at({tile[0], k});
  }

  /// The instruction's text for `numSums` accumulators and `numLeft` operands of the left side, with its constraints.
  std::pair<std::string, std::string> getText(unsigned numSums, unsigned numLeft, bool addsToSums) const;
  void multiply(const Coordinates &tile, int64_t k, ElementMap &into, bool addsToSums);

  tkg::WarpGroupDotOp op;
  ConversionPatternRewriter &rewriter;
  Location loc;
  RankedTensorType type;
  tkg::MmaAttr mma;
  InstructionKind kind;
  ElementMap sums;
  SharedOperand right;
  std::optional<SharedOperand> left;
  std::optional<ElementMap> leftElements;
  std::map<std::pair<int64_t, int64_t>, SmallVector<Value>> leftRegisters;
  int64_t columns = 8;
};

std::string listOperands(unsigned first, unsigned count) {
  std::string text = "{";
  for (unsigned index = 0; index < count; ++index) {
    text += (index == 0 ? "$" : ", $") + std::to_string(first + index);
  }
  return text + "}";
}

std::pair<std::string, std::string> WarpGroupDotEmitter::getText(unsigned numSums, unsigned numLeft,
                                                                 bool addsToSums) const {
  unsigned firstLeft = 2 * numSums;
  std::string text = "{\n.reg .pred p;\nsetp.ne.b32 p, " + std::string(addsToSums ? "1" : "0") +
                     ", 0;\nwgmma.mma_async.sync.aligned.m64n" + std::to_string(columns) + "k" +
                     std::to_string(kind.k) + "." + kind.types + " " + listOperands(0, numSums) + ", ";
  text += left ? "$" + std::to_string(firstLeft) : listOperands(firstLeft, numLeft);
  text += ", $" + std::to_string(firstLeft + numLeft) + ", p";
  text += kind.isInteger ? "" : ", 1, 1";
  if (kind.canTranspose) {
    text += left ? (left->isContiguousAlongK ? ", 0" : ", 1") : "";
    text += right.isContiguousAlongK ? ", 0" : ", 1";
  }
  std::string constraints;
  for (unsigned index = 0; index < numSums; ++index) {
    constraints += kind.isInteger ? "=r," : "=f,";
  }
  for (unsigned index = 0; index < numSums; ++index) {
    constraints += std::to_string(index) + ",";
  }
  for (unsigned index = 0; index < numLeft; ++index) {
    constraints += left ? "l," : "r,";
  }
  return {text + ";\n}", constraints + "l,~{memory}"};
}

void WarpGroupDotEmitter::multiply(const Coordinates &tile, int64_t k, ElementMap &into, bool addsToSums) {
  SmallVector<Coordinates> places = getPlaces(tile);
  SmallVector<Value> operands;
  for (const Coordinates &at : places) {
    operands.push_back(into.at(at));
  }
  Type element = operands[0].getType();
  SmallVector<Value> leftValues = getLeft(tile, k);
  auto [text, constraints] = getText(places.size(), leftValues.size(), addsToSums);
  llvm::append_range(operands, leftValues);
  operands.push_back(right.getDescriptor(tile[1], k));
  SmallVector<Type> members(places.size(), element);
  Type resultType = LLVM::LLVMStructType::getLiteral(rewriter.getContext(), members);
  Value result = emitInlineAsm(rewriter, loc, resultType, operands, text, constraints).getResult(0);
  for (auto [index, at] : llvm::enumerate(places)) {
    into.at(at) = LLVM::ExtractValueOp::create(rewriter, loc, result, index);
  }
}

struct LowerWarpGroupDot : ConvertOpToLLVMPattern<tkg::WarpGroupDotOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult matchAndRewrite(tkg::WarpGroupDotOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOp(op, WarpGroupDotEmitter(op, adaptor, rewriter).run());
    return success();
  }
};

struct LowerWarpGroupDotWait : ConvertOpToLLVMPattern<tkg::WarpGroupDotWaitOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult matchAndRewrite(tkg::WarpGroupDotWaitOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    std::string text = "wgmma.wait_group.sync.aligned " + std::to_string(op.getPending()) + ";";
    SmallVector<Value> elements;
    for (Value block : adaptor.getValues()) {
      llvm::append_range(elements, unpackVector(rewriter, loc, block));
    }
    if (elements.empty()) {
      emitMemoryAsm(rewriter, loc, text);
      rewriter.eraseOp(op);
      return success();
    }
    rewriter.replaceOp(op, waitFor(rewriter, loc, adaptor.getValues(), elements, text));
    return success();
  }

private:
  /// The accumulators pass through the wait, so that nothing reads them before it.
  static SmallVector<Value> waitFor(OpBuilder &builder, Location loc, ValueRange blocks, ArrayRef<Value> elements,
                                    StringRef text) {
    SmallVector<Value> all = emitPassThrough(builder, loc, elements, text), results;
    ArrayRef<Value> finished = all;
    for (Value block : blocks) {
      int64_t count = cast<VectorType>(block.getType()).getNumElements();
      results.push_back(packVector(builder, loc, finished.take_front(count)));
      finished = finished.drop_front(count);
    }
    return results;
  }
};

} // namespace

void tkc::populateWarpGroupDotPatterns(const TkgTypeConverter &converter, RewritePatternSet &patterns) {
  patterns.add<LowerWarpGroupDot, LowerWarpGroupDotWait>(converter);
}
