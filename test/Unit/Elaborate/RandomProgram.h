// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Random programs with nested control flow, as source text and as something that can be run directly.
#ifndef TKC_TEST_UNIT_ELABORATE_RANDOMPROGRAM_H
#define TKC_TEST_UNIT_ELABORATE_RANDOMPROGRAM_H

#include <cstdint>
#include <functional>
#include <random>
#include <string>
#include <vector>

namespace tkc::elaborate::test {

/// A function `f(x)` over int32 variables: the text, and what it returns.
class RandomProgram {
public:
  explicit RandomProgram(uint32_t seed);

  const std::string &text() const { return source; }
  int32_t run(int32_t x) const;

private:
  enum class Signal { Next, Break, Continue, Return };
  struct State {
    int32_t variables[4] = {};
    int32_t x = 0;
    int32_t counters[32] = {};
    int32_t result = 0;
  };
  using Action = std::function<Signal(State &)>;
  using Value = std::function<int32_t(const State &)>;
  using Block = std::vector<Action>;

  int pick(int count) { return static_cast<int>(random() % static_cast<unsigned>(count)); }
  void line(const std::string &text) { source += std::string(indent, ' ') + text + "\n"; }
  Value operand(std::string &text);
  Value expression(std::string &text);
  std::function<bool(const State &)> condition(std::string &text);
  Block block(int depth, bool isInLoop, int count);
  Action statement(int depth, bool isInLoop);
  Action assignment();
  Action branch(int depth, bool isInLoop);
  Action forLoop(int depth);
  Action whileLoop(int depth);
  static Signal runBlock(const Block &block, State &state);
  static Signal runLoop(const Block &body, const Block &elseBody, State &state, int32_t counter,
                        const std::vector<int32_t> &values);

  std::mt19937 random;
  std::string source;
  size_t indent = 4;
  int counters = 0;
  std::vector<int> visibleCounters;
  Block body;
};

} // namespace tkc::elaborate::test

#endif // TKC_TEST_UNIT_ELABORATE_RANDOMPROGRAM_H
