// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes the module and function of a kernel and elaborates the body into it.
#include "tkc/Elaborate/Elaborate.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include "Elaborator.h"
#include "HintPlacement.h"

namespace tkc::elaborate {

static KernelArgument::Kind kindOf(const evaluate::SpecializedParameter &parameter) {
  switch (parameter.kind) {
  case evaluate::SpecializedParameter::Kind::Constant:
    return KernelArgument::Kind::Constant;
  case evaluate::SpecializedParameter::Kind::Scalar:
    return KernelArgument::Kind::Scalar;
  case evaluate::SpecializedParameter::Kind::Descriptor:
    return KernelArgument::Kind::Descriptor;
  case evaluate::SpecializedParameter::Kind::Tuple:
    return KernelArgument::Kind::Tuple;
  }
  return KernelArgument::Kind::Constant;
}

KernelArgument makeArgument(const evaluate::SpecializedParameter &parameter) {
  KernelArgument argument;
  argument.kind = kindOf(parameter);
  argument.constant = parameter.constant;
  argument.type = parameter.type;
  argument.divisibility = int32_t(parameter.divisibility);
  argument.isNoAlias = parameter.isNoAlias;
  argument.tupleClass = parameter.tupleClass;
  argument.range = parameter.range;
  bool isDescriptor = argument.kind == KernelArgument::Kind::Descriptor;
  for (const evaluate::SpecializedParameter &item : isDescriptor ? evaluate::listPieces(parameter) : parameter.items) {
    argument.items.push_back(makeArgument(item));
  }
  return argument;
}

namespace {

/// The function of one kernel under construction.
class KernelBuilder {
public:
  KernelBuilder(Elaborator &elaborator, mlir::MLIRContext &context, mlir::Location place)
      : elaborator(elaborator), context(context), place(place) {}

  /// Adds the function's parameters for `argument`; false after an error.
  bool declare(const KernelArgument &argument);
  mlir::func::FuncOp create(mlir::ModuleOp module, const evaluate::FunctionObject &kernel);
  /// What the kernel's code sees of the argument; takes the function's arguments in the order of `declare`. Constants
  /// are put where the builder stands.
  Object receive(const KernelArgument &argument, mlir::ValueRange &values);

private:
  bool addParameter(const KernelArgument &scalar);
  mlir::Value receivePiece(const KernelArgument &piece, mlir::ValueRange &values);
  Object receiveDescriptor(const KernelArgument &argument, mlir::ValueRange &values);

  Elaborator &elaborator;
  mlir::MLIRContext &context;
  mlir::Location place;
  llvm::SmallVector<mlir::Type> types;
  llvm::SmallVector<mlir::DictionaryAttr> attributes;
};

} // namespace

bool KernelBuilder::addParameter(const KernelArgument &scalar) {
  mlir::FailureOr<mlir::Type> converted = elaborator.at(scalar.range).convertType(scalar.type);
  if (mlir::failed(converted)) {
    return false;
  }
  types.push_back(*converted);
  mlir::NamedAttrList list;
  if (scalar.divisibility > 1) {
    list.set(tk::divisibilityAttrName,
             mlir::IntegerAttr::get(mlir::IntegerType::get(&context, 32), scalar.divisibility));
  }
  if (scalar.isNoAlias) {
    list.set(tk::noAliasAttrName, mlir::UnitAttr::get(&context));
  }
  attributes.push_back(list.getDictionary(&context));
  return true;
}

bool KernelBuilder::declare(const KernelArgument &argument) {
  switch (argument.kind) {
  case KernelArgument::Kind::Constant:
    return true;
  case KernelArgument::Kind::Scalar:
    return addParameter(argument);
  case KernelArgument::Kind::Descriptor:
    if (mlir::failed(elaborator.at(argument.range).checkDescriptor(argument.type))) {
      return false;
    }
    [[fallthrough]];
  case KernelArgument::Kind::Tuple:
    return llvm::all_of(argument.items, [&](const KernelArgument &item) { return declare(item); });
  }
  return false;
}

mlir::func::FuncOp KernelBuilder::create(mlir::ModuleOp module, const evaluate::FunctionObject &kernel) {
  mlir::OpBuilder &builder = elaborator.ops();
  builder.setInsertionPointToEnd(module.getBody());
  auto type = mlir::FunctionType::get(&context, types, {});
  auto function =
      mlir::func::FuncOp::create(builder, elaborator.locationOf(kernel.definition->name.range), kernel.name, type);
  function->setAttr(tk::kernelAttrName, builder.getUnitAttr());
  function.setAllArgAttrs(attributes);
  function.addEntryBlock();
  return function;
}

/// A piece of a descriptor, an argument or a constant; numbers as i64.
mlir::Value KernelBuilder::receivePiece(const KernelArgument &piece, mlir::ValueRange &values) {
  if (piece.kind == KernelArgument::Kind::Constant) {
    mlir::OpBuilder &builder = elaborator.ops();
    return mlir::arith::ConstantOp::create(builder, place, builder.getI64IntegerAttr(*piece.constant.toInt64()));
  }
  mlir::Value value = values.front();
  values = values.drop_front();
  mlir::Type wide = elaborator.ops().getI64Type();
  bool isNarrow = value.getType().isInteger() && value.getType() != wide;
  return isNarrow ? mlir::arith::ExtSIOp::create(elaborator.ops(), place, wide, value) : value;
}

Object KernelBuilder::receiveDescriptor(const KernelArgument &argument, mlir::ValueRange &values) {
  llvm::SmallVector<mlir::Value> pieces;
  for (const KernelArgument &piece : argument.items) {
    pieces.push_back(receivePiece(piece, values));
  }
  StridedArray array;
  size_t rank = argument.type.shape().size();
  llvm::ArrayRef<mlir::Value> sizes = llvm::ArrayRef(pieces).drop_front();
  array.base = {pieces.front(), DType::pointer(argument.type.element())};
  llvm::append_range(array.shape, sizes.take_front(rank));
  llvm::append_range(array.strides, sizes.drop_front(rank));
  llvm::append_range(array.blockShape, argument.type.shape());
  return Object::opaque(std::make_shared<TensorDescriptorObject>(std::move(array), /*padsWithNan=*/false));
}

Object KernelBuilder::receive(const KernelArgument &argument, mlir::ValueRange &values) {
  switch (argument.kind) {
  case KernelArgument::Kind::Constant:
    return argument.constant;
  case KernelArgument::Kind::Scalar: {
    mlir::Value value = values.front();
    values = values.drop_front();
    return makeObject({value, argument.type});
  }
  case KernelArgument::Kind::Descriptor:
    return receiveDescriptor(argument, values);
  case KernelArgument::Kind::Tuple: {
    std::vector<Object> items;
    for (const KernelArgument &item : argument.items) {
      items.push_back(receive(item, values));
    }
    return Object::namedTuple(argument.tupleClass, std::move(items));
  }
  }
  return Object::none();
}

/// Fills the kernel's function; false after an error that left nothing to fill.
static bool fillModule(mlir::ModuleOp module, Elaborator &elaborator, const evaluate::FunctionObject &kernel,
                       const std::vector<KernelArgument> &arguments) {
  SourceRange place = kernel.definition->name.range;
  KernelBuilder kernelBuilder(elaborator, *module.getContext(), elaborator.locationOf(place));
  if (!llvm::all_of(arguments, [&](const KernelArgument &argument) { return kernelBuilder.declare(argument); })) {
    return false;
  }
  mlir::func::FuncOp function = kernelBuilder.create(module, kernel);
  elaborator.ops().setInsertionPointToEnd(&function.getBody().front());
  mlir::ValueRange values(function.getArguments());
  std::vector<Object> objects;
  for (const KernelArgument &argument : arguments) {
    objects.push_back(kernelBuilder.receive(argument, values));
  }
  elaborator.elaborateBody(kernel, std::move(objects), place);
  mlir::func::ReturnOp::create(elaborator.ops(), elaborator.locationOf(place));
  return true;
}

Elaboration elaborateKernel(const evaluate::FunctionObject &kernel, const std::vector<KernelArgument> &arguments,
                            const KernelOptions &options, mlir::MLIRContext &context, evaluate::Evaluator &evaluator,
                            DiagnosticEngine &diagnostics) {
  context.loadDialect<tk::TkDialect, mlir::arith::ArithDialect, mlir::func::FuncDialect, mlir::math::MathDialect,
                      mlir::scf::SCFDialect, mlir::ub::UBDialect>();
  size_t firstDiagnostic = diagnostics.diagnostics().size();
  size_t errorsBefore = diagnostics.errorCount();
  TargetFacts target = options.target;
  target.checksOverflow |= options.isDebug && options.sanitizesOverflow;
  Elaborator elaborator(&context, diagnostics, evaluator, target, options.isDebug);
  elaborator.setReached(options.reached);
  elaborator.setBudget(options.budget);
  Elaboration result;
  result.module = mlir::ModuleOp::create(elaborator.locationOf(kernel.definition->name.range));
  for (const auto &[name, value] : options.moduleAttributes) {
    result.module.get()->setAttr("tk." + name, elaborator.ops().getI32IntegerAttr(value));
  }
  fillModule(*result.module, elaborator, kernel, arguments);
  diagnostics.dropRepeated(firstDiagnostic);
  if (diagnostics.errorCount() != errorsBefore) {
    result.module = nullptr;
    return result;
  }
  placeHints(*result.module);
  result.ops = elaborator.identities().finish(*result.module, kernel.name, options.firstId);
  return result;
}

} // namespace tkc::elaborate
