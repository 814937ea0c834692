// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whole sessions of tkc-run and tkc-bench, with a stand-in for the compiler and the fake driver.
#include "tkc/Data/Npy.h"
#include "tkc/Support/Files.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "AddProvider.h"

using namespace tkc;
using namespace tkc::bench;
using data::ElementType;

static int run(AddProvider &provider, Transcript &transcript, std::vector<std::string> more) {
  Result<RunFlags> flags = parseRunFlags(commandLine(std::move(more)), emptyEnvironment);
  EXPECT_TRUE(flags) << flags.error();
  return runSession(*flags, provider, transcript.output);
}

TEST(RunSession, GpuAgreesWithTheInterpreter) {
  AddProvider provider;
  Transcript transcript;
  EXPECT_EQ(run(provider, transcript, {"--check=interp"}), 0);
  EXPECT_EQ(transcript.printed.substr(0, 24), "out: pass, 100 elements,");
  EXPECT_NE(transcript.printed.find("PASS (compared with the interpreter)\n"), std::string::npos);
  EXPECT_EQ(transcript.complained, "");
  EXPECT_EQ(provider.target, "sm_90a");
  EXPECT_EQ(provider.signature, "*fp32:16 *fp32:16 *fp32:16 i32 ");
  EXPECT_EQ(provider.interpretedPrograms, 2);
}

/// PTX of the provider's kernel; `offset` goes into each address of the result.
static std::string addText(const std::string &offset) {
  return ".version 8.0\n.target sm_90a\n.address_size 64\n.visible .entry add(.param .u64 px, .param .u64 py,"
         " .param .u64 pout, .param .u32 pn)\n.reqntid 128, 1, 1\n{\n.reg .b64 %x, %y, %out, %d;\n.reg .b32 %n, %i, "
         "%t;\n"
         ".reg .f32 %a, %b;\n.reg .pred %p;\nld.param.u64 %x, [px];\nld.param.u64 %y, [py];\nld.param.u64 %out, "
         "[pout];\n"
         "ld.param.u32 %n, [pn];\nmov.u32 %i, %ctaid.x;\nmov.u32 %t, %tid.x;\nmad.lo.u32 %i, %i, 64, %t;\n"
         "setp.ge.u32 %p, %t, 64;\n@%p ret;\nsetp.ge.s32 %p, %i, %n;\n@%p ret;\nmul.wide.u32 %d, %i, 4;\n"
         "add.u64 %x, %x, %d;\nadd.u64 %y, %y, %d;\nadd.u64 %out, %out, %d;\nld.global.f32 %a, [%x];\n"
         "ld.global.f32 %b, [%y];\nadd.f32 %a, %a, %b;\nst.global.f32 [%out+" +
         offset + "], %a;\nret;\n}\n";
}

TEST(RunSession, SimulatorAgreesWithTheInterpreter) {
  AddProvider provider;
  provider.ptx = addText("0");
  Transcript transcript;
  EXPECT_EQ(run(provider, transcript, {"--device=sim", "--check=interp", "--sim-stats", "--schedule=adversarial:3"}),
            0);
  EXPECT_NE(transcript.printed.find("PASS (compared with the interpreter)\n"), std::string::npos);
  EXPECT_NE(transcript.printed.find("store global"), std::string::npos);
  EXPECT_NE(transcript.printed.find("sectors each"), std::string::npos);
  EXPECT_EQ(transcript.complained, "");
  EXPECT_EQ(provider.target, "none");
}

TEST(RunSession, SimulatorReportsFaultsAndUnwrittenElements) {
  AddProvider provider;
  provider.ptx = addText("4");
  Transcript transcript;
  EXPECT_EQ(run(provider, transcript, {"--device=sim"}), 1);
  EXPECT_EQ(provider.faults, "OutOfBounds ");
  // Without the check the last store is dropped, and the first element is nobody's: poison.
  EXPECT_EQ(run(provider, transcript, {"--device=sim", "--sim-checks=none", "--check=interp"}), 4);
  EXPECT_NE(transcript.printed.find("FAIL"), std::string::npos);
}

TEST(RunSession, SimulatorRefusesWrongPtx) {
  AddProvider provider;
  provider.ptx = addText("0") + "nonsense";
  Transcript transcript;
  EXPECT_EQ(run(provider, transcript, {"--device=sim"}), 1);
  EXPECT_NE(transcript.complained.find("the simulator: line "), std::string::npos);
}

TEST(RunSession, TracesAreJson) {
  AddProvider provider;
  provider.ptx = addText("0");
  Transcript transcript;
  std::string path = testing::TempDir() + "tkc-trace.json";
  EXPECT_EQ(run(provider, transcript, {"--device=sim", "--trace=" + path}), 0);
  Result<std::string> text = readFile(path);
  ASSERT_TRUE(text) << text.error();
  auto json = nlohmann::json::parse(*text, nullptr, false);
  ASSERT_FALSE(json.is_discarded());
  bool hasWarp = false;
  for (const auto &event : json["traceEvents"]) {
    hasWarp |= event["ph"] == "X" && event["dur"] > 0;
  }
  EXPECT_TRUE(hasWarp);
  unlink(path.c_str());
}

TEST(RunSession, DisagreementIsExitCode4) {
  AddProvider provider;
  provider.mistake = 0.5;
  Transcript transcript;
  EXPECT_EQ(run(provider, transcript, {"--check=interp"}), 4);
  EXPECT_NE(transcript.printed.find("out: FAIL, 100 elements"), std::string::npos);
  EXPECT_NE(transcript.printed.find("FAIL (compared with the interpreter)\n"), std::string::npos);
}

TEST(RunSession, ConstantsAndGridComeFromTheCommandLine) {
  AddProvider provider;
  Transcript transcript;
  EXPECT_EQ(run(provider, transcript, {"--check=interp", "--arg=BLOCK=32", "--grid=cdiv(n, 10), 3"}), 0);
  EXPECT_EQ(provider.constants, (std::vector<std::pair<std::string, std::string>>{{"BLOCK", "32"}}));
  EXPECT_EQ(provider.interpretedPrograms, 30);
  EXPECT_EQ(run(provider, transcript, {"--grid=m"}), 2);
  EXPECT_EQ(transcript.complained, "error: grid: unknown name `m` [InvalidArguments]\n");
}

TEST(RunSession, SavesAndChecksFiles) {
  std::string path = testing::TempDir() + "tkc-session-" + std::to_string(getpid()) + ".npy";
  AddProvider provider;
  Transcript transcript;
  EXPECT_EQ(run(provider, transcript, {"--device=interp", "--save=out=" + path}), 0);
  EXPECT_EQ(transcript.printed, "ran `add` on the interpreter; nothing was checked\n");
  EXPECT_EQ(run(provider, transcript, {"--check=out=" + path}), 0);
  EXPECT_NE(transcript.printed.find("PASS (compared with files)\n"), std::string::npos);
  EXPECT_EQ(run(provider, transcript, {"--check=out=" + path, "--seed=1"}), 4);
  unlink(path.c_str());
}

TEST(RunSession, WithoutGpuTheInterpreterRunsUnlessCudaIsAsked) {
  AddProvider provider;
  Transcript transcript;
  EXPECT_EQ(run(provider, transcript, {"--libcuda=/nonexistent"}), 0);
  EXPECT_NE(transcript.complained.find("note: no CUDA driver: /nonexistent"), std::string::npos);
  EXPECT_NE(transcript.complained.find("; running on the interpreter\n"), std::string::npos);
  EXPECT_EQ(transcript.printed, "ran `add` on the interpreter; nothing was checked\n");
  for (const char *flag : {"--device=cuda", "--check=interp"}) {
    Transcript missing;
    EXPECT_EQ(run(provider, missing, {"--libcuda=/nonexistent", flag}), 3);
    EXPECT_NE(missing.complained.find("error: no CUDA driver: "), std::string::npos);
    EXPECT_NE(missing.complained.find(" [GpuMissing]\nhint: `--device=interp` and `--device=sim` need no GPU\n"),
              std::string::npos);
  }
}

TEST(RunSession, ErrorsOfTheCompilerPassThrough) {
  AddProvider provider;
  Transcript transcript;
  provider.interpretCode = 1;
  EXPECT_EQ(run(provider, transcript, {"--check=interp"}), 1);
  EXPECT_EQ(transcript.printed, "");
  provider.compileCode = 5;
  EXPECT_EQ(run(provider, transcript, {}), 5);
  provider.declareCode = 3;
  EXPECT_EQ(run(provider, transcript, {}), 3);
  EXPECT_EQ(transcript.complained, "");
}

TEST(RunSession, WritesOutsideOfAnArrayAreFound) {
  AddProvider provider;
  provider.symbol = "overrun";
  Result<RunFlags> flags = parseRunFlags(commandLine({}), emptyEnvironment);
  PreparedRun prepared;
  Transcript transcript;
  ASSERT_EQ(prepareRun(*flags, provider, transcript.output, prepared), 0);
  // The fake kernel takes (out, n) and writes the byte behind out.
  runtime::KernelMetadata &kernel = prepared.kernel.metadata.kernels[0];
  kernel.parameters.erase(kernel.parameters.begin(), kernel.parameters.begin() + 2);
  runtime::layOutParameters(kernel);
  prepared.arguments[3].value.setInteger(0, 400);
  EXPECT_EQ(runAndCheck(*flags, provider, transcript.output, prepared), 1);
  EXPECT_EQ(transcript.complained,
            "error: array `out`: 1 bytes were written behind the array, the nearest 0 bytes behind "
            "its end [RunFailed]\n");
}

static int measureWith(AddProvider &provider, Transcript &transcript, std::vector<std::string> more) {
  Result<BenchFlags> flags = parseBenchFlags(commandLine(std::move(more)), emptyEnvironment);
  EXPECT_TRUE(flags) << flags.error();
  return benchSession(*flags, provider, transcript.output);
}

TEST(BenchSession, ChecksThenReports) {
  AddProvider provider;
  Transcript transcript;
  EXPECT_EQ(measureWith(provider, transcript, {"--bytes=3 * x.nbytes", "--flops=n", "--reps=10"}), 0);
  size_t pass = transcript.printed.find("PASS (compared with the interpreter)\n");
  size_t report = transcript.printed.find("add on Fake GPU: median ");
  ASSERT_NE(pass, std::string::npos);
  ASSERT_NE(report, std::string::npos);
  EXPECT_LT(pass, report);
  for (const char *word : {" over 10 launches", " GB/s, ", " TFLOPS", "copy bandwidth "}) {
    EXPECT_NE(transcript.printed.find(word), std::string::npos) << word;
  }
}

TEST(BenchSession, JsonStandsAlone) {
  AddProvider provider;
  Transcript transcript;
  EXPECT_EQ(measureWith(provider, transcript, {"--bytes=3 * x.nbytes", "--reps=10", "--json"}), 0);
  nlohmann::json json = nlohmann::json::parse(transcript.printed, nullptr, false);
  ASSERT_FALSE(json.is_discarded()) << transcript.printed;
  EXPECT_EQ(json["launches"], 10);
  EXPECT_EQ(json["bytes"], 1200);
  EXPECT_GT(json["median_ms"].get<double>(), 0);
  EXPECT_GT(json["copy_gb_per_s"].get<double>(), 0);
  EXPECT_FALSE(json.contains("flops"));
  EXPECT_EQ(json["checked"], true);
  EXPECT_TRUE(json["peers"].empty());
}

TEST(BenchSession, AWrongKernelIsNotMeasured) {
  AddProvider provider;
  provider.mistake = 1;
  Transcript transcript;
  EXPECT_EQ(measureWith(provider, transcript, {"--bytes=3 * x.nbytes", "--reps=10"}), 4);
  EXPECT_EQ(transcript.printed.find("median"), std::string::npos);
  EXPECT_EQ(measureWith(provider, transcript, {"--bytes=x.nbytes", "--libcuda=/nonexistent"}), 3);
}

TEST(BenchSession, BadExpressionsAreNamed) {
  AddProvider provider;
  Transcript transcript;
  EXPECT_EQ(measureWith(provider, transcript, {"--bytes=z.nbytes"}), 1);
  EXPECT_EQ(transcript.complained, "error: `--bytes`: unknown name `z.nbytes` [RunFailed]\n");
}

TEST(RunTool, UsageErrorsAndInformation) {
  AddProvider provider;
  Transcript transcript;
  EXPECT_EQ(runTool({"k.tk", "--arg=x"}, emptyEnvironment, provider, transcript.output), 2);
  EXPECT_EQ(transcript.complained, "error: bad value of `--arg`: expects NAME=SPEC, got `x` [InvalidCommandLine]\n"
                                   "hint: `tkc-run --help` lists the flags\n");
  EXPECT_EQ(runTool({"--version"}, emptyEnvironment, provider, transcript.output), 0);
  EXPECT_EQ(transcript.printed.substr(0, 8), "tkc-run ");
  transcript.printed.clear();
  EXPECT_EQ(benchTool({"--help"}, emptyEnvironment, provider, transcript.output), 0);
  EXPECT_EQ(transcript.printed, formatBenchHelp());
  transcript.printed.clear();
  EXPECT_EQ(benchTool({"--help-knobs"}, emptyEnvironment, provider, transcript.output), 0);
  EXPECT_EQ(transcript.printed, knobs::formatKnobHelp());
}

TEST(RunTool, DiagnosticsComeAsJsonOnRequest) {
  AddProvider provider;
  Transcript transcript;
  EXPECT_EQ(benchTool({"k.tk", "--diagnostics=json"}, emptyEnvironment, provider, transcript.output), 2);
  EXPECT_EQ(runTool(commandLine({"--diagnostics=json", "--grid=m"}), emptyEnvironment, provider, transcript.output), 2);
  EXPECT_NE(transcript.complained.find("\"InvalidCommandLine\""), std::string::npos);
  EXPECT_NE(transcript.complained.find("\"InvalidArguments\""), std::string::npos);
}

TEST(RunTool, RunsASession) {
  AddProvider provider;
  Transcript transcript;
  EXPECT_EQ(runTool(commandLine({"--check=interp"}), emptyEnvironment, provider, transcript.output), 0);
  EXPECT_NE(transcript.printed.find("PASS"), std::string::npos);
}
