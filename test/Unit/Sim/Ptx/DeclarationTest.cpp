// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Variables with their sizes and initial bytes, registers, parameters.
#include "ReadText.h"

using namespace tkc::sim::ptx;

namespace {

/// The only variable of a text; the modules live as long as the test.
class PtxVariable : public ::testing::Test {
protected:
  const Variable &read(const std::string &text) {
    modules.push_back(readGood(text));
    modules.back()->variables.resize(1);
    return modules.back()->variables[0];
  }
  std::vector<uint8_t> bytes(const std::string &text) { return read(text).initialBytes; }

  std::vector<std::unique_ptr<Module>> modules;
};

using Bytes = std::vector<uint8_t>;

} // namespace

TEST_F(PtxVariable, has_the_size_and_alignment_of_its_type) {
  const Variable &plain = read(".global .u32 x;");
  EXPECT_EQ(plain.sizeInBytes, 4u);
  EXPECT_EQ(plain.alignment, 4u);
  EXPECT_EQ(plain.space, Space::Global);
  const Variable &vector = read(".visible .const .v4 .f32 x[3];");
  EXPECT_EQ(vector.sizeInBytes, 48u);
  EXPECT_EQ(vector.alignment, 16u);
  EXPECT_EQ(vector.lanes, 4);
  EXPECT_EQ(vector.linkage, Linkage::Visible);
  EXPECT_EQ(read(".shared .align 128 .b8 x[4*2][1<<3];").sizeInBytes, 64u);
  EXPECT_EQ(read(".shared .b8 x[1<<60];").sizeInBytes, uint64_t(1) << 60);
  EXPECT_EQ(read(".global .attribute(.managed) .align 8 .b64 x;").alignment, 8u);
}

TEST_F(PtxVariable, of_dynamic_shared_memory_has_no_size) {
  const Variable &variable = read(".extern .shared .align 1024 .b8 buffer[];");
  EXPECT_TRUE(variable.isUnsized);
  EXPECT_TRUE(variable.isExternal);
  EXPECT_EQ(variable.alignment, 1024u);
  EXPECT_EQ(variable.type.name, "b8");
}

TEST_F(PtxVariable, keeps_initial_bytes_that_are_written) {
  EXPECT_EQ(bytes(".global .b8 x[12] = {1, 0x2, -1};"), (Bytes{1, 2, 255}));
  EXPECT_EQ(bytes(".global .u16 x = 0x1234;"), (Bytes{0x34, 0x12}));
  EXPECT_EQ(bytes(".global .f32 x[2] = {1.0, 0f40000000};"), (Bytes{0, 0, 0x80, 0x3f, 0, 0, 0, 0x40}));
  EXPECT_EQ(bytes(".global .f32 x = 1;"), (Bytes{0, 0, 0x80, 0x3f}));
  EXPECT_EQ(bytes(".global .f64 x = 0f3F800000;"), (Bytes{0, 0, 0, 0, 0, 0, 0xf0, 0x3f}));
  EXPECT_EQ(bytes(".global .b32 x = 0f3F800000;"), (Bytes{0, 0, 0x80, 0x3f}));
  EXPECT_EQ(bytes(".global .b64 x = -2;"), (Bytes{254, 255, 255, 255, 255, 255, 255, 255}));
  EXPECT_EQ(bytes(".global .b128 x = -2;").size(), 16u);
  EXPECT_EQ(bytes(".global .b128 x = -2;")[15], 255);
}

TEST_F(PtxVariable, fills_rows_of_nested_braces) {
  EXPECT_EQ(bytes(".global .b8 x[2][3] = {{1}, {2, 3}};"), (Bytes{1, 0, 0, 2, 3}));
  EXPECT_EQ(bytes(".global .b8 x[2][3] = {{}, {2, 3}};"), (Bytes{0, 0, 0, 2, 3}));
  EXPECT_EQ(bytes(".global .b8 x[2][3] = {1, 2, 3, 4};"), (Bytes{1, 2, 3, 4}));
  EXPECT_EQ(bytes(".global .v2 .b8 x[2] = {{1, 2}, {3, 4}};"), (Bytes{1, 2, 3, 4}));
}

TEST_F(PtxVariable, takes_its_size_from_the_initial_value) {
  EXPECT_EQ(read(".global .u32 x[] = {1, 2, 3};").sizeInBytes, 12u);
  EXPECT_EQ(read(".global .b8 x[][4] = {{1, 2}, {3}};").sizeInBytes, 8u);
  EXPECT_FALSE(read(".global .b8 x[] = {1};").isUnsized);
}

TEST_F(PtxVariable, keeps_addresses_as_relocations) {
  const Variable &variable = read(".global .u64 x[4] = {0, y, generic(y)+4, z-8};");
  EXPECT_EQ(variable.initialBytes.size(), 32u);
  ASSERT_EQ(variable.relocations.size(), 3u);
  EXPECT_EQ(variable.relocations[0].offset, 8u);
  EXPECT_EQ(variable.relocations[0].symbol, "y");
  EXPECT_FALSE(variable.relocations[0].isGeneric);
  EXPECT_TRUE(variable.relocations[1].isGeneric);
  EXPECT_EQ(variable.relocations[1].addend, 4);
  EXPECT_EQ(variable.relocations[2].addend, -8);
  EXPECT_EQ(variable.relocations[2].offset, 24u);
}

TEST_F(PtxVariable, may_be_declared_before_it_is_defined) {
  std::unique_ptr<Module> module = readGood(".extern .global .u32 x; .global .u32 x = 5; .extern .global .u32 x;\n"
                                            ".global .u32 a, b[2], c = 7;");
  ASSERT_EQ(module->variables.size(), 4u);
  EXPECT_FALSE(module->variables[0].isExternal);
  EXPECT_EQ(module->variables[0].initialBytes[0], 5);
  EXPECT_EQ(module->variables[2].sizeInBytes, 8u);
  EXPECT_EQ(module->variables[3].initialBytes[0], 7);
}

TEST(PtxRegister, stands_alone_or_as_a_family) {
  std::unique_ptr<Module> module = readBody(".reg .pred p, %p<58>; .reg .v4 .f32 q; .reg .b128 %rq<2>;");
  const std::vector<RegisterDeclaration> &registers = module->functions[0].registers;
  ASSERT_EQ(registers.size(), 4u);
  EXPECT_EQ(registers[0].count, 0u);
  EXPECT_EQ(registers[0].type.kind, Type::Kind::Predicate);
  EXPECT_EQ(registers[1].name, "%p");
  EXPECT_EQ(registers[1].count, 58u);
  EXPECT_EQ(registers[2].lanes, 4);
  EXPECT_EQ(registers[3].type.bits, 128);
}

TEST(PtxParameter, may_be_a_pointer) {
  std::unique_ptr<Module> module =
      readGood(".visible .entry f(.param .u64 .ptr .global .align 16 f_param_0, .param .align 64 .b8 f_param_1[128],\n"
               " .param .u64 .ptr .align 1 f_param_2, .param .u32 f_param_3) { ret; }");
  const std::vector<Variable> &parameters = module->functions.at(0).parameters;
  ASSERT_EQ(parameters.size(), 4u);
  EXPECT_TRUE(parameters[0].isPointer);
  EXPECT_EQ(parameters[0].pointeeSpace, Space::Global);
  EXPECT_EQ(parameters[0].pointeeAlignment, 16u);
  EXPECT_EQ(parameters[0].alignment, 8u);
  EXPECT_EQ(parameters[1].alignment, 64u);
  EXPECT_EQ(parameters[1].sizeInBytes, 128u);
  EXPECT_FALSE(parameters[2].pointeeSpace);
  EXPECT_FALSE(parameters[3].isPointer);
}
