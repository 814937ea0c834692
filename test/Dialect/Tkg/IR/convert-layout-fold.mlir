// RUN: tkg-opt %s --canonicalize | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#a = #tkg.blocked<sizePerThread = [1], threadsPerWarp = [32], warpsPerCta = [4], order = [0]>
#b = #tkg.blocked<sizePerThread = [4], threadsPerWarp = [32], warpsPerCta = [4], order = [0]>
#shared = #tkg.swizzled_shared<vec = 1, perPhase = 1, maxPhase = 1, order = [0]>

// CHECK-LABEL: func.func @same_layout_is_nothing
// CHECK-NEXT: return %arg0
func.func @same_layout_is_nothing(%x: tensor<512xf32, #a>) -> tensor<512xf32, #a> {
  %y = tkg.convert_layout %x : tensor<512xf32, #a> to tensor<512xf32, #a>
  return %y : tensor<512xf32, #a>
}

// CHECK-LABEL: func.func @there_and_back_is_nothing
// CHECK-NEXT: return %arg0
func.func @there_and_back_is_nothing(%x: tensor<512xf32, #a>) -> tensor<512xf32, #a> {
  %y = tkg.convert_layout %x : tensor<512xf32, #a> to tensor<512xf32, #b>
  %z = tkg.convert_layout %y : tensor<512xf32, #b> to tensor<512xf32, #a>
  return %z : tensor<512xf32, #a>
}

// CHECK-LABEL: func.func @constant_is_made_in_the_layout
// CHECK-NEXT: %[[C:.*]] = arith.constant dense<1.000000e+00> : tensor<512xf32, #[[B:.*]]>
// CHECK-NEXT: return %[[C]] : tensor<512xf32, #[[B]]>
func.func @constant_is_made_in_the_layout() -> tensor<512xf32, #b> {
  %x = arith.constant dense<1.0> : tensor<512xf32, #a>
  %y = tkg.convert_layout %x : tensor<512xf32, #a> to tensor<512xf32, #b>
  return %y : tensor<512xf32, #b>
}

// CHECK-LABEL: func.func @splat_is_made_in_the_layout
// CHECK-NEXT: %[[S:.*]] = tk.splat %arg0 : f32 to tensor<512xf32, #[[B:.*]]>
// CHECK-NEXT: return %[[S]]
func.func @splat_is_made_in_the_layout(%x: f32) -> tensor<512xf32, #b> {
  %s = tk.splat %x : f32 to tensor<512xf32, #a>
  %y = tkg.convert_layout %s : tensor<512xf32, #a> to tensor<512xf32, #b>
  return %y : tensor<512xf32, #b>
}

// CHECK-LABEL: func.func @range_is_made_in_the_layout
// CHECK-NEXT: %[[S:.*]] = tk.make_range 0, 512 : tensor<512xi32, #[[B:.*]]>
// CHECK-NEXT: return %[[S]]
func.func @range_is_made_in_the_layout() -> tensor<512xi32, #b> {
  %s = tk.make_range 0, 512 : tensor<512xi32, #a>
  %y = tkg.convert_layout %s : tensor<512xi32, #a> to tensor<512xi32, #b>
  return %y : tensor<512xi32, #b>
}

// CHECK-LABEL: func.func @local_load_reads_the_layout
// CHECK-NEXT: %[[L:.*]] = tkg.local_load %arg0 : !tkg.memdesc<512xf32, #shared> to tensor<512xf32, #[[B:.*]]>
// CHECK-NEXT: return %[[L]]
func.func @local_load_reads_the_layout(%m: !tkg.memdesc<512xf32, #shared>) -> tensor<512xf32, #b> {
  %x = tkg.local_load %m : !tkg.memdesc<512xf32, #shared> to tensor<512xf32, #a>
  %y = tkg.convert_layout %x : tensor<512xf32, #a> to tensor<512xf32, #b>
  return %y : tensor<512xf32, #b>
}

// CHECK-LABEL: func.func @local_load_with_two_uses_stays
// CHECK: tkg.local_load
// CHECK: tkg.convert_layout
func.func @local_load_with_two_uses_stays(%m: !tkg.memdesc<512xf32, #shared>)
    -> (tensor<512xf32, #a>, tensor<512xf32, #b>) {
  %x = tkg.local_load %m : !tkg.memdesc<512xf32, #shared> to tensor<512xf32, #a>
  %y = tkg.convert_layout %x : tensor<512xf32, #a> to tensor<512xf32, #b>
  return %x, %y : tensor<512xf32, #a>, tensor<512xf32, #b>
}

// CHECK-LABEL: func.func @histogram_gives_the_layout
// CHECK-NEXT: %[[H:.*]] = tk.histogram %arg0 : tensor<512xi32, #{{.*}}> to tensor<512xi32, #[[B:.*]]>
// CHECK-NEXT: return %[[H]] : tensor<512xi32, #[[B]]>
func.func @histogram_gives_the_layout(%n: tensor<512xi32, #a>) -> tensor<512xi32, #b> {
  %x = tk.histogram %n : tensor<512xi32, #a> to tensor<512xi32, #a>
  %y = tkg.convert_layout %x : tensor<512xi32, #a> to tensor<512xi32, #b>
  return %y : tensor<512xi32, #b>
}

// CHECK-LABEL: func.func @gather_takes_any_layout
// CHECK-NEXT: tk.gather %arg0[%arg1]
func.func @gather_takes_any_layout(%x: tensor<512xf32, #a>, %i: tensor<512xi32, #b>) -> tensor<512xf32, #b> {
  %y = tkg.convert_layout %x : tensor<512xf32, #a> to tensor<512xf32, #b>
  %z = tk.gather %y[%i] axis = 0 : tensor<512xf32, #b>[tensor<512xi32, #b>] to tensor<512xf32, #b>
  return %z : tensor<512xf32, #b>
}

#rows = #tkg.blocked<sizePerThread = [1, 4], threadsPerWarp = [32, 1], warpsPerCta = [4, 1], order = [1, 0]>
#columns = #tkg.blocked<sizePerThread = [4, 1], threadsPerWarp = [32, 1], warpsPerCta = [1, 4], order = [0, 1]>

// What the threads would pick from lies in themselves, once it is converted.
// CHECK-LABEL: func.func @gather_within_threads_keeps_the_conversion
// CHECK-NEXT: tkg.convert_layout
func.func @gather_within_threads_keeps_the_conversion(%x: tensor<128x4xf32, #columns>, %i: tensor<128x4xi32, #rows>) -> tensor<128x4xf32, #rows> {
  %y = tkg.convert_layout %x : tensor<128x4xf32, #columns> to tensor<128x4xf32, #rows>
  %z = tk.gather %y[%i] axis = 1 : tensor<128x4xf32, #rows>[tensor<128x4xi32, #rows>] to tensor<128x4xf32, #rows>
  return %z : tensor<128x4xf32, #rows>
}
