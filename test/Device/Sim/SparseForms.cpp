// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// mma.sp of all types, mma of single bits, and mma.m8n8k4 of halves.
#include "MatrixValues.h"

namespace tkc::agreement {

namespace {
/// A shape of mma.sp with the registers of A, B and C.
struct SparseShape {
  const char *shape, *types;
  unsigned a, b;
  Fragment c;
  Kinds kinds;
  unsigned selectors;
  bool isTf32 = false, hasRounding = true;
  unsigned sm = 80;
};
} // namespace

static void addSparse(std::vector<Form> &forms, const SparseShape &which) {
  for (unsigned selector = 0; selector < which.selectors; ++selector) {
    for (Numbers numbers : allNumbers) {
      if (numbers != Numbers::Exact && !which.hasRounding) {
        continue;
      }
      Form form;
      std::string instruction =
          "mma.sp::ordered_metadata.sync.aligned." + std::string(which.shape) + ".row.col." + which.types;
      form.name = instruction + " selector " + std::to_string(selector) + nameOf(numbers);
      form.inputs.assign(which.a + which.b, {"b32", which.kinds.of(numbers)});
      form.inputs.insert(form.inputs.end(), which.c.count, {which.c.reg, which.c.kinds.of(numbers)});
      form.inputs.push_back({"b32", which.isTf32 ? Values::SparseSingles : Values::SparsePairs});
      form.outputs.assign(which.c.count, {which.c.reg});
      unsigned all = which.a + which.b + which.c.count;
      form.body = instruction + " " + registerList('o', 0, which.c.count) + ", " + registerList('i', 0, which.a) +
                  ", " + registerList('i', which.a, which.b) + ", " +
                  registerList('i', which.a + which.b, which.c.count) + ", %i" + std::to_string(all) + ", " +
                  std::to_string(selector) + ";";
      form.sm = which.sm;
      forms.push_back(form);
    }
  }
}

static void addSparses(std::vector<Form> &forms) {
  Fragment single{4, "f32", singleKinds}, half{2, "b32", halfKinds}, word{4, "b32", bitKinds};
  addSparse(forms, {"m16n8k16", "f32.f16.f16.f32", 2, 2, single, halfKinds, 4});
  addSparse(forms, {"m16n8k32", "f32.f16.f16.f32", 4, 4, single, halfKinds, 2});
  addSparse(forms, {"m16n8k16", "f16.f16.f16.f16", 2, 2, half, halfKinds, 4});
  addSparse(forms, {"m16n8k32", "f16.f16.f16.f16", 4, 4, half, halfKinds, 2});
  addSparse(forms, {"m16n8k16", "f32.bf16.bf16.f32", 2, 2, single, bfloatKinds, 4});
  addSparse(forms, {"m16n8k32", "f32.bf16.bf16.f32", 4, 4, single, bfloatKinds, 2});
  addSparse(forms, {"m16n8k8", "f32.tf32.tf32.f32", 2, 2, single, tf32Kinds, 4, true});
  addSparse(forms, {"m16n8k16", "f32.tf32.tf32.f32", 4, 4, single, tf32Kinds, 2, true});
  addSparse(forms, {"m16n8k64", "f32.e4m3.e4m3.f32", 4, 4, single, e4m3Kinds, 1, false, true, 89});
  addSparse(forms, {"m16n8k64", "f32.e5m2.e5m2.f32", 4, 4, single, e5m2Kinds, 1, false, true, 89});
  for (const char *types : {"s32.s8.s8.s32", "s32.u8.s8.s32"}) {
    addSparse(forms, {"m16n8k32", types, 2, 2, word, bitKinds, 2, false, false});
    addSparse(forms, {"m16n8k64", types, 4, 4, word, bitKinds, 1, false, false});
  }
  for (const char *types : {"s32.s4.s4.s32", "s32.u4.s4.s32"}) {
    addSparse(forms, {"m16n8k64", types, 2, 2, word, bitKinds, 2, false, false});
    addSparse(forms, {"m16n8k128", types, 4, 4, word, bitKinds, 1, false, false});
  }
}

static void addBits(std::vector<Form> &forms) {
  for (const char *operation : {"xor", "and"}) {
    struct Shape {
      const char *name;
      unsigned a, b, c;
    };
    for (const Shape &shape : {Shape{"m8n8k128", 1, 1, 2}, {"m16n8k128", 2, 1, 4}, {"m16n8k256", 4, 2, 4}}) {
      Form form;
      std::string instruction =
          "mma.sync.aligned." + std::string(shape.name) + ".row.col.s32.b1.b1.s32." + operation + ".popc";
      form.name = instruction;
      form.inputs.assign(shape.a + shape.b + shape.c, {"b32"});
      form.outputs.assign(shape.c, {"b32"});
      form.body = instruction + " " + registerList('o', 0, shape.c) + ", " + registerList('i', 0, shape.a) + ", " +
                  registerList('i', shape.a, shape.b) + ", " + registerList('i', shape.a + shape.b, shape.c) + ";";
      forms.push_back(form);
    }
  }
}

static void addQuadPairs(std::vector<Form> &forms) {
  for (const char *layouts : {"row.col", "row.row", "col.col", "col.row"}) {
    for (const char *types : {"f32.f16.f16.f32", "f32.f16.f16.f16", "f16.f16.f16.f16"}) {
      for (Numbers numbers : allNumbers) {
        bool isWideD = types[1] == '3', isWideC = std::string(types).substr(12) == "f32";
        Form form;
        std::string instruction = "mma.sync.aligned.m8n8k4." + std::string(layouts) + "." + types;
        form.name = instruction + nameOf(numbers);
        unsigned c = isWideC ? 8 : 4, d = isWideD ? 8 : 4;
        form.inputs.assign(4, {"b32", halfKinds.of(numbers)});
        form.inputs.insert(form.inputs.end(), c,
                           {isWideC ? "f32" : "b32", (isWideC ? singleKinds : halfKinds).of(numbers)});
        form.outputs.assign(d, {isWideD ? "f32" : "b32"});
        form.body =
            instruction + " " + registerList('o', 0, d) + ", {%i0, %i1}, {%i2, %i3}, " + registerList('i', 4, c) + ";";
        forms.push_back(form);
      }
    }
  }
}

void addSparseForms(std::vector<Form> &forms) {
  addSparses(forms);
  addBits(forms);
  addQuadPairs(forms);
}

} // namespace tkc::agreement
