// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arguments by value: bytes, and tensor maps of arrays.
#include "tkc/Bench/RunFlags.h"

#include <gtest/gtest.h>

namespace tkc::bench {
namespace {

std::string errorOf(const std::string &text) {
  Result<ValueSpec> spec = parseValueSpec(text);
  return spec ? "" : spec.error();
}

TEST(ValueSpec, BytesAreInTheOrderOfMemory) {
  Result<ValueSpec> spec = parseValueSpec("bytes:0x01aBff");
  ASSERT_TRUE(spec) << spec.error();
  EXPECT_EQ(spec->bytes, (std::vector<uint8_t>{1, 0xab, 0xff}));
  EXPECT_FALSE(spec->isTensorMap());
  EXPECT_EQ(errorOf("bytes:0x012"), "expects pairs of hexadecimal digits, got 3 digits");
  EXPECT_EQ(errorOf("bytes:0x0g"), "expects pairs of hexadecimal digits, got `0g`");
  EXPECT_NE(errorOf("bytes:/no/such/file").find("/no/such/file"), std::string::npos);
}

TEST(ValueSpec, MapsCoverTheArray) {
  data::Array array;
  array.type = data::ElementType::F16;
  array.shape = {8, 64, 32};
  Result<ValueSpec> spec = parseValueSpec("tensormap:a:box=1x16x32:swizzle=64:fill=nan");
  ASSERT_TRUE(spec) << spec.error();
  Result<data::TensorMapDescription> map = describeTensorMap(*spec, array, 4096);
  ASSERT_TRUE(map) << map.error();
  EXPECT_EQ(map->type, data::TensorMapType::F16);
  EXPECT_EQ(map->address, 4096u);
  EXPECT_EQ(map->dimensions, (std::vector<uint64_t>{32, 64, 8}));
  EXPECT_EQ(map->stridesInBytes, (std::vector<uint64_t>{64, 4096}));
  EXPECT_EQ(map->box, (std::vector<uint32_t>{32, 16, 1}));
  EXPECT_EQ(map->elementStrides, (std::vector<uint32_t>{1, 1, 1}));
  EXPECT_EQ(map->swizzle, data::TensorMapSwizzle::Bytes64);
  EXPECT_EQ(map->fill, data::TensorMapFill::NaN);
}

TEST(ValueSpec, MapsMayBeSpelledOut) {
  data::Array array;
  array.type = data::ElementType::F32;
  array.shape = {4096};
  Result<ValueSpec> spec = parseValueSpec("tensormap:0:box=8x16:dims=30x60:strides=256:steps=1x2:type=tf32");
  ASSERT_TRUE(spec) << spec.error();
  Result<data::TensorMapDescription> map = describeTensorMap(*spec, array, 0);
  ASSERT_TRUE(map) << map.error();
  EXPECT_EQ(map->type, data::TensorMapType::TF32);
  EXPECT_EQ(map->dimensions, (std::vector<uint64_t>{60, 30}));
  EXPECT_EQ(map->stridesInBytes, (std::vector<uint64_t>{256}));
  EXPECT_EQ(map->elementStrides, (std::vector<uint32_t>{2, 1}));
}

TEST(ValueSpec, WrongMaps) {
  EXPECT_NE(errorOf("tensormap:a").find("with the name of an array and the box"), std::string::npos);
  EXPECT_NE(errorOf("tensormap:a:box=4:swizzle=16").find("unknown part `swizzle=16`"), std::string::npos);
  EXPECT_NE(errorOf("tensormap:a:box=4y").find("expects extents such as `64x32`"), std::string::npos);
  data::Array array;
  array.type = data::ElementType::F32;
  array.shape = {16, 16};
  Result<data::TensorMapDescription> map = describeTensorMap(*parseValueSpec("tensormap:a:box=4"), array, 0);
  ASSERT_FALSE(map);
  EXPECT_NE(map.error().find("the map has 2 dimensions"), std::string::npos);
}

Result<RunFlags> parse(std::vector<std::string> arguments) {
  return parseRunFlags(arguments, [](const char *) -> const char * { return nullptr; });
}

TEST(ValueSpec, AreForParametersOfPtxFiles) {
  Result<RunFlags> flags = parse({"k.ptx", "--arg=1=bytes:0x00", "--arg=a=ones:4", "--cluster=1,2,3"});
  ASSERT_TRUE(flags) << flags.error();
  ASSERT_EQ(flags->values.size(), 1u);
  EXPECT_EQ(flags->values[0].position, 1u);
  EXPECT_EQ(flags->cluster, (std::array<uint32_t, 3>{1, 2, 3}));
  EXPECT_FALSE(parse({"k.tk", "--arg=1=bytes:0x00"}));
  EXPECT_FALSE(parse({"k.tk", "--cluster=2"}));
  Result<RunFlags> named = parse({"k.ptx", "--arg=x=bytes:0x00"});
  ASSERT_FALSE(named);
  EXPECT_NE(named.error().find("by position"), std::string::npos);
  Result<RunFlags> large = parse({"k.ptx", "--cluster=32"});
  ASSERT_FALSE(large);
  EXPECT_NE(large.error().find("from 1 to 16"), std::string::npos);
}

} // namespace
} // namespace tkc::bench
