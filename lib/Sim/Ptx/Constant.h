// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Numbers and constant expressions of PTX.
#ifndef TKC_LIB_SIM_PTX_CONSTANT_H
#define TKC_LIB_SIM_PTX_CONSTANT_H

#include "TokenStream.h"

namespace tkc::sim::ptx {

/// A value at reading time. PTX computes integers with 64 bits and floats as doubles.
struct Constant {
  enum class Kind : uint8_t { Signed, Unsigned, Float32, Float64 };

  Kind kind = Kind::Signed;
  /// Of the integer, or of the float.
  uint64_t bits = 0;

  bool isInteger() const { return kind == Kind::Signed || kind == Kind::Unsigned; }
  bool isTrue() const;
  double asDouble() const;
  static Constant makeDouble(double value);
  static Constant makeSigned(uint64_t bits) { return {Kind::Signed, bits}; }
};

/// The value of a token of kind Integer or Float, or why it has none.
std::optional<Constant> valueOf(const Token &token, std::string &reason);

/// Reads a constant expression. False after an error, which is reported.
bool readConstant(TokenStream &tokens, Constant &result);

/// Reads an integer constant expression that is not negative.
bool readCount(TokenStream &tokens, std::string_view what, uint64_t &result);

/// Reads one integer literal of at most 32 bits.
bool readInteger(TokenStream &tokens, std::string_view what, uint32_t &result);

/// Reads `+ 4`, `- 4`, `+ -4`, `+ 4 * 2 - 1`, or nothing, behind the name of something with an address.
bool readAddend(TokenStream &tokens, uint64_t &result);

/// True when a constant can begin with the token, and nothing else.
bool beginsConstant(const Token &token);

} // namespace tkc::sim::ptx

#endif // TKC_LIB_SIM_PTX_CONSTANT_H
