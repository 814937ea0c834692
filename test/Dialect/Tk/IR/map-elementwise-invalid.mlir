// RUN: tk-opt %s --split-input-file --verify-diagnostics
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

func.func @too_few_arguments(%x: tensor<8xi32>) {
  // expected-error @+1 {{expects a region of 2 scalars of the element types, got 1 arguments}}
  %0 = tk.map_elementwise (%x) {
  ^bb0(%a: i32):
    tk.yield %a : i32
  } {pack = 2 : i32} : (tensor<8xi32>) -> tensor<8xi32>
  return
}

// -----

func.func @yield_of_another_type(%x: tensor<8xi32>) {
  // expected-error @+1 {{expects the region to yield 1 scalars of the results' element types}}
  %0 = tk.map_elementwise (%x) {
  ^bb0(%a: i32):
    tk.yield %a : i32
  } : (tensor<8xi32>) -> tensor<8xf32>
  return
}

// -----

func.func @odd_pack(%x: tensor<8xi32>) {
  // expected-error @+1 {{expects a power of two to pack, got 3}}
  %0 = tk.map_elementwise (%x) {
  ^bb0(%a: i32, %b: i32, %c: i32):
    tk.yield %a, %b, %c : i32, i32, i32
  } {pack = 3 : i32} : (tensor<8xi32>) -> tensor<8xi32>
  return
}

// -----

func.func @shapes_differ(%x: tensor<8xi32>) {
  // expected-error @+1 {{requires the same shape for all operands and results}}
  %0 = tk.map_elementwise (%x) {
  ^bb0(%a: i32):
    tk.yield %a : i32
  } : (tensor<8xi32>) -> tensor<4xi32>
  return
}

// -----

func.func @nothing_mapped() {
  // expected-error @+1 {{'tk.map_elementwise' op expected 1 or more operands, but found 0}}
  "tk.map_elementwise"() ({
    "tk.yield"() : () -> ()
  }) : () -> ()
  return
}
