// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The casts of every pair of number types: all 2^8 and 2^16 inputs, the edges of wider types. What is right is computed
// with LLVM's APFloat and APInt.
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/APSInt.h"

#include <set>

#include "RunSource.h"

using namespace tkc;
using llvm::APFloat;
using llvm::APInt;
using llvm::APSInt;

namespace {

constexpr auto nearest = APFloat::rmNearestTiesToEven;

struct NumberType {
  const char *name;
  ElementType element;
  unsigned bits;
  bool isSigned;
  const llvm::fltSemantics *format; // null for integers
  bool saturates = false;

  bool isBool() const { return bits == 1; }
};

const NumberType types[] = {
    {"i1", ElementType::I1, 1, false, nullptr},
    {"i8", ElementType::I8, 8, true, nullptr},
    {"i16", ElementType::I16, 16, true, nullptr},
    {"i32", ElementType::I32, 32, true, nullptr},
    {"i64", ElementType::I64, 64, true, nullptr},
    {"u8", ElementType::U8, 8, false, nullptr},
    {"u16", ElementType::U16, 16, false, nullptr},
    {"u32", ElementType::U32, 32, false, nullptr},
    {"u64", ElementType::U64, 64, false, nullptr},
    {"fp16", ElementType::F16, 16, true, &APFloat::IEEEhalf()},
    {"bf16", ElementType::BF16, 16, true, &APFloat::BFloat()},
    {"fp32", ElementType::F32, 32, true, &APFloat::IEEEsingle()},
    {"fp64", ElementType::F64, 64, true, &APFloat::IEEEdouble()},
    {"fp8e5", ElementType::F8E5M2, 8, true, &APFloat::Float8E5M2(), true},
    {"fp8e4nv", ElementType::F8E4M3FN, 8, true, &APFloat::Float8E4M3FN(), true},
};

APFloat asFloat(const NumberType &type, uint64_t bits) { return APFloat(*type.format, APInt(type.bits, bits)); }

/// The float in another format; the 8-bit formats take what is out of range to their largest number.
APFloat convert(APFloat value, const NumberType &to, APFloat::roundingMode mode = nearest) {
  if (to.saturates && !value.isNaN()) {
    APFloat largest = APFloat::getLargest(*to.format, value.isNegative());
    bool ignored = false;
    APFloat wide = largest;
    wide.convert(value.getSemantics(), nearest, &ignored);
    APFloat::cmpResult order = abs(value).compare(abs(wide));
    if (order == APFloat::cmpGreaterThan) {
      return largest;
    }
  }
  bool losesInfo = false;
  value.convert(*to.format, mode, &losesInfo);
  return value;
}

const NumberType &typeNamed(llvm::StringRef name) {
  return *llvm::find_if(types, [&](const NumberType &type) { return name == type.name; });
}

APFloat floatToFloat(APFloat value, const NumberType &from, const NumberType &to) {
  // Doubles reach the 8-bit formats through fp32, as there is no other way on the device.
  bool isTwoSteps = from.bits == 64 && to.bits == 8;
  return convert(isTwoSteps ? convert(value, typeNamed("fp32")) : value, to);
}

APFloat integerToFloat(const APSInt &value, const NumberType &to) {
  const NumberType &reached = to.bits < 32 ? typeNamed("fp32") : to;
  APFloat result(*reached.format);
  result.convertFromAPInt(value, value.isSigned(), nearest);
  return &reached == &to ? result : convert(result, to);
}

uint64_t bitsOf(const APFloat &value) { return value.bitcastToAPInt().getZExtValue(); }

struct Expected {
  uint64_t bits = 0;
  bool isNan = false;
};

bool isNanOf(const NumberType &type, uint64_t bits) { return type.format && asFloat(type, bits).isNaN(); }

/// What a cast gives; nothing where no value is right: floats outside of the integer's range.
std::optional<Expected> expectedCast(const NumberType &from, const NumberType &to, uint64_t bits) {
  if (llvm::StringRef(from.name) == to.name) {
    // Nothing is converted, so that infinities of fp8 stay.
    return Expected{bits, isNanOf(from, bits)};
  }
  if (from.format) {
    APFloat value = asFloat(from, bits);
    if (to.format) {
      APFloat result = floatToFloat(value, from, to);
      return Expected{bitsOf(result), result.isNaN()};
    }
    if (to.isBool()) {
      return Expected{!value.isZero()};
    }
    APSInt result(to.bits, !to.isSigned);
    bool isExact = false;
    if (value.convertToInteger(result, APFloat::rmTowardZero, &isExact) == APFloat::opInvalidOp) {
      return std::nullopt;
    }
    return Expected{result.getZExtValue()};
  }
  APSInt value(APInt(from.bits, bits), !from.isSigned);
  if (to.format) {
    return Expected{bitsOf(integerToFloat(value, to))};
  }
  return Expected{to.isBool() ? value != 0 : value.extOrTrunc(to.bits).getZExtValue()};
}

uint64_t lowBits(unsigned bits) { return bits == 64 ? ~uint64_t(0) : (uint64_t(1) << bits) - 1; }

/// All patterns of narrow types; for wide ones those around every power of two, both signs, and some in between.
std::vector<uint64_t> inputsOf(const NumberType &type) {
  std::vector<uint64_t> inputs;
  if (type.bits <= 16) {
    for (uint64_t bits = 0; bits <= lowBits(type.bits); ++bits) {
      inputs.push_back(bits);
    }
    return inputs;
  }
  std::set<uint64_t> edges;
  for (unsigned bit = 0; bit < type.bits; ++bit) {
    for (uint64_t step : {0, 1, 2, 3, 5}) {
      for (uint64_t pattern : {(uint64_t(1) << bit) + step, (uint64_t(1) << bit) - step, (uint64_t(3) << bit) + step}) {
        edges.insert(pattern & lowBits(type.bits));
        edges.insert(~pattern & lowBits(type.bits));
      }
    }
  }
  if (type.format) { // values around those that narrower formats hold, ties among them
    for (const NumberType &narrow : types) {
      for (uint64_t bits = 0; narrow.format && narrow.bits < type.bits && bits < lowBits(std::min(narrow.bits, 16u));
           bits += 7) {
        uint64_t near = bitsOf(convert(asFloat(narrow, bits << (narrow.bits > 16 ? 16 : 0)), type));
        uint64_t half = bitsOf(convert(asFloat(narrow, bits + 1), type));
        for (uint64_t pattern : {near, near + 1, near - 1, near / 2 + half / 2, near / 2 + half / 2 + 1}) {
          edges.insert(pattern & lowBits(type.bits));
        }
      }
    }
  }
  return {edges.begin(), edges.end()};
}

void setBits(data::Array &array, size_t index, uint64_t bits) {
  size_t size = array.bytes.size() / array.elementCount();
  std::memcpy(array.bytes.data() + index * size, &bits, size);
}

uint64_t getBits(const data::Array &array, size_t index) {
  uint64_t bits = 0;
  size_t size = array.bytes.size() / array.elementCount();
  std::memcpy(&bits, array.bytes.data() + index * size, size);
  return bits;
}

struct PairRun {
  std::vector<uint64_t> inputs;
  std::vector<Expected> expected;
};

PairRun planPair(const NumberType &from, const NumberType &to, llvm::ArrayRef<uint64_t> candidates) {
  PairRun plan;
  for (uint64_t bits : candidates) {
    if (std::optional<Expected> result = expectedCast(from, to, bits)) {
      plan.inputs.push_back(bits);
      plan.expected.push_back(*result);
    }
  }
  return plan;
}

void runPair(const NumberType &from, const NumberType &to, const PairRun &plan, const std::string &cast) {
  size_t count = llvm::PowerOf2Ceil(plan.inputs.size());
  SourceRun run;
  data::Array &source = run.buffer(from.element, std::vector<double>(count));
  run.output(to.element, count);
  for (size_t i = 0; i < count; ++i) {
    setBits(source, i, plan.inputs[std::min(i, plan.inputs.size() - 1)]);
  }
  run.runSource("@triton.jit\ndef kernel(p: \"*" + std::string(from.name) + "\", q: \"*" + to.name +
                "\"):\n    i = tl.arange(0, " + std::to_string(count) + ")\n    tl.store(q + i, tl.load(p + i)" + cast +
                ")\n");
  const data::Array &result = *run.launch.buffers[1].array;
  unsigned wrong = 0;
  for (size_t i = 0; i < plan.inputs.size() && wrong < 5; ++i) {
    uint64_t found = getBits(result, i) & lowBits(to.bits);
    bool isRight = plan.expected[i].isNan ? isNanOf(to, found) : found == plan.expected[i].bits;
    wrong += !isRight;
    EXPECT_TRUE(isRight) << from.name << " -> " << to.name << " of 0x" << llvm::utohexstr(plan.inputs[i]) << " is 0x"
                         << llvm::utohexstr(found) << ", expected 0x" << llvm::utohexstr(plan.expected[i].bits);
  }
}

class CastValues : public testing::TestWithParam<NumberType> {};

TEST_P(CastValues, to_every_type) {
  const NumberType &from = GetParam();
  std::vector<uint64_t> candidates = inputsOf(from);
  for (const NumberType &to : types) {
    runPair(from, to, planPair(from, to, candidates), ".to(\"" + std::string(to.name) + "\")");
  }
}

INSTANTIATE_TEST_SUITE_P(from, CastValues, testing::ValuesIn(types),
                         [](const testing::TestParamInfo<NumberType> &each) { return each.param.name; });

TEST(CastValuesTowardZero, narrower_floats) {
  for (auto [fromName, toName] : {std::pair("fp32", "fp16"), std::pair("fp32", "bf16"), std::pair("fp64", "fp32")}) {
    const NumberType &from = typeNamed(fromName), &to = typeNamed(toName);
    PairRun plan;
    for (uint64_t bits : inputsOf(from)) {
      APFloat result = convert(asFloat(from, bits), to, APFloat::rmTowardZero);
      plan.inputs.push_back(bits);
      plan.expected.push_back({bitsOf(result), result.isNaN()});
    }
    runPair(from, to, plan, ".to(\"" + std::string(toName) + "\", fp_downcast_rounding=\"rtz\")");
  }
}

TEST(CastValuesBitcast, keeps_all_patterns) {
  for (auto [fromName, toName] : {std::pair("fp16", "i16"), std::pair("i16", "bf16"), std::pair("u8", "fp8e5"),
                                  std::pair("fp32", "u32"), std::pair("i64", "fp64")}) {
    const NumberType &from = typeNamed(fromName), &to = typeNamed(toName);
    PairRun plan;
    for (uint64_t bits : inputsOf(from)) {
      if (!isNanOf(to, bits) && !isNanOf(from, bits)) {
        plan.inputs.push_back(bits);
        plan.expected.push_back({bits});
      }
    }
    runPair(from, to, plan, ".to(\"" + std::string(toName) + "\", bitcast=True)");
  }
}

} // namespace
