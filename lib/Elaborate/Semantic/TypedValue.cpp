// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Run-time objects: their types in words, and taking them apart into SSA values.
#include "tkc/Elaborate/TypedValue.h"

#include "tkc/Elaborate/Parts.h"
#include "tkc/Evaluate/Payload.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;

namespace tkc::elaborate {

ArrayRef<int64_t> TypedValue::shape() const {
  auto block = dyn_cast<RankedTensorType>(value.getType());
  return block ? block.getShape() : ArrayRef<int64_t>();
}

int64_t TypedValue::elementCount() const {
  int64_t count = 1;
  for (int64_t size : shape()) {
    count *= size;
  }
  return count;
}

DType TypedValue::type() const {
  return isBlock() ? DType::block(dtype, std::vector<int64_t>(shape().begin(), shape().end())) : dtype;
}

std::string TypedValue::typeText() const { return isBlock() ? dtype.name() + shapeText(shape()) : dtype.name(); }

bool TypedValue::hasTypeOf(const TypedValue &other) const { return dtype == other.dtype && shape() == other.shape(); }

const void *RunTimeObject::familyTag() {
  static const char tag = 0;
  return &tag;
}

Object TensorObject::withValues(ArrayRef<Value> values) const {
  assert(values.size() == 1 && "a tensor is one value");
  return makeObject({values.front(), tensor.dtype});
}

bool TensorObject::hasTypeOf(const RunTimeObject &other) const {
  return other.kind() == kind() && tensor.hasTypeOf(static_cast<const TensorObject &>(other).tensor);
}

/// Appends base, shape and strides.
static void appendArray(const StridedArray &array, SmallVectorImpl<Value> &values) {
  values.push_back(array.base.value);
  values.append(array.shape.begin(), array.shape.end());
  values.append(array.strides.begin(), array.strides.end());
}

/// Takes base, shape and strides from the front of `values`.
static StridedArray takeArray(const StridedArray &like, ArrayRef<Value> &values) {
  unsigned rank = like.rank();
  StridedArray array = like;
  array.base.value = values.front();
  array.shape.assign(values.begin() + 1, values.begin() + 1 + rank);
  array.strides.assign(values.begin() + 1 + rank, values.begin() + 1 + 2 * rank);
  values = values.drop_front(1 + 2 * rank);
  return array;
}

static bool sameArrayType(const StridedArray &a, const StridedArray &b) {
  return a.base.hasTypeOf(b.base) && a.blockShape == b.blockShape;
}

void BlockPointerObject::appendValues(SmallVectorImpl<Value> &values) const {
  appendArray(strided, values);
  values.append(blockOffsets.begin(), blockOffsets.end());
}

Object BlockPointerObject::withValues(ArrayRef<Value> values) const {
  StridedArray array = takeArray(strided, values);
  return Object::opaque(std::make_shared<BlockPointerObject>(
      std::move(array), SmallVector<Value>(values.begin(), values.end()), dimensionOrder));
}

std::string BlockPointerObject::typeText() const {
  return "block pointer to " + strided.base.dtype.element().name() + shapeText(strided.blockShape);
}

bool BlockPointerObject::hasTypeOf(const RunTimeObject &other) const {
  return other.kind() == kind() && sameArrayType(strided, static_cast<const BlockPointerObject &>(other).strided);
}

void TensorDescriptorObject::appendValues(SmallVectorImpl<Value> &values) const { appendArray(strided, values); }

Object TensorDescriptorObject::withValues(ArrayRef<Value> values) const {
  return Object::opaque(std::make_shared<TensorDescriptorObject>(takeArray(strided, values), nanPadding));
}

std::string TensorDescriptorObject::typeText() const {
  return "tensor descriptor of " + strided.base.dtype.element().name() + shapeText(strided.blockShape);
}

bool TensorDescriptorObject::hasTypeOf(const RunTimeObject &other) const {
  if (other.kind() != kind()) {
    return false;
  }
  const auto &descriptor = static_cast<const TensorDescriptorObject &>(other);
  return sameArrayType(strided, descriptor.strided) && nanPadding == descriptor.nanPadding;
}

Object makeObject(TypedValue value) { return Object::opaque(std::make_shared<TensorObject>(std::move(value))); }

const RunTimeObject *asRunTime(const Object &object) {
  if (!object.isOpaque() || object.asOpaque().family() != RunTimeObject::familyTag()) {
    return nullptr;
  }
  return static_cast<const RunTimeObject *>(&object.asOpaque());
}

/// The object as a `T`, or null when it is of another kind.
template <typename T>
static const T *asKind(const Object &object, RunTimeObject::Kind kind) {
  const RunTimeObject *runTime = asRunTime(object);
  return runTime && runTime->kind() == kind ? static_cast<const T *>(runTime) : nullptr;
}

const TypedValue *asTyped(const Object &object) {
  const auto *tensor = asKind<TensorObject>(object, RunTimeObject::Kind::Tensor);
  return tensor ? &tensor->typed() : nullptr;
}

const BlockPointerObject *asBlockPointer(const Object &object) {
  return asKind<BlockPointerObject>(object, RunTimeObject::Kind::BlockPointer);
}

const TensorDescriptorObject *asTensorDescriptor(const Object &object) {
  return asKind<TensorDescriptorObject>(object, RunTimeObject::Kind::TensorDescriptor);
}

bool isRunTime(const Object &object) {
  return anyPart(object, [](const Object &part) { return asRunTime(part) != nullptr; });
}

std::string typeText(const Object &object) {
  if (object.isBuiltin() && object.dataAs<evaluate::BuiltinObject>()->isHost) {
    return "`" + object.builtinName() + "` of the host program";
  }
  const RunTimeObject *runTime = asRunTime(object);
  return runTime ? runTime->typeText() : evaluate::typeName(object);
}

std::string shapeText(ArrayRef<int64_t> shape) {
  std::vector<std::string> sizes;
  for (int64_t size : shape) {
    sizes.push_back(std::to_string(size));
  }
  return "[" + llvm::join(sizes, ", ") + "]";
}

} // namespace tkc::elaborate
