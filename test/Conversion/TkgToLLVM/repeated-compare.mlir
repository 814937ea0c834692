// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A comparison whose bits repeat from register to register is made once for each bit.
// RUN: tkg-opt %s --tkg-to-llvm | FileCheck %s

#blocked = #tkg.blocked<sizePerThread = [4], threadsPerWarp = [32], warpsPerCta = [4], order = [0]>
#wide = #tkg.blocked<sizePerThread = [1, 2], threadsPerWarp = [8, 4], warpsPerCta = [4, 1], order = [1, 0]>
module attributes {tkg.num_ctas = 1 : i32, tkg.num_warps = 4 : i32, tkg.target = "sm_90a"} {
  // The bound is a multiple of 16: four neighbours are all inside, or none is.
  // CHECK-LABEL: llvm.func internal @compares_once_for_each_group
  func.func @compares_once_for_each_group(%n: i32 {tk.divisibility = 16 : i32}, %x: tensor<1024xf32, #blocked>,
                                          %y: tensor<1024xf32, #blocked>) -> tensor<1024xf32, #blocked> {
    %range = tk.make_range 0, 1024 : tensor<1024xi32, #blocked>
    %ends = tk.splat %n : i32 to tensor<1024xi32, #blocked>
    // CHECK-COUNT-2: llvm.icmp "slt" %{{.*}}, %arg0 : i32
    // CHECK-NOT: llvm.icmp
    // CHECK: llvm.select %{{.*}}, %{{.*}}, %{{.*}} : vector<8xi1>, vector<8xf32>
    %inside = arith.cmpi slt, %range, %ends : tensor<1024xi32, #blocked>
    %chosen = arith.select %inside, %x, %y : tensor<1024xi1, #blocked>, tensor<1024xf32, #blocked>
    return %chosen : tensor<1024xf32, #blocked>
  }

  // CHECK-LABEL: llvm.func internal @compares_each_where_neighbours_differ
  func.func @compares_each_where_neighbours_differ(%n: i32) -> tensor<1024xi1, #blocked> {
    %range = tk.make_range 0, 1024 : tensor<1024xi32, #blocked>
    %ends = tk.splat %n : i32 to tensor<1024xi32, #blocked>
    // CHECK-COUNT-8: llvm.icmp "slt" %{{.*}}, %arg0 : i32
    %inside = arith.cmpi slt, %range, %ends : tensor<1024xi32, #blocked>
    return %inside : tensor<1024xi1, #blocked>
  }

  // A row has one column, which two registers hold: rows are compared once.
  // CHECK-LABEL: llvm.func internal @compares_copies_once
  func.func @compares_copies_once(%n: i32, %other: tensor<64x1xi1, #wide>) -> tensor<64x1xi1, #wide> {
    %range = tk.make_range 0, 64 : tensor<64xi32, #tkg.slice<dim = 1, parent = #wide>>
    %column = tk.expand_dims %range, 1 : tensor<64xi32, #tkg.slice<dim = 1, parent = #wide>> to tensor<64x1xi32, #wide>
    %ends = tk.splat %n : i32 to tensor<64x1xi32, #wide>
    // CHECK-COUNT-2: llvm.icmp "slt" %{{.*}}, %arg0 : i32
    // CHECK-NOT: llvm.icmp
    %inside = arith.cmpi slt, %column, %ends : tensor<64x1xi32, #wide>
    // CHECK-COUNT-2: llvm.and %{{.*}}, %{{.*}} : i1
    // CHECK-NOT: llvm.and {{.*}} : i1
    %both = arith.andi %inside, %other : tensor<64x1xi1, #wide>
    return %both : tensor<64x1xi1, #wide>
  }

  // CHECK-LABEL: llvm.func internal @compares_each_for_equality
  func.func @compares_each_for_equality(%n: i32 {tk.divisibility = 16 : i32}) -> tensor<1024xi1, #blocked> {
    %range = tk.make_range 0, 1024 : tensor<1024xi32, #blocked>
    %ends = tk.splat %n : i32 to tensor<1024xi32, #blocked>
    // CHECK-COUNT-8: llvm.icmp "eq" %{{.*}}, %arg0 : i32
    %equal = arith.cmpi eq, %range, %ends : tensor<1024xi32, #blocked>
    return %equal : tensor<1024xi1, #blocked>
  }
}
