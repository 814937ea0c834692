// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Run-time branches: regions that are filled first and become an `scf.if` when it is known what they leave behind.
#include "mlir/IR/Matchers.h"

#include "Elaborator.h"

namespace tkc::elaborate {

/// As Region::isAncestor, also of regions that no op owns yet.
[[maybe_unused]] static bool isInside(mlir::Region *inner, const mlir::Region &outer) {
  while (inner && inner != &outer) {
    mlir::Operation *owner = inner->getParentOp();
    inner = owner ? owner->getParentRegion() : nullptr;
  }
  return inner != nullptr;
}

/// True if an op outside of the region uses a value from inside.
[[maybe_unused]] static bool isUsedOutside(mlir::Region &region) {
  auto isOutside = [&](mlir::Operation *user) { return !isInside(user->getParentRegion(), region); };
  auto anyOutside = [&](mlir::Value value) { return llvm::any_of(value.getUsers(), isOutside); };
  auto anyInBlock = [&](mlir::Block &block) { return llvm::any_of(block.getArguments(), anyOutside); };
  mlir::WalkResult result = region.walk([&](mlir::Operation *op) {
    bool isFound = llvm::any_of(op->getResults(), anyOutside) ||
                   llvm::any_of(op->getRegions(), [&](mlir::Region &inner) { return llvm::any_of(inner, anyInBlock); });
    return isFound ? mlir::WalkResult::interrupt() : mlir::WalkResult::advance();
  });
  return result.wasInterrupted() || llvm::any_of(region, anyInBlock);
}

void RegionDeleter::operator()(mlir::Region *region) const {
  assert(!isUsedOutside(*region) && "a value of a discarded region is used elsewhere");
  delete region;
}

Branch Elaborator::runBranch(const Environment &start, BodyFunction body) {
  Branch branch;
  branch.region.reset(new mlir::Region());
  branch.region->emplaceBlock();
  branch.env = start.entered();
  continueBranch(branch, body);
  return branch;
}

void Elaborator::continueBranch(Branch &branch, BodyFunction body) {
  if (regionDepth >= budget.regionDepth) {
    if (!isExhausted) {
      report(DiagnosticKind::ControlFlowTooDeep, identity.range()) << budget.regionDepth;
    }
    isExhausted = true;
    return;
  }
  mlir::OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToEnd(&branch.block());
  std::swap(env(), branch.env);
  {
    RunTimeRegion entered(*this, branch.start);
    body();
  }
  std::swap(env(), branch.env);
}

std::optional<bool> constantTruth(mlir::Value condition) {
  llvm::APInt value;
  return mlir::matchPattern(condition, mlir::m_ConstantInt(&value)) ? std::optional<bool>(!value.isZero())
                                                                    : std::nullopt;
}

bool Elaborator::runIf(const ast::IfStmt &stmt, Pending &pending, const Needed &needed) {
  Object condition = evaluate(*stmt.condition);
  if (isPoison(condition)) {
    poisonAssigned(stmt);
    return false;
  }
  if (std::optional<bool> truth = truthOf(condition, stmt.condition->range)) {
    pending.push_back(statementsOf(*truth ? stmt.thenBody : stmt.elseBody));
    return false;
  }
  mlir::FailureOr<mlir::Value> test = at(stmt.condition->range).condition(condition);
  if (mlir::failed(test)) {
    poisonAssigned(stmt);
    return false;
  }
  if (std::optional<bool> truth = constantTruth(*test)) {
    pending.push_back(statementsOf(*truth ? stmt.thenBody : stmt.elseBody));
    return false;
  }
  return runRunTimeIf(stmt, *test, pending, needed);
}

static bool hasStatements(const Pending &pending) {
  return llvm::any_of(pending, [](Statements span) { return !span.empty(); });
}

/// The part of a compound statement that a message points at: its first line without the suite.
static SourceRange headOf(const ast::IfStmt &stmt) {
  return {stmt.range.buffer, stmt.range.begin, stmt.condition->range.end};
}

bool Elaborator::runRunTimeIf(const ast::IfStmt &stmt, mlir::Value condition, Pending &pending, const Needed &needed) {
  Needed behind = neededFrom(pending, needed);
  Branch thenBranch = runBranch(env(), [&] { runBlock(stmt.thenBody, behind); });
  Branch elseBranch = runBranch(env(), [&] { runBlock(stmt.elseBody, behind); });
  bool thenLeaves = thenBranch.env.live.isNo();
  bool elseLeaves = elseBranch.env.live.isNo();
  if (thenLeaves == elseLeaves || !hasStatements(pending)) {
    merge(condition, std::move(thenBranch), std::move(elseBranch), behind, headOf(stmt));
    return false;
  }
  // Only one branch goes on, so the rest of the suite belongs into it.
  continueBranch(thenLeaves ? elseBranch : thenBranch, [&] { run(std::move(pending), needed); });
  merge(condition, std::move(thenBranch), std::move(elseBranch), needed, headOf(stmt));
  return true;
}

void Elaborator::runGuarded(mlir::Value condition, SourceRange range, const Needed &needed, BodyFunction body) {
  Branch thenBranch = runBranch(env(), body);
  Branch elseBranch = runBranch(env(), [] {});
  Environment gone = env();
  gone.live = Flag::no();
  if (!gone.mayContinue && gone.broke.isNo()) {
    gone.returned = Flag::yes();
  } else if (!gone.mayContinue && gone.returned.isNo()) {
    gone.broke = Flag::yes();
  }
  elseBranch.env = std::move(gone);
  merge(condition, std::move(thenBranch), std::move(elseBranch), needed, range);
}

} // namespace tkc::elaborate
