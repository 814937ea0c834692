# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the kernels of a file on the simulator, compares them with the interpreter there, and both with values that the
file states.

usage: run-values.py FILE.tk FOLDER   with tkc-run on the PATH; FOLDER keeps arrays and messages

Comments above a kernel state its cases:
  # case: [FLAGS]            flags of tkc-run for this case, for example --grid=2; begins a case
  # in: x = i32: EXPRESSION  an array argument; a plain number without a type is a scalar
  # out: y = fp32: EXPRESSION  what an argument holds after the run; `fp32 ~1e-6` permits that relative error
  # print: TEXT              a line that the run prints, in order
  # fails: NAME              the diagnostic with which the interpreter ends the run
Expressions are Python over the arrays above, with inf, nan, math and f32(x), which rounds to fp32; NaN equals NaN.
"""
import math
import pathlib
import re
import shlex
import struct
import subprocess
import sys

CODES = {"i8": "b", "i16": "h", "i32": "i", "i64": "q", "u8": "B", "u16": "H", "u32": "I", "u64": "Q", "fp16": "e",
         "fp32": "f", "fp64": "d", "bf16": "H", "fp8e5": "B", "fp8e4nv": "B"}
KINDS = {"b": "i1", "h": "i2", "i": "i4", "q": "i8", "B": "u1", "H": "u2", "I": "u4", "Q": "u8", "e": "f2", "f": "f4",
         "d": "f8"}
RAW = ("bf16", "fp8e5", "fp8e4nv")  # given and compared by their bits


def f32(value):
    return struct.unpack("f", struct.pack("f", value))[0]


NAMES = {"inf": math.inf, "nan": math.nan, "math": math, "f32": f32, "struct": struct}


def write_array(path, kind, values):
    code = CODES[kind]
    header = f"{{'descr': '{'|' if KINDS[code][1] == '1' else '<'}{KINDS[code]}', 'fortran_order': False, " \
             f"'shape': ({len(values)},), }}"
    header += " " * (-(len(header) + 11) % 64) + "\n"
    data = b"".join(struct.pack("<" + code, value) for value in values)
    path.write_bytes(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + data)


def read_array(path, kind):
    data = path.read_bytes()
    start = 10 + struct.unpack("<H", data[8:10])[0]
    return [value for value, in struct.iter_unpack("<" + CODES[kind], data[start:])]


class Case:
    def __init__(self, line, flags):
        self.line, self.flags, self.kernel = line, flags, None
        self.inputs, self.outputs, self.prints, self.fails = [], [], [], None


def parse_cases(text):
    cases = []
    for number, line in enumerate(text.splitlines(), 1):
        if match := re.match(r"# case:(.*)", line):
            cases.append(Case(number, shlex.split(match.group(1))))
        elif match := re.match(r"# (in|out): *(\w+) *= *(.*)", line):
            side = cases[-1].inputs if match.group(1) == "in" else cases[-1].outputs
            side.append((match.group(2), match.group(3)))
        elif match := re.match(r"# print: ?(.*)", line):
            cases[-1].prints.append(match.group(1))
        elif match := re.match(r"# fails: *(\w+)", line):
            cases[-1].fails = match.group(1)
        elif match := re.match(r"def (\w+)\(", line):
            for case in cases:
                case.kernel = case.kernel or match.group(1)
    return cases


def split_type(text):
    """Gives (type or None, tolerance, expression)."""
    match = re.match(r"(\w+)(?: ~([\d.e+-]+))?: (.*)", text)
    if match and match.group(1) in CODES:
        return match.group(1), float(match.group(2) or 0), match.group(3)
    return None, 0, text


def is_close(found, wanted, tolerance):
    if isinstance(wanted, float) and math.isnan(wanted):
        return math.isnan(found)
    if found == wanted:
        zero_signs = tolerance == 0 and isinstance(wanted, float) and found == 0
        return not zero_signs or math.copysign(1, found) == math.copysign(1, wanted)
    return abs(found - wanted) <= tolerance * max(abs(wanted), 1e-30)


def prepare(case, folder):
    """Writes the arrays; gives the command's arguments, the expected outputs, and the names of expressions."""
    names = dict(NAMES)
    arguments, expected = [], []
    for name, text in case.inputs:
        kind, _, expression = split_type(text)
        value = eval(expression, names)
        names[name] = value
        if kind is None:
            arguments += ["--arg", f"{name}={value}"]
            continue
        path = folder / f"{case.kernel}-{case.line}-{name}.npy"
        write_array(path, kind, value)
        arguments += ["--arg", f"{name}={path}" + (f":{kind}" if kind in RAW else "")]
    for name, text in case.outputs:
        kind, tolerance, expression = split_type(text)
        wanted = eval(expression, names)
        path = folder / f"{case.kernel}-{case.line}-{name}-found.npy"
        if not any(given == name for given, _ in case.inputs):
            arguments += ["--arg", f"{name}=empty:{len(wanted)}:{kind}"]
        arguments += ["--save", f"{name}={path}"]
        expected.append((name, kind, tolerance, wanted, path))
    return arguments, expected


def check(case, source, folder):
    """Gives what is wrong with one case, as lines."""
    arguments, expected = prepare(case, folder)
    device = ["--device=interp"] if case.fails else ["--device=sim", "--check=interp"]
    command = ["tkc-run", str(source), "--kernel", case.kernel, *device, *case.flags, *arguments]
    if not any(flag.startswith("--grid") for flag in case.flags):
        command += ["--grid", "1"]
    result = subprocess.run(command, capture_output=True, text=True)
    if case.fails:
        return [] if f"[{case.fails}]" in result.stderr else [f"expected [{case.fails}], got: {result.stderr[:600]}"]
    if result.returncode:
        return [f"exit {result.returncode}: {(result.stdout + result.stderr)[:1500]}"]
    problems = []
    for name, kind, tolerance, wanted, path in expected:
        found = read_array(path, kind)
        if kind in CODES and kind.startswith("fp") and kind not in RAW:
            wanted = [float(value) for value in wanted]
        for index, (got, want) in enumerate(zip(found, wanted)):
            if not is_close(got, want, tolerance):
                problems.append(f"{name}[{index}] is {got}, expected {want}")
        if len(found) != len(wanted):
            problems.append(f"{name} has {len(found)} elements, expected {len(wanted)}")
    problems = problems[:8]
    lines = [line for line in result.stdout.splitlines() if line.startswith("pid (")]
    if case.prints:
        # The interpreter prints in order; the simulator's warps come in any order.
        count = len(case.prints)
        if len(lines) != 2 * count or not all(sorted(part) == sorted(case.prints) for part in
                                              (lines[:count], lines[count:])):
            problems.append("printed " + repr(lines))
    return problems


def main():
    source, folder = (pathlib.Path(argument) for argument in sys.argv[1:])
    folder.mkdir(parents=True, exist_ok=True)
    cases = parse_cases(source.read_text(encoding="utf-8"))
    bad = 0
    for case in cases:
        problems = check(case, source, folder)
        bad += bool(problems)
        for problem in problems:
            print(f"{source.name}:{case.line}: {case.kernel}: {problem}")
    print(f"{len(cases) - bad} of {len(cases)} cases are right")
    return bad != 0 or not cases


if __name__ == "__main__":
    sys.exit(main())
