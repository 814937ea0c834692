// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Instructions that compute each lane from the same lane of their operands: a functor says what, and the handler loops
// and carries definedness.
#ifndef TKC_SIM_INSTRUCTIONS_ELEMENTWISE_H
#define TKC_SIM_INSTRUCTIONS_ELEMENTWISE_H

#include "tkc/Sim/Machine/Decoder.h"
#include "tkc/Sim/Machine/Warp.h"

#include <cstring>
#include <type_traits>
#include <utility>

namespace tkc::sim {

/// Whether 32 definedness bytes all have this value.
inline bool isAllDefined(const uint8_t *defined, uint8_t full) {
  uint64_t words[4], expected = 0x0101010101010101ull * full;
  std::memcpy(words, defined, sizeof(words));
  return words[0] == expected && words[1] == expected && words[2] == expected && words[3] == expected;
}

/// Says that the lanes of a value are defined, or not.
inline void setDefined(Warp &warp, Place place, unsigned bytes, LaneMask lanes, uint8_t bits) {
  uint8_t *defined = warp.writeDefined(place, bytes);
  forLanes(lanes, [&](unsigned lane) { defined[lane] = bits; });
}

/// Of each lane: all ones when the sources are defined as a whole, else zero.
template <typename... Sources, size_t... Index>
inline void collectDefined(const Warp &warp, const Place *sources, uint8_t (&whole)[warpSize],
                           std::index_sequence<Index...>) {
  std::memset(whole, 0xff, warpSize);
  auto merge = [&](const uint8_t *defined, uint8_t full) {
    for (unsigned lane = 0; lane < warpSize; ++lane) {
      whole[lane] &= static_cast<uint8_t>(defined[lane] == full ? 0xff : 0);
    }
  };
  (merge(warp.readDefined(sources[Index], sizeof(Sources)), Warp::fullyDefined(sizeof(Sources))), ...);
}

/// A result with an undefined byte among its sources is undefined.
template <typename D, typename... Sources>
inline void propagateWhole(Warp &warp, const Instruction &instruction, LaneMask lanes) {
  alignas(32) uint8_t whole[warpSize];
  unsigned results = instruction.numResults;
  collectDefined<Sources...>(warp, instruction.operands + results, whole, std::index_sequence_for<Sources...>());
  uint8_t *defined = warp.writeDefined(instruction.operands[0], sizeof(D));
  forLanes(lanes, [&](unsigned lane) { defined[lane] = whole[lane] & Warp::fullyDefined(sizeof(D)); });
}

/// Which bytes of the result hang on which of the sources. A functor says it as `definedBy`; all on all without that.
enum class DefinedBy : uint8_t {
  Whole,
  /// Each half on that half of each source.
  Halves,
  /// The upper half on the first source, the lower one on the second.
  HalfFromEach
};
template <typename F, typename = void>
constexpr DefinedBy definedByOf = DefinedBy::Whole;
template <typename F>
constexpr DefinedBy definedByOf<F, std::void_t<decltype(F::definedBy)>> = F::definedBy;

/// The definedness bits of half a value; both halves of a byte are that byte.
constexpr uint8_t halfDefined(unsigned bytes, bool isUpper) {
  uint8_t lower = bytes == 1 ? 1 : Warp::fullyDefined(bytes / 2);
  return isUpper && bytes > 1 ? uint8_t(lower << (bytes / 2)) : lower;
}

template <typename D, typename... Sources, size_t... Index>
inline void propagateHalves(Warp &warp, const Instruction &instruction, LaneMask lanes, std::index_sequence<Index...>) {
  const uint8_t *sources[] = {warp.readDefined(instruction.operands[1 + Index], sizeof(Sources))...};
  constexpr unsigned sizes[] = {sizeof(Sources)...};
  uint8_t *defined = warp.writeDefined(instruction.operands[0], sizeof(D));
  forLanes(lanes, [&](unsigned lane) {
    uint8_t result = 0;
    for (bool isUpper : {false, true}) {
      bool isDefined = true;
      for (size_t source = 0; source < sizeof...(Sources); ++source) {
        uint8_t half = halfDefined(sizes[source], isUpper);
        isDefined &= (sources[source][lane] & half) == half;
      }
      result |= isDefined ? halfDefined(sizeof(D), isUpper) : 0;
    }
    defined[lane] = result;
  });
}

template <typename D, typename Upper, typename Lower>
inline void propagateHalfFromEach(Warp &warp, const Instruction &instruction, LaneMask lanes) {
  const uint8_t *upper = warp.readDefined(instruction.operands[1], sizeof(Upper));
  const uint8_t *lower = warp.readDefined(instruction.operands[2], sizeof(Lower));
  uint8_t *defined = warp.writeDefined(instruction.operands[0], sizeof(D));
  forLanes(lanes, [&](unsigned lane) {
    bool hasUpper = upper[lane] == Warp::fullyDefined(sizeof(Upper));
    bool hasLower = lower[lane] == Warp::fullyDefined(sizeof(Lower));
    defined[lane] =
        sizeof(D) == 1 ? hasUpper && hasLower
                       : (hasUpper ? halfDefined(sizeof(D), true) : 0) | (hasLower ? halfDefined(sizeof(D), false) : 0);
  });
}

template <typename F, typename D, typename... Sources>
inline void propagateBy(Warp &warp, const Instruction &instruction, LaneMask lanes) {
  if constexpr (definedByOf<F> == DefinedBy::Halves) {
    propagateHalves<D, Sources...>(warp, instruction, lanes, std::index_sequence_for<Sources...>());
  } else if constexpr (definedByOf<F> == DefinedBy::HalfFromEach) {
    propagateHalfFromEach<D, Sources...>(warp, instruction, lanes);
  } else {
    propagateWhole<D, Sources...>(warp, instruction, lanes);
  }
}

template <typename F>
inline F functorOf(const Instruction &instruction) {
  if constexpr (std::is_empty_v<F>) {
    return F();
  } else {
    return instruction.detailAs<F>();
  }
}

template <typename F, typename D, typename... Sources, size_t... Index>
inline void computeLanes(Warp &warp, const Instruction &instruction, LaneMask lanes, std::index_sequence<Index...>) {
  const F functor = functorOf<F>(instruction);
  D *target = warp.write<D>(instruction.operands[0]);
  std::tuple<const Sources *...> sources(warp.read<Sources>(instruction.operands[1 + Index])...);
  forLanes(lanes, [&](unsigned lane) { target[lane] = functor(std::get<Index>(sources)[lane]...); });
}

/// d = F(sources…), lane by lane. A functor with members is the instruction's detail.
template <typename F, typename D, typename... Sources>
Step elementwise(Warp &warp, const Instruction &instruction, LaneMask lanes) {
  propagateBy<F, D, Sources...>(warp, instruction, lanes);
  computeLanes<F, D, Sources...>(warp, instruction, lanes, std::index_sequence_for<Sources...>());
  return Step::Next;
}

/// Sets up `d, a, b, …`, all of one type but for the exceptions, and the functor's handler.
template <typename F, typename D, typename... Sources>
void setElementwise(DecodeContext &context, Instruction &out, F functor, std::initializer_list<Place> sources,
                    Place target, InstructionClass kind) {
  context.setOperands(out, {target}, sources);
  out.handler = elementwise<F, D, Sources...>;
  out.kind = kind;
  if constexpr (!std::is_empty_v<F>) {
    context.setDetail(out, functor);
  }
}

/// The operands `d, a` / `d, a, b` / `d, a, b, c` of one type.
template <typename F, typename T>
void setUnary(DecodeContext &context, Instruction &out, ptx::Type type, InstructionClass kind, F functor = F()) {
  if (context.expectOperands(2)) {
    setElementwise<F, T, T>(context, out, functor, {context.source(1, type)}, context.result(0, type), kind);
  }
}
template <typename F, typename T>
void setBinary(DecodeContext &context, Instruction &out, ptx::Type type, InstructionClass kind, F functor = F()) {
  if (context.expectOperands(3)) {
    setElementwise<F, T, T, T>(context, out, functor, {context.source(1, type), context.source(2, type)},
                               context.result(0, type), kind);
  }
}
template <typename F, typename T>
void setTernary(DecodeContext &context, Instruction &out, ptx::Type type, InstructionClass kind, F functor = F()) {
  if (context.expectOperands(4)) {
    setElementwise<F, T, T, T, T>(context, out, functor,
                                  {context.source(1, type), context.source(2, type), context.source(3, type)},
                                  context.result(0, type), kind);
  }
}

/// The type of the given name, which exists.
inline ptx::Type typeNamed(std::string_view name) {
  std::optional<ptx::Type> type = ptx::findType(name);
  return type ? *type : ptx::Type();
}

/// Calls `act` with a value of the C++ type of an integer type: `act(int32_t())`.
template <typename Act>
void forIntegerType(ptx::Type type, Act act) {
  bool isSigned = type.kind == ptx::Type::Kind::Signed;
  switch (type.bits) {
  case 8:
    return isSigned ? act(int8_t()) : act(uint8_t());
  case 16:
    return isSigned ? act(int16_t()) : act(uint16_t());
  case 64:
    return isSigned ? act(int64_t()) : act(uint64_t());
  default:
    return isSigned ? act(int32_t()) : act(uint32_t());
  }
}

inline bool isFloatType(const std::optional<ptx::Type> &type) {
  return type && (type->kind == ptx::Type::Kind::Float || type->kind == ptx::Type::Kind::BFloat ||
                  (type->kind == ptx::Type::Kind::Packed && type->name.find('f') != std::string_view::npos));
}

} // namespace tkc::sim

#endif // TKC_SIM_INSTRUCTIONS_ELEMENTWISE_H
