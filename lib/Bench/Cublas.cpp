// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loading cuBLASLt and asking it for products.
#include "Cublas.h"

#include <dlfcn.h>
#include <sys/stat.h>

namespace tkc::bench {

using data::ElementType;

/// Numbers of CUDA's enumerations.
static constexpr int transposeLeft = 3, transposeRight = 4, fastAccumulation = 25;
static constexpr int mostWorkspace = 1;
static constexpr int computeF32 = 68, computeTf32 = 77;
static constexpr int typeF32 = 0;
/// How many ways of computing a product are asked for.
static constexpr int mostProposals = 8;

static int cudaType(ElementType type) {
  switch (type) {
  case ElementType::F16:
    return 2;
  case ElementType::BF16:
    return 14;
  case ElementType::F32:
    return typeF32;
  case ElementType::F8E4M3FN:
    return 28;
  case ElementType::F8E5M2:
    return 29;
  default:
    return -1;
  }
}

static std::vector<std::string> candidates(const std::string &path) {
  const char *names[] = {"libcublasLt.so.13", "libcublasLt.so.12", "libcublasLt.so"};
  struct stat info;
  bool isFolder = !path.empty() && ::stat(path.c_str(), &info) == 0 && S_ISDIR(info.st_mode);
  if (!path.empty() && !isFolder) {
    return {path};
  }
  std::vector<std::string> files;
  for (const std::string &folder :
       isFolder ? std::vector<std::string>{path + "/"} : std::vector<std::string>{"", "/usr/local/cuda/lib64/"}) {
    for (const char *name : names) {
      files.push_back(folder + name);
    }
  }
  return files;
}

Result<std::shared_ptr<Cublas>> Cublas::load(const std::string &path) {
  auto cublas = std::make_shared<Cublas>();
  std::string firstProblem;
  for (const std::string &file : candidates(path)) {
    cublas->library = cublas->library ? cublas->library : ::dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!cublas->library && firstProblem.empty()) {
      firstProblem = ::dlerror();
    }
  }
  if (!cublas->library) {
    return ErrorMessage{"no cuBLASLt: " + firstProblem};
  }
#define TKC_CUBLAS(MEMBER, NAME, RESULT, PARAMETERS)                                                                   \
  cublas->MEMBER = reinterpret_cast<decltype(cublas->MEMBER)>(::dlsym(cublas->library, NAME));                         \
  if (!cublas->MEMBER) {                                                                                               \
    return ErrorMessage{"cuBLASLt is too old: it lacks " NAME};                                                        \
  }
#include "CublasFunctions.def"
  if (Status status = check(cublas->create(&cublas->handle), "cublasLtCreate"); !status) {
    return status.takeError();
  }
  return cublas;
}

Cublas::~Cublas() {
  if (handle) {
    destroy(handle);
  }
  if (library) {
    ::dlclose(library);
  }
}

std::string Cublas::version() const {
  size_t number = getVersion();
  // 130100 is 13.1.0; releases before 13 count patches in hundreds of a thousand, too.
  return std::to_string(number / 10000) + "." + std::to_string(number / 100 % 100) + "." + std::to_string(number % 100);
}

Status Cublas::check(int status, const char *what) {
  if (status == 0) {
    return {};
  }
  const char *meaning = status == 1    ? " (not initialised)"
                        : status == 3  ? " (out of memory)"
                        : status == 7  ? " (invalid value)"
                        : status == 8  ? " (wrong architecture)"
                        : status == 13 ? " (execution failed)"
                        : status == 15 ? " (not supported)"
                                       : "";
  return ErrorMessage{std::string(what) + " failed: error " + std::to_string(status) + meaning};
}

Result<std::unique_ptr<CublasProduct>> CublasProduct::create(std::shared_ptr<Cublas> cublas, const Gemm &gemm,
                                                             bool isFast, size_t workspaceBytes) {
  std::unique_ptr<CublasProduct> product(new CublasProduct(std::move(cublas), workspaceBytes));
  Status status = product->describe(gemm, isFast);
  status = status ? product->propose() : status;
  if (!status) {
    return ErrorMessage{gemm.describe() + ": " + status.error()};
  }
  return product;
}

CublasProduct::~CublasProduct() {
  if (product) {
    cublas->destroyProduct(product);
  }
  for (void *layout : {left, right, target}) {
    if (layout) {
      cublas->destroyLayout(layout);
    }
  }
}

/// cuBLASLt's matrices are column-major, in which a row-major matrix is its own transpose: out^T = b^T a^T.
Status CublasProduct::describe(const Gemm &gemm, bool isFast) {
  for (ElementType type : {gemm.a, gemm.b, gemm.out}) {
    if (cudaType(type) < 0) {
      return ErrorMessage{"cuBLASLt is not asked for " + std::string(data::elementTypeName(type))};
    }
  }
  bool isTf32 = gemm.a == ElementType::F32;
  Status status =
      Cublas::check(cublas->createProduct(&product, isTf32 ? computeTf32 : computeF32, typeF32), "MatmulDescCreate");
  int transposesLeft = gemm.bIsTransposed, transposesRight = gemm.aIsTransposed;
  int8_t fast = isFast;
  auto set = [&](int attribute, const void *value, size_t size) {
    status =
        status ? Cublas::check(cublas->setProduct(product, attribute, value, size), "MatmulDescSetAttribute") : status;
  };
  set(transposeLeft, &transposesLeft, sizeof transposesLeft);
  set(transposeRight, &transposesRight, sizeof transposesRight);
  if (gemm.isFp8()) {
    set(fastAccumulation, &fast, sizeof fast);
  }
  auto layOut = [&](void **layout, ElementType type, const std::vector<int64_t> &shape) {
    int code =
        status ? cublas->createLayout(layout, cudaType(type), uint64_t(shape[1]), uint64_t(shape[0]), shape[1]) : 0;
    status = status ? Cublas::check(code, "MatrixLayoutCreate") : status;
  };
  layOut(&left, gemm.b, gemm.shapeOfB());
  layOut(&right, gemm.a, gemm.shapeOfA());
  layOut(&target, gemm.out, {gemm.m, gemm.n});
  return status;
}

Status CublasProduct::propose() {
  void *preference = nullptr;
  Status status = Cublas::check(cublas->createPreference(&preference), "MatmulPreferenceCreate");
  if (!status) {
    return status;
  }
  int count = 0;
  proposals.resize(mostProposals);
  status = Cublas::check(cublas->setPreference(preference, mostWorkspace, &workspaceBytes, sizeof workspaceBytes),
                         "MatmulPreferenceSet");
  if (status) {
    status = Cublas::check(cublas->getHeuristic(cublas->handle, product, left, right, target, target, preference,
                                                mostProposals, proposals.data(), &count),
                           "MatmulAlgoGetHeuristic");
  }
  cublas->destroyPreference(preference);
  proposals.resize(size_t(std::max(count, 0)));
  return status && proposals.empty() ? Status(ErrorMessage{"cuBLASLt has no way to compute it"}) : status;
}

Status CublasProduct::launch(runtime::Stream &stream, size_t choice, uint64_t a, uint64_t b, uint64_t out,
                             uint64_t workspace) const {
  const float one = 1, zero = 0;
  auto at = [](uint64_t address) { return reinterpret_cast<void *>(address); };
  return Cublas::check(cublas->multiply(cublas->handle, product, &one, at(b), left, at(a), right, &zero, at(out),
                                        target, at(out), target, &proposals[choice].algorithm, at(workspace),
                                        workspaceBytes, stream.get()),
                       "cublasLtMatmul");
}

} // namespace tkc::bench
