// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Op ids as lines of a virtual file, and the .loc directives made from them.
#include "tkc/Target/Ptx/OpLines.h"

#include "tkc/Dialect/Tk/IR/Identity.h"
#include "tkc/Dialect/Tk/IR/Tk.h"

#include "mlir/IR/MLIRContext.h"

#include <gtest/gtest.h>

using namespace mlir;
using namespace tkc::ptx;

namespace {
struct OpLines : ::testing::Test {
  OpLines() { context.loadDialect<tkc::tk::TkDialect>(); }

  Location at(llvm::StringRef file, unsigned line, unsigned column, llvm::ArrayRef<int32_t> ids) {
    auto place = FileLineColLoc::get(StringAttr::get(&context, file), line, column);
    return tkc::tk::makeLocation(place, ids);
  }

  MLIRContext context;
  OpLineTable table;
};
} // namespace

TEST_F(OpLines, equal_locations_share_a_line) {
  unsigned first = table.intern(at("a.tk", 3, 5, {1}));
  EXPECT_EQ(first, 1u);
  EXPECT_EQ(table.intern(at("a.tk", 4, 5, {1, 2})), 2u);
  EXPECT_EQ(table.intern(at("a.tk", 3, 5, {1})), first);
  EXPECT_EQ(table.intern(UnknownLoc::get(&context)), 0u);
  EXPECT_EQ(table.line(2).ids, (llvm::SmallVector<int32_t>{1, 2}));
}

TEST_F(OpLines, source_rows_name_the_source_file_only) {
  table.intern(at("/some/folder/a.tk", 3, 5, {7}));
  std::string text =
      writeLineTable("\t.loc\t1 1 0   // tkc.ops:1\nadd;\n\t.file\t1 \"/x/tkc.ops\"\n", table, LineInfo::Source);
  EXPECT_EQ(text, "\t.loc\t1 3 5\nadd;\n\t.file\t1 \"a.tk\", 1, 1\n");
}

TEST_F(OpLines, op_rows_are_inlined_at_their_source) {
  table.intern(at("a.tk", 3, 5, {7}));
  std::string text = writeLineTable(".visible .entry k(\n\t.loc\t1 1 0\nadd;\n", table, LineInfo::Ops);
  EXPECT_NE(text.find("\t.loc\t2 3 5\n\t.loc\t1 1 0, function_name $L__info_string0, inlined_at 2 3 5\n"),
            std::string::npos);
  EXPECT_NE(text.find("$L__info_string0:\n\t.b8 107\n\t.b8 0\n"), std::string::npos);
}

TEST_F(OpLines, local_memory_is_no_row) {
  std::string declaration = "\t.local .align 4 .b8 \t__local_depot0[28];\n";
  EXPECT_EQ(writeLineTable(declaration, table, LineInfo::Source), declaration);
}

TEST_F(OpLines, no_rows_are_left_without_line_info) {
  table.intern(at("a.tk", 3, 5, {7}));
  EXPECT_EQ(writeLineTable("\t.loc\t1 1 0\nadd;\n", table, LineInfo::None), "add;\n");
}
