// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writing the reproducer folder.
#include "Reproducer.h"

#include "tkc/Support/Files.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <set>

namespace tkc::driver {

namespace fs = std::filesystem;

namespace {
/// Copies an input and what it may import; a module is looked for beside its importer and in the include folders.
class SourceCopier {
public:
  SourceCopier(fs::path target, const std::vector<std::string> &includeDirs) : target(std::move(target)) {
    for (size_t i = 0; i < includeDirs.size(); ++i) {
      roots.push_back({includeDirs[i], "include-" + std::to_string(i)});
    }
  }

  /// Copies the file under the given root, then the modules that its text names.
  void copy(const fs::path &root, const std::string &rootName, const fs::path &file);

private:
  struct Root {
    fs::path folder;
    std::string name;
  };
  void copyModule(const std::string &module, const Root &own);

  fs::path target;
  std::vector<Root> roots;
  std::set<fs::path> seen;
};
} // namespace

/// The dotted names behind `import` and `from` at the start of lines.
static std::vector<std::string> namedModules(const std::string &text) {
  std::vector<std::string> modules;
  size_t position = 0;
  while (position < text.size()) {
    size_t end = std::min(text.find('\n', position), text.size());
    std::string line = text.substr(position, end - position);
    position = end + 1;
    size_t start = line.find_first_not_of(" \t");
    bool isImport =
        start != std::string::npos && (line.compare(start, 7, "import ") == 0 || line.compare(start, 5, "from ") == 0);
    if (!isImport) {
      continue;
    }
    size_t name = line.find_first_not_of(" \t.", line.find(' ', start));
    if (name != std::string::npos) {
      modules.push_back(line.substr(name, line.find_first_of(" \t,;#", name) - name));
    }
  }
  return modules;
}

void SourceCopier::copyModule(const std::string &module, const Root &own) {
  std::string path = module;
  std::replace(path.begin(), path.end(), '.', '/');
  std::vector<Root> searched = {own};
  searched.insert(searched.end(), roots.begin(), roots.end());
  std::error_code ignored;
  for (const Root &root : searched) {
    for (const char *ending : {".tk", ".py", "/__init__.tk", "/__init__.py"}) {
      fs::path file = path + ending;
      if (fs::is_regular_file(root.folder / file, ignored)) {
        copy(root.folder, root.name, file);
      }
    }
  }
}

void SourceCopier::copy(const fs::path &root, const std::string &rootName, const fs::path &file) {
  std::error_code ignored;
  if (!seen.insert(root / file).second) {
    return;
  }
  Result<std::string> text = readFile((root / file).string());
  if (!text) {
    return;
  }
  fs::path copied = target / rootName / file;
  fs::create_directories(copied.parent_path(), ignored);
  // A file that can't be copied is missing in the folder; that must not hide the internal error.
  if (Status status = writeFile(copied.string(), *text); !status) {
    return;
  }
  for (const std::string &module : namedModules(*text)) {
    copyModule(module, {root / file.parent_path(), (fs::path(rootName) / file.parent_path()).string()});
  }
}

static std::string quoteForShell(const std::string &text) {
  std::string quoted = "'";
  for (char c : text) {
    quoted += c == '\'' ? "'\\''" : std::string(1, c);
  }
  return quoted + "'";
}

/// An argument such as `x=FILE.npy` with its path made absolute: data is not copied.
static std::string relocateData(const std::string &argument) {
  size_t equals = argument.rfind('=');
  if (equals == std::string::npos || argument.find(".npy", equals) == std::string::npos) {
    return argument;
  }
  return argument.substr(0, equals + 1) + fs::absolute(argument.substr(equals + 1)).string();
}

/// The arguments with the paths of input and include folders replaced by the copies.
static std::vector<std::string> relocate(const ReproducerContents &contents, const std::string &inputCopy) {
  std::vector<std::string> arguments;
  size_t includes = 0;
  const std::vector<std::string> &given = contents.arguments;
  for (size_t i = 0; i < given.size(); ++i) {
    if (given[i] == "-I" || (given[i].substr(0, 2) == "-I" && given[i].size() > 2)) {
      i += given[i] == "-I" ? 1 : 0;
      arguments.push_back("-I");
      arguments.push_back("files/include-" + std::to_string(includes++));
    } else {
      bool isInput = given[i] == contents.flags.input && given[i] != "-" && (i == 0 || given[i - 1] != "-o");
      arguments.push_back(isInput ? inputCopy : relocateData(given[i]));
    }
  }
  return arguments;
}

static std::string formatCommand(const ReproducerContents &contents, const std::string &inputCopy) {
  std::string script = "#!/bin/sh\n# Shows the internal error again; run it anywhere.\ncd \"$(dirname \"$0\")\"\n";
  for (const std::string &variable : contents.variables) {
    size_t equals = variable.find('=');
    script += "export " + variable.substr(0, equals + 1) + quoteForShell(variable.substr(equals + 1)) + "\n";
  }
  script += "exec " + quoteForShell(fs::absolute(contents.workerPath).string());
  for (const std::string &argument : relocate(contents, inputCopy)) {
    script += " " + quoteForShell(argument);
  }
  script += contents.standardInput ? " < " + inputCopy + "\n" : "\n";
  return script;
}

static Result<fs::path> makeFolder(const std::string &wanted) {
  constexpr int mostFolders = 1000;
  std::error_code error;
  for (int i = 0; i < mostFolders; ++i) {
    fs::path folder = i == 0 ? wanted : wanted + "-" + std::to_string(i);
    if (fs::create_directories(folder / "files", error)) {
      return folder;
    }
    if (error) {
      return ErrorMessage{"cannot make the folder `" + folder.string() + "`: " + error.message()};
    }
  }
  return ErrorMessage{"there are too many folders `" + wanted + "-N`"};
}

Result<std::string> writeReproducer(const ReproducerContents &contents) {
  Result<fs::path> folder = makeFolder(contents.flags.knobs.reproducerDir);
  if (!folder) {
    return folder.takeError();
  }
  fs::path input = contents.flags.input;
  std::string inputCopy = contents.standardInput ? "files/stdin" : "files/" + input.filename().string();
  Status status;
  if (contents.standardInput) {
    status = writeFile((*folder / inputCopy).string(), *contents.standardInput);
  } else {
    fs::path root = input.has_parent_path() ? input.parent_path() : fs::path(".");
    SourceCopier(*folder / "files", contents.flags.includeDirs).copy(root, "", input.filename());
  }
  if (status) {
    status = writeFile((*folder / "command").string(), formatCommand(contents, inputCopy));
  }
  if (status) {
    status = writeFile((*folder / "log.txt").string(), contents.log);
  }
  if (!status) {
    return status.takeError();
  }
  std::error_code ignored;
  fs::permissions(*folder / "command", fs::perms::owner_exec, fs::perm_options::add, ignored);
  return folder->string();
}

} // namespace tkc::driver
