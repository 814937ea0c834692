// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Gives every op that Elaborate inserts an id and remembers the source that it stands for.
#ifndef TKC_LIB_ELABORATE_OPIDENTITY_H
#define TKC_LIB_ELABORATE_OPIDENTITY_H

#include "tkc/Elaborate/OpTable.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"

namespace tkc::elaborate {

/// Knows the current place in the source and labels inserted ops with it.
class OpIdentity : public mlir::OpBuilder::Listener {
public:
  explicit OpIdentity(mlir::MLIRContext *context) : context(context) {}

  /// The location of the current place: the range within the calls that lead to it.
  mlir::Location location() const;
  SourceRange range() const { return place; }
  /// Makes `range` the current place; gives the one before.
  SourceRange setRange(SourceRange range);

  void pushCall(SourceRange call) { calls.push_back(call); }
  void popCall() { calls.pop_back(); }
  /// The calls that lead to the current place, outermost first.
  const std::vector<SourceRange> &callChain() const { return calls; }

  void notifyOperationInserted(mlir::Operation *op, mlir::OpBuilder::InsertPoint previous) override;

  /// Numbers the ops below `module` in program order from `firstId` and gives the table of them.
  OpTable finish(mlir::ModuleOp module, llvm::StringRef kernel, int32_t firstId);

private:
  mlir::Location fileLocation(SourceRange range) const;

  mlir::MLIRContext *context;
  SourceRange place;
  std::vector<SourceRange> calls;
  std::vector<OpRecord> inserted; // record i has the provisional id i
};

/// Makes a range the current place for as long as it lives.
class PlaceScope {
public:
  PlaceScope(OpIdentity &identity, SourceRange range) : identity(identity), before(identity.setRange(range)) {}
  ~PlaceScope() { identity.setRange(before); }
  PlaceScope(const PlaceScope &) = delete;
  PlaceScope &operator=(const PlaceScope &) = delete;

private:
  OpIdentity &identity;
  SourceRange before;
};

} // namespace tkc::elaborate

#endif // TKC_LIB_ELABORATE_OPIDENTITY_H
