// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Elaborated kernels compute what their source says: they run in the interpreter, against the same code in C++.
#include <cmath>
#include <gtest/gtest.h>
#include <utility>

#include "ElaborateKernel.h"
#include "ExecuteKernel.h"

namespace tkc::elaborate::test {

using Ints = std::vector<int64_t>;

static Ints tabulate(int64_t count, const std::function<int64_t(int64_t)> &function) {
  Ints result;
  for (int64_t i = 0; i < count; ++i) {
    result.push_back(function(i));
  }
  return result;
}

/// Adds a kernel that stores `f(program)`.
static std::string withKernel(const std::string &helpers) {
  return helpers + R"(
@triton.jit
def kernel(out: "*i32"):
    pid = tl.program_id(0)
    tl.store(out + pid, f(pid))
)";
}

TEST(Execute, mixesBreakContinueReturnAndElse) {
  auto expected = [](int64_t x) -> int64_t {
    int64_t total = 0, i = 0;
    bool broke = false;
    while (i < x) {
      i += 1;
      if (i % 3 == 0) {
        continue;
      }
      bool innerBroke = false;
      for (int64_t j = 0; j < 5; ++j) {
        if (j == i) {
          innerBroke = true;
          break;
        }
        if (total > 2040) {
          return total * 100 + j;
        }
        if ((i + j) % 2 == 0) {
          continue;
        }
        total += i * j;
      }
      if (!innerBroke) {
        total += 1000;
      }
      if (i == 9) {
        broke = true;
        break;
      }
    }
    return broke ? total : total + 5;
  };
  EXPECT_EQ(execute(withKernel(R"(
@triton.jit
def f(x):
    total = 0
    i = 0
    while i < x:
        i += 1
        if i % 3 == 0:
            continue
        for j in range(5):
            if j == i:
                break
            if total > 2040:
                return total * 100 + j
            if (i + j) % 2 == 0:
                continue
            total += i * j
        else:
            total += 1000
        if i == 9:
            break
    else:
        total += 5
    return total
)"),
                    16),
            tabulate(16, expected));
}

TEST(Execute, leavesUnrolledLoopsAtRunTime) {
  auto expected = [](int64_t x) -> int64_t {
    int64_t total = 0;
    for (int64_t i = 0; i < 6; ++i) {
      if (i == x) {
        continue;
      }
      if (total > x * 2) {
        break;
      }
      if (x == 11 && i == 3) {
        return -total;
      }
      total += i;
    }
    return total * 10;
  };
  EXPECT_EQ(execute(withKernel(R"(
@triton.jit
def f(x):
    total = 0
    for i in tl.static_range(6):
        if i == x:
            continue
        if total > x * 2:
            break
        if x == 11 and i == 3:
            return -total
        total += i
    return total * 10
)"),
                    16),
            tabulate(16, expected));
}

TEST(Execute, countsDownAndByRunTimeSteps) {
  auto expected = [](int64_t x) -> int64_t {
    int64_t total = 0;
    for (int64_t i = x; i > 1; i -= 3) {
      total = total * 7 + i;
    }
    for (int64_t i = 1; i < 20; i += x + 1) {
      total += i;
    }
    return total % 100003;
  };
  EXPECT_EQ(execute(withKernel(R"(
@triton.jit
def f(x):
    total = 0
    for i in range(x, 1, -3):
        total = total * 7 + i
    for i in range(1, 20, x + 1):
        total += i
    return total % 100003
)"),
                    16),
            tabulate(16, expected));
}

TEST(Execute, carriesTuplesAndSwapsValues) {
  auto expected = [](int64_t x) -> int64_t {
    int64_t a = 0, b = 1;
    for (int64_t i = 0; i < x; ++i) {
      int64_t next = a + b;
      a = b;
      b = next;
    }
    return a;
  };
  EXPECT_EQ(execute(withKernel(R"(
@triton.jit
def f(x):
    a, b = 0, 1
    for i in range(x):
        a, b = b, a + b
    pair = (a, (b, a))
    for i in range(2):
        pair = (pair[1][1], (pair[1][0], pair[0]))
    return pair[0]
)"),
                    16),
            tabulate(16, expected));
}

TEST(Execute, bindsTheWalrusOfAWhile) {
  auto expected = [](int64_t x) -> int64_t {
    int64_t n = x, steps = 0, y = 0;
    while ((y = n * 2 - 3) > 0) {
      n -= 2;
      steps += y;
    }
    return steps * 100 + y;
  };
  EXPECT_EQ(execute(withKernel(R"(
@triton.jit
def f(x):
    n = x
    steps = 0
    while (y := n * 2 - 3) > 0:
        n -= 2
        steps += y
    return steps * 100 + y
)"),
                    16),
            tabulate(16, expected));
}

TEST(Execute, leavesAWhileByBreakWithTheValueOfItsWalrus) {
  auto expected = [](int64_t x) -> int64_t {
    int64_t n = x, v = 0, w = 0;
    while ((v = n) < 100 && (w = n + 1) < 12) {
      n += 2;
      if (n > 9) {
        w += 100;
        break;
      }
    }
    return w * 100 + v;
  };
  EXPECT_EQ(execute(withKernel(R"(
@triton.jit
def f(x):
    n = x
    while (v := n) < 100 and (w := n + 1) < 12:
        n += 2
        if n > 9:
            w += 100
            break
    return w * 100 + v
)"),
                    16),
            tabulate(16, expected));
}

TEST(Execute, bindsTheWalrusOfATestThatIsAlwaysTrue) {
  auto expected = [](int64_t x) -> int64_t {
    int64_t n = x, m = x + 3, turns = 0, v = 0;
    while (true) {
      std::swap(n, m);
      v = n;
      turns += n;
      if (turns > 40) {
        break;
      }
    }
    return turns * 100 + v;
  };
  EXPECT_EQ(execute(withKernel(R"(
@triton.jit
def f(x):
    n = x
    m = x + 3
    turns = 0
    while (o := n, n := m, m := o, v := n, True)[4]:
        turns += n
        if turns > 40:
            break
    return turns * 100 + v
)"),
                    16),
            tabulate(16, expected));
}

TEST(Execute, readsWhatALoopHasBoundInItsElse) {
  auto expected = [](int64_t x) -> int64_t {
    int64_t v = x > 0 ? x - 1 : -1;
    int64_t result = x > 5 ? 50 : v;
    result = result * 100 + (x > 0 ? 0 : x);
    return result * 100 + 2 + x;
  };
  EXPECT_EQ(execute(withKernel(R"(
@triton.jit
def f(x):
    r = 0
    v = -1
    for k in range(x):
        v = k
        if k > 4:
            r = 50
            break
    else:
        r = v
    n = x
    w = x
    while n > 0:
        n -= 1
        w = n
    else:
        r = r * 100 + w
    for k in tl.static_range(3):
        w = k + x
    else:
        r = r * 100 + w
    return r
)"),
                    16),
            tabulate(16, expected));
}

TEST(Execute, deletesNamesWhereEachPathHasThem) {
  auto expected = [](int64_t x) -> int64_t { return x > 1 ? x - 1 + 7 : (x > 0 ? x - 1 : 100) + 9; };
  EXPECT_EQ(execute(withKernel(R"(
@triton.jit
def f(x):
    v = 100
    w = x
    for k in range(x):
        del v
        v = k
        if x > 1:
            u = 7
        else:
            u = 8
        del u
    for k in range(x):
        del w
        break
    if x > 1:
        a = 7
    else:
        a = 9
        b = v
        del b
    r = v + a
    del a
    return r
)"),
                    16),
            tabulate(16, expected));
}

TEST(Execute, seesTheValueOfTheBreakingIteration) {
  auto expected = [](int64_t x) -> int64_t {
    int64_t i = x, last = 0;
    while (true) {
      last = i * i;
      i -= 3;
      if (i < 0) {
        break;
      }
    }
    return last + i;
  };
  EXPECT_EQ(execute(withKernel(R"(
@triton.jit
def f(x):
    i = x
    while True:
        last = i * i
        i -= 3
        if i < 0:
            break
    return last + i
)"),
                    16),
            tabulate(16, expected));
}

TEST(Execute, returnsOutOfAnEndlessWhile) {
  auto expected = [](int64_t x) -> int64_t {
    int64_t steps = 0;
    for (int64_t n = x + 1; n != 1; ++steps) {
      n = n % 2 == 0 ? n / 2 : 3 * n + 1;
    }
    return steps;
  };
  EXPECT_EQ(execute(withKernel(R"(
@triton.jit
def collatz(n):
    steps = 0
    while True:
        if n == 1:
            return steps
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        steps += 1

@triton.jit
def f(x):
    if x < 1000:
        return collatz(x + 1)
    return -1
)"),
                    40),
            tabulate(40, expected));
}

TEST(Execute, sortsBlocks) {
  EXPECT_EQ(execute(R"(
@triton.jit
def kernel(out: "*i32"):
    offsets = tl.arange(0, 16)
    x = (offsets * 7 + 3) % 16 - 8
    tl.store(out + offsets, tl.sort(x))
    tl.store(out + 16 + offsets, tl.sort(x, descending=True))
    tl.store(out + 32 + tl.arange(0, 4), tl.topk(x, 4))
    tl.store(out + 36 + tl.arange(0, 2), tl.topk(x, 2, descending=False))
)",
                    38, 1),
            (Ints{-8, -7, -6, -5, -4, -3, -2, -1, 0,  1,  2,  3,  4,  5, 6, 7, 7, 6,  5,
                  4,  3,  2,  1,  0,  -1, -2, -3, -4, -5, -6, -7, -8, 7, 6, 5, 4, -8, -7}));
}

/// Philox 4x32 with 10 rounds, from its definition.
static std::array<uint32_t, 4> philox(std::array<uint32_t, 4> counter, std::array<uint32_t, 2> key) {
  for (int round = 0; round < 10; ++round) {
    uint64_t first = uint64_t(0xD2511F53) * counter[0];
    uint64_t second = uint64_t(0xCD9E8D57) * counter[2];
    counter = {uint32_t(second >> 32) ^ counter[1] ^ key[0], uint32_t(second),
               uint32_t(first >> 32) ^ counter[3] ^ key[1], uint32_t(first)};
    key[0] += 0x9E3779B9;
    key[1] += 0xBB67AE85;
  }
  return counter;
}

TEST(Execute, makesPhiloxNumbers) {
  auto expected = [](int64_t x) { return int64_t(int32_t(philox({uint32_t(x), 0, 0, 0}, {42, 0})[0])); };
  EXPECT_EQ(execute(R"(
@triton.jit
def kernel(out: "*i32"):
    offsets = tl.arange(0, 16)
    tl.store(out + offsets, tl.randint(42, offsets).to(tl.int32, bitcast=True))
)",
                    16, 1),
            tabulate(16, expected));
  // The published test vector of a zero counter and key.
  EXPECT_EQ(philox({0, 0, 0, 0}, {0, 0})[0], 0x6627e8d5u);
}

} // namespace tkc::elaborate::test
