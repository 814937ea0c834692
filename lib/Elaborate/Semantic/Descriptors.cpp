// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tensor descriptors: made from a pointer, and read and written through addresses and masks.
#include "mlir/IR/Matchers.h"

#include "llvm/ADT/Sequence.h"

#include <limits>

#include "Broadcast.h"
#include "Casts.h"
#include "Families.h"
#include "Memory.h"

using namespace mlir;
using namespace tkc;

namespace tkc::elaborate {

/// Checks what the hardware needs of every descriptor's block.
static LogicalResult checkDescriptorBlock(Emitter &emitter, const DType &element, Shape shape) {
  constexpr size_t largestRank = 5;
  constexpr int64_t fewestBytes = 16;
  if (shape.empty() || shape.size() > largestRank) {
    emitter.report(DiagnosticKind::DescriptorRankInvalid) << shape.size();
    return failure();
  }
  if (failed(checkBlockShape(emitter, shape))) {
    return failure();
  }
  int64_t rowBytes = shape.back() * ((element.bitWidth() + 7) / 8);
  if (rowBytes < fewestBytes) {
    emitter.report(DiagnosticKind::DescriptorRowTooShort) << shape.back() << element.name() << rowBytes;
    return failure();
  }
  return success();
}

LogicalResult Semantic::checkDescriptor(const DType &type) {
  return checkDescriptorBlock(*emitter, type.element(), type.shape());
}

static LogicalResult checkDescriptor(Emitter &emitter, Arguments &arguments, const StridedArray &array) {
  if (failed(checkDescriptorBlock(emitter, array.base.dtype.element(), array.blockShape))) {
    return failure();
  }
  unsigned rank = array.rank();
  for (auto [name, length] : {std::pair("shape", array.shape.size()), std::pair("strides", array.strides.size())}) {
    if (length != rank) {
      emitter.report(DiagnosticKind::DimensionCountMismatch) << arguments.function() << name << length << rank;
      return failure();
    }
  }
  const Object &lastStride = arguments.items("strides").back();
  if (lastStride.toInt64() != 1) {
    emitter.report(DiagnosticKind::DescriptorStrideNotOne)
        << (lastStride.isInt() ? numberText(lastStride) : typeText(lastStride));
    return failure();
  }
  return success();
}

/// Tells the compiler that `value` is a multiple of `divisor`, a power of two.
static void promiseMultiple(Emitter &emitter, Value value, int64_t divisor) {
  Value bits = emitter.intConstant(DTypeKind::Int64, divisor - 1).value;
  Value zero = emitter.intConstant(DTypeKind::Int64, 0).value;
  Value rest = emitter.make<arith::AndIOp>(value, bits);
  emitter.create<tk::AssumeOp>(emitter.make<arith::CmpIOp>(arith::CmpIPredicate::eq, rest, zero));
}

/// Base and strides are multiples of 16 bytes: the caller promises it, as the hardware needs it of every descriptor.
static LogicalResult promiseAlignment(Emitter &emitter, const StridedArray &array) {
  constexpr int64_t alignmentInBytes = 16;
  int64_t elementBytes = (array.base.dtype.element().bitWidth() + 7) / 8;
  for (Value stride : ArrayRef(array.strides).drop_back()) {
    APInt constant;
    if (!matchPattern(stride, m_ConstantInt(&constant))) {
      promiseMultiple(emitter, stride, alignmentInBytes / elementBytes);
      continue;
    }
    int64_t bytes = constant.getSExtValue() * elementBytes;
    if (bytes % alignmentInBytes != 0) {
      emitter.report(DiagnosticKind::DescriptorStrideUnaligned) << constant.getSExtValue() << bytes;
      return failure();
    }
  }
  promiseMultiple(emitter, emitter.make<tk::PtrToIntOp>(emitter.builder.getI64Type(), array.base.value),
                  alignmentInBytes);
  return success();
}

static Result callMakeDescriptor(Emitter &emitter, Arguments &arguments) {
  Typed base = arguments.value("base");
  FailureOr<SmallVector<Value>> shape = readIndices(emitter, arguments, "shape");
  FailureOr<SmallVector<Value>> strides = readIndices(emitter, arguments, "strides");
  FailureOr<SmallVector<int64_t>> blockShape = arguments.blockShape("block_shape");
  FailureOr<std::string> padding = arguments.string("padding_option");
  if (failed(base) || failed(shape) || failed(strides) || failed(blockShape) || failed(padding)) {
    return failure();
  }
  if (failed(checkScalarPointer(emitter, arguments.function(), *base))) {
    return failure();
  }
  if (*padding != "zero" && *padding != "nan") {
    return arguments.unknownOption("padding_option", *padding, "zero, nan");
  }
  bool padsWithNan = *padding == "nan";
  if (padsWithNan && !base->dtype.element().isFloat()) {
    emitter.report(DiagnosticKind::PaddingNeedsFloat) << base->dtype.element().name();
    return failure();
  }
  StridedArray array{*base, *shape, *strides, *blockShape};
  if (failed(checkDescriptor(emitter, arguments, array)) || failed(promiseAlignment(emitter, array))) {
    return failure();
  }
  return Object::opaque(std::make_shared<TensorDescriptorObject>(std::move(array), padsWithNan));
}

/// The descriptor and the addresses of the block that a call names.
static FailureOr<std::pair<const TensorDescriptorObject *, BlockAccess>> access(Emitter &emitter,
                                                                                Arguments &arguments) {
  const TensorDescriptorObject *descriptor = asTensorDescriptor(arguments.get("desc"));
  if (!descriptor) {
    return arguments.wrongKind("desc", "a tensor descriptor");
  }
  FailureOr<SmallVector<Value>> offsets = readIndices(emitter, arguments, "offsets");
  if (failed(offsets)) {
    return failure();
  }
  unsigned rank = descriptor->array().rank();
  if (offsets->size() != rank) {
    emitter.report(DiagnosticKind::DimensionCountMismatch)
        << arguments.function() << "offsets" << offsets->size() << rank;
    return failure();
  }
  SmallVector<unsigned> all = llvm::to_vector(llvm::seq<unsigned>(0, rank));
  return std::make_pair(descriptor, accessBlock(emitter, descriptor->array(), *offsets, all));
}

/// Loads what lies inside, and the descriptor's padding elsewhere.
static Result loadPadded(Emitter &emitter, const TensorDescriptorObject &descriptor, const BlockAccess &block) {
  Object padding =
      descriptor.padsWithNan() ? Object::real(std::numeric_limits<double>::quiet_NaN()) : Object::integer(0);
  Typed other = emitter.numberAs(padding, descriptor.array().base.dtype.element(), block.pointers.shape());
  return failed(other) ? Result(failure())
                       : makeObject(emitLoad(emitter, block.pointers, block.mask, *other, AccessModifiers()));
}

static Result callLoad(Emitter &emitter, Arguments &arguments) {
  auto found = access(emitter, arguments);
  return failed(found) ? Result(failure()) : loadPadded(emitter, *found->first, found->second);
}

/// The load of older versions names shape and type of the block again.
static Result callOldLoad(Emitter &emitter, Arguments &arguments) {
  const TensorDescriptorObject *descriptor = asTensorDescriptor(arguments.get("desc"));
  if (!descriptor) {
    return arguments.wrongKind("desc", "a tensor descriptor");
  }
  FailureOr<SmallVector<int64_t>> shape = arguments.blockShape("shape");
  FailureOr<DType> type = arguments.dtype("dtype");
  if (failed(shape) || failed(type)) {
    return failure();
  }
  if (*shape != descriptor->array().blockShape) {
    return arguments.wrongKind("shape",
                               "the block shape of the descriptor, " + shapeText(descriptor->array().blockShape));
  }
  Result loaded = callLoad(emitter, arguments);
  if (failed(loaded)) {
    return failure();
  }
  Typed value = castTo(emitter, *asTyped(*loaded), *type);
  return failed(value) ? Result(failure()) : Result(makeObject(*value));
}

/// The value that a store or atomic writes, as a block of `shape` and the descriptor's type.
static Typed readStored(Emitter &emitter, Arguments &arguments, const StridedArray &array, Shape shape) {
  Typed value = arguments.value("value");
  if (failed(value)) {
    return failure();
  }
  if (value->shape() != shape) {
    emitter.report(DiagnosticKind::StoredShapeMismatch) << shapeText(value->shape()) << shapeText(shape);
    return failure();
  }
  return castTo(emitter, *value, array.base.dtype.element());
}

static Result callStore(Emitter &emitter, Arguments &arguments) {
  auto found = access(emitter, arguments);
  if (failed(found) || failed(checkWritable(emitter, arguments.function(), found->first->array().base.dtype))) {
    return failure();
  }
  Typed value = readStored(emitter, arguments, found->first->array(), found->first->array().blockShape);
  if (failed(value)) {
    return failure();
  }
  emitStore(emitter, found->second.pointers, *value, found->second.mask, {});
  return Object::none();
}

/// Adds, or whatever `atomic` names, a block to the array; nothing comes back.
static Result reduceInto(Emitter &emitter, Arguments &arguments, std::string_view atomic) {
  auto found = access(emitter, arguments);
  if (failed(found)) {
    return failure();
  }
  Typed value = readStored(emitter, arguments, found->first->array(), found->first->array().blockShape);
  if (failed(value)) {
    return failure();
  }
  std::vector<Object> operands = {makeObject(found->second.pointers), makeObject(*value),
                                  makeObject(*found->second.mask)};
  std::vector<evaluate::NamedObject> order = {{"sem", Object::string("relaxed")}};
  const Builtin &builtin = *findBuiltin(atomic);
  FailureOr<Arguments> bound = Arguments::bind(emitter, arguments.function(), builtin.signature, operands, order);
  if (failed(bound) || failed(builtin.call(emitter, *bound))) {
    return failure();
  }
  return Object::none();
}

static constexpr char addName[] = "tl.atomic_add", minName[] = "tl.atomic_min", maxName[] = "tl.atomic_max",
                      andName[] = "tl.atomic_and", orName[] = "tl.atomic_or", xorName[] = "tl.atomic_xor";

template <const char *atomic>
static Result callReduce(Emitter &emitter, Arguments &arguments) {
  return reduceInto(emitter, arguments, atomic);
}

/// The rows that a gather or scatter names: pointers to their elements and which of them lie inside of the array.
static FailureOr<std::pair<const TensorDescriptorObject *, BlockAccess>> accessRows(Emitter &emitter,
                                                                                    Arguments &arguments) {
  const TensorDescriptorObject *descriptor = asTensorDescriptor(arguments.get("desc"));
  if (!descriptor) {
    return arguments.wrongKind("desc", "a tensor descriptor");
  }
  Typed rows = arguments.value("x_offsets");
  FailureOr<SmallVector<Value>> column = readIndices(emitter, arguments, "y_offset");
  if (failed(rows) || failed(column)) {
    return failure();
  }
  const StridedArray &array = descriptor->array();
  if (array.rank() != 2 || array.blockShape[0] != 1 || rows->rank() != 1 || !rows->dtype.isInteger() ||
      rows->shape()[0] < 8 || column->size() != 1) {
    emitter.report(DiagnosticKind::DescriptorRowsInvalid)
        << arguments.function() << shapeText(array.blockShape) << rows->typeText();
    return failure();
  }
  if (failed(checkBlockSize(emitter, {rows->shape()[0], array.blockShape[1]}))) {
    return failure();
  }
  return std::make_pair(descriptor, accessRowsOf(emitter, array, *rows, column->front()));
}

static Result callGather(Emitter &emitter, Arguments &arguments) {
  auto found = accessRows(emitter, arguments);
  return failed(found) ? Result(failure()) : loadPadded(emitter, *found->first, found->second);
}

static Result callScatter(Emitter &emitter, Arguments &arguments) {
  auto found = accessRows(emitter, arguments);
  if (failed(found) || failed(checkWritable(emitter, arguments.function(), found->first->array().base.dtype))) {
    return failure();
  }
  Typed value = readStored(emitter, arguments, found->first->array(), found->second.pointers.shape());
  if (failed(value)) {
    return failure();
  }
  emitStore(emitter, found->second.pointers, *value, found->second.mask, {});
  return Object::none();
}

ArrayRef<Builtin> descriptorBuiltins() {
  static constexpr std::string_view make = "base, shape, strides, block_shape, padding_option='zero'";
  static constexpr std::string_view write = "desc, offsets, value";
  static const Builtin table[] = {
      {"tl.make_tensor_descriptor", make, callMakeDescriptor},
      {"tl._experimental_make_tensor_descriptor", make, callMakeDescriptor},
      {"tl.load_tensor_descriptor", "desc, offsets", callLoad},
      {"tl._experimental_descriptor_load", "desc, offsets, shape, dtype", callOldLoad},
      {"tl._experimental_descriptor_store", "desc, value, offsets", callStore},
      {"tl.store_tensor_descriptor", write, callStore},
      {"tl.descriptor_atomic_add", write, callReduce<addName>},
      {"tl.descriptor_atomic_min", write, callReduce<minName>},
      {"tl.descriptor_atomic_max", write, callReduce<maxName>},
      {"tl.descriptor_atomic_and", write, callReduce<andName>},
      {"tl.descriptor_atomic_or", write, callReduce<orName>},
      {"tl.descriptor_atomic_xor", write, callReduce<xorName>},
      {"tl.descriptor_gather", "desc, x_offsets, y_offset", callGather},
      {"tl.descriptor_scatter", "desc, value, x_offsets, y_offset", callScatter},
  };
  return table;
}

} // namespace tkc::elaborate
