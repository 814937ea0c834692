// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a file may ask torch and the driver at module level, answered from the target that is compiled for.
#include "tkc/Evaluate/Operations.h"

#include <cfloat>
#include <cmath>

#include "BuiltinTables.h"

namespace tkc::evaluate {

std::optional<Object> hostConstant(Evaluator &, std::string_view name) {
  if (name == "torch.version.hip" || name == "torch.version.xpu") {
    return Object::none();
  }
  if (name == "torch.version.cuda") {
    return Object::string("13.0");
  }
  if (name == "torch.__version__") {
    return Object::string("2.9.0");
  }
  if (name == "torch.inf" || name == "torch.pi" || name == "numpy.inf" || name == "numpy.pi") {
    return Object::real(name.substr(name.size() - 2) == "pi" ? M_PI : HUGE_VAL);
  }
  return std::nullopt;
}

static Object callTrue(const BuiltinCall &) { return Object::boolean(true); }
static Object callFalse(const BuiltinCall &) { return Object::boolean(false); }
static Object callZero(const BuiltinCall &) { return Object::integer(0); }
static Object callOne(const BuiltinCall &) { return Object::integer(1); }

static Object callCapability(const BuiltinCall &call) {
  unsigned capability = call.evaluator.options().computeCapability;
  return Object::tuple({Object::integer(capability / 10), Object::integer(capability % 10)});
}

static std::string deviceName(unsigned capability) {
  switch (capability) {
  case 80:
    return "NVIDIA A100";
  case 90:
    return "NVIDIA H100";
  case 100:
    return "NVIDIA B200";
  default:
    return "NVIDIA GPU (sm_" + std::to_string(capability) + ")";
  }
}

static Object callDeviceName(const BuiltinCall &call) {
  return Object::string(deviceName(call.evaluator.options().computeCapability));
}

/// Bytes of shared memory that one block may have.
static int64_t sharedMemory(unsigned capability) {
  return capability >= 90 && capability < 120 ? 232448 : capability == 80 ? 166912 : 101376;
}

static Object callDeviceProperties(const BuiltinCall &call) {
  const EvaluatorOptions &options = call.evaluator.options();
  int64_t shared = sharedMemory(options.computeCapability);
  return call.evaluator.record("DeviceProperties",
                               {{"name", Object::string(deviceName(options.computeCapability))},
                                {"major", Object::integer(options.computeCapability / 10)},
                                {"minor", Object::integer(options.computeCapability % 10)},
                                {"multi_processor_count", Object::integer(options.multiprocessorCount)},
                                {"shared_memory_per_block_optin", Object::integer(shared)},
                                {"shared_memory_per_multiprocessor", Object::integer(shared + 1024)},
                                {"warp_size", Object::integer(32)}});
}

static Object callDriverProperties(const BuiltinCall &call) {
  const EvaluatorOptions &options = call.evaluator.options();
  Object dict = Object::dict();
  ObjectMap &entries = dict.asDict().entries;
  entries.set("multiprocessor_count", Object::integer(options.multiprocessorCount));
  entries.set("max_shared_mem", Object::integer(sharedMemory(options.computeCapability)));
  entries.set("max_num_regs", Object::integer(65536));
  entries.set("warpSize", Object::integer(32));
  return dict;
}

//===- finfo, iinfo ----------------------------------------------------------------------------------------------===//

static std::optional<DType> hostDType(const Object &object) {
  return object.isBuiltin() ? DType::parse(object.builtinName())
         : object.isDType() ? std::optional(object.asDType())
                            : std::nullopt;
}

/// The largest finite number of a type.
static double largestFinite(const DType &type) {
  if (type.is(DTypeKind::Float8E4M3FN)) {
    return 448;
  }
  if (type.is(DTypeKind::Float64)) {
    return DBL_MAX;
  }
  int exponentBits = static_cast<int>(type.bitWidth() - 1 - type.mantissaWidth());
  int largestExponent = (1 << exponentBits) - 2 - type.exponentBias();
  return std::ldexp(2 - std::ldexp(1.0, -static_cast<int>(type.mantissaWidth())), largestExponent);
}

static Object callFinfo(const BuiltinCall &call) {
  std::optional<DType> type = call.has(0) ? hostDType(call.argument(0)) : DType(DTypeKind::Float32);
  if (!type || !type->isFloat()) {
    return call.misused("a floating-point type");
  }
  double largest = largestFinite(*type);
  double smallestNormal = std::ldexp(1.0, 1 - type->exponentBias());
  return call.evaluator.record("finfo",
                               {{"max", Object::real(largest)},
                                {"min", Object::real(-largest)},
                                {"eps", Object::real(std::ldexp(1.0, -static_cast<int>(type->mantissaWidth())))},
                                {"tiny", Object::real(smallestNormal)},
                                {"smallest_normal", Object::real(smallestNormal)},
                                {"bits", Object::integer(type->bitWidth())}});
}

static Object callIinfo(const BuiltinCall &call) {
  std::optional<DType> type = hostDType(call.argument(0));
  if (!type || !type->isInteger()) {
    return call.misused("an integer type");
  }
  Object dtype = Object::dtype(*type);
  return call.evaluator.record(
      "iinfo", {{"max", *call.evaluator.callBuiltin("dtype.get_int_max_value", {{dtype}, {}}, call.range)},
                {"min", *call.evaluator.callBuiltin("dtype.get_int_min_value", {{dtype}, {}}, call.range)},
                {"bits", Object::integer(type->bitWidth())}});
}

BuiltinTable hostBuiltins() {
  return {{"torch.cuda.is_available", callTrue},
          {"torch.cuda.is_bf16_supported", callTrue},
          {"torch.xpu.is_available", callFalse},
          {"torch.cuda.device_count", callOne},
          {"torch.cuda.current_device", callZero},
          {"torch.cuda.get_device_capability", callCapability},
          {"torch.cuda.get_device_name", callDeviceName},
          {"torch.cuda.get_device_properties", callDeviceProperties},
          {"triton.runtime.driver.active.utils.get_device_properties", callDriverProperties},
          {"torch.finfo", callFinfo},
          {"torch.iinfo", callIinfo}};
}

} // namespace tkc::evaluate
