// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Words of the language that mutations put into kernels and modules.
#ifndef TKC_TEST_FUZZ_PYTHONWORDS_H
#define TKC_TEST_FUZZ_PYTHONWORDS_H

#include "LineMutator.h"

namespace tkc::fuzz {

inline const Words &pythonWords() {
  static const Words words =
      splitWords("if elif else for while in return break continue pass def class lambda and or not is None True "
                 "False try except raise assert with import from as del global range len min max sum abs int "
                 "float bool str list tuple dict set zip enumerate isinstance getattr sorted map tl triton tkc "
                 "jit constexpr kernel load store arange zeros full where dot sum reduce associative_scan reshape "
                 "trans permute join split cat expand_dims broadcast_to program_id num_programs static_range "
                 "static_assert atomic_add atomic_cas gather histogram sort topk make_block_ptr "
                 "make_tensor_descriptor int1 int8 int16 int32 int64 uint8 uint32 float16 bfloat16 float32 "
                 "float64 float8e5 float8e4nv to dtype shape mask other axis keep_dims Config autotune heuristics "
                 "cdiv math libdevice exp 0 1 1024 -1 1e400 2**70 \"*fp32\" \"i32\" \"*i8:16\" META BLOCK x n ");
  return words;
}

} // namespace tkc::fuzz

#endif // TKC_TEST_FUZZ_PYTHONWORDS_H
