// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The attributes and methods of run-time values.
#include "Attributes.h"

#include "llvm/ADT/StringSwitch.h"

#include "Casts.h"
#include "Families.h"
#include "Shapes.h"

using namespace mlir;
using namespace tkc;

namespace tkc::elaborate {

static Object shapeObject(Shape shape) {
  std::vector<Object> sizes;
  for (int64_t size : shape) {
    sizes.push_back(Object::integer(size));
  }
  return Object::tuple(std::move(sizes));
}

/// The builtin, or function of Stdlib, that a method of a scalar or block calls; empty when there is no such method.
static StringRef methodOfTensor(std::string_view name) {
  static constexpr StringRef methods[] = {"abs",        "add",         "argmax",     "argmin",       "associative_scan",
                                          "atomic_add", "atomic_and",  "atomic_cas", "atomic_max",   "atomic_min",
                                          "atomic_or",  "atomic_xchg", "atomic_xor", "broadcast_to", "cast",
                                          "cdiv",       "ceil",        "cos",        "cumprod",      "cumsum",
                                          "erf",        "exp",         "exp2",       "expand_dims",  "flip",
                                          "floor",      "gather",      "histogram",  "item",         "log",
                                          "log2",       "logical_and", "logical_or", "max",          "min",
                                          "permute",    "ravel",       "reduce",     "reduce_or",    "reshape",
                                          "rsqrt",      "sigmoid",     "sin",        "softmax",      "sort",
                                          "split",      "sqrt",        "sqrt_rn",    "squeeze",      "store",
                                          "sum",        "to",          "trans",      "unsqueeze",    "view",
                                          "xor_sum"};
  const auto *found = llvm::find(methods, StringRef(name));
  return found == std::end(methods) ? StringRef() : *found;
}

static StringRef methodOfBlockPointer(std::string_view name) {
  return llvm::StringSwitch<StringRef>(name)
      .Case("advance", "advance")
      .Case("load", "load")
      .Case("store", "store")
      .Default("");
}

static StringRef methodOfDescriptor(std::string_view name) {
  return llvm::StringSwitch<StringRef>(name)
      .Case("load", "load_tensor_descriptor")
      .Case("store", "store_tensor_descriptor")
      .Case("gather", "descriptor_gather")
      .Case("scatter", "descriptor_scatter")
      .Case("atomic_add", "descriptor_atomic_add")
      .Case("atomic_min", "descriptor_atomic_min")
      .Case("atomic_max", "descriptor_atomic_max")
      .Case("atomic_and", "descriptor_atomic_and")
      .Case("atomic_or", "descriptor_atomic_or")
      .Case("atomic_xor", "descriptor_atomic_xor")
      .Default("");
}

/// The builtin behind a method of any run-time object.
static StringRef methodOf(const RunTimeObject &object, std::string_view name) {
  switch (object.kind()) {
  case RunTimeObject::Kind::Tensor:
    return methodOfTensor(name);
  case RunTimeObject::Kind::BlockPointer:
    return methodOfBlockPointer(name);
  case RunTimeObject::Kind::TensorDescriptor:
    return methodOfDescriptor(name);
  }
  return {};
}

static std::optional<Object> tensorAttribute(Emitter &emitter, const TypedValue &value, std::string_view name) {
  if (name == "dtype") {
    return Object::dtype(value.dtype);
  }
  if (name == "type") {
    return Object::dtype(value.type());
  }
  if (name == "shape") {
    return shapeObject(value.shape());
  }
  if (name == "numel") {
    return Object::integer(value.elementCount());
  }
  if (name == "T" && value.rank() == 2) {
    return makeObject(transposeLast(emitter, value));
  }
  return std::nullopt;
}

static std::vector<Object> scalars(Emitter &emitter, ArrayRef<Value> values, DTypeKind type) {
  std::vector<Object> objects;
  for (Value value : values) {
    objects.push_back(makeObject(*castTo(emitter, {value, DTypeKind::Int64}, type)));
  }
  return objects;
}

static std::optional<Object> descriptorAttribute(Emitter &emitter, const TensorDescriptorObject &descriptor,
                                                 std::string_view name) {
  const StridedArray &array = descriptor.array();
  if (name == "shape") {
    return Object::tuple(scalars(emitter, array.shape, DTypeKind::Int32));
  }
  if (name == "strides") {
    return Object::tuple(scalars(emitter, array.strides, DTypeKind::Int64));
  }
  if (name == "dtype") {
    return Object::dtype(array.base.dtype.element());
  }
  if (name == "block_shape") {
    return shapeObject(array.blockShape);
  }
  if (name == "block_type") {
    return Object::dtype(DType::block(array.base.dtype.element(),
                                      std::vector<int64_t>(array.blockShape.begin(), array.blockShape.end())));
  }
  return std::nullopt;
}

/// The type of a block pointer is a pointer to a block.
static std::optional<Object> blockPointerAttribute(const BlockPointerObject &pointer, std::string_view name) {
  if (name != "dtype" && name != "type") {
    return std::nullopt;
  }
  const StridedArray &array = pointer.array();
  DType block =
      DType::block(array.base.dtype.element(), std::vector<int64_t>(array.blockShape.begin(), array.blockShape.end()));
  return Object::dtype(DType::pointer(block, array.base.dtype.addressSpace()));
}

static std::optional<Object> valueAttribute(Emitter &emitter, const RunTimeObject &object, std::string_view name) {
  switch (object.kind()) {
  case RunTimeObject::Kind::Tensor:
    return tensorAttribute(emitter, static_cast<const TensorObject &>(object).typed(), name);
  case RunTimeObject::Kind::BlockPointer:
    return blockPointerAttribute(static_cast<const BlockPointerObject &>(object), name);
  case RunTimeObject::Kind::TensorDescriptor:
    return descriptorAttribute(emitter, static_cast<const TensorDescriptorObject &>(object), name);
  }
  return std::nullopt;
}

bool hasRunTimeAttribute(const RunTimeObject &object, std::string_view name) {
  if (!methodOf(object, name).empty()) {
    return true;
  }
  static constexpr StringRef ofTensor[] = {"dtype", "type", "shape", "numel", "T"};
  static constexpr StringRef ofBlockPointer[] = {"dtype", "type"};
  static constexpr StringRef ofDescriptor[] = {"shape", "strides", "dtype", "block_shape", "block_type"};
  switch (object.kind()) {
  case RunTimeObject::Kind::Tensor:
    return llvm::is_contained(ofTensor, StringRef(name)) &&
           (name != "T" || static_cast<const TensorObject &>(object).typed().rank() == 2);
  case RunTimeObject::Kind::BlockPointer:
    return llvm::is_contained(ofBlockPointer, StringRef(name));
  case RunTimeObject::Kind::TensorDescriptor:
    return llvm::is_contained(ofDescriptor, StringRef(name));
  }
  return false;
}

Result runTimeAttribute(Emitter &emitter, const Object &object, std::string_view name) {
  const RunTimeObject &runTime = *asRunTime(object);
  if (std::optional<Object> value = valueAttribute(emitter, runTime, name)) {
    return *value;
  }
  StringRef method = methodOf(runTime, name);
  if (!method.empty()) {
    return Object::boundMethod(object, Object::builtin(("tl." + method).str()));
  }
  DiagnosticBuilder report = emitter.report(DiagnosticKind::AttributeUnknown);
  report << runTime.kindName() << name;
  if (name == "T") {
    report.hint("`.T` is there for blocks of two dimensions; use `tl.permute` for others");
  }
  return failure();
}

} // namespace tkc::elaborate
