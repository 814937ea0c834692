// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parsing the command lines of tkc-run and tkc-bench.
#include "tkc/Bench/RunFlags.h"

#include "tkc/Bench/PtxProvider.h"

#include <algorithm>
#include <cstdlib>

namespace tkc::bench {

using knobs::FlagTable;
using knobs::FlagValue;

/// `NAME=VALUE` where NAME is an identifier, a part of a parameter, or the position of one.
static Result<std::pair<std::string, std::string>> parseNamed(std::string_view text) {
  size_t digits = 0;
  while (digits < text.size() && text[digits] >= '0' && text[digits] <= '9') {
    ++digits;
  }
  if (digits > 0 && digits + 1 < text.size() && text[digits] == '=') {
    return std::make_pair(std::string(text.substr(0, digits)), std::string(text.substr(digits + 1)));
  }
  size_t part = text.find_first_of(".["), equals = text.find('=');
  if (equals != std::string_view::npos && part != 0 && part < equals) {
    // A piece of a tensor descriptor, such as `d.shape[0]`, or the item `t[0]` of a tuple.
    return std::make_pair(std::string(text.substr(0, equals)), std::string(text.substr(equals + 1)));
  }
  return knobs::parseAssignment(text);
}

static Status addValue(RunFlags &flags, const std::string &name, std::string_view text) {
  bool isPosition = name[0] >= '0' && name[0] <= '9' && name.size() < 5;
  Result<ValueSpec> spec = parseValueSpec(text);
  if (!isPosition || !spec) {
    return ErrorMessage{"`" + name + "`: " +
                        (spec ? "bytes: and tensormap: are for parameters of PTX files, by position" : spec.error())};
  }
  flags.values.push_back({size_t(std::strtoul(name.c_str(), nullptr, 10)), std::move(*spec)});
  return {};
}

static Status addArgument(RunFlags &flags, std::string_view text) {
  auto assignment = parseNamed(text);
  if (!assignment) {
    return ErrorMessage{"expects NAME=SPEC, got `" + std::string(text) + "`"};
  }
  if (isValueSpec(assignment->second)) {
    return addValue(flags, assignment->first, assignment->second);
  }
  Result<data::ArgumentSpec> spec = data::parseArgumentSpec(assignment->second);
  if (!spec) {
    return ErrorMessage{"`" + assignment->first + "`: " + spec.error()};
  }
  for (const NamedSpec &given : flags.arguments) {
    if (given.name == assignment->first) {
      return ErrorMessage{"`" + given.name + "` is given twice"};
    }
  }
  flags.arguments.push_back({assignment->first, *spec});
  return {};
}

static Status addFile(std::vector<NamedFile> &files, std::string_view text) {
  auto assignment = parseNamed(text);
  if (!assignment) {
    return ErrorMessage{"expects NAME=FILE.npy, got `" + std::string(text) + "`"};
  }
  files.push_back({assignment->first, assignment->second});
  return {};
}

static void addExpression(FlagTable &table, std::string name, std::string help,
                          std::optional<launch::Expression> &field) {
  auto apply = [&field](std::string_view text) -> Status {
    Result<launch::Expression> expression = launch::parseExpression(text);
    if (!expression) {
      return expression.takeError();
    }
    field = *expression;
    return {};
  };
  table.add({std::move(name), FlagValue::Needed, "EXPR", std::move(help), std::move(apply)});
}

static void addTolerance(FlagTable &table, std::string name, std::string help, std::optional<double> &field) {
  auto apply = [&field](std::string_view text) -> Status {
    std::string copy(text);
    char *end = nullptr;
    double value = std::strtod(copy.c_str(), &end);
    if (copy.empty() || *end != '\0' || !(value >= 0) || value > 1e300) {
      return ErrorMessage{"expects a number of at least 0, got `" + copy + "`"};
    }
    field = value;
    return {};
  };
  table.add({std::move(name), FlagValue::Needed, "X", std::move(help), std::move(apply)});
}

static void addLaunchFlags(FlagTable &table, RunFlags &flags) {
  table.beginSection("Launch");
  table.add({"--arg", FlagValue::Needed, "NAME=SPEC",
             "an argument: randn:, uniform:, zeros:, ones:, arange: or empty:SHAPE[:TYPE],",
             [&flags](auto text) { return addArgument(flags, text); }});
  addExpression(table, "--grid", "X[,Y[,Z]] over arguments and constants; the source's grid without it", flags.grid);
  table.addChoice("--device", {"interp", "sim", "cuda"}, "where to run; the GPU when there is one without it",
                  [&flags](size_t index) {
                    const DeviceKind kinds[] = {DeviceKind::Interp, DeviceKind::Sim, DeviceKind::Cuda};
                    flags.device = kinds[index];
                  });
  table.addInteger("--gpu", 0, 1023, "which GPU", [&flags](int64_t value) { flags.gpu = value; });
  table.addInteger("--seed", 0, INT64_MAX, "of the random arguments",
                   [&flags](int64_t value) { flags.seed = uint64_t(value); });
}

static void addCheckFlags(FlagTable &table, RunFlags &flags) {
  table.beginSection("Check");
  table.add({"--check", FlagValue::Needed, "interp|NAME=FILE.npy",
             "compare the outputs with the interpreter's, or one with a file; may be repeated",
             [&flags](std::string_view text) -> Status {
               flags.checkWithInterp = flags.checkWithInterp || text == "interp";
               return text == "interp" ? Status() : addFile(flags.checks, text);
             }});
  addTolerance(table, "--atol", "absolute tolerance; 0 against the interpreter, else by the type",
               flags.absoluteTolerance);
  addTolerance(table, "--rtol", "relative tolerance, likewise", flags.relativeTolerance);
  table.addSwitch("--bisect-opt", "find the first transformation with which interpreter and simulator disagree",
                  [&flags] { flags.bisects = true; });
  table.addInteger("--max-undecided", 0, INT64_MAX, "how many elements of an array may be undecided",
                   [&flags](int64_t value) { flags.mostUndecided = value; });
  table.add({"--save", FlagValue::Needed, "NAME=FILE.npy", "write an argument after the run; may be repeated",
             [&flags](std::string_view text) { return addFile(flags.saves, text); }});
}

/// `all`, `none`, or a list of `bounds`, `definedness` and `races`.
static Status parseChecks(std::string_view text, sim::CheckOptions &checks) {
  bool isAll = text == "all";
  checks = {isAll, isAll, isAll};
  if (isAll || text == "none") {
    return {};
  }
  for (size_t begin = 0; begin <= text.size();) {
    size_t end = std::min(text.find(',', begin), text.size());
    std::string_view word = text.substr(begin, end - begin);
    bool *field = word == "bounds"        ? &checks.bounds
                  : word == "definedness" ? &checks.definedness
                  : word == "races"       ? &checks.races
                                          : nullptr;
    if (!field) {
      return ErrorMessage{"expects all, none, or some of bounds, definedness, races, got `" + std::string(word) + "`"};
    }
    *field = true;
    begin = end + 1;
  }
  return {};
}

static void addSimFlags(FlagTable &table, SimFlags &flags) {
  table.beginSection("Simulator (--device=sim)");
  table.add({"--schedule", FlagValue::Needed, "roundrobin|random:SEED|adversarial[:SEED]",
             "the order of warps and of asynchronous work; every SEED from 0 to 2^64-1 is another order",
             [&flags](std::string_view text) -> Status {
               Result<sim::ScheduleOptions> schedule = sim::parseSchedule(text);
               if (!schedule) {
                 return schedule.takeError();
               }
               flags.schedule = *schedule;
               return {};
             }});
  table.add({"--sim-checks", FlagValue::Needed, "all|none|LIST", "of bounds, definedness and races; all without it",
             [&flags](std::string_view text) { return parseChecks(text, flags.checks); }});
  table.addSwitch("--sim-stats", "print instruction counts, bank conflicts and memory sectors",
                  [&flags] { flags.statistics = true; });
  table.addText("--trace", "FILE", "write warps, copies and waits for chrome://tracing or Perfetto",
                [&flags](std::string text) { flags.traceFile = std::move(text); });
  table.addInteger("--sim-threads", 0, 1024, "host threads; 1 repeats exactly, 0 takes all cores",
                   [&flags](int64_t value) { flags.threads = value; });
  table.addInteger("--sim-max-instructions", 0, INT64_MAX,
                   "give a launch up after so many warp instructions; 2^36 without it, 0 for never",
                   [&flags](int64_t value) { flags.instructionLimit = value; });
  table.addInteger("--sim-stack-bytes", 0, 1 << 24, "stack of a thread for recursion and alloca; 16384 without it",
                   [&flags](int64_t value) { flags.stackBytes = value; });
}

/// `X[,Y[,Z]]`, each from 1 to `most`.
static Status parseExtents(std::string_view text, uint32_t most, std::optional<std::array<uint32_t, 3>> &block) {
  std::string expected = "expects one to three numbers from 1 to " + std::to_string(most) + ", got `";
  std::array<uint32_t, 3> extents = {1, 1, 1};
  std::string copy(text);
  char *at = copy.data();
  for (uint32_t &extent : extents) {
    char *end = nullptr;
    unsigned long value = std::strtoul(at, &end, 10);
    if (end == at || *at < '0' || *at > '9' || value == 0 || value > most || (*end != ',' && *end != '\0')) {
      return ErrorMessage{expected + std::string(text) + "`"};
    }
    extent = uint32_t(value);
    if (*end == '\0') {
      block = extents;
      return {};
    }
    at = end + 1;
  }
  return ErrorMessage{expected + std::string(text) + "`"};
}

static void addPtxFlags(FlagTable &table, RunFlags &flags) {
  table.beginSection("PTX files (parameters by position: --arg 0=SPEC; --grid counts CTAs)");
  table.add({"--block", FlagValue::Needed, "X[,Y[,Z]]", "threads of a CTA where the text does not fix them",
             [&flags](std::string_view text) { return parseExtents(text, 1024, flags.block); }});
  table.add({"--cluster", FlagValue::Needed, "X[,Y[,Z]]", "CTAs of a cluster where the text does not fix them",
             [&flags](std::string_view text) { return parseExtents(text, 16, flags.cluster); }});
  table.addInteger("--shared-bytes", 0, 1 << 20, "dynamic shared memory",
                   [&flags](int64_t value) { flags.sharedBytes = value; });
}

static void addRunFlags(FlagTable &table, RunFlags &flags) {
  addLaunchFlags(table, flags);
  addCheckFlags(table, flags);
  addSimFlags(table, flags.sim);
  addPtxFlags(table, flags);
  knobs::addCompileFlags(table, flags.compile);
}

static void addPeerFlags(FlagTable &table, PeerFlags &flags) {
  table.beginSection("Compare (launched in turn with the kernel)");
  table.addText("--peer", "cublas|FILE", "the matrix product by cuBLASLt, or another kernel with the same arguments",
                [&flags](std::string text) { flags.name = std::move(text); });
  table.add({"--peer-gemm", FlagValue::Needed, "M,N,K[,nn|nt|tn|tt[,TYPE[,OUT]]]",
             "the product, t for transposed a and b; from a, b and out without it",
             [&flags](std::string_view text) -> Status {
               Result<Gemm> gemm = parseGemm(text);
               if (!gemm) {
                 return gemm.takeError();
               }
               flags.gemm = *gemm;
               return {};
             }});
  table.addChoice("--peer-accumulation", {"both", "fast", "accurate"}, "sums of fp8; both without it",
                  [&flags](size_t index) { flags.accumulation = Accumulation(index); });
  table.addText("--libcublaslt", "PATH", "cuBLASLt or its folder; the system's without it",
                [&flags](std::string text) { flags.libcublaslt = std::move(text); });
  table.addText("--peer-flag", "FLAG", "a flag for a peer that is a kernel, such as --num-warps=8; may be repeated",
                [&flags](std::string text) { flags.flags.push_back(std::move(text)); });
}

static void addBenchFlags(FlagTable &table, BenchFlags &flags) {
  table.beginSection("Measure");
  addExpression(table, "--bytes", "bytes moved by a launch, for GB/s; may use x.nbytes, x.numel, x.shape[0]",
                flags.bytes);
  addExpression(table, "--flops", "operations of a launch, for TFLOPS", flags.flops);
  table.addInteger("--reps", 1, 1000000, "timed launches", [&flags](int64_t value) { flags.repetitions = value; });
  table.addSwitch("--json", "print the result as JSON", [&flags] { flags.asJson = true; });
  table.addSwitch("--skip-check", "measure without checking the results first", [&flags] { flags.skipsCheck = true; });
  addPeerFlags(table, flags.peer);
  addRunFlags(table, flags.run);
}

static Status checkRunFlags(const RunFlags &flags);

/// A constant that is given twice has its last value.
static void keepLastConstants(knobs::CompileFlags &flags) {
  auto &constants = flags.constants;
  for (size_t i = 0; i < constants.size();) {
    bool comesAgain = std::any_of(constants.begin() + int64_t(i) + 1, constants.end(),
                                  [&](const auto &later) { return later.first == constants[i].first; });
    if (comesAgain) {
      constants.erase(constants.begin() + int64_t(i));
    } else {
      ++i;
    }
  }
}

/// The flags of a peer that is a kernel: those of the kernel itself, but for its file, and the peer's own on top.
static Status completePeer(BenchFlags &flags, const knobs::EnvironmentReader &environment) {
  RunFlags &run = flags.peer.run;
  run = flags.run;
  run.compile.input.clear();
  run.compile.kernel.reset();
  run.compile.signature.reset();
  run.saves.clear();
  FlagTable table;
  addRunFlags(table, run);
  std::vector<std::string> arguments = flags.peer.flags;
  arguments.push_back(*flags.peer.name);
  Status status = knobs::parseWithTable(table, run.compile, arguments, environment);
  keepLastConstants(run.compile);
  return status ? checkRunFlags(run) : Status(ErrorMessage{"`--peer-flag`: " + status.error()});
}

/// Rules between the flags about peers.
static Status checkPeerFlags(const BenchFlags &flags) {
  const PeerFlags &peer = flags.peer;
  if (!peer.isCublas() && (peer.gemm || peer.accumulation != Accumulation::Both || !peer.libcublaslt.empty())) {
    return ErrorMessage{"`--peer-gemm`, `--peer-accumulation` and `--libcublaslt` go with `--peer=cublas`"};
  }
  if (!peer.isKernel() && !peer.flags.empty()) {
    return ErrorMessage{"`--peer-flag` goes with `--peer=FILE`"};
  }
  return {};
}

static bool runsSomething(const RunFlags &flags) { return flags.compile.action == knobs::ToolAction::Compile; }

/// Rules between flags.
static Status checkRunFlags(const RunFlags &flags) {
  bool hasPtxFlags = flags.block || flags.sharedBytes || flags.cluster || !flags.values.empty();
  if (runsSomething(flags) && hasPtxFlags && !isPtxInput(flags)) {
    return ErrorMessage{"`--block` and `--shared-bytes` are for PTX files, and so are `--cluster`, bytes: and "
                        "tensormap:; a kernel's own "
                        "number of threads is 32 times `--num-warps`"};
  }
  if (runsSomething(flags) && flags.checkWithInterp && flags.device == DeviceKind::Interp) {
    return ErrorMessage{"`--check=interp` compares with another device; drop `--device=interp`"};
  }
  return {};
}

Result<RunFlags> parseRunFlags(const std::vector<std::string> &arguments, const knobs::EnvironmentReader &environment) {
  RunFlags flags;
  FlagTable table;
  addRunFlags(table, flags);
  Status status = knobs::parseWithTable(table, flags.compile, arguments, environment);
  if (status) {
    status = checkRunFlags(flags);
  }
  return status ? Result<RunFlags>(std::move(flags)) : Result<RunFlags>(status.takeError());
}

Result<BenchFlags> parseBenchFlags(const std::vector<std::string> &arguments,
                                   const knobs::EnvironmentReader &environment) {
  BenchFlags flags;
  FlagTable table;
  addBenchFlags(table, flags);
  Status status = knobs::parseWithTable(table, flags.run.compile, arguments, environment);
  if (status) {
    status = checkRunFlags(flags.run);
  }
  if (status && runsSomething(flags.run)) {
    if (flags.run.device == DeviceKind::Interp || flags.run.device == DeviceKind::Sim) {
      status = ErrorMessage{"only the GPU is measured; drop `--device`"};
    } else if (!flags.bytes && !flags.flops) {
      status = ErrorMessage{"expects `--bytes EXPR` or `--flops EXPR`"};
    } else {
      status = checkPeerFlags(flags);
    }
  }
  if (status && runsSomething(flags.run) && flags.peer.isKernel()) {
    status = completePeer(flags, environment);
  }
  return status ? Result<BenchFlags>(std::move(flags)) : Result<BenchFlags>(status.takeError());
}

std::string formatRunHelp() {
  RunFlags flags;
  FlagTable table;
  addRunFlags(table, flags);
  return "usage: tkc-run FILE.tk|FILE.py|FILE.ptx --arg NAME=SPEC ... [flags]\n\n"
         "Compiles a kernel, runs it, and checks what it computes. SPEC also is FILE.npy[:TYPE], where TYPE\n"
         "reinterprets the bytes, TYPE:NUMBER, or a number; uniform:SHAPE:TYPE:LO:HI sets the range.\n"
         "values:1,2,3[:TYPE] lists the elements of an array; addresses:A,B,… is an array of the addresses of arrays,\n"
         "each another --arg, which need not be a parameter.\n"
         "Parameters of PTX files that are passed by value: bytes:0x0102… or bytes:FILE; a tensor map of an array,\n"
         "tensormap:ARRAY:box=64x32[:dims=…][:strides=…][:steps=…][:swizzle=32|64|128][:fill=nan][:type=tf32], where\n"
         "ARRAY is another --arg, which need not be a parameter, and shapes have the innermost dimension last.\n" +
         table.formatHelp() +
         "\nExit codes: 0 fine, 1 error in the input, 2 wrong usage, 3 no GPU or a tool is missing,\n"
         "4 a check failed, 5 internal error.\n";
}

std::string formatBenchHelp() {
  BenchFlags flags;
  FlagTable table;
  addBenchFlags(table, flags);
  return "usage: tkc-bench FILE --arg NAME=SPEC ... --bytes EXPR|--flops EXPR [flags]\n\n"
         "Checks a kernel against the interpreter, then measures it on the GPU with cold caches; with --peer, in turn\n"
         "with something else. The ratio is the peer's median time over the kernel's: above 1 the kernel is faster.\n" +
         table.formatHelp() + "\nExit codes: those of tkc-run; 3 also when cuBLASLt is missing.\n";
}

} // namespace tkc::bench
