# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How lit finds and runs the tests of tkc."""
import os

import lit.formats

config.name = "tkc"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".tk", ".py", ".test", ".ll"]
config.excludes = ["Unit", "Inputs", "lit.cfg.py", "CMakeLists.txt"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.build_root, "test")
config.environment["PATH"] = os.pathsep.join(
    [os.path.join(config.build_root, "bin"), config.llvm_tools, config.environment["PATH"]])
config.environment["CUDA_HOME"] = os.environ.get("CUDA_HOME", "/usr/local/cuda")
config.substitutions.append(("%examples", os.path.join(config.source_root, "python-free-examples")))
config.substitutions.append(("%fake_cuda", os.path.join(config.build_root, "test", "Unit", "libFakeCuda.so")))
config.substitutions.append(("%tools_dev", os.path.join(config.source_root, "tools", "dev")))
config.substitutions.append(("%docs", os.path.join(config.source_root, "docs")))
config.substitutions.append(("%exits", os.path.join(config.source_root, "test", "Inputs", "exits")))
if os.path.exists("/dev/nvidia0"):
    config.available_features.add("gpu")
