# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Fails for files that break the rules about licence lines, names, lengths and words of the tree.

usage: tree-rules.py [ROOT]
"""
import pathlib
import re
import sys

TOP = {"cmake", "docs", "include", "lib", "python-free-examples", "test", "tools"}
# Files in which a licence line has no place: JSON has no comments, and the licence is itself.
WITHOUT_LICENCE = {"LICENSE", "CMakePresets.json"}
LICENCE = "SPDX-License-" "Identifier: Apache-2.0 WITH LLVM-exception"
BINARY = {".npy", ".cubin"}
# Of lines a file, by ending; pages and tests of the whole may be as long as they are.
LIMITS = {".cpp": 700, ".h": 700, ".def": 700, ".py": 700, ".tk": 700, ".td": 600, ".cmake": 700, "": 700}
LONGEST_FUNCTION = 80
VAGUE_NAMES = re.compile(r"(?i)util|helper|common|misc|manager|impl(?![a-z])")
CAMEL = re.compile(r"[A-Z][A-Za-z0-9]*")
KEBAB = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
SNAKE = re.compile(r"[a-z0-9]+(_[a-z0-9]+)*")
# What is never committed, where it would be code or text of ours.
WORDS = [
    (re.compile(r"\b(TODO|FIXME|XXX|HACK)\b"), {".cpp", ".h", ".td", ".def", ".tk", ".py", ".md", ".cmake", ".txt", ""}),
    (re.compile(r"\bdynamic_cast\s*<|\btypeid\s*\(|\bthrow\b(?!\(\))\s+\w+\(|\btry\s*\{|\busing namespace std\b"),
     {".cpp", ".h"}),
    (re.compile(r"-fno-rtti\b"), {".cmake", ".txt"}),
    # Paths of one machine, and of what is not in the tree.
    (re.compile(r"(?<![\w.])/(work|home|root)/|\bissue #?\d"), None),
]
# The environment is read through the knobs; mains hand them their reader.
ENVIRONMENT = re.compile(r"\bgetenv\s*\(")


def list_files(root):
    for path in sorted(root.iterdir()):
        if path.is_file() and path.name != ".git":
            yield path
        elif path.is_dir() and (path.name in TOP or path.name == ".ci"):
            yield from (file for file in sorted(path.rglob("*")) if file.is_file() and "__pycache__" not in file.parts)


def is_input(file):
    """Inputs of tests break rules on purpose."""
    return "Inputs" in file.parts


def check_licence(file, text):
    if file.name in WITHOUT_LICENCE or file.parts[:3] == ("test", "Inputs", "tree"):
        return
    lines = [line for line in text.splitlines()[:4] if LICENCE in line]
    if len(lines) != 1:
        yield f"{file}: expects one licence line among the first lines, got {len(lines)}"


def check_name(file):
    stem, suffix = file.name.split(".")[0], file.suffix
    if VAGUE_NAMES.search(stem):
        yield f"{file}: the name says a role, not the subject"
    rule = None
    if file.parts[0] in ("lib", "include") and suffix in (".cpp", ".h", ".td"):
        rule = CAMEL
    elif suffix == ".tk":
        rule = SNAKE
    elif suffix in (".mlir", ".test"):
        rule = KEBAB
    if rule and not rule.fullmatch(stem):
        yield f"{file}: the name does not follow the style of its kind"


def check_lengths(file, lines):
    limit = LIMITS.get(file.suffix)
    if limit and len(lines) > limit:
        yield f"{file}: {len(lines)} lines, at most {limit}"


def check_functions(file, lines):
    """Long functions, by indentation: from a line that opens a body to the brace in the same column."""
    if file.suffix not in (".cpp", ".h"):
        return
    opened = {}
    for number, line in enumerate(lines, 1):
        column = len(line) - len(line.lstrip())
        if line[column:].startswith("}") and column in opened:
            start = opened.pop(column)
            if number - start > LONGEST_FUNCTION:
                yield f"{file}:{start}: a function of {number - start} lines, at most {LONGEST_FUNCTION}"
        elif line.endswith("{") and column <= 4:
            opened.pop(column, None)
            if re.search(r"\)( const)?( noexcept)?( override)?( final)? \{$", line):
                opened[column] = number


def check_words(file, lines):
    for number, line in enumerate(lines, 1):
        for pattern, suffixes in WORDS:
            match = pattern.search(line)
            if match and (suffixes is None or file.suffix in suffixes):
                yield f"{file}:{number}: `{match.group(0).strip()}` has no place here"
        if ENVIRONMENT.search(line) and file.suffix in (".cpp", ".h") and file.parts[0] in ("lib", "include"):
            yield f"{file}:{number}: the environment is read through the knob table only"


def check(root, path):
    file = path.relative_to(root)
    if path.suffix in BINARY:
        return
    text = path.read_text(encoding="utf-8")
    lines = text.splitlines()
    yield from check_licence(file, text)
    if is_input(file):
        return
    yield from check_name(file)
    yield from check_lengths(file, lines)
    yield from check_functions(file, lines)
    if path.resolve() != pathlib.Path(__file__).resolve():
        yield from check_words(file, lines)


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parents[2]).resolve()
    errors = [error for path in list_files(root) for error in check(root, path)]
    print("\n".join(errors), end="\n" if errors else "")
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
