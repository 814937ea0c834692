// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Modules in files: where they are found, and what importing them binds.
#include "tkc/Diagnostics/DiagnosticRenderer.h"
#include "tkc/Evaluate/Evaluator.h"
#include "tkc/Evaluate/Operations.h"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>

using namespace tkc;
using namespace tkc::evaluate;
namespace fs = std::filesystem;

namespace {

/// A folder with source files, removed with the test.
class Import : public testing::Test {
protected:
  void SetUp() override {
    root = fs::path(testing::TempDir()) / testing::UnitTest::GetInstance()->current_test_info()->name();
    fs::remove_all(root);
    fs::create_directories(root);
  }
  void TearDown() override { fs::remove_all(root); }

  void write(const std::string &path, const std::string &text) {
    fs::create_directories((root / path).parent_path());
    std::ofstream(root / path) << text;
  }

  /// repr of `x` after the file ran.
  std::string run(const std::string &path, std::vector<std::string> searchFolders = {}) {
    SourceManager sources;
    ModuleLoader loader(sources, std::move(searchFolders));
    Evaluator evaluator(loader);
    std::string error;
    const SourceModule *source = loader.loadFile((root / path).string(), error);
    if (!source || source->diagnostics.hasErrors()) {
      return error + (source ? renderText(source->diagnostics) : "");
    }
    std::shared_ptr<ModuleObject> module = evaluator.evaluateModule(*source);
    const Object *x = module->globals->names.find("x");
    return !x ? "unbound" : x->isUnknown() ? x->asUnknown().exception + ": " + x->asUnknown().reason : repr(*x);
  }

  fs::path root;
};

} // namespace

TEST_F(Import, FindsFilesBesideTheImporter) {
  write("main.tk", "import other\nfrom other import y as z\nx = (other.y, z)");
  write("other.py", "y = 3");
  EXPECT_EQ(run("main.tk"), "(3, 3)");
}

TEST_F(Import, PrefersTkFiles) {
  write("main.tk", "from other import x");
  write("other.py", "x = 'py'");
  write("other.tk", "x = 'tk'");
  EXPECT_EQ(run("main.tk"), "'tk'");
}

TEST_F(Import, FindsPackagesAndSubmodules) {
  write("main.py", "import pkg.sub.leaf\nimport pkg.sub.leaf as l\nfrom pkg import helper\nfrom pkg.sub import leaf\n"
                   "x = (pkg.sub.leaf.v, l.v, helper, leaf.v)");
  write("pkg/__init__.py", "from .tools import helper");
  write("pkg/tools.py", "helper = 'h'");
  write("pkg/sub/leaf.py", "v = 7");
  EXPECT_EQ(run("main.py"), "(7, 7, 'h', 7)");
}

TEST_F(Import, FollowsRelativeImports) {
  write("pkg/__init__.py", "");
  write("pkg/ops/main.py",
        "from ..common import a\nfrom . import b\nfrom .b import c as d\nfrom ..deep.er import e\nx = (a, b.c, d, e)");
  write("pkg/ops/b.py", "c = 2");
  write("pkg/common.py", "a = 1");
  write("pkg/deep/er.py", "e = 5");
  EXPECT_EQ(run("pkg/ops/main.py"), "(1, 2, 2, 5)");
}

TEST_F(Import, FindsTheImportersOwnPackageByItsName) {
  write("fla/__init__.py", "import torch");
  write("fla/utils.py", "flag = 1");
  write("fla/ops/__init__.py", "");
  write("fla/ops/main.py", "from fla.utils import flag as x");
  EXPECT_EQ(run("fla/ops/main.py"), "1");
}

TEST_F(Import, FindsNamespacePackagesAboveTheImporter) {
  write("lib/ops/main.py", "from lib.utils.tools import v as x");
  write("lib/utils/tools.py", "v = 9");
  EXPECT_EQ(run("lib/ops/main.py"), "9");
}

TEST_F(Import, LooksInSearchFolders) {
  write("main.py", "from far import x");
  write("include/far.py", "x = 4");
  EXPECT_EQ(run("main.py", {(root / "include").string()}), "4");
}

TEST_F(Import, ToleratesCircles) {
  write("a.py", "from b import g\ndef f(n): return 'f' if n == 0 else g(n - 1)\nx = f(3)");
  write("b.py", "from a import f\ndef g(n): return 'g' if n == 0 else f(n - 1)");
  EXPECT_EQ(run("a.py"), "'g'");
}

TEST_F(Import, TakesAllPublicNames) {
  write("main.py", "from a import *\nfrom b import *\nx = (v, shown)\ntry:\n  hidden\n  x += (4,)\nexcept NameError:\n "
                   " x += ('no',)");
  write("a.py", "v = 1\n_w = 2");
  write("b.py", "__all__ = ['shown']\nshown = 3\nhidden = 4");
  EXPECT_EQ(run("main.py"), "(1, 3, 'no')");
}

TEST_F(Import, ReexportsTritonUnderOtherNames) {
  write("main.py", "from pkg import tl, triton\nfrom pkg.exp import exp\nx = (tl.float16, triton.cdiv(5, 2), exp)");
  write("pkg/__init__.py", "import triton\nimport triton.language as tl");
  write("pkg/exp.py", "import triton.language as tl\nexp = tl.exp");
  EXPECT_EQ(run("main.py"), "(fp16, 3, <tl.exp>)");
}

TEST_F(Import, RunsEachFileOnce) {
  write("main.py", "import a, b\nx = a.log is b.log");
  write("a.py", "from state import log");
  write("b.py", "from state import log");
  write("state.py", "log = []");
  EXPECT_EQ(run("main.py"), "True");
}

TEST_F(Import, TellsWhyANameOfABrokenFileIsUnknown) {
  write("main.py", "from broken import x");
  write("broken.py", "y = 1\nx = = 2\n");
  std::string text = run("main.py");
  EXPECT_NE(text.find("has errors, the first in line 2"), std::string::npos) << text;
}

TEST_F(Import, IsNotShadowedByFilesNamedLikeProvidedModules) {
  write("main.py", "import math\nx = math.floor(2.5)");
  write("math.py", "floor = None");
  EXPECT_EQ(run("main.py"), "2");
}

TEST_F(Import, TakesNotTheRootFolderForAPackage) {
  SourceManager sources;
  ModuleLoader loader(sources);
  Evaluator evaluator(loader);
  std::string text = "from .. import tmp\nfrom ..tmp import x as y\nfrom ..tmp import *\nfrom ... import tmp as z\n";
  const SourceModule *source = loader.loadBuffer(sources.addBuffer("/nowhere/test.tk", text));
  std::shared_ptr<ModuleObject> module = evaluator.evaluateModule(*source);
  EXPECT_EQ(repr(*module->globals->names.find("tmp")), "<..tmp>");
  EXPECT_EQ(repr(*module->globals->names.find("y")), "<..tmp.x>");
  EXPECT_EQ(repr(*module->globals->names.find("z")), "<...tmp>");
}

TEST_F(Import, OfAMissingNameIsUnknown) {
  write("main.py", "from a import nope as x");
  write("a.py", "");
  EXPECT_EQ(run("main.py"), "ImportError: the module `a` has no `nope`");
}

TEST_F(Import, KnowsTheNamesOfTkFilesOnlyThere) {
  write("main.py", "x = triton.cdiv(3, 2)");
  write("main.tk", "x = triton.cdiv(3, 2)");
  EXPECT_EQ(run("main.py"), "NameError: the name `triton` is not defined");
  EXPECT_EQ(run("main.tk"), "2");
}

TEST_F(Import, GivesFunctionsOfLanguageModules) {
  SourceManager sources;
  ModuleLoader loader(sources);
  Evaluator evaluator(loader);
  evaluator.addLanguageModule(
      "tkc.stdlib.test", "@triton.jit\ndef softmax(x):\n  return _inner(x)\n@triton.jit\ndef _inner(x):\n  return x\n");
  write("main.tk", "x = tl.softmax\ny = tl.load\nz = hasattr(tl, '_inner')");
  std::string error;
  std::shared_ptr<ModuleObject> module = evaluator.evaluateModule(*loader.loadFile((root / "main.tk").string(), error));
  EXPECT_EQ(repr(*module->globals->names.find("x")), "<function softmax>");
  EXPECT_EQ(repr(*module->globals->names.find("y")), "<tl.load>");
  EXPECT_EQ(repr(*module->globals->names.find("z")), "False");
}
