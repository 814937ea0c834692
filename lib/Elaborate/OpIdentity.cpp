// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Labels ops on insertion with provisional ids and renumbers those that are left at the end.
#include "OpIdentity.h"

#include "tkc/Dialect/Tk/IR/Identity.h"

#include "mlir/IR/BuiltinOps.h"

namespace tkc::elaborate {

const OpRecord *OpTable::find(int32_t id) const {
  if (ops.empty() || id < ops.front().id || id > ops.back().id) {
    return nullptr;
  }
  return &ops[id - ops.front().id];
}

SourceRange OpIdentity::setRange(SourceRange range) {
  SourceRange before = place;
  if (range.isValid()) {
    place = range;
  }
  return before;
}

mlir::Location OpIdentity::fileLocation(SourceRange range) const {
  if (!range.isValid()) {
    return mlir::UnknownLoc::get(context);
  }
  LineColumn start = range.start();
  return mlir::FileLineColLoc::get(context, range.buffer->name(), start.line, start.column);
}

mlir::Location OpIdentity::location() const {
  mlir::Location result = fileLocation(place);
  if (calls.empty()) {
    return result;
  }
  llvm::SmallVector<mlir::Location> frames;
  for (auto call = calls.rbegin(); call != calls.rend(); ++call) {
    frames.push_back(fileLocation(*call));
  }
  return mlir::CallSiteLoc::get(result, frames);
}

void OpIdentity::notifyOperationInserted(mlir::Operation *op, mlir::OpBuilder::InsertPoint previous) {
  if (previous.isSet() || tk::isExemptFromIds(op) || !tk::getIds(op->getLoc()).empty()) {
    return;
  }
  OpRecord record;
  record.range = place;
  record.callers.assign(calls.rbegin(), calls.rend());
  op->setLoc(tk::makeLocation(location(), {static_cast<int32_t>(inserted.size())}));
  inserted.push_back(std::move(record));
}

OpTable OpIdentity::finish(mlir::ModuleOp module, llvm::StringRef kernel, int32_t firstId) {
  OpTable table;
  int32_t next = firstId;
  module->walk<mlir::WalkOrder::PreOrder>([&](mlir::Operation *op) {
    llvm::SmallVector<int32_t> ids = tk::getIds(op->getLoc());
    if (ids.empty()) {
      return;
    }
    OpRecord record = inserted[ids.front()];
    record.id = next++;
    record.kernel = kernel.str();
    record.op = op->getName().getStringRef().str();
    op->setLoc(tk::makeLocation(tk::getSourceLocation(op->getLoc()), {record.id}));
    table.add(std::move(record));
  });
  return table;
}

} // namespace tkc::elaborate
