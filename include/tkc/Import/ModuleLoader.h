// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From the names of modules to files and syntax trees: what `import` finds.
#ifndef TKC_IMPORT_MODULELOADER_H
#define TKC_IMPORT_MODULELOADER_H

#include "tkc/AST/Module.h"
#include "tkc/Diagnostics/Diagnostics.h"
#include "tkc/Source/Source.h"

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace tkc {

/// A source file that is a module, or a folder that is a package without `__init__`.
struct SourceModule {
  std::string name;   // dotted, as the first import called it
  std::string path;   // of the file or folder; the given name for text that is in no file
  std::string folder; // where relative imports of this module start
  bool isPackage = false;
  /// Null for a folder without `__init__`.
  std::unique_ptr<ast::Module> syntax;
  /// What the parser said about this module.
  DiagnosticEngine diagnostics;

  bool isTk() const;
};

/// Finds, reads and parses modules; each file once. Files are looked for beside the importing file, in the folder that
/// holds its outermost package, and in the search folders, with the endings `.tk` and `.py`.
class ModuleLoader {
public:
  explicit ModuleLoader(SourceManager &sources, std::vector<std::string> searchFolders = {});

  SourceManager &sourceManager() { return sources; }

  /// Reads a file; null and the reason in `error` when it can't be read. Problems of the text are in the module.
  const SourceModule *loadFile(const std::string &path, std::string &error);
  /// Parses a buffer as a module; its name stands for the path.
  const SourceModule *loadBuffer(const SourceBuffer &buffer);
  /// Makes a module known that is part of the compiler; it is parsed when it is first found.
  void addEmbedded(std::string name, std::string_view text);

  /// The module that `importer` means by a dotted name, or null. `level` counts the leading dots of a relative import;
  /// with a level the name may be empty.
  const SourceModule *find(std::string_view name, unsigned level, const SourceModule *importer);
  /// The submodule of a package, or null.
  const SourceModule *findSubmodule(const SourceModule &package, std::string_view name);

private:
  enum class PathKind : uint8_t { File, Folder, Other };

  /// What is at a path; asked of the system once, since files do not come and go while a kernel is compiled.
  PathKind kindOf(const std::filesystem::path &path);
  bool isFile(const std::filesystem::path &path) { return kindOf(path) == PathKind::File; }
  bool isFolder(const std::filesystem::path &path) { return kindOf(path) == PathKind::Folder; }
  std::vector<std::string> rootsOf(const SourceModule &importer, std::string_view name);
  const SourceModule *findInFolder(const std::string &folder, std::string_view name, std::string_view fullName);
  const SourceModule *findEmbedded(std::string_view name);
  const SourceModule *load(const std::string &path, std::string_view name, bool isPackage);
  const SourceModule *add(std::unique_ptr<SourceModule> module);

  SourceManager &sources;
  std::vector<std::string> searchFolders;
  std::map<std::string, std::unique_ptr<SourceModule>, std::less<>> modules; // by path
  std::map<std::string, std::string_view, std::less<>> embedded;
  std::map<std::string, PathKind> pathKinds;
};

} // namespace tkc

#endif // TKC_IMPORT_MODULELOADER_H
