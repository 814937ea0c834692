// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls, vprintf, assertions and traps.
#include "Evaluate.h"

namespace tkc::sim::test {
namespace {

using Names = std::vector<std::string>;

constexpr const char *square = R"(
.func (.param .b32 result) square(.param .b32 x)
{
  .reg .b32 %r<3>;
  ld.param.b32 %r1, [x];
  mul.lo.u32 %r2, %r1, %r1;
  st.param.b32 [result], %r2;
  ret;
}
)";

constexpr const char *callSquare = R"(
  {
  .param .b32 argument;
  .param .b32 back;
  st.param.b32 [argument], %r1;
  call.uni (back), square, (argument);
  ld.param.b32 %r0, [back];
  }
)";

TEST(Call, PassesParametersAndResults) {
  EXPECT_EQ(evaluate(std::string("add.u32 %r1, %thread, 2;") + callSquare, square), 49u);
}

TEST(Call, DivergesAndReturns) {
  EXPECT_EQ(evaluate(std::string("mov.u32 %r1, %thread; mov.u32 %r0, 1; setp.lt.u32 %p1, %thread, 5;"
                                 "@%p1 bra SKIP;") +
                         callSquare + "SKIP: add.u32 %r0, %r0, 1;",
                     square),
            26u);
}

TEST(Call, ByAddress) {
  std::string body = R"(
  mov.u64 %rd1, square;
  mov.u64 %rd2, cube;
  setp.eq.u32 %p1, %thread, 5;
  selp.b64 %rd3, %rd2, %rd1, %p1;
  {
  .param .b32 argument;
  .param .b32 back;
  st.param.b32 [argument], %thread;
  prototype: .callprototype (.param .b32 _) _ (.param .b32 _);
  call (back), %rd3, (argument), prototype;
  ld.param.b32 %r0, [back];
  }
  mov.u32 %r0, %r0;)";
  std::string cube = std::string(square) + R"(
.func (.param .b32 result) cube(.param .b32 x)
{
  .reg .b32 %r<4>;
  ld.param.b32 %r1, [x];
  mul.lo.u32 %r2, %r1, %r1;
  mul.lo.u32 %r2, %r2, %r1;
  st.param.b32 [result], %r2;
  ret;
}
)";
  EXPECT_EQ(evaluate(body, cube), 125u);
}

TEST(Call, RecursionIsRefused) {
  std::string error = errorOf("call.uni loop;", "sm_90a", ".func loop() { call.uni loop; ret; }");
  EXPECT_NE(error.find("recursion is not supported"), std::string::npos) << error;
}

TEST(Call, UnknownExternIsRefused) {
  std::string error = errorOf("call.uni mystery;", "sm_90a", ".extern .func mystery();");
  EXPECT_NE(error.find("`mystery` has no body"), std::string::npos) << error;
}

TEST(Call, ArgumentsMustFit) {
  std::string error = errorOf("call.uni square;", "sm_90a", square);
  EXPECT_NE(error.find("does not fit"), std::string::npos) << error;
}

constexpr const char *print = R"(
.extern .func (.param .b32 result) vprintf(.param .b64 format, .param .b64 arguments);
.global .align 1 .b8 text[] = {120, 61, 37, 100, 32, 121, 61, 37, 46, 50, 102, 10, 0};
)";

TEST(Print, FormatsArguments) {
  Setting setting;
  setting.shape.block = {2, 1, 1};
  Outcome outcome = runBody(R"(
  .local .align 8 .b8 stack[16];
  mov.u64 %rd1, stack;
  cvta.local.u64 %rd2, %rd1;
  st.local.u32 [%rd1], %thread;
  mov.f64 %fd1, 0d3FF8000000000000;
  st.local.f64 [%rd1+8], %fd1;
  mov.u64 %rd3, text;
  cvta.global.u64 %rd4, %rd3;
  {
  .param .b64 format;
  .param .b64 arguments;
  .param .b32 back;
  st.param.b64 [format], %rd4;
  st.param.b64 [arguments], %rd2;
  call.uni (back), vprintf, (format, arguments);
  ld.param.b32 %r1, [back];
  }
  st.global.u32 [%own], %r1;)",
                            setting, print);
  ASSERT_TRUE(outcome.isClean()) << outcome.problems();
  EXPECT_EQ(outcome.result.printed, "x=0 y=1.50\nx=1 y=1.50\n");
  EXPECT_EQ(outcome.words[1], 2u);
}

/// `%1999999999d`.
TEST(Print, WidthsAreBounded) {
  std::string declarations = std::string(print);
  size_t begin = declarations.find('{');
  declarations.replace(begin, declarations.find('}') - begin, "{37, 49, 57, 57, 57, 57, 57, 57, 57, 57, 57, 100, 0");
  Setting setting;
  setting.shape.block = {1, 1, 1};
  Outcome outcome = runBody(R"(
  .local .align 8 .b8 stack[8];
  mov.u64 %rd1, stack;
  cvta.local.u64 %rd2, %rd1;
  st.local.u32 [%rd1], 7;
  mov.u64 %rd3, text;
  cvta.global.u64 %rd4, %rd3;
  {
  .param .b64 format;
  .param .b64 arguments;
  .param .b32 back;
  st.param.b64 [format], %rd4;
  st.param.b64 [arguments], %rd2;
  call.uni (back), vprintf, (format, arguments);
  })",
                            setting, declarations);
  ASSERT_TRUE(outcome.isClean()) << outcome.problems();
  EXPECT_EQ(outcome.result.printed, std::string(998, ' ') + "7");
}

constexpr const char *assertFail = R"(
.extern .func __assertfail(.param .b64 message, .param .b64 file, .param .b32 line, .param .b64 function,
                           .param .b64 size);
.global .align 1 .b8 text[] = {97, 62, 98, 0};
)";

TEST(Assertion, EndsTheLaunch) {
  Outcome outcome = runBody(R"(
  mov.u64 %rd3, text;
  cvta.global.u64 %rd4, %rd3;
  setp.ne.u32 %p1, %thread, 3;
  @%p1 bra FINE;
  {
  .param .b64 a;
  .param .b64 b;
  .param .b32 c;
  .param .b64 d;
  .param .b64 e;
  st.param.b64 [a], %rd4;
  st.param.b64 [b], %rd4;
  st.param.b32 [c], 12;
  st.param.b64 [d], %rd4;
  st.param.b64 [e], 1;
  call.uni __assertfail, (a, b, c, d, e);
  }
  FINE:)",
                            Setting(), assertFail);
  ASSERT_EQ(outcome.faults(), Names{"AssertionFailed"});
  EXPECT_NE(outcome.result.printed.find("a>b:12: a>b: assertion `a>b` failed"), std::string::npos)
      << outcome.result.printed;
  EXPECT_EQ(outcome.result.faults[0].fault.place.thread[0], 3u);
}

TEST(Trap, EndsTheLaunch) {
  EXPECT_EQ(runBody("setp.eq.u32 %p1, %thread, 3;\n@%p1 trap;").faults(), Names{"Trap"});
  EXPECT_EQ(runBody("setp.eq.u32 %p1, %thread, 3;\n@%p1 brkpt;").faults(), Names{"Trap"});
  EXPECT_TRUE(runBody("setp.eq.u32 %p1, %thread, 99;\n@%p1 trap;").isClean());
}

} // namespace
} // namespace tkc::sim::test
