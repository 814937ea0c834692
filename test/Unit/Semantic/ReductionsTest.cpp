// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reductions and scans, gather and histogram.
#include "SemanticFixture.h"

using namespace tkc;
using namespace tkc::elaborate;

namespace {
class ReductionsTest : public SemanticTest {
protected:
  /// Combine functions that the tests name by string: "add" adds, "pair" gives two values, "block" a block.
  void useCombineFunctions() {
    semantic.setCallFunction([this](const Object &function, llvm::ArrayRef<Object> arguments) {
      llvm::SmallVector<Object> results;
      size_t half = arguments.size() / 2;
      for (size_t i = 0; i < half; ++i) {
        results.push_back(*semantic.binary(BinaryOp::Add, arguments[i], arguments[half + i]));
      }
      if (function.builtinName() == "pair") {
        results.push_back(results.front());
      }
      return mlir::FailureOr<llvm::SmallVector<Object>>(results);
    });
  }
  std::string reduced(const char *name, const char *type) { return typeOf(call(name, {value(type, {16}), number(0)})); }
};
} // namespace

TEST_F(ReductionsTest, sums_widen_small_integers) {
  std::pair<const char *, const char *> sums[] = {{"i1", "uint32"}, {"i8", "int32"},  {"u16", "uint32"},
                                                  {"i32", "int32"}, {"i64", "int64"}, {"fp16", "fp16"},
                                                  {"bf16", "bf16"}, {"fp32", "fp32"}, {"fp64", "fp64"}};
  for (auto [type, result] : sums) {
    EXPECT_EQ(reduced("tl.sum", type), result) << type;
  }
  EXPECT_EQ(typeOf(call("tl.sum", {value("fp16", {16})}, {{"dtype", dtype("fp32")}})), "fp32");
  ir();
}

TEST_F(ReductionsTest, axes_and_kept_dimensions) {
  Object block = value("fp32", {4, 8, 16});
  EXPECT_EQ(typeOf(call("tl.sum", {block, number(1)})), "fp32[4, 16]");
  EXPECT_EQ(typeOf(call("tl.sum", {block, number(-1)})), "fp32[4, 8]");
  EXPECT_EQ(typeOf(call("tl.sum", {block})), "fp32");
  EXPECT_TRUE(has("tk.reshape %arg0 allow_reorder"));
  EXPECT_EQ(typeOf(call("tl.sum", {block, number(1)}, {{"keep_dims", yes()}})), "fp32[4, 1, 16]");
  EXPECT_EQ(typeOf(call("tl.sum", {block}, {{"keep_dims", yes()}})), "fp32[1, 1, 1]");
  EXPECT_EQ(typeOf(call("tl.max", {value("fp32", {8}), number(0)}, {{"keep_dims", yes()}})), "fp32[1]");
  EXPECT_EQ(typeOf(call("tl.sum", {block, number(3)})), "nothing");
  EXPECT_TRUE(says("axis 3 is out of range for 3 dimensions [AxisOutOfRange]"));
  EXPECT_EQ(typeOf(call("tl.sum", {value("fp32")})), "nothing");
  EXPECT_TRUE(says("`tl.sum` does not take `fp32`; it takes blocks"));
  EXPECT_EQ(typeOf(call("tl.sum", {value("*fp32", {8})})), "nothing");
}

TEST_F(ReductionsTest, extrema_widen_to_32_bits) {
  std::pair<const char *, const char *> types[] = {{"i8", "int32"},   {"u8", "int32"},  {"i64", "int64"},
                                                   {"u32", "uint32"}, {"fp16", "fp32"}, {"bf16", "fp32"},
                                                   {"fp64", "fp64"}};
  for (auto [type, result] : types) {
    EXPECT_EQ(reduced("tl.max", type), result) << type;
    EXPECT_EQ(reduced("tl.min", type), result) << type;
  }
  EXPECT_TRUE(has("arith.maxnumf"));
  EXPECT_TRUE(has("arith.minui"));
}

TEST_F(ReductionsTest, extrema_with_indices) {
  mlir::FailureOr<Object> both = call("tl.max", {value("fp16", {4, 16}), number(1)}, {{"return_indices", yes()}});
  ASSERT_TRUE(mlir::succeeded(both));
  EXPECT_EQ(typeOf(both->items()[0]), "fp16[4]");
  EXPECT_EQ(typeOf(both->items()[1]), "int32[4]");
  EXPECT_TRUE(has("arith.cmpi slt")) << "the lower index wins";
  EXPECT_TRUE(has("arith.cmpf oeq")) << "NaN loses";
}

TEST_F(ReductionsTest, indices_of_extrema) {
  EXPECT_EQ(typeOf(call("tl.argmax", {value("i32", {4, 16}), number(0)})), "int32[16]");
  EXPECT_FALSE(has("arith.cmpf"));
  EXPECT_EQ(typeOf(call("tl.argmin", {value("bf16", {16}), number(0)}, {{"tie_break_left", Object::boolean(false)}})),
            "int32");
  EXPECT_TRUE(has("arith.cmpi sgt, %arg"));
}

TEST_F(ReductionsTest, bit_reductions_take_integers) {
  EXPECT_EQ(typeOf(call("tl.xor_sum", {value("i8", {4, 8}), number(0)})), "int8[8]");
  EXPECT_TRUE(has("arith.xori"));
  EXPECT_EQ(typeOf(call("tl.reduce_or", {value("i1", {8})})), "int1");
  EXPECT_TRUE(has("arith.ori"));
  EXPECT_EQ(typeOf(call("tl.xor_sum", {value("fp32", {8})})), "nothing");
}

TEST_F(ReductionsTest, scans_keep_the_shape) {
  EXPECT_EQ(typeOf(call("tl.cumsum", {value("i8", {4, 8}), number(1)})), "int32[4, 8]");
  EXPECT_EQ(typeOf(call("tl.cumprod", {value("bf16", {8})}, {{"reverse", yes()}})), "fp32[8]");
  EXPECT_TRUE(has("axis = 1"));
  EXPECT_TRUE(has("reverse"));
  EXPECT_TRUE(has("arith.mulf"));
}

TEST_F(ReductionsTest, user_functions_combine) {
  useCombineFunctions();
  Object add = Object::builtin("add");
  EXPECT_EQ(typeOf(call("tl.reduce", {value("fp32", {4, 8}), number(0), add})), "fp32[8]");
  mlir::FailureOr<Object> both =
      call("tl.reduce", {Object::tuple({value("fp32", {8}), value("i32", {8})}), Object::none(), add});
  ASSERT_TRUE(mlir::succeeded(both));
  EXPECT_EQ(typeOf(both->items()[0]), "fp32");
  EXPECT_EQ(typeOf(both->items()[1]), "int32");
  EXPECT_EQ(typeOf(call("tl.associative_scan", {value("i32", {8}), number(0), add, yes()})), "int32[8]");
  EXPECT_TRUE(has("tk.scan"));
}

TEST_F(ReductionsTest, rejects_combine_functions_of_another_shape) {
  useCombineFunctions();
  EXPECT_EQ(typeOf(call("tl.reduce", {value("fp32", {8}), number(0), Object::builtin("pair")})), "nothing");
  EXPECT_TRUE(says("the combine function gives 2 values, it must give 1 [CombineResultMismatch]"));
  EXPECT_EQ(typeOf(call("tl.reduce", {value("fp32", {8}), number(0), number(3)})), "nothing");
  EXPECT_TRUE(says("`combine_fn` of `tl.reduce` must be a function, got `int`"));
  EXPECT_FALSE(has("tk.reduce"));
}

TEST_F(ReductionsTest, gather_takes_integers_of_any_width) {
  EXPECT_EQ(typeOf(call("tl.gather", {value("fp32", {4, 16}), value("i32", {4, 8}), number(1)})), "fp32[4, 8]");
  EXPECT_TRUE(has("tk.gather"));
  EXPECT_EQ(typeOf(call("tl.gather", {value("i1", {4, 16}), value("i8", {2, 16}), number(0)})), "int1[2, 16]");
  EXPECT_TRUE(has("arith.extsi"));
  EXPECT_EQ(typeOf(call("tl.gather", {value("fp32", {8}), value("i64", {32}), number(0)})), "fp32[32]");
  EXPECT_EQ(typeOf(call("tl.gather", {value("fp32", {4, 16}), value("i32", {8, 8}), number(1)})), "nothing");
  EXPECT_TRUE(says("[GatherShapeMismatch]"));
  EXPECT_EQ(typeOf(call("tl.gather", {value("fp32", {8}), value("fp32", {8}), number(0)})), "nothing");
  EXPECT_EQ(typeOf(call("tl.gather", {value("fp32", {4096}), value("i32", {4096}), number(0)})), "fp32[4096]");
}

TEST_F(ReductionsTest, histogram_counts) {
  EXPECT_EQ(typeOf(call("tl.histogram", {value("i32", {64}), number(16)})), "int32[16]");
  EXPECT_EQ(typeOf(call("tl.histogram", {value("u8", {64}), number(16), value("i1", {64})})), "int32[16]");
  EXPECT_EQ(typeOf(call("tl.histogram", {value("fp32", {64}), number(16)})), "nothing");
  EXPECT_EQ(typeOf(call("tl.histogram", {value("i32", {64}), number(10)})), "nothing");
  EXPECT_EQ(typeOf(call("tl.histogram", {value("i32", {64}), number(16), value("i32", {64})})), "nothing");
  ir();
}
