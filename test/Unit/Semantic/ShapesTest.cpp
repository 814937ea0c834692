// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Changing shapes, joining, splitting, subscripts.
#include "SemanticFixture.h"

using namespace tkc;
using namespace tkc::elaborate;

namespace {
class ShapesTest : public SemanticTest {
protected:
  static Object all() { return Object::slice(Object::none(), Object::none(), Object::none()); }
  std::string subscripted(std::vector<int64_t> shape, std::vector<Object> indices) {
    Object index = indices.size() == 1 ? indices.front() : Object::tuple(indices);
    return typeOf(semantic.subscript(shape.empty() ? value("i32") : value("i32", shape), index));
  }
};
} // namespace

TEST_F(ShapesTest, none_inserts_dimensions) {
  EXPECT_EQ(subscripted({16}, {all(), Object::none()}), "int32[16, 1]");
  EXPECT_EQ(subscripted({16}, {Object::none(), all()}), "int32[1, 16]");
  EXPECT_EQ(subscripted({16, 8}, {all(), Object::none(), all()}), "int32[16, 1, 8]");
  EXPECT_EQ(subscripted({16, 8}, {Object::ellipsis(), Object::none()}), "int32[16, 8, 1]");
  EXPECT_EQ(subscripted({}, {Object::none()}), "int32[1]");
  EXPECT_TRUE(has("tk.expand_dims %arg0, 1 : tensor<16xi32> to tensor<16x1xi32>"));
}

TEST_F(ShapesTest, numbers_pick_elements) {
  EXPECT_EQ(subscripted({16, 8}, {number(3)}), "int32[8]");
  EXPECT_EQ(subscripted({16, 8}, {all(), number(-1)}), "int32[16]");
  EXPECT_EQ(subscripted({16}, {number(0)}), "int32");
  EXPECT_EQ(subscripted({16, 8}, {number(16)}), "nothing");
  EXPECT_TRUE(says("index 16 is out of range for dimension 0 of size 16 [IndexOutOfRange]"));
  ir();
}

TEST_F(ShapesTest, whole_slices_keep_the_dimension) {
  EXPECT_EQ(subscripted({16}, {Object::slice(number(0), number(16), Object::none())}), "int32[16]");
  EXPECT_EQ(subscripted({16}, {Object::slice(number(0), number(8), Object::none())}), "nothing");
  EXPECT_TRUE(says("an index of type `slice` is not supported for `int32[16]` [IndexNotSupported]"));
  EXPECT_EQ(subscripted({16}, {all(), all()}), "int32[16]");
  EXPECT_EQ(subscripted({}, {all(), Object::none()}), "int32[1]");
  EXPECT_EQ(subscripted({}, {Object::none(), all(), Object::none()}), "int32[1, 1]");
  EXPECT_EQ(subscripted({16}, {all(), all(), Object::none()}), "nothing");
  EXPECT_TRUE(says("more indices than the dimensions of `int32[16]`, which has 1 [TooManyIndices]"));
  EXPECT_EQ(typeOf(semantic.subscript(value("i32", {16}), value("i32"))), "nothing");
}

TEST_F(ShapesTest, expand_and_squeeze) {
  Object block = value("fp32", {16, 8});
  EXPECT_EQ(typeOf(call("tl.expand_dims", {block, number(-1)})), "fp32[16, 8, 1]");
  EXPECT_EQ(typeOf(call("tl.expand_dims", {block, tuple({0, 2})})), "fp32[1, 16, 1, 8]");
  EXPECT_EQ(typeOf(call("tl.expand_dims", {value("fp32"), number(0)})), "fp32[1]");
  EXPECT_EQ(typeOf(call("tl.expand_dims", {block, tuple({0, 0})})), "nothing");
  EXPECT_TRUE(says("axis 0 is given twice [AxisTwice]"));
  EXPECT_EQ(typeOf(call("tl.expand_dims", {block, number(3)})), "nothing");
  EXPECT_EQ(typeOf(call("tl.unsqueeze", {block, number(0)})), "fp32[1, 16, 8]");
  EXPECT_EQ(typeOf(call("tl.squeeze", {value("fp32", {16, 1}), number(-1)})), "fp32[16]");
  EXPECT_EQ(typeOf(call("tl.squeeze", {block, number(0)})), "nothing");
  ir();
}

TEST_F(ShapesTest, reshapes_keep_the_elements) {
  Object block = value("fp32", {16, 8});
  EXPECT_EQ(typeOf(call("tl.reshape", {block, number(4), number(32)})), "fp32[4, 32]");
  EXPECT_EQ(typeOf(call("tl.reshape", {block, tuple({128})})), "fp32[128]");
  EXPECT_EQ(typeOf(call("tl.view", {block, tuple({2, 64})})), "fp32[2, 64]");
  EXPECT_TRUE(has("allow_reorder"));
  EXPECT_EQ(typeOf(call("tl.ravel", {block})), "fp32[128]");
  EXPECT_EQ(typeOf(call("tl.reshape", {value("fp32", {1, 1}), tuple({})})), "fp32");
  EXPECT_EQ(typeOf(call("tl.item", {value("fp32", {1})})), "fp32");
  EXPECT_EQ(typeOf(call("tl.reshape", {block, tuple({64})})), "nothing");
  EXPECT_TRUE(says("shape [16, 8] has 128 elements, [64] has 64 [ElementCountMismatch]"));
  EXPECT_EQ(typeOf(call("tl.item", {block})), "nothing");
}

TEST_F(ShapesTest, permutations) {
  Object block = value("fp32", {2, 4, 8});
  EXPECT_EQ(typeOf(call("tl.permute", {block, tuple({2, 0, 1})})), "fp32[8, 2, 4]");
  EXPECT_EQ(typeOf(call("tl.permute", {block, number(1), number(0), number(-1)})), "fp32[4, 2, 8]");
  EXPECT_EQ(typeOf(call("tl.trans", {block})), "fp32[2, 8, 4]");
  EXPECT_EQ(typeOf(call("tl.trans", {block, tuple({1, 0, 2})})), "fp32[4, 2, 8]");
  EXPECT_EQ(opOf(call("tl.permute", {block, tuple({0, 1, 2})})), "argument");
  EXPECT_TRUE(has("tk.trans %arg0"));
  EXPECT_EQ(typeOf(call("tl.permute", {block, tuple({0, 1})})), "nothing");
  EXPECT_EQ(typeOf(call("tl.permute", {block, tuple({0, 1, 1})})), "nothing");
  EXPECT_TRUE(says("[0, 1, 1] is not an order of all 3 dimensions [PermutationIncomplete]"));
  EXPECT_EQ(typeOf(call("tl.trans", {value("fp32", {8})})), "nothing");
  EXPECT_TRUE(says("[TransposeNeedsTwoDimensions]"));
}

TEST_F(ShapesTest, broadcasts) {
  EXPECT_EQ(typeOf(call("tl.broadcast_to", {value("fp32", {1, 8}), number(16), number(8)})), "fp32[16, 8]");
  EXPECT_EQ(typeOf(call("tl.broadcast_to", {value("fp32"), tuple({4})})), "fp32[4]");
  EXPECT_EQ(typeOf(call("tl.broadcast_to", {value("fp32", {4, 8}), tuple({16, 8})})), "nothing");
  mlir::FailureOr<Object> both = call("tl.broadcast", {value("fp32", {16, 1}), value("i32", {8})});
  ASSERT_TRUE(mlir::succeeded(both));
  EXPECT_EQ(typeOf(both->items()[0]), "fp32[16, 8]");
  EXPECT_EQ(typeOf(both->items()[1]), "int32[16, 8]");
  ir();
}

TEST_F(ShapesTest, joins_and_splits) {
  Object left = value("fp32", {4, 8}), right = value("fp32", {4, 8});
  EXPECT_EQ(typeOf(call("tl.join", {left, right})), "fp32[4, 8, 2]");
  EXPECT_EQ(typeOf(call("tl.join", {value("i32"), value("i32")})), "int32[2]");
  EXPECT_EQ(typeOf(call("tl.interleave", {left, right})), "fp32[4, 16]");
  EXPECT_EQ(typeOf(call("tl.cat", {left, right})), "fp32[8, 8]");
  EXPECT_EQ(typeOf(call("tl.cat", {left, right}, {{"dim", number(-1)}, {"can_reorder", yes()}})), "fp32[4, 16]");
  mlir::FailureOr<Object> halves = call("tl.split", {value("fp16", {4, 2})});
  ASSERT_TRUE(mlir::succeeded(halves));
  EXPECT_EQ(typeOf(halves->items()[0]), "fp16[4]");
  EXPECT_EQ(typeOf(call("tl.split", {value("i32", {2})})->items()[1]), "int32");
  EXPECT_EQ(typeOf(call("tl.split", {value("i32", {4})})), "nothing");
  EXPECT_TRUE(says("`tl.split` needs a last dimension of size 2, got shape [4] [SplitShapeMismatch]"));
  EXPECT_EQ(typeOf(call("tl.cat", {left, value("fp32", {8, 8})})), "nothing");
  EXPECT_TRUE(says("[ConcatenationShapeMismatch]"));
  EXPECT_EQ(typeOf(call("tl.join", {left, value("fp16", {4, 8})})), "nothing");
  ir();
}

TEST_F(ShapesTest, flips_a_dimension) {
  EXPECT_EQ(typeOf(call("tl.flip", {value("fp32", {4, 8})})), "fp32[4, 8]");
  EXPECT_TRUE(has("tensor<4x2x4xi32>"));
  EXPECT_EQ(typeOf(call("tl.flip", {value("i64", {4, 8}), number(0)})), "int64[4, 8]");
  EXPECT_EQ(typeOf(call("tl.flip", {value("i64", {4, 8}), number(2)})), "nothing");
}
