// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bisection over transformations, with a stand-in for the compiler that breaks the kernel from one of them on.
#include <gtest/gtest.h>

#include "AddProvider.h"

using namespace tkc;
using namespace tkc::bench;

/// PTX of the provider's kernel that writes x `operation` y.
static std::string textWith(const std::string &operation) {
  return ".version 8.0\n.target sm_90a\n.address_size 64\n.visible .entry add(.param .u64 px, .param .u64 py,"
         " .param .u64 pout, .param .u32 pn)\n.reqntid 128, 1, 1\n{\n.reg .b64 %x, %y, %out, %d;\n"
         ".reg .b32 %n, %i, %t;\n.reg .f32 %a, %b;\n.reg .pred %p;\nld.param.u64 %x, [px];\nld.param.u64 %y, [py];\n"
         "ld.param.u64 %out, [pout];\nld.param.u32 %n, [pn];\nmov.u32 %i, %ctaid.x;\nmov.u32 %t, %tid.x;\n"
         "mad.lo.u32 %i, %i, 64, %t;\nsetp.ge.u32 %p, %t, 64;\n@%p ret;\nsetp.ge.s32 %p, %i, %n;\n@%p ret;\n"
         "mul.wide.u32 %d, %i, 4;\nadd.u64 %x, %x, %d;\nadd.u64 %y, %y, %d;\nadd.u64 %out, %out, %d;\n"
         "ld.global.f32 %a, [%x];\nld.global.f32 %b, [%y];\n" +
         operation + ".f32 %a, %a, %b;\nst.global.f32 [%out], %a;\nret;\n}\n";
}

static int bisect(AddProvider &provider, Transcript &transcript) {
  provider.ptx = textWith("add");
  Result<RunFlags> flags = parseRunFlags(commandLine({"--bisect-opt"}), emptyEnvironment);
  EXPECT_TRUE(flags) << flags.error();
  return runSession(*flags, provider, transcript.output);
}

TEST(Bisection, EachTransformationIsFound) {
  for (int64_t number = 1; number <= 6; ++number) {
    AddProvider provider;
    provider.brokenBy = number;
    provider.brokenPtx = textWith("sub");
    Transcript transcript;
    EXPECT_EQ(bisect(provider, transcript), knobs::exitCheckFailed);
    const char *names[] = {"one", "two", "three", "four", "five", "six"};
    std::string found = "transformation " + std::to_string(number) + ", `" + names[number - 1] + "`, is the first";
    EXPECT_NE(transcript.printed.find(found), std::string::npos) << transcript.printed;
    EXPECT_NE(transcript.printed.find("--opt-limit=" + std::to_string(number - 1) + " is right"), std::string::npos);
  }
}

TEST(Bisection, AFaultIsWrong) {
  AddProvider provider;
  provider.brokenBy = 4;
  provider.brokenPtx = textWith("add");
  provider.brokenPtx.replace(provider.brokenPtx.find("[%out], %a"), 6, "[%out+4000]");
  Transcript transcript;
  EXPECT_EQ(bisect(provider, transcript), knobs::exitCheckFailed);
  EXPECT_NE(transcript.printed.find("transformation 4, `four`"), std::string::npos) << transcript.printed;
}

TEST(Bisection, NothingIsWrong) {
  AddProvider provider;
  provider.brokenBy = 1;
  provider.brokenPtx = textWith("add");
  Transcript transcript;
  EXPECT_EQ(bisect(provider, transcript), knobs::exitFine);
  EXPECT_EQ(transcript.printed, "the results are right with all 6 transformations\n");
}

TEST(Bisection, WrongFromTheStart) {
  AddProvider provider;
  provider.mistake = 1;
  Transcript transcript;
  EXPECT_EQ(bisect(provider, transcript), knobs::exitCheckFailed);
  EXPECT_EQ(transcript.printed, "the results are wrong without any transformation\n");
}
