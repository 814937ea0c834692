// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The passes on offsets, checked against 64-bit arithmetic: random chains run in the interpreter after each of them.
#include "tkc/Dialect/Tk/Transforms/Passes.h"
#include "tkc/Interp/Interpreter.h"

#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"

#include <gtest/gtest.h>

#include "RandomOffsets.h"

using namespace mlir;
using namespace tkc;
using namespace tkc::tk;

namespace {
constexpr int32_t numPrograms = 3, numIterations = 3;

/// What each program shall store: addresses before, in and after the loop, and the wrapped offset.
struct Expected {
  std::array<uint64_t, numElements> first, last;
  std::array<uint32_t, numElements> wrapped;
};

/// A kernel whose pointers move by random offsets, and what one of its programs shall store.
class OffsetKernel {
public:
  OffsetKernel(unsigned seed, int32_t program) : offsets(seed, program) {
    offsets.writeLeaves();
    offset = offsets.draw(4, /*isScalar=*/false);
    std::string whole = offsets.spread(offset);
    offsets.text += "%ps = tk.splat %p : !tk.ptr<f32> to tensor<4x8x!tk.ptr<f32>>\n"
                    "%start = tk.addptr %ps, " +
                    whole + " : tensor<4x8x!tk.ptr<f32>>, tensor<4x8xi32>\n";
    writeLoop(whole);
    writeStores(whole);
  }

  std::string getText() const {
    return "func.func @kernel(%p: !tk.ptr<f32>, %first: !tk.ptr<i64>, %last: !tk.ptr<i64>, %wrapped: !tk.ptr<i32>, "
           "%a: i32, %b: i32, %c: i32) attributes {tk.kernel} {\n" +
           offsets.text + "return\n}\n";
  }
  const std::array<int32_t, 3> &getArguments() const { return offsets.arguments; }
  Expected getExpected() const;

private:
  /// A loop that moves a block of pointers by a scalar, and a block of offsets by a scalar or a block.
  void writeLoop(const std::string &whole) {
    offsets.text += "%zero = arith.constant 0 : i32\n%one = arith.constant 1 : i32\n%end = arith.constant 3 : i32\n"
                    "%moved:2 = scf.for %i = %zero to %end step %one iter_args(%q = %start, %o = " +
                    whole + ") -> (tensor<4x8x!tk.ptr<f32>>, tensor<4x8xi32>) : i32 {\n";
    step = offsets.draw(2, /*isScalar=*/true);
    growth = offsets.draw(2, /*isScalar=*/offsets.drawBelow(2) == 0);
    std::string steps = offsets.spread(step), growths = offsets.spread(growth);
    offsets.text += "%q1 = tk.addptr %q, " + steps +
                    " : tensor<4x8x!tk.ptr<f32>>, tensor<4x8xi32>\n%o1 = arith.addi %o, " + growths +
                    " : tensor<4x8xi32>\nscf.yield %q1, %o1 : tensor<4x8x!tk.ptr<f32>>, tensor<4x8xi32>\n}\n" +
                    "%finish = tk.addptr %moved#0, %moved#1 : tensor<4x8x!tk.ptr<f32>>, tensor<4x8xi32>\n";
  }

  void writeStores(const std::string &whole) {
    offsets.text += "%n = arith.constant dense<8> : tensor<4x1xi32>\n%m = arith.constant 32 : i32\n"
                    "%line = arith.muli %rows, %n : tensor<4x1xi32>\n"
                    "%three = arith.constant dense<3> : tensor<1x8xi32>\n"
                    "%place = arith.subi %columns, %three : tensor<1x8xi32>\n"
                    "%lines = tk.broadcast %line : tensor<4x1xi32> to tensor<4x8xi32>\n"
                    "%places = tk.broadcast %place : tensor<1x8xi32> to tensor<4x8xi32>\n"
                    "%index = arith.addi %lines, %places : tensor<4x8xi32>\n"
                    "%base = arith.muli %pid, %m : i32\n%bases = tk.splat %base : i32 to tensor<4x8xi32>\n"
                    "%where = arith.addi %bases, %index : tensor<4x8xi32>\n";
    writeAddressStore("%first", "%start");
    writeAddressStore("%last", "%finish");
    writeStore("%wrapped", whole, "i32");
  }
  void writeAddressStore(const std::string &output, const std::string &pointers) {
    std::string addresses = offsets.makeName();
    offsets.text += addresses + " = tk.ptr_to_int " + pointers + " : tensor<4x8x!tk.ptr<f32>> to tensor<4x8xi64>\n";
    writeStore(output, addresses, "i64");
  }
  void writeStore(const std::string &output, const std::string &values, const std::string &type) {
    std::string block = offsets.makeName(), places = offsets.makeName();
    std::string pointers = "tensor<4x8x!tk.ptr<" + type + ">>";
    offsets.text += block + " = tk.splat " + output + " : !tk.ptr<" + type + "> to " + pointers + "\n" + places +
                    " = tk.addptr " + block + ", %where : " + pointers + ", tensor<4x8xi32>\ntk.store " + places +
                    ", " + values + " : " + pointers + "\n";
  }

  RandomOffsets offsets;
  RandomValue offset, step, growth;
};

Expected OffsetKernel::getExpected() const {
  Expected expected;
  uint64_t base = interp::bufferAddress(0);
  for (unsigned element = 0; element < numElements; ++element) {
    uint64_t start = offset.elements[element];
    uint64_t moved = start + numIterations * step.elements[element];
    uint64_t grown = start + numIterations * growth.elements[element];
    expected.first[element] = base + 4 * start;
    expected.last[element] = base + 4 * (moved + grown);
    expected.wrapped[element] = uint32_t(start);
  }
  return expected;
}

using AddPasses = llvm::function_ref<void(OpPassManager &)>;

struct OffsetPassesTest : testing::TestWithParam<unsigned> {
  OffsetPassesTest() {
    context.loadDialect<TkDialect, arith::ArithDialect, func::FuncDialect, scf::SCFDialect, ub::UBDialect>();
  }

  /// Runs the kernel behind `addPasses`, and compares what its programs store.
  void check(AddPasses addPasses) {
    OffsetKernel kernel(GetParam(), 0);
    auto module = parseSourceString<ModuleOp>(kernel.getText(), &context);
    ASSERT_TRUE(module) << kernel.getText();
    PassManager passes(&context);
    addPasses(passes);
    ASSERT_TRUE(succeeded(passes.run(*module))) << kernel.getText();
    compare(*module, kernel);
  }

  void compare(ModuleOp module, const OffsetKernel &kernel) {
    using data::ElementType;
    data::Array input = data::Array::zeros(ElementType::F32, {1});
    data::Array first = data::Array::zeros(ElementType::I64, {numPrograms * numElements}), last = first;
    data::Array wrapped = data::Array::zeros(ElementType::I32, {numPrograms * numElements});
    interp::Launch launch;
    launch.grid = {numPrograms, 1, 1};
    for (data::Array *array : {&input, &first, &last, &wrapped}) {
      launch.arguments.push_back(interp::Argument::pointer(launch.buffers.size()));
      launch.buffers.push_back({array, true, {}});
    }
    for (int32_t argument : kernel.getArguments()) {
      launch.arguments.push_back(interp::Argument::integer(ElementType::I32, argument));
    }
    interp::Execution execution = interp::interpret(*module.getOps<func::FuncOp>().begin(), launch);
    ASSERT_TRUE(execution.isClean()) << kernel.getText();
    for (int32_t program = 0; program < numPrograms; ++program) {
      Expected expected = OffsetKernel(GetParam(), program).getExpected();
      for (unsigned element = 0; element < numElements; ++element) {
        size_t index = program * numElements + element;
        ASSERT_EQ(uint64_t(first.getInteger(index)), expected.first[element]) << index << kernel.getText();
        ASSERT_EQ(uint64_t(last.getInteger(index)), expected.last[element]) << index << kernel.getText();
        ASSERT_EQ(uint32_t(wrapped.getInteger(index)), expected.wrapped[element]) << index << kernel.getText();
      }
    }
  }

  MLIRContext context;
};

TEST_P(OffsetPassesTest, WidenedOffsetsAreThoseOf64Bits) {
  check([](OpPassManager &passes) { passes.addPass(createTkWidenOffsets()); });
}

TEST_P(OffsetPassesTest, AllPassesKeepAddresses) {
  check([](OpPassManager &passes) {
    passes.addPass(createTkWidenOffsets());
    passes.addPass(createTkCanonicalize());
    passes.addPass(createTkCombine());
    passes.addPass(createTkCse());
    passes.addPass(createTkLicm());
    passes.addPass(createTkUnroll());
    passes.addPass(createTkCanonicalize());
  });
}

INSTANTIATE_TEST_SUITE_P(Random, OffsetPassesTest, testing::Range(0u, 150u));
} // namespace
