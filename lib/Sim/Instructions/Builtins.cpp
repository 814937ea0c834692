// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The functions that CUDA's device runtime has and kernels only declare: vprintf and __assertfail.
#include "tkc/Sim/Instructions/Elementwise.h"
#include "tkc/Sim/Machine/Cluster.h"

#include <cstdio>

#include "CallFrames.h"

namespace tkc::sim {

namespace {
struct BuiltinDetail {
  std::vector<FramePiece> arguments, results;
};

/// Reads memory of one lane by generic address; stops at what cannot be read, which is a fault.
class LaneReader {
public:
  LaneReader(Warp &warp, const Instruction &instruction, unsigned lane)
      : warp(warp), instruction(instruction), lane(lane) {}

  bool read(Space space, uint64_t address, void *target, uint32_t bytes) {
    std::array<uint64_t, warpSize> addresses;
    addresses.fill(address);
    Access access;
    access.space = space;
    access.sizeInBytes = bytes;
    access.alignment = 1;
    access.lanes = LaneMask(1) << lane;
    access.addresses = addresses.data();
    access.instruction = warp.program().indexOf(instruction);
    AccessWindow window = warp.memory().open(access);
    if (window.lanes == 0) {
      return false;
    }
    std::memcpy(target, window.data[lane], bytes);
    return true;
  }

  /// A text that ends with a zero; long ones are cut.
  std::string readText(uint64_t address) {
    constexpr size_t longest = 4096;
    std::string text;
    char next = 0;
    while (text.size() < longest && read(Space::Generic, address + text.size(), &next, 1) && next != 0) {
      text += next;
    }
    return text;
  }

private:
  Warp &warp;
  const Instruction &instruction;
  unsigned lane;
};

/// Formats as C's printf does, from the buffer that vprintf gets: each argument at its natural alignment.
class PrintFormatter {
public:
  PrintFormatter(LaneReader &reader, uint64_t arguments) : reader(reader), next(arguments) {}

  std::string format(const std::string &text) {
    std::string out;
    for (size_t index = 0; index < text.size();) {
      if (text[index] != '%') {
        out += text[index++];
        continue;
      }
      size_t end = text.find_first_not_of("0123456789.+- #hlzjt*", index + 1);
      if (end == std::string::npos) {
        return out + text.substr(index);
      }
      out += formatOne(text.substr(index, end + 1 - index));
      index = end + 1;
    }
    return out;
  }
  uint32_t count() const { return taken; }

private:
  template <typename T>
  T take() {
    T value = T();
    next = (next + sizeof(T) - 1) / sizeof(T) * sizeof(T);
    reader.read(Space::Generic, next, &value, sizeof(T));
    next += sizeof(T);
    ++taken;
    return value;
  }

  /// The specification with no number above what a buffer holds, so that no text asks for gigabytes of blanks.
  static std::string boundNumbers(const std::string &specification) {
    std::string bounded, digits;
    for (char c : specification) {
      if (c >= '0' && c <= '9') {
        digits += c;
        continue;
      }
      bounded += digits.size() > 3 ? "999" : digits;
      digits.clear();
      bounded += c;
    }
    return bounded;
  }

  template <typename T>
  std::string print(const std::string &specification, T value) {
    char buffer[1024];
    int length = std::snprintf(buffer, sizeof(buffer), boundNumbers(specification).c_str(), value);
    return length < 0 ? std::string() : std::string(buffer, std::min<size_t>(size_t(length), sizeof(buffer) - 1));
  }

  std::string formatOne(std::string specification) {
    char kind = specification.back();
    if (kind == '%') {
      return "%";
    }
    for (size_t star = specification.find('*'); star != std::string::npos; star = specification.find('*')) {
      specification.replace(star, 1, std::to_string(take<int32_t>()));
    }
    std::string flags;
    size_t longs = 0;
    for (char c : specification.substr(0, specification.size() - 1)) {
      longs += c == 'l' || c == 'z' || c == 'j' || c == 't';
      flags += std::string("hlzjt").find(c) == std::string::npos ? std::string(1, c) : std::string();
    }
    switch (kind) {
    case 'd':
    case 'i':
      return longs ? print<long long>(flags + "lld", take<int64_t>()) : print<int>(flags + "d", take<int32_t>());
    case 'u':
    case 'x':
    case 'X':
    case 'o':
      return longs ? print<unsigned long long>(flags + "ll" + kind, take<uint64_t>())
                   : print<unsigned>(flags + kind, take<uint32_t>());
    case 'c':
      return print<int>(flags + "c", take<int32_t>());
    case 'p':
      return print<unsigned long long>("0x%llx", take<uint64_t>());
    case 's':
      return print<const char *>(flags + "s", reader.readText(take<uint64_t>()).c_str());
    case 'f':
    case 'F':
    case 'e':
    case 'E':
    case 'g':
    case 'G':
    case 'a':
    case 'A':
      return print<double>(flags + kind, take<double>());
    default:
      return specification;
    }
  }

  LaneReader &reader;
  uint64_t next;
  uint32_t taken = 0;
};
} // namespace

/// The value of an argument in a lane.
static uint64_t argumentOf(Warp &warp, LaneReader &reader, const FramePiece &piece, unsigned lane) {
  uint64_t value = 0;
  if (piece.isValue) {
    std::memcpy(&value, warp.read<uint8_t>(piece.value) + size_t(lane) * piece.bytes, piece.bytes);
  } else {
    reader.read(Space::Local, callerAddress(warp, piece, lane), &value, std::min<uint32_t>(piece.bytes, 8));
  }
  return value;
}

static void giveResult(Warp &warp, const Instruction &instruction, const FramePiece &piece, unsigned lane,
                       uint32_t value) {
  if (piece.isValue) {
    warp.write<uint32_t>(piece.value)[lane] = value;
    warp.writeDefined(piece.value, 4)[lane] = 15;
    return;
  }
  std::array<uint64_t, warpSize> addresses;
  addresses.fill(callerAddress(warp, piece, lane));
  Access access;
  access.kind = AccessKind::Write;
  access.space = Space::Local;
  access.lanes = LaneMask(1) << lane;
  access.addresses = addresses.data();
  access.instruction = warp.program().indexOf(instruction);
  AccessWindow window = warp.memory().open(access);
  if (window.lanes != 0) {
    std::memcpy(window.data[lane], &value, 4);
    window.setAllDefined();
  }
}

static Step executePrint(Warp &warp, const Instruction &instruction, LaneMask lanes) {
  const BuiltinDetail &detail = instruction.detailAs<BuiltinDetail>();
  for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
    unsigned lane = firstLane(rest);
    LaneReader reader(warp, instruction, lane);
    std::string text = reader.readText(argumentOf(warp, reader, detail.arguments[0], lane));
    PrintFormatter formatter(reader, argumentOf(warp, reader, detail.arguments[1], lane));
    warp.launch().print(formatter.format(text));
    if (!detail.results.empty()) {
      giveResult(warp, instruction, detail.results[0], lane, formatter.count());
    }
  }
  return Step::Next;
}

/// `__assertfail(message, file, line, function, size of a character)`.
static Step executeAssertFail(Warp &warp, const Instruction &instruction, LaneMask lanes) {
  const BuiltinDetail &detail = instruction.detailAs<BuiltinDetail>();
  unsigned lane = firstLane(lanes);
  LaneReader reader(warp, instruction, lane);
  auto argument = [&](unsigned index) { return argumentOf(warp, reader, detail.arguments[index], lane); };
  std::string message = reader.readText(argument(0)), file = reader.readText(argument(1));
  std::string function = reader.readText(argument(3));
  std::string text = file + ":" + std::to_string(static_cast<uint32_t>(argument(2))) + ": " + function +
                     ": assertion `" + message + "` failed";
  ThreadPlace place = warp.memory().place(lane);
  auto triple = [](const std::array<uint32_t, 3> &value) {
    return "[" + std::to_string(value[0]) + "," + std::to_string(value[1]) + "," + std::to_string(value[2]) + "]";
  };
  warp.launch().print(text + ", block: " + triple(place.cta) + ", thread: " + triple(place.thread) + "\n");
  warp.fatal(FaultKind::AssertionFailed, instruction, lane, text);
  return warp.exit(lanes);
}

void decodeBuiltinCall(DecodeContext &context, Instruction &out, const CallText &text, const ptx::Function &function) {
  bool isPrint = function.name == "vprintf", isAssertion = function.name == "__assertfail";
  if (!isPrint && !isAssertion) {
    context.error("the function `" + std::string(function.name) + "` has no body, and the simulator has none of it");
    return;
  }
  auto arguments = framePieces(context, text.arguments, function.parameters, false);
  auto results = framePieces(context, text.results, function.results, true);
  if (!arguments || arguments->size() != (isPrint ? 2u : 5u) || !results || results->size() > 1) {
    context.error("the call of `" + std::string(function.name) + "` does not fit its parameters or results");
    return;
  }
  BuiltinDetail detail;
  detail.arguments = std::move(*arguments);
  detail.results = std::move(*results);
  context.setDetail(out, std::move(detail));
  out.handler = isPrint ? executePrint : executeAssertFail;
  out.kind = InstructionClass::Other;
}

} // namespace tkc::sim
