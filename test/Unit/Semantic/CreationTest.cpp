// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Blocks from nothing, and the program's place in the grid.
#include <limits>

#include "SemanticFixture.h"

using namespace tkc;
using namespace tkc::elaborate;

namespace {
class CreationTest : public SemanticTest {};
} // namespace

TEST_F(CreationTest, program_ids_are_int32) {
  EXPECT_EQ(typeOf(call("tl.program_id", {number(1)})), "int32");
  EXPECT_EQ(typeOf(call("tl.num_programs", {}, {{"axis", number(2)}})), "int32");
  EXPECT_TRUE(has("tk.program_id 1 : i32"));
  EXPECT_TRUE(has("tk.num_programs 2 : i32"));
  EXPECT_EQ(typeOf(call("tl.program_id", {number(3)})), "nothing");
  EXPECT_TRUE(says("the axis of `tl.program_id` must be 0, 1 or 2, got 3 [GridAxisInvalid]"));
  EXPECT_EQ(typeOf(call("tl.program_id", {value("i32")})), "nothing");
  EXPECT_TRUE(says("`axis` of `tl.program_id` must be an integer known at compile time, got a run-time value of type "
                   "`int32` [ArgumentNotConstant]"));
}

TEST_F(CreationTest, ranges_start_anywhere_and_have_a_power_of_two) {
  EXPECT_EQ(typeOf(call("tl.arange", {number(0), number(128)})), "int32[128]");
  EXPECT_EQ(typeOf(call("tl.arange", {number(-3), number(5)})), "int32[8]");
  EXPECT_TRUE(has("tk.make_range -3, 5 : tensor<8xi32>"));
  EXPECT_EQ(typeOf(call("tl.arange", {number(0), number(100)})), "nothing");
  EXPECT_TRUE(says("the block shape [100] has size 100 in dimension 0, which is not a power of two "
                   "[BlockShapeNotPowerOfTwo]"));
  EXPECT_EQ(typeOf(call("tl.arange", {number(8), number(8)})), "nothing");
  EXPECT_TRUE(says("`tl.arange` from 8 to 8 is no range of int32 numbers with an end above its start [RangeInvalid]"));
  EXPECT_EQ(typeOf(call("tl.arange", {number(0), number(2097152)})), "nothing");
  EXPECT_TRUE(says("the block shape [2097152] has more than 1048576 elements [BlockTooLarge]"));
}

TEST_F(CreationTest, full_and_zeros_make_constants) {
  EXPECT_EQ(typeOf(call("tl.zeros", {tuple({16, 32}), dtype("fp16")})), "fp16[16, 32]");
  EXPECT_EQ(typeOf(call("tl.full", {tuple({8}), number(-1), dtype("u32")})), "uint32[8]");
  EXPECT_EQ(typeOf(call("tl.full", {tuple({8}), number(std::numeric_limits<double>::infinity()), dtype("fp32")})),
            "fp32[8]");
  EXPECT_EQ(typeOf(call("tl.full", {tuple({}), number(3.5), dtype("i32")})), "int32");
  EXPECT_EQ(typeOf(call("tl.zeros", {number(64)}, {{"dtype", dtype("i1")}})), "int1[64]");
  EXPECT_TRUE(has("arith.constant dense<0.000000e+00> : tensor<16x32xf16>"));
  EXPECT_TRUE(has("arith.constant dense<-1> : tensor<8xi32>"));
  EXPECT_TRUE(has("arith.constant dense<0x7F800000> : tensor<8xf32>"));
  EXPECT_TRUE(has("arith.constant 3 : i32"));
  EXPECT_TRUE(has("arith.constant dense<false> : tensor<64xi1>"));
}

TEST_F(CreationTest, full_takes_run_time_scalars) {
  EXPECT_EQ(typeOf(call("tl.full", {tuple({8}), value("i32"), dtype("fp32")})), "fp32[8]");
  EXPECT_TRUE(has("tk.splat %0 : f32 to tensor<8xf32>"));
  EXPECT_EQ(typeOf(call("tl.full", {tuple({8}), value("i32", {8}), dtype("fp32")})), "nothing");
  EXPECT_TRUE(says("shape [8] has 8 elements, a scalar has 1 [ElementCountMismatch]"));
  EXPECT_EQ(typeOf(call("tl.zeros_like", {value("bf16", {4, 4})})), "bf16[4, 4]");
  EXPECT_EQ(typeOf(call("tl.zeros", {tuple({3}), dtype("fp32")})), "nothing");
  EXPECT_EQ(typeOf(call("tl.zeros", {text("x"), dtype("fp32")})), "nothing");
}

TEST_F(CreationTest, fp8_constants_saturate) {
  EXPECT_EQ(typeOf(call("tl.full", {tuple({8}), number(1e6), dtype("fp8e4nv")})), "fp8e4nv[8]");
  EXPECT_EQ(typeOf(call("tl.full", {tuple({8}), number(-100000), dtype("fp8e5")})), "fp8e5[8]");
  EXPECT_TRUE(has("dense<4.480000e+02> : tensor<8xf8E4M3FN>"));
  EXPECT_TRUE(has("dense<-5.734400e+04> : tensor<8xf8E5M2>"));
}

TEST_F(CreationTest, null_pointers_come_from_numbers) {
  EXPECT_EQ(typeOf(call("tl.cast", {number(0), dtype("*fp32")})), "pointer<fp32>");
  EXPECT_EQ(typeOf(call("tl.full", {tuple({8}), number(0), dtype("*fp32")})), "pointer<fp32>[8]");
  EXPECT_TRUE(has("tk.int_to_ptr"));
}

TEST_F(CreationTest, actions_make_ops) {
  for (const char *name : {"tl.debug_barrier", "tl.extra.cuda.gdc_wait", "tl.extra.cuda.gdc_launch_dependents"}) {
    EXPECT_TRUE(call(name, {})->isNone()) << name;
  }
  for (const char *op : {"tk.debug_barrier", "tk.gdc_wait", "tk.gdc_launch_dependents"}) {
    EXPECT_TRUE(has(op)) << op;
  }
  EXPECT_EQ(call("tl.extra.cuda.num_warps", {})->toInt64(), 4);
  EXPECT_EQ(call("tl.extra.cuda.num_threads", {})->toInt64(), 128);
}

TEST_F(CreationTest, prints_and_assertions_make_ops) {
  EXPECT_TRUE(call("tl.device_print", {text("x"), value("u32"), value("i32", {8})})->isNone());
  EXPECT_TRUE(has("tk.print \" x: \"(%arg0, %arg1 : i32, tensor<8xi32>) signed [false, true]"));
  EXPECT_TRUE(call("tl.device_print", {text("x"), value("fp16")})->isNone());
  EXPECT_TRUE(has("arith.extf"));
  EXPECT_TRUE(call("tl.device_assert", {value("i1"), text("must hold")})->isNone());
  EXPECT_TRUE(has("tk.assert %arg3, \"must hold\" : i1"));
  EXPECT_FALSE(diagnostics.hasErrors());
}

TEST_F(CreationTest, assume_takes_one_condition) {
  EXPECT_TRUE(mlir::succeeded(call("tl.assume", {value("i1")})));
  EXPECT_TRUE(has("tk.assume %arg0"));
  EXPECT_TRUE(mlir::failed(call("tl.assume", {value("i1", {8})})));
}

TEST_F(CreationTest, hints_stay_on_the_op) {
  Object range = *call("tl.arange", {number(0), number(16)});
  EXPECT_EQ(typeOf(call("tl.max_contiguous", {range, number(16)})), "int32[16]");
  EXPECT_EQ(typeOf(call("tl.multiple_of", {range, tuple({8})})), "int32[16]");
  EXPECT_EQ(typeOf(call("tl.max_constancy", {range, tuple({4})})), "int32[16]");
  EXPECT_TRUE(has("tk.constancy = array<i32: 4>"));
  EXPECT_TRUE(has("tk.contiguity = array<i32: 16>"));
  EXPECT_TRUE(has("tk.divisibility = array<i32: 8>"));
}

TEST_F(CreationTest, hints_of_arguments_are_argument_attributes) {
  Object pointer = value("*fp32");
  ir();
  EXPECT_EQ(typeOf(call("tl.multiple_of", {pointer, number(16)})), "pointer<fp32>");
  EXPECT_TRUE(has("{tk.divisibility = 16 : i32}"));
}

TEST_F(CreationTest, hints_need_a_number_for_each_dimension) {
  EXPECT_EQ(typeOf(call("tl.multiple_of", {value("i32", {4, 4}), tuple({8})})), "nothing");
  EXPECT_TRUE(says("`tl.multiple_of` got [8]; it needs 2 positive numbers, one for each dimension [HintInvalid]"));
  EXPECT_EQ(typeOf(call("tl.max_contiguous", {value("i32", {4}), number(-1)})), "nothing");
}
