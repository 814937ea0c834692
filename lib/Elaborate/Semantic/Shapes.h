// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Changing the shape of blocks.
#ifndef TKC_LIB_ELABORATE_SEMANTIC_SHAPES_H
#define TKC_LIB_ELABORATE_SEMANTIC_SHAPES_H

#include "Emitter.h"

namespace tkc::elaborate {

/// Inserts a dimension of size 1; a scalar becomes a block of one element. `axis` is at most the rank.
TypedValue expandDims(Emitter &emitter, const TypedValue &value, unsigned axis);
/// Reads the elements in row-major order into another shape with as many elements; the empty shape gives a scalar.
TypedValue reshapeTo(Emitter &emitter, const TypedValue &value, Shape shape, bool allowReorder = false);
/// Dimension i of the result is dimension order[i] of the value; `order` is a permutation.
TypedValue permute(Emitter &emitter, const TypedValue &value, llvm::ArrayRef<int32_t> order);
/// Swaps the last two dimensions.
TypedValue transposeLast(Emitter &emitter, const TypedValue &value);
/// Elements of two blocks of one shape and type in turn along an axis, which doubles.
Typed interleaveAlong(Emitter &emitter, const TypedValue &left, const TypedValue &right, unsigned axis);
/// The only element of a block, or the scalar itself.
TypedValue toScalar(Emitter &emitter, const TypedValue &value);
/// 0, 1, … size-1 along dimension `axis` of a block of rank `rank` whose other dimensions are 1.
TypedValue indicesAlong(Emitter &emitter, unsigned axis, unsigned rank, int64_t size);

/// `value[index]` with None, `:`, `...` and integers known at compile time.
Result subscriptBlock(Emitter &emitter, const TypedValue &value, const Object &index);

} // namespace tkc::elaborate

#endif // TKC_LIB_ELABORATE_SEMANTIC_SHAPES_H
