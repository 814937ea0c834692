// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Classes at compile time: plain ones, named tuples, enums, data classes, aggregates, exceptions.
#include "tkc/Evaluate/Evaluator.h"
#include "tkc/Evaluate/Operations.h"

#include <algorithm>

namespace tkc::evaluate {

using namespace ast;

static bool isOneOf(std::string_view name, std::initializer_list<std::string_view> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// Makes `type` inherit from what a base evaluates to.
static void addBase(ClassObject &type, const Object &base) {
  constexpr unsigned deepest = 100;
  if (base.is(ObjectKind::Class) && base.asClass().depth < deepest) {
    type.depth = std::max(type.depth, base.asClass().depth + 1);
    auto data = base.dataAs<ClassObject>();
    type.bases.push_back(data);
    type.flavor = type.flavor == ClassFlavor::Plain ? data->flavor : type.flavor;
    for (const ClassObject::Field &field : data->fields) {
      if (!type.fieldIndex(field.name)) {
        type.fields.push_back(field);
      }
    }
    return;
  }
  if (!base.isBuiltin()) {
    return;
  }
  if (isOneOf(base.builtinName(), {"enum.Enum", "enum.IntEnum", "enum.StrEnum", "enum.Flag", "enum.IntFlag"})) {
    type.flavor = ClassFlavor::Enum;
  } else if (base.builtinName() == "typing.NamedTuple") {
    type.flavor = ClassFlavor::NamedTuple;
  }
}

/// The annotated names of a class body, in order, are the fields of data classes and the like.
static void addFields(ClassObject &type, const Block &body) {
  for (const Stmt *stmt : body) {
    const auto *annotated = llvm::dyn_cast<AnnAssignStmt>(stmt);
    const auto *name = annotated ? llvm::dyn_cast<NameExpr>(annotated->target) : nullptr;
    if (!name || annotated->annotation->range.text().find("ClassVar") != std::string_view::npos) {
      continue;
    }
    ClassObject::Field field;
    field.name = name->name;
    field.annotation = annotated->annotation;
    if (const Object *value = annotated->value ? type.attributes.find(name->name) : nullptr) {
      bool isFactory = value->is(ObjectKind::Partial) && value->asPartial().callee.isBuiltin("dataclasses.field.value");
      field.defaultFactory = isFactory ? value->asPartial().arguments[0] : Object();
      field.defaultValue = isFactory ? std::nullopt : std::optional(*value);
    }
    std::optional<size_t> inherited = type.fieldIndex(field.name);
    if (inherited) {
      type.fields[*inherited] = field;
    } else {
      type.fields.push_back(field);
    }
  }
}

static bool isMemberValue(const Object &value) {
  return !value.isFunction() && !value.isBuiltin() && !value.is(ObjectKind::Class) && !value.isUnknown();
}

/// Turns the values of an enum's body into members.
static void makeMembers(const std::shared_ptr<ClassObject> &type) {
  int64_t nextAuto = 1;
  for (const std::string &name : std::vector<std::string>(type->attributes.names())) {
    Object value = *type->attributes.find(name);
    bool isAuto = value.isBuiltin("enum.auto()");
    if (name.substr(0, 2) == "__" || (!isAuto && !isMemberValue(value))) {
      continue;
    }
    value = isAuto ? Object::integer(nextAuto) : value;
    nextAuto = value.toInt64().value_or(nextAuto - 1) + 1;
    auto member = std::make_shared<InstanceObject>();
    member->type = type;
    member->attributes.set("name", Object::string(name));
    member->attributes.set("value", value);
    type->attributes.set(name, Object::instance(member));
  }
}

void Evaluator::runClassBody(ClassObject &type, Scope &scope) {
  auto inner = std::make_unique<Scope>();
  inner->kind = Scope::Kind::Class;
  inner->parent = &scope;
  inner->module = scope.module;
  inner->names.set("#qualified", Object::string(type.name));
  execute(type.definition->body, *inner);
  for (const std::string &name : inner->names.names()) {
    if (name.front() != '#') {
      type.attributes.set(name, *inner->names.find(name));
    }
  }
  retire(std::move(inner));
}

Object Evaluator::defineClass(const ClassDefStmt &definition, Scope &scope) {
  auto type = std::make_shared<ClassObject>();
  classes.push_back(type);
  type->name = definition.name.text;
  type->definition = &definition;
  type->module = scope.module;
  type->scope = &scope;
  capture(scope);
  for (const Argument &argument : definition.arguments) {
    if (argument.kind == ArgumentKind::Positional) {
      addBase(*type, evaluate(*argument.value, scope));
    }
  }
  if (!type->settleBases()) {
    return Object::unknown("the bases of `" + type->name + "` have no common order", definition.name.range,
                           "TypeError");
  }
  runClassBody(*type, scope);
  if (type->flavor == ClassFlavor::Enum) {
    makeMembers(type);
  } else {
    addFields(*type, definition.body);
  }
  Object result = Object::classObject(type);
  for (size_t i = definition.decorators.size(); i-- > 0;) {
    Object decorator = evaluate(*definition.decorators[i].expr, scope);
    Object decorated = call(decorator, {{result}, {}}, definition.decorators[i].range);
    result = decorated.is(ObjectKind::Class) ? decorated : result;
  }
  return result;
}

//===- Instances -------------------------------------------------------------------------------------------------===//

/// One value a field, from arguments, defaults and factories.
static std::vector<Object> fieldValues(Evaluator &evaluator, const ClassObject &type, const CallArguments &arguments,
                                       SourceRange range, Object &error) {
  std::vector<Object> values;
  for (size_t i = 0; i < type.fields.size(); ++i) {
    const ClassObject::Field &field = type.fields[i];
    if (const Object *given = arguments.get(i, field.name)) {
      values.push_back(*given);
    } else if (field.defaultValue) {
      values.push_back(*field.defaultValue);
    } else if (!field.defaultFactory.isNone()) {
      values.push_back(evaluator.call(field.defaultFactory, {}, range));
    } else {
      error = Object::unknown("`" + type.name + "` lacks a value for `" + field.name + "`", range, "TypeError");
      values.push_back(error);
    }
  }
  for (const NamedObject &keyword : arguments.keywords) {
    if (!type.fieldIndex(keyword.name)) {
      error = Object::unknown("`" + type.name + "` has no field `" + keyword.name + "`", range, "TypeError");
    }
  }
  if (arguments.positional.size() > type.fields.size()) {
    error = Object::unknown("`" + type.name + "` has " + std::to_string(type.fields.size()) + " fields, got " +
                                std::to_string(arguments.positional.size()) + " values",
                            range, "TypeError");
  }
  return values;
}

static Object findMember(const ClassObject &type, const Object &value, SourceRange range) {
  for (const std::string &name : type.attributes.names()) {
    const Object &member = *type.attributes.find(name);
    if (!member.is(ObjectKind::Instance)) {
      continue;
    }
    const Object *memberValue = member.asInstance().attributes.find("value");
    if (member.isSame(value) || (memberValue && areEqual(*memberValue, value))) {
      return member;
    }
  }
  return Object::unknown(brief(value) + " is no value of `" + type.name + "`", range, "ValueError");
}

static Object makeException(const std::shared_ptr<ClassObject> &type, const CallArguments &arguments) {
  auto instance = std::make_shared<InstanceObject>();
  instance->type = type;
  instance->attributes.set("args", Object::tuple(arguments.positional));
  return Object::instance(instance);
}

Object Evaluator::generatedConstruct(const std::shared_ptr<ClassObject> &type, const CallArguments &arguments,
                                     SourceRange range) {
  Object error;
  std::vector<Object> values = fieldValues(*this, *type, arguments, range, error);
  if (error.isUnknown()) {
    return error;
  }
  if (type->flavor == ClassFlavor::NamedTuple) {
    return Object::namedTuple(type, std::move(values));
  }
  auto instance = std::make_shared<InstanceObject>();
  instance->type = type;
  for (size_t i = 0; i < values.size(); ++i) {
    instance->attributes.set(type->fields[i].name, values[i]);
  }
  Object result = Object::instance(instance);
  if (const Object *postInit = type->find("__post_init__")) {
    Object outcome = call(*postInit, {{result}, {}}, range);
    return outcome.isUnknown() ? outcome : result;
  }
  return result;
}

Object Evaluator::construct(const std::shared_ptr<ClassObject> &type, const CallArguments &arguments,
                            SourceRange range) {
  if (type->flavor == ClassFlavor::Enum) {
    return findMember(*type, arguments.positional.empty() ? Object() : arguments.positional[0], range);
  }
  const Object *init = type->find("__init__");
  if (!init && type->flavor == ClassFlavor::Exception) {
    return makeException(type, arguments);
  }
  if (!init && type->flavor != ClassFlavor::Plain) {
    return generatedConstruct(type, arguments, range);
  }
  auto instance = std::make_shared<InstanceObject>();
  instance->type = type;
  Object result = Object::instance(instance);
  if (init) {
    CallArguments all = arguments;
    all.positional.insert(all.positional.begin(), result);
    Object outcome = call(*init, all, range);
    return outcome.isUnknown() ? outcome : result;
  }
  bool hasArguments = !arguments.positional.empty() || !arguments.keywords.empty();
  return hasArguments ? Object::unknown("`" + type->name + "` takes no arguments", range, "TypeError") : result;
}

//===- Provided classes ------------------------------------------------------------------------------------------===//

std::shared_ptr<ClassObject> Evaluator::providedClass(const std::string &name,
                                                      const std::function<void(ClassObject &)> &make) {
  std::shared_ptr<ClassObject> &place = providedClasses[name];
  if (!place) {
    Birth::Ancient ancient;
    auto type = std::make_shared<ClassObject>();
    type->name = name;
    place = type;
    if (make) {
      make(*type);
    }
    return type;
  }
  return place;
}

Object Evaluator::record(const std::string &className, const std::vector<NamedObject> &attributes) {
  auto instance = std::make_shared<InstanceObject>();
  instance->type = providedClass(className);
  for (const NamedObject &entry : attributes) {
    instance->attributes.set(entry.name, entry.value);
  }
  return Object::instance(instance);
}

namespace {

struct ExceptionRow {
  std::string_view name;
  std::string_view base;
};

} // namespace

static constexpr ExceptionRow exceptionRows[] = {
    {"BaseException", ""},
    {"Exception", "BaseException"},
    {"ArithmeticError", "Exception"},
    {"AssertionError", "Exception"},
    {"AttributeError", "Exception"},
    {"ImportError", "Exception"},
    {"IndexError", "LookupError"},
    {"KeyError", "LookupError"},
    {"LookupError", "Exception"},
    {"ModuleNotFoundError", "ImportError"},
    {"NameError", "Exception"},
    {"NotImplementedError", "RuntimeError"},
    {"OSError", "Exception"},
    {"OverflowError", "ArithmeticError"},
    {"RecursionError", "RuntimeError"},
    {"RuntimeError", "Exception"},
    {"StopIteration", "Exception"},
    {"SyntaxError", "Exception"},
    {"TimeoutError", "OSError"},
    {"TypeError", "Exception"},
    {"UnboundLocalError", "NameError"},
    {"ValueError", "Exception"},
    {"ZeroDivisionError", "ArithmeticError"},
};

std::shared_ptr<ClassObject> Evaluator::exceptionClass(std::string_view name) {
  for (const ExceptionRow &row : exceptionRows) {
    if (row.name == name) {
      return providedClass(std::string(name), [&](ClassObject &type) {
        type.flavor = ClassFlavor::Exception;
        if (!row.base.empty()) {
          type.bases.push_back(exceptionClass(row.base));
          type.settleBases();
        }
      });
    }
  }
  return nullptr;
}

bool Evaluator::isException(const UnknownObject &unknown, const ClassObject &type) {
  if (unknown.exceptionValue.is(ObjectKind::Instance)) {
    return unknown.exceptionValue.asInstance().type->isSubclassOf(type);
  }
  std::shared_ptr<ClassObject> raised = exceptionClass(unknown.exception);
  return raised && raised->isSubclassOf(type);
}

} // namespace tkc::evaluate
