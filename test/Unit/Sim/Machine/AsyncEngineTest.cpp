// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operations in flight: order within queues, the moments at which they happen, and how a family uses the engine.
#include "tkc/Sim/Instructions/Families.h"
#include "tkc/Sim/Machine/Cluster.h"
#include "tkc/Sim/Ptx/Reader.h"

#include <memory>

#include "Simulation.h"

namespace tkc::sim::test {
namespace {

struct Recorder {
  AsyncEngine engine;
  std::vector<int> happened;

  AsyncTicket issue(int number, AsyncQueue queue, AsyncTiming timing = AsyncTiming::Late) {
    AsyncOperation operation;
    operation.perform = [this, number] { happened.push_back(number); };
    operation.queue = queue;
    return engine.issue(std::move(operation), timing);
  }
};

TEST(AsyncEngine, EarlyOperationsHappenAtOnce) {
  Recorder recorder;
  recorder.issue(1, 0, AsyncTiming::Early);
  EXPECT_EQ(recorder.happened, std::vector<int>{1});
  EXPECT_EQ(recorder.engine.numPending(), 0u);
}

TEST(AsyncEngine, QueuesKeepTheirOrder) {
  Recorder recorder;
  AsyncQueue queue = recorder.engine.newQueue();
  recorder.issue(1, queue);
  recorder.issue(2, 0);
  AsyncTicket third = recorder.issue(3, queue);
  EXPECT_EQ(recorder.engine.numEligible(), 2u);
  recorder.engine.finish(third);
  EXPECT_EQ(recorder.happened, (std::vector<int>{1, 3}));
  EXPECT_TRUE(recorder.engine.isDone(third));
  recorder.engine.performEligible(0);
  EXPECT_EQ(recorder.happened, (std::vector<int>{1, 3, 2}));
}

TEST(AsyncEngine, AnEarlyOperationBringsItsQueueAlong) {
  Recorder recorder;
  AsyncQueue queue = recorder.engine.newQueue(), other = recorder.engine.newQueue();
  recorder.issue(1, queue);
  recorder.issue(2, other);
  recorder.issue(3, queue, AsyncTiming::Early);
  EXPECT_EQ(recorder.happened, (std::vector<int>{1, 3}));
  recorder.engine.finishQueue(other);
  EXPECT_EQ(recorder.happened, (std::vector<int>{1, 3, 2}));
}

TEST(AsyncEngine, OperationsMayIssueOthers) {
  Recorder recorder;
  AsyncOperation operation;
  operation.perform = [&] { recorder.issue(7, 0); };
  AsyncTicket ticket = recorder.engine.issue(std::move(operation), AsyncTiming::Late);
  recorder.engine.finish(ticket);
  EXPECT_EQ(recorder.engine.numPending(), 1u);
}

//===----------------------------------------------------------------------===//
// A family of its own: `later` sets a word of the CTA's state some time, `await` waits for it.
//===----------------------------------------------------------------------===//

struct Later : MachineState {
  static constexpr char stateKey = 0;
  bool isSet = false;
  bool sawEnd = false;
  void describeWaits(std::vector<std::string> &notes) const override {
    notes.push_back(isSet ? "later has happened" : "later has not happened");
  }
};

Step executeLater(Warp &warp, const Instruction &instruction, LaneMask lanes) {
  Later *state = &warp.cta().states().get<Later>();
  AsyncOperation operation;
  operation.perform = [state] { state->isSet = true; };
  operation.description = [] { return std::string("a test operation"); };
  operation.instruction = warp.program().indexOf(instruction);
  operation.place = warp.memory().place(firstLane(lanes));
  warp.cta().cluster().issue(std::move(operation));
  return Step::Next;
}

Step executeAwait(Warp &warp, const Instruction &, LaneMask) {
  Later *state = &warp.cta().states().get<Later>();
  if (state->isSet) {
    return Step::Next;
  }
  warp.waitFor([state] { return state->isSet; }, [] { return std::string("the test operation"); });
  return Step::Wait;
}

void decodeLater(DecodeContext &context, Instruction &out) { out.handler = executeLater; }
void decodeAwait(DecodeContext &context, Instruction &out) { out.handler = executeAwait; }

/// Runs a body with the two instructions; gives the faults.
std::vector<Fault> runWithFamily(const std::string &body, const std::string &scheduleText) {
  ptx::ReadOutcome outcome = ptx::readModule(kernelText(body));
  EXPECT_TRUE(outcome.errors.empty());
  FamilyTable families = standardFamilies();
  families.add({{"later", decodeLater}, {"await", decodeAwait}});
  Target target = *parseTarget("sm_90a");
  DecodeTarget decodeTarget;
  decodeTarget.text = decodeTarget.machine = target;
  DecodedProgram decoded =
      decodeProgram(*outcome.module, *outcome.module->findFunction("test"), {}, families, decodeTarget);
  EXPECT_TRUE(decoded.program) << (decoded.errors.empty() ? "" : decoded.errors[0].message);
  GlobalMemory memory;
  LaunchShape shape;
  shape.block = {32, 1, 1};
  LaunchOptions options;
  options.schedule = *parseSchedule(scheduleText);
  LaunchContext context(*decoded.program, target, memory, shape, options);
  context.parameters.resize(8);
  runGrid(context, nullptr);
  return context.faults.takeFaults();
}

TEST(Family, WaitsForItsOperation) {
  for (const char *text : {"roundrobin", "random:1", "random:2", "adversarial:1", "adversarial:2", "adversarial:3"}) {
    EXPECT_TRUE(runWithFamily("later;\nawait;", text).empty()) << text;
  }
}

TEST(Family, WaitForNothingIsADeadlock) {
  std::vector<Fault> faults = runWithFamily("await;", "roundrobin");
  ASSERT_EQ(faults.size(), 1u);
  EXPECT_EQ(faults[0].kind, FaultKind::Deadlock);
  EXPECT_NE(faults[0].detail.find("waits for the test operation"), std::string::npos) << faults[0].detail;
  EXPECT_NE(faults[0].detail.find("later has not happened"), std::string::npos) << faults[0].detail;
}

TEST(Family, OperationInFlightAtTheEndIsReported) {
  bool isReported = false;
  for (int seed = 0; seed < 8; ++seed) {
    std::vector<Fault> faults = runWithFamily("later;", "adversarial:" + std::to_string(seed));
    isReported |=
        faults.size() == 1 && faults[0].kind == FaultKind::CopyInFlightAtExit && faults[0].detail == "a test operation";
  }
  EXPECT_TRUE(isReported);
}

} // namespace
} // namespace tkc::sim::test
