// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Video instructions, lop3 with predicates, fma that masks elements out of bounds.
#include "Form.h"

namespace tkc::agreement {

static Form videoForm(const std::string &instruction, const std::string &operands) {
  Form form;
  form.name = instruction + " " + operands;
  form.inputs = {{"b32"}, {"b32"}, {"b32"}};
  form.outputs = {{"b32"}};
  form.body = "mov.b32 %o0, %i2;\n  " + instruction + " " + operands + ";";
  return form;
}

/// What ptxas 13.0 makes of scalar forms departs from the PTX ISA when it saturates parts or words, merges into `.h1`,
/// or compares sums and differences of more than 32 bits; the forms here are the others.
static void addScalar(std::vector<Form> &forms, const std::string &stem) {
  for (const char *operands :
       {"%o0, %i0, %i1", "%o0, %i0.h0, %i1.b3", "%o0.b2, %i0.b1, %i1, %i2", "%o0.h0, %i0, %i1.h0, %i2"}) {
    forms.push_back(videoForm(stem, operands));
  }
  forms.push_back(videoForm(stem + ".add", "%o0, %i0.h0, %i1.h1, %i2"));
}

static void addScalars(std::vector<Form> &forms) {
  for (const char *operation : {"vadd", "vsub", "vabsdiff", "vmin", "vmax"}) {
    for (const char *types : {".u32.u32.u32", ".s32.s32.s32", ".s32.u32.s32", ".u32.s32.u32"}) {
      addScalar(forms, std::string(operation) + types);
    }
    for (const char *second : {".min", ".max"}) {
      forms.push_back(videoForm(std::string(operation) + ".s32.s32.s32" + second, "%o0, %i0.h0, %i1.h1, %i2"));
    }
  }
  for (const char *operation : {"vshl", "vshr"}) {
    for (const char *types : {".u32.u32.u32", ".s32.s32.u32", ".u32.s32.u32"}) {
      for (const char *mode : {".clamp", ".wrap"}) {
        addScalar(forms, std::string(operation) + types + mode);
      }
    }
  }
  for (const char *compare : {"eq", "ne", "lt", "le", "gt", "ge"}) {
    for (const char *types : {"vset.u32.u32.", "vset.s32.s32.", "vset.s32.u32."}) {
      addScalar(forms, types + std::string(compare));
      for (const char *second : {".min", ".max"}) {
        forms.push_back(videoForm(types + std::string(compare) + second, "%o0, %i0.h0, %i1.h1, %i2"));
      }
    }
  }
}

static void addMultiplyAdds(std::vector<Form> &forms) {
  for (const char *types : {".u32.u32.u32", ".s32.s32.s32", ".s32.u32.s32", ".s32.s32.u32"}) {
    for (const char *rest : {"", ".po"}) {
      std::string stem = "vmad" + std::string(types) + rest;
      forms.push_back(videoForm(stem, "%o0, %i0, %i1, %i2"));
      forms.push_back(videoForm(stem, "%o0, %i0.h1, %i1.b2, %i2"));
      if (std::string(rest).find("po") == std::string::npos) {
        forms.push_back(videoForm(stem, "%o0, %i0.h0, %i1.h1, -%i2"));
        forms.push_back(videoForm(stem, "%o0, -%i0.h0, %i1.h1, %i2"));
      }
    }
  }
}

static void addSimd(std::vector<Form> &forms, const std::string &stem, bool isBytes) {
  const char *const halves[] = {"%o0, %i0, %i1, %i2", "%o0.h0, %i0, %i1, %i2", "%o0.h1, %i0.h21, %i1.h03, %i2"};
  const char *const bytes[] = {"%o0, %i0, %i1, %i2", "%o0.b20, %i0, %i1, %i2", "%o0.b310, %i0.b7160, %i1.b0246, %i2"};
  for (const char *operands : isBytes ? bytes : halves) {
    forms.push_back(videoForm(stem, operands));
  }
}

static void addSimds(std::vector<Form> &forms) {
  for (const char *count : {"2", "4"}) {
    bool isBytes = count[0] == '4';
    for (const char *operation : {"vadd", "vsub", "vavrg", "vabsdiff", "vmin", "vmax"}) {
      for (const char *types : {".u32.u32.u32", ".s32.s32.s32", ".u32.s32.u32"}) {
        for (const char *rest : {"", ".sat", ".add"}) {
          addSimd(forms, std::string(operation) + count + types + rest, isBytes);
        }
      }
    }
    for (const char *compare : {"eq", "ne", "lt", "le", "gt", "ge"}) {
      for (const char *rest : {"", ".add"}) {
        addSimd(forms, "vset" + std::string(count) + ".u32.u32." + compare + rest, isBytes);
        addSimd(forms, "vset" + std::string(count) + ".s32.u32." + compare + rest, isBytes);
      }
    }
  }
}

static void addPredicates(std::vector<Form> &forms) {
  for (const char *operation : {"or", "and"}) {
    for (const char *table : {"0x80", "0x96", "0x01"}) {
      Form form;
      form.name = "lop3." + std::string(operation) + ".b32 " + table;
      form.inputs = {{"b32"}, {"b32"}, {"b32"}, {"pred", Values::Predicate}};
      form.outputs = {{"b32"}, {"pred"}, {"pred"}};
      form.body = "lop3." + std::string(operation) + ".b32 %o0|%o1, %i0, %i1, %i2, " + table + ", %i3;\n  lop3." +
                  operation + ".b32 _|%o2, %i0, %i1, %i2, " + table + ", !%i3;";
      forms.push_back(form);
    }
  }
}

static void addMaskedFma(std::vector<Form> &forms) {
  for (const char *type : {"f16x2", "bf16x2"}) {
    for (const char *relu : {"", ".relu"}) {
      Form form;
      form.name = "fma.rn.oob" + std::string(relu) + "." + type;
      Values values = type[0] == 'f' ? Values::MaskedF16x2 : Values::MaskedBF16x2;
      form.inputs = {{"b32", values}, {"b32", values}, {"b32", values}};
      form.outputs = {{"b32"}, {"b16"}};
      std::string single = type[0] == 'f' ? "f16" : "bf16";
      form.body = form.name +
                  " %o0, %i0, %i1, %i2;\n  mov.b32 {%h0, %h1}, %i0;\n  mov.b32 {%h2, %h3}, %i1;\n"
                  "  mov.b32 {%h4, %h5}, %i2;\n  fma.rn.oob" +
                  relu + "." + single + " %o1, %h0, %h3, %h4;";
      form.sm = 90;
      forms.push_back(form);
    }
  }
}

void addVideoForms(std::vector<Form> &forms) {
  addScalars(forms);
  addMultiplyAdds(forms);
  addSimds(forms);
  addPredicates(forms);
  addMaskedFma(forms);
}

} // namespace tkc::agreement
