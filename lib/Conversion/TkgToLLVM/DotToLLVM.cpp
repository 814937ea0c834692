// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Dots: mma.sync on fragments in registers, or fused multiply-adds.
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

#include "llvm/Support/FormatVariadic.h"

#include <set>

#include "DotFragments.h"
#include "Patterns.h"

using namespace mlir;
using namespace tkc;

namespace {

//===--- mma.sync ---------------------------------------------------------===//

/// Lowers one dot to mma.sync m16n8kK. Fragments: PTX ISA, "Matrix Fragments for mma.m16n8k16" and its neighbours: each
/// 32-bit register holds elements consecutive along K; registers 0 … 3 of A are (rows, K halves) = (0, 0), (8, 0),
/// (0, 1), (8, 1), those of B the K halves, and the accumulators (0, 0), (0, 1), (8, 0), (8, 1).
class MmaEmitter {
public:
  MmaEmitter(tk::DotOp op, tk::DotOp::Adaptor adaptor, ConversionPatternRewriter &rewriter)
      : op(op), rewriter(rewriter), loc(op.getLoc()), element(getElementTypeOrSelf(op.getA().getType())),
        a(rewriter, loc, adaptor.getA(), cast<RankedTensorType>(op.getA().getType())),
        b(rewriter, loc, adaptor.getB(), cast<RankedTensorType>(op.getB().getType())),
        c(rewriter, loc, adaptor.getC(), cast<RankedTensorType>(op.getC().getType())) {
    perRegister = 32 / element.getIntOrFloatBitWidth();
    instructionK = 8 * perRegister;
    sizeK = cast<RankedTensorType>(op.getA().getType()).getShape().back();
  }

  Value run() {
    for (int64_t k = 0; k < sizeK; k += instructionK) {
      for (const Coordinates &at : c.all()) {
        bool isTileOrigin = at[at.size() - 2] % 16 == 0 && at.back() % 8 == 0;
        if (isTileOrigin && done.insert({std::vector<int64_t>(at.begin(), at.end()), k}).second) {
          multiply(at, k);
        }
      }
    }
    return c.pack(rewriter, loc);
  }

private:
  /// Elements from `first` on as one 32-bit register, of the type that the intrinsics take: f16 in pairs, all else as
  /// an integer.
  Value packRegister(ElementMap &map, const Coordinates &first, bool alongRows) {
    Value vector = map.packRegister(rewriter, loc, first, alongRows);
    return element.isF16() ? vector : Value(LLVM::BitcastOp::create(rewriter, loc, rewriter.getI32Type(), vector));
  }

  ArrayRef<Value> getFragmentA(const Coordinates &tile, int64_t k) {
    Coordinates first(tile);
    first.back() = k;
    auto [entry, isNew] = fragmentsA.try_emplace(std::vector<int64_t>(first.begin(), first.end()));
    if (isNew) {
      int64_t half = instructionK / 2;
      for (auto [row, column] : {std::pair<int64_t, int64_t>(0, 0), {8, 0}, {0, half}, {8, half}}) {
        entry->second.push_back(packRegister(a, offsetBy(first, row, column), /*alongRows=*/false));
      }
    }
    return entry->second;
  }

  ArrayRef<Value> getFragmentB(const Coordinates &tile, int64_t k) {
    Coordinates first(tile);
    first[first.size() - 2] = k;
    auto [entry, isNew] = fragmentsB.try_emplace(std::vector<int64_t>(first.begin(), first.end()));
    if (isNew) {
      for (int64_t row : {int64_t(0), instructionK / 2}) {
        entry->second.push_back(packRegister(b, offsetBy(first, row, 0), /*alongRows=*/true));
      }
    }
    return entry->second;
  }

  void multiply(const Coordinates &tile, int64_t k) {
    static constexpr std::pair<int64_t, int64_t> accumulators[] = {{0, 0}, {0, 1}, {8, 0}, {8, 1}};
    SmallVector<Value> sums;
    for (auto [row, column] : accumulators) {
      sums.push_back(c.at(offsetBy(tile, row, column)));
    }
    SmallVector<Type> members(4, sums[0].getType());
    Type resultType = LLVM::LLVMStructType::getLiteral(rewriter.getContext(), members);
    ArrayRef<Value> left = getFragmentA(tile, k), right = getFragmentB(tile, k);
    bool isFp8 = isa<FloatType>(element) && element.getIntOrFloatBitWidth() == 8;
    Value result = isFp8 ? callFp8(resultType, left, right, sums) : callMma(resultType, left, right, sums);
    for (auto [index, at] : llvm::enumerate(accumulators)) {
      c.at(offsetBy(tile, at.first, at.second)) = LLVM::ExtractValueOp::create(rewriter, loc, result, index);
    }
  }

  Value callMma(Type resultType, ArrayRef<Value> left, ArrayRef<Value> right, ArrayRef<Value> sums) {
    NVVM::MMATypes type = element.isF16()    ? NVVM::MMATypes::f16
                          : element.isBF16() ? NVVM::MMATypes::bf16
                          : element.isF32()  ? NVVM::MMATypes::tf32
                                             : NVVM::MMATypes::s8;
    std::optional<NVVM::MMAIntOverflow> overflow;
    if (element.isInteger()) {
      overflow = NVVM::MMAIntOverflow::wrapped;
    }
    return NVVM::MmaOp::create(rewriter, loc, resultType, left, right, sums, ArrayRef<int64_t>{16, 8, instructionK},
                               std::nullopt, overflow, std::array{type, type},
                               std::array{NVVM::MMALayout::row, NVVM::MMALayout::col});
  }

  /// NVVM's op knows no fp8; LLVM has an intrinsic for each pair of types.
  Value callFp8(Type resultType, ArrayRef<Value> left, ArrayRef<Value> right, ArrayRef<Value> sums) {
    auto nameOf = [](Value block) {
      return isa<Float8E4M3FNType>(getElementTypeOrSelf(block.getType())) ? "e4m3" : "e5m2";
    };
    std::string name =
        llvm::formatv("llvm.nvvm.mma.m16n8k32.row.col.f32.{0}.{1}.f32", nameOf(op.getA()), nameOf(op.getB()));
    SmallVector<Value> operands(left);
    llvm::append_range(operands, right);
    llvm::append_range(operands, sums);
    return LLVM::CallIntrinsicOp::create(rewriter, loc, resultType, rewriter.getStringAttr(name), operands)
        .getResult(0);
  }

  tk::DotOp op;
  ConversionPatternRewriter &rewriter;
  Location loc;
  Type element;
  ElementMap a, b, c;
  int64_t perRegister = 2, instructionK = 16, sizeK = 16;
  std::map<std::vector<int64_t>, SmallVector<Value>> fragmentsA, fragmentsB;
  std::set<std::pair<std::vector<int64_t>, int64_t>> done;
};

//===--- Fused multiply-adds ----------------------------------------------===//

/// Converts a scalar to the accumulator's type.
Value convertScalar(OpBuilder &builder, Location loc, Value value, Type type) {
  Type from = value.getType();
  if (from == type) {
    return value;
  }
  if (isa<FloatType>(type)) {
    return LLVM::FPExtOp::create(builder, loc, type, value);
  }
  return LLVM::SExtOp::create(builder, loc, type, value);
}

Value multiplyAdd(OpBuilder &builder, Location loc, Value left, Value right, Value sum) {
  Type type = sum.getType();
  if (isa<FloatType>(type)) {
    return LLVM::FMAOp::create(builder, loc, left, right, sum);
  }
  return LLVM::AddOp::create(builder, loc, LLVM::MulOp::create(builder, loc, left, right), sum);
}

Value lowerToMultiplyAdds(tk::DotOp op, tk::DotOp::Adaptor adaptor, ConversionPatternRewriter &rewriter) {
  Location loc = op.getLoc();
  ElementMap a(rewriter, loc, adaptor.getA(), cast<RankedTensorType>(op.getA().getType()));
  ElementMap b(rewriter, loc, adaptor.getB(), cast<RankedTensorType>(op.getB().getType()));
  ElementMap c(rewriter, loc, adaptor.getC(), cast<RankedTensorType>(op.getC().getType()));
  Type resultType = getElementTypeOrSelf(op.getType());
  // 16-bit accumulators are summed in f32, as the tensor cores do.
  bool isNarrow = isa<FloatType>(resultType) && resultType.getIntOrFloatBitWidth() < 32;
  Type sumType = isNarrow ? rewriter.getF32Type() : resultType;
  int64_t sizeK = cast<RankedTensorType>(op.getA().getType()).getShape().back();
  std::set<unsigned> done;
  for (const Coordinates &at : c.all()) {
    if (!done.insert(c.reg(at)).second) {
      continue;
    }
    Value sum = convertScalar(rewriter, loc, c.at(at), sumType);
    for (int64_t k = 0; k < sizeK; ++k) {
      Coordinates left(at), right(at);
      left.back() = k;
      right[right.size() - 2] = k;
      sum = multiplyAdd(rewriter, loc, convertScalar(rewriter, loc, a.at(left), sumType),
                        convertScalar(rewriter, loc, b.at(right), sumType), sum);
    }
    c.at(at) = isNarrow ? Value(LLVM::FPTruncOp::create(rewriter, loc, resultType, sum)) : sum;
  }
  return c.pack(rewriter, loc);
}

struct LowerDot : ConvertOpToLLVMPattern<tk::DotOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult matchAndRewrite(tk::DotOp op, OpAdaptor adaptor, ConversionPatternRewriter &rewriter) const override {
    auto mma = dyn_cast<tkg::MmaAttr>(cast<RankedTensorType>(op.getType()).getEncoding());
    if (mma && mma.getVersion() != 2) {
      return rewriter.notifyMatchFailure(op, "has an accumulator of another instruction than mma.sync");
    }
    rewriter.replaceOp(op, mma ? MmaEmitter(op, adaptor, rewriter).run() : lowerToMultiplyAdds(op, adaptor, rewriter));
    return success();
  }
};

} // namespace

void tkc::populateDotPatterns(const TkgTypeConverter &converter, RewritePatternSet &patterns) {
  patterns.add<LowerDot>(converter);
}
