// RUN: tk-opt %s --tk-sanitize-memory | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// CHECK-LABEL: func.func @copy_an_element
func.func @copy_an_element(%from: !tk.ptr<f32>, %to: !tk.ptr<f32>) attributes {tk.kernel} {
  // CHECK: %[[CAN_READ:.*]] = tk.check_bounds %arg0 report %arg2
  // CHECK: tk.load %arg0 mask %[[CAN_READ]] other
  // CHECK: %[[CAN_WRITE:.*]] = tk.check_bounds %arg1 report %arg2
  // CHECK: tk.store %arg1, %{{.*}} mask %[[CAN_WRITE]]
  %x = tk.load %from : !tk.ptr<f32>
  tk.store %to, %x : !tk.ptr<f32>
  return
}
