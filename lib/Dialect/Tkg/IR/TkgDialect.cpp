// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Registration of the tkg dialect, the aliases it prints, and the module attributes that say what it compiles for.
#include "tkc/Dialect/Tkg/IR/Tkg.h"
#include "tkc/Layout/Encodings.h"

#include "mlir/IR/DialectImplementation.h"

#include "llvm/ADT/TypeSwitch.h"

#include "LayoutInference.h"

using namespace mlir;
using namespace tkc::tkg;

#include "tkc/Dialect/Tkg/IR/TkgDialect.cpp.inc"

namespace {
/// Prints encodings as `#blocked`, `#mma`, `#linear` and `#shared`.
struct TkgAsmInterface : OpAsmDialectInterface {
  using OpAsmDialectInterface::OpAsmDialectInterface;

  AliasResult getAlias(Attribute attr, raw_ostream &os) const final {
    StringRef alias = llvm::TypeSwitch<Attribute, StringRef>(attr)
                          .Case<BlockedAttr>([](Attribute) { return "blocked"; })
                          .Case<MmaAttr>([](Attribute) { return "mma"; })
                          .Case<LinearAttr>([](Attribute) { return "linear"; })
                          .Case<SwizzledSharedAttr, NvmmaSharedAttr>([](Attribute) { return "shared"; })
                          .Default([](Attribute) { return ""; });
    if (alias.empty()) {
      return AliasResult::NoAlias;
    }
    os << alias;
    return AliasResult::FinalAlias;
  }
};
} // namespace

void TkgDialect::initialize() {
  registerAttributes();
  registerTypes();
  addOperations<
#define GET_OP_LIST
#include "tkc/Dialect/Tkg/IR/TkgOps.cpp.inc"
      >();
  addInterfaces<TkgAsmInterface, TkgLayoutInference>();
}

Operation *TkgDialect::materializeConstant(OpBuilder &builder, Attribute value, Type type, Location loc) {
  return arith::ConstantOp::materialize(builder, value, type, loc);
}

unsigned tkc::tkg::getNumWarps(ModuleOp module) {
  auto attr = module->getAttrOfType<IntegerAttr>(numWarpsAttrName);
  return attr ? attr.getInt() : 4;
}

unsigned tkc::tkg::getNumStages(ModuleOp module) {
  auto attr = module->getAttrOfType<IntegerAttr>(numStagesAttrName);
  return attr ? attr.getInt() : 3;
}

StringRef tkc::tkg::getTargetName(ModuleOp module) {
  auto attr = module->getAttrOfType<StringAttr>(targetAttrName);
  return attr ? attr.getValue() : StringRef();
}

BlockedAttr tkc::tkg::getDefaultBlocked(MLIRContext *context, ArrayRef<int64_t> shape, unsigned numWarps) {
  std::vector<unsigned> order;
  for (size_t dim = shape.size(); dim > 0; --dim) {
    order.push_back(dim - 1);
  }
  std::vector<unsigned> sizePerThread(shape.size(), 1);
  layout::BlockedEncoding encoding =
      layout::chooseBlocked(layout::Shape(shape.begin(), shape.end()), sizePerThread, order, numWarps);
  return BlockedAttr::get(context, encoding.sizePerThread, encoding.threadsPerWarp, encoding.warpsPerCta,
                          encoding.order);
}
