// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Error bounds: sound against evaluation in double and against other evaluation orders; and decisions within them.
#include <cmath>
#include <random>

#include "ElementwiseKernel.h"

namespace tkc::interp {
namespace {

using data::ElementType;
using Values = std::vector<double>;
constexpr double infinity = std::numeric_limits<double>::infinity();

/// A random elementwise program over `%a`, `%b`, with its value in double.
class RandomProgram {
public:
  explicit RandomProgram(unsigned seed) : random(seed) {
    for (int step = 0; step < 12; ++step) {
      addStep();
    }
    text += "  %r = arith.addf %" + names.back() + ", %" + names[names.size() - 2] + " : $a";
  }

  /// The program's last two values, added, in double.
  double evaluate(double a, double b) const {
    std::vector<double> values = {a, b};
    for (const Step &step : steps) {
      values.push_back(step.function(values[step.left], values[step.right]));
    }
    return values.back() + values[values.size() - 2];
  }

  std::string text;

private:
  struct Step {
    size_t left, right;
    double (*function)(double, double);
  };
  struct Operation {
    const char *name;
    bool isUnary;
    double (*function)(double, double);
  };

  void addStep() {
    static const Operation operations[] = {
        {"arith.addf", false, [](double a, double b) { return a + b; }},
        {"arith.subf", false, [](double a, double b) { return a - b; }},
        {"arith.mulf", false, [](double a, double b) { return a * b; }},
        {"arith.divf", false, [](double a, double b) { return a / b; }},
        {"arith.maxnumf", false, [](double a, double b) { return std::fmax(a, b); }},
        {"arith.minnumf", false, [](double a, double b) { return std::fmin(a, b); }},
        {"math.sin", true, [](double a, double) { return std::sin(a); }},
        {"math.exp2", true, [](double a, double) { return std::exp2(a); }},
        {"math.tanh", true, [](double a, double) { return std::tanh(a); }},
        {"math.sqrt", true, [](double a, double) { return std::sqrt(a); }},
        {"math.absf", true, [](double a, double) { return std::fabs(a); }},
        {"math.erf", true, [](double a, double) { return std::erf(a); }},
    };
    const Operation &operation = operations[random() % std::size(operations)];
    size_t left = random() % names.size();
    size_t right = random() % names.size();
    std::string name = "v" + std::to_string(names.size());
    text += "  %" + name + " = " + operation.name + " %" + names[left] +
            (operation.isUnary ? "" : ", %" + names[right]) + " : $a\n";
    names.push_back(name);
    steps.push_back({left, right, operation.function});
  }

  std::mt19937 random;
  std::vector<std::string> names = {"a", "b"};
  std::vector<Step> steps;
};

TEST(InterpBound, CoversDoubleEvaluationOfRandomPrograms) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> uniform(-2, 2);
  size_t finite = 0;
  for (unsigned seed = 0; seed < 150; ++seed) {
    RandomProgram program(seed);
    KernelRun run;
    Values left, right;
    for (int index = 0; index < 32; ++index) {
      left.push_back(float(uniform(random)));
      right.push_back(float(uniform(random)));
    }
    runElementwise(run, {f32, f32}, f32, {left, right}, program.text);
    for (size_t index = 0; index < left.size(); ++index) {
      double expected = program.evaluate(left[index], right[index]);
      double actual = run.values(2)[index];
      double bound = run.bound(2, index);
      if (bound == HUGE_VAL || (std::isnan(actual) && std::isnan(expected)) || std::fabs(expected) > 1e38) {
        continue;
      }
      ++finite;
      ASSERT_LE(std::fabs(actual - expected), bound) << "seed " << seed << " lane " << index << "\n" << program.text;
    }
  }
  EXPECT_GT(finite, 3000u) << "bounds that say nothing prove nothing";
}

TEST(InterpBound, StaysSmallForWellConditionedPrograms) {
  KernelRun run;
  runElementwise(run, {f32, f32}, f32, {{1.3}, {0.7}},
                 "  %m = arith.mulf %a, %b : $a\n  %s = arith.addf %m, %a : $a\n  %r = arith.mulf %s, %b : $a");
  EXPECT_GT(run.bound(2, 0), 0);
  EXPECT_LT(run.bound(2, 0), 8 * 0x1p-24 * run.values(2)[0]);
}

TEST(InterpBound, CoversFusedMultiplyAdd) {
  float a = 1.1f, b = 1.7f, c = -1.8699999f;
  KernelRun run;
  runElementwise(run, {f32, f32, f32}, f32, {{a}, {b}, {c}},
                 "  %m = arith.mulf %a, %b : $a\n  %r = arith.addf %m, %c : $a");
  EXPECT_NE(double(std::fma(a, b, c)), run.values(3)[0]) << "choose values for which fusing matters";
  EXPECT_LE(std::fabs(double(std::fma(a, b, c)) - run.values(3)[0]), run.bound(3, 0));
}

TEST(InterpBound, IsZeroForExactResults) {
  KernelRun run;
  runElementwise(run, {f32, f32}, f32, {{3, 0.5, 1024}, {4, 8, 3}},
                 "  %m = arith.mulf %a, %b : $a\n  %r = arith.subf %m, %a : $a");
  EXPECT_TRUE(run.execution.buffers[2].bounds.empty());
}

/// Sums in random order with random pairing, as a device might.
float randomTreeSum(std::vector<float> terms, std::mt19937 &random) {
  while (terms.size() > 1) {
    size_t first = random() % terms.size();
    float left = terms[first];
    terms.erase(terms.begin() + long(first));
    terms[random() % terms.size()] += left;
  }
  return terms[0];
}

TEST(InterpBound, CoversSumsInAnyOrder) {
  std::mt19937 random(11);
  std::normal_distribution<float> normal(0, 1);
  for (int trial = 0; trial < 20; ++trial) {
    std::vector<float> terms;
    for (int index = 0; index < 64; ++index) {
      terms.push_back(normal(random) * std::exp2(float(int(random() % 20) - 10)));
    }
    KernelRun run;
    run.buffer(ElementType::F32, Values(terms.begin(), terms.end()));
    run.output(ElementType::F32, 1);
    run.runCleanly(R"(func.func @kernel(%p: !tk.ptr<f32>, %out: !tk.ptr<f32>) attributes {tk.kernel} {
  %range = tk.make_range 0, 64 : tensor<64xi32>
  %s = tk.splat %p : !tk.ptr<f32> to tensor<64x!tk.ptr<f32>>
  %q = tk.addptr %s, %range : tensor<64x!tk.ptr<f32>>, tensor<64xi32>
  %a = tk.load %q : tensor<64x!tk.ptr<f32>>
  %r = tk.reduce(%a) axis = 0 {
  ^bb0(%x: f32, %y: f32):
    %z = arith.addf %x, %y : f32
    tk.yield %z : f32
  } : (tensor<64xf32>) -> f32
  tk.store %out, %r : !tk.ptr<f32>
  return
})");
    for (int order = 0; order < 20; ++order) {
      EXPECT_LE(std::fabs(double(randomTreeSum(terms, random)) - run.values(1)[0]), run.bound(1, 0));
    }
  }
}

TEST(InterpBound, CoversDotsOfUncertainOperands) {
  // Both operands come out of a division; c is exact.
  std::mt19937 random(5);
  std::normal_distribution<float> normal(0, 1);
  KernelRun run;
  Values a, b;
  for (int index = 0; index < 64; ++index) {
    a.push_back(normal(random));
    b.push_back(normal(random));
  }
  run.buffer(ElementType::F32, a);
  run.buffer(ElementType::F32, b);
  run.output(ElementType::F32, 64);
  run.runCleanly(elementwiseKernel({f32, f32}, f32, 64, R"(  %c3 = arith.constant dense<3.0> : $a
  %x = arith.divf %a, %c3 : $a
  %y = arith.divf %b, %c3 : $a
  %x2 = tk.reshape %x : $a to tensor<8x8xf32>
  %y2 = tk.reshape %y : $a to tensor<8x8xf32>
  %z = arith.constant dense<0.0> : tensor<8x8xf32>
  %d = tk.dot %x2, %y2, %z : tensor<8x8xf32>, tensor<8x8xf32> to tensor<8x8xf32>
  %r = tk.reshape %d : tensor<8x8xf32> to $a)"));
  for (size_t row = 0; row < 8; ++row) {
    for (size_t column = 0; column < 8; ++column) {
      double exact = 0;
      float shifted = 0;
      for (size_t k = 0; k < 8; ++k) {
        exact += a[row * 8 + k] / 3 * (b[k * 8 + column] / 3);
        // A device whose divisions err by an ulp and that sums in single precision.
        shifted += std::nextafter(float(a[row * 8 + k]) / 3.0f, 10.0f) * (float(b[k * 8 + column]) / 3.0f);
      }
      double value = run.values(2)[row * 8 + column];
      double bound = run.bound(2, row * 8 + column);
      EXPECT_LE(std::fabs(value - exact), bound);
      EXPECT_LE(std::fabs(value - double(shifted)), bound);
      EXPECT_LE(bound, 1e-5);
    }
  }
}

TEST(InterpBound, SurvivesMemory) {
  KernelRun run;
  run.buffer(ElementType::F32, {1, 3});
  run.output(ElementType::F32, 1);
  run.output(ElementType::I32, 1);
  run.runCleanly(R"(func.func @kernel(%p: !tk.ptr<f32>, %t: !tk.ptr<f32>, %out: !tk.ptr<i32>) attributes {tk.kernel} {
  %c1 = arith.constant 1 : i32
  %p1 = tk.addptr %p, %c1 : !tk.ptr<f32>, i32
  %a = tk.load %p : !tk.ptr<f32>
  %b = tk.load %p1 : !tk.ptr<f32>
  %q = arith.divf %a, %b : f32
  tk.store %t, %q : !tk.ptr<f32>
  %back = tk.load %t : !tk.ptr<f32>
  %three = arith.mulf %back, %b : f32
  %whole = arith.fptosi %three : f32 to i32
  tk.store %out, %whole : !tk.ptr<i32>
  return
})");
  EXPECT_GT(run.bound(1, 0), 0);
  // 1/3 * 3 lies within its bound of 1: the cast is open.
  EXPECT_EQ(run.execution.buffers[2].undecidedCount, 1u);
  EXPECT_EQ(run.bound(2, 0), HUGE_VAL);
}

TEST(InterpBound, TakesBoundsOfInputs) {
  KernelRun run;
  run.buffer(ElementType::F32, {1, 2});
  run.launch.buffers[0].bounds = {0.25, 0};
  run.output(ElementType::F32, 2);
  run.runCleanly(elementwiseKernel({f32}, f32, 2, "  %r = arith.addf %a, %a : $a"));
  EXPECT_NEAR(run.bound(1, 0), 0.5, 1e-6);
  EXPECT_EQ(run.bound(1, 1), 0);
}

//===--- Decisions ---===//

/// `%q` is a/b with a bound around the exact quotient; `%c` the number to compare it with.
uint64_t undecided(const std::string &body, const Element &result, double a, double b, double c) {
  KernelRun run;
  runElementwise(run, {f32, f32, f32}, result, {{a}, {b}, {c}}, "  %q = arith.divf %a, %b : $a\n" + body);
  return run.execution.buffers[3].undecidedCount;
}

TEST(InterpDecision, LeavesCloseComparisonsOpen) {
  std::string compare = "  %r = arith.cmpf olt, %q, %c : $a";
  EXPECT_EQ(undecided(compare, boolean, 6, 3, 2), 1u);
  EXPECT_EQ(undecided(compare, boolean, 6, 3, 2.001), 0u);
  EXPECT_EQ(undecided("  %r = arith.cmpf ord, %q, %c : $a", boolean, 6, 3, 2), 0u);
  EXPECT_EQ(undecided("  %r = arith.cmpf olt, %a, %c : $a", boolean, 6, 3, 6), 0u);
}

TEST(InterpDecision, LeavesCloseRoundingOpen) {
  EXPECT_EQ(undecided("  %r = math.floor %q : $a", f32, 6, 3, 0), 1u);
  EXPECT_EQ(undecided("  %r = math.floor %q : $a", f32, 7, 3, 0), 0u);
  EXPECT_EQ(undecided("  %r = arith.fptosi %q : $a to $r", i32, 6, 3, 0), 1u);
  EXPECT_EQ(undecided("  %r = arith.fptosi %q : $a to $r", i32, 7, 3, 0), 0u);
  EXPECT_EQ(undecided("  %r = arith.bitcast %q : $a to $r", i32, 7, 3, 0), 1u);
}

TEST(InterpDecision, OpensSelectionsOnlyWhereTheSidesDiffer) {
  std::string condition = "  %m = arith.cmpf olt, %q, %c : $a\n";
  std::string farApart = condition + "  %r = arith.select %m, %a, %b : tensor<1xi1>, $a";
  EXPECT_EQ(undecided(farApart, f32, 6, 3, 2), 1u);
  EXPECT_EQ(undecided(farApart, f32, 6, 3, 5), 0u);
  // min(q, c) written as a selection is continuous: no decision, a wider bound.
  EXPECT_EQ(undecided(condition + "  %r = arith.select %m, %q, %c : tensor<1xi1>, $a", f32, 6, 3, 2), 0u);
  EXPECT_EQ(undecided(condition + "  %r = arith.select %m, %a, %a : tensor<1xi1>, $a", f32, 6, 3, 2), 0u);
}

TEST(InterpDecision, LetsOneSureFalseDecideAConjunction) {
  std::string body = "  %m = arith.cmpf olt, %q, %c : $a\n  %n = arith.cmpf olt, %a, %b : $a\n"
                     "  %r = arith.andi %m, %n : tensor<1xi1>";
  EXPECT_EQ(undecided(body, boolean, 6, 3, 2), 0u);
}

TEST(InterpDecision, LeavesTheArgmaxOfATieOpen) {
  KernelRun run;
  run.buffer(ElementType::F32, {6, 2, 4});
  run.output(ElementType::I32, 1);
  run.runCleanly(R"(func.func @kernel(%p: !tk.ptr<f32>, %out: !tk.ptr<i32>) attributes {tk.kernel} {
  %range = tk.make_range 0, 3 : tensor<3xi32>
  %s = tk.splat %p : !tk.ptr<f32> to tensor<3x!tk.ptr<f32>>
  %q = tk.addptr %s, %range : tensor<3x!tk.ptr<f32>>, tensor<3xi32>
  %a = tk.load %q : tensor<3x!tk.ptr<f32>>
  %d = arith.constant dense<[3.0, 1.0, 4.0]> : tensor<3xf32>
  %x = arith.divf %a, %d : tensor<3xf32>
  %m, %i = tk.reduce(%x, %range) axis = 0 {
  ^bb0(%v: f32, %k: i32, %w: f32, %l: i32):
    %left = arith.cmpf oge, %v, %w : f32
    %value = arith.select %left, %v, %w : f32
    %index = arith.select %left, %k, %l : i32
    tk.yield %value, %index : f32, i32
  } : (tensor<3xf32>, tensor<3xi32>) -> (f32, i32)
  tk.store %out, %i : !tk.ptr<i32>
  return
})");
  EXPECT_EQ(run.execution.buffers[1].undecidedCount, 1u);
}

TEST(InterpDecision, MarksAllWritesAfterAnOpenBranch) {
  KernelRun run;
  run.buffer(ElementType::F32, {6, 3});
  run.output(ElementType::I32, 1);
  run.runCleanly(R"(func.func @kernel(%p: !tk.ptr<f32>, %out: !tk.ptr<i32>) attributes {tk.kernel} {
  %c1 = arith.constant 1 : i32
  %p1 = tk.addptr %p, %c1 : !tk.ptr<f32>, i32
  %a = tk.load %p : !tk.ptr<f32>
  %b = tk.load %p1 : !tk.ptr<f32>
  %q = arith.divf %a, %b : f32
  %two = arith.constant 2.0 : f32
  %less = arith.cmpf olt, %q, %two : f32
  scf.if %less {
    %c5 = arith.constant 5 : i32
    tk.store %out, %c5 : !tk.ptr<i32>
  } else {
    tk.store %out, %c1 : !tk.ptr<i32>
  }
  return
})");
  EXPECT_EQ(run.execution.buffers[1].undecidedCount, 1u);
  ASSERT_EQ(run.execution.undecidedDecisions.size(), 1u);
  EXPECT_EQ(run.execution.undecidedDecisions[0].count, 1u);
}

TEST(InterpDecision, MarksWhatAnOpenMaskMayWrite) {
  KernelRun run;
  runElementwise(run, {f32, f32}, f32, {{6, 8}, {3, 2}}, R"(  %q = arith.divf %a, %b : $a
  %two = arith.constant dense<2.0> : $a
  %m = arith.cmpf ogt, %q, %two : $a
  %zeros = arith.constant dense<0.0> : $a
  %s2 = tk.splat %pr : !tk.ptr<f32> to tensor<2x!tk.ptr<f32>>
  %q2 = tk.addptr %s2, %range : tensor<2x!tk.ptr<f32>>, tensor<2xi32>
  tk.store %q2, %zeros : tensor<2x!tk.ptr<f32>>
  tk.store %q2, %a mask %m : tensor<2x!tk.ptr<f32>>
  %r = tk.load %q2 : tensor<2x!tk.ptr<f32>>)");
  EXPECT_EQ(run.bound(2, 0), HUGE_VAL);
  EXPECT_EQ(run.bound(2, 1), 0);
}

TEST(InterpDecision, BoundsAtomicSumsForAnyOrder) {
  KernelRun run;
  Values terms;
  for (int index = 0; index < 64; ++index) {
    terms.push_back(float(1.0 / (3 + index)));
  }
  run.buffer(ElementType::F32, terms);
  run.buffer(ElementType::F32, {0});
  run.launch.grid = {64, 1, 1};
  run.runCleanly(R"(func.func @kernel(%p: !tk.ptr<f32>, %sum: !tk.ptr<f32>) attributes {tk.kernel} {
  %pid = tk.program_id 0 : i32
  %q = tk.addptr %p, %pid : !tk.ptr<f32>, i32
  %x = tk.load %q : !tk.ptr<f32>
  %old = tk.atomic_rmw fadd, %sum, %x : !tk.ptr<f32>
  return
})");
  std::mt19937 random(3);
  for (int order = 0; order < 50; ++order) {
    std::shuffle(terms.begin(), terms.end(), random);
    float sum = 0;
    for (double term : terms) {
      sum += float(term);
    }
    EXPECT_LE(std::fabs(double(sum) - run.values(1)[0]), run.bound(1, 0));
  }
  EXPECT_LT(run.bound(1, 0), 1e-4);
}

/// The bound of `body` for one value of each input, in f16.
static double boundInF16(double a, double b, double c, const std::string &body) {
  KernelRun run;
  runElementwise(run, {f16, f16, f16}, f16, {{a}, {b}, {c}}, body);
  return run.bound(3, 0);
}

TEST(InterpBound, LeavesOpenAProductThatOverflowsAloneButNotInAFusedSum) {
  const char *sum = "  %p = arith.mulf %a, %b : $a\n  %r = arith.addf %p, %c : $a";
  EXPECT_TRUE(std::isinf(boundInF16(256, 256, -256, sum)));
  EXPECT_EQ(boundInF16(1024, 1024, -256, sum), 0);
  EXPECT_EQ(boundInF16(infinity, 2, -256, sum), 0);
  EXPECT_EQ(boundInF16(256, 256, -256, "  %r = arith.mulf %a, %b : $a"), 0);
}

TEST(InterpBound, KeepsOpenWhatIsComputedOfAnOpenOverflow) {
  const std::string product = "  %p = arith.mulf %a, %b : $a\n";
  for (const char *operation : {"subf %c, %p", "mulf %p, %c", "divf %c, %p"}) {
    EXPECT_TRUE(std::isinf(boundInF16(256, 256, 0, product + "  %r = arith." + operation + " : $a"))) << operation;
  }
}

} // namespace
} // namespace tkc::interp
