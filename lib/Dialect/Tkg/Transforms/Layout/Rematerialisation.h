// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Replaces a conversion by computing its source in the wanted layout, where that is cheaper.
#ifndef TKC_LIB_DIALECT_TKG_TRANSFORMS_LAYOUT_REMATERIALISATION_H
#define TKC_LIB_DIALECT_TKG_TRANSFORMS_LAYOUT_REMATERIALISATION_H

#include <map>
#include <optional>
#include <set>
#include <vector>

#include "ConversionCost.h"

namespace tkc::tkg {

/// A value in a wanted encoding. Results of loops and conditionals are named by what stays when these are replaced: the
/// argument of the loop's body, and the then-block with the number of the result.
struct WantedValue {
  mlir::Value value;
  mlir::Block *thenBlock = nullptr;
  unsigned index = 0;
  mlir::Attribute encoding;

  static WantedValue get(mlir::Value value, mlir::Attribute encoding);
  bool operator<(const WantedValue &other) const { return key() < other.key(); }

private:
  std::tuple<void *, void *, unsigned, const void *> key() const {
    return {value.getAsOpaquePointer(), thenBlock, index, encoding.getAsOpaquePointer()};
  }
};

/// The plan for one conversion, and its execution.
///
/// The backward slice of the conversion's source is walked; at each value the plan takes the cheapest of: keep it (it
/// has the wanted layout), convert it where it is made, compute it again from operands in wanted layouts, or have the
/// loop or conditional that hands it on do so in the wanted layout as well.
class Rematerialisation {
public:
  Rematerialisation(ConvertLayoutOp conversion, ConversionCost &cost) : conversion(conversion), cost(cost) {}

  /// Whether computing in the wanted layout costs less than the conversion.
  bool isWorthwhile();
  /// Carries the plan out; the conversion is erased.
  void run();

private:
  /// What the plan does about a value; Skip looks through a conversion, HandOn adds to a loop or conditional.
  enum class Action { Keep, Convert, Skip, Compute, HandOn };
  struct Choice {
    Action action;
    int64_t cost;
  };

  /// Finds the ops behind the source that nothing needs once the conversion, and its like, are gone.
  void findDyingOps();
  bool dies(mlir::Value value) const;
  /// The cost of having `value` in `encoding`. `exclusive`: nothing else needs the value in its present layout.
  int64_t plan(mlir::Value value, mlir::Attribute encoding, bool exclusive);
  std::optional<Choice> planOtherThanConversion(mlir::Value value, mlir::Attribute encoding, bool exclusive);
  std::optional<Choice> planSkip(ConvertLayoutOp convert, mlir::Attribute encoding, bool exclusive);
  std::optional<Choice> planCompute(mlir::Operation *op, mlir::Attribute encoding, bool exclusive);
  std::optional<Choice> planHandOn(mlir::ValueRange sources, mlir::Attribute encoding);

  void addHandedOnValues();
  mlir::Value materialise(mlir::Value value, mlir::Attribute encoding);
  mlir::Value convert(mlir::Value value, mlir::Attribute encoding);
  mlir::Value compute(mlir::Operation *op, mlir::Attribute encoding);
  void connectHandedOn(const WantedValue &wanted, unsigned position);

  ConvertLayoutOp conversion;
  ConversionCost &cost;
  std::map<WantedValue, Action> actions;
  llvm::DenseSet<mlir::Operation *> dyingOps;
  /// The keys of `actions` in the order in which they came.
  std::vector<WantedValue> trail;
  /// Values that are cheaper to convert than to make in another way.
  std::set<WantedValue> rejected;
  std::map<WantedValue, mlir::Value> made;
  /// Where handed-on values stand among the carried values or results of their ops.
  std::map<WantedValue, unsigned> positions;
};

} // namespace tkc::tkg

#endif
