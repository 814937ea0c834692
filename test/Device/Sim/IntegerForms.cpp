// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Integer arithmetic, logic and shifts.
#include "Form.h"

namespace tkc::agreement {

static Form integerForm(const std::string &instruction, const std::vector<Slot> &inputs, const char *output) {
  Form form;
  form.name = instruction;
  form.inputs = inputs;
  form.outputs = {{output}};
  form.body = instruction + " %o0";
  for (size_t i = 0; i < inputs.size(); ++i) {
    form.body += ", %i" + std::to_string(i);
  }
  form.body += ";";
  return form;
}

static std::string registerOf(const std::string &type) { return "b" + type.substr(1); }
static std::string doubled(const std::string &type) { return "b" + std::to_string(2 * std::stoi(type.substr(1))); }

/// PTX register types must outlive the forms.
static const char *keep(const std::string &type) {
  return type == "b16" ? "b16" : type == "b32" ? "b32" : type == "b64" ? "b64" : "b128";
}

static void addArithmetic(std::vector<Form> &forms) {
  for (const char *name : {"u16", "s16", "u32", "s32", "u64", "s64"}) {
    std::string type = name;
    const char *reg = keep(registerOf(type));
    Slot slot{reg};
    for (const char *operation : {"add", "sub", "mul.lo", "mul.hi", "min", "max"}) {
      forms.push_back(integerForm(std::string(operation) + "." + type, {slot, slot}, reg));
    }
    for (const char *operation : {"mad.lo", "mad.hi", "sad"}) {
      forms.push_back(integerForm(std::string(operation) + "." + type, {slot, slot, slot}, reg));
    }
    Slot divisor{reg, Values::Divisor};
    forms.push_back(integerForm("div." + type, {slot, divisor}, reg));
    forms.push_back(integerForm("rem." + type, {slot, divisor}, reg));
    if (type[0] == 's') {
      forms.push_back(integerForm("abs." + type, {slot}, reg));
      forms.push_back(integerForm("neg." + type, {slot}, reg));
    }
    if (type.substr(1) != "64") {
      const char *wide = keep(doubled(type));
      forms.push_back(integerForm("mul.wide." + type, {slot, slot}, wide));
      forms.push_back(integerForm("mad.wide." + type, {slot, slot, {wide}}, wide));
    }
  }
  for (const char *type : {"u32", "s32"}) {
    for (const char *part : {"lo", "hi"}) {
      forms.push_back(integerForm("mul24." + std::string(part) + "." + type, {{"b32"}, {"b32"}}, "b32"));
      forms.push_back(integerForm("mad24." + std::string(part) + "." + type, {{"b32"}, {"b32"}, {"b32"}}, "b32"));
    }
  }
  for (const char *instruction : {"add.sat.s32", "sub.sat.s32"}) {
    forms.push_back(integerForm(instruction, {{"b32"}, {"b32"}}, "b32"));
  }
  forms.push_back(integerForm("mad.hi.sat.s32", {{"b32"}, {"b32"}, {"b32"}}, "b32"));
}

/// A quotient by zero is what the hardware gives; PTX leaves it open.
static void addDivisionByZero(std::vector<Form> &forms) {
  for (const char *type : {"u32", "s32", "u64", "s64"}) {
    for (const char *operation : {"div", "rem"}) {
      std::string instruction = std::string(operation) + "." + type;
      const char *reg = keep(registerOf(type));
      Form form = integerForm(instruction, {{reg}, {reg}}, reg);
      form.name = instruction + " by any";
      forms.push_back(form);
    }
  }
}

static void addCarries(std::vector<Form> &forms) {
  for (const char *type : {"u32", "s32", "u64", "s64"}) {
    const char *reg = keep(registerOf(type));
    std::string suffix = std::string(".") + type;
    for (const char *operation : {"add", "sub"}) {
      Form form;
      std::string chained = std::string(operation) == "add" ? "addc" : "subc";
      form.name = std::string(operation) + ".cc" + suffix + " " + chained + ".cc " + chained;
      form.inputs = {{reg}, {reg}, {reg}, {reg}, {reg}, {reg}};
      form.outputs = {{reg}, {reg}, {reg}};
      form.body = std::string(operation) + ".cc" + suffix + " %o0, %i0, %i1;\n  " + chained + ".cc" + suffix +
                  " %o1, %i2, %i3;\n  " + chained + suffix + " %o2, %i4, %i5;";
      forms.push_back(form);
    }
    Form form;
    form.name = "mad.lo.cc" + suffix + " madc.hi";
    form.inputs = {{reg}, {reg}, {reg}, {reg}};
    form.outputs = {{reg}, {reg}};
    form.body = "mad.lo.cc" + suffix + " %o0, %i0, %i1, %i2;\n  madc.hi" + suffix + " %o1, %i0, %i1, %i3;";
    forms.push_back(form);
  }
}

static void addLogic(std::vector<Form> &forms) {
  for (const char *reg : {"b16", "b32", "b64"}) {
    for (const char *operation : {"and", "or", "xor"}) {
      forms.push_back(integerForm(std::string(operation) + "." + reg, {{reg}, {reg}}, reg));
    }
    for (const char *operation : {"not", "cnot"}) {
      forms.push_back(integerForm(std::string(operation) + "." + reg, {{reg}}, reg));
    }
    std::string width = std::string(reg).substr(1);
    for (const std::string &operation : {"shl.b" + width, "shr.u" + width, "shr.s" + width}) {
      forms.push_back(integerForm(operation, {{reg}, {"b32", Values::Small}}, reg));
      Form any = integerForm(operation, {{reg}, {"b32"}}, reg);
      any.name += " by any";
      forms.push_back(any);
    }
  }
  for (const char *direction : {"l", "r"}) {
    for (const char *mode : {"wrap", "clamp"}) {
      forms.push_back(integerForm("shf." + std::string(direction) + "." + mode + ".b32",
                                  {{"b32"}, {"b32"}, {"b32", Values::Small}}, "b32"));
    }
  }
  for (unsigned table : {0x00u, 0x96u, 0xe8u, 0xcau, 0x1fu, 0x80u, 0xffu, 0x3cu}) {
    Form form = integerForm("lop3.b32", {{"b32"}, {"b32"}, {"b32"}}, "b32");
    form.name += " " + std::to_string(table);
    form.body = "lop3.b32 %o0, %i0, %i1, %i2, " + std::to_string(table) + ";";
    forms.push_back(form);
  }
}

static void addBitFields(std::vector<Form> &forms) {
  for (const char *type : {"u32", "s32", "u64", "s64"}) {
    const char *reg = keep(registerOf(type));
    forms.push_back(
        integerForm("bfe." + std::string(type), {{reg}, {"b32", Values::Small}, {"b32", Values::Small}}, reg));
    Form any = integerForm("bfe." + std::string(type), {{reg}, {"b32"}, {"b32"}}, reg);
    any.name += " by any";
    forms.push_back(any);
    forms.push_back(integerForm("bfind." + std::string(type), {{reg}}, "b32"));
    forms.push_back(integerForm("bfind.shiftamt." + std::string(type), {{reg}}, "b32"));
  }
  for (const char *reg : {"b32", "b64"}) {
    std::string type = reg;
    forms.push_back(integerForm("bfi." + type, {{reg}, {reg}, {"b32", Values::Small}, {"b32", Values::Small}}, reg));
    forms.push_back(integerForm("brev." + type, {{reg}}, reg));
    forms.push_back(integerForm("clz." + type, {{reg}}, "b32"));
    forms.push_back(integerForm("popc." + type, {{reg}}, "b32"));
  }
  forms.push_back(integerForm("fns.b32", {{"b32"}, {"b32", Values::Small}, {"b32"}}, "b32"));
  forms.back().body = "and.b32 %t0, %i1, 31;\n  and.b32 %t1, %i2, 15;\n  sub.s32 %t1, %t1, 7;\n"
                      "  fns.b32 %o0, %i0, %t0, %t1;";
  for (const char *mode : {"clamp", "wrap"}) {
    forms.push_back(integerForm("szext." + std::string(mode) + ".u32", {{"b32"}, {"b32", Values::Small}}, "b32"));
    forms.push_back(integerForm("szext." + std::string(mode) + ".s32", {{"b32"}, {"b32", Values::Small}}, "b32"));
    forms.push_back(
        integerForm("bmsk." + std::string(mode) + ".b32", {{"b32", Values::Small}, {"b32", Values::Small}}, "b32"));
  }
}

static void addBytesAndPairs(std::vector<Form> &forms) {
  for (const char *mode : {"", ".f4e", ".b4e", ".rc8", ".ecl", ".ecr", ".rc16"}) {
    forms.push_back(integerForm("prmt.b32" + std::string(mode), {{"b32"}, {"b32"}, {"b32"}}, "b32"));
  }
  for (const char *left : {"u32", "s32"}) {
    for (const char *right : {"u32", "s32"}) {
      std::string types = std::string(left) + "." + right;
      forms.push_back(integerForm("dp4a." + types, {{"b32"}, {"b32"}, {"b32"}}, "b32"));
      forms.push_back(integerForm("dp2a.lo." + types, {{"b32"}, {"b32"}, {"b32"}}, "b32"));
      forms.push_back(integerForm("dp2a.hi." + types, {{"b32"}, {"b32"}, {"b32"}}, "b32"));
    }
  }
  for (const char *type : {"u16x2", "s16x2"}) {
    for (const char *operation : {"add", "min", "max"}) {
      forms.push_back(integerForm(std::string(operation) + "." + type, {{"b32"}, {"b32"}}, "b32"));
      forms.back().sm = 90;
    }
  }
  for (const char *instruction : {"min.relu.s16x2", "max.relu.s16x2", "min.relu.s32", "max.relu.s32"}) {
    forms.push_back(integerForm(instruction, {{"b32"}, {"b32"}}, "b32"));
    forms.back().sm = 90;
  }
}

void addIntegerForms(std::vector<Form> &forms) {
  addArithmetic(forms);
  addDivisionByZero(forms);
  addCarries(forms);
  addLogic(forms);
  addBitFields(forms);
  addBytesAndPairs(forms);
}

} // namespace tkc::agreement
