// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finding CUDA's programs and libraries.
#include "tkc/Target/Cubin/Toolchain.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Program.h"

#include "Process.h"

namespace tkc::cubin {

static std::string join(llvm::StringRef folder, llvm::StringRef rest) {
  llvm::SmallString<128> path(folder);
  llvm::sys::path::append(path, rest);
  return std::string(path);
}

std::vector<std::string> getToolkitFolders() {
  std::vector<std::string> folders;
  for (const char *variable : {"CUDA_HOME", "CUDA_PATH"}) {
    if (std::optional<std::string> value = llvm::sys::Process::GetEnv(variable); value && !value->empty()) {
      folders.push_back(*value);
    }
  }
  static char anchor;
  std::string program = llvm::sys::fs::getMainExecutable(nullptr, &anchor);
  if (!program.empty()) {
    llvm::StringRef prefix = llvm::sys::path::parent_path(llvm::sys::path::parent_path(program));
    folders.push_back(join(prefix, "cuda"));
  }
  folders.push_back("/usr/local/cuda");
  return folders;
}

std::optional<std::string> findTool(const std::string &name, const std::string &override) {
  if (!override.empty()) {
    return llvm::sys::fs::can_execute(override) ? std::optional(override) : std::nullopt;
  }
  for (const std::string &folder : getToolkitFolders()) {
    std::string path = join(folder, "bin/" + name);
    if (llvm::sys::fs::can_execute(path)) {
      return path;
    }
  }
  llvm::ErrorOr<std::string> found = llvm::sys::findProgramByName(name);
  return found ? std::optional(*found) : std::nullopt;
}

std::optional<std::string> findLibdevice(const std::string &override) {
  if (!override.empty()) {
    return llvm::sys::fs::exists(override) ? std::optional(override) : std::nullopt;
  }
  for (const std::string &folder : getToolkitFolders()) {
    std::string path = join(folder, "nvvm/libdevice/libdevice.10.bc");
    if (llvm::sys::fs::exists(path)) {
      return path;
    }
  }
  return std::nullopt;
}

unsigned getPtxVersionOfCuda(unsigned cudaVersion) {
  // CUDA 11.0 brought PTX 7.0, 12.0 brought 8.0, 13.0 brought 9.0, and minor versions run along, except that 12.6 kept
  // 8.5 (so 12.8 has 8.7 and 12.9 has 8.8).
  if (cudaVersion < 110) {
    return 0;
  }
  unsigned major = cudaVersion / 10, minor = cudaVersion % 10;
  if (major == 12 && minor >= 6) {
    --minor;
  }
  return (major - 4) * 10 + minor;
}

std::optional<Ptxas> probePtxas(const std::string &path) {
  std::optional<ProcessResult> answer = runProcess(path, {"--version"});
  if (!answer || answer->exitCode != 0) {
    return std::nullopt;
  }
  llvm::StringRef text = answer->output;
  size_t at = text.find("release ");
  unsigned major = 0, minor = 0;
  if (at == llvm::StringRef::npos) {
    return std::nullopt;
  }
  text = text.drop_front(at + 8);
  if (text.consumeInteger(10, major) || !text.consume_front(".") || text.consumeInteger(10, minor)) {
    return std::nullopt;
  }
  unsigned cudaVersion = major * 10 + minor;
  return Ptxas{path, cudaVersion, getPtxVersionOfCuda(cudaVersion)};
}

} // namespace tkc::cubin
