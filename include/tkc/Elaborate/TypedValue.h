// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Run-time values as the elaborator holds them: SSA values with the language's types, which MLIR's signless integers
// and plain pointers do not tell.
#ifndef TKC_ELABORATE_TYPEDVALUE_H
#define TKC_ELABORATE_TYPEDVALUE_H

#include "tkc/Evaluate/Object.h"

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Value.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

namespace tkc::elaborate {

using evaluate::DType;
using evaluate::DTypeKind;
using evaluate::Object;

/// A scalar or a block that exists when the kernel runs.
struct TypedValue {
  mlir::Value value;
  /// Of one element; the shape is that of the value's type.
  DType dtype;

  bool isBlock() const { return mlir::isa<mlir::RankedTensorType>(value.getType()); }
  /// Empty for a scalar.
  llvm::ArrayRef<int64_t> shape() const;
  unsigned rank() const { return shape().size(); }
  /// 1 for a scalar.
  int64_t elementCount() const;
  /// The element type, or the block type of it and the shape.
  DType type() const;
  /// For messages: "fp32", "fp32[16, 64]", "pointer<fp32>[128]".
  std::string typeText() const;
  bool hasTypeOf(const TypedValue &other) const;
};

/// Base of the objects that consist of SSA values: what control flow carries from block to block.
class RunTimeObject : public evaluate::OpaqueObject {
public:
  enum class Kind : uint8_t { Tensor, BlockPointer, TensorDescriptor };

  Kind kind() const { return objectKind; }
  const void *family() const override { return familyTag(); }
  static const void *familyTag();

  /// Appends the SSA values that make up the object, in a fixed order.
  virtual void appendValues(llvm::SmallVectorImpl<mlir::Value> &values) const = 0;
  /// The object of the same type that consists of `values`, which come in the order of `appendValues`.
  virtual Object withValues(llvm::ArrayRef<mlir::Value> values) const = 0;
  /// For messages.
  virtual std::string typeText() const = 0;
  /// True if `other` can take this object's place: equal types throughout.
  virtual bool hasTypeOf(const RunTimeObject &other) const = 0;

protected:
  explicit RunTimeObject(Kind kind) : objectKind(kind) {}

private:
  Kind objectKind;
};

/// A scalar or block.
class TensorObject final : public RunTimeObject {
public:
  explicit TensorObject(TypedValue tensor) : RunTimeObject(Kind::Tensor), tensor(std::move(tensor)) {}

  const TypedValue &typed() const { return tensor; }
  std::string kindName() const override { return "a run-time value of type " + tensor.typeText(); }
  void appendValues(llvm::SmallVectorImpl<mlir::Value> &values) const override { values.push_back(tensor.value); }
  Object withValues(llvm::ArrayRef<mlir::Value> values) const override;
  std::string typeText() const override { return tensor.typeText(); }
  bool hasTypeOf(const RunTimeObject &other) const override;

private:
  TypedValue tensor;
};

/// What a block pointer and a tensor descriptor have in common: a strided array in memory, and the shape of the blocks
/// that are read from it and written to it.
struct StridedArray {
  /// A scalar pointer.
  TypedValue base;
  /// i64 scalars, one a dimension.
  llvm::SmallVector<mlir::Value> shape, strides;
  llvm::SmallVector<int64_t> blockShape;

  unsigned rank() const { return blockShape.size(); }
};

/// What `tl.make_block_ptr` gives: an array and the place of one block in it.
class BlockPointerObject final : public RunTimeObject {
public:
  BlockPointerObject(StridedArray array, llvm::SmallVector<mlir::Value> offsets, llvm::SmallVector<int64_t> order)
      : RunTimeObject(Kind::BlockPointer), strided(std::move(array)), blockOffsets(std::move(offsets)),
        dimensionOrder(std::move(order)) {}

  const StridedArray &array() const { return strided; }
  /// i64 scalars, one a dimension.
  llvm::ArrayRef<mlir::Value> offsets() const { return blockOffsets; }
  llvm::ArrayRef<int64_t> order() const { return dimensionOrder; }
  std::string kindName() const override { return "a block pointer"; }
  void appendValues(llvm::SmallVectorImpl<mlir::Value> &values) const override;
  Object withValues(llvm::ArrayRef<mlir::Value> values) const override;
  std::string typeText() const override;
  bool hasTypeOf(const RunTimeObject &other) const override;

private:
  StridedArray strided;
  llvm::SmallVector<mlir::Value> blockOffsets;
  llvm::SmallVector<int64_t> dimensionOrder;
};

/// What `tl.make_tensor_descriptor` gives, or a descriptor that the host passed.
class TensorDescriptorObject final : public RunTimeObject {
public:
  TensorDescriptorObject(StridedArray array, bool padsWithNan)
      : RunTimeObject(Kind::TensorDescriptor), strided(std::move(array)), nanPadding(padsWithNan) {}

  const StridedArray &array() const { return strided; }
  /// Reads outside of the array give NaN instead of 0.
  bool padsWithNan() const { return nanPadding; }
  std::string kindName() const override { return "a tensor descriptor"; }
  void appendValues(llvm::SmallVectorImpl<mlir::Value> &values) const override;
  Object withValues(llvm::ArrayRef<mlir::Value> values) const override;
  std::string typeText() const override;
  bool hasTypeOf(const RunTimeObject &other) const override;

private:
  StridedArray strided;
  bool nanPadding;
};

/// Wraps a scalar or block.
Object makeObject(TypedValue value);
/// The run-time object inside, or null.
const RunTimeObject *asRunTime(const Object &object);
/// The scalar or block inside, or null.
const TypedValue *asTyped(const Object &object);
const BlockPointerObject *asBlockPointer(const Object &object);
const TensorDescriptorObject *asTensorDescriptor(const Object &object);

/// True if the object exists when the kernel runs, or is a tuple or list with such an item.
bool isRunTime(const Object &object);
/// The type for messages: of run-time values as above, of others the Python type's name.
std::string typeText(const Object &object);
/// "[16, 64]".
std::string shapeText(llvm::ArrayRef<int64_t> shape);

} // namespace tkc::elaborate

#endif // TKC_ELABORATE_TYPEDVALUE_H
