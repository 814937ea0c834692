// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// wmma: every warp loads three matrices from shared memory, multiplies them, and stores the result there.
#include <algorithm>

#include "MatrixValues.h"

namespace tkc::agreement {

namespace {
/// Registers of the fragments and the types as the instructions spell them.
struct WmmaShape {
  const char *shape, *inputType, *c, *d;
  unsigned a, b, countC, countD;
  Kinds inputs, accumulators;
  bool hasRounding = true;
  /// What stands in front of `.sync` of wmma.mma, and behind its types.
  const char *operation = "", *suffix = "";
};
} // namespace

static std::string registerNames(const char *prefix, unsigned first, unsigned count) {
  std::string text = "{";
  for (unsigned i = 0; i < count; ++i) {
    text += (i ? ", %" : "%") + std::string(prefix) + std::to_string(first + i);
  }
  return text + "}";
}

/// Every thread fills 32 bytes of each of its warp's three tiles of 1024 bytes.
static std::string fillTiles() {
  std::string text = "mov.u32 %t60, tiles;\n  and.b32 %t61, %thread, 31;\n  shr.u32 %t62, %thread, 5;\n"
                     "  mad.lo.u32 %t60, %t62, 3072, %t60;\n  mad.lo.u32 %t61, %t61, 32, %t60;\n  ";
  for (unsigned tile = 0; tile < 3; ++tile) {
    for (unsigned half = 0; half < 2; ++half) {
      text += "st.shared.v4.b32 [%t61+" + std::to_string(1024 * tile + 16 * half) + "], " +
              registerNames("i", 8 * tile + 4 * half, 4) + ";\n  ";
    }
  }
  return text + "bar.sync 0;\n  ";
}

static void addProduct(std::vector<Form> &forms, const WmmaShape &which, const std::string &layoutA,
                       const std::string &layoutB, const std::string &layoutC) {
  std::string type = which.inputType, shape = which.shape;
  bool isDouble = type == "f64";
  const char *in = isDouble ? "d" : "t", *sum = isDouble ? "d" : "t";
  std::string inputs = type == "f16" ? "" : "." + type + "." + type;
  std::string types = "." + std::string(which.d) + inputs + "." + which.c + which.suffix;
  for (Numbers numbers : allNumbers) {
    if (numbers != Numbers::Exact && !which.hasRounding) {
      continue;
    }
    Form form;
    std::string multiply =
        "wmma.mma" + std::string(which.operation) + ".sync.aligned." + layoutA + "." + layoutB + "." + shape + types;
    form.name = multiply + " " + layoutC + nameOf(numbers);
    form.inputs.assign(16, {"b32", which.inputs.of(numbers)});
    form.inputs.insert(form.inputs.end(), 8, {"b32", which.accumulators.of(numbers)});
    form.outputs.assign(8, {"b32"});
    form.declarations = "  .shared .align 128 .b8 tiles[12288];\n";
    std::string stem = ".sync.aligned.";
    form.body = fillTiles() + "wmma.load.a" + stem + layoutA + "." + shape + ".shared." + type + " " +
                registerNames(in, 0, which.a) + ", [%t60];\n  wmma.load.b" + stem + layoutB + "." + shape + ".shared." +
                type + " " + registerNames(in, 8, which.b) + ", [%t60+1024];\n  wmma.load.c" + stem + layoutC + "." +
                shape + ".shared." + which.c + " " + registerNames(sum, 16, which.countC) + ", [%t60+2048];\n  " +
                multiply + " " + registerNames(sum, 24, which.countD) + ", " + registerNames(in, 0, which.a) + ", " +
                registerNames(in, 8, which.b) + ", " + registerNames(sum, 16, which.countC) +
                ";\n  bar.sync 0;\n  wmma.store.d" + stem + layoutC + "." + shape + ".shared." + which.d + " [%t60], " +
                registerNames(sum, 24, which.countD) +
                ";\n  bar.sync 0;\n  ld.shared.v4.b32 {%o0, %o1, %o2, %o3}, [%t61];\n"
                "  ld.shared.v4.b32 {%o4, %o5, %o6, %o7}, [%t61+16];";
    form.ctas = 8;
    forms.push_back(form);
  }
}

/// What a load leaves in the registers: programs rely on it, though PTX does not say.
static void addLoad(std::vector<Form> &forms, const std::string &operand, const std::string &layout,
                    const std::string &shape, const std::string &type, unsigned count) {
  Form form;
  bool isDouble = type == "f64";
  std::string load = "wmma.load." + operand + ".sync.aligned." + layout + "." + shape + ".shared." + type;
  form.name = load;
  auto isSame = [&](const Form &other) { return other.name == form.name; };
  if (std::any_of(forms.begin(), forms.end(), isSame)) {
    return;
  }
  form.inputs.assign(24, {"b32"});
  form.outputs.assign(count, {isDouble ? "b64" : "b32"});
  form.declarations = "  .shared .align 128 .b8 tiles[12288];\n";
  form.body = fillTiles() + load + " " + registerNames("o", 0, count) + ", [%t60];";
  form.ctas = 4;
  forms.push_back(form);
}

static void addLoads(std::vector<Form> &forms, const WmmaShape &which, bool isNarrow) {
  for (const char *layout : {"row", "col"}) {
    bool isRow = layout[0] == 'r';
    if (!isNarrow || isRow) {
      addLoad(forms, "a", layout, which.shape, which.inputType, which.a);
    }
    if (!isNarrow || !isRow) {
      addLoad(forms, "b", layout, which.shape, which.inputType, which.b);
    }
    addLoad(forms, "c", layout, which.shape, which.c, which.countC);
  }
}

static void addShape(std::vector<Form> &forms, const WmmaShape &which) {
  std::string type = which.inputType;
  bool isNarrow = type[1] == '4' || type == "b1";
  addLoads(forms, which, isNarrow);
  if (isNarrow) {
    return addProduct(forms, which, "row", "col", "row");
  }
  addProduct(forms, which, "row", "col", "row");
  addProduct(forms, which, "col", "row", "row");
  addProduct(forms, which, "row", "row", "col");
}

void addWmmaForms(std::vector<Form> &forms) {
  for (const char *shape : {"m16n16k16", "m8n32k16", "m32n8k16"}) {
    unsigned a = shape[1] == '8' ? 1 : shape[1] == '3' ? 4 : 2, b = shape[1] == '8' ? 4 : shape[1] == '3' ? 1 : 2;
    for (const char *d : {"f32", "f16"}) {
      for (const char *c : {"f32", "f16"}) {
        bool isWideC = c[1] == '3', isWideD = d[1] == '3';
        addShape(forms, {shape, "f16", c, d, 8, 8, isWideC ? 8u : 4u, isWideD ? 8u : 4u, halfKinds,
                         isWideC ? singleKinds : halfKinds});
      }
    }
    addShape(forms, {shape, "bf16", "f32", "f32", 2 * a, 2 * b, 8, 8, bfloatKinds, singleKinds});
    for (const char *type : {"s8", "u8"}) {
      addShape(forms, {shape, type, "s32", "s32", a, b, 8, 8, bitKinds, bitKinds, false});
      addShape(forms, {shape, type, "s32", "s32", a, b, 8, 8, bitKinds, bitKinds, false, "", ".satfinite"});
    }
  }
  addShape(forms, {"m16n16k8", "tf32", "f32", "f32", 4, 4, 8, 8, tf32Kinds, singleKinds});
  addShape(forms, {"m8n8k4", "f64", "f64", "f64", 1, 1, 2, 2, bitKinds, bitKinds, false});
  addShape(forms, {"m8n8k32", "s4", "s32", "s32", 1, 1, 2, 2, bitKinds, bitKinds, false});
  addShape(forms, {"m8n8k32", "u4", "s32", "s32", 1, 1, 2, 2, bitKinds, bitKinds, false});
  for (const char *operation : {".xor.popc", ".and.popc"}) {
    addShape(forms, {"m8n8k128", "b1", "s32", "s32", 1, 1, 2, 2, bitKinds, bitKinds, false, operation});
  }
}

} // namespace tkc::agreement
