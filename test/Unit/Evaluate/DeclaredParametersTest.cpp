// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What is known of a kernel's parameters before there are arguments.
#include "tkc/Evaluate/DeclaredParameters.h"

#include "ModuleFixture.h"

using namespace tkc;
using namespace tkc::evaluate;

static std::string describe(const DeclaredParameter &parameter) {
  std::string text = parameter.name;
  text += parameter.type ? ":" + parameter.type->signatureName() : "";
  text += parameter.isConstexpr ? " constexpr" : "";
  text += parameter.isGiven ? " given" : "";
  text += parameter.hasValue ? " has value" : "";
  text += parameter.specializesValue ? "" : " fixed";
  text += parameter.specializesAlignment ? "" : " unaligned";
  return text;
}

/// The parameters of the kernel `k`, one a line, and the names of what was reported.
static std::string declareK(std::string_view source, const SpecializationRequest &request = {}) {
  TestModule module(source, {});
  DiagnosticEngine diagnostics;
  std::string text;
  for (const DeclaredParameter &parameter :
       declareParameters(module.evaluator, module.get("k"), request, diagnostics)) {
    text += describe(parameter) + "\n";
  }
  for (const Diagnostic &diagnostic : diagnostics.diagnostics()) {
    text += "[" + std::string(diagnostic.name()) + "]";
  }
  return text;
}

TEST(DeclaredParameters, TakesTypesFromAnnotations) {
  EXPECT_EQ(declareK("@triton.jit\n"
                     "def k(x: '*fp16:16', n: i32, plain, scale: fp32 = 2.0, B: tl.constexpr = 64):\n"
                     "    pass\n"),
            "x:*fp16\nn:i32\nplain\nscale:fp32\nB constexpr has value\n");
}

TEST(DeclaredParameters, TakesTypesAndValuesFromTheRequest) {
  SpecializationRequest request;
  request.signature = "*fp32:16, i32, 7";
  request.constants = {{"B", "32"}};
  EXPECT_EQ(declareK("@triton.jit\ndef k(x, n, m, B: tl.constexpr):\n    pass\n", request),
            "x:*fp32\nn:i32\nm given\nB constexpr given\n");
}

TEST(DeclaredParameters, ListsTheItemsOfTuples) {
  SpecializationRequest request;
  request.signature = "x=*fp32, t=(i32, 7, (*fp16:16, tensordesc<fp16[64, 64]>))";
  EXPECT_EQ(declareK("@triton.jit\ndef k(x, t):\n    pass\n", request),
            "x:*fp32\nt[0]:i32\nt[1] given\nt[2][0]:*fp16\nt[2][1]:tensordesc<fp16[64, 64]>\n");
}

TEST(DeclaredParameters, KnowsWhatTheCompilerChooses) {
  EXPECT_EQ(declareK("@triton.autotune(configs=[triton.Config({'T': 4})], key=[])\n"
                     "@triton.heuristics({'E': lambda args: args['n'] % 2})\n"
                     "@triton.jit\n"
                     "def k(x, n, T, E, num_warps, eps=1e-5):\n"
                     "    pass\n"),
            "x\nn\nT has value\nE has value\nnum_warps has value\neps has value\n");
}

TEST(DeclaredParameters, KeepsArgumentsFromSpecialisingWhatTheSourceExcludes) {
  EXPECT_EQ(declareK("@triton.jit(do_not_specialize=['n'], do_not_specialize_on_alignment=['m'])\n"
                     "def k(x, n, m):\n"
                     "    pass\n"),
            "x\nn fixed unaligned\nm unaligned\n");
}

TEST(DeclaredParameters, ReportsWhatIsWrongWithTheRequest) {
  SpecializationRequest request;
  request.constants = {{"missing", "32"}};
  EXPECT_EQ(declareK("@triton.jit\ndef k(x):\n    pass\n", request), "x\n[ParameterUnknown]");
}
