// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loading the CUDA driver.
#include "CudaDriver.h"

#include <dlfcn.h>
#include <sys/stat.h>

namespace tkc::runtime {

static std::string libraryPath(const std::string &path) {
  if (path.empty()) {
    return "libcuda.so.1";
  }
  struct stat info;
  bool isFolder = ::stat(path.c_str(), &info) == 0 && S_ISDIR(info.st_mode);
  return isFolder ? path + "/libcuda.so.1" : path;
}

Result<std::shared_ptr<CudaDriver>> CudaDriver::load(const std::string &path) {
  auto driver = std::make_shared<CudaDriver>();
  driver->library = ::dlopen(libraryPath(path).c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!driver->library) {
    return ErrorMessage{"no CUDA driver: " + std::string(::dlerror())};
  }
#define TKC_CUDA(MEMBER, NAME, PARAMETERS)                                                                             \
  driver->MEMBER = reinterpret_cast<decltype(driver->MEMBER)>(::dlsym(driver->library, NAME));                         \
  if (!driver->MEMBER) {                                                                                               \
    return ErrorMessage{"the CUDA driver is too old: it lacks " NAME " (CUDA 12.4 or later is needed)"};               \
  }
#include "CudaFunctions.def"
  if (Status status = driver->check(driver->init(0), "cuInit"); !status) {
    return status.takeError();
  }
  return driver;
}

CudaDriver::~CudaDriver() {
  if (library) {
    ::dlclose(library);
  }
}

Status CudaDriver::check(CudaStatus status, const char *what) const {
  if (status == 0) {
    return {};
  }
  const char *name = nullptr;
  const char *meaning = nullptr;
  getErrorName(status, &name);
  getErrorString(status, &meaning);
  return ErrorMessage{std::string(what) + " failed: " + (name ? name : "error " + std::to_string(status)) +
                      (meaning ? " (" + std::string(meaning) + ")" : "")};
}

Result<std::array<uint8_t, data::tensorMapBytes>>
CudaDriver::encodeTensorMap(const data::TensorMapDescription &description) {
  size_t rank = description.dimensions.size();
  if (rank == 0 || description.stridesInBytes.size() + 1 != rank || description.box.size() != rank ||
      description.elementStrides.size() != rank) {
    return ErrorMessage{"a tensor map of rank " + std::to_string(rank) + " has " +
                        std::to_string(description.stridesInBytes.size()) + " strides, a box of " +
                        std::to_string(description.box.size()) + " and " +
                        std::to_string(description.elementStrides.size()) + " element strides"};
  }
  alignas(data::tensorMapAlignment) std::array<uint8_t, data::tensorMapBytes> map{};
  // The driver refuses a null pointer even where there are no strides.
  std::vector<uint64_t> strides = description.stridesInBytes;
  strides.resize(rank);
  CudaStatus status = tensorMapEncodeTiled(
      map.data(), int(description.type), uint32_t(rank), reinterpret_cast<void *>(description.address),
      description.dimensions.data(), strides.data(), description.box.data(), description.elementStrides.data(),
      int(description.interleave), int(description.swizzle), int(description.promotion), int(description.fill));
  if (Status checked = check(status, "encoding a tensor map"); !checked) {
    return checked.takeError();
  }
  return map;
}

} // namespace tkc::runtime
