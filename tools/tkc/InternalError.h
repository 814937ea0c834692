// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the user sees when tkc itself has failed.
#ifndef TKC_TOOLS_TKC_INTERNALERROR_H
#define TKC_TOOLS_TKC_INTERNALERROR_H

#include "Reproducer.h"

namespace tkc::driver {

/// Writes the reproducer and reports `failure` with the place of it, in the form that the flags ask for. Returns the
/// exit code.
int reportInternalError(const ReproducerContents &contents, const std::string &failure);

/// All that is to be read from standard input: the worker reads it, and the reproducer keeps it.
std::string readStandardInput();

} // namespace tkc::driver

#endif // TKC_TOOLS_TKC_INTERNALERROR_H
