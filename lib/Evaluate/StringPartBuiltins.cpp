// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The methods of str that part a text, fill it up, or ask for the kind of its characters.
#include "tkc/Evaluate/Operations.h"

#include <algorithm>
#include <tuple>

#include "BuiltinTables.h"

namespace tkc::evaluate {

static bool isAscii(const std::string &value) {
  return std::all_of(value.begin(), value.end(), [](char c) { return static_cast<unsigned char>(c) < 128; });
}

//===- Parts -----------------------------------------------------------------------------------------------------===//

static bool isBlank(char c) { return textBlanks.find(c) != std::string_view::npos; }

/// Where parts begin and end, from the left.
using Parts = std::vector<std::pair<size_t, size_t>>;

static Parts partsAt(const std::string &value, const std::string &separator) {
  Parts parts;
  size_t begin = 0;
  for (size_t place; (place = findText(value, separator, begin)) != std::string::npos;
       begin = place + separator.size()) {
    parts.push_back({begin, place});
  }
  parts.push_back({begin, value.size()});
  return parts;
}

static Parts partsAtBlanks(const std::string &value) {
  Parts parts;
  auto place = value.begin();
  while ((place = std::find_if_not(place, value.end(), isBlank)) != value.end()) {
    auto end = std::find_if(place, value.end(), isBlank);
    parts.push_back({place - value.begin(), end - value.begin()});
    place = end;
  }
  return parts;
}

/// The last separator before `end` is looked for first, so that separators that overlap are found from the right.
static Parts partsAtFromRight(const std::string &value, const std::string &separator) {
  std::string reversedValue(value.rbegin(), value.rend()), reversedSeparator(separator.rbegin(), separator.rend());
  Parts parts = partsAt(reversedValue, reversedSeparator);
  std::reverse(parts.begin(), parts.end());
  for (auto &[begin, end] : parts) {
    std::tie(begin, end) = std::pair(value.size() - end, value.size() - begin);
  }
  return parts;
}

/// Makes one part of the last (from the right: the first) ones, so that at most `most` separators count. Of blanks that
/// part keeps those at its end.
static void joinRest(Parts &parts, int64_t most, bool isFromRight, const std::string &value, bool isBlanks) {
  if (most < 0 || parts.size() <= static_cast<uint64_t>(most)) {
    return;
  }
  size_t kept = most;
  if (isFromRight) {
    size_t joined = parts.size() - kept;
    parts[joined - 1].first = isBlanks ? 0 : parts.front().first;
    parts.erase(parts.begin(), parts.begin() + (joined - 1));
  } else {
    parts[kept].second = isBlanks ? value.size() : parts.back().second;
    parts.resize(kept + 1);
  }
}

template <bool IsFromRight>
static Object strSplit(const BuiltinCall &call) {
  Object separator = call.argument(1, "sep");
  Object given = call.argument(2, "maxsplit");
  std::optional<int64_t> most = given.isNone() ? -1 : given.toInt64();
  if (!most || (!separator.isNone() && !separator.isString())) {
    return call.misused("a separator and a number of splits");
  }
  if (separator.isString() && separator.asString().empty()) {
    return call.fail("ValueError", "empty separator");
  }
  const std::string &value = receiverText(call);
  Parts parts = separator.isNone() ? partsAtBlanks(value)
                : IsFromRight      ? partsAtFromRight(value, separator.asString())
                                   : partsAt(value, separator.asString());
  joinRest(parts, *most, IsFromRight, value, separator.isNone());
  std::vector<Object> result;
  for (auto [begin, end] : parts) {
    result.push_back(Object::string(value.substr(begin, end - begin)));
  }
  return Object::list(std::move(result));
}

template <bool IsFromRight>
static Object strPartition(const BuiltinCall &call) {
  Object separator = call.argument(1);
  if (!separator.isString()) {
    return call.misused("a separator");
  }
  if (separator.asString().empty()) {
    return call.fail("ValueError", "empty separator");
  }
  const std::string &value = receiverText(call);
  size_t place = IsFromRight ? value.rfind(separator.asString()) : findText(value, separator.asString(), 0);
  if (place == std::string::npos) {
    Object whole = call.argument(0);
    return IsFromRight ? Object::tuple({Object::string(""), Object::string(""), whole})
                       : Object::tuple({whole, Object::string(""), Object::string("")});
  }
  return Object::tuple({Object::string(value.substr(0, place)), separator,
                        Object::string(value.substr(place + separator.asString().size()))});
}

/// The bytes of the end of a line that begins at `place`; 0 where none does.
static size_t lineEndAt(const std::string &value, size_t place) {
  std::string_view rest = std::string_view(value).substr(place, 3);
  char c = rest[0];
  if (rest.substr(0, 2) == "\r\n" || rest.substr(0, 2) == "\xC2\x85") {
    return 2;
  }
  bool isOne = (c >= '\n' && c <= '\r') || (c >= '\x1c' && c <= '\x1e');
  return isOne ? 1 : rest == "\xE2\x80\xA8" || rest == "\xE2\x80\xA9" ? 3 : 0;
}

static Object strSplitLines(const BuiltinCall &call) {
  const std::string &value = receiverText(call);
  bool keepsEnds = truthOf(call.argument(1, "keepends")).value_or(false);
  std::vector<Object> lines;
  size_t begin = 0;
  for (size_t place = 0; place < value.size();) {
    size_t end = lineEndAt(value, place);
    place += std::max<size_t>(end, 1);
    if (end != 0) {
      lines.push_back(Object::string(value.substr(begin, place - begin - (keepsEnds ? 0 : end))));
      begin = place;
    }
  }
  if (begin < value.size()) {
    lines.push_back(Object::string(value.substr(begin)));
  }
  return Object::list(std::move(lines));
}

//===- Filling up ------------------------------------------------------------------------------------------------===//

/// How many characters are missing, and the one that takes their place; nothing when the arguments say neither.
static std::optional<std::pair<int64_t, std::string>> filling(const BuiltinCall &call) {
  constexpr int64_t widest = 100000;
  std::optional<int64_t> width = call.argument(1).toInt64();
  std::string fill = call.argument(2).isString() ? call.argument(2).asString() : " ";
  bool isOne = lengthOf(Object::string(fill)) == 1 && (call.argument(2).isString() || call.argument(2).isNone());
  if (!width || *width > widest || !isOne) {
    return std::nullopt;
  }
  int64_t length = *lengthOf(call.argument(0));
  return std::pair(*width > length ? *width - length : 0, fill);
}

enum class Side { Left, Middle, Right };

template <Side Place>
static Object strJustify(const BuiltinCall &call) {
  auto fill = filling(call);
  if (!fill) {
    return call.misused("a width and a character");
  }
  int64_t missing = fill->first;
  // As in CPython the odd one goes to the left of texts of odd width.
  int64_t width = missing + *lengthOf(call.argument(0));
  int64_t before = Place == Side::Left ? 0 : Place == Side::Right ? missing : missing / 2 + (missing & width & 1);
  auto filled = [&](int64_t count) {
    return binaryOperation(ast::BinaryOp::Mul, Object::string(fill->second), Object::integer(count), call.range)
        .asString();
  };
  return Object::string(filled(before) + receiverText(call) + filled(missing - before));
}

static Object strZFill(const BuiltinCall &call) {
  auto fill = filling(call);
  if (!fill) {
    return call.misused("a width");
  }
  std::string value = receiverText(call);
  size_t sign = !value.empty() && (value[0] == '-' || value[0] == '+') ? 1 : 0;
  return Object::string(value.insert(sign, fill->first, '0'));
}

//===- Letters ---------------------------------------------------------------------------------------------------===//

/// The kinds of characters are those of ASCII.
static Object notAscii(const BuiltinCall &call) {
  return call.fail("", "the kinds of characters outside ASCII are not known at compile time");
}

static bool isUpper(char c) { return c >= 'A' && c <= 'Z'; }
static bool isLower(char c) { return c >= 'a' && c <= 'z'; }
static bool isLetter(char c) { return isUpper(c) || isLower(c); }
static bool isDigit(char c) { return c >= '0' && c <= '9'; }
static bool isLetterOrDigit(char c) { return isLetter(c) || isDigit(c); }
static char toUpper(char c) { return isLower(c) ? static_cast<char>(c - 'a' + 'A') : c; }
static char toLower(char c) { return isUpper(c) ? static_cast<char>(c - 'A' + 'a') : c; }

/// `convert` gets a character and the one before it, 0 before the first.
template <char (*Convert)(char c, char before)>
static Object convertCase(const BuiltinCall &call) {
  std::string value = receiverText(call);
  if (!isAscii(value)) {
    return notAscii(call);
  }
  char before = 0;
  for (char &c : value) {
    char now = c;
    c = Convert(now, before);
    before = now;
  }
  return Object::string(value);
}

static char upper(char c, char) { return toUpper(c); }
static char lower(char c, char) { return toLower(c); }
static char swapped(char c, char) { return isUpper(c) ? toLower(c) : toUpper(c); }
static char capitalized(char c, char before) { return before == 0 ? toUpper(c) : toLower(c); }
static char titled(char c, char before) { return isLetter(before) ? toLower(c) : toUpper(c); }

template <bool (*Test)(char)>
static Object testAll(const BuiltinCall &call) {
  const std::string &value = receiverText(call);
  return !isAscii(value) ? notAscii(call)
                         : Object::boolean(!value.empty() && std::all_of(value.begin(), value.end(), Test));
}

/// All letters are of one case, and there is one.
template <bool (*IsCase)(char)>
static Object testCase(const BuiltinCall &call) {
  const std::string &value = receiverText(call);
  if (!isAscii(value)) {
    return notAscii(call);
  }
  return Object::boolean(std::any_of(value.begin(), value.end(), isLetter) &&
                         std::all_of(value.begin(), value.end(), [](char c) { return !isLetter(c) || IsCase(c); }));
}

BuiltinTable stringPartBuiltins() {
  return {{"str.split", strSplit<false>},
          {"str.rsplit", strSplit<true>},
          {"str.splitlines", strSplitLines},
          {"str.partition", strPartition<false>},
          {"str.rpartition", strPartition<true>},
          {"str.ljust", strJustify<Side::Left>},
          {"str.center", strJustify<Side::Middle>},
          {"str.rjust", strJustify<Side::Right>},
          {"str.zfill", strZFill},
          {"str.upper", convertCase<upper>},
          {"str.lower", convertCase<lower>},
          {"str.casefold", convertCase<lower>},
          {"str.swapcase", convertCase<swapped>},
          {"str.capitalize", convertCase<capitalized>},
          {"str.title", convertCase<titled>},
          {"str.isdigit", testAll<isDigit>},
          {"str.isnumeric", testAll<isDigit>},
          {"str.isdecimal", testAll<isDigit>},
          {"str.isalpha", testAll<isLetter>},
          {"str.isalnum", testAll<isLetterOrDigit>},
          {"str.isspace", testAll<isBlank>},
          {"str.isupper", testCase<isUpper>},
          {"str.islower", testCase<isLower>}};
}

} // namespace tkc::evaluate
