// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Conversions within warps as rounds of lane shuffles.
//
// A round must ask each source lane for one register only. So the rounds are the cosets of a set of result positions
// (one register per thread, linear in the thread) that read from pairwise different source lanes wherever they read
// different elements. Such a set is grown thread bit by thread bit; see FlowBuilder::placeThreadBit.
#include "tkc/Layout/Conversion.h"

#include <algorithm>

#include "BitFields.h"
#include "DistributedMatrix.h"

using namespace tkc::layout;

bool ShufflePlan::isLocal(const ShuffleRound &round) const {
  for (const DimExtent &extent : sourceLane.inDims()) {
    for (unsigned bit = 0; bit < extent.log2Size; ++bit) {
      uint64_t expected = extent.dim == Dim::Lane ? uint64_t(1) << bit : 0;
      if (sourceLane.basis(extent.dim, bit) != expected) {
        return false;
      }
    }
  }
  return round.sourceLane == 0;
}

unsigned ShufflePlan::numShuffles() const {
  return static_cast<unsigned>(
      std::count_if(rounds.begin(), rounds.end(), [&](const ShuffleRound &round) { return !isLocal(round); }));
}

unsigned ShufflePlan::numSelects() const {
  unsigned send = f2::rank(sendRegister.flatBases()) * static_cast<unsigned>(sendRegister.totalOutSize());
  unsigned receive = f2::rank(receiveRegister.flatBases()) * static_cast<unsigned>(receiveRegister.totalOutSize());
  unsigned accept = acceptKey.numOutBits() == 0 ? 0 : static_cast<unsigned>(rounds.size()) * packedElements();
  return send + receive + accept;
}

namespace {

/// Builds a shuffle plan. Positions are vectors of register bits (low) and thread bits, see DistributedMatrix.
class FlowBuilder {
public:
  FlowBuilder(DistributedMatrix source, DistributedMatrix result, unsigned elementBytes);
  ShufflePlan build(const LinearLayout &like);

private:
  /// Where one direction of result positions is read from.
  struct Flow {
    f2::Vector resultRegister = 0;
    f2::Vector sourcePosition = 0;
  };

  f2::Vector threadOf(f2::Vector sourcePosition) const { return sourcePosition >> src.registerBits; }
  f2::Vector registerOf(f2::Vector sourcePosition) const { return sourcePosition & src.registerMask(); }
  f2::Vector threadVector(unsigned bit) const { return dstColumns[dst.registerBits + bit]; }

  void choosePacks(unsigned elementBytes);
  void chooseRoundRegisters();
  std::optional<f2::Vector> liftToThread(f2::Vector v, f2::Vector thread) const;
  f2::Vector lift(f2::Vector v) const;
  void placeThreadBits();
  bool placeOnOwnThread(unsigned bit);
  void placeThreadBit(unsigned bit);
  std::optional<Flow> findFreshLane(f2::Vector v) const;
  std::optional<Flow> findSharedLane(f2::Vector v) const;
  void accept(unsigned bit, Flow flow);
  void completeSendMap();
  f2::Vector sendRegisterOf(f2::Vector thread) const { return f2::multiply(sendMap, thread); }
  f2::Vector withoutReplica(f2::Vector reg) const;
  std::vector<ShuffleRound> rounds() const;
  LinearLayout threadMap(const LinearLayout &like, Dim out, unsigned outBits, std::vector<uint64_t> bases) const;

  DistributedMatrix src;
  DistributedMatrix dst;
  std::vector<f2::Vector> srcColumns;
  std::vector<f2::Vector> dstColumns;
  f2::Span srcSpan;
  f2::Span srcRegisterSpan;
  std::vector<f2::Vector> srcReplicas;
  std::vector<f2::Vector> srcRegisterReplicas;

  std::vector<std::pair<uint32_t, uint32_t>> packs;
  /// One flow per bit of the round number.
  std::vector<Flow> roundFlows;
  /// One flow per thread bit.
  std::vector<Flow> threadFlows;
  std::vector<bool> isPlaced;
  /// Thread bits that read a lane together with others but want another register: each doubles the rounds.
  std::vector<unsigned> conflicts;
  /// The threads that are read from, each tagged with the register that it sends.
  f2::Span sendingThreads;
  /// What the placed thread bits read, tagged with the source position.
  f2::Span readElements;
  std::vector<f2::Vector> sendMap;
};

} // namespace

FlowBuilder::FlowBuilder(DistributedMatrix source, DistributedMatrix result, unsigned elementBytes)
    : src(std::move(source)), dst(std::move(result)), srcColumns(src.constrained(Keep::WarpAndBlock)),
      dstColumns(dst.constrained(Keep::WarpAndBlock)), srcReplicas(f2::kernel(srcColumns)),
      srcRegisterReplicas(f2::kernel(src.registers())), threadFlows(dst.threadBits()),
      isPlaced(dst.threadBits(), false) {
  for (unsigned bit = 0; bit < src.numBits(); ++bit) {
    srcSpan.insert(srcColumns[bit], f2::Vector(1) << bit);
    if (bit < src.registerBits) {
      srcRegisterSpan.insert(srcColumns[bit], f2::Vector(1) << bit);
    }
  }
  choosePacks(elementBytes);
  chooseRoundRegisters();
  placeThreadBits();
  completeSendMap();
}

/// Elements that share a thread before and after can travel in one word.
void FlowBuilder::choosePacks(unsigned elementBytes) {
  unsigned limit = elementBytes < 4 ? log2Exact(4 / elementBytes) : 0;
  f2::Span dstRegisterSpan;
  for (unsigned bit = 0; bit < dst.registerBits; ++bit) {
    dstRegisterSpan.insert(dst.columns[bit], f2::Vector(1) << bit);
  }
  for (f2::Vector v : f2::intersect(src.registers(), dst.registers())) {
    if (packs.size() < limit) {
      packs.emplace_back(*srcRegisterSpan.solve(v), *dstRegisterSpan.solve(v));
    }
  }
}

/// The result registers of different rounds: a complement of replicas and packs.
void FlowBuilder::chooseRoundRegisters() {
  f2::Span covered(f2::kernel(dst.registers()));
  for (const auto &pack : packs) {
    covered.insert(pack.second);
  }
  for (unsigned bit = 0; bit < dst.registerBits; ++bit) {
    f2::Vector v = dst.columns[bit];
    if (covered.insert(f2::Vector(1) << bit)) {
      std::optional<f2::Vector> own = liftToThread(v, 0);
      roundFlows.push_back({f2::Vector(1) << bit, own ? *own : lift(v)});
    }
  }
}

/// A source position of element `v` in exactly this thread.
std::optional<f2::Vector> FlowBuilder::liftToThread(f2::Vector v, f2::Vector thread) const {
  f2::Vector position = thread << src.registerBits;
  std::optional<f2::Vector> reg = srcRegisterSpan.solve(v ^ f2::multiply(srcColumns, position));
  return reg ? std::optional<f2::Vector>(*reg | position) : std::nullopt;
}

f2::Vector FlowBuilder::lift(f2::Vector v) const {
  std::optional<f2::Vector> position = srcSpan.solve(v);
  assert(position && "the conversion stays within warps");
  return *position;
}

void FlowBuilder::placeThreadBits() {
  for (unsigned bit = 0; bit < dst.threadBits(); ++bit) {
    isPlaced[bit] = placeOnOwnThread(bit);
  }
  for (unsigned bit = 0; bit < dst.threadBits(); ++bit) {
    if (!isPlaced[bit]) {
      placeThreadBit(bit);
    }
  }
}

bool FlowBuilder::placeOnOwnThread(unsigned bit) {
  std::optional<f2::Vector> own = liftToThread(threadVector(bit), f2::Vector(1) << bit);
  if (own) {
    accept(bit, {0, *own});
  }
  return own.has_value();
}

/// Reads the bit from lanes that send nothing yet, if need be in another round than its neighbours; or else what
/// another thread reads already; or else makes extra rounds.
void FlowBuilder::placeThreadBit(unsigned bit) {
  f2::Vector v = threadVector(bit);
  if (std::optional<f2::Vector> shared = readElements.solve(v)) {
    threadFlows[bit] = {0, *shared};
  } else if (std::optional<Flow> fresh = findFreshLane(v)) {
    accept(bit, *fresh);
  } else if (std::optional<Flow> same = findSharedLane(v)) {
    threadFlows[bit] = *same;
  } else {
    threadFlows[bit] = {0, lift(v)};
    conflicts.push_back(bit);
  }
}

std::optional<FlowBuilder::Flow> FlowBuilder::findFreshLane(f2::Vector v) const {
  f2::Vector position = lift(v);
  auto isFresh = [&](f2::Vector candidate) { return !sendingThreads.contains(threadOf(candidate)); };
  if (isFresh(position)) {
    return Flow{0, position};
  }
  for (f2::Vector replica : srcReplicas) {
    if (isFresh(position ^ replica)) {
      return Flow{0, position ^ replica};
    }
  }
  for (const Flow &round : roundFlows) {
    if (isFresh(position ^ round.sourcePosition)) {
      return Flow{round.resultRegister, position ^ round.sourcePosition};
    }
  }
  return std::nullopt;
}

/// Makes this bit's elements, shifted by a result register, those that other threads read.
std::optional<FlowBuilder::Flow> FlowBuilder::findSharedLane(f2::Vector v) const {
  f2::Span registers;
  for (size_t i = 0; i < roundFlows.size(); ++i) {
    f2::Vector rest = f2::multiply(dst.columns, roundFlows[i].resultRegister);
    f2::Vector position = 0;
    readElements.reduce(rest, position);
    registers.insert(rest, roundFlows[i].resultRegister);
  }
  f2::Vector rest = v;
  f2::Vector position = 0;
  readElements.reduce(rest, position);
  std::optional<f2::Vector> reg = registers.solve(rest);
  if (!reg) {
    return std::nullopt;
  }
  return Flow{*reg, *readElements.solve(v ^ f2::multiply(dst.columns, *reg))};
}

void FlowBuilder::accept(unsigned bit, Flow flow) {
  threadFlows[bit] = flow;
  sendingThreads.insert(threadOf(flow.sourcePosition), registerOf(flow.sourcePosition));
  readElements.insert(f2::multiply(srcColumns, flow.sourcePosition), flow.sourcePosition);
}

/// Extends the map from sending threads to registers to all threads.
void FlowBuilder::completeSendMap() {
  f2::Span all = sendingThreads;
  for (unsigned bit = 0; bit < src.threadBits(); ++bit) {
    all.insert(f2::Vector(1) << bit, 0);
  }
  for (unsigned bit = 0; bit < src.threadBits(); ++bit) {
    sendMap.push_back(withoutReplica(*all.solve(f2::Vector(1) << bit)));
  }
}

f2::Vector FlowBuilder::withoutReplica(f2::Vector reg) const {
  for (f2::Vector replica : srcRegisterReplicas) {
    reg ^= reg >> f2::highestBit(replica) & 1 ? replica : 0;
  }
  return reg;
}

std::vector<ShuffleRound> FlowBuilder::rounds() const {
  std::vector<ShuffleRound> result;
  f2::Vector laneMask = lowMask(src.laneBits);
  for (f2::Vector number = 0; number < f2::Vector(1) << roundFlows.size(); ++number) {
    Flow sum;
    for (size_t i = 0; i < roundFlows.size(); ++i) {
      if (number >> i & 1) {
        sum.resultRegister ^= roundFlows[i].resultRegister;
        sum.sourcePosition ^= roundFlows[i].sourcePosition;
      }
    }
    f2::Vector thread = threadOf(sum.sourcePosition);
    for (uint32_t key = 0; key < 1u << conflicts.size(); ++key) {
      f2::Vector reg = registerOf(sum.sourcePosition) ^ sendRegisterOf(thread);
      for (size_t i = 0; i < conflicts.size(); ++i) {
        f2::Vector position = threadFlows[conflicts[i]].sourcePosition;
        reg ^= key >> i & 1 ? registerOf(position) ^ sendRegisterOf(threadOf(position)) : 0;
      }
      result.push_back({static_cast<uint32_t>(withoutReplica(reg)), static_cast<uint32_t>(thread & laneMask),
                        static_cast<uint32_t>(sum.resultRegister), key});
    }
  }
  return result;
}

LinearLayout FlowBuilder::threadMap(const LinearLayout &like, Dim out, unsigned outBits,
                                    std::vector<uint64_t> bases) const {
  DimList ins;
  for (Dim dim : {Dim::Lane, Dim::Warp, Dim::Block}) {
    ins.push_back({dim, static_cast<uint8_t>(like.inLog2(dim))});
  }
  return LinearLayout::fromFlat(ins, {{out, static_cast<uint8_t>(outBits)}}, std::move(bases));
}

ShufflePlan FlowBuilder::build(const LinearLayout &like) {
  std::vector<uint64_t> lanes;
  std::vector<uint64_t> receive;
  std::vector<uint64_t> keys(threadFlows.size(), 0);
  for (const Flow &flow : threadFlows) {
    lanes.push_back(threadOf(flow.sourcePosition) & lowMask(src.laneBits));
    receive.push_back(flow.resultRegister);
  }
  for (size_t i = 0; i < conflicts.size(); ++i) {
    keys[conflicts[i]] = uint64_t(1) << i;
  }
  ShufflePlan plan;
  plan.sendRegister = threadMap(like, Dim::Register, src.registerBits, sendMap);
  plan.sourceLane = threadMap(like, Dim::Lane, src.laneBits, lanes);
  plan.receiveRegister = threadMap(like, Dim::Register, dst.registerBits, receive);
  plan.acceptKey = threadMap(like, Dim::Repetition, conflicts.size(), keys);
  plan.packs = packs;
  plan.rounds = rounds();
  return plan;
}

ShufflePlan tkc::layout::planShuffles(const LinearLayout &src, const LinearLayout &dst, unsigned elementBytes) {
  LinearLayout from = normalizeDistributed(src, src);
  LinearLayout to = normalizeDistributed(dst, src);
  FlowBuilder builder(distributedMatrix(from), distributedMatrix(to), elementBytes);
  ShufflePlan plan = builder.build(from);
  plan.canonical = canonicalRegisters(to);
  return plan;
}
