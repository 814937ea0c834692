// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Running a pass list under observation.
#include "tkc/Dialect/Tk/IR/Identity.h"
#include "tkc/Pipeline/Pipeline.h"

#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Pass/PassInstrumentation.h"

using namespace mlir;

namespace tkc::pipeline {

namespace {

/// Keeps identity: after each pass, ops that lost their ids get those of a neighbour, and what is still without is
/// noted.
class IdentityInstrumentation : public PassInstrumentation {
public:
  explicit IdentityInstrumentation(PassObserver &observer) : observer(observer) {}

  void runAfterPass(Pass *pass, Operation *op) override {
    observer.numRepairedIds += tk::normaliseIds(op);
    if (!observer.checksIdentity) {
      return;
    }
    if (Operation *without = tk::findOpWithoutIds(op)) {
      observer.identityFaults.push_back(pass->getArgument().str() + ": " + without->getName().getStringRef().str());
    }
  }

private:
  PassObserver &observer;
};

/// Prints the module before the first pass, and after each pass that changed it.
class DumpInstrumentation : public PassInstrumentation {
public:
  explicit DumpInstrumentation(PassObserver &observer) : observer(observer) {}

  void runBeforePass(Pass *pass, Operation *op) override {
    if (last.empty() && isWanted(op)) {
      last = print(op);
      write("before", pass, last);
    }
  }
  void runAfterPass(Pass *pass, Operation *op) override { writeIfChanged("after", pass, op); }
  void runAfterPassFailed(Pass *pass, Operation *op) override { writeIfChanged("after failing", pass, op); }

private:
  bool isWanted(Operation *op) const {
    if (observer.dumpKernel.empty()) {
      return true;
    }
    bool isFound = false;
    op->walk([&](FunctionOpInterface function) { isFound |= function.getName() == observer.dumpKernel; });
    return isFound;
  }

  static std::string print(Operation *op) {
    std::string text;
    llvm::raw_string_ostream stream(text);
    op->print(stream, OpPrintingFlags().useLocalScope());
    return text;
  }

  void writeIfChanged(StringRef when, Pass *pass, Operation *op) {
    if (!isWanted(op)) {
      return;
    }
    std::string text = print(op);
    if (text != last) {
      last = std::move(text);
      write(when, pass, last);
    }
  }

  void write(StringRef when, Pass *pass, StringRef text) {
    *observer.dump << "// -----// IR " << when << ' ' << pass->getArgument() << " //----- //\n" << text << "\n\n";
    observer.dump->flush();
  }

  PassObserver &observer;
  std::string last;
};

} // namespace

LogicalResult runPasses(ModuleOp module, llvm::function_ref<void(OpPassManager &)> add, PassObserver &observer) {
  PassManager passes(module.getContext());
  passes.enableVerifier(true);
  if (observer.timing) {
    passes.enableTiming(*observer.timing);
  }
  passes.addInstrumentation(std::make_unique<IdentityInstrumentation>(observer));
  if (observer.dump) {
    passes.addInstrumentation(std::make_unique<DumpInstrumentation>(observer));
  }
  add(passes);
  return passes.run(module);
}

} // namespace tkc::pipeline
