// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The state while a kernel is flattened: slots of values, code so far. Cut by subject: Flattener.cpp holds slots and
// dispatch, FlattenControl.cpp structured control flow, FlattenOps.cpp the ops that need more than a table row.
#ifndef TKC_LIB_INTERP_FLATTENER_H
#define TKC_LIB_INTERP_FLATTENER_H

#include "tkc/Dialect/Tk/IR/Tk.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"

#include "Engine/Handlers.h"
#include "FlatKernel.h"

namespace tkc::interp {

class Flattener {
public:
  Flattener(FlatKernel &kernel, std::vector<Problem> &problems, mlir::Location location);

  void flattenKernel(mlir::func::FuncOp function);

private:
  /// How an op becomes one instruction: its operands and results in order, and an immediate.
  struct Row {
    Handler handler = nullptr;
    uint32_t immediate = 0;
  };
  using ValueSlots = llvm::DenseMap<mlir::Value, SlotId>;

  // Slots.
  SlotId addSlot(ScalarType type, uint32_t count);
  SlotId addConstantSlot(ScalarType type, uint32_t count);
  void setConstant(SlotId slot, uint32_t lane, int64_t value);
  void poisonConstant(SlotId slot);
  SlotId constantInteger(ScalarType type, int64_t value);
  /// The slot for a value of this type; reports a type that has none.
  SlotId slotForType(mlir::Type type, bool isConstant = false);
  /// The slot that holds an operand, widened to the region's lanes.
  SlotId slotOf(mlir::Value value);
  SlotId resultSlot(mlir::Value value);
  std::vector<SlotId> slotsOf(mlir::ValueRange values);
  std::vector<SlotId> resultSlots(mlir::ValueRange values);

  // Code.
  uint32_t here() const { return uint32_t(code.instructions.size()); }
  uint32_t emit(Handler handler, std::vector<SlotId> operands, std::vector<SlotId> results, uint32_t immediate = 0);
  void patchTarget(uint32_t instruction) { code.instructions[instruction].immediate = here(); }
  void emitCopies(llvm::ArrayRef<SlotId> to, llvm::ArrayRef<SlotId> from);
  uint32_t locationIndex(mlir::Location location);
  void problem(mlir::Operation *op, const llvm::Twine &message);

  // Dispatch.
  void fillTable();
  void addRow(llvm::StringRef name, Handler handler, uint32_t immediate = 0) { table[name] = {handler, immediate}; }
  void flattenBlock(mlir::Block &block);
  void flattenOp(mlir::Operation *op);
  bool flattenByTable(mlir::Operation *op);
  bool flattenControl(mlir::Operation *op);
  bool flattenScalarOp(mlir::Operation *op);
  bool flattenShapeOp(mlir::Operation *op);
  bool flattenMemoryOp(mlir::Operation *op);
  bool flattenDeviceOp(mlir::Operation *op);

  // Control flow.
  void flattenIf(mlir::scf::IfOp op);
  void flattenFor(mlir::scf::ForOp op);
  void flattenWhile(mlir::scf::WhileOp op);
  void flattenIndexSwitch(mlir::scf::IndexSwitchOp op);
  void flattenExecuteRegion(mlir::scf::ExecuteRegionOp op);
  void flattenCall(mlir::func::CallOp op);
  /// Code of a region with one block, then copies of what it yields.
  void flattenYielding(mlir::Region &region, llvm::ArrayRef<SlotId> results);

  // Single ops.
  void flattenConstant(mlir::arith::ConstantOp op);
  void flattenExtern(tk::ExternElementwiseOp op);
  Row findDeviceFunction(tk::ExternElementwiseOp op);
  Row findDeviceConversion(tk::ExternElementwiseOp op);
  void flattenDot(tk::DotOp op);
  /// How a block of this shape is cut along `axis`.
  static AxisShape axisShapeOf(llvm::ArrayRef<int64_t> shape, uint32_t axis);
  void flattenBroadcast(tk::BroadcastOp op);
  void flattenGather(tk::GatherOp op);
  void flattenTranspose(tk::TransOp op);
  void flattenPermutation(mlir::Value source, mlir::Value result, std::vector<uint32_t> sourceOfLane);
  void flattenAddPointer(tk::AddPtrOp op);
  /// Code of a region that an instruction runs on `width` lanes at once.
  struct FlatRegion {
    uint32_t begin = 0;
    std::vector<SlotId> arguments, yielded;
  };
  FlatRegion flattenRegion(mlir::Region &region, uint32_t width);
  /// True when the region is plain scalar work, so that running it on many lanes at once means the same.
  static bool worksOnLanes(mlir::Region &region);
  void flattenPrint(tk::PrintOp op);
  void flattenAssert(tk::AssertOp op);
  void flattenMap(tk::MapElementwiseOp op);
  void flattenInlineAsm(tk::InlineAsmOp op);
  void flattenCombine(mlir::Operation *op, mlir::Region &region, uint32_t axis, bool isReverse, Handler handler);
  uint32_t addAccess(mlir::Value pointer, MemoryAccess access);

  FlatKernel &kernel;
  Code &code;
  std::vector<Problem> &problems;
  llvm::StringMap<Row> table;
  ValueSlots valueSlots;
  /// How many lanes a scalar has: 1, or those of the combine region being flattened.
  uint32_t scalarWidth = 1;
  llvm::DenseMap<mlir::Location, uint32_t> locationIndices;
  mlir::Location location;
  /// The call that is being inlined, and the functions around it.
  std::optional<mlir::Location> callLocation;
  llvm::SmallVector<mlir::Operation *> callStack;
  /// What the function being inlined returns.
  llvm::SmallVector<SlotId> returned;
};

} // namespace tkc::interp

#endif // TKC_LIB_INTERP_FLATTENER_H
