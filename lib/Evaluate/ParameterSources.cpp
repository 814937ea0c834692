// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads signatures, `--const` and annotations into what is known of each parameter.
#include "ParameterSources.h"

#include "tkc/Evaluate/Operations.h"

#include <algorithm>
#include <cctype>

namespace tkc::evaluate {

using namespace ast;
using Kind = SpecializedParameter::Kind;

bool ParameterSources::isConstexpr(const Parameter &parameter) {
  return parameter.annotation && parameter.annotation->range.text().find("constexpr") != std::string_view::npos;
}

std::optional<size_t> ParameterSources::indexOf(std::string_view name, SourceRange range) {
  const List<Parameter> &parameters = kernel.parameters();
  for (size_t i = 0; i < parameters.size(); ++i) {
    if (parameters[i].name.text == name) {
      return i;
    }
  }
  diagnostics.report(DiagnosticKind::ParameterUnknown, range.isValid() ? range : kernel.range()) << kernel.name << name;
  return std::nullopt;
}

void ParameterSources::fill(Slots &slots, size_t index, SpecializedParameter value) {
  if (slots[index]) {
    std::string_view name = kernel.parameters()[index].name.text;
    diagnostics.report(DiagnosticKind::ParameterGivenTwice, value.range) << name;
    return;
  }
  slots[index] = std::move(value);
}

ParameterSources::Slots ParameterSources::fromRequest(const SpecializationRequest &request) {
  Slots slots(kernel.parameters().size());
  if (request.signature) {
    addSignature(slots, *request.signature);
  }
  addConstants(slots, request);
  for (const SpecializedParameter &argument : request.arguments) {
    if (std::optional<size_t> index = indexOf(argument.name, argument.range)) {
      fill(slots, *index, argument);
    }
  }
  return slots;
}

void ParameterSources::addSignature(Slots &slots, const std::string &signature) {
  const SourceBuffer &buffer = evaluator.moduleLoader().sourceManager().addBuffer("<signature>", signature);
  std::vector<SignatureEntry> entries = parseSignature(buffer, diagnostics);
  size_t position = 0;
  size_t positionalCount =
      std::count_if(entries.begin(), entries.end(), [](const SignatureEntry &entry) { return entry.name.empty(); });
  if (positionalCount > slots.size()) {
    diagnostics.report(DiagnosticKind::SignatureTooLong, entries[slots.size()].range)
        << positionalCount << kernel.name << slots.size();
    return;
  }
  for (const SignatureEntry &entry : entries) {
    std::optional<size_t> index = entry.name.empty() ? position++ : indexOf(entry.name, entry.range);
    if (!index || entry.kind == SignatureEntry::Kind::Absent) {
      continue;
    }
    if (std::optional<SpecializedParameter> value = fromEntry(entry, kernel.parameters()[*index])) {
      fill(slots, *index, std::move(*value));
    }
  }
}

void ParameterSources::addConstants(Slots &slots, const SpecializationRequest &request) {
  for (const auto &[name, text] : request.constants) {
    SpecializedParameter value;
    value.constant = evaluateText(text, "<--const " + name + ">", /*takesWords=*/true, value.range);
    std::optional<size_t> index = indexOf(name, value.range);
    if (!index) {
      continue;
    }
    if (value.constant.isUnknown()) {
      diagnostics.report(DiagnosticKind::ConstantInvalid, value.range)
          << text << name << value.constant.asUnknown().reason;
      continue;
    }
    fill(slots, *index, std::move(value));
  }
}

//===- Entries ---------------------------------------------------------------------------------------------------===//

static bool isWord(std::string_view text) {
  bool startsWell = !text.empty() && !std::isdigit(static_cast<unsigned char>(text[0]));
  return startsWell && std::all_of(text.begin(), text.end(),
                                   [](unsigned char c) { return std::isalnum(c) || c == '_' || c == '-' || c >= 128; });
}

Object ParameterSources::evaluateText(const std::string &text, std::string_view bufferName, bool takesWords,
                                      SourceRange &range) {
  const SourceBuffer &buffer = evaluator.moduleLoader().sourceManager().addBuffer(std::string(bufferName), text);
  SourceRange whole = {&buffer, 0, buffer.size()};
  range = range.isValid() ? range : whole;
  Object value = evaluator.evaluateText(buffer, *kernel.module->globals);
  bool isUndefined = value.isUnknown() && value.asUnknown().exception == "NameError";
  std::optional<DType> type = isUndefined ? DType::parse(text) : std::nullopt;
  if (type) {
    return Object::dtype(*type);
  }
  bool isNoExpression = value.isUnknown() && value.asUnknown().exception == "SyntaxError";
  return (isUndefined || isNoExpression) && takesWords && isWord(text) ? Object::string(text) : value;
}

std::optional<SpecializedParameter> ParameterSources::fromType(const SignatureEntry &entry,
                                                               const Parameter &parameter) {
  SpecializedParameter value;
  value.range = entry.range;
  if (isConstexpr(parameter)) {
    bool isBareType = entry.divisibility == 1 && !entry.isOne && !entry.isNoAlias;
    if (!isBareType) {
      diagnostics.report(DiagnosticKind::ConstexprGivenType, entry.range) << parameter.name.text << entry.literal;
      return std::nullopt;
    }
    value.constant = Object::dtype(entry.type);
    return value;
  }
  if (entry.type.isVoid() || entry.type.isBlock()) {
    diagnostics.report(DiagnosticKind::ParameterTypeInvalid, entry.range) << parameter.name.text << entry.type.name();
    return std::nullopt;
  }
  bool isDescriptor = entry.type.isTensorDescriptor();
  bool isCountable = entry.type.isPointer() || entry.type.isInteger() || isDescriptor;
  bool isOneDescriptor = entry.isOne && isDescriptor;
  if ((entry.divisibility != 1 && !isCountable) || isOneDescriptor) {
    diagnostics.report(DiagnosticKind::SignatureHintMisplaced, entry.range)
        << entry.divisibility << entry.type.signatureName();
    return std::nullopt;
  }
  if (entry.isNoAlias && !entry.type.isPointer() && !isDescriptor) {
    diagnostics.report(DiagnosticKind::SignatureHintMisplaced, entry.range) << "noalias" << entry.type.signatureName();
    return std::nullopt;
  }
  value.kind = isDescriptor ? Kind::Descriptor : Kind::Scalar;
  value.type = entry.type;
  value.divisibility = entry.divisibility;
  value.isNoAlias = entry.isNoAlias;
  if (entry.isOne) {
    value.kind = Kind::Constant;
    value.constant = Object::integer(1);
  }
  return value;
}

std::optional<SpecializedParameter> ParameterSources::fromTuple(const SignatureEntry &entry, const Parameter &parameter,
                                                                const std::vector<const SignatureEntry *> &entries,
                                                                std::shared_ptr<ClassObject> type) {
  SpecializedParameter value;
  value.kind = Kind::Tuple;
  value.range = entry.range;
  value.tupleClass = std::move(type);
  std::vector<Object> constants;
  for (size_t i = 0; i < entries.size(); ++i) {
    std::optional<SpecializedParameter> part = SpecializedParameter();
    if (entries[i]) {
      part = fromEntry(*entries[i], parameter);
    } else {
      part->constant = *value.tupleClass->fields[i].defaultValue;
    }
    if (!part) {
      return std::nullopt;
    }
    if (part->kind == Kind::Constant) {
      constants.push_back(part->constant);
    }
    value.items.push_back(std::move(*part));
  }
  if (constants.size() == value.items.size()) {
    value.kind = Kind::Constant;
    value.constant = Object::namedTuple(std::move(value.tupleClass), std::move(constants));
    value.items.clear();
  }
  return value;
}

std::optional<SpecializedParameter> ParameterSources::fromNamedTuple(const SignatureEntry &entry,
                                                                     const Parameter &parameter,
                                                                     const std::shared_ptr<ClassObject> &type) {
  std::vector<const SignatureEntry *> entries(type->fields.size(), nullptr);
  auto refuse = [&](std::string reason) {
    diagnostics.report(DiagnosticKind::SignatureFieldsInvalid, entry.range)
        << entry.literal << parameter.name.text << std::move(reason);
    return std::nullopt;
  };
  for (size_t i = 0; i < entry.items.size(); ++i) {
    const SignatureEntry &item = entry.items[i];
    std::optional<size_t> index = item.name.empty() ? i : type->fieldIndex(item.name);
    if (!index) {
      return refuse("`" + type->name + "` has no field `" + item.name + "`");
    }
    if (*index >= entries.size()) {
      return refuse("`" + type->name + "` has " + std::to_string(entries.size()) + " fields");
    }
    if (entries[*index]) {
      return refuse("the field `" + type->fields[*index].name + "` is given twice");
    }
    entries[*index] = &item;
  }
  for (size_t i = 0; i < entries.size(); ++i) {
    if (!entries[i] && !type->fields[i].defaultValue) {
      return refuse("the field `" + type->fields[i].name + "` is missing");
    }
  }
  return fromTuple(entry, parameter, entries, type);
}

std::optional<SpecializedParameter> ParameterSources::fromLiteral(const SignatureEntry &entry,
                                                                  const Parameter &parameter) {
  SpecializedParameter value;
  value.range = entry.range;
  value.constant = evaluateText(entry.literal, "<signature>", /*takesWords=*/false, value.range);
  if (value.constant.isUnknown()) {
    diagnostics.report(DiagnosticKind::SignatureEntryInvalid, entry.range) << entry.literal << parameter.name.text;
    return std::nullopt;
  }
  std::optional<SpecializedParameter> declared = fromAnnotation(parameter);
  bool isPointer = declared && declared->type.isPointer();
  bool isNumber = value.constant.isNumber();
  if (declared && !value.constant.isNone() && (isPointer || !isNumber)) {
    diagnostics.report(DiagnosticKind::ParameterTypeMismatch, entry.range)
        << parameter.name.text << declared->type.signatureName() << brief(value.constant);
    return std::nullopt;
  }
  value.type = declared ? declared->type : DType();
  return value;
}

std::optional<SpecializedParameter> ParameterSources::fromEntry(const SignatureEntry &entry,
                                                                const Parameter &parameter) {
  if (entry.kind == SignatureEntry::Kind::Type) {
    return fromType(entry, parameter);
  }
  if (entry.kind != SignatureEntry::Kind::Tuple) {
    return fromLiteral(entry, parameter);
  }
  if (entry.className.empty()) {
    std::vector<const SignatureEntry *> entries;
    for (const SignatureEntry &item : entry.items) {
      entries.push_back(&item);
    }
    return fromTuple(entry, parameter, entries, nullptr);
  }
  SourceRange range = entry.range;
  Object callee = evaluateText(entry.className, "<signature>", /*takesWords=*/false, range);
  bool isNamedTuple = callee.is(ObjectKind::Class) && callee.asClass().flavor == ClassFlavor::NamedTuple;
  return isNamedTuple ? fromNamedTuple(entry, parameter, callee.dataAs<ClassObject>()) : fromLiteral(entry, parameter);
}

//===- Annotations -----------------------------------------------------------------------------------------------===//

/// The text of a string, or of what the source says.
static std::string wordOf(const Expr &expr) {
  const auto *text = llvm::dyn_cast<StringExpr>(&expr);
  return std::string(text ? text->value : expr.range.text());
}

/// The entry that an annotation spells: `"*fp16:16"`, `ptr[fp16]`, `ptr[fp16, 16]`, `i32`, `tl.int64`, `int`.
static std::string annotationText(const Expr &annotation) {
  const auto *subscript = llvm::dyn_cast<SubscriptExpr>(&annotation);
  std::optional<std::string> object = subscript ? dottedName(subscript->object) : std::nullopt;
  bool isPointer = object && (*object == "ptr" || *object == "tl.ptr" || *object == "tkc.ptr" || *object == "pointer");
  if (!isPointer) {
    return wordOf(annotation);
  }
  std::string result = "*";
  for (const Expr *index : subscript->indices()) {
    result += (result.size() > 1 ? ":" : "") + wordOf(*index);
  }
  return result;
}

std::optional<SpecializedParameter> ParameterSources::fromAnnotation(const Parameter &parameter) {
  if (!parameter.annotation || isConstexpr(parameter)) {
    return std::nullopt;
  }
  SourceRange range = parameter.annotation->range;
  std::string text = annotationText(*parameter.annotation);
  SignatureEntry entry = parseSignatureEntry(text, range, diagnostics);
  if (entry.kind != SignatureEntry::Kind::Type) {
    // Perhaps a name or an expression for a type.
    Object value = llvm::isa<StringExpr>(parameter.annotation)
                       ? Object()
                       : evaluator.evaluate(*parameter.annotation, *kernel.module->globals);
    if (!value.isDType()) {
      return std::nullopt;
    }
    entry.kind = SignatureEntry::Kind::Type;
    entry.type = value.asDType();
  }
  std::optional<SpecializedParameter> result = fromType(entry, parameter);
  if (result) {
    result->range = range;
  }
  return result;
}

} // namespace tkc::evaluate
