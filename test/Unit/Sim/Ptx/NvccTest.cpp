// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What nvcc makes of the kernels in test/Inputs/cuda reads, prints and has control flow.
#include "tkc/Sim/Ptx/ControlFlow.h"

#include "RoundTrip.h"

using namespace tkc::sim::ptx;

namespace {

class PtxOfNvcc : public ::testing::TestWithParam<const char *> {
protected:
  void SetUp() override {
    if (std::string_view(TKC_CUDA_PTX_DIR).empty()) {
      GTEST_SKIP() << "nvcc is missing";
    }
  }
  std::unique_ptr<Module> read(const char *name) { return readFile(std::string(TKC_CUDA_PTX_DIR "/") + name + ".ptx"); }
};

} // namespace

TEST_P(PtxOfNvcc, reads_and_prints) {
  std::unique_ptr<Module> module = read(GetParam());
  ASSERT_TRUE(module);
  size_t entries = 0;
  for (const Function &function : module->functions) {
    entries += function.isEntry;
    ControlFlow flow = analyzeControlFlow(function);
    EXPECT_EQ(flow.positions[0], 0u) << function.name;
  }
  EXPECT_GE(entries, 1u);
  expectSameAgain(*module);
}

INSTANTIATE_TEST_SUITE_P(Kernels, PtxOfNvcc,
                         ::testing::Values("arithmetic", "calls", "cluster", "histogram", "matmul", "pipeline",
                                           "reduction", "reduction-debug", "tables", "transpose"));

TEST_F(PtxOfNvcc, tells_the_labels_of_inline_assembly_apart) {
  std::unique_ptr<Module> module = read("pipeline");
  ASSERT_TRUE(module);
  const Function *function = module->findFunction("wait_twice");
  ASSERT_TRUE(function);
  std::vector<uint32_t> waits;
  for (const Label &label : function->labels) {
    if (label.name.substr(0, 8) == "LAB_WAIT") {
      waits.push_back(label.instruction);
    }
  }
  ASSERT_EQ(waits.size(), 2u);
  EXPECT_EQ(function->instructions.at(waits[0]).opcode, "mbarrier");
  EXPECT_NE(function->instructions.at(waits[0]).operands.at(0).name,
            function->instructions.at(waits[1]).operands.at(0).name);
}

TEST_F(PtxOfNvcc, knows_places_bounds_and_prototypes) {
  std::unique_ptr<Module> calls = read("calls"), cluster = read("cluster");
  ASSERT_TRUE(calls && cluster);
  const Function *caller = calls->findFunction("call_functions");
  ASSERT_TRUE(caller);
  EXPECT_FALSE(caller->locations.empty());
  EXPECT_TRUE(std::any_of(caller->tables.begin(), caller->tables.end(), [](const TargetTable &table) {
    return table.kind == TargetTable::Kind::Prototype && table.parameters.size() == 1;
  }));
  EXPECT_TRUE(calls->findFunction("vprintf")->isExternal);
  const Function *exchange = cluster->findFunction("exchange");
  ASSERT_TRUE(exchange);
  EXPECT_EQ(exchange->bounds.requiredCluster[0], 2u);
  EXPECT_EQ(exchange->bounds.maxThreads[0], 128u);
}
