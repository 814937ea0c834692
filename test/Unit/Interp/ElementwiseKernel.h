// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The text of a kernel that loads a block of each input, computes `%r` from `%a`, `%b`, `%c`, and stores it.
#ifndef TKC_TEST_UNIT_INTERP_ELEMENTWISEKERNEL_H
#define TKC_TEST_UNIT_INTERP_ELEMENTWISEKERNEL_H

#include <string>

#include "RunKernel.h"

namespace tkc::interp {

/// One operand or result: its type in IR, and that of its array. `i1` results are widened to `i8` to be stored.
struct Element {
  std::string name;
  data::ElementType type;
};

inline const Element i8{"i8", data::ElementType::I8};
inline const Element i16{"i16", data::ElementType::I16};
inline const Element i32{"i32", data::ElementType::I32};
inline const Element i64{"i64", data::ElementType::I64};
inline const Element f16{"f16", data::ElementType::F16};
inline const Element bf16{"bf16", data::ElementType::BF16};
inline const Element f32{"f32", data::ElementType::F32};
inline const Element f64{"f64", data::ElementType::F64};
inline const Element f8e4m3{"f8E4M3FN", data::ElementType::F8E4M3FN};
inline const Element f8e5m2{"f8E5M2", data::ElementType::F8E5M2};
inline const Element boolean{"i1", data::ElementType::I8};

inline std::string blockOf(const std::string &element, size_t count) {
  return "tensor<" + std::to_string(count) + "x" + element + ">";
}

/// Replaces each `$T` of a type letter: `$a`, `$b`, `$c`, `$r` become the block types.
inline std::string elementwiseKernel(const std::vector<Element> &inputs, const Element &result, size_t count,
                                     std::string body) {
  std::string text = "func.func @kernel(";
  std::string loads;
  for (size_t index = 0; index < inputs.size(); ++index) {
    std::string letter(1, char('a' + index));
    std::string pointer = "!tk.ptr<" + inputs[index].name + ">";
    text += "%p" + letter + ": " + pointer + ", ";
    loads += "  %s" + letter + " = tk.splat %p" + letter + " : " + pointer + " to " + blockOf(pointer, count) + "\n";
    loads += "  %q" + letter + " = tk.addptr %s" + letter + ", %range : " + blockOf(pointer, count) + ", " +
             blockOf("i32", count) + "\n";
    loads += "  %" + letter + " = tk.load %q" + letter + " : " + blockOf(pointer, count) + "\n";
  }
  bool isBoolean = result.name == "i1";
  std::string stored = isBoolean ? "i8" : result.name;
  std::string pointer = "!tk.ptr<" + stored + ">";
  text += "%pr: " + pointer + ") attributes {tk.kernel} {\n";
  text += "  %range = tk.make_range 0, " + std::to_string(count) + " : " + blockOf("i32", count) + "\n" + loads;
  const Element *elements[] = {&result, inputs.size() > 0 ? &inputs[0] : nullptr,
                               inputs.size() > 1 ? &inputs[1] : nullptr, inputs.size() > 2 ? &inputs[2] : nullptr};
  const char letters[] = {'r', 'a', 'b', 'c'};
  for (size_t index = 0; index < 4; ++index) {
    for (size_t at; elements[index] && (at = body.find(std::string("$") + letters[index])) != std::string::npos;) {
      body.replace(at, 2, blockOf(elements[index]->name, count));
    }
  }
  text += body + "\n";
  if (isBoolean) {
    text += "  %wide = arith.extui %r : " + blockOf("i1", count) + " to " + blockOf("i8", count) + "\n";
  }
  text += "  %sr = tk.splat %pr : " + pointer + " to " + blockOf(pointer, count) + "\n";
  text += "  %qr = tk.addptr %sr, %range : " + blockOf(pointer, count) + ", " + blockOf("i32", count) + "\n";
  text += std::string("  tk.store %qr, ") + (isBoolean ? "%wide" : "%r") + " : " + blockOf(pointer, count) + "\n";
  return text + "  return\n}";
}

/// Runs an elementwise kernel on the inputs' values; the result is the last buffer.
inline void runElementwise(KernelRun &run, const std::vector<Element> &inputs, const Element &result,
                           const std::vector<std::vector<double>> &values, const std::string &body) {
  for (size_t index = 0; index < inputs.size(); ++index) {
    run.buffer(inputs[index].type, values[index]);
  }
  run.output(result.type, values[0].size());
  run.run(elementwiseKernel(inputs, result, values[0].size(), body));
  for (const Problem &problem : run.execution.problems) {
    ADD_FAILURE() << problem.message << "\n" << body;
  }
}

/// The results of an elementwise kernel that must run without faults.
inline std::vector<double> evaluate(const std::vector<Element> &inputs, const Element &result,
                                    const std::vector<std::vector<double>> &values, const std::string &body) {
  KernelRun run;
  runElementwise(run, inputs, result, values, body);
  EXPECT_EQ(run.execution.faultCount, 0u) << body;
  return run.values(inputs.size());
}

} // namespace tkc::interp

#endif // TKC_TEST_UNIT_INTERP_ELEMENTWISEKERNEL_H
