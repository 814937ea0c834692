// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which parameters a place depends on.
#include "tkc/Guess/Relevance.h"

#include "tkc/Evaluate/Evaluator.h"
#include "tkc/Evaluate/SyntaxWalk.h"
#include "tkc/Import/ModuleLoader.h"

#include <gtest/gtest.h>

using namespace tkc;
using namespace tkc::guess;

namespace {

/// A kernel `k`, and questions about places in it that its text names.
class RelevanceOf {
public:
  explicit RelevanceOf(const std::string &text) : loader(sources), evaluator(loader), text(text) {
    buffer = &sources.addBuffer("test.tk", text);
    const SourceModule *source = loader.loadBuffer(*buffer);
    EXPECT_FALSE(source->diagnostics.hasErrors());
    module = evaluator.evaluateModule(*source);
  }

  std::string at(const std::string &place) { return join(relevance().parametersAt({rangeOf(place)})); }

  std::string before(const std::string &place) {
    std::string result;
    evaluate::forEachStatement(kernel().definition->body, [&](const ast::Stmt &stmt) {
      if (stmt.range.begin == rangeOf(place).begin) {
        result = join(relevance().parametersBefore(stmt));
      }
    });
    return result;
  }

  /// The text of the branch or loop around the statement, up to the end of its line.
  std::string around(const std::string &place) {
    std::string result = "nothing";
    evaluate::forEachStatement(kernel().definition->body, [&](const ast::Stmt &stmt) {
      const ast::Stmt *parent = stmt.range.begin == rangeOf(place).begin ? relevance().parentOf(stmt) : nullptr;
      result =
          parent ? text.substr(parent->range.begin, text.find(':', parent->range.begin) - parent->range.begin) : result;
    });
    return result;
  }

private:
  const evaluate::FunctionObject &kernel() { return module->globals->names.find("k")->asFunction(); }
  Relevance relevance() { return Relevance(kernel()); }
  SourceRange rangeOf(const std::string &place) {
    auto begin = uint32_t(text.find(place));
    return {buffer, begin, begin + uint32_t(place.size())};
  }
  static std::string join(const std::vector<std::string> &names) {
    std::string result;
    for (const std::string &name : names) {
      result += (result.empty() ? "" : " ") + name;
    }
    return result;
  }

  SourceManager sources;
  ModuleLoader loader;
  evaluate::Evaluator evaluator;
  std::string text;
  const SourceBuffer *buffer = nullptr;
  std::shared_ptr<evaluate::ModuleObject> module;
};

} // namespace

TEST(Relevance, GoesBackThroughAssignments) {
  RelevanceOf kernel("@jit\ndef k(x, y, n, B: tl.constexpr, C: tl.constexpr):\n"
                     "  i = tl.arange(0, B)\n"
                     "  p, q = x + i, y\n"
                     "  v = tl.load(p)\n"
                     "  v += C\n"
                     "  tl.store(y, v)\n"
                     "  tl.store(x, n)\n");
  EXPECT_EQ(kernel.at("tl.store(y, v)"), "y C x B");
  EXPECT_EQ(kernel.at("tl.store(x, n)"), "x n");
  EXPECT_EQ(kernel.at("tl.load(p)"), "x y B");
  EXPECT_EQ(kernel.at("@jit"), "");
}

TEST(Relevance, TakesTheInnermostStatement) {
  RelevanceOf kernel("@jit\ndef k(x, n, F: tl.constexpr):\n"
                     "  for j in range(n):\n"
                     "    if F:\n"
                     "      tl.store(x, 1.0)\n");
  EXPECT_EQ(kernel.at("tl.store"), "x");
  EXPECT_EQ(kernel.at("if F"), "F");
  EXPECT_EQ(kernel.at("range(n)"), "n");
}

TEST(Relevance, WhatGuardsAStatement) {
  RelevanceOf kernel("@jit\ndef k(x, n, F: tl.constexpr, G: tl.constexpr, H: tl.constexpr):\n"
                     "  g = G * 2\n"
                     "  if H:\n"
                     "    return\n"
                     "  if F:\n"
                     "    if g > 3:\n"
                     "      tl.store(x, 1.0)\n"
                     "  else:\n"
                     "    tl.store(x, 2.0)\n"
                     "  while n > 0:\n"
                     "    n -= 1\n");
  EXPECT_EQ(kernel.before("g = G"), "");
  EXPECT_EQ(kernel.before("tl.store(x, 1.0)"), "F H G");
  EXPECT_EQ(kernel.before("tl.store(x, 2.0)"), "F H");
  EXPECT_EQ(kernel.before("n -= 1"), "n H");
  EXPECT_EQ(kernel.around("tl.store(x, 1.0)"), "if g > 3");
  EXPECT_EQ(kernel.around("tl.store(x, 2.0)"), "if F");
  EXPECT_EQ(kernel.around("n -= 1"), "while n > 0");
  EXPECT_EQ(kernel.around("g = G"), "nothing");
}
