// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the opcodes that several types share hand on to: the type decides.
#ifndef TKC_LIB_SIM_INSTRUCTIONS_ARITHMETIC_H
#define TKC_LIB_SIM_INSTRUCTIONS_ARITHMETIC_H

#include "tkc/Sim/Machine/Decoder.h"

namespace tkc::sim {

// Float.cpp
void decodeFloatSum(DecodeContext &context, Instruction &out, bool isDifference);
void decodeFloatProduct(DecodeContext &context, Instruction &out);
void decodeFusedMultiplyAdd(DecodeContext &context, Instruction &out);
void decodeFloatQuotient(DecodeContext &context, Instruction &out);
void decodeFloatSign(DecodeContext &context, Instruction &out, bool isAbsolute);
void decodeFloatMinMax(DecodeContext &context, Instruction &out, bool isMaximum);

// ExtendedPrecision.cpp: `.cc`, `addc`, `subc`, `madc`
void decodeCarrySum(DecodeContext &context, Instruction &out, bool isDifference, bool takesCarry);
void decodeCarryMad(DecodeContext &context, Instruction &out, bool isHigh, bool takesCarry);

} // namespace tkc::sim

#endif // TKC_LIB_SIM_INSTRUCTIONS_ARITHMETIC_H
