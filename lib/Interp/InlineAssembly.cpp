// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Building the kernel around inline assembly, and running it: one thread an instance, each with a record of 8 bytes a
// register.
#include "InlineAssembly.h"

#include "tkc/Sim/Simulator.h"

#include <algorithm>
#include <cctype>
#include <cstring>
#include <mutex>

namespace tkc::interp {

namespace {
constexpr unsigned threadsPerCta = 128;
constexpr const char *kernelName = "tkc_assembly";

/// How PTX declares, loads and stores a register of a kind.
struct RegisterForm {
  const char *declared;
  const char *moved;
};

RegisterForm formOf(char kind) {
  switch (kind) {
  case 'h':
    return {".b16", "b16"};
  case 'l':
    return {".b64", "b64"};
  case 'f':
    return {".f32", "f32"};
  case 'd':
    return {".f64", "f64"};
  case 'b':
    return {".pred", "b32"};
  default:
    return {".b32", "b32"};
  }
}

/// Writes the kernel.
class KernelText {
public:
  explicit KernelText(const AssemblyShape &shape) : shape(shape) {
    for (const AssemblyValue &value : shape.outputs) {
      for (const AssemblyRegister &each : value.registers) {
        names.push_back("%tkc_o" + std::to_string(names.size()));
        outputs.push_back(each);
      }
    }
    for (const AssemblyValue &value : shape.inputs) {
      for (const AssemblyRegister &each : value.registers) {
        names.push_back(each.tiedTo >= 0 ? names[size_t(each.tiedTo)] : "%tkc_i" + std::to_string(names.size()));
        inputs.push_back(each);
      }
    }
  }

  size_t recordSize() const { return 8 * std::max<size_t>(1, outputs.size() + inputs.size()); }

  std::string write() {
    text = ".version 8.7\n.target sm_100a\n.address_size 64\n\n.visible .entry " + std::string(kernelName) +
           "(.param .u64 tkc_records, .param .u32 tkc_count)\n{\n"
           "  .reg .pred %tkc_p;\n  .reg .b32 %tkc_r<5>;\n  .reg .b64 %tkc_a<3>;\n";
    declare();
    text += "  mov.u32 %tkc_r0, %ctaid.x;\n  mov.u32 %tkc_r1, %ntid.x;\n  mov.u32 %tkc_r2, %tid.x;\n"
            "  mad.lo.u32 %tkc_r0, %tkc_r0, %tkc_r1, %tkc_r2;\n  ld.param.u32 %tkc_r3, [tkc_count];\n"
            "  setp.ge.u32 %tkc_p, %tkc_r0, %tkc_r3;\n  @%tkc_p ret;\n  ld.param.u64 %tkc_a0, [tkc_records];\n"
            "  mul.wide.u32 %tkc_a1, %tkc_r0, " +
            std::to_string(recordSize()) + ";\n  add.u64 %tkc_a0, %tkc_a0, %tkc_a1;\n";
    for (size_t index = 0; index < inputs.size(); ++index) {
      load(index);
    }
    text += "  " + substituted() + "\n";
    for (size_t index = 0; index < outputs.size(); ++index) {
      store(index);
    }
    text += "  ret;\n}\n";
    return std::move(text);
  }

private:
  void declare() {
    for (size_t index = 0; index < outputs.size(); ++index) {
      text += std::string("  .reg ") + formOf(outputs[index].kind).declared + " " + names[index] + ";\n";
    }
    for (size_t index = 0; index < inputs.size(); ++index) {
      if (inputs[index].tiedTo < 0) {
        text +=
            std::string("  .reg ") + formOf(inputs[index].kind).declared + " " + names[outputs.size() + index] + ";\n";
      }
    }
  }

  std::string place(size_t index) const { return "[%tkc_a0+" + std::to_string(8 * index) + "]"; }

  void load(size_t index) {
    const std::string &name = names[outputs.size() + index];
    if (inputs[index].kind == 'b') {
      text += "  ld.global.b32 %tkc_r4, " + place(index) + ";\n  setp.ne.u32 " + name + ", %tkc_r4, 0;\n";
      return;
    }
    text += std::string("  ld.global.") + formOf(inputs[index].kind).moved + " " + name + ", " + place(index) + ";\n";
  }

  void store(size_t index) {
    size_t slot = inputs.size() + index;
    if (outputs[index].kind == 'b') {
      text += "  selp.u32 %tkc_r4, 1, 0, " + names[index] + ";\n  st.global.b32 " + place(slot) + ", %tkc_r4;\n";
      return;
    }
    text += std::string("  st.global.") + formOf(outputs[index].kind).moved + " " + place(slot) + ", " + names[index] +
            ";\n";
  }

  /// The text with the registers' names; `$$` is a dollar.
  std::string substituted() const {
    std::string result;
    const std::string &source = shape.text;
    for (size_t index = 0; index < source.size();) {
      if (source[index] != '$') {
        result += source[index++];
        continue;
      }
      ++index;
      if (index < source.size() && source[index] == '$') {
        result += source[index++];
        continue;
      }
      bool isBraced = index < source.size() && source[index] == '{';
      index += isBraced;
      size_t number = 0, digits = 0;
      for (; index < source.size() && std::isdigit(static_cast<unsigned char>(source[index])); ++index, ++digits) {
        number = std::min<size_t>(number * 10 + size_t(source[index] - '0'), 100000);
      }
      if (isBraced) {
        index = std::min(source.find('}', index), source.size() - 1) + 1;
      }
      result += digits != 0 && number < names.size() ? names[number] : "$" + std::to_string(number);
    }
    return result;
  }

  const AssemblyShape &shape;
  std::vector<AssemblyRegister> outputs, inputs;
  /// Of the outputs, then of the inputs.
  std::vector<std::string> names;
  std::string text;
};

/// Assembly on the simulator.
class SimulatedAssembly final : public LaneCode {
public:
  explicit SimulatedAssembly(const AssemblyShape &shape) : shape(shape) {}

  /// Empty when the simulator takes the text.
  std::string load() {
    KernelText kernel(shape);
    recordSize = kernel.recordSize();
    std::vector<sim::LoadError> errors = simulator.load(kernel.write(), parseTarget("sm_100a"));
    return errors.empty() ? std::string() : errors.front().message;
  }

  std::string run(const LaneBits &operands, LaneBits &results) const override {
    size_t lanes = results.front().size();
    size_t instances = (lanes + shape.pack - 1) / shape.pack;
    std::vector<uint8_t> records(instances * recordSize);
    size_t offset = pack(operands, records);
    std::lock_guard<std::mutex> lock(mutex);
    uint64_t address = simulator.memory().allocate("registers", records.size());
    simulator.memory().write(address, records.data(), records.size());
    std::string problem = launch(address, uint32_t(instances));
    simulator.memory().read(address, records.data(), records.size());
    simulator.memory().release(address);
    unpack(records, offset, results);
    return problem;
  }

private:
  /// Puts the elements into the registers of the instances; gives the offset of the first output.
  size_t pack(const LaneBits &operands, std::vector<uint8_t> &records) const {
    size_t offset = 0;
    for (size_t index = 0; index < shape.inputs.size(); ++index) {
      walk(
          shape.inputs[index], operands[index].size(), offset, records.size() / recordSize,
          [&](size_t lane, uint8_t *place, unsigned bytes) { std::memcpy(place, &operands[index][lane], bytes); },
          records);
      offset += 8 * shape.inputs[index].registers.size();
    }
    return offset;
  }

  void unpack(std::vector<uint8_t> &records, size_t offset, LaneBits &results) const {
    for (size_t index = 0; index < shape.outputs.size(); ++index) {
      std::vector<uint64_t> &lanes = results[index];
      std::fill(lanes.begin(), lanes.end(), 0);
      std::vector<bool> isDone(lanes.size());
      walk(
          shape.outputs[index], lanes.size(), offset, records.size() / recordSize,
          [&](size_t lane, uint8_t *place, unsigned bytes) {
            if (!isDone[lane]) {
              isDone[lane] = true;
              std::memcpy(&lanes[lane], place, bytes);
            }
          },
          records);
      offset += 8 * shape.outputs[index].registers.size();
    }
  }

  /// Visits the place of each packed element; instances that are not full have the last element again.
  template <typename Visit>
  void walk(const AssemblyValue &value, size_t lanes, size_t offset, size_t instances, Visit visit,
            std::vector<uint8_t> &records) const {
    unsigned bytes = value.elementBits / 8;
    size_t perRegister = value.elementBits >= 32 ? 1 : 32 / value.elementBits;
    for (size_t instance = 0; instance < instances; ++instance) {
      for (size_t position = 0; position < shape.pack; ++position) {
        size_t lane = std::min(instance * shape.pack + position, lanes - 1);
        size_t place = instance * recordSize + offset + position / perRegister * 8 + position % perRegister * bytes;
        visit(lane, records.data() + place, bytes);
      }
    }
  }

  std::string launch(uint64_t address, uint32_t instances) const {
    sim::LaunchRequest request;
    request.kernel = kernelName;
    request.arguments.resize(2);
    request.arguments[0].resize(8);
    request.arguments[1].resize(4);
    std::memcpy(request.arguments[0].data(), &address, 8);
    std::memcpy(request.arguments[1].data(), &instances, 4);
    request.shape.grid = {(instances + threadsPerCta - 1) / threadsPerCta, 1, 1};
    request.shape.block = {threadsPerCta, 1, 1};
    request.options.threads = 1;
    Result<sim::LaunchResult> result = simulator.launch(request);
    if (!result) {
      return result.takeError().text;
    }
    if (result->faults.empty()) {
      return {};
    }
    const sim::ReportedFault &first = result->faults.front();
    return std::string(sim::faultKindText(first.fault.kind)) + ": " + first.origin.ptxText;
  }

  AssemblyShape shape;
  size_t recordSize = 8;
  mutable std::mutex mutex;
  mutable sim::Simulator simulator;
};
} // namespace

std::pair<std::shared_ptr<LaneCode>, std::string> assemble(const AssemblyShape &shape) {
  auto code = std::make_shared<SimulatedAssembly>(shape);
  std::string problem = code->load();
  if (!problem.empty()) {
    return {nullptr, problem};
  }
  return {code, {}};
}

} // namespace tkc::interp
