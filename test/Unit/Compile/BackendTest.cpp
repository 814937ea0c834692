// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the backend says of the ptxas that was found, or not.
#include "tkc/Compile/Backend.h"

#include "tkc/Diagnostics/DiagnosticRenderer.h"

#include <gtest/gtest.h>

using namespace tkc;

namespace {
struct Outcome {
  int code;
  std::string text;
};
} // namespace

/// Runs the backend without kernels, so that the first thing it needs is ptxas.
static Outcome runWith(std::optional<cubin::Ptxas> found, const std::string &target) {
  knobs::CompileFlags flags;
  std::promise<std::optional<cubin::Ptxas>> answer;
  answer.set_value(std::move(found));
  BackendRequest request{flags, target, answer.get_future().share()};
  DiagnosticEngine engine;
  BackendOutput output;
  int code = runBackend(request, {}, engine, output);
  return {code, renderText(engine)};
}

TEST(Backend, SaysThatPtxasIsMissing) {
  Outcome outcome = runWith(std::nullopt, "sm_90a");
  EXPECT_EQ(outcome.code, knobs::exitMissingTool);
  EXPECT_NE(outcome.text.find("error: no `ptxas` was found [PtxasMissing]\n"), std::string::npos) << outcome.text;
  EXPECT_NE(outcome.text.find("hint: install CUDA's ptxas"), std::string::npos) << outcome.text;
}

TEST(Backend, SaysThatPtxasIsTooOldForTheTarget) {
  Outcome outcome = runWith(cubin::Ptxas{"ptxas", 118, 78}, "sm_90a");
  EXPECT_EQ(outcome.code, knobs::exitMissingTool);
  EXPECT_NE(outcome.text.find("error: ptxas 11.8 reads PTX up to 7.8, but sm_90a needs PTX 8.0 [PtxasTooOld]\n"),
            std::string::npos)
      << outcome.text;
}
