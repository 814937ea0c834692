// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// atom and red: read, compute and write one lane after another.
#include "tkc/Sim/Instructions/Elementwise.h"
#include "tkc/Sim/Instructions/Families.h"
#include "tkc/Sim/Instructions/MemoryOperands.h"
#include "tkc/Sim/Machine/Cluster.h"
#include "tkc/Sim/Numeric/Float.h"

namespace tkc::sim {

namespace {
enum class AtomicOperation : uint8_t { Add, Min, Max, And, Or, Xor, Exchange, CompareAndSwap, Increment, Decrement };

/// What an element of the location is.
enum class AtomicType : uint8_t { Bits, Unsigned, Signed, F32, F64, F16, BF16, F16x2, BF16x2 };

/// The operands: results (of atom), address, b of each element, c of each element (of cas). Elements of 128 bits are
/// two of 64.
struct AtomicDetail {
  AddressDetail address;
  MemoryOrder order;
  AtomicOperation operation = AtomicOperation::Add;
  AtomicType type = AtomicType::Unsigned;
  /// Bytes of one element, elements, and whether two of them are compared as one.
  uint32_t bytes = 4, count = 1;
  bool isWide = false, hasResult = true;
};

/// What an element is combined with.
struct AtomicInput {
  uint64_t b = 0, c = 0;
};
} // namespace

static uint64_t combineIntegers(AtomicOperation operation, bool isSigned, uint64_t old, uint64_t b) {
  bool isLess = isSigned ? static_cast<int64_t>(old) < static_cast<int64_t>(b) : old < b;
  switch (operation) {
  case AtomicOperation::Add:
    return old + b;
  case AtomicOperation::Min:
    return isLess ? old : b;
  case AtomicOperation::Max:
    return isLess ? b : old;
  case AtomicOperation::And:
    return old & b;
  case AtomicOperation::Or:
    return old | b;
  case AtomicOperation::Xor:
    return old ^ b;
  case AtomicOperation::Increment:
    return old >= b ? 0 : old + 1;
  case AtomicOperation::Decrement:
    return old == 0 || old > b ? b : old - 1;
  case AtomicOperation::Exchange:
  case AtomicOperation::CompareAndSwap:
    return b;
  }
  return b;
}

template <Format half>
static uint16_t combineHalves(AtomicOperation operation, uint16_t old, uint16_t b) {
  if (operation == AtomicOperation::Add) {
    return add<half>(old, b);
  }
  MinMaxMode mode;
  mode.isMaximum = operation == AtomicOperation::Max;
  return minMax<half>(old, b, mode);
}

template <Format half>
static uint32_t combinePairs(AtomicOperation operation, uint32_t old, uint32_t b) {
  return mapPairs([operation](uint16_t x, uint16_t y) { return combineHalves<half>(operation, x, y); }, old, b);
}

/// The sum of f32 flushes subnormals in global memory and keeps them in shared memory, as the PTX ISA says.
static uint64_t combine(const AtomicDetail &detail, uint64_t old, uint64_t b, bool isGlobal) {
  switch (detail.type) {
  case AtomicType::F32: {
    FloatMode mode;
    mode.ftz = isGlobal;
    return bitsOf(add(floatOf(static_cast<uint32_t>(old)), floatOf(static_cast<uint32_t>(b)), mode));
  }
  case AtomicType::F64:
    return bitsOf(add(doubleOf(old), doubleOf(b)));
  case AtomicType::F16:
    return combineHalves<Format::F16>(detail.operation, static_cast<uint16_t>(old), static_cast<uint16_t>(b));
  case AtomicType::BF16:
    return combineHalves<Format::BF16>(detail.operation, static_cast<uint16_t>(old), static_cast<uint16_t>(b));
  case AtomicType::F16x2:
    return combinePairs<Format::F16>(detail.operation, static_cast<uint32_t>(old), static_cast<uint32_t>(b));
  case AtomicType::BF16x2:
    return combinePairs<Format::BF16>(detail.operation, static_cast<uint32_t>(old), static_cast<uint32_t>(b));
  case AtomicType::Bits:
  case AtomicType::Unsigned:
    break;
  case AtomicType::Signed:
    if (detail.bytes == 4) {
      old = static_cast<uint64_t>(static_cast<int64_t>(static_cast<int32_t>(old)));
      b = static_cast<uint64_t>(static_cast<int64_t>(static_cast<int32_t>(b)));
    }
    return combineIntegers(detail.operation, true, old, b);
  }
  return combineIntegers(detail.operation, false, old, b);
}

static uint64_t readElement(const uint8_t *bytes, uint32_t size) {
  uint64_t value = 0;
  std::memcpy(&value, bytes, size);
  return value;
}

namespace {
/// One execution of an atomic by the lanes of a warp.
class AtomicExecution {
public:
  AtomicExecution(Warp &warp, const Instruction &instruction)
      : warp(warp), instruction(instruction), detail(instruction.detailAs<AtomicDetail>()),
        results(instruction.operands), sources(instruction.operands + instruction.numResults + 1) {}

  Step run(LaneMask lanes);

private:
  void runLane(AccessWindow &window, unsigned lane);
  AtomicInput input(uint32_t element, unsigned lane) const;
  bool matches(const uint8_t *bytes, unsigned lane) const;
  void writeResult(uint32_t element, unsigned lane, uint64_t value, uint8_t defined);
  /// What is exchanged may be anything; everything else computes with what it finds.
  void reportUndefined(unsigned lane) {
    if (detail.operation != AtomicOperation::Exchange) {
      warp.fault(FaultKind::UndefinedValueStored, instruction, lane, "the atomic reads memory that nobody has written");
    }
  }

  Warp &warp;
  const Instruction &instruction;
  const AtomicDetail &detail;
  const Place *results, *sources;
  LaneAddresses addresses;
};
} // namespace

AtomicInput AtomicExecution::input(uint32_t element, unsigned lane) const {
  auto read = [&](Place place) {
    return readElement(warp.read<uint8_t>(place) + size_t(lane) * detail.bytes, detail.bytes);
  };
  bool hasSecond = detail.operation == AtomicOperation::CompareAndSwap;
  return {read(sources[element]), hasSecond ? read(sources[detail.count + element]) : 0};
}

void AtomicExecution::writeResult(uint32_t element, unsigned lane, uint64_t value, uint8_t defined) {
  if (!detail.hasResult) {
    return;
  }
  std::memcpy(warp.write<uint8_t>(results[element]) + size_t(lane) * detail.bytes, &value, detail.bytes);
  warp.writeDefined(results[element], detail.bytes)[lane] = defined;
}

/// Whether a cas finds what it compares with, in all elements.
bool AtomicExecution::matches(const uint8_t *bytes, unsigned lane) const {
  for (uint32_t element = 0; element < detail.count; ++element) {
    if (readElement(bytes + element * detail.bytes, detail.bytes) != input(element, lane).b) {
      return false;
    }
  }
  return true;
}

void AtomicExecution::runLane(AccessWindow &window, unsigned lane) {
  CtaClocks &clocks = warp.cta().clocks();
  uint32_t thread = warp.firstThread() + lane;
  SyncPoint &point = window.syncPoint(lane);
  clocks.strongRead(thread, point, detail.order.scope, detail.order.isAcquire);
  bool isSwap = detail.operation == AtomicOperation::CompareAndSwap;
  bool writes = !isSwap || matches(window.data[lane], lane);
  bool isGlobal = isGlobalAddress(detail.address.space, addresses[lane]);
  for (uint32_t element = 0; element < detail.count; ++element) {
    uint8_t *bytes = window.data[lane] + element * detail.bytes;
    uint64_t old = readElement(bytes, detail.bytes);
    uint8_t defined = window.defined(lane, element * detail.bytes, detail.bytes);
    AtomicInput values = input(element, lane);
    bool replaces = isSwap || detail.operation == AtomicOperation::Exchange;
    if (writes) {
      uint64_t result = isSwap ? values.c : combine(detail, old, values.b, isGlobal);
      std::memcpy(bytes, &result, detail.bytes);
      uint8_t full = Warp::fullyDefined(detail.bytes);
      window.setDefined(lane, element * detail.bytes, detail.bytes, replaces || defined == full ? full : 0);
      if (readElement(bytes, detail.bytes) != old) {
        warp.noteEffect();
      }
    }
    if (defined != Warp::fullyDefined(detail.bytes)) {
      warp.noteUndefinedRead(instruction, lane, addresses[lane], detail.address.space);
      reportUndefined(lane);
    }
    writeResult(element, lane, old, defined);
  }
  if (writes) {
    clocks.strongWrite(thread, point, detail.order.scope, detail.order.isRelease);
  }
}

Step AtomicExecution::run(LaneMask lanes) {
  Place base = instruction.operands[instruction.numResults];
  LaneMask known = computeAddresses(warp, instruction, detail.address, base, lanes, addresses);
  uint32_t numSources = instruction.numOperands - instruction.numResults - 1;
  for (uint32_t index = 0; index < numSources; ++index) {
    warp.requireDefined(FaultKind::UndefinedValueStored, instruction, sources[index], detail.bytes, known,
                        "the operand");
  }
  countAccess(warp, instruction, detail.address.space, addresses, known, detail.bytes * detail.count);
  Access access;
  access.kind = AccessKind::ReadModifyWrite;
  access.space = detail.address.space;
  access.isStrong = true;
  access.scope = detail.order.scope;
  access.sizeInBytes = access.alignment = detail.bytes * detail.count;
  access.lanes = known;
  access.addresses = addresses.data();
  access.instruction = warp.program().indexOf(instruction);
  AccessWindow window = warp.memory().open(access);
  warp.notePoll();
  for (LaneMask rest = window.lanes; rest != 0; rest &= rest - 1) {
    runLane(window, firstLane(rest));
  }
  for (LaneMask rest = lanes & ~window.lanes; rest != 0; rest &= rest - 1) {
    for (uint32_t element = 0; element < detail.count; ++element) {
      writeResult(element, firstLane(rest), 0, 0);
    }
  }
  return Step::Next;
}

static Step executeAtomic(Warp &warp, const Instruction &instruction, LaneMask lanes) {
  return AtomicExecution(warp, instruction).run(lanes);
}

//===----------------------------------------------------------------------===//
// Decoding
//===----------------------------------------------------------------------===//

namespace {
/// The modifiers; their order differs among the forms of the ISA and what compilers write.
struct AtomicModifiers {
  int order = -1, operation = -1, vector = -1;
  std::optional<Scope> scope;
  std::optional<Space> space;
  bool isNoFtz = false, hasPolicy = false;
  std::string_view type;
};
} // namespace

static AtomicModifiers takeAtomicModifiers(DecodeContext &context) {
  AtomicModifiers found;
  static constexpr std::string_view types[] = {"u32",  "s32", "u64", "s64", "b32",   "b64",  "b16",
                                               "b128", "f32", "f64", "f16", "f16x2", "bf16", "bf16x2"};
  for (;;) {
    size_t taken = 0;
    auto takeOnce = [&](int &slot, std::initializer_list<std::string_view> names) {
      int number = slot < 0 ? context.takeOneOf(names) : -1;
      slot = number < 0 ? slot : number;
      taken += number >= 0;
    };
    takeOnce(found.order, {"relaxed", "acquire", "release", "acq_rel"});
    takeOnce(found.operation, {"add", "min", "max", "and", "or", "xor", "exch", "cas", "inc", "dec"});
    takeOnce(found.vector, {"v2", "v4", "v8"});
    if (!found.scope && (found.scope = context.takeScope())) {
      ++taken;
    }
    if (!found.space && context.takeOneOf({"global"}) >= 0) {
      found.space = Space::Global;
      ++taken;
    } else if (!found.space && context.takeOneOf({"shared", "shared::cta"}) >= 0) {
      found.space = Space::Shared;
      ++taken;
    } else if (!found.space && context.takeOneOf({"shared::cluster"}) >= 0) {
      found.space = Space::SharedCluster;
      ++taken;
    }
    taken += !found.isNoFtz && (found.isNoFtz = context.take("noftz"));
    taken += !found.hasPolicy && (found.hasPolicy = context.take("L2::cache_hint"));
    for (std::string_view type : types) {
      if (found.type.empty() && context.take(type)) {
        found.type = type;
        ++taken;
      }
    }
    if (taken == 0) {
      return found;
    }
  }
}

static AtomicType atomicType(std::string_view name) {
  if (name[0] == 'u') {
    return AtomicType::Unsigned;
  }
  if (name[0] == 's') {
    return AtomicType::Signed;
  }
  static constexpr std::pair<std::string_view, AtomicType> floats[] = {
      {"f32", AtomicType::F32},     {"f64", AtomicType::F64},   {"f16", AtomicType::F16},
      {"f16x2", AtomicType::F16x2}, {"bf16", AtomicType::BF16}, {"bf16x2", AtomicType::BF16x2}};
  for (const auto &[spelling, type] : floats) {
    if (spelling == name) {
      return type;
    }
  }
  return AtomicType::Bits;
}

/// Whether the ISA has the operation for the type.
static bool existsFor(AtomicOperation operation, std::string_view name, AtomicType type, bool isVector) {
  bool isHalf = type >= AtomicType::F16;
  switch (operation) {
  case AtomicOperation::Add:
    return type != AtomicType::Bits && name != "s64";
  case AtomicOperation::Min:
  case AtomicOperation::Max:
    return type == AtomicType::Unsigned || type == AtomicType::Signed || (isHalf && isVector);
  case AtomicOperation::And:
  case AtomicOperation::Or:
  case AtomicOperation::Xor:
    return name == "b32" || name == "b64";
  case AtomicOperation::Exchange:
    return name == "b32" || name == "b64" || name == "b128";
  case AtomicOperation::CompareAndSwap:
    return type == AtomicType::Bits;
  case AtomicOperation::Increment:
  case AtomicOperation::Decrement:
    return name == "u32";
  }
  return false;
}

static MemoryOrder atomicOrder(const AtomicModifiers &modifiers) {
  enum { Relaxed, Acquire, Release, AcquireRelease };
  MemoryOrder order;
  order.isStrong = true;
  order.isAcquire = modifiers.order == Acquire || modifiers.order == AcquireRelease;
  order.isRelease = modifiers.order == Release || modifiers.order == AcquireRelease;
  order.scope = modifiers.scope.value_or(Scope::Gpu);
  return order;
}

/// The places of the elements of a vector operand, those of 128 bits as two.
static std::vector<Place> elementPlaces(DecodeContext &context, unsigned index, ptx::Type type, bool isResult,
                                        uint32_t count) {
  std::vector<Place> places;
  std::vector<const ptx::Operand *> elements = context.elements(index);
  if (elements.size() != count) {
    context.error("`" + context.spelling() + "` has a vector of " + std::to_string(elements.size()) + " where " +
                  std::to_string(count) + " are needed");
  }
  for (const ptx::Operand *element : elements) {
    Place place = isResult ? context.result(*element, type) : context.source(*element, type);
    places.push_back(place);
    if (type.bits == 128) {
      places.push_back(place.upperHalf());
    }
  }
  return places;
}

static void decodeAtomic(DecodeContext &context, Instruction &out, bool hasResult) {
  AtomicModifiers modifiers = takeAtomicModifiers(context);
  if (modifiers.operation < 0 || modifiers.type.empty()) {
    context.error("`" + context.spelling() + "` lacks an operation or a type");
    return;
  }
  AtomicDetail detail;
  detail.operation = static_cast<AtomicOperation>(modifiers.operation);
  detail.type = atomicType(modifiers.type);
  detail.hasResult = hasResult;
  detail.order = atomicOrder(modifiers);
  bool isVector = modifiers.vector >= 0, isSwap = detail.operation == AtomicOperation::CompareAndSwap;
  bool isRedOnly = !hasResult && (isSwap || detail.operation == AtomicOperation::Exchange);
  if (!existsFor(detail.operation, modifiers.type, detail.type, isVector) || isRedOnly) {
    context.error("`" + context.spelling() + "` does not exist for ." + std::string(modifiers.type));
  }
  if (isVector && !context.target().hasVectorAtomics()) {
    context.error("`" + context.spelling() + "` needs sm_90, the target is " + context.target().name);
  }
  unsigned first = hasResult ? 1 : 0, count = first + 2 + (isSwap ? 1 : 0) + (modifiers.hasPolicy ? 1 : 0);
  if (!context.expectOperands(count)) {
    return;
  }
  ptx::Type written = typeNamed(modifiers.type);
  ptx::Type type = written.kind == ptx::Type::Kind::Packed ? typeNamed("b32") : written;
  detail.count = isVector ? 2u << modifiers.vector : 1;
  std::vector<Place> results, sources(1);
  if (hasResult) {
    results = elementPlaces(context, 0, type, true, detail.count);
  }
  Space space = modifiers.space.value_or(Space::Generic);
  detail.address = addressDetail(context, context.operand(first), space, sources[0]);
  for (unsigned index = 0; index < (isSwap ? 2u : 1u); ++index) {
    std::vector<Place> places = elementPlaces(context, first + 1 + index, type, false, detail.count);
    sources.insert(sources.end(), places.begin(), places.end());
  }
  if (modifiers.hasPolicy) {
    takePolicy(context, count - 1);
  }
  detail.isWide = type.bits == 128;
  detail.bytes = detail.isWide ? 8 : type.bits / 8;
  detail.count *= detail.isWide ? 2 : 1;
  context.setOperands(out, results, sources);
  context.setDetail(out, detail);
  out.handler = executeAtomic;
  out.kind = InstructionClass::Atomic;
}

static void decodeAtom(DecodeContext &context, Instruction &out) { decodeAtomic(context, out, true); }
static void decodeRed(DecodeContext &context, Instruction &out) { decodeAtomic(context, out, false); }

void registerAtomic(FamilyTable &families) { families.add({{"atom", decodeAtom}, {"red", decodeRed}}); }

} // namespace tkc::sim
