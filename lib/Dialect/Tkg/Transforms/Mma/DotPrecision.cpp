// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// f32 dots of more precision than one tensor-core instruction has.
#include "DotPrecision.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace tkc;
using namespace tkc::tkg;

namespace {
/// Cuts f32 blocks into parts whose sum is the block, the largest part first.
class Splitter {
public:
  Splitter(OpBuilder &builder, Location loc, bool toBf16) : builder(builder), loc(loc), toBf16(toBf16) {}

  SmallVector<Value> split(Value block, unsigned numParts) {
    SmallVector<Value> parts;
    Value rest = block;
    for (unsigned index = 0; index < numParts; ++index) {
      if (index > 0) {
        rest = withoutNan(rest);
      }
      parts.push_back(toBf16 ? round(rest) : truncate(rest));
      Value rounded = toBf16 ? widen(parts.back()) : parts.back();
      rest = arith::SubFOp::create(builder, loc, rest, rounded);
    }
    return parts;
  }

private:
  static RankedTensorType withElement(Value block, Type element) {
    return cast<RankedTensorType>(tk::withElementType(block.getType(), element));
  }

  Value round(Value block) {
    return arith::TruncFOp::create(builder, loc, withElement(block, builder.getBF16Type()), block);
  }
  Value widen(Value block) {
    return arith::ExtFOp::create(builder, loc, withElement(block, builder.getF32Type()), block);
  }

  /// The part that tf32 holds: 10 bits of mantissa.
  Value truncate(Value block) {
    auto type = withElement(block, builder.getI32Type());
    Value bits = arith::BitcastOp::create(builder, loc, type, block);
    Value mask = arith::ConstantOp::create(builder, loc, DenseElementsAttr::get(type, APInt(32, 0xFFFFE000u)));
    Value kept = arith::AndIOp::create(builder, loc, bits, mask);
    return arith::BitcastOp::create(builder, loc, block.getType(), kept);
  }

  /// What remains of an infinity is no number; it must not reach the sum.
  Value withoutNan(Value block) {
    auto type = cast<RankedTensorType>(block.getType());
    Value isNumber = arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::ORD, block, block);
    Value zero = arith::ConstantOp::create(builder, loc, DenseElementsAttr::get(type, APFloat(0.0f)));
    return arith::SelectOp::create(builder, loc, isNumber, block, zero);
  }

  OpBuilder &builder;
  Location loc;
  bool toBf16;
};
} // namespace

/// The parts that each operand is cut into.
static unsigned getNumParts(tk::InputPrecision precision) {
  switch (precision) {
  case tk::InputPrecision::TF32x3:
  case tk::InputPrecision::BF16x3:
    return 2;
  case tk::InputPrecision::BF16x6:
    return 3;
  case tk::InputPrecision::TF32:
  case tk::InputPrecision::IEEE:
    return 1;
  }
  return 1;
}

SmallVector<tk::DotOp> tkc::tkg::splitPreciseDot(tk::DotOp dot) {
  unsigned numParts = getNumParts(dot.getPrecision());
  if (numParts == 1 || !cast<RankedTensorType>(dot.getA().getType()).getElementType().isF32()) {
    return {};
  }
  OpBuilder builder(dot);
  bool toBf16 = dot.getPrecision() != tk::InputPrecision::TF32x3;
  auto precision = toBf16 ? tk::InputPrecision::IEEE : tk::InputPrecision::TF32;
  Splitter splitter(builder, dot.getLoc(), toBf16);
  // Where the operand is moved for the dot, its parts are made before that, in a layout without replicas.
  auto splitOperand = [&](Value operand) {
    auto conversion = operand.getDefiningOp<ConvertLayoutOp>();
    SmallVector<Value> parts = splitter.split(conversion ? conversion.getSource() : operand, numParts);
    for (Value &part : parts) {
      Attribute encoding = cast<RankedTensorType>(operand.getType()).getEncoding();
      auto type = cast<RankedTensorType>(part.getType()).cloneWithEncoding(encoding);
      part = conversion ? ConvertLayoutOp::create(builder, dot.getLoc(), type, part).getResult() : part;
    }
    return parts;
  };
  SmallVector<Value> left = splitOperand(dot.getA()), right = splitOperand(dot.getB());
  SmallVector<tk::DotOp> dots;
  Value sum = dot.getC();
  for (unsigned rank = numParts; rank > 0; --rank) {
    for (unsigned index = 0; index < rank; ++index) {
      auto part = tk::DotOp::create(builder, dot.getLoc(), dot.getType(), left[index], right[rank - 1 - index], sum,
                                    precision, dot.getMaxNumImpreciseAcc());
      dots.push_back(part);
      sum = part.getResult();
    }
  }
  dot.getResult().replaceAllUsesWith(sum);
  dot.erase();
  return dots;
}
