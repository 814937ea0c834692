// RUN: tk-opt %s --tk-combine --split-input-file | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

//===--- elementwise ops of uniform blocks --------------------------------===//

// CHECK-LABEL: func.func @uniform_blocks_are_computed_as_scalars
// CHECK-SAME: (%[[A:.*]]: i32, %[[B:.*]]: i32)
func.func @uniform_blocks_are_computed_as_scalars(%a: i32, %b: i32) -> tensor<8xi1> {
  // CHECK: %[[S:.*]] = arith.addi %[[A]], %[[B]] : i32
  // CHECK: %[[C:.*]] = arith.cmpi slt, %[[S]], %{{.*}} : i32
  // CHECK: %[[R:.*]] = tk.splat %[[C]] : i1 to tensor<8xi1>
  // CHECK: return %[[R]]
  %c = arith.constant dense<5> : tensor<8xi32>
  %as = tk.splat %a : i32 to tensor<8xi32>
  %bs = tk.splat %b : i32 to tensor<8xi32>
  %0 = arith.addi %as, %bs : tensor<8xi32>
  %1 = arith.cmpi slt, %0, %c : tensor<8xi32>
  return %1 : tensor<8xi1>
}

// CHECK-LABEL: func.func @scalar_conditions_and_attributes_stay
func.func @scalar_conditions_and_attributes_stay(%c: i1, %a: f32) -> tensor<8xf32> {
  // CHECK: arith.mulf %{{.*}}, %{{.*}} fastmath<fast> : f32
  // CHECK: arith.select %{{.*}}, %{{.*}}, %{{.*}} : f32
  // CHECK: tk.splat
  %as = tk.splat %a : f32 to tensor<8xf32>
  %0 = arith.mulf %as, %as fastmath<fast> : tensor<8xf32>
  %1 = arith.select %c, %0, %as : tensor<8xf32>
  return %1 : tensor<8xf32>
}

// CHECK-LABEL: func.func @pointers_are_uniform_too
func.func @pointers_are_uniform_too(%p: !tk.ptr<f32>, %n: i64) -> tensor<8x!tk.ptr<f32>> {
  // CHECK: %[[Q:.*]] = tk.addptr %{{.*}}, %{{.*}} : !tk.ptr<f32>, i64
  // CHECK: tk.splat %[[Q]] : !tk.ptr<f32> to tensor<8x!tk.ptr<f32>>
  %ps = tk.splat %p : !tk.ptr<f32> to tensor<8x!tk.ptr<f32>>
  %ns = tk.splat %n : i64 to tensor<8xi64>
  %q = tk.addptr %ps, %ns : tensor<8x!tk.ptr<f32>>, tensor<8xi64>
  return %q : tensor<8x!tk.ptr<f32>>
}

// CHECK-LABEL: func.func @other_blocks_stay
func.func @other_blocks_stay(%a: i32, %b: tensor<8xi32>) -> tensor<8xi32> {
  // CHECK: arith.addi %{{.*}}, %{{.*}} : tensor<8xi32>
  %as = tk.splat %a : i32 to tensor<8xi32>
  %0 = arith.addi %as, %b : tensor<8xi32>
  return %0 : tensor<8xi32>
}

// CHECK-LABEL: func.func @calls_with_effects_stay
func.func @calls_with_effects_stay(%a: i32) -> tensor<8xi32> {
  // CHECK: tk.extern_elementwise "tick"(%{{.*}}) {pure = false} : (tensor<8xi32>) -> tensor<8xi32>
  %as = tk.splat %a : i32 to tensor<8xi32>
  %0 = tk.extern_elementwise "tick"(%as) {pure = false} : (tensor<8xi32>) -> tensor<8xi32>
  return %0 : tensor<8xi32>
}

// CHECK-LABEL: func.func @hints_keep_an_op_whole
func.func @hints_keep_an_op_whole(%a: i32) -> tensor<8xi32> {
  // CHECK: arith.addi {{.*}} tensor<8xi32>
  %as = tk.splat %a : i32 to tensor<8xi32>
  %0 = arith.addi %as, %as {tk.divisibility = dense<8> : tensor<1xi32>} : tensor<8xi32>
  return %0 : tensor<8xi32>
}

// -----

//===--- elementwise ops of broadcast blocks ------------------------------===//

// CHECK-LABEL: func.func @before_the_broadcast
// CHECK-SAME: (%[[X:.*]]: tensor<8x1xi32>, %[[Y:.*]]: tensor<8x1xi32>, %[[N:.*]]: i32)
func.func @before_the_broadcast(%x: tensor<8x1xi32>, %y: tensor<8x1xi32>, %n: i32) -> tensor<8x64xi1> {
  // CHECK: %[[M:.*]] = arith.muli %[[X]], %[[Y]] : tensor<8x1xi32>
  // CHECK: %[[NS:.*]] = tk.splat %[[N]] : i32 to tensor<8x1xi32>
  // CHECK: %[[C:.*]] = arith.cmpi slt, %[[M]], %[[NS]] : tensor<8x1xi32>
  // CHECK: %[[R:.*]] = tk.broadcast %[[C]] : tensor<8x1xi1> to tensor<8x64xi1>
  // CHECK: return %[[R]]
  %xb = tk.broadcast %x : tensor<8x1xi32> to tensor<8x64xi32>
  %yb = tk.broadcast %y : tensor<8x1xi32> to tensor<8x64xi32>
  %ns = tk.splat %n : i32 to tensor<8x64xi32>
  %0 = arith.muli %xb, %yb : tensor<8x64xi32>
  %1 = arith.cmpi slt, %0, %ns : tensor<8x64xi32>
  return %1 : tensor<8x64xi1>
}

// CHECK-LABEL: func.func @constants_shrink
func.func @constants_shrink(%x: tensor<8x1xf32>) -> tensor<8x64xf32> {
  // CHECK: %[[C:.*]] = arith.constant dense<2.000000e+00> : tensor<8x1xf32>
  // CHECK: arith.mulf %{{.*}}, %[[C]] : tensor<8x1xf32>
  %c = arith.constant dense<2.0> : tensor<8x64xf32>
  %xb = tk.broadcast %x : tensor<8x1xf32> to tensor<8x64xf32>
  %0 = arith.mulf %xb, %c : tensor<8x64xf32>
  return %0 : tensor<8x64xf32>
}

// CHECK-LABEL: func.func @blocks_broadcast_differently_stay
func.func @blocks_broadcast_differently_stay(%x: tensor<8x1xi32>, %y: tensor<1x64xi32>) -> tensor<8x64xi32> {
  // CHECK: arith.addi %{{.*}}, %{{.*}} : tensor<8x64xi32>
  %xb = tk.broadcast %x : tensor<8x1xi32> to tensor<8x64xi32>
  %yb = tk.broadcast %y : tensor<1x64xi32> to tensor<8x64xi32>
  %0 = arith.addi %xb, %yb : tensor<8x64xi32>
  return %0 : tensor<8x64xi32>
}

// -----

//===--- addresses --------------------------------------------------------===//

// CHECK-LABEL: func.func @constant_steps_are_one
func.func @constant_steps_are_one(%p: !tk.ptr<f32>, %q: tensor<8x!tk.ptr<f32>>) -> (!tk.ptr<f32>, tensor<8x!tk.ptr<f32>>) {
  // CHECK-DAG: %[[A:.*]] = arith.constant 12 : i32
  // CHECK-DAG: %[[B:.*]] = arith.constant dense<-3> : tensor<8xi32>
  // CHECK-DAG: tk.addptr %{{.*}}, %[[A]] : !tk.ptr<f32>, i32
  // CHECK-DAG: tk.addptr %{{.*}}, %[[B]] : tensor<8x!tk.ptr<f32>>, tensor<8xi32>
  %five = arith.constant 5 : i32
  %seven = arith.constant 7 : i64
  %1 = tk.addptr %p, %five : !tk.ptr<f32>, i32
  %2 = tk.addptr %1, %seven : !tk.ptr<f32>, i64
  %fives = arith.constant dense<5> : tensor<8xi32>
  %minus = arith.constant dense<-8> : tensor<8xi32>
  %3 = tk.addptr %q, %fives : tensor<8x!tk.ptr<f32>>, tensor<8xi32>
  %4 = tk.addptr %3, %minus : tensor<8x!tk.ptr<f32>>, tensor<8xi32>
  return %2, %4 : !tk.ptr<f32>, tensor<8x!tk.ptr<f32>>
}

// CHECK-LABEL: func.func @long_constant_steps_are_long
func.func @long_constant_steps_are_long(%p: !tk.ptr<f32>) -> !tk.ptr<f32> {
  // CHECK: %[[A:.*]] = arith.constant 4294967294 : i64
  // CHECK: tk.addptr %{{.*}}, %[[A]] : !tk.ptr<f32>, i64
  %max = arith.constant 2147483647 : i32
  %1 = tk.addptr %p, %max : !tk.ptr<f32>, i32
  %2 = tk.addptr %1, %max : !tk.ptr<f32>, i32
  return %2 : !tk.ptr<f32>
}

// CHECK-LABEL: func.func @other_steps_stay
func.func @other_steps_stay(%p: !tk.ptr<f32>, %n: i32) -> !tk.ptr<f32> {
  // CHECK: tk.addptr
  // CHECK: tk.addptr
  %1 = tk.addptr %p, %n : !tk.ptr<f32>, i32
  %2 = tk.addptr %1, %n : !tk.ptr<f32>, i32
  return %2 : !tk.ptr<f32>
}

// -----

//===--- choices of loads -------------------------------------------------===//

// CHECK-LABEL: func.func @choice_becomes_other
func.func @choice_becomes_other(%p: tensor<8x!tk.ptr<f32>>, %m: tensor<8xi1>) -> tensor<8xf32> {
  // CHECK: %[[C:.*]] = arith.constant dense<0xFF800000> : tensor<8xf32>
  // CHECK-NEXT: %[[X:.*]] = tk.load %{{.*}} mask %{{.*}} other %[[C]] {evict = #tk.evict<evict_first>}
  // CHECK-NEXT: return %[[X]]
  %c = arith.constant dense<0xFF800000> : tensor<8xf32>
  %zero = arith.constant dense<0.0> : tensor<8xf32>
  %x = tk.load %p mask %m other %zero {evict = #tk.evict<evict_first>} : tensor<8x!tk.ptr<f32>>
  %y = arith.select %m, %x, %c : tensor<8xi1>, tensor<8xf32>
  return %y : tensor<8xf32>
}

// CHECK-LABEL: func.func @choice_by_another_mask_stays
func.func @choice_by_another_mask_stays(%p: tensor<8x!tk.ptr<f32>>, %m: tensor<8xi1>, %n: tensor<8xi1>, %o: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK: arith.select
  %x = tk.load %p mask %m other %o : tensor<8x!tk.ptr<f32>>
  %y = arith.select %n, %x, %o : tensor<8xi1>, tensor<8xf32>
  return %y : tensor<8xf32>
}

// CHECK-LABEL: func.func @load_with_other_uses_stays
func.func @load_with_other_uses_stays(%p: tensor<8x!tk.ptr<f32>>, %m: tensor<8xi1>, %o: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK: arith.select
  %x = tk.load %p mask %m : tensor<8x!tk.ptr<f32>>
  %y = arith.select %m, %x, %o : tensor<8xi1>, tensor<8xf32>
  %z = arith.addf %x, %y : tensor<8xf32>
  return %z : tensor<8xf32>
}

// CHECK-LABEL: func.func @value_from_after_the_load_stays
func.func @value_from_after_the_load_stays(%p: tensor<8x!tk.ptr<f32>>, %m: tensor<8xi1>, %o: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK: arith.select
  %x = tk.load %p mask %m : tensor<8x!tk.ptr<f32>>
  %q = arith.addf %o, %o : tensor<8xf32>
  %y = arith.select %m, %x, %q : tensor<8xi1>, tensor<8xf32>
  return %y : tensor<8xf32>
}

// CHECK-LABEL: func.func @load_in_a_loop_of_a_value_from_before
func.func @load_in_a_loop_of_a_value_from_before(%p: tensor<8x!tk.ptr<f32>>, %m: tensor<8xi1>, %o: tensor<8xf32>, %n: i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %q = arith.addf %o, %o : tensor<8xf32>
  scf.for %i = %zero to %n step %one : i32 {
    // CHECK: tk.load %{{.*}} mask %{{.*}} other
    // CHECK-NOT: arith.select
    %x = tk.load %p mask %m : tensor<8x!tk.ptr<f32>>
    %y = arith.select %m, %x, %q : tensor<8xi1>, tensor<8xf32>
    tk.store %p, %y : tensor<8x!tk.ptr<f32>>
  }
  return
}

// -----

//===--- dots -------------------------------------------------------------===//

// CHECK-LABEL: func.func @sum_starts_the_dot
func.func @sum_starts_the_dot(%a: tensor<16x16xi8>, %c: tensor<16x16xi32>) -> tensor<16x16xi32> {
  // CHECK: %[[D:.*]] = tk.dot %{{.*}}, %{{.*}}, %arg1
  // CHECK-NEXT: return %[[D]]
  %zero = arith.constant dense<0> : tensor<16x16xi32>
  %d = tk.dot %a, %a, %zero : tensor<16x16xi8>, tensor<16x16xi8> to tensor<16x16xi32>
  %s = arith.addi %c, %d : tensor<16x16xi32>
  return %s : tensor<16x16xi32>
}

// CHECK-LABEL: func.func @precision_stays
func.func @precision_stays(%a: tensor<16x16xf32>, %c: tensor<16x16xf32>) -> tensor<16x16xf32> {
  // CHECK: tk.dot %{{.*}}, %{{.*}}, %arg1 {precision = #tk.precision<tf32>}
  %zero = arith.constant dense<0.0> : tensor<16x16xf32>
  %d = tk.dot %a, %a, %zero {precision = #tk.precision<tf32>} : tensor<16x16xf32>, tensor<16x16xf32> to tensor<16x16xf32>
  %s = arith.addf %d, %c : tensor<16x16xf32>
  return %s : tensor<16x16xf32>
}

// CHECK-LABEL: func.func @imprecise_sums_stay_apart
func.func @imprecise_sums_stay_apart(%a: tensor<16x16xf8E5M2>, %c: tensor<16x16xf32>) -> tensor<16x16xf32> {
  // CHECK: arith.addf
  %zero = arith.constant dense<0.0> : tensor<16x16xf32>
  %d = tk.dot %a, %a, %zero {maxNumImpreciseAcc = 32 : i32} : tensor<16x16xf8E5M2>, tensor<16x16xf8E5M2> to tensor<16x16xf32>
  %s = arith.addf %d, %c : tensor<16x16xf32>
  return %s : tensor<16x16xf32>
}

// CHECK-LABEL: func.func @dot_with_a_start_stays
func.func @dot_with_a_start_stays(%a: tensor<16x16xf16>, %c: tensor<16x16xf32>) -> tensor<16x16xf32> {
  // CHECK: arith.addf
  %d = tk.dot %a, %a, %c : tensor<16x16xf16>, tensor<16x16xf16> to tensor<16x16xf32>
  %s = arith.addf %d, %c : tensor<16x16xf32>
  return %s : tensor<16x16xf32>
}

// CHECK-LABEL: func.func @dot_with_other_uses_stays
func.func @dot_with_other_uses_stays(%a: tensor<16x16xf16>, %c: tensor<16x16xf32>) -> tensor<16x16xf32> {
  // CHECK: arith.addf
  %zero = arith.constant dense<0.0> : tensor<16x16xf32>
  %d = tk.dot %a, %a, %zero : tensor<16x16xf16>, tensor<16x16xf16> to tensor<16x16xf32>
  %s = arith.addf %d, %c : tensor<16x16xf32>
  %t = arith.mulf %d, %s : tensor<16x16xf32>
  return %t : tensor<16x16xf32>
}
