// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Hostile texts end in an error or a result, without deep recursion, quadratic time or memory that nobody wrote.
#include <ctime>

#include "ReadText.h"

using namespace tkc::sim::ptx;

static constexpr size_t million = 1000000;

static std::string repeat(const std::string &text, size_t count) {
  std::string all;
  all.reserve(text.size() * count);
  for (size_t index = 0; index < count; ++index) {
    all += text;
  }
  return all;
}

static std::string bodyErrors(const std::string &body) { return readErrors(".entry f() {\n" + body + "\n}"); }

TEST(PtxLimit, scopes_nest_256_deep) {
  EXPECT_EQ(bodyErrors(repeat("{", 256) + repeat("}", 256)), "");
  EXPECT_EQ(bodyErrors(repeat("{", million)), "3:257: found scopes that nest deeper than 256\n");
}

TEST(PtxLimit, expressions_nest_200_deep) {
  std::string deep = "found a constant expression that nests deeper than 200\n";
  EXPECT_EQ(bodyErrors("mov.b32 a, " + repeat("(", 90) + "1" + repeat(")", 90) + ";"), "");
  EXPECT_NE(bodyErrors("mov.b32 a, " + repeat("(", million) + ";").find(deep), std::string::npos);
  EXPECT_NE(bodyErrors("mov.b32 a, " + repeat("-", million) + "1;").find(deep), std::string::npos);
  EXPECT_NE(bodyErrors("mov.b32 a, " + repeat("1?", million) + ";").find(deep), std::string::npos);
  EXPECT_EQ(bodyErrors("mov.b32 a, " + repeat("1+", 100000) + "1;"), "");
}

TEST(PtxLimit, braces_and_brackets_may_be_many) {
  EXPECT_NE(readErrors(".global .b8 x[1] = " + repeat("{", million)), "");
  EXPECT_NE(readErrors(".section .x " + repeat("{", million)), "");
  EXPECT_NE(readErrors(repeat("@", million)), "");
  EXPECT_NE(bodyErrors("mov.b32 a, " + repeat("1e+", million) + ";"), "");
  EXPECT_NE(bodyErrors("mov.b32 " + repeat("{", million)), "");
}

TEST(PtxLimit, initial_bytes_are_those_that_are_written) {
  std::unique_ptr<Module> module = readGood(".global .b8 x[1<<60] = {1};\n.shared .b8 y[1<<60];");
  EXPECT_EQ(module->variables.at(0).initialBytes.size(), 1u);
  EXPECT_EQ(readErrors(".global .b8 x[1<<30][1<<30] = {{1}, {2}};"),
            "2:38: found initial values that leave out 1073741823 bytes, needs less than 1 MiB left out in a module\n");
}

TEST(PtxLimit, time_grows_with_the_text) {
  auto secondsOf = [](const std::string &text) {
    std::clock_t begin = std::clock();
    EXPECT_EQ(readErrors(text), "");
    return double(std::clock() - begin) / CLOCKS_PER_SEC;
  };
  // Of processor time; what grows with the square takes 400 times as long.
  auto check = [&](const std::string &head, const std::string &repeated, const std::string &tail) {
    std::string large = head + repeat(repeated, 40000) + tail;
    double limit = 60 * secondsOf(head + repeat(repeated, 2000) + tail) + 0.5;
    EXPECT_TRUE(secondsOf(large) < limit || secondsOf(large) < limit) << repeated;
  };
  check(".entry f() {\n", "{ L: bra L; }\n", "}");
  check(".entry f() {\n", "{ .reg .b32 t, %r<5>, %r5; mov.b32 %r4, t; }\n", "}");
  check(".entry f() {\nL:\n", "add.s32 %r1, %r2, %r3; @%p1 bra L;\n", "}");
  check(".entry f() {\n" + repeat("{ .reg .b32 t;", 256), "mov.b32 t, t; ", repeat("}", 257));
  check("", ".file 1 \"a\"\n", "");
}
