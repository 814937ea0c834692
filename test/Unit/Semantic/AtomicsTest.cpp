// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Atomics: kinds by type, order, scope.
#include "SemanticFixture.h"

using namespace tkc;
using namespace tkc::elaborate;

namespace {
class AtomicsTest : public SemanticTest {};
} // namespace

TEST_F(AtomicsTest, kinds_follow_the_type) {
  EXPECT_EQ(typeOf(call("tl.atomic_add", {value("*fp32", {16}), value("fp32"), value("i1")})), "fp32[16]");
  EXPECT_EQ(typeOf(call("tl.atomic_add", {value("*bf16"), number(1.0)})), "bf16");
  EXPECT_EQ(typeOf(call("tl.atomic_add", {value("*u64"), number(1)})), "uint64");
  EXPECT_TRUE(has(" fadd, %arg"));
  EXPECT_TRUE(has(" add, %arg"));
  EXPECT_EQ(typeOf(call("tl.atomic_max", {value("*i32"), value("i32")})), "int32");
  EXPECT_EQ(typeOf(call("tl.atomic_min", {value("*u32"), value("u32")})), "uint32");
  EXPECT_TRUE(has(" max, %arg"));
  EXPECT_TRUE(has(" umin, %arg"));
  EXPECT_EQ(typeOf(call("tl.atomic_xchg", {value("*fp64"), value("fp32")})), "fp64");
  EXPECT_EQ(typeOf(call("tl.atomic_xor", {value("*i64"), value("i32")})), "int64");
  EXPECT_EQ(typeOf(call("tl.atomic_and", {value("*i32"), number(1)})), "int32");
  EXPECT_EQ(typeOf(call("tl.atomic_or", {value("*i32"), number(1)})), "int32");
  ir();
}

TEST_F(AtomicsTest, order_and_scope_are_attributes) {
  EXPECT_EQ(
      typeOf(call("tl.atomic_add", {value("*i32"), number(1)}, {{"sem", text("relaxed")}, {"scope", text("sys")}})),
      "int32");
  EXPECT_TRUE(has("scope = #tk.scope<sys>"));
  EXPECT_TRUE(has("sem = #tk.sem<relaxed>"));
  EXPECT_EQ(typeOf(call("tl.atomic_add", {value("*i32"), number(1)}, {{"sem", text("seq_cst")}})), "nothing");
  EXPECT_EQ(typeOf(call("tl.atomic_add", {value("*i32"), number(1)}, {{"scope", text("world")}})), "nothing");
  EXPECT_TRUE(says("known are: gpu, cta, sys"));
}

TEST_F(AtomicsTest, float_extrema_split_by_sign) {
  EXPECT_EQ(typeOf(call("tl.atomic_max", {value("*fp32", {8}), value("fp32", {8}), value("i1", {8})})), "fp32[8]");
  EXPECT_TRUE(has(" max, %"));
  EXPECT_TRUE(has(" umin, %"));
  EXPECT_TRUE(has("arith.select"));
  EXPECT_EQ(typeOf(call("tl.atomic_min", {value("*fp64"), value("fp64")})), "fp64");
  EXPECT_TRUE(has(" umax, %"));
}

TEST_F(AtomicsTest, compare_and_swap) {
  EXPECT_EQ(typeOf(call("tl.atomic_cas", {value("*i32"), number(0), number(1)}, {{"sem", text("acquire")}})), "int32");
  EXPECT_TRUE(has("tk.atomic_cas %arg0"));
  EXPECT_EQ(typeOf(call("tl.atomic_cas", {value("*fp16", {8}), value("fp16", {8}), number(1.0)})), "fp16[8]");
  EXPECT_EQ(typeOf(call("tl.atomic_cas", {value("*i8"), number(0), number(1)})), "nothing");
}

TEST_F(AtomicsTest, rejects_types_without_atomics) {
  EXPECT_EQ(typeOf(call("tl.atomic_add", {value("*i16"), number(1)})), "nothing");
  EXPECT_TRUE(says("`tl.atomic_add` does not take `int16`; it takes 32- and 64-bit integers, fp16, bf16, fp32, fp64 "
                   "[AtomicTypeNotSupported]"));
  EXPECT_EQ(typeOf(call("tl.atomic_max", {value("*fp16"), value("fp16")})), "nothing");
  EXPECT_EQ(typeOf(call("tl.atomic_and", {value("*fp32"), value("fp32")})), "nothing");
  EXPECT_EQ(typeOf(call("tl.atomic_xchg", {value("*i8"), value("i8")})), "nothing");
  EXPECT_EQ(typeOf(call("tl.atomic_add", {value("i32"), number(1)})), "nothing");
  EXPECT_EQ(typeOf(call("tl.atomic_add", {value("*ki32"), number(1)})), "nothing");
  EXPECT_TRUE(says("`tl.atomic_add` writes through"));
  EXPECT_EQ(typeOf(call("tl.atomic_add", {value("*i32"), value("i32", {8})})), "nothing");
}
