// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Formulas in Python's syntax over arrays: what a kernel should give.
#ifndef TKC_TEST_PUBLIC_CHECKVALUES_FORMULA_H
#define TKC_TEST_PUBLIC_CHECKVALUES_FORMULA_H

#include "tkc/AST/Expr.h"
#include "tkc/Source/Source.h"

#include <map>
#include <string>

#include "Values.h"

namespace tkc::formula {

using Names = std::map<std::string, Values, std::less<>>;

/// The value of a formula. Operators, indices and broadcasting are numpy's; test/Public/README.md lists the functions.
Result<Values> evaluate(const std::string &text, const Names &names);

} // namespace tkc::formula

#endif // TKC_TEST_PUBLIC_CHECKVALUES_FORMULA_H
