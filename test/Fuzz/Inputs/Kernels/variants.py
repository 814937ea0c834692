# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs that mean the same as another: statements under conditions that always hold, code that never runs, and
independent statements in another order."""
from tree import Assign, Block, Effect, Node

# `t` and `u` are arguments from 0 to 7, which the compiler does not know.
ALWAYS = ["t + 1 > 0", "u < 100", "(t * t + t) % 2 == 0", "tl.num_programs(0) > 0"]
NEVER = ["t > 100", "u < 0", "n == 12345", "(t * t + t) % 2 == 1"]


def variant_of(program, rng):
    made = program.copy()
    made.body = hide(shuffle(made.body, rng), rng)
    return made


def names_in(statement):
    """Names that a statement reads, and those that it writes."""
    reads = {node.text for part in statement.nodes() for node in part.walk() if node.is_name}
    writes = {statement.variable.name} if isinstance(statement, Assign) else set()
    for body in statement.bodies():
        for inner in body:
            inner_reads, inner_writes = names_in(inner)
            reads |= inner_reads
            writes |= inner_writes
    return reads, writes


def is_ordered(statement):
    """Whether the order of memory accesses, or leaving the kernel, has a part in it."""
    texts = [statement.text] if isinstance(statement, Effect) else []
    if getattr(statement, "is_ordered", False) or any(word in text for text in texts for word in ("return", "barrier")):
        return True
    if any("tl.load(o_" in node.text or "atomic" in node.text for part in statement.nodes() for node in part.walk()):
        return True
    return any(is_ordered(inner) for body in statement.bodies() for inner in body)


def shuffle(body, rng):
    """Swaps neighbours that do not depend on one another."""
    for _ in range(2 * len(body)):
        place = rng.randrange(max(len(body) - 1, 1))
        if place + 1 >= len(body):
            continue
        first, second = body[place], body[place + 1]
        (reads, writes), (other_reads, other_writes) = names_in(first), names_in(second)
        if writes & (other_reads | other_writes) or other_writes & reads or is_ordered(first) or is_ordered(second):
            continue
        body[place], body[place + 1] = second, first
    return body


def condition(texts, rng):
    return Node(rng.choice(texts), [], (), "int1")


def hide(body, rng):
    made = []
    for statement in body:
        if isinstance(statement, Assign) and statement.is_first or "return" in getattr(statement, "text", ""):
            made.append(statement)
        elif rng.random() < 0.3:
            made.append(Block(["if {0}:"], [condition(ALWAYS, rng)], [[statement]]))
        elif rng.random() < 0.3 and not is_ordered(statement):
            made.append(Block(["if {0}:", "else:"], [condition(NEVER, rng)], [[statement.copy()], [statement]]))
        else:
            made.append(statement)
        if rng.random() < 0.15 and not is_ordered(statement):
            made.append(Block(["if {0}:"], [condition(NEVER, rng)], [dead(statement)]))
    return made


def dead(statement):
    """A copy that never runs."""
    copied = statement.copy()
    if isinstance(copied, Assign):
        copied.is_first = False
    return [copied]
