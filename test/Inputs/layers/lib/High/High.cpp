// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Keeps the rules.
#include "tkc/High/High.h"

#include "tkc/Low/Low.h"

#include "llvm/ADT/StringRef.h"
