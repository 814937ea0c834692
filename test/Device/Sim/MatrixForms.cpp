// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tensor-core instructions and the movement of their fragments.
#include <optional>
#include <utility>

#include "MatrixValues.h"

namespace tkc::agreement {

//===--- mma.sync ---------------------------------------------------------===//

static void addMma(std::vector<Form> &forms, const std::string &shape, const std::string &types, const Fragment &a,
                   const Fragment &b, const Fragment &c, unsigned sm = 80, bool hasRounding = true,
                   const std::string &modifiers = "") {
  for (Numbers numbers : allNumbers) {
    if (numbers != Numbers::Exact && !hasRounding) {
      continue;
    }
    Form form;
    std::string instruction = "mma.sync.aligned." + shape + ".row.col" + modifiers + "." + types;
    form.name = instruction + nameOf(numbers);
    for (const Fragment *fragment : {&a, &b, &c}) {
      form.inputs.insert(form.inputs.end(), fragment->count, {fragment->reg, fragment->kinds.of(numbers)});
    }
    form.outputs.assign(c.count, {c.reg, c.kinds.exact});
    form.body = instruction + " " + registerList('o', 0, c.count) + ", " + registerList('i', 0, a.count) + ", " +
                registerList('i', a.count, b.count) + ", " + registerList('i', a.count + b.count, c.count) + ";";
    form.sm = sm;
    form.ctas = 16;
    forms.push_back(form);
  }
}

static void addFloatMma(std::vector<Form> &forms) {
  auto half = [](unsigned count) { return Fragment{count, "b32", halfKinds}; };
  auto bfloat = [](unsigned count) { return Fragment{count, "b32", bfloatKinds}; };
  auto tf32 = [](unsigned count) { return Fragment{count, "b32", tf32Kinds}; };
  auto single = [](unsigned count) { return Fragment{count, "f32", singleKinds}; };
  auto twice = [](unsigned count) { return Fragment{count, "f64", doubleKinds}; };
  addMma(forms, "m16n8k8", "f32.f16.f16.f32", half(2), half(1), single(4));
  addMma(forms, "m16n8k16", "f32.f16.f16.f32", half(4), half(2), single(4));
  addMma(forms, "m16n8k8", "f16.f16.f16.f16", half(2), half(1), half(2));
  addMma(forms, "m16n8k16", "f16.f16.f16.f16", half(4), half(2), half(2));
  addMma(forms, "m16n8k8", "f32.bf16.bf16.f32", bfloat(2), bfloat(1), single(4));
  addMma(forms, "m16n8k16", "f32.bf16.bf16.f32", bfloat(4), bfloat(2), single(4));
  addMma(forms, "m16n8k4", "f32.tf32.tf32.f32", tf32(2), tf32(1), single(4));
  addMma(forms, "m16n8k8", "f32.tf32.tf32.f32", tf32(4), tf32(2), single(4));
  addMma(forms, "m8n8k4", "f64.f64.f64.f64", twice(1), twice(1), twice(2));
  addMma(forms, "m16n8k4", "f64.f64.f64.f64", twice(2), twice(1), twice(4), 90);
  addMma(forms, "m16n8k8", "f64.f64.f64.f64", twice(4), twice(2), twice(4), 90);
  addMma(forms, "m16n8k16", "f64.f64.f64.f64", twice(8), twice(4), twice(4), 90);
  for (const char *left : {"e4m3", "e5m2"}) {
    for (const char *right : {"e4m3", "e5m2"}) {
      auto bytes = [](const std::string &type, unsigned count) {
        return Fragment{count, "b32", type == "e4m3" ? e4m3Kinds : e5m2Kinds};
      };
      addMma(forms, "m16n8k32", "f32." + std::string(left) + "." + right + ".f32", bytes(left, 4), bytes(right, 2),
             single(4), 89);
    }
  }
}

static void addIntegerMma(std::vector<Form> &forms) {
  auto bits = [](unsigned count) { return Fragment{count, "b32", bitKinds}; };
  for (const char *left : {"s8", "u8", "s4", "u4"}) {
    for (const char *right : {"s8", "u8", "s4", "u4"}) {
      if (left[1] != right[1]) {
        continue;
      }
      std::string types = "s32." + std::string(left) + "." + right + ".s32";
      for (const char *modifier : {"", ".satfinite"}) {
        bool isByte = left[1] == '8';
        addMma(forms, isByte ? "m8n8k16" : "m8n8k32", types, bits(1), bits(1), bits(2), 80, false, modifier);
        addMma(forms, isByte ? "m16n8k16" : "m16n8k32", types, bits(2), bits(1), bits(4), 80, false, modifier);
        addMma(forms, isByte ? "m16n8k32" : "m16n8k64", types, bits(4), bits(2), bits(4), 80, false, modifier);
      }
    }
  }
}

//===--- Fragments through shared memory ----------------------------------===//

static const char *const warpTiles = "  .shared .align 128 .b8 tiles[2048];\n";
static const char *const rowAddress = "mov.u32 %t60, tiles;\n  mad.lo.u32 %t60, %thread, 16, %t60;\n  ";

static void addMatrixMoves(std::vector<Form> &forms) {
  std::vector<Slot> four(4, {"b32"});
  for (unsigned count : {1u, 2u, 4u}) {
    for (const char *transposed : {"", ".trans"}) {
      std::string stem = ".sync.aligned.m8n8.x" + std::to_string(count) + transposed + ".shared.b16";
      forms.push_back({"ldmatrix" + stem, four, std::vector<Slot>(count, {"b32"}),
                       std::string(rowAddress) +
                           "st.shared.v4.b32 [%t60], {%i0, %i1, %i2, %i3};\n  bar.sync 0;\n"
                           "  ldmatrix" +
                           stem + " " + registerList('o', 0, count) + ", [%t60];",
                       warpTiles});
      forms.push_back({"stmatrix" + stem, std::vector<Slot>(count, {"b32"}), four,
                       std::string(rowAddress) + "st.shared.v4.b32 [%t60], {1, 2, 3, 4};\n  bar.sync 0;\n  stmatrix" +
                           stem + " [%t60], " + registerList('i', 0, count) +
                           ";\n  bar.sync 0;\n  ld.shared.v4.b32 {%o0, %o1, %o2, %o3}, [%t60];",
                       warpTiles, 90});
    }
  }
  forms.push_back({"movmatrix", {{"b32"}}, {{"b32"}}, "movmatrix.sync.aligned.m8n8.trans.b16 %o0, %i0;"});
}

//===--- wgmma ------------------------------------------------------------===//

namespace {

/// One wgmma form: tiles of A and B are whatever bytes lie in shared memory; both sides read the same.
struct Wgmma {
  std::string shape, types, immediates;
  unsigned n = 8;
  /// Registers of D and their type.
  unsigned outputs = 4;
  const char *outputReg = "f32";
  Kinds operands = halfKinds, accumulator = singleKinds;
  /// 0 none, 1 128 B, 2 64 B, 3 32 B; leading and stride offsets in bytes.
  unsigned swizzle = 0, leading = 128, stride = 256;
  bool hasAInRegisters = false;
  bool hasRounding = true;
  std::string note = "";
  /// Of a sparse A: the values of its metadata, and which lanes have them.
  std::optional<Values> metadata = std::nullopt;
  unsigned selector = 0;
};

} // namespace

static std::string descriptor(const char *target, const std::string &base, const Wgmma &form) {
  uint64_t fixed =
      (uint64_t(form.leading >> 4) << 16) | (uint64_t(form.stride >> 4) << 32) | (uint64_t(form.swizzle) << 62);
  std::string reg = target;
  return "mov.u32 %t0, " + base + ";\n  and.b32 %t0, %t0, 0x3ffff;\n  shr.u32 %t0, %t0, 4;\n  cvt.u64.u32 " + reg +
         ", %t0;\n  or.b64 " + reg + ", " + reg + ", " + std::to_string(fixed) + ";\n  ";
}

/// Every thread fills 64 bytes of A and of B (tiles of 8 KiB) from its inputs.
static std::string fillTiles() {
  std::string text = "mov.u32 %t60, tile_a;\n  mov.u32 %t61, tile_b;\n  mad.lo.u32 %t60, %thread, 64, %t60;\n"
                     "  mad.lo.u32 %t61, %thread, 64, %t61;\n  ";
  for (unsigned i = 0; i < 4; ++i) {
    text += "st.shared.v4.b32 [%t60+" + std::to_string(16 * i) + "], " + registerList('i', 4 * i, 4) + ";\n  ";
    text += "st.shared.v4.b32 [%t61+" + std::to_string(16 * i) + "], " + registerList('i', 16 + 4 * i, 4) + ";\n  ";
  }
  return text + "fence.proxy.async.shared::cta;\n  bar.sync 0;\n  ";
}

static void addWgmma(std::vector<Form> &forms, const Wgmma &which) {
  for (Numbers numbers : allNumbers) {
    if (numbers != Numbers::Exact && !which.hasRounding) {
      continue;
    }
    Form form;
    std::string instruction = std::string("wgmma.mma_async.") + (which.metadata ? "sp." : "") + "sync.aligned." +
                              which.shape + "." + which.types;
    form.name = instruction + (which.hasAInRegisters ? " registers" : "") + " swizzle " +
                std::to_string(which.swizzle) + which.note + nameOf(numbers);
    form.inputs.assign(32, {"b32", which.operands.of(numbers)});
    form.inputs.insert(form.inputs.end(), which.outputs, {which.outputReg, which.accumulator.of(numbers)});
    form.outputs.assign(which.outputs, {which.outputReg});
    form.declarations = "  .shared .align 1024 .b8 tile_a[8192];\n  .shared .align 1024 .b8 tile_b[8192];\n";
    form.body = fillTiles() + descriptor("%d0", "tile_a", which) + descriptor("%d1", "tile_b", which);
    std::string move = std::string(which.outputReg) == "f32" ? "mov.f32" : "mov.b32";
    for (unsigned i = 0; i < which.outputs; ++i) {
      form.body += move + " %o" + std::to_string(i) + ", %i" + std::to_string(32 + i) + ";\n  ";
    }
    std::string left = which.hasAInRegisters ? registerList('i', 0, 4) : "%d0";
    std::string metadata;
    if (which.metadata) {
      metadata = ", %i" + std::to_string(form.inputs.size()) + ", " + std::to_string(which.selector);
      form.inputs.push_back({"b32", *which.metadata});
    }
    form.body += "setp.eq.u32 %p0, 0, 0;\n  wgmma.fence.sync.aligned;\n  " + instruction + " " +
                 registerList('o', 0, which.outputs) + ", " + left + ", %d1" + metadata + ", %p0" + which.immediates +
                 ";\n  wgmma.commit_group.sync.aligned;\n  wgmma.wait_group.sync.aligned 0;";
    form.sm = 90;
    form.ctas = 4;
    forms.push_back(form);
  }
}

static void addHalfWgmma(std::vector<Form> &forms) {
  for (unsigned n : {8u, 16u, 40u, 64u}) {
    for (unsigned swizzle : {0u, 1u, 2u, 3u}) {
      Wgmma form;
      form.n = n;
      form.shape = "m64n" + std::to_string(n) + "k16";
      form.types = "f32.f16.f16";
      form.immediates = ", 1, 1, 0, 0";
      form.outputs = n / 2;
      form.swizzle = swizzle;
      const unsigned strides[] = {256, 1024, 512, 256};
      form.stride = strides[swizzle];
      addWgmma(forms, form);
    }
  }
  Wgmma form;
  form.n = 32;
  form.shape = "m64n32k16";
  form.types = "f32.bf16.bf16";
  form.outputs = 16;
  form.operands = bfloatKinds;
  for (const char *immediates : {", 1, 1, 0, 0", ", -1, 1, 0, 0", ", 1, -1, 0, 0"}) {
    form.immediates = immediates;
    form.note = " immediates" + std::string(immediates);
    addWgmma(forms, form);
  }
  form.types = "f16.f16.f16";
  form.note = "";
  form.immediates = ", 1, 1, 0, 0";
  form.operands = form.accumulator = halfKinds;
  form.outputs = 8;
  form.outputReg = "b32";
  addWgmma(forms, form);
}

/// MN-major operands: 64 rows or columns by 16 k-steps.
static void addTransposedWgmma(std::vector<Form> &forms) {
  for (auto [immediates, note] : {std::pair(", 1, 1, 0, 1", " B along N"), std::pair(", 1, 1, 1, 0", " A along M"),
                                  std::pair(", 1, 1, 1, 1", " both along M and N")}) {
    for (unsigned swizzle : {0u, 1u, 2u, 3u}) {
      Wgmma form;
      form.n = 64;
      form.shape = "m64n64k16";
      form.types = "f32.f16.f16";
      form.outputs = 32;
      form.immediates = immediates;
      form.note = note;
      form.swizzle = swizzle;
      // Along M the strides have other parts (leading: next atom along M, stride: next 8 along K).
      const unsigned leadings[] = {128, 2048, 2048, 1024}, strides[] = {1024, 1024, 512, 256};
      form.leading = leadings[swizzle];
      form.stride = strides[swizzle];
      addWgmma(forms, form);
    }
  }
}

static void addNarrowWgmma(std::vector<Form> &forms) {
  Wgmma form;
  form.n = 32;
  form.outputs = 16;
  form.swizzle = 1;
  form.stride = 1024;
  form.immediates = ", 1, 1";
  form.shape = "m64n32k8";
  form.types = "f32.tf32.tf32";
  form.operands = tf32Kinds;
  addWgmma(forms, form);
  form.shape = "m64n32k32";
  for (const char *left : {"e4m3", "e5m2"}) {
    bool isE4 = std::string(left) == "e4m3";
    form.types = "f32." + std::string(left) + "." + left;
    form.operands = isE4 ? e4m3Kinds : e5m2Kinds;
    addWgmma(forms, form);
  }
  form.outputReg = "b32";
  form.immediates = "";
  form.hasRounding = false;
  form.operands = form.accumulator = bitKinds;
  for (const char *types : {"s32.s8.s8", "s32.u8.u8", "s32.s8.u8", "s32.s8.s8.satfinite"}) {
    form.types = types;
    addWgmma(forms, form);
  }
}

static void addRegisterWgmma(std::vector<Form> &forms) {
  Wgmma form;
  form.hasAInRegisters = true;
  form.n = 32;
  form.outputs = 16;
  form.shape = "m64n32k16";
  form.types = "f32.f16.f16";
  form.immediates = ", 1, 1, 0";
  form.swizzle = 1;
  form.stride = 1024;
  addWgmma(forms, form);
  form.shape = "m64n32k8";
  form.types = "f32.tf32.tf32";
  form.immediates = ", 1, 1";
  form.operands = tf32Kinds;
  addWgmma(forms, form);
  form.shape = "m64n32k32";
  form.types = "f32.e4m3.e4m3";
  form.operands = e4m3Kinds;
  addWgmma(forms, form);
}

//===--- wgmma with a sparse A --------------------------------------------===//

static Wgmma sparseWgmma(unsigned swizzle, bool isAlongK = true) {
  Wgmma form;
  form.n = 32;
  form.outputs = 16;
  form.shape = "m64n32k32";
  form.types = "f32.f16.f16";
  form.immediates = ", 1, 1, 0, 0";
  form.metadata = Values::SparsePairs;
  form.swizzle = swizzle;
  // B has 64 bytes along k.
  const unsigned stridesK[] = {512, 1024, 512, 256}, leadingsMN[] = {128, 2048, 2048, 1024},
                 stridesMN[] = {1024, 1024, 512, 256};
  form.stride = isAlongK ? stridesK[swizzle] : stridesMN[swizzle];
  form.leading = isAlongK ? 128 : leadingsMN[swizzle];
  return form;
}

static void addSparseHalfWgmma(std::vector<Form> &forms) {
  for (unsigned swizzle : {0u, 1u, 2u, 3u}) {
    for (unsigned selector : {0u, 1u}) {
      Wgmma form = sparseWgmma(swizzle);
      form.selector = selector;
      form.note = " selector " + std::to_string(selector);
      addWgmma(forms, form);
    }
    for (auto [immediates, note] : {std::pair(", 1, 1, 0, 1", " B along N"), std::pair(", 1, 1, 1, 0", " A along M"),
                                    std::pair(", 1, 1, 1, 1", " both along M and N")}) {
      Wgmma form = sparseWgmma(swizzle, false);
      form.immediates = immediates;
      form.note = note;
      addWgmma(forms, form);
    }
  }
  for (unsigned n : {8u, 64u, 128u}) {
    Wgmma form = sparseWgmma(0);
    form.n = n;
    form.shape = "m64n" + std::to_string(n) + "k32";
    form.outputs = n / 2;
    addWgmma(forms, form);
  }
}

static void addSparseTypesWgmma(std::vector<Form> &forms) {
  Wgmma form = sparseWgmma(1);
  form.types = "f16.f16.f16";
  form.operands = form.accumulator = halfKinds;
  form.outputs = 8;
  form.outputReg = "b32";
  addWgmma(forms, form);
  form = sparseWgmma(1);
  form.types = "f32.bf16.bf16";
  form.operands = bfloatKinds;
  addWgmma(forms, form);
  form.immediates = ", 1, 1";
  for (unsigned selector : {0u, 1u}) {
    form.shape = "m64n32k16";
    form.types = "f32.tf32.tf32";
    form.operands = tf32Kinds;
    form.metadata = Values::SparseSingles;
    form.selector = selector;
    form.note = " selector " + std::to_string(selector);
    addWgmma(forms, form);
  }
  form = sparseWgmma(1);
  form.shape = "m64n32k64";
  form.immediates = ", 1, 1";
  for (const char *left : {"e4m3", "e5m2"}) {
    form.types = "f32." + std::string(left) + "." + left;
    form.operands = std::string(left) == "e4m3" ? e4m3Kinds : e5m2Kinds;
    addWgmma(forms, form);
  }
  form.outputReg = "b32";
  form.immediates = "";
  form.hasRounding = false;
  form.operands = form.accumulator = bitKinds;
  for (const char *types : {"s32.s8.s8", "s32.u8.u8", "s32.u8.s8", "s32.s8.s8.satfinite"}) {
    form.types = types;
    addWgmma(forms, form);
  }
}

/// A in registers.
static void addSparseRegisterWgmma(std::vector<Form> &forms) {
  Wgmma form = sparseWgmma(1);
  form.hasAInRegisters = true;
  form.immediates = ", 1, 1, 0";
  addWgmma(forms, form);
  form.shape = "m64n32k16";
  form.types = "f32.tf32.tf32";
  form.immediates = ", 1, 1";
  form.operands = tf32Kinds;
  form.metadata = Values::SparseSingles;
  addWgmma(forms, form);
  form.shape = "m64n32k64";
  form.types = "f32.e4m3.e4m3";
  form.operands = e4m3Kinds;
  form.metadata = Values::SparsePairs;
  addWgmma(forms, form);
}

void addMatrixForms(std::vector<Form> &forms) {
  addFloatMma(forms);
  addIntegerMma(forms);
  addMatrixMoves(forms);
  addHalfWgmma(forms);
  addTransposedWgmma(forms);
  addNarrowWgmma(forms);
  addRegisterWgmma(forms);
  addSparseHalfWgmma(forms);
  addSparseTypesWgmma(forms);
  addSparseRegisterWgmma(forms);
}

} // namespace tkc::agreement
