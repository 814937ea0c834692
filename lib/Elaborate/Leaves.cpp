// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Leaves and flags as SSA values: what block arguments, yields and results carry.
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"

#include "Elaborator.h"

namespace tkc::elaborate {

mlir::Value Elaborator::negated(mlir::Value condition, SourceRange range) {
  mlir::Location location = locationOf(range);
  mlir::Value one = mlir::arith::ConstantIntOp::create(builder, location, 1, 1);
  return mlir::arith::XOrIOp::create(builder, location, condition, one);
}

mlir::Value Elaborator::flagValue(const Flag &flag, mlir::Block &block) {
  if (flag.isMaybe()) {
    return flag.value;
  }
  mlir::OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToEnd(&block);
  return mlir::arith::ConstantIntOp::create(builder, identity.location(), flag.isYes(), 1);
}

llvm::SmallVector<mlir::Type> Elaborator::typesOf(const Object &typed) {
  llvm::SmallVector<mlir::Type> types;
  if (typed.isDType()) {
    types.push_back(*semantic.convertType(typed.asDType()));
    return types;
  }
  llvm::SmallVector<mlir::Value> values;
  asRunTime(typed)->appendValues(values);
  for (mlir::Value value : values) {
    types.push_back(value.getType());
  }
  return types;
}

void Elaborator::appendPoison(const Object &typed, llvm::SmallVectorImpl<mlir::Value> &values) {
  for (mlir::Type type : typesOf(typed)) {
    values.push_back(mlir::ub::PoisonOp::create(builder, identity.location(), type));
  }
}

void Elaborator::appendLeaf(const Object &typed, const std::optional<Object> &value,
                            llvm::SmallVectorImpl<mlir::Value> &values) {
  if (!value) {
    return appendPoison(typed, values);
  }
  if (const RunTimeObject *object = asRunTime(*value)) {
    return object->appendValues(values);
  }
  const DType &type = typed.isDType() ? typed.asDType() : asTyped(typed)->dtype;
  mlir::FailureOr<Object> converted = at(identity.range()).cast(*value, type);
  if (mlir::failed(converted)) {
    return appendPoison(typed, values);
  }
  asRunTime(*converted)->appendValues(values);
}

std::vector<Object> Elaborator::objectsOf(llvm::ArrayRef<Leaf> leaves, mlir::ValueRange values) {
  std::vector<Object> objects;
  for (const Leaf &leaf : leaves) {
    size_t count = typesOf(leaf.typed).size();
    llvm::SmallVector<mlir::Value> own(values.take_front(count));
    values = values.drop_front(count);
    objects.push_back(leaf.typed.isDType() ? makeObject({own.front(), leaf.typed.asDType()})
                                           : asRunTime(leaf.typed)->withValues(own));
  }
  return objects;
}

llvm::SmallVector<mlir::Type> Elaborator::typesOfLeaves(llvm::ArrayRef<Leaf> leaves) {
  llvm::SmallVector<mlir::Type> types;
  for (const Leaf &leaf : leaves) {
    llvm::append_range(types, typesOf(leaf.typed));
  }
  return types;
}

mlir::ValueRange Elaborator::addArguments(mlir::Block &block, llvm::ArrayRef<mlir::Type> types) {
  size_t before = block.getNumArguments();
  for (mlir::Type type : types) {
    block.addArgument(type, identity.location());
  }
  return mlir::ValueRange(block.getArguments()).drop_front(before);
}

mlir::Value Elaborator::anyOf(const Flag &first, const Flag &second, mlir::Block &block) {
  if (first.isNo() || second.isYes()) {
    return flagValue(second, block);
  }
  if (second.isNo() || first.isYes()) {
    return flagValue(first, block);
  }
  return mlir::arith::OrIOp::create(builder, identity.location(), first.value, second.value);
}

void Elaborator::yieldAtEnd(mlir::Block &block, mlir::ValueRange values) {
  mlir::OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToEnd(&block);
  mlir::scf::YieldOp::create(builder, identity.location(), values);
}

} // namespace tkc::elaborate
