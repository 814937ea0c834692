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

/// `%r0` = function(`%r1`), by a call as compilers write it; `call` is the opcode, `prototype` what an indirect call
/// has besides.
std::string callOf(const std::string &function, const std::string &call = "call", const std::string &prototype = "") {
  return "{\n.param .b32 argument;\n.param .b32 back;\nst.param.b32 [argument], %r1;\n" +
         (prototype.empty() ? "" : "prototype: " + prototype + ";\n") + call + " (back), " + function + ", (argument)" +
         (prototype.empty() ? "" : ", prototype") + ";\nld.param.b32 %r0, [back];\n}\n";
}

TEST(Call, PassesParametersAndResults) {
  EXPECT_EQ(evaluate("add.u32 %r1, %thread, 2;" + callOf("square", "call.uni"), square), 49u);
}

TEST(Call, DivergesAndReturns) {
  EXPECT_EQ(evaluate(std::string("mov.u32 %r1, %thread; mov.u32 %r0, 1; setp.lt.u32 %p1, %thread, 5;"
                                 "@%p1 bra SKIP;") +
                         callOf("square", "call.uni") + "SKIP: add.u32 %r0, %r0, 1;",
                     square),
            26u);
}

//===--- Functions that are active twice ----------------------------------===//

/// n! with the factor in a register that must outlive the call.
constexpr const char *factorial = R"(
.func (.param .b32 result) factorial(.param .b32 n)
{
  .reg .b32 %r<5>;
  .reg .pred %p;
  ld.param.b32 %r1, [n];
  mov.u32 %r2, 1;
  setp.lt.u32 %p, %r1, 2;
  @%p bra DONE;
  sub.u32 %r3, %r1, 1;
  {
  .param .b32 argument;
  .param .b32 back;
  st.param.b32 [argument], %r3;
  call (back), factorial, (argument);
  ld.param.b32 %r4, [back];
  }
  mul.lo.u32 %r2, %r1, %r4;
DONE:
  st.param.b32 [result], %r2;
}
)";

TEST(Recursion, KeepsRegistersOfEachActivation) {
  EXPECT_EQ(evaluate("mov.u32 %r1, 10;" + callOf("factorial"), factorial), 3628800u);
  // Lanes return from different depths.
  Setting setting;
  Outcome outcome = runText(
      kernelText("and.b32 %r1, %thread, 7;" + callOf("factorial") + "st.global.u32 [%own], %r0;", factorial), setting);
  ASSERT_TRUE(outcome.isClean()) << outcome.problems();
  uint32_t expected[] = {1, 1, 2, 6, 24, 120, 720, 5040};
  for (uint32_t lane = 0; lane < 32; ++lane) {
    EXPECT_EQ(outcome.words[lane], expected[lane % 8]);
  }
}

/// Fibonacci numbers by two calls under guards, with local variables whose addresses the callee gets.
constexpr const char *fibonacci = R"(
.func fibonacci(.param .b32 n, .param .b64 out)
{
  .reg .b32 %r<6>;
  .reg .b64 %rd<4>;
  .reg .pred %p;
  .local .align 4 .b32 left;
  .local .align 4 .b32 right;
  ld.param.b32 %r1, [n];
  ld.param.b64 %rd1, [out];
  mov.u32 %r2, %r1;
  setp.ge.u32 %p, %r1, 2;
  sub.u32 %r3, %r1, 1;
  mov.u64 %rd2, left;
  @%p call fibonacci, (%r3, %rd2);
  sub.u32 %r3, %r1, 2;
  mov.u64 %rd3, right;
  @%p call fibonacci, (%r3, %rd3);
  @%p ld.local.u32 %r4, [left];
  @%p ld.local.u32 %r5, [%rd3];
  @%p add.u32 %r2, %r4, %r5;
  st.local.u32 [%rd1], %r2;
  ret;
}
)";

TEST(Recursion, FramesHaveTheirOwnVariables) {
  EXPECT_EQ(evaluate(".local .align 4 .b32 answer; mov.u64 %rd9, answer; mov.u32 %r1, 12;"
                     "call fibonacci, (%r1, %rd9); ld.local.u32 %r0, [answer];",
                     fibonacci),
            144u);
}

TEST(Recursion, MayBeMutual) {
  constexpr const char *parity = R"(
.func (.param .b32 result) odd(.param .b32 n);
.func (.param .b32 result) even(.param .b32 n)
{
  .reg .b32 %r<4>;
  .reg .pred %p;
  ld.param.b32 %r1, [n];
  mov.u32 %r3, 1;
  setp.ne.u32 %p, %r1, 0;
  sub.u32 %r2, %r1, 1;
  @%p call (%r3), odd, (%r2);
  st.param.b32 [result], %r3;
  ret;
}
.func (.param .b32 result) odd(.param .b32 n)
{
  .reg .b32 %r<4>;
  .reg .pred %p;
  ld.param.b32 %r1, [n];
  mov.u32 %r3, 0;
  setp.ne.u32 %p, %r1, 0;
  sub.u32 %r2, %r1, 1;
  @%p call (%r3), even, (%r2);
  st.param.b32 [result], %r3;
  ret;
}
)";
  EXPECT_EQ(evaluate("mov.u32 %r1, 31; call (%r0), even, (%r1);", parity), 0u);
  EXPECT_EQ(evaluate("mov.u32 %r1, 31; call (%r0), odd, (%r1);", parity), 1u);
}

TEST(Recursion, EndsWithTheStack) {
  Setting setting;
  setting.options.stackBytes = 1024;
  std::string text = kernelText("mov.u32 %r1, 100000;" + callOf("factorial"), factorial);
  Outcome outcome = runText(text, setting);
  ASSERT_EQ(outcome.faults(), Names{"StackExceeded"});
  EXPECT_NE(outcome.problems().find("of 1024 are left"), std::string::npos) << outcome.problems();
}

TEST(Recursion, RegistersOfANewActivationAreUndefined) {
  constexpr const char *twice = R"(
.func (.param .b32 result) twice(.param .b32 n)
{
  .reg .b32 %r<5>;
  .reg .pred %p;
  ld.param.b32 %r1, [n];
  setp.eq.u32 %p, %r1, 0;
  @%p bra DEEP;
  mov.u32 %r2, 5;
  mov.u32 %r3, 0;
  call (%r4), twice, (%r3);
  st.param.b32 [result], %r4;
  ret;
DEEP:
  st.param.b32 [result], %r2;
  ret;
}
)";
  EXPECT_EQ(runText(kernelText("mov.u32 %r1, 1; call (%r0), twice, (%r1); st.global.u32 [%own], %r0;", twice)).faults(),
            Names{"UndefinedValueStored"});
}

TEST(Stack, AllocatesAndGivesBack) {
  EXPECT_EQ(evaluate(R"(
    mov.u64 %rd1, 40;
    stacksave.u64 %rd5;
    alloca.u64 %rd2, %rd1;
    alloca.u64 %rd3, %rd1, 64;
    st.local.u32 [%rd2+36], 7;
    st.local.u32 [%rd3+36], 8;
    ld.local.u32 %r1, [%rd2+36];
    and.b64 %rd4, %rd3, 63;
    stackrestore.u64 %rd5;
    alloca.u64 %rd6, %rd1;
    sub.u64 %rd7, %rd6, %rd2;
    add.u64 %rd7, %rd7, %rd4;
    cvt.u32.u64 %r2, %rd7;
    add.u32 %r0, %r1, %r2;)"),
            7u);
}

TEST(Stack, FunctionsGiveBackWhatTheyAllocate) {
  constexpr const char *user = R"(
.func (.param .b64 result) user()
{
  .reg .b64 %rd<3>;
  mov.u64 %rd1, 1024;
  alloca.u64 %rd2, %rd1;
  st.local.u32 [%rd2], 3;
  st.param.b64 [result], %rd2;
  ret;
}
)";
  std::string body =
      "call (%rd1), user, ();\ncall (%rd2), user, ();\nsub.u64 %rd3, %rd2, %rd1;\ncvt.u32.u64 %r0, %rd3;";
  EXPECT_EQ(evaluate(body, user), 0u);
}

TEST(Stack, HasAnEnd) {
  EXPECT_EQ(runBody("mov.u64 %rd1, 100000;\nalloca.u64 %rd2, %rd1;").faults(), Names{"StackExceeded"});
  EXPECT_EQ(runBody("mov.u64 %rd1, 32;\nalloca.u64 %rd2, %rd1;\nld.local.u32 %r0, [%rd2];\nst.global.u32 [%own], %r0;")
                .faults(),
            Names{"UndefinedValueStored"});
  EXPECT_EQ(runBody("mov.u64 %rd1, 100000;\nstackrestore.u64 %rd1;").faults(), Names{"IllegalOperand"});
  EXPECT_NE(errorOf("alloca.u64 %rd1, %rd2, 24;").find("power of two"), std::string::npos);
}

TEST(Call, ByAddress) {
  std::string body = R"(
  mov.u64 %rd1, square;
  mov.u64 %rd2, cube;
  setp.eq.u32 %p1, %thread, 5;
  selp.b64 %rd3, %rd2, %rd1, %p1;
  mov.u32 %r1, %thread;)" +
                     callOf("%rd3", "call", ".callprototype (.param .b32 _) _ (.param .b32 _)");
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

TEST(Call, UnknownExternIsRefused) {
  std::string error = errorOf("call.uni mystery;", "sm_90a", ".extern .func mystery();");
  EXPECT_NE(error.find("`mystery` has no body"), std::string::npos) << error;
}

TEST(Call, ArgumentsMustFit) {
  std::string error = errorOf("call.uni square;", "sm_90a", square);
  EXPECT_NE(error.find("does not fit"), std::string::npos) << error;
}

/// Calls vprintf with the text of `print` and the arguments at `%rd2`; `%r1` is what it gives.
constexpr const char *callPrint = R"(
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
)";

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
  st.local.f64 [%rd1+8], %fd1;)" +
                                std::string(callPrint) + "st.global.u32 [%own], %r1;",
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
  st.local.u32 [%rd1], 7;)" + std::string(callPrint),
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
