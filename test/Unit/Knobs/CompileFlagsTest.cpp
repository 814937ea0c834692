// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The command line of the compiler.
#include "tkc/Knobs/CompileFlags.h"

#include <gtest/gtest.h>

using namespace tkc;
using namespace tkc::knobs;

static const char *emptyEnvironment(const char *) { return nullptr; }

static CompileFlags parsed(const std::vector<std::string> &arguments) {
  Result<CompileFlags> flags = parseCompileFlags(arguments, emptyEnvironment);
  EXPECT_TRUE(flags) << flags.error();
  return flags ? *flags : CompileFlags();
}

static std::string errorOf(const std::vector<std::string> &arguments) {
  Result<CompileFlags> flags = parseCompileFlags(arguments, emptyEnvironment);
  return flags ? "" : flags.error();
}

TEST(CompileFlags, Defaults) {
  CompileFlags flags = parsed({"dir/a.tk"});
  EXPECT_EQ(flags.action, ToolAction::Compile);
  EXPECT_EQ(flags.input, "dir/a.tk");
  EXPECT_EQ(flags.emit, EmitKind::Cubin);
  EXPECT_EQ(flags.lineInfo, LineInfo::Source);
  EXPECT_EQ(flags.diagnostics, DiagnosticsFormat::Text);
  EXPECT_FALSE(flags.target || flags.numWarps || flags.kernel || flags.remarks || flags.output);
  EXPECT_TRUE(flags.knobs.fpFusion);
}

TEST(CompileFlags, EveryFlagArrives) {
  CompileFlags flags = parsed({"--kernel",
                               "add",
                               "--signature=*fp32, i32",
                               "--const",
                               "B=64",
                               "--const=ACT=relu",
                               "--target=sm_80",
                               "--num-warps=8",
                               "--num-stages",
                               "5",
                               "--num-ctas=2",
                               "--maxnreg=168",
                               "--opt",
                               "x=1",
                               "--lineinfo=ops",
                               "--remarks=loop.*",
                               "--remarks-file=r.json",
                               "--timing=json",
                               "--emit=ptx",
                               "-o",
                               "out.ptx",
                               "-I",
                               "inc",
                               "-Iother",
                               "--diagnostics=json",
                               "--dump-ir=add",
                               "--f32-default",
                               "ieee",
                               "--dump-ptx",
                               "k.py"});
  EXPECT_EQ(flags.kernel, "add");
  EXPECT_EQ(flags.signature, "*fp32, i32");
  ASSERT_EQ(flags.constants.size(), 2u);
  EXPECT_EQ(flags.constants[1], std::make_pair(std::string("ACT"), std::string("relu")));
  EXPECT_EQ(flags.target, "sm_80");
  EXPECT_EQ(flags.numWarps, 8);
  EXPECT_EQ(flags.numStages, 5);
  EXPECT_EQ(flags.numCtas, 2);
  EXPECT_EQ(flags.maxnreg, 168);
  ASSERT_EQ(flags.options.size(), 1u);
  EXPECT_EQ(flags.lineInfo, LineInfo::Ops);
  EXPECT_EQ(flags.remarks, "loop.*");
  EXPECT_EQ(flags.remarksFile, "r.json");
  EXPECT_EQ(flags.knobs.timing, "json");
  EXPECT_EQ(flags.emit, EmitKind::Ptx);
  EXPECT_EQ(flags.output, "out.ptx");
  EXPECT_EQ(flags.includeDirs, (std::vector<std::string>{"inc", "other"}));
  EXPECT_EQ(flags.diagnostics, DiagnosticsFormat::Json);
  EXPECT_EQ(flags.knobs.dumpIr.text, "add");
  EXPECT_EQ(flags.knobs.f32Default, "ieee");
  EXPECT_TRUE(flags.knobs.dumpPtx);
  EXPECT_EQ(flags.input, "k.py");
}

TEST(CompileFlags, Actions) {
  EXPECT_EQ(parsed({"--help"}).action, ToolAction::Help);
  EXPECT_EQ(parsed({"--version"}).action, ToolAction::Version);
  EXPECT_EQ(parsed({"--help-knobs"}).action, ToolAction::HelpKnobs);
  EXPECT_EQ(parsed({"--help-knobs=markdown"}).action, ToolAction::HelpKnobsMarkdown);
  EXPECT_EQ(parsed({"--list-kernels", "a.tk"}).action, ToolAction::ListKernels);
}

TEST(CompileFlags, StandardInputAndDashes) {
  EXPECT_EQ(parsed({"-"}).input, "-");
  EXPECT_EQ(parsed({"--", "--odd.tk"}).input, "--odd.tk");
}

TEST(CompileFlags, UsageErrors) {
  EXPECT_EQ(errorOf({}), "expects an input file");
  EXPECT_EQ(errorOf({"--list-kernels"}), "expects an input file");
  EXPECT_EQ(errorOf({""}), "the name of the input file is empty");
  EXPECT_EQ(errorOf({"a.tk", "b.tk"}), "expects one input file, got `a.tk` and `b.tk`");
  EXPECT_EQ(errorOf({"--kernal=x", "a.tk"}), "unknown flag `--kernal`; did you mean `--kernel`?");
  EXPECT_EQ(errorOf({"--dumpir", "a.tk"}), "unknown flag `--dumpir`; did you mean `--dump-ir`?");
  EXPECT_EQ(errorOf({"--quite-unlike-anything", "a.tk"}), "unknown flag `--quite-unlike-anything`");
  EXPECT_EQ(errorOf({"-x", "a.tk"}), "unknown flag `-x`");
  EXPECT_EQ(errorOf({"a.tk", "-o"}), "flag `-o` expects a value (OUT)");
  EXPECT_EQ(errorOf({"a.tk", "--help=1"}), "flag `--help` takes no value");
  EXPECT_EQ(errorOf({"a.tk", "--kernel="}), "bad value of `--kernel`: expects a value");
  EXPECT_EQ(errorOf({"a.tk", "--num-warps=3"}), "bad value of `--num-warps`: expects 1|2|4|8|16|32, got `3`");
  EXPECT_EQ(errorOf({"a.tk", "--num-stages=-1"}),
            "bad value of `--num-stages`: expects a number from 0 to 64, got `-1`");
  EXPECT_EQ(errorOf({"a.tk", "--maxnreg=2x"}), "bad value of `--maxnreg`: expects a number from 1 to 255, got `2x`");
  EXPECT_EQ(errorOf({"a.tk", "--target=sm_70"}),
            "bad value of `--target`: expects sm_80|sm_86|sm_89|sm_90a|sm_100a|sm_120a, got `sm_70`");
  EXPECT_EQ(errorOf({"a.tk", "--const=7=8"}), "bad value of `--const`: expects NAME=VALUE, got `7=8`");
  EXPECT_EQ(errorOf({"a.tk", "--const=B"}), "bad value of `--const`: expects NAME=VALUE, got `B`");
  EXPECT_EQ(errorOf({"a.tk", "--emit=exe"}), "bad value of `--emit`: expects "
                                             "tokens|ast|tk|tkg|llvm-dialect|llvm|ptx|cubin|sass|json, got `exe`");
  EXPECT_EQ(errorOf({"a.tk", "--f32-default=fp8"}),
            "bad value of `--f32-default`: expects ieee, tf32, tf32x3, bf16x3, bf16x6, got `fp8`");
  EXPECT_EQ(errorOf({"a.tk", "--help-knobs=html"}), "bad value of `--help-knobs`: expects markdown, got `html`");
}

TEST(CompileFlags, OutputNames) {
  EXPECT_EQ(outputPath(parsed({"dir/a.tk"})), "a.cubin");
  EXPECT_EQ(outputPath(parsed({"a.tk", "--emit=tk"})), "a.tk.mlir");
  EXPECT_EQ(outputPath(parsed({"a.b.py", "--emit=llvm"})), "a.b.ll");
  EXPECT_EQ(outputPath(parsed({"-"})), "out.cubin");
  EXPECT_EQ(outputPath(parsed({".hidden"})), ".hidden.cubin");
  EXPECT_EQ(outputPath(parsed({"a.tk", "-o", "x/y"})), "x/y");
}

TEST(CompileFlags, HelpNamesEveryFlagAndExitCode) {
  std::string help = formatCompilerHelp();
  for (const char *word :
       {"--kernel=NAME", "--signature", "--const",         "--target",   "--num-warps",   "--num-stages",
        "--num-ctas",    "--maxnreg",   "--opt",           "--lineinfo", "--remarks",     "--remarks-file",
        "--timing",      "--emit",      "-o OUT",          "-I DIR",     "--diagnostics", "--list-kernels",
        "--help-knobs",  "--version",   "5 internal error"}) {
    EXPECT_NE(help.find(word), std::string::npos) << word;
  }
}
