// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Running another program and reading what it says.
#ifndef TKC_LIB_TARGET_CUBIN_PROCESS_H
#define TKC_LIB_TARGET_CUBIN_PROCESS_H

#include <optional>
#include <string>
#include <vector>

namespace tkc::cubin {

struct ProcessResult {
  /// The exit code; negative when a signal ended the program.
  int exitCode = 0;
  /// Standard output, then standard error.
  std::string output;
};

/// Runs `program` to its end; nothing when it could not be started.
std::optional<ProcessResult> runProcess(const std::string &program, const std::vector<std::string> &arguments);

/// A file of its own name in the temporary folder that disappears with the object.
class TemporaryFile {
public:
  TemporaryFile(const char *stem, const char *suffix);
  ~TemporaryFile();
  TemporaryFile(const TemporaryFile &) = delete;
  TemporaryFile &operator=(const TemporaryFile &) = delete;
  /// Empty when the file could not be made.
  const std::string &path() const { return name; }
  bool write(const std::string &text) const;
  std::optional<std::string> read() const;

private:
  std::string name;
};

} // namespace tkc::cubin

#endif // TKC_LIB_TARGET_CUBIN_PROCESS_H
