// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernel metadata from JSON text, with nothing taken on trust: launching with a wrong layout would corrupt memory.
#include "tkc/LaunchExpr/Json.h"
#include "tkc/Runtime/Metadata.h"

#include <cmath>
#include <set>

#include "ObjectReader.h"

namespace tkc::runtime {

using nlohmann::ordered_json;

namespace {
/// What every part of the document is read with.
struct ReadContext {
  ReadProblem problem;
  size_t fileCount = 0;
};
} // namespace

static std::string indexed(const std::string &place, size_t index) { return place + "[" + std::to_string(index) + "]"; }

static ConstantValue readConstant(const ordered_json &json, const std::string &place, ReadProblem &problem) {
  if (json.is_null()) {
    return {};
  }
  if (json.is_boolean()) {
    return ConstantValue::ofBool(json.get<bool>());
  }
  if (json.is_number_unsigned() && json.get<uint64_t>() > uint64_t(INT64_MAX)) {
    problem.report(place, "does not fit into 64 bits");
    return {};
  }
  if (json.is_number_integer()) {
    return ConstantValue::ofInteger(json.get<int64_t>());
  }
  if (json.is_number_float()) {
    return ConstantValue::ofReal(json.get<double>());
  }
  if (json.is_string()) {
    return ConstantValue::ofText(json.get<std::string>());
  }
  std::string special = json.is_object() && json.size() == 1 && json.contains("float") && json["float"].is_string()
                            ? json["float"].get<std::string>()
                            : "";
  if (special == "nan" || special == "inf" || special == "-inf") {
    return ConstantValue::ofReal(special == "nan" ? NAN : special == "inf" ? INFINITY : -INFINITY);
  }
  problem.report(place, "expects null, a bool, a number, a string or a special float");
  return {};
}

static launch::Expression readExpression(const ordered_json &json, const std::string &place, ReadProblem &problem) {
  Result<launch::Expression> expression = launch::fromJson(json);
  if (!expression) {
    problem.report(place, expression.error());
    return {};
  }
  return *expression;
}

static ParameterKind readParameterKind(ObjectReader &reader) {
  std::string kind = reader.takeText("kind");
  if (kind != "pointer" && kind != "scalar" && kind != "constexpr") {
    reader.report("kind", "expects pointer, scalar or constexpr, got `" + kind + "`");
  }
  return kind == "pointer"  ? ParameterKind::Pointer
         : kind == "scalar" ? ParameterKind::Scalar
                            : ParameterKind::Constexpr;
}

static data::ElementType readType(ObjectReader &reader, ParameterKind kind) {
  std::string text = reader.takeText("type");
  bool isPointer = kind == ParameterKind::Pointer;
  std::optional<data::ElementType> type;
  if (isPointer == (text.substr(0, 1) == "*")) {
    type = data::parseElementType(text.substr(isPointer ? 1 : 0));
  }
  if (!type) {
    reader.report("type", "expects a " + std::string(isPointer ? "pointer" : "scalar") + " type, got `" + text + "`");
  }
  return type.value_or(data::ElementType::I32);
}

static void readPlacement(ObjectReader &reader, Parameter &parameter) {
  std::string cType = reader.takeText("c_type");
  if (cType != parameter.cTypeName()) {
    reader.report("c_type", "expects `" + parameter.cTypeName() + "`, got `" + cType + "`");
  }
  parameter.divisibility = reader.takeInteger("divisibility", 1);
  parameter.offsetInBytes = reader.takeInteger("offset");
  parameter.sizeInBytes = reader.takeInteger("size", 1);
}

static Parameter readParameter(const ordered_json &json, const std::string &place, ReadProblem &problem) {
  ObjectReader reader(json, place, problem);
  Parameter parameter;
  parameter.name = reader.takeText("name");
  parameter.kind = readParameterKind(reader);
  if (parameter.kind != ParameterKind::Constexpr) {
    parameter.type = readType(reader, parameter.kind);
  }
  if (parameter.kind == ParameterKind::Pointer) {
    parameter.isConst = reader.takeBool("const");
    parameter.isNoAlias = reader.has("noalias") && reader.takeBool("noalias");
  }
  if (parameter.kind == ParameterKind::Constexpr || reader.has("value")) {
    parameter.value = readConstant(reader.take("value"), reader.placeOf("value"), problem);
  } else {
    readPlacement(reader, parameter);
  }
  reader.finish();
  return parameter;
}

static std::vector<launch::Expression> readExpressions(ObjectReader &reader, const char *key, ReadProblem &problem) {
  std::vector<launch::Expression> expressions;
  const ordered_json &items = reader.takeArray(key);
  for (size_t i = 0; i < items.size(); ++i) {
    expressions.push_back(readExpression(items[i], reader.placeOf(indexed(key, i)), problem));
  }
  return expressions;
}

static TensorMapParameter readTensorMap(ObjectReader &reader, ReadProblem &problem) {
  TensorMapParameter map;
  map.pointer = reader.takeText("pointer");
  std::string type = reader.takeText("type");
  if (std::optional<data::ElementType> known = data::parseElementType(type)) {
    map.type = *known;
  } else {
    reader.report("type", "`" + type + "` is no element type");
  }
  map.dimensions = readExpressions(reader, "dims", problem);
  map.stridesInBytes = readExpressions(reader, "strides", problem);
  for (const ordered_json &size : reader.takeArray("box")) {
    constexpr int64_t largestBox = 256;
    bool isSize = size.is_number_unsigned() && size.get<uint64_t>() >= 1 && size.get<uint64_t>() <= largestBox;
    if (!isSize) {
      reader.report("box", "expects sizes from 1 to 256");
    }
    map.box.push_back(isSize ? size.get<int64_t>() : 1);
  }
  map.swizzleBytes = reader.takeInteger("swizzle", 0, 128);
  size_t rank = map.dimensions.size();
  constexpr size_t largestRank = 5;
  if (rank == 0 || rank > largestRank || map.box.size() != rank || map.stridesInBytes.size() + 1 != rank) {
    reader.report("dims", "expects one to five dimensions, as many sizes in `box`, and one stride less");
  }
  return map;
}

static FaultReportParameter readFaultReportParameter(ObjectReader &reader) {
  FaultReportParameter report;
  for (const ordered_json &array : reader.takeArray("arrays")) {
    if (!array.is_string()) {
      reader.report("arrays", "expects names");
      continue;
    }
    report.arrays.push_back(array.get<std::string>());
  }
  for (const ordered_json &site : reader.takeArray("sites")) {
    bool isRow = site.is_array() && site.size() == 4 && site[0].is_number_unsigned() && site[1].is_string() &&
                 site[2].is_number_unsigned() && site[3].is_number_integer() && site[3].get<int64_t>() >= -1 &&
                 site[3].get<int64_t>() < int64_t(report.arrays.size());
    if (!isRow) {
      reader.report("sites", "expects rows of an operation's id, load, store or atomic, bytes, and an array or -1");
      continue;
    }
    report.sites.push_back(
        {site[0].get<uint32_t>(), site[1].get<std::string>(), site[2].get<int64_t>(), site[3].get<int64_t>()});
  }
  return report;
}

static HiddenParameter readHidden(const ordered_json &json, const std::string &place, ReadProblem &problem) {
  ObjectReader reader(json, place, problem);
  HiddenParameter hidden;
  std::string kind = reader.takeText("kind");
  hidden.offsetInBytes = reader.takeInteger("offset");
  hidden.sizeInBytes = reader.takeInteger("size", 1);
  if (kind == "tensor_map") {
    hidden.kind = HiddenKind::TensorMap;
    hidden.tensorMap = readTensorMap(reader, problem);
    reader.finish();
    return hidden;
  }
  if (kind == "fault_report") {
    hidden.kind = HiddenKind::FaultReport;
    hidden.faultReport = readFaultReportParameter(reader);
    reader.finish();
    return hidden;
  }
  if (kind != "global_scratch") {
    reader.report("kind", "expects global_scratch, tensor_map or fault_report");
  }
  hidden.bytesPerProgram =
      readExpression(reader.take("bytes_per_program"), reader.placeOf("bytes_per_program"), problem);
  hidden.alignment = reader.takeInteger("alignment", 1, 1 << 20);
  reader.finish();
  return hidden;
}

/// Reads unsigned numbers of a row into the fields; false when the row has another form.
static bool readNumbers(const ordered_json &json, const std::vector<uint32_t *> &fields) {
  if (!json.is_array() || json.size() < fields.size()) {
    return false;
  }
  for (size_t i = 0; i < fields.size(); ++i) {
    if (!json[i].is_number_unsigned() || json[i].get<uint64_t>() > UINT32_MAX) {
      return false;
    }
    *fields[i] = json[i].get<uint32_t>();
  }
  return true;
}

static OperationId readOperationId(const ordered_json &json, const std::string &place, ReadContext &context) {
  OperationId id;
  bool isRow =
      readNumbers(json, {&id.id, &id.begin.file, &id.begin.line, &id.begin.column, &id.endLine, &id.endColumn}) &&
      json.size() == 7 && json[6].is_array();
  if (!isRow) {
    context.problem.report(place, "expects [id, file, line, column, end line, end column, callers]");
    return id;
  }
  bool filesExist = id.begin.file < context.fileCount;
  for (const ordered_json &row : json[6]) {
    SourcePlace caller;
    if (!readNumbers(row, {&caller.file, &caller.line, &caller.column}) || row.size() != 3) {
      context.problem.report(place, "expects callers as [file, line, column]");
    }
    filesExist = filesExist && caller.file < context.fileCount;
    id.callers.push_back(caller);
  }
  if (!filesExist) {
    context.problem.report(place, "names a file that `files` does not list");
  }
  return id;
}

/// A layout that differs from the rule of docs/Abi.md is refused.
static void checkPlacement(const KernelMetadata &kernel, ObjectReader &reader) {
  KernelMetadata laidOut = kernel;
  layOutParameters(laidOut);
  for (size_t i = 0; i < kernel.parameters.size(); ++i) {
    const Parameter &given = kernel.parameters[i];
    const Parameter &right = laidOut.parameters[i];
    if (given.offsetInBytes != right.offsetInBytes || given.sizeInBytes != right.sizeInBytes) {
      reader.report(indexed("params", i), "expects offset " + std::to_string(right.offsetInBytes) + " and size " +
                                              std::to_string(right.sizeInBytes));
    }
  }
  for (size_t i = 0; i < kernel.hiddenParameters.size(); ++i) {
    const HiddenParameter &given = kernel.hiddenParameters[i];
    const HiddenParameter &right = laidOut.hiddenParameters[i];
    if (given.offsetInBytes != right.offsetInBytes || given.sizeInBytes != right.sizeInBytes) {
      reader.report(indexed("hidden_params", i), "expects offset " + std::to_string(right.offsetInBytes) +
                                                     " and size " + std::to_string(right.sizeInBytes));
    }
  }
  if (kernel.parameterBytes != laidOut.parameterBytes) {
    reader.report("param_bytes", "expects " + std::to_string(laidOut.parameterBytes));
  }
}

static void readParameters(ObjectReader &reader, KernelMetadata &kernel, ReadProblem &problem) {
  std::set<std::string> names;
  const ordered_json &parameters = reader.takeArray("params");
  for (size_t i = 0; i < parameters.size(); ++i) {
    std::string place = reader.placeOf(indexed("params", i));
    kernel.parameters.push_back(readParameter(parameters[i], place, problem));
    if (!names.insert(kernel.parameters.back().name).second) {
      problem.report(place, "two parameters have the name `" + kernel.parameters.back().name + "`");
    }
  }
  const ordered_json &hidden = reader.takeArray("hidden_params");
  for (size_t i = 0; i < hidden.size(); ++i) {
    std::string place = reader.placeOf(indexed("hidden_params", i));
    kernel.hiddenParameters.push_back(readHidden(hidden[i], place, problem));
    const HiddenParameter &last = kernel.hiddenParameters.back();
    const Parameter *pointer = kernel.findParameter(last.tensorMap.pointer);
    if (last.kind == HiddenKind::TensorMap && (!pointer || !pointer->isPassed())) {
      problem.report(place, "no pointer `" + last.tensorMap.pointer + "` is passed");
    }
    for (const std::string &array : last.faultReport.arrays) {
      const Parameter *passed = kernel.findParameter(array);
      if (!passed || !passed->isPassed() || passed->kind != ParameterKind::Pointer) {
        problem.report(place, "no pointer `" + array + "` is passed");
      }
    }
  }
  kernel.parameterBytes = reader.takeInteger("param_bytes");
  checkPlacement(kernel, reader);
}

static void readLaunchData(ObjectReader &reader, KernelMetadata &kernel, ReadProblem &problem) {
  const ordered_json &grid = reader.take("grid");
  if (!grid.is_null()) {
    kernel.grid = readExpression(grid, reader.placeOf("grid"), problem);
  }
  const ordered_json &heuristics = reader.take("heuristics");
  const ordered_json &config = reader.take("config");
  if (!heuristics.is_object() || !config.is_object()) {
    reader.report(heuristics.is_object() ? "config" : "heuristics", "expects an object");
    return;
  }
  for (const auto &item : heuristics.items()) {
    std::string place = reader.placeOf("heuristics." + item.key());
    kernel.heuristics.emplace_back(item.key(), readExpression(item.value(), place, problem));
  }
  for (const auto &item : config.items()) {
    std::string place = reader.placeOf("config." + item.key());
    kernel.config.emplace_back(item.key(), readConstant(item.value(), place, problem));
  }
}

static KernelMetadata readKernel(const ordered_json &json, const std::string &place, ReadContext &context) {
  ObjectReader reader(json, place, context.problem);
  KernelMetadata kernel;
  kernel.name = reader.takeText("name");
  kernel.symbol = reader.takeText("symbol");
  readParameters(reader, kernel, context.problem);
  kernel.numWarps = reader.takeInteger("num_warps", 1, 64);
  kernel.numStages = reader.takeInteger("num_stages");
  kernel.numCtas = reader.takeInteger("num_ctas", 1, 16);
  kernel.sharedBytes = reader.takeInteger("shared_bytes", 0, 1 << 24);
  kernel.registers = reader.takeInteger("registers");
  kernel.spillBytes = reader.takeInteger("spill_bytes");
  kernel.stackBytes = reader.takeInteger("stack_bytes");
  readLaunchData(reader, kernel, context.problem);
  const ordered_json &ids = reader.takeArray("ids");
  for (size_t i = 0; i < ids.size(); ++i) {
    kernel.operationIds.push_back(readOperationId(ids[i], reader.placeOf(indexed("ids", i)), context));
  }
  reader.finish();
  return kernel;
}

Result<Metadata> readMetadata(std::string_view text) {
  ordered_json json = ordered_json::parse(text, nullptr, false);
  if (json.is_discarded()) {
    return ErrorMessage{"the metadata is not JSON"};
  }
  ReadContext context;
  ObjectReader reader(json, "", context.problem);
  int64_t version = reader.takeInteger("version");
  if (!context.problem.isSet() && version != metadataVersion) {
    return ErrorMessage{"the metadata has version " + std::to_string(version) + ", this tkc reads version " +
                        std::to_string(metadataVersion)};
  }
  Metadata metadata;
  metadata.tkcVersion = reader.takeText("tkc");
  metadata.target = reader.takeText("target");
  for (const ordered_json &file : reader.takeArray("files")) {
    if (!file.is_string()) {
      reader.report("files", "expects strings");
      break;
    }
    metadata.files.push_back(file.get<std::string>());
  }
  context.fileCount = metadata.files.size();
  const ordered_json &kernels = reader.takeArray("kernels");
  for (size_t i = 0; i < kernels.size(); ++i) {
    metadata.kernels.push_back(readKernel(kernels[i], indexed("kernels", i), context));
  }
  reader.finish();
  if (context.problem.isSet()) {
    return context.problem.asError();
  }
  return metadata;
}

} // namespace tkc::runtime
