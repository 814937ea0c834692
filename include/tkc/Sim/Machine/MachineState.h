// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a family of instructions remembers beside a warp, a CTA or a cluster: commit groups, mbarriers, and so on. The
// machine owns it without knowing what it is.
#ifndef TKC_SIM_MACHINE_MACHINESTATE_H
#define TKC_SIM_MACHINE_MACHINESTATE_H

#include "tkc/Sim/Memory/Clocks.h"

#include <memory>
#include <string>
#include <vector>

namespace tkc::sim {

class Cta;
class Warp;

/// A class derived from it declares `static constexpr char stateKey = 0;`, whose address names it, and can be made
/// without arguments.
class MachineState {
public:
  virtual ~MachineState() = default;
  /// Lanes of a warp that the state belongs to (directly, by its CTA or by its cluster) have ended.
  virtual void lanesEnded(Warp &, LaneMask) {}
  /// The last thread of a CTA has ended; its shared memory goes away with its cluster.
  virtual void ctaEnded(Cta &) {}
  /// Adds to the report of a deadlock what it knows of waiting: a line each.
  virtual void describeWaits(std::vector<std::string> &) const {}
};

/// The states of one owner; emptied when the owner starts anew.
class StateSet {
public:
  /// The state of that class, made when there is none.
  template <typename T>
  T &get() {
    if (T *found = find<T>()) {
      return *found;
    }
    states.push_back({&T::stateKey, std::make_unique<T>()});
    return static_cast<T &>(*states.back().state);
  }
  /// The state of that class, or null.
  template <typename T>
  T *find() const {
    for (const Entry &entry : states) {
      if (entry.key == &T::stateKey) {
        return static_cast<T *>(entry.state.get());
      }
    }
    return nullptr;
  }
  template <typename F>
  void forEach(F visit) const {
    for (const Entry &entry : states) {
      visit(*entry.state);
    }
  }
  void clear() { states.clear(); }

private:
  struct Entry {
    const void *key;
    std::unique_ptr<MachineState> state;
  };
  std::vector<Entry> states;
};

} // namespace tkc::sim

#endif // TKC_SIM_MACHINE_MACHINESTATE_H
