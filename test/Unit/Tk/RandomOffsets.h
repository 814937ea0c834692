// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Random chains of + - * as text of the tk dialect, with what they give in 64 and in 32 bits.
#ifndef TKC_TEST_UNIT_TK_RANDOMOFFSETS_H
#define TKC_TEST_UNIT_TK_RANDOMOFFSETS_H

#include <array>
#include <cstdint>
#include <random>
#include <string>

namespace tkc::tk {

constexpr unsigned numRows = 4, numColumns = 8, numElements = numRows * numColumns;

/// A value of the kernel: its name, its shape, and each element of the whole block, evaluated in 64 bits.
struct RandomValue {
  std::string name;
  bool hasRows = false, hasColumns = false;
  std::array<uint64_t, numElements> elements = {};

  bool isScalar() const { return !hasRows && !hasColumns; }
};

/// Writes ops that make random values for one program.
class RandomOffsets {
public:
  RandomOffsets(unsigned seed, int32_t program) : random(seed), program(program) {
    for (int32_t &argument : arguments) {
      argument = drawNumber();
    }
  }

  std::string text;
  /// The values of the parameters %a, %b and %c.
  std::array<int32_t, 3> arguments;

  /// Ops that the chains begin with.
  void writeLeaves() {
    text += "%pid = tk.program_id 0 : i32\n"
            "%row = tk.make_range 0, 4 : tensor<4xi32>\n%column = tk.make_range 3, 11 : tensor<8xi32>\n"
            "%rows = tk.expand_dims %row, 1 : tensor<4xi32> to tensor<4x1xi32>\n"
            "%columns = tk.expand_dims %column, 0 : tensor<8xi32> to tensor<1x8xi32>\n";
  }

  /// A chain with up to `depth` steps on each path.
  RandomValue draw(unsigned depth, bool isScalar) {
    if (depth == 0 || drawBelow(5) == 0) {
      return drawLeaf(isScalar);
    }
    RandomValue left = draw(depth - 1, isScalar), right = draw(depth - 1, isScalar);
    return combine(drawBelow(3), std::move(left), std::move(right));
  }

  /// The value as a block of both dimensions.
  std::string spread(const RandomValue &value, bool toRows = true, bool toColumns = true) {
    if (value.hasRows == toRows && value.hasColumns == toColumns) {
      return value.name;
    }
    std::string name = makeName();
    text += name + (value.isScalar() ? " = tk.splat " : " = tk.broadcast ") + value.name + " : " +
            type(value.hasRows, value.hasColumns) + " to " + type(toRows, toColumns) + "\n";
    return name;
  }

  uint64_t drawBelow(uint64_t bound) { return random() % bound; }
  std::string makeName() { return "%v" + std::to_string(nextName++); }

private:
  static std::string type(bool hasRows, bool hasColumns) {
    if (!hasRows && !hasColumns) {
      return "i32";
    }
    return std::string("tensor<") + (hasRows ? "4" : "1") + "x" + (hasColumns ? "8" : "1") + "xi32>";
  }

  int32_t drawNumber() {
    int32_t number = int32_t(random());
    return drawBelow(2) == 0 ? number : number % 1000;
  }

  RandomValue makeUniform(std::string name, int64_t number) {
    RandomValue value;
    value.name = std::move(name);
    value.elements.fill(uint64_t(number));
    return value;
  }

  RandomValue drawLeaf(bool isScalar) {
    switch (drawBelow(isScalar ? 4 : 6)) {
    case 0: {
      unsigned index = drawBelow(3);
      return makeUniform(std::string("%") + "abc"[index], arguments[index]);
    }
    case 1:
      return makeUniform("%pid", program);
    case 2:
    case 3: {
      int32_t number = drawNumber();
      std::string name = makeName();
      text += name + " = arith.constant " + std::to_string(number) + " : i32\n";
      return makeUniform(name, number);
    }
    default:
      return drawRange(drawBelow(2) == 0);
    }
  }

  RandomValue drawRange(bool isRows) {
    RandomValue value;
    value.name = isRows ? "%rows" : "%columns";
    value.hasRows = isRows;
    value.hasColumns = !isRows;
    for (unsigned element = 0; element < numElements; ++element) {
      value.elements[element] = isRows ? element / numColumns : 3 + element % numColumns;
    }
    return value;
  }

  RandomValue combine(unsigned kind, RandomValue left, RandomValue right) {
    RandomValue result;
    result.hasRows = left.hasRows || right.hasRows;
    result.hasColumns = left.hasColumns || right.hasColumns;
    std::string a = spread(left, result.hasRows, result.hasColumns);
    std::string b = spread(right, result.hasRows, result.hasColumns);
    result.name = makeName();
    const char *names[] = {"arith.addi ", "arith.subi ", "arith.muli "};
    text += result.name + " = " + names[kind] + a + ", " + b + " : " + type(result.hasRows, result.hasColumns) + "\n";
    for (unsigned element = 0; element < numElements; ++element) {
      uint64_t x = left.elements[element], y = right.elements[element];
      result.elements[element] = kind == 0 ? x + y : kind == 1 ? x - y : x * y;
    }
    return result;
  }

  std::mt19937 random;
  int32_t program;
  unsigned nextName = 0;
};

} // namespace tkc::tk

#endif // TKC_TEST_UNIT_TK_RANDOMOFFSETS_H
