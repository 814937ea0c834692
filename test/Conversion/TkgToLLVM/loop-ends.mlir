// RUN: tkg-opt %s --tkg-to-llvm | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
module attributes {"tkg.num-warps" = 1 : i32} {

// A step of one never leaves the type.
// CHECK-LABEL: llvm.func @step_of_one
func.func @step_of_one(%p: !tk.ptr<i32>, %low: i32, %high: i32) attributes {tk.kernel} {
  // CHECK: llvm.br ^[[HEAD:.*]](%[[LOW:.*]] : i32)
  // CHECK: ^[[HEAD]](%[[I:.*]]: i32):
  // CHECK-NEXT: %[[GOES:.*]] = llvm.icmp "slt" %[[I]], %{{.*}} : i32
  // CHECK-NEXT: llvm.cond_br %[[GOES]]
  %one = arith.constant 1 : i32
  scf.for %i = %low to %high step %one : i32 {
    tk.store %p, %i : !tk.ptr<i32>
  }
  return
}

// CHECK-LABEL: llvm.func @constant_bound
func.func @constant_bound(%p: !tk.ptr<i32>, %low: i32) attributes {tk.kernel} {
  // CHECK: ^{{.*}}(%[[I:.*]]: i32):
  // CHECK-NEXT: llvm.icmp "slt" %[[I]], %{{.*}} : i32
  %two = arith.constant 2 : i32
  %high = arith.constant 1000 : i32
  scf.for %i = %low to %high step %two : i32 {
    tk.store %p, %i : !tk.ptr<i32>
  }
  return
}

// From zero on, the sum fits as an unsigned number.
// CHECK-LABEL: llvm.func @starts_at_zero
func.func @starts_at_zero(%p: !tk.ptr<i32>, %high: i32) attributes {tk.kernel} {
  // CHECK: %[[END:.*]] = llvm.intr.smax(%{{.*}}, %{{.*}})
  // CHECK: ^{{.*}}(%[[I:.*]]: i32):
  // CHECK-NEXT: llvm.icmp "ult" %[[I]], %[[END]] : i32
  %zero = arith.constant 0 : i32
  %two = arith.constant 2 : i32
  scf.for %i = %zero to %high step %two : i32 {
    tk.store %p, %i : !tk.ptr<i32>
  }
  return
}

// No register for another bound: in the body the upper one is no negative number.
// CHECK-LABEL: llvm.func @starts_at_the_program
func.func @starts_at_the_program(%p: !tk.ptr<i32>, %high: i32) attributes {tk.kernel} {
  // CHECK: %[[ENTERS:.*]] = llvm.icmp "slt" %{{.*}}, %[[HIGH:.*]] : i32
  // CHECK: llvm.br ^[[HEAD:.*]](%{{.*}}, %[[ENTERS]] : i32, i1)
  // CHECK: ^[[HEAD]](%[[I:.*]]: i32, %[[GOES:.*]]: i1):
  // CHECK-NEXT: llvm.cond_br %[[GOES]]
  // CHECK: %[[NEXT:.*]] = llvm.add %[[I]], %{{.*}} : i32
  // CHECK: %[[MORE:.*]] = llvm.icmp "ult" %[[NEXT]], %[[HIGH]] : i32
  // CHECK: llvm.br ^[[HEAD]](%[[NEXT]], %[[MORE]] : i32, i1)
  %first = tk.program_id 0 : i32
  %step = tk.num_programs 0 : i32
  scf.for %i = %first to %high step %step : i32 {
    tk.store %p, %i : !tk.ptr<i32>
  }
  return
}

// Whether the loop goes on is found before the step.
// CHECK-LABEL: llvm.func @unknown_begin
func.func @unknown_begin(%p: !tk.ptr<i32>, %low: i32, %high: i32) attributes {tk.kernel} {
  // CHECK: %[[ENTERS:.*]] = llvm.icmp "slt" %[[LOW:.*]], %[[HIGH:.*]] : i32
  // CHECK: %[[SPAN:.*]] = llvm.sub %[[HIGH]], %[[LOW]] : i32
  // CHECK: %[[SECOND:.*]] = llvm.icmp "ugt" %[[SPAN]], %[[STEP:.*]] : i32
  // CHECK: %[[BEFORE:.*]] = llvm.sub %[[HIGH]], %[[STEP]] : i32
  // CHECK: %[[LAST:.*]] = llvm.select %[[SECOND]], %[[BEFORE]], %[[LOW]] : i1, i32
  // CHECK: llvm.br ^[[HEAD:.*]](%[[LOW]], %[[ENTERS]] : i32, i1)
  // CHECK: ^[[HEAD]](%[[I:.*]]: i32, %[[GOES:.*]]: i1):
  // CHECK-NEXT: llvm.cond_br %[[GOES]]
  // CHECK: %[[NEXT:.*]] = llvm.add %[[I]], %[[STEP]] : i32
  // CHECK: %[[MORE:.*]] = llvm.icmp "slt" %[[I]], %[[LAST]] : i32
  // CHECK: llvm.br ^[[HEAD]](%[[NEXT]], %[[MORE]] : i32, i1)
  %two = arith.constant 2 : i32
  scf.for %i = %low to %high step %two : i32 {
    tk.store %p, %i : !tk.ptr<i32>
  }
  return
}

// CHECK-LABEL: llvm.func @unsigned
func.func @unsigned(%p: !tk.ptr<i32>, %high: i32) attributes {tk.kernel} {
  // CHECK: ^{{.*}}(%[[I:.*]]: i32, %{{.*}}: i1):
  // CHECK: llvm.icmp "ult" %[[I]], %{{.*}} : i32
  %zero = arith.constant 0 : i32
  %two = arith.constant 2 : i32
  scf.for unsigned %i = %zero to %high step %two : i32 {
    tk.store %p, %i : !tk.ptr<i32>
  }
  return
}

}
