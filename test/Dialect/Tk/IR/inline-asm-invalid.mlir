// RUN: tk-opt %s --split-input-file --verify-diagnostics
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

func.func @no_result(%x: i32) {
  // expected-error @+1 {{expects a result}}
  tk.inline_asm "nop;" constraints "r" (%x) : (i32) -> ()
  return
}

// -----

func.func @odd_pack(%x: i32) {
  // expected-error @+1 {{expects a power of two to pack, got 3}}
  %0 = tk.inline_asm "nop;" constraints "=r,r" (%x) {pack = 3 : i32} : (i32) -> i32
  return
}

// -----

func.func @unknown_register(%x: i32) {
  // expected-error @+1 {{expects constraints: `v` is no register}}
  %0 = tk.inline_asm "nop;" constraints "=r,v" (%x) : (i32) -> i32
  return
}

// -----

func.func @unknown_output(%x: i32) {
  // expected-error @+1 {{expects constraints: `=v` is no output register}}
  %0 = tk.inline_asm "nop;" constraints "=v,r" (%x) : (i32) -> i32
  return
}

// -----

func.func @output_behind_input(%x: i32) {
  // expected-error @+1 {{expects constraints: the output `=r` stands behind inputs}}
  %0 = tk.inline_asm "nop;" constraints "r,=r" (%x) : (i32) -> i32
  return
}

// -----

func.func @too_few_inputs(%x: i32) {
  // expected-error @+1 {{expects 2 constraints of inputs, got 1}}
  %0 = tk.inline_asm "nop;" constraints "=r,r" (%x, %x) : (i32, i32) -> i32
  return
}

// -----

func.func @too_many_outputs(%x: tensor<8xi16>) {
  // expected-error @+1 {{expects 1 constraints of outputs, got 2}}
  %0 = tk.inline_asm "nop;" constraints "=r,=r,r" (%x) {pack = 2 : i32} : (tensor<8xi16>) -> tensor<8xi16>
  return
}

// -----

func.func @register_of_another_width(%x: i64) {
  // expected-error @+1 {{expects a register for 'i64' in constraint 0 of inputs, got `r`}}
  %0 = tk.inline_asm "nop;" constraints "=l,r" (%x) : (i64) -> i64
  return
}

// -----

func.func @shapes_differ(%x: tensor<8xi32>, %y: tensor<4xi32>) {
  // expected-error @+1 {{all non-scalar operands/results must have the same shape and base type}}
  %0 = tk.inline_asm "nop;" constraints "=r,r,r" (%x, %y) : (tensor<8xi32>, tensor<4xi32>) -> tensor<8xi32>
  return
}
