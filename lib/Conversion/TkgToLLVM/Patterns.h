// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pattern families of the lowering, one a file.
#ifndef TKC_LIB_CONVERSION_TKGTOLLVM_PATTERNS_H
#define TKC_LIB_CONVERSION_TKGTOLLVM_PATTERNS_H

#include "mlir/Conversion/LLVMCommon/Pattern.h"
#include "mlir/Transforms/DialectConversion.h"

#include "TypeConversion.h"

namespace tkc {

/// The number of elements that a load or store moves per access, noted on it before the lowering begins.
inline constexpr llvm::StringLiteral vectorWidthAttrName = "tkg.vector_width";

/// How many registers in a row a comparison gives the same bit, noted on it where there are several.
inline constexpr llvm::StringLiteral repeatsAttrName = "tkg.repeats";

void populateElementwisePatterns(const TkgTypeConverter &converter, mlir::RewritePatternSet &patterns);
void populateFloatCastPatterns(const TkgTypeConverter &converter, mlir::RewritePatternSet &patterns);
void populateMathPatterns(const TkgTypeConverter &converter, mlir::RewritePatternSet &patterns);
void populateShapePatterns(const TkgTypeConverter &converter, mlir::RewritePatternSet &patterns);
void populateGlobalMemoryPatterns(const TkgTypeConverter &converter, mlir::RewritePatternSet &patterns);
void populateAtomicPatterns(const TkgTypeConverter &converter, mlir::RewritePatternSet &patterns);
void populateSharedMemoryPatterns(const TkgTypeConverter &converter, mlir::RewritePatternSet &patterns);
void populateConvertLayoutPatterns(const TkgTypeConverter &converter, mlir::RewritePatternSet &patterns);
void populateReducePatterns(const TkgTypeConverter &converter, mlir::RewritePatternSet &patterns);
void populateScanPatterns(const TkgTypeConverter &converter, mlir::RewritePatternSet &patterns);
void populateDotPatterns(const TkgTypeConverter &converter, mlir::RewritePatternSet &patterns);
void populateSelectionPatterns(const TkgTypeConverter &converter, mlir::RewritePatternSet &patterns);
void populateAsyncCopyPatterns(const TkgTypeConverter &converter, mlir::RewritePatternSet &patterns);
void populateTmaPatterns(const TkgTypeConverter &converter, mlir::RewritePatternSet &patterns);
void populateWarpGroupDotPatterns(const TkgTypeConverter &converter, mlir::RewritePatternSet &patterns);
void populateDeviceCodePatterns(const TkgTypeConverter &converter, mlir::RewritePatternSet &patterns);
void populateDebugPatterns(const TkgTypeConverter &converter, mlir::RewritePatternSet &patterns);
void populateCheckBoundsPatterns(const TkgTypeConverter &converter, mlir::RewritePatternSet &patterns);
void populateProgramPatterns(const TkgTypeConverter &converter, mlir::RewritePatternSet &patterns);
/// Lowers what `prepareLoops` has noted.
void populateLoopPatterns(mlir::RewritePatternSet &patterns);
/// Finds the loops whose comparison with their bound takes care, and notes which of them need a form of their own.
void prepareLoops(mlir::Operation *root);

} // namespace tkc

#endif // TKC_LIB_CONVERSION_TKGTOLLVM_PATTERNS_H
