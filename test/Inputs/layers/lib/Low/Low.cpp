// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Breaks rules on purpose.
#include "tkc/Low/Low.h"

#include "tkc/High/High.h"

#include "llvm/ADT/StringRef.h"

#include "../High/Private.h"
