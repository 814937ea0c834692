// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// repr and str of compile-time values.
#include "tkc/Evaluate/Operations.h"

#include <algorithm>
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

/// Containers nested deeper than this are printed as dots.
constexpr unsigned deepestText = 40;

namespace {

/// Writes values. A container inside itself is dots, as in CPython; what goes on beyond the limit is left out.
class Writer {
public:
  explicit Writer(size_t limit = maximalSequenceLength) : limit(limit) {}

  std::string take() { return std::move(text); }

  void write(const Object &object, bool isRepr);
  void writeConfig(const ConfigObject &config);

private:
  void writeRepr(const Object &object);
  void writeContainer(const Object &object, bool isRepr);
  void writeItems(const std::vector<Object> &items);
  /// One of the named parts of a container; false when there is no room for it.
  bool writeField(bool isFirst, std::string_view name, const Object &value);
  void writeTuple(const TupleObject &tuple);
  /// A dict, or a set, which has keys alone.
  void writeMap(const ObjectMap &map, bool hasValues);
  void writeInstance(const InstanceObject &instance, bool isRepr);

  /// Writes what stands between the parts of a container, and says whether there is room for the next.
  bool separate(bool isFirst) {
    text += isFirst ? "" : ", ";
    return text.size() <= limit;
  }

  size_t limit;
  std::string text;
  /// The containers that are being written.
  std::vector<const ObjectData *> open;
};

} // namespace

void Writer::writeItems(const std::vector<Object> &items) {
  for (size_t i = 0; i < items.size() && separate(i == 0); ++i) {
    writeRepr(items[i]);
  }
}

bool Writer::writeField(bool isFirst, std::string_view name, const Object &value) {
  if (!separate(isFirst)) {
    return false;
  }
  text += name;
  text += '=';
  writeRepr(value);
  return true;
}

void Writer::writeTuple(const TupleObject &tuple) {
  if (!tuple.type) {
    text += "(";
    writeItems(tuple.items);
    text += tuple.items.size() == 1 ? ",)" : ")";
    return;
  }
  text += tuple.type->name;
  text += '(';
  for (size_t i = 0; i < tuple.items.size() && writeField(i == 0, tuple.type->fields[i].name, tuple.items[i]); ++i) {
  }
  text += ')';
}

void Writer::writeMap(const ObjectMap &map, bool hasValues) {
  text += "{";
  bool isFirst = true;
  for (const ObjectMap::Entry &entry : map) {
    if (!separate(isFirst)) {
      break;
    }
    isFirst = false;
    writeRepr(entry.key);
    if (hasValues) {
      text += ": ";
      writeRepr(entry.value);
    }
  }
  text += "}";
}

void Writer::writeInstance(const InstanceObject &instance, bool isRepr) {
  const ClassObject &type = *instance.type;
  if (type.flavor == ClassFlavor::Enum) {
    const Object *name = instance.attributes.find("name");
    const Object *value = instance.attributes.find("value");
    text += (isRepr ? "<" : "") + type.name + ".";
    name ? write(*name, /*isRepr=*/false) : void(text += "?");
    if (isRepr) {
      text += ": ";
      value ? writeRepr(*value) : void(text += "?");
      text += ">";
    }
    return;
  }
  if (type.flavor == ClassFlavor::Exception) {
    const Object *arguments = instance.attributes.find("args");
    std::vector<Object> items = arguments && arguments->isTuple() ? arguments->items() : std::vector<Object>();
    if (!isRepr && items.size() <= 1) {
      return items.empty() ? void() : write(items[0], /*isRepr=*/false);
    }
    text += (isRepr ? type.name : "") + "(";
    writeItems(items);
    text += ")";
    return;
  }
  if (type.flavor != ClassFlavor::Dataclass && type.flavor != ClassFlavor::Aggregate) {
    text += "<" + type.name + " object>";
    return;
  }
  text += type.name;
  text += '(';
  bool isFirst = true;
  for (const ClassObject::Field &field : type.fields) {
    const Object *value = instance.attributes.find(field.name);
    if (!writeField(isFirst, field.name, value ? *value : Object::none())) {
      break;
    }
    isFirst = false;
  }
  text += ')';
}

void Writer::writeConfig(const ConfigObject &config) {
  for (const NamedObject &entry : config.kwargs) {
    if (text.size() > limit) {
      return;
    }
    text += entry.name + ": ";
    write(entry.value, /*isRepr=*/false);
    text += ", ";
  }
  text += "num_warps: " + std::to_string(config.numWarps) + ", num_ctas: " + std::to_string(config.numCtas) +
          ", num_stages: " + std::to_string(config.numStages) + ", maxnreg: ";
  text += config.maxnreg ? std::to_string(*config.maxnreg) : "None";
}

/// Of numbers of which CPython makes no text, either, only the size.
static std::string integerText(const Integer &number) {
  return number.hasDecimalText() ? number.toString()
                                 : "<an integer of " + std::to_string(number.bitLength()) + " bits>";
}

static std::string rangeText(const RangeObject &range) {
  std::string text = "range(" + integerText(range.start) + ", " + integerText(range.stop);
  return text + (range.step == Integer(1) ? ")" : ", " + integerText(range.step) + ")");
}

/// What stands for a container of that kind inside itself.
static const char *dotsOf(ObjectKind kind) {
  switch (kind) {
  case ObjectKind::List:
    return "[...]";
  case ObjectKind::Tuple:
    return "(...)";
  case ObjectKind::Dict:
    return "{...}";
  default:
    return "...";
  }
}

void Writer::writeContainer(const Object &object, bool isRepr) {
  const ObjectData *data = object.data().get();
  bool isTooDeep = open.size() >= deepestText;
  if (isTooDeep || std::find(open.begin(), open.end(), data) != open.end()) {
    text += dotsOf(object.kind());
    return;
  }
  open.push_back(data);
  switch (object.kind()) {
  case ObjectKind::Tuple:
    writeTuple(object.asTuple());
    break;
  case ObjectKind::List:
    text += "[";
    writeItems(object.items());
    text += "]";
    break;
  case ObjectKind::Dict:
    writeMap(object.asDict().entries, /*hasValues=*/true);
    break;
  case ObjectKind::Set:
    object.asSet().entries.size() == 0 ? void(text += "set()") : writeMap(object.asSet().entries, /*hasValues=*/false);
    break;
  case ObjectKind::Slice:
    text += "slice(";
    writeItems({object.asSlice().start, object.asSlice().stop, object.asSlice().step});
    text += ")";
    break;
  case ObjectKind::Partial:
    text += "functools.partial(";
    writeRepr(object.asPartial().callee);
    text += ")";
    break;
  case ObjectKind::Config:
    writeConfig(object.asConfig());
    break;
  default:
    writeInstance(object.asInstance(), isRepr);
    break;
  }
  open.pop_back();
}

void Writer::writeRepr(const Object &object) {
  switch (object.kind()) {
  case ObjectKind::None:
    text += "None";
    break;
  case ObjectKind::NotImplemented:
    text += "NotImplemented";
    break;
  case ObjectKind::Ellipsis:
    text += "Ellipsis";
    break;
  case ObjectKind::Bool:
    text += object.asBool() ? "True" : "False";
    break;
  case ObjectKind::Int:
    text += integerText(object.asInteger());
    break;
  case ObjectKind::Float:
    text += floatText(object.asFloat());
    break;
  case ObjectKind::Str:
    text += quoteText(object.asString());
    break;
  case ObjectKind::Range:
    text += rangeText(object.asRange());
    break;
  case ObjectKind::DType:
    text += object.asDType().name();
    break;
  case ObjectKind::Module:
    text += "<module '" + object.asModule().name + "'>";
    break;
  case ObjectKind::Function:
    text += "<function " + object.asFunction().qualifiedName + ">";
    break;
  case ObjectKind::BoundMethod:
    text += "<bound method>";
    break;
  case ObjectKind::Builtin:
    text += "<" + object.builtinName() + ">";
    break;
  case ObjectKind::Class:
    text += "<class '" + object.asClass().name + "'>";
    break;
  case ObjectKind::Unknown:
    text += "<unknown: " + object.asUnknown().reason + ">";
    break;
  case ObjectKind::Opaque:
    text += "<" + object.asOpaque().kindName() + ">";
    break;
  default:
    writeContainer(object, /*isRepr=*/true);
    break;
  }
}

void Writer::write(const Object &object, bool isRepr) {
  if (!isRepr && object.isString()) {
    text += object.asString();
  } else if (!isRepr && object.is(ObjectKind::Instance)) {
    writeContainer(object, /*isRepr=*/false);
  } else {
    writeRepr(object);
  }
}

std::string repr(const Object &object) {
  Writer writer;
  writer.write(object, /*isRepr=*/true);
  return writer.take();
}

std::string str(const Object &object) {
  Writer writer;
  writer.write(object, /*isRepr=*/false);
  return writer.take();
}

std::string brief(const Object &object, bool isRepr, size_t limit) {
  Writer writer(limit);
  writer.write(object, isRepr);
  std::string text = writer.take();
  if (text.size() > limit) {
    while (limit > 0 && (text[limit] & 0xC0) == 0x80) {
      --limit;
    }
    text.resize(limit);
    text += "...";
  }
  return text;
}

std::string nameText(const Object &name) { return name.isString() ? name.asString() : brief(name); }

Object tooLongText(SourceRange range) { return Object::unknown("the string is too long", range, "OverflowError"); }

Object makeText(const Object &value, bool isRepr, SourceRange range) {
  if (value.isInt() && !value.asInteger().hasDecimalText()) {
    return Object::unknown("the integer has more than 4300 digits", range, "ValueError");
  }
  std::string text = isRepr ? repr(value) : str(value);
  return text.size() > maximalSequenceLength ? tooLongText(range) : Object::string(std::move(text));
}

} // namespace tkc::evaluate
