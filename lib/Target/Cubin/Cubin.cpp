// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The run of ptxas and the reading of its log.
#include "tkc/Target/Cubin/Cubin.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Regex.h"

#include "Process.h"

namespace tkc::cubin {

static unsigned toUnsigned(llvm::StringRef text) {
  unsigned value = 0;
  text.getAsInteger(10, value);
  return value;
}

/// The number in front of `unit` in `text`, or 0.
static unsigned numberBefore(llvm::StringRef text, llvm::StringRef unit) {
  size_t at = text.find(unit);
  if (at == llvm::StringRef::npos) {
    return 0;
  }
  llvm::StringRef head = text.take_front(at).rtrim();
  size_t begin = head.find_last_not_of("0123456789");
  return toUnsigned(begin == llvm::StringRef::npos ? head : head.drop_front(begin + 1));
}

namespace {
/// Reads the log of `ptxas -v` line by line.
class LogReader {
public:
  explicit LogReader(AssembleResult &result) : result(result) {}

  void read(llvm::StringRef line) {
    if (readResources(line)) {
      return;
    }
    static const llvm::Regex message("^ptxas (.*, line ([0-9]+); )?(fatal|error|warning|Warning|info) *: *(.*)$");
    llvm::SmallVector<llvm::StringRef> parts;
    if (!message.match(line, &parts)) {
      return;
    }
    PtxasMessage entry;
    entry.line = toUnsigned(parts[2]);
    entry.severity = parts[3] == "info"              ? PtxasMessage::Severity::Info
                     : parts[3].lower() == "warning" ? PtxasMessage::Severity::Warning
                                                     : PtxasMessage::Severity::Error;
    llvm::StringRef text = parts[4].trim();
    if (text.consume_front("(")) {
      auto [code, rest] = text.split(')');
      entry.code = code.str();
      text = rest.ltrim();
    }
    entry.text = text.str();
    result.messages.push_back(std::move(entry));
  }

private:
  bool readResources(llvm::StringRef line) {
    if (size_t at = line.find("Compiling entry function '"); at != llvm::StringRef::npos) {
      Resources entry;
      entry.kernel = line.drop_front(at).split('\'').second.split('\'').first.str();
      result.resources.push_back(std::move(entry));
      return true;
    }
    if (result.resources.empty()) {
      return false;
    }
    Resources &current = result.resources.back();
    if (line.contains("bytes stack frame")) {
      current.stackBytes = numberBefore(line, "bytes stack frame");
      current.spillStoreBytes = numberBefore(line, "bytes spill stores");
      current.spillLoadBytes = numberBefore(line, "bytes spill loads");
      return true;
    }
    if (line.contains("Used ") && line.contains(" registers")) {
      current.registers = numberBefore(line, "registers");
      current.barriers = numberBefore(line, "barriers");
      current.staticSharedBytes = numberBefore(line, "bytes smem");
      return true;
    }
    return line.contains("Function properties for") || line.contains("Compile time");
  }

  AssembleResult &result;
};
} // namespace

void parsePtxasLog(const std::string &log, AssembleResult &result) {
  LogReader reader(result);
  for (llvm::StringRef line : llvm::split(log, '\n')) {
    reader.read(line);
  }
}

AssembleResult assemble(const std::string &ptx, const AssembleOptions &options) {
  AssembleResult result;
  TemporaryFile input("tkc", "ptx"), output("tkc", "cubin");
  std::vector<std::string> arguments = {"-arch=" + options.chip, "-v"};
  if (options.lineInfo) {
    arguments.push_back("-lineinfo");
  }
  if (!options.fuseFloatOps) {
    arguments.push_back("--fmad=false");
  }
  arguments.insert(arguments.end(), options.extraOptions.begin(), options.extraOptions.end());
  result.command = "ptxas " + llvm::join(arguments, " ") + " <ptx> -o <cubin>";
  arguments.insert(arguments.end(), {input.path(), "-o", output.path()});
  if (input.path().empty() || output.path().empty() || !input.write(ptx)) {
    result.couldRun = false;
    result.log = "no temporary file can be written";
    return result;
  }
  std::optional<ProcessResult> run = runProcess(options.ptxasPath, arguments);
  if (!run) {
    result.couldRun = false;
    return result;
  }
  result.exitCode = run->exitCode;
  result.log = run->output;
  parsePtxasLog(run->output, result);
  if (run->exitCode == 0) {
    result.cubin = output.read();
  }
  return result;
}

} // namespace tkc::cubin
