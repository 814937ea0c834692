// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Comparisons of addresses with the arrays of a launch, and the report of the first one outside.
#include "InlineAsm.h"
#include "Patterns.h"
#include "RuntimeFunctions.h"
#include "ThreadPosition.h"

using namespace mlir;
using namespace tkc;
using tk::FaultReport;

namespace {

/// Emits integer arithmetic at one place.
class Emitter {
public:
  Emitter(OpBuilder &builder, Location loc) : builder(builder), loc(loc) {}

  Value i64(int64_t number) {
    return LLVM::ConstantOp::create(builder, loc, builder.getI64Type(), builder.getI64IntegerAttr(number));
  }
  Value i32(int64_t number) { return makeI32(builder, loc, int32_t(number)); }
  Value yes() { return LLVM::ConstantOp::create(builder, loc, builder.getI1Type(), builder.getBoolAttr(true)); }
  Value isNot(Value bit) { return LLVM::XOrOp::create(builder, loc, bit, yes()); }
  Value either(Value first, Value second) {
    return first ? Value(LLVM::OrOp::create(builder, loc, first, second)) : second;
  }
  /// The address `offset` bytes into the report.
  Value field(Value report, int64_t offset) {
    return LLVM::GEPOp::create(builder, loc, report.getType(), builder.getI8Type(), report,
                               ArrayRef<LLVM::GEPArg>{int32_t(offset)});
  }

  OpBuilder &builder;
  Location loc;
};

struct LowerCheckBounds : ConvertOpToLLVMPattern<tk::CheckBoundsOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult matchAndRewrite(tk::CheckBoundsOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    Emitter emit(rewriter, op.getLoc());
    bool isBlock = isa<VectorType>(adaptor.getPointer().getType());
    auto elementsOf = [&](Value value) {
      return isBlock ? unpackVector(rewriter, op.getLoc(), value) : SmallVector<Value>{value};
    };
    SmallVector<Value> pointers = elementsOf(adaptor.getPointer());
    SmallVector<Value> mask = adaptor.getMask() ? elementsOf(adaptor.getMask()) : SmallVector<Value>();
    SmallVector<std::pair<Value, Value>> arrays = loadArrays(emit, op, adaptor.getReport());
    SmallVector<Value> inside;
    Outside outside;
    for (auto [index, pointer] : llvm::enumerate(pointers)) {
      Value address = LLVM::PtrToIntOp::create(rewriter, op.getLoc(), rewriter.getI64Type(), pointer);
      inside.push_back(isInside(emit, op, address, arrays));
      Value isOutside = emitAnd(rewriter, op.getLoc(), emit.isNot(inside.back()), mask.empty() ? Value() : mask[index]);
      outside.add(emit, isOutside, address, index);
    }
    report(emit, op, adaptor.getReport(), outside);
    rewriter.replaceOp(op, isBlock ? packVector(rewriter, op.getLoc(), inside) : inside[0]);
    return success();
  }

private:
  /// The elements of a thread that lie outside: how many, and which is the first.
  struct Outside {
    Value any, count, address, index;

    void add(Emitter &emit, Value isOutside, Value newAddress, size_t newIndex) {
      OpBuilder &builder = emit.builder;
      Value one = LLVM::ZExtOp::create(builder, emit.loc, builder.getI32Type(), isOutside);
      Value number = emit.i32(int64_t(newIndex));
      bool isFirst = !any;
      auto keep = [&](Value before, Value now) {
        return isFirst ? now : Value(LLVM::SelectOp::create(builder, emit.loc, any, before, now));
      };
      address = keep(address, newAddress);
      index = keep(index, number);
      count = isFirst ? one : Value(LLVM::AddOp::create(builder, emit.loc, count, one));
      any = emit.either(any, isOutside);
    }
  };

  static int64_t getElementBytes(tk::CheckBoundsOp op) {
    Type pointee = cast<tk::PtrType>(getElementTypeOrSelf(op.getPointer().getType())).getPointee();
    return isa<tk::PtrType>(pointee) ? 8 : std::max(8u, pointee.getIntOrFloatBitWidth()) / 8;
  }

  /// Begin and end of the arrays that the pointers may be in.
  static SmallVector<std::pair<Value, Value>> loadArrays(Emitter &emit, tk::CheckBoundsOp op, Value report) {
    SmallVector<std::pair<Value, Value>> arrays;
    int64_t first = op.getArray().value_or(0), end = op.getArray() ? first + 1 : op.getNumArrays();
    for (int64_t array = first; array < end; ++array) {
      int64_t offset = FaultReport::arraysOffset + FaultReport::arrayBytes * array;
      auto load = [&](int64_t at) -> Value {
        return LLVM::LoadOp::create(emit.builder, emit.loc, emit.builder.getI64Type(), emit.field(report, at));
      };
      Value begin = load(offset);
      arrays.push_back({begin, load(offset + 8)});
    }
    return arrays;
  }

  static Value isInside(Emitter &emit, tk::CheckBoundsOp op, Value address, ArrayRef<std::pair<Value, Value>> arrays) {
    OpBuilder &builder = emit.builder;
    Value end = LLVM::AddOp::create(builder, emit.loc, address, emit.i64(getElementBytes(op)));
    Value any;
    for (auto [arrayBegin, arrayEnd] : arrays) {
      Value isBehind = LLVM::ICmpOp::create(builder, emit.loc, LLVM::ICmpPredicate::uge, address, arrayBegin);
      Value isBefore = LLVM::ICmpOp::create(builder, emit.loc, LLVM::ICmpPredicate::ule, end, arrayEnd);
      any = emit.either(any, LLVM::AndOp::create(builder, emit.loc, isBehind, isBefore));
    }
    // A kernel without arrays has nothing to compare with.
    return any ? any : emit.yes();
  }

  /// Where in the block register `index` of this thread is, and whether the thread speaks for the element.
  static Value locate(Emitter &emit, tk::CheckBoundsOp op, Value index, SmallVector<Value> &place) {
    OpBuilder &builder = emit.builder;
    auto type = dyn_cast<RankedTensorType>(op.getPointer().getType());
    if (!type) {
      return emitIsFirstThread(builder, emit.loc);
    }
    layout::LinearLayout layout = tkg::toLinearLayout(type);
    ThreadPosition thread = emitThreadPosition(builder, emit.loc);
    SmallVector<Coordinates> registers = getRegisterCoordinates(layout);
    for (auto [dim, extent] : llvm::enumerate(layout.outDims())) {
      Value base = emitCoordinate(builder, emit.loc, layout, extent.dim, thread).value;
      Value offset = emit.i32(registers[0][dim]);
      for (size_t reg = 1; reg < registers.size(); ++reg) {
        Value isThis = LLVM::ICmpOp::create(builder, emit.loc, LLVM::ICmpPredicate::eq, index, emit.i32(int64_t(reg)));
        offset = LLVM::SelectOp::create(builder, emit.loc, isThis, emit.i32(registers[reg][dim]), offset);
      }
      place.push_back(LLVM::XOrOp::create(builder, emit.loc, base, offset));
    }
    return emitOwnsElements(builder, emit.loc, layout, thread);
  }

  static void report(Emitter &emit, tk::CheckBoundsOp op, Value report, const Outside &outside) {
    SmallVector<Value> place;
    Value speaks = locate(emit, op, outside.index, place);
    LLVM::LLVMFuncOp function = defineReport(emit, op->getParentOfType<ModuleOp>(), place.size());
    SmallVector<Value> arguments = {emitAnd(emit.builder, emit.loc, outside.any, speaks), report, outside.count,
                                    emit.i32(op.getSite()), outside.address};
    llvm::append_range(arguments, place);
    LLVM::CallOp::create(emit.builder, emit.loc, function, arguments);
  }

  /// The function (condition, report, count, site, address, place…) that adds to the count, and fills in the rest if it
  /// was the first.
  static LLVM::LLVMFuncOp defineReport(Emitter &emit, ModuleOp module, size_t rank) {
    OpBuilder &builder = emit.builder;
    Type i32 = builder.getI32Type(), pointer = LLVM::LLVMPointerType::get(builder.getContext(), 1);
    SmallVector<Type> types = {builder.getI1Type(), pointer, i32, i32, builder.getI64Type()};
    types.append(rank, i32);
    RuntimeFunctions functions(builder, module, emit.loc);
    std::string name = "tkc_outside_" + std::to_string(rank);
    return functions.defineOnce(name, types, [&](LLVM::LLVMFuncOp function) {
      LLVM::LLVMFuncOp record = functions.define("tkc_record_outside_", types);
      fillGuarded(builder, emit.loc, record, /*wanted=*/true, [&] { fillRecord(emit, record.getArguments()); });
      fillGuarded(builder, emit.loc, function, /*wanted=*/true, [&] {
        SmallVector<Value> arguments(function.getArguments());
        Value before = LLVM::AtomicRMWOp::create(builder, emit.loc, LLVM::AtomicBinOp::add,
                                                 emit.field(arguments[1], FaultReport::countOffset), arguments[2],
                                                 LLVM::AtomicOrdering::monotonic, "device");
        arguments[0] = LLVM::ICmpOp::create(builder, emit.loc, LLVM::ICmpPredicate::eq, before, emit.i32(0));
        LLVM::CallOp::create(builder, emit.loc, record, arguments);
      });
    });
  }

  static void fillRecord(Emitter &emit, ValueRange arguments) {
    OpBuilder &builder = emit.builder;
    Value report = arguments[1];
    auto store = [&](Value value, int64_t offset) {
      LLVM::StoreOp::create(builder, emit.loc, value, emit.field(report, offset));
    };
    Type i32 = builder.getI32Type();
    store(arguments[3], FaultReport::siteOffset);
    store(arguments[4], FaultReport::addressOffset);
    store(NVVM::BlockIdXOp::create(builder, emit.loc, i32), FaultReport::programOffset);
    store(NVVM::BlockIdYOp::create(builder, emit.loc, i32), FaultReport::programOffset + 4);
    store(NVVM::BlockIdZOp::create(builder, emit.loc, i32), FaultReport::programOffset + 8);
    store(emit.i32(int64_t(arguments.size()) - 5), FaultReport::rankOffset);
    for (auto [dim, coordinate] : llvm::enumerate(arguments.drop_front(5))) {
      store(coordinate, FaultReport::placeOffset + 4 * int64_t(dim));
    }
  }
};

} // namespace

void tkc::populateCheckBoundsPatterns(const TkgTypeConverter &converter, RewritePatternSet &patterns) {
  patterns.add<LowerCheckBounds>(converter);
}
