// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Puts the offsets of an access together to the dimensions of a tile.
#include "tkc/Dialect/Tkg/Analysis/TileAccess.h"

#include "BlockIndex.h"

using namespace mlir;
using namespace tkc;
using namespace tkc::tkg;

namespace {
/// Collects the dimensions of one access's tile.
class TileBuilder {
public:
  explicit TileBuilder(RankedTensorType pointers) : rank(pointers.getRank()), elementBytes(getPointeeBytes(pointers)) {
    tile.dimensions.resize(rank);
  }

  /// Gives each dimension of the block its term, and each term without dimension to the dimension of its stride.
  std::string addOffsets(ArrayRef<OffsetTerm> terms);
  std::string addMask(ArrayRef<MaskTerm> terms);

  TileAccess tile;

private:
  /// The dimension that a term of the mask is about, which may be new; null where there is none.
  TileDimension *findMasked(const MaskTerm &term);
  std::string addUniform(const OffsetTerm &term);
  /// Moves along the dimension that steps by `value` times a divisor of `factor`; false where there is none.
  bool moveAlong(Value value, int64_t factor, const LinearSum &count);

  unsigned rank;
  int64_t elementBytes;
};
} // namespace

std::string TileBuilder::addOffsets(ArrayRef<OffsetTerm> terms) {
  SmallVector<bool> isKnown(rank, false);
  for (const OffsetTerm &term : terms) {
    if (!term.index.dim) {
      continue;
    }
    unsigned dim = *term.index.dim;
    if (dim >= rank || isKnown[dim]) {
      return "a dimension of the block has several strides";
    }
    isKnown[dim] = true;
    tile.dimensions[dim].start = term.index.start;
    tile.dimensions[dim].stride = term.stride;
    tile.dimensions[dim].clamp = term.index.clamp;
  }
  if (!llvm::all_of(isKnown, [](bool known) { return known; })) {
    return "a dimension of the block has no stride";
  }
  for (const OffsetTerm &term : terms) {
    if (!term.index.dim) {
      if (std::string problem = addUniform(term); !problem.empty()) {
        return problem;
      }
    }
  }
  return "";
}

bool TileBuilder::moveAlong(Value value, int64_t factor, const LinearSum &count) {
  TileDimension *best = nullptr;
  for (TileDimension &dimension : tile.dimensions) {
    const TileStride &stride = dimension.stride;
    bool fits = stride.value == value && stride.factor != 0 && factor % stride.factor == 0;
    // A multiple of a row's length is so many rows, not a place far to the right.
    if (fits && (!best || stride.factor > best->stride.factor)) {
      best = &dimension;
    }
  }
  if (best) {
    best->start = best->start + count * (factor / best->stride.factor);
  }
  return best != nullptr;
}

/// The operands of a product of two values.
static std::pair<Value, Value> getFactors(Value value) {
  auto product = value.getDefiningOp<arith::MulIOp>();
  if (!product) {
    return {};
  }
  auto strip = [](Value factor) {
    LinearSum sum = LinearSum::ofScalar(factor);
    bool isValue = sum.getTerms().size() == 1 && sum.getConstant() == 0 && sum.getTerms()[0].second == 1;
    return isValue ? sum.getTerms()[0].first : factor;
  };
  return {strip(product.getLhs()), strip(product.getRhs())};
}

std::string TileBuilder::addUniform(const OffsetTerm &term) {
  const LinearSum &sum = term.index.start;
  if (term.stride.value) {
    if (!moveAlong(term.stride.value, term.stride.factor, sum)) {
      tile.dimensions.push_back({sum, term.stride, std::nullopt, std::nullopt, false});
    }
    return "";
  }
  for (auto [value, factor] : sum.getTerms()) {
    factor *= term.stride.factor;
    auto [left, right] = getFactors(value);
    bool isPlaced =
        moveAlong(value, factor, LinearSum(1)) || (left && (moveAlong(left, factor, LinearSum::ofScalar(right)) ||
                                                            moveAlong(right, factor, LinearSum::ofScalar(left))));
    // So is a constant number of such strides.
    if (!isPlaced && factor > 0 && isKnownAtLaunch(value)) {
      tile.dimensions.push_back({LinearSum(factor), {value, 1}, std::nullopt, std::nullopt, false});
      isPlaced = true;
    }
    // A product with a stride that is known at launch is a dimension of its own, such as the batch.
    for (auto [stride, count] : {std::pair(left, right), std::pair(right, left)}) {
      if (!isPlaced && stride && isKnownAtLaunch(stride)) {
        tile.dimensions.push_back({LinearSum::ofScalar(count), {stride, factor}, std::nullopt, std::nullopt, false});
        isPlaced = true;
      }
    }
    if (!isPlaced && !moveAlong(Value(), factor, LinearSum::ofValue(value))) {
      return "an offset belongs to no dimension";
    }
  }
  int64_t constant = sum.getConstant() * term.stride.factor;
  return constant == 0 || moveAlong(Value(), constant, LinearSum(1)) ? "" : "an offset belongs to no dimension";
}

TileDimension *TileBuilder::findMasked(const MaskTerm &term) {
  if (term.index.dim) {
    return &tile.dimensions[*term.index.dim];
  }
  // A condition on the whole block is about the place along a dimension that the block does not have.
  for (TileDimension &dimension : MutableArrayRef(tile.dimensions).drop_front(rank)) {
    bool isOpen = term.bound ? !dimension.extent : !dimension.isMaskedBelow;
    if (isOpen && dimension.start == term.index.start) {
      return &dimension;
    }
  }
  if (!(term.index.start == LinearSum(0))) {
    return nullptr;
  }
  // The first place along a dimension leaves no trace in the address. Any stride that a map may have will do.
  constexpr int64_t anyStrideInBytes = 16;
  TileStride stride = {Value(), std::max<int64_t>(anyStrideInBytes / elementBytes, 1)};
  tile.dimensions.push_back({LinearSum(), stride, std::nullopt, std::nullopt, false});
  return &tile.dimensions.back();
}

std::string TileBuilder::addMask(ArrayRef<MaskTerm> terms) {
  for (const MaskTerm &term : terms) {
    if (term.index.dim && *term.index.dim >= rank) {
      return "the mask has other dimensions than the block";
    }
    TileDimension *dimension = findMasked(term);
    if (!dimension || (!term.bound && !(term.index.start == dimension->start))) {
      return "the mask is about another index than the address";
    }
    if (!term.bound) {
      dimension->isMaskedBelow = true;
      continue;
    }
    LinearSum extent = *term.bound - term.index.start + dimension->start;
    if (dimension->extent && !(*dimension->extent == extent)) {
      return "two masks bound a dimension";
    }
    dimension->extent = extent;
  }
  return "";
}

std::variant<TileAccess, std::string> tkc::tkg::analyzeTile(Value block, Value maskBlock, scf::ForOp loop) {
  BlockReader reader(loop);
  auto pointers = reader.readPointers(block);
  if (!pointers && reader.hasMetLoad()) {
    return std::string("rows or elements are picked by numbers from memory, which TMA does from sm_100 on");
  }
  if (!pointers) {
    return std::string("the addresses are no tile of a parameter");
  }
  auto base = dyn_cast<BlockArgument>(pointers->first);
  if (!base || !isa<func::FuncOp>(base.getOwner()->getParentOp())) {
    return std::string(
        "the kernel computes the array's address, for which it would have to make the tensor map itself");
  }
  TileBuilder builder(cast<RankedTensorType>(block.getType()));
  builder.tile.base = base;
  if (std::string problem = builder.addOffsets(pointers->second); !problem.empty()) {
    return problem;
  }
  // What was brought back below a bound must be an index of the tile, not a part of one.
  for (const OffsetTerm &term : pointers->second) {
    bool isPart = term.index.clamp && !(builder.tile.dimensions[*term.index.dim].start == term.index.start);
    if (isPart) {
      return std::string("an index that is brought back below a bound moves on");
    }
  }
  if (maskBlock) {
    auto mask = reader.readMask(maskBlock);
    std::string problem = mask ? builder.addMask(*mask) : "the mask is no bound of the indices";
    if (!problem.empty()) {
      return problem;
    }
  }
  return builder.tile;
}

//===--- What garbage reaches ---------------------------------------------===//

namespace {
/// Follows elements that are of no use, those from some coordinate on along a dimension, to what reads them.
class UselessElements {
public:
  UselessElements(const LinearSum &start, const LinearSum &bound) : start(start), bound(bound) {}

  bool areNeverStored(Value value, unsigned dim) {
    follow(value, dim);
    while (!worklist.empty()) {
      auto [next, along] = worklist.pop_back_val();
      for (OpOperand &use : next.getUses()) {
        if (!visit(use, along)) {
          return false;
        }
      }
    }
    return true;
  }

private:
  void follow(Value value, unsigned dim) {
    if (seen.insert({value, dim}).second) {
      worklist.push_back({value, dim});
    }
  }
  bool followAll(ValueRange values, unsigned dim) {
    for (Value value : values) {
      follow(value, dim);
    }
    return true;
  }

  bool visit(OpOperand &use, unsigned dim);
  bool visitYield(OpOperand &use, unsigned dim);
  bool visitDot(OpOperand &use, unsigned dim);
  bool isLeftOut(tk::StoreOp store, unsigned dim);

  LinearSum start, bound;
  llvm::DenseSet<std::pair<Value, unsigned>> seen;
  SmallVector<std::pair<Value, unsigned>> worklist;
};
} // namespace

bool UselessElements::isLeftOut(tk::StoreOp store, unsigned dim) {
  auto loop = store->getParentOfType<scf::ForOp>();
  auto mask = store.getMask() ? BlockReader(loop).readMask(store.getMask()) : std::nullopt;
  return mask && llvm::any_of(*mask, [&](const MaskTerm &term) {
           return term.index.dim == dim && term.bound && term.index.start == start && *term.bound == bound;
         });
}

/// Rows of the left operand and columns of the right one stay apart; what is summed over does not.
bool UselessElements::visitDot(OpOperand &use, unsigned dim) {
  constexpr unsigned left = 0, right = 1;
  unsigned index = use.getOperandNumber();
  bool staysApart = (index != left || dim == 0) && (index != right || dim == 1);
  bool isFlat = isa<WarpGroupDotOp>(use.getOwner()) ||
                cast<RankedTensorType>(use.getOwner()->getResult(0).getType()).getRank() == 2;
  return staysApart && isFlat && followAll(use.getOwner()->getResults(), dim);
}

bool UselessElements::visitYield(OpOperand &use, unsigned dim) {
  Operation *parent = use.getOwner()->getParentOp();
  unsigned index = use.getOperandNumber();
  if (auto loop = dyn_cast<scf::ForOp>(parent)) {
    follow(loop.getRegionIterArg(index), dim);
    follow(loop.getResult(index), dim);
    return true;
  }
  if (isa<scf::IfOp>(parent)) {
    follow(parent->getResult(index), dim);
    return true;
  }
  return false;
}

bool UselessElements::visit(OpOperand &use, unsigned dim) {
  Operation *op = use.getOwner();
  if (auto store = dyn_cast<tk::StoreOp>(op)) {
    return use.get() == store.getValue() && isLeftOut(store, dim);
  }
  if (isa<tk::DotOp, WarpGroupDotOp>(op)) {
    return visitDot(use, dim);
  }
  if (isa<scf::YieldOp>(op)) {
    return visitYield(use, dim);
  }
  if (auto loop = dyn_cast<scf::ForOp>(op)) {
    unsigned index = use.getOperandNumber() - loop.getNumControlOperands();
    follow(loop.getRegionIterArg(index), dim);
    follow(loop.getResult(index), dim);
    return true;
  }
  if (auto trans = dyn_cast<tk::TransOp>(op)) {
    auto *place = llvm::find(trans.getOrder(), int32_t(dim));
    return followAll(op->getResults(), place - trans.getOrder().begin());
  }
  if (isa<LocalTransOp>(op)) {
    return followAll(op->getResults(), 1 - dim);
  }
  if (auto wait = dyn_cast<WarpGroupDotWaitOp>(op)) {
    follow(wait.getResult(use.getOperandNumber()), dim);
    return true;
  }
  bool staysInPlace = isa<ConvertLayoutOp, LocalAllocOp, LocalLoadOp>(op) ||
                      (op->hasTrait<OpTrait::Elementwise>() && isMemoryEffectFree(op));
  return staysInPlace && followAll(op->getResults(), dim);
}

bool tkc::tkg::isBeyondStores(tk::LoadOp load, unsigned dim, const LinearSum &start, const LinearSum &bound) {
  return UselessElements(start, bound).areNeverStored(load.getResult(), dim);
}
