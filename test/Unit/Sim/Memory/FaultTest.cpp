// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The fault log keeps the first of each kind and instruction, and counts all.
#include "tkc/Sim/Memory/Fault.h"

#include <gtest/gtest.h>

using namespace tkc::sim;

static Fault makeFault(FaultKind kind, InstructionIndex instruction, std::string detail = "") {
  Fault fault;
  fault.kind = kind;
  fault.instruction = instruction;
  fault.detail = std::move(detail);
  return fault;
}

TEST(FaultTest, NamesAndTextsComeFromTheList) {
  EXPECT_EQ(faultKindName(FaultKind::OutOfBounds), "OutOfBounds");
  EXPECT_EQ(faultKindText(FaultKind::Trap), "the kernel executed trap");
}

TEST(FaultTest, KeepsTheFirstOfAKindAtAnInstruction) {
  FaultLog log;
  EXPECT_TRUE(log.isEmpty());
  log.report(makeFault(FaultKind::DataRace, 7, "first"));
  log.report(makeFault(FaultKind::DataRace, 7, "second"));
  log.report(makeFault(FaultKind::OutOfBounds, 3));
  EXPECT_EQ(log.count(), 3u);
  std::vector<Fault> faults = log.takeFaults();
  ASSERT_EQ(faults.size(), 2u);
  EXPECT_EQ(faults[0].instruction, 3u);
  EXPECT_EQ(faults[1].detail, "first");
  EXPECT_EQ(faults[1].count, 2u);
  EXPECT_TRUE(log.isEmpty());
}

TEST(FaultTest, CountsBeyondWhatItKeeps) {
  FaultLog log(2);
  for (InstructionIndex instruction = 0; instruction < 5; ++instruction) {
    log.report(makeFault(FaultKind::Trap, instruction));
  }
  EXPECT_TRUE(log.countRepeated(FaultKind::Trap, 9));
  EXPECT_EQ(log.count(), 6u);
  EXPECT_EQ(log.takeFaults().size(), 2u);
}

TEST(FaultTest, SaysWhetherAFaultIsWorthWording) {
  FaultLog log;
  EXPECT_FALSE(log.countRepeated(FaultKind::Trap, 1));
  EXPECT_EQ(log.count(), 0u);
  log.report(makeFault(FaultKind::Trap, 1));
  EXPECT_TRUE(log.countRepeated(FaultKind::Trap, 1));
  EXPECT_FALSE(log.countRepeated(FaultKind::DataRace, 1));
  EXPECT_EQ(log.takeFaults()[0].count, 2u);
}
