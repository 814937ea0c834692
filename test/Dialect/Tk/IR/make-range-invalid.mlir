// RUN: tk-opt %s --split-input-file --verify-diagnostics
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

func.func @ends_before_it_starts() {
  // expected-error @+1 {{expects end above start, got 8 and 4}}
  %0 = tk.make_range 8, 4 : tensor<4xi32>
  return
}

// -----

func.func @another_size() {
  // expected-error @+1 {{expects a result of 8 elements of i32, got 'tensor<4xi32>'}}
  %0 = tk.make_range 0, 8 : tensor<4xi32>
  return
}

// -----

func.func @another_rank() {
  // expected-error @+1 {{expects a result of 8 elements of i32, got 'tensor<8x1xi32>'}}
  %0 = tk.make_range 0, 8 : tensor<8x1xi32>
  return
}

// -----

func.func @another_element_type() {
  // expected-error @+1 {{expects a result of 8 elements of i32, got 'tensor<8xi64>'}}
  %0 = tk.make_range 0, 8 : tensor<8xi64>
  return
}
