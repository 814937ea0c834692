// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The JSON form of launch expressions: an integer is a number, a name is a string, anything else is an array of the
// operator's spelling and its operands, as in `["cdiv", "M", 64]`.
#ifndef TKC_LAUNCHEXPR_JSON_H
#define TKC_LAUNCHEXPR_JSON_H

#include "tkc/LaunchExpr/Expression.h"

#include <nlohmann/json_fwd.hpp>

namespace tkc::launch {

nlohmann::ordered_json toJson(const Expression &expression);
/// Errors say what was found and what was needed.
Result<Expression> fromJson(const nlohmann::ordered_json &json);

} // namespace tkc::launch

#endif // TKC_LAUNCHEXPR_JSON_H
