# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a program on a device against the interpreter, and says how it went."""
import json
import os
import re
import select
import shutil
import signal
import subprocess
import time

# What a target lacks or has too little of, by the language's rules.
REFUSALS = {"SharedMemoryExceeded", "TypeNotSupported", "BlockTooLargeForWarps"}
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


class Server:
    """`run-many`, which runs one command line after the other; begun anew after whatever may have harmed it."""

    def __init__(self, device):
        self.device, self.process = device, None

    def begin(self):
        command = ["run-many"] + (["--gpu"] if self.device == "cuda" else [])
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                        start_new_session=True)

    def end(self):
        if self.process:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.communicate()
            self.process = None

    def ask(self, command, seconds):
        """The exit code and what was printed; code None after the time."""
        if not self.process:
            self.begin()
        self.process.stdin.write(json.dumps(command[1:]).encode() + b"\n")
        self.process.stdin.flush()
        received, until = b"", time.time() + seconds
        output = self.process.stdout.fileno()
        while not received.endswith(b"\n") or not received.splitlines()[-1].startswith(b'{"code"'):
            ready, _, _ = select.select([output], [], [], max(0, until - time.time()))
            part = os.read(output, 1 << 16) if ready else b""
            received += part
            if not part:
                code = self.process.wait() if ready else None
                self.process = None if ready else self.process
                self.end()
                return code, received.decode(errors="replace")
        answer = json.loads(received.splitlines()[-1])
        return answer["code"], answer["text"]


class Runner:
    """Runs programs on a device: in a server where there is one, else in a process each."""

    def __init__(self, device):
        self.device = device
        self.server = Server(device) if shutil.which("run-many") else None

    def run(self, program, path, options=(), seconds=60):
        """Writes the program to the path and runs it."""
        path.write_text(program.text())
        command = program.command(path) + [f"--device={self.device}", "--check=interp", "--sim-threads=1", *options]
        command += [f"--save={name}={path.parent / name}.npy" for name in integers_of(program)]
        if self.device == "cuda":
            command = [word for word in command if not word.startswith(("--target", "--sim"))]
        code, text = self.server.ask(command, seconds) if self.server else run_process(command, path.parent, seconds)
        if code is None:
            return Outcome("timeout", text=text)
        outcome = classify(code, text)
        # A GPU's context does not survive a fault.
        if self.server and self.device == "cuda" and outcome.is_finding():
            self.server.end()
        return outcome


def run_process(command, folder, seconds):
    environment = dict(os.environ, TKC_IN_PROCESS="1")
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
                          env=environment, start_new_session=True, cwd=folder) as process:
        try:
            text, _ = process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            text, _ = process.communicate()
            return None, text
    return process.returncode, text
