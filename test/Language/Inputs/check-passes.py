# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Fails for passes that no lit test runs by themselves.

usage: check-passes.py INCLUDE TESTS   folders of the tree
"""
import pathlib
import re
import sys

DEFINITION = re.compile(r'\bPass<"([\w-]+)"')
COMMAND = re.compile(r"^// RUN: *(.*)$", re.M)


def main():
    include, tests = (pathlib.Path(argument) for argument in sys.argv[1:])
    passes = sorted({name for file in include.rglob("*.td") for name in DEFINITION.findall(file.read_text())})
    runs = [(file, run) for file in tests.rglob("*.mlir") for run in COMMAND.findall(file.read_text())]
    status = 0
    for name in passes:
        files = {file.name for file, run in runs if re.search(rf"-{name}(?![\w-])", run) and "FileCheck" in run}
        print(f"{name}: {len(files)} tests")
        if not files:
            status = 1
    return status or len(passes) < 10


if __name__ == "__main__":
    sys.exit(main())
