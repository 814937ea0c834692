// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Names, operators that classes define, budgets, and the life of modules and scopes.
#include "tkc/Evaluate/Evaluator.h"

#include "tkc/Evaluate/Operations.h"
#include "tkc/Parse/Parse.h"

#include <algorithm>

#include "BuiltinTables.h"

namespace tkc::evaluate {

using ast::BinaryOp;
using ast::CompareOp;
using ast::UnaryOp;

Evaluator::Evaluator(ModuleLoader &loader, EvaluatorOptions options)
    : loader(loader), evaluatorOptions(std::move(options)), stepLimit(evaluatorOptions.maximalSteps) {
  takeLooks(); // those of the thread's other evaluators are not for this one
}

/// Objects may own each other in circles; what starts the circles is emptied.
Evaluator::~Evaluator() {
  for (auto &[source, module] : modules) {
    module->globals->names = {};
  }
  for (const std::weak_ptr<ClassObject> &weak : classes) {
    if (std::shared_ptr<ClassObject> type = weak.lock()) {
      type->attributes = {};
      type->fields.clear();
    }
  }
}

uint64_t Evaluator::steps() {
  constexpr uint64_t looksAStep = 16;
  stepsTaken += takeLooks() / looksAStep;
  return stepsTaken;
}

bool Evaluator::takeStep() {
  stepsTaken = steps() + 1;
  return !isExhausted();
}

void Evaluator::charge(const Object &value) {
  if (value.isInt()) {
    stepsTaken += value.asInteger().bits().getBitWidth() / 64 - 1;
  } else if (value.isString()) {
    stepsTaken += value.asString().size() / 16;
  } else if (value.isSequence()) {
    stepsTaken += value.items().size();
  } else if (value.isUnknown() && value.asUnknown().exception == "OverflowError") {
    // What turned out too large while it was made.
    stepsTaken += maximalSequenceLength / 16;
  } else if (value.is(ObjectKind::Dict) || value.is(ObjectKind::Set)) {
    stepsTaken += *lengthOf(value);
  }
}

void Evaluator::chargeLook(const Object &value) {
  constexpr size_t bytesAStep = 64, itemsAStep = 16;
  if (value.isString()) {
    stepsTaken += value.asString().size() / bytesAStep;
  } else if (value.isSequence()) {
    stepsTaken += value.items().size() / itemsAStep;
  } else if (value.is(ObjectKind::Dict) || value.is(ObjectKind::Set)) {
    stepsTaken += *lengthOf(value);
  }
}

Scope &Evaluator::newScope(Scope::Kind kind, Scope *parent, ModuleObject *module) {
  scopes.push_back(std::make_unique<Scope>());
  Scope &scope = *scopes.back();
  scope.kind = kind;
  scope.parent = parent;
  scope.module = module;
  return scope;
}

OpaqueOperations *Evaluator::setOpaqueOperations(OpaqueOperations *operations) {
  OpaqueOperations *before = opaqueOperations;
  opaqueOperations = operations;
  return before;
}

//===- Names -----------------------------------------------------------------------------------------------------===//

namespace {

struct ExtraName {
  std::string_view name;
  std::string_view meaning;
};

} // namespace

/// What `.tk` files know without import; a dot at the end tells a module.
static constexpr ExtraName tkNames[] = {
    {"tl", "triton.language."},
    {"triton", "triton."},
    {"libdevice", "triton.language.extra.libdevice."},
    {"math", "math."},
    {"tkc", "tkc."},
    {"jit", "triton.jit"},
    {"kernel", "triton.jit"},
    {"autotune", "triton.autotune"},
    {"heuristics", "triton.heuristics"},
    {"constexpr_function", "triton.constexpr_function"},
    {"Config", "triton.Config"},
    {"cdiv", "triton.cdiv"},
    {"next_power_of_2", "triton.next_power_of_2"},
    {"constexpr", "tl.constexpr"},
};

static std::optional<Object> tkName(std::string_view name) {
  for (const ExtraName &row : tkNames) {
    if (row.name != name) {
      continue;
    }
    if (row.meaning.back() != '.') {
      return Object::builtin(row.meaning);
    }
    auto module = std::make_shared<ModuleObject>();
    module->name = row.meaning.substr(0, row.meaning.size() - 1);
    return Object::module(module);
  }
  return std::nullopt;
}

/// Builtins of Python that make sense only in the host program.
static constexpr std::string_view hostBuiltinNames[] = {
    "bytearray", "bytes", "compile", "complex",    "delattr", "dir",   "eval", "exec",       "globals",
    "id",        "input", "locals",  "memoryview", "open",    "super", "vars", "__import__", "breakpoint"};

std::optional<Object> Evaluator::builtinName(std::string_view name, const ModuleObject *module) const {
  // Qualified names are no names of the source.
  if (name.find('.') == std::string_view::npos && findBuiltin(name)) {
    return Object::builtin(name);
  }
  if (name == "NotImplemented") {
    return Object::notImplemented();
  }
  for (std::string_view host : hostBuiltinNames) {
    if (name == host) {
      return hostBuiltin(name);
    }
  }
  const SourceModule *source = sourceOf(module);
  return source && source->isTk() ? tkName(name) : std::nullopt;
}

Object Evaluator::readName(const ast::NameExpr &name, Scope &scope) {
  if (Object *value = scope.find(name.name)) {
    return *value;
  }
  if (std::optional<Object> hoisted = hoistDefinition(*scope.module, name.name)) {
    return *hoisted;
  }
  if (std::optional<Object> builtin = builtinName(name.name, scope.module)) {
    return *builtin;
  }
  if (std::shared_ptr<ClassObject> exception = exceptionClass(name.name)) {
    return Object::classObject(exception);
  }
  return Object::unknown("the name `" + std::string(name.name) + "` is not defined", name.range, "NameError");
}

//===- Modules ---------------------------------------------------------------------------------------------------===//

const SourceModule *Evaluator::sourceOf(const ModuleObject *module) const {
  auto place = sourceModules.find(module);
  return place == sourceModules.end() ? nullptr : place->second;
}

std::shared_ptr<ModuleObject> Evaluator::evaluateModule(const SourceModule &source) {
  std::shared_ptr<ModuleObject> &place = modules[&source];
  if (place) {
    return place;
  }
  auto module = std::make_shared<ModuleObject>();
  place = module;
  sourceModules[module.get()] = &source;
  // A module runs once, whoever is the first to import it.
  Protection none(*this, std::nullopt);
  Birth::Ancient ancient;
  runModule(module, source);
  return module;
}

bool Evaluator::runModuleStatement(const ast::Stmt *stmt, Scope &globals) {
  uint64_t outerLimit = stepLimit, before = steps();
  // What a module imports leaves some steps for the module itself.
  uint64_t most = evaluatorOptions.maximalSteps / (openModules > 1 ? 4 : 1) * (openModules > 1 ? 3 : 1);
  stepLimit = std::min(most, stepsTaken + evaluatorOptions.maximalStepsOfStatement);
  bool isNormal = execute(ast::Block(&stmt, 1), globals).isNormal();
  // The statement around an import does not pay for the module.
  stepLimit = std::min(evaluatorOptions.maximalSteps, outerLimit + (steps() - before));
  return isNormal;
}

void Evaluator::runModule(const std::shared_ptr<ModuleObject> &module, const SourceModule &source) {
  module->name = source.name;
  module->path = source.path;
  module->syntax = source.syntax.get();
  module->isPackage = source.isPackage;
  module->globals = std::make_shared<Scope>();
  module->globals->module = module.get();
  module->globals->names.set("__name__", Object::string(source.name));
  module->globals->names.set("__file__", Object::string(source.path));
  if (!source.syntax) {
    return;
  }
  // A module runs as if nothing were around it, also when a function or a `try` imports it.
  std::vector<Frame *> outerFrames;
  outerFrames.swap(frames);
  unsigned outerTries = openTries;
  openTries = 0;
  ++openModules;
  for (const ast::Stmt *stmt : source.syntax->body) {
    if (!runModuleStatement(stmt, *module->globals)) {
      break;
    }
  }
  --openModules;
  openTries = outerTries;
  frames.swap(outerFrames);
}

/// The functions of a module that have the name, in their order.
std::vector<const ast::FunctionDefStmt *> Evaluator::definitionsOf(const ast::Module &syntax, std::string_view name) {
  auto [entry, isNew] = functionsByName.try_emplace(&syntax);
  if (isNew) {
    for (const ast::Stmt *stmt : syntax.body) {
      if (const auto *function = llvm::dyn_cast<ast::FunctionDefStmt>(stmt)) {
        entry->second[function->name.text].push_back(function);
      }
    }
  }
  auto functions = entry->second.find(name);
  return functions == entry->second.end() ? std::vector<const ast::FunctionDefStmt *>() : functions->second;
}

/// Defines a function or class of a module that is still being run (circles of imports), or that uses a name above its
/// definition, as Python would find it later.
std::optional<Object> Evaluator::hoistDefinition(ModuleObject &module, std::string_view name) {
  if (!module.syntax) {
    return std::nullopt;
  }
  std::vector<const ast::FunctionDefStmt *> definitions = definitionsOf(*module.syntax, name);
  if (definitions.empty() || !hoisting.emplace(&module, name).second) {
    return std::nullopt;
  }
  std::optional<Object> result;
  Birth::Ancient ancient;
  for (const ast::FunctionDefStmt *definition : definitions) {
    result = defineFunction(*definition, *module.globals);
    module.globals->names.set(name, *result);
  }
  hoisting.erase({&module, std::string(name)});
  return result;
}

//===- Operators -------------------------------------------------------------------------------------------------===//

static const ClassObject *classOf(const Object &object) {
  if (object.is(ObjectKind::Instance)) {
    return object.asInstance().type.get();
  }
  return object.isTuple() ? object.asTuple().type.get() : nullptr;
}

std::optional<Object> Evaluator::callMethod(const Object &object, std::string_view method,
                                            std::vector<Object> arguments, SourceRange range) {
  const ClassObject *type = classOf(object);
  const Object *found = type ? type->find(method) : nullptr;
  if (!found) {
    return std::nullopt;
  }
  arguments.insert(arguments.begin(), object);
  Object result = call(*found, {std::move(arguments), {}}, range);
  return result.is(ObjectKind::NotImplemented) ? std::nullopt : std::optional(result);
}

namespace {

struct OperatorName {
  std::string_view plain;
  std::string_view reflected;
};

} // namespace

static OperatorName operatorName(BinaryOp op) {
  switch (op) {
  case BinaryOp::Add:
    return {"__add__", "__radd__"};
  case BinaryOp::Sub:
    return {"__sub__", "__rsub__"};
  case BinaryOp::Mul:
    return {"__mul__", "__rmul__"};
  case BinaryOp::MatMul:
    return {"__matmul__", "__rmatmul__"};
  case BinaryOp::Div:
    return {"__truediv__", "__rtruediv__"};
  case BinaryOp::FloorDiv:
    return {"__floordiv__", "__rfloordiv__"};
  case BinaryOp::Mod:
    return {"__mod__", "__rmod__"};
  case BinaryOp::Pow:
    return {"__pow__", "__rpow__"};
  case BinaryOp::LShift:
    return {"__lshift__", "__rlshift__"};
  case BinaryOp::RShift:
    return {"__rshift__", "__rrshift__"};
  case BinaryOp::BitOr:
    return {"__or__", "__ror__"};
  case BinaryOp::BitXor:
    return {"__xor__", "__rxor__"};
  case BinaryOp::BitAnd:
    return {"__and__", "__rand__"};
  }
  return {};
}

static OperatorName operatorName(CompareOp op) {
  switch (op) {
  case CompareOp::Eq:
    return {"__eq__", "__eq__"};
  case CompareOp::NotEq:
    return {"__ne__", "__ne__"};
  case CompareOp::Lt:
    return {"__lt__", "__gt__"};
  case CompareOp::LtE:
    return {"__le__", "__ge__"};
  case CompareOp::Gt:
    return {"__gt__", "__lt__"};
  case CompareOp::GtE:
    return {"__ge__", "__le__"};
  default:
    return {};
  }
}

/// What stands for an operation on a name of the host program; nothing when both sides are such names, which compare by
/// their names.
static std::optional<Object> hostOperand(const Object &left, const Object &right, SourceRange range) {
  if (isHostBuiltin(left) == isHostBuiltin(right)) {
    return std::nullopt;
  }
  const Object &host = isHostBuiltin(left) ? left : right;
  return Object::unknown(describeHost(host.builtinName()), range);
}

/// A member of an enum stands for its value where its class says so (IntEnum).
static Object enumValue(const Object &object) {
  bool isMember = object.is(ObjectKind::Instance) && object.asInstance().type->flavor == ClassFlavor::Enum;
  const Object *value = isMember ? object.asInstance().attributes.find("value") : nullptr;
  return value ? *value : object;
}

/// True if opaque operations are to be asked about the operands.
static bool isOpaquePair(const Object &left, const Object &right) {
  return (left.isOpaque() || right.isOpaque()) && !left.isUnknown() && !right.isUnknown();
}

Object Evaluator::unary(UnaryOp op, const Object &operand, SourceRange range) {
  if (isHostBuiltin(operand)) {
    return Object::unknown(describeHost(operand.builtinName()), range);
  }
  if (op == UnaryOp::Not) {
    if (std::optional<bool> isTrue = truth(operand)) {
      return Object::boolean(!*isTrue);
    }
  }
  std::string_view method = op == UnaryOp::Minus ? "__neg__" : op == UnaryOp::Plus ? "__pos__" : "__invert__";
  if (std::optional<Object> result = callMethod(operand, method, {}, range)) {
    return *result;
  }
  if (opaqueOperations && operand.isOpaque()) {
    if (std::optional<Object> result = opaqueOperations->unary(op, operand, range)) {
      return *result;
    }
  }
  return ExpressionEvaluator::unary(op, enumValue(operand), range);
}

/// How many products of words an operator of two integers takes; the others take as long as their result is.
static uint64_t wordProducts(BinaryOp op, const Object &left, const Object &right, const Object &result) {
  if (!left.isInt() || !right.isInt()) {
    return 0;
  }
  switch (op) {
  case BinaryOp::Mul:
  case BinaryOp::FloorDiv:
  case BinaryOp::Mod:
    return left.asInteger().words() * right.asInteger().words();
  case BinaryOp::Pow:
    return result.isInt() ? result.asInteger().words() * result.asInteger().words() : 0;
  default:
    return 0;
  }
}

Object Evaluator::binary(BinaryOp op, const Object &left, const Object &right, SourceRange range) {
  OperatorName name = operatorName(op);
  if (std::optional<Object> result = callMethod(left, name.plain, {right}, range)) {
    return *result;
  }
  if (std::optional<Object> result = callMethod(right, name.reflected, {left}, range)) {
    return *result;
  }
  if (std::optional<Object> unknown = hostOperand(left, right, range)) {
    return *unknown;
  }
  if (opaqueOperations && isOpaquePair(left, right)) {
    if (std::optional<Object> result = opaqueOperations->binary(op, left, right, range)) {
      return *result;
    }
  }
  Object leftValue = enumValue(left), rightValue = enumValue(right);
  auto textOf = [&](const Object &value, bool isRepr) { return text(value, isRepr, range); };
  bool isFormat = op == BinaryOp::Mod && leftValue.isString() && !rightValue.isUnknown();
  if (isFormat) { // a format that fails has looked at both, too
    chargeLook(leftValue);
    chargeLook(rightValue);
  }
  Object result = isFormat ? percentFormat(leftValue.asString(), rightValue, textOf, range)
                           : ExpressionEvaluator::binary(op, leftValue, rightValue, range);
  // Other operators refuse what is too large before they make it.
  if (isFormat || !result.isUnknown()) {
    charge(result);
    chargeProducts(wordProducts(op, leftValue, rightValue, result));
  }
  return result;
}

/// What a method that makes text has given.
static Object checkedText(Object text, std::string_view method, SourceRange range) {
  return text.isString() || text.isUnknown()
             ? text
             : Object::unknown(std::string(method) + " returned a value of type '" + typeName(text) + "', not a str",
                               range, "TypeError");
}

Object Evaluator::countedText(const Object &value, bool isRepr, SourceRange range) {
  Object text = makeText(value, isRepr, range);
  value.isString() ? chargeLook(value) : charge(text);
  return text;
}

Object Evaluator::text(const Object &value, bool isRepr, SourceRange range) {
  if (!value.is(ObjectKind::Instance)) {
    return countedText(value, isRepr, range);
  }
  // Exceptions and members of enumerations have a `__str__` that does not ask `__repr__`.
  ClassFlavor flavor = value.asInstance().type->flavor;
  bool isReprAsked = isRepr || (flavor != ClassFlavor::Enum && flavor != ClassFlavor::Exception);
  std::optional<Object> text = isRepr ? std::nullopt : callMethod(value, "__str__", {}, range);
  if (text) {
    return checkedText(*text, "__str__", range);
  }
  text = isReprAsked ? callMethod(value, "__repr__", {}, range) : std::nullopt;
  return text ? checkedText(*text, "__repr__", range) : countedText(value, isRepr, range);
}

Object Evaluator::format(const Object &value, std::string_view spec, SourceRange range) {
  chargeLook(Object::string(std::string(spec)));
  if (!value.is(ObjectKind::Instance)) {
    chargeLook(value);
    return spec.empty() ? text(value, /*isRepr=*/false, range) : evaluate::format(value, spec, range);
  }
  if (std::optional<Object> text = callMethod(value, "__format__", {Object::string(std::string(spec))}, range)) {
    return checkedText(*text, "__format__", range);
  }
  bool isMember = value.asInstance().type->flavor == ClassFlavor::Enum;
  Object whole = spec.empty() || isMember ? text(value, /*isRepr=*/false, range) : value;
  Object result = whole.isUnknown() ? whole : evaluate::format(whole, spec, range);
  Object number = enumValue(value);
  return result.isUnknown() && number.isNumber() ? evaluate::format(number, spec, range) : result;
}

Object Evaluator::compare(CompareOp op, const Object &left, const Object &right, SourceRange range) {
  bool isMembership = op == CompareOp::In || op == CompareOp::NotIn;
  if (isMembership) {
    std::optional<Object> result = right.isBuiltin()
                                       ? callBuiltin(right.builtinName() + ".__contains__", {{left}, {}}, range)
                                       : callMethod(right, "__contains__", {left}, range);
    if (result) {
      return op == CompareOp::In ? *result : unary(UnaryOp::Not, *result, range);
    }
  }
  OperatorName name = operatorName(op);
  if (!name.plain.empty()) {
    if (std::optional<Object> result = callMethod(left, name.plain, {right}, range)) {
      return *result;
    }
    if (std::optional<Object> result = callMethod(right, name.reflected, {left}, range)) {
      return *result;
    }
  }
  if (opaqueOperations && !name.plain.empty() && isOpaquePair(left, right)) {
    if (std::optional<Object> result = opaqueOperations->compare(op, left, right, range)) {
      return *result;
    }
  }
  std::optional<Object> unknown = isMembership ? std::nullopt : hostOperand(left, right, range);
  if (unknown) {
    return *unknown;
  }
  bool isIdentity = op == CompareOp::Is || op == CompareOp::IsNot;
  bool isLookup = isMembership && (right.is(ObjectKind::Dict) || right.is(ObjectKind::Set));
  bool isSame = left.isSame(right) && (op == CompareOp::Eq || op == CompareOp::NotEq);
  if (!isIdentity && !isLookup && !isSame) {
    chargeLook(right);
  }
  bool isOrdering = op >= CompareOp::Lt && op <= CompareOp::GtE;
  return isOrdering ? ExpressionEvaluator::compare(op, enumValue(left), enumValue(right), range)
                    : ExpressionEvaluator::compare(op, left, right, range);
}

Object Evaluator::index(const Object &object, const Object &index, SourceRange range) {
  if (std::optional<Object> result = callMethod(object, "__getitem__", {index}, range)) {
    return *result;
  }
  if (opaqueOperations && object.isOpaque() && !index.isUnknown()) {
    if (std::optional<Object> result = opaqueOperations->index(object, index, range)) {
      return *result;
    }
  }
  // `Callable[[int], str]`, `list[int]`
  if (object.isBuiltin()) {
    std::optional<Object> item = callBuiltin(object.builtinName() + ".__getitem__", {{index}, {}}, range);
    return item ? *item : object;
  }
  bool hasFactory = object.is(ObjectKind::Dict) && !object.asDict().defaultFactory.isNone();
  if (hasFactory && isHashable(index) && !object.asDict().entries.contains(index)) {
    Object value = call(object.asDict().defaultFactory, {}, range);
    if (std::optional<Object> refused = beginChange(object, range)) {
      return *refused;
    }
    object.asDict().entries.set(index, value);
    return value;
  }
  if (object.isString()) {
    chargeLook(object);
  }
  Object result = ExpressionEvaluator::index(object, index, range);
  if (index.is(ObjectKind::Slice)) {
    charge(result);
  }
  return result;
}

Object Evaluator::assignIndex(const Object &object, const Object &index, const Object &value, SourceRange range) {
  if (std::optional<Object> result = callMethod(object, "__setitem__", {index, value}, range)) {
    return *result;
  }
  if (std::optional<Object> refused = beginChange(object, range)) {
    return *refused;
  }
  return ExpressionEvaluator::assignIndex(object, index, value, range);
}

std::optional<Object> Evaluator::beginChange(const Object &object, SourceRange range) {
  ++changeCount;
  std::shared_ptr<ObjectData> data = object.data();
  bool isProtected = protectedBefore && data && data->birth < *protectedBefore;
  return isProtected ? std::optional<Object>(refuseChange(range)) : std::nullopt;
}

Object Evaluator::refuseChange(SourceRange range) {
  refusedChange = refusedChange ? refusedChange : std::optional(range);
  return Object::unknown("a compile-time object can't change under a run-time condition", range);
}

std::optional<Object> Evaluator::refuseBinding(std::string_view name, Scope &scope, SourceRange range) {
  const Scope &target = scope.scopeOfAssignment(name);
  if (target.isMirror) {
    return Object::unknown("`" + std::string(name) +
                               "` is a name of the kernel, which evaluated functions can't assign",
                           range, "NameError");
  }
  bool isProtected = protectedBefore && target.birth < *protectedBefore;
  return isProtected ? std::optional<Object>(refuseChange(range)) : std::nullopt;
}

Object Evaluator::assignName(std::string_view name, const Object &value, Scope &scope, SourceRange range) {
  if (std::optional<Object> refused = refuseBinding(name, scope, range)) {
    return *refused;
  }
  scope.assign(name, value);
  return Object::none();
}

Object Evaluator::unbindName(std::string_view name, Scope &scope, SourceRange range) {
  if (std::optional<Object> refused = refuseBinding(name, scope, range)) {
    return *refused;
  }
  scope.scopeOfAssignment(name).names.erase(name);
  return Object::none();
}

Object Evaluator::bindName(const ast::NameExpr &name, const Object &value, Scope &scope) {
  return assignName(name.name, value, scope, name.range);
}

std::optional<bool> Evaluator::truth(const Object &object) {
  if (isHostBuiltin(object) || (object.is(ObjectKind::Module) && object.asModule().isHost)) {
    return std::nullopt;
  }
  for (std::string_view method : {"__bool__", "__len__"}) {
    if (std::optional<Object> result = callMethod(object, method, {}, {})) {
      return truthOf(*result);
    }
  }
  return truthOf(object);
}

Object Evaluator::undecidedBoolOp(bool isAnd, const Object &left, const ast::Expr &right, Scope &scope) {
  if (opaqueOperations && left.isOpaque()) {
    Protection protection(*this, Birth::now()); // the operand is evaluated whether it is needed or not
    Object other = evaluate(right, scope);
    std::optional<Object> result =
        other.isUnknown() ? other : opaqueOperations->logical(isAnd, left, other, right.range);
    if (result) {
      return *result;
    }
  }
  return ExpressionEvaluator::undecidedBoolOp(isAnd, left, right, scope);
}

Object Evaluator::undecidedConditional(const ast::ConditionalExpr &expr, const Object &condition, Scope &scope) {
  if (opaqueOperations && condition.isOpaque()) {
    Protection protection(*this, Birth::now());
    Object whenTrue = evaluate(*expr.thenValue, scope);
    Object whenFalse = evaluate(*expr.elseValue, scope);
    bool isKnown = !whenTrue.isUnknown() && !whenFalse.isUnknown();
    std::optional<Object> result =
        isKnown ? opaqueOperations->select(condition, whenTrue, whenFalse, expr.range) : std::nullopt;
    if (result) {
      return *result;
    }
  }
  return ExpressionEvaluator::undecidedConditional(expr, condition, scope);
}

std::optional<std::vector<Object>> Evaluator::items(const Object &object, SourceRange range) {
  if (std::optional<Object> result = callMethod(object, "__iter__", {}, range)) {
    return iterate(*result);
  }
  std::optional<std::vector<Object>> result = iterate(object);
  stepsTaken += result ? result->size() : 0;
  return result;
}

Object Evaluator::evaluateText(const SourceBuffer &text, Scope &scope) {
  DiagnosticEngine problems;
  const ast::Expr *expr = parse::parseExpression(text, expressions, problems);
  if (!expr || problems.hasErrors()) {
    return Object::unknown("it is no expression", {&text, 0, text.size()}, "SyntaxError");
  }
  return evaluate(*expr, scope);
}

} // namespace tkc::evaluate
