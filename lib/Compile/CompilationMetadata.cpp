// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a compilation tells about its kernels: the metadata beside the cubin, and the resource table.
#include "tkc/Compile/Compilation.h"
#include "tkc/Evaluate/Operations.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"

#include <algorithm>

namespace tkc {

static runtime::ConstantValue makeConstant(const evaluate::Object &object) {
  if (object.isNone()) {
    return {};
  }
  if (object.isBool()) {
    return runtime::ConstantValue::ofBool(object.asBool());
  }
  if (object.isInt()) {
    std::optional<int64_t> value = object.asInteger().asInt64();
    return value ? runtime::ConstantValue::ofInteger(*value) : runtime::ConstantValue::ofText(evaluate::repr(object));
  }
  if (object.isFloat()) {
    return runtime::ConstantValue::ofReal(object.asFloat());
  }
  return runtime::ConstantValue::ofText(object.isString() ? object.asString() : evaluate::repr(object));
}

/// The type of one element as arrays and launchers know it; the two models share the spelling of signatures.
static data::ElementType getElementType(const evaluate::DType &type) {
  const evaluate::DType &element = type.isPointer() ? type.element() : type;
  // A pointer to a pointer is passed and read as addresses.
  return data::parseElementType(element.signatureName()).value_or(data::ElementType::I64);
}

static runtime::Parameter makeParameter(const evaluate::SpecializedParameter &source) {
  runtime::Parameter parameter;
  parameter.name = source.name;
  parameter.divisibility = source.divisibility;
  parameter.isNoAlias = source.isNoAlias;
  bool isConstant = source.kind == evaluate::SpecializedParameter::Kind::Constant;
  if (isConstant) {
    parameter.value = makeConstant(source.constant);
  }
  if (source.isConstexpr || (isConstant && source.type.isVoid())) {
    parameter.kind = runtime::ParameterKind::Constexpr;
    return parameter;
  }
  parameter.kind = source.type.isPointer() ? runtime::ParameterKind::Pointer : runtime::ParameterKind::Scalar;
  parameter.type = getElementType(source.type);
  parameter.isConst = source.type.isPointer() && source.type.isConst();
  return parameter;
}

namespace {
/// Numbers the source files of a metadata file by their base names, which do not depend on folders.
class FileNumbers {
public:
  explicit FileNumbers(std::vector<std::string> &files) : files(files) {}

  runtime::SourcePlace makePlace(const SourceRange &range) {
    LineColumn start = range.start();
    return {getNumber(range), start.line, start.column};
  }

private:
  uint32_t getNumber(const SourceRange &range) {
    std::string name = range.buffer ? llvm::sys::path::filename(range.buffer->name()).str() : "";
    auto found = std::find(files.begin(), files.end(), name);
    if (found != files.end()) {
      return uint32_t(found - files.begin());
    }
    files.push_back(name);
    return uint32_t(files.size() - 1);
  }

  std::vector<std::string> &files;
};
} // namespace

static void addOperationIds(const elaborate::OpTable &ops, FileNumbers &files, runtime::KernelMetadata &kernel) {
  for (const elaborate::OpRecord &record : ops.records()) {
    runtime::OperationId id;
    id.id = uint32_t(record.id);
    id.begin = files.makePlace(record.range);
    LineColumn finish = record.range.finish();
    id.endLine = finish.line;
    id.endColumn = finish.column;
    for (const SourceRange &caller : record.callers) {
      id.callers.push_back(files.makePlace(caller));
    }
    kernel.operationIds.push_back(std::move(id));
  }
}

static const cubin::Resources *findResources(const cubin::AssembleResult &result, const std::string &kernel) {
  for (const cubin::Resources &resources : result.resources) {
    if (resources.kernel == kernel) {
      return &resources;
    }
  }
  return nullptr;
}

/// Names of the parameters that are passed, in order: what `pN` means in the data of a tensor map.
static std::vector<std::string> listPassedNames(const runtime::KernelMetadata &kernel) {
  std::vector<std::string> names;
  for (const runtime::Parameter &parameter : kernel.parameters) {
    if (parameter.isPassed()) {
      names.push_back(parameter.name);
    }
  }
  return names;
}

/// Replaces `pN` by the name of parameter N.
static launch::Expression nameParameters(launch::Expression expression, const std::vector<std::string> &names) {
  if (expression.op == launch::Operator::Name) {
    size_t index = size_t(std::atoll(expression.name.c_str() + 1));
    expression.name = index < names.size() ? names[index] : expression.name;
  }
  for (launch::Expression &operand : expression.operands) {
    operand = nameParameters(std::move(operand), names);
  }
  return launch::substitute(expression, {});
}

static std::vector<launch::Expression> readExpressions(mlir::ArrayAttr texts, const std::vector<std::string> &names) {
  std::vector<launch::Expression> expressions;
  for (mlir::Attribute text : texts) {
    Result<launch::Expression> expression =
        launch::parseExpression(llvm::cast<mlir::StringAttr>(text).getValue().str());
    expressions.push_back(expression ? nameParameters(*expression, names) : launch::Expression());
  }
  return expressions;
}

static data::ElementType getMapElementType(mlir::Type type) {
  if (type.isF16()) {
    return data::ElementType::F16;
  }
  if (type.isBF16()) {
    return data::ElementType::BF16;
  }
  if (type.isF32()) {
    return data::ElementType::F32;
  }
  if (llvm::isa<mlir::Float8E4M3FNType>(type)) {
    return data::ElementType::F8E4M3FN;
  }
  if (llvm::isa<mlir::Float8E5M2Type>(type)) {
    return data::ElementType::F8E5M2;
  }
  if (type.isUnsignedInteger(32)) {
    return data::ElementType::U32;
  }
  if (type.isF64()) {
    return data::ElementType::F64;
  }
  switch (type.getIntOrFloatBitWidth()) {
  case 8:
    return data::ElementType::I8;
  case 16:
    return data::ElementType::I16;
  case 64:
    return data::ElementType::I64;
  default:
    return data::ElementType::I32;
  }
}

static runtime::HiddenParameter makeTensorMap(mlir::DictionaryAttr map, const std::vector<std::string> &names) {
  runtime::HiddenParameter hidden;
  hidden.kind = runtime::HiddenKind::TensorMap;
  size_t pointer = size_t(map.getAs<mlir::IntegerAttr>("pointer").getInt());
  hidden.tensorMap.pointer = pointer < names.size() ? names[pointer] : "";
  hidden.tensorMap.type = getMapElementType(map.getAs<mlir::TypeAttr>("type").getValue());
  hidden.tensorMap.dimensions = readExpressions(map.getAs<mlir::ArrayAttr>("dims"), names);
  hidden.tensorMap.stridesInBytes = readExpressions(map.getAs<mlir::ArrayAttr>("strides"), names);
  for (int64_t size : map.getAs<mlir::DenseI64ArrayAttr>("box").asArrayRef()) {
    hidden.tensorMap.box.push_back(size);
  }
  hidden.tensorMap.swizzleBytes = map.getAs<mlir::IntegerAttr>("swizzle").getInt();
  return hidden;
}

static runtime::HiddenParameter makeFaultReport(mlir::DictionaryAttr report, const std::vector<std::string> &names) {
  runtime::HiddenParameter hidden;
  hidden.kind = runtime::HiddenKind::FaultReport;
  for (int32_t index : report.getAs<mlir::DenseI32ArrayAttr>("arrays").asArrayRef()) {
    hidden.faultReport.arrays.push_back(size_t(index) < names.size() ? names[size_t(index)] : "");
  }
  for (auto site : report.getAs<mlir::ArrayAttr>("sites").getAsRange<mlir::DictionaryAttr>()) {
    auto number = [&](llvm::StringRef key) { return site.getAs<mlir::IntegerAttr>(key).getInt(); };
    hidden.faultReport.sites.push_back(
        {uint32_t(number("id")), site.getAs<mlir::StringAttr>("access").str(), number("bytes"), number("array")});
  }
  return hidden;
}

runtime::Metadata Compilation::metadata() const {
  runtime::Metadata metadata;
  metadata.tkcVersion = knobs::tkcVersion();
  metadata.target = targetName;
  FileNumbers files(metadata.files);
  for (size_t i = 0; i < compiled.size(); ++i) {
    const evaluate::Specialization &specialization = compiled[i].specialization;
    runtime::KernelMetadata kernel;
    kernel.name = kernel.symbol = specialization.name;
    for (const evaluate::SpecializedParameter &piece : evaluate::listPieces(specialization.parameters)) {
      kernel.parameters.push_back(makeParameter(piece));
    }
    std::vector<std::string> names = listPassedNames(kernel);
    if (kernels[i].faultReport) {
      kernel.hiddenParameters.push_back(makeFaultReport(kernels[i].faultReport, names));
    }
    for (mlir::DictionaryAttr map : kernels[i].tensorMaps) {
      kernel.hiddenParameters.push_back(makeTensorMap(map, names));
    }
    runtime::layOutParameters(kernel);
    kernel.numWarps = specialization.numWarps;
    kernel.numStages = specialization.numStages;
    kernel.numCtas = specialization.numCtas;
    kernel.sharedBytes = kernels[i].sharedBytes;
    if (const cubin::Resources *resources = findResources(backendOutput.assembled, kernel.symbol)) {
      kernel.registers = resources->registers;
      kernel.spillBytes = resources->spillStoreBytes + resources->spillLoadBytes;
      kernel.stackBytes = resources->stackBytes;
    }
    kernel.grid = specialization.grid;
    kernel.heuristics = specialization.heuristics;
    for (const evaluate::NamedObject &entry : specialization.config) {
      kernel.config.emplace_back(entry.name, makeConstant(entry.value));
    }
    addOperationIds(compiled[i].ops, files, kernel);
    metadata.kernels.push_back(std::move(kernel));
  }
  return metadata;
}

/// The most frequent classes of instructions, as "HMMA 128, LDS 64, …".
static std::string formatMix(const cubin::SassSummary &summary) {
  std::vector<std::pair<std::string, unsigned>> classes(summary.mix.begin(), summary.mix.end());
  llvm::sort(classes,
             [](const auto &a, const auto &b) { return std::tie(b.second, a.first) < std::tie(a.second, b.first); });
  constexpr size_t most = 12;
  std::string text;
  for (size_t i = 0; i < classes.size() && i < most; ++i) {
    text += (i ? ", " : "") + classes[i].first + " " + std::to_string(classes[i].second);
  }
  return text;
}

std::string Compilation::formatResourceUsage() const {
  std::map<std::string, cubin::SassSummary> summaries;
  std::optional<std::string> nvdisasm = cubin::findTool("nvdisasm", flags.knobs.nvdisasm);
  if (nvdisasm && backendOutput.assembled.cubin) {
    std::optional<std::string> sass = cubin::disassemble(*backendOutput.assembled.cubin, *nvdisasm, /*withLines=*/true);
    summaries = cubin::summariseSass(sass.value_or(""));
  }
  std::string text;
  for (const BackendKernel &kernel : kernels) {
    const cubin::Resources *resources = findResources(backendOutput.assembled, kernel.name);
    if (!resources) {
      continue;
    }
    unsigned spills = resources->spillStoreBytes + resources->spillLoadBytes;
    text += llvm::formatv("kernel {0} ({1}): {2} registers, {3} bytes spilled, {4} bytes shared, {5} bytes stack\n",
                          kernel.name, targetName, resources->registers, spills,
                          kernel.sharedBytes + resources->staticSharedBytes, resources->stackBytes);
    auto summary = summaries.find(kernel.name);
    if (summary == summaries.end()) {
      text += "  no nvdisasm was found: instructions were not counted\n";
      continue;
    }
    const cubin::SassSummary &sass = summary->second;
    text += llvm::formatv("  {0} instructions: {1}\n  {2} of them ({3:P1}) map back to the source\n", sass.instructions,
                          formatMix(sass), sass.mapped, double(sass.mapped) / std::max(1u, sass.instructions));
  }
  return text;
}

} // namespace tkc
