// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Places through which knowledge is handed on, by scope.
#include "tkc/Sim/Memory/Clocks.h"

#include <algorithm>

namespace tkc::sim {

/// Of so many CTAs it is remembered that they released something at a wide scope.
static constexpr size_t rememberedOrigins = 16;

static bool reaches(Scope scope, uint32_t fromCta, uint32_t fromCluster, uint32_t toCta, uint32_t toCluster) {
  switch (scope) {
  case Scope::Cta:
    return fromCta == toCta;
  case Scope::Cluster:
    return fromCluster == toCluster;
  case Scope::Gpu:
  case Scope::System:
    return true;
  }
  return false;
}

void SyncPoint::release(const KnowledgeRef &knowledge, uint32_t cta, uint32_t cluster, Scope scope) {
  if (!knowledge) {
    return;
  }
  if (scope >= Scope::Gpu) {
    joinInto(wide, knowledge);
    bool isKnown =
        std::any_of(wideOrigins.begin(), wideOrigins.end(), [&](Origin origin) { return origin.cta == cta; });
    if (!isKnown && wideOrigins.size() < rememberedOrigins) {
      wideOrigins.push_back({cta, cluster});
    } else if (!isKnown) {
      isWideFromAnywhere = true;
    }
    return;
  }
  for (Entry &entry : narrow) {
    if (entry.cta == cta && entry.scope == scope) {
      joinInto(entry.knowledge, knowledge);
      return;
    }
  }
  narrow.push_back({knowledge, cta, cluster, scope});
}

KnowledgeRef SyncPoint::acquire(uint32_t cta, uint32_t cluster, Scope scope) const {
  KnowledgeRef learnt;
  bool isWideInReach = scope >= Scope::Gpu || isWideFromAnywhere;
  for (const Origin &origin : wideOrigins) {
    isWideInReach |= reaches(scope, cta, cluster, origin.cta, origin.cluster);
  }
  if (wide && isWideInReach) {
    learnt = wide;
  }
  for (const Entry &entry : narrow) {
    if (reaches(entry.scope, entry.cta, entry.cluster, cta, cluster) &&
        reaches(scope, cta, cluster, entry.cta, entry.cluster)) {
      learnt = join(learnt, entry.knowledge);
    }
  }
  return learnt;
}

void SyncPoint::clear() {
  wide.reset();
  wideOrigins.clear();
  isWideFromAnywhere = isReleased = false;
  narrow.clear();
}

} // namespace tkc::sim
