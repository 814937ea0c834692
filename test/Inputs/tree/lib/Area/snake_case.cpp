// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A name in the wrong style.
