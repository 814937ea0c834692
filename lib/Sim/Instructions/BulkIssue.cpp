// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Issuing and completing bulk copies.
#include "BulkIssue.h"

#include <cstring>

#include "BulkGroups.h"

namespace tkc::sim {

uint64_t laneAddress(const Warp &warp, const AddressDetail &detail, Place base, unsigned lane) {
  uint64_t offset = static_cast<uint64_t>(detail.offset);
  return detail.is64 ? warp.read<uint64_t>(base)[lane] + offset
                     : static_cast<uint32_t>(warp.read<uint32_t>(base)[lane] + offset);
}

AsyncTransfer BulkIssue::transfer() const {
  AsyncTransfer transfer;
  transfer.warp = &warp;
  transfer.instruction = &instruction;
  transfer.lane = lane;
  return transfer;
}

namespace {
/// A copy on its way to an mbarrier.
struct MbarrierCopy {
  AsyncTransfer transfer;
  BulkIssue::Move move;
  uint32_t address = 0;

  void perform() const;

private:
  void complete(uint64_t bytes, const Epoch &as) const;
  /// The mbarrier, or null after a fault; `access` is as whom it is reached.
  Mbarrier *find(const uint8_t *image) const;
};
} // namespace

Mbarrier *MbarrierCopy::find(const uint8_t *image) const {
  std::string problem;
  Mbarrier *barrier = findMbarrier(transfer.warp->cta().cluster(), address, image, problem);
  if (!barrier) {
    transfer.warp->fatal(FaultKind::MbarrierMisuse, *transfer.instruction, transfer.lane,
                         "the copy completes on an mbarrier, but " + problem);
  }
  return barrier;
}

/// The eight bytes of the mbarrier belong to threads; what the copy does there is ordered like their operations.
void MbarrierCopy::complete(uint64_t bytes, const Epoch &as) const {
  AsyncTransfer access = transfer;
  access.proxy = Proxy::Generic;
  access.targetSpace = Space::SharedCluster;
  access.alignment = 8;
  access.writer = as;
  AccessWindow window = access.open(AccessKind::ReadModifyWrite, address, 8);
  Mbarrier *barrier = window.lanes ? find(window.data[0]) : nullptr;
  if (!barrier) {
    return;
  }
  MbarrierUser user = userOf(*transfer.warp, *transfer.instruction, transfer.lane);
  barrier->noteCopy(user);
  if (Mbarrier::Problem problem = barrier->completeTransactions(bytes, user)) {
    transfer.warp->fatal(problem->kind, *transfer.instruction, transfer.lane, problem->text);
    return;
  }
  uint64_t image = barrier->image();
  std::memcpy(window.data[0], &image, sizeof(image));
}

void MbarrierCopy::perform() const {
  Cta &own = transfer.warp->cta(), &target = own.cluster().cta(address >> sharedRankShift);
  if (target.isFinished()) {
    transfer.warp->fault(&target == &own ? FaultKind::CopyInFlightAtExit : FaultKind::ClusterExit,
                         *transfer.instruction, transfer.lane,
                         "the copy writes to the shared memory of a CTA that has ended");
  }
  Mbarrier *barrier = MbarrierTable::of(transfer.warp->cta().cluster()).find(address);
  if (!barrier || !barrier->isInitialised()) {
    uint64_t nothing = 0;
    find(reinterpret_cast<const uint8_t *>(&nothing));
    return;
  }
  AsyncTransfer moving = transfer;
  moving.reader = moving.writer = barrier->copyEpoch();
  uint64_t bytes = move(moving, address >> sharedRankShift);
  if (InstructionCounts *counts = transfer.warp->countsOf(*transfer.instruction)) {
    counts->bytes += bytes;
  }
  complete(bytes, moving.writer);
}

/// What is wrong with an mbarrier when the copy is issued; false ends the launch.
bool BulkIssue::checkMbarrier(uint32_t address, const AsyncTransfer &transfer) {
  Mbarrier *barrier = MbarrierTable::of(warp.cta().cluster()).find(address);
  if (!barrier || !barrier->isInitialised()) {
    std::string problem;
    uint64_t nothing = 0;
    findMbarrier(warp.cta().cluster(), address, reinterpret_cast<const uint8_t *>(&nothing), problem);
    warp.fatal(FaultKind::MbarrierMisuse, instruction, lane, "the copy completes on an mbarrier, but " + problem);
    return false;
  }
  if (!warp.memory().surroundings().checks.races) {
    return true;
  }
  if (!barrier->isInitOrdered(warp.cta().clocks(), warp.firstThread() + lane)) {
    warp.fault(FaultKind::DataRace, instruction, lane,
               barrier->name() + ": nothing orders this after the mbarrier's initialisation");
  } else if (transfer.proxy == Proxy::Async && !barrier->isInitVisibleToCopies(transfer.known)) {
    warp.fault(FaultKind::MissingProxyFence, instruction, lane,
               barrier->name() +
                   ": its initialisation needs a fence.mbarrier_init or a fence.proxy.async before copies use it");
  }
  return true;
}

bool BulkIssue::areInOneCta(uint32_t target, uint32_t mbarrier) const {
  uint32_t left = target >> sharedRankShift, right = mbarrier >> sharedRankShift;
  if (left != right) {
    warp.fatal(FaultKind::IllegalOperand, instruction, lane,
               "the copy writes to CTA " + std::to_string(left) + " of the cluster, its mbarrier is in CTA " +
                   std::to_string(right));
  }
  return left == right;
}

void BulkIssue::issueToMbarrier(AsyncTransfer transfer, uint32_t mbarrier, std::optional<uint32_t> ranks, Move move,
                                const std::string &description) {
  transfer.known = warp.cta().clocks().release(warp.firstThread() + lane);
  uint32_t offset = mbarrier & ((1u << sharedRankShift) - 1), own = mbarrier >> sharedRankShift;
  uint32_t size = warp.cta().cluster().size();
  if (own >= size || (ranks && (*ranks == 0 || *ranks >> size != 0))) {
    warp.fatal(FaultKind::IllegalOperand, instruction, lane,
               "the copy names CTAs that the cluster does not have: it has " + std::to_string(size));
    return;
  }
  for (uint32_t rank = 0; rank < size; ++rank) {
    bool isTarget = ranks ? (*ranks >> rank & 1) != 0 : rank == own;
    if (!isTarget) {
      continue;
    }
    uint32_t address = rank << sharedRankShift | offset;
    if (warp.cta().cluster().cta(rank).isFinished()) {
      warp.fatal(FaultKind::ClusterExit, instruction, lane,
                 "the copy writes to CTA " + std::to_string(rank) + " of the cluster, which has ended");
      return;
    }
    if (!checkMbarrier(address, transfer)) {
      return;
    }
    AsyncOperation operation = operationOf(warp, instruction, lane, description);
    operation.perform = [copy = MbarrierCopy{transfer, move, address}] { copy.perform(); };
    warp.cta().cluster().issue(std::move(operation));
  }
}

void BulkIssue::issueToGroup(AsyncTransfer transfer, Move move, const std::string &description) {
  transfer.known = warp.cta().clocks().release(warp.firstThread() + lane);
  ThreadBulkGroups &thread = BulkGroups::of(warp, lane);
  uint32_t group = thread.groups.open();
  transfer.reader = {thread.reader, group};
  transfer.writer = {thread.writer, group};
  AsyncOperation operation = operationOf(warp, instruction, lane, description);
  // Who does not wait is told when he ends.
  operation.usesShared = false;
  operation.perform = [transfer, move = std::move(move)] {
    uint64_t bytes = move(transfer, transfer.warp->cta().rank());
    if (InstructionCounts *counts = transfer.warp->countsOf(*transfer.instruction)) {
      counts->bytes += bytes;
    }
  };
  AsyncTicket ticket = warp.cta().cluster().issue(std::move(operation));
  thread.copies.push_back({ticket, group, warp.program().indexOf(instruction)});
}

} // namespace tkc::sim
