// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Expressions as source text in one line.
#include "tkc/AST/Printer.h"
#include "tkc/AST/Visitor.h"

#include <charconv>

namespace tkc::ast {

std::string quoted(std::string_view text) {
  static constexpr char digits[] = "0123456789abcdef";
  std::string result = "'";
  for (char c : text) {
    auto byte = static_cast<unsigned char>(c);
    if (c == '\n') {
      result += "\\n";
    } else if (c == '\'' || c == '\\') {
      result += '\\';
      result += c;
    } else if (byte < 0x20 || byte == 0x7F) {
      result += {'\\', 'x', digits[byte >> 4], digits[byte & 15]};
    } else {
      result += c;
    }
  }
  return result + "'";
}

namespace {

/// How tightly the operators of the grammar bind.
enum Precedence : int {
  Lowest,
  Ternary,
  Or,
  And,
  Not,
  Comparing,
  BitOr,
  BitXor,
  BitAnd,
  Shift,
  Sum,
  Product,
  Sign,
  Power,
  Awaited,
  Primary
};

class SourcePrinter : public ExprVisitor<SourcePrinter> {
public:
  std::string run(const Expr &expr) {
    put(&expr, Ternary);
    return std::move(result);
  }

  void visitNameExpr(const NameExpr &expr) { result += expr.name; }
  void visitNoneExpr(const NoneExpr &) { result += "None"; }
  void visitBoolExpr(const BoolExpr &expr) { result += expr.value ? "True" : "False"; }
  void visitEllipsisExpr(const EllipsisExpr &) { result += "..."; }
  void visitIntExpr(const IntExpr &expr) {
    result += expr.radix == 16 ? "0x" : expr.radix == 8 ? "0o" : expr.radix == 2 ? "0b" : "";
    result += expr.digits;
  }
  void visitFloatExpr(const FloatExpr &expr) { putNumber(expr.value, ".0"); }
  void visitImaginaryExpr(const ImaginaryExpr &expr) {
    putNumber(expr.value, "");
    result += 'j';
  }
  void visitStringExpr(const StringExpr &expr) { result += quoted(expr.value); }
  void visitBytesExpr(const BytesExpr &expr) { result += "b" + quoted(expr.value); }
  void visitErrorExpr(const ErrorExpr &) { result += "<error>"; }

  void visitFormatStringExpr(const FormatStringExpr &expr) {
    result += "f'";
    putFormatParts(expr.parts);
    result += '\'';
  }

  void visitTupleExpr(const TupleExpr &expr) {
    result += '(';
    putList(expr.elements);
    result += expr.elements.size() == 1 ? ",)" : ")";
  }
  void visitListExpr(const ListExpr &expr) {
    result += '[';
    putList(expr.elements);
    result += ']';
  }
  void visitSetExpr(const SetExpr &expr) {
    result += '{';
    putList(expr.elements);
    result += '}';
  }

  void visitDictExpr(const DictExpr &expr) {
    result += '{';
    for (const DictItem &item : expr.items) {
      result += &item == expr.items.begin() ? "" : ", ";
      if (item.key) {
        put(item.key, Ternary);
        result += ": ";
        put(item.value, Ternary);
      } else {
        result += "**";
        put(item.value, BitOr);
      }
    }
    result += '}';
  }

  void visitComprehensionExpr(const ComprehensionExpr &expr) {
    static constexpr char openers[] = {'[', '{', '{', '('};
    static constexpr char closers[] = {']', '}', '}', ')'};
    auto kind = static_cast<size_t>(expr.comprehensionKind);
    result += openers[kind];
    put(expr.element, Ternary);
    if (expr.value) {
      result += ": ";
      put(expr.value, Ternary);
    }
    for (const ComprehensionClause &clause : expr.clauses) {
      result += clause.isAsync ? " async for " : " for ";
      put(clause.target, BitOr);
      result += " in ";
      put(clause.iterable, Or);
      for (const Expr *condition : clause.conditions) {
        result += " if ";
        put(condition, Or);
      }
    }
    result += closers[kind];
  }

  void visitAttributeExpr(const AttributeExpr &expr) {
    put(expr.object, llvm::isa<IntExpr>(expr.object) ? Primary + 1 : Primary);
    result += '.';
    result += expr.name.text;
  }

  void visitSubscriptExpr(const SubscriptExpr &expr) {
    put(expr.object, Primary);
    result += '[';
    List<const Expr *> indices = expr.indices();
    putList(indices);
    result += indices.empty() ? "()]" : llvm::isa<TupleExpr>(expr.index) && indices.size() == 1 ? ",]" : "]";
  }

  void visitSliceExpr(const SliceExpr &expr) {
    put(expr.lower, Ternary);
    result += ':';
    put(expr.upper, Ternary);
    if (expr.step) {
      result += ':';
      put(expr.step, Ternary);
    }
  }

  void visitCallExpr(const CallExpr &expr) {
    put(expr.callee, Primary);
    result += '(';
    for (const Argument &argument : expr.arguments) {
      result += &argument == expr.arguments.begin() ? "" : ", ";
      putArgument(argument);
    }
    result += ')';
  }

  void visitUnaryExpr(const UnaryExpr &expr) {
    bool isNot = expr.op == UnaryOp::Not;
    result += spelling(expr.op);
    result += isNot ? " " : "";
    put(expr.operand, isNot ? Not : Sign);
  }

  void visitBinaryExpr(const BinaryExpr &expr) {
    int own = precedenceOf(expr);
    bool isPower = expr.op == BinaryOp::Pow;
    put(expr.left, isPower ? own + 1 : own);
    result += " " + std::string(spelling(expr.op)) + " ";
    put(expr.right, isPower ? Sign : own + 1);
  }

  void visitBoolOpExpr(const BoolOpExpr &expr) {
    for (const Expr *operand : expr.operands) {
      result += operand == expr.operands.front() ? "" : expr.isAnd ? " and " : " or ";
      put(operand, expr.isAnd ? Not : And);
    }
  }

  void visitCompareExpr(const CompareExpr &expr) {
    put(expr.first, BitOr);
    for (const Comparison &comparison : expr.comparisons) {
      result += " " + std::string(spelling(comparison.op)) + " ";
      put(comparison.operand, BitOr);
    }
  }

  void visitConditionalExpr(const ConditionalExpr &expr) {
    put(expr.thenValue, Or);
    result += " if ";
    put(expr.condition, Or);
    result += " else ";
    put(expr.elseValue, Ternary);
  }

  void visitLambdaExpr(const LambdaExpr &expr) {
    result += "lambda";
    putParameters(expr.parameters);
    result += ": ";
    put(expr.body, Ternary);
  }

  void visitWalrusExpr(const WalrusExpr &expr) {
    put(expr.target, Primary);
    result += " := ";
    put(expr.value, Ternary);
  }

  void visitStarredExpr(const StarredExpr &expr) {
    result += '*';
    put(expr.value, BitOr);
  }
  void visitAwaitExpr(const AwaitExpr &expr) {
    result += "await ";
    put(expr.value, Primary);
  }
  void visitYieldExpr(const YieldExpr &expr) {
    result += expr.value ? "yield " : "yield";
    put(expr.value, Lowest);
  }
  void visitYieldFromExpr(const YieldFromExpr &expr) {
    result += "yield from ";
    put(expr.value, Ternary);
  }

private:
  static int precedenceOf(const BinaryExpr &expr) {
    switch (expr.op) {
    case BinaryOp::BitOr:
      return BitOr;
    case BinaryOp::BitXor:
      return BitXor;
    case BinaryOp::BitAnd:
      return BitAnd;
    case BinaryOp::LShift:
    case BinaryOp::RShift:
      return Shift;
    case BinaryOp::Add:
    case BinaryOp::Sub:
      return Sum;
    case BinaryOp::Mul:
    case BinaryOp::MatMul:
    case BinaryOp::Div:
    case BinaryOp::FloorDiv:
    case BinaryOp::Mod:
      return Product;
    case BinaryOp::Pow:
      return Power;
    }
    return Primary;
  }

  static int precedenceOf(const Expr &expr) {
    switch (expr.kind) {
    case NodeKind::WalrusExpr:
    case NodeKind::YieldExpr:
    case NodeKind::YieldFromExpr:
      return Lowest;
    case NodeKind::LambdaExpr:
    case NodeKind::ConditionalExpr:
      return Ternary;
    case NodeKind::BoolOpExpr:
      return llvm::cast<BoolOpExpr>(expr).isAnd ? And : Or;
    case NodeKind::UnaryExpr:
      return llvm::cast<UnaryExpr>(expr).op == UnaryOp::Not ? Not : Sign;
    case NodeKind::CompareExpr:
      return Comparing;
    case NodeKind::BinaryExpr:
      return precedenceOf(llvm::cast<BinaryExpr>(expr));
    case NodeKind::AwaitExpr:
      return Awaited;
    default:
      return Primary;
    }
  }

  /// Prints with parentheses when the expression binds less than `least`; an absent one prints nothing.
  void put(const Expr *expr, int least) {
    if (!expr) {
      return;
    }
    bool needsParentheses = precedenceOf(*expr) < least || least > Primary;
    result += needsParentheses ? "(" : "";
    visit(*expr);
    result += needsParentheses ? ")" : "";
  }

  void putList(List<const Expr *> items) {
    for (size_t i = 0; i < items.size(); ++i) {
      result += i == 0 ? "" : ", ";
      put(items[i], Ternary);
    }
  }

  void putArgument(const Argument &argument) {
    switch (argument.kind) {
    case ArgumentKind::Positional:
      break;
    case ArgumentKind::Starred:
      result += '*';
      break;
    case ArgumentKind::Keyword:
      result += std::string(argument.name.text) + "=";
      break;
    case ArgumentKind::KeywordUnpacking:
      result += "**";
      break;
    }
    put(argument.value, Ternary);
  }

  void putParameters(List<Parameter> parameters) {
    bool hasStar = false;
    for (size_t i = 0; i < parameters.size(); ++i) {
      const Parameter &parameter = parameters[i];
      bool isKeywordOnly = parameter.kind == ParameterKind::KeywordOnly;
      result += i == 0 ? " " : ", ";
      result += isKeywordOnly && !hasStar ? "*, " : "";
      hasStar |= isKeywordOnly || parameter.kind == ParameterKind::VarPositional;
      result += parameter.kind == ParameterKind::VarPositional ? "*"
                : parameter.kind == ParameterKind::VarKeyword  ? "**"
                                                               : "";
      result += parameter.name.text;
      if (parameter.defaultValue) {
        result += '=';
        put(parameter.defaultValue, Ternary);
      }
      bool endsPositional = parameter.kind == ParameterKind::PositionalOnly &&
                            (i + 1 == parameters.size() || parameters[i + 1].kind != ParameterKind::PositionalOnly);
      result += endsPositional ? ", /" : "";
    }
  }

  void putFormatParts(List<FormatPart> parts) {
    static constexpr const char *conversions[] = {"", "!s", "!r", "!a"};
    for (const FormatPart &part : parts) {
      if (!part.isField()) {
        std::string text = quoted(part.text);
        result += text.substr(1, text.size() - 2);
        continue;
      }
      result += '{';
      put(part.value, Lowest);
      result += part.debugText.empty() ? "" : "=";
      result += conversions[static_cast<size_t>(part.conversion)];
      if (part.formatSpec) {
        result += ':';
        putFormatParts(part.formatSpec->parts);
      }
      result += '}';
    }
  }

  void putNumber(double value, std::string_view whole) {
    char buffer[32];
    auto [end, error] = std::to_chars(buffer, buffer + sizeof buffer, value);
    std::string_view text(buffer, static_cast<size_t>(end - buffer));
    if (text == "inf") {
      text = "1e999";
    }
    result += text;
    result += text.find_first_of(".e") == std::string_view::npos ? whole : "";
  }

  std::string result;
};

} // namespace

std::string printExpr(const Expr &expr) { return SourcePrinter().run(expr); }

} // namespace tkc::ast
