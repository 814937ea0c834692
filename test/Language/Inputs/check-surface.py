# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles one kernel for each line of a table of names, and compares what comes of it with the table.

usage: check-surface.py TABLE FOLDER   with tkc on the PATH; FOLDER keeps the kernels
"""
import json
import pathlib
import subprocess
import sys

HEADER = '''import triton
import triton.language as tl
from triton.language.extra import libdevice

'''
KERNEL = '''
@triton.jit
def kernel_{number}(p: "*fp32:16", hp: "*fp16:16", bhp: "*bf16:16", dp: "*fp64:16", ip: "*i32:16", up: "*u32:16",
                    lp: "*i64:16", bp: "*i8:16", n: "i32", s: "fp32"):
    k = tl.arange(0, 64)
    k2 = tl.arange(0, 32)[:, None] * 32 + tl.arange(0, 32)[None, :]
    x = tl.load(p + k)
    h = tl.load(hp + k)
    bh = tl.load(bhp + k)
    d = tl.load(dp + k)
    i = tl.load(ip + k)
    u = tl.load(up + k)
    l = tl.load(lp + k)
    b = tl.load(bp + k)
    c = i > 0
    m = tl.load(p + k2)
    mh = tl.load(hp + k2)
    mi = tl.load(ip + k2)
    {use}
'''


class Entry:
    """A line of the table; `first` and `last` are the lines of its kernel."""

    def __init__(self, name, use, outcome):
        self.name, self.use, self.outcome = name, use, outcome
        self.first = self.last = 0
        self.errors = []


def read_table(path):
    """Gives the text of a module with a kernel for each entry, and the entries."""
    text, entries = HEADER, []
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("@ "):
            text += line[2:] + "\n"
        elif line and not line.startswith("#"):
            entry = Entry(*(part.strip() for part in line.split(" | ")))
            entry.first = text.count("\n") + 1
            text += KERNEL.format(number=len(entries), use=entry.use)
            entry.last = text.count("\n")
            entries.append(entry)
    return text, entries


def compile_all(source, entries):
    """Gives each entry the names of its kernel's errors, and returns what belongs to no kernel."""
    result = subprocess.run(["tkc", source, "--emit=tk", "-o", "/dev/null", "--diagnostics=json"], capture_output=True,
                            text=True)
    strays = []
    for found in json.loads(result.stderr)["diagnostics"] if result.stderr else []:
        if found["severity"] != "error":
            continue
        places = [found] + found["notes"]
        owners = [entry for entry in entries for place in places
                  if "start" in place and entry.first <= place["start"]["line"] <= entry.last]
        if owners:
            owners[0].errors.append(f"[{found['name']}]")
        else:
            strays.append(found["message"])
    return strays


def main():
    table, folder = (pathlib.Path(argument) for argument in sys.argv[1:])
    folder.mkdir(parents=True, exist_ok=True)
    source = folder / "surface.py"
    text, entries = read_table(table)
    source.write_text(text, encoding="utf-8")
    strays = compile_all(source, entries)
    for message in strays:
        print(f"not in a kernel: {message}")
    wrong = 0
    for entry in entries:
        if entry.errors != ([] if entry.outcome == "ok" else [entry.outcome]):
            wrong += 1
            print(f"{entry.name}: expected {entry.outcome}, got {' '.join(entry.errors) or 'ok'}: {entry.use}")
    print(f"{len(entries) - wrong} of {len(entries)} names are as the table says")
    return wrong != 0 or bool(strays)


if __name__ == "__main__":
    sys.exit(main())
