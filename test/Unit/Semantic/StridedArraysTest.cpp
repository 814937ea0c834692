// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Block pointers and tensor descriptors.
#include "SemanticFixture.h"

using namespace tkc;
using namespace tkc::elaborate;

namespace {
class StridedArraysTest : public SemanticTest {
protected:
  mlir::FailureOr<Object> makeBlock(const char *pointer = "*fp32") {
    return call("tl.make_block_ptr",
                {value(pointer), Object::tuple({value("i32"), number(64)}), Object::tuple({value("i64"), number(1)}),
                 Object::tuple({value("i32"), number(0)}), tuple({16, 32}), tuple({1, 0})});
  }
  mlir::FailureOr<Object> makeDescriptor(Object lastStride = number(1), std::vector<int64_t> block = {16, 32}) {
    return call("tl.make_tensor_descriptor", {value("*fp16"), Object::tuple({value("i32"), value("i32")}),
                                              Object::tuple({value("i64"), lastStride}), tuple(block)});
  }
};
} // namespace

TEST_F(StridedArraysTest, block_pointers_are_seen_as_values) {
  Object pointer = *makeBlock();
  EXPECT_EQ(typeText(pointer), "block pointer to fp32[16, 32]");
  llvm::SmallVector<mlir::Value> values;
  asRunTime(pointer)->appendValues(values);
  EXPECT_EQ(values.size(), 7u) << "base, two sizes, two strides, two offsets";
  Object copy = asRunTime(pointer)->withValues(values);
  EXPECT_TRUE(Semantic::isSameType(pointer, copy));
  EXPECT_EQ(asBlockPointer(copy)->offsets()[1], values[6]);
  EXPECT_FALSE(Semantic::isSameType(pointer, *makeBlock("*fp16")));
}

TEST_F(StridedArraysTest, reads_compute_addresses_in_64_bits) {
  Object pointer = *makeBlock();
  EXPECT_EQ(typeOf(call("tl.load", {pointer})), "fp32[16, 32]");
  for (const char *part : {"arith.extsi %arg3 : i32 to i64", "arith.muli", "tensor<16x32xi64>", "tk.addptr"}) {
    EXPECT_TRUE(has(part)) << part;
  }
  EXPECT_FALSE(has(" mask "));
}

TEST_F(StridedArraysTest, boundary_checks_become_masks) {
  Object pointer = *makeBlock();
  EXPECT_EQ(typeOf(call("tl.load", {pointer}, {{"boundary_check", tuple({0, 1})}, {"padding_option", text("zero")}})),
            "fp32[16, 32]");
  for (const char *part : {"arith.cmpi sge", "arith.cmpi slt", "arith.andi", " mask ", " other "}) {
    EXPECT_TRUE(has(part)) << part;
  }
  EXPECT_EQ(typeOf(call("tl.load", {pointer}, {{"boundary_check", tuple({1})}, {"padding_option", text("nan")}})),
            "fp32[16, 32]");
  EXPECT_TRUE(has("dense<0x7FC00000>"));
  EXPECT_TRUE(mlir::failed(call("tl.load", {pointer}, {{"boundary_check", tuple({2})}})));
  EXPECT_TRUE(says("axis 2 is out of range for 2 dimensions [AxisOutOfRange]"));
  EXPECT_TRUE(mlir::failed(call("tl.load", {pointer}, {{"boundary_check", tuple({1, 1})}})));
  EXPECT_TRUE(says("axis 1 is given twice [AxisTwice]"));
  EXPECT_TRUE(mlir::failed(call("tl.load", {*makeBlock("*i32")}, {{"padding_option", text("nan")}})));
  EXPECT_TRUE(says("padding with NaN needs floats, got `int32` [PaddingNeedsFloat]"));
  EXPECT_TRUE(mlir::failed(call("tl.load", {pointer, value("i1")})));
  EXPECT_TRUE(says("`mask` of `tl.load` does not go with a block pointer"));
}

TEST_F(StridedArraysTest, stores_take_the_whole_block) {
  Object pointer = *makeBlock();
  EXPECT_TRUE(call("tl.store", {pointer, value("fp16", {16, 32})}, {{"boundary_check", tuple({0})}})->isNone());
  EXPECT_TRUE(has("tk.store"));
  EXPECT_TRUE(mlir::succeeded(call("tl.store", {pointer, number(0.0)})));
  EXPECT_TRUE(mlir::failed(call("tl.store", {pointer, value("fp32", {16, 16})})));
  EXPECT_TRUE(says("the stored block has shape [16, 16], the place for it has shape [16, 32] [StoredShapeMismatch]"));
}

TEST_F(StridedArraysTest, bool_arrays_are_bytes) {
  EXPECT_EQ(
      typeOf(call("tl.load", {*makeBlock("*i1")}, {{"boundary_check", tuple({0})}, {"padding_option", text("zero")}})),
      "int1[16, 32]");
  EXPECT_TRUE(has("!tk.ptr<i8>"));
}

TEST_F(StridedArraysTest, advance_moves_the_offsets) {
  Object pointer = *makeBlock();
  Object moved = *call("tl.advance", {pointer, Object::tuple({number(0), value("i32")})});
  EXPECT_TRUE(Semantic::isSameType(pointer, moved));
  EXPECT_TRUE(has("arith.addi"));
  Object method = *semantic.attribute(pointer, "advance");
  EXPECT_EQ(method.asBoundMethod().function.builtinName(), "tl.advance");
  EXPECT_TRUE(mlir::failed(call("tl.advance", {pointer, tuple({1})})));
  EXPECT_TRUE(says("`tl.advance` got 1 entries in `offsets` for a block of 2 dimensions [DimensionCountMismatch]"));
  EXPECT_TRUE(mlir::failed(call("tl.advance", {value("*fp32"), tuple({1})})));
}

TEST_F(StridedArraysTest, rejects_malformed_block_pointers) {
  EXPECT_TRUE(mlir::failed(call(
      "tl.make_block_ptr", {value("*fp32"), tuple({64}), tuple({1}), tuple({0}), tuple({16, 16}), tuple({1, 0})})));
  EXPECT_TRUE(mlir::failed(call("tl.make_block_ptr", {value("*fp32"), tuple({64, 64}), tuple({64, 1}), tuple({0, 0}),
                                                      tuple({16, 16}), tuple({0, 0})})));
  EXPECT_TRUE(says("[0, 0] is not an order of all 2 dimensions [PermutationIncomplete]"));
  EXPECT_TRUE(mlir::failed(
      call("tl.make_block_ptr", {value("fp32"), tuple({64}), tuple({1}), tuple({0}), tuple({16}), tuple({0})})));
  EXPECT_TRUE(mlir::failed(call("tl.make_block_ptr", {value("*fp32"), Object::tuple({value("fp32")}), tuple({1}),
                                                      tuple({0}), tuple({16}), tuple({0})})));
  EXPECT_TRUE(
      mlir::failed(call("tl.make_block_ptr", {value("*fp32"), tuple({}), tuple({}), tuple({}), tuple({}), tuple({})})));
  EXPECT_TRUE(says("`block_shape` of `tl.make_block_ptr` must be a tuple of one size or more"));
}

TEST_F(StridedArraysTest, descriptors_check_all_dimensions) {
  Object descriptor = *makeDescriptor();
  EXPECT_EQ(typeText(descriptor), "tensor descriptor of fp16[16, 32]");
  EXPECT_EQ(typeOf(call("tl.load_tensor_descriptor", {descriptor, Object::tuple({value("i32"), number(0)})})),
            "fp16[16, 32]");
  EXPECT_TRUE(has(" mask "));
  EXPECT_TRUE(has("dense<0.000000e+00> : tensor<16x32xf16>"));
  EXPECT_TRUE(
      mlir::succeeded(call("tl.store_tensor_descriptor", {descriptor, tuple({0, 0}), value("fp32", {16, 32})})));
  EXPECT_TRUE(mlir::failed(call("tl.store_tensor_descriptor", {descriptor, tuple({0, 0}), value("fp32", {16})})));
  EXPECT_TRUE(mlir::failed(call("tl.load_tensor_descriptor", {descriptor, tuple({0})})));
  EXPECT_TRUE(mlir::failed(call("tl.load_tensor_descriptor", {value("*fp16"), tuple({0})})));
}

TEST_F(StridedArraysTest, descriptors_have_attributes) {
  Object descriptor = *makeDescriptor();
  EXPECT_EQ(semantic.attribute(descriptor, "dtype")->asDType().name(), "fp16");
  EXPECT_EQ(semantic.attribute(descriptor, "block_shape")->items()[1].toInt64(), 32);
  EXPECT_EQ(typeOf(semantic.attribute(descriptor, "shape")->items()[0]), "int32");
  EXPECT_EQ(typeOf(semantic.attribute(descriptor, "strides")->items()[0]), "int64");
  EXPECT_EQ(semantic.attribute(descriptor, "store")->asBoundMethod().function.builtinName(),
            "tl.store_tensor_descriptor");
  EXPECT_TRUE(mlir::failed(semantic.attribute(descriptor, "exp")));
}

TEST_F(StridedArraysTest, rejects_descriptors_that_the_hardware_lacks) {
  EXPECT_TRUE(mlir::failed(makeDescriptor(number(2))));
  EXPECT_TRUE(says("the last stride of a tensor descriptor must be the number 1, got 2 [DescriptorStrideNotOne]"));
  EXPECT_TRUE(mlir::failed(makeDescriptor(value("i64"))));
  EXPECT_TRUE(mlir::failed(makeDescriptor(number(1), {16, 4})));
  EXPECT_TRUE(says("a row of 4 elements of `fp16` has 8 bytes; descriptors need 16 bytes or more "
                   "[DescriptorRowTooShort]"));
  EXPECT_TRUE(mlir::failed(
      call("tl.make_tensor_descriptor", {value("*fp16"), tuple({8, 20}), tuple({20, 1}), tuple({16, 32})})));
  EXPECT_TRUE(says("a stride of a tensor descriptor is 20 elements, 40 bytes; all but the last must be multiples of 16 "
                   "bytes [DescriptorStrideUnaligned]"));
  EXPECT_TRUE(mlir::failed(call("tl.make_tensor_descriptor", {value("*fp16"), tuple({}), tuple({}), tuple({})})));
  EXPECT_TRUE(says("a tensor descriptor has 1 to 5 dimensions, got 0 [DescriptorRankInvalid]"));
}

TEST_F(StridedArraysTest, descriptors_promise_alignment) {
  ASSERT_TRUE(mlir::succeeded(makeDescriptor()));
  EXPECT_TRUE(has("tk.assume"));
  EXPECT_TRUE(has("arith.constant 7 : i64")) << "a stride is a multiple of 8 elements";
  EXPECT_TRUE(has("tk.ptr_to_int"));
  EXPECT_TRUE(has("arith.constant 15 : i64")) << "the base is a multiple of 16 bytes";
}

TEST_F(StridedArraysTest, rows_need_blocks_of_one_row) {
  Object rows = *makeDescriptor(number(1), {1, 32});
  EXPECT_EQ(typeOf(call("tl.descriptor_gather", {rows, value("i32", {8}), number(0)})), "fp16[8, 32]");
  EXPECT_TRUE(
      mlir::succeeded(call("tl.descriptor_scatter", {rows, value("fp16", {8, 32}), value("i32", {8}), value("i32")})));
  EXPECT_TRUE(mlir::failed(call("tl.descriptor_gather", {*makeDescriptor(), value("i32", {8}), number(0)})));
  EXPECT_TRUE(says("`tl.descriptor_gather` needs a descriptor with blocks of one row and 8 row numbers or more, got "
                   "blocks of [16, 32] and `int32[8]` [DescriptorRowsInvalid]"));
  EXPECT_TRUE(mlir::failed(call("tl.descriptor_gather", {rows, value("i32", {4}), number(0)})));
  EXPECT_TRUE(mlir::succeeded(call("tl.descriptor_atomic_max", {*makeDescriptor(number(1), {16, 32}), tuple({0, 0}),
                                                                value("fp16", {16, 32})})) == false);
  EXPECT_TRUE(says("`tl.descriptor_atomic_max` does not take `fp16`"));
}

TEST_F(StridedArraysTest, expect_zero_gives_its_operand) {
  EXPECT_EQ(opOf(call("tl.expect_zero", {value("fp32", {8}), value("i1", {8})})), "argument");
  EXPECT_EQ(opOf(call("tl.expect_zero", {value("fp32", {8}), value("i32", {8})})), "nothing");
}
