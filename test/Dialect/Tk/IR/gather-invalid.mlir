// RUN: tk-opt %s --split-input-file --verify-diagnostics
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

func.func @axis_out_of_range(%x: tensor<4x8xf32>, %i: tensor<4x8xi32>) {
  // expected-error @+1 {{expects an axis from 0 to 1, got 2}}
  %0 = tk.gather %x[%i] axis = 2 : tensor<4x8xf32>[tensor<4x8xi32>] to tensor<4x8xf32>
  return
}

// -----

func.func @another_rank(%x: tensor<4x8xf32>, %i: tensor<8xi32>) {
  // expected-error @+1 {{expects equal ranks, got 2 and 1}}
  %0 = tk.gather %x[%i] axis = 0 : tensor<4x8xf32>[tensor<8xi32>] to tensor<8xf32>
  return
}

// -----

func.func @another_size(%x: tensor<4x8xf32>, %i: tensor<4x16xi32>) {
  // expected-error @+1 {{expects dimension 1 of the index to be 8, got 16}}
  %0 = tk.gather %x[%i] axis = 0 : tensor<4x8xf32>[tensor<4x16xi32>] to tensor<4x16xf32>
  return
}

// -----

func.func @places_are_floats(%x: tensor<8xf32>, %i: tensor<8xf32>) {
  // expected-error @+1 {{must be block of integers}}
  %0 = tk.gather %x[%i] axis = 0 : tensor<8xf32>[tensor<8xf32>] to tensor<8xf32>
  return
}

// -----

func.func @another_result(%x: tensor<8xf32>, %i: tensor<4xi32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{inferred type(s) 'tensor<4xf32>' are incompatible with return type(s) of operation 'tensor<8xf32>'}}
  %0 = tk.gather %x[%i] axis = 0 : tensor<8xf32>[tensor<4xi32>] to tensor<8xf32>
  return
}
