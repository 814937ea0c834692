// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One instruction form as a whole PTX kernel: every thread loads typed registers, runs a body, and stores typed
// registers. The same text runs on the simulator and on a GPU.
#ifndef TKC_TEST_DEVICE_SIM_FORM_H
#define TKC_TEST_DEVICE_SIM_FORM_H

#include <cstdint>
#include <string>
#include <vector>

namespace tkc::agreement {

/// What the bits of an input register are drawn from.
enum class Values : uint8_t {
  /// Half random bits, half numbers at the edges of integer types.
  Bits,
  /// 0 or 1.
  Predicate,
  /// Special values, random bits and moderate numbers of one format; packed formats draw each part.
  F16,
  F16x2,
  BF16,
  BF16x2,
  F32,
  F64,
  /// f32 numbers whose conversion to integers, bf16 or tf32 meets ties.
  F32Ties,
  /// Small integers as numbers of a format, so that sums of products are exact.
  ExactF16x2,
  ExactBF16x2,
  ExactTF32,
  ExactF64,
  ExactE4M3x4,
  ExactE5M2x4,
  ExactF32,
  /// Numbers between -2 and 2 with full mantissas.
  UnitF16x2,
  UnitBF16x2,
  UnitTF32,
  UnitF32,
  UnitF64,
  UnitE4M3x4,
  UnitE5M2x4,
  /// 0 to 63: shift counts, lanes, positions.
  Small,
  /// Not 0.
  Divisor,
  /// Metadata of sparse matrices: positions of two of four, in order; and of one of two tf32.
  SparsePairs,
  SparseSingles,
  /// Halves of which some are the NaN that marks elements out of bounds.
  MaskedF16x2,
  MaskedBF16x2
};

/// A register of a form: `type` as in a `.reg` directive.
struct Slot {
  const char *type;
  Values values = Values::Bits;
};

/// How outputs are compared.
enum class Comparison : uint8_t {
  /// Bit for bit.
  Exact,
  /// Bit for bit, but any NaN of the output's format is as good as another.
  ExactButNaN,
  /// Within `ulps` of the f32 (or f16, bf16, f64) output; NaN with NaN, infinity with infinity.
  Ulps,
  /// Within `absolute`, or `ulps`, whichever is more.
  AbsoluteOrUlps,
  /// Only that both run: the value is the machine's business (clocks).
  None
};

/// One form. In the body `%i0`… are the inputs, `%o0`… the outputs, `%t<n>` free b32, `%d<n>` b64, `%h<n>` b16,
/// `%f<n>` f32, `%p<n>` predicates; `%thread` is the thread in its CTA, `%in` and `%out` are the addresses of its first
/// slots, `%stride` the bytes from one slot to the next.
struct Form {
  std::string name;
  std::vector<Slot> inputs, outputs;
  std::string body;
  /// Declarations in front of the body (`.shared` and so on).
  std::string declarations = "";
  unsigned sm = 80;
  Comparison comparison = Comparison::Exact;
  double ulps = 0, absolute = 0;
  /// Threads in a CTA, and CTAs.
  unsigned threads = 128, ctas = 16;
};

/// The families, each in its file.
void addFloatForms(std::vector<Form> &forms);
void addIntegerForms(std::vector<Form> &forms);
void addConversionForms(std::vector<Form> &forms);
void addCompareForms(std::vector<Form> &forms);
void addWarpForms(std::vector<Form> &forms);
void addMemoryForms(std::vector<Form> &forms);
void addMatrixForms(std::vector<Form> &forms);
void addAsyncForms(std::vector<Form> &forms);
void addVideoForms(std::vector<Form> &forms);
void addSparseForms(std::vector<Form> &forms);
void addWmmaForms(std::vector<Form> &forms);

/// The kernel's text, without the module's head. Inputs lie in `in` and outputs in `out` as 8-byte slots: slot s of
/// thread t at (s * threads + t) * 8.
std::string kernelText(const Form &form, const std::string &symbol);
/// The bits of input `slot` of `thread`; the same on every machine.
uint64_t inputBits(const Form &form, size_t slot, uint64_t thread);
/// Bytes of a register type.
unsigned widthOf(const char *type);

} // namespace tkc::agreement

#endif // TKC_TEST_DEVICE_SIM_FORM_H
