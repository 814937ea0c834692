// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whole kernels in PTX files, with arguments and the results that plain C++ computes.
#ifndef TKC_TEST_DEVICE_SIM_WORKLOAD_H
#define TKC_TEST_DEVICE_SIM_WORKLOAD_H

#include "tkc/Data/TensorMapDescription.h"
#include "tkc/Support/Result.h"

#include <string>
#include <vector>

namespace tkc::agreement {

/// A parameter of the kernel.
struct WorkloadArgument {
  enum class Kind : uint8_t {
    /// The address of `words`, which the kernel reads.
    Input,
    /// The address of memory of the size of `words`, which must hold them in the end.
    Output,
    /// A tensor map over `words`, which the kernel changes: they are an output as well.
    OutputMap,
    /// A tensor map over `words`; `map.address` is filled in when they have a place.
    Map,
    /// A number of 32 bits: words[0].
    Number
  };

  Kind kind = Kind::Number;
  std::vector<uint32_t> words;
  data::TensorMapDescription map = {};
};

struct Workload {
  /// The file's stem; the kernel has the same name with `_` for `-`.
  std::string name;
  /// Threads of a CTA; CTAs; CTAs of a cluster.
  unsigned threads = 128, ctas = 4, cluster = 1;
  std::vector<WorkloadArgument> arguments;
  /// The text and its kernel where they are no file.
  std::string text, kernelName;

  std::string kernel() const;
};

/// All of them, for a number of rounds of the ring (0, 1 and more).
std::vector<Workload> makeWorkloads(unsigned rounds);

/// One copy each through maps of all kinds; what they compute is compared between executors.
std::vector<Workload> makeTensorWorkloads();

/// Bytes of a parameter, and its alignment.
size_t sizeOf(WorkloadArgument::Kind kind);
/// Where each argument lies in a parameter space that begins aligned.
std::vector<size_t> naturalOffsets(const Workload &workload);

/// Says what differs from the words that outputs must hold; empty when nothing does.
std::string compareOutputs(const Workload &workload, const std::vector<std::vector<uint32_t>> &outputs);

} // namespace tkc::agreement

#endif // TKC_TEST_DEVICE_SIM_WORKLOAD_H
