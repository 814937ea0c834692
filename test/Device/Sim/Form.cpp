// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernel text and input data of instruction forms.
#include "Form.h"

#include <cmath>
#include <cstring>
#include <iterator>

namespace tkc::agreement {

unsigned widthOf(const char *type) {
  std::string text = type;
  if (text == "pred") {
    return 4;
  }
  return unsigned(std::stoi(text.substr(text.find_first_of("0123456789"))) / 8);
}

//===--- Text -------------------------------------------------------------===//

/// The untyped register type of a width: PTX lets every instruction of that width use it.
static std::string bitsType(unsigned width) { return "b" + std::to_string(width * 8); }

static std::string loadInput(const Slot &slot, size_t index, uint64_t threads) {
  std::string place = "[%in+" + std::to_string(index * threads * 8) + "]";
  std::string reg = "%i" + std::to_string(index);
  if (std::string(slot.type) == "pred") {
    return "  ld.global.b32 %word, " + place + ";\n  setp.ne.b32 " + reg + ", %word, 0;\n";
  }
  return "  ld.global." + bitsType(widthOf(slot.type)) + " " + reg + ", " + place + ";\n";
}

static std::string storeOutput(const Slot &slot, size_t index, uint64_t threads) {
  std::string place = "[%out+" + std::to_string(index * threads * 8) + "]";
  std::string reg = "%o" + std::to_string(index);
  if (std::string(slot.type) == "pred") {
    return "  selp.b32 %word, 1, 0, " + reg + ";\n  st.global.b32 " + place + ", %word;\n";
  }
  return "  st.global." + bitsType(widthOf(slot.type)) + " " + place + ", " + reg + ";\n";
}

std::string kernelText(const Form &form, const std::string &symbol) {
  uint64_t threads = uint64_t(form.threads) * form.ctas;
  std::string text = ".visible .entry " + symbol + "(.param .u64 p_in, .param .u64 p_out)\n.reqntid " +
                     std::to_string(form.threads) + ", 1, 1\n{\n";
  for (size_t i = 0; i < form.inputs.size(); ++i) {
    text += "  .reg ." + std::string(form.inputs[i].type) + " %i" + std::to_string(i) + ";\n";
  }
  for (size_t i = 0; i < form.outputs.size(); ++i) {
    text += "  .reg ." + std::string(form.outputs[i].type) + " %o" + std::to_string(i) + ";\n";
  }
  text += "  .reg .b32 %t<64>;\n  .reg .b64 %d<32>;\n  .reg .b16 %h<32>;\n  .reg .f32 %f<64>;\n  .reg .pred %p<8>;\n"
          "  .reg .b32 %word, %cta, %thread;\n  .reg .b64 %in, %out, %offset, %stride;\n";
  text += form.declarations;
  text += "  ld.param.u64 %in, [p_in];\n  ld.param.u64 %out, [p_out];\n  mov.u32 %cta, %ctaid.x;\n"
          "  mov.u32 %thread, %tid.x;\n  mad.lo.u32 %word, %cta, " +
          std::to_string(form.threads) +
          ", %thread;\n  mul.wide.u32 %offset, %word, 8;\n  add.u64 %in, %in, %offset;\n"
          "  add.u64 %out, %out, %offset;\n  mov.b64 %stride, " +
          std::to_string(threads * 8) + ";\n";
  for (size_t i = 0; i < form.inputs.size(); ++i) {
    text += loadInput(form.inputs[i], i, threads);
  }
  text += "  " + form.body + "\n";
  for (size_t i = 0; i < form.outputs.size(); ++i) {
    text += storeOutput(form.outputs[i], i, threads);
  }
  return text + "  ret;\n}\n\n";
}

//===--- Data -------------------------------------------------------------===//

/// A stateless generator: splitmix64 of (Steele, Lea, Flood 2014).
static uint64_t mix(uint64_t state) {
  state += 0x9e3779b97f4a7c15;
  state = (state ^ (state >> 30)) * 0xbf58476d1ce4e5b9;
  state = (state ^ (state >> 27)) * 0x94d049bb133111eb;
  return state ^ (state >> 31);
}

static uint64_t hashName(const std::string &name) {
  uint64_t hash = 0xcbf29ce484222325;
  for (char letter : name) {
    hash = (hash ^ uint8_t(letter)) * 0x100000001b3;
  }
  return hash;
}

/// The numbers at the edges of a binary format with the given widths of exponent and mantissa.
static uint64_t specialFloat(unsigned exponentBits, unsigned mantissaBits, uint64_t draw) {
  uint64_t exponentOnes = (uint64_t(1) << exponentBits) - 1, mantissaOnes = (uint64_t(1) << mantissaBits) - 1;
  uint64_t bias = exponentOnes >> 1;
  const uint64_t exponents[] = {0,    0,        1,        exponentOnes,        exponentOnes,        exponentOnes - 1,
                                bias, bias - 1, bias + 1, bias + mantissaBits, bias - mantissaBits, bias + 7};
  const uint64_t mantissas[] = {0, 0, 1, mantissaOnes, mantissaOnes >> 1, (mantissaOnes >> 1) + 1, mantissaOnes - 1};
  uint64_t exponent = exponents[draw % std::size(exponents)] & exponentOnes;
  uint64_t mantissa = mantissas[(draw >> 8) % std::size(mantissas)];
  uint64_t sign = (draw >> 16) & 1;
  return (sign << (exponentBits + mantissaBits)) | (exponent << mantissaBits) | mantissa;
}

/// A quarter special, a quarter any bits, half numbers whose exponents lie near that of 1.
static uint64_t drawFloat(unsigned exponentBits, unsigned mantissaBits, uint64_t draw) {
  uint64_t bits = mix(draw);
  unsigned width = 1 + exponentBits + mantissaBits;
  uint64_t all = width == 64 ? ~uint64_t(0) : (uint64_t(1) << width) - 1;
  if (draw % 4 == 0) {
    return specialFloat(exponentBits, mantissaBits, bits);
  }
  if (draw % 4 == 1) {
    return bits & all;
  }
  uint64_t bias = ((uint64_t(1) << exponentBits) - 1) >> 1;
  uint64_t spread = exponentBits > 5 ? 12 : 4;
  uint64_t exponent = bias - spread + (bits >> 58) % (2 * spread + 1);
  return (bits & all & ~(((uint64_t(1) << exponentBits) - 1) << mantissaBits)) | (exponent << mantissaBits);
}

static uint64_t drawInteger(unsigned width, uint64_t draw) {
  uint64_t bits = mix(draw);
  unsigned places = width * 8;
  uint64_t all = places == 64 ? ~uint64_t(0) : (uint64_t(1) << places) - 1;
  uint64_t top = uint64_t(1) << (places - 1);
  const uint64_t edges[] = {0,       1,   2,       3,       7,    31,   32,   33,     all,
                            all - 1, top, top - 1, top + 1, 0x7f, 0x80, 0xff, 0x7fff, 0x8000};
  if (draw % 2 == 0) {
    return bits & all;
  }
  return draw % 4 == 1 ? edges[bits % std::size(edges)] & all : (bits >> (bits & 63)) & all;
}

/// The bits of a small number in a binary format that holds it exactly.
static uint64_t encodeExact(unsigned exponentBits, unsigned mantissaBits, double value) {
  if (value == 0) {
    return 0;
  }
  int exponent = 0;
  double fraction = std::frexp(std::fabs(value), &exponent) * 2;
  uint64_t bias = ((uint64_t(1) << exponentBits) - 1) >> 1;
  uint64_t mantissa = uint64_t((fraction - 1) * double(uint64_t(1) << mantissaBits));
  uint64_t sign = value < 0;
  return (sign << (exponentBits + mantissaBits)) | ((bias + uint64_t(exponent - 1)) << mantissaBits) | mantissa;
}

/// An integer from -6 to 6, which every format down to three mantissa bits holds.
static double smallInteger(uint64_t draw) { return double(int64_t(mix(draw) % 13)) - 6; }

/// A random number with magnitude from 1/16 to 2 and a full mantissa.
static uint64_t drawUnit(unsigned exponentBits, unsigned mantissaBits, uint64_t draw) {
  uint64_t bits = mix(draw), bias = ((uint64_t(1) << exponentBits) - 1) >> 1;
  uint64_t mantissa = bits & ((uint64_t(1) << mantissaBits) - 1);
  return (((bits >> 60) & 1) << (exponentBits + mantissaBits)) | ((bias - (bits >> 54) % 5) << mantissaBits) | mantissa;
}

template <typename Draw>
static uint64_t packed(unsigned parts, unsigned bits, uint64_t draw, Draw part) {
  uint64_t result = 0;
  for (unsigned i = 0; i < parts; ++i) {
    result |= part(mix(draw * 4 + i)) << (i * bits);
  }
  return result;
}

/// f32 numbers halfway between two integers, bf16 or tf32 numbers.
static uint64_t drawTie(uint64_t draw) {
  uint64_t bits = mix(draw) & 0xffffffff;
  const uint64_t tails[] = {0x8000, 0x1000, 0x18000, 0x7fff, 0x0fff, 0};
  if (draw % 3 == 0) {
    float value = float(int32_t(bits % 513) - 256) + 0.5f;
    uint32_t result = 0;
    std::memcpy(&result, &value, sizeof result);
    return result;
  }
  return (bits & 0xfffe0000) | tails[bits % std::size(tails)];
}

uint64_t inputBits(const Form &form, size_t slot, uint64_t thread) {
  const Slot &which = form.inputs[slot];
  uint64_t draw = mix(hashName(form.name) + slot * 0x51ed270b) + mix(thread);
  auto exact = [](unsigned exponent, unsigned mantissa) {
    return [=](uint64_t seed) { return encodeExact(exponent, mantissa, smallInteger(seed)); };
  };
  auto unit = [](unsigned exponent, unsigned mantissa) {
    return [=](uint64_t seed) { return drawUnit(exponent, mantissa, seed); };
  };
  auto any = [](unsigned exponent, unsigned mantissa) {
    return [=](uint64_t seed) { return drawFloat(exponent, mantissa, seed); };
  };
  switch (which.values) {
  case Values::Bits:
    return drawInteger(widthOf(which.type), draw);
  case Values::Predicate:
    return mix(draw) & 1;
  case Values::F16:
    return drawFloat(5, 10, draw);
  case Values::F16x2:
    return packed(2, 16, draw, any(5, 10));
  case Values::BF16:
    return drawFloat(8, 7, draw);
  case Values::BF16x2:
    return packed(2, 16, draw, any(8, 7));
  case Values::F32:
    return drawFloat(8, 23, draw);
  case Values::F64:
    return drawFloat(11, 52, draw);
  case Values::F32Ties:
    return drawTie(draw);
  case Values::ExactF16x2:
    return packed(2, 16, draw, exact(5, 10));
  case Values::ExactBF16x2:
    return packed(2, 16, draw, exact(8, 7));
  case Values::ExactTF32:
  case Values::ExactF32:
    return encodeExact(8, 23, smallInteger(draw));
  case Values::ExactF64:
    return encodeExact(11, 52, smallInteger(draw));
  case Values::ExactE4M3x4:
    return packed(4, 8, draw, exact(4, 3));
  case Values::ExactE5M2x4:
    return packed(4, 8, draw, [](uint64_t seed) { return encodeExact(5, 2, double(int64_t(mix(seed) % 9)) - 4); });
  case Values::UnitF16x2:
    return packed(2, 16, draw, unit(5, 10));
  case Values::UnitBF16x2:
    return packed(2, 16, draw, unit(8, 7));
  case Values::UnitTF32:
  case Values::UnitF32:
    return drawUnit(8, 23, draw);
  case Values::UnitF64:
    return drawUnit(11, 52, draw);
  case Values::UnitE4M3x4:
    return packed(4, 8, draw, unit(4, 3));
  case Values::UnitE5M2x4:
    return packed(4, 8, draw, unit(5, 2));
  case Values::Small:
    return mix(draw) & 63;
  case Values::SparsePairs:
    return packed(8, 4, draw, [](uint64_t seed) {
      constexpr uint8_t pairs[] = {0b0100, 0b1000, 0b1001, 0b1100, 0b1101, 0b1110};
      return uint64_t(pairs[mix(seed) % std::size(pairs)]);
    });
  case Values::SparseSingles:
    return packed(8, 4, draw, [](uint64_t seed) { return uint64_t(mix(seed) & 1 ? 0b1110 : 0b0100); });
  case Values::MaskedF16x2:
  case Values::MaskedBF16x2:
    return packed(2, 16, draw, [&](uint64_t seed) {
      constexpr uint16_t marks[] = {0x7ff7, 0xfff7, 0x7fff, 0x7ff6, 0x7ff7};
      uint64_t number = which.values == Values::MaskedF16x2 ? drawFloat(5, 10, seed) : drawFloat(8, 7, seed);
      return seed % 3 == 0 ? uint64_t(marks[mix(seed) % std::size(marks)]) : number;
    });
  case Values::Divisor:
    return drawInteger(widthOf(which.type), draw) | 1;
  }
  return 0;
}

} // namespace tkc::agreement
