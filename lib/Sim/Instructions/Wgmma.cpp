// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// wgmma.mma_async, wgmma.fence, wgmma.commit_group and wgmma.wait_group.
#include "Wgmma.h"

#include "tkc/Sim/Instructions/Families.h"
#include "tkc/Sim/Instructions/Uniform.h"

#include <charconv>

#include "Warpgroup.h"
#include "WgmmaRegisters.h"

namespace tkc::sim {

//===----------------------------------------------------------------------===//
// Execution
//===----------------------------------------------------------------------===//

/// Whether the warp belongs to a whole group and all its lanes are there; else a fault that ends the launch, at once.
static bool isInWholeGroup(Warp &warp, const Instruction &instruction, LaneMask lanes) {
  size_t warps = warp.cta().warps().size();
  std::string problem;
  if (warp.number() / warpsPerGroup * warpsPerGroup + warpsPerGroup > warps) {
    problem = "wgmma is executed by four warps from a multiple of four on, the CTA has " + std::to_string(warps);
  } else if (lanes != allLanes) {
    problem = "only " + describeLanes(lanes) + " of the warp are left, all threads of the group must execute it";
  } else {
    return true;
  }
  warp.fatal(FaultKind::DivergentInstruction, instruction, firstLane(lanes), std::move(problem));
  warp.endTurn();
  return false;
}

/// The value of a descriptor; nothing after a fault.
static std::optional<uint64_t> readDescriptor(Warp &warp, const Instruction &instruction, unsigned index,
                                              const char *what) {
  std::optional<uint64_t> bits = uniformValue<uint64_t>(warp, instruction, instruction.operands[index], allLanes, what);
  if (!bits) {
    return std::nullopt;
  }
  Result<MatrixDescriptor> decoded = decodeMatrixDescriptor(*bits);
  if (!decoded) {
    warp.fault(FaultKind::IllegalOperand, instruction, 0, decoded.error());
    return std::nullopt;
  }
  return bits;
}

static WgmmaArrival readArrival(Warp &warp, const Instruction &instruction) {
  const WgmmaDetail &detail = instruction.detailAs<WgmmaDetail>();
  WgmmaArrival arrival;
  std::optional<uint64_t> a = 0, b = readDescriptor(warp, instruction, detail.descriptorB(), "the descriptor of B");
  if (detail.registersOfA == 0) {
    a = readDescriptor(warp, instruction, detail.descriptorA(), "the descriptor of A");
  }
  PredicatePlace scale = instruction.predicateSources[0];
  LaneMask adds = warp.predicate(scale).value;
  bool isKnown = warp.requireDefined(instruction, scale, allLanes, "scale-d") == allLanes;
  if (isKnown && adds != 0 && adds != allLanes) {
    warp.fatal(FaultKind::IllegalOperand, instruction, firstLane(~adds), "scale-d differs among the lanes");
  }
  arrival.descriptorA = a.value_or(0);
  arrival.descriptorB = b.value_or(0);
  arrival.addsToAccumulator = adds != 0;
  arrival.isBroken = !a || !b || !isKnown;
  for (int row = 0; detail.sparsity && row < wgmmaRows / int(warpsPerGroup); ++row) {
    bool isRight = detail.sparsity->check(warp, instruction, instruction.operands[detail.metadata()], row);
    arrival.wrongRows |= uint32_t(!isRight) << row;
  }
  arrival.group = warp.states().get<WgmmaWarp>().openGroup();
  return arrival;
}

static Step executeMultiply(Warp &warp, const Instruction &instruction, LaneMask lanes) {
  if (!isInWholeGroup(warp, instruction, lanes)) {
    return Step::Next;
  }
  WgmmaArrival arrival = readArrival(warp, instruction);
  warp.states().get<WgmmaWarp>().issue(warp, instruction);
  std::optional<WgmmaMismatch> mismatch = Warpgroups::of(warp).arrive(warp, instruction, arrival);
  warp.noteEffect();
  if (mismatch) {
    warp.fatal(mismatch->kind, instruction, 0, std::move(mismatch->text));
  }
  return Step::Next;
}

static Step executeFence(Warp &warp, const Instruction &instruction, LaneMask lanes) {
  if (isInWholeGroup(warp, instruction, lanes)) {
    warp.states().get<WgmmaWarp>().fence();
  }
  return Step::Next;
}

static Step executeCommit(Warp &warp, const Instruction &instruction, LaneMask lanes) {
  if (isInWholeGroup(warp, instruction, lanes)) {
    warp.states().get<WgmmaWarp>().commit();
  }
  return Step::Next;
}

static Step executeWait(Warp &warp, const Instruction &instruction, LaneMask lanes) {
  if (!isInWholeGroup(warp, instruction, lanes)) {
    return Step::Next;
  }
  WgmmaWarp &own = warp.states().get<WgmmaWarp>();
  uint32_t group = own.coveredBy(instruction.fields[0]);
  uint64_t needed = own.issuedUpTo(group);
  Warpgroup *together = &Warpgroups::of(warp);
  if (together->issued() < needed) {
    warp.waitFor([together, needed] { return together->issued() >= needed; },
                 [together] { return together->describe(together->issued() + 1); });
    return Step::Wait;
  }
  together->finish(warp.cta().cluster(), needed);
  if (group != 0) {
    warp.cta().clocks().acquireLanes(warp.firstThread(), lanes, together->knowledgeOf(group));
  }
  own.waited(group);
  warp.noteEffect();
  return Step::Next;
}

//===----------------------------------------------------------------------===//
// Decoding
//===----------------------------------------------------------------------===//

namespace {
/// A type of A and B.
struct InputRow {
  const char *name;
  WgmmaInput input;
};
using Kind = WgmmaInput::Kind;
constexpr InputRow inputRows[] = {
    {"f16", {Kind::Float, Format::F16, true, 16}},   {"bf16", {Kind::Float, Format::BF16, true, 16}},
    {"tf32", {Kind::Float, Format::TF32, true, 32}}, {"e4m3", {Kind::Float, Format::E4M3, true, 8}},
    {"e5m2", {Kind::Float, Format::E5M2, true, 8}},  {"s8", {Kind::Integer, Format::F16, true, 8}},
    {"u8", {Kind::Integer, Format::F16, false, 8}},  {"b1", {Kind::Bit, Format::F16, false, 1}},
};
} // namespace

/// The numbers of `m64n256k16`; false when it is no such shape.
static bool parseShape(std::string_view text, int (&shape)[3]) {
  constexpr char letters[] = {'m', 'n', 'k'};
  const char *at = text.data(), *end = at + text.size();
  for (int index = 0; index < 3; ++index) {
    if (at == end || *at != letters[index]) {
      return false;
    }
    auto [next, problem] = std::from_chars(at + 1, end, shape[index]);
    if (problem != std::errc()) {
      return false;
    }
    at = next;
  }
  return at == end;
}

static bool isColumnCount(int columns, Kind kind) {
  bool isSmall = columns == 8 || columns == 24;
  return columns >= 8 && columns <= 256 && columns % 8 == 0 && (kind == Kind::Float || columns % 16 == 0 || isSmall);
}

static WgmmaInput takeInput(DecodeContext &context) {
  int number = context.needOneOf({"f16", "bf16", "tf32", "e4m3", "e5m2", "s8", "u8", "b1"});
  return inputRows[number].input;
}

static bool isFp8(const WgmmaInput &input) { return input.kind == Kind::Float && input.bits == 8; }

/// Whether the types of D, A and B go together.
static bool areTypesPermitted(const WgmmaInput &a, const WgmmaInput &b, int result) {
  enum { F16, F32, S32 };
  bool isMixable = (isFp8(a) && isFp8(b)) || (a.kind == Kind::Integer && b.kind == Kind::Integer);
  if (!isMixable && (a.kind != b.kind || a.format != b.format)) {
    return false;
  }
  if (a.kind != Kind::Float) {
    return result == S32;
  }
  return result == F32 || (result == F16 && (isFp8(a) || a.format == Format::F16));
}

/// Shape and types, with what comes between.
static bool takeTypes(DecodeContext &context, bool isSparse, WgmmaDetail &detail) {
  int shape[3] = {0, 0, 0};
  if (!parseShape(context.peek(), shape)) {
    context.error("`" + context.spelling() + "` needs a shape such as .m64n128k16");
    return false;
  }
  context.skip();
  detail.satfinite = context.take("satfinite");
  int result = context.needOneOf({"f16", "f32", "s32"});
  detail.a = takeInput(context);
  detail.b = takeInput(context);
  if (context.hasErrors()) {
    return false;
  }
  if (!areTypesPermitted(detail.a, detail.b, result) || (isSparse && detail.a.kind == Kind::Bit)) {
    context.error("`" + context.spelling() + "` combines types that wgmma cannot multiply");
    return false;
  }
  detail.depth = (isSparse ? 2 : 1) * 8 * wgmmaDepthInBytes / detail.a.bits;
  if (isSparse) {
    detail.sparsity = SparseMetadata{*sparsePattern(detail.a.bits, detail.depth)};
  }
  if (shape[0] != wgmmaRows || shape[2] != detail.depth || !isColumnCount(shape[1], detail.a.kind)) {
    context.error("`" + context.spelling() + "` has a shape that does not exist: these types need m64 and k" +
                  std::to_string(detail.depth) + ", and n from 8 to 256 in steps of " +
                  (detail.a.kind == Kind::Float ? "8" : "16, or 8 or 24"));
    return false;
  }
  detail.columns = shape[1];
  detail.isHalf = result == 0;
  if (detail.a.kind == Kind::Bit) {
    context.needOneOf({"and"});
    context.needOneOf({"popc"});
  } else if (detail.a.kind == Kind::Integer) {
    detail.satfinite |= context.take("satfinite");
  }
  if (detail.satfinite && detail.a.kind != Kind::Integer) {
    context.error("`" + context.spelling() + "` has .satfinite, which only integers of 8 bits have");
  }
  return !context.hasErrors();
}

/// Registers of 32 bits, so many in braces.
static bool takeRegisters(DecodeContext &context, unsigned index, unsigned count, bool isResult,
                          std::vector<Place> &places) {
  std::vector<const ptx::Operand *> elements = context.elements(index);
  if (elements.size() != count) {
    context.error("`" + context.spelling() + "` has " + std::to_string(elements.size()) + " registers for " +
                  (isResult ? "D" : "A") + ", needs " + std::to_string(count));
    return false;
  }
  ptx::Type word = *ptx::findType("b32");
  for (const ptx::Operand *element : elements) {
    if (!context.registerType(*element)) {
      context.error("`" + context.spelling() + "` needs registers for " + (isResult ? "D" : "A"));
      return false;
    }
    places.push_back(isResult ? context.result(*element, word) : context.source(*element, word));
  }
  return !context.hasErrors();
}

/// From operand `next` on `imm-scale-a`, `imm-scale-b`, and for types of 16 bits `imm-trans-a` (when A has a
/// descriptor) and `imm-trans-b`.
static void takeImmediates(DecodeContext &context, unsigned next, WgmmaDetail &detail) {
  if (detail.a.kind != Kind::Float) {
    context.expectOperands(next);
    return;
  }
  bool isWide = detail.a.bits == 16;
  unsigned transposes = isWide ? (detail.registersOfA != 0 ? 1 : 2) : 0;
  if (!context.expectOperands(next + 2 + transposes)) {
    return;
  }
  for (WgmmaInput *input : {&detail.a, &detail.b}) {
    int64_t scale = context.number(next++, -1, 1);
    if (scale == 0) {
      context.error("`" + context.spelling() + "` has a scale of 0, which is 1 or -1");
    }
    input->isNegated = scale < 0;
  }
  if (transposes == 2) {
    detail.a.major = context.number(next++, 0, 1) != 0 ? Major::MN : Major::K;
  }
  if (transposes != 0) {
    detail.b.major = context.number(next, 0, 1) != 0 ? Major::MN : Major::K;
  }
}

static void layOutResult(WgmmaDetail &detail) {
  std::optional<MatrixFragment> fragment = wgmmaFragmentD(detail.columns, detail.isHalf ? 16 : 32);
  for (unsigned warp = 0; warp < warpsPerGroup; ++warp) {
    for (unsigned accumulator = 0; accumulator < detail.accumulators; ++accumulator) {
      for (unsigned place = 0; place < warpSize * static_cast<unsigned>(detail.slots()); ++place) {
        int lane = static_cast<int>(warp * warpSize) + static_cast<int>(place) / detail.slots();
        Element element =
            fragment->elementAt(lane, static_cast<int>(accumulator), static_cast<int>(place) % detail.slots());
        detail.elements.push_back(static_cast<uint32_t>(element.row * detail.columns + element.column));
      }
    }
  }
}

static void watchRegisters(Program &program) { watchWgmmaRegisters(program, executeMultiply); }

/// `d, a, b-desc, {metadata, selector,} scale-d` and the immediates.
static void decodeMultiply(DecodeContext &context, Instruction &out, bool isSparse) {
  WgmmaDetail detail;
  unsigned scale = isSparse ? 5 : 3;
  if (!takeTypes(context, isSparse, detail) || !context.expectOperands(scale + 1, scale + 5)) {
    return;
  }
  detail.accumulators = static_cast<unsigned>(detail.columns / (detail.isHalf ? 4 : 2));
  detail.registersOfA = context.operand(1).kind == ptx::Operand::Kind::Vector ? 4 : 0;
  takeImmediates(context, scale + 1, detail);
  std::vector<Place> results, sources;
  if (!takeRegisters(context, 0, detail.accumulators, true, results)) {
    return;
  }
  ptx::Type descriptor = *ptx::findType("b64");
  if (detail.registersOfA != 0 && !takeRegisters(context, 1, detail.registersOfA, false, sources)) {
    return;
  }
  if (detail.sparsity) {
    sources.push_back(context.source(3, *ptx::findType("b32")));
    detail.sparsity->selector = static_cast<int>(context.number(4, 0, detail.sparsity->pattern.selectors() - 1));
  }
  if (detail.registersOfA == 0) {
    sources.push_back(context.source(1, descriptor));
  }
  sources.push_back(context.source(2, descriptor));
  out.predicateSources[0] = context.predicateSource(scale);
  if (detail.a.kind == Kind::Float) {
    detail.model = dotModel(static_cast<int>(context.targets().machine.sm), MatrixUnit::Wgmma, detail.a.format,
                            detail.isHalf ? Format::F16 : Format::F32);
  }
  layOutResult(detail);
  context.setOperands(out, results, sources);
  context.setDetail(out, std::move(detail));
  context.whenDecoded(watchRegisters);
  out.handler = executeMultiply;
  out.kind = InstructionClass::Matrix;
}

static void decodeWgmma(DecodeContext &context, Instruction &out) {
  if (!context.target().hasWgmma()) {
    context.error("`" + context.spelling() + "` needs sm_90a, the target is " + context.target().name);
    return;
  }
  enum { Multiply, Fence, Commit, Wait };
  int operation = context.needOneOf({"mma_async", "fence", "commit_group", "wait_group"});
  bool isSparse = operation == Multiply && context.take("sp");
  context.needOneOf({"sync"});
  context.needOneOf({"aligned"});
  out.needsAllLanes = true;
  if (operation == Multiply) {
    return decodeMultiply(context, out, isSparse);
  }
  out.kind = operation == Fence ? InstructionClass::Fence : InstructionClass::Barrier;
  constexpr Handler handlers[] = {executeMultiply, executeFence, executeCommit, executeWait};
  out.handler = handlers[operation];
  if (context.expectOperands(operation == Wait ? 1 : 0) && operation == Wait) {
    out.fields[0] = static_cast<uint32_t>(context.number(0, 0, 0x7fffffff));
  }
}

void registerWgmma(FamilyTable &families) { families.add({{"wgmma", decodeWgmma}}); }

} // namespace tkc::sim
