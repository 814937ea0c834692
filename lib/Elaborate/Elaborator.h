// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The walk over the statements and expressions of one kernel that emits its tk ops.
#ifndef TKC_LIB_ELABORATE_ELABORATOR_H
#define TKC_LIB_ELABORATE_ELABORATOR_H

#include "tkc/Diagnostics/Diagnostics.h"
#include "tkc/Elaborate/Budget.h"
#include "tkc/Elaborate/Semantic/Semantic.h"
#include "tkc/Evaluate/Evaluator.h"

#include "mlir/IR/Builders.h"

#include "Frame.h"
#include "OpIdentity.h"
#include "RunTimeOperations.h"
#include "Template.h"

namespace tkc::elaborate {

/// The arguments of `range`, `tl.range` or `tl.static_range`, and the loop attributes of the second.
struct RangeCall {
  Object start, stop, step;
  bool isStatic = false;
  llvm::SmallVector<mlir::NamedAttribute> attributes;
  SourceRange range;
};

struct CarriedName;
struct LoopBody;

/// Elaborates function bodies at the builder's insertion point.
///
/// Control flow is structured on the way: a statement that may leave its suite sets flags in the environment, and what
/// follows is put into the branch of an `scf.if` that runs only when control is still live.
class Elaborator {
public:
  Elaborator(mlir::MLIRContext *context, DiagnosticEngine &diagnostics, evaluate::Evaluator &evaluator,
             TargetFacts target, bool isDebug);
  ~Elaborator();

  mlir::OpBuilder &ops() { return builder; }
  OpIdentity &identities() { return identity; }
  /// Makes `range` the place of the next ops and diagnostics.
  Semantic &at(SourceRange range);
  mlir::Location locationOf(SourceRange range);
  /// Puts each statement that is run into `statements` from now on.
  void setReached(llvm::DenseSet<const ast::Stmt *> *statements) { reached = statements; }
  void setBudget(const Budget &limits) { budget = limits; }

  /// Elaborates a function with all its parameters bound to `arguments`, in order. Gives what it returns; poison after
  /// an error.
  Object elaborateBody(const evaluate::FunctionObject &function, std::vector<Object> arguments, SourceRange call);

private:
  using Arguments = evaluate::CallArguments;
  using BodyFunction = llvm::function_ref<void()>;
  using BindFunction = llvm::function_ref<void(const ast::Expr &target, Object item)>;
  using Values = llvm::SmallVectorImpl<mlir::Value>;

  Frame &frame() { return *frames.back(); }
  Environment &env() { return frames.back()->env; }

  // --- Places, errors and budgets (Elaborator.cpp) ---
  DiagnosticBuilder report(DiagnosticKind kind, SourceRange range) { return diagnostics.report(kind, range); }
  Object failed(DiagnosticKind kind, SourceRange range);
  static Object orPoison(mlir::FailureOr<Object> result);
  /// Reports that evaluation has tried to change what a branch or loop of the run time must not, if so. Everything that
  /// evaluates calls it, for the refused change itself gives a value that nobody may look at.
  bool reportRefusedChange(SourceRange range);
  /// Reports a value that compile-time evaluation could not give, or that no import has found.
  Object known(Object value, SourceRange range);
  /// The truth of a value; nothing when it is not known at compile time.
  std::optional<bool> truthOf(const Object &value, SourceRange range);
  /// Counts what compile-time evaluation has done since the last call.
  bool spendEvaluated(SourceRange range);
  /// What is in a value; looking at it counts as work.
  Contents contentsOf(const Object &value, SourceRange range);
  /// Counts that a value is taken apart; false when there has been too much work.
  bool spendOnParts(const Object &value, SourceRange range);
  bool hasPoison(const Object &value) { return contents.of(value).hasPoison; }
  bool hasPoison(const Arguments &arguments);
  /// It exists when the kernel runs, or is a tuple or list with such an item.
  bool holdsRunTime(const Object &value) { return contents.of(value).hasRunTime; }
  bool hasRunTime(const Arguments &arguments);
  /// The value; poison, with an error, for one that control flow could not take apart.
  Object refuseNested(Object value, SourceRange range);
  /// Does so with all values of an environment: code that runs at compile time may have changed objects since.
  void refuseNested(Environment &environment);
  /// Counts work; false when there has been too much, which is reported once.
  bool spend(uint64_t steps, SourceRange range);
  mlir::FailureOr<llvm::SmallVector<Object>> callForSemantic(const Object &function, llvm::ArrayRef<Object> arguments);

  // --- Expressions (Expressions.cpp, Operators.cpp, Displays.cpp) ---
  Object evaluate(const ast::Expr &expr);
  Object evaluateNode(const ast::Expr &expr);
  Object evaluateCompound(const ast::Expr &expr);
  Object evaluateInt(const ast::IntExpr &expr);
  Object evaluateName(const ast::NameExpr &expr);
  /// With `runTime`, fields may hold run-time values: these go there, and the text has `{}`.
  Object evaluateFormat(const ast::FormatStringExpr &expr, std::vector<Object> *runTime = nullptr);
  Object evaluateAttribute(const ast::AttributeExpr &expr);
  Object evaluateSubscript(const ast::SubscriptExpr &expr);
  Object evaluateSlice(const ast::SliceExpr &expr);
  Object evaluateUnary(const ast::UnaryExpr &expr);
  Object evaluateBinary(const ast::BinaryExpr &expr);
  Object evaluateBoolOp(const ast::BoolOpExpr &expr);
  Object evaluateCompare(const ast::CompareExpr &expr);
  Object evaluateConditional(const ast::ConditionalExpr &expr);
  Object evaluateLambda(const ast::LambdaExpr &expr);
  Object evaluateWalrus(const ast::WalrusExpr &expr);
  Object evaluateDisplay(const ast::List<const ast::Expr *> &elements);
  Object evaluateDict(const ast::DictExpr &expr);
  Object evaluateSet(const ast::SetExpr &expr);
  Object evaluateComprehension(const ast::ComprehensionExpr &expr);
  Object collectComprehension(const ast::ComprehensionExpr &expr);
  void runClauses(const ast::ComprehensionExpr &expr, size_t clause, BodyFunction body);
  Object addKey(const Object &container, const Object &key, Object value, SourceRange range);
  /// The elements of a display, starred ones spread out; nothing after an error.
  std::optional<std::vector<Object>> evaluateElements(const ast::List<const ast::Expr *> &elements);
  /// The items of a compile-time iterable; nothing after an error.
  std::optional<std::vector<Object>> itemsOf(const Object &iterable, SourceRange range);
  /// The truth of a condition that must be known at compile time.
  std::optional<bool> constexprTruth(const ast::Expr &condition);

  Object attribute(const Object &object, std::string_view name, SourceRange range);
  Object binary(ast::BinaryOp op, const Object &left, const Object &right, SourceRange range);
  Object compare(ast::CompareOp op, const Object &left, const Object &right, SourceRange range);
  Object compareItems(ast::CompareOp op, const Object &left, const Object &right, SourceRange range);
  Object contains(ast::CompareOp op, const Object &item, const Object &container, SourceRange range);
  Object conjunction(bool isAnd, const Object &left, const Object &right, SourceRange range);
  Object logicalNot(const Object &operand, SourceRange range);
  /// The result of the operator method `name` of a class, or nothing when the object has none.
  std::optional<Object> callOperatorMethod(std::string_view name, const Object &self, std::vector<Object> arguments,
                                           SourceRange range);

  // --- Names (Names.cpp) ---
  Object useBinding(Environment &owner, llvm::StringRef name, const Binding &binding, SourceRange range);
  std::optional<Object> findInScope(evaluate::Scope &scope, const ast::NameExpr &expr);
  /// The live frame whose functions close over `scope`, or null.
  Frame *frameOf(const evaluate::Scope *scope);
  evaluate::Scope &scopeOfFrame();
  /// Shows the bindings of the frames to compile-time evaluation.
  void publishScopes();

  // --- Assignment (Assignment.cpp) ---
  void assign(const ast::Expr &target, Object value);
  void assignName(const ast::NameExpr &target, Object value);
  void assignSubscript(const ast::SubscriptExpr &target, Object value);
  void assignAttribute(const ast::AttributeExpr &target, Object value);
  void bindTarget(const ast::Expr &target, const Object &value);
  void unpack(const ast::Expr &target, const ast::List<const ast::Expr *> &targets, const Object &value,
              BindFunction bind);
  void poisonTargets(const ast::Expr &target);
  /// What a plain assignment makes of a value: numbers become run-time scalars.
  Object decay(const Object &value, SourceRange range);

  // --- Statements (Statements.cpp) ---
  void run(Pending pending, const Needed &needed);
  void runBlock(const ast::Block &block, const Needed &needed) { run({statementsOf(block)}, needed); }
  void runStatement(const ast::Stmt &stmt, const Pending &pending, const Needed &needed);
  void runAnnotated(const ast::AnnAssignStmt &stmt);
  void runAugmented(const ast::AugAssignStmt &stmt);
  void runExpression(const ast::ExpressionStmt &stmt);
  void runReturn(const ast::ReturnStmt &stmt);
  void runJump(const ast::Stmt &stmt, bool isBreak);
  void runAssert(const ast::AssertStmt &stmt);
  void runRaise(const ast::RaiseStmt &stmt);
  void runDelete(const ast::DeleteStmt &stmt);
  void runDefinition(const ast::FunctionDefStmt &stmt);
  void poisonAssigned(const ast::Stmt &stmt);
  /// What is read at the start of the pending statements or behind them.
  Needed neededFrom(const Pending &pending, const Needed &after);

  // --- Branches (Branches.cpp, Merge.cpp) ---
  /// While one lives, ops go into a region that the run time may enter or not, or several times.
  class RunTimeRegion {
  public:
    RunTimeRegion(Elaborator &elaborator, evaluate::Birth start)
        : depth(elaborator.regionDepth), protection(elaborator.evaluator, start) {
      ++depth;
    }
    ~RunTimeRegion() { --depth; }
    RunTimeRegion(const RunTimeRegion &) = delete;
    RunTimeRegion &operator=(const RunTimeRegion &) = delete;

  private:
    unsigned &depth;
    evaluate::Evaluator::Protection protection;
  };

  struct MergePlan;
  /// Does the statement and, if that had to go into a branch, the pending ones too: then it gives true.
  bool runIf(const ast::IfStmt &stmt, Pending &pending, const Needed &needed);
  bool runRunTimeIf(const ast::IfStmt &stmt, mlir::Value condition, Pending &pending, const Needed &needed);
  /// Runs `body` where the condition holds; elsewhere control has gone already.
  void runGuarded(mlir::Value condition, SourceRange range, const Needed &needed, BodyFunction body);
  /// Runs `body` in a new region, starting from `start`.
  Branch runBranch(const Environment &start, BodyFunction body);
  /// Continues a branch at its end.
  void continueBranch(Branch &branch, BodyFunction body);
  void merge(mlir::Value condition, Branch thenBranch, Branch elseBranch, const Needed &needed, SourceRange range);
  std::optional<Binding> mergeStates(const Binding *first, const Binding *second, SourceRange range);
  bool isUnchangedValue(const Object &before, const Object &after, SourceRange range);
  void forgetChanged(Environment &merged, const Environment &branch, SourceRange range);
  void mergeName(MergePlan &plan, llvm::StringRef name);
  void mergeFlag(MergePlan &plan, Flag Environment::*member, bool isNeeded);
  void mergeReturns(MergePlan &plan);
  void yieldFrom(MergePlan &plan, Branch &branch, bool isFirst);
  mlir::ValueRange emitIf(MergePlan &plan);
  void finishMerge(MergePlan &plan, mlir::ValueRange results);
  bool isGone(const Environment &end, llvm::StringRef name);

  // --- Leaves and flags as SSA values (Leaves.cpp) ---
  /// The types of the SSA values that make up an object of a leaf's type.
  llvm::SmallVector<mlir::Type> typesOf(const Object &typed);
  llvm::SmallVector<mlir::Type> typesOfLeaves(llvm::ArrayRef<Leaf> leaves);
  void appendPoison(const Object &typed, Values &values);
  /// Appends the SSA values of a leaf on one path; poison when it brings none.
  void appendLeaf(const Object &typed, const std::optional<Object> &value, Values &values);
  std::vector<Object> objectsOf(llvm::ArrayRef<Leaf> leaves, mlir::ValueRange values);
  mlir::Value flagValue(const Flag &flag, mlir::Block &block);
  mlir::Value anyOf(const Flag &first, const Flag &second, mlir::Block &block);
  mlir::Value negated(mlir::Value condition, SourceRange range);
  mlir::ValueRange addArguments(mlir::Block &block, llvm::ArrayRef<mlir::Type> types);
  void yieldAtEnd(mlir::Block &block, mlir::ValueRange values);

  // --- What loops share (LoopBody.cpp) ---
  Needed neededBehindBody(const ast::Block &elseBody, const Needed &after);
  /// `targets` are bound at the start of each iteration; `condition` is that of a `while`, else null.
  LoopBody planLoop(Statements body, const NameSet &targets, const ast::Expr *condition, const Needed &after,
                    SourceRange range);
  /// Whether there is a value without poison; looking at its parts takes steps, so false also where those run out.
  bool isUsable(const Binding *binding, SourceRange range);
  void openLoop(LoopBody &loop);
  void enterIteration(LoopBody &loop, mlir::ValueRange arguments);
  llvm::SmallVector<mlir::Value> initialValues(const LoopBody &loop);
  void closeBody(LoopBody &loop, bool runsAtLeastOnce);
  static llvm::ArrayRef<Leaf> leavesOf(const LoopBody &loop, const CarriedName &name);
  bool isAsAtHead(const LoopBody &loop, const CarriedName &name);
  /// Appends what a carried name hands on: the leaves of `last`, where it is given and fits, else those of the head.
  /// True if it fits, or an error was reported.
  bool appendCarried(const LoopBody &loop, CarriedName &name, const Object *last, Values &values);
  void closeCarried(LoopBody &loop);
  void reportChange(LoopBody &loop, CarriedName &name, const Binding &last);
  bool decayForRetry(LoopBody &loop);
  void leaveLoop(LoopBody &loop, mlir::ValueRange carried, mlir::ValueRange extras);
  void appendExitState(LoopBody &loop, Values &values);
  void appendInitialExitState(LoopBody &loop, Values &values);
  mlir::Value leaveExitingLoop(LoopBody &loop, mlir::ValueRange carried, mlir::ValueRange exitState);
  void runElse(const ast::Block &block, mlir::Value endedByItself, const Needed &after, SourceRange range);

  // --- `for` (ForLoops.cpp, RangeCalls.cpp, UnrolledLoops.cpp) ---
  struct LoopBounds;
  void runFor(const ast::ForStmt &stmt, const Needed &after);
  std::optional<RangeCall> asRangeCall(const ast::Expr &iterable, bool &isBroken);
  std::optional<RangeCall> bindRange(const std::string &name, const Arguments &arguments, SourceRange range);
  bool bindLoopOption(RangeCall &range, llvm::StringRef function, const evaluate::NamedObject &option);
  void runRange(const ast::ForStmt &stmt, const RangeCall &range, const Needed &after);
  std::optional<DType> inductionType(const RangeCall &range);
  std::optional<LoopBounds> convertBounds(const RangeCall &range);
  Object loopVariable(const LoopBounds &bounds, mlir::Value counter);
  void fillForBody(const ast::ForStmt &stmt, const LoopBounds &bounds, LoopBody &loop);
  void emitFor(const LoopBounds &bounds, LoopBody &loop, llvm::ArrayRef<mlir::NamedAttribute> attributes);
  mlir::Value emitExitingFor(const LoopBounds &bounds, LoopBody &loop);
  std::optional<std::vector<Object>> staticItems(const RangeCall &range);
  void runUnrolled(const ast::ForStmt &stmt, const std::vector<Object> &items, const Needed &after);
  bool runTurn(const ast::ForStmt &stmt, const Object &item, LoopBody &loop);
  Flag goesOn(const Flag &broke, const Flag &returned, SourceRange range);

  // --- `while` (WhileLoops.cpp) ---
  struct LoopTest;
  void runWhile(const ast::WhileStmt &stmt, const Needed &after);
  void fillTest(const ast::WhileStmt &stmt, LoopBody &loop, LoopTest &test);
  void collectPassed(LoopBody &loop, LoopTest &test);
  void fillWhileBody(const ast::WhileStmt &stmt, LoopBody &loop, LoopTest &test);
  mlir::ValueRange emitWhile(Branch &head, Branch &body, mlir::ValueRange initial, llvm::ArrayRef<mlir::Type> results,
                             SourceRange range);
  mlir::Value emitPlainWhile(LoopBody &loop, LoopTest &test);
  mlir::Value emitExitingWhile(LoopBody &loop, LoopTest &test);
  Branch guardTest(LoopTest &test, llvm::ArrayRef<mlir::Type> types, SourceRange range);
  mlir::Value emitGuardedTest(LoopTest &test, mlir::Value goesOn, mlir::ValueRange before, Values &passed,
                              SourceRange range);
  void appendOutputs(LoopBody &loop, LoopTest &test, Values &values);

  // --- Calls (Calls.cpp) ---
  Object evaluateCall(const ast::CallExpr &expr);
  Object evaluateCallOf(const Object &callee, const ast::CallExpr &expr);
  std::optional<Arguments> evaluateArguments(const ast::List<ast::Argument> &arguments, bool arePrinted);
  void appendPrinted(const ast::Expr &expr, std::vector<Object> &values);
  bool appendKeywords(const ast::Argument &argument, const Object &value, Arguments &arguments);
  Object call(const Object &callee, Arguments arguments, SourceRange range);
  Object dispatchCall(const Object &callee, Arguments arguments, SourceRange range);
  Object refuseCallDepth(SourceRange call);
  Object callMethod(const evaluate::BoundMethodObject &method, Arguments arguments, SourceRange range);
  Object callFunction(const Object &callee, Arguments arguments, SourceRange range);
  Object construct(const Object &callee, Arguments arguments, SourceRange range);
  bool isEvaluated(const evaluate::FunctionObject &function, const Arguments &arguments);
  void bindParameters(const evaluate::FunctionObject &function, std::vector<Object> &arguments);
  Object runBody(const evaluate::FunctionObject &function);
  Object returnedValue(const evaluate::FunctionObject &function);

  // --- Builtins (Builtins.cpp) ---
  Object callBuiltin(const std::string &name, Arguments arguments, SourceRange range);
  /// Builtins that need more than a typing rule; nothing for the others.
  std::optional<Object> callSpecial(const std::string &name, const Arguments &arguments, SourceRange range);
  Object callStaticAssert(const Arguments &arguments, SourceRange range);
  Object callStaticPrint(const Arguments &arguments, SourceRange range);
  Object callPrint(const Arguments &arguments, SourceRange range);
  Object callConstexpr(const Arguments &arguments, SourceRange range);
  std::optional<Object> callIsInstance(const Arguments &arguments);
  std::optional<Object> foldWith(const std::string &name, const Arguments &arguments, SourceRange range);
  std::optional<Object> castRunTime(const Arguments &arguments, DTypeKind type, SourceRange range);
  std::optional<Object> sumRunTime(const Arguments &arguments, SourceRange range);
  std::optional<Object> callAttribute(bool isGet, const Arguments &arguments, SourceRange range);
  Object callAggregateReplace(const Arguments &arguments, SourceRange range);
  std::optional<Object> divideRunTime(const Arguments &arguments, SourceRange range);

  mlir::OpBuilder builder;
  DiagnosticEngine &diagnostics;
  OpIdentity identity;
  Semantic semantic;
  ContentsTable contents;
  RunTimeOperations runTimeOperations;
  evaluate::Evaluator &evaluator;
  llvm::DenseSet<const ast::Stmt *> *reached = nullptr;
  std::vector<std::unique_ptr<Frame>> frames;
  Budget budget;
  uint64_t evaluatedSteps;
  bool isExhausted = false;
  bool isDebug;
  unsigned regionDepth = 0;
  unsigned expressionDepth = 0;
  unsigned openCalls = 0;
};

/// "a lambda", "`with` statement": what a message calls a construct that has no meaning in a kernel.
std::string describe(ast::NodeKind kind);
/// The truth of an i1 that a constant op gives.
std::optional<bool> constantTruth(mlir::Value condition);

} // namespace tkc::elaborate

#endif // TKC_LIB_ELABORATE_ELABORATOR_H
