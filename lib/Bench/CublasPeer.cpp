// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A product by cuBLASLt as something to measure.
#include "tkc/Bench/Peer.h"

#include "Cublas.h"

namespace tkc::bench {

static constexpr size_t workspaceBytes = size_t(32) << 20;
/// Launches of each way that cuBLASLt proposes.
static constexpr int64_t launchesPerChoice = 5;
static constexpr int64_t checkedPlaces = 64;

Peer::~Peer() = default;

Result<std::shared_ptr<Cublas>> loadCublas(const std::string &path) { return Cublas::load(path); }

namespace {
class CublasPeer : public Peer {
public:
  explicit CublasPeer(std::unique_ptr<CublasProduct> product) : product(std::move(product)) {}

  Status allocate(runtime::Gpu &gpu, const data::Array &left, const data::Array &right, size_t resultBytes) {
    const std::pair<runtime::DeviceBuffer *, size_t> sizes[] = {
        {&a, left.bytes.size()}, {&b, right.bytes.size()}, {&out, resultBytes}, {&workspace, workspaceBytes}};
    for (auto [buffer, bytes] : sizes) {
      Result<runtime::DeviceBuffer> allocated = gpu.allocate(bytes);
      if (!allocated) {
        return allocated.takeError();
      }
      *buffer = std::move(*allocated);
    }
    Status status = a.write(left.bytes.data(), left.bytes.size());
    return status ? b.write(right.bytes.data(), right.bytes.size()) : status;
  }

  Status launch(runtime::Stream &stream, int64_t) override {
    return product->launch(stream, choice, a.address(), b.address(), out.address(), workspace.address());
  }

  /// Takes the fastest way.
  Status choose(Measurement &measurement) {
    Launch again = [this](runtime::Stream &stream, int64_t i) { return launch(stream, i); };
    size_t best = 0;
    double bestMedian = 0;
    for (choice = 0; choice < product->choices().size(); ++choice) {
      Result<Timing> timing = measurement.run(launchesPerChoice, {again, writtenBytes});
      if (!timing) {
        return timing.takeError();
      }
      bool isBetter = choice == 0 || timing->median() < bestMedian;
      best = isBetter ? choice : best;
      bestMedian = isBetter ? timing->median() : bestMedian;
    }
    choice = best;
    return {};
  }

  /// Runs once and checks the result.
  Status check(Measurement &measurement, const Gemm &gemm, const data::Array &left, const data::Array &right,
               bool isRough) {
    data::Array result = data::Array::zeros(gemm.out, {gemm.m, gemm.n});
    Status status = launch(measurement.stream(), 0);
    status = status ? measurement.stream().synchronize() : status;
    status = status ? out.read(result.bytes.data(), result.bytes.size()) : status;
    return status ? spotCheckGemm(gemm, left, right, result, checkedPlaces, isRough) : status;
  }

  size_t chosen() const { return choice; }
  size_t choiceCount() const { return product->choices().size(); }

private:
  std::unique_ptr<CublasProduct> product;
  runtime::DeviceBuffer a, b, out, workspace;
  size_t choice = 0;
};
} // namespace

Result<std::unique_ptr<Peer>> makeCublasPeer(std::shared_ptr<Cublas> cublas, runtime::Gpu &gpu,
                                             Measurement &measurement, Gemm gemm, const data::Array &a,
                                             const data::Array &b, bool isFast) {
  auto orient = [&](const data::Array &matrix, bool &isTransposed, bool wanted) {
    bool turns = gemm.isFp8() && isTransposed != wanted;
    isTransposed = turns ? wanted : isTransposed;
    return turns ? transposeMatrix(matrix) : matrix;
  };
  data::Array left = orient(a, gemm.aIsTransposed, false);
  data::Array right = orient(b, gemm.bIsTransposed, true);
  Result<std::unique_ptr<CublasProduct>> product = CublasProduct::create(cublas, gemm, isFast, workspaceBytes);
  if (!product) {
    return ErrorMessage{"cuBLASLt: " + product.error()};
  }
  auto peer = std::make_unique<CublasPeer>(std::move(*product));
  size_t resultBytes = size_t(gemm.m * gemm.n * data::sizeInBytes(gemm.out));
  peer->writtenBytes = resultBytes;
  Status status = peer->allocate(gpu, left, right, resultBytes);
  status = status ? peer->choose(measurement) : status;
  status = status ? peer->check(measurement, gemm, left, right, gemm.isFp8()) : status;
  if (!status) {
    return ErrorMessage{"cuBLASLt " + gemm.describe() + ": " + status.error()};
  }
  peer->name = !gemm.isFp8() ? "cublas" : isFast ? "cublas fast" : "cublas accurate";
  peer->description = gemm.describe() + "; cuBLASLt " + cublas->version() + ", the fastest of its " +
                      std::to_string(peer->choiceCount()) + " proposals (number " + std::to_string(peer->chosen() + 1) +
                      ")";
  return std::unique_ptr<Peer>(std::move(peer));
}

} // namespace tkc::bench
