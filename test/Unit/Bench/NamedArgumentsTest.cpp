// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From SPECs to arguments, their types, and the names that expressions may use.
#include "tkc/Bench/NamedArguments.h"

#include <gtest/gtest.h>

using namespace tkc;
using namespace tkc::bench;
using data::ElementType;

static RunFlags flagsOf(const std::vector<std::pair<std::string, std::string>> &specs) {
  RunFlags flags;
  for (const auto &[name, text] : specs) {
    flags.arguments.push_back({name, *data::parseArgumentSpec(text)});
  }
  return flags;
}

static std::vector<NamedArgument> make(const RunFlags &flags, const std::vector<DeclaredParameter> &parameters = {}) {
  Result<std::vector<NamedArgument>> arguments = makeArguments(flags, parameters);
  EXPECT_TRUE(arguments) << arguments.error();
  return arguments ? std::move(*arguments) : std::vector<NamedArgument>();
}

static std::string errorOf(const RunFlags &flags, const std::vector<DeclaredParameter> &parameters) {
  Result<std::vector<NamedArgument>> arguments = makeArguments(flags, parameters);
  return arguments ? "" : arguments.error();
}

TEST(NamedArguments, TypesComeFromSpecThenSourceThenDefault) {
  std::vector<NamedArgument> arguments = make(
      flagsOf(
          {{"n", "7"}, {"x", "randn:4"}, {"y", "randn:4:bf16"}, {"z", "zeros:4"}, {"s", "1.5"}, {"big", "5000000000"}}),
      {{"x", false, true, std::nullopt},
       {"y", false, true, ElementType::BF16},
       {"z", false, std::nullopt, ElementType::F16},
       {"n", false, std::nullopt, std::nullopt},
       {"s", false, false, std::nullopt},
       {"big", false, std::nullopt, std::nullopt},
       {"BLOCK", true, std::nullopt, std::nullopt}});
  ASSERT_EQ(arguments.size(), 6u);
  EXPECT_EQ(arguments[0].name, "x");
  EXPECT_EQ(arguments[0].value.type, ElementType::F32);
  EXPECT_EQ(arguments[1].value.type, ElementType::BF16);
  EXPECT_EQ(arguments[2].value.type, ElementType::F16);
  EXPECT_EQ(arguments[3].value.type, ElementType::I32);
  EXPECT_TRUE(arguments[3].isScalar);
  EXPECT_EQ(arguments[4].value.type, ElementType::F32);
  EXPECT_EQ(arguments[5].value.type, ElementType::I64);
}

TEST(NamedArguments, LargeNumbersAreUnsigned) {
  std::vector<NamedArgument> arguments =
      make(flagsOf({{"a", "9223372036854775807"}, {"b", "9223372036854775808"}, {"c", "18446744073709551615"}}));
  ASSERT_EQ(arguments.size(), 3u);
  EXPECT_EQ(arguments[0].value.type, ElementType::I64);
  EXPECT_EQ(arguments[1].value.type, ElementType::U64);
  EXPECT_EQ(arguments[2].value.type, ElementType::U64);
}

TEST(NamedArguments, DataDependOnTheNameNotOnTheOrder) {
  std::vector<NamedArgument> one = make(flagsOf({{"x", "randn:8"}, {"y", "randn:8"}}));
  std::vector<NamedArgument> other = make(flagsOf({{"y", "randn:8"}, {"x", "randn:8"}}));
  EXPECT_EQ(one[0].value.bytes, other[1].value.bytes);
  EXPECT_NE(one[0].value.bytes, one[1].value.bytes);
}

TEST(NamedArguments, Mistakes) {
  std::vector<DeclaredParameter> parameters = {{"x", false, true, ElementType::F32},
                                               {"n", false, false, ElementType::I32}};
  EXPECT_EQ(errorOf(flagsOf({{"x", "randn:4"}}), parameters), "argument `n`: is missing; give it with `--arg n=SPEC`");
  EXPECT_EQ(errorOf(flagsOf({{"x", "randn:4"}, {"n", "1"}, {"m", "1"}}), parameters),
            "the kernel has no parameter `m`");
  EXPECT_EQ(errorOf(flagsOf({{"x", "1"}, {"n", "1"}}), parameters), "argument `x`: expects an array, got a number");
  EXPECT_EQ(errorOf(flagsOf({{"x", "randn:4"}, {"n", "zeros:4"}}), parameters),
            "argument `n`: expects a number, got an array");
  EXPECT_EQ(errorOf(flagsOf({{"x", "randn:4:fp16"}, {"n", "1"}}), parameters), "argument `x`: expects fp32, got fp16");
  EXPECT_EQ(errorOf(flagsOf({{"x", "randn:4"}, {"n", "1.5"}}), parameters),
            "argument `n`: the value 1.500000 does not fit into i32");
}

TEST(NamedArguments, DescriptorsDescribeTheirArray) {
  DeclaredParameter descriptor{"d", false, true, ElementType::F16};
  descriptor.descriptorRank = 3;
  std::vector<NamedArgument> arguments =
      make(flagsOf({{"d", "zeros:2x3x8"}, {"d.shape[2]", "7"}, {"d.strides[0]", "48"}}), {descriptor});
  std::string text;
  for (const NamedArgument &argument : arguments) {
    text += argument.name + (argument.isScalar ? "=" + std::to_string(argument.value.getInteger(0)) : "") + " ";
  }
  EXPECT_EQ(text, "d d.shape[0]=2 d.shape[1]=3 d.shape[2]=7 d.strides[0]=48 d.strides[1]=8 d.strides[2]=1 ");
  EXPECT_EQ(errorOf(flagsOf({{"d", "zeros:3x8"}}), {descriptor}),
            "argument `d`: the tensor descriptor has 3 dimensions, the array 3x8");
  EXPECT_EQ(errorOf(flagsOf({{"d", "zeros:2x3x8"}, {"d.strides[2]", "2"}}), {descriptor}),
            "argument `d.strides[2]`: the last stride of a tensor descriptor is 1, got 2");
  EXPECT_EQ(errorOf(flagsOf({{"d", "zeros:2x3x8"}, {"d.shape[3]", "2"}}), {descriptor}),
            "the kernel has no parameter `d.shape[3]`");
}

TEST(NamedArguments, ParametersWithAValueMayBeLeftOut) {
  DeclaredParameter scale{"scale", false, false, ElementType::F32, /*hasValue=*/true};
  std::vector<DeclaredParameter> parameters = {{"x", false, true, ElementType::F32}, scale};
  EXPECT_EQ(make(flagsOf({{"x", "randn:4"}}), parameters).size(), 1u);
  std::vector<NamedArgument> both = make(flagsOf({{"x", "randn:4"}, {"scale", "2"}}), parameters);
  ASSERT_EQ(both.size(), 2u);
  EXPECT_EQ(both[1].value.getDouble(0), 2);
}

TEST(NamedArguments, ConstexprParametersBecomeConstants) {
  std::vector<DeclaredParameter> parameters = {{"BLOCK", true, std::nullopt, std::nullopt},
                                               {"x", false, true, std::nullopt}};
  auto constants = constantsFromArguments(flagsOf({{"BLOCK", "64"}, {"x", "zeros:4"}}), parameters);
  ASSERT_TRUE(constants) << constants.error();
  ASSERT_EQ(constants->size(), 1u);
  EXPECT_EQ((*constants)[0].second, "64");
  EXPECT_EQ(constantsFromArguments(flagsOf({{"BLOCK", "zeros:4"}}), parameters).error(),
            "argument `BLOCK`: is a compile-time parameter: expects a plain number");
}

TEST(NamedArguments, SpecialisationFollowsTriton) {
  std::vector<std::string> texts;
  for (const ArgumentType &type : describeArguments(make(flagsOf({{"x", "zeros:4:fp16"},
                                                                  {"n", "32"},
                                                                  {"m", "33"},
                                                                  {"one", "1"},
                                                                  {"l", "i64:48"},
                                                                  {"s", "16.0"},
                                                                  {"b", "i1:1"},
                                                                  {"zero", "0"}})))) {
    texts.push_back(type.text());
  }
  EXPECT_EQ(texts, (std::vector<std::string>{"*fp16:16", "i32:16", "i32", "1", "i64:16", "fp32", "i1", "i32:16"}));
}

TEST(NamedArguments, EmptyArraysAreMarked) {
  std::vector<NamedArgument> arguments = make(flagsOf({{"x", "empty:4"}, {"y", "zeros:4"}}));
  EXPECT_TRUE(arguments[0].isUninitialised);
  EXPECT_FALSE(arguments[1].isUninitialised);
}

TEST(NamedArguments, ListsOfIntegersAreIntegers) {
  std::vector<NamedArgument> arguments = make(flagsOf({{"x", "values:1,2"}, {"y", "values:1,0.5"}}));
  EXPECT_EQ(arguments[0].value.type, ElementType::I32);
  EXPECT_EQ(arguments[1].value.type, ElementType::F32);
}

TEST(NamedArguments, AddressedArraysNeedNotBeParameters) {
  std::vector<DeclaredParameter> parameters = {{"table", false, true, std::nullopt}};
  RunFlags flags = flagsOf({{"a", "zeros:4:fp16"}, {"table", "addresses:a,b"}, {"b", "ones:2:i32"}});
  std::vector<NamedArgument> arguments = make(flags, parameters);
  ASSERT_EQ(arguments.size(), 3u);
  EXPECT_EQ(arguments[0].value.type, ElementType::I64);
  EXPECT_TRUE(arguments[0].isParameter);
  EXPECT_EQ(arguments[1].name, "a");
  EXPECT_FALSE(arguments[1].isParameter);
  std::vector<ArgumentType> types = describeArguments(arguments);
  ASSERT_EQ(types.size(), 1u);
  EXPECT_EQ(types[0].text(), "*i64:16");
  EXPECT_EQ(measureEnvironment({}, arguments)["b.nbytes"], 8);
}

TEST(NamedArguments, AddressesComeAndGo) {
  std::vector<NamedArgument> arguments = make(flagsOf({{"a", "ones:1:u64"}, {"table", "addresses:table,a,a"}}));
  std::vector<uint64_t> addresses = {0x1000, 0x2000};
  std::vector<uint8_t> placed;
  EXPECT_EQ(&bytesOnDevice(arguments[0], arguments, addresses, placed), &arguments[0].value.bytes);
  arguments[1].value.bytes = bytesOnDevice(arguments[1], arguments, addresses, placed);
  EXPECT_EQ(arguments[1].value.getInteger(0), 0x2000);
  EXPECT_EQ(arguments[1].value.getInteger(1), 0x1000);
  // What a kernel has written there stays.
  arguments[1].value.setInteger(2, 7);
  forgetAddresses(arguments, addresses);
  EXPECT_EQ(arguments[1].value.getInteger(0), 0);
  EXPECT_EQ(arguments[1].value.getInteger(1), 0);
  EXPECT_EQ(arguments[1].value.getInteger(2), 7);
}

TEST(NamedArguments, MistakesInAddresses) {
  std::vector<DeclaredParameter> parameters = {{"table", false, true, std::nullopt}};
  EXPECT_EQ(errorOf(flagsOf({{"table", "addresses:a"}}), parameters),
            "argument `table`: there is no array `a`; give it with `--arg a=SPEC`");
  EXPECT_EQ(errorOf(flagsOf({{"table", "addresses:a"}, {"a", "3"}}), parameters), "the kernel has no parameter `a`");
  EXPECT_EQ(errorOf(flagsOf({{"table", "addresses:a"}, {"a", "ones:3"}, {"b", "ones:3"}}), parameters),
            "the kernel has no parameter `b`");
  parameters[0].type = ElementType::I32;
  EXPECT_EQ(errorOf(flagsOf({{"table", "addresses:a"}, {"a", "ones:3"}}), parameters),
            "argument `table`: addresses are i64 or u64, got i32");
}

TEST(NamedArguments, ExpressionsSeeArraysAndConstants) {
  runtime::KernelMetadata kernel;
  kernel.config = {{"BLOCK", runtime::ConstantValue::ofInteger(64)}};
  launch::Environment environment =
      measureEnvironment(kernel, make(flagsOf({{"x", "zeros:4x8:fp16"}, {"n", "32"}, {"s", "1.5"}})));
  EXPECT_EQ(environment,
            (launch::Environment{
                {"BLOCK", 64}, {"n", 32}, {"x.nbytes", 64}, {"x.numel", 32}, {"x.shape[0]", 4}, {"x.shape[1]", 8}}));
}
