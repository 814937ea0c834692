// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Conversions among all types.
#include "Form.h"

namespace tkc::agreement {

namespace {

struct ScalarType {
  const char *name;
  const char *reg;
  Values values;
  unsigned bits;
  char kind;
};

constexpr ScalarType integerTypes[] = {{"u8", "b16", Values::Bits, 8, 'u'},   {"s8", "b16", Values::Bits, 8, 's'},
                                       {"u16", "b16", Values::Bits, 16, 'u'}, {"s16", "b16", Values::Bits, 16, 's'},
                                       {"u32", "b32", Values::Bits, 32, 'u'}, {"s32", "b32", Values::Bits, 32, 's'},
                                       {"u64", "b64", Values::Bits, 64, 'u'}, {"s64", "b64", Values::Bits, 64, 's'}};
constexpr ScalarType floatTypes[] = {{"f16", "b16", Values::F16, 16, 'f'},
                                     {"bf16", "b16", Values::BF16, 16, 'f'},
                                     {"f32", "f32", Values::F32, 32, 'f'},
                                     {"f64", "f64", Values::F64, 64, 'f'}};

} // namespace

static Form convert(const std::string &modifiers, const ScalarType &target, const ScalarType &source) {
  Form form;
  form.name = "cvt" + modifiers + "." + target.name + "." + source.name;
  form.inputs = {{source.reg, source.values}};
  form.outputs = {{target.reg, target.values}};
  form.body = form.name + " %o0, %i0;";
  if (std::string(target.name) == "bf16" || std::string(source.name) == "bf16") {
    form.sm = 90;
  }
  return form;
}

static void addIntegerConversions(std::vector<Form> &forms) {
  for (const ScalarType &target : integerTypes) {
    for (const ScalarType &source : integerTypes) {
      forms.push_back(convert("", target, source));
      // Saturation is permitted only where the target's range does not hold the source's.
      bool isHeld = target.bits > source.bits && (target.kind == 's' || source.kind == 'u');
      isHeld |= target.bits == source.bits && target.kind == source.kind;
      if (!isHeld) {
        forms.push_back(convert(".sat", target, source));
      }
    }
  }
}

static void addFloatToInteger(std::vector<Form> &forms) {
  for (const ScalarType &target : integerTypes) {
    for (const ScalarType &source : floatTypes) {
      if (target.bits == 8 && std::string(source.name) == "bf16") {
        continue;
      }
      for (const char *rounding : {".rni", ".rzi", ".rmi", ".rpi"}) {
        forms.push_back(convert(rounding, target, source));
        if (std::string(source.name) == "f32") {
          Form ties = convert(rounding, target, source);
          ties.name += " ties";
          ties.inputs[0].values = Values::F32Ties;
          forms.push_back(ties);
          forms.push_back(convert(std::string(rounding) + ".ftz", target, source));
          forms.push_back(convert(std::string(rounding) + ".sat", target, source));
        }
      }
    }
  }
}

static void addIntegerToFloat(std::vector<Form> &forms) {
  for (const ScalarType &target : floatTypes) {
    for (const ScalarType &source : integerTypes) {
      if (source.bits == 8 && std::string(target.name) == "bf16") {
        continue;
      }
      for (const char *rounding : {".rn", ".rz", ".rm", ".rp"}) {
        forms.push_back(convert(rounding, target, source));
      }
    }
  }
}

static void addFloatToFloat(std::vector<Form> &forms) {
  const ScalarType &f16 = floatTypes[0], &bf16 = floatTypes[1], &f32 = floatTypes[2], &f64 = floatTypes[3];
  for (const char *rounding : {".rn", ".rz", ".rm", ".rp"}) {
    forms.push_back(convert(rounding, f16, f32));
    forms.push_back(convert(rounding, f16, f64));
    forms.push_back(convert(rounding, f32, f64));
    forms.push_back(convert(std::string(rounding) + ".ftz", f32, f64));
    forms.push_back(convert(std::string(rounding) + ".sat", f16, f32));
    forms.push_back(convert(std::string(rounding) + ".sat", f32, f64));
  }
  for (const char *rounding : {".rn", ".rz"}) {
    forms.push_back(convert(rounding, bf16, f32));
    forms.push_back(convert(std::string(rounding) + ".relu", bf16, f32));
    forms.push_back(convert(std::string(rounding) + ".relu", f16, f32));
    Form ties = convert(rounding, bf16, f32);
    ties.name += " ties";
    ties.inputs[0].values = Values::F32Ties;
    forms.push_back(ties);
  }
  forms.push_back(convert("", f32, f16));
  forms.push_back(convert(".ftz", f32, f16));
  forms.push_back(convert(".sat", f32, f16));
  forms.push_back(convert("", f64, f16));
  forms.push_back(convert("", f64, f32));
  forms.push_back(convert(".ftz", f64, f32));
  forms.push_back(convert("", f32, bf16));
  for (const char *rounding : {".rni", ".rzi", ".rmi", ".rpi"}) {
    forms.push_back(convert(rounding, f16, f16));
    forms.push_back(convert(rounding, f32, f32));
    forms.push_back(convert(std::string(rounding) + ".ftz", f32, f32));
    forms.push_back(convert(std::string(rounding) + ".sat", f32, f32));
    forms.push_back(convert(rounding, f64, f64));
  }
}

static Form packedForm(const std::string &name, const std::vector<Slot> &inputs, const char *output, unsigned sm = 80) {
  Form form;
  form.name = name;
  form.inputs = inputs;
  form.outputs = {{output}};
  form.body = name + " %o0";
  for (size_t i = 0; i < inputs.size(); ++i) {
    form.body += ", %i" + std::to_string(i);
  }
  form.body += ";";
  form.sm = sm;
  return form;
}

static void addPackedConversions(std::vector<Form> &forms) {
  Slot f32{"f32", Values::F32}, ties{"f32", Values::F32Ties};
  for (const char *type : {"f16x2", "bf16x2"}) {
    for (const char *modifiers : {".rn", ".rz", ".rn.relu", ".rz.relu"}) {
      forms.push_back(packedForm("cvt" + std::string(modifiers) + "." + type + ".f32", {f32, f32}, "b32"));
    }
  }
  for (const char *type : {"e4m3x2", "e5m2x2"}) {
    for (const char *relu : {"", ".relu"}) {
      std::string stem = "cvt.rn.satfinite" + std::string(relu);
      forms.push_back(packedForm(stem + "." + type + ".f32", {f32, f32}, "b16", 89));
      forms.push_back(packedForm(stem + "." + type + ".f16x2", {{"b32", Values::F16x2}}, "b16", 89));
      forms.push_back(packedForm("cvt.rn" + std::string(relu) + ".f16x2." + type, {{"b16"}}, "b32", 89));
    }
  }
  for (const char *modifiers : {".rna", ".rn", ".rz", ".rn.relu", ".rz.relu", ".rna.satfinite"}) {
    std::string name = "cvt" + std::string(modifiers) + ".tf32.f32";
    bool isOld = std::string(modifiers).rfind(".rna", 0) == 0;
    forms.push_back(packedForm(name, {f32}, "b32", isOld ? 80 : 90));
    Form tie = packedForm(name, {ties}, "b32", isOld ? 80 : 90);
    tie.name += " ties";
    forms.push_back(tie);
  }
}

void addConversionForms(std::vector<Form> &forms) {
  addIntegerConversions(forms);
  addFloatToInteger(forms);
  addIntegerToFloat(forms);
  addFloatToFloat(forms);
  addPackedConversions(forms);
}

} // namespace tkc::agreement
