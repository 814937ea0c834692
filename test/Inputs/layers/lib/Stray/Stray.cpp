// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lies in no listed folder.
