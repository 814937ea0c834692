// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// `import` and `from … import`.
#include "Parser.h"

namespace tkc::parse {

using namespace ast;

/// Blanks around the dots are dropped from the text.
Identifier Parser::parseDottedName() {
  uint32_t begin = current().begin;
  Identifier first = expectName("the name of a module");
  std::string joined(first.text);
  while (!isLost && accept(TokenKind::Dot)) {
    joined += '.';
    joined += expectName("a name after the dot").text;
  }
  SourceRange range = rangeFrom(begin);
  bool isContiguous = range.text() == joined;
  return {isContiguous ? range.text() : arena.copy(std::string_view(joined)), range};
}

ImportedName Parser::parseImportedName(bool isDotted) {
  ImportedName imported;
  imported.name = isDotted ? parseDottedName() : expectName("a name to import");
  if (!isLost && accept(TokenKind::KwAs)) {
    imported.alias = expectName("a name after `as`");
  }
  return imported;
}

const Stmt *Parser::parseImport() {
  uint32_t begin = current().begin;
  next();
  std::vector<ImportedName> names;
  do {
    names.push_back(parseImportedName(true));
  } while (accept(TokenKind::Comma));
  if (at(TokenKind::KwFrom)) {
    fail(DiagnosticKind::ExpectedStatementEnd, rangeOf(current())).hint("write `from module import name`") << "`from`";
  }
  auto *stmt = make<ImportStmt>(begin);
  stmt->names = arena.copy(names);
  return stmt;
}

const Stmt *Parser::parseImportFrom() {
  uint32_t begin = current().begin;
  next();
  uint32_t level = 0;
  while (at(TokenKind::Dot) || at(TokenKind::Ellipsis)) {
    level += at(TokenKind::Dot) ? 1 : 3;
    next();
  }
  Identifier module = level > 0 && at(TokenKind::KwImport) ? Identifier{} : parseDottedName();
  if (!isLost) {
    expect(TokenKind::KwImport, "and the names");
  }
  List<ImportedName> names = parseImportedNames();
  auto *stmt = make<ImportFromStmt>(begin);
  stmt->module = module;
  stmt->level = level;
  stmt->names = names;
  return stmt;
}

List<ImportedName> Parser::parseImportedNames() {
  std::vector<ImportedName> names;
  if (at(TokenKind::Star)) {
    names.push_back({identifier(current()), {}});
    next();
    return arena.copy(names);
  }
  bool isParenthesized = accept(TokenKind::LParen);
  do {
    if (isParenthesized && !names.empty() && at(TokenKind::RParen)) {
      break;
    }
    names.push_back(parseImportedName(false));
  } while (accept(TokenKind::Comma));
  if (isParenthesized && !isLost) {
    expectCloser(TokenKind::RParen);
  }
  return arena.copy(names);
}

} // namespace tkc::parse
