// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The reference interpreter: runs a kernel in the tk dialect for a whole grid on the CPU, and says what went wrong and
// how far other correct executions may differ.
#ifndef TKC_INTERP_INTERPRETER_H
#define TKC_INTERP_INTERPRETER_H

#include "tkc/Data/Array.h"
#include "tkc/Interp/Fault.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <optional>
#include <string>
#include <vector>

namespace tkc::interp {

/// Memory that the kernel can reach. The array is read and written in place.
struct Buffer {
  data::Array *array = nullptr;
  /// False for outputs: reading an element before some program has written it is a fault.
  bool isInitialised = true;
  /// How far each element may be off already (from an earlier kernel); empty for exact.
  std::vector<double> bounds = {};
};

/// The value of one kernel parameter: a pointer into a buffer, or a scalar.
struct Argument {
  std::optional<size_t> buffer;
  int64_t byteOffset = 0;
  /// An array of one element; for a pointer parameter without a buffer, an integer that is the address.
  data::Array scalar = {};

  static Argument pointer(size_t buffer, int64_t byteOffset = 0) { return {buffer, byteOffset, {}}; }
  static Argument value(data::Array scalar) { return {std::nullopt, 0, std::move(scalar)}; }
  static Argument integer(data::ElementType type, int64_t value);
  static Argument real(data::ElementType type, double value);
};

/// One launch of a kernel.
struct Launch {
  std::array<int32_t, 3> grid = {1, 1, 1};
  std::vector<Buffer> buffers;
  std::vector<Argument> arguments;
};

struct Options {
  /// 0 for one a core. With 1 an execution repeats exactly.
  unsigned threadCount = 0;
  /// Faults that are kept; all are counted.
  size_t keptFaults = 32;
  /// Report accesses of two programs to one address that no atomic orders.
  bool checksConflicts = true;
  /// Instructions after which a program that may be waiting for others makes room for them.
  uint32_t quantum = 2000;
  /// Instructions without any change of memory after which the launch is given up.
  uint64_t stallLimit = 50'000'000;
};

/// Why a kernel or its arguments could not be run at all.
struct Problem {
  mlir::Location location;
  std::string message;
};

/// A branch, loop, mask or address that the error bounds leave open, and how often. After an open branch or an open
/// address of a store, other elements than those that are marked may differ as well.
struct UndecidedDecision {
  mlir::Location location;
  uint64_t count = 0;
};

/// What is known about a buffer after the launch.
struct BufferReport {
  /// The most that any permitted evaluation, or the exact result, differs from each element; infinite where a decision
  /// was open. Empty when all are 0. Fits `data::Tolerance::bounds`.
  std::vector<double> bounds;
  uint64_t undecidedCount = 0;
  /// Elements of an uninitialised buffer that no program wrote.
  uint64_t unwrittenCount = 0;
};

struct Execution {
  /// Not empty: nothing was run.
  std::vector<Problem> problems;
  std::vector<Fault> faults;
  uint64_t faultCount = 0;
  std::vector<UndecidedDecision> undecidedDecisions;
  std::vector<BufferReport> buffers;
  /// What the programs printed, those of program 0 first.
  std::string printed;
  /// What `Fault::location` indexes.
  std::vector<mlir::Location> locations;

  bool hasRun() const { return problems.empty(); }
  bool isClean() const { return problems.empty() && faultCount == 0; }
  /// True when the error bounds left no decision open, so that the bounds say all about the result.
  bool isDecided() const;
};

/// The address that a kernel sees for the first byte of `Launch::buffers[buffer]`, for buffers that hold addresses.
uint64_t bufferAddress(size_t buffer);

/// Runs the kernel for the whole grid.
///
/// Floats: each value is that of IEEE arithmetic op by op; a bound per element covers fused multiply-adds, any order of
/// sums inside dots, reductions and scans, approximate instructions, and rounded operands of dots. `tk.load` from an
/// address range that no buffer holds, and the other faults of `FaultKind`, are reported and the program goes on.
Execution interpret(mlir::func::FuncOp kernel, const Launch &launch, const Options &options = {});

} // namespace tkc::interp

#endif // TKC_INTERP_INTERPRETER_H
