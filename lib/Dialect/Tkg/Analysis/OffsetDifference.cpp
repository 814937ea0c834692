// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Differences of offsets, along each stride of an array, as far as they are known at compile time.
#include "OffsetDifference.h"

#include <numeric>

using namespace mlir;
using namespace tkc;
using namespace tkc::tkg;

namespace {

/// Collects the offsets of one access.
class OffsetCollector {
public:
  explicit OffsetCollector(ArrayRef<int64_t> shape) : shape(shape), isCovered(shape.size(), false) {}

  /// False where places of the block may share an element, or a dimension is not understood.
  bool addAll(ArrayRef<OffsetTerm> terms);

  BlockOffsets result;

private:
  bool addDimension(const OffsetTerm &term);
  void addUniform(const OffsetTerm &term);
  bool constantDimensionsStayApart();

  ArrayRef<int64_t> shape;
  SmallVector<bool> isCovered;
  /// Stride and size of the dimensions with constant strides.
  SmallVector<std::pair<int64_t, int64_t>> constantDimensions;
};

/// What is known of a difference of two sums.
class Difference {
public:
  Difference(LinearSum first, LinearSum second, Operation *loop);

  Overlap compare(int64_t firstExtent, int64_t secondExtent) const;

private:
  void forget(LinearSum &sum, Value value, int64_t factor);
  void replaceVariables(LinearSum &sum, const LinearSum &other);
  bool isFromIteration(Value value) const;

  Operation *loop;
  LinearSum rest;
  /// The difference is `rest` plus a multiple of this; 0 where it is exact.
  int64_t divisor = 0;
  /// The only unknown is how many iterations of `loop` lie between, which is not 0.
  bool isDistance = false;
};

} // namespace

//===--- Offsets of one access ---------------------------------------------===//

bool OffsetCollector::addDimension(const OffsetTerm &term) {
  unsigned dim = *term.index.dim;
  // What was brought back below a bound names some elements twice.
  if (dim >= shape.size() || isCovered[dim] || term.index.clamp || term.stride.factor <= 0) {
    return false;
  }
  isCovered[dim] = true;
  bool isKnownStride = result.byStride.count(term.stride.value) && result.byStride[term.stride.value].extent != 1;
  StrideOffsets &along = result.byStride[term.stride.value];
  if (term.stride.value && isKnownStride && shape[dim] != 1) {
    return false;
  }
  along.start = along.start + term.index.start * term.stride.factor;
  along.extent = std::max(along.extent, shape[dim] * term.stride.factor);
  if (!term.stride.value) {
    constantDimensions.push_back({term.stride.factor, shape[dim]});
  }
  return true;
}

/// The argument of the kernel that a scalar is, or null.
static Value asArgument(Value scalar) {
  LinearSum sum = LinearSum::ofScalar(scalar);
  bool isValue = sum.getTerms().size() == 1 && sum.getConstant() == 0 && sum.getTerms()[0].second == 1;
  auto argument = isValue ? dyn_cast<BlockArgument>(sum.getTerms()[0].first) : BlockArgument();
  return argument && isa<func::FuncOp>(argument.getOwner()->getParentOp()) ? Value(argument) : Value();
}

/// A product with an argument as that stride, and how many of it; nulls for anything else.
static std::pair<Value, Value> splitProduct(Value scalar) {
  auto product = scalar.getDefiningOp<arith::MulIOp>();
  if (!product) {
    return {};
  }
  if (Value stride = asArgument(product.getRhs())) {
    return {stride, product.getLhs()};
  }
  return {asArgument(product.getLhs()), product.getRhs()};
}

void OffsetCollector::addUniform(const OffsetTerm &term) {
  if (term.stride.value) {
    StrideOffsets &along = result.byStride[term.stride.value];
    along.start = along.start + term.index.start * term.stride.factor;
    return;
  }
  LinearSum ones = LinearSum(term.index.start.getConstant());
  for (auto [value, factor] : term.index.start.getTerms()) {
    auto [stride, count] = splitProduct(value);
    if (!stride) {
      ones = ones + LinearSum::ofValue(value, factor);
      continue;
    }
    StrideOffsets &along = result.byStride[stride];
    along.start = along.start + LinearSum::ofScalar(count) * (factor * term.stride.factor);
  }
  StrideOffsets &along = result.byStride[Value()];
  along.start = along.start + ones * term.stride.factor;
}

/// Whether each constant stride is at least as long as what the smaller ones cover.
bool OffsetCollector::constantDimensionsStayApart() {
  llvm::sort(constantDimensions);
  int64_t covered = 1;
  for (auto [stride, size] : constantDimensions) {
    if (size != 1 && stride < covered) {
      return false;
    }
    covered = std::max(covered, stride * size);
  }
  return true;
}

bool OffsetCollector::addAll(ArrayRef<OffsetTerm> terms) {
  for (const OffsetTerm &term : terms) {
    if (!term.index.dim) {
      addUniform(term);
    } else if (!addDimension(term)) {
      return false;
    }
  }
  for (auto [size, covered] : llvm::zip(shape, isCovered)) {
    if (size != 1 && !covered) {
      return false;
    }
  }
  return constantDimensionsStayApart();
}

//===--- Differences -------------------------------------------------------===//

bool Difference::isFromIteration(Value value) const {
  return loop && loop->isAncestor(value.getParentRegion()->getParentOp());
}

/// Takes a value out of the sum that has a value of its own on each side.
void Difference::forget(LinearSum &sum, Value value, int64_t factor) {
  divisor = std::gcd(divisor, factor);
  sum = sum - LinearSum::ofValue(value, factor);
}

static int64_t getFactor(const LinearSum &sum, Value value) {
  for (auto [term, factor] : sum.getTerms()) {
    if (term == value) {
      return factor;
    }
  }
  return 0;
}

/// Variables of loops that differ on the two sides become their first value and a multiple of their step.
void Difference::replaceVariables(LinearSum &sum, const LinearSum &other) {
  bool hasChanged = true;
  while (hasChanged) {
    hasChanged = false;
    for (auto [value, factor] : sum.getTerms()) {
      auto argument = dyn_cast<BlockArgument>(value);
      auto nest = argument ? dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp()) : scf::ForOp();
      bool isVariable = nest && argument == nest.getInductionVar();
      bool isShared = !isFromIteration(value) && getFactor(other, value) == factor;
      if (!isVariable || isShared) {
        continue;
      }
      LinearSum step = LinearSum::ofScalar(nest.getStep());
      if (step.isConstant()) {
        divisor = std::gcd(divisor, factor * step.getConstant());
        sum = sum - LinearSum::ofValue(value, factor) + LinearSum::ofScalar(nest.getLowerBound()) * factor;
      } else {
        forget(sum, value, factor);
      }
      hasChanged = true;
      break;
    }
  }
  SmallVector<std::pair<Value, int64_t>> terms(sum.getTerms());
  for (auto [value, factor] : terms) {
    if (isFromIteration(value)) {
      forget(sum, value, factor);
    }
  }
}

Difference::Difference(LinearSum first, LinearSum second, Operation *loop) : loop(loop) {
  if (auto counted = dyn_cast_or_null<scf::ForOp>(loop)) {
    Value variable = counted.getInductionVar();
    int64_t factor = getFactor(first, variable);
    LinearSum others = first - LinearSum::ofValue(variable, factor);
    auto isOutside = [&](auto term) { return !isFromIteration(term.first); };
    isDistance = factor != 0 && first == second && llvm::all_of(others.getTerms(), isOutside);
  }
  LinearSum original = first;
  replaceVariables(first, second);
  replaceVariables(second, original);
  rest = second - first;
  SmallVector<std::pair<Value, int64_t>> terms(rest.getTerms());
  for (auto [value, factor] : terms) {
    forget(rest, value, factor);
  }
}

Overlap Difference::compare(int64_t firstExtent, int64_t secondExtent) const {
  int64_t constant = rest.getConstant();
  if (divisor == 0) {
    bool isApart = constant >= firstExtent || -constant >= secondExtent;
    bool isSame = constant == 0 && firstExtent == secondExtent;
    return isApart ? Overlap::None : isSame ? Overlap::Aligned : Overlap::Unknown;
  }
  if (firstExtent != secondExtent || divisor % firstExtent != 0 || constant % firstExtent != 0) {
    return Overlap::Unknown;
  }
  return isDistance ? Overlap::None : Overlap::Aligned;
}

//===--- Blocks ------------------------------------------------------------===//

std::shared_ptr<const BlockOffsets> BlockOffsets::read(Operation *op, Value pointer, Value base) {
  BlockReader reader(op->getParentOfType<scf::ForOp>());
  auto pointers = reader.readPointers(pointer);
  auto block = dyn_cast<RankedTensorType>(pointer.getType());
  OffsetCollector collector(block ? block.getShape() : ArrayRef<int64_t>());
  if (!pointers || pointers->first != base || !collector.addAll(pointers->second)) {
    return nullptr;
  }
  return std::make_shared<const BlockOffsets>(std::move(collector.result));
}

/// The only stride, other than 1, that the first offsets have and the second have not; null where there are several.
static Value findOwnStride(const BlockOffsets &first, const BlockOffsets &second) {
  Value own;
  for (const auto &[stride, along] : first.byStride) {
    if (stride && !second.byStride.count(stride)) {
      if (own) {
        return {};
      }
      own = stride;
    }
  }
  return own;
}

BlockOffsets BlockOffsets::withStridesOf(const BlockOffsets &other) const {
  Value mine = findOwnStride(*this, other), theirs = findOwnStride(other, *this);
  if (!mine || !theirs) {
    return *this;
  }
  BlockOffsets renamed;
  for (const auto &[stride, along] : byStride) {
    renamed.byStride[stride == mine ? theirs : stride] = along;
  }
  return renamed;
}

Overlap BlockOffsets::compare(const BlockOffsets &later, Operation *loop) const {
  Overlap overlap = Overlap::Aligned;
  auto compareAlong = [&](Value stride, const StrideOffsets &here, const StrideOffsets &there) {
    bool changes = stride && loop && loop->isAncestor(stride.getParentRegion()->getParentOp());
    Overlap along =
        changes ? Overlap::Unknown : Difference(here.start, there.start, loop).compare(here.extent, there.extent);
    overlap = along == Overlap::None || overlap == Overlap::None ? Overlap::None
              : along == Overlap::Unknown                        ? along
                                                                 : overlap;
  };
  for (const auto &[stride, here] : byStride) {
    compareAlong(stride, here, later.byStride.lookup(stride));
  }
  for (const auto &[stride, there] : later.byStride) {
    if (!byStride.count(stride)) {
      compareAlong(stride, StrideOffsets(), there);
    }
  }
  return overlap;
}
