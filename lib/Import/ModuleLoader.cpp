// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where the files of modules are looked for.
#include "tkc/Import/ModuleLoader.h"

#include "tkc/Parse/Parse.h"

#include <algorithm>
#include <filesystem>

namespace tkc {

namespace fs = std::filesystem;

ModuleLoader::PathKind ModuleLoader::kindOf(const fs::path &path) {
  auto [place, isNew] = pathKinds.emplace(path.string(), PathKind::Other);
  if (isNew) {
    std::error_code error;
    fs::file_status status = fs::status(path, error);
    place->second = fs::is_regular_file(status) ? PathKind::File
                    : fs::is_directory(status)  ? PathKind::Folder
                                                : PathKind::Other;
  }
  return place->second;
}

/// The path in one spelling, so that a file is known by one name however it was reached.
static std::string normalized(const fs::path &path) {
  std::string text = path.lexically_normal().string();
  return text.empty() ? "." : text;
}

static std::string folderOf(const std::string &path) { return normalized(fs::path(path).parent_path()); }

/// Asked for each name that is read, so the path is not taken apart.
bool SourceModule::isTk() const {
  constexpr std::string_view ending = ".tk";
  return path.size() > ending.size() && std::string_view(path).substr(path.size() - ending.size()) == ending;
}

ModuleLoader::ModuleLoader(SourceManager &sources, std::vector<std::string> searchFolders)
    : sources(sources), searchFolders(std::move(searchFolders)) {}

const SourceModule *ModuleLoader::add(std::unique_ptr<SourceModule> module) {
  std::string key = module->path;
  return (modules[key] = std::move(module)).get();
}

static void parseInto(SourceModule &module, const SourceBuffer &buffer) {
  module.syntax = parse::parseModule(buffer, module.diagnostics);
}

const SourceModule *ModuleLoader::loadFile(const std::string &path, std::string &error) {
  std::string key = normalized(path);
  if (auto known = modules.find(key); known != modules.end()) {
    return known->second.get();
  }
  const SourceBuffer *buffer = sources.loadFile(path, error);
  if (!buffer) {
    return nullptr;
  }
  auto module = std::make_unique<SourceModule>();
  module->name = fs::path(path).stem().string();
  module->path = key;
  module->folder = folderOf(key);
  module->isPackage = module->name == "__init__";
  parseInto(*module, *buffer);
  return add(std::move(module));
}

const SourceModule *ModuleLoader::loadBuffer(const SourceBuffer &buffer) {
  auto module = std::make_unique<SourceModule>();
  module->name = fs::path(buffer.name()).stem().string();
  module->path = buffer.name();
  module->folder = folderOf(normalized(buffer.name()));
  parseInto(*module, buffer);
  return add(std::move(module));
}

void ModuleLoader::addEmbedded(std::string name, std::string_view text) { embedded[std::move(name)] = text; }

const SourceModule *ModuleLoader::findEmbedded(std::string_view name) {
  auto place = embedded.find(name);
  if (place == embedded.end()) {
    return nullptr;
  }
  std::string path = "<" + place->first + ">.tk";
  if (auto known = modules.find(path); known != modules.end()) {
    return known->second.get();
  }
  auto module = std::make_unique<SourceModule>();
  module->name = place->first;
  module->path = path;
  parseInto(*module, sources.addBuffer(path, std::string(place->second)));
  return add(std::move(module));
}

const SourceModule *ModuleLoader::load(const std::string &path, std::string_view name, bool isPackage) {
  std::string key = normalized(path);
  if (auto known = modules.find(key); known != modules.end()) {
    return known->second.get();
  }
  auto module = std::make_unique<SourceModule>();
  module->name = name;
  module->path = key;
  module->isPackage = isPackage;
  module->folder = isFolder(key) ? key : folderOf(key);
  if (isFile(key)) {
    std::string error;
    const SourceBuffer *buffer = sources.loadFile(path, error);
    if (!buffer) {
      return nullptr;
    }
    parseInto(*module, *buffer);
  }
  return add(std::move(module));
}

const SourceModule *ModuleLoader::findInFolder(const std::string &folder, std::string_view name,
                                               std::string_view fullName) {
  fs::path place(folder);
  for (size_t begin = 0; begin < name.size();) {
    size_t dot = std::min(name.find('.', begin), name.size());
    place /= std::string(name.substr(begin, dot - begin));
    begin = dot + 1;
  }
  for (const char *ending : {".tk", ".py"}) {
    fs::path file = place;
    file += ending;
    if (!name.empty() && isFile(file)) {
      return load(file.string(), fullName, /*isPackage=*/false);
    }
  }
  for (const char *init : {"__init__.py", "__init__.tk"}) {
    if (isFile(place / init)) {
      return load((place / init).string(), fullName, /*isPackage=*/true);
    }
  }
  return isFolder(place) ? load(place.string(), fullName, /*isPackage=*/true) : nullptr;
}

/// The folders in which the absolute imports of a module are looked for before the search folders: its own, that which
/// holds its outermost package, and that which holds a folder around it that has the name asked for.
std::vector<std::string> ModuleLoader::rootsOf(const SourceModule &importer, std::string_view name) {
  std::vector<std::string> roots = {importer.folder};
  std::string first(name.substr(0, name.find('.')));
  std::error_code error;
  fs::path folder = fs::absolute(importer.folder.empty() ? "." : importer.folder, error).lexically_normal();
  bool isInsidePackage = true;
  while (folder.has_relative_path()) {
    bool hasInit = isFile(folder / "__init__.py") || isFile(folder / "__init__.tk");
    if (isInsidePackage && !hasInit) {
      roots.push_back(folder.string());
      isInsidePackage = false;
    }
    if (folder.filename() == first) {
      roots.push_back(folder.parent_path().string());
    }
    folder = folder.parent_path();
  }
  return roots;
}

static std::string relativeFolder(const SourceModule &importer, unsigned level) {
  fs::path folder(importer.folder.empty() ? "." : importer.folder);
  for (unsigned i = 1; i < level; ++i) {
    folder = folder / "..";
  }
  return normalized(folder);
}

/// The dotted name of what a relative import means, as far as the importer's own name tells.
static std::string relativeName(const SourceModule &importer, std::string_view name, unsigned level) {
  std::string base = importer.name;
  for (unsigned i = importer.isPackage ? 1 : 0; i < level; ++i) {
    size_t dot = base.rfind('.');
    base = dot == std::string::npos ? "" : base.substr(0, dot);
  }
  return base.empty() || name.empty() ? base + std::string(name) : base + "." + std::string(name);
}

const SourceModule *ModuleLoader::find(std::string_view name, unsigned level, const SourceModule *importer) {
  if (level != 0) {
    std::string folder = importer ? relativeFolder(*importer, level) : "";
    // The folder of a package has a name, which that around all others lacks.
    bool isPackage = level == 1 || fs::path(folder).has_relative_path();
    return importer && isPackage ? findInFolder(folder, name, relativeName(*importer, name, level)) : nullptr;
  }
  if (const SourceModule *known = findEmbedded(name)) {
    return known;
  }
  std::vector<std::string> roots = importer ? rootsOf(*importer, name) : std::vector<std::string>();
  roots.insert(roots.end(), searchFolders.begin(), searchFolders.end());
  // A folder without `__init__` is only a package when no folder has a real module of that name.
  const SourceModule *bareFolder = nullptr;
  for (const std::string &root : roots) {
    const SourceModule *found = findInFolder(root, name, name);
    if (found && found->syntax) {
      return found;
    }
    bareFolder = bareFolder ? bareFolder : found;
  }
  return bareFolder;
}

const SourceModule *ModuleLoader::findSubmodule(const SourceModule &package, std::string_view name) {
  if (!package.isPackage) {
    return nullptr;
  }
  std::string fullName = package.name + "." + std::string(name);
  return findInFolder(package.folder, name, fullName);
}

} // namespace tkc
