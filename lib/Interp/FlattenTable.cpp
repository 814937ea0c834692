// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The ops that are one instruction: operands and results in order, no attributes that matter.
#include "Engine/FloatFunctions.h"
#include "Flattener.h"

namespace tkc::interp {

void Flattener::fillTable() {
  addRow("arith.addi", handlers::addInteger);
  addRow("arith.subi", handlers::subtractInteger);
  addRow("arith.muli", handlers::multiplyInteger);
  addRow("arith.divsi", handlers::divideSigned);
  addRow("arith.divui", handlers::divideUnsigned);
  addRow("arith.remsi", handlers::remainderSigned);
  addRow("arith.remui", handlers::remainderUnsigned);
  addRow("arith.floordivsi", handlers::floorDivideSigned);
  addRow("arith.ceildivsi", handlers::ceilDivideSigned);
  addRow("arith.ceildivui", handlers::ceilDivideUnsigned);
  addRow("arith.andi", handlers::bitAnd);
  addRow("arith.ori", handlers::bitOr);
  addRow("arith.xori", handlers::bitXor);
  addRow("arith.shli", handlers::shiftLeft);
  addRow("arith.shrsi", handlers::shiftRightSigned);
  addRow("arith.shrui", handlers::shiftRightUnsigned);
  addRow("arith.minsi", handlers::minimumSigned);
  addRow("arith.maxsi", handlers::maximumSigned);
  addRow("arith.minui", handlers::minimumUnsigned);
  addRow("arith.maxui", handlers::maximumUnsigned);
  addRow("arith.extsi", handlers::extendSigned);
  addRow("arith.extui", handlers::extendUnsigned);
  addRow("arith.trunci", handlers::truncateInteger);
  addRow("arith.index_cast", handlers::extendSigned);
  addRow("arith.index_castui", handlers::extendUnsigned);
  addRow("arith.addf", handlers::addFloat);
  addRow("arith.subf", handlers::subtractFloat);
  addRow("arith.divf", handlers::divideFloat);
  addRow("arith.remf", handlers::remainderFloat);
  addRow("arith.negf", handlers::negateFloat);
  addRow("arith.minnumf", handlers::minimumNumber);
  addRow("arith.maxnumf", handlers::maximumNumber);
  addRow("arith.minimumf", handlers::minimumFloat);
  addRow("arith.maximumf", handlers::maximumFloat);
  addRow("arith.extf", handlers::convertFloat);
  addRow("arith.sitofp", handlers::signedToFloat);
  addRow("arith.uitofp", handlers::unsignedToFloat);
  addRow("arith.fptosi", handlers::floatToSigned);
  addRow("arith.fptoui", handlers::floatToUnsigned);
  addRow("arith.bitcast", handlers::bitcast);
  addRow("arith.select", handlers::select);
  addRow("math.absi", handlers::absoluteInteger);
  addRow("math.ctlz", handlers::countLeadingZeros);
  addRow("math.cttz", handlers::countTrailingZeros);
  addRow("math.ctpop", handlers::countOnes);
  addRow("math.ipowi", handlers::powerInteger);
  addRow("math.absf", handlers::absoluteFloat);
  addRow("math.copysign", handlers::copySign);
  addRow("math.fma", handlers::fusedMultiplyAdd);
  addRow("math.clampf", handlers::clampFloat);
  addRow("math.isnan", handlers::classifyFloat, 0);
  addRow("math.isinf", handlers::classifyFloat, 1);
  addRow("math.isfinite", handlers::classifyFloat, 2);
  addRow("math.isnormal", handlers::classifyFloat, 3);
  addRow("math.floor", handlers::roundToInteger, 0);
  addRow("math.ceil", handlers::roundToInteger, 1);
  addRow("math.trunc", handlers::roundToInteger, 2);
  addRow("math.round", handlers::roundToInteger, 3);
  addRow("math.roundeven", handlers::roundToInteger, 4);
  for (llvm::StringRef name :
       {"exp",  "exp2", "expm1", "log",  "log2", "log10", "log1p", "sqrt",  "rsqrt", "cbrt", "sin",  "cos",  "tan",
        "asin", "acos", "atan",  "sinh", "cosh", "tanh",  "asinh", "acosh", "atanh", "erf",  "erfc", "atan2"}) {
    addRow(("math." + name).str(), handlers::callFunction, *findFloatFunction(name));
  }
  addRow("math.powf", handlers::callFunction, *findFloatFunction("pow"));
  addRow("math.fpowi", handlers::callFunction, *findFloatFunction("powi"));
  addRow("tk.umulhi", handlers::multiplyHighUnsigned);
  addRow("tk.div_rn", handlers::divideRounded);
  addRow("tk.sqrt_rn", handlers::squareRootRounded);
  addRow("tk.splat", handlers::splat);
  addRow("tk.assume", handlers::assume);
}

} // namespace tkc::interp
