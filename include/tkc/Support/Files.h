// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whole-file reading and atomic writing with errors worded for the user.
#ifndef TKC_SUPPORT_FILES_H
#define TKC_SUPPORT_FILES_H

#include "tkc/Support/Result.h"

#include <string>
#include <string_view>

namespace tkc {

/// The bytes of a file. Messages start with the quoted path.
Result<std::string> readFile(const std::string &path);

/// Writes a file so that nobody ever sees a part of it: into a temporary beside it, then renamed. `-` is standard
/// output; an existing device or pipe is written directly.
Status writeFile(const std::string &path, std::string_view contents);

} // namespace tkc

#endif // TKC_SUPPORT_FILES_H
