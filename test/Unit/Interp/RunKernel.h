// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parses a kernel from text, runs it in the interpreter, and keeps its arrays.
#ifndef TKC_TEST_UNIT_INTERP_RUNKERNEL_H
#define TKC_TEST_UNIT_INTERP_RUNKERNEL_H

#include "tkc/Dialect/Tk/IR/Tk.h"
#include "tkc/Interp/Interpreter.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"

#include <deque>
#include <gtest/gtest.h>

namespace tkc::interp {

/// A launch under construction, then its outcome.
class KernelRun {
public:
  KernelRun() {
    context.loadDialect<tk::TkDialect, mlir::arith::ArithDialect, mlir::math::MathDialect, mlir::scf::SCFDialect,
                        mlir::func::FuncDialect, mlir::ub::UBDialect>();
  }

  /// Adds a pointer argument to a new buffer with these values.
  data::Array &buffer(data::ElementType type, const std::vector<double> &values, bool isInitialised = true) {
    arrays.push_back(data::Array::zeros(type, {int64_t(values.size())}));
    for (size_t index = 0; index < values.size(); ++index) {
      arrays.back().setDouble(index, values[index]);
    }
    launch.arguments.push_back(Argument::pointer(launch.buffers.size()));
    launch.buffers.push_back({&arrays.back(), isInitialised, {}});
    return arrays.back();
  }
  data::Array &output(data::ElementType type, size_t count) {
    return buffer(type, std::vector<double>(count, 77), /*isInitialised=*/false);
  }
  void integer(data::ElementType type, int64_t value) { launch.arguments.push_back(Argument::integer(type, value)); }
  void real(data::ElementType type, double value) { launch.arguments.push_back(Argument::real(type, value)); }

  /// Runs the first function of the module that is a kernel.
  void run(llvm::StringRef text) {
    module = mlir::parseSourceString<mlir::ModuleOp>(text, &context);
    ASSERT_TRUE(module) << "the module does not parse";
    mlir::func::FuncOp kernel;
    module->walk(
        [&](mlir::func::FuncOp function) { kernel = function->hasAttr(tk::kernelAttrName) ? function : kernel; });
    ASSERT_TRUE(kernel);
    execution = interpret(kernel, launch, options);
  }
  /// As `run`, and expects that nothing goes wrong.
  void runCleanly(llvm::StringRef text) {
    run(text);
    for (const Problem &problem : execution.problems) {
      ADD_FAILURE() << problem.message;
    }
    for (const Fault &fault : execution.faults) {
      ADD_FAILURE() << faultKindName(fault.kind).data() << " at element " << fault.element << ", offset "
                    << fault.byteOffset << " of buffer " << fault.buffer;
    }
  }

  std::vector<double> values(size_t bufferIndex) const {
    std::vector<double> result;
    const data::Array &array = *launch.buffers[bufferIndex].array;
    for (size_t index = 0; index < array.elementCount(); ++index) {
      result.push_back(array.getDouble(index));
    }
    return result;
  }
  double bound(size_t bufferIndex, size_t element) const {
    const std::vector<double> &bounds = execution.buffers[bufferIndex].bounds;
    return bounds.empty() ? 0 : bounds[element];
  }
  /// The kinds of the faults, in the order of their discovery.
  std::vector<FaultKind> faultKinds() const {
    std::vector<FaultKind> kinds;
    for (const Fault &fault : execution.faults) {
      kinds.push_back(fault.kind);
    }
    return kinds;
  }

  mlir::MLIRContext context;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  std::deque<data::Array> arrays;
  Launch launch;
  Options options;
  Execution execution;
};

} // namespace tkc::interp

#endif // TKC_TEST_UNIT_INTERP_RUNKERNEL_H
