// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which kernels a module has, and what one of them is compiled for: the types and values of its parameters, and its
// launch options.
#ifndef TKC_EVALUATE_SPECIALIZATION_H
#define TKC_EVALUATE_SPECIALIZATION_H

#include "tkc/Evaluate/Evaluator.h"
#include "tkc/LaunchExpr/Expression.h"

namespace tkc::evaluate {

/// A jit function of a module.
struct KernelEntry {
  std::string name;
  Object function;
  /// False for helpers: functions that other jit functions of the module use, or that return a value.
  bool isEntry = true;
};

/// The jit functions that a module defines, in source order; those inside of plain functions and classes come last.
std::vector<KernelEntry> listKernels(Evaluator &evaluator, const ModuleObject &module);

/// The kernels to compile: the one of that name, or all entries. Reports when there is none.
std::vector<KernelEntry> selectKernels(Evaluator &evaluator, const ModuleObject &module,
                                       const std::optional<std::string> &name, DiagnosticEngine &diagnostics);

/// What one parameter is compiled for.
struct SpecializedParameter {
  enum class Kind : uint8_t {
    Constant,   // known at compile time; not passed at launch
    Scalar,     // an integer, float or pointer that is passed
    Descriptor, // a tensor descriptor
    Tuple,      // in `items`
  };

  std::string name;
  Kind kind = Kind::Constant;
  Object constant;
  /// Of what is passed. Of a constant: the type that it would be passed with, when the source or the signature has one.
  DType type;
  /// The value, the address, or the last extent of a descriptor is a multiple of it; 1 claims nothing.
  int64_t divisibility = 1;
  /// Of a pointer: no other argument leads to what the kernel accesses through it, or nobody writes it.
  bool isNoAlias = false;
  /// Declared `tl.constexpr`: never passed, also when another specialisation passes other constants.
  bool isConstexpr = false;
  std::vector<SpecializedParameter> items;
  /// Of a tuple: the class of a named one, else null.
  std::shared_ptr<ClassObject> tupleClass;
  SourceRange range;
};

/// The items of a tuple and of the tuples in it, under the names that a launcher knows (`t[0]`, `t[1][0]`; `t.x` of a
/// named tuple); else the parameter itself.
std::vector<SpecializedParameter> listItems(const SpecializedParameter &parameter);

/// What a launcher passes for a parameter, piece by piece, each a constant or a scalar: a tuple's items (`t[0]`); the
/// base of a tensor descriptor under the descriptor's name, then its shape as i32 and its strides in elements as i64
/// (`d.shape[0]`, `d.strides[0]`); else the parameter itself. The pieces of a descriptor claim what a host promises:
/// the base and all strides but the last are multiples of 16 bytes, the last stride is 1, and with a hint so is the
/// last extent.
std::vector<SpecializedParameter> listPieces(const SpecializedParameter &parameter);
/// Those of all parameters, in order.
std::vector<SpecializedParameter> listPieces(const std::vector<SpecializedParameter> &parameters);

/// A kernel with all that is decided before elaboration.
struct Specialization {
  Object kernel;
  std::string name;
  std::vector<SpecializedParameter> parameters;
  int64_t numWarps = 4;
  int64_t numStages = 3;
  int64_t numCtas = 1;
  std::optional<int64_t> maxnreg;
  bool isDebug = false;
  /// The tuned parameters of the chosen configuration.
  std::vector<NamedObject> config;
  size_t configIndex = 0;
  /// How many configurations can be chosen from: those that fit the request, or one that fits it in part; 0 without
  /// autotune.
  size_t configCount = 0;
  /// Where the source has the chosen configuration.
  SourceRange configRange;
  /// Over the names of the parameters that are passed.
  std::optional<launch::Expression> grid;
  /// Parameters that the source computes from what is passed; the kernel is compiled for one value of each.
  std::vector<std::pair<std::string, launch::Expression>> heuristics;
};

/// What is asked for from outside of the source; it goes before what the source says.
struct SpecializationRequest {
  std::optional<std::string> signature;
  /// Names and texts of values, which are read as expressions in the kernel's module; a word that names nothing there
  /// is a string.
  std::vector<std::pair<std::string, std::string>> constants;
  /// Types and values that are known without text, as at run time.
  std::vector<SpecializedParameter> arguments;
  /// Go before what the source says, but not before the rest of the request.
  std::vector<SpecializedParameter> suggestions;
  /// What is taken for a parameter that neither the request nor the source gives a type or value.
  std::vector<SpecializedParameter> fallbacks;
  std::optional<int64_t> numWarps, numStages, numCtas, maxnreg;
  /// Which of the configurations that fit is taken.
  size_t configIndex = 0;
};

/// Decides everything for one kernel, or reports why that is not possible: each parameter needs a type or a value, from
/// the request, a configuration, a heuristic, its default or its annotation.
std::optional<Specialization> specialize(Evaluator &evaluator, const Object &kernel,
                                         const SpecializationRequest &request, DiagnosticEngine &diagnostics);

} // namespace tkc::evaluate

#endif // TKC_EVALUATE_SPECIALIZATION_H
