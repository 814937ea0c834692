// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Starting, watching and judging the worker process.
#include "WorkerProcess.h"

#include <cerrno>
#include <chrono>
#include <climits>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

namespace tkc::driver {

using Clock = std::chrono::steady_clock;

namespace {
/// Shows the worker's standard error line by line until a line announces a crash.
class LogRelay {
public:
  void take(std::string_view text) {
    log.append(text);
    relayLines(false);
  }
  /// Shows the rest, including what was held back, when the worker ended well.
  void finish(bool endedWell) { relayLines(endedWell); }
  bool announcesCrash() const { return crashed; }
  std::string takeLog() { return std::move(log); }

private:
  void relayLines(bool everything);

  std::string log;
  size_t shown = 0;
  bool crashed = false;
};

/// Both ends of what connects driver and worker.
struct Channels {
  int logReader = -1, logWriter = -1, execReader = -1, execWriter = -1, input = -1;

  ~Channels() { close(); }

  void close() {
    for (int *descriptor : {&logReader, &logWriter, &execReader, &execWriter, &input}) {
      if (*descriptor >= 0) {
        ::close(std::exchange(*descriptor, -1));
      }
    }
  }
};
} // namespace

/// Whether a line of the CUDA driver tells of an assertion of a kernel's, which is no crash.
static bool isDeviceAssertion(std::string_view line) {
  size_t block = line.find(": block: ["), thread = line.find(", thread: [");
  return block != std::string_view::npos && thread != std::string_view::npos && block < thread;
}

/// What LLVM, the C library and the sanitizers print before a process dies.
static bool startsCrashReport(std::string_view line) {
  for (std::string_view start : {"LLVM ERROR:", "PLEASE submit a bug report", "Stack dump", "terminate called"}) {
    if (line.substr(0, start.size()) == start) {
      return true;
    }
  }
  bool isAssertion = line.find("Assertion `") != std::string_view::npos && !isDeviceAssertion(line);
  return isAssertion || line.find("==ERROR: ") != std::string_view::npos;
}

static void showOnStandardError(std::string_view text) {
  while (!text.empty()) {
    ssize_t written = ::write(STDERR_FILENO, text.data(), text.size());
    if (written < 0 && errno != EINTR) {
      return;
    }
    text.remove_prefix(written > 0 ? size_t(written) : 0);
  }
}

void LogRelay::relayLines(bool everything) {
  while (!crashed) {
    size_t end = log.find('\n', shown);
    if (end == std::string::npos) {
      break;
    }
    std::string_view line = std::string_view(log).substr(shown, end + 1 - shown);
    crashed = startsCrashReport(line);
    if (!crashed) {
      showOnStandardError(line);
      shown = end + 1;
    }
  }
  crashed = crashed || startsCrashReport(std::string_view(log).substr(shown));
  if (everything) {
    showOnStandardError(std::string_view(log).substr(shown));
    shown = log.size();
  }
}

static ErrorMessage systemError(const std::string &what) { return ErrorMessage{what + ": " + std::strerror(errno)}; }

/// A file without a name that holds the text, rewound.
static int makeInputFile(const std::string &text) {
  int descriptor = ::memfd_create("stdin", MFD_CLOEXEC);
  std::string_view rest = text;
  while (descriptor >= 0 && !rest.empty()) {
    ssize_t written = ::write(descriptor, rest.data(), rest.size());
    if (written < 0 && errno != EINTR) {
      ::close(descriptor);
      return -1;
    }
    rest.remove_prefix(written > 0 ? size_t(written) : 0);
  }
  if (descriptor >= 0) {
    ::lseek(descriptor, 0, SEEK_SET);
  }
  return descriptor;
}

static Status openChannels(const WorkerRequest &request, Channels &channels) {
  int log[2], exec[2];
  if (::pipe2(log, O_CLOEXEC) != 0) {
    return systemError("cannot make a pipe");
  }
  channels.logReader = log[0];
  channels.logWriter = log[1];
  if (::pipe2(exec, O_CLOEXEC) != 0) {
    return systemError("cannot make a pipe");
  }
  channels.execReader = exec[0];
  channels.execWriter = exec[1];
  if (request.standardInput) {
    channels.input = makeInputFile(*request.standardInput);
    if (channels.input < 0) {
      return systemError("cannot keep the standard input");
    }
  }
  return {};
}

/// The child's side: becomes the worker, or writes the error number to the driver and exits.
[[noreturn]] static void becomeWorker(const WorkerRequest &request, Channels &channels) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  ::dup2(channels.logWriter, STDERR_FILENO);
  if (channels.input >= 0) {
    ::dup2(channels.input, STDIN_FILENO);
  }
  if (request.body) {
    channels.close();
    std::exit(request.body());
  }
  std::vector<char *> arguments = {const_cast<char *>(request.path.c_str())};
  for (const std::string &argument : request.arguments) {
    arguments.push_back(const_cast<char *>(argument.c_str()));
  }
  arguments.push_back(nullptr);
  ::execv(request.path.c_str(), arguments.data());
  int error = errno;
  [[maybe_unused]] ssize_t ignored = ::write(channels.execWriter, &error, sizeof error);
  ::_exit(127);
}

/// Reads the log to its end. False when the time was up first.
static bool readLog(int descriptor, LogRelay &relay, int timeoutInSeconds) {
  Clock::time_point deadline = Clock::now() + std::chrono::seconds(timeoutInSeconds);
  char buffer[1 << 16];
  while (true) {
    int wait = -1;
    if (timeoutInSeconds > 0) {
      auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
      if (left <= 0) {
        return false;
      }
      wait = int(std::min<long long>(left, INT_MAX));
    }
    pollfd entry{descriptor, POLLIN, 0};
    int ready = ::poll(&entry, 1, wait);
    if (ready <= 0) {
      continue;
    }
    ssize_t got = ::read(descriptor, buffer, sizeof buffer);
    if (got > 0) {
      relay.take(std::string_view(buffer, size_t(got)));
    } else if (got == 0 || errno != EINTR) {
      return true;
    }
  }
}

static int waitFor(pid_t child) {
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

static constexpr int largestGoodExitCode = 4;

static std::string describeFailure(int status, bool inTime, int timeoutInSeconds, bool announcesCrash) {
  if (!inTime) {
    return "did not end within " + std::to_string(timeoutInSeconds) + " seconds";
  }
  if (WIFSIGNALED(status)) {
    int signal = WTERMSIG(status);
    return "was ended by signal " + std::to_string(signal) + " (" + ::strsignal(signal) + ")";
  }
  int code = WEXITSTATUS(status);
  if (code > largestGoodExitCode) {
    return "gave up with exit code " + std::to_string(code);
  }
  return code != 0 && announcesCrash ? "stopped inside LLVM" : "";
}

Result<WorkerOutcome> runWorker(const WorkerRequest &request) {
  Channels channels;
  if (Status status = openChannels(request, channels); !status) {
    return status.takeError();
  }
  pid_t child = ::fork();
  if (child < 0) {
    return systemError("cannot start a process");
  }
  if (child == 0) {
    becomeWorker(request, channels);
  }
  ::close(std::exchange(channels.logWriter, -1));
  ::close(std::exchange(channels.execWriter, -1));
  int execError = 0;
  if (::read(channels.execReader, &execError, sizeof execError) == ssize_t(sizeof execError)) {
    waitFor(child);
    errno = execError;
    return systemError("cannot start `" + request.path + "`");
  }
  LogRelay relay;
  bool inTime = readLog(channels.logReader, relay, request.timeoutInSeconds);
  if (!inTime) {
    ::kill(child, SIGKILL);
  }
  int status = waitFor(child);
  WorkerOutcome outcome;
  outcome.failure = describeFailure(status, inTime, request.timeoutInSeconds, relay.announcesCrash());
  outcome.exitCode = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
  relay.finish(outcome.failure.empty());
  outcome.log = relay.takeLog();
  return outcome;
}

std::string programBeside(const std::string &name) {
  char path[PATH_MAX];
  ssize_t length = ::readlink("/proc/self/exe", path, sizeof path);
  std::string self(path, length > 0 ? size_t(length) : 0);
  return self.substr(0, self.rfind('/') + 1) + name;
}

} // namespace tkc::driver
