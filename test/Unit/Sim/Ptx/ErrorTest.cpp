// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What is wrong with a text is named with its place, and the reading goes on behind it.
#include <algorithm>

#include "ReadText.h"

using namespace tkc::sim::ptx;

/// The errors of statements in a body that begins in line 3, column 1.
static std::string bodyErrors(const std::string &body) { return readErrors(".entry f() {\n" + body + "\n}"); }

TEST(PtxError, several_come_in_the_order_of_the_text) {
  EXPECT_EQ(bodyErrors("mov.b32 %r1, ;\nret;\nadd.s32 %r1, %r2 %r3;\nld.global.b32 {%r1, {%r2}}, [%r1];\n.foo 3;\nret"),
            "3:14: found `;`, needs an operand\n"
            "5:18: found `%r3`, needs `,` or `;` behind an operand\n"
            "6:21: found `{`, needs an operand\n"
            "7:1: found the unknown directive `.foo` in the body of `f`\n"
            "9:1: found `}`, needs an operand\n");
}

TEST(PtxError, names_what_is_declared_twice) {
  EXPECT_EQ(bodyErrors(".reg .b32 t;\n.reg .b64 t;\n.reg .b32 %r<10>;\n.reg .b32 %r5;\n.shared .b32 t;\nL:\nL:"),
            "4:11: found a second declaration of `t` in one scope\n"
            "6:11: found a second declaration of `%r5` in one scope\n"
            "7:14: found a second declaration of `t` in one scope\n"
            "9:1: found a second label `L` in one scope\n");
  EXPECT_EQ(bodyErrors(".reg .b32 %r12;\n.reg .b32 %r1<5>;"),
            "4:11: found a second declaration of `%r1` in one scope\n");
  EXPECT_EQ(bodyErrors(".reg .b32 %r<13>;\n.reg .b32 %r1<5>;"),
            "4:11: found a second declaration of `%r1` in one scope\n");
  EXPECT_EQ(bodyErrors(".reg .b32 %r<9>, %r1<5>, %r0<3>, %r9;"), "");
  EXPECT_EQ(readErrors(".func f() { ret; }\n.global .b32 x;\n.func f() { ret; }\n.global .b32 x;\n.global .b32 f;\n"
                       ".func x();"),
            "4:7: found a second function `f`, the first one is in line 2\n"
            "5:14: found a second variable `x`, the first one is in line 3\n"
            "6:14: found a variable `f`, which is a function too\n"
            "7:7: found a function `x`, which is a variable too\n");
  EXPECT_EQ(readErrors(".entry f(.param .b32 a, .param .b32 a) { ret; }"),
            "2:37: found a second declaration of `a` in one scope\n");
}

TEST(PtxError, names_labels_that_are_not_defined) {
  EXPECT_EQ(bodyErrors("bra L;\nts: .branchtargets M;\nbrx.idx %r1, us;\n{ N: }\nbra N;\nbra ts;\nK: brx.idx %r1, K;\n"
                       "call %rd1, (), p;"),
            "3:5: found `L`, a label that is not defined\n"
            "4:20: found `M`, a label that is not defined\n"
            "5:14: found `us`, a label that is not defined\n"
            "7:5: found `N`, a label that is not defined\n"
            "8:5: found `ts`, a table of targets, needs a label\n"
            "9:17: found `K`, a label, needs a table of targets\n"
            "10:16: found `p`, a label that is not defined\n");
}

TEST(PtxError, keeps_the_targets_of_a_table_apart_whose_name_is_taken) {
  EXPECT_EQ(bodyErrors("ts: .branchtargets L;\nts: .branchtargets L, M;\nL: ret;"),
            "4:1: found a second label `ts` in one scope\n"
            "4:23: found `M`, a label that is not defined\n");
}

TEST(PtxError, tells_numbers_out_of_range) {
  EXPECT_EQ(bodyErrors("mov.b64 a, 18446744073709551616;\nmov.b64 a, 0f3F8;\nmov.b64 a, 12abc;\nmov.b64 a, 08;\n"
                       "mov.b64 a, 1/0;\nmov.b64 a, 1e999;\n.reg .b32 %r<5000000000>;\n.reg .b32 %r<0>;\n"
                       "mov.b64 a, 0f3F800000+1;\nmov.b64 a, ~1.0;\nmov.b64 a, 1.0%2;\nmov.b64 a, (.s64)1.0;"),
            "3:12: found `18446744073709551616`, which does not fit into 64 bits\n"
            "4:12: found `0f3F8`, needs 8 hexadecimal digits behind `0f`\n"
            "5:12: found `12abc`, which is no number\n"
            "6:12: found `08`, which is no number\n"
            "7:13: found a division by zero in a constant expression\n"
            "8:12: found `1e999`, which is outside the range of a double\n"
            "9:14: found `5000000000`, needs the number of registers of at most 32 bits\n"
            "10:14: found a family of 0 registers, needs at least 1\n"
            "11:22: found `+` at a number with `0f`, which may only stand alone\n"
            "12:12: found `~` before a float, needs an integer\n"
            "13:15: found `%` at a float, needs integers\n"
            "14:13: found a cast of a float to `.s64`, needs an integer\n");
}

TEST(PtxError, tells_what_is_wrong_with_variables) {
  EXPECT_EQ(
      readErrors(".global .b8 x[1<<40][1<<30];\n.global .b8 y[-1];\n.global .align 3 .b8 z;\n.global .pred p;\n"
                 ".global .b8 e[];\n.shared .b8 s = 1;\n.global .b8 v[2] = {1, 2, 3};\n.global .b8 w = 256;\n"
                 ".global .b8 u = -129;\n.global .b32 g = 1.0;\n.global .b16 h = x;\n.local .b8 l;\n"
                 ".global .b8 b[2] = {{1}};\n.global .b8 c[2][2] = {1, {2}};\n.global .u64 m[2] = {0xFF(x)};\n"
                 ".global .b32 .b64 t;\n.global .texref tex;\n.visible .b32 q;\n.global .b8 r[][0] = {1};"),
      "2:13: found `x` with a size that does not fit into 64 bits\n"
      "3:15: found a negative number as the size of an array, needs an integer from 0 on\n"
      "4:16: found the alignment `3`, needs a power of two\n"
      "5:15: found `p` of the type `.pred`, needs a type with a size in bytes\n"
      "6:13: found `e` without a size, needs `.extern` or an initial value\n"
      "7:13: found an initial value for `s`, needs `.global` or `.const`\n"
      "8:27: found more initial values than `v` has elements\n"
      "9:17: found the initial value 256, which does not fit into `.b8`\n"
      "10:17: found the initial value -129, which does not fit into `.b8`\n"
      "11:18: found a float as an initial value of the type `.b32`\n"
      "12:18: found an address as an initial value of the type `.b16`, needs integers of 32 or 64 bits\n"
      "13:1: found a `.local` variable outside of functions\n"
      "14:21: found more nested braces than `b` has dimensions\n"
      "15:27: found braces in the middle of a row of `c`\n"
      "16:22: found a mask on an address, `0xFF`(...), needs whole addresses\n"
      "17:14: found a second type, `.b64`, behind `.b32`\n"
      "18:9: found the unknown word `.texref` in a declaration, needs a type, `.align`, `.v2`, `.v4`, `.ptr` or a "
      "name\n"
      "19:10: found `.b32`, needs `.entry`, `.func` or the space of a variable\n"
      "20:22: found an initial value for `r`, whose rows have no elements\n");
}

TEST(PtxError, tells_what_is_wrong_with_operands) {
  EXPECT_EQ(bodyErrors("mov.b32 %r1, %r2.q;\nmov.b32 %r1, a[3];\nld.b32 %r1, [1.0];\nld.b32 %r1, [%r1, {%r2}, 3];\n"
                       "@ mov.b32 %r1, %r2;\n%r1 = 3;\nmov.b32 %r1, #;\nld.b32 %r1, [a+1.0];"),
            "3:17: found the component `.q`, needs `.x`, `.y`, `.z` or `.w`\n"
            "4:15: found `[`, needs the offset of an element in bytes, as in `[a+4]`\n"
            "5:14: found a float as an address, needs an integer or a name\n"
            "6:24: found `,`, needs `]` behind an address\n"
            "7:6: found `.b32`, needs an instruction\n"
            "8:1: found `%r1`, needs an instruction\n"
            "9:14: found the character `#`, which PTX has no use for\n"
            "9:15: found `;`, needs an operand\n"
            "10:15: found a float as the offset of an address, needs an integer\n");
}

TEST(PtxError, tells_what_is_wrong_with_headers) {
  EXPECT_EQ(readErrors(".entry f() .foo 3 { ret; }\n.func g(.reg .b32 a) { ret; }\n.entry h( { ret; }\n"
                       ".entry k() .reqntid x { bra L; }\n.entry l()\n"),
            "2:12: found the unknown directive `.foo` before the body of `f`\n"
            "3:9: found `.reg`, needs `.param`: parameters in registers are not supported\n"
            "4:11: found `{`, needs `.param` and a parameter\n");
  EXPECT_EQ(readErrors(".entry k() .reqntid x { bra L; }\n.entry l()\n"),
            "2:21: found `x`, needs a number\n"
            "4:1: found the end of the text, needs `{` and the body of `l`, or `;`\n");
}

TEST(PtxError, goes_on_with_the_next_item) {
  EXPECT_EQ(readErrors("} mov.b32 %r1, %r2;\n.foo;\n.visible .target sm_90\n.func f() { ret; }\nxyz: { ret; }\n"
                       ".global .b8 x = 256;\n.file x\n.address_size 48\n.version 5.0\n"),
            "2:1: found `}`, needs a directive such as `.entry` or `.global`\n"
            "4:10: found `.target`, needs `.entry`, `.func` or the space of a variable\n"
            "6:1: found `xyz`, needs a directive such as `.entry` or `.global`\n"
            "7:17: found the initial value 256, which does not fit into `.b8`\n"
            "8:7: found `x`, needs the index of a file\n"
            "9:15: found addresses of 48 bits, needs 32 or 64\n"
            "10:10: found PTX version 5.0, needs 6.0 to 9.x\n");
}

TEST(PtxError, finds_the_end_of_a_body_that_nothing_closes) {
  EXPECT_EQ(readErrors(".entry f() {\nret;\n{\n.visible .entry g() { bra L; }"),
            "2:12: found `.visible` before the `}` that closes the body of `f`\n"
            "5:27: found `L`, a label that is not defined\n");
  EXPECT_EQ(readErrors(".entry f() { ret;"),
            "2:12: found the end of the text before the `}` that closes the body of `f`\n");
}

TEST(PtxError, tells_what_no_token_is) {
  EXPECT_EQ(readErrors("/* a"), "2:1: found a comment that no `*/` closes\n");
  EXPECT_EQ(readErrors(".file 1 \"abc\n"), "2:9: found a string that no `\"` closes on its line\n"
                                           "3:1: found the end of the text, needs the name of a file in quotes\n");
  EXPECT_EQ(readErrors(std::string(1, '\0') + "\xc3"), "2:1: found the character `\\x00`, which PTX has no use for\n"
                                                       "2:2: found the character `\\xc3`, which PTX has no use for\n");
}

TEST(PtxError, needs_a_version_and_a_target) {
  auto first = [](const char *text) {
    ReadOutcome outcome = readModule(text);
    return outcome.errors.empty() ? "" : outcome.errors[0].message;
  };
  EXPECT_EQ(first(""), "found a text without `.version`");
  EXPECT_EQ(first(".version 9.0"), "found a text without `.target`");
  EXPECT_EQ(first(".version 9"), "found `9`, needs a version such as `8.0`");
  EXPECT_EQ(first(".version 10.0"), "found PTX version 10.0, needs 6.0 to 9.x");
}

TEST(PtxError, are_at_most_twenty) {
  std::string text;
  for (int count = 0; count < 1000; ++count) {
    text += "mov.b32 %r1, ;\n";
  }
  std::string errors = bodyErrors(text);
  EXPECT_EQ(std::count(errors.begin(), errors.end(), '\n'), 20);
}
