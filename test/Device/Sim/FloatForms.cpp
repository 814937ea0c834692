// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Floating-point arithmetic.
#include "Form.h"

namespace tkc::agreement {

namespace {

/// How one float type is written and drawn.
struct FloatType {
  const char *suffix;
  const char *reg;
  Values values;
};

constexpr FloatType f16{"f16", "b16", Values::F16}, f16x2{"f16x2", "b32", Values::F16x2},
    bf16{"bf16", "b16", Values::BF16}, bf16x2{"bf16x2", "b32", Values::BF16x2}, f32{"f32", "f32", Values::F32},
    f64{"f64", "f64", Values::F64};

} // namespace

static Form arithmetic(const std::string &instruction, const FloatType &type, unsigned operands,
                       Comparison comparison = Comparison::Exact, double ulps = 0, double absolute = 0) {
  Form form;
  form.name = instruction;
  form.body = instruction + " %o0";
  for (unsigned i = 0; i < operands; ++i) {
    form.inputs.push_back({type.reg, type.values});
    form.body += ", %i" + std::to_string(i);
  }
  form.body += ";";
  form.outputs = {{type.reg, type.values}};
  form.comparison = comparison;
  form.ulps = ulps;
  form.absolute = absolute;
  return form;
}

static void addRoundedForms(std::vector<Form> &forms) {
  for (const char *rounding : {"rn", "rz", "rm", "rp"}) {
    for (const char *operation : {"add", "sub", "mul", "fma"}) {
      unsigned operands = std::string(operation) == "fma" ? 3 : 2;
      std::string stem = std::string(operation) + "." + rounding;
      for (const char *modifier : {"", ".ftz", ".sat", ".ftz.sat"}) {
        forms.push_back(arithmetic(stem + modifier + ".f32", f32, operands));
      }
      forms.push_back(arithmetic(stem + ".f64", f64, operands));
    }
    for (const char *operation : {"div", "rcp", "sqrt"}) {
      unsigned operands = std::string(operation) == "div" ? 2 : 1;
      std::string stem = std::string(operation) + "." + rounding;
      forms.push_back(arithmetic(stem + ".f32", f32, operands));
      forms.push_back(arithmetic(stem + ".ftz.f32", f32, operands));
      forms.push_back(arithmetic(stem + ".f64", f64, operands));
    }
  }
}

/// The bounds are those of the PTX ISA 9.0, sections of each instruction.
static void addApproximateForms(std::vector<Form> &forms) {
  for (const char *flush : {"", ".ftz"}) {
    std::string suffix = std::string(flush) + ".f32";
    forms.push_back(arithmetic("div.approx" + suffix, f32, 2, Comparison::Ulps, 2));
    forms.push_back(arithmetic("div.full" + suffix, f32, 2, Comparison::Ulps, 2));
    forms.push_back(arithmetic("rcp.approx" + suffix, f32, 1, Comparison::Ulps, 1));
    forms.push_back(arithmetic("sqrt.approx" + suffix, f32, 1, Comparison::Ulps, 3));
    forms.push_back(arithmetic("rsqrt.approx" + suffix, f32, 1, Comparison::Ulps, 3));
    forms.push_back(arithmetic("ex2.approx" + suffix, f32, 1, Comparison::Ulps, 3));
    forms.push_back(arithmetic("lg2.approx" + suffix, f32, 1, Comparison::AbsoluteOrUlps, 3, 2.4e-7));
    forms.push_back(arithmetic("sin.approx" + suffix, f32, 1, Comparison::AbsoluteOrUlps, 3, 1e-6));
    forms.push_back(arithmetic("cos.approx" + suffix, f32, 1, Comparison::AbsoluteOrUlps, 3, 1e-6));
  }
  // The sine and cosine are documented between -pi and pi only; the argument is brought there.
  for (size_t i = forms.size(); i-- > 0;) {
    Form &form = forms[i];
    if (form.name.rfind("sin.", 0) == 0 || form.name.rfind("cos.", 0) == 0) {
      form.inputs[0].values = Values::UnitF32;
    }
  }
  forms.push_back(arithmetic("tanh.approx.f32", f32, 1, Comparison::AbsoluteOrUlps, 8192, 0));
  forms.push_back(arithmetic("rcp.approx.ftz.f64", f64, 1, Comparison::Ulps, 4294967296.0));
  forms.push_back(arithmetic("rsqrt.approx.ftz.f64", f64, 1, Comparison::Ulps, 4294967296.0));
  forms.push_back(arithmetic("rsqrt.approx.f64", f64, 1, Comparison::Ulps, 1 << 24));
  forms.push_back(arithmetic("ex2.approx.f16", f16, 1, Comparison::Ulps, 2));
  forms.push_back(arithmetic("ex2.approx.ftz.bf16", bf16, 1, Comparison::Ulps, 2));
  forms.push_back(arithmetic("tanh.approx.f16", f16, 1, Comparison::Ulps, 2));
  forms.push_back(arithmetic("tanh.approx.bf16", bf16, 1, Comparison::Ulps, 2));
  for (auto &form : {arithmetic("ex2.approx.f16x2", f16x2, 1, Comparison::Ulps, 2),
                     arithmetic("tanh.approx.f16x2", f16x2, 1, Comparison::Ulps, 2),
                     arithmetic("tanh.approx.bf16x2", bf16x2, 1, Comparison::Ulps, 2)}) {
    forms.push_back(form);
  }
}

static void addHalfForms(std::vector<Form> &forms) {
  for (const FloatType &type : {f16, f16x2}) {
    for (const char *operation : {"add", "sub", "mul"}) {
      for (const char *modifier : {"", ".ftz", ".sat", ".ftz.sat", ".rn"}) {
        forms.push_back(arithmetic(std::string(operation) + modifier + "." + type.suffix, type, 2));
      }
    }
    for (const char *modifier : {"", ".ftz", ".sat", ".ftz.sat", ".relu", ".ftz.relu"}) {
      forms.push_back(arithmetic("fma.rn" + std::string(modifier) + "." + type.suffix, type, 3));
    }
  }
  for (const FloatType &type : {bf16, bf16x2}) {
    for (const char *operation : {"add", "sub", "mul"}) {
      forms.push_back(arithmetic(std::string(operation) + ".rn." + type.suffix, type, 2));
      forms.back().sm = 90;
    }
    forms.push_back(arithmetic("fma.rn." + std::string(type.suffix), type, 3));
    forms.push_back(arithmetic("fma.rn.relu." + std::string(type.suffix), type, 3));
  }
}

static void addMinMaxForms(std::vector<Form> &forms) {
  for (const char *operation : {"min", "max"}) {
    for (const char *modifier : {"", ".ftz", ".NaN", ".ftz.NaN", ".xorsign.abs", ".NaN.xorsign.abs"}) {
      std::string stem = std::string(operation) + modifier;
      forms.push_back(arithmetic(stem + ".f32", f32, 2));
      for (const FloatType &type : {f16, f16x2}) {
        forms.push_back(arithmetic(stem + "." + type.suffix, type, 2));
      }
      if (std::string(modifier).find("ftz") == std::string::npos) {
        for (const FloatType &type : {bf16, bf16x2}) {
          forms.push_back(arithmetic(stem + "." + type.suffix, type, 2));
        }
      }
    }
    forms.push_back(arithmetic(std::string(operation) + ".f64", f64, 2));
  }
  for (const char *operation : {"abs", "neg"}) {
    for (const FloatType &type : {f16, f16x2, bf16, bf16x2, f32, f64}) {
      forms.push_back(arithmetic(std::string(operation) + "." + type.suffix, type, 1));
    }
    forms.push_back(arithmetic(std::string(operation) + ".ftz.f32", f32, 1));
  }
  forms.push_back(arithmetic("copysign.f32", f32, 2));
  forms.push_back(arithmetic("copysign.f64", f64, 2));
}

static void addTestForms(std::vector<Form> &forms) {
  for (const char *property : {"finite", "infinite", "number", "notanumber", "normal", "subnormal"}) {
    for (const FloatType &type : {f32, f64}) {
      Form form = arithmetic("testp." + std::string(property) + "." + type.suffix, type, 1);
      form.outputs = {{"pred"}};
      forms.push_back(form);
    }
  }
}

void addFloatForms(std::vector<Form> &forms) {
  addRoundedForms(forms);
  addApproximateForms(forms);
  addHalfForms(forms);
  addMinMaxForms(forms);
  addTestForms(forms);
}

} // namespace tkc::agreement
