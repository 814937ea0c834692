// RUN: tk-opt %s --split-input-file --verify-diagnostics
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// expected-error @+1 {{expects ids that are sorted and unique, got 7 after 7}}
func.func private @repeated() attributes {x = #tk.ids<[3, 7, 7]>}

// -----

// expected-error @+1 {{expects ids that are sorted and unique, got 3 after 7}}
func.func private @unsorted() attributes {x = #tk.ids<[7, 3]>}

// -----

// expected-error @+2 {{expected integer value}}
// expected-error @+1 {{failed to parse Tk_IdsAttr parameter 'ids'}}
func.func private @empty() attributes {x = #tk.ids<[]>}
