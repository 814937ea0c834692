// RUN: tkg-opt %s --tk-to-tkg=num-warps=4 --split-input-file --verify-diagnostics
// RUN: not tkg-opt %s --tk-to-tkg=num-warps=3 2>&1 | FileCheck %s --check-prefix=WARPS
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// WARPS: expects a power of two up to 32 for the number of warps, got 3
func.func @odd_sizes_do_not_reshape(%x: tensor<3x32xf32>) -> tensor<96xf32> {
  // expected-error @+1 {{expects sizes that are powers of two, got 'tensor<3x32xf32>'}}
  %y = tk.reshape %x : tensor<3x32xf32> to tensor<96xf32>
  return %y : tensor<96xf32>
}

// -----

func.func @odd_sizes_are_not_picked_from(%x: tensor<6xf32>, %i: tensor<4xi32>) -> tensor<4xf32> {
  // expected-error @+1 {{expects sizes that are powers of two, got 'tensor<6xf32>'}}
  %y = tk.gather %x[%i] axis = 0 : tensor<6xf32>[tensor<4xi32>] to tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

func.func @odd_sizes_are_not_counted(%x: tensor<8xi32>) -> tensor<6xi32> {
  // expected-error @+1 {{expects sizes that are powers of two, got 'tensor<6xi32>'}}
  %y = tk.histogram %x : tensor<8xi32> to tensor<6xi32>
  return %y : tensor<6xi32>
}
