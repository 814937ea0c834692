// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The integer code of fp8 casts, for targets without instructions for them: all inputs of 8 and 16 bits, and the f32
// inputs around every boundary, against LLVM's own soft floats.
#include "tkc/Conversion/TkgToLLVM/TkgToLLVM.h"
#include "tkc/Dialect/Tkg/IR/Tkg.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Export.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/TargetSelect.h"

#include <gtest/gtest.h>

using namespace mlir;
using llvm::APFloat;
using llvm::APInt;

namespace tkc {
namespace {

/// One cast, lowered for sm_80 and compiled for the CPU; numbers go in and out as bits.
class Cast {
public:
  Cast(const std::string &op, const std::string &from, const std::string &to, const std::string &attributes = "") {
    context.loadDialect<tk::TkDialect, tkg::TkgDialect, arith::ArithDialect, func::FuncDialect>();
    registerBuiltinDialectTranslation(context);
    registerLLVMDialectTranslation(context);
    std::string text = llvm::formatv(R"(
module attributes {{tkg.num_ctas = 1 : i32, tkg.num_warps = 1 : i32, tkg.target = "sm_80"} {{
  func.func @cast(%bits: i{1}) -> i{3} {{
    %x = arith.bitcast %bits : i{1} to {0}
    %y = arith.{4} %x {5} : {0} to {2}
    %out = arith.bitcast %y : {2} to i{3}
    return %out : i{3}
  }
})",
                                     from, widthOf(from), to, widthOf(to), op, attributes);
    module = parseSourceString<ModuleOp>(text, &context);
    EXPECT_TRUE(module);
    PassManager passes(&context);
    passes.addPass(createTkgToLLVM());
    EXPECT_TRUE(succeeded(passes.run(*module)));
    compile();
  }

  uint32_t run(uint32_t bits) const { return function(bits); }

private:
  static unsigned widthOf(const std::string &type) {
    return type == "bf16" ? 16 : type.substr(0, 2) == "f8" ? 8 : type == "f16" ? 16 : 32;
  }

  void compile() {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
    auto llvmContext = std::make_unique<llvm::LLVMContext>();
    std::unique_ptr<llvm::Module> translated = translateModuleToLLVMIR(*module, *llvmContext);
    ASSERT_TRUE(translated);
    translated->getFunction("cast")->setLinkage(llvm::GlobalValue::ExternalLinkage);
    translated->setTargetTriple(llvm::Triple());
    translated->setDataLayout("");
    jit = llvm::cantFail(llvm::orc::LLJITBuilder().create());
    llvm::cantFail(jit->addIRModule({std::move(translated), std::move(llvmContext)}));
    function = llvm::cantFail(jit->lookup("cast")).toPtr<uint32_t (*)(uint32_t)>();
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
  std::unique_ptr<llvm::orc::LLJIT> jit;
  uint32_t (*function)(uint32_t) = nullptr;
};

struct Format {
  const char *name;
  const llvm::fltSemantics &semantics;
};
const Format e4m3{"f8E4M3FN", APFloat::Float8E4M3FN()}, e5m2{"f8E5M2", APFloat::Float8E5M2()},
    half{"f16", APFloat::IEEEhalf()}, bfloat{"bf16", APFloat::BFloat()}, single{"f32", APFloat::IEEEsingle()};

APFloat numberOf(const Format &format, uint32_t bits) {
  return APFloat(format.semantics, APInt(APFloat::getSizeInBits(format.semantics), bits));
}

/// The number in another format; numbers beyond the largest of an fp8 format become the largest.
APFloat convert(const APFloat &number, const Format &to, llvm::RoundingMode rounding) {
  APFloat result = number;
  bool losesInfo = false;
  APFloat largest = APFloat::getLargest(to.semantics, number.isNegative());
  result.convert(to.semantics, rounding, &losesInfo);
  bool isFp8 = APFloat::getSizeInBits(to.semantics) == 8;
  bool saturates = isFp8 && !number.isNaN() && (result.isNaN() || result.isInfinity());
  return saturates ? largest : result;
}

/// What the cast gives for some bits, as text; empty when right.
std::string compare(const Cast &cast, const Format &from, const Format &to, uint32_t bits,
                    llvm::RoundingMode rounding = llvm::RoundingMode::NearestTiesToEven) {
  APFloat expected = convert(numberOf(from, bits), to, rounding);
  uint32_t mask = APInt::getAllOnes(APFloat::getSizeInBits(to.semantics)).getZExtValue();
  uint32_t found = cast.run(bits) & mask;
  bool isSame = expected.isNaN() ? numberOf(to, found).isNaN() : found == expected.bitcastToAPInt().getZExtValue();
  return isSame ? ""
                : llvm::formatv("{0} {1:x} becomes {2} {3:x}, expected {4:x}", from.name, bits, to.name, found,
                                expected.bitcastToAPInt().getZExtValue())
                      .str();
}

/// bf16 is not among them: the last step to it, from f32, is a call of a library on the CPU.
TEST(Fp8Casts, widensEveryNumber) {
  for (const Format *from : {&e4m3, &e5m2}) {
    for (const Format *to : {&half, &single}) {
      Cast cast("extf", from->name, to->name);
      for (uint32_t bits = 0; bits < 256; ++bits) {
        ASSERT_EQ(compare(cast, *from, *to, bits), "");
      }
    }
  }
}

TEST(Fp8Casts, narrowsEverySixteenBitNumber) {
  for (const Format *to : {&e4m3, &e5m2}) {
    for (const Format *from : {&half, &bfloat}) {
      Cast cast("truncf", from->name, to->name);
      for (uint32_t bits = 0; bits < 65536; ++bits) {
        ASSERT_EQ(compare(cast, *from, *to, bits), "");
      }
    }
  }
}

/// f32 numbers that agree with a number of fp8, or lie halfway between two, and their neighbours.
std::vector<uint32_t> getBoundaries() {
  std::vector<uint32_t> result;
  for (uint32_t upper = 0; upper < 0x1000; ++upper) {
    for (uint32_t lower : {0u, 1u, 2u, 0x7FFFFu, 0x80000u, 0x80001u, 0xFFFFEu, 0xFFFFFu}) {
      result.push_back(upper << 20 | lower);
    }
  }
  // Denormal fp8 numbers have fewer bits: halves lie at any of the upper bits.
  for (uint32_t upper = 0; upper < 0x10000; ++upper) {
    for (uint32_t lower : {0u, 1u, 0xFFFFu}) {
      result.push_back(upper << 16 | lower);
    }
  }
  return result;
}

TEST(Fp8Casts, narrowsSingles) {
  for (const Format *to : {&e4m3, &e5m2}) {
    Cast cast("truncf", "f32", to->name);
    Cast truncating("truncf", "f32", to->name, "toward_zero");
    for (uint32_t bits : getBoundaries()) {
      ASSERT_EQ(compare(cast, single, *to, bits), "");
      ASSERT_EQ(compare(truncating, single, *to, bits, llvm::RoundingMode::TowardZero), "");
    }
  }
}

} // namespace
} // namespace tkc
