// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Prints and assertions, by the functions of CUDA's device runtime. Their branches live in functions of their own, so
// that the kernel stays free of control flow that is not there in the source.
#include "Patterns.h"
#include "RuntimeFunctions.h"
#include "ThreadPosition.h"

using namespace mlir;
using namespace tkc;

namespace {

//===--- print ---===//

/// How vprintf shows one element.
struct ElementFormat {
  std::string directive;
  Type passed;
};

ElementFormat formatOf(OpBuilder &builder, Type element, bool isSigned, bool isHex) {
  if (isa<LLVM::LLVMPointerType>(element)) {
    return {"0x%llx", builder.getI64Type()};
  }
  if (isa<FloatType>(element)) {
    return {"%f", builder.getF64Type()};
  }
  unsigned bits = element.getIntOrFloatBitWidth();
  std::string length = bits > 32 ? "ll" : "";
  Type passed = bits > 32 ? builder.getI64Type() : builder.getI32Type();
  if (isHex) {
    return {"0x%0" + std::to_string(std::max(1u, bits / 4)) + length + "x", passed};
  }
  return {"%" + length + (isSigned ? "d" : "u"), passed};
}

Value passElement(OpBuilder &builder, Location loc, Value value, const ElementFormat &format, bool isSigned) {
  Type type = value.getType();
  if (isa<LLVM::LLVMPointerType>(type)) {
    return LLVM::PtrToIntOp::create(builder, loc, format.passed, value);
  }
  if (type == format.passed) {
    return value;
  }
  if (isa<FloatType>(type)) {
    return LLVM::FPExtOp::create(builder, loc, format.passed, value);
  }
  return isSigned ? Value(LLVM::SExtOp::create(builder, loc, format.passed, value))
                  : Value(LLVM::ZExtOp::create(builder, loc, format.passed, value));
}

struct LowerPrint : ConvertOpToLLVMPattern<tk::PrintOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult matchAndRewrite(tk::PrintOp op, OpAdaptor adaptor, ConversionPatternRewriter &rewriter) const override {
    if (op.getArgs().empty()) {
      LLVM::LLVMFuncOp function = definePrinter(rewriter, op, 0, {}, {});
      LLVM::CallOp::create(rewriter, op.getLoc(), function, emitIsFirstThread(rewriter, op.getLoc()));
    }
    for (unsigned number = 0; number < op.getArgs().size(); ++number) {
      printOperand(rewriter, op, number, adaptor.getArgs()[number]);
    }
    rewriter.eraseOp(op);
    return success();
  }

private:
  /// A function that prints one element: of the condition, the coordinates, and the value.
  static LLVM::LLVMFuncOp definePrinter(ConversionPatternRewriter &rewriter, tk::PrintOp op, unsigned rank,
                                        const ElementFormat &format, StringRef which) {
    Location loc = op.getLoc();
    RuntimeFunctions functions(rewriter, op->getParentOfType<ModuleOp>(), loc);
    Type i32 = rewriter.getI32Type();
    SmallVector<Type> types = {rewriter.getI1Type()};
    types.append(rank, i32);
    std::string text = "pid (%u, %u, %u)";
    if (format.passed) {
      types.push_back(format.passed);
      text += " idx (";
      for (unsigned dim = 0; dim < rank; ++dim) {
        text += dim == 0 ? "%u" : ", %u";
      }
      text += ")";
    }
    std::string prefix;
    for (char each : op.getPrefix()) {
      prefix += each == '%' ? "%%" : std::string(1, each);
    }
    text += prefix + which.str() + format.directive + "\n";
    LLVM::LLVMFuncOp function = functions.define("tkc_print_", types);
    fillGuarded(rewriter, loc, function, /*wanted=*/true, [&] {
      SmallVector<Value> values = {NVVM::BlockIdXOp::create(rewriter, loc, i32),
                                   NVVM::BlockIdYOp::create(rewriter, loc, i32),
                                   NVVM::BlockIdZOp::create(rewriter, loc, i32)};
      llvm::append_range(values, function.getArguments().drop_front());
      emitPrint(rewriter, loc, functions, text, values);
    });
    return function;
  }

  /// vprintf takes the address of a structure of the values.
  static void emitPrint(OpBuilder &builder, Location loc, RuntimeFunctions &functions, StringRef text,
                        ArrayRef<Value> values) {
    auto pointer = LLVM::LLVMPointerType::get(builder.getContext());
    SmallVector<Type> types = llvm::map_to_vector(values, [](Value value) { return value.getType(); });
    auto record = LLVM::LLVMStructType::getLiteral(builder.getContext(), types);
    Value one = makeI32(builder, loc, 1);
    Value buffer = LLVM::AllocaOp::create(builder, loc, pointer, record, one, /*alignment=*/8);
    for (auto [index, value] : llvm::enumerate(values)) {
      Value place =
          LLVM::GEPOp::create(builder, loc, pointer, record, buffer, ArrayRef<LLVM::GEPArg>{0, int32_t(index)});
      LLVM::StoreOp::create(builder, loc, value, place);
    }
    LLVM::LLVMFuncOp vprintf = functions.declare("vprintf", builder.getI32Type(), {pointer, pointer});
    LLVM::CallOp::create(builder, loc, vprintf, ValueRange{functions.text(text), buffer});
  }

  static void printOperand(ConversionPatternRewriter &rewriter, tk::PrintOp op, unsigned number, Value value) {
    Location loc = op.getLoc();
    auto type = dyn_cast<RankedTensorType>(op.getArgs()[number].getType());
    bool isSigned = op.getIsSigned()[number];
    Type element = getElementTypeOrSelf(value.getType());
    ElementFormat format = formatOf(rewriter, element, isSigned, op.getHex());
    std::string which = op.getArgs().size() > 1 ? "(operand " + std::to_string(number) + ") " : "";
    LLVM::LLVMFuncOp function = definePrinter(rewriter, op, type ? type.getRank() : 0, format, which);
    if (!type) {
      Value passed = passElement(rewriter, loc, value, format, isSigned);
      LLVM::CallOp::create(rewriter, loc, function, ValueRange{emitIsFirstThread(rewriter, loc), passed});
      return;
    }
    layout::LinearLayout layout = tkg::toLinearLayout(type);
    ThreadPosition thread = emitThreadPosition(rewriter, loc);
    Value owner = emitOwnsElements(rewriter, loc, layout, thread);
    if (!owner) {
      owner = LLVM::ConstantOp::create(rewriter, loc, rewriter.getI1Type(), rewriter.getBoolAttr(true));
    }
    SmallVector<LinearValue> bases;
    for (const layout::DimExtent &extent : layout.outDims()) {
      bases.push_back(emitCoordinate(rewriter, loc, layout, extent.dim, thread));
    }
    SmallVector<Value> elements = unpackVector(rewriter, loc, value);
    for (auto [index, at] : llvm::enumerate(getRegisterCoordinates(layout))) {
      SmallVector<Value> arguments = {owner};
      for (auto [base, offset] : llvm::zip(bases, at)) {
        arguments.push_back(emitXor(rewriter, loc, base, offset));
      }
      arguments.push_back(passElement(rewriter, loc, elements[index], format, isSigned));
      LLVM::CallOp::create(rewriter, loc, function, arguments);
    }
  }
};

//===--- assert ---===//

/// The innermost place in a file that a location names.
FileLineColLoc findPlace(Location loc) {
  FileLineColLoc found;
  loc->walk([&](Location each) {
    found = dyn_cast<FileLineColLoc>(each);
    return found ? WalkResult::interrupt() : WalkResult::advance();
  });
  return found;
}

struct LowerAssert : ConvertOpToLLVMPattern<tk::AssertOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult matchAndRewrite(tk::AssertOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value holds = adaptor.getCondition();
    if (isa<VectorType>(holds.getType())) {
      Value all;
      for (Value element : unpackVector(rewriter, loc, holds)) {
        all = all ? Value(LLVM::AndOp::create(rewriter, loc, all, element)) : element;
      }
      holds = all;
    }
    std::string kernel;
    if (auto function = op->getParentOfType<FunctionOpInterface>()) {
      kernel = function.getName().str();
    }
    RuntimeFunctions functions(rewriter, op->getParentOfType<ModuleOp>(), loc);
    LLVM::LLVMFuncOp check = functions.define("tkc_assert_", {rewriter.getI1Type()});
    fillGuarded(rewriter, loc, check, /*wanted=*/false,
                [&] { emitFailure(rewriter, loc, functions, op.getMessage(), kernel); });
    LLVM::CallOp::create(rewriter, loc, check, holds);
    rewriter.eraseOp(op);
    return success();
  }

private:
  static void emitFailure(OpBuilder &builder, Location loc, RuntimeFunctions &functions, StringRef message,
                          StringRef kernel) {
    auto pointer = LLVM::LLVMPointerType::get(builder.getContext());
    Type i32 = builder.getI32Type(), i64 = builder.getI64Type();
    FileLineColLoc place = findPlace(loc);
    Value line = makeI32(builder, loc, place ? int32_t(place.getLine()) : 0);
    Value characterSize = LLVM::ConstantOp::create(builder, loc, i64, builder.getI64IntegerAttr(1));
    LLVM::LLVMFuncOp fail = functions.declare("__assertfail", LLVM::LLVMVoidType::get(builder.getContext()),
                                              {pointer, pointer, i32, pointer, i64});
    Value file = functions.text(place ? place.getFilename().getValue() : StringRef("unknown"));
    Value arguments[] = {functions.text(message), file, line, functions.text(kernel), characterSize};
    LLVM::CallOp::create(builder, loc, fail, arguments);
  }
};

} // namespace

void tkc::populateDebugPatterns(const TkgTypeConverter &converter, RewritePatternSet &patterns) {
  patterns.add<LowerPrint, LowerAssert>(converter);
}
