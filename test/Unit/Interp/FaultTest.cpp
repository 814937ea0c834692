// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each check fires where it must, with the right place, and does not fire where it must not.
#include "ElementwiseKernel.h"

namespace tkc::interp {
namespace {

using data::ElementType;
using Kinds = std::vector<FaultKind>;
using Values = std::vector<double>;

/// Loads `%a` from `%in` at `%offsets`, under `%mask`, and stores it to `%out` under the mask `%keep`.
std::string gather(const std::string &setup, const std::string &load, const std::string &keep = "") {
  return R"(func.func @kernel(%in: !tk.ptr<i32>, %out: !tk.ptr<i32>) attributes {tk.kernel} {
  %range = tk.make_range 0, 4 : tensor<4xi32>
  %two = arith.constant dense<2> : tensor<4xi32>
  %zeros = arith.constant dense<0> : tensor<4xi32>
  %firstTwo = arith.cmpi slt, %range, %two : tensor<4xi32>
)" + setup +
         R"(
  %is = tk.splat %in : !tk.ptr<i32> to tensor<4x!tk.ptr<i32>>
  %iq = tk.addptr %is, %offsets : tensor<4x!tk.ptr<i32>>, tensor<4xi32>
  )" + load +
         R"(
  %os = tk.splat %out : !tk.ptr<i32> to tensor<4x!tk.ptr<i32>>
  %oq = tk.addptr %os, %range : tensor<4x!tk.ptr<i32>>, tensor<4xi32>
  tk.store %oq, %r )" +
         keep + R"( : tensor<4x!tk.ptr<i32>>
  return
})";
}

constexpr const char *plainLoad = "%r = tk.load %iq : tensor<4x!tk.ptr<i32>>";
constexpr const char *rangeOffsets = "  %offsets = arith.addi %range, %zeros : tensor<4xi32>";

KernelRun &withBuffers(KernelRun &run, size_t inputs = 4) {
  run.buffer(ElementType::I32, Values(inputs, 5));
  run.output(ElementType::I32, 4);
  return run;
}

TEST(InterpFault, NamesAndDescribesAllKinds) {
  for (FaultKind kind : allFaultKinds) {
    EXPECT_FALSE(faultKindName(kind).empty());
    Fault fault;
    fault.kind = kind;
    EXPECT_EQ(describeFault(fault, {}).rfind("program (0, 0, 0) ", 0), 0u);
  }
}

TEST(InterpFault, DescribesWhereAndHowOften) {
  Fault fault;
  fault.program = {3, 0, 1};
  fault.element = 7;
  fault.buffer = 1;
  fault.byteOffset = 64;
  fault.accessSize = 4;
  fault.count = 5;
  EXPECT_EQ(describeFault(fault, {{"x", 16}, {"out", 64}}),
            "program (3, 0, 1) accesses 4 bytes at byte 64 of `out`, which has 64; element 7 of the block; 5 times");
  fault = {};
  fault.address = 4096;
  fault.accessSize = 1;
  EXPECT_EQ(describeFault(fault, {}), "program (0, 0, 0) accesses 1 byte at address 4096, where there is no buffer");
  fault = {};
  fault.kind = FaultKind::WriteConflict;
  fault.buffer = 0;
  fault.accessSize = 2;
  fault.otherProgram = 9;
  EXPECT_EQ(describeFault(fault, {}), "program (0, 0, 0) writes 2 bytes at byte 0 of buffer 0, which program number 9 "
                                      "writes too, and no atomic orders them");
}

TEST(InterpFault, ReportsReadsBehindTheEnd) {
  KernelRun run;
  withBuffers(run, 3).run(gather(rangeOffsets, plainLoad));
  ASSERT_EQ(run.faultKinds(), (Kinds{FaultKind::OutOfBounds}));
  const Fault &fault = run.execution.faults[0];
  EXPECT_EQ(fault.element, 3u);
  EXPECT_EQ(fault.buffer, 0);
  EXPECT_EQ(fault.byteOffset, 12);
  EXPECT_EQ(fault.accessSize, 4u);
  EXPECT_EQ(fault.address, bufferAddress(0) + 12);
  EXPECT_TRUE(mlir::isa<mlir::FileLineColLoc>(run.execution.locations[fault.location]));
}

TEST(InterpFault, ReportsReadsBeforeTheStart) {
  KernelRun run;
  withBuffers(run).run(gather("  %offsets = arith.subi %range, %two : tensor<4xi32>", plainLoad));
  ASSERT_EQ(run.faultKinds(), (Kinds{FaultKind::OutOfBounds}));
  EXPECT_EQ(run.execution.faults[0].byteOffset, -8);
  EXPECT_EQ(run.execution.faults[0].count, 2u);
  EXPECT_EQ(run.execution.faultCount, 2u);
}

TEST(InterpFault, ReportsWritesOutOfBoundsAndDropsThem) {
  KernelRun run;
  run.buffer(ElementType::I32, {1, 2, 3, 4});
  run.output(ElementType::I32, 2);
  run.run(gather(rangeOffsets, plainLoad));
  EXPECT_EQ(run.faultKinds(), (Kinds{FaultKind::OutOfBounds}));
  EXPECT_EQ(run.execution.faults[0].buffer, 1);
  EXPECT_EQ(run.values(1), (Values{1, 2}));
}

TEST(InterpFault, DoesNotCheckMaskedElements) {
  KernelRun run;
  withBuffers(run, 2).runCleanly(
      gather(rangeOffsets, "%r = tk.load %iq mask %firstTwo other %zeros : tensor<4x!tk.ptr<i32>>"));
  EXPECT_EQ(run.values(1), (Values{5, 5, 0, 0}));
}

TEST(InterpFault, ReportsPointersToNoBuffer) {
  KernelRun run;
  run.integer(ElementType::I64, 4096);
  run.run(R"(func.func @kernel(%p: !tk.ptr<i32>) attributes {tk.kernel} {
  %x = tk.load %p : !tk.ptr<i32>
  return
})");
  ASSERT_EQ(run.faultKinds(), (Kinds{FaultKind::OutOfBounds}));
  EXPECT_EQ(run.execution.faults[0].buffer, -1);
  EXPECT_EQ(run.execution.faults[0].address, 4096u);
}

TEST(InterpFault, ReportsMisalignedAccesses) {
  KernelRun run;
  withBuffers(run);
  run.launch.arguments[0].byteOffset = 2;
  run.run(gather("  %offsets = arith.constant dense<0> : tensor<4xi32>", plainLoad));
  EXPECT_EQ(run.faultKinds(), (Kinds{FaultKind::Misaligned}));
  EXPECT_EQ(run.execution.faults[0].byteOffset, 2);
}

TEST(InterpFault, ReportsReadsOfUnwrittenOutputs) {
  KernelRun run;
  run.output(ElementType::I32, 4);
  run.output(ElementType::I32, 4);
  run.run(gather(rangeOffsets, plainLoad));
  EXPECT_EQ(run.faultKinds(), (Kinds{FaultKind::UninitialisedRead}));
  EXPECT_EQ(run.execution.buffers[0].unwrittenCount, 4u);
  EXPECT_EQ(run.execution.buffers[1].undecidedCount, 4u);
}

TEST(InterpFault, AllowsReadsOfWhatTheKernelWrote) {
  KernelRun run;
  run.output(ElementType::I32, 1);
  run.runCleanly(R"(func.func @kernel(%p: !tk.ptr<i32>) attributes {tk.kernel} {
  %c1 = arith.constant 1 : i32
  tk.store %p, %c1 : !tk.ptr<i32>
  %x = tk.load %p : !tk.ptr<i32>
  %y = arith.addi %x, %c1 : i32
  tk.store %p, %y : !tk.ptr<i32>
  return
})");
  EXPECT_EQ(run.values(0), (Values{2}));
}

TEST(InterpFault, ReportsDivisionByZeroOnce) {
  KernelRun run;
  runElementwise(run, {i32, i32}, i32, {{6, 7, 8}, {2, 0, 4}}, "  %r = arith.divsi %a, %b : $a");
  ASSERT_EQ(run.faultKinds(), (Kinds{FaultKind::DivisionByZero}));
  EXPECT_EQ(run.execution.faults[0].element, 1u);
  EXPECT_EQ(run.values(2)[2], 2);
  EXPECT_EQ(run.execution.buffers[2].undecidedCount, 1u);
}

constexpr const char *poisonLoad = "%r = tk.load %iq mask %firstTwo : tensor<4x!tk.ptr<i32>>";

TEST(InterpFault, ReportsStoredPoison) {
  KernelRun run;
  withBuffers(run).run(gather(rangeOffsets, poisonLoad));
  ASSERT_EQ(run.faultKinds(), (Kinds{FaultKind::PoisonStored}));
  EXPECT_EQ(run.execution.faults[0].element, 2u);
  EXPECT_EQ(run.execution.faults[0].count, 2u);
}

TEST(InterpFault, AllowsPoisonThatIsMaskedOrDiscarded) {
  KernelRun masked;
  withBuffers(masked).runCleanly(gather(rangeOffsets, poisonLoad, "mask %firstTwo"));
  KernelRun selected;
  withBuffers(selected).runCleanly(gather(rangeOffsets, R"(%x = tk.load %iq mask %firstTwo : tensor<4x!tk.ptr<i32>>
  %y = arith.addi %x, %two : tensor<4xi32>
  %r = arith.select %firstTwo, %y, %zeros : tensor<4xi1>, tensor<4xi32>)"));
  EXPECT_EQ(selected.values(1), (Values{7, 7, 0, 0}));
}

TEST(InterpFault, LetsFalseAbsorbPoisonInMasks) {
  KernelRun run;
  withBuffers(run).runCleanly(gather(rangeOffsets, R"(%r = tk.load %iq mask %firstTwo : tensor<4x!tk.ptr<i32>>
  %big = arith.cmpi sgt, %r, %zeros : tensor<4xi32>
  %keep = arith.andi %firstTwo, %big : tensor<4xi1>)",
                                     "mask %keep"));
}

TEST(InterpFault, ReportsPoisonMasksAndDecisions) {
  std::string load = R"(%x = tk.load %iq mask %firstTwo : tensor<4x!tk.ptr<i32>>
  )";
  KernelRun mask;
  withBuffers(mask).run(gather(rangeOffsets, load + R"(%m = arith.cmpi eq, %x, %zeros : tensor<4xi32>
  %r = tk.load %iq mask %m other %zeros : tensor<4x!tk.ptr<i32>>)"));
  EXPECT_EQ(mask.faultKinds(), (Kinds{FaultKind::PoisonMask}));
  KernelRun decision;
  withBuffers(decision).run(gather(rangeOffsets, R"(%p = ub.poison : i1
  %r = scf.if %p -> (tensor<4xi32>) {
    scf.yield %two : tensor<4xi32>
  } else {
    scf.yield %zeros : tensor<4xi32>
  })"));
  EXPECT_EQ(decision.faultKinds(), (Kinds{FaultKind::PoisonDecision}));
}

TEST(InterpFault, ReportsPoisonAddresses) {
  KernelRun run;
  withBuffers(run).run(gather("  %offsets = ub.poison : tensor<4xi32>", plainLoad));
  EXPECT_EQ(run.faultKinds(), (Kinds{FaultKind::PoisonAddress}));
}

TEST(InterpFault, MakesPoisonOfOversizedShiftsAndConversions) {
  KernelRun shift;
  runElementwise(shift, {i32, i32}, i32, {{1, 1}, {31, 32}}, "  %r = arith.shli %a, %b : $a");
  EXPECT_EQ(shift.faultKinds(), (Kinds{FaultKind::PoisonStored}));
  EXPECT_EQ(shift.execution.faults[0].element, 1u);
  KernelRun conversion;
  runElementwise(conversion, {f32}, i8, {{127.9, 128}}, "  %r = arith.fptosi %a : $a to $r");
  EXPECT_EQ(conversion.faultKinds(), (Kinds{FaultKind::PoisonStored}));
  EXPECT_EQ(conversion.execution.faults[0].element, 1u);
}

TEST(InterpFault, ChecksAssumptions) {
  std::string body = R"(func.func @kernel(%n: i32) attributes {tk.kernel} {
  %c4 = arith.constant 4 : i32
  %holds = arith.cmpi slt, %n, %c4 : i32
  tk.assume %holds
  return
})";
  KernelRun kept;
  kept.integer(ElementType::I32, 3);
  kept.runCleanly(body);
  KernelRun broken;
  broken.integer(ElementType::I32, 4);
  broken.run(body);
  EXPECT_EQ(broken.faultKinds(), (Kinds{FaultKind::AssumptionViolated}));
}

TEST(InterpFault, ChecksPromisedDivisibility) {
  std::string body = R"(func.func @kernel(%p: !tk.ptr<i32> {tk.divisibility = 16 : i32},
                              %n: i32 {tk.divisibility = 16 : i32}) attributes {tk.kernel} {
  return
})";
  KernelRun kept;
  kept.buffer(ElementType::I32, Values(8, 0));
  kept.integer(ElementType::I32, 32);
  kept.runCleanly(body);
  KernelRun broken;
  broken.buffer(ElementType::I32, Values(8, 0));
  broken.integer(ElementType::I32, 40);
  broken.launch.arguments[0].byteOffset = 4;
  broken.run(body);
  ASSERT_EQ(broken.faultKinds(), (Kinds{FaultKind::BrokenDivisibility, FaultKind::BrokenDivisibility}));
  EXPECT_EQ(broken.execution.faults[1].element, 1u);
  EXPECT_EQ(broken.execution.faults[1].address, 40u);
}

TEST(InterpFault, ChecksPromisedArrays) {
  std::string body = R"(func.func @kernel(%p: !tk.ptr<i32> {tk.noalias}, %q: !tk.ptr<i32>) attributes {tk.kernel} {
  %x = tk.load %p : !tk.ptr<i32>
  tk.store %q, %x : !tk.ptr<i32>
  return
})";
  KernelRun kept;
  kept.buffer(ElementType::I32, Values(8, 0));
  kept.buffer(ElementType::I32, Values(8, 0));
  kept.runCleanly(body);
  KernelRun broken;
  broken.buffer(ElementType::I32, Values(8, 0));
  broken.launch.arguments.push_back(broken.launch.arguments[0]);
  broken.run(body);
  ASSERT_EQ(broken.execution.problems.size(), 1u);
  EXPECT_EQ(broken.execution.problems[0].message,
            "argument 0 promises an array of its own, and argument 1 has the same");
}

TEST(InterpFault, KeepsTheFirstOfEachPlaceAndCountsAll) {
  KernelRun run;
  run.options.keptFaults = 1;
  run.launch.grid = {10, 1, 1};
  withBuffers(run, 3).run(gather(rangeOffsets, plainLoad, "mask %firstTwo"));
  EXPECT_EQ(run.execution.faults.size(), 1u);
  EXPECT_GE(run.execution.faultCount, 10u);
}

//===--- Conflicts between programs ---===//

std::string everyProgram(const std::string &body) {
  return "func.func @kernel(%p: !tk.ptr<i32>, %flag: !tk.ptr<i32>) attributes {tk.kernel} {\n"
         "  %c0 = arith.constant 0 : i32\n  %c1 = arith.constant 1 : i32\n  %pid = tk.program_id 0 : i32\n" +
         body + "\n  return\n}";
}

Kinds conflicts(const std::string &body, int32_t programs = 2, bool checks = true) {
  KernelRun run;
  run.options.threadCount = 1;
  run.options.checksConflicts = checks;
  run.buffer(ElementType::I32, Values(8, 0));
  run.buffer(ElementType::I32, Values(1, 0));
  run.launch.grid = {programs, 1, 1};
  run.run(everyProgram(body));
  EXPECT_TRUE(run.execution.hasRun());
  return run.faultKinds();
}

TEST(InterpConflict, ReportsTwoWriters) {
  EXPECT_EQ(conflicts("  tk.store %p, %pid : !tk.ptr<i32>"), (Kinds{FaultKind::WriteConflict}));
  EXPECT_EQ(conflicts("  tk.store %p, %pid : !tk.ptr<i32>", 1), Kinds{});
  EXPECT_EQ(conflicts("  tk.store %p, %pid : !tk.ptr<i32>", 2, false), Kinds{});
  EXPECT_EQ(conflicts("  %q = tk.addptr %p, %pid : !tk.ptr<i32>, i32\n  tk.store %q, %pid : !tk.ptr<i32>"), Kinds{});
}

TEST(InterpConflict, ReportsAReaderAfterAWriterAndTheReverse) {
  // Program 0 writes element 0 and program 1 reads it; or the other way round.
  std::string isFirst = "  %isFirst = arith.cmpi eq, %pid, %c0 : i32\n";
  std::string write = "    tk.store %p, %c1 : !tk.ptr<i32>\n";
  std::string read = "    %x = tk.load %p : !tk.ptr<i32>\n    %q = tk.addptr %p, %c1 : !tk.ptr<i32>, i32\n"
                     "    tk.store %q, %x : !tk.ptr<i32>\n";
  EXPECT_EQ(conflicts(isFirst + "  scf.if %isFirst {\n" + write + "  } else {\n" + read + "  }"),
            (Kinds{FaultKind::ReadWriteConflict}));
  EXPECT_EQ(conflicts(isFirst + "  scf.if %isFirst {\n" + read + "  } else {\n" + write + "  }"),
            (Kinds{FaultKind::ReadWriteConflict}));
}

TEST(InterpConflict, NamesTheOtherProgram) {
  KernelRun run;
  run.options.threadCount = 1;
  run.buffer(ElementType::I32, Values(8, 0));
  run.buffer(ElementType::I32, Values(1, 0));
  run.launch.grid = {2, 1, 1};
  run.run(everyProgram("  tk.store %p, %pid : !tk.ptr<i32>"));
  ASSERT_EQ(run.execution.faults.size(), 1u);
  EXPECT_EQ(run.execution.faults[0].program[0] + run.execution.faults[0].otherProgram, 1);
}

/// Program 0 writes, then raises the flag with an atomic; program 1 waits for the flag, then reads.
std::string handOver(const std::string &semantic) {
  return R"(  %isFirst = arith.cmpi eq, %pid, %c0 : i32
  scf.if %isFirst {
    tk.store %p, %c1 : !tk.ptr<i32>
    %old = tk.atomic_rmw xchg, %flag, %c1 {sem = #tk.sem<)" +
         semantic + R"(>} : !tk.ptr<i32>
  } else {
    scf.while : () -> () {
      %seen = tk.atomic_rmw add, %flag, %c0 {sem = #tk.sem<)" +
         semantic + R"(>} : !tk.ptr<i32>
      %wait = arith.cmpi eq, %seen, %c0 : i32
      scf.condition(%wait)
    } do {
      scf.yield
    }
    %x = tk.load %p : !tk.ptr<i32>
    %q = tk.addptr %p, %c1 : !tk.ptr<i32>, i32
    tk.store %q, %x : !tk.ptr<i32>
  })";
}

TEST(InterpConflict, AcceptsWhatAtomicsOrder) {
  EXPECT_EQ(conflicts(handOver("acq_rel")), Kinds{});
  EXPECT_EQ(conflicts(handOver("relaxed")), (Kinds{FaultKind::ReadWriteConflict}));
}

TEST(InterpConflict, AcceptsVolatileLoadsOfAFlag) {
  std::string body = handOver("acq_rel");
  size_t at = body.find("%seen = ");
  size_t end = body.find('\n', at);
  body.replace(at, end - at, "%seen = tk.load %flag {isVolatile} : !tk.ptr<i32>");
  EXPECT_EQ(conflicts(body), Kinds{});
}

TEST(InterpConflict, AcceptsAtomicsOnOneAddress) {
  EXPECT_EQ(conflicts("  %old = tk.atomic_rmw add, %p, %c1 : !tk.ptr<i32>", 16), Kinds{});
  EXPECT_EQ(conflicts("  %old = tk.atomic_rmw add, %p, %c1 : !tk.ptr<i32>\n  %x = tk.load %p : !tk.ptr<i32>\n"
                      "  %q = tk.addptr %p, %x : !tk.ptr<i32>, i32\n  tk.store %q, %x : !tk.ptr<i32>"),
            (Kinds{FaultKind::ReadWriteConflict}));
}

TEST(InterpConflict, SharesReadsOfManyPrograms) {
  // All read, then meet at a counter; the last to come may write.
  std::string body = R"(  %x = tk.load %p : !tk.ptr<i32>
  %n = tk.num_programs 0 : i32
  %came = tk.atomic_rmw add, %flag, %c1 : !tk.ptr<i32>
  %all = arith.addi %came, %c1 : i32
  %isLast = arith.cmpi eq, %all, %n : i32
  scf.if %isLast {
    tk.store %p, %c1 : !tk.ptr<i32>
  })";
  EXPECT_EQ(conflicts(body, 40), Kinds{});
}

TEST(InterpConflict, LeavesOverlappingStoresOfOneBlockOpen) {
  auto undecided = [](const std::string &values) {
    KernelRun run;
    run.output(ElementType::I32, 4);
    run.runCleanly(R"(func.func @kernel(%p: !tk.ptr<i32>) attributes {tk.kernel} {
  %offsets = arith.constant dense<[3, 1, 2, 1]> : tensor<4xi32>
  %s = tk.splat %p : !tk.ptr<i32> to tensor<4x!tk.ptr<i32>>
  %q = tk.addptr %s, %offsets : tensor<4x!tk.ptr<i32>>, tensor<4xi32>
  %v = arith.constant dense<)" +
                   values + R"(> : tensor<4xi32>
  tk.store %q, %v : tensor<4x!tk.ptr<i32>>
  return
})");
    EXPECT_EQ(run.execution.isDecided(), run.execution.buffers[0].undecidedCount == 0);
    return run.execution.buffers[0].undecidedCount;
  };
  EXPECT_EQ(undecided("[5, 6, 7, 8]"), 1u);
  EXPECT_EQ(undecided("[5, 6, 7, 6]"), 0u);
}

TEST(InterpMemory, FollowsPointersKeptInMemory) {
  KernelRun run;
  data::Array &table = run.buffer(ElementType::I64, {0, 0});
  run.buffer(ElementType::I32, {11, 12, 13, 14});
  run.output(ElementType::I32, 1);
  table.setInteger(0, int64_t(bufferAddress(1) + 8));
  table.setInteger(1, int64_t(bufferAddress(2)));
  run.launch.arguments.pop_back();
  run.launch.arguments.pop_back();
  run.runCleanly(R"(func.func @kernel(%table: !tk.ptr<i64>) attributes {tk.kernel} {
  %c1 = arith.constant 1 : i32
  %second = tk.addptr %table, %c1 : !tk.ptr<i64>, i32
  %from = tk.load %table : !tk.ptr<i64>
  %to = tk.load %second : !tk.ptr<i64>
  %source = tk.int_to_ptr %from : i64 to !tk.ptr<i32>
  %target = tk.int_to_ptr %to : i64 to !tk.ptr<i32>
  %x = tk.load %source : !tk.ptr<i32>
  tk.store %target, %x : !tk.ptr<i32>
  return
})");
  EXPECT_EQ(run.values(2), (Values{13}));
}

TEST(InterpMemory, ReadsElementsThroughAnotherType) {
  KernelRun run;
  run.buffer(ElementType::F32, {1.0, -2.0});
  run.output(ElementType::I16, 4);
  run.runCleanly(R"(func.func @kernel(%p: !tk.ptr<f32>, %out: !tk.ptr<i16>) attributes {tk.kernel} {
  %range = tk.make_range 0, 4 : tensor<4xi32>
  %half = tk.ptr_cast %p : !tk.ptr<f32> to !tk.ptr<i16>
  %s = tk.splat %half : !tk.ptr<i16> to tensor<4x!tk.ptr<i16>>
  %q = tk.addptr %s, %range : tensor<4x!tk.ptr<i16>>, tensor<4xi32>
  %x = tk.load %q : tensor<4x!tk.ptr<i16>>
  %os = tk.splat %out : !tk.ptr<i16> to tensor<4x!tk.ptr<i16>>
  %oq = tk.addptr %os, %range : tensor<4x!tk.ptr<i16>>, tensor<4xi32>
  tk.store %oq, %x : tensor<4x!tk.ptr<i16>>
  return
})");
  EXPECT_EQ(run.values(1), (Values{0, 0x3f80, 0, double(int16_t(0xc000))}));
}

} // namespace
} // namespace tkc::interp
