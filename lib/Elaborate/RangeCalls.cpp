// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What stands behind `in`: calls of `range`, `tl.range` and `tl.static_range`.
#include "Elaborator.h"

namespace tkc::elaborate {

using evaluate::CallArguments;

std::optional<RangeCall> Elaborator::asRangeCall(const ast::Expr &iterable, bool &isBroken) {
  const auto *expr = llvm::dyn_cast<ast::CallExpr>(&iterable);
  if (!expr) {
    return std::nullopt;
  }
  const auto *name = llvm::dyn_cast<ast::NameExpr>(expr->callee);
  bool isPlain = name || llvm::isa<ast::AttributeExpr, ast::ConditionalExpr>(expr->callee);
  Object callee = isPlain ? evaluate(*expr->callee) : Object::none();
  isBroken = isPoison(callee);
  if (!callee.isBuiltin("range") && !callee.isBuiltin("tl.range") && !callee.isBuiltin("tl.static_range")) {
    return std::nullopt;
  }
  std::optional<CallArguments> arguments = evaluateArguments(expr->arguments, /*arePrinted=*/false);
  std::optional<RangeCall> range;
  if (arguments) {
    range = bindRange(callee.builtinName(), *arguments, expr->range);
  }
  isBroken = !range || hasPoison(range->start) || hasPoison(range->stop) || hasPoison(range->step);
  return isBroken ? std::nullopt : range;
}

std::optional<RangeCall> Elaborator::bindRange(const std::string &name, const CallArguments &arguments,
                                               SourceRange range) {
  RangeCall result;
  result.range = range;
  result.isStatic = name == "tl.static_range";
  std::vector<Object> bounds = arguments.positional;
  for (const evaluate::NamedObject &keyword : arguments.keywords) {
    bool isBound = keyword.name == "arg1" || keyword.name == "arg2" || keyword.name == "step";
    if (isBound) {
      bounds.push_back(keyword.value);
    } else if (!bindLoopOption(result, name, keyword)) {
      return std::nullopt;
    }
  }
  // `tl.range` takes its options by position, too.
  static constexpr llvm::StringLiteral options[] = {"num_stages", "loop_unroll_factor", "disallow_acc_multi_buffer",
                                                    "flatten", "warp_specialize"};
  while (name == "tl.range" && bounds.size() > 3 && bounds.size() - 4 < std::size(options)) {
    evaluate::NamedObject option{options[bounds.size() - 4].str(), bounds.back()};
    bounds.pop_back();
    if (!bindLoopOption(result, name, option)) {
      return std::nullopt;
    }
  }
  if (bounds.empty() || bounds.size() > 3) {
    report(DiagnosticKind::RangeArgumentCount, range) << name << bounds.size();
    return std::nullopt;
  }
  bool hasStart = bounds.size() > 1 && !bounds[1].isNone();
  result.start = hasStart ? bounds[0] : Object::integer(0);
  result.stop = hasStart ? bounds[1] : bounds[0];
  result.step = bounds.size() > 2 && !bounds[2].isNone() ? bounds[2] : Object::integer(1);
  return result;
}

bool Elaborator::bindLoopOption(RangeCall &range, llvm::StringRef function, const evaluate::NamedObject &option) {
  llvm::StringRef name = option.name;
  bool isNumber = name == "num_stages" || name == "loop_unroll_factor";
  bool isSwitch =
      name == "disallow_acc_multi_buffer" || name == "flatten" || name == "warp_specialize" || name == "disable_licm";
  // Triton takes the options of `tl.range` for a plain `range`, too.
  if (function == "tl.static_range" || (!isNumber && !isSwitch)) {
    report(DiagnosticKind::LoopOptionUnknown, range.range) << std::string_view(function) << option.name;
    return false;
  }
  if (option.value.isNone()) {
    return true;
  }
  std::optional<int64_t> number = option.value.toInt64();
  if (!number || (isNumber && (*number < 0 || *number > 1024))) {
    report(DiagnosticKind::LoopOptionValue, range.range)
        << option.name << (isNumber ? "an int from 0 to 1024" : "a bool");
    return false;
  }
  if (isNumber) {
    range.attributes.push_back(
        builder.getNamedAttr("tk." + name.str(), builder.getI32IntegerAttr(static_cast<int32_t>(*number))));
  } else if (*number != 0) {
    range.attributes.push_back(builder.getNamedAttr("tk." + name.str(), builder.getUnitAttr()));
  }
  return true;
}

} // namespace tkc::elaborate
