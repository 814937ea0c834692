// RUN: tkg-opt %s --tkg-split-blocks --split-input-file --verify-diagnostics
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Tiles come in one order.
func.func @scans_of_both_directions(%p: !tk.ptr<f32>) {
  // expected-error @+1 {{a block of 65536 elements is too large for 4 warps: at 256 elements a thread it needs 8 [BlockTooLargeForWarps]}}
  %i = tk.make_range 0, 65536 : tensor<65536xi32>
  %s = tk.splat %p : !tk.ptr<f32> to tensor<65536x!tk.ptr<f32>>
  %q = tk.addptr %s, %i : tensor<65536x!tk.ptr<f32>>, tensor<65536xi32>
  %x = tk.load %q : tensor<65536x!tk.ptr<f32>>
  %y = tk.scan(%x) axis = 0 {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    tk.yield %c : f32
  } : (tensor<65536xf32>) -> tensor<65536xf32>
  %z = tk.scan(%y) axis = 0 reverse {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    tk.yield %c : f32
  } : (tensor<65536xf32>) -> tensor<65536xf32>
  tk.store %q, %z : tensor<65536x!tk.ptr<f32>>
  return
}

// -----

// The first tile would overwrite what the last one loads.
func.func @backwards_in_place(%p: !tk.ptr<f32>) {
  // expected-error @+1 {{a block of 1048576 elements is too large for 4 warps: it is more than 256 elements a thread for any number of warps [BlockTooLargeForWarps]}}
  %i = tk.make_range 0, 1048576 : tensor<1048576xi32>
  %last = arith.constant dense<1048575> : tensor<1048576xi32>
  %b = arith.subi %last, %i : tensor<1048576xi32>
  %s = tk.splat %p : !tk.ptr<f32> to tensor<1048576x!tk.ptr<f32>>
  %q = tk.addptr %s, %i : tensor<1048576x!tk.ptr<f32>>, tensor<1048576xi32>
  %r = tk.addptr %s, %b : tensor<1048576x!tk.ptr<f32>>, tensor<1048576xi32>
  %x = tk.load %q : tensor<1048576x!tk.ptr<f32>>
  tk.store %r, %x : tensor<1048576x!tk.ptr<f32>>
  return
}

// -----

// The loop of the sum would load what the store has changed.
func.func @load_cannot_be_repeated(%p: !tk.ptr<f32>, %q: !tk.ptr<f32>, %c: f32) {
  // expected-error @+1 {{a block of 65536 elements is too large for 4 warps}}
  %i = tk.make_range 0, 65536 : tensor<65536xi32>
  %s = tk.splat %p : !tk.ptr<f32> to tensor<65536x!tk.ptr<f32>>
  %r = tk.addptr %s, %i : tensor<65536x!tk.ptr<f32>>, tensor<65536xi32>
  %x = tk.load %r : tensor<65536x!tk.ptr<f32>>
  tk.store %p, %c : !tk.ptr<f32>
  %sum = tk.reduce(%x) axis = 0 {
  ^bb0(%a: f32, %b: f32):
    %d = arith.addf %a, %b : f32
    tk.yield %d : f32
  } : (tensor<65536xf32>) -> f32
  tk.store %q, %sum : !tk.ptr<f32>
  return
}
