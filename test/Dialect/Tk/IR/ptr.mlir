// RUN: tk-opt %s | tk-opt | FileCheck %s
// RUN: tk-opt %s --mlir-print-op-generic | tk-opt | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// CHECK-LABEL: func.func @pointees
// CHECK-SAME: !tk.ptr<f32>, %{{.*}}: !tk.ptr<i8, 3>, %{{.*}}: !tk.ptr<!tk.ptr<bf16>>, %{{.*}}: !tk.ptr<f8E4M3FN>
func.func @pointees(%a: !tk.ptr<f32, 1>, %b: !tk.ptr<i8, 3>, %c: !tk.ptr<!tk.ptr<bf16>>, %d: !tk.ptr<f8E4M3FN>) {
  return
}

// CHECK-LABEL: func.func @block_of_pointers
// CHECK-SAME: tensor<8x!tk.ptr<i64, 0>>
func.func @block_of_pointers(%a: tensor<8x!tk.ptr<i64, 0>>) {
  return
}
