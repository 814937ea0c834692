// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The arguments of a call, and how they meet the parameters of a function.
#ifndef TKC_EVALUATE_CALLARGUMENTS_H
#define TKC_EVALUATE_CALLARGUMENTS_H

#include "tkc/Evaluate/Payload.h"

namespace tkc::evaluate {

struct CallArguments {
  std::vector<Object> positional;
  std::vector<NamedObject> keywords;

  /// The keyword argument of that name, or null.
  const Object *keyword(std::string_view name) const;
  /// The argument at `position`, or else of that name, or null.
  const Object *get(size_t position, std::string_view name) const;
};

/// One value a parameter, in the order of the parameters; `*args` gets a tuple, `**kwargs` a dict.
struct BoundArguments {
  std::vector<Object> values;
  /// An Unknown that tells what does not fit; None when all does.
  Object error;
};

/// Distributes arguments over parameters; missing ones take their defaults.
BoundArguments bindArguments(const FunctionObject &function, const CallArguments &arguments, SourceRange range);

} // namespace tkc::evaluate

#endif // TKC_EVALUATE_CALLARGUMENTS_H
