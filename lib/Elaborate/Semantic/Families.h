// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The builtins, one table a family.
#ifndef TKC_LIB_ELABORATE_SEMANTIC_FAMILIES_H
#define TKC_LIB_ELABORATE_SEMANTIC_FAMILIES_H

#include "Arguments.h"

namespace tkc::elaborate {

/// A function of the language: its qualified name, its parameters, and what emits it.
struct Builtin {
  std::string_view name;
  std::string_view signature;
  Result (*call)(Emitter &emitter, Arguments &arguments);
};

llvm::ArrayRef<Builtin> castBuiltins();
llvm::ArrayRef<Builtin> creationBuiltins();
llvm::ArrayRef<Builtin> operatorBuiltins();
llvm::ArrayRef<Builtin> shapeBuiltins();
llvm::ArrayRef<Builtin> mathBuiltins();
llvm::ArrayRef<Builtin> memoryBuiltins();
llvm::ArrayRef<Builtin> blockPointerBuiltins();
llvm::ArrayRef<Builtin> descriptorBuiltins();
llvm::ArrayRef<Builtin> atomicBuiltins();
llvm::ArrayRef<Builtin> reductionBuiltins();
llvm::ArrayRef<Builtin> selectionBuiltins();
llvm::ArrayRef<Builtin> dotBuiltins();
llvm::ArrayRef<Builtin> scaledDotBuiltins();
llvm::ArrayRef<Builtin> programBuiltins();
llvm::ArrayRef<Builtin> debugBuiltins();
llvm::ArrayRef<Builtin> deviceCodeBuiltins();

/// The builtin of a name in canonical form, or null.
const Builtin *findBuiltin(std::string_view name);
/// The form in which the tables have a name: "tl." for the functions of the language wherever they are reached
/// ("triton.language.math.exp" is "tl.exp"), "libdevice." for those of the device library.
std::string canonicalName(std::string_view name);

/// True if libdevice has a function of that name.
bool hasLibdeviceFunction(std::string_view name);
Result callLibdevice(Emitter &emitter, std::string_view name, llvm::ArrayRef<Object> arguments);

/// The types of a function of libdevice.
struct DeviceFunctionTypes {
  llvm::SmallVector<DType> arguments;
  DType result;
};
/// The function with that symbol (`__nv_sinf`); null when there is none.
const DeviceFunctionTypes *findDeviceSymbol(std::string_view symbol);

} // namespace tkc::elaborate

#endif // TKC_LIB_ELABORATE_SEMANTIC_FAMILIES_H
