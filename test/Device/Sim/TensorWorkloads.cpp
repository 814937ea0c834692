// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Copies through tensor maps of all ranks, element types, swizzles and edges, one box each: loads are dumped from
// shared memory, stores and reductions from global memory.
#include <algorithm>

#include "Workload.h"

namespace tkc::agreement {

using data::TensorMapDescription;
using data::TensorMapSwizzle;
using data::TensorMapType;
using Kind = WorkloadArgument::Kind;

namespace {

/// A map, and where its box begins.
struct Box {
  std::string name;
  TensorMapDescription map;
  std::vector<int> start;
};

} // namespace

static unsigned bytesOf(TensorMapType type) {
  switch (type) {
  case TensorMapType::U8:
    return 1;
  case TensorMapType::U16:
  case TensorMapType::F16:
  case TensorMapType::BF16:
    return 2;
  case TensorMapType::U64:
  case TensorMapType::S64:
  case TensorMapType::F64:
    return 8;
  default:
    return 4;
  }
}

/// A dense tensor whose rows are padded to 16 bytes.
static Box makeBox(std::string name, TensorMapType type, std::vector<uint64_t> dimensions, std::vector<uint32_t> box,
                   std::vector<int> start, TensorMapSwizzle swizzle = TensorMapSwizzle::None) {
  Box result;
  result.name = std::move(name);
  result.map.type = type;
  result.map.dimensions = dimensions;
  uint64_t stride = (dimensions[0] * bytesOf(type) + 15) / 16 * 16;
  for (size_t i = 1; i < dimensions.size(); ++i) {
    result.map.stridesInBytes.push_back(stride);
    stride *= dimensions[i];
  }
  result.map.box = std::move(box);
  result.map.elementStrides.assign(dimensions.size(), 1);
  result.map.swizzle = swizzle;
  result.start = std::move(start);
  return result;
}

static std::vector<Box> makeBoxes() {
  std::vector<Box> boxes;
  for (TensorMapType type :
       {TensorMapType::U8, TensorMapType::U16, TensorMapType::U32, TensorMapType::S32, TensorMapType::U64,
        TensorMapType::F16, TensorMapType::F32, TensorMapType::BF16, TensorMapType::F64, TensorMapType::TF32,
        TensorMapType::F32FlushToZero, TensorMapType::TF32FlushToZero}) {
    unsigned row = 64 / bytesOf(type);
    boxes.push_back(makeBox("type " + std::to_string(int(type)), type, {row * 3, 20}, {row, 8}, {int(row), 5}));
    boxes.push_back(
        makeBox("edge of type " + std::to_string(int(type)), type, {row * 2 - 3, 11}, {row, 8}, {int(row), 7}));
  }
  boxes.push_back(makeBox("rank 1", TensorMapType::U32, {100}, {64}, {20}));
  boxes.push_back(makeBox("rank 1 edge", TensorMapType::U32, {100}, {64}, {72}));
  boxes.push_back(makeBox("rank 1 before", TensorMapType::U32, {100}, {64}, {-12}));
  boxes.push_back(makeBox("rank 3", TensorMapType::F16, {40, 6, 5}, {16, 4, 2}, {24, 3, 4}));
  boxes.push_back(makeBox("rank 4", TensorMapType::F16, {40, 6, 5, 3}, {16, 4, 2, 2}, {-8, 3, -1, 2}));
  boxes.push_back(makeBox("rank 5", TensorMapType::U8, {48, 3, 3, 3, 3}, {32, 2, 2, 2, 2}, {16, 2, -1, 1, 2}));
  boxes.push_back(makeBox("all outside", TensorMapType::F16, {64, 8}, {32, 8}, {0, 8}));
  boxes.push_back(makeBox("far before", TensorMapType::F16, {64, 8}, {32, 8}, {-40, -20}));
  const std::pair<TensorMapSwizzle, unsigned> swizzles[] = {
      {TensorMapSwizzle::Bytes32, 32},  {TensorMapSwizzle::Bytes64, 64}, {TensorMapSwizzle::Bytes128, 128},
      {TensorMapSwizzle::Bytes128, 64}, {TensorMapSwizzle::Bytes64, 32}, {TensorMapSwizzle::Bytes128, 32}};
  for (auto [swizzle, bytes] : swizzles) {
    for (TensorMapType type : {TensorMapType::U8, TensorMapType::F16, TensorMapType::F32}) {
      std::string name = "swizzle " + std::to_string(int(swizzle)) + " of " + std::to_string(bytes) + " bytes, type " +
                         std::to_string(int(type));
      unsigned row = bytes / bytesOf(type);
      boxes.push_back(makeBox(name, type, {row * 2, 40}, {row, 24}, {int(row / 2), 20}, swizzle));
      boxes.push_back(makeBox(name + " rank 3", type, {row * 2, 10, 4}, {row, 6, 3}, {0, 1, 2}, swizzle));
    }
  }
  Box fill = makeBox("fill with NaN", TensorMapType::F16, {30, 9}, {32, 8}, {8, 4});
  fill.map.fill = data::TensorMapFill::NaN;
  boxes.push_back(fill);
  fill = makeBox("fill with NaN f32", TensorMapType::F32, {30, 9}, {32, 8}, {8, 4});
  fill.map.fill = data::TensorMapFill::NaN;
  boxes.push_back(fill);
  Box strided = makeBox("element strides", TensorMapType::U16, {64, 30}, {32, 16}, {8, 3});
  strided.map.elementStrides = {1, 3};
  boxes.push_back(strided);
  strided = makeBox("element strides at the edge", TensorMapType::U16, {64, 30}, {32, 16}, {40, 21});
  strided.map.elementStrides = {1, 2};
  boxes.push_back(strided);
  return boxes;
}

/// Bytes that a box counts for its mbarrier.
static unsigned boxBytes(const Box &box) {
  unsigned count = bytesOf(box.map.type);
  for (size_t i = 0; i < box.map.box.size(); ++i) {
    count *= (box.map.box[i] + box.map.elementStrides[i] - 1) / box.map.elementStrides[i];
  }
  return count;
}

/// Bytes that it covers in shared memory: rows that are shorter than the swizzle's span lie a span apart.
static unsigned sharedBytes(const Box &box) {
  const unsigned spans[] = {0, 32, 64, 128};
  unsigned row = box.map.box[0] * bytesOf(box.map.type);
  return boxBytes(box) / row * std::max(row, spans[unsigned(box.map.swizzle)]);
}

static unsigned tensorBytes(const Box &box) {
  size_t rank = box.map.dimensions.size();
  uint64_t bytes = rank == 1 ? box.map.dimensions[0] * bytesOf(box.map.type)
                             : box.map.stridesInBytes.back() * box.map.dimensions.back();
  return unsigned((bytes + 15) / 16 * 16);
}

static std::string coordinates(const Box &box) {
  std::string text = "{";
  for (size_t i = 0; i < box.start.size(); ++i) {
    text += (i ? ", " : "") + std::to_string(box.start[i]);
  }
  return text + "}";
}

static std::string head(const std::string &parameters) {
  return ".version 8.5\n.target sm_90a\n.address_size 64\n\n.visible .entry tensor_copy(" + parameters +
         ")\n.reqntid 128, 1, 1\n{\n  .reg .b64 %map, %data, %d<4>;\n  .reg .b32 %thread, %i, %place, %word, %r<4>;\n"
         "  .reg .pred %p<4>;\n  .shared .align 1024 .b8 tile[16384];\n  .shared .align 8 .b64 barrier;\n"
         "  mov.b64 %map, p_map;\n  cvta.param.u64 %map, %map;\n  ld.param.u64 %data, [p_data];\n"
         "  mov.u32 %thread, %tid.x;\n";
}

/// A loop of all threads over the words of a tile: `%i` the word, `%place` its shared address, `%d0` its global one.
static std::string forWords(const std::string &label, unsigned bytes, const std::string &body) {
  return "  mov.b32 %i, %thread;\n" + label +
         ":\n  mov.u32 %place, tile;\n  mad.lo.u32 %place, %i, 4, %place;\n"
         "  mul.wide.u32 %d0, %i, 4;\n  add.u64 %d0, %data, %d0;\n  setp.lt.u32 %p0, %i, " +
         std::to_string(bytes / 4) + ";\n" + body + "  add.u32 %i, %i, 128;\n  setp.lt.u32 %p1, %i, " +
         std::to_string(bytes / 4) + ";\n  @%p1 bra " + label + ";\n";
}

static std::string loadText(const Box &box) {
  unsigned bytes = sharedBytes(box);
  std::string rank = std::to_string(box.start.size());
  return head(".param .align 128 .b8 p_map[128], .param .u64 p_data") +
         forWords("FILL", bytes, "  @%p0 st.shared.b32 [%place], 0x55555555;\n") +
         "  setp.eq.u32 %p2, %thread, 0;\n  @%p2 mbarrier.init.shared::cta.b64 [barrier], 1;\n"
         "  fence.proxy.async.shared::cta;\n  bar.sync 0;\n  mov.u32 %r0, tile;\n  mov.u32 %r1, barrier;\n"
         "  @%p2 mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r1], " +
         std::to_string(boxBytes(box)) + ";\n  @%p2 cp.async.bulk.tensor." + rank +
         "d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%r0], [%map, " + coordinates(box) +
         "], [%r1];\nWAIT:\n  mbarrier.try_wait.parity.shared::cta.b64 %p3, [%r1], 0;\n  @!%p3 bra WAIT;\n" +
         forWords("DUMP", bytes, "  @%p0 ld.shared.b32 %word, [%place];\n  @%p0 st.global.b32 [%d0], %word;\n") +
         "  ret;\n}\n";
}

/// Stores, or with an operation reduces, the tile that the threads have filled.
static std::string storeText(const Box &box, const std::string &operation) {
  std::string rank = std::to_string(box.start.size());
  std::string instruction = operation.empty() ? "cp.async.bulk.tensor." + rank + "d.global.shared::cta.tile.bulk_group"
                                              : "cp.reduce.async.bulk.tensor." + rank + "d.global.shared::cta." +
                                                    operation + ".tile.bulk_group";
  return head(".param .align 128 .b8 p_map[128], .param .u64 p_data") +
         forWords("FILL", sharedBytes(box),
                  "  @%p0 ld.global.b32 %word, [%d0];\n  @%p0 st.shared.b32 [%place], %word;\n") +
         "  fence.proxy.async.shared::cta;\n  bar.sync 0;\n  setp.eq.u32 %p2, %thread, 0;\n  mov.u32 %r0, tile;\n  "
         "@%p2 " +
         instruction + " [%map, " + coordinates(box) +
         "], [%r0];\n  @%p2 cp.async.bulk.commit_group;\n  @%p2 cp.async.bulk.wait_group 0;\n  ret;\n}\n";
}

static std::vector<uint32_t> someWords(size_t count, uint32_t seed) {
  std::vector<uint32_t> words(count);
  for (uint32_t &word : words) {
    seed = seed * 1664525 + 1013904223;
    word = seed ^ (seed >> 11);
  }
  return words;
}

static Workload makeTensorWorkload(const std::string &name, const std::string &text) {
  Workload work;
  work.name = name;
  work.text = text;
  work.kernelName = "tensor_copy";
  work.ctas = 1;
  return work;
}

std::vector<Workload> makeTensorWorkloads() {
  std::vector<Workload> works;
  for (const Box &box : makeBoxes()) {
    unsigned tensorWords = tensorBytes(box) / 4, tileWords = sharedBytes(box) / 4;
    Workload load = makeTensorWorkload("tensor load, " + box.name, loadText(box));
    load.arguments = {{Kind::Map, someWords(tensorWords, 7), box.map},
                      {Kind::Output, std::vector<uint32_t>(tileWords)}};
    works.push_back(load);
    bool isStrided = box.map.elementStrides.back() != 1;
    // A store at a negative coordinate is an illegal instruction on an H200.
    bool isBefore = std::any_of(box.start.begin(), box.start.end(), [](int start) { return start < 0; });
    if (isStrided || isBefore || box.map.fill == data::TensorMapFill::NaN) {
      continue;
    }
    Workload store = makeTensorWorkload("tensor store, " + box.name, storeText(box, ""));
    store.arguments = {{Kind::OutputMap, someWords(tensorWords, 8), box.map}, {Kind::Input, someWords(tileWords, 9)}};
    works.push_back(store);
  }
  const std::pair<const char *, TensorMapType> reductions[] = {
      {"add", TensorMapType::U32}, {"add", TensorMapType::S32},  {"add", TensorMapType::U64},
      {"add", TensorMapType::F16}, {"add", TensorMapType::F32},  {"add", TensorMapType::BF16},
      {"min", TensorMapType::U32}, {"min", TensorMapType::S32},  {"max", TensorMapType::S32},
      {"max", TensorMapType::F16}, {"min", TensorMapType::BF16}, {"inc", TensorMapType::U32},
      {"dec", TensorMapType::U32}, {"and", TensorMapType::U32},  {"or", TensorMapType::U64},
      {"xor", TensorMapType::U32}};
  for (auto [operation, type] : reductions) {
    unsigned row = 64 / bytesOf(type);
    Box box = makeBox("", type, {row * 2 - 8, 11}, {row, 8}, {int(row / 2), 7});
    Workload work = makeTensorWorkload("tensor " + std::string(operation) + " of type " + std::to_string(int(type)),
                                       storeText(box, operation));
    work.arguments = {{Kind::OutputMap, someWords(tensorBytes(box) / 4, 8), box.map},
                      {Kind::Input, someWords(sharedBytes(box) / 4, 9)}};
    works.push_back(work);
  }
  return works;
}

} // namespace tkc::agreement
