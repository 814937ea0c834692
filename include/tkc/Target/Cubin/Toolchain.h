// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where ptxas, nvdisasm and libdevice are found on this machine.
#ifndef TKC_TARGET_CUBIN_TOOLCHAIN_H
#define TKC_TARGET_CUBIN_TOOLCHAIN_H

#include <optional>
#include <string>
#include <vector>

namespace tkc::cubin {

/// Folders that may hold a CUDA toolkit, best first: what the user named, CUDA_HOME, CUDA_PATH, the folder `cuda`
/// beside the running program's folder (where the set-up puts what is missing), and /usr/local/cuda.
std::vector<std::string> getToolkitFolders();

/// The program `name`: `override` if it is not empty, else from the toolkit folders' `bin`, else from PATH.
std::optional<std::string> findTool(const std::string &name, const std::string &override = "");

/// libdevice.10.bc of the first toolkit folder that has it.
std::optional<std::string> findLibdevice(const std::string &override = "");

/// A ptxas and what it understands.
struct Ptxas {
  std::string path;
  /// For example 13.0 as 130.
  unsigned cudaVersion = 0;
  /// The newest PTX version that it reads, times ten; 90 for CUDA 13.0.
  unsigned ptxVersion = 0;
};

/// Asks the ptxas at `path` for its version; nothing when it does not answer like ptxas.
std::optional<Ptxas> probePtxas(const std::string &path);

/// The PTX version (times ten) of a CUDA version (times ten); 0 before CUDA 11.0. From the PTX ISA's release notes.
unsigned getPtxVersionOfCuda(unsigned cudaVersion);

} // namespace tkc::cubin

#endif // TKC_TARGET_CUBIN_TOOLCHAIN_H
