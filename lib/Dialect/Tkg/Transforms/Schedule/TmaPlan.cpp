// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which loads and stores TMA can do: the rules of tensor maps, and what must be known before the launch.
#include "TmaPlan.h"

#include "llvm/Support/FormatVariadic.h"

#include "LoopSlices.h"

using namespace mlir;
using namespace tkc;
using namespace tkc::tkg;

/// What addresses and strides of tensor maps are multiples of, in bytes.
constexpr int64_t mapAlignment = 16;
constexpr size_t maxMapRank = 5;
/// The extent of a dimension that nothing bounds.
constexpr int64_t unboundedExtent = std::numeric_limits<int32_t>::max();

static bool isKernelArgument(Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  return argument && isa<func::FuncOp>(argument.getOwner()->getParentOp());
}

/// Whether the loop computes the value, which is not its induction variable.
static bool isLoopValue(Value value, scf::ForOp loop) {
  return value != loop.getInductionVar() && loop.getRegion().isAncestor(value.getParentRegion());
}

SmallVector<Value> tkc::tkg::getLoopValues(const TmaCopy &copy, scf::ForOp loop) {
  SmallVector<Value> values;
  auto add = [&](const LinearSum &sum) {
    for (auto [value, factor] : sum.getTerms()) {
      if (isLoopValue(value, loop)) {
        values.push_back(value);
      }
    }
  };
  for (const TileDimension &dimension : copy.dimensions) {
    add(dimension.start);
    add(dimension.extent.value_or(LinearSum()));
  }
  return values;
}

static std::optional<std::string> formatSum(const LinearSum &sum);

/// The integer, which is known at launch, as a launch expression.
static std::string formatValue(Value integer) {
  LinearSum sum = LinearSum::ofScalar(integer);
  if (sum.isConstant()) {
    return std::to_string(sum.getConstant());
  }
  integer = sum.getTerms()[0].first;
  bool isOther = sum.getTerms().size() != 1 || sum.getConstant() != 0 || sum.getTerms()[0].second != 1;
  if (isOther) {
    return "(" + *formatSum(sum) + ")";
  }
  if (isKernelArgument(integer)) {
    return llvm::formatv("p{0}", cast<BlockArgument>(integer).getArgNumber()).str();
  }
  Operation *op = integer.getDefiningOp();
  std::string left = formatValue(op->getOperand(0)), right = formatValue(op->getOperand(1));
  if (isa<arith::MulIOp>(op)) {
    return "(" + left + " * " + right + ")";
  }
  return (isa<arith::MinSIOp>(op) ? "min(" : "max(") + left + ", " + right + ")";
}

/// The sum as a launch expression; none where it has values that the launcher does not know.
static std::optional<std::string> formatSum(const LinearSum &sum) {
  std::string text = std::to_string(sum.getConstant());
  for (auto [value, factor] : sum.getTerms()) {
    if (!isKnownAtLaunch(value)) {
      return std::nullopt;
    }
    text += llvm::formatv(" + {0} * {1}", formatValue(value), factor).str();
  }
  return text;
}

namespace {
/// Decides about one access.
class TmaPlanner {
public:
  TmaPlanner(scf::ForOp loop, MemDescType target, Type mapType, const AxisInfoAnalysis &axisInfo)
      : loop(loop), target(target), mapType(mapType), axisInfo(axisInfo),
        elementBytes(target.getElementType().getIntOrFloatBitWidth() / 8) {}

  /// The copy for a load; with `ahead` it is issued in earlier iterations of the loop.
  std::variant<TmaCopy, std::string> planLoad(tk::LoadOp access, bool ahead);
  /// The copy for an access through `pointers`, in its place.
  std::variant<TmaCopy, std::string> plan(Value pointers, Value mask);

private:
  std::string checkBase(BlockArgument base) const;
  std::string checkStart(const TileDimension &dimension);
  /// What TMA asks of the dimension that is contiguous.
  std::string checkRow(const TileDimension &dimension) const;
  bool isAligned(const LinearSum &elements) const;
  /// Adds the dimension to the map's attributes.
  std::string addDimension(TileDimension &dimension, unsigned dim);
  std::string addStride(const TileStride &stride);
  DictionaryAttr makeMap(BlockArgument base) const;

  /// Null for stores.
  tk::LoadOp load;
  bool isAhead = false;
  scf::ForOp loop;
  MemDescType target;
  Type mapType;
  const AxisInfoAnalysis &axisInfo;
  int64_t elementBytes;
  /// The shape of the block in memory.
  ArrayRef<int64_t> block;
  SmallVector<std::string> extents, strides;
};
} // namespace

std::string TmaPlanner::checkBase(BlockArgument base) const {
  auto kernel = cast<func::FuncOp>(base.getOwner()->getParentOp());
  if (!kernel->hasAttr(tk::kernelAttrName)) {
    return "only a kernel has tensor maps";
  }
  return axisInfo.getInfo(base).getValueDivisibility() % mapAlignment == 0
             ? ""
             : "the array's address is not known to be a multiple of 16";
}

std::string TmaPlanner::checkStart(const TileDimension &dimension) {
  bool mayBeNegative = dimension.start.getConstant() < 0;
  for (auto [value, factor] : dimension.start.getTerms()) {
    if (isAhead && isLoopValue(value, loop) && !AddressSlice(loop, /*permitsIndices=*/true).add(value)) {
      return "a coordinate depends on a load of the loop whose own address does, or on an effect";
    }
    // What axis info takes for granted of arguments is true of sizes, not of places.
    mayBeNegative |= factor < 0 || isKernelArgument(value) || axisInfo.getInfo(value).mayBeNegative;
  }
  // A store there is an illegal instruction, whatever is masked.
  bool isMasked = dimension.isMaskedBelow && load;
  return mayBeNegative && !isMasked ? "a coordinate may be negative" : "";
}

/// Whether so many elements are known to be a multiple of 16 bytes.
bool TmaPlanner::isAligned(const LinearSum &elements) const {
  auto isMultiple = [&](int64_t factor, int64_t divisor) {
    return factor * elementBytes % mapAlignment * std::min(divisor, mapAlignment) % mapAlignment == 0;
  };
  return isMultiple(elements.getConstant(), 1) && llvm::all_of(elements.getTerms(), [&](auto term) {
           return isMultiple(term.second, axisInfo.getInfo(term.first).getValueDivisibility());
         });
}

std::string TmaPlanner::checkRow(const TileDimension &dimension) const {
  if (!(dimension.stride == TileStride())) {
    return "the rows of the tile are not contiguous";
  }
  if (!isAligned(dimension.start)) {
    return "the first column is not known to be a multiple of 16 bytes";
  }
  // Stores write whole pieces of 16 bytes of a row, also beyond its end.
  bool endsInPieces = load || !dimension.extent || !dimension.extent->isConstant() || isAligned(*dimension.extent);
  return endsInPieces ? "" : "the length of rows is no multiple of 16 bytes";
}

std::string TmaPlanner::addDimension(TileDimension &dimension, unsigned dim) {
  if (std::string problem = checkStart(dimension); !problem.empty()) {
    return problem;
  }
  if (dimension.clamp) {
    if (!load) {
      return "an index that is brought back below a bound is stored to";
    }
    if (!isBeyondStores(load, dim, dimension.start, *dimension.clamp)) {
      return "elements that are brought back into the array may be stored";
    }
    if (dimension.extent && !(*dimension.extent == *dimension.clamp)) {
      return "two bounds of a dimension differ";
    }
    dimension.extent = dimension.clamp;
  }
  std::optional<std::string> extent = formatSum(dimension.extent.value_or(LinearSum(unboundedExtent)));
  if (!extent) {
    return "an extent is not known before the launch";
  }
  extents.push_back(*extent);
  return "";
}

std::string TmaPlanner::addStride(const TileStride &stride) {
  int64_t bytes = stride.factor * elementBytes;
  if (bytes <= 0) {
    return "a stride is not positive";
  }
  int64_t divisor = stride.value ? axisInfo.getInfo(stride.value).getValueDivisibility() : 1;
  if (bytes * std::min(divisor, mapAlignment) % mapAlignment != 0) {
    return "a stride is not known to be a multiple of 16 bytes";
  }
  std::optional<std::string> text =
      formatSum(stride.value ? LinearSum::ofValue(stride.value, bytes) : LinearSum(bytes));
  if (!text) {
    return "a stride is not known before the launch";
  }
  strides.push_back(*text);
  return "";
}

DictionaryAttr TmaPlanner::makeMap(BlockArgument base) const {
  Builder builder(target.getContext());
  auto encoding = cast<NvmmaSharedAttr>(target.getEncoding());
  SmallVector<int64_t> box(extents.size(), 1);
  box[0] = encoding.getSwizzle() / elementBytes;
  bool isTransposed = encoding.getTransposed();
  for (unsigned place = 1; place < block.size(); ++place) {
    box[place] = std::min(block[isTransposed ? place : block.size() - 1 - place], maxTmaBox);
  }
  auto toAttr = [&](ArrayRef<std::string> texts) {
    SmallVector<StringRef> list(texts.begin(), texts.end());
    return builder.getStrArrayAttr(list);
  };
  return builder.getDictionaryAttr({
      builder.getNamedAttr("pointer", builder.getI32IntegerAttr(base.getArgNumber())),
      builder.getNamedAttr("type", TypeAttr::get(mapType)),
      builder.getNamedAttr("dims", toAttr(extents)),
      builder.getNamedAttr("strides", toAttr(strides)),
      builder.getNamedAttr("box", builder.getDenseI64ArrayAttr(box)),
      builder.getNamedAttr("swizzle", builder.getI32IntegerAttr(encoding.getSwizzle())),
  });
}

std::variant<TmaCopy, std::string> TmaPlanner::planLoad(tk::LoadOp access, bool ahead) {
  load = access;
  isAhead = ahead;
  return plan(load.getPointer(), load.getMask());
}

std::variant<TmaCopy, std::string> TmaPlanner::plan(Value pointers, Value mask) {
  auto encoding = dyn_cast<NvmmaSharedAttr>(target.getEncoding());
  if (!encoding) {
    return std::string("the buffer is not laid out as TMA writes it");
  }
  std::variant<TileAccess, std::string> access = analyzeTile(pointers, mask, loop);
  if (std::string *reason = std::get_if<std::string>(&access)) {
    return *reason;
  }
  TileAccess &tile = std::get<TileAccess>(access);
  if (std::string problem = checkBase(tile.base); !problem.empty()) {
    return problem;
  }
  if (tile.dimensions.size() > maxMapRank) {
    return std::string("the array has more than five dimensions");
  }
  block = cast<RankedTensorType>(pointers.getType()).getShape();
  bool isFlat = block.size() == 2;
  if (!isFlat && (encoding.getTransposed() || target.getShape()[0] > maxTmaBox)) {
    return std::string("a block of more than two dimensions has 256 rows at most, along its last dimension");
  }
  unsigned columns = encoding.getTransposed() ? 0 : block.size() - 1;
  SmallVector<unsigned> order = {columns};
  for (unsigned dim = block.size(); dim-- > 0;) {
    if (dim != columns) {
      order.push_back(dim);
    }
  }
  for (unsigned dim = block.size(); dim < tile.dimensions.size(); ++dim) {
    order.push_back(dim);
  }
  if (std::string problem = checkRow(tile.dimensions[columns]); !problem.empty()) {
    return problem;
  }
  TmaCopy copy;
  for (unsigned dim : order) {
    TileDimension &dimension = tile.dimensions[dim];
    std::string problem = addDimension(dimension, dim);
    if (problem.empty() && dim != columns) {
      problem = addStride(dimension.stride);
    }
    if (!problem.empty()) {
      return problem;
    }
    copy.dimensions.push_back(dimension);
  }
  if (const auto &row = copy.dimensions[0].extent; !load && row && !isAligned(*row)) {
    copy.uncertainRowBytes = *row * elementBytes;
  }
  copy.map = makeMap(tile.base);
  return copy;
}

std::variant<TmaCopy, std::string> tkc::tkg::planTma(tk::LoadOp load, scf::ForOp loop, MemDescType target,
                                                     const AxisInfoAnalysis &axisInfo) {
  return TmaPlanner(loop, target, target.getElementType(), axisInfo).planLoad(load, /*ahead=*/true);
}

std::variant<TmaCopy, std::string> tkc::tkg::planTmaInPlace(tk::LoadOp load, MemDescType target,
                                                            const AxisInfoAnalysis &axisInfo) {
  TmaPlanner planner(load->getParentOfType<scf::ForOp>(), target, target.getElementType(), axisInfo);
  return planner.planLoad(load, /*ahead=*/false);
}

std::variant<TmaCopy, std::string> tkc::tkg::planTmaStore(Operation *access, MemDescType source, Type mapType,
                                                          const AxisInfoAnalysis &axisInfo) {
  TmaPlanner planner(access->getParentOfType<scf::ForOp>(), source, mapType, axisInfo);
  if (auto store = dyn_cast<tk::StoreOp>(access)) {
    return planner.plan(store.getPointer(), store.getMask());
  }
  auto atomic = cast<tk::AtomicRmwOp>(access);
  return planner.plan(atomic.getPointer(), atomic.getMask());
}

Value tkc::tkg::getMapArgument(func::FuncOp kernel, DictionaryAttr map) {
  for (BlockArgument argument : kernel.getArguments()) {
    if (kernel.getArgAttr(argument.getArgNumber(), tensorMapAttrName) == map) {
      return argument;
    }
  }
  unsigned index = kernel.getNumArguments();
  Builder builder(kernel.getContext());
  auto attrs = builder.getDictionaryAttr(builder.getNamedAttr(tensorMapAttrName, map));
  // Cannot fail: a kernel has a body, and the place is its end.
  (void)kernel.insertArgument(index, TensorMapType::get(kernel.getContext()), attrs, kernel.getLoc());
  return kernel.getArgument(index);
}

/// The sum as i32; what is left out of an i64 does not matter in an array of fewer than 2^31 elements.
static Value emitSum(OpBuilder &builder, Location loc, const LinearSum &sum, const IRMapping &mapping) {
  Type type = builder.getI32Type();
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantOp::create(builder, loc, builder.getI32IntegerAttr(int32_t(value)));
  };
  Value total = constant(sum.getConstant());
  for (auto [leaf, factor] : sum.getTerms()) {
    Value value = mapping.lookupOrDefault(leaf);
    if (value.getType().isIndex()) {
      value = arith::IndexCastOp::create(builder, loc, type, value);
    } else if (value.getType().getIntOrFloatBitWidth() > 32) {
      value = arith::TruncIOp::create(builder, loc, type, value);
    } else if (value.getType().getIntOrFloatBitWidth() < 32) {
      value = arith::ExtSIOp::create(builder, loc, type, value);
    }
    Value product = arith::MulIOp::create(builder, loc, value, constant(factor));
    total = arith::AddIOp::create(builder, loc, total, product);
  }
  return total;
}

Value tkc::tkg::emitIsWholePieces(OpBuilder &builder, Location loc, const LinearSum &bytes) {
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantOp::create(builder, loc, builder.getI32IntegerAttr(int32_t(value)));
  };
  Value length = emitSum(builder, loc, bytes, IRMapping());
  Value rest = arith::AndIOp::create(builder, loc, length, constant(mapAlignment - 1));
  return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, rest, constant(0));
}

SmallVector<Value> tkc::tkg::emitCoordinates(OpBuilder &builder, Location loc, const TmaCopy &copy,
                                             const IRMapping &mapping) {
  SmallVector<Value> coordinates;
  for (const TileDimension &dimension : copy.dimensions) {
    Value coordinate = emitSum(builder, loc, dimension.start, mapping);
    if (dimension.extent && !(dimension.extent->isConstant() && dimension.extent->getConstant() > 0)) {
      // A map has no extents of 0: an array without elements is read beyond its end.
      constexpr int32_t farAway = 1 << 30;
      Value extent = emitSum(builder, loc, *dimension.extent, mapping);
      Value zero = arith::ConstantOp::create(builder, loc, builder.getI32IntegerAttr(0));
      Value away = arith::ConstantOp::create(builder, loc, builder.getI32IntegerAttr(farAway));
      Value exists = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::sgt, extent, zero);
      Value place = arith::SelectOp::create(builder, loc, exists, zero, away);
      coordinate = arith::AddIOp::create(builder, loc, coordinate, place);
    }
    coordinates.push_back(coordinate);
  }
  return coordinates;
}
