# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a program on a device against the interpreter, and says how it went."""
import os
import re
import signal
import subprocess

# What a target lacks or has too little of, by the language's rules.
REFUSALS = {"SharedMemoryExceeded", "BlockTooLargeForThreads", "TypeNotSupported", "BlockTooLargeForWarps"}
EXIT_CHECK_FAILED, EXIT_INTERNAL_ERROR = 4, 5


class Outcome:
    """`kind` is agree, undecided, refused, or what is wrong: mismatch, fault, compile, crash, timeout.

    `name` tells findings of a kind apart: the diagnostic's name, or the failed assertion. `text` is what was printed.
    """

    def __init__(self, kind, name="", text=""):
        self.kind, self.name, self.text = kind, name, text

    def is_finding(self):
        return self.kind not in ("agree", "undecided", "refused")

    def is_same(self, other):
        return self.kind == other.kind and self.name == other.name


def name_of_crash(text):
    found = re.search(r"Assertion `(.{0,120})|LLVM ERROR: (.{0,120})|UNREACHABLE executed at (.{0,120})", text)
    if found:
        return next(group for group in found.groups() if group)
    found = re.search(r"error: (.{0,120})", text)
    return re.sub(r"\d+|%\w+|<.*>", "#", found.group(1)) if found else ""


def classify(code, text):
    if code == 0:
        return Outcome("agree", text=text)
    if code == EXIT_CHECK_FAILED:
        return Outcome("mismatch" if "FAIL (" in text else "undecided", text=text)
    names = re.findall(r"\berror: .*\[(\w+)\]\s*$", text, re.MULTILINE)
    if code == EXIT_INTERNAL_ERROR or code < 0 or code >= 128 or "InternalError" in names:
        return Outcome("crash", name_of_crash(text), text)
    if any(name in REFUSALS for name in names):
        return Outcome("refused", names[0], text)
    fault = re.search(r"error: (\w+): .*\[SimulatedFault\]", text)
    if fault:
        return Outcome("fault", fault.group(1), text)
    return Outcome("error", names[0] if names else name_of_crash(text), text)


def integers_of(program):
    """The outputs that every execution gives bit for bit."""
    return [name for name, kind in program.parameters if name.startswith("o_") and "fp" not in name and "bf" not in name]


def read_integers(program, folder):
    """What the last run left in them."""
    return [(folder / f"{name}.npy").read_bytes() for name in integers_of(program)]


def run(program, path, device, options=(), seconds=60):
    """Writes the program to the path and runs it."""
    path.write_text(program.text())
    command = program.command(path) + [f"--device={device}", "--check=interp", "--sim-threads=1", *options]
    command += [f"--save={name}={path.parent / name}.npy" for name in integers_of(program)]
    if device == "cuda":
        command = [word for word in command if not word.startswith(("--target", "--sim"))]
    environment = dict(os.environ, TKC_IN_PROCESS="1")
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
                          env=environment, start_new_session=True, cwd=path.parent) as process:
        try:
            text, _ = process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            text, _ = process.communicate()
            return Outcome("timeout", text=text)
    return classify(process.returncode, text)
