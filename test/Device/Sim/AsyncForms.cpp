// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Asynchronous copies, mbarriers and bulk copies.
#include "Form.h"

namespace tkc::agreement {

static const char *const sharedSlots = "  .shared .align 128 .b8 slots[4096];\n  .shared .align 8 .b64 barrier;\n";
static const char *const sharedAddress = "mov.u32 %t60, slots;\n  mad.lo.u32 %t60, %thread, 16, %t60;\n  ";

/// Copies 16 bytes for each pair of threads: the slots of one input lie behind one another.
static void addThreadCopies(std::vector<Form> &forms) {
  for (const char *bytes : {"4", "8"}) {
    forms.push_back({"cp.async.ca " + std::string(bytes),
                     {{"b64"}},
                     {{"b64"}},
                     std::string(sharedAddress) +
                         "st.shared.b64 [%t60], 5;\n  cp.async.ca.shared.global [%t60], [%in], " + bytes +
                         ";\n  cp.async.commit_group;\n  cp.async.wait_group 0;\n  ld.shared.b64 %o0, [%t60];",
                     sharedSlots});
  }
  forms.push_back({"cp.async.ca 8 of 0 to 8",
                   {{"b64"}, {"b32", Values::Small}},
                   {{"b64"}},
                   std::string(sharedAddress) +
                       "and.b32 %t0, %i1, 7;\n  st.shared.b64 [%t60], -1;\n"
                       "  cp.async.ca.shared.global [%t60], [%in], 8, %t0;\n  cp.async.wait_all;\n"
                       "  ld.shared.b64 %o0, [%t60];",
                   sharedSlots});
  forms.push_back({"cp.async.cg 16 in two groups",
                   {{"b64"}, {"b64"}},
                   {{"b64"}, {"b64"}},
                   std::string(sharedAddress) +
                       "and.b32 %t0, %thread, 1;\n  mul.wide.u32 %d0, %t0, 8;\n  sub.u64 %d0, %in, %d0;\n"
                       "  cp.async.cg.shared.global [%t60], [%d0], 16;\n  cp.async.commit_group;\n"
                       "  add.u64 %d0, %d0, %stride;\n  cp.async.cg.shared.global [%t60+2048], [%d0], 16;\n  "
                       "cp.async.commit_group;\n"
                       "  cp.async.wait_group 1;\n  ld.shared.b64 %o0, [%t60+8];\n  cp.async.wait_group 0;\n"
                       "  ld.shared.b64 %o1, [%t60+2048];",
                   sharedSlots});
  forms.push_back(
      {"cp.async.mbarrier.arrive",
       {{"b64"}},
       {{"b64"}},
       std::string(sharedAddress) +
           "setp.ne.u32 %p0, %thread, 0;\n  @%p0 bra MADE;\n  mbarrier.init.shared.b64 [barrier], 128;\nMADE:\n"
           "  bar.sync 0;\n  cp.async.ca.shared.global [%t60], [%in], 8;\n"
           "  cp.async.mbarrier.arrive.noinc.shared.b64 [barrier];\nWAIT:\n"
           "  mbarrier.test_wait.parity.shared.b64 %p1, [barrier], 0;\n  @!%p1 bra WAIT;\n"
           "  xor.b32 %t1, %thread, 77;\n  mov.u32 %t2, slots;\n  mad.lo.u32 %t2, %t1, 16, %t2;\n"
           "  ld.shared.b64 %o0, [%t2];",
       sharedSlots});
}

static void addMbarriers(std::vector<Form> &forms) {
  forms.push_back(
      {"mbarrier.arrive and test_wait over two phases",
       {{"b32"}, {"b32"}},
       {{"b32"}, {"b32"}},
       std::string(sharedAddress) +
           "setp.ne.u32 %p0, %thread, 0;\n  @%p0 bra MADE;\n  mbarrier.init.shared.b64 [barrier], 128;\nMADE:\n"
           "  bar.sync 0;\n  st.shared.b32 [%t60], %i0;\n  mbarrier.arrive.shared.b64 %d0, [barrier];\nFIRST:\n"
           "  mbarrier.test_wait.shared.b64 %p1, [barrier], %d0;\n  @!%p1 bra FIRST;\n"
           "  xor.b32 %t1, %thread, 77;\n  mov.u32 %t2, slots;\n  mad.lo.u32 %t2, %t1, 16, %t2;\n"
           "  ld.shared.b32 %o0, [%t2];\n  st.shared.b32 [%t60+2048], %i1;\n"
           "  mbarrier.arrive.shared.b64 %d1, [barrier];\nSECOND:\n"
           "  mbarrier.test_wait.parity.shared.b64 %p2, [barrier], 1;\n  @!%p2 bra SECOND;\n"
           "  ld.shared.b32 %o1, [%t2+2048];",
       sharedSlots});
  forms.push_back({"mbarrier.pending_count",
                   {},
                   {{"b32"}, {"b32"}},
                   "mul.wide.u32 %d5, %thread, 8;\n  mov.u64 %d6, barriers;\n  add.u64 %d6, %d6, %d5;\n"
                   "  cvt.u32.u64 %t5, %d6;\n  mbarrier.init.shared.b64 [%t5], 7;\n"
                   "  mbarrier.arrive.shared.b64 %d0, [%t5];\n  mbarrier.pending_count.b64 %o0, %d0;\n"
                   "  mbarrier.arrive.noComplete.shared.b64 %d1, [%t5], 3;\n  mbarrier.pending_count.b64 %o1, %d1;",
                   "  .shared .align 8 .b64 barriers[128];\n"});
}

/// The CTA copies its 1 KiB of inputs with one bulk copy.
static void addBulkCopies(std::vector<Form> &forms) {
  std::string init =
      "setp.ne.u32 %p0, %thread, 0;\n  @%p0 bra MADE;\n  mbarrier.init.shared.b64 [barrier], 1;\n"
      "  fence.mbarrier_init.release.cluster;\n  mov.u32 %t0, slots;\n  mov.u32 %t1, barrier;\n"
      "  mbarrier.arrive.expect_tx.shared.b64 %d0, [barrier], 1024;\n"
      "  cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%t0], [%in], 1024, [%t1];\nMADE:\n"
      "  bar.sync 0;\nWAIT:\n  mbarrier.try_wait.parity.shared.b64 %p1, [barrier], 0;\n  @!%p1 bra WAIT;\n"
      "  mov.u32 %t2, slots;\n  mad.lo.u32 %t2, %thread, 8, %t2;\n  ";
  forms.push_back(
      {"cp.async.bulk to shared", {{"b64"}}, {{"b64"}}, init + "ld.shared.b64 %o0, [%t2];", sharedSlots, 90});
  std::string store = "mov.u32 %t2, slots;\n  mad.lo.u32 %t2, %thread, 8, %t2;\n  st.shared.b64 [%t2], %i0;\n"
                      "  fence.proxy.async.shared::cta;\n  bar.sync 0;\n  @%p0 bra DONE;\n  mov.u32 %t0, slots;\n  ";
  std::string finish = "cp.async.bulk.commit_group;\n  cp.async.bulk.wait_group 0;\nDONE:\n  bar.sync 0;\n"
                       "  ld.global.b64 %o0, [%out];";
  std::string first = "setp.ne.u32 %p0, %thread, 0;\n  ";
  forms.push_back({"cp.async.bulk to global",
                   {{"b64"}},
                   {{"b64"}},
                   first + store + "cp.async.bulk.global.shared::cta.bulk_group [%out], [%t0], 1024;\n  " + finish,
                   sharedSlots,
                   90});
  for (const char *operation : {"add.u32", "add.s32", "add.u64", "min.s32", "max.u32", "and.b32", "or.b64", "xor.b32",
                                "inc.u32", "dec.u32", "add.noftz.f16", "add.f32", "min.f16"}) {
    Values values = std::string(operation).find("f16") != std::string::npos   ? Values::F16x2
                    : std::string(operation).find("f32") != std::string::npos ? Values::F32
                                                                              : Values::Bits;
    const char *reg = values == Values::Bits ? "b64" : "b32";
    std::string bits = reg;
    Form form{"cp.reduce.async.bulk." + std::string(operation),
              {{reg, values}, {reg, values}},
              {{reg}},
              first + "st.global." + bits +
                  " [%out], %i1;\n  fence.proxy.async;\n  mov.u32 %t2, slots;\n"
                  "  mad.lo.u32 %t2, %thread, 8, %t2;\n  st.shared.b64 [%t2], 0;\n  st.shared." +
                  bits +
                  " [%t2], %i0;\n  fence.proxy.async.shared::cta;\n  bar.sync 0;\n  @%p0 bra DONE;\n"
                  "  mov.u32 %t0, slots;\n  cp.reduce.async.bulk.global.shared::cta.bulk_group." +
                  operation +
                  " [%out], [%t0], 1024;\n  cp.async.bulk.commit_group;\n  cp.async.bulk.wait_group 0;\nDONE:\n"
                  "  bar.sync 0;\n  ld.global." +
                  bits + " %o0, [%out];",
              sharedSlots,
              90};
    forms.push_back(form);
  }
}

void addAsyncForms(std::vector<Form> &forms) {
  addThreadCopies(forms);
  addMbarriers(forms);
  addBulkCopies(forms);
}

} // namespace tkc::agreement
