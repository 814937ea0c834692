// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The parser's state and its functions, one group a file. After a syntax error the parser is *lost*: it stands at the
// end of the logical line, every function returns at once without a second message, and the statement loop starts again
// on the next line.
#ifndef TKC_LIB_PARSE_PARSER_H
#define TKC_LIB_PARSE_PARSER_H

#include "tkc/AST/Module.h"
#include "tkc/Diagnostics/Diagnostics.h"
#include "tkc/Lex/Lexer.h"

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

namespace tkc::parse {

using lex::Token;
using lex::TokenKind;

/// What a target is for; decides what it may be.
enum class TargetUse : uint8_t { Assign, Augment, Annotate, Delete };

class Parser {
public:
  Parser(const SourceBuffer &buffer, ast::Arena &arena, DiagnosticEngine &diagnostics);
  ast::Block parseFile();
  const ast::Expr *parseSingleExpression();

private:
  /// Counts how deep the parser's own recursion is.
  class Nesting {
  public:
    explicit Nesting(Parser &parser);
    ~Nesting() { --parser.depth; }
    Nesting(const Nesting &) = delete;

  private:
    Parser &parser;
  };

  /// Measures one expression: the longest path of operators from its root.
  class ExpressionScope {
  public:
    explicit ExpressionScope(Parser &parser) : parser(parser), outerHeight(parser.height) { parser.height = 0; }
    ~ExpressionScope() { parser.height = std::max(outerHeight, parser.height + 1); }
    ExpressionScope(const ExpressionScope &) = delete;

  private:
    Parser &parser;
    uint32_t outerHeight;
  };

  // Parser.cpp: tokens, ranges, errors.
  const Token &current() const { return tokens[index]; }
  TokenKind peekKind(size_t ahead = 1) const { return tokens[std::min(index + ahead, tokens.size() - 1)].kind; }
  bool at(TokenKind kind) const { return tokens[index].kind == kind; }
  bool atSoftKeyword(std::string_view word) const { return at(TokenKind::Name) && text(current()) == word; }
  std::string_view text(const Token &token) const { return source.substr(token.begin, token.end - token.begin); }
  void next();
  bool accept(TokenKind kind);
  /// Takes the token or reports what was found in its place.
  bool expect(TokenKind kind, std::string_view where);
  ast::Identifier expectName(std::string_view what);
  /// Takes a closing bracket; elsewhere a comma may be missing.
  bool expectCloser(TokenKind kind);
  SourceRange rangeOf(const Token &token) const { return {&buffer, token.begin, token.end}; }
  SourceRange rangeFrom(uint32_t begin) const { return {&buffer, begin, std::max(begin, lastEnd)}; }
  std::string describeCurrent() const;
  /// Reports and stays on course.
  DiagnosticBuilder report(DiagnosticKind kind, SourceRange range);
  /// Reports and gets lost.
  DiagnosticBuilder fail(DiagnosticKind kind, SourceRange range);
  DiagnosticBuilder failExpected(std::string_view what);
  void getLost();
  bool isSilent() const;
  /// Runs `parse`; when it meets an error, forgets it, goes back and returns false.
  bool speculate(const std::function<void()> &parse);
  size_t findCloser(size_t opener) const;
  void addLink();

  template <typename NodeType>
  NodeType *make(uint32_t begin) {
    auto *node = arena.create<NodeType>();
    node->range = rangeFrom(begin);
    return node;
  }
  ast::Identifier identifier(const Token &token) const { return {text(token), rangeOf(token)}; }

  // Statements.cpp
  ast::Block parseStatements(TokenKind end);
  bool parseStatement(std::vector<const ast::Stmt *> &statements);
  const ast::Stmt *parseCompound();
  void parseSimpleLine(std::vector<const ast::Stmt *> &statements);
  const ast::Stmt *parseSimple();
  const ast::Stmt *failStrayClause();
  void failStatementEnd();
  ast::Block parseBlock(std::string_view construct, const Token &keyword);
  ast::Block parseIndented(std::string_view construct, const Token &keyword);
  ast::Block parseBlockOfBrokenHeader();
  void failMissingColon(std::string_view construct);
  const ast::Stmt *parseExpressionStatement();
  const ast::Stmt *parseAssign(uint32_t begin, const ast::Expr *first);
  const ast::Stmt *parseAugAssign(uint32_t begin, const ast::Expr *target, ast::BinaryOp op);
  const ast::Stmt *parseAnnAssign(const Token &first, const ast::Expr *target);
  const ast::Expr *parseAssignedValue();

  // SimpleStatements.cpp
  const ast::Stmt *parseReturn();
  const ast::Stmt *parseRaise();
  const ast::Stmt *parseAssert();
  const ast::Stmt *parseDelete();
  ast::List<ast::Identifier> parseScopeNames();
  const ast::Stmt *parseGlobal();
  const ast::Stmt *parseNonlocal();
  const ast::Stmt *parseTypeAlias();
  bool atTypeAlias() const;
  bool atLineEnd() const;

  // Imports.cpp
  const ast::Stmt *parseImport();
  const ast::Stmt *parseImportFrom();
  ast::Identifier parseDottedName();
  ast::ImportedName parseImportedName(bool isDotted);
  ast::List<ast::ImportedName> parseImportedNames();

  // ControlFlow.cpp
  struct IfBranch {
    uint32_t begin;
    const ast::Expr *condition;
    ast::Block body;
  };
  const ast::Stmt *parseIf();
  const ast::Stmt *nestBranches(const std::vector<IfBranch> &branches, ast::Block elseBody);
  ast::Block parseElse();
  const ast::Expr *parseCondition(std::string_view construct);
  const ast::Stmt *parseWhile();
  const ast::Stmt *parseFor(uint32_t begin, bool isAsync);
  const ast::Stmt *parseWith(uint32_t begin, bool isAsync);
  bool parseParenthesizedWithItems(std::vector<ast::WithItem> &items);
  ast::WithItem parseWithItem();
  const ast::Stmt *parseTry();
  ast::ExceptHandler parseHandler(bool &isStar);
  const ast::Stmt *parseAsync();

  // Definitions.cpp
  const ast::Stmt *parseDecorated();
  const ast::Stmt *parseFunction(uint32_t begin, ast::List<ast::Decorator> decorators, bool isAsync);
  const ast::Stmt *parseClass(ast::List<ast::Decorator> decorators);

  // Parameters.cpp
  /// State of one parameter list.
  struct ParameterList {
    std::vector<ast::Parameter> parameters;
    TokenKind closer;
    bool isAnnotated;
    bool hasSlash = false;
    bool hasStar = false;
    bool hasDefault = false;
    bool hasVarKeyword = false;
    bool isBareStarOpen = false; // a bare `*` still waits for a name
    SourceRange starRange;
  };
  ast::List<ast::Parameter> parseParameters(TokenKind closer, bool isAnnotated);
  void parseParameter(ParameterList &list);
  void parseSlash(ParameterList &list);
  void parseStar(ParameterList &list);
  void parseNamedParameter(ParameterList &list, ast::ParameterKind kind, uint32_t begin);
  ast::List<ast::TypeParameter> parseTypeParameters();
  ast::TypeParameter parseTypeParameter();

  // Expressions.cpp
  const ast::Expr *error();
  const ast::Expr *failExpression();
  std::string_view hintForMissingExpression() const;
  const ast::Expr *parseStarExpressions();
  const ast::Expr *parseStarExpression();
  const ast::Expr *parseStarNamedExpression();
  const ast::Expr *parseNamedExpression();
  const ast::Expr *parseExpression();
  const ast::Expr *parseLambda();
  const ast::Expr *parseYield();
  const ast::Expr *parseTupleRest(uint32_t begin, const ast::Expr *first, const ast::Expr *(Parser::*parseElement)());
  bool startsExpression() const;

  // Operators.cpp
  const ast::Expr *parseDisjunction();
  const ast::Expr *parseConjunction();
  const ast::Expr *parseBoolOp(TokenKind op, const ast::Expr *(Parser::*parseOperand)());
  const ast::Expr *parseInversion();
  const ast::Expr *parseComparison();
  bool acceptCompareOp(ast::CompareOp &op);
  const ast::Expr *parseBitOr() { return parseBinary(1); }
  const ast::Expr *parseBinary(int precedence);
  const ast::Expr *parseUnary();
  const ast::Expr *parsePower();

  // Primary.cpp
  const ast::Expr *parseAwait();
  const ast::Expr *parsePrimary();
  const ast::Expr *parseAttribute(uint32_t begin, const ast::Expr *object);
  const ast::Expr *parseCall(uint32_t begin, const ast::Expr *callee);
  const ast::Expr *parseSubscript(uint32_t begin, const ast::Expr *object);
  const ast::Expr *parseSubscriptIndex();
  const ast::Expr *parseSlice();
  ast::List<ast::Argument> parseArguments(bool isCall);
  void parseArgument(std::vector<ast::Argument> &arguments, uint32_t openParen, bool isCall);
  void parsePositionalArgument(std::vector<ast::Argument> &arguments, uint32_t openParen, bool isCall);
  void checkArgumentOrder(const std::vector<ast::Argument> &arguments, const ast::Argument &added);

  // Atoms.cpp
  const ast::Expr *parseAtom();
  const ast::Expr *parseName();
  const ast::Expr *parseNumber();
  const ast::Expr *parseParenthesized();
  const ast::Expr *parseListDisplay();
  const ast::Expr *parseBraces();
  const ast::Expr *parseDictRest(uint32_t begin, ast::DictItem first);
  ast::DictItem parseDictItem();
  bool atComprehension() const;
  const ast::Expr *parseComprehension(uint32_t begin, ast::ComprehensionKind kind, const ast::Expr *element,
                                      const ast::Expr *value);
  ast::ComprehensionClause parseComprehensionClause();

  // Strings.cpp
  /// What adjacent literals are made of, in order. Text waits in `literals` to be joined.
  struct StringPieces {
    struct Literal {
      std::string_view value;
      SourceRange range;
    };
    std::vector<Literal> literals;
    std::vector<ast::FormatPart> parts;
    bool hasFormat = false;
    bool hasBytes = false;
    bool hasText = false;
  };
  const ast::Expr *parseStrings();
  void addLiteral(StringPieces &pieces);
  std::string_view joinLiterals(const StringPieces &pieces);
  void flushLiterals(StringPieces &pieces);
  void parseFormatString(StringPieces &pieces);
  void parseFormatParts(StringPieces &pieces, bool isRaw, bool isSpec);
  ast::FormatPart parseField(bool isRaw);
  ast::FormatConversion parseConversion();
  const ast::FormatStringExpr *parseFormatSpec(bool isRaw);
  std::string_view decode(std::string_view body, uint32_t offset, bool isRaw, bool isBytes, bool isFormat);

  // Targets.cpp
  const ast::Expr *parseTargetList();
  const ast::Expr *parseTarget();
  bool checkTarget(const ast::Expr *target, TargetUse use);
  bool checkTargets(ast::List<const ast::Expr *> targets, TargetUse use);

  // Match.cpp
  bool atMatchStatement() const;
  const ast::Stmt *parseMatch();
  ast::MatchCase parseCase();
  const ast::Expr *parseSubject();

  // Patterns.cpp
  const ast::Pattern *failPattern();
  const ast::Pattern *parseOpenPattern();
  const ast::Pattern *parseMaybeStarPattern();
  const ast::Pattern *parsePattern();
  const ast::Pattern *parseOrPattern();
  const ast::Pattern *parseClosedPattern();
  const ast::Pattern *parseNumberPattern();
  const ast::Expr *parseSignedNumber();
  const ast::Pattern *parseLiteralPattern();
  const ast::Pattern *parseNamePattern();
  const ast::Expr *parseDottedReference();
  const ast::Pattern *parseGroupPattern();
  const ast::Pattern *parseSequencePattern();
  const ast::Pattern *parseMappingPattern();
  ast::MappingPatternItem parseMappingItem();
  const ast::Pattern *parseClassPattern(uint32_t begin, const ast::Expr *classRef);
  ast::Identifier parseCaptureName();
  std::vector<const ast::Pattern *> parsePatternsUntil(TokenKind closer, bool &hasComma);

  const SourceBuffer &buffer;
  std::string_view source;
  ast::Arena &arena;
  DiagnosticEngine &diagnostics;
  DiagnosticEngine discarded; // receives what must not be shown
  std::vector<Token> tokens;
  size_t index = 0;
  uint32_t lastEnd = 0; // end of the last token that is not layout
  uint32_t depth = 0;
  uint32_t height = 0;
  uint32_t openBranches = 0;
  bool isLost = false;
  bool isSpeculating = false;
  bool hasSpeculationFailed = false;
};

/// Decodes the escapes of a literal's body (Escapes.cpp).
struct EscapeError {
  size_t begin;
  size_t end;
  bool isNamed; // `\N{…}`, which is kept as it is
};
std::string decodeEscapes(std::string_view body, bool isBytes, bool isFormat, std::vector<EscapeError> &errors);

/// What an expression is called in messages: "a call", "`None`" (Targets.cpp).
std::string_view describeExpr(const ast::Expr *expr);

} // namespace tkc::parse

#endif // TKC_LIB_PARSE_PARSER_H
