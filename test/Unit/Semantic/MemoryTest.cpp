// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loads and stores through pointers.
#include "SemanticFixture.h"

using namespace tkc;
using namespace tkc::elaborate;

namespace {
class MemoryTest : public SemanticTest {};
} // namespace

TEST_F(MemoryTest, loads_give_the_element_type) {
  EXPECT_EQ(typeOf(call("tl.load", {value("*fp16", {16})})), "fp16[16]");
  EXPECT_EQ(typeOf(call("tl.load", {value("*u8")})), "uint8");
  EXPECT_TRUE(has("tk.load %arg0 : tensor<16x!tk.ptr<f16>>"));
}

TEST_F(MemoryTest, masks_and_others_broadcast) {
  EXPECT_EQ(typeOf(call("tl.load", {value("*fp32", {16, 8}), value("i1", {8}), number(0)})), "fp32[16, 8]");
  EXPECT_TRUE(has("tk.broadcast"));
  EXPECT_TRUE(has(" other "));
  EXPECT_EQ(typeOf(call("tl.load", {value("*fp32", {16, 1})}, {{"mask", value("i1", {16, 8})}})), "fp32[16, 8]");
  EXPECT_EQ(typeOf(call("tl.load", {value("*i32", {8}), yes(), number(1.0)})), "int32[8]");
}

TEST_F(MemoryTest, bools_are_bytes_in_memory) {
  EXPECT_EQ(typeOf(call("tl.load", {value("*i1", {8}), value("i1", {8}), Object::boolean(false)})), "int1[8]");
  EXPECT_TRUE(has("tensor<8x!tk.ptr<i8>>"));
  EXPECT_TRUE(has("arith.cmpi ne"));
  EXPECT_TRUE(mlir::succeeded(call("tl.store", {value("*i1", {8}), value("i1", {8})})));
  EXPECT_TRUE(has("arith.extui"));
}

TEST_F(MemoryTest, modifiers_are_attributes) {
  EXPECT_EQ(
      typeOf(call("tl.load", {value("*fp32")},
                  {{"cache_modifier", text(".cg")}, {"eviction_policy", text("evict_last")}, {"volatile", yes()}})),
      "fp32");
  for (const char *part : {"cache = #tk.cache<cg>", "evict = #tk.evict<evict_last>", "isVolatile"}) {
    EXPECT_TRUE(has(part)) << part;
  }
  EXPECT_TRUE(mlir::succeeded(call("tl.store", {value("*fp32"), number(1.0)}, {{"cache_modifier", text(".wt")}})));
  EXPECT_TRUE(has("#tk.cache<wt>"));
  EXPECT_EQ(typeOf(call("tl.load", {value("*fp32")}, {{"cache_modifier", Object::none()}})), "fp32");
  EXPECT_EQ(typeOf(call("tl.load", {value("*fp32")}, {{"cache_modifier", text(".wb")}})), "nothing");
  EXPECT_TRUE(says("known are: .ca, .cg, .cs, .cv"));
  EXPECT_EQ(typeOf(call("tl.load", {value("*fp32")}, {{"eviction_policy", text("never")}})), "nothing");
}

TEST_F(MemoryTest, stores_cast_and_broadcast) {
  EXPECT_TRUE(call("tl.store", {value("*fp16", {16}), value("fp32"), value("i1")})->isNone());
  EXPECT_TRUE(has("arith.truncf %arg1 : f32 to f16"));
  EXPECT_TRUE(has("tk.store %arg0"));
  EXPECT_TRUE(mlir::failed(call("tl.store", {value("*fp16", {1}), value("fp16", {16})})));
  EXPECT_TRUE(says("[BlockShapesDoNotMeet]"));
  EXPECT_TRUE(mlir::failed(call("tl.store", {value("*fp16", {16}), value("fp16", {2, 16})})));
  EXPECT_TRUE(says("a block of shape [2, 16] can't be broadcast to [16], which has fewer dimensions "
                   "[BlockRankTooLarge]"));
}

TEST_F(MemoryTest, rejects_what_is_no_access) {
  EXPECT_EQ(typeOf(call("tl.load", {value("fp32")})), "nothing");
  EXPECT_TRUE(says("`tl.load` does not take `fp32`; it takes pointers and blocks of pointers"));
  EXPECT_EQ(typeOf(call("tl.load", {value("*fp32")}, {{"other", number(0)}})), "nothing");
  EXPECT_TRUE(says("[OtherWithoutMask]"));
  EXPECT_EQ(typeOf(call("tl.load", {value("*fp32"), value("i32")})), "nothing");
  EXPECT_TRUE(says("the mask of `tl.load` must be int1, got `int32` [MaskNotBool]"));
  EXPECT_EQ(typeOf(call("tl.load", {value("*fp32"), value("i1", {8})})), "nothing");
  EXPECT_TRUE(says("`tl.load` has one pointer for a block of shape [8] [ScalarPointerWithBlock]"));
  EXPECT_TRUE(mlir::failed(call("tl.store", {value("*fp32"), value("fp32", {8})})));
  EXPECT_TRUE(mlir::failed(call("tl.store", {value("*kfp32"), value("fp32")})));
  EXPECT_TRUE(says("[WriteToConst]"));
  EXPECT_EQ(typeOf(call("tl.load", {value("*fp32")}, {{"boundary_check", tuple({0})}})), "nothing");
  EXPECT_TRUE(says("`boundary_check` of `tl.load` does not go with a pointer [OptionNotForPointer]"));
}

TEST_F(MemoryTest, what_is_void_has_no_values) {
  for (const char *function : {"tl.load", "tl.atomic_add"}) {
    SCOPED_TRACE(function);
    EXPECT_EQ(typeOf(call(function, {value("*void", {16}), number(1)})), "nothing");
    EXPECT_TRUE(says("there are no values of type `void` [VoidValue]"));
  }
  EXPECT_EQ(typeOf(call("tl.load", {value("*void")})), "nothing");
  EXPECT_TRUE(mlir::failed(call("tl.store", {value("*void"), number(1)})));
  std::vector<Object> array = {value("*void"), tuple({64}), tuple({1}), tuple({0}), tuple({16}), tuple({0})};
  EXPECT_EQ(typeOf(call("tl.make_block_ptr", array)), "nothing");
  EXPECT_TRUE(says("there are no values of type `void` [VoidValue]"));
}
