// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// TODO: later.
auto *p = dynamic_cast<Derived *>(base);
const char *path = getenv("PATH");
