// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Input of test/Layers/references.test. Example: {{test/Present.mlir}}
// Example: {{test/Missing.mlir}}
// Example: test/Present.mlir
// Example: test/Gone.mlir
