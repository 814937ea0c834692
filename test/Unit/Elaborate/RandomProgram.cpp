// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The generator: each construct writes its text and gives what it does.
#include "RandomProgram.h"

namespace tkc::elaborate::test {

RandomProgram::RandomProgram(uint32_t seed) : random(seed) {
  source = "@triton.jit\ndef f(x):\n    v0 = x\n    v1 = 1\n    v2 = x * 3\n    v3 = 5\n";
  body = block(0, false, 5);
  line("return v0 * 4096 + v1 * 256 + v2 * 16 + v3");
}

int32_t RandomProgram::run(int32_t x) const {
  State state;
  state.x = x;
  state.variables[0] = x;
  state.variables[1] = 1;
  state.variables[2] = x * 3;
  state.variables[3] = 5;
  if (runBlock(body, state) == Signal::Return) {
    return state.result;
  }
  const int32_t *v = state.variables;
  return v[0] * 4096 + v[1] * 256 + v[2] * 16 + v[3];
}

RandomProgram::Signal RandomProgram::runBlock(const Block &block, State &state) {
  for (const Action &action : block) {
    Signal signal = action(state);
    if (signal != Signal::Next) {
      return signal;
    }
  }
  return Signal::Next;
}

RandomProgram::Value RandomProgram::operand(std::string &text) {
  int kind = pick(visibleCounters.empty() ? 3 : 4);
  if (kind == 0) {
    int32_t constant = pick(8);
    text = std::to_string(constant);
    return [=](const State &) { return constant; };
  }
  if (kind == 3) {
    int counter = visibleCounters[static_cast<size_t>(pick(static_cast<int>(visibleCounters.size())))];
    text = "i" + std::to_string(counter);
    return [=](const State &state) { return state.counters[counter]; };
  }
  int variable = pick(4);
  text = "v" + std::to_string(variable);
  return [=](const State &state) { return state.variables[variable]; };
}

RandomProgram::Value RandomProgram::expression(std::string &text) {
  std::string left, right;
  Value a = operand(left);
  Value b = operand(right);
  int op = pick(3);
  text = "((" + left + (op == 0 ? " + " : op == 1 ? " - " : " * ") + right + ") & 15)";
  return [=](const State &state) {
    int32_t x = a(state), y = b(state);
    return (op == 0 ? x + y : op == 1 ? x - y : x * y) & 15;
  };
}

std::function<bool(const RandomProgram::State &)> RandomProgram::condition(std::string &text) {
  std::string left, right;
  Value a = expression(left);
  Value b = operand(right);
  int op = pick(3);
  text = left + (op == 0 ? " < " : op == 1 ? " == " : " > ") + right;
  return [=](const State &state) {
    int32_t x = a(state), y = b(state);
    return op == 0 ? x < y : op == 1 ? x == y : x > y;
  };
}

RandomProgram::Block RandomProgram::block(int depth, bool isInLoop, int count) {
  Block result;
  for (int i = 0; i < count; ++i) {
    result.push_back(statement(depth, isInLoop));
  }
  return result;
}

RandomProgram::Action RandomProgram::assignment() {
  std::string text;
  Value value = expression(text);
  int variable = pick(4);
  line("v" + std::to_string(variable) + " = " + text);
  return [=](State &state) {
    state.variables[variable] = value(state);
    return Signal::Next;
  };
}

RandomProgram::Action RandomProgram::statement(int depth, bool isInLoop) {
  int kind = pick(depth < 3 ? 12 : 6);
  if (kind == 0 && depth > 0) {
    std::string text;
    Value value = expression(text);
    line("return " + text);
    return [=](State &state) {
      state.result = value(state);
      return Signal::Return;
    };
  }
  if (kind <= 2 && depth > 1 && isInLoop) {
    line(kind == 1 ? "break" : "continue");
    return [=](State &) { return kind == 1 ? Signal::Break : Signal::Continue; };
  }
  if (kind < 6) {
    return assignment();
  }
  return kind < 9 ? branch(depth, isInLoop) : kind < 11 ? forLoop(depth) : whileLoop(depth);
}

RandomProgram::Action RandomProgram::branch(int depth, bool isInLoop) {
  std::string text;
  auto test = condition(text);
  line("if " + text + ":");
  indent += 4;
  Block thenBlock = block(depth + 1, isInLoop, 1 + pick(2));
  indent -= 4;
  Block elseBlock;
  if (pick(2) == 0) {
    line("else:");
    indent += 4;
    elseBlock = block(depth + 1, isInLoop, 1 + pick(2));
    indent -= 4;
  }
  return [=](State &state) { return runBlock(test(state) ? thenBlock : elseBlock, state); };
}

RandomProgram::Signal RandomProgram::runLoop(const Block &body, const Block &elseBody, State &state, int32_t counter,
                                             const std::vector<int32_t> &values) {
  for (int32_t value : values) {
    state.counters[counter] = value;
    Signal signal = runBlock(body, state);
    if (signal == Signal::Return) {
      return signal;
    }
    if (signal == Signal::Break) {
      return Signal::Next;
    }
  }
  return runBlock(elseBody, state);
}

RandomProgram::Action RandomProgram::forLoop(int depth) {
  int counter = counters++ % 32;
  bool isStatic = pick(3) == 0;
  std::string bound = std::to_string(pick(4));
  Value stop = [constant = std::stoi(bound)](const State &) { return constant; };
  if (!isStatic && pick(2) == 0) {
    stop = expression(bound);
  }
  line("for i" + std::to_string(counter) + " in " + (isStatic ? "tl.static_range(" : "range(") + bound + "):");
  indent += 4;
  visibleCounters.push_back(counter);
  Block loopBody = block(depth + 1, true, 2 + pick(2));
  visibleCounters.pop_back();
  indent -= 4;
  Block elseBody;
  if (pick(4) == 0) {
    line("else:");
    indent += 4;
    elseBody = block(depth + 1, false, 1);
    indent -= 4;
  }
  return [=](State &state) {
    std::vector<int32_t> values;
    for (int32_t i = 0, end = stop(state); i < end; ++i) {
      values.push_back(i);
    }
    return runLoop(loopBody, elseBody, state, counter, values);
  };
}

RandomProgram::Action RandomProgram::whileLoop(int depth) {
  int counter = counters++ % 32;
  std::string name = "i" + std::to_string(counter);
  std::string text;
  auto test = condition(text);
  line(name + " = 0");
  line("while " + name + " < 5 and " + text + ":");
  indent += 4;
  line(name + " += 1");
  visibleCounters.push_back(counter);
  Block loopBody = block(depth + 1, true, 2);
  visibleCounters.pop_back();
  indent -= 4;
  return [=](State &state) {
    for (state.counters[counter] = 0; state.counters[counter] < 5 && test(state);) {
      state.counters[counter] += 1;
      Signal signal = runBlock(loopBody, state);
      if (signal == Signal::Return) {
        return signal;
      }
      if (signal == Signal::Break) {
        break;
      }
    }
    return Signal::Next;
  };
}

} // namespace tkc::elaborate::test
