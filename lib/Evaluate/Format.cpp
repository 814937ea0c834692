// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Format specifications (`f"{x:08.3f}"`, `format(x, spec)`) and `%` formatting.
#include "tkc/Evaluate/Operations.h"

#include <cmath>
#include <cstdio>

namespace tkc::evaluate {

namespace {

/// `[[fill]align][sign][#][0][width][,][.precision][type]`
struct FormatSpec {
  std::string fill = " ";
  char align = 0;
  char sign = '-';
  bool isAlternate = false;
  char grouping = 0;
  int width = 0;
  int precision = -1;
  char type = 0;
};

} // namespace

constexpr int maximalFormatWidth = 100000;

static bool isAlignment(char c) { return c == '<' || c == '>' || c == '^' || c == '='; }

static void parseAlignment(FormatSpec &result, std::string_view &spec) {
  size_t fillSize = 1;
  while (fillSize < spec.size() && (spec[fillSize] & 0xC0) == 0x80) {
    ++fillSize;
  }
  if (spec.size() > fillSize && isAlignment(spec[fillSize])) {
    result.fill = spec.substr(0, fillSize);
    result.align = spec[fillSize];
    spec.remove_prefix(fillSize + 1);
  } else if (!spec.empty() && isAlignment(spec[0])) {
    result.align = spec[0];
    spec.remove_prefix(1);
  }
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

static std::optional<FormatSpec> parseSpec(std::string_view spec) {
  FormatSpec result;
  parseAlignment(result, spec);
  if (!spec.empty() && (spec[0] == '+' || spec[0] == '-' || spec[0] == ' ')) {
    result.sign = spec[0];
    spec.remove_prefix(1);
  }
  result.isAlternate = consume(spec, '#');
  if (consume(spec, '0') && !result.align) {
    result.fill = "0";
    result.align = '=';
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
  if (consume(spec, '.')) {
    std::optional<int> precision = parseNumber(spec);
    if (!precision || *precision < 0 || *precision > 500) {
      return std::nullopt;
    }
    result.precision = *precision;
  }
  if (!spec.empty()) {
    result.type = spec[0];
    spec.remove_prefix(1);
  }
  return spec.empty() ? std::optional(result) : std::nullopt;
}

static std::string pad(const std::string &sign, const std::string &text, const FormatSpec &spec, char defaultAlign) {
  int length = static_cast<int>(*lengthOf(Object::string(sign + text)));
  int missing = std::max(0, spec.width - length);
  char align = spec.align ? spec.align : defaultAlign;
  int before = align == '<' ? 0 : align == '^' ? missing / 2 : missing;
  std::string left, right;
  for (int i = 0; i < missing; ++i) {
    (i < before ? left : right) += spec.fill;
  }
  return align == '=' ? sign + left + text + right : left + sign + text + right;
}

static std::string group(std::string digits, char separator, unsigned size) {
  size_t end = digits.find_first_of(".e");
  for (size_t i = end == std::string::npos ? digits.size() : end; separator && i > size;) {
    i -= size;
    digits.insert(i, 1, separator);
  }
  return digits;
}

static std::string signText(bool isNegative, char sign) {
  return isNegative ? "-" : sign == '-' ? "" : std::string(1, sign);
}

static std::optional<std::string> formatInteger(const Integer &value, const FormatSpec &spec) {
  unsigned radix = 10;
  std::string prefix;
  switch (spec.type) {
  case 0:
  case 'd':
  case 'n':
    break;
  case 'x':
  case 'X':
    radix = 16;
    prefix = spec.type == 'x' ? "0x" : "0X";
    break;
  case 'o':
    radix = 8;
    prefix = "0o";
    break;
  case 'b':
    radix = 2;
    prefix = "0b";
    break;
  default:
    return std::nullopt;
  }
  std::string digits = (value.isNegative() ? -value : value).toString(radix);
  for (char &c : digits) {
    c = spec.type == 'X' ? static_cast<char>(std::toupper(c)) : c;
  }
  std::string sign = signText(value.isNegative(), spec.sign) + (spec.isAlternate ? prefix : "");
  return pad(sign, group(digits, spec.grouping, radix == 10 ? 3 : 4), spec, '>');
}

static std::string printReal(char type, int precision, double value) {
  char pattern[] = {'%', '.', '*', type, 0};
  int size = std::snprintf(nullptr, 0, pattern, precision, value);
  std::string text(size + 1, '\0');
  std::snprintf(text.data(), text.size(), pattern, precision, value);
  text.pop_back();
  return text;
}

static std::optional<std::string> formatReal(double value, const FormatSpec &spec) {
  std::string text;
  double magnitude = std::fabs(value);
  int precision = spec.precision < 0 ? 6 : spec.precision;
  switch (spec.type) {
  case 0:
    text = spec.precision < 0 ? floatText(magnitude) : printReal('g', precision, magnitude);
    break;
  case 'e':
  case 'E':
  case 'f':
  case 'F':
  case 'g':
  case 'G':
    text = printReal(spec.type, precision, magnitude);
    break;
  case '%':
    text = printReal('f', precision, magnitude * 100) + "%";
    break;
  default:
    return std::nullopt;
  }
  return pad(signText(std::signbit(value), spec.sign), group(text, spec.grouping, 3), spec, '>');
}

static std::optional<std::string> formatText(std::string text, const FormatSpec &spec) {
  if (spec.type != 0 && spec.type != 's') {
    return std::nullopt;
  }
  if (spec.precision >= 0) {
    Object stop = Object::integer(spec.precision);
    text = subscript(Object::string(text), Object::slice(Object(), stop, Object())).asString();
  }
  return pad("", text, spec, '<');
}

static bool isRealType(char type) { return std::string_view("eEfFgG%").find(type) != std::string_view::npos && type; }

Object format(const Object &value, std::string_view spec, SourceRange range) {
  if (value.isUnknown() || spec.empty()) {
    return value.isUnknown() ? value : makeText(value, /*isRepr=*/false, range);
  }
  std::optional<FormatSpec> parsed = parseSpec(spec);
  std::optional<std::string> text;
  bool isDecimal = parsed && (!parsed->type || parsed->type == 'd' || parsed->type == 'n');
  if (isDecimal && value.isInt() && !value.asInteger().hasDecimalText()) {
    return makeText(value, /*isRepr=*/false, range);
  }
  if (parsed && value.isFloat()) {
    text = formatReal(value.asFloat(), *parsed);
  } else if (parsed && value.isNumber() && isRealType(parsed->type)) {
    text = formatReal(*value.toDouble(), *parsed);
  } else if (parsed && value.isInt()) {
    text = formatInteger(value.asInteger(), *parsed);
  } else if (parsed && value.isBool()) {
    text = formatInteger(*value.toInteger(), *parsed);
  } else if (parsed) {
    text = formatText(str(value), *parsed);
  }
  if (!text) {
    return Object::unknown("the format specification '" + std::string(spec) + "' does not fit '" + typeName(value) +
                               "'",
                           range, "ValueError");
  }
  return Object::string(*text);
}

/// Splits the conversion that starts behind a `%` into a format specification; `place` moves behind it.
static std::string takePercentSpec(const std::string &text, size_t &place) {
  std::string flags, rest;
  while (place < text.size() && std::string_view("-+ #0").find(text[place]) != std::string_view::npos) {
    flags += text[place++];
  }
  while (place < text.size() && std::string_view("0123456789.").find(text[place]) != std::string_view::npos) {
    rest += text[place++];
  }
  std::string spec = flags.find('-') != std::string::npos ? "<" : ">";
  spec += flags.find('+') != std::string::npos ? "+" : "";
  spec += flags.find('#') != std::string::npos ? "#" : "";
  bool isZeroFilled = flags.find('0') != std::string::npos && spec[0] != '<';
  return (isZeroFilled ? "0=" + spec.substr(1) : spec) + rest;
}

static Object formatConversion(char conversion, const std::string &spec, const Object &value, SourceRange range) {
  switch (conversion) {
  case 's':
  case 'r':
    return format(makeText(value, /*isRepr=*/conversion == 'r', range), spec, range);
  case 'd':
  case 'i':
    return format(value.isFloat() ? Object::integer(Integer::truncate(value.asFloat())) : value, spec + "d", range);
  default:
    return format(value, spec + conversion, range);
  }
}

Object percentFormat(const std::string &text, const Object &arguments, SourceRange range) {
  std::vector<Object> values = arguments.isTuple() ? arguments.items() : std::vector<Object>{arguments};
  std::string result;
  size_t next = 0;
  for (size_t place = 0; place < text.size();) {
    if (text[place] != '%') {
      result += text[place++];
      continue;
    }
    ++place;
    bool isMapped = place < text.size() && text[place] == '(';
    Object value;
    if (isMapped) {
      size_t close = text.find(')', place);
      if (close == std::string::npos) {
        break;
      }
      value = subscript(arguments, Object::string(text.substr(place + 1, close - place - 1)), range);
      place = close + 1;
    }
    std::string spec = takePercentSpec(text, place);
    char conversion = place < text.size() ? text[place++] : '%';
    if (conversion == '%') {
      result += '%';
      continue;
    }
    if (!isMapped && next == values.size()) {
      return Object::unknown("not enough arguments for the format string", range, "TypeError");
    }
    Object piece = formatConversion(conversion, spec, isMapped ? value : values[next++], range);
    if (piece.isUnknown()) {
      return piece;
    }
    result += piece.asString();
    if (result.size() > maximalSequenceLength) {
      return tooLongText(range);
    }
  }
  if (next < values.size() && arguments.isTuple()) {
    return Object::unknown("not all arguments were used by the format string", range, "TypeError");
  }
  return Object::string(result);
}

} // namespace tkc::evaluate
