// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The command lines of tkc-run and tkc-bench.
#include "tkc/Bench/RunFlags.h"

#include <gtest/gtest.h>

using namespace tkc;
using namespace tkc::bench;

static const char *emptyEnvironment(const char *) { return nullptr; }

static RunFlags parsed(std::vector<std::string> arguments) {
  Result<RunFlags> flags = parseRunFlags(arguments, emptyEnvironment);
  EXPECT_TRUE(flags) << flags.error();
  return flags ? *flags : RunFlags();
}

static std::string errorOf(std::vector<std::string> arguments) {
  Result<RunFlags> flags = parseRunFlags(arguments, emptyEnvironment);
  return flags ? "" : flags.error();
}

static std::string benchErrorOf(std::vector<std::string> arguments) {
  Result<BenchFlags> flags = parseBenchFlags(arguments, emptyEnvironment);
  return flags ? "" : flags.error();
}

TEST(RunFlags, EveryFlagArrives) {
  RunFlags flags =
      parsed({"k.tk", "--arg", "x=randn:128:fp16", "--arg=n=128", "--grid=cdiv(n, 64), 2", "--device=cuda",
              "--check=interp", "--check=y=ref.npy", "--save", "y=out.npy", "--seed=7", "--atol=1e-3", "--rtol", "0.5",
              "--max-undecided=3", "--gpu=1", "--num-warps=8", "--const=B=64", "--dump-ptx"});
  ASSERT_EQ(flags.arguments.size(), 2u);
  EXPECT_EQ(flags.arguments[0].name, "x");
  EXPECT_EQ(flags.arguments[0].spec.shape, (std::vector<int64_t>{128}));
  EXPECT_EQ(launch::formatExpression(*flags.grid), "(cdiv(n, 64), 2)");
  EXPECT_EQ(flags.device, DeviceKind::Cuda);
  EXPECT_TRUE(flags.checkWithInterp);
  ASSERT_EQ(flags.checks.size(), 1u);
  EXPECT_EQ(flags.checks[0].path, "ref.npy");
  EXPECT_EQ(flags.saves[0].name, "y");
  EXPECT_EQ(flags.seed, 7u);
  EXPECT_EQ(flags.absoluteTolerance, 1e-3);
  EXPECT_EQ(flags.relativeTolerance, 0.5);
  EXPECT_EQ(flags.mostUndecided, 3);
  EXPECT_EQ(flags.gpu, 1);
  EXPECT_EQ(flags.compile.numWarps, 8);
  EXPECT_EQ(flags.compile.constants.size(), 1u);
  EXPECT_TRUE(flags.compile.knobs.dumpPtx);
  EXPECT_EQ(flags.compile.input, "k.tk");
}

TEST(RunFlags, Mistakes) {
  EXPECT_EQ(errorOf({"k.tk", "--arg=x"}), "bad value of `--arg`: expects NAME=SPEC, got `x`");
  EXPECT_EQ(errorOf({"k.tk", "--arg=x=randn:4y"}),
            "bad value of `--arg`: `x`: bad shape `4y`: expects extents such as `128x256`");
  EXPECT_EQ(errorOf({"k.tk", "--arg=x=1", "--arg=x=2"}), "bad value of `--arg`: `x` is given twice");
  EXPECT_EQ(errorOf({"k.tk", "--grid=1,"}), "");
  EXPECT_EQ(errorOf({"k.tk", "--grid=1+"}), "bad value of `--grid`: expects a value at column 3 of `1+`");
  EXPECT_EQ(errorOf({"k.tk", "--device=gpu"}), "bad value of `--device`: expects interp|sim|cuda, got `gpu`");
  EXPECT_EQ(errorOf({"k.tk", "--check=x"}), "bad value of `--check`: expects NAME=FILE.npy, got `x`");
  EXPECT_EQ(errorOf({"k.tk", "--atol=-1"}), "bad value of `--atol`: expects a number of at least 0, got `-1`");
  EXPECT_EQ(errorOf({"k.tk", "--rtol=nan"}), "bad value of `--rtol`: expects a number of at least 0, got `nan`");
  EXPECT_EQ(errorOf({"k.tk", "--device=interp", "--check=interp"}),
            "`--check=interp` compares with another device; drop `--device=interp`");
  EXPECT_EQ(errorOf({"--arg=x=1"}), "expects an input file");
  EXPECT_EQ(errorOf({"k.tk", "--emit=ptx"}), "unknown flag `--emit`");
}

TEST(BenchFlags, NeedSomethingToMeasure) {
  EXPECT_EQ(benchErrorOf({"k.tk"}), "expects `--bytes EXPR` or `--flops EXPR`");
  EXPECT_EQ(benchErrorOf({"k.tk", "--bytes=x.nbytes * 2", "--device=interp"}),
            "only the GPU is measured; drop `--device`");
  EXPECT_EQ(benchErrorOf({"k.tk", "--bytes=x.nbytes * 2", "--reps=0"}),
            "bad value of `--reps`: expects a number from 1 to 1000000, got `0`");
  Result<BenchFlags> flags =
      parseBenchFlags({"k.tk", "--flops=2 * M * N", "--reps=5", "--json", "--arg=M=4"}, emptyEnvironment);
  ASSERT_TRUE(flags) << flags.error();
  EXPECT_EQ(flags->repetitions, 5);
  EXPECT_TRUE(flags->asJson);
  EXPECT_FALSE(flags->bytes);
  EXPECT_EQ(launch::formatExpression(*flags->flops), "2 * M * N");
  EXPECT_EQ(benchErrorOf({"--help"}), "");
}

TEST(BenchFlags, PeersHaveFlagsOfTheirOwn) {
  EXPECT_EQ(benchErrorOf({"k.tk", "--flops=n", "--peer-gemm=1,2,3"}),
            "`--peer-gemm`, `--peer-accumulation` and `--libcublaslt` go with `--peer=cublas`");
  EXPECT_EQ(benchErrorOf({"k.tk", "--flops=n", "--peer=cublas", "--peer-flag=--num-warps=8"}),
            "`--peer-flag` goes with `--peer=FILE`");
  EXPECT_EQ(benchErrorOf({"k.tk", "--flops=n", "--peer=o.tk", "--peer-flag=--num-wraps=8"}),
            "`--peer-flag`: unknown flag `--num-wraps`; did you mean `--num-warps`?");
  EXPECT_EQ(benchErrorOf({"k.tk", "--flops=n", "--peer=o.tk", "--peer-flag=p.tk"}),
            "`--peer-flag`: expects one input file, got `p.tk` and `o.tk`");
  Result<BenchFlags> flags =
      parseBenchFlags({"k.tk", "--flops=n", "--kernel=f", "--const=A=1", "--const=B=2", "--num-warps=2",
                       "--save=o=o.npy", "--peer=o.tk", "--peer-flag=--const=A=3", "--peer-flag=--num-warps=8"},
                      emptyEnvironment);
  ASSERT_TRUE(flags) << flags.error();
  const knobs::CompileFlags &peer = flags->peer.run.compile;
  EXPECT_EQ(peer.input, "o.tk");
  EXPECT_FALSE(peer.kernel);
  EXPECT_EQ(peer.numWarps, 8);
  EXPECT_EQ(peer.constants, (std::vector<std::pair<std::string, std::string>>{{"B", "2"}, {"A", "3"}}));
  EXPECT_TRUE(flags->peer.run.saves.empty());
  EXPECT_EQ(flags->run.compile.input, "k.tk");
  EXPECT_EQ(flags->run.compile.numWarps, 2);
}

TEST(RunFlags, TheSimulatorIsToldHowToRun) {
  RunFlags flags = parsed({"k.tk", "--device=sim", "--schedule=random:7", "--sim-checks=bounds,races", "--sim-stats",
                           "--trace=t.json", "--sim-threads=1", "--sim-max-instructions=1000", "--sim-stack-bytes=64"});
  EXPECT_EQ(flags.device, DeviceKind::Sim);
  EXPECT_EQ(flags.sim.schedule.kind, sim::ScheduleOptions::Kind::Random);
  EXPECT_EQ(flags.sim.schedule.seed, 7u);
  EXPECT_TRUE(flags.sim.checks.bounds && flags.sim.checks.races);
  EXPECT_FALSE(flags.sim.checks.definedness);
  EXPECT_TRUE(flags.sim.statistics);
  EXPECT_EQ(flags.sim.traceFile, "t.json");
  EXPECT_EQ(flags.sim.instructionLimit, 1000);
  EXPECT_EQ(flags.sim.stackBytes, 64);
  EXPECT_EQ(flags.sim.threads, 1);
  EXPECT_TRUE(parsed({"k.tk"}).sim.checks.definedness);
  EXPECT_FALSE(parsed({"k.tk", "--sim-checks=none"}).sim.checks.bounds);
  EXPECT_NE(errorOf({"k.tk", "--sim-checks=bounds,speed"}).find("races, got `speed`"), std::string::npos);
  EXPECT_NE(errorOf({"k.tk", "--schedule=fast"}).find("bad value of `--schedule`"), std::string::npos);
}

TEST(RunFlags, HelpNamesTheFlags) {
  for (const char *word : {"--arg=NAME=SPEC", "--grid=EXPR", "--device=interp|sim|cuda", "--check=interp|NAME=FILE.npy",
                           "--save=NAME=FILE.npy", "--seed=N", "--num-warps"}) {
    EXPECT_NE(formatRunHelp().find(word), std::string::npos) << word;
    EXPECT_NE(formatBenchHelp().find(word), std::string::npos) << word;
  }
  for (const char *word : {"--flops=EXPR", "--peer=cublas|FILE", "--peer-gemm=M,N,K", "--libcublaslt=PATH", "ratio"}) {
    EXPECT_NE(formatBenchHelp().find(word), std::string::npos) << word;
  }
}
