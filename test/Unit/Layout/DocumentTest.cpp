// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Keeps the grids of docs/Layouts.md true.
#include "tkc/Layout/Encodings.h"

#include <fstream>
#include <sstream>

#include "gtest/gtest.h"

using namespace tkc::layout;

namespace {

class LayoutsPage : public testing::Test {
protected:
  void SetUp() override {
    std::ifstream file(TKC_SOURCE_DIR "/docs/Layouts.md");
    std::stringstream stream;
    stream << file.rdbuf();
    page = stream.str();
    ASSERT_FALSE(page.empty());
  }
  void expectOnPage(const std::string &grid) const {
    EXPECT_NE(page.find("\n" + grid), std::string::npos) << "docs/Layouts.md lacks\n" << grid;
  }

  std::string page;
};

TEST_F(LayoutsPage, ShowsTheEncodingsAsTheyAre) {
  BlockedEncoding blocked{{2, 2}, {4, 8}, {1, 1}, {1, 0}, {}};
  MmaEncoding mma{2, {1, 1}, {16, 8}, {}};
  expectOnPage(toLinearLayout(blocked, {8, 16}).toString());
  expectOnPage(toLinearLayout(blocked, {8, 16}).toGrid(4, 8));
  expectOnPage(toLinearLayout(SliceEncoding{1, std::make_shared<DistributedEncoding>(blocked)}, {8}).toGrid(1, 8));
  expectOnPage(toLinearLayout(mma, {16, 8}).toGrid(2, 8));
  expectOnPage(toLinearLayout(DotOperandEncoding{mma, 0, 2}, {16, 16}).toGrid(2, 16));
  expectOnPage(toLinearLayout(DotOperandEncoding{mma, 1, 2}, {16, 8}).toGrid(4, 8));
  expectOnPage(toLinearLayout(SwizzledEncoding{2, 1, 4, {1, 0}, {}}, {4, 8}).toGrid(4, 8));
}

} // namespace
