// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Names of nested scopes are told apart, and only those that would clash are renamed.
#include <set>

#include "ReadText.h"

using namespace tkc::sim::ptx;

namespace {

std::string_view operandOf(const Module &module, size_t instruction, size_t operand) {
  return module.functions[0].instructions.at(instruction).operands.at(operand).name;
}

} // namespace

TEST(PtxScope, keeps_the_first_name_and_renames_the_second) {
  std::unique_ptr<Module> module = readBody("{ .reg .b32 t; mov.b32 t, 1; }\n{ .reg .b64 t; mov.b64 t, [t+4]; }");
  EXPECT_EQ(operandOf(*module, 0, 0), "t");
  EXPECT_EQ(operandOf(*module, 1, 0), "t$1_");
  EXPECT_EQ(operandOf(*module, 1, 1), "t$1_");
  EXPECT_EQ(module->functions[0].registers.at(1).name, "t$1_");
  EXPECT_EQ(module->functions[0].registers.at(1).type.bits, 64);
}

TEST(PtxScope, gives_the_outer_name_back_at_its_end) {
  std::unique_ptr<Module> module =
      readBody(".reg .b32 t; { .reg .b32 t; @t mov.b32 t, 1; { .reg .b32 t; neg.s32 t, t; } neg.s32 t, t; }\n"
               "neg.s32 t, t;");
  EXPECT_EQ(operandOf(*module, 0, 0), "t$1_");
  EXPECT_EQ(module->functions[0].instructions[0].guard, "t$1_");
  EXPECT_EQ(operandOf(*module, 1, 0), "t$2_");
  EXPECT_EQ(operandOf(*module, 2, 0), "t$1_");
  EXPECT_EQ(operandOf(*module, 3, 0), "t");
}

TEST(PtxScope, renames_families_with_their_members) {
  std::unique_ptr<Module> module =
      readBody(".reg .b32 %r<20>; { .reg .b32 %r<5>; mov.b32 %r4, %r5; } mov.b32 %r4, {%r5, %r4};");
  EXPECT_EQ(module->functions[0].registers.at(1).name, "%r$1_");
  EXPECT_EQ(operandOf(*module, 0, 0), "%r$1_4");
  EXPECT_EQ(operandOf(*module, 0, 1), "%r5");
  EXPECT_EQ(operandOf(*module, 1, 0), "%r4");
}

TEST(PtxScope, tells_plain_names_from_members_of_families) {
  std::unique_ptr<Module> module = readBody(
      ".reg .b32 %r<20>; { .reg .b32 %r15, %r20, %r07; .reg .b32 %r3<3>; .reg .b32 %r1<5>; mov.b32 %r15, %r20;\n"
      "mov.b32 %r07, %r14; }");
  EXPECT_EQ(operandOf(*module, 0, 0), "%r15$1_");
  EXPECT_EQ(operandOf(*module, 0, 1), "%r20");
  EXPECT_EQ(operandOf(*module, 1, 0), "%r07");
  EXPECT_EQ(operandOf(*module, 1, 1), "%r1$2_4");
}

TEST(PtxScope, renames_variables_that_hide_those_of_the_module) {
  std::unique_ptr<Module> module = readGood(".shared .b32 x;\n.entry f() {\n"
                                            "{ .shared .b32 x; mov.b64 %rd1, x; } mov.b64 %rd1, x; }");
  EXPECT_EQ(operandOf(*module, 0, 1), "x$1_");
  EXPECT_EQ(operandOf(*module, 1, 1), "x");
}

TEST(PtxScope, has_labels_of_its_own) {
  std::unique_ptr<Module> module = readBody("{ L: bra L; bra M; }\n{ bra L; { bra L; } L: }\nM: L: bra L;");
  const Function &function = module->functions[0];
  std::set<std::string_view> names;
  for (const Label &label : function.labels) {
    names.insert(label.name);
  }
  EXPECT_EQ(names.size(), 4u);
  EXPECT_EQ(operandOf(*module, 0, 0), function.labels.at(0).name);
  EXPECT_EQ(operandOf(*module, 1, 0), "M");
  EXPECT_EQ(operandOf(*module, 2, 0), function.labels.at(1).name);
  EXPECT_EQ(operandOf(*module, 3, 0), function.labels.at(1).name);
  EXPECT_EQ(operandOf(*module, 4, 0), function.labels.at(3).name);
}

TEST(PtxScope, has_tables_of_its_own) {
  std::unique_ptr<Module> module = readBody("{ L: ts: .branchtargets L; brx.idx %r1, ts; }\n"
                                            "{ L: ts: .branchtargets L; brx.idx %r1, ts; }");
  const Function &function = module->functions[0];
  EXPECT_EQ(operandOf(*module, 1, 1), function.tables.at(1).name);
  EXPECT_NE(function.tables[0].name, function.tables[1].name);
  EXPECT_EQ(function.tables[1].targets.at(0), function.labels.at(1).name);
}

TEST(PtxScope, finds_fresh_names_that_the_text_does_not_have) {
  std::unique_ptr<Module> module = readBody(".reg .b32 t, t$41_; { .reg .b32 t; mov.b32 t, t$41_; }");
  EXPECT_EQ(operandOf(*module, 0, 0), "t$42_");
  EXPECT_EQ(operandOf(*module, 0, 1), "t$41_");
}

TEST(PtxScope, of_one_function_does_not_touch_another) {
  std::unique_ptr<Module> module =
      readGood(".func f() { .reg .b32 t; L: bra L; }\n.func g() { .reg .b32 t; L: bra L; }");
  EXPECT_EQ(module->functions.at(1).registers.at(0).name, "t");
  EXPECT_EQ(module->functions.at(1).labels.at(0).name, "L");
}
