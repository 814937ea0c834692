// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Format specifications (`f"{x:08.3f}"`, `format(x, spec)`) and `%` formatting.
#include "tkc/Evaluate/Operations.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace tkc::evaluate {

namespace {

/// `[[fill]align][sign][z][#][0][width][grouping][.precision][type]`
struct FormatSpec {
  std::string fill = " ";
  /// 0 where the kind of the value decides.
  char align = 0;
  char sign = '-';
  bool hasSign = false;
  /// A number that is printed as -0 loses its sign.
  bool hidesNegativeZero = false;
  bool isAlternate = false;
  /// Whether `0` stands before the width: numbers are then filled behind their sign.
  bool isZeroFilled = false;
  char grouping = 0;
  int width = 0;
  int precision = -1;
  char type = 0;
};

/// The text of a number: what stands before the digits, the digits before the point, and the rest.
struct NumberText {
  std::string head, digits, rest;
};

} // namespace

constexpr int maximalFormatWidth = 100000;
constexpr int maximalPrecision = 500;

static bool isAlignment(char c) { return c == '<' || c == '>' || c == '^' || c == '='; }

/// Reads fill and alignment; says whether there is a fill.
static bool parseAlignment(FormatSpec &result, std::string_view &spec) {
  size_t fillSize = 1;
  while (fillSize < spec.size() && (spec[fillSize] & 0xC0) == 0x80) {
    ++fillSize;
  }
  if (spec.size() > fillSize && isAlignment(spec[fillSize])) {
    result.fill = spec.substr(0, fillSize);
    result.align = spec[fillSize];
    spec.remove_prefix(fillSize + 1);
    return true;
  }
  if (!spec.empty() && isAlignment(spec[0])) {
    result.align = spec[0];
    spec.remove_prefix(1);
  }
  return false;
}

/// Reads digits; -1 when there are none, nothing when the number is unreasonable.
static std::optional<int> parseNumber(std::string_view &spec) {
  int number = -1;
  while (!spec.empty() && spec[0] >= '0' && spec[0] <= '9') {
    number = (number < 0 ? 0 : number) * 10 + (spec[0] - '0');
    if (number > maximalFormatWidth) {
      return std::nullopt;
    }
    spec.remove_prefix(1);
  }
  return number;
}

static bool consume(std::string_view &spec, char c) {
  if (spec.empty() || spec[0] != c) {
    return false;
  }
  spec.remove_prefix(1);
  return true;
}

static void parseSign(FormatSpec &result, std::string_view &spec) {
  if (!spec.empty() && (spec[0] == '+' || spec[0] == '-' || spec[0] == ' ')) {
    result.sign = spec[0];
    result.hasSign = true;
    spec.remove_prefix(1);
  }
}

static bool parsePrecision(FormatSpec &result, std::string_view &spec) {
  std::optional<int> precision = parseNumber(spec);
  if (!precision || *precision < 0 || *precision > maximalPrecision) {
    return false;
  }
  result.precision = *precision;
  return true;
}

static std::optional<FormatSpec> parseSpec(std::string_view spec) {
  FormatSpec result;
  bool hasFill = parseAlignment(result, spec);
  parseSign(result, spec);
  result.hidesNegativeZero = consume(spec, 'z');
  result.isAlternate = consume(spec, '#');
  if (!hasFill && consume(spec, '0')) {
    result.fill = "0";
    result.isZeroFilled = true;
  }
  std::optional<int> width = parseNumber(spec);
  if (!width) {
    return std::nullopt;
  }
  result.width = std::max(*width, 0);
  if (!spec.empty() && (spec[0] == ',' || spec[0] == '_')) {
    result.grouping = spec[0];
    spec.remove_prefix(1);
  }
  if (consume(spec, '.') && !parsePrecision(result, spec)) {
    return std::nullopt;
  }
  if (!spec.empty()) {
    result.type = spec[0];
    spec.remove_prefix(1);
  }
  return spec.empty() ? std::optional(result) : std::nullopt;
}

/// `text` in the width; what is filled in stands behind `head` when the alignment says so.
static std::string pad(const std::string &head, const std::string &text, const FormatSpec &spec, char align) {
  int length = static_cast<int>(*lengthOf(Object::string(head + text)));
  int missing = std::max(0, spec.width - length);
  int before = align == '<' ? 0 : align == '^' ? missing / 2 : missing;
  std::string left, right;
  for (int i = 0; i < missing; ++i) {
    (i < before ? left : right) += spec.fill;
  }
  return align == '=' ? head + left + text + right : left + head + text + right;
}

/// Digits in groups of `size`, with zeros before them so that they are at least `least` characters (one more where
/// a separator would stand first).
static std::string group(const std::string &digits, char separator, size_t size, size_t least) {
  std::string reversed;
  for (size_t place = 0; place < digits.size() || reversed.size() < least; ++place) {
    if (separator && place > 0 && place % size == 0) {
      reversed += separator;
    }
    reversed += place < digits.size() ? digits[digits.size() - 1 - place] : '0';
  }
  return std::string(reversed.rbegin(), reversed.rend());
}

/// A number in the width. Zeros that fill it belong to the digits, and are grouped as they are.
static std::string padNumber(const NumberText &number, const FormatSpec &spec, size_t groupSize) {
  char align = spec.align ? spec.align : spec.isZeroFilled ? '=' : '>';
  std::string digits = number.digits;
  if (!digits.empty()) {
    size_t others = number.head.size() + number.rest.size();
    bool isFilled = align == '=' && spec.fill == "0" && size_t(spec.width) > others;
    digits = group(digits, spec.grouping, groupSize, isFilled ? spec.width - others : 0);
  }
  return pad(number.head, digits + number.rest, spec, align);
}

static std::string signText(bool isNegative, char sign) {
  return isNegative ? "-" : sign == '-' ? "" : std::string(1, sign);
}

/// Whether digits in that notation can be grouped: by commas only decimal ones.
static bool canGroup(const FormatSpec &spec) {
  std::string_view types = spec.grouping == '_' ? std::string_view("deEfFgG%box\0X", 13) : "deEfFgG%";
  return !spec.grouping || !spec.type || types.find(spec.type) != std::string_view::npos;
}

/// The radix that a letter stands for; 0 for none.
static unsigned radixOf(char type) {
  switch (type) {
  case 'x':
  case 'X':
    return 16;
  case 'o':
    return 8;
  case 'b':
    return 2;
  case 0:
  case 'd':
  case 'n':
    return 10;
  default:
    return 0;
  }
}

static NumberText integerParts(const Integer &value, const FormatSpec &spec, unsigned radix) {
  std::string digits = (value.isNegative() ? -value : value).toString(radix);
  if (spec.type == 'X') {
    std::transform(digits.begin(), digits.end(), digits.begin(), [](char c) { return std::toupper(c); });
  }
  std::string prefix = spec.isAlternate && radix != 10 ? std::string("0") + spec.type : "";
  return {signText(value.isNegative(), spec.sign) + prefix, digits, ""};
}

/// The character with that code; nothing when it isn't one in ASCII.
static std::optional<std::string> characterOf(const Integer &code) {
  std::optional<int64_t> number = code.asInt64();
  return number && *number >= 0 && *number < 128 ? std::optional(std::string(1, char(*number))) : std::nullopt;
}

static std::optional<std::string> formatInteger(const Integer &value, const FormatSpec &spec) {
  if (spec.precision >= 0 || spec.hidesNegativeZero || !canGroup(spec)) {
    return std::nullopt;
  }
  if (spec.type == 'c') {
    std::optional<std::string> character =
        spec.hasSign || spec.isAlternate || spec.grouping ? std::nullopt : characterOf(value);
    return character ? std::optional(padNumber({"", "", *character}, spec, 0)) : std::nullopt;
  }
  unsigned radix = radixOf(spec.type);
  if (radix == 0) {
    return std::nullopt;
  }
  return padNumber(integerParts(value, spec, radix), spec, radix == 10 ? 3 : 4);
}

static std::string printReal(char type, int precision, double value, bool isAlternate) {
  std::string pattern = isAlternate ? "%#.*" : "%.*";
  pattern += type;
  int size = std::snprintf(nullptr, 0, pattern.c_str(), precision, value);
  std::string text(size + 1, '\0');
  std::snprintf(text.data(), text.size(), pattern.c_str(), precision, value);
  text.pop_back();
  return text;
}

/// Without a type: the shortest text, or as many digits as the precision says, with one behind the point.
static std::string printPlainReal(double value, const FormatSpec &spec) {
  if (spec.precision < 0) {
    std::string text = floatText(value);
    size_t mark = text.find('e');
    bool needsPoint = spec.isAlternate && mark != std::string::npos && text.find('.') == std::string::npos;
    return needsPoint ? text.insert(mark, ".") : text;
  }
  int precision = std::max(spec.precision, 1);
  std::string text = printReal('e', precision - 1, value, spec.isAlternate);
  size_t mark = text.find('e');
  int exponent = std::atoi(text.c_str() + mark + 1);
  if (exponent < -4 || exponent >= precision - 1) {
    size_t end = text.find_last_not_of('0', mark - 1);
    bool hasZeros = !spec.isAlternate && text.find('.') != std::string::npos;
    return hasZeros ? text.substr(0, text[end] == '.' ? end : end + 1) + text.substr(mark) : text;
  }
  text = printReal('g', precision, value, spec.isAlternate);
  return text.find('.') == std::string::npos ? text + ".0" : text;
}

/// The text of a number that is not negative; nothing for a type that isn't one of floats.
static std::optional<std::string> realText(double value, const FormatSpec &spec) {
  constexpr std::string_view printed = "eEfFgG";
  bool isFinite = std::isfinite(value);
  int precision = spec.precision < 0 ? 6 : spec.precision;
  if (spec.type == '%') {
    return (isFinite ? printReal('f', precision, value * 100, spec.isAlternate) : floatText(value)) + "%";
  }
  if (spec.type == 'n') {
    return isFinite ? printReal('g', precision, value, spec.isAlternate) : floatText(value);
  }
  if (spec.type == 0) {
    return isFinite ? printPlainReal(value, spec) : floatText(value);
  }
  return printed.find(spec.type) == std::string_view::npos
             ? std::nullopt
             : std::optional(printReal(spec.type, precision, value, spec.isAlternate));
}

static std::optional<std::string> formatReal(double value, const FormatSpec &spec) {
  std::optional<std::string> text = canGroup(spec) ? realText(std::fabs(value), spec) : std::nullopt;
  if (!text) {
    return std::nullopt;
  }
  bool isZero = text->substr(0, text->find_first_of("eE")).find_first_of("123456789") == std::string::npos;
  bool isNegative =
      std::signbit(value) && !std::isnan(value) && !(spec.hidesNegativeZero && isZero && std::isfinite(value));
  size_t end = std::min(text->find_first_not_of("0123456789"), text->size());
  return padNumber({signText(isNegative, spec.sign), text->substr(0, end), text->substr(end)}, spec, 3);
}

/// The first characters of a text.
static std::string cutText(const std::string &text, int precision) {
  if (precision < 0) {
    return text;
  }
  Object end = Object::integer(precision);
  return subscript(Object::string(text), Object::slice(Object::none(), end, Object::none())).asString();
}

static std::optional<std::string> formatText(const std::string &text, const FormatSpec &spec) {
  bool isMeant = (spec.type == 0 || spec.type == 's') && spec.align != '=' && !spec.hasSign && !spec.isAlternate &&
                 !spec.hidesNegativeZero && !spec.grouping;
  return isMeant ? std::optional(pad("", cutText(text, spec.precision), spec, spec.align ? spec.align : '<'))
                 : std::nullopt;
}

static bool isRealType(char type) { return type && std::string_view("eEfFgG%").find(type) != std::string_view::npos; }

/// The text of a number or string; nothing when the specification isn't for it.
static std::optional<std::string> formatValue(const Object &value, const FormatSpec &spec) {
  if (value.isFloat() || (value.isNumber() && isRealType(spec.type))) {
    return formatReal(*value.toDouble(), spec);
  }
  if (value.isNumber()) {
    return formatInteger(*value.toInteger(), spec);
  }
  return value.isString() ? formatText(value.asString(), spec) : std::nullopt;
}

Object format(const Object &value, std::string_view spec, SourceRange range) {
  if (value.isUnknown() || spec.empty()) {
    return value.isUnknown() ? value : makeText(value, /*isRepr=*/false, range);
  }
  std::optional<FormatSpec> parsed = parseSpec(spec);
  if (parsed && radixOf(parsed->type) == 10 && value.isInt() && !value.asInteger().hasDecimalText()) {
    return makeText(value, /*isRepr=*/false, range);
  }
  if (parsed && value.isInt() && isRealType(parsed->type) && std::isinf(*value.toDouble())) {
    return Object::unknown("the integer is too large for a float", range, "OverflowError");
  }
  std::optional<std::string> text = parsed ? formatValue(value, *parsed) : std::nullopt;
  if (!text) {
    return Object::unknown("the format specification " + brief(Object::string(std::string(spec))) + " does not fit '" +
                               typeName(value) + "'",
                           range, value.isNumber() || value.isString() ? "ValueError" : "TypeError");
  }
  return Object::string(*text);
}

//===- The operator % --------------------------------------------------------------------------------------------===//

namespace {

/// Formats as C's printf does. The values come from a tuple in order, or by name from a mapping.
class PercentFormatter {
public:
  PercentFormatter(const std::string &text, const Object &arguments, TextFunction textOf, SourceRange range)
      : text(text), arguments(arguments), textOf(textOf), range(range),
        values(arguments.isTuple() ? arguments.items() : std::vector<Object>{arguments}) {}

  Object format();

private:
  /// The next of the values; an Unknown in `problem` when there is none.
  Object nextValue();
  /// Reads `*` or digits; -1 when there are neither.
  int takeNumber();
  FormatSpec takeSpec();
  /// The text of one value, or an Unknown.
  Object convert(const FormatSpec &spec, const Object &value);
  std::optional<std::string> convertInteger(FormatSpec spec, const Object &value);
  Object fail(std::string reason, const char *exception) {
    return Object::unknown(std::move(reason), range, exception);
  }

  const std::string &text;
  const Object &arguments;
  TextFunction textOf;
  SourceRange range;
  std::vector<Object> values;
  size_t next = 0;
  size_t place = 0;
  Object problem;
};

} // namespace

Object PercentFormatter::nextValue() {
  if (next == values.size()) {
    problem = fail("not enough arguments for the format string", "TypeError");
    return problem;
  }
  return values[next++];
}

int PercentFormatter::takeNumber() {
  if (place < text.size() && text[place] == '*') {
    ++place;
    Object value = nextValue();
    std::optional<int64_t> number = value.toInt64();
    if (!problem.isUnknown() && (!number || std::abs(*number) > maximalFormatWidth)) {
      problem = fail("* wants an int that is not too large", "TypeError");
    }
    return problem.isUnknown() ? 0 : int(*number);
  }
  std::string_view rest = std::string_view(text).substr(place);
  size_t before = rest.size();
  std::optional<int> number = parseNumber(rest);
  place += before - rest.size();
  if (!number) {
    problem = fail("a width or precision of the format string is too large", "ValueError");
  }
  return number.value_or(0);
}

FormatSpec PercentFormatter::takeSpec() {
  FormatSpec spec;
  for (; place < text.size() && std::string_view("-+ #0").find(text[place]) != std::string_view::npos; ++place) {
    char flag = text[place];
    spec.align = flag == '-' ? '<' : spec.align;
    spec.isAlternate |= flag == '#';
    spec.isZeroFilled |= flag == '0';
    spec.sign = flag == '+' || (flag == ' ' && spec.sign == '-') ? flag : spec.sign;
  }
  int width = takeNumber();
  spec.align = width < -1 ? '<' : spec.align;
  spec.width = width == -1 ? 0 : std::abs(width);
  if (place < text.size() && text[place] == '.') {
    ++place;
    spec.precision = std::max(takeNumber(), 0);
    if (spec.precision > maximalPrecision) {
      problem = fail("a precision of the format string is too large", "ValueError");
    }
  }
  while (place < text.size() && std::string_view("hlL").find(text[place]) != std::string_view::npos) {
    ++place;
  }
  spec.type = place < text.size() ? text[place++] : 0;
  return spec;
}

static bool isDecimal(char type) { return type == 'd' || type == 'i' || type == 'u'; }

std::optional<std::string> PercentFormatter::convertInteger(FormatSpec spec, const Object &value) {
  std::optional<Integer> integer = value.toInteger();
  if (isDecimal(spec.type) && value.isFloat() && std::isfinite(value.asFloat())) {
    integer = Integer::truncate(value.asFloat());
  }
  if (!integer) {
    return std::nullopt;
  }
  NumberText parts = integerParts(*integer, spec, isDecimal(spec.type) ? 10 : radixOf(spec.type));
  parts.digits = group(parts.digits, 0, 3, std::max(spec.precision, 0));
  return padNumber(parts, spec, 3);
}

Object PercentFormatter::convert(const FormatSpec &spec, const Object &value) {
  if (value.isUnknown()) {
    return value;
  }
  if (isDecimal(spec.type) && value.isInt() && !value.asInteger().hasDecimalText()) {
    return makeText(value, /*isRepr=*/false, range);
  }
  FormatSpec filled = spec;
  filled.fill = spec.isZeroFilled && !spec.align ? "0" : " ";
  std::optional<std::string> result;
  switch (spec.type) {
  case 's':
  case 'r':
  case 'a': {
    Object whole = textOf(value, /*isRepr=*/spec.type != 's');
    return whole.isString()
               ? Object::string(pad("", cutText(whole.asString(), spec.precision), spec, spec.align ? spec.align : '>'))
               : whole;
  }
  case 'c':
    result = value.isString() && lengthOf(value) == 1 ? std::optional(value.asString())
             : value.toInteger()                      ? characterOf(*value.toInteger())
                                                      : std::nullopt;
    result = result ? std::optional(pad("", *result, spec, spec.align ? spec.align : '>')) : std::nullopt;
    break;
  case 'd':
  case 'i':
  case 'u':
  case 'o':
  case 'x':
  case 'X':
    result = convertInteger(filled, value);
    break;
  default:
    if (spec.type == '%' || !isRealType(spec.type)) {
      return fail("the format string has no conversion '" + std::string(spec.type != 0, spec.type) + "'", "ValueError");
    }
    result = value.isNumber() ? formatReal(*value.toDouble(), filled) : std::nullopt;
  }
  return result ? Object::string(*result)
                : fail("the conversion '%" + std::string(1, spec.type) + "' does not fit " + brief(value), "TypeError");
}

Object PercentFormatter::format() {
  std::string result;
  bool isNamed = false;
  while (place < text.size()) {
    if (text[place] != '%') {
      result += text[place++];
      continue;
    }
    ++place;
    std::optional<Object> named;
    if (place < text.size() && text[place] == '(') {
      size_t close = text.find(')', place);
      if (close == std::string::npos) {
        return fail("a name of the format string is not closed", "ValueError");
      }
      named = subscript(arguments, Object::string(text.substr(place + 1, close - place - 1)), range);
      place = close + 1;
    }
    FormatSpec spec = takeSpec();
    if (problem.isUnknown()) {
      return problem;
    }
    Object piece = spec.type == '%' ? Object::string("%") : convert(spec, named ? *named : nextValue());
    if (!piece.isString()) {
      return piece;
    }
    isNamed |= named.has_value();
    result += piece.asString();
    if (result.size() > maximalSequenceLength) {
      return tooLongText(range);
    }
  }
  bool isMapping = isNamed || arguments.is(ObjectKind::Dict) || arguments.isList();
  if (next < values.size() && !isMapping) {
    return fail("not all arguments were used by the format string", "TypeError");
  }
  return Object::string(result);
}

Object percentFormat(const std::string &text, const Object &arguments, TextFunction textOf, SourceRange range) {
  return PercentFormatter(text, arguments, textOf, range).format();
}

} // namespace tkc::evaluate
