// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The tree, one node a line: `role: Kind details <range>`.
#include "tkc/AST/Printer.h"

#include "tkc/AST/Visitor.h"

#include <charconv>

namespace tkc::ast {

namespace {

class TreePrinter : public ExprVisitor<TreePrinter>,
                    public StmtVisitor<TreePrinter>,
                    public PatternVisitor<TreePrinter> {
public:
  explicit TreePrinter(PrintStyle style) : style(style) {}

  std::string run(const Module &module) {
    open("", "Module", {}, {&module.buffer, 0, module.buffer.size()});
    for (const Stmt *stmt : module.body) {
      child("", stmt);
    }
    return std::move(result);
  }

  // Expressions.
  void visitNameExpr(const NameExpr &expr) { head(expr, quote(expr.name)); }
  void visitNoneExpr(const NoneExpr &expr) { head(expr); }
  void visitBoolExpr(const BoolExpr &expr) { head(expr, expr.value ? "True" : "False"); }
  void visitEllipsisExpr(const EllipsisExpr &expr) { head(expr); }
  void visitIntExpr(const IntExpr &expr) {
    const char *prefix = expr.radix == 16 ? "0x" : expr.radix == 8 ? "0o" : expr.radix == 2 ? "0b" : "";
    head(expr, prefix + std::string(expr.digits));
  }
  void visitFloatExpr(const FloatExpr &expr) { head(expr, number(expr.value)); }
  void visitImaginaryExpr(const ImaginaryExpr &expr) { head(expr, number(expr.value)); }
  void visitStringExpr(const StringExpr &expr) { head(expr, quote(expr.value)); }
  void visitBytesExpr(const BytesExpr &expr) { head(expr, quote(expr.value)); }
  void visitErrorExpr(const ErrorExpr &expr) { head(expr); }

  void visitFormatStringExpr(const FormatStringExpr &expr) {
    head(expr);
    Deeper deeper(*this);
    for (const FormatPart &part : expr.parts) {
      printFormatPart(part);
    }
  }

  void visitTupleExpr(const TupleExpr &expr) { elements(expr, expr.elements); }
  void visitListExpr(const ListExpr &expr) { elements(expr, expr.elements); }
  void visitSetExpr(const SetExpr &expr) { elements(expr, expr.elements); }

  void visitDictExpr(const DictExpr &expr) {
    head(expr);
    Deeper deeper(*this);
    for (const DictItem &item : expr.items) {
      child("key", item.key);
      child(item.key ? "value" : "unpacked", item.value);
    }
  }

  void visitComprehensionExpr(const ComprehensionExpr &expr) {
    static constexpr const char *names[] = {"list", "set", "dict", "generator"};
    head(expr, names[static_cast<size_t>(expr.comprehensionKind)]);
    Deeper deeper(*this);
    child("element", expr.element);
    child("value", expr.value);
    for (const ComprehensionClause &clause : expr.clauses) {
      open("", clause.isAsync ? "async for" : "for", {}, clause.range);
      Deeper inClause(*this);
      child("target", clause.target);
      child("iterable", clause.iterable);
      children("condition", clause.conditions);
    }
  }

  void visitAttributeExpr(const AttributeExpr &expr) {
    head(expr, quote(expr.name.text));
    Deeper(*this).child("object", expr.object);
  }

  void visitSubscriptExpr(const SubscriptExpr &expr) {
    head(expr);
    Deeper(*this).child("object", expr.object).child("index", expr.index);
  }

  void visitSliceExpr(const SliceExpr &expr) {
    head(expr);
    Deeper(*this).child("lower", expr.lower).child("upper", expr.upper).child("step", expr.step);
  }

  void visitCallExpr(const CallExpr &expr) {
    head(expr);
    Deeper(*this).child("callee", expr.callee);
    printArguments(expr.arguments);
  }

  void visitUnaryExpr(const UnaryExpr &expr) {
    head(expr, quote(spelling(expr.op)));
    Deeper(*this).child("operand", expr.operand);
  }

  void visitBinaryExpr(const BinaryExpr &expr) {
    head(expr, quote(spelling(expr.op)));
    Deeper(*this).child("left", expr.left).child("right", expr.right);
  }

  void visitBoolOpExpr(const BoolOpExpr &expr) {
    head(expr, expr.isAnd ? "'and'" : "'or'");
    Deeper deeper(*this);
    children("operand", expr.operands);
  }

  void visitCompareExpr(const CompareExpr &expr) {
    head(expr);
    Deeper deeper(*this);
    child("first", expr.first);
    for (const Comparison &comparison : expr.comparisons) {
      child(spelling(comparison.op), comparison.operand);
    }
  }

  void visitConditionalExpr(const ConditionalExpr &expr) {
    head(expr);
    Deeper(*this).child("condition", expr.condition).child("then", expr.thenValue).child("else", expr.elseValue);
  }

  void visitLambdaExpr(const LambdaExpr &expr) {
    head(expr);
    Deeper deeper(*this);
    printParameters(expr.parameters);
    child("body", expr.body);
  }

  void visitWalrusExpr(const WalrusExpr &expr) {
    head(expr);
    Deeper(*this).child("target", expr.target).child("value", expr.value);
  }

  void visitStarredExpr(const StarredExpr &expr) { withValue(expr, expr.value); }
  void visitAwaitExpr(const AwaitExpr &expr) { withValue(expr, expr.value); }
  void visitYieldExpr(const YieldExpr &expr) { withValue(expr, expr.value); }
  void visitYieldFromExpr(const YieldFromExpr &expr) { withValue(expr, expr.value); }

  // Statements.
  void visitExpressionStmt(const ExpressionStmt &stmt) { withValue(stmt, stmt.value); }
  void visitReturnStmt(const ReturnStmt &stmt) { withValue(stmt, stmt.value); }
  void visitPassStmt(const PassStmt &stmt) { head(stmt); }
  void visitBreakStmt(const BreakStmt &stmt) { head(stmt); }
  void visitContinueStmt(const ContinueStmt &stmt) { head(stmt); }

  void visitAssignStmt(const AssignStmt &stmt) {
    head(stmt);
    Deeper deeper(*this);
    children("target", stmt.targets);
    child("value", stmt.value);
  }

  void visitAugAssignStmt(const AugAssignStmt &stmt) {
    head(stmt, "'" + std::string(spelling(stmt.op)) + "='");
    Deeper(*this).child("target", stmt.target).child("value", stmt.value);
  }

  void visitAnnAssignStmt(const AnnAssignStmt &stmt) {
    head(stmt, stmt.isPlainName ? "" : "complex");
    Deeper(*this).child("target", stmt.target).child("annotation", stmt.annotation).child("value", stmt.value);
  }

  void visitTypeAliasStmt(const TypeAliasStmt &stmt) {
    head(stmt, quote(stmt.name.text));
    Deeper deeper(*this);
    printTypeParameters(stmt.typeParameters);
    child("value", stmt.value);
  }

  void visitIfStmt(const IfStmt &stmt) {
    head(stmt, stmt.isElif ? "elif" : "");
    Deeper deeper(*this);
    child("condition", stmt.condition);
    block("then", stmt.thenBody);
    block("else", stmt.elseBody);
  }

  void visitWhileStmt(const WhileStmt &stmt) {
    head(stmt);
    Deeper deeper(*this);
    child("condition", stmt.condition);
    block("body", stmt.body);
    block("else", stmt.elseBody);
  }

  void visitForStmt(const ForStmt &stmt) {
    head(stmt, stmt.isAsync ? "async" : "");
    Deeper deeper(*this);
    child("target", stmt.target);
    child("iterable", stmt.iterable);
    block("body", stmt.body);
    block("else", stmt.elseBody);
  }

  void visitWithStmt(const WithStmt &stmt) {
    head(stmt, stmt.isAsync ? "async" : "");
    Deeper deeper(*this);
    for (const WithItem &item : stmt.items) {
      child("context", item.context);
      child("target", item.target);
    }
    block("body", stmt.body);
  }

  void visitMatchStmt(const MatchStmt &stmt) {
    head(stmt);
    Deeper deeper(*this);
    child("subject", stmt.subject);
    for (const MatchCase &matchCase : stmt.cases) {
      open("", "case", {}, matchCase.range);
      Deeper inCase(*this);
      child("pattern", matchCase.pattern);
      child("guard", matchCase.guard);
      block("body", matchCase.body);
    }
  }

  void visitTryStmt(const TryStmt &stmt) {
    head(stmt, stmt.isStar ? "star" : "");
    Deeper deeper(*this);
    block("body", stmt.body);
    for (const ExceptHandler &handler : stmt.handlers) {
      open("", "except", handler.name.empty() ? "" : quote(handler.name.text), handler.range);
      Deeper inHandler(*this);
      child("type", handler.type);
      block("body", handler.body);
    }
    block("else", stmt.elseBody);
    block("finally", stmt.finallyBody);
  }

  void visitRaiseStmt(const RaiseStmt &stmt) {
    head(stmt);
    Deeper(*this).child("exception", stmt.exception).child("cause", stmt.cause);
  }

  void visitAssertStmt(const AssertStmt &stmt) {
    head(stmt);
    Deeper(*this).child("condition", stmt.condition).child("message", stmt.message);
  }

  void visitDeleteStmt(const DeleteStmt &stmt) {
    head(stmt);
    Deeper deeper(*this);
    children("target", stmt.targets);
  }

  void visitImportStmt(const ImportStmt &stmt) { head(stmt, importedNames(stmt.names)); }

  void visitImportFromStmt(const ImportFromStmt &stmt) {
    std::string module = std::string(stmt.level, '.') + std::string(stmt.module.text);
    head(stmt, quote(module) + " " + importedNames(stmt.names));
  }

  void visitGlobalStmt(const GlobalStmt &stmt) { head(stmt, scopeNames(stmt.names)); }
  void visitNonlocalStmt(const NonlocalStmt &stmt) { head(stmt, scopeNames(stmt.names)); }

  void visitFunctionDefStmt(const FunctionDefStmt &stmt) {
    head(stmt, quote(stmt.name.text) + (stmt.isAsync ? " async" : ""));
    Deeper deeper(*this);
    printDecorators(stmt.decorators);
    printTypeParameters(stmt.typeParameters);
    printParameters(stmt.parameters);
    child("returns", stmt.returnType);
    block("body", stmt.body);
  }

  void visitClassDefStmt(const ClassDefStmt &stmt) {
    head(stmt, quote(stmt.name.text));
    Deeper deeper(*this);
    printDecorators(stmt.decorators);
    printTypeParameters(stmt.typeParameters);
    --depth;
    printArguments(stmt.arguments);
    ++depth;
    block("body", stmt.body);
  }

  // Patterns.
  void visitValuePattern(const ValuePattern &pattern) { withValue(pattern, pattern.value); }
  void visitCapturePattern(const CapturePattern &pattern) { head(pattern, quote(pattern.name.text)); }
  void visitWildcardPattern(const WildcardPattern &pattern) { head(pattern); }
  void visitStarPattern(const StarPattern &pattern) {
    head(pattern, pattern.name.empty() ? "" : quote(pattern.name.text));
  }

  void visitSequencePattern(const SequencePattern &pattern) {
    head(pattern);
    Deeper deeper(*this);
    children("element", pattern.elements);
  }

  void visitMappingPattern(const MappingPattern &pattern) {
    head(pattern, pattern.rest.empty() ? "" : "rest=" + quote(pattern.rest.text));
    Deeper deeper(*this);
    for (const MappingPatternItem &item : pattern.items) {
      child("key", item.key);
      child("pattern", item.pattern);
    }
  }

  void visitClassPattern(const ClassPattern &pattern) {
    head(pattern);
    Deeper deeper(*this);
    child("class", pattern.classRef);
    children("positional", pattern.positional);
    for (const KeywordPattern &keyword : pattern.keywords) {
      child("keyword " + quote(keyword.name.text), keyword.pattern);
    }
  }

  void visitAsPattern(const AsPattern &pattern) {
    head(pattern, quote(pattern.name.text));
    Deeper(*this).child("pattern", pattern.pattern);
  }

  void visitOrPattern(const OrPattern &pattern) {
    head(pattern);
    Deeper deeper(*this);
    children("alternative", pattern.alternatives);
  }

private:
  /// Children of the line just printed.
  class Deeper {
  public:
    explicit Deeper(TreePrinter &printer) : printer(printer) { ++printer.depth; }
    ~Deeper() { --printer.depth; }
    Deeper(const Deeper &) = delete;

    Deeper &child(std::string_view role, const Expr *expr) {
      printer.child(role, expr);
      return *this;
    }
    Deeper &child(std::string_view role, const Pattern *pattern) {
      printer.child(role, pattern);
      return *this;
    }

  private:
    TreePrinter &printer;
  };

  void open(std::string_view role, std::string_view kind, std::string_view details, SourceRange range) {
    result.append(depth * 2, ' ');
    if (!role.empty()) {
      result.append(role).append(": ");
    }
    result.append(kind);
    if (!details.empty()) {
      result.append(" ").append(details);
    }
    if (style.ranges && range.isValid()) {
      result += " <" + place(range.start()) + "-" + place(range.finish()) + ">";
    }
    result += '\n';
  }

  static std::string place(LineColumn place) { return std::to_string(place.line) + ":" + std::to_string(place.column); }

  void head(const Node &node, std::string_view details = {}) {
    open(std::exchange(pendingRole, std::string()), nodeKindName(node.kind), details, node.range);
  }

  void child(std::string_view role, const Expr *expr) {
    if (expr) {
      pendingRole = role;
      ExprVisitor<TreePrinter>::visit(*expr);
    }
  }
  void child(std::string_view role, const Pattern *pattern) {
    if (pattern) {
      pendingRole = role;
      PatternVisitor<TreePrinter>::visit(*pattern);
    }
  }
  void child(std::string_view role, const Stmt *stmt) {
    Deeper deeper(*this);
    pendingRole = role;
    StmtVisitor<TreePrinter>::visit(*stmt);
  }

  template <typename NodeType>
  void children(std::string_view role, List<const NodeType *> nodes) {
    for (const NodeType *node : nodes) {
      child(role, node);
    }
  }

  void block(std::string_view name, Block statements) {
    if (statements.empty()) {
      return;
    }
    result.append(depth * 2, ' ').append(name).append(":\n");
    for (const Stmt *stmt : statements) {
      child("", stmt);
    }
  }

  void withValue(const Node &node, const Expr *value) {
    head(node);
    Deeper(*this).child("value", value);
  }

  void elements(const Expr &expr, List<const Expr *> items) {
    head(expr);
    Deeper deeper(*this);
    children("element", items);
  }

  void printFormatPart(const FormatPart &part) {
    if (!part.isField()) {
      open("", "text", quote(part.text), part.range);
      return;
    }
    static constexpr const char *conversions[] = {"", "!s", "!r", "!a"};
    std::string details = conversions[static_cast<size_t>(part.conversion)];
    if (!part.debugText.empty()) {
      details += (details.empty() ? "" : " ") + quote(part.debugText);
    }
    open("", "field", details, part.range);
    Deeper(*this).child("value", part.value).child("spec", part.formatSpec);
  }

  void printArguments(List<Argument> arguments) {
    static constexpr const char *roles[] = {"argument", "starred", "keyword", "unpacked"};
    Deeper deeper(*this);
    for (const Argument &argument : arguments) {
      std::string role = roles[static_cast<size_t>(argument.kind)];
      role += argument.kind == ArgumentKind::Keyword ? " " + quote(argument.name.text) : "";
      child(role, argument.value);
    }
  }

  void printParameters(List<Parameter> parameters) {
    static constexpr const char *kinds[] = {"positional-only", "regular", "var-positional", "keyword-only",
                                            "var-keyword"};
    for (const Parameter &parameter : parameters) {
      std::string details = std::string(kinds[static_cast<size_t>(parameter.kind)]) + " " + quote(parameter.name.text);
      open("", "parameter", details, parameter.range);
      Deeper(*this).child("annotation", parameter.annotation).child("default", parameter.defaultValue);
    }
  }

  void printTypeParameters(List<TypeParameter> parameters) {
    static constexpr const char *stars[] = {"", "*", "**"};
    for (const TypeParameter &parameter : parameters) {
      std::string name = stars[static_cast<size_t>(parameter.kind)] + std::string(parameter.name.text);
      open("", "type parameter", quote(name), parameter.range);
      Deeper(*this).child("bound", parameter.bound);
    }
  }

  void printDecorators(List<Decorator> decorators) {
    for (const Decorator &decorator : decorators) {
      child("decorator", decorator.expr);
    }
  }

  static std::string importedNames(List<ImportedName> names) {
    std::string joined;
    for (const ImportedName &name : names) {
      joined += joined.empty() ? "" : ", ";
      joined += quote(name.name.text);
      joined += name.alias.empty() ? "" : " as " + quote(name.alias.text);
    }
    return joined;
  }

  static std::string scopeNames(List<Identifier> names) {
    std::string joined;
    for (const Identifier &name : names) {
      joined += joined.empty() ? "" : ", ";
      joined += quote(name.text);
    }
    return joined;
  }

  static std::string quote(std::string_view text) { return quoted(text); }

  static std::string number(double value) {
    char buffer[32];
    auto [end, error] = std::to_chars(buffer, buffer + sizeof buffer, value);
    return std::string(buffer, end);
  }

  PrintStyle style;
  std::string result;
  std::string pendingRole;
  size_t depth = 0;
};

} // namespace

std::string print(const Module &module, PrintStyle style) { return TreePrinter(style).run(module); }

} // namespace tkc::ast
