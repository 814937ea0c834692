// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The methods of str.
#include "tkc/Evaluate/Operations.h"

#include <algorithm>
#include <cctype>
#include <cstring>

#include "BuiltinTables.h"

namespace tkc::evaluate {

/// `strip`, or one side of it.
template <bool IsLeft, bool IsRight>
static Object strStrip(const BuiltinCall &call) {
  Object given = call.argument(1);
  if (!given.isString() && !given.isNone()) {
    return call.misused("characters to remove");
  }
  std::string_view characters = given.isString() ? std::string_view(given.asString()) : textBlanks;
  std::string_view value = receiverText(call);
  value = IsLeft ? stripLeft(value, characters) : value;
  return Object::string(std::string(IsRight ? stripRight(value, characters) : value));
}

size_t findText(const std::string &text, const std::string &wanted, size_t begin) {
  if (begin > text.size() || wanted.size() > text.size() - begin) {
    return std::string::npos;
  }
  // std::string::find may take the product of both lengths.
  const void *found = memmem(text.data() + begin, text.size() - begin, wanted.data(), wanted.size());
  return found ? static_cast<const char *>(found) - text.data() : std::string::npos;
}

static Object strJoin(const BuiltinCall &call) {
  std::optional<std::vector<Object>> items = call.items(1);
  if (!items) {
    return call.misused("something to iterate over");
  }
  std::string result;
  for (size_t i = 0; i < items->size(); ++i) {
    if (!(*items)[i].isString()) {
      return (*items)[i].isUnknown() ? (*items)[i] : call.misused("strings");
    }
    result += (i == 0 ? "" : receiverText(call)) + (*items)[i].asString();
    if (result.size() > maximalSequenceLength) {
      return tooLongText(call.range);
    }
  }
  return Object::string(result);
}

/// Past the character of UTF-8 that begins at `place`.
static size_t nextCharacter(const std::string &text, size_t place) {
  do {
    ++place;
  } while (place < text.size() && (text[place] & 0xC0) == 0x80);
  return place;
}

static Object strReplace(const BuiltinCall &call) {
  Object from = call.argument(1), to = call.argument(2), most = call.argument(3);
  std::optional<int64_t> limit = most.isNone() ? -1 : most.toInt64();
  if (!from.isString() || !to.isString() || !limit) {
    return call.misused("two strings");
  }
  const std::string &value = receiverText(call), &wanted = from.asString();
  std::string result;
  size_t begin = 0, place = findText(value, wanted, 0);
  for (; place != std::string::npos && *limit != 0; --*limit) {
    result.append(value, begin, place - begin).append(to.asString());
    if (result.size() > maximalSequenceLength) {
      return tooLongText(call.range);
    }
    begin = place + wanted.size();
    // An empty text is found in front of each character, and at the end.
    size_t next = wanted.empty() ? nextCharacter(value, begin) : begin;
    place = findText(value, wanted, next);
  }
  result.append(value, begin);
  return result.size() > maximalSequenceLength ? tooLongText(call.range) : Object::string(std::move(result));
}

static Object strExpandTabs(const BuiltinCall &call) {
  constexpr int64_t widest = 100000;
  std::optional<int64_t> width = call.has(1, "tabsize") ? call.argument(1, "tabsize").toInt64() : 8;
  if (!width || *width > widest) {
    return call.misused("a width");
  }
  const std::string &value = receiverText(call);
  std::string result;
  int64_t column = 0;
  for (char c : value) {
    int64_t blanks = c == '\t' && *width > 0 ? *width - column % *width : 0;
    result.append(blanks, ' ').append(c == '\t' ? 0 : 1, c);
    bool isContinuation = (c & 0xC0) == 0x80;
    column = c == '\n' || c == '\r' ? 0 : column + blanks + (c != '\t' && !isContinuation);
    if (result.size() > maximalSequenceLength) {
      return tooLongText(call.range);
    }
  }
  return Object::string(std::move(result));
}

static bool hasPrefix(const std::string &value, const std::string &prefix) {
  return value.compare(0, prefix.size(), prefix) == 0;
}

static bool hasSuffix(const std::string &value, const std::string &suffix) {
  return value.size() >= suffix.size() && value.compare(value.size() - suffix.size(), suffix.size(), suffix) == 0;
}

/// The part of the receiver that the arguments `start` and `end` of a search name; no string when they name none.
static Object searched(const BuiltinCall &call) {
  bool isWhole = !call.has(2) && !call.has(3);
  return isWhole ? call.argument(0)
                 : subscript(call.argument(0), Object::slice(call.argument(2), call.argument(3), Object()), call.range);
}

template <bool (*Test)(const std::string &, const std::string &)>
static Object testEnd(const BuiltinCall &call) {
  Object part = searched(call);
  if (!part.isString()) {
    return part;
  }
  Object ends = call.argument(1);
  std::vector<Object> candidates = ends.isTuple() ? ends.items() : std::vector<Object>{ends};
  bool result = false;
  for (const Object &candidate : candidates) {
    if (!candidate.isString()) {
      return call.misused("a string or a tuple of strings");
    }
    result |= Test(part.asString(), candidate.asString());
  }
  return Object::boolean(result);
}

static Object strRemovePrefix(const BuiltinCall &call) {
  Object prefix = call.argument(1);
  if (!prefix.isString()) {
    return call.misused("a string");
  }
  return Object::string(hasPrefix(receiverText(call), prefix.asString())
                            ? receiverText(call).substr(prefix.asString().size())
                            : receiverText(call));
}

static Object strRemoveSuffix(const BuiltinCall &call) {
  Object suffix = call.argument(1);
  if (!suffix.isString()) {
    return call.misused("a string");
  }
  size_t kept = receiverText(call).size() - suffix.asString().size();
  return Object::string(hasSuffix(receiverText(call), suffix.asString()) ? receiverText(call).substr(0, kept)
                                                                         : receiverText(call));
}

/// The argument `start` of a search, counted from the left; negative in front of the text.
static Integer searchStart(const BuiltinCall &call) {
  Integer start = call.argument(2).toInteger().value_or(Integer(0));
  return start.isNegative() ? start + *lengthOf(call.argument(0)) : start;
}

/// `find`, or from the right; nothing is -1, or an error where `IsStrict`.
template <bool IsFromRight, bool IsStrict>
static Object strFind(const BuiltinCall &call) {
  if (!call.argument(1).isString()) {
    return call.misused("a string");
  }
  Object part = searched(call);
  if (!part.isString()) {
    return part;
  }
  const std::string wanted = call.argument(1).asString();
  size_t place = IsFromRight ? part.asString().rfind(wanted) : findText(part.asString(), wanted, 0);
  Integer start = searchStart(call);
  if (place == std::string::npos || start > *lengthOf(call.argument(0))) {
    return IsStrict ? call.fail("ValueError", "substring not found") : Object::integer(-1);
  }
  Integer before = *lengthOf(Object::string(part.asString().substr(0, place)));
  return Object::integer((start.isNegative() ? Integer(0) : start) + before);
}

static Object strCount(const BuiltinCall &call) {
  Object part = searched(call);
  const Object *wanted = call.get(1);
  if (!part.isString() || !wanted || !wanted->isString()) {
    return part.isString() ? call.misused("a string") : part;
  }
  const std::string &value = part.asString();
  if (wanted->asString().empty()) {
    bool isBehind = searchStart(call) > *lengthOf(call.argument(0));
    return Object::integer(isBehind ? 0 : *lengthOf(part) + 1);
  }
  int64_t count = 0;
  size_t place = findText(value, wanted->asString(), 0);
  for (; place != std::string::npos; place = findText(value, wanted->asString(), place + wanted->asString().size())) {
    ++count;
  }
  return Object::integer(count);
}

static Object strIsIdentifier(const BuiltinCall &call) {
  std::string value = receiverText(call);
  bool startsWell = !value.empty() && !std::isdigit(static_cast<unsigned char>(value[0]));
  return Object::boolean(startsWell && std::all_of(value.begin(), value.end(), [](unsigned char c) {
                           return std::isalnum(c) || c == '_' || c >= 128;
                         }));
}

//===- format ----------------------------------------------------------------------------------------------------===//

/// The value of a replacement field: `0`, `name`, `0.attr`, `name[key]`.
static Object fieldValue(const BuiltinCall &call, std::string field, size_t &nextAuto) {
  size_t end = std::min(field.find_first_of(".["), field.size());
  std::string name = field.substr(0, end);
  bool isNumber = !name.empty() && std::all_of(name.begin(), name.end(), [](char c) { return c >= '0' && c <= '9'; });
  size_t position = name.empty() ? nextAuto++ : isNumber && name.size() < 6 ? std::stoul(name) : SIZE_MAX - 1;
  const Object *found = call.arguments.get(position + 1, name);
  Object value = found ? *found : call.fail("IndexError", "there is no value for the field `" + field + "`");
  while (end < field.size() && !value.isUnknown()) {
    bool isIndex = field[end] == '[';
    size_t stop = isIndex ? field.find(']', end) : std::min(field.find_first_of(".[", end + 1), field.size());
    if (stop == std::string::npos) {
      return call.fail("ValueError", "a `[` of the format string is not closed");
    }
    std::string part = field.substr(end + 1, stop - end - 1);
    std::optional<Integer> number = isIndex ? Integer::parse(part, 10) : std::nullopt;
    value = isIndex ? call.evaluator.index(value, number ? Object::integer(*number) : Object::string(part), call.range)
                    : call.evaluator.attribute(value, part, call.range);
    end = isIndex ? stop + 1 : stop;
  }
  return value;
}

static Object formatField(const BuiltinCall &call, const std::string &field, size_t &nextAuto) {
  size_t colon = std::min(field.find(':'), field.size());
  std::string name = field.substr(0, colon);
  std::string spec = colon < field.size() ? field.substr(colon + 1) : "";
  size_t mark = name.find('!');
  Object value = fieldValue(call, name.substr(0, mark), nextAuto);
  if (mark != std::string::npos && !value.isUnknown()) {
    value = call.evaluator.text(value, /*isRepr=*/name.substr(mark + 1) != "s", call.range);
  }
  return call.evaluator.format(value, spec, call.range);
}

static Object strFormat(const BuiltinCall &call) {
  std::string pattern = receiverText(call);
  std::string result;
  size_t nextAuto = 0;
  for (size_t i = 0; i < pattern.size(); ++i) {
    bool isDoubled = i + 1 < pattern.size() && pattern[i + 1] == pattern[i];
    if ((pattern[i] != '{' && pattern[i] != '}') || isDoubled) {
      result += pattern[i];
      i += pattern[i] == '{' || pattern[i] == '}' ? 1 : 0;
      continue;
    }
    size_t close = pattern.find('}', i);
    if (pattern[i] == '}' || close == std::string::npos) {
      return call.fail("ValueError", "the braces of the format string don't match");
    }
    Object piece = formatField(call, pattern.substr(i + 1, close - i - 1), nextAuto);
    if (!piece.isString()) {
      return piece;
    }
    result += piece.asString();
    if (result.size() > maximalSequenceLength) {
      return tooLongText(call.range);
    }
    i = close;
  }
  return Object::string(result);
}

BuiltinTable stringBuiltins() {
  return {{"str.strip", strStrip<true, true>},
          {"str.lstrip", strStrip<true, false>},
          {"str.rstrip", strStrip<false, true>},
          {"str.join", strJoin},
          {"str.replace", strReplace},
          {"str.expandtabs", strExpandTabs},
          {"str.startswith", testEnd<hasPrefix>},
          {"str.endswith", testEnd<hasSuffix>},
          {"str.removeprefix", strRemovePrefix},
          {"str.removesuffix", strRemoveSuffix},
          {"str.find", strFind<false, false>},
          {"str.rfind", strFind<true, false>},
          {"str.index", strFind<false, true>},
          {"str.rindex", strFind<true, true>},
          {"str.count", strCount},
          {"str.isidentifier", strIsIdentifier},
          {"str.format", strFormat}};
}

} // namespace tkc::evaluate
