// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Dots: values, batches, wrapping, and bounds by precision.
#include <cmath>

#include "RunKernel.h"

namespace tkc::interp {
namespace {

using data::ElementType;
using Values = std::vector<double>;

struct DotText {
  std::string a, b, c;
  std::string left, right, result;
  std::string attributes = "";
};

std::string pointerBlock(const std::string &name, const std::string &shape, size_t count, const std::string &element) {
  std::string n = std::to_string(count);
  return "  %" + name + "r = tk.make_range 0, " + n + " : tensor<" + n + "xi32>\n  %" + name + "s = tk.splat %" + name +
         " : !tk.ptr<" + element + "> to tensor<" + n + "x!tk.ptr<" + element + ">>\n  %" + name + "q = tk.addptr %" +
         name + "s, %" + name + "r : tensor<" + n + "x!tk.ptr<" + element + ">>, tensor<" + n + "xi32>\n  %" + name +
         "p = tk.reshape %" + name + "q : tensor<" + n + "x!tk.ptr<" + element + ">> to tensor<" + shape + "x!tk.ptr<" +
         element + ">>\n";
}

/// A kernel that adds a[shape]·b[shape] to c.
std::string dotKernel(const DotText &text, size_t countA, size_t countB, size_t countC) {
  std::string kernel = "func.func @kernel(%a: !tk.ptr<" + text.left + ">, %b: !tk.ptr<" + text.right +
                       ">, %c: !tk.ptr<" + text.result + ">) attributes {tk.kernel} {\n";
  kernel += pointerBlock("a", text.a, countA, text.left) + pointerBlock("b", text.b, countB, text.right) +
            pointerBlock("c", text.c, countC, text.result);
  kernel += "  %x = tk.load %ap : tensor<" + text.a + "x!tk.ptr<" + text.left + ">>\n";
  kernel += "  %y = tk.load %bp : tensor<" + text.b + "x!tk.ptr<" + text.right + ">>\n";
  kernel += "  %z = tk.load %cp : tensor<" + text.c + "x!tk.ptr<" + text.result + ">>\n";
  kernel += "  %d = tk.dot %x, %y, %z " + text.attributes + " : tensor<" + text.a + "x" + text.left + ">, tensor<" +
            text.b + "x" + text.right + "> to tensor<" + text.c + "x" + text.result + ">\n";
  return kernel + "  tk.store %cp, %d : tensor<" + text.c + "x!tk.ptr<" + text.result + ">>\n  return\n}";
}

TEST(InterpDot, MultipliesAndAdds) {
  KernelRun run;
  run.buffer(ElementType::F16, {1, 2, 3, 4, 5, 6});
  run.buffer(ElementType::F16, {7, 8, 9, 10, 11, 12});
  run.buffer(ElementType::F32, {0.5, 0, 0, -1});
  run.runCleanly(dotKernel({"2x3", "3x2", "2x2", "f16", "f16", "f32"}, 6, 6, 4));
  EXPECT_EQ(run.values(2), (Values{58.5, 64, 139, 153}));
  EXPECT_TRUE(run.execution.buffers[2].bounds.empty());
}

TEST(InterpDot, MultipliesEachMatrixOfABatch) {
  KernelRun run;
  run.buffer(ElementType::F32, {1, 2, 3, 4, /**/ 0, 1, 1, 0});
  run.buffer(ElementType::F32, {1, 0, 0, 1, /**/ 5, 6, 7, 8});
  run.buffer(ElementType::F32, {0, 0, 0, 0, 0, 0, 0, 0});
  run.runCleanly(dotKernel({"2x2x2", "2x2x2", "2x2x2", "f32", "f32", "f32"}, 8, 8, 8));
  EXPECT_EQ(run.values(2), (Values{1, 2, 3, 4, 7, 8, 5, 6}));
}

TEST(InterpDot, WrapsIntegers) {
  KernelRun run;
  run.buffer(ElementType::I8, {-128, 127});
  run.buffer(ElementType::I8, {-128, 127});
  run.buffer(ElementType::I32, {2147483647});
  run.runCleanly(dotKernel({"1x2", "2x1", "1x1", "i8", "i8", "i32"}, 2, 2, 1));
  EXPECT_EQ(run.values(2), (Values{2147483647.0 + 16384 + 16129 - 4294967296.0}));
}

/// The bound of a 1×K by K×1 dot of 1/3s.
double boundOfThirds(size_t count, ElementType type, const std::string &element, const std::string &attributes) {
  KernelRun run;
  run.buffer(type, Values(count, 1.0 / 3));
  run.buffer(type, Values(count, 1.0 / 3));
  run.buffer(ElementType::F32, {0});
  std::string k = std::to_string(count);
  run.runCleanly(dotKernel({"1x" + k, k + "x1", "1x1", element, element, "f32", attributes}, count, count, 1));
  double third = run.arrays[0].getDouble(0);
  EXPECT_NEAR(run.values(2)[0], double(count) * third * third, run.bound(2, 0));
  return run.bound(2, 0);
}

TEST(InterpDot, BoundsTheErrorByPrecision) {
  double sum = 64.0 / 9;
  double ieee = boundOfThirds(64, ElementType::F32, "f32", "");
  double tf32 = boundOfThirds(64, ElementType::F32, "f32", "{precision = #tk.precision<tf32>}");
  double tf32x3 = boundOfThirds(64, ElementType::F32, "f32", "{precision = #tk.precision<tf32x3>}");
  double bf16x3 = boundOfThirds(64, ElementType::F32, "f32", "{precision = #tk.precision<bf16x3>}");
  double bf16x6 = boundOfThirds(64, ElementType::F32, "f32", "{precision = #tk.precision<bf16x6>}");
  EXPECT_LE(ieee, 70 * 0x1p-24 * sum);
  EXPECT_GE(ieee, 64 * 0x1p-24 * sum);
  // Truncation to 10 bits may lose nearly 2^-10 of each operand.
  EXPECT_GE(tf32, 2 * 0x1p-12 * sum);
  EXPECT_LE(tf32, 2.1 * 0x1p-10 * sum);
  EXPECT_LT(tf32x3, tf32 / 16);
  EXPECT_LT(bf16x6, bf16x3);
  EXPECT_LT(bf16x3, tf32);
}

TEST(InterpDot, WidensTheBoundForImpreciseFp8Sums) {
  double precise = boundOfThirds(128, ElementType::F8E4M3FN, "f8E4M3FN", "");
  double imprecise = boundOfThirds(128, ElementType::F8E4M3FN, "f8E4M3FN", "{maxNumImpreciseAcc = 1073741824 : i32}");
  EXPECT_EQ(precise, 0) << "products of small formats are exact";
  EXPECT_GE(imprecise, 0x1p-13 * 128 / 9);
}

TEST(InterpDot, KeepsInfinitiesAndNan) {
  KernelRun run;
  run.buffer(ElementType::F32, {HUGE_VAL, 1});
  run.buffer(ElementType::F32, {1, 0, 1, 1});
  run.buffer(ElementType::F32, {0, 0});
  run.runCleanly(dotKernel({"1x2", "2x2", "1x2", "f32", "f32", "f32"}, 2, 4, 2));
  EXPECT_EQ(run.values(2)[0], HUGE_VAL);
  EXPECT_TRUE(std::isnan(run.values(2)[1]));
  EXPECT_EQ(run.bound(2, 0), 0);
}

} // namespace
} // namespace tkc::interp
