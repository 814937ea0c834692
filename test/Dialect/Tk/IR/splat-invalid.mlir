// RUN: tk-opt %s --split-input-file --verify-diagnostics
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

func.func @another_element_type(%x: f32) {
  // expected-error @+1 {{expects a result with elements of type 'f32', got 'f16'}}
  %0 = tk.splat %x : f32 to tensor<8xf16>
  return
}

// -----

func.func @dynamic_shape(%x: f32) {
  // expected-error @+1 {{result #0 must be block of float or integer or pointer to one element values, but got 'tensor<?xf32>'}}
  %0 = tk.splat %x : f32 to tensor<?xf32>
  return
}

// -----

func.func @source_is_a_block(%x: tensor<1xf32>) {
  // expected-error @+1 {{operand #0 must be scalar, but got 'tensor<1xf32>'}}
  %0 = tk.splat %x : tensor<1xf32> to tensor<8xf32>
  return
}
