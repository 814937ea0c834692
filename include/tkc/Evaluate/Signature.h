// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Triton's notation for the parameters of a kernel that is compiled ahead of time: "*fp16:16, *fp32, i32:16, 1, 64".
// Hints of tkc's own follow in the same way: "*fp32:16:noalias".
#ifndef TKC_EVALUATE_SIGNATURE_H
#define TKC_EVALUATE_SIGNATURE_H

#include "tkc/Diagnostics/Diagnostics.h"
#include "tkc/Evaluate/Object.h"

namespace tkc::evaluate {

/// What one entry of a signature says of a parameter.
struct SignatureEntry {
  enum class Kind : uint8_t {
    Absent,  // an empty entry, `_` or `constexpr`: the value comes from elsewhere
    Type,    // a type, perhaps with a hint
    Literal, // anything else: an expression, in `literal`
    Tuple,   // `(entry, entry)` or `Class(entry, field=entry)`, in `items`
  };

  Kind kind = Kind::Absent;
  std::string name; // of `name=entry`; empty for an entry by position
  /// Of a tuple: what stands before its bracket, the class of a named tuple, or, as only the kernel's module can tell,
  /// a function of which the entry, in `literal`, is a call.
  std::string className;
  DType type;
  /// What the value or address is a multiple of; 1 claims nothing.
  int64_t divisibility = 1;
  /// `:1`: the value is 1.
  bool isOne = false;
  /// `:noalias`: no other argument leads to what the kernel accesses through the pointer, or nobody writes it.
  bool isNoAlias = false;
  std::string literal;
  std::vector<SignatureEntry> items;
  SourceRange range;
};

/// Reads one entry without a name: "*fp16:16". Reports a hint that is neither a power of two nor `noalias`.
SignatureEntry parseSignatureEntry(std::string_view text, SourceRange range, DiagnosticEngine &diagnostics);

/// Reads a whole signature; ranges lie in `buffer`.
std::vector<SignatureEntry> parseSignature(const SourceBuffer &buffer, DiagnosticEngine &diagnostics);

} // namespace tkc::evaluate

#endif // TKC_EVALUATE_SIGNATURE_H
