// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Unrolled loops do the iterations that the loop did, also when it does none or its bounds are the wrong way round.
#include "tkc/Dialect/Tk/Transforms/Passes.h"
#include "tkc/Interp/Interpreter.h"

#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"

#include <gtest/gtest.h>

using namespace mlir;
using namespace tkc;
using namespace tkc::tk;

static const char kernelText[] = R"(
func.func @kernel(%out: !tk.ptr<i32>, %low: i32, %high: i32, %step: i32) attributes {tk.kernel} {
  %zero = arith.constant 0 : i32
  %three = arith.constant 3 : i32
  %sum = scf.for %i = %low to %high step %step iter_args(%x = %zero) -> i32 : i32 {
    %y = arith.muli %x, %three : i32
    %z = arith.addi %y, %i : i32
    scf.yield %z : i32
  } {tk.loop_unroll_factor = FACTOR : i32}
  tk.store %out, %sum : !tk.ptr<i32>
  return
})";

static int32_t getExpected(int32_t low, int32_t high, int32_t step) {
  uint32_t sum = 0;
  for (int32_t i = low; i < high; i += step) {
    sum = sum * 3 + uint32_t(i);
  }
  return int32_t(sum);
}

static void checkBounds(func::FuncOp kernel, int32_t low, int32_t high, int32_t step) {
  data::Array out = data::Array::zeros(data::ElementType::I32, {1});
  interp::Launch launch;
  launch.buffers.push_back({&out, false, {}});
  launch.arguments.push_back(interp::Argument::pointer(0));
  for (int32_t argument : {low, high, step}) {
    launch.arguments.push_back(interp::Argument::integer(data::ElementType::I32, argument));
  }
  ASSERT_TRUE(interp::interpret(kernel, launch).isClean());
  EXPECT_EQ(out.getInteger(0), getExpected(low, high, step)) << low << " to " << high << " step " << step;
}

TEST(UnrollTest, AllBoundsGiveTheSameIterations) {
  MLIRContext context;
  context.loadDialect<TkDialect, arith::ArithDialect, func::FuncDialect, scf::SCFDialect, ub::UBDialect>();
  for (const char *factor : {"2", "3", "8"}) {
    std::string text = kernelText;
    text.replace(text.find("FACTOR"), 6, factor);
    auto module = parseSourceString<ModuleOp>(text, &context);
    ASSERT_TRUE(module);
    PassManager passes(&context);
    passes.addPass(createTkUnroll());
    ASSERT_TRUE(succeeded(passes.run(*module)));
    func::FuncOp kernel = *module->getOps<func::FuncOp>().begin();
    for (int32_t low : {-7, 0, 5}) {
      for (int32_t high = low - 9; high < low + 20; ++high) {
        for (int32_t step : {1, 3}) {
          checkBounds(kernel, low, high, step);
        }
      }
    }
  }
}
