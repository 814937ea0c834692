// RUN: tkg-opt %s --split-input-file --verify-diagnostics
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#a = #tkg.blocked<sizePerThread = [1], threadsPerWarp = [32], warpsPerCta = [4], order = [0]>
func.func @target_has_no_encoding(%x: tensor<512xf32, #a>) {
  // expected-error @+1 {{expects blocks with a layout encoding, got 'tensor<512xf32>'}}
  %y = tkg.convert_layout %x : tensor<512xf32, #a> to tensor<512xf32>
  return
}

// -----

#a = #tkg.blocked<sizePerThread = [1], threadsPerWarp = [32], warpsPerCta = [4], order = [0]>
func.func @shape_changes(%x: tensor<512xf32, #a>) {
  // expected-error @+1 {{requires the same shape for all operands and results}}
  %y = tkg.convert_layout %x : tensor<512xf32, #a> to tensor<256xf32, #a>
  return
}

// -----

#a = #tkg.blocked<sizePerThread = [1], threadsPerWarp = [32], warpsPerCta = [4], order = [0]>
func.func @element_type_changes(%x: tensor<512xf32, #a>) {
  // expected-error @+1 {{requires the same element type for all operands and results}}
  %y = tkg.convert_layout %x : tensor<512xf32, #a> to tensor<512xf16, #a>
  return
}
