// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The metadata that lies beside a cubin: what docs/Abi.md promises, as a structure with its JSON form. The compiler
// writes it and the runtime reads it through this one definition; no CUDA is needed for either.
#ifndef TKC_RUNTIME_METADATA_H
#define TKC_RUNTIME_METADATA_H

#include "tkc/Data/ElementType.h"
#include "tkc/Data/TensorMapDescription.h"
#include "tkc/LaunchExpr/Expression.h"

#include <optional>

namespace tkc::runtime {

/// The version of the JSON form. It changes with every change of the form or of its meaning.
inline constexpr int metadataVersion = 4;

/// The value of a compile-time parameter.
struct ConstantValue {
  enum class Kind : uint8_t { None, Bool, Integer, Real, Text };

  Kind kind = Kind::None;
  /// Of Bool (0 or 1) and Integer.
  int64_t integer = 0;
  double real = 0;
  /// Of Text: a string, or the spelling of a value that has no JSON form, such as a type.
  std::string text;

  static ConstantValue ofBool(bool value);
  static ConstantValue ofInteger(int64_t value);
  static ConstantValue ofReal(double value);
  static ConstantValue ofText(std::string value);
  bool operator==(const ConstantValue &other) const;
};

enum class ParameterKind : uint8_t {
  Pointer,
  Scalar,
  /// A compile-time parameter: never passed.
  Constexpr
};

/// One parameter of the kernel's source, or a piece of one: an item of a tuple, the pointer, an extent or a stride of a
/// tensor descriptor.
struct Parameter {
  std::string name;
  ParameterKind kind = ParameterKind::Scalar;
  /// The element type of a pointer, the type of a scalar; without meaning for Constexpr.
  data::ElementType type = data::ElementType::I32;
  /// True when the kernel only reads through the pointer.
  bool isConst = false;
  /// The value, or address, is a multiple of this; the kernel relies on it. 1 claims nothing.
  int64_t divisibility = 1;
  /// Of a pointer: no other argument leads to what the kernel accesses through it, or nobody writes it; the kernel
  /// relies on it.
  bool isNoAlias = false;
  /// Present when the parameter became a constant; such a parameter is not passed.
  std::optional<ConstantValue> value;
  /// Where it lies in the parameter buffer; without meaning when it is not passed.
  int64_t offsetInBytes = 0;
  int64_t sizeInBytes = 0;

  bool isPassed() const { return kind != ParameterKind::Constexpr && !value; }
  /// `*fp16`, `*i32`, `fp32`; `constexpr` for a compile-time parameter.
  std::string typeName() const;
  /// The C type in a launch function: `CUdeviceptr`, `int32_t`, `float`; fp16 and smaller floats travel as their bits.
  std::string cTypeName() const;
};

/// What a hidden parameter is.
enum class HiddenKind : uint8_t { GlobalScratch, TensorMap, FaultReport };

/// A tensor map that the launcher encodes: which part of an array a kernel copies by TMA, and how.
struct TensorMapParameter {
  /// The pointer parameter that has the address of the array's first element.
  std::string pointer;
  data::ElementType type = data::ElementType::F16;
  /// Extents in elements, innermost dimension first. One of 0 or less stands for an array that is never read.
  std::vector<launch::Expression> dimensions;
  /// Strides in bytes of all dimensions but the innermost, whose elements follow one another.
  std::vector<launch::Expression> stridesInBytes;
  /// The elements of one copy along each dimension.
  std::vector<int64_t> box;
  /// 0, 32, 64 or 128.
  int64_t swizzleBytes = 0;
};

/// A load, store or atomic of a kernel that checks its accesses.
struct AccessSite {
  /// The operation, by its id in `KernelMetadata::operationIds`.
  uint32_t operation = 0;
  /// "load", "store" or "atomic".
  std::string access;
  int64_t elementBytes = 1;
  /// The array that the pointers belong to, by its number in `FaultReportParameter::arrays`; -1 when it is not known.
  int64_t array = -1;
};

/// What a kernel that checks its accesses tells, and is told, in one piece of memory.
struct FaultReportParameter {
  /// The pointer parameters whose arrays the launcher lists.
  std::vector<std::string> arrays;
  std::vector<AccessSite> sites;
};

/// A parameter that the compiler added behind those of the source.
struct HiddenParameter {
  HiddenKind kind = HiddenKind::GlobalScratch;
  int64_t offsetInBytes = 0;
  int64_t sizeInBytes = 8;
  /// Of GlobalScratch: bytes needed for each program of the grid, and their alignment.
  launch::Expression bytesPerProgram;
  int64_t alignment = 128;
  /// Of TensorMap.
  TensorMapParameter tensorMap;
  /// Of FaultReport.
  FaultReportParameter faultReport;
};

/// A place in a source file; `file` indexes `Metadata::files`.
struct SourcePlace {
  uint32_t file = 0, line = 0, column = 0;

  bool operator==(const SourcePlace &other) const {
    return file == other.file && line == other.line && column == other.column;
  }
};

/// One row of the side table of operation ids: what the line table of the cubin and the dumps refer to.
struct OperationId {
  uint32_t id = 0;
  SourcePlace begin;
  uint32_t endLine = 0, endColumn = 0;
  /// The calls that led here, innermost first.
  std::vector<SourcePlace> callers;
};

/// One kernel of a cubin.
struct KernelMetadata {
  std::string name;
  /// The entry point in the cubin.
  std::string symbol;
  std::vector<Parameter> parameters;
  std::vector<HiddenParameter> hiddenParameters;
  /// The size of the parameter buffer.
  int64_t parameterBytes = 0;
  int64_t numWarps = 4;
  int64_t numStages = 3;
  /// Blocks of a cluster along x; 1 is no cluster.
  int64_t numCtas = 1;
  /// Dynamic shared memory to ask for at launch.
  int64_t sharedBytes = 0;
  /// As ptxas reports them, a thread.
  int64_t registers = 0, spillBytes = 0, stackBytes = 0;
  /// The grid as one to three extents over parameter names, when the source states it.
  std::optional<launch::Expression> grid;
  /// Compile-time parameters that the source computes from arguments, and the values that this kernel was compiled for.
  std::vector<std::pair<std::string, launch::Expression>> heuristics;
  /// The chosen configuration, including compile-time parameters that the user set.
  std::vector<std::pair<std::string, ConstantValue>> config;
  std::vector<OperationId> operationIds;

  const Parameter *findParameter(std::string_view name) const;
};

/// All that is known of a cubin.
struct Metadata {
  std::string tkcVersion;
  /// `sm_90a`.
  std::string target;
  std::vector<std::string> files;
  std::vector<KernelMetadata> kernels;

  const KernelMetadata *findKernel(std::string_view name) const;
};

/// Gives each passed parameter, then each hidden one, its size and its offset at natural alignment, in order, and sets
/// the size of the buffer.
void layOutParameters(KernelMetadata &kernel);

/// The JSON text: fixed order of keys, fixed layout, so that equal metadata gives equal bytes.
std::string writeMetadata(const Metadata &metadata);

/// Reads the JSON text. A wrong version, a missing, unknown or ill-typed key, and a parameter whose place in the buffer
/// contradicts its type are errors that name the place, as in `kernels[0].params[2].type`.
Result<Metadata> readMetadata(std::string_view text);

} // namespace tkc::runtime

#endif // TKC_RUNTIME_METADATA_H
