// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arguments of PTX kernels that are neither arrays nor numbers: structures as bytes, and tensor maps of arrays.
#ifndef TKC_BENCH_VALUESPEC_H
#define TKC_BENCH_VALUESPEC_H

#include "tkc/Data/Array.h"
#include "tkc/Data/TensorMapDescription.h"

#include <optional>
#include <string_view>

namespace tkc::bench {

/// `bytes:0x010203` or `bytes:FILE`, in the order of memory; or
/// `tensormap:ARRAY:box=64x32[:dims=…][:strides=…][:steps=…][:swizzle=32|64|128][:fill=nan][:type=tf32]`, whose shapes
/// are in the order of the array's, the innermost last. Without dims and strides the map covers the whole array;
/// strides are bytes, of all dimensions but the innermost.
struct ValueSpec {
  std::vector<uint8_t> bytes;
  /// Of tensor maps: the name of the array; empty for bytes.
  std::string array;
  /// The map without address; dimensions, strides and type are empty or absent when they follow from the array.
  data::TensorMapDescription map;
  std::optional<data::TensorMapType> type;

  bool isTensorMap() const { return !array.empty(); }
};

/// Whether a SPEC is one of these.
bool isValueSpec(std::string_view text);
Result<ValueSpec> parseValueSpec(std::string_view text);

/// The map of an array at an address; an error when array and SPEC do not go together.
Result<data::TensorMapDescription> describeTensorMap(const ValueSpec &spec, const data::Array &array, uint64_t address);

} // namespace tkc::bench

#endif // TKC_BENCH_VALUESPEC_H
