// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// ld, ldu, st and the instructions that only hint at accesses: prefetch, prefetchu, applypriority, discard,
// createpolicy.
#include "tkc/Sim/Instructions/Elementwise.h"
#include "tkc/Sim/Instructions/Families.h"
#include "tkc/Sim/Instructions/MemoryOperands.h"
#include "tkc/Sim/Machine/Cluster.h"

namespace tkc::sim {

namespace {
/// An access of one or several elements of `bytes` each; the elements' places are the operands, then the base.
struct TransferDetail {
  AddressDetail address;
  MemoryOrder order;
  uint32_t count = 1, bytes = 4;
  /// Bytes of the registers, and how narrower values are extended.
  uint32_t registerBytes = 4;
  bool isSigned = false;
};
} // namespace

static Access accessOf(Warp &warp, const Instruction &instruction, const TransferDetail &detail,
                       const LaneAddresses &addresses, LaneMask lanes, AccessKind kind) {
  Access access;
  access.kind = kind;
  access.space = detail.address.space;
  access.isStrong = detail.order.isStrong;
  access.scope = detail.order.scope;
  access.sizeInBytes = access.alignment = detail.count * detail.bytes;
  access.lanes = lanes;
  access.addresses = addresses.data();
  access.instruction = warp.program().indexOf(instruction);
  return access;
}

//===----------------------------------------------------------------------===//
// Loads
//===----------------------------------------------------------------------===//

/// One element of all lanes into a register of the same width; lanes without memory get undefined zeros.
template <typename T>
static void loadElement(Warp &warp, const AccessWindow &window, Place place, uint32_t offset, LaneMask lanes) {
  T *target = warp.write<T>(place);
  if (window.lanes == allLanes) {
    for (unsigned lane = 0; lane < warpSize; ++lane) {
      std::memcpy(target + lane, window.data[lane] + offset, sizeof(T));
    }
    return;
  }
  for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
    unsigned lane = firstLane(rest);
    if ((window.lanes >> lane) & 1) {
      std::memcpy(target + lane, window.data[lane] + offset, sizeof(T));
    } else {
      target[lane] = 0;
    }
  }
}

/// Reports to the warp where undefined bytes came from.
static void noteUndefined(Warp &warp, const Instruction &instruction, const AccessWindow &window, LaneMask complete,
                          const LaneAddresses &addresses, Space space) {
  for (LaneMask rest = window.lanes & ~complete; rest != 0; rest &= rest - 1) {
    unsigned lane = firstLane(rest);
    warp.noteUndefinedRead(instruction, lane, addresses[lane], space);
  }
}

template <typename T>
static void loadDefined(Warp &warp, const AccessWindow &window, Place place, uint32_t offset, LaneMask lanes,
                        LaneMask complete) {
  if (complete == lanes) {
    setDefined(warp, place, sizeof(T), lanes, Warp::fullyDefined(sizeof(T)));
    return;
  }
  uint8_t *defined = warp.writeDefined(place, sizeof(T));
  for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
    unsigned lane = firstLane(rest);
    defined[lane] = window.defined(lane, offset, sizeof(T));
  }
}

/// What strong reads tell the clocks.
static void noteStrongRead(Warp &warp, AccessWindow &window, const MemoryOrder &order) {
  warp.notePoll();
  for (LaneMask rest = window.lanes; rest != 0; rest &= rest - 1) {
    unsigned lane = firstLane(rest);
    warp.cta().clocks().strongRead(warp.firstThread() + lane, window.syncPoint(lane), order.scope, order.isAcquire);
  }
}

/// Loads as `move(detail, window, lanes whose bytes are all defined)` fills the registers.
template <typename F>
static Step load(Warp &warp, const Instruction &instruction, LaneMask lanes, F move) {
  const TransferDetail &detail = instruction.detailAs<TransferDetail>();
  LaneAddresses addresses;
  LaneMask known =
      computeAddresses(warp, instruction, detail.address, instruction.operands[detail.count], lanes, addresses);
  countAccess(warp, instruction, detail.address.space, addresses, known, detail.count * detail.bytes);
  AccessWindow window = warp.memory().open(accessOf(warp, instruction, detail, addresses, known, AccessKind::Read));
  LaneMask complete = window.allDefined();
  move(detail, window, complete);
  if (complete != window.lanes) {
    noteUndefined(warp, instruction, window, complete, addresses, detail.address.space);
  }
  if (detail.order.isStrong) {
    noteStrongRead(warp, window, detail.order);
  }
  return Step::Next;
}

template <typename T>
static Step executeLoad(Warp &warp, const Instruction &instruction, LaneMask lanes) {
  auto move = [&](const TransferDetail &detail, const AccessWindow &window, LaneMask complete) {
    for (uint32_t index = 0; index < detail.count; ++index) {
      loadElement<T>(warp, window, instruction.operands[index], index * sizeof(T), lanes);
      loadDefined<T>(warp, window, instruction.operands[index], index * sizeof(T), lanes, complete);
    }
  };
  return load(warp, instruction, lanes, move);
}

static uint64_t extendValue(uint64_t value, unsigned bytes, bool isSigned) {
  unsigned unused = 64 - 8 * bytes;
  return isSigned ? static_cast<uint64_t>(static_cast<int64_t>(value << unused) >> unused) : value << unused >> unused;
}

/// One lane's element into a register that is wider.
static void loadExtended(Warp &warp, const TransferDetail &detail, const AccessWindow &window, Place place,
                         uint32_t offset, unsigned lane) {
  bool isGood = ((window.lanes >> lane) & 1) != 0;
  uint64_t value = 0;
  if (isGood) {
    std::memcpy(&value, window.data[lane] + offset, detail.bytes);
  }
  value = extendValue(value, detail.bytes, detail.isSigned);
  uint8_t bits = isGood ? window.defined(lane, offset, detail.bytes) : 0;
  bool fills = !detail.isSigned || ((bits >> (detail.bytes - 1)) & 1) != 0;
  bits |= isGood && fills ? static_cast<uint8_t>(0xff << detail.bytes) : 0;
  unsigned width = detail.registerBytes;
  std::memcpy(warp.write<uint8_t>(place) + size_t(lane) * width, &value, width);
  warp.writeDefined(place, width)[lane] = bits & Warp::fullyDefined(width);
}

static Step executeWideLoad(Warp &warp, const Instruction &instruction, LaneMask lanes) {
  auto move = [&](const TransferDetail &detail, const AccessWindow &window, LaneMask) {
    for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
      for (uint32_t index = 0; index < detail.count; ++index) {
        loadExtended(warp, detail, window, instruction.operands[index], index * detail.bytes, firstLane(rest));
      }
    }
  };
  return load(warp, instruction, lanes, move);
}

//===----------------------------------------------------------------------===//
// Stores
//===----------------------------------------------------------------------===//

template <typename T>
static void storeElement(Warp &warp, AccessWindow &window, Place place, uint32_t offset) {
  const T *source = warp.read<T>(place);
  for (LaneMask rest = window.lanes; rest != 0; rest &= rest - 1) {
    unsigned lane = firstLane(rest);
    std::memcpy(window.data[lane] + offset, source + lane, sizeof(T));
  }
}

/// The lanes whose values are all defined.
static LaneMask definedValues(const Warp &warp, const Instruction &instruction, const TransferDetail &detail,
                              LaneMask lanes) {
  for (uint32_t index = 0; index < detail.count; ++index) {
    lanes &= warp.definedLanes(instruction.operands[index], detail.registerBytes, lanes);
  }
  return lanes;
}

static void reportUndefinedStore(Warp &warp, const Instruction &instruction, const TransferDetail &detail,
                                 const LaneAddresses &addresses, LaneMask lanes) {
  LaneMask visible = 0;
  for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
    unsigned lane = firstLane(rest);
    visible |= LaneMask(isGlobalAddress(detail.address.space, addresses[lane])) << lane;
  }
  for (uint32_t index = 0; index < detail.count && visible != 0; ++index) {
    uint8_t needed = Warp::fullyDefined(detail.bytes);
    const uint8_t *defined = warp.readDefined(instruction.operands[index], detail.registerBytes);
    LaneMask bad = 0;
    for (LaneMask rest = visible; rest != 0; rest &= rest - 1) {
      unsigned lane = firstLane(rest);
      bad |= LaneMask((defined[lane] & needed) != needed) << lane;
    }
    if (bad != 0) {
      warp.requireDefined(FaultKind::UndefinedValueStored, instruction, instruction.operands[index],
                          detail.registerBytes, bad, "the stored value");
      return;
    }
  }
}

/// Definedness of what is stored; undefined values are faults where others see them.
static void storeDefined(Warp &warp, const Instruction &instruction, const TransferDetail &detail, AccessWindow &window,
                         LaneMask complete) {
  window.setAllDefined(complete);
  for (LaneMask rest = window.lanes & ~complete; rest != 0; rest &= rest - 1) {
    unsigned lane = firstLane(rest);
    for (uint32_t index = 0; index < detail.count; ++index) {
      uint8_t bits = warp.readDefined(instruction.operands[index], detail.registerBytes)[lane];
      window.setDefined(lane, index * detail.bytes, detail.bytes, bits & Warp::fullyDefined(detail.bytes));
    }
  }
}

static void noteStrongWrite(Warp &warp, AccessWindow &window, const MemoryOrder &order) {
  for (LaneMask rest = window.lanes; rest != 0; rest &= rest - 1) {
    unsigned lane = firstLane(rest);
    warp.cta().clocks().strongWrite(warp.firstThread() + lane, window.syncPoint(lane), order.scope, order.isRelease,
                                    /*isReadModifyWrite=*/false);
  }
}

/// Stores as `move(detail, window)` fills the memory.
template <typename F>
static Step store(Warp &warp, const Instruction &instruction, LaneMask lanes, F move) {
  const TransferDetail &detail = instruction.detailAs<TransferDetail>();
  LaneAddresses addresses;
  LaneMask known =
      computeAddresses(warp, instruction, detail.address, instruction.operands[detail.count], lanes, addresses);
  countAccess(warp, instruction, detail.address.space, addresses, known, detail.count * detail.bytes);
  LaneMask complete = definedValues(warp, instruction, detail, known);
  if (complete != known) {
    reportUndefinedStore(warp, instruction, detail, addresses, known & ~complete);
  }
  AccessWindow window = warp.memory().open(accessOf(warp, instruction, detail, addresses, known, AccessKind::Write));
  move(detail, window);
  storeDefined(warp, instruction, detail, window, complete);
  if (detail.order.isStrong) {
    noteStrongWrite(warp, window, detail.order);
  }
  warp.noteEffect();
  return Step::Next;
}

template <typename T>
static Step executeStore(Warp &warp, const Instruction &instruction, LaneMask lanes) {
  return store(warp, instruction, lanes, [&](const TransferDetail &detail, AccessWindow &window) {
    for (uint32_t index = 0; index < detail.count; ++index) {
      storeElement<T>(warp, window, instruction.operands[index], index * sizeof(T));
    }
  });
}

/// From registers that are wider than the elements.
static Step executeNarrowStore(Warp &warp, const Instruction &instruction, LaneMask lanes) {
  return store(warp, instruction, lanes, [&](const TransferDetail &detail, AccessWindow &window) {
    for (LaneMask rest = window.lanes; rest != 0; rest &= rest - 1) {
      unsigned lane = firstLane(rest);
      for (uint32_t index = 0; index < detail.count; ++index) {
        const uint8_t *source = warp.read<uint8_t>(instruction.operands[index]);
        std::memcpy(window.data[lane] + index * detail.bytes, source + size_t(lane) * detail.registerBytes,
                    detail.bytes);
      }
    }
  });
}

//===----------------------------------------------------------------------===//
// Decoding
//===----------------------------------------------------------------------===//

/// `.weak`, `.relaxed.gpu` and so on.
static MemoryOrder takeOrder(DecodeContext &context, bool isLoad) {
  MemoryOrder order;
  if (context.take("weak")) {
    return order;
  }
  if (context.take("volatile")) {
    order.isStrong = true;
    order.scope = Scope::System;
    return order;
  }
  bool isMmio = context.take("mmio");
  bool isOrdered = !isMmio && context.take(isLoad ? "acquire" : "release");
  if (isMmio || isOrdered || context.peek() == "relaxed") {
    context.take("relaxed");
    order.isStrong = true;
    order.isAcquire = isOrdered && isLoad;
    order.isRelease = isOrdered && !isLoad;
    std::optional<Scope> scope = context.takeScope();
    if (!scope) {
      context.error("`" + context.spelling() + "` needs a scope: .cta, .cluster, .gpu or .sys");
    }
    order.scope = scope.value_or(Scope::Gpu);
  }
  return order;
}

static uint32_t takeVector(DecodeContext &context) {
  int number = context.takeOneOf({"v2", "v4", "v8"});
  return number < 0 ? 1 : 2u << number;
}

static ptx::Type takeTransferType(DecodeContext &context) {
  return context.needType(
      {"b32", "b64", "b16", "b8", "b128", "u32", "u64", "u16", "u8", "s32", "s64", "s16", "s8", "f32", "f64"});
}

/// Parameters of functions and variables for calls live in local memory.
static Space resolveParameterSpace(DecodeContext &context, Space space, const ptx::Operand &address) {
  if (space != Space::Param) {
    return space;
  }
  return context.isKernelParameter(address) ? Space::Param : Space::Local;
}

/// Elements of 128 bits are two of 64.
static void splitWide(std::vector<Place> &places, TransferDetail &detail) {
  if (detail.bytes != 16) {
    return;
  }
  std::vector<Place> halves;
  for (Place place : places) {
    halves.push_back(place);
    halves.push_back(place.upperHalf());
  }
  places = halves;
  detail.count *= 2;
  detail.bytes = detail.registerBytes = 8;
}

template <template <typename> class Pick>
static Handler pickTransfer(const TransferDetail &detail, Handler other) {
  if (detail.bytes != detail.registerBytes) {
    return other;
  }
  switch (detail.bytes) {
  case 1:
    return Pick<uint8_t>::handler;
  case 2:
    return Pick<uint16_t>::handler;
  case 4:
    return Pick<uint32_t>::handler;
  default:
    return Pick<uint64_t>::handler;
  }
}

namespace {
template <typename T>
struct PickLoad {
  static constexpr Handler handler = executeLoad<T>;
};
template <typename T>
struct PickStore {
  static constexpr Handler handler = executeStore<T>;
};
} // namespace

static void checkVector(DecodeContext &context, uint32_t count, ptx::Type type, size_t elements) {
  if (elements != count) {
    context.error("`" + context.spelling() + "` has a vector of " + std::to_string(elements) + " where " +
                  std::to_string(count) + " are needed");
  }
  if (count * type.bits > 256 || (count == 8 && type.bits != 32)) {
    context.error("`" + context.spelling() +
                  "` accesses more bytes at a time than there are: " + std::to_string(count * type.bits / 8));
  }
}

/// A number among the elements of a vector takes the width of the registers beside it.
static ptx::Type typeOfNumbers(DecodeContext &context, const std::vector<const ptx::Operand *> &elements,
                               ptx::Type type) {
  for (const ptx::Operand *element : elements) {
    if (element->kind == ptx::Operand::Kind::Name) {
      unsigned bits = context.wideSource(*element, type).bits;
      return bits > type.bits && bits <= 64 ? typeNamed("b" + std::to_string(bits)) : type;
    }
  }
  return type;
}

static void decodeTransfer(DecodeContext &context, Instruction &out, bool isLoad, Space space, TransferDetail detail) {
  detail.count = takeVector(context);
  ptx::Type type = takeTransferType(context);
  detail.bytes = type.bits / 8;
  detail.isSigned = type.kind == ptx::Type::Kind::Signed;
  unsigned addressIndex = isLoad ? 1 : 0, valueIndex = isLoad ? 0 : 1;
  const ptx::Operand &address = context.operand(addressIndex);
  Place base;
  detail.address = addressDetail(context, address, resolveParameterSpace(context, space, address), base);
  std::vector<const ptx::Operand *> elements = context.elements(valueIndex);
  checkVector(context, detail.count, type, elements.size());
  ptx::Type numbers = isLoad ? type : typeOfNumbers(context, elements, type);
  std::vector<Place> places;
  detail.registerBytes = 0;
  for (const ptx::Operand *element : elements) {
    bool isName = element->kind == ptx::Operand::Kind::Name;
    SizedPlace found =
        isLoad ? context.wideResult(*element, type) : context.wideSource(*element, isName ? type : numbers);
    bool isSink = element->kind == ptx::Operand::Kind::Sink;
    if (found.bits < type.bits || (!isSink && detail.registerBytes != 0 && detail.registerBytes != found.bits / 8)) {
      context.error("`" + context.spelling() + "` needs registers of one width, at least " + std::to_string(type.bits) +
                    " bits");
    }
    detail.registerBytes = isSink && detail.registerBytes != 0 ? detail.registerBytes : found.bits / 8;
    places.push_back(found.place);
  }
  splitWide(places, detail);
  if (isLoad) {
    context.setOperands(out, places, {base});
    out.handler = pickTransfer<PickLoad>(detail, executeWideLoad);
    out.kind = classOfLoad(detail.address.space);
  } else {
    places.push_back(base);
    context.setOperands(out, {}, places);
    out.handler = pickTransfer<PickStore>(detail, executeNarrowStore);
    out.kind = classOfStore(detail.address.space);
  }
  context.setDetail(out, detail);
}

static void decodeLd(DecodeContext &context, Instruction &out) {
  TransferDetail detail;
  detail.order = takeOrder(context, true);
  Space space = takeSpace(context);
  bool hasPolicy = takeCacheHints(context, {"ca", "cg", "cs", "lu", "cv", "nc"});
  context.take("unified");
  decodeTransfer(context, out, true, space, detail);
  if (context.expectOperands(hasPolicy ? 3 : 2) && hasPolicy) {
    takePolicy(context, 2);
  }
}

static void decodeLdu(DecodeContext &context, Instruction &out) {
  Space space = takeSpace(context);
  decodeTransfer(context, out, true, space, {});
  context.expectOperands(2);
}

static void decodeSt(DecodeContext &context, Instruction &out) {
  TransferDetail detail;
  detail.order = takeOrder(context, false);
  Space space = takeSpace(context);
  bool hasPolicy = takeCacheHints(context, {"wb", "cg", "cs", "wt"});
  decodeTransfer(context, out, false, space, detail);
  if (context.expectOperands(hasPolicy ? 3 : 2) && hasPolicy) {
    takePolicy(context, 2);
  }
}

//===----------------------------------------------------------------------===//
// Hints
//===----------------------------------------------------------------------===//

static Step executeNothing(Warp &, const Instruction &, LaneMask) { return Step::Next; }

static void setHint(DecodeContext &context, Instruction &out) {
  out.handler = executeNothing;
  out.kind = InstructionClass::OtherMemory;
}

/// An address whose value does not matter, of a space.
static void takeHintAddress(DecodeContext &context, Space space) {
  Place base;
  addressDetail(context, context.operand(0), space, base);
}

static void decodePrefetch(DecodeContext &context, Instruction &out) {
  Space space = takeSpace(context);
  if (!context.take("tensormap")) {
    context.needOneOf({"L1", "L2", "L2::evict_last", "L2::evict_normal"});
  }
  if (context.expectOperands(1)) {
    takeHintAddress(context, space);
  }
  setHint(context, out);
}

static void decodePrefetchu(DecodeContext &context, Instruction &out) {
  context.needOneOf({"L1"});
  if (context.expectOperands(1)) {
    takeHintAddress(context, Space::Generic);
  }
  setHint(context, out);
}

static void decodeApplyPriority(DecodeContext &context, Instruction &out) {
  Space space = takeSpace(context);
  context.needOneOf({"L2::evict_normal"});
  if (context.expectOperands(2)) {
    takeHintAddress(context, space);
    context.number(1, 128, 128);
  }
  setHint(context, out);
}

/// `discard` leaves the values undetermined: the bytes become undefined.
static Step executeDiscard(Warp &warp, const Instruction &instruction, LaneMask lanes) {
  const TransferDetail &detail = instruction.detailAs<TransferDetail>();
  LaneAddresses addresses;
  LaneMask known = computeAddresses(warp, instruction, detail.address, instruction.operands[0], lanes, addresses);
  AccessWindow window = warp.memory().open(accessOf(warp, instruction, detail, addresses, known, AccessKind::Write));
  for (LaneMask rest = window.lanes; rest != 0; rest &= rest - 1) {
    window.setRangeDefined(firstLane(rest), 0, detail.bytes, false);
  }
  return Step::Next;
}

static void decodeDiscard(DecodeContext &context, Instruction &out) {
  Space space = takeSpace(context);
  context.needOneOf({"L2"});
  if (!context.expectOperands(2)) {
    return;
  }
  TransferDetail detail;
  detail.bytes = static_cast<uint32_t>(context.number(1, 128, 128));
  Place base;
  detail.address = addressDetail(context, context.operand(0), space, base);
  context.setOperands(out, {}, {base});
  context.setDetail(out, detail);
  out.handler = executeDiscard;
  out.kind = InstructionClass::OtherMemory;
}

namespace {
struct CopyWord {
  uint64_t operator()(uint64_t value) const { return value; }
};
} // namespace

/// A policy is a number that nothing but cache hints use.
static void decodeCreatePolicy(DecodeContext &context, Instruction &out) {
  static constexpr std::string_view priorities[] = {"L2::evict_last", "L2::evict_normal", "L2::evict_first",
                                                    "L2::evict_unchanged"};
  bool isConversion = context.take("cvt");
  if (isConversion) {
    context.needOneOf({"L2"});
  } else {
    bool isFractional = context.needOneOf({"fractional", "range"}) == 0;
    if (!isFractional) {
      takeSpace(context);
    }
    context.needOneOf({priorities[0], priorities[1], priorities[2], priorities[3]});
    context.takeOneOf({priorities[2], priorities[3]});
  }
  context.needType({"b64"});
  if (context.expectOperands(1, 4)) {
    context.setOperands(out, {context.result(0, typeNamed("b64"))}, {context.constant(0, 64)});
    out.handler = elementwise<CopyWord, uint64_t, uint64_t>;
    out.kind = InstructionClass::OtherMemory;
  }
}

void registerLoadStore(FamilyTable &families) {
  families.add({{"ld", decodeLd},
                {"ldu", decodeLdu},
                {"st", decodeSt},
                {"prefetch", decodePrefetch},
                {"prefetchu", decodePrefetchu},
                {"applypriority", decodeApplyPriority},
                {"discard", decodeDiscard},
                {"createpolicy", decodeCreatePolicy}});
}

} // namespace tkc::sim
