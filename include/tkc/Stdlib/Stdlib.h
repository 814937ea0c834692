// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The part of the language that is written in the language: `.tk` sources that are embedded in the compiler.
#ifndef TKC_STDLIB_STDLIB_H
#define TKC_STDLIB_STDLIB_H

#include <string_view>
#include <vector>

namespace tkc::stdlib {

/// One embedded module. The top-level functions of those in `tkc.stdlib` whose names start without an underscore are
/// attributes of `tl`; others are modules of Triton that programs import.
struct LanguageModule {
  std::string_view name;
  std::string_view text;
};

/// All embedded modules, for `Evaluator::addLanguageModule`.
const std::vector<LanguageModule> &languageModules();

} // namespace tkc::stdlib

#endif // TKC_STDLIB_STDLIB_H
