// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls of libdevice: finding the form of a function that fits the types of the arguments.
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSwitch.h"

#include "Broadcast.h"
#include "Casts.h"
#include "Families.h"
#include "Promotion.h"

using namespace mlir;
using namespace tkc;

namespace tkc::elaborate {

/// The forms of a function as the table has them, empty when there is no such function.
static StringRef formsOf(std::string_view name) {
  return llvm::StringSwitch<StringRef>(name)
#define TKC_LIBDEVICE(Name, Forms) .Case(#Name, Forms)
#include "LibdeviceFunctions.def"
      .Default("");
}

static DType typeOfLetter(char letter) {
  switch (letter) {
  case 'f':
    return DTypeKind::Float32;
  case 'd':
    return DTypeKind::Float64;
  case 'u':
    return DTypeKind::UInt32;
  case 'l':
    return DTypeKind::Int64;
  case 'U':
    return DTypeKind::UInt64;
  default: // 'i', and 'b' before it is read as int1
    return DTypeKind::Int32;
  }
}

namespace {
struct Form {
  SmallVector<DType> arguments;
  DType result;
  bool isPredicate = false;
  StringRef symbol;
};
} // namespace

static SmallVector<Form> parseForms(StringRef text) {
  SmallVector<Form> forms;
  SmallVector<StringRef> pieces;
  text.split(pieces, "; ");
  for (StringRef piece : pieces) {
    auto [types, symbol] = piece.split(' ');
    auto [arguments, result] = types.split('>');
    Form form;
    for (char letter : arguments) {
      form.arguments.push_back(typeOfLetter(letter));
    }
    form.result = typeOfLetter(result.front());
    form.isPredicate = result == "b";
    form.symbol = symbol;
    forms.push_back(form);
  }
  return forms;
}

static const Form *findForm(ArrayRef<Form> forms, ArrayRef<TypedValue> arguments) {
  for (const Form &form : forms) {
    bool fits = form.arguments.size() == arguments.size() &&
                llvm::all_of(llvm::zip(form.arguments, arguments),
                             [](auto pair) { return std::get<0>(pair) == std::get<1>(pair).dtype; });
    if (fits) {
      return &form;
    }
  }
  return nullptr;
}

/// Casts all arguments to the type that they promote to together.
static LogicalResult promoteAll(Emitter &emitter, std::string_view name, MutableArrayRef<TypedValue> arguments) {
  DType common = arguments.front().dtype;
  for (const TypedValue &argument : arguments.drop_front()) {
    std::optional<DType> promoted = promote({common}, {argument.dtype}, /*isDivision=*/false);
    if (!promoted) {
      emitter.report(DiagnosticKind::OperandTypesDoNotMix) << name << common.name() << argument.dtype.name();
      return failure();
    }
    common = *promoted;
  }
  for (TypedValue &argument : arguments) {
    argument = *castTo(emitter, argument, common);
  }
  return success();
}

static void reportNoForm(Emitter &emitter, std::string_view name, ArrayRef<Form> forms,
                         ArrayRef<TypedValue> arguments) {
  auto list = [](auto range) { return "(" + llvm::join(range, ", ") + ")"; };
  std::vector<std::string> found, known;
  for (const TypedValue &argument : arguments) {
    found.push_back(argument.dtype.name());
  }
  for (const Form &form : forms) {
    known.push_back(list(llvm::map_range(form.arguments, [](const DType &type) { return type.name(); })));
  }
  emitter.report(DiagnosticKind::DeviceFunctionFormUnknown) << name << list(found) << llvm::join(known, ", ");
}

const DeviceFunctionTypes *findDeviceSymbol(std::string_view symbol) {
  static const llvm::StringMap<DeviceFunctionTypes> table = [] {
    llvm::StringMap<DeviceFunctionTypes> known;
    for (StringRef forms : {
#define TKC_LIBDEVICE(Name, Forms) StringRef(Forms),
#include "LibdeviceFunctions.def"
         }) {
      for (Form &form : parseForms(forms)) {
        known.try_emplace(form.symbol, DeviceFunctionTypes{std::move(form.arguments), form.result});
      }
    }
    return known;
  }();
  llvm::StringRef name(symbol.data(), symbol.size());
  auto found = name.consume_front("__nv_") ? table.find(name) : table.end();
  return found == table.end() ? nullptr : &found->second;
}

bool hasLibdeviceFunction(std::string_view name) { return !formsOf(name).empty(); }

Result callLibdevice(Emitter &emitter, std::string_view name, ArrayRef<Object> arguments) {
  SmallVector<Form> forms = parseForms(formsOf(name));
  SmallVector<TypedValue> values;
  for (const Object &argument : arguments) {
    Typed value = emitter.toTyped(argument);
    if (failed(value)) {
      return failure();
    }
    if (value->dtype.isPointer()) {
      emitter.report(DiagnosticKind::OperandNotSupported) << name << value->dtype.name() << "integers and floats";
      return failure();
    }
    values.push_back(*value);
  }
  if (values.empty()) {
    reportNoForm(emitter, name, forms, values);
    return failure();
  }
  const Form *form = findForm(forms, values);
  DType narrow;
  if (!form) {
    SmallVector<TypedValue> given = values;
    if (failed(promoteAll(emitter, name, values))) {
      return failure();
    }
    // Narrow floats are computed in fp32.
    narrow = values.front().dtype;
    if (narrow.isFloat() && narrow.bitWidth() < 32) {
      for (TypedValue &value : values) {
        value = *castTo(emitter, value, DTypeKind::Float32);
      }
    }
    form = findForm(forms, values);
    if (!form) {
      reportNoForm(emitter, name, forms, given);
      return failure();
    }
  }
  if (failed(broadcastTogether(emitter, values))) {
    return failure();
  }
  SmallVector<Value> operands = llvm::map_to_vector(values, [](const TypedValue &value) { return value.value; });
  Type type = emitter.typeOf(form->result, values.front().shape());
  auto op = emitter.create<tk::ExternElementwiseOp>(type, operands, ("__nv_" + form->symbol).str());
  TypedValue result = {op.getResult(), form->result};
  if (form->isPredicate) {
    return makeObject(*castTo(emitter, result, DTypeKind::Int1));
  }
  bool narrows = form->result.isFloat() && narrow.isFloat() && narrow.bitWidth() < 32;
  return makeObject(narrows ? *castTo(emitter, result, narrow) : result);
}

} // namespace tkc::elaborate
