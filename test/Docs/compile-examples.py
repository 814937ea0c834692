# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles each ```python block of pages to tk, and fails for each that has errors.

usage: compile-examples.py PAGE...   with tkc on the PATH
"""
import pathlib
import re
import subprocess
import sys
import tempfile

BLOCK = re.compile(r"^```python\n(.*?)^```$", re.S | re.M)


def find_broken_examples(page):
    """Yields (line, messages) for each block that does not compile."""
    text = page.read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder:
        for match in BLOCK.finditer(text):
            pathlib.Path(folder, "example.tk").write_text(match.group(1), encoding="utf-8")
            result = subprocess.run(["tkc", "example.tk", "--emit=tk", "-o", "-"], cwd=folder, capture_output=True,
                                    text=True)
            if result.returncode:
                yield text.count("\n", 0, match.start()) + 1, result.stderr


def main():
    status = 0
    for name in sys.argv[1:]:
        page = pathlib.Path(name)
        for line, messages in find_broken_examples(page):
            print(f"{page.name}:{line}: this example does not compile:\n{messages}")
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
