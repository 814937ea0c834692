// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reading files and writing them atomically.
#include "tkc/Support/Files.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace tkc {

static ErrorMessage fileError(const std::string &path, const char *what) {
  return ErrorMessage{"cannot " + std::string(what) + " `" + path + "`: " + std::strerror(errno)};
}

static bool readAll(int descriptor, std::string &contents) {
  char buffer[1 << 16];
  while (true) {
    ssize_t got = ::read(descriptor, buffer, sizeof buffer);
    if (got == 0) {
      return true;
    }
    if (got > 0) {
      contents.append(buffer, size_t(got));
    } else if (errno != EINTR) {
      return false;
    }
  }
}

Result<std::string> readFile(const std::string &path) {
  int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) {
    return fileError(path, "read");
  }
  std::string contents;
  bool complete = readAll(descriptor, contents);
  ErrorMessage error = complete ? ErrorMessage{} : fileError(path, "read");
  ::close(descriptor);
  if (!complete) {
    return error;
  }
  return contents;
}

static bool writeAll(int descriptor, std::string_view contents) {
  while (!contents.empty()) {
    ssize_t put = ::write(descriptor, contents.data(), contents.size());
    if (put >= 0) {
      contents.remove_prefix(size_t(put));
    } else if (errno != EINTR) {
      return false;
    }
  }
  return true;
}

static Status writeDirectly(const std::string &path, int descriptor, std::string_view contents) {
  if (descriptor < 0 || !writeAll(descriptor, contents)) {
    return fileError(path, "write");
  }
  return {};
}

static mode_t permissionsForNewFiles() {
  mode_t mask = ::umask(0);
  ::umask(mask);
  return 0666 & ~mask;
}

Status writeFile(const std::string &path, std::string_view contents) {
  if (path == "-") {
    return writeDirectly("standard output", STDOUT_FILENO, contents);
  }
  struct stat info;
  if (::stat(path.c_str(), &info) == 0 && !S_ISREG(info.st_mode)) {
    int descriptor = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
    Status status = writeDirectly(path, descriptor, contents);
    if (descriptor >= 0) {
      ::close(descriptor);
    }
    return status;
  }
  std::string temporary = path + ".XXXXXX";
  int descriptor = ::mkostemp(temporary.data(), O_CLOEXEC);
  if (descriptor < 0) {
    return fileError(path, "write");
  }
  bool complete = writeAll(descriptor, contents) && ::fchmod(descriptor, permissionsForNewFiles()) == 0;
  complete = ::close(descriptor) == 0 && complete;
  if (complete && ::rename(temporary.c_str(), path.c_str()) == 0) {
    return {};
  }
  ErrorMessage error = fileError(path, "write");
  ::unlink(temporary.c_str());
  return error;
}

} // namespace tkc
