# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Cuts a program down while what is wrong with it stays."""
import re

import places
from tree import SPELT, Assign, Block, Effect, Node, constant, count


def bodies_of(program):
    """All lists of statements, outer ones first."""
    pending = [program.body]
    while pending:
        body = pending.pop(0)
        yield body
        for statement in body:
            pending += statement.bodies()


def statements_of(program):
    for body in bodies_of(program):
        yield from body


def repair(program):
    """Puts constants for names that are gone, and takes out parameters that nothing reads."""
    repair_body(program.body, set())
    text = program.text()
    program.parameters = [(name, kind) for name, kind in program.parameters
                          if len(re.findall(rf"\b{name}\b", text)) > 1]
    return program


def repair_body(body, defined):
    for statement in body:
        for index, node in enumerate(statement.nodes()):
            repaired = repair_node(node, defined)
            if isinstance(statement, Assign):
                statement.node = repaired
            else:
                statement.parts[index] = repaired
        if isinstance(statement, Assign):
            statement.is_first = statement.variable.name not in defined
            defined.add(statement.variable.name)
        for inner in statement.bodies():
            repair_body(inner, defined | counters_of(statement))


def counters_of(block):
    return set(re.findall(r"for (\w+) in|while (\w+) >", block.heads[0])[0]) if block.heads[0][:2] != "if" else set()


def repair_node(node, defined):
    if node.is_name and node.text not in defined:
        return constant(node.shape, node.dtype, 1)
    node.parts = [repair_node(part, defined) for part in node.parts]
    return node


def unwrapped(block):
    """What may stand for a block: each of its bodies, with the counter at 1 where it was a loop."""
    for body in block.contents:
        counters = [name for name in counters_of(block) if name]
        yield [Effect(f"{name} = 1") for name in counters] + body


class Reducer:
    """`check` tells whether a program still shows what was found; it is asked at most `tries` times."""

    def __init__(self, program, check, tries=1500):
        self.program, self.check, self.tries = program, check, tries

    def attempt(self, candidate):
        if self.tries <= 0:
            return False
        self.tries -= 1
        repair(candidate)
        if candidate.text() == self.program.text() and candidate.options == self.program.options:
            return False
        if not self.check(candidate):
            return False
        self.program = candidate
        return True

    def reduce(self):
        while self.tries > 0:
            before = (self.program.text(), tuple(self.program.options))
            self.cut_statements()
            self.unwrap_blocks()
            self.cut_expressions()
            self.cut_options()
            if (self.program.text(), tuple(self.program.options)) == before:
                break
        return self.program

    def cut_statements(self):
        size = max(len(body) for body in bodies_of(self.program))
        while size >= 1:
            place = 0
            while self.cut_at(place, size):
                place += 1
            size //= 2

    def cut_at(self, place, size):
        """Takes statements out from the place-th one on; false behind the last."""
        seen = 0
        for which, body in enumerate(bodies_of(self.program)):
            if place < seen + len(body):
                candidate = self.program.copy()
                own = list(bodies_of(candidate))[which]
                del own[place - seen:place - seen + size]
                while self.attempt(candidate):
                    own = list(bodies_of(self.program))
                    if which >= len(own) or place - seen >= len(own[which]):
                        break
                    candidate = self.program.copy()
                    del list(bodies_of(candidate))[which][place - seen:place - seen + size]
                return True
            seen += len(body)
        return False

    def unwrap_blocks(self):
        which = 0
        while True:
            found = [(number, index) for number, body in enumerate(bodies_of(self.program))
                     for index, statement in enumerate(body) if isinstance(statement, Block)]
            if which >= len(found):
                return
            number, index = found[which]
            block = list(bodies_of(self.program))[number][index]
            for choice in range(len(block.contents)):
                candidate = self.program.copy()
                body = list(bodies_of(candidate))[number]
                body[index:index + 1] = list(unwrapped(body[index]))[choice]
                if self.attempt(candidate):
                    break
            else:
                which += 1

    def cut_expressions(self):
        """Puts a part, a constant or a plain load in the place of each expression, larger ones first."""
        place = 0
        while True:
            found = list(self.expressions(self.program))
            if place >= len(found) or self.tries <= 0:
                return
            for replace in self.replacements(found[place]):
                candidate = self.program.copy()
                target = list(self.expressions(candidate))[place]
                replace(target)
                if self.attempt(candidate):
                    break
            else:
                place += 1

    def expressions(self, program):
        for statement in statements_of(program):
            for node in statement.nodes():
                yield from node.walk()

    def replacements(self, node):
        if node.is_name or not node.parts and node.text.startswith(("tl.full(", "tl.cast(", "(tl.full(", "(tl.cast(")):
            return
        yield lambda target: become(target, constant(target.shape, target.dtype, 1))
        if node.parts:
            yield lambda target: become(target, self.plain_load(target))
        for other in list(node.walk())[1:]:
            if other.shape == node.shape and other.dtype == node.dtype:
                yield lambda target, text=other.render(): become(
                    target, next(each for each in target.walk() if each.render() == text).copy())

    def plain_load(self, node):
        strides = places.strides_of(node.shape, range(len(node.shape)))
        text = " + ".join(f"{places.arange(node.shape, axis)} * {stride}" for axis, stride in enumerate(strides))
        name = f"a_{SPELT[node.dtype]}"
        if count(node.shape) > places.INPUT or all(name != parameter for parameter, _ in self.program.parameters):
            return constant(node.shape, node.dtype, 0)
        return Node(f"tl.load({name} + {text or 0})", [], node.shape, node.dtype, node.magnitude)

    def cut_options(self):
        for option in ("--num-warps=1", "--num-warps=2", "--num-warps=4", "--num-stages=1", "--num-stages=2"):
            name = option.split("=")[0]
            current = next(each for each in self.program.options if each.startswith(name))
            if int(current.split("=")[1]) > int(option.split("=")[1]):
                candidate = self.program.copy()
                candidate.options = [option if each.startswith(name) else each for each in candidate.options]
                self.attempt(candidate)
        if self.program.grid > 1:
            candidate = self.program.copy()
            candidate.grid = 1
            self.attempt(candidate)


def become(node, other):
    node.text, node.parts, node.is_name = other.text, other.parts, other.is_name
    node.magnitude, node.is_pure = other.magnitude, other.is_pure
