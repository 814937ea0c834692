// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Instructions through which the lanes of a warp exchange values, and divergence.
#include "Form.h"

namespace tkc::agreement {

static void addShuffles(std::vector<Form> &forms) {
  for (const char *mode : {"up", "down", "bfly", "idx"}) {
    for (const char *clamp : {"0", "31", "7199", "6175"}) {
      std::string instruction = "shfl.sync." + std::string(mode) + ".b32";
      forms.push_back({instruction + " clamp " + clamp,
                       {{"b32"}, {"b32", Values::Small}},
                       {{"b32"}, {"pred"}},
                       instruction + " %o0|%o1, %i0, %i1, " + clamp + ", -1;"});
    }
    forms.push_back({"shfl.sync." + std::string(mode) + ".b32 immediate",
                     {{"b32"}},
                     {{"b32"}},
                     "shfl.sync." + std::string(mode) + ".b32 %o0, %i0, 3, 31, 0xffffffff;"});
  }
}

static void addVotes(std::vector<Form> &forms) {
  for (const char *mode : {"all", "any", "uni"}) {
    for (const char *negation : {"", "!"}) {
      forms.push_back(
          {"vote.sync." + std::string(mode) + ".pred " + negation + "p",
           {{"b32", Values::Small}},
           {{"pred"}},
           "setp.gt.u32 %p0, %i0, 1;\n  vote.sync." + std::string(mode) + ".pred %o0, " + negation + "%p0, -1;"});
    }
  }
  forms.push_back(
      {"vote.sync.ballot.b32", {{"pred", Values::Predicate}}, {{"b32"}}, "vote.sync.ballot.b32 %o0, %i0, -1;"});
  forms.push_back({"vote.sync.ballot.b32 of half a warp",
                   {{"pred", Values::Predicate}},
                   {{"b32"}},
                   "mov.u32 %t0, %laneid;\n  setp.lt.u32 %p0, %t0, 16;\n  mov.b32 %o0, 7;\n"
                   "  @%p0 vote.sync.ballot.b32 %o0, %i0, 0xffff;"});
  for (const char *type : {"b32", "b64"}) {
    std::string reg = type;
    std::string narrow = reg == "b32" ? "and.b32 %t0, %i0, 3;\n  " : "and.b64 %d0, %i0, 3;\n  ";
    std::string value = reg == "b32" ? "%t0" : "%d0";
    forms.push_back(
        {"match.any.sync." + reg, {{type}}, {{"b32"}}, narrow + "match.any.sync." + reg + " %o0, " + value + ", -1;"});
    forms.push_back({"match.all.sync." + reg,
                     {{type}},
                     {{"b32"}, {"pred"}},
                     narrow + "match.all.sync." + reg + " %o0|%o1, " + value + ", -1;"});
  }
}

static void addReductions(std::vector<Form> &forms) {
  for (const char *instruction :
       {"redux.sync.add.u32", "redux.sync.add.s32", "redux.sync.min.u32", "redux.sync.min.s32", "redux.sync.max.u32",
        "redux.sync.max.s32", "redux.sync.and.b32", "redux.sync.or.b32", "redux.sync.xor.b32"}) {
    forms.push_back({instruction, {{"b32"}}, {{"b32"}}, std::string(instruction) + " %o0, %i0, -1;"});
  }
}

static void addDivergence(std::vector<Form> &forms) {
  forms.push_back({"branch on lanes",
                   {{"b32"}, {"b32"}},
                   {{"b32"}},
                   "setp.lt.s32 %p0, %i0, %i1;\n  @%p0 bra LESS;\n  sub.s32 %o0, %i0, %i1;\n  bra.uni JOIN;\nLESS:\n"
                   "  mul.lo.s32 %o0, %i0, 3;\nJOIN:"});
  forms.push_back({"loop with a trip count a lane",
                   {{"b32"}, {"b32", Values::Small}},
                   {{"b32"}},
                   "mov.b32 %o0, %i0;\n  mov.b32 %t0, %i1;\nLOOP:\n  setp.eq.u32 %p0, %t0, 0;\n  @%p0 bra DONE;\n"
                   "  mad.lo.u32 %o0, %o0, 1664525, 1013904223;\n  sub.u32 %t0, %t0, 1;\n  bra LOOP;\nDONE:"});
  forms.push_back({"ballot after a loop",
                   {{"b32", Values::Small}},
                   {{"b32"}},
                   "mov.b32 %t0, %i0;\nLOOP:\n  setp.lt.u32 %p0, %t0, 3;\n  @%p0 bra DONE;\n  shr.u32 %t0, %t0, 1;\n"
                   "  bra LOOP;\nDONE:\n  bar.warp.sync -1;\n  setp.eq.u32 %p1, %t0, 2;\n"
                   "  vote.sync.ballot.b32 %o0, %p1, -1;"});
  Form table{
      "brx.idx",
      {{"b32", Values::Small}, {"b32"}},
      {{"b32"}},
      "and.b32 %t0, %i0, 3;\nTABLE: .branchtargets A, B, C, D;\n  brx.idx %t0, TABLE;\nA:\n  add.u32 %o0, %i1, 1;\n"
      "  bra JOIN;\nB:\n  xor.b32 %o0, %i1, 2;\n  bra JOIN;\nC:\n  not.b32 %o0, %i1;\n  bra JOIN;\nD:\n"
      "  mov.b32 %o0, 4;\nJOIN:"};
  forms.push_back(table);
  forms.push_back({"elect.sync", {}, {{"pred"}}, "elect.sync _|%o0, -1;", "", 90});
  forms.push_back({"activemask of half a warp",
                   {},
                   {{"b32"}},
                   "mov.u32 %t0, %laneid;\n  setp.ge.u32 %p0, %t0, 16;\n  mov.b32 %o0, 0;\n  @%p0 bra SKIP;\n"
                   "  activemask.b32 %o0;\nSKIP:"});
}

void addWarpForms(std::vector<Form> &forms) {
  addShuffles(forms);
  addVotes(forms);
  addReductions(forms);
  addDivergence(forms);
}

} // namespace tkc::agreement
