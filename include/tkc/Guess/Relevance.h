// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which parameters of a kernel a place in its code depends on, as far as the names tell: where a guess was wrong, these
// are the ones to change.
#ifndef TKC_GUESS_RELEVANCE_H
#define TKC_GUESS_RELEVANCE_H

#include "tkc/AST/Stmt.h"
#include "tkc/Evaluate/Payload.h"

#include <map>

namespace tkc::guess {

class Relevance {
public:
  explicit Relevance(const evaluate::FunctionObject &kernel);

  /// The parameters that the statements at these places read, those named there first, then those that come there
  /// through assignments. Places outside of the kernel are ignored.
  std::vector<std::string> parametersAt(const std::vector<SourceRange> &places) const;
  /// The parameters that decide whether the statement is reached.
  std::vector<std::string> parametersBefore(const ast::Stmt &stmt) const;
  /// The branch or loop that the statement is in, or null.
  const ast::Stmt *parentOf(const ast::Stmt &stmt) const;

private:
  using Names = std::vector<std::string>;

  struct Place {
    const ast::Stmt *stmt;
    const ast::Stmt *parent;
    Names reads;
    /// What the conditions of the branches and loops around it read, and of those before it that may return.
    Names guards;
  };

  const Place *find(const ast::Stmt &stmt) const;
  void collect(const ast::Block &block, const ast::Stmt *parent, Names guards);
  void collect(const ast::Stmt &stmt, const ast::Stmt *parent, const Names &guards);
  void addSources(const ast::Expr *target, const ast::Expr *value);
  Names parametersBehind(Names names) const;

  const evaluate::FunctionObject &kernel;
  std::vector<Place> places;
  /// Of each name that is assigned, the names in what it gets.
  std::map<std::string, Names, std::less<>> sources;
};

} // namespace tkc::guess

#endif // TKC_GUESS_RELEVANCE_H
