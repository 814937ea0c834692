// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Video instructions: vadd, vsub, vabsdiff, vmin, vmax, vshl, vshr, vset, vmad, and those on two halves or four bytes.
#include "tkc/Sim/Numeric/Video.h"

#include "tkc/Sim/Instructions/Elementwise.h"
#include "tkc/Sim/Instructions/Families.h"

namespace tkc::sim {

static constexpr InstructionClass integer = InstructionClass::Integer;

/// `u32` or `s32`.
static bool takeSign(DecodeContext &context) { return context.needOneOf({"u32", "s32"}) == 1; }

/// `.dtype.atype.btype{.sat}` of one operation and of several at once.
template <typename Video>
static Video takeArithmetic(DecodeContext &context, VideoOperation operation) {
  Video video;
  video.operation = operation;
  video.isSignedResult = takeSign(context);
  video.isSignedA = takeSign(context);
  video.isSignedB = takeSign(context);
  video.saturates = context.take("sat");
  return video;
}

/// `.atype.btype.cmp`.
template <typename Video>
static void takeComparedTypes(DecodeContext &context, Video &video) {
  video.isSignedA = takeSign(context);
  video.isSignedB = takeSign(context);
  int number = context.needOneOf({"eq", "ne", "lt", "le", "gt", "ge"});
  video.operation = static_cast<VideoOperation>(static_cast<int>(VideoOperation::Equal) + number);
}

/// `.b0` … `.b3`, `.h0`, `.h1`, or nothing for all 32 bits.
static VideoPart partOf(DecodeContext &context, unsigned index) {
  std::string_view text = context.selector(index);
  if (text.empty()) {
    return {};
  }
  uint8_t bits = text[0] == 'b' ? 8 : 16;
  auto number = static_cast<uint8_t>(text[1] - '0');
  if (text.size() != 2 || number * bits >= 32) {
    context.error("`" + context.spelling() + "` takes .b0 to .b3, .h0 and .h1, got `." + std::string(text) + "`");
    return {};
  }
  return {static_cast<uint8_t>(number * bits), bits};
}

/// Sources and result of `d, a, b{, c}`; without c it is zero.
template <typename F>
static void setVideo(DecodeContext &context, Instruction &out, F functor) {
  ptx::Type type = typeNamed("b32");
  auto source = [&](unsigned index) {
    ptx::Operand operand = context.operand(index);
    operand.isNegated = false;
    return context.source(operand, type);
  };
  Place third = context.numOperands() > 3 ? source(3) : context.constant(0, 32);
  setElementwise<F, uint32_t, uint32_t, uint32_t, uint32_t>(context, out, functor, {source(1), source(2), third},
                                                            context.result(0, type), integer);
}

static void refuseNegation(DecodeContext &context) {
  for (unsigned index = 0; index < context.numOperands(); ++index) {
    if (context.operand(index).isNegated) {
      context.error("`" + context.spelling() + "` negates no operand");
    }
  }
}

//===----------------------------------------------------------------------===//
// One operation
//===----------------------------------------------------------------------===//

static void decodeScalar(DecodeContext &context, Instruction &out, ScalarVideo video) {
  int second = context.takeOneOf({"add", "min", "max"});
  video.result = partOf(context, 0);
  bool isMerge = video.result.bits != 32;
  if (second >= 0) {
    video.secondary = static_cast<ScalarVideo::Secondary>(second + 1);
  } else if (isMerge) {
    video.secondary = ScalarVideo::Secondary::Merge;
  }
  if (isMerge && second >= 0) {
    context.error("`" + context.spelling() + "` either merges its result or has a second operation");
  }
  refuseNegation(context);
  video.a = partOf(context, 1);
  video.b = partOf(context, 2);
  if (context.expectOperands(video.secondary == ScalarVideo::Secondary::None ? 3 : 4)) {
    setVideo(context, out, video);
  }
}

template <VideoOperation operation>
static void decodeArithmetic(DecodeContext &context, Instruction &out) {
  decodeScalar(context, out, takeArithmetic<ScalarVideo>(context, operation));
}

template <VideoOperation operation>
static void decodeShift(DecodeContext &context, Instruction &out) {
  ScalarVideo video;
  video.operation = operation;
  video.isSignedResult = takeSign(context);
  video.isSignedA = takeSign(context);
  context.needOneOf({"u32"});
  video.saturates = context.take("sat");
  video.wrapsShift = context.needOneOf({"clamp", "wrap"}) == 1;
  decodeScalar(context, out, video);
}

static void decodeSet(DecodeContext &context, Instruction &out) {
  ScalarVideo video;
  takeComparedTypes(context, video);
  video.isSignedResult = video.isSignedA || video.isSignedB;
  decodeScalar(context, out, video);
}

static void decodeMultiplyAdd(DecodeContext &context, Instruction &out) {
  VideoMultiplyAdd video;
  takeSign(context);
  video.isSignedA = takeSign(context);
  video.isSignedB = takeSign(context);
  video.isPlusOne = context.take("po");
  video.saturates = context.take("sat");
  int scale = context.takeOneOf({"shr7", "shr15"});
  video.shift = scale < 0 ? 0 : scale == 0 ? 7 : 15;
  video.a = partOf(context, 1);
  video.b = partOf(context, 2);
  video.negatesProduct = context.operand(1).isNegated != context.operand(2).isNegated;
  video.negatesAddend = context.operand(3).isNegated;
  bool isNegated = context.operand(1).isNegated || context.operand(2).isNegated || video.negatesAddend;
  if ((video.isPlusOne && isNegated) || (video.negatesProduct && video.negatesAddend)) {
    context.error("`" + context.spelling() + "` cannot negate these operands together");
  }
  if (context.expectOperands(4)) {
    setVideo(context, out, video);
  }
}

//===----------------------------------------------------------------------===//
// Two or four at once
//===----------------------------------------------------------------------===//

/// `.h10` and `.b3210`: the parts that the elements are, the highest first.
static void takeParts(DecodeContext &context, unsigned index, SimdVideo &video, uint8_t *parts) {
  std::string_view text = context.selector(index);
  if (text.empty()) {
    return;
  }
  bool isGood = text[0] == (video.elements == 2 ? 'h' : 'b') && text.size() == video.elements + 1u;
  for (unsigned element = 0; isGood && element < video.elements; ++element) {
    parts[element] = static_cast<uint8_t>(text[video.elements - element] - '0');
    isGood = parts[element] < 2 * video.elements;
  }
  if (!isGood) {
    context.error("`" + context.spelling() + "` cannot take `." + std::string(text) + "` of its operands");
  }
}

/// `.h0` or `.b310` behind the result: the elements that are written, the highest first.
static void takeMask(DecodeContext &context, SimdVideo &video) {
  std::string_view text = context.selector(0);
  if (text.empty()) {
    return;
  }
  bool isGood = text[0] == (video.elements == 2 ? 'h' : 'b');
  video.mask = 0;
  int previous = video.elements;
  for (char digit : text.substr(1)) {
    int element = digit - '0';
    isGood = isGood && element < previous;
    previous = element;
    video.mask |= static_cast<uint8_t>(1u << (element & 7));
  }
  if (!isGood) {
    context.error("`" + context.spelling() + "` cannot write `." + std::string(text) + "`");
  }
}

static void decodeSimd(DecodeContext &context, Instruction &out, SimdVideo video) {
  video.mask = static_cast<uint8_t>((1u << video.elements) - 1);
  for (uint8_t element = 0; element < video.elements; ++element) {
    video.partsA[element] = element;
    video.partsB[element] = static_cast<uint8_t>(video.elements + element);
  }
  takeMask(context, video);
  takeParts(context, 1, video, video.partsA);
  takeParts(context, 2, video, video.partsB);
  refuseNegation(context);
  if (context.expectOperands(4)) {
    setVideo(context, out, video);
  }
}

template <VideoOperation operation, uint8_t elements>
static void decodeSimdArithmetic(DecodeContext &context, Instruction &out) {
  SimdVideo video = takeArithmetic<SimdVideo>(context, operation);
  video.elements = elements;
  video.accumulates = !video.saturates && context.take("add");
  decodeSimd(context, out, video);
}

template <uint8_t elements>
static void decodeSimdSet(DecodeContext &context, Instruction &out) {
  SimdVideo video;
  video.elements = elements;
  takeComparedTypes(context, video);
  video.accumulates = context.take("add");
  decodeSimd(context, out, video);
}

void registerVideo(FamilyTable &families) {
  using O = VideoOperation;
  families.add({{"vadd", decodeArithmetic<O::Add>},
                {"vsub", decodeArithmetic<O::Subtract>},
                {"vabsdiff", decodeArithmetic<O::AbsoluteDifference>},
                {"vmin", decodeArithmetic<O::Minimum>},
                {"vmax", decodeArithmetic<O::Maximum>},
                {"vshl", decodeShift<O::ShiftLeft>},
                {"vshr", decodeShift<O::ShiftRight>},
                {"vset", decodeSet},
                {"vmad", decodeMultiplyAdd},
                {"vadd2", decodeSimdArithmetic<O::Add, 2>},
                {"vsub2", decodeSimdArithmetic<O::Subtract, 2>},
                {"vavrg2", decodeSimdArithmetic<O::Average, 2>},
                {"vabsdiff2", decodeSimdArithmetic<O::AbsoluteDifference, 2>},
                {"vmin2", decodeSimdArithmetic<O::Minimum, 2>},
                {"vmax2", decodeSimdArithmetic<O::Maximum, 2>},
                {"vset2", decodeSimdSet<2>},
                {"vadd4", decodeSimdArithmetic<O::Add, 4>},
                {"vsub4", decodeSimdArithmetic<O::Subtract, 4>},
                {"vavrg4", decodeSimdArithmetic<O::Average, 4>},
                {"vabsdiff4", decodeSimdArithmetic<O::AbsoluteDifference, 4>},
                {"vmin4", decodeSimdArithmetic<O::Minimum, 4>},
                {"vmax4", decodeSimdArithmetic<O::Maximum, 4>},
                {"vset4", decodeSimdSet<4>}});
}

} // namespace tkc::sim
