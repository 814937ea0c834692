// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loads, stores, atomics and barriers.
#include "Form.h"

namespace tkc::agreement {

/// 16 bytes of shared memory a thread, %t60 its address.
static const char *const sharedSlots = "  .shared .align 16 .b8 slots[2048];\n";
static const char *const sharedAddress = "mov.u32 %t60, slots;\n  mad.lo.u32 %t60, %thread, 16, %t60;\n  ";

static void addVectors(std::vector<Form> &forms) {
  forms.push_back({"st.shared.v4.b32 ld.shared.v2.b64",
                   {{"b32"}, {"b32"}, {"b32"}, {"b32"}},
                   {{"b64"}, {"b64"}},
                   std::string(sharedAddress) + "st.shared.v4.b32 [%t60], {%i0, %i1, %i2, %i3};\n"
                                                "  ld.shared.v2.b64 {%o0, %o1}, [%t60];",
                   sharedSlots});
  forms.push_back(
      {"st.shared.v2.b16 ld.shared.b32",
       {{"b16"}, {"b16"}},
       {{"b32"}},
       std::string(sharedAddress) + "st.shared.v2.b16 [%t60+4], {%i0, %i1};\n  ld.shared.b32 %o0, [%t60+4];",
       sharedSlots});
  for (const char *type : {"u8", "s8", "u16", "s16"}) {
    forms.push_back({"ld.shared." + std::string(type) + " to 32 bits",
                     {{"b32"}},
                     {{"b32"}},
                     std::string(sharedAddress) + "st.shared.b32 [%t60], %i0;\n  ld.shared." + type + " %o0, [%t60+2];",
                     sharedSlots});
    forms.push_back({"ld.shared." + std::string(type) + " to 64 bits",
                     {{"b32"}},
                     {{"b64"}},
                     std::string(sharedAddress) + "st.shared.b32 [%t60], %i0;\n  ld.shared." + type + " %o0, [%t60];",
                     sharedSlots});
  }
  forms.push_back({"neighbour through bar.sync",
                   {{"b32"}},
                   {{"b32"}},
                   std::string(sharedAddress) +
                       "st.shared.b32 [%t60], %i0;\n  bar.sync 0;\n  xor.b32 %t0, %thread, 65;\n  mov.u32 %t1, slots;\n"
                       "  mad.lo.u32 %t1, %t0, 16, %t1;\n  ld.shared.b32 %o0, [%t1];",
                   sharedSlots});
  forms.push_back(
      {"local array",
       {{"b32"}, {"b32"}, {"b32", Values::Small}},
       {{"b32"}},
       "mov.u64 %d0, frame;\n  and.b32 %t0, %i2, 1;\n  mul.wide.u32 %d1, %t0, 4;\n  st.local.b32 [%d0], %i0;\n"
       "  st.local.b32 [%d0+4], %i1;\n  add.u64 %d0, %d0, %d1;\n  ld.local.b32 %o0, [%d0];",
       "  .local .align 8 .b8 frame[8];\n"});
  forms.push_back({"generic shared",
                   {{"b64"}},
                   {{"b64"}},
                   std::string(sharedAddress) + "cvt.u64.u32 %d0, %t60;\n  cvta.shared.u64 %d1, %d0;\n"
                                                "  st.b64 [%d1], %i0;\n  ld.shared.b64 %o0, [%t60];",
                   sharedSlots});
}

static void addAtomic(std::vector<Form> &forms, const std::string &operation, const std::string &type, const char *reg,
                      Values values, unsigned sm = 80) {
  for (const char *space : {"shared", "global"}) {
    Form form;
    form.name = "atom." + std::string(space) + "." + operation + "." + type;
    form.inputs = {{reg, values}, {reg, values}};
    form.outputs = {{reg}, {reg}};
    std::string bits = "b" + std::to_string(widthOf(reg) * 8);
    bool isShared = std::string(space) == "shared";
    std::string place = isShared ? "[%t60]" : "[%out]";
    form.declarations = isShared ? sharedSlots : "";
    form.body = (isShared ? sharedAddress : std::string()) + "st." + space + "." + bits + " " + place + ", %i0;\n  " +
                form.name + " %o0, " + place + ", %i1;\n  ld." + space + "." + bits + " %o1, " + place + ";";
    form.sm = sm;
    // PTX leaves the payload of NaNs of f64 open.
    form.comparison = values == Values::F64 ? Comparison::ExactButNaN : Comparison::Exact;
    forms.push_back(form);
  }
}

static void addAtomics(std::vector<Form> &forms) {
  for (const char *operation : {"and", "or", "xor", "exch"}) {
    addAtomic(forms, operation, "b32", "b32", Values::Bits);
    addAtomic(forms, operation, "b64", "b64", Values::Bits);
  }
  for (const char *type : {"u32", "s32", "u64", "s64"}) {
    const char *reg = type[1] == '3' ? "b32" : "b64";
    if (std::string(type) != "s64") {
      addAtomic(forms, "add", type, reg, Values::Bits);
    }
    addAtomic(forms, "min", type, reg, Values::Bits);
    addAtomic(forms, "max", type, reg, Values::Bits);
  }
  addAtomic(forms, "inc", "u32", "b32", Values::Bits);
  addAtomic(forms, "dec", "u32", "b32", Values::Bits);
  addAtomic(forms, "add", "f32", "f32", Values::F32);
  addAtomic(forms, "add", "f64", "f64", Values::F64);
  addAtomic(forms, "add.noftz", "f16", "b16", Values::F16);
  addAtomic(forms, "add.noftz", "f16x2", "b32", Values::F16x2);
  addAtomic(forms, "add.noftz", "bf16", "b16", Values::BF16, 90);
  addAtomic(forms, "add.noftz", "bf16x2", "b32", Values::BF16x2, 90);
  for (const char *reg : {"b16", "b32", "b64"}) {
    forms.push_back({"atom.global.cas." + std::string(reg),
                     {{reg}, {reg}, {"pred", Values::Predicate}},
                     {{reg}, {reg}},
                     "st.global." + std::string(reg) + " [%out], %i0;\n  mov." + reg + " %o1, %i1;\n  @%i2 mov." + reg +
                         " %o1, %i0;\n  atom.global.cas." + reg + " %o0, [%out], %o1, %i1;\n  ld.global." + reg +
                         " %o1, [%out];"});
  }
  forms.push_back(
      {"red.shared.add.u32 of a CTA",
       {{"b32"}},
       {{"b32"}},
       "setp.ne.u32 %p0, %thread, 0;\n  @%p0 bra FILLED;\n  st.shared.b32 [slots], 0;\nFILLED:\n  bar.sync 0;\n"
       "  red.shared.add.u32 [slots], %i0;\n  bar.sync 0;\n  ld.shared.b32 %o0, [slots];",
       sharedSlots});
  forms.push_back({"red.shared.max.s32 of a CTA",
                   {{"b32"}},
                   {{"b32"}},
                   "setp.ne.u32 %p0, %thread, 0;\n  @%p0 bra FILLED;\n  st.shared.b32 [slots], -100;\nFILLED:\n"
                   "  bar.sync 0;\n  red.shared.max.s32 [slots], %i0;\n  bar.sync 0;\n  ld.shared.b32 %o0, [slots];",
                   sharedSlots});
}

static void addBarriers(std::vector<Form> &forms) {
  for (const char *operation : {"popc.u32", "and.pred", "or.pred"}) {
    std::string text = operation;
    bool isCount = text == "popc.u32";
    forms.push_back({"bar.red." + text,
                     {{"b32", Values::Small}},
                     {{isCount ? "b32" : "pred"}},
                     "setp.gt.u32 %p0, %i0, " + std::string(text == "or.pred" ? "62" : "1") + ";\n  bar.red." + text +
                         " %o0, 0, %p0;"});
  }
  forms.push_back({"named barriers of two pairs of warps",
                   {{"b32"}},
                   {{"b32"}},
                   std::string(sharedAddress) +
                       "st.shared.b32 [%t60], %i0;\n  shr.u32 %t0, %thread, 6;\n  add.u32 %t0, %t0, 1;\n"
                       "  bar.sync %t0, 64;\n  xor.b32 %t1, %thread, 33;\n  mov.u32 %t2, slots;\n"
                       "  mad.lo.u32 %t2, %t1, 16, %t2;\n  ld.shared.b32 %o0, [%t2];",
                   sharedSlots});
  forms.push_back({"bar.arrive and bar.sync",
                   {{"b32"}},
                   {{"b32"}},
                   std::string(sharedAddress) +
                       "setp.lt.u32 %p0, %thread, 64;\n  mov.b32 %o0, %i0;\n  @%p0 bra FIRST;\n  bar.sync 3, 128;\n"
                       "  sub.u32 %t1, %thread, 64;\n  mov.u32 %t2, slots;\n  mad.lo.u32 %t2, %t1, 16, %t2;\n"
                       "  ld.shared.b32 %o0, [%t2];\n  bra DONE;\nFIRST:\n  st.shared.b32 [%t60], %i0;\n"
                       "  bar.arrive 3, 128;\nDONE:",
                   sharedSlots});
}

void addMemoryForms(std::vector<Form> &forms) {
  addVectors(forms);
  addAtomics(forms);
  addBarriers(forms);
}

} // namespace tkc::agreement
