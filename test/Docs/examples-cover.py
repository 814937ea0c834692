# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Names the functions in a page's table of functions that none of its ```python blocks calls.

usage: examples-cover.py PAGE
"""
import pathlib
import re
import sys

BLOCK = re.compile(r"^```python\n(.*?)^```$", re.S | re.M)
TABLE = re.compile(r"^\| family \| functions \|\n(.*?)\n\n", re.S | re.M)
COMMENT = re.compile(r"^ *#.*$", re.M)
# Names of modules, and spellings of which the current one has the example.
SPELLINGS = {"triton.tools.ragged_tma", "tl.extra.cuda", "tl.math.f", "tl.extra.cuda.libdevice.f", "libdevice.f",
             "_experimental_descriptor_load", "trans", "view", "d.load(offsets)", "d.store(offsets, value)",
             "min max and or xor"}


def list_functions(table):
    """The names in a table's code spans, without `x.` before and `(…)` behind them."""
    for span in re.findall(r"`([^`]+)`", table):
        if span in SPELLINGS:
            continue
        for name in [span] if "(" in span else span.split():
            if name not in SPELLINGS:
                yield re.sub(r"\(.*", "", name).split(".")[-1]


def main():
    text = pathlib.Path(sys.argv[1]).read_text(encoding="utf-8")
    table = TABLE.search(text).group(1)
    examples = COMMENT.sub("", "\n".join(BLOCK.findall(text)))
    names = sorted(set(list_functions(table)))
    missing = [name for name in names if not re.search(rf"\b{name}\b", examples)]
    for name in missing:
        print(f"`{name}` is in no example")
    print(f"{len(names) - len(missing)} of {len(names)} functions are in an example")
    return bool(missing) or not names


if __name__ == "__main__":
    sys.exit(main())
