// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Metadata that comes back equal, and the many ways of being refused.
#include "tkc/Runtime/Metadata.h"

#include "tkc/Support/Files.h"

#include <cmath>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

using namespace tkc;
using namespace tkc::runtime;
using data::ElementType;
using nlohmann::ordered_json;

static launch::Expression expression(const char *text) { return *launch::parseExpression(text); }

static Parameter pointer(const char *name, ElementType type, bool isConst, int64_t divisibility) {
  Parameter parameter;
  parameter.name = name;
  parameter.kind = ParameterKind::Pointer;
  parameter.type = type;
  parameter.isConst = isConst;
  parameter.divisibility = divisibility;
  return parameter;
}

static Parameter scalar(const char *name, ElementType type) {
  Parameter parameter;
  parameter.name = name;
  parameter.type = type;
  return parameter;
}

static Parameter constant(const char *name, ConstantValue value) {
  Parameter parameter;
  parameter.name = name;
  parameter.kind = ParameterKind::Constexpr;
  parameter.value = value;
  return parameter;
}

/// Metadata in which every field has a value.
static Metadata fullExample() {
  KernelMetadata kernel;
  kernel.name = "add";
  kernel.symbol = "add_symbol";
  kernel.parameters = {pointer("x", ElementType::F16, true, 16),
                       scalar("flag", ElementType::I1),
                       scalar("n", ElementType::I32),
                       scalar("one", ElementType::I32),
                       scalar("alpha", ElementType::F64),
                       constant("BLOCK", ConstantValue::ofInteger(1024)),
                       constant("ACT", ConstantValue::ofText("relu")),
                       constant("LIMIT", ConstantValue::ofReal(-INFINITY)),
                       constant("EVEN", ConstantValue::ofBool(true)),
                       constant("MASK", ConstantValue()),
                       pointer("out", ElementType::BF16, false, 1)};
  kernel.parameters[3].value = ConstantValue::ofInteger(1);
  kernel.parameters.back().isNoAlias = true;
  HiddenParameter scratch;
  scratch.bytesPerProgram = expression("BLOCK * 4");
  HiddenParameter map;
  map.kind = HiddenKind::TensorMap;
  map.tensorMap = {"x", ElementType::F16, {expression("n"), expression("7")}, {expression("n * 2")}, {64, 128}, 128};
  HiddenParameter report;
  report.kind = HiddenKind::FaultReport;
  report.faultReport = {{"x", "out"}, {{1, "load", 2, 0}, {2, "atomic", 4, -1}}};
  kernel.hiddenParameters = {scratch, map, report};
  layOutParameters(kernel);
  kernel.numWarps = 8;
  kernel.numStages = 2;
  kernel.numCtas = 2;
  kernel.sharedBytes = 65536;
  kernel.registers = 40;
  kernel.spillBytes = 4;
  kernel.stackBytes = 16;
  kernel.grid = expression("(cdiv(n, BLOCK),)");
  kernel.heuristics = {{"EVEN", expression("n % BLOCK == 0")}};
  kernel.config = {{"BLOCK", ConstantValue::ofInteger(1024)}, {"SCALE", ConstantValue::ofReal(0.1)}};
  kernel.operationIds = {{1, {0, 3, 5}, 3, 9, {}}, {2, {0, 4, 1}, 4, 8, {{1, 7, 3}, {0, 9, 2}}}};
  return {"0.1.0", "sm_90a", {"kernel.tk", "math.tk"}, {kernel}};
}

static std::string errorOf(const ordered_json &json) {
  Result<Metadata> metadata = readMetadata(json.dump());
  return metadata ? "" : metadata.error();
}

static ordered_json fullJson() { return ordered_json::parse(writeMetadata(fullExample())); }

TEST(Metadata, ParametersLieAtTheirNaturalAlignment) {
  Metadata metadata = fullExample();
  const KernelMetadata &kernel = metadata.kernels[0];
  EXPECT_EQ(kernel.findParameter("x")->offsetInBytes, 0);
  EXPECT_EQ(kernel.findParameter("flag")->offsetInBytes, 8);
  EXPECT_EQ(kernel.findParameter("n")->offsetInBytes, 12);
  EXPECT_EQ(kernel.findParameter("alpha")->offsetInBytes, 16);
  EXPECT_EQ(kernel.findParameter("out")->offsetInBytes, 24);
  EXPECT_EQ(kernel.hiddenParameters[0].offsetInBytes, 32);
  EXPECT_EQ(kernel.hiddenParameters[1].offsetInBytes, 128);
  EXPECT_EQ(kernel.hiddenParameters[2].offsetInBytes, 256);
  EXPECT_EQ(kernel.parameterBytes, 264);
  EXPECT_FALSE(kernel.findParameter("one")->isPassed());
  EXPECT_EQ(kernel.findParameter("nothing"), nullptr);
  EXPECT_EQ(metadata.findKernel("add"), &kernel);
  EXPECT_EQ(metadata.findKernel("sub"), nullptr);
}

TEST(Metadata, TypesAreSpelledForSignatureAndC) {
  EXPECT_EQ(pointer("x", ElementType::F16, true, 16).typeName(), "*fp16");
  EXPECT_EQ(pointer("x", ElementType::F16, true, 16).cTypeName(), "CUdeviceptr");
  EXPECT_EQ(scalar("n", ElementType::U32).cTypeName(), "uint32_t");
  EXPECT_EQ(scalar("h", ElementType::F16).cTypeName(), "uint16_t");
  EXPECT_EQ(scalar("f", ElementType::F32).cTypeName(), "float");
  EXPECT_EQ(constant("B", {}).typeName(), "constexpr");
}

TEST(Metadata, ComesBackEqual) {
  std::string text = writeMetadata(fullExample());
  Result<Metadata> again = readMetadata(text);
  ASSERT_TRUE(again) << again.error();
  EXPECT_EQ(writeMetadata(*again), text);
  const KernelMetadata &kernel = again->kernels[0];
  EXPECT_EQ(kernel.findParameter("LIMIT")->value, ConstantValue::ofReal(-INFINITY));
  EXPECT_EQ(kernel.findParameter("MASK")->value, ConstantValue());
  EXPECT_EQ(kernel.grid, expression("(cdiv(n, BLOCK),)"));
  EXPECT_EQ(kernel.operationIds[1].callers[0], (SourcePlace{1, 7, 3}));
  EXPECT_EQ(kernel.config[1].second, ConstantValue::ofReal(0.1));
  EXPECT_EQ(kernel.sharedBytes, 65536);
  const TensorMapParameter &map = kernel.hiddenParameters[1].tensorMap;
  EXPECT_EQ(map.pointer, "x");
  EXPECT_EQ(map.type, ElementType::F16);
  EXPECT_EQ(map.dimensions[0], expression("n"));
  EXPECT_EQ(map.stridesInBytes[0], expression("n * 2"));
  EXPECT_EQ(map.box, (std::vector<int64_t>{64, 128}));
  EXPECT_EQ(map.swizzleBytes, 128);
  const FaultReportParameter &report = kernel.hiddenParameters[2].faultReport;
  EXPECT_EQ(report.arrays, (std::vector<std::string>{"x", "out"}));
  EXPECT_EQ(report.sites[1].operation, 2u);
  EXPECT_EQ(report.sites[1].access, "atomic");
  EXPECT_EQ(report.sites[1].elementBytes, 4);
  EXPECT_EQ(report.sites[1].array, -1);
}

TEST(Metadata, NanComesBackAsNan) {
  Metadata metadata = fullExample();
  metadata.kernels[0].config = {{"X", ConstantValue::ofReal(NAN)}};
  Result<Metadata> again = readMetadata(writeMetadata(metadata));
  ASSERT_TRUE(again) << again.error();
  EXPECT_TRUE(std::isnan(again->kernels[0].config[0].second.real));
}

TEST(Metadata, MissingGridIsNull) {
  Metadata metadata = fullExample();
  metadata.kernels[0].grid.reset();
  EXPECT_FALSE(readMetadata(writeMetadata(metadata))->kernels[0].grid);
}

TEST(Metadata, EveryKeyIsNeededAndNoOtherIsTaken) {
  ordered_json full = fullJson();
  ASSERT_EQ(errorOf(full), "");
  for (const auto &item : full.items()) {
    ordered_json cut = full;
    cut.erase(item.key());
    EXPECT_EQ(errorOf(cut), item.key() + ": is missing");
  }
  for (const auto &item : full["kernels"][0].items()) {
    ordered_json cut = full;
    cut["kernels"][0].erase(item.key());
    EXPECT_EQ(errorOf(cut), "kernels[0]." + item.key() + ": is missing");
  }
  for (const auto &item : full["kernels"][0]["params"][0].items()) {
    ordered_json cut = full;
    cut["kernels"][0]["params"][0].erase(item.key());
    EXPECT_EQ(errorOf(cut), "kernels[0].params[0]." + item.key() + ": is missing");
  }
  for (const char *place : {"", "/kernels/0", "/kernels/0/params/0", "/kernels/0/params/5",
                            "/kernels/0/hidden_params/0", "/kernels/0/hidden_params/1"}) {
    ordered_json more = full;
    more[ordered_json::json_pointer(place)]["surprise"] = 1;
    EXPECT_NE(errorOf(more).find("surprise: is unknown"), std::string::npos) << place;
  }
}

/// The error after one value of the full example was replaced.
static std::string errorWith(const char *place, const ordered_json &value) {
  ordered_json json = fullJson();
  json[ordered_json::json_pointer(place)] = value;
  return errorOf(json);
}

TEST(Metadata, WrongValuesAreNamed) {
  EXPECT_EQ(readMetadata("{").error(), "the metadata is not JSON");
  EXPECT_EQ(readMetadata("[]").error(), ": expects an object");
  EXPECT_EQ(errorWith("/version", 1), "the metadata has version 1, this tkc reads version 4");
  EXPECT_EQ(errorWith("/target", 90), "target: expects a string");
  EXPECT_EQ(errorWith("/files/0", 90), "files: expects strings");
  EXPECT_EQ(errorWith("/kernels/0/num_warps", "4"),
            "kernels[0].num_warps: expects an integer of at least 1 and at most 64");
  EXPECT_EQ(errorWith("/kernels/0/shared_bytes", -1),
            "kernels[0].shared_bytes: expects an integer of at least 0 and at most 16777216");
  EXPECT_EQ(errorWith("/kernels/0/registers", 1.5), "kernels[0].registers: expects an integer of at least 0");
  EXPECT_EQ(errorWith("/kernels/0/params/0/kind", "thing"),
            "kernels[0].params[0].kind: expects pointer, scalar or constexpr, got `thing`");
  EXPECT_EQ(errorWith("/kernels/0/params/0/type", "fp16"),
            "kernels[0].params[0].type: expects a pointer type, got `fp16`");
  EXPECT_EQ(errorWith("/kernels/0/params/2/type", "i33"),
            "kernels[0].params[2].type: expects a scalar type, got `i33`");
  EXPECT_EQ(errorWith("/kernels/0/params/2/c_type", "int"),
            "kernels[0].params[2].c_type: expects `int32_t`, got `int`");
  EXPECT_EQ(errorWith("/kernels/0/params/0/const", 1), "kernels[0].params[0].const: expects true or false");
  EXPECT_EQ(errorWith("/kernels/0/params/2/name", "x"), "kernels[0].params[2]: two parameters have the name `x`");
  EXPECT_EQ(errorWith("/kernels/0/grid", {"sin", 1}), "kernels[0].grid: unknown operator `sin` in a launch expression");
  EXPECT_EQ(errorWith("/kernels/0/hidden_params/0/kind", "thing"),
            "kernels[0].hidden_params[0].kind: expects global_scratch, tensor_map or fault_report");
  EXPECT_EQ(errorWith("/kernels/0/hidden_params/1/pointer", "one"),
            "kernels[0].hidden_params[1]: no pointer `one` is passed");
  EXPECT_EQ(errorWith("/kernels/0/hidden_params/1/type", "fp17"),
            "kernels[0].hidden_params[1].type: `fp17` is no element type");
  EXPECT_EQ(errorWith("/kernels/0/hidden_params/1/box/0", 300),
            "kernels[0].hidden_params[1].box: expects sizes from 1 to 256");
  EXPECT_EQ(
      errorWith("/kernels/0/hidden_params/1/strides", ordered_json::array()),
      "kernels[0].hidden_params[1].dims: expects one to five dimensions, as many sizes in `box`, and one stride less");
  EXPECT_EQ(errorWith("/kernels/0/heuristics", 1), "kernels[0].heuristics: expects an object");
  EXPECT_NE(errorWith("/kernels/0/config/BLOCK", {1, 2}).find("kernels[0].config.BLOCK: expects null"),
            std::string::npos);
  EXPECT_EQ(errorWith("/kernels/0/ids/0", {1, 2}),
            "kernels[0].ids[0]: expects [id, file, line, column, end line, end column, callers]");
  EXPECT_EQ(errorWith("/kernels/0/ids/0/1", 7), "kernels[0].ids[0]: names a file that `files` does not list");
  EXPECT_EQ(errorWith("/kernels/0/ids/1/6/0", {1}), "kernels[0].ids[1]: expects callers as [file, line, column]");
}

TEST(Metadata, WrongPlacementIsRefused) {
  EXPECT_EQ(errorWith("/kernels/0/params/4/offset", 12), "kernels[0].params[4]: expects offset 16 and size 8");
  EXPECT_EQ(errorWith("/kernels/0/params/0/size", 4), "kernels[0].params[0]: expects offset 0 and size 8");
  EXPECT_EQ(errorWith("/kernels/0/hidden_params/0/offset", 40),
            "kernels[0].hidden_params[0]: expects offset 32 and size 8");
  EXPECT_EQ(errorWith("/kernels/0/param_bytes", 48), "kernels[0].param_bytes: expects 264");
}

static std::vector<std::string> keysOf(const ordered_json &json) {
  std::vector<std::string> keys;
  for (const auto &item : json.items()) {
    keys.push_back(item.key());
  }
  std::sort(keys.begin(), keys.end());
  return keys;
}

TEST(Metadata, SchemaListsTheSameKeys) {
  Result<std::string> text = readFile(TKC_SOURCE_DIR "/docs/Reference/abi.schema.json");
  ASSERT_TRUE(text) << text.error();
  ordered_json schema = ordered_json::parse(*text, nullptr, false);
  ASSERT_FALSE(schema.is_discarded());
  ordered_json full = fullJson();
  EXPECT_EQ(schema["properties"]["version"]["const"], metadataVersion);
  const ordered_json &kernel = full["kernels"][0];
  auto expectKeys = [&schema](const char *definition, const ordered_json &value) {
    const ordered_json &described = *definition ? schema["$defs"][definition] : schema;
    EXPECT_EQ(keysOf(described["properties"]), keysOf(value)) << definition;
    EXPECT_EQ(described["required"].size(), value.size()) << definition;
    EXPECT_EQ(described["additionalProperties"], false) << definition;
  };
  expectKeys("", full);
  expectKeys("kernel", kernel);
  expectKeys("pointer_param", kernel["params"][0]);
  expectKeys("scalar_param", kernel["params"][2]);
  expectKeys("dropped_param", kernel["params"][3]);
  expectKeys("constexpr_param", kernel["params"][5]);
  expectKeys("scratch_param", kernel["hidden_params"][0]);
  expectKeys("tensor_map_param", kernel["hidden_params"][1]);
}

TEST(Metadata, ExampleOfTheDocumentIsValid) {
  Result<std::string> page = readFile(TKC_SOURCE_DIR "/docs/Abi.md");
  ASSERT_TRUE(page) << page.error();
  size_t begin = page->find("```json\n") + 8;
  std::string example = page->substr(begin, page->find("```", begin) - begin);
  Result<Metadata> metadata = readMetadata(example);
  ASSERT_TRUE(metadata) << metadata.error();
  EXPECT_EQ(writeMetadata(*metadata), example);
}
