// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Words of PTX that mutations put into texts: opcodes, modifiers, types.
#ifndef TKC_TEST_FUZZ_PTXWORDS_H
#define TKC_TEST_FUZZ_PTXWORDS_H

#include "LineMutator.h"

namespace tkc::fuzz {

inline const Words &ptxWords() {
  static const Words words =
      splitWords("add sub mul mad fma div rem abs neg min max sad and or xor not cnot lop3 shl shr shf prmt bfe "
                 "bfi bfind brev popc clz fns mov ld st cvt cvta isspacep mapa setp set selp slct atom red cas "
                 "exch inc dec bar barrier bra ret exit call trap vote match shfl redux activemask elect fence "
                 "membar mma wgmma ldmatrix stmatrix movmatrix mbarrier cp async bulk tensor sin cos ex2 lg2 tanh "
                 "rcp sqrt rsqrt copysign testp dp4a dp2a griddepcontrol setmaxnreg getctarank nanosleep brkpt "
                 "alloca u8 u16 u32 u64 s8 s16 s32 s64 b8 b16 b32 b64 b128 f16 f16x2 bf16 bf16x2 f32 f64 tf32 "
                 "e4m3x2 e5m2x2 pred v2 v4 rn rz rm rp rni rzi rmi rpi ftz sat satfinite relu approx full wide hi "
                 "lo cc sync aligned arrive wait init inval expect_tx try_wait test_wait parity commit_group "
                 "wait_group commit shared global local const param cta cluster gpu sys acquire release relaxed "
                 "acq_rel volatile eq ne lt le gt ge ltu equ nan num m16n8k16 m16n8k8 m16n8k32 m64n8k16 row col "
                 "x1 x2 x4 trans m8n8 idx up down bfly all any uni ballot popc %tid.x %laneid %ctaid.x %clock "
                 "WARP_SZ %lanemask_lt _ ");
  return words;
}

} // namespace tkc::fuzz

#endif // TKC_TEST_FUZZ_PTXWORDS_H
