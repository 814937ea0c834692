// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// repr and str of compile-time values.
#include "tkc/Evaluate/Operations.h"

#include <charconv>
#include <cmath>

namespace tkc::evaluate {

std::string floatText(double value) {
  if (std::isnan(value)) {
    return "nan";
  }
  if (std::isinf(value)) {
    return value < 0 ? "-inf" : "inf";
  }
  char buffer[64];
  std::to_chars_result end = std::to_chars(buffer, buffer + sizeof(buffer), value, std::chars_format::scientific);
  std::string_view text(buffer, end.ptr - buffer);
  size_t mark = text.find('e');
  int exponent = std::atoi(std::string(text.substr(mark + 1)).c_str());
  if (exponent < -4 || exponent >= 16) {
    return std::string(text);
  }
  end = std::to_chars(buffer, buffer + sizeof(buffer), value, std::chars_format::fixed);
  std::string fixed(buffer, end.ptr - buffer);
  return fixed.find('.') == std::string::npos ? fixed + ".0" : fixed;
}

static std::string quoteText(const std::string &text) {
  bool hasSingle = text.find('\'') != std::string::npos;
  char quote = hasSingle && text.find('"') == std::string::npos ? '"' : '\'';
  std::string result(1, quote);
  for (char c : text) {
    if (c == quote || c == '\\') {
      result += {'\\', c};
    } else if (c == '\n') {
      result += "\\n";
    } else if (c == '\t') {
      result += "\\t";
    } else if (c == '\r') {
      result += "\\r";
    } else if (static_cast<unsigned char>(c) < 32 || c == 127) {
      constexpr std::string_view digits = "0123456789abcdef";
      result += {'\\', 'x', digits[(c >> 4) & 15], digits[c & 15]};
    } else {
      result += c;
    }
  }
  return result + quote;
}

/// Containers nested deeper than this, perhaps in themselves, are printed as dots.
constexpr unsigned deepestText = 40;

static std::string reprAt(const Object &object, unsigned depth);

static std::string joinItems(const std::vector<Object> &items, unsigned depth) {
  std::string text;
  for (const Object &item : items) {
    text += (text.empty() ? "" : ", ") + reprAt(item, depth + 1);
  }
  return text;
}

static std::string namedText(std::string_view name, const std::vector<NamedObject> &values, unsigned depth) {
  std::string text;
  for (const NamedObject &value : values) {
    text += (text.empty() ? "" : ", ") + value.name + "=" + reprAt(value.value, depth + 1);
  }
  return std::string(name) + "(" + text + ")";
}

static std::string tupleText(const TupleObject &tuple, unsigned depth) {
  if (!tuple.type) {
    return "(" + joinItems(tuple.items, depth) + (tuple.items.size() == 1 ? ",)" : ")");
  }
  std::vector<NamedObject> fields;
  for (size_t i = 0; i < tuple.items.size(); ++i) {
    fields.push_back({tuple.type->fields[i].name, tuple.items[i]});
  }
  return namedText(tuple.type->name, fields, depth);
}

static std::string dictText(const ObjectMap &map, unsigned depth) {
  std::string text;
  for (const ObjectMap::Entry &entry : map) {
    text += (text.empty() ? "" : ", ") + reprAt(entry.key, depth + 1) + ": " + reprAt(entry.value, depth + 1);
  }
  return "{" + text + "}";
}

static std::string setText(const ObjectMap &map, unsigned depth) {
  std::string text;
  for (const ObjectMap::Entry &entry : map) {
    text += (text.empty() ? "" : ", ") + reprAt(entry.key, depth + 1);
  }
  return text.empty() ? "set()" : "{" + text + "}";
}

static std::string instanceText(const InstanceObject &instance, bool isRepr, unsigned depth) {
  const ClassObject &type = *instance.type;
  if (type.flavor == ClassFlavor::Enum) {
    const Object *name = instance.attributes.find("name");
    const Object *value = instance.attributes.find("value");
    std::string text = type.name + "." + (name ? str(*name) : "?");
    return isRepr ? "<" + text + ": " + (value ? reprAt(*value, depth + 1) : "?") + ">" : text;
  }
  if (type.flavor == ClassFlavor::Exception) {
    const Object *arguments = instance.attributes.find("args");
    std::vector<Object> items = arguments && arguments->isTuple() ? arguments->items() : std::vector<Object>();
    if (isRepr) {
      return type.name + "(" + joinItems(items, depth) + ")";
    }
    return items.size() == 1 ? str(items[0]) : items.empty() ? "" : "(" + joinItems(items, depth) + ")";
  }
  if (type.flavor != ClassFlavor::Dataclass && type.flavor != ClassFlavor::Aggregate) {
    return "<" + type.name + " object>";
  }
  std::vector<NamedObject> fields;
  for (const ClassObject::Field &field : type.fields) {
    const Object *value = instance.attributes.find(field.name);
    fields.push_back({field.name, value ? *value : Object()});
  }
  return namedText(type.name, fields, depth);
}

static std::string configText(const ConfigObject &config) {
  std::string text;
  for (const NamedObject &entry : config.kwargs) {
    text += entry.name + ": " + str(entry.value) + ", ";
  }
  text += "num_warps: " + std::to_string(config.numWarps) + ", num_ctas: " + std::to_string(config.numCtas) +
          ", num_stages: " + std::to_string(config.numStages) + ", maxnreg: ";
  return text + (config.maxnreg ? std::to_string(*config.maxnreg) : "None");
}

static std::string rangeText(const RangeObject &range) {
  std::string text = "range(" + range.start.toString() + ", " + range.stop.toString();
  return text + (range.step == Integer(1) ? ")" : ", " + range.step.toString() + ")");
}

static std::string reprAt(const Object &object, unsigned depth) {
  if (depth > deepestText) {
    return "...";
  }
  switch (object.kind()) {
  case ObjectKind::None:
    return "None";
  case ObjectKind::NotImplemented:
    return "NotImplemented";
  case ObjectKind::Ellipsis:
    return "Ellipsis";
  case ObjectKind::Bool:
    return object.asBool() ? "True" : "False";
  case ObjectKind::Int:
    return object.asInteger().toString();
  case ObjectKind::Float:
    return floatText(object.asFloat());
  case ObjectKind::Str:
    return quoteText(object.asString());
  case ObjectKind::Tuple:
    return tupleText(object.asTuple(), depth);
  case ObjectKind::List:
    return "[" + joinItems(object.items(), depth) + "]";
  case ObjectKind::Dict:
    return dictText(object.asDict().entries, depth);
  case ObjectKind::Set:
    return setText(object.asSet().entries, depth);
  case ObjectKind::Slice:
    return "slice(" + reprAt(object.asSlice().start, depth + 1) + ", " + reprAt(object.asSlice().stop, depth + 1) +
           ", " + reprAt(object.asSlice().step, depth + 1) + ")";
  case ObjectKind::Range:
    return rangeText(object.asRange());
  case ObjectKind::DType:
    return object.asDType().name();
  case ObjectKind::Module:
    return "<module '" + object.asModule().name + "'>";
  case ObjectKind::Function:
    return "<function " + object.asFunction().qualifiedName + ">";
  case ObjectKind::BoundMethod:
    return "<bound method>";
  case ObjectKind::Partial:
    return "functools.partial(" + reprAt(object.asPartial().callee, depth + 1) + ")";
  case ObjectKind::Builtin:
    return "<" + object.builtinName() + ">";
  case ObjectKind::Class:
    return "<class '" + object.asClass().name + "'>";
  case ObjectKind::Instance:
    return instanceText(object.asInstance(), /*isRepr=*/true, depth);
  case ObjectKind::Config:
    return configText(object.asConfig());
  case ObjectKind::Unknown:
    return "<unknown: " + object.asUnknown().reason + ">";
  case ObjectKind::Opaque:
    return "<" + object.asOpaque().kindName() + ">";
  }
  return "?";
}

std::string repr(const Object &object) { return reprAt(object, 0); }

std::string str(const Object &object) {
  if (object.isString()) {
    return object.asString();
  }
  return object.is(ObjectKind::Instance) ? instanceText(object.asInstance(), /*isRepr=*/false, 0) : repr(object);
}

} // namespace tkc::evaluate
