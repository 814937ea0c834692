// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A kernel of one warp group and one wgmma, piece by piece, so that tests can leave out or replace each.
#ifndef TKC_TEST_UNIT_SIM_INSTRUCTIONS_WGMMAKERNEL_H
#define TKC_TEST_UNIT_SIM_INSTRUCTIONS_WGMMAKERNEL_H

#include <vector>

#include "Evaluate.h"

namespace tkc::sim::test {

/// Words of the buffer: 2048 bytes of A, 512 bytes of B, from word 1024 on eight words a thread for D.
inline constexpr size_t wordsOfA = 0, wordsOfB = 512, wordsOfD = 1024, wordsPerThread = 8;

/// The words of the fragment of A that each thread loads, into %r20 to %r23: row by lane, four bytes along k.
inline constexpr const char *loadFragmentOfA = R"(
    and.b32 %r11, %thread, 31;
    shr.u32 %r12, %thread, 5;
    mul.lo.u32 %r12, %r12, 512;
    shr.u32 %r13, %r11, 2;
    mad.lo.u32 %r12, %r13, 16, %r12;
    and.b32 %r13, %r11, 3;
    mad.lo.u32 %r12, %r13, 4, %r12;
    cvt.u64.u32 %rd20, %r12;
    add.s64 %rd20, %rd20, %buffer;
    ld.global.b32 %r20, [%rd20];
    ld.global.b32 %r21, [%rd20+256];
    ld.global.b32 %r22, [%rd20+128];
    ld.global.b32 %r23, [%rd20+384];
)";

/// D (8 registers %r40… of 32 bits) = A (64 rows) · B (16 columns), both in shared memory without swizzle: the next 16
/// bytes along the row are 128 bytes on, the next 8 rows 256.
struct WgmmaKernel {
  std::string fill = R"(
    ld.global.v4.u32 {%r5, %r6, %r7, %r8}, [%rd2];
    st.shared.v4.u32 [%r3], {%r5, %r6, %r7, %r8};
    setp.lt.u32 %p1, %thread, 32;
    @%p1 ld.global.v4.u32 {%r5, %r6, %r7, %r8}, [%rd2+2048];
    @%p1 st.shared.v4.u32 [%r4], {%r5, %r6, %r7, %r8};)";
  std::string proxyFence = "fence.proxy.async.shared::cta;";
  std::string barrier = "bar.sync 0;";
  std::string initialize = "mov.b32 %r40, 0; mov.b32 %r41, 0; mov.b32 %r42, 0; mov.b32 %r43, 0;\n"
                           "mov.b32 %r44, 0; mov.b32 %r45, 0; mov.b32 %r46, 0; mov.b32 %r47, 0;\n";
  std::string fence = "wgmma.fence.sync.aligned;";
  std::string multiply = product("m64n16k16.f32.f16.f16", ", 1, 1, 0, 0");
  std::string afterIssue;
  std::string commit = "wgmma.commit_group.sync.aligned;";
  std::string afterCommit;
  std::string wait = "wgmma.wait_group.sync.aligned 0;";
  std::string afterWait;
  std::string store = "st.global.v4.b32 [%rd3], {%r40, %r41, %r42, %r43};\n"
                      "st.global.v4.b32 [%rd3+16], {%r44, %r45, %r46, %r47};\n";
  Setting setting;

  WgmmaKernel() {
    setting.shape.block = {128, 1, 1};
    setting.words.assign(wordsOfD + 128 * wordsPerThread, 0);
  }

  static std::string accumulators(unsigned count = 8) {
    std::string text = "{%r40";
    for (unsigned index = 1; index < count; ++index) {
      text += ", %r" + std::to_string(40 + index);
    }
    return text + "}";
  }
  /// A in shared memory; `registers` of D.
  static std::string product(const std::string &types, const std::string &immediates, unsigned registers = 8,
                             const std::string &a = "%rd10") {
    return "wgmma.mma_async.sync.aligned." + types + " " + accumulators(registers) + ", " + a + ", %rd11, %p2" +
           immediates + ";";
  }

  /// `%r1` and `%r2` are the tiles, `%r3`, `%r4` the thread's 16 bytes of them, `%rd2` its bytes of A and `%rd3` its
  /// D in the buffer, `%rd10` and `%rd11` the descriptors, `%p2` is true.
  std::string body() const {
    return std::string(R"(
    mov.u32 %r1, tile_a;
    mov.u32 %r2, tile_b;
    shl.b32 %r9, %thread, 4;
    add.u32 %r3, %r1, %r9;
    add.u32 %r4, %r2, %r9;
    mul.wide.u32 %rd1, %thread, 16;
    add.s64 %rd2, %buffer, %rd1;
    mul.wide.u32 %rd1, %thread, 32;
    add.s64 %rd3, %buffer, %rd1;
    add.s64 %rd3, %rd3, 4096;
    shr.u32 %r10, %r1, 4;
    cvt.u64.u32 %rd10, %r10;
    or.b64 %rd10, %rd10, 0x1000080000;
    shr.u32 %r10, %r2, 4;
    cvt.u64.u32 %rd11, %r10;
    or.b64 %rd11, %rd11, 0x1000080000;
    setp.eq.u32 %p2, 0, 0;
    )") + fill +
           "\n" + proxyFence + "\n" + barrier + "\n" + initialize + fence + "\n" + multiply + "\n" + afterIssue + "\n" +
           commit + "\n" + afterCommit + "\n" + wait + "\n" + afterWait + "\n" + store;
  }

  static constexpr const char *tiles = ".shared .align 1024 .b8 tile_a[2048];\n.shared .align 1024 .b8 tile_b[512];";

  Outcome run(const char *schedule = "roundrobin") const {
    Setting changed = setting;
    changed.options.schedule = *parseSchedule(schedule);
    return runBody(body(), changed, tiles);
  }
  /// The faults under each schedule, when they are the same; else all of them.
  std::vector<std::string> faults() const {
    std::vector<std::string> first;
    for (const char *schedule :
         {"roundrobin", "random:1", "random:2", "random:3", "adversarial:1", "adversarial:2", "adversarial:3"}) {
      Outcome outcome = run(schedule);
      std::vector<std::string> names = outcome.faults();
      if (!outcome.loadErrors.empty() || !outcome.launchError.empty()) {
        return {outcome.problems()};
      }
      if (schedule == std::string("roundrobin")) {
        first = names;
      } else if (names != first) {
        first.push_back(std::string("under ") + schedule + ":");
        first.insert(first.end(), names.begin(), names.end());
        return first;
      }
    }
    return first;
  }
};

} // namespace tkc::sim::test

#endif // TKC_TEST_UNIT_SIM_INSTRUCTIONS_WGMMAKERNEL_H
