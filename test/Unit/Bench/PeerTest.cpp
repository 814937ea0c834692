// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Measuring against peers, with a fake driver and a fake cuBLASLt.
#include <cstdlib>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "AddProvider.h"

using namespace tkc;
using namespace tkc::bench;

static int compare(AddProvider &provider, Transcript &transcript, std::vector<std::string> more) {
  more.insert(more.end(), {"--bytes=3 * x.nbytes", "--reps=4"});
  Result<BenchFlags> flags = parseBenchFlags(commandLine(std::move(more)), emptyEnvironment);
  EXPECT_TRUE(flags) << flags.error();
  return flags ? benchSession(*flags, provider, transcript.output) : 2;
}

static std::string fakeCublas() { return std::string("--libcublaslt=") + FAKE_CUBLAS_PATH; }

TEST(Peer, CublasIsMeasuredInTurn) {
  AddProvider provider;
  Transcript transcript;
  EXPECT_EQ(compare(provider, transcript, {"--peer=cublas", "--peer-gemm=32,24,8,tn,fp16,fp32", fakeCublas()}), 0)
      << transcript.complained;
  for (const char *word :
       {"peer cublas (32x24x8 fp16, out fp32, a transposed, b row-major; cuBLASLt 13.1.0, the fastest "
        "of its 3 proposals (number 2)): median ",
        " over 4 launches", "  ratio "}) {
    EXPECT_NE(transcript.printed.find(word), std::string::npos) << word << "\n" << transcript.printed;
  }
}

TEST(Peer, EveryLayoutAndTypeIsRight) {
  for (const char *type : {"fp16", "bf16", "fp32", "fp8e4nv"}) {
    for (const char *layout : {"nn", "nt", "tn", "tt"}) {
      AddProvider provider;
      Transcript transcript;
      std::string gemm = std::string("--peer-gemm=16,24,8,") + layout + "," + type;
      EXPECT_EQ(compare(provider, transcript, {"--peer=cublas", gemm, fakeCublas()}), 0) << gemm << "\n"
                                                                                         << transcript.complained;
    }
  }
}

TEST(Peer, Fp8IsMeasuredWithBothAccumulations) {
  AddProvider provider;
  Transcript transcript;
  EXPECT_EQ(compare(provider, transcript, {"--peer=cublas", "--peer-gemm=16,16,32,nn,fp8e4nv", "--json", fakeCublas()}),
            0);
  nlohmann::json json = nlohmann::json::parse(transcript.printed, nullptr, false);
  ASSERT_FALSE(json.is_discarded()) << transcript.printed;
  ASSERT_EQ(json["peers"].size(), 2u);
  EXPECT_EQ(json["peers"][0]["name"], "cublas fast");
  EXPECT_EQ(json["peers"][1]["name"], "cublas accurate");
  EXPECT_EQ(json["peers"][1]["launches"], 4);
  double ratio = json["peers"][1]["median_ms"].get<double>() / json["median_ms"].get<double>();
  EXPECT_DOUBLE_EQ(json["peers"][1]["ratio"].get<double>(), ratio);
  Transcript one;
  EXPECT_EQ(compare(provider, one,
                    {"--peer=cublas", "--peer-gemm=16,16,32,nt,fp8e4nv", "--peer-accumulation=fast", fakeCublas()}),
            0);
  EXPECT_NE(one.printed.find("peer cublas fast"), std::string::npos);
  EXPECT_EQ(one.printed.find("peer cublas accurate"), std::string::npos);
}

TEST(Peer, AWrongPeerIsNotMeasured) {
  AddProvider provider;
  Transcript transcript;
  setenv("FAKE_CUBLAS_WRONG", "1", 1);
  EXPECT_EQ(compare(provider, transcript, {"--peer=cublas", "--peer-gemm=4,4,4", fakeCublas()}), 1);
  unsetenv("FAKE_CUBLAS_WRONG");
  EXPECT_NE(transcript.complained.find("error: cuBLASLt 4x4x4 fp16, out fp16, a row-major, b row-major: at ("),
            std::string::npos)
      << transcript.complained;
  EXPECT_EQ(transcript.printed.find("median"), std::string::npos);
}

TEST(Peer, WhatCublasLacksIsSaid) {
  AddProvider provider;
  Transcript missing;
  EXPECT_EQ(compare(provider, missing, {"--peer=cublas", "--peer-gemm=4,4,4", "--libcublaslt=/nonexistent.so"}), 3);
  EXPECT_NE(missing.complained.find("error: no cuBLASLt: /nonexistent.so"), std::string::npos) << missing.complained;
  EXPECT_NE(missing.complained.find("[GpuMissing]\nhint: `--libcublaslt=PATH` names the library or its folder\n"),
            std::string::npos);
  Transcript old;
  EXPECT_EQ(
      compare(provider, old, {"--peer=cublas", "--peer-gemm=4,4,4", std::string("--libcublaslt=") + FAKE_CUDA_PATH}),
      3);
  EXPECT_NE(old.complained.find("cuBLASLt is too old: it lacks cublasLtCreate"), std::string::npos);
  Transcript unsupported;
  EXPECT_EQ(compare(provider, unsupported, {"--peer=cublas", "--peer-gemm=4,5,4", fakeCublas()}), 1);
  EXPECT_NE(unsupported.complained.find("MatmulAlgoGetHeuristic failed: error 15 (not supported)"), std::string::npos);
}

TEST(Peer, AKernelThatIsNoProductNeedsOneStated) {
  AddProvider provider;
  Transcript transcript;
  EXPECT_EQ(compare(provider, transcript, {"--peer=cublas", fakeCublas()}), 2);
  EXPECT_EQ(transcript.complained.substr(0, transcript.complained.find(';')),
            "error: `--peer=cublas`: the kernel has no arrays `a`, `b` and `out` of two dimensions");
}

TEST(Peer, AnotherKernelIsCheckedAndMeasured) {
  AddProvider provider;
  Transcript transcript;
  EXPECT_EQ(compare(provider, transcript, {"--peer=other.tk", "--peer-flag=--num-warps=8"}), 0);
  EXPECT_EQ(provider.inputs, (std::vector<std::string>{"k.tk", "other.tk"}));
  EXPECT_EQ(provider.numWarps, 8);
  size_t first = transcript.printed.find("PASS");
  EXPECT_NE(transcript.printed.find("PASS", first + 1), std::string::npos);
  EXPECT_NE(transcript.printed.find("peer add (other.tk --num-warps=8): median "), std::string::npos);
}

TEST(Peer, ArgumentsThatAPeerLacksAreDropped) {
  AddProvider provider;
  Transcript transcript;
  EXPECT_EQ(compare(provider, transcript, {"--peer=other.tk", "--const=BLOCK=64", "--const=WIDTH=2"}), 0)
      << transcript.complained;
  EXPECT_EQ(provider.constants, (std::vector<std::pair<std::string, std::string>>{{"BLOCK", "64"}}));
}

TEST(Peer, AWrongKernelEndsTheComparison) {
  AddProvider provider;
  Transcript transcript;
  provider.mistake = 1;
  EXPECT_EQ(compare(provider, transcript, {"--peer=other.tk"}), 4);
  Transcript unchecked;
  EXPECT_EQ(compare(provider, unchecked, {"--peer=other.tk", "--skip-check"}), 0);
  EXPECT_NE(unchecked.printed.find("  the results were not checked\n"), std::string::npos);
  EXPECT_EQ(unchecked.printed.find("PASS"), std::string::npos);
}
