// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The text form of launch expressions: precedence climbing over characters.
#include <charconv>

#include "OperatorTable.h"

namespace tkc::launch {

namespace {
class Parser {
public:
  explicit Parser(std::string_view text) : text(text) {}

  Result<Expression> parse();

private:
  using Parsed = Result<Expression>;

  ErrorMessage error(const std::string &what) const {
    return ErrorMessage{what + " at column " + std::to_string(position + 1) + " of `" + std::string(text) + "`"};
  }
  void skipSpaces() {
    while (position < text.size() && (text[position] == ' ' || text[position] == '\t' || text[position] == '\n')) {
      ++position;
    }
  }
  bool atWord(std::string_view word) const;
  bool accept(std::string_view token);
  const OperatorRow *findInfix(int lowest) const;

  Parsed parseSelect();
  Parsed parseInfix(int lowest);
  Parsed parsePrefix();
  Parsed parsePrimary();
  Parsed parseInteger();
  Parsed parseName();
  Parsed parseCall(const std::string &name);
  Status parseSubscript(std::string &name);
  Status parseList(std::vector<Expression> &items, std::string_view close);
  std::string takeWord();

  std::string_view text;
  size_t position = 0;
  int depth = 0;
};
} // namespace

static bool isWordStart(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
static bool isDigit(char c) { return c >= '0' && c <= '9'; }
static bool isWordPart(char c) { return isWordStart(c) || isDigit(c); }

bool Parser::atWord(std::string_view word) const {
  if (text.substr(position, word.size()) != word) {
    return false;
  }
  size_t end = position + word.size();
  return !isWordPart(word[0]) || end >= text.size() || !isWordPart(text[end]);
}

bool Parser::accept(std::string_view token) {
  skipSpaces();
  if (!atWord(token)) {
    return false;
  }
  position += token.size();
  return true;
}

/// The longest infix operator at this place that binds at least as tightly as `lowest`.
const OperatorRow *Parser::findInfix(int lowest) const {
  const OperatorRow *found = nullptr;
  for (const OperatorRow &row : operatorRows) {
    bool matches = row.form == Form::Infix && atWord(row.spelling);
    if (matches && (!found || row.spelling.size() > found->spelling.size())) {
      found = &row;
    }
  }
  return found && found->precedence >= lowest ? found : nullptr;
}

Result<Expression> Parser::parse() {
  std::vector<Expression> items;
  bool hasComma = false;
  do {
    skipSpaces();
    if (hasComma && position == text.size()) {
      break;
    }
    Parsed item = parseSelect();
    if (!item) {
      return item;
    }
    items.push_back(*item);
    skipSpaces();
    if (!accept(",")) {
      break;
    }
    hasComma = true;
  } while (true);
  if (position != text.size()) {
    return error("unexpected `" + std::string(1, text[position]) + "`");
  }
  return hasComma ? Expression::apply(Operator::Tuple, std::move(items)) : items[0];
}

Result<Expression> Parser::parseSelect() {
  if (++depth > largestDepth) {
    return error("the expression nests too deeply");
  }
  Parsed value = parseInfix(selectPrecedence + 1);
  if (value && accept("if")) {
    Parsed condition = parseInfix(selectPrecedence + 1);
    if (!condition) {
      return condition;
    }
    if (!accept("else")) {
      return error("expects `else`");
    }
    Parsed otherwise = parseSelect();
    if (!otherwise) {
      return otherwise;
    }
    value = Expression::apply(Operator::Select, {*condition, *value, *otherwise});
  }
  --depth;
  return value;
}

Result<Expression> Parser::parseInfix(int lowest) {
  Parsed left = parsePrefix();
  int length = 0;
  // `a < b < c` means `a < b and b < c`: the right side of the last comparison starts the next.
  std::optional<Expression> compared;
  while (left) {
    skipSpaces();
    const OperatorRow *row = findInfix(lowest);
    if (!row) {
      break;
    }
    if (++length > largestDepth) {
      return error("the expression is too long");
    }
    position += row->spelling.size();
    Parsed right = parseInfix(row->precedence + 1);
    if (!right) {
      return right;
    }
    bool chains = row->precedence == comparisonPrecedence && compared;
    Expression next = Expression::apply(row->op, {chains ? *compared : *left, *right});
    left = chains ? Expression::apply(Operator::And, {*left, next}) : next;
    compared.reset();
    if (row->precedence == comparisonPrecedence) {
      compared = *right;
    }
  }
  return left;
}

Result<Expression> Parser::parsePrefix() {
  skipSpaces();
  bool negates = accept("-");
  const OperatorRow *row = negates ? &rowOf(Operator::Negate) : accept("not") ? &rowOf(Operator::Not) : nullptr;
  if (!row && !accept("+")) {
    return parsePrimary();
  }
  if (++depth > largestDepth) {
    return error("the expression nests too deeply");
  }
  Parsed operand = parseInfix(row ? row->precedence : rowOf(Operator::Negate).precedence);
  --depth;
  if (!operand || !row) {
    return operand;
  }
  if (negates && operand->op == Operator::Integer) {
    return Expression::integer(-operand->value);
  }
  return Expression::apply(row->op, {*operand});
}

Result<Expression> Parser::parsePrimary() {
  skipSpaces();
  if (position == text.size()) {
    return error("expects a value");
  }
  if (isDigit(text[position])) {
    return parseInteger();
  }
  if (isWordStart(text[position])) {
    return parseName();
  }
  if (!accept("(")) {
    return error("unexpected `" + std::string(1, text[position]) + "`");
  }
  std::vector<Expression> items;
  if (accept(")")) {
    return Expression::apply(Operator::Tuple, {});
  }
  Parsed first = parseSelect();
  if (!first || accept(")")) {
    return first;
  }
  if (!accept(",")) {
    return error("expects `,` or `)`");
  }
  if (Status status = parseList(items, ")"); !status) {
    return status.takeError();
  }
  items.insert(items.begin(), *first);
  return Expression::apply(Operator::Tuple, std::move(items));
}

Result<Expression> Parser::parseInteger() {
  int64_t value = 0;
  auto [end, code] = std::from_chars(text.data() + position, text.data() + text.size(), value);
  if (code != std::errc()) {
    return error("the integer does not fit into 64 bits");
  }
  position = size_t(end - text.data());
  if (position < text.size() && (text[position] == '.' || isWordPart(text[position]))) {
    return error("expects an integer");
  }
  return Expression::integer(value);
}

std::string Parser::takeWord() {
  size_t start = position;
  while (position < text.size() && isWordPart(text[position])) {
    ++position;
  }
  return std::string(text.substr(start, position - start));
}

/// Reads `[0]`, which becomes a part of the name, or `["NAME"]`, which replaces it.
Status Parser::parseSubscript(std::string &name) {
  skipSpaces();
  char first = position < text.size() ? text[position] : '\0';
  if (first == '"' || first == '\'') {
    ++position;
    name = takeWord();
    if (name.empty() || text.substr(position, 1) != std::string_view(&first, 1)) {
      return error("expects a quoted name");
    }
    ++position;
  } else if (isDigit(first)) {
    name += "[" + takeWord() + "]";
  } else {
    return error("expects a quoted name or an index");
  }
  if (!accept("]")) {
    return error("expects `]`");
  }
  return {};
}

Result<Expression> Parser::parseName() {
  std::string name = takeWord();
  while (position + 1 < text.size() && text[position] == '.' && isWordStart(text[position + 1])) {
    ++position;
    name += "." + takeWord();
  }
  if (name == "True" || name == "False") {
    return Expression::integer(name == "True");
  }
  for (std::string_view reserved : {"if", "else", "and", "or", "not", "lambda", "None"}) {
    if (name == reserved) {
      return error("unexpected `" + name + "`");
    }
  }
  if (accept("(")) {
    return parseCall(name);
  }
  while (accept("[")) {
    if (Status status = parseSubscript(name); !status) {
      return status.takeError();
    }
  }
  return Expression::reference(std::move(name));
}

Result<Expression> Parser::parseCall(const std::string &name) {
  std::string_view function = name;
  for (std::string_view prefix : {"triton.", "tl.", "math."}) {
    if (function.substr(0, prefix.size()) == prefix) {
      function.remove_prefix(prefix.size());
    }
  }
  std::vector<Expression> operands;
  if (Status status = parseList(operands, ")"); !status) {
    return status.takeError();
  }
  for (const OperatorRow &row : operatorRows) {
    if (row.form != Form::Call || row.spelling != function) {
      continue;
    }
    if (operands.size() < row.fewestOperands || operands.size() > row.mostOperands) {
      return error("wrong number of arguments of `" + name + "`");
    }
    return Expression::apply(row.op, std::move(operands));
  }
  return error("unknown function `" + name + "` (there are cdiv, min, max, next_power_of_2)");
}

Status Parser::parseList(std::vector<Expression> &items, std::string_view close) {
  while (!accept(close)) {
    Parsed item = parseSelect();
    if (!item) {
      return item.takeError();
    }
    items.push_back(*item);
    if (!accept(",")) {
      if (!accept(close)) {
        return error("expects `,` or `" + std::string(close) + "`");
      }
      return {};
    }
  }
  return {};
}

Result<Expression> parseExpression(std::string_view text) { return Parser(text).parse(); }

} // namespace tkc::launch
