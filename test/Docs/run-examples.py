# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the ```python blocks of a page that have cases.

usage: run-examples.py PAGE FOLDER   with tkc-run on the PATH; FOLDER keeps the examples
"""
import pathlib
import re
import subprocess
import sys

BLOCK = re.compile(r"^```python\n(.*?)^```$", re.S | re.M)
RUNNER = pathlib.Path(__file__).parent.parent / "Language" / "Inputs" / "run-values.py"


def main():
    page, folder = (pathlib.Path(argument) for argument in sys.argv[1:])
    folder.mkdir(parents=True, exist_ok=True)
    text = page.read_text(encoding="utf-8")
    status, ran = 0, 0
    for match in BLOCK.finditer(text):
        if "# case:" not in match.group(1):
            continue
        line = text.count("\n", 0, match.start()) + 1
        example = folder / f"line-{line}.tk"
        example.write_text(match.group(1), encoding="utf-8")
        result = subprocess.run([sys.executable, RUNNER, example, folder / f"line-{line}"], capture_output=True,
                                text=True)
        ran += 1
        if result.returncode:
            print(f"{page.name}:{line}: this example gives other values:\n{result.stdout}{result.stderr}")
            status = 1
    print(f"{ran} examples were run")
    return status or ran == 0


if __name__ == "__main__":
    sys.exit(main())
