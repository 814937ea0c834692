// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Slots for values, and the walk over a kernel's ops.
#include "Flattener.h"

namespace tkc::interp {

using namespace mlir;

static std::optional<FloatKind> floatKindOf(Type type) {
  if (type.isF16()) {
    return FloatKind::F16;
  }
  if (type.isBF16()) {
    return FloatKind::BF16;
  }
  if (type.isF32()) {
    return FloatKind::F32;
  }
  if (type.isF64()) {
    return FloatKind::F64;
  }
  if (isa<Float8E4M3FNType>(type)) {
    return FloatKind::F8E4M3FN;
  }
  if (isa<Float8E5M2Type>(type)) {
    return FloatKind::F8E5M2;
  }
  return std::nullopt;
}

std::optional<ScalarType> scalarTypeOf(Type type) {
  type = getElementTypeOrSelf(type);
  if (type.isIndex()) {
    return ScalarType::integer(64);
  }
  if (isa<tk::PtrType>(type)) {
    return ScalarType::pointer();
  }
  if (auto integer = dyn_cast<IntegerType>(type)) {
    bool fits = integer.getWidth() >= 1 && integer.getWidth() <= 64;
    return fits ? std::optional<ScalarType>(ScalarType::integer(integer.getWidth())) : std::nullopt;
  }
  std::optional<FloatKind> kind = floatKindOf(type);
  return kind ? std::optional<ScalarType>(ScalarType::floating(*kind)) : std::nullopt;
}

FlatKernel flatten(func::FuncOp function, std::vector<Problem> &problems) {
  FlatKernel kernel;
  Flattener(kernel, problems, function.getLoc()).flattenKernel(function);
  findWrittenArguments(function, kernel.code);
  return kernel;
}

Flattener::Flattener(FlatKernel &kernel, std::vector<Problem> &problems, Location location)
    : kernel(kernel), code(kernel.code), problems(problems), location(location) {
  fillTable();
}

void Flattener::flattenKernel(func::FuncOp function) {
  if (function.isExternal()) {
    problem(function, "kernel `" + function.getName() + "` has no body");
    return;
  }
  callStack.push_back(function);
  for (BlockArgument argument : function.getArguments()) {
    SlotId slot = slotForType(argument.getType(), /*isConstant=*/true);
    valueSlots[argument] = slot;
    code.arguments.push_back(slot);
  }
  flattenBlock(function.getBody().front());
  emit(handlers::finish, {}, {});
}

//===--- Slots ---===//

static size_t alignedTo8(size_t size) { return (size + 7) / 8 * 8; }

/// Gives the slot its place behind `size` bytes of an arena; returns the new size.
static size_t placeSlot(Slot &slot, size_t size) {
  slot.lanes = size;
  slot.bounds = slot.lanes + slot.count * sizeof(int64_t);
  slot.flags = slot.bounds + (slot.type.isFloat() ? slot.count * sizeof(double) : 0);
  slot.summary = slot.flags + slot.count;
  return alignedTo8(slot.summary + 1);
}

SlotId Flattener::addSlot(ScalarType type, uint32_t count) {
  Slot slot;
  slot.type = type;
  slot.count = count;
  code.arenaSize = placeSlot(slot, code.arenaSize);
  code.slots.push_back(slot);
  return SlotId(code.slots.size() - 1);
}

SlotId Flattener::addConstantSlot(ScalarType type, uint32_t count) {
  Slot slot;
  slot.type = type;
  slot.count = count;
  slot.isConstant = true;
  code.constants.resize(placeSlot(slot, code.constants.size()));
  code.slots.push_back(slot);
  return SlotId(code.slots.size() - 1);
}

void Flattener::setConstant(SlotId slot, uint32_t lane, int64_t value) {
  std::memcpy(code.constants.data() + code.slots[slot].lanes + lane * sizeof value, &value, sizeof value);
}

void Flattener::poisonConstant(SlotId id) {
  const Slot &slot = code.slots[id];
  std::memset(code.constants.data() + slot.flags, Poison, slot.count);
  code.constants[slot.summary] = HasFlags;
}

SlotId Flattener::constantInteger(ScalarType type, int64_t value) {
  SlotId slot = addConstantSlot(type, 1);
  setConstant(slot, 0, value);
  return slot;
}

SlotId Flattener::slotForType(Type type, bool isConstant) {
  std::optional<ScalarType> scalar = scalarTypeOf(type);
  if (!scalar) {
    std::string text;
    llvm::raw_string_ostream(text) << type;
    problems.push_back({location, "the interpreter has no values of type `" + text + "`"});
    scalar = ScalarType::integer(64);
  }
  uint32_t count = scalarWidth;
  if (auto block = dyn_cast<RankedTensorType>(type)) {
    count = uint32_t(block.getNumElements());
  }
  return isConstant ? addConstantSlot(*scalar, count) : addSlot(*scalar, count);
}

SlotId Flattener::slotOf(Value value) {
  auto entry = valueSlots.find(value);
  if (entry == valueSlots.end()) {
    // Its op was a problem that has been reported.
    return valueSlots[value] = slotForType(value.getType());
  }
  SlotId slot = entry->second;
  bool isNarrow = scalarWidth > 1 && !isa<ShapedType>(value.getType()) && code.slots[slot].count == 1;
  if (!isNarrow) {
    return slot;
  }
  SlotId widened = addSlot(code.slots[slot].type, scalarWidth);
  emit(handlers::splat, {slot}, {widened});
  return widened;
}

SlotId Flattener::resultSlot(Value value) { return valueSlots[value] = slotForType(value.getType()); }

std::vector<SlotId> Flattener::slotsOf(ValueRange values) {
  std::vector<SlotId> slots;
  for (Value value : values) {
    slots.push_back(slotOf(value));
  }
  return slots;
}

std::vector<SlotId> Flattener::resultSlots(ValueRange values) {
  std::vector<SlotId> slots;
  for (Value value : values) {
    slots.push_back(resultSlot(value));
  }
  return slots;
}

//===--- Code ---===//

uint32_t Flattener::emit(Handler handler, std::vector<SlotId> operands, std::vector<SlotId> results,
                         uint32_t immediate) {
  Instruction instruction;
  instruction.handler = handler;
  instruction.operands = std::move(operands);
  instruction.results = std::move(results);
  instruction.immediate = immediate;
  instruction.location = locationIndex(location);
  code.instructions.push_back(std::move(instruction));
  return here() - 1;
}

void Flattener::emitCopies(ArrayRef<SlotId> to, ArrayRef<SlotId> from) {
  std::vector<SlotId> sources(from.begin(), from.end());
  for (size_t index = 0; index < sources.size(); ++index) {
    bool isOverwritten = sources[index] != to[index] && llvm::is_contained(to.take_front(index), sources[index]);
    if (isOverwritten) {
      const Slot slot = code.slots[sources[index]];
      SlotId kept = addSlot(slot.type, slot.count);
      emit(handlers::copy, {sources[index]}, {kept});
      sources[index] = kept;
    }
  }
  for (size_t index = 0; index < sources.size(); ++index) {
    if (sources[index] != to[index]) {
      emit(handlers::copy, {sources[index]}, {to[index]});
    }
  }
}

uint32_t Flattener::locationIndex(Location where) {
  auto [entry, isNew] = locationIndices.try_emplace(where, uint32_t(kernel.locations.size()));
  if (isNew) {
    kernel.locations.push_back(where);
  }
  return entry->second;
}

void Flattener::problem(Operation *op, const Twine &message) { problems.push_back({op->getLoc(), message.str()}); }

//===--- Walk ---===//

void Flattener::flattenBlock(Block &block) {
  for (Operation &op : block) {
    flattenOp(&op);
  }
}

void Flattener::flattenOp(Operation *op) {
  location = callLocation ? Location(CallSiteLoc::get(op->getLoc(), *callLocation)) : op->getLoc();
  if (flattenByTable(op) || flattenControl(op) || flattenScalarOp(op) || flattenShapeOp(op) || flattenMemoryOp(op) ||
      flattenDeviceOp(op)) {
    return;
  }
  problem(op, "the interpreter does not know `" + op->getName().getStringRef() + "`");
}

bool Flattener::flattenByTable(Operation *op) {
  auto entry = table.find(op->getName().getStringRef());
  if (entry == table.end()) {
    return false;
  }
  Row row = entry->second;
  std::vector<SlotId> operands = slotsOf(op->getOperands());
  emit(row.handler, std::move(operands), resultSlots(op->getResults()), row.immediate);
  return true;
}

} // namespace tkc::interp
