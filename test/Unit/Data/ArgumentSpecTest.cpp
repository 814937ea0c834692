// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The SPEC language of `--arg`.
#include "tkc/Data/ArgumentSpec.h"

#include "tkc/Data/Npy.h"

#include <cmath>
#include <cstring>
#include <gtest/gtest.h>
#include <unistd.h>

using namespace tkc;
using namespace tkc::data;

static Array make(std::string_view text, ElementType type = ElementType::F32, uint64_t seed = 0, uint32_t stream = 0) {
  Result<ArgumentSpec> spec = parseArgumentSpec(text);
  EXPECT_TRUE(spec) << spec.error();
  Result<Array> array = materialise(*spec, type, seed, stream);
  EXPECT_TRUE(array) << array.error();
  return *array;
}

static std::string errorOf(std::string_view text, ElementType type = ElementType::F32) {
  Result<ArgumentSpec> spec = parseArgumentSpec(text);
  if (!spec) {
    return spec.error();
  }
  Result<Array> array = materialise(*spec, type, 0, 0);
  return array ? "" : array.error();
}

TEST(ArgumentSpec, ShapesAndTypes) {
  Array array = make("randn:128x256:fp16");
  EXPECT_EQ(array.type, ElementType::F16);
  EXPECT_EQ(array.shape, (std::vector<int64_t>{128, 256}));
  EXPECT_EQ(make("zeros:7", ElementType::I64).type, ElementType::I64);
  EXPECT_EQ(make("zeros:0x3").elementCount(), 0u);
}

TEST(ArgumentSpec, ConstantAndCountingFills) {
  EXPECT_EQ(make("arange:10:i32").getInteger(9), 9);
  EXPECT_EQ(make("arange:300:u8").getInteger(299), 43);
  EXPECT_EQ(make("ones:3:bf16").getDouble(2), 1);
  EXPECT_EQ(make("zeros:3:fp32").getDouble(2), 0);
  EXPECT_TRUE(std::isnan(make("empty:3:fp8e4nv").getDouble(2)));
  EXPECT_EQ(make("empty:3:i32").getInteger(0), -1);
}

TEST(ArgumentSpec, ListedValues) {
  Array array = make("values:3,-1,0x10:i16");
  EXPECT_EQ(array.type, ElementType::I16);
  EXPECT_EQ(array.shape, (std::vector<int64_t>{3}));
  EXPECT_EQ(array.getInteger(1), -1);
  EXPECT_EQ(array.getInteger(2), 16);
  EXPECT_EQ(make("values:0.5,2").getDouble(0), 0.5);
  EXPECT_EQ(errorOf("values:1,,2"), "bad number ``");
  EXPECT_EQ(errorOf("values:"), "bad number ``");
  EXPECT_EQ(errorOf("values:1:i8:2"), "expects `values:NUMBER,NUMBER,…[:TYPE]`");
  EXPECT_EQ(errorOf("values:1,300:u8"), "the value 300 does not fit into u8");
}

TEST(ArgumentSpec, AddressesNameArrays) {
  Result<ArgumentSpec> spec = parseArgumentSpec("addresses:a,b,a");
  ASSERT_TRUE(spec) << spec.error();
  EXPECT_EQ(spec->names, (std::vector<std::string>{"a", "b", "a"}));
  EXPECT_EQ(make("addresses:a,b", ElementType::U64).bytes, std::vector<uint8_t>(16, 0));
  EXPECT_EQ(errorOf("addresses:"), "expects `addresses:NAME,NAME,…`");
  EXPECT_EQ(errorOf("addresses:a,"), "expects `addresses:NAME,NAME,…`");
}

TEST(ArgumentSpec, RandomFillsDependOnSeedAndStreamAlone) {
  EXPECT_EQ(make("randn:64").bytes, make("randn:64").bytes);
  EXPECT_NE(make("randn:64").bytes, make("randn:64", ElementType::F32, 1).bytes);
  EXPECT_NE(make("randn:64").bytes, make("randn:64", ElementType::F32, 0, 1).bytes);
  // The start of a longer array is the shorter one.
  EXPECT_EQ(make("randn:63").getDouble(62), make("randn:64").getDouble(62));
  // Big arrays are filled in parts at once: each element is what it is in a small one, or in one with another end.
  Array big = make("randn:1500001"), bigger = make("randn:2000003");
  EXPECT_EQ(std::memcmp(big.at(0), make("randn:1001").at(0), 1001 * 4), 0);
  EXPECT_EQ(std::memcmp(big.at(0), bigger.at(0), 1500001 * 4), 0);
  EXPECT_NE(bigger.getDouble(2000002), 0);
  Array many = make("uniform:1500001:i32:1:1000000"), more = make("uniform:2000003:i32:1:1000000");
  EXPECT_EQ(std::memcmp(many.at(0), more.at(0), 1500001 * 4), 0);
  EXPECT_NE(more.getInteger(2000002), 0);
}

TEST(ArgumentSpec, UniformStaysInItsRange) {
  Array floats = make("uniform:1000:fp32:-2:3");
  Array integers = make("uniform:1000:i32:-2:3");
  double least = 0, most = 0;
  for (size_t i = 0; i < 1000; ++i) {
    EXPECT_TRUE(floats.getDouble(i) >= -2 && floats.getDouble(i) <= 3);
    EXPECT_TRUE(integers.getInteger(i) >= -2 && integers.getInteger(i) < 3);
    least = std::fmin(least, integers.getDouble(i));
    most = std::fmax(most, integers.getDouble(i));
  }
  EXPECT_EQ(least, -2);
  EXPECT_EQ(most, 2);
}

TEST(ArgumentSpec, Scalars) {
  EXPECT_EQ(make("f32:1.5").getDouble(0), 1.5);
  EXPECT_TRUE(make("f32:1.5").shape.empty());
  EXPECT_EQ(make("i32:-5").getInteger(0), -5);
  EXPECT_EQ(make("17", ElementType::I64).getInteger(0), 17);
  EXPECT_EQ(make("17", ElementType::F16).getDouble(0), 17);
  EXPECT_EQ(make("0x10", ElementType::I32).getInteger(0), 16);
  EXPECT_EQ(make("true", ElementType::I1).getInteger(0), 1);
  EXPECT_EQ(make("u64:18446744073709551615").getDouble(0), 0x1p64);
  EXPECT_EQ(make("i64:-9223372036854775808").getInteger(0), INT64_MIN);
  EXPECT_EQ(make("i64:9223372036854775807").getInteger(0), INT64_MAX);
  EXPECT_EQ(make("u64:9223372036854775800").getInteger(0), 9223372036854775800);
  EXPECT_EQ(make("-inf").getDouble(0), -INFINITY);
}

TEST(ArgumentSpec, ScalarsMustFit) {
  EXPECT_EQ(errorOf("i32:5000000000"), "the value 5000000000 does not fit into i32");
  EXPECT_EQ(errorOf("i8:-129"), "the value -129 does not fit into i8");
  EXPECT_EQ(errorOf("u8:256"), "the value 256 does not fit into u8");
  EXPECT_EQ(errorOf("u32:-1"), "the value -1 does not fit into u32");
  EXPECT_EQ(errorOf("1.5", ElementType::I32), "the value 1.500000 does not fit into i32");
  EXPECT_NE(errorOf("i64:18446744073709551615"), "");
}

TEST(ArgumentSpec, MistakesAreExplained) {
  EXPECT_EQ(errorOf("randn:12y:fp16"), "bad shape `12y`: expects extents such as `128x256`");
  EXPECT_EQ(errorOf("randn:"), "bad shape ``: expects extents such as `128x256`");
  EXPECT_EQ(errorOf("zeros"), "expects `zeros:SHAPE[:TYPE]`");
  EXPECT_EQ(errorOf("uniform:4:fp32:1"), "expects `uniform:SHAPE[:TYPE[:LO:HI]]`");
  EXPECT_NE(errorOf("uniform:4:fp32:2:1").find("bad range `2:1`"), std::string::npos);
  EXPECT_NE(errorOf("randn:4:fp17").find("unknown element type `fp17`: expects one of i1, i8"), std::string::npos);
  EXPECT_NE(errorOf("banana").find("bad argument `banana`: expects randn:"), std::string::npos);
  EXPECT_EQ(errorOf("i32:zwei"), "bad number `zwei`");
  EXPECT_NE(errorOf("randn:4:i32").find("`randn:` needs a float type, got i32"), std::string::npos);
  EXPECT_NE(errorOf("zeros:1048576x1048576:fp64").find("larger than this machine's memory"), std::string::npos);
  EXPECT_NE(errorOf("zeros:1048576x1048576x1048576").find("more than 2^40"), std::string::npos);
  EXPECT_NE(errorOf(""), "");
}

TEST(ArgumentSpec, FilesWithAndWithoutType) {
  std::string path = testing::TempDir() + "tkc-spec-" + std::to_string(getpid()) + ".npy";
  Array values = Array::zeros(ElementType::BF16, {2});
  values.setDouble(1, 2.5);
  ASSERT_TRUE(writeNpy(path, values));
  EXPECT_EQ(make(path).type, ElementType::U16);
  EXPECT_EQ(make(path + ":bf16").getDouble(1), 2.5);
  unlink(path.c_str());
  EXPECT_NE(errorOf(path).find("No such file"), std::string::npos);
  EXPECT_NE(errorOf(path + ":wide").find("unknown element type `wide`"), std::string::npos);
}
