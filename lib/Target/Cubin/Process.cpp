// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Child processes and temporary files, by LLVM's support library.
#include "Process.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

namespace tkc::cubin {

TemporaryFile::TemporaryFile(const char *stem, const char *suffix) {
  llvm::SmallString<128> path;
  if (!llvm::sys::fs::createTemporaryFile(stem, suffix, path)) {
    name = std::string(path);
  }
}

TemporaryFile::~TemporaryFile() {
  if (!name.empty()) {
    llvm::sys::fs::remove(name);
  }
}

bool TemporaryFile::write(const std::string &text) const {
  std::error_code error;
  llvm::raw_fd_ostream out(name, error);
  if (error) {
    return false;
  }
  out << text;
  out.close();
  bool isWritten = !out.has_error();
  out.clear_error();
  return isWritten;
}

std::optional<std::string> TemporaryFile::read() const {
  auto buffer = llvm::MemoryBuffer::getFile(name);
  return buffer ? std::optional((*buffer)->getBuffer().str()) : std::nullopt;
}

std::optional<ProcessResult> runProcess(const std::string &program, const std::vector<std::string> &arguments) {
  TemporaryFile out("tkc-out", "txt"), err("tkc-err", "txt");
  if (out.path().empty() || err.path().empty()) {
    return std::nullopt;
  }
  llvm::SmallVector<llvm::StringRef> words = {program};
  words.append(arguments.begin(), arguments.end());
  std::optional<llvm::StringRef> redirects[] = {llvm::StringRef(""), llvm::StringRef(out.path()),
                                                llvm::StringRef(err.path())};
  bool hasFailed = false;
  int code = llvm::sys::ExecuteAndWait(program, words, std::nullopt, redirects, /*SecondsToWait=*/0, /*MemoryLimit=*/0,
                                       /*ErrMsg=*/nullptr, &hasFailed);
  if (hasFailed) {
    return std::nullopt;
  }
  return ProcessResult{code, out.read().value_or("") + err.read().value_or("")};
}

} // namespace tkc::cubin
