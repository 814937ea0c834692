// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the example hosts share around the part that they show: their two flags, inputs, files, and the verdict.
#ifndef TKC_PYTHON_FREE_EXAMPLES_EXAMPLE_H
#define TKC_PYTHON_FREE_EXAMPLES_EXAMPLE_H

#include "tkc/Data/Comparison.h"
#include "tkc/Data/Npy.h"
#include "tkc/Data/Random.h"
#include "tkc/Runtime/Runtime.h"

#include <cstdio>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace example {

/// Exit codes, as the tools of tkc have them.
enum ExitCode : int { Fine = 0, BadInput = 1, WrongUsage = 2, NoGpu = 3, CheckFailed = 4 };

/// The command line of an example.
struct Options {
  /// The compiled kernel; its JSON lies beside it.
  std::string cubin;
  /// Where inputs and expected outputs go; empty when the kernel is to be run.
  std::string dataFolder;
  /// False when the command line is wrong or asks for help; the text has been printed.
  bool isUsable = true;
  int exitCode = Fine;
};

inline Options parseOptions(int argc, char **argv) {
  constexpr std::string_view cubinFlag = "--cubin=", dataFlag = "--write-data=";
  Options options;
  options.cubin = std::string(argv[0]) + ".cubin";
  for (int i = 1; i < argc && options.isUsable; ++i) {
    std::string_view argument = argv[i];
    if (argument.substr(0, cubinFlag.size()) == cubinFlag) {
      options.cubin = argument.substr(cubinFlag.size());
    } else if (argument.substr(0, dataFlag.size()) == dataFlag && argument.size() > dataFlag.size()) {
      options.dataFolder = argument.substr(dataFlag.size());
    } else {
      bool asksForHelp = argument == "--help" || argument == "-h";
      std::fprintf(asksForHelp ? stdout : stderr,
                   "usage: %s [--cubin=FILE | --write-data=DIR]\n"
                   "  --cubin=FILE      run this cubin and check its results; by default %s.cubin\n"
                   "  --write-data=DIR  write inputs and expected outputs as .npy files instead; needs no GPU\n",
                   argv[0], argv[0]);
      options.exitCode = asksForHelp ? Fine : WrongUsage;
      options.isUsable = false;
    }
  }
  return options;
}

/// Numbers of the standard normal distribution; the same for the same stream on every machine.
inline tkc::data::Array makeNormal(tkc::data::ElementType type, std::vector<int64_t> shape, uint32_t stream) {
  tkc::data::Array array = tkc::data::Array::zeros(type, std::move(shape));
  tkc::data::CounterRandom random(/*seed=*/2024, stream);
  for (size_t i = 0; i < array.elementCount(); ++i) {
    array.setDouble(i, random.normalPair(i)[0]);
  }
  return array;
}

/// An array and what it is called in files and messages.
struct Named {
  std::string name;
  const tkc::data::Array &array;
};

/// Says why there is no result: a cubin that does not load, a launch that fails, a file that cannot be written.
inline int fail(const std::string &reason) {
  std::fprintf(stderr, "error: %s\n", reason.c_str());
  return BadInput;
}

/// Says why there is no GPU to run on.
inline int failWithoutGpu(const std::string &reason) {
  std::fprintf(stderr, "error: %s; --write-data needs no GPU\n", reason.c_str());
  return NoGpu;
}

/// Writes `DIR/name.npy` for each array.
inline int writeData(const Options &options, const std::vector<Named> &arrays) {
  for (const Named &named : arrays) {
    std::string path = options.dataFolder + "/" + named.name + ".npy";
    if (tkc::Status written = tkc::data::writeNpy(path, named.array); !written) {
      return fail(written.error());
    }
    std::printf("wrote %s: %s %s\n", path.c_str(), tkc::data::formatShape(named.array.shape).c_str(),
                std::string(tkc::data::elementTypeName(named.array.type)).c_str());
  }
  return Fine;
}

/// Device memory with the elements of an array.
inline tkc::Result<tkc::runtime::DeviceBuffer> upload(tkc::runtime::Gpu &gpu, const tkc::data::Array &array) {
  tkc::Result<tkc::runtime::DeviceBuffer> buffer = gpu.allocate(array.bytes.size());
  if (buffer) {
    if (tkc::Status status = buffer->write(array.bytes.data(), array.bytes.size()); !status) {
      return status.takeError();
    }
  }
  return buffer;
}

/// Copies an array to the GPU as the kernel's argument `name`. The memory lives in `buffers`.
inline tkc::Status bind(tkc::runtime::Gpu &gpu, const std::string &name, const tkc::data::Array &array,
                        tkc::runtime::Arguments &arguments, std::vector<tkc::runtime::DeviceBuffer> &buffers) {
  tkc::Result<tkc::runtime::DeviceBuffer> buffer = upload(gpu, array);
  if (!buffer) {
    return buffer.takeError();
  }
  arguments.pointer(name, buffer->address());
  buffers.push_back(std::move(*buffer));
  return {};
}

/// An output, what it should be, and how far it may be off: by `absolute + relative * |expected|`.
struct Check {
  std::string name;
  const tkc::data::Array &actual, &expected;
  double absolute = 0, relative = 0;
};

/// Compares outputs, prints the largest error of each and PASS or FAIL.
inline int judge(const std::vector<Check> &checks) {
  bool passes = true;
  for (const Check &check : checks) {
    tkc::data::Tolerance tolerance;
    tolerance.absolute = check.absolute;
    tolerance.relative = check.relative;
    tkc::Result<tkc::data::Comparison> comparison = tkc::data::compareArrays(check.actual, check.expected, tolerance);
    if (!comparison) {
      return fail(comparison.error());
    }
    std::printf("%s", tkc::data::formatComparison(check.name, *comparison, check.actual.shape).c_str());
    passes = passes && comparison->verdict() == tkc::data::Verdict::Pass;
  }
  std::printf("%s\n", passes ? "PASS" : "FAIL");
  return passes ? Fine : CheckFailed;
}

} // namespace example

#endif // TKC_PYTHON_FREE_EXAMPLES_EXAMPLE_H
