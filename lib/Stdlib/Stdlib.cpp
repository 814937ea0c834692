// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The table of embedded modules; the texts are put in by the build.
#include "tkc/Stdlib/Stdlib.h"

namespace tkc::stdlib {

const std::vector<LanguageModule> &languageModules() {
  static const std::vector<LanguageModule> modules = {
#include "EmbeddedSources.inc"
  };
  return modules;
}

} // namespace tkc::stdlib
