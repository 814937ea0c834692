# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Fails for each file that the sources or the documentation name and that is not there.

A file is named as `{{path}}` anywhere, or after `Example:` in TableGen; paths start at the root of the tree.
"""
import pathlib
import re
import sys

FOLDERS = ["include", "lib", "tools", "docs"]
SUFFIXES = {".td", ".h", ".cpp", ".def", ".md", ".tk"}
REFERENCE = re.compile(r"\{\{((?:test|docs|lib|include|tools|python-free-examples)/[^}\s]+)\}\}"
                       r"|Example:\s+((?:test|python-free-examples)/\S+)")


def find_stale_references(root):
    """Yields (file, line, path) for each reference below `root` to a file that does not exist."""
    for folder in FOLDERS:
        for file in sorted((root / folder).rglob("*")):
            if file.suffix not in SUFFIXES:
                continue
            for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
                for match in REFERENCE.finditer(line):
                    path = match.group(1) or match.group(2)
                    if not (root / path).exists():
                        yield file.relative_to(root), number, path


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parents[2])
    stale = list(find_stale_references(root))
    for file, line, path in stale:
        print(f"{file}:{line}: stale reference: {path}")
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
