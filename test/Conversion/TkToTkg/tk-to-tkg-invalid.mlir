// RUN: tkg-opt %s --tk-to-tkg=num-warps=4 --split-input-file --verify-diagnostics
// RUN: not tkg-opt %s --tk-to-tkg=num-warps=3 2>&1 | FileCheck %s --check-prefix=WARPS
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// WARPS: expects a power of two up to 32 for the number of warps, got 3
func.func @odd_sizes_do_not_reshape(%x: tensor<3x32xf32>) -> tensor<96xf32> {
  // expected-error @+1 {{expects sizes that are powers of two, got 'tensor<3x32xf32>'}}
  %y = tk.reshape %x : tensor<3x32xf32> to tensor<96xf32>
  return %y : tensor<96xf32>
}
