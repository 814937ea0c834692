# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""usage: check-coverage.py CATALOGUE TEST_FOLDER

Fails when a name of the catalogue stands in brackets in no test."""
import os
import re
import sys


def test_files(folder):
    for path, _, names in os.walk(folder):
        yield from (os.path.join(path, name) for name in names)


def main():
    catalogue, folder = sys.argv[1:]
    with open(catalogue) as file:
        names = re.findall(r"^TKC_DIAGNOSTIC\((\w+)", file.read(), re.M)
    shown = set()
    for path in test_files(folder):
        with open(path, encoding="utf-8", errors="replace") as file:
            shown.update(re.findall(r"\[(\w+)\\?\]", file.read()))
    missing = [name for name in names if name not in shown]
    for name in missing:
        print(f"no test shows [{name}]")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
