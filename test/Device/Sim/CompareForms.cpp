// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Comparisons, selections and moves.
#include "Form.h"

namespace tkc::agreement {

static void addComparison(std::vector<Form> &forms, const std::string &operation, const std::string &type,
                          const Slot &slot, unsigned sm = 80) {
  Form plain;
  plain.name = "setp." + operation + "." + type;
  plain.inputs = {slot, slot};
  plain.outputs = {{"pred"}, {"pred"}};
  plain.body = plain.name + " %o0|%o1, %i0, %i1;";
  plain.sm = sm;
  // One value has one result, and f16 and bf16 have one only when they are not packed.
  if (type == "f16" || type == "bf16") {
    plain.outputs = {{"pred"}};
    plain.body = plain.name + " %o0, %i0, %i1;";
  }
  forms.push_back(plain);
}

static void addIntegerComparisons(std::vector<Form> &forms) {
  for (const char *type : {"u16", "s16", "b16", "u32", "s32", "b32", "u64", "s64", "b64"}) {
    std::string width = std::string(type).substr(1);
    Slot slot{width == "16" ? "b16" : width == "32" ? "b32" : "b64"};
    for (const char *operation : {"eq", "ne"}) {
      addComparison(forms, operation, type, slot);
    }
    if (type[0] == 'b') {
      continue;
    }
    for (const char *operation : {"lt", "le", "gt", "ge"}) {
      addComparison(forms, operation, type, slot);
    }
    if (type[0] == 'u') {
      for (const char *operation : {"lo", "ls", "hi", "hs"}) {
        addComparison(forms, operation, type, slot);
      }
    }
  }
}

static void addFloatComparisons(std::vector<Form> &forms) {
  for (const char *operation :
       {"eq", "ne", "lt", "le", "gt", "ge", "equ", "neu", "ltu", "leu", "gtu", "geu", "num", "nan"}) {
    addComparison(forms, operation, "f32", {"f32", Values::F32});
    addComparison(forms, std::string(operation) + ".ftz", "f32", {"f32", Values::F32});
    addComparison(forms, operation, "f64", {"f64", Values::F64});
    addComparison(forms, operation, "f16", {"b16", Values::F16});
    addComparison(forms, operation, "f16x2", {"b32", Values::F16x2});
    addComparison(forms, operation, "bf16", {"b16", Values::BF16}, 90);
    addComparison(forms, operation, "bf16x2", {"b32", Values::BF16x2}, 90);
  }
}

static void addCombinations(std::vector<Form> &forms) {
  for (const char *combination : {"and", "or", "xor"}) {
    for (const char *negation : {"", "!"}) {
      Form form;
      form.name = "setp.lt." + std::string(combination) + ".s32 " + negation + "p";
      form.inputs = {{"b32"}, {"b32"}, {"pred", Values::Predicate}};
      form.outputs = {{"pred"}, {"pred"}};
      form.body = "setp.lt." + std::string(combination) + ".s32 %o0|%o1, %i0, %i1, " + negation + "%i2;";
      forms.push_back(form);
    }
    Form set;
    set.name = "set.gt." + std::string(combination) + ".u32.f32";
    set.inputs = {{"f32", Values::F32}, {"f32", Values::F32}, {"pred", Values::Predicate}};
    set.outputs = {{"b32"}};
    set.body = set.name + " %o0, %i0, %i1, %i2;";
    forms.push_back(set);
  }
  for (const char *instruction : {"and.pred", "or.pred", "xor.pred"}) {
    forms.push_back({instruction,
                     {{"pred", Values::Predicate}, {"pred", Values::Predicate}},
                     {{"pred"}},
                     std::string(instruction) + " %o0, %i0, %i1;"});
  }
  forms.push_back({"not.pred", {{"pred", Values::Predicate}}, {{"pred"}}, "not.pred %o0, %i0;"});
}

static void addSets(std::vector<Form> &forms) {
  for (const char *target : {"u32", "s32", "f32"}) {
    for (const char *source : {"s32", "u32", "f32", "s64", "f64"}) {
      std::string text = source;
      Slot slot = text == "f32"   ? Slot{"f32", Values::F32}
                  : text == "f64" ? Slot{"f64", Values::F64}
                  : text == "s64" ? Slot{"b64"}
                                  : Slot{"b32"};
      Form form;
      form.name = "set.ge." + std::string(target) + "." + source;
      form.inputs = {slot, slot};
      form.outputs = {{std::string(target) == "f32" ? "f32" : "b32"}};
      form.body = form.name + " %o0, %i0, %i1;";
      forms.push_back(form);
    }
  }
}

static void addSelections(std::vector<Form> &forms) {
  for (const char *reg : {"b16", "b32", "b64"}) {
    forms.push_back({"selp." + std::string(reg),
                     {{reg}, {reg}, {"pred", Values::Predicate}},
                     {{reg}},
                     "selp." + std::string(reg) + " %o0, %i0, %i1, %i2;"});
    forms.push_back({"slct." + std::string(reg) + ".s32",
                     {{reg}, {reg}, {"b32"}},
                     {{reg}},
                     "slct." + std::string(reg) + ".s32 %o0, %i0, %i1, %i2;"});
  }
  forms.push_back({"slct.f32.f32",
                   {{"f32", Values::F32}, {"f32", Values::F32}, {"f32", Values::F32}},
                   {{"f32"}},
                   "slct.f32.f32 %o0, %i0, %i1, %i2;"});
}

static void addMoves(std::vector<Form> &forms) {
  forms.push_back({"mov.b32 pack", {{"b16"}, {"b16"}}, {{"b32"}}, "mov.b32 %o0, {%i0, %i1};"});
  forms.push_back({"mov.b32 unpack", {{"b32"}}, {{"b16"}, {"b16"}}, "mov.b32 {%o0, %o1}, %i0;"});
  forms.push_back({"mov.b64 pack", {{"b32"}, {"b32"}}, {{"b64"}}, "mov.b64 %o0, {%i0, %i1};"});
  forms.push_back({"mov.b64 unpack", {{"b64"}}, {{"b32"}, {"b32"}}, "mov.b64 {%o0, %o1}, %i0;"});
  forms.push_back(
      {"mov.b64 pack4", {{"b16"}, {"b16"}, {"b16"}, {"b16"}}, {{"b64"}}, "mov.b64 %o0, {%i0, %i1, %i2, %i3};"});
  forms.push_back({"mov.b64 sink", {{"b64"}}, {{"b32"}}, "mov.b64 {_, %o0}, %i0;"});
  for (const char *special : {"%tid.x", "%ntid.x", "%ctaid.x", "%nctaid.x", "%laneid", "%lanemask_eq", "%lanemask_le",
                              "%lanemask_lt", "%lanemask_ge", "%lanemask_gt", "%tid.y", "%ntid.z"}) {
    forms.push_back({"mov.u32 " + std::string(special), {}, {{"b32"}}, "mov.u32 %o0, " + std::string(special) + ";"});
  }
  for (const char *special : {"%clock", "%warpid", "%smid", "%nsmid", "%globaltimer_lo"}) {
    Form form{"mov.u32 " + std::string(special), {}, {{"b32"}}, "mov.u32 %o0, " + std::string(special) + ";"};
    form.comparison = Comparison::None;
    forms.push_back(form);
  }
}

void addCompareForms(std::vector<Form> &forms) {
  addIntegerComparisons(forms);
  addFloatComparisons(forms);
  addCombinations(forms);
  addSets(forms);
  addSelections(forms);
  addMoves(forms);
}

} // namespace tkc::agreement
