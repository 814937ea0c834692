// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs the code around kernels at compile time: module level, decorators, constexpr functions. Host code that makes no
// sense here never fails a compilation: what it would bind is Unknown, with the reason.
#ifndef TKC_EVALUATE_EVALUATOR_H
#define TKC_EVALUATE_EVALUATOR_H

#include "tkc/AST/Arena.h"
#include "tkc/Evaluate/ExpressionEvaluator.h"
#include "tkc/Evaluate/OpaqueOperations.h"
#include "tkc/Import/ModuleLoader.h"

#include <map>
#include <set>

namespace tkc::evaluate {

/// What evaluation may know of the world outside of the source.
struct EvaluatorOptions {
  /// 90 for sm_90; what `torch.cuda.get_device_capability()` tells.
  unsigned computeCapability = 90;
  unsigned multiprocessorCount = 132;
  /// Answers `os.environ`; no variable is set when it is empty.
  std::function<std::optional<std::string>(std::string_view name)> environment;
  /// Steps (expressions and turns of loops) after which evaluation gives up.
  uint64_t maximalSteps = 20000000;
  /// Of these, what one statement of a module may take, without those of modules that it imports. Host code that does
  /// not end then spoils nothing but itself.
  uint64_t maximalStepsOfStatement = 1000000;
  unsigned maximalCallDepth = 160;
};

/// How a statement ended.
struct Completion {
  enum class Kind : uint8_t { Normal, Return, Break, Continue, Raise };

  Kind kind = Kind::Normal;
  Object value; // of Return; the Unknown of Raise

  bool isNormal() const { return kind == Kind::Normal; }
};

/// The compile-time interpreter. One serves a whole compilation and keeps all modules, scopes and functions alive.
class Evaluator : public ExpressionEvaluator {
public:
  explicit Evaluator(ModuleLoader &loader, EvaluatorOptions options = {});
  ~Evaluator() override;

  const EvaluatorOptions &options() const { return evaluatorOptions; }
  ModuleLoader &moduleLoader() { return loader; }

  /// Says what operators mean on opaque values from now on; null for nothing. Returns what said it before.
  OpaqueOperations *setOpaqueOperations(OpaqueOperations *operations);

  /// Makes the functions of an embedded module (known to the loader under `moduleName`) attributes of `tl`.
  void addLanguageModule(std::string moduleName, std::string_view text);

  /// Runs a module's code, once.
  std::shared_ptr<ModuleObject> evaluateModule(const SourceModule &source);
  /// What `import name` would bind: a source module, one that the compiler provides, or a module of the host program.
  Object importModule(std::string_view name, unsigned level, const SourceModule *importer, SourceRange range);

  /// True for modules of the host program that count as present though tkc does not have them (torch, numpy).
  static bool isKnownHostModule(std::string_view name);
  /// The Unknown of an import that finds nothing.
  static Object missingModule(std::string_view name, SourceRange range);
  /// What `from module import *` binds.
  std::vector<NamedObject> publicNames(const Object &module);
  /// The source file of a module, or null.
  const SourceModule *sourceOf(const ModuleObject *module) const;

  /// The value of a builtin name ("len", "range"), or nothing. `.tk` files know some more names than Python.
  std::optional<Object> builtinName(std::string_view name, const ModuleObject *module) const;
  /// A function object for a `def`, before its decorators.
  std::shared_ptr<FunctionObject> makeFunction(const ast::FunctionDefStmt &definition, Scope &scope);
  /// A `def` with its decorators applied.
  Object defineFunction(const ast::FunctionDefStmt &definition, Scope &scope);
  Object defineClass(const ast::ClassDefStmt &definition, Scope &scope);
  /// Runs a function's body with bound arguments.
  Object callFunction(const FunctionObject &function, const CallArguments &arguments, SourceRange range);
  /// Makes an instance: runs `__init__`, or sets the fields of data classes and aggregates.
  Object construct(const std::shared_ptr<ClassObject> &type, const CallArguments &arguments, SourceRange range);
  /// The value of an expression that stands in no module; a text that is none has a SyntaxError.
  Object evaluateText(const SourceBuffer &text, Scope &scope);
  /// Runs statements in a scope.
  Completion execute(const ast::Block &block, Scope &scope);
  /// True when something was evaluated up to the step limit.
  bool isExhausted() const { return stepsTaken >= stepLimit; }
  /// An exception class of Python ("ValueError"), or null.
  std::shared_ptr<ClassObject> exceptionClass(std::string_view name);
  /// True if the exception that `unknown` stands for is of the class.
  bool isException(const UnknownObject &unknown, const ClassObject &type);

  Object readName(const ast::NameExpr &name, Scope &scope) override;
  Object attribute(const Object &object, std::string_view name, SourceRange range) override;
  Object bindName(const ast::NameExpr &name, const Object &value, Scope &scope) override;
  /// Binds a name as an assignment in the scope does; gives an Unknown where it must not.
  Object assignName(std::string_view name, const Object &value, Scope &scope, SourceRange range);
  /// Removes what such an assignment would replace; gives an Unknown where it must not.
  Object unbindName(std::string_view name, Scope &scope, SourceRange range);
  Object call(const Object &callee, const CallArguments &arguments, SourceRange range) override;
  Object makeLambda(const ast::LambdaExpr &lambda, Scope &scope) override;
  Object unary(ast::UnaryOp op, const Object &operand, SourceRange range) override;
  Object binary(ast::BinaryOp op, const Object &left, const Object &right, SourceRange range) override;
  Object compare(ast::CompareOp op, const Object &left, const Object &right, SourceRange range) override;
  Object index(const Object &object, const Object &index, SourceRange range) override;
  Object text(const Object &value, bool isRepr, SourceRange range) override;
  Object format(const Object &value, std::string_view spec, SourceRange range) override;
  Object assignIndex(const Object &object, const Object &index, const Object &value, SourceRange range) override;
  Object assignAttribute(const Object &object, std::string_view name, const Object &value, SourceRange range) override;
  std::optional<bool> truth(const Object &object) override;
  Object undecidedBoolOp(bool isAnd, const Object &left, const ast::Expr &right, Scope &scope) override;
  Object undecidedConditional(const ast::ConditionalExpr &expr, const Object &condition, Scope &scope) override;
  std::optional<std::vector<Object>> items(const Object &object, SourceRange range) override;
  Object yielded(const Object &value, SourceRange range) override;
  bool takeStep() override;
  /// Counts the size of a new value as steps, so that memory is bounded as time is.
  void charge(const Object &value) override;
  /// Counts a look at all of a value.
  void chargeLook(const Object &value);
  /// Counts what an operation with large numbers takes beside its result, in products of two words.
  void chargeProducts(uint64_t products) {
    constexpr uint64_t productsAStep = 32;
    stepsTaken += products / productsAStep;
  }
  /// The steps taken so far, for what comparisons have looked at too.
  uint64_t steps();
  /// How often something has begun to change. While it is the same, every list, dict, set, instance and class has what
  /// it had.
  uint64_t changes() const { return changeCount; }
  /// Says that the list, dict, set, instance or class is about to change; gives an Unknown where it must not.
  [[nodiscard]] std::optional<Object> beginChange(const Object &object, SourceRange range);

  /// While one lives, what is older than `since` must not change: the code that is evaluated belongs to a branch or
  /// loop of the run time, of which others know nothing. Without `since` everything may change.
  class Protection {
  public:
    Protection(Evaluator &evaluator, std::optional<Birth> since)
        : evaluator(evaluator), outer(std::exchange(evaluator.protectedBefore, since)) {}
    ~Protection() { evaluator.protectedBefore = outer; }
    Protection(const Protection &) = delete;
    Protection &operator=(const Protection &) = delete;

  private:
    Evaluator &evaluator;
    std::optional<Birth> outer;
  };

  /// Where evaluation tried to change what is protected; reported once.
  std::optional<SourceRange> takeRefusedChange() { return std::exchange(refusedChange, std::nullopt); }

  /// Calls a function or class by its builtin name; nothing when there is no such builtin.
  std::optional<Object> callBuiltin(const std::string &name, const CallArguments &arguments, SourceRange range);
  /// `hasattr`
  bool hasAttribute(const Object &object, std::string_view name);
  /// An item of `tl` that is written in the language itself, or nothing.
  std::optional<Object> languageFunction(std::string_view name);
  /// A class that the compiler provides, made once by `make`.
  std::shared_ptr<ClassObject> providedClass(const std::string &name,
                                             const std::function<void(ClassObject &)> &make = {});
  /// An instance of a provided class with these attributes.
  Object record(const std::string &className, const std::vector<NamedObject> &attributes);
  /// Keeps a scope for as long as the evaluator.
  Scope &newScope(Scope::Kind kind, Scope *parent, ModuleObject *module);

private:
  friend class StatementRunner;
  struct Frame {
    std::vector<Object> yields;
    bool hasYielded = false;
  };

  void runModule(const std::shared_ptr<ModuleObject> &module, const SourceModule &source);
  Object applyLikeAutotune(const ast::Decorator &decorator, const Object &function, Scope &scope);
  Object generatedConstruct(const std::shared_ptr<ClassObject> &type, const CallArguments &arguments,
                            SourceRange range);
  Object runBody(const FunctionObject &function, Scope &scope);
  void runClassBody(ClassObject &type, Scope &scope);
  /// An attribute found in a class, as seen through an instance: functions become bound methods, properties are called.
  Object bindToInstance(const Object &instance, const Object &found, SourceRange range);
  Object moduleAttribute(const Object &object, std::string_view name, SourceRange range);
  Object instanceAttribute(const Object &object, std::string_view name, SourceRange range);
  Object refuseChange(SourceRange range);
  /// Why assignments in the scope must not bind the name, if so.
  std::optional<Object> refuseBinding(std::string_view name, Scope &scope, SourceRange range);
  Object dispatchCall(const Object &callee, const CallArguments &arguments, SourceRange range);
  /// As `evaluate::makeText`; counts the text as steps, whatever becomes of it.
  Object countedText(const Object &value, bool isRepr, SourceRange range);
  std::optional<Object> callMethod(const Object &object, std::string_view method, std::vector<Object> arguments,
                                   SourceRange range);
  std::optional<Object> hoistDefinition(ModuleObject &module, std::string_view name);
  std::vector<const ast::FunctionDefStmt *> definitionsOf(const ast::Module &syntax, std::string_view name);

  ModuleLoader &loader;
  /// The expressions of `evaluateText`, which its values refer to.
  ast::Arena expressions;
  EvaluatorOptions evaluatorOptions;
  OpaqueOperations *opaqueOperations = nullptr;
  /// False when the module ends there.
  bool runModuleStatement(const ast::Stmt *stmt, Scope &globals);

  uint64_t stepsTaken = 0;
  uint64_t stepLimit = 0;
  uint64_t changeCount = 0;
  std::optional<Birth> protectedBefore;
  std::optional<SourceRange> refusedChange;
  /// Functions whose bodies are being run, and calls of anything that can be called.
  unsigned openFunctions = 0;
  unsigned openCalls = 0;
  /// Greater than zero while a `try` can catch what an import raises.
  unsigned openTries = 0;
  /// Modules that are being run; all but the first are imported by it.
  unsigned openModules = 0;
  std::vector<Frame *> frames;
  std::map<const SourceModule *, std::shared_ptr<ModuleObject>> modules;
  std::map<const ModuleObject *, const SourceModule *> sourceModules;
  std::vector<std::weak_ptr<ClassObject>> classes;
  std::map<std::string, Object, std::less<>> providedModules;
  std::map<std::string, std::shared_ptr<ClassObject>, std::less<>> providedClasses;
  std::vector<std::unique_ptr<Scope>> scopes;
  /// The functions of embedded modules that are attributes of `tl`, and the modules that define them.
  std::map<std::string_view, std::string, std::less<>> languageFunctions;
  std::set<std::pair<const ModuleObject *, std::string>> hoisting;
  std::map<const ast::Module *, std::map<std::string_view, std::vector<const ast::FunctionDefStmt *>>> functionsByName;
};

} // namespace tkc::evaluate

#endif // TKC_EVALUATE_EVALUATOR_H
