# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Fails for each include line and each entry of a CMake LINK list that include-rules.txt does not allow.

usage: include-rules.py [ROOT]   where ROOT holds lib/, include/tkc/ and tools/, and may hold a table of its own
"""
import pathlib
import re
import sys

SUFFIXES = {".h", ".cpp", ".def", ".td"}
INCLUDE = re.compile(r'^\s*#?\s*include\s+["<]([^">]+)[">]')
TARGET = re.compile(r"\btkc_add_(?:library|tool)\(([^)]*)\)")
KEYWORDS = {"MLIR", "LLVM", "LINK", "MLIR_LIBS", "DEPENDS"}
# What a folder may use, and which such folders it may link.
USES = {"std": {"std"}, "casting": {"std", "casting"}, "llvm": {"std", "casting", "llvm"},
        "mlir": {"std", "casting", "llvm", "mlir"}}


class Table:
    """The rules: for each folder what it uses and what it may include."""

    def __init__(self, path):
        self.uses, self.allowed, self.errors = {}, {}, []
        for number, line in enumerate(path.read_text().splitlines(), 1):
            words = line.split("#")[0].split()
            if words:
                self.add(f"{path.name}:{number}", *words)

    def add(self, place, folder, uses, *allowed):
        for other in allowed:
            row = self.find(other)
            # A header that a folder shares with one below it belongs to neither order.
            if row is None and not other.startswith(folder.split("/")[0] + "/"):
                self.errors.append(f"{place}: `{folder}` may not include `{other}`, which does not stand above it")
            elif row and self.uses[row] not in USES[uses]:
                self.errors.append(f"{place}: `{folder}` uses {uses}, `{other}` uses {self.uses[row]}")
        self.uses[folder], self.allowed[folder] = uses, set(allowed)

    def find(self, path):
        """The row that a path without ending belongs to: the longest folder that leads to it."""
        parts = path.split("/")
        return next((row for row in ("/".join(parts[:end]) for end in range(len(parts), 0, -1)) if row in self.uses),
                    None)

    def permits(self, folder, path):
        """Whether files of the row `folder` may include the file `path` (without ending)."""
        owner = self.find(path)
        return owner == folder or owner in self.allowed[folder] or path in self.allowed[folder]

    def permits_library(self, folder, library, libraries):
        return library not in libraries or self.permits(folder, libraries[library])


def place_in_tree(root, file):
    """The path that the table speaks of: below lib/ or include/tkc/, or from tools/ on."""
    relative = file.relative_to(root).with_suffix("").as_posix()
    return re.sub(r"^(lib|include/tkc)/", "", relative)


def is_foreign_allowed(uses, header):
    if header.startswith("mlir/"):
        return uses == "mlir"
    if header.startswith(("llvm/", "clang/")):
        return uses in ("llvm", "mlir") or (uses == "casting" and header == "llvm/Support/Casting.h")
    return True


def check_includes(root, file, table):
    folder = table.find(place_in_tree(root, file))
    if folder is None:
        yield f"{file.relative_to(root)}: no line of the table is about this folder"
        return
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        match = INCLUDE.match(line)
        if not match:
            continue
        header = match.group(1)
        name = header.rsplit(".", 1)[0]
        if header.startswith("tkc/"):
            fine = table.permits(folder, name[len("tkc/"):])
        elif header.startswith("../"):
            fine = table.permits(folder, place_in_tree(root, (file.parent / header).resolve()))
        else:
            fine = is_foreign_allowed(table.uses[folder], header)
        if not fine:
            yield f"{file.relative_to(root)}:{number}: `{folder}` may not include this: {line.strip()}"


def read_targets(root, file):
    """The libraries and tools that a CMakeLists.txt declares: name, row path, linked libraries."""
    # Comments are no code.
    text = re.sub(r"#[^\n]*", "", file.read_text())
    folder = place_in_tree(root, file.parent / "x").rsplit("/", 1)[0]
    for match in TARGET.finditer(text):
        name, *words = match.group(1).split()
        linked, sources, keyword = [], [], None
        for word in words:
            if word in KEYWORDS:
                keyword = word if word not in ("MLIR", "LLVM") else None
            elif keyword == "LINK":
                linked.append(word)
            elif keyword is None:
                sources.append(word)
        # A library whose sources lie in a folder of their own stands for that folder.
        parents = {source.rsplit("/", 1)[0] if "/" in source else "" for source in sources}
        below = parents.pop() if len(parents) == 1 else ""
        yield name, f"{folder}/{below}".rstrip("/"), linked


def check_links(root, table):
    targets = [(file, *target) for top in ("lib", "tools") for file in sorted((root / top).rglob("CMakeLists.txt"))
               for target in read_targets(root, file)]
    libraries = {name: place for _, name, place, _ in targets}
    for file, name, place, linked in targets:
        folder = table.find(place)
        for library in linked:
            if folder and not table.permits_library(folder, library, libraries):
                yield f"{file.relative_to(root)}: `{name}` may not link `{library}`"


def main():
    here = pathlib.Path(__file__).resolve().parent
    root = pathlib.Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else here.parents[1]
    own = root / "include-rules.txt"
    table = Table(own if own.exists() else here / "include-rules.txt")
    errors = list(table.errors)
    for top in ("lib", "include/tkc", "tools"):
        for file in sorted((root / top).rglob("*")):
            if file.suffix in SUFFIXES and file.is_file():
                errors += check_includes(root, file, table)
    errors += check_links(root, table)
    print("\n".join(errors), end="\n" if errors else "")
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
