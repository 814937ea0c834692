// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Walks over the syntax tree of a formula.
#ifndef TKC_TEST_PUBLIC_CHECKVALUES_EVALUATOR_H
#define TKC_TEST_PUBLIC_CHECKVALUES_EVALUATOR_H

#include "Formula.h"

namespace tkc::formula {

class Evaluator {
public:
  explicit Evaluator(const Names &names) : names(names) {}

  Result<Values> run(const ast::Expr &expr);

private:
  /// The arguments of one call.
  struct Call {
    std::string name;
    std::vector<Values> values;
    std::map<std::string, Values, std::less<>> keywords;
    std::string text; // of a string argument

    int64_t integer(size_t position, std::string_view keyword, int64_t otherwise) const;
    bool has(size_t position, std::string_view keyword) const;
    const Values *get(size_t position, std::string_view keyword) const;
  };

  Result<Values> runBinary(const ast::BinaryExpr &expr);
  Result<Values> runCompare(const ast::CompareExpr &expr);
  Result<Values> runSubscript(const ast::SubscriptExpr &expr);
  Result<Values> runTuple(const ast::List<const ast::Expr *> &elements);
  Result<Values> runCall(const ast::CallExpr &expr);
  Result<Values> callJoin(const std::string &name, const ast::CallExpr &expr);
  Result<Values> callShape(const Call &call);
  Result<Values> callFold(const Call &call);
  Result<Values> callLine(const Call &call);
  Result<Values> callOther(const Call &call);

  const Names &names;
};

} // namespace tkc::formula

#endif // TKC_TEST_PUBLIC_CHECKVALUES_EVALUATOR_H
