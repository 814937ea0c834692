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

} // namespace tkc::runtime
