// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels and functions with their directives, places in the source, labels and tables; what else a module holds.
#include "ReadText.h"

using namespace tkc::sim::ptx;

TEST(PtxModule, has_version_target_and_files) {
  std::unique_ptr<Module> module = readModule(".version 8.4\n.target sm_90a, debug\n.address_size 64\n"
                                              ".file 1 \"a.tk\"\n.file 2 \"b c.cu\", 1700000000, 42\n"
                                              ".section .debug_str { $L__info_string0: .b8 1,0 { } }\n"
                                              ".pragma \"nounroll\", \"x\";\n.func g() { ret; }\n.alias f, g;\n")
                                       .module;
  ASSERT_TRUE(module);
  EXPECT_EQ(module->versionMajor, 8u);
  EXPECT_EQ(module->versionMinor, 4u);
  EXPECT_EQ(module->target, "sm_90a");
  EXPECT_EQ(module->targetOptions, (std::vector<std::string_view>{"debug"}));
  EXPECT_EQ(module->addressBits, 64u);
  ASSERT_TRUE(module->findFile(2));
  EXPECT_EQ(module->findFile(2)->name, "b c.cu");
  EXPECT_EQ(module->findFile(3), nullptr);
  EXPECT_EQ(module->aliases.at(0).target, "g");
  EXPECT_TRUE(module->findFunction("g"));
  EXPECT_EQ(module->findFunction("f"), nullptr);
}

TEST(PtxFunction, has_bounds_of_its_launch) {
  std::unique_ptr<Module> module =
      readGood(".visible .entry f() .maxntid 256, 2 .reqntid 128,1,1 .minnctapersm 2 .maxnreg 168 .explicitcluster\n"
               ".reqnctapercluster 2, 1, 1 .maxclusterrank 8 .blocksareclusters .pragma \"x\"; { ret; }\n"
               ".entry g { ret; }");
  const LaunchBounds &bounds = module->functions.at(0).bounds;
  EXPECT_TRUE(module->functions[0].isEntry);
  EXPECT_EQ(module->functions[0].linkage, Linkage::Visible);
  EXPECT_EQ(bounds.requiredThreads[0], 128u);
  EXPECT_EQ(bounds.maxThreads[0], 256u);
  EXPECT_EQ(bounds.maxThreads[1], 2u);
  EXPECT_EQ(bounds.maxThreads[2], 1u);
  EXPECT_EQ(bounds.requiredCluster[0], 2u);
  EXPECT_EQ(bounds.maxClusterRank, 8u);
  EXPECT_EQ(bounds.minCtasPerSm, 2u);
  EXPECT_EQ(bounds.maxRegisters, 168u);
  EXPECT_TRUE(bounds.hasExplicitCluster);
  EXPECT_TRUE(bounds.countsClusters);
  EXPECT_EQ(module->functions.at(1).bounds.requiredThreads[0], 0u);
}

TEST(PtxFunction, stands_where_it_is_defined) {
  std::unique_ptr<Module> module =
      readGood(".extern .func (.param .b32 func_retval0) vprintf (.param .b64 a, .param .b64 b) ;\n"
               ".func (.param .align 8 .b8 r[24]) g(.param .b32 a);\n"
               ".func .attribute(.unified(1,2)) h() .noreturn { trap; }\n"
               ".func (.param .align 8 .b8 r[24]) g(.param .b32 a) { ret; }\n"
               ".func (.param .align 8 .b8 r[24]) g(.param .b32 a);\n");
  ASSERT_EQ(module->functions.size(), 3u);
  EXPECT_TRUE(module->functions[0].isExternal);
  EXPECT_EQ(module->functions[0].linkage, Linkage::Extern);
  EXPECT_EQ(module->functions[0].parameters.size(), 2u);
  EXPECT_TRUE(module->functions[1].isNoReturn);
  EXPECT_FALSE(module->functions[2].isExternal);
  EXPECT_EQ(module->functions[2].results.at(0).sizeInBytes, 24u);
  EXPECT_EQ(module->functions[2].instructions.size(), 1u);
}

TEST(PtxFunction, knows_the_place_of_each_instruction_in_the_source) {
  std::unique_ptr<Module> module = readBody("mov.b32 %r1, 1;\n.loc 1 20 13\nmov.b32 %r1, 2;\n"
                                            ".loc 2 7 0, function_name $L__info_string0+4, inlined_at 1 30 5\nret;");
  const Function &function = module->functions[0];
  ASSERT_EQ(function.locations.size(), 2u);
  EXPECT_FALSE(function.instructions.at(0).location);
  EXPECT_EQ(function.instructions.at(1).location, 0u);
  EXPECT_EQ(function.instructions.at(2).location, 1u);
  EXPECT_EQ(function.locations[0].line, 20u);
  EXPECT_EQ(function.locations[0].column, 13u);
  EXPECT_FALSE(function.locations[0].isInlined);
  EXPECT_EQ(function.locations[1].file, 2u);
  EXPECT_EQ(function.locations[1].function, "$L__info_string0");
  EXPECT_EQ(function.locations[1].functionOffset, 4u);
  EXPECT_TRUE(function.locations[1].isInlined);
  EXPECT_EQ(function.locations[1].inlinedLine, 30u);
}

TEST(PtxFunction, has_labels_and_tables) {
  std::unique_ptr<Module> module = readBody("bra.uni L2;\nL1: L2:\nret;\nts: .branchtargets L1, L2, End;\n"
                                            "@%p1 brx.idx %r1, ts;\ncs: .calltargets g, h;\n"
                                            "call (%r1), %rd1, (%r2), cs;\n"
                                            "p: .callprototype (.param .b32 _) _ (.param .b64 _, .param .b8 _[]) "
                                            ".noreturn;\ncall (%r1), %rd1, (%r2), p;\nEnd:");
  const Function &function = module->functions[0];
  ASSERT_EQ(function.labels.size(), 3u);
  EXPECT_EQ(function.labels[0].instruction, 1u);
  EXPECT_EQ(function.labels[1].instruction, 1u);
  EXPECT_EQ(function.labels[2].instruction, 5u);
  ASSERT_EQ(function.tables.size(), 3u);
  EXPECT_EQ(function.tables[0].kind, TargetTable::Kind::Branches);
  EXPECT_EQ(function.tables[0].targets, (std::vector<std::string_view>{"L1", "L2", "End"}));
  EXPECT_EQ(function.tables[1].targets, (std::vector<std::string_view>{"g", "h"}));
  EXPECT_EQ(function.tables[2].kind, TargetTable::Kind::Prototype);
  EXPECT_EQ(function.tables[2].results.size(), 1u);
  EXPECT_EQ(function.tables[2].parameters.size(), 2u);
  EXPECT_TRUE(function.tables[2].isNoReturn);
}

TEST(PtxFunction, takes_a_variable_of_functions_as_the_targets_of_a_call) {
  std::unique_ptr<Module> module = readGood(".func g() { ret; }\n.global .u64 table[1] = {g};\n"
                                            ".entry f() { call %rd1, (), table; }");
  EXPECT_EQ(module->functions.at(1).instructions.at(0).operands.at(2).name, "table");
}

TEST(PtxFunction, has_variables_of_its_own) {
  std::unique_ptr<Module> module = readBody(".local .align 16 .b8 __local_depot2[16];\n.shared .align 4 .b8 s[4224];\n"
                                            ".pragma \"nounroll\";\nret;");
  ASSERT_EQ(module->functions[0].variables.size(), 2u);
  EXPECT_EQ(module->functions[0].variables[0].space, Space::Local);
  EXPECT_EQ(module->functions[0].variables[1].sizeInBytes, 4224u);
}
