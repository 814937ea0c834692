// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// fence, membar, and the fences between proxies.
#include "tkc/Sim/Instructions/Elementwise.h"
#include "tkc/Sim/Instructions/Families.h"
#include "tkc/Sim/Instructions/MemoryOperands.h"
#include "tkc/Sim/Machine/Cluster.h"

namespace tkc::sim {

static Step executeFence(Warp &warp, const Instruction &instruction, LaneMask lanes) {
  Scope scope = static_cast<Scope>(instruction.fields[0]);
  for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
    warp.cta().clocks().fence(warp.firstThread() + firstLane(rest), scope);
  }
  return Step::Next;
}

static Step executeProxyFence(Warp &warp, const Instruction &, LaneMask lanes) {
  warp.cta().clocks().proxyFenceLanes(warp.firstThread(), lanes);
  return Step::Next;
}

static Step executeTensormapAcquire(Warp &warp, const Instruction &instruction, LaneMask lanes) {
  executeFence(warp, instruction, lanes);
  return executeProxyFence(warp, instruction, lanes);
}

/// A fence of a proxy that the simulator does not tell from the generic one.
static Step executeNoFence(Warp &, const Instruction &, LaneMask) { return Step::Next; }

static void setFence(Instruction &out, Handler handler, Scope scope = Scope::Cta) {
  out.handler = handler;
  out.kind = InstructionClass::Fence;
  out.fields[0] = static_cast<uint32_t>(scope);
}

static Scope needScope(DecodeContext &context) {
  std::optional<Scope> scope = context.takeScope();
  if (!scope) {
    context.error("`" + context.spelling() + "` needs a scope: .cta, .cluster, .gpu or .sys");
  }
  return scope.value_or(Scope::System);
}

/// `tensormap::generic.release.gpu`, or `.acquire.gpu [address], 128`.
static void decodeTensormapFence(DecodeContext &context, Instruction &out) {
  bool isAcquire = context.needOneOf({"acquire", "release"}) == 0;
  Scope scope = needScope(context);
  if (isAcquire && context.expectOperands(2)) {
    Place base;
    addressDetail(context, context.operand(0), Space::Generic, base);
    context.number(1, 128, 128);
  } else if (!isAcquire) {
    context.expectOperands(0);
  }
  // Maps are read through the async proxy: the side that acquires hands them over.
  setFence(out, isAcquire ? executeTensormapAcquire : executeFence, scope);
}

static void decodeProxyFence(DecodeContext &context, Instruction &out) {
  if (context.take("alias")) {
    context.expectOperands(0);
    return setFence(out, executeNoFence);
  }
  if (context.take("tensormap::generic")) {
    return decodeTensormapFence(context, out);
  }
  if (context.take("async::generic")) {
    // One-way forms for what a cluster's shared memory was written with.
    context.needOneOf({"acquire", "release"});
    context.needOneOf({"sync_restrict::shared::cluster", "sync_restrict::shared::cta"});
    context.needOneOf({"cluster"});
    context.expectOperands(0);
    return setFence(out, executeProxyFence);
  }
  context.needOneOf({"async"});
  context.takeOneOf({"global", "shared::cta", "shared::cluster", "shared"});
  context.expectOperands(0);
  setFence(out, executeProxyFence);
}

static void decodeFence(DecodeContext &context, Instruction &out) {
  if (context.take("proxy")) {
    return decodeProxyFence(context, out);
  }
  context.takeOneOf({"sc", "acq_rel", "acquire", "release"});
  if (context.takeOneOf({"sync_restrict::shared::cta", "sync_restrict::shared::cluster"}) >= 0) {
    context.needOneOf({"cluster"});
    context.expectOperands(0);
    return setFence(out, executeFence, Scope::Cluster);
  }
  Scope scope = needScope(context);
  context.expectOperands(0);
  setFence(out, executeFence, scope);
}

static void decodeMembar(DecodeContext &context, Instruction &out) {
  if (context.take("proxy")) {
    return decodeProxyFence(context, out);
  }
  static constexpr Scope scopes[] = {Scope::Cta, Scope::Gpu, Scope::System};
  Scope scope = scopes[context.needOneOf({"cta", "gl", "sys"})];
  context.expectOperands(0);
  setFence(out, executeFence, scope);
}

void registerFence(FamilyTable &families) { families.add({{"fence", decodeFence}, {"membar", decodeMembar}}); }

} // namespace tkc::sim
