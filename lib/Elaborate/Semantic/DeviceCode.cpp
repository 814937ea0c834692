// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Code that the language only passes on, element by element: inline assembly, functions of device libraries, and
// functions that branch on each element.
#include "tkc/Dialect/Tk/IR/AsmConstraints.h"

#include "llvm/ADT/StringExtras.h"

#include "Broadcast.h"
#include "Casts.h"
#include "Families.h"

using namespace mlir;
using namespace tkc;

namespace tkc::elaborate {

using TypedValues = SmallVector<TypedValue>;

/// The items of a parameter as values of one shape.
static FailureOr<TypedValues> readTogether(Emitter &emitter, Arguments &arguments, std::string_view parameter) {
  TypedValues values;
  for (const Object &item : arguments.items(parameter)) {
    Typed value = emitter.toTyped(item);
    if (failed(value)) {
      return failure();
    }
    values.push_back(*value);
  }
  if (failed(broadcastTogether(emitter, values))) {
    return failure();
  }
  return values;
}

static SmallVector<Value> valuesOf(ArrayRef<TypedValue> values) {
  return llvm::map_to_vector(values, [](const TypedValue &value) { return value.value; });
}

static FailureOr<unsigned> readPack(Emitter &emitter, Arguments &arguments) {
  FailureOr<int64_t> pack = arguments.integer("pack");
  if (failed(pack)) {
    return failure();
  }
  if (*pack < 1 || *pack > 64 || !llvm::isPowerOf2_64(*pack)) {
    emitter.report(DiagnosticKind::PackInvalid) << arguments.function() << *pack;
    return failure();
  }
  return unsigned(*pack);
}

/// One value as it is, several as a tuple.
static Object resultObject(ResultRange results, ArrayRef<DType> types, bool isTuple) {
  std::vector<Object> objects;
  for (auto [result, type] : llvm::zip(results, types)) {
    objects.push_back(makeObject({result, type}));
  }
  return isTuple ? Object::tuple(std::move(objects)) : objects.front();
}

//===----------------------------------------------------------------------===//
// Inline assembly.
//===----------------------------------------------------------------------===//

/// The element types that `dtype` names, one or a tuple.
static FailureOr<SmallVector<DType>> readResultTypes(Emitter &emitter, Arguments &arguments) {
  SmallVector<DType> types;
  for (const Object &item : arguments.items("dtype")) {
    std::optional<DType> parsed = item.isString() ? DType::parse(item.asString()) : std::nullopt;
    if (!item.isDType() && !parsed) {
      return arguments.wrongKind("dtype", "a data type or a tuple of them");
    }
    types.push_back(item.isDType() ? item.asDType() : *parsed);
    if (!emitter.elementType(types.back())) {
      return failure();
    }
  }
  if (types.empty()) {
    return arguments.wrongKind("dtype", "a data type or a tuple of them");
  }
  return types;
}

/// Reports constraints that do not fit the values; the op's verifier knows the rules.
static LogicalResult checkConstraints(Emitter &emitter, tk::InlineAsmOp op) {
  std::string problem;
  ScopedDiagnosticHandler handler(op.getContext(), [&](mlir::Diagnostic &diagnostic) {
    problem = diagnostic.str();
    return success();
  });
  if (succeeded(op.verify())) {
    return success();
  }
  StringRef text = problem;
  text.consume_front("'tk.inline_asm' op expects ");
  emitter.report(DiagnosticKind::AsmConstraintsInvalid) << std::string(text);
  return failure();
}

static Result emitInlineAsm(Emitter &emitter, StringRef assembly, StringRef constraints, ArrayRef<TypedValue> values,
                            ArrayRef<DType> types, bool isTuple, bool isPure, unsigned pack) {
  Shape shape = values.empty() ? Shape() : values.front().shape();
  SmallVector<Type> results =
      llvm::map_to_vector(types, [&](const DType &type) { return emitter.typeOf(type, shape); });
  auto op = emitter.create<tk::InlineAsmOp>(results, valuesOf(values), assembly, constraints, isPure, pack);
  if (failed(checkConstraints(emitter, op))) {
    op.erase();
    return failure();
  }
  return resultObject(op->getResults(), types, isTuple);
}

static Result callInlineAsm(Emitter &emitter, Arguments &arguments) {
  FailureOr<std::string> assembly = arguments.string("asm"), constraints = arguments.string("constraints");
  FailureOr<TypedValues> values = readTogether(emitter, arguments, "args");
  FailureOr<SmallVector<DType>> types = readResultTypes(emitter, arguments);
  FailureOr<bool> isPure = arguments.boolean("is_pure");
  FailureOr<unsigned> pack = readPack(emitter, arguments);
  if (failed(assembly) || failed(constraints) || failed(values) || failed(types) || failed(isPure) || failed(pack)) {
    return failure();
  }
  return emitInlineAsm(emitter, *assembly, *constraints, *values, *types, arguments.get("dtype").isSequence(), *isPure,
                       *pack);
}

static Result callGlobalTimer(Emitter &emitter, Arguments &) {
  return emitInlineAsm(emitter, "mov.u64 $0, %globaltimer;", "=l", {}, {DTypeKind::Int64}, false, false, 1);
}
static Result callSmId(Emitter &emitter, Arguments &) {
  return emitInlineAsm(emitter, "mov.u32 $0, %smid;", "=r", {}, {DTypeKind::Int32}, false, true, 1);
}

//===----------------------------------------------------------------------===//
// Functions of device libraries.
//===----------------------------------------------------------------------===//

/// True if the types that an entry of the table names are those of the values.
static bool namesTypes(const Object &key, ArrayRef<TypedValue> values) {
  ArrayRef<Object> types = key.isSequence() ? ArrayRef<Object>(key.items()) : ArrayRef<Object>(key);
  return types.size() == values.size() && llvm::all_of(llvm::zip(types, values), [](auto pair) {
           const Object &type = std::get<0>(pair);
           return type.isDType() && type.asDType() == std::get<1>(pair).dtype;
         });
}

/// Casts the values to the type that they promote to together, as functions of several arguments need.
static LogicalResult promoteTogether(Emitter &emitter, Arguments &arguments, TypedValues &values) {
  for (unsigned i = 1; i < values.size(); ++i) {
    auto pair = promoteOperands(emitter, arguments.function(), makeObject(values[0]), makeObject(values[i]));
    if (failed(pair)) {
      return failure();
    }
    values[0] = pair->first;
  }
  for (TypedValue &value : values) {
    Typed cast = castTo(emitter, value, values[0].dtype);
    if (failed(cast)) {
      return failure();
    }
    value = *cast;
  }
  return success();
}

static const Object *findEntry(const evaluate::DictObject &table, ArrayRef<TypedValue> values) {
  for (const auto &entry : table.entries) {
    if (namesTypes(entry.key, values)) {
      return &entry.value;
    }
  }
  return nullptr;
}

/// `("symbol", type)` as the table has it.
static bool isSymbolEntry(const Object &entry) {
  return entry.isSequence() && entry.items().size() == 2 && entry.items()[0].isString() && entry.items()[1].isDType();
}

static void reportNoEntry(Emitter &emitter, const evaluate::DictObject &table, ArrayRef<TypedValue> values) {
  std::vector<std::string> found, known;
  for (const TypedValue &value : values) {
    found.push_back(value.dtype.name());
  }
  for (const auto &entry : table.entries) {
    std::vector<std::string> names;
    for (const Object &type : entry.key.isSequence() ? entry.key.items() : std::vector<Object>{entry.key}) {
      names.push_back(type.isDType() ? type.asDType().name() : typeText(type));
    }
    known.push_back("(" + llvm::join(names, ", ") + ")");
  }
  emitter.report(DiagnosticKind::ExternFormUnknown) << "(" + llvm::join(found, ", ") + ")" << llvm::join(known, ", ");
}

/// Whether values of the one type are what a function of the other takes: the sign of integers does not matter.
static bool hasSameBits(const DType &left, const DType &right) {
  return left == right || (left.isInteger() && right.isInteger() && left.bitWidth() == right.bitWidth());
}

/// Refuses symbols that libdevice lacks, and types that the function has not.
static LogicalResult checkSymbol(Emitter &emitter, const std::string &symbol, ArrayRef<TypedValue> operands,
                                 const DType &result) {
  const DeviceFunctionTypes *known = findDeviceSymbol(symbol);
  if (!known) {
    emitter.report(DiagnosticKind::LibdeviceSymbolUnknown) << symbol;
    return failure();
  }
  SmallVector<DType> found = llvm::map_to_vector(operands, [](const TypedValue &value) { return value.dtype; });
  bool fits = found.size() == known->arguments.size() && hasSameBits(result, known->result) &&
              llvm::all_of(llvm::zip(found, known->arguments),
                           [](auto pair) { return hasSameBits(std::get<0>(pair), std::get<1>(pair)); });
  if (!fits) {
    auto list = [](ArrayRef<DType> types) {
      return "(" + llvm::join(llvm::map_range(types, [](const DType &type) { return type.name(); }), ", ") + ")";
    };
    emitter.report(DiagnosticKind::ExternTypesMismatch)
        << symbol << list(known->arguments) << known->result.name() << list(found) << result.name();
    return failure();
  }
  return success();
}

static Result callExtern(Emitter &emitter, Arguments &arguments) {
  FailureOr<TypedValues> values = readTogether(emitter, arguments, "args");
  FailureOr<bool> isPure = arguments.boolean("is_pure");
  const Object &table = arguments.get("arg_type_symbol_dict");
  if (!table.is(evaluate::ObjectKind::Dict)) {
    return arguments.wrongKind("arg_type_symbol_dict", "a dict from types to symbols");
  }
  if (failed(values) || failed(isPure)) {
    return failure();
  }
  if (values->empty()) {
    emitter.report(DiagnosticKind::OperandNotSupported) << arguments.function() << "nothing" << "values";
    return failure();
  }
  TypedValues operands = *values;
  const Object *entry = findEntry(table.asDict(), operands);
  if (!entry && operands.size() > 1) {
    if (failed(promoteTogether(emitter, arguments, operands))) {
      return failure();
    }
    entry = findEntry(table.asDict(), operands);
  }
  if (!entry || !isSymbolEntry(*entry)) {
    reportNoEntry(emitter, table.asDict(), *values);
    return failure();
  }
  const DType &type = entry->items()[1].asDType();
  if (failed(checkSymbol(emitter, entry->items()[0].asString(), operands, type))) {
    return failure();
  }
  Type result = emitter.typeOf(type, operands.front().shape());
  if (!result) {
    return failure();
  }
  auto op = emitter.create<tk::ExternElementwiseOp>(result, valuesOf(operands), entry->items()[0].asString(), *isPure);
  return makeObject({op.getResult(), type});
}

//===----------------------------------------------------------------------===//
// Functions of one element.
//===----------------------------------------------------------------------===//

/// Fills the region with a call of the function; gives the types of the results, each of which it gives `pack` times.
static FailureOr<SmallVector<DType>> fillMap(Emitter &emitter, Arguments &arguments, Region &region,
                                             ArrayRef<TypedValue> values, unsigned pack) {
  OpBuilder::InsertionGuard guard(emitter.builder);
  Block *block = emitter.builder.createBlock(&region);
  std::vector<Object> elements;
  for (const TypedValue &value : values) {
    for (unsigned i = 0; i < pack; ++i) {
      Value argument = block->addArgument(emitter.elementType(value.dtype), emitter.location);
      elements.push_back(makeObject({argument, value.dtype}));
    }
  }
  FailureOr<SmallVector<Object>> results = emitter.callElementFunction(arguments.get("scalar_fn"), elements);
  if (failed(results)) {
    return failure();
  }
  if (results->empty() || results->size() % pack != 0 || results->front().isNone()) {
    emitter.report(DiagnosticKind::MapResultMismatch)
        << (results->size() == 1 && results->front().isNone() ? 0 : results->size()) << pack;
    return failure();
  }
  SmallVector<DType> types;
  SmallVector<Value> yielded;
  for (auto [index, object] : llvm::enumerate(*results)) {
    Typed value = emitter.toTyped(object);
    if (succeeded(value) && value->isBlock()) {
      emitter.report(DiagnosticKind::OperandNotSupported)
          << "the function of `tl.map_elementwise`" << value->typeText() << "scalars as results";
      return failure();
    }
    // The elements that are packed together have the type of the first.
    value = failed(value) || index % pack == 0 ? value : castTo(emitter, *value, types.back());
    if (failed(value)) {
      return failure();
    }
    if (index % pack == 0) {
      types.push_back(value->dtype);
    }
    yielded.push_back(value->value);
  }
  emitter.builder.setInsertionPointToEnd(block);
  emitter.create<tk::YieldOp>(yielded);
  return types;
}

static Result callMap(Emitter &emitter, Arguments &arguments) {
  FailureOr<TypedValues> values = readTogether(emitter, arguments, "args");
  FailureOr<unsigned> pack = readPack(emitter, arguments);
  if (failed(values) || failed(pack)) {
    return failure();
  }
  if (values->empty() || !values->front().isBlock()) {
    emitter.report(DiagnosticKind::OperandNotSupported)
        << arguments.function() << (values->empty() ? "nothing" : values->front().typeText()) << "blocks";
    return failure();
  }
  // The results' types are known only when the region is there: it moves into an op that has them.
  Region region;
  FailureOr<SmallVector<DType>> types = fillMap(emitter, arguments, region, *values, *pack);
  if (failed(types)) {
    return failure();
  }
  Shape shape = values->front().shape();
  SmallVector<Type> results =
      llvm::map_to_vector(*types, [&](const DType &type) { return emitter.typeOf(type, shape); });
  auto op = emitter.create<tk::MapElementwiseOp>(results, valuesOf(*values), *pack);
  op.getFunction().takeBody(region);
  return resultObject(op->getResults(), *types, types->size() > 1);
}

ArrayRef<Builtin> deviceCodeBuiltins() {
  static const Builtin table[] = {
      {"tl.inline_asm_elementwise", "asm, constraints, args, dtype, is_pure, pack, _semantic=None, _builder=None",
       callInlineAsm},
      {"tl.extern_elementwise",
       "lib_name, lib_path, args, arg_type_symbol_dict, is_pure, _semantic=None, _builder=None", callExtern},
      {"tl.map_elementwise", "scalar_fn, *args, pack=1", callMap},
      {"tl.extra.cuda.globaltimer", "", callGlobalTimer},
      {"tl.extra.cuda.smid", "", callSmId},
  };
  return table;
}

} // namespace tkc::elaborate
