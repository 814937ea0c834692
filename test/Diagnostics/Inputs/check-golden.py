# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles each .tk file of a folder to tk and compares the messages with the .txt beside it.

usage: check-golden.py FOLDER [--update]   with tkc on the PATH

A first line `# flags: ...` adds flags. Each file is named after a diagnostic, which its messages must contain:
not_iterable_unpack.tk shows [NotIterable].
"""
import concurrent.futures
import difflib
import pathlib
import re
import shlex
import subprocess
import sys


LICENCE = "# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception\n"


def snake(name):
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


def messages_of(path):
    first = path.read_text(encoding="utf-8", errors="surrogateescape").split("\n", 1)[0]
    flags = shlex.split(first.removeprefix("# flags:")) if first.startswith("# flags:") else []
    result = subprocess.run(["tkc", path.name, "--emit=tk", "-o", "/dev/null", *flags], cwd=path.parent,
                            capture_output=True, text=True, errors="surrogateescape")
    return LICENCE + result.stderr


def check(path, update):
    """Gives what is wrong with one file."""
    found = messages_of(path)
    names = re.findall(r"\[(\w+)\]$", found, re.M)
    if not any((path.stem + "_").startswith(snake(name) + "_") for name in names):
        return f"{path.name}: says something else:\n{found}"
    golden = path.with_suffix(".txt")
    if update:
        golden.write_text(found, encoding="utf-8", errors="surrogateescape")
        return ""
    wanted = golden.read_text(encoding="utf-8", errors="surrogateescape") if golden.exists() else ""
    difference = difflib.unified_diff(wanted.splitlines(True), found.splitlines(True), golden.name, "found")
    return "" if wanted == found else "".join(difference)


def main():
    folder = pathlib.Path(sys.argv[1])
    update = "--update" in sys.argv[2:]
    paths = sorted(folder.glob("*.tk"))
    with concurrent.futures.ThreadPoolExecutor() as pool:
        problems = [problem for problem in pool.map(lambda path: check(path, update), paths) if problem]
    for problem in problems:
        print(problem)
    strays = [path.name for path in folder.glob("*.txt") if not path.with_suffix(".tk").exists()]
    print(f"{len(paths) - len(problems)} of {len(paths)} files are as they should be", *strays)
    return bool(problems) or bool(strays) or not paths


if __name__ == "__main__":
    sys.exit(main())
