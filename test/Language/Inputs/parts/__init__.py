# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A package, whose modules a test imports.
from .scales import doubled

FACTOR = 10
