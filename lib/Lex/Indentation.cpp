// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The start of a logical line: blank lines are passed over, the depth of the line becomes Indent and Dedent tokens.
#include <algorithm>
#include <utility>

#include "SourceLexer.h"

namespace tkc::lex {

static constexpr size_t deepestIndent = 100;

/// Passes over blank and comment lines, then compares the line that follows with the open blocks.
void SourceLexer::startLine() {
  while (true) {
    Indentation line = measureIndentation();
    if (peek() == '#') {
      skipToLineEnd();
    }
    if (isNewlineAt(at)) {
      at += newlineLength(at);
      continue;
    }
    if (isAtEnd()) {
      return;
    }
    isFirstOfLine = true;
    switch (compareIndentation(line)) {
    case IndentChange::Same:
      return;
    case IndentChange::Deeper:
      return indent(line);
    case IndentChange::Shallower:
      return dedent(line);
    }
  }
}

/// A line continued by a backslash within its indentation is as deep as its first part.
SourceLexer::Indentation SourceLexer::measureIndentation() {
  Indentation line;
  Indentation beforeBackslash;
  while (!isAtEnd()) {
    char c = peek();
    if (c == ' ') {
      ++line.column;
      ++line.altColumn;
    } else if (c == '\t') {
      line.column = (line.column / 8 + 1) * 8;
      ++line.altColumn;
    } else if (c == '\f') {
      line = {};
    } else if (c == '\\' && isNewlineAt(at + 1) && at + 1 + newlineLength(at + 1) < text.size()) {
      beforeBackslash = beforeBackslash.column != 0 ? beforeBackslash : line;
      at += newlineLength(at + 1);
    } else {
      break;
    }
    ++at;
  }
  return beforeBackslash.column != 0 ? beforeBackslash : line;
}

SourceLexer::IndentChange SourceLexer::compareIndentation(Indentation line) {
  const Indentation &current = indents.back();
  auto order = [](uint32_t a, uint32_t b) {
    return a == b ? IndentChange::Same : a > b ? IndentChange::Deeper : IndentChange::Shallower;
  };
  IndentChange change = order(line.column, current.column);
  // A line left of the current block is checked against the block it returns to.
  bool isConsistent = change == IndentChange::Shallower || change == order(line.altColumn, current.altColumn);
  if (!isConsistent) {
    uint32_t begin = buffer.offsetAt({buffer.lineColumn(at).line, 1});
    diagnostics.report(DiagnosticKind::InconsistentTabs, range(begin, at)).hint("use blanks only");
  }
  return change;
}

void SourceLexer::indent(Indentation line) {
  if (indents.size() == deepestIndent) {
    markBroken(at);
    if (!std::exchange(isDepthReported, true)) {
      diagnostics.report(DiagnosticKind::IndentTooDeep, range(at, at)) << deepestIndent;
    }
    return;
  }
  indents.push_back(line);
  push(TokenKind::Indent, at);
}

/// A line that meets no open block is taken as part of the innermost block that it reaches into.
void SourceLexer::dedent(Indentation line) {
  while (indents.size() > 1 && line.column <= indents[indents.size() - 2].column) {
    indents.pop_back();
    push(TokenKind::Dedent, at);
    if (line.column == indents.back().column) {
      if (line.altColumn != indents.back().altColumn) {
        compareIndentation(line);
      }
      return;
    }
  }
  uint32_t inner = indents.back().column;
  std::string choices = std::to_string(indents.size() > 1 ? indents[indents.size() - 2].column : 0);
  diagnostics.report(DiagnosticKind::InconsistentDedent, range(at, std::max(identifierEnd(at), at + 1)))
          .hint("indent it by " + choices + " or by " + std::to_string(inner) + " columns")
      << line.column;
  indents.back() = line;
}

} // namespace tkc::lex
