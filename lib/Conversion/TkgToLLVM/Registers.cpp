// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Elements of a thread.
#include "Registers.h"

#include "mlir/IR/Matchers.h"

#include "llvm/ADT/STLExtras.h"

#include <map>

using namespace mlir;
using tkc::layout::Dim;
using tkc::layout::LinearLayout;

namespace tkc {

Value makeI32(OpBuilder &builder, Location loc, int32_t value) {
  return LLVM::ConstantOp::create(builder, loc, builder.getI32Type(), builder.getI32IntegerAttr(value));
}

/// The most elements that are put together by a chain of insertions. LLVM's scalarizer looks at a whole vector for each
/// insertion, so that longer vectors are put together from shorter ones. It leaves shuffles of 16-bit elements alone.
constexpr size_t longestChain = 8;
constexpr unsigned shortestShuffledBits = 32;

static std::optional<SmallVector<Value>> findPackedElements(Value vector);

/// The scalar that a vector holds in each element; null where it is no splat of one.
static Value findSplatElement(LLVM::ShuffleVectorOp shuffle) {
  bool isSplat = llvm::all_of(shuffle.getMask(), [](int32_t index) { return index == 0; });
  auto insert = isSplat ? shuffle.getV1().getDefiningOp<LLVM::InsertElementOp>() : LLVM::InsertElementOp();
  return insert && matchPattern(insert.getPosition(), m_Zero()) ? insert.getValue() : Value();
}

/// The elements of two packed vectors that a shuffle puts side by side, or of a splat.
static std::optional<SmallVector<Value>> findShuffledElements(LLVM::ShuffleVectorOp shuffle) {
  if (Value scalar = findSplatElement(shuffle)) {
    return SmallVector<Value>(shuffle.getMask().size(), scalar);
  }
  unsigned half = cast<VectorType>(shuffle.getV1().getType()).getNumElements();
  if (!llvm::equal(shuffle.getMask(), llvm::seq<int32_t>(0, 2 * half))) {
    return std::nullopt;
  }
  std::optional<SmallVector<Value>> left = findPackedElements(shuffle.getV1());
  std::optional<SmallVector<Value>> right = left ? findPackedElements(shuffle.getV2()) : std::nullopt;
  if (!right) {
    return std::nullopt;
  }
  llvm::append_range(*left, *right);
  return left;
}

/// The elements of a vector that packVector just made. Looking through it keeps what LLVM takes apart slowly out of the
/// code: it is dead when each use looked through.
static std::optional<SmallVector<Value>> findPackedElements(Value vector) {
  if (auto shuffle = vector.getDefiningOp<LLVM::ShuffleVectorOp>()) {
    return findShuffledElements(shuffle);
  }
  SmallVector<Value> elements(cast<VectorType>(vector.getType()).getNumElements());
  for (Operation *op = vector.getDefiningOp(); op;) {
    auto insert = dyn_cast<LLVM::InsertElementOp>(op);
    if (!insert) {
      bool isComplete = isa<LLVM::PoisonOp>(op) && llvm::all_of(elements, [](Value element) { return bool(element); });
      return isComplete ? std::optional(std::move(elements)) : std::nullopt;
    }
    auto position = insert.getPosition().getDefiningOp<LLVM::ConstantOp>();
    if (!position) {
      return std::nullopt;
    }
    Value &element = elements[cast<IntegerAttr>(position.getValue()).getInt()];
    element = element ? element : insert.getValue();
    op = insert.getVector().getDefiningOp();
  }
  return std::nullopt;
}

Value extractElement(OpBuilder &builder, Location loc, Value vector, unsigned index) {
  return LLVM::ExtractElementOp::create(builder, loc, vector, makeI32(builder, loc, index));
}

SmallVector<Value> unpackVector(OpBuilder &builder, Location loc, Value vector) {
  if (std::optional<SmallVector<Value>> packed = findPackedElements(vector)) {
    return std::move(*packed);
  }
  unsigned count = cast<VectorType>(vector.getType()).getNumElements();
  SplatElementsAttr splat;
  if (matchPattern(vector, m_Constant(&splat))) {
    Value scalar = LLVM::ConstantOp::create(builder, loc, splat.getElementType(), splat.getSplatValue<TypedAttr>());
    return SmallVector<Value>(count, scalar);
  }
  SmallVector<Value> elements;
  elements.reserve(count);
  for (unsigned i = 0; i < count; ++i) {
    elements.push_back(extractElement(builder, loc, vector, i));
  }
  return elements;
}

static bool isNarrow(Type element) {
  return element.isIntOrFloat() && element.getIntOrFloatBitWidth() < shortestShuffledBits;
}

Value packVector(OpBuilder &builder, Location loc, ValueRange elements) {
  size_t half = elements.size() / 2;
  if (elements.size() > longestChain && elements.size() % 2 == 0 && !isNarrow(elements[0].getType())) {
    Value left = packVector(builder, loc, elements.take_front(half));
    Value right = packVector(builder, loc, elements.drop_front(half));
    SmallVector<int32_t> mask = llvm::to_vector(llvm::seq<int32_t>(0, int32_t(elements.size())));
    return LLVM::ShuffleVectorOp::create(builder, loc, left, right, mask);
  }
  auto type = VectorType::get({int64_t(elements.size())}, elements[0].getType());
  Value vector = LLVM::PoisonOp::create(builder, loc, type);
  for (auto [index, element] : llvm::enumerate(elements)) {
    vector = LLVM::InsertElementOp::create(builder, loc, vector, element, makeI32(builder, loc, index));
  }
  return vector;
}

Value splatVector(OpBuilder &builder, Location loc, Value scalar, unsigned count) {
  auto type = VectorType::get({int64_t(count)}, scalar.getType());
  Value vector = LLVM::PoisonOp::create(builder, loc, type);
  vector = LLVM::InsertElementOp::create(builder, loc, vector, scalar, makeI32(builder, loc, 0));
  SmallVector<int32_t> zeros(count, 0);
  return count == 1 ? vector : shuffleVector(builder, loc, vector, zeros);
}

Value shuffleVector(OpBuilder &builder, Location loc, Value vector, ArrayRef<int32_t> indices) {
  unsigned count = cast<VectorType>(vector.getType()).getNumElements();
  if (indices.size() == count && llvm::equal(indices, llvm::seq<int32_t>(0, count))) {
    return vector;
  }
  if (std::optional<SmallVector<Value>> packed = findPackedElements(vector)) {
    SmallVector<Value> picked;
    for (int32_t index : indices) {
      picked.push_back((*packed)[index]);
    }
    return packVector(builder, loc, picked);
  }
  Value poison = LLVM::PoisonOp::create(builder, loc, vector.getType());
  return LLVM::ShuffleVectorOp::create(builder, loc, vector, poison, indices);
}

SmallVector<Coordinates> getRegisterCoordinates(const LinearLayout &layout) {
  SmallVector<Coordinates> result;
  uint64_t registersPerAtom = layout.inSize(Dim::Register);
  for (uint64_t atom = 0; atom < layout.numRepeats(); ++atom) {
    std::vector<layout::Coordinate> origin = layout.atomOrigin(atom);
    for (uint64_t r = 0; r < registersPerAtom; ++r) {
      std::vector<layout::Coordinate> image = layout.apply({{Dim::Register, r}});
      Coordinates coordinates;
      for (auto [at, start] : llvm::zip_equal(image, origin)) {
        coordinates.push_back(int64_t(at.second + start.second));
      }
      result.push_back(std::move(coordinates));
    }
  }
  return result;
}

SmallVector<int32_t> mapRegisters(const LinearLayout &source, const LinearLayout &target,
                                  llvm::function_ref<Coordinates(const Coordinates &)> toSource) {
  std::map<std::vector<int64_t>, int32_t> registers;
  for (auto [index, at] : llvm::enumerate(getRegisterCoordinates(source))) {
    registers.try_emplace(std::vector<int64_t>(at.begin(), at.end()), index);
  }
  SmallVector<int32_t> result;
  for (const Coordinates &at : getRegisterCoordinates(target)) {
    Coordinates wanted = toSource(at);
    auto found = registers.find(std::vector<int64_t>(wanted.begin(), wanted.end()));
    assert(found != registers.end() && "the layouts spread lanes and warps differently");
    result.push_back(found->second);
  }
  return result;
}

} // namespace tkc
