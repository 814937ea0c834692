// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Words of PTX that mutations put into texts: opcodes, modifiers, types.
#ifndef TKC_TEST_FUZZ_PTXWORDS_H
#define TKC_TEST_FUZZ_PTXWORDS_H

#include "LineMutator.h"

namespace tkc::fuzz {

inline const Words &ptxWords() {
  static const Words words =
      splitWords("add sub mul mad fma div rem abs neg min max sad and or xor not cnot lop3 shl shr shf prmt bfe bfi "
                 "bfind brev popc clz fns mov ld st cvt cvta isspacep mapa setp set selp slct atom red cas exch inc "
                 "dec bar barrier bra ret exit call trap vote match shfl redux activemask elect fence membar mma wgmma "
                 "ldmatrix stmatrix movmatrix mbarrier cp async bulk tensor sin cos ex2 lg2 tanh rcp sqrt rsqrt "
                 "copysign testp dp4a dp2a griddepcontrol setmaxnreg getctarank nanosleep brkpt alloca u8 u16 u32 u64 "
                 "s8 s16 s32 s64 b8 b16 b32 b64 b128 f16 f16x2 bf16 bf16x2 f32 f64 tf32 e4m3x2 e5m2x2 pred v2 v4 rn rz "
                 "rm rp rni rzi rmi rpi ftz sat satfinite relu approx full wide hi lo cc sync aligned arrive wait init "
                 "inval expect_tx try_wait test_wait parity commit_group wait_group commit shared global local const "
                 "param cta cluster gpu sys acquire release relaxed acq_rel volatile eq ne lt le gt ge ltu equ nan num "
                 "m16n8k16 m16n8k8 m16n8k32 m64n8k16 row col x1 x2 x4 trans m8n8 idx up down bfly all any uni ballot "
                 "popc %tid.x %laneid %ctaid.x %clock WARP_SZ %lanemask_lt _ %aggr_smem_size %clock64 %clock_hi "
                 "%cluster_ctaid %cluster_ctaid.x %cluster_ctaid.y %cluster_ctaid.z %cluster_ctarank %cluster_nctaid "
                 "%cluster_nctaid.x %cluster_nctaid.y %cluster_nctaid.z %cluster_nctarank %clusterid %clusterid.x "
                 "%clusterid.y %clusterid.z %ctaid %ctaid.w %ctaid.y %ctaid.z %dynamic_smem_size %envreg %globaltimer "
                 "%globaltimer_hi %globaltimer_lo %gridid %is_explicit_cluster %lanemask_eq %lanemask_ge %lanemask_gt "
                 "%lanemask_le %nclusterid %nclusterid.x %nclusterid.y %nclusterid.z %nctaid %nctaid.w %nctaid.x "
                 "%nctaid.y %nctaid.z %nsmid %ntid %ntid.w %ntid.x %ntid.y %ntid.z %nwarpid %smid %tid %tid.w %tid.y "
                 "%tid.z %total_smem_size %warpid 0d 0f 0x 128 128B 16 1X 1d 256B 2X 2d 32 3d 4X 4d 5d 64 999 L1 L2 "
                 "__assertfail a abi_preserve abi_preserve_control addc address_size align applypriority arrive_drop "
                 "atomic attribute b1 b1024 b4e b4x16_p64 b6x16_p32 b8x16 block_scale bmsk box_dim branchtargets brx "
                 "bytes ca cache_hint callprototype calltargets cg clamp clusterlaunchcontrol common complete_tx copy "
                 "cp_fenceproxy cp_mask createpolicy cs cta_group cv discard e2m1 e2m1x2 e2m1x4 e2m3 e2m3x2 e2m3x4 "
                 "e3m2 e3m2x2 e3m2x4 e4m3 e4m3x4 e5m2 e5m2x4 ecl ecr element_stride elemtype entry evict_last "
                 "evict_normal exchange explicitcluster extern f32x2 f4e f8f6f4 file fill_mode finite float fractional "
                 "func gather4 generic geu gl global_address global_dim global_stride gtu hardware hs im2col "
                 "im2col_no_offs integer interleave_layout istypep launch_dependents ld_reduce ldu leu load ls lu "
                 "m16n16 m16n16k16 m16n16k8 m16n8 m16n8k128 m16n8k256 m16n8k4 m16n8k64 m64n8k256 m64n8k32 m8n16 "
                 "m8n32k16 m8n8k128 m8n8k16 m8n8k32 m8n8k4 mad24 madc mask matrix maxclusterrank maxnctapersm maxnreg "
                 "maxntid mbarrier_init minnctapersm mma_async mmio mul24 multicast multimem mxf4 mxf4nvf4 mxf8f6f4 nc "
                 "neu noComplete no_allocate noftz noinc noreturn notanumber nothing oob ordered_metadata pack "
                 "pending_count pmevent po pragma prefetch prefetchu proxy rc16 rc8 reduce reg replace "
                 "reqnctapercluster reqntid rna rs run runs s16x2 s4 s8x4 scale_vec scatter4 section shiftamt shr15 "
                 "shr7 sm_ stackrestore stacksave store subc suld suq sured sust swizzle_atomicity swizzle_mode "
                 "sync_restrict target tcgen05 tensormap tex tile tld4 try_cancel txq u16x2 u4 u8x4 ue4m3 ue8m0 "
                 "ue8m0x2 unified v8 vabsdiff vabsdiff2 vabsdiff4 vadd vadd2 vadd4 vavrg2 vavrg4 version visible vmad "
                 "vmax vmax2 vmax4 vmin vmin2 vmin4 vprintf vset vset2 vset4 vshl vshr vsub vsub2 vsub4 wait_all warp "
                 "wb weak width wmma wrap wt xorsign ");
  return words;
}

} // namespace tkc::fuzz

#endif // TKC_TEST_FUZZ_PTXWORDS_H
