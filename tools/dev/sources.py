# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Names, and writing files and entries into the tree, for new-pass and new-op."""
import pathlib
import re
import sys
import textwrap

ROOT = pathlib.Path(__file__).resolve().parents[2]
LICENCE = "SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception"
WRONG_USAGE = 2
WIDTH = 120


def fail(text):
    print(f"{pathlib.Path(sys.argv[0]).name}: {text}", file=sys.stderr)
    sys.exit(WRONG_USAGE)


def require(pattern, what, text):
    if not re.fullmatch(pattern, text):
        fail(f"expects {what}, got `{text}`")


def check_summary(text):
    """The rules of a summary in TableGen."""
    if len(text) >= 72 or text.endswith(".") or not text[:1].islower():
        fail("expects a summary in the imperative, in lower case, without full stop and under 72 characters")


def kebab(camel):
    """`MultiBuffer` → `multi-buffer`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "-", camel).lower()


def camel(snake):
    """`async_copy` → `AsyncCopy`."""
    return "".join(word.capitalize() for word in snake.split("_"))


def guard_of(path):
    """The include guard of a header below lib/."""
    return "TKC_" + re.sub(r"[/.]", "_", str(path)).upper()


def wrap(text, indent):
    return textwrap.fill(text, WIDTH, initial_indent=indent, subsequent_indent=indent)


class Changes:
    """What is to be written; nothing is, before all of it is known to be possible."""

    def __init__(self):
        self.texts = {}

    def read(self, path):
        if path not in self.texts:
            if not (ROOT / path).exists():
                fail(f"there is no `{path}`")
            self.texts[path] = (ROOT / path).read_text()
        return self.texts[path]

    def create(self, path, text):
        if (ROOT / path).exists():
            fail(f"`{path}` exists")
        self.texts[path] = text

    def append(self, path, text):
        self.texts[path] = self.read(path).rstrip("\n") + "\n\n" + text

    def insert_into_table(self, path, entry):
        """Puts an entry in front of the end of the include guard."""
        head, end, tail = self.read(path).rpartition("#endif")
        if not end:
            fail(f"`{path}` has no include guard")
        self.texts[path] = head + entry + "\n" + end + tail

    def list_sources(self, path, sources):
        """Adds sources to the first library of a CMakeLists.txt, in alphabetical order."""
        match = re.search(r"(tkc_add_library\(\w+[ A-Z]*)\n(.*?)\n(  LINK)", self.read(path), re.S)
        if not match:
            fail(f"`{path}` declares no library with a list of sources")
        names = sorted(set(match[2].split()) | set(sources))
        listed = textwrap.fill(" ".join(names), WIDTH, initial_indent="  ", subsequent_indent="  ",
                               break_on_hyphens=False)
        self.texts[path] = self.texts[path].replace(match[0], f"{match[1]}\n{listed}\n{match[3]}", 1)

    def write(self):
        for path, text in self.texts.items():
            (ROOT / path).parent.mkdir(parents=True, exist_ok=True)
            (ROOT / path).write_text(text)
            print(path)
