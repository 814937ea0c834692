// RUN: tk-opt %s --split-input-file --verify-diagnostics
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// expected-error @+1 {{expects a pointee that is an integer, float or pointer, got 'tensor<8xf32>'}}
func.func private @block(!tk.ptr<tensor<8xf32>>)

// -----

// expected-error @+1 {{expects a pointee that is an integer, float or pointer, got 'si32'}}
func.func private @signed(!tk.ptr<si32>)

// -----

// expected-error @+1 {{expects a pointee other than i1, which lives in memory as i8}}
func.func private @boolean(!tk.ptr<i1>)

// -----

// expected-error @+1 {{expects an address space of at least 0, got -1}}
func.func private @negative_space(!tk.ptr<f32, -1>)
