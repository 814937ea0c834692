// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How messages of passes become diagnostics.
#include "tkc/Compile/MlirDiagnostics.h"

#include "tkc/Diagnostics/DiagnosticRenderer.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

#include <gtest/gtest.h>

using namespace tkc;

namespace {
/// A context whose diagnostics go to an engine.
struct Fixture {
  mlir::MLIRContext context;
  DiagnosticEngine engine;
  MlirDiagnosticHandler handler{context, engine, [](mlir::Location) { return SourceRange(); }};
  mlir::OwningOpRef<mlir::ModuleOp> module = mlir::ModuleOp::create(mlir::UnknownLoc::get(&context));

  std::string text() const { return renderText(engine); }
};
} // namespace

TEST(MlirDiagnostics, TakesTheEntryThatAMessageNames) {
  Fixture fixture;
  fixture.module->emitError("expressions are nested too deep [ElaborationTooDeep]").attachNote() << "here";
  EXPECT_EQ(fixture.text(), "error: expressions are nested too deep [ElaborationTooDeep]\nnote: here\n");
  EXPECT_FALSE(fixture.handler.hasInternalError());
}

TEST(MlirDiagnostics, ReadsTheArgumentsOfAnEntryBack) {
  Fixture fixture;
  fixture.module->emitError("`k` needs 300000 bytes of shared memory, but `sm_90a` has 232448 [SharedMemoryExceeded]");
  ASSERT_EQ(fixture.engine.diagnostics().size(), 1u);
  EXPECT_EQ(fixture.engine.diagnostics()[0].arguments, (std::vector<std::string>{"k", "300000", "sm_90a", "232448"}));
  EXPECT_EQ(fixture.text(),
            "error: `k` needs 300000 bytes of shared memory, but `sm_90a` has 232448 [SharedMemoryExceeded]\n");
}

TEST(MlirDiagnostics, TakesATextThatItsEntryCannotGiveForABug) {
  Fixture fixture;
  fixture.module->emitError("too much memory [SharedMemoryExceeded]");
  EXPECT_EQ(fixture.text(), "error: the compiler failed on this code: too much memory [CompilerBug]\n");
}

TEST(MlirDiagnostics, TakesOtherErrorsForBugs) {
  Fixture fixture;
  fixture.module->emitError("cannot lower this");
  EXPECT_EQ(fixture.text(), "error: the compiler failed on this code: cannot lower this [CompilerBug]\n");
  EXPECT_TRUE(fixture.handler.hasInternalError());
}

TEST(MlirDiagnostics, ShowsWarningsAndRemarksOnRequestOnly) {
  Fixture fixture;
  fixture.module->emitWarning("this is slow");
  fixture.module->emitRemark("this is fast");
  EXPECT_EQ(fixture.text(), "");
  fixture.handler.show({"warnings", "remarks"});
  fixture.module->emitWarning("this is slow");
  fixture.module->emitRemark("this is fast");
  EXPECT_EQ(fixture.text(), "warning: this is slow [PassWarning]\nremark: this is fast [PassRemark]\n");
}

TEST(MlirDiagnostics, ShowsOperationsOnRequestOnly) {
  Fixture fixture;
  fixture.handler.show({"warnings", "operations"});
  fixture.module->emitWarning("this is slow");
  EXPECT_NE(fixture.text().find("note: see current operation: \nmodule {"), std::string::npos) << fixture.text();
}
