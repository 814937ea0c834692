// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arrays of doubles with numpy's rules, for formulas that say what a kernel computes.
#ifndef TKC_TEST_PUBLIC_CHECKVALUES_VALUES_H
#define TKC_TEST_PUBLIC_CHECKVALUES_VALUES_H

#include "tkc/Support/Result.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace tkc::formula {

using Shape = std::vector<int64_t>;

/// A dense row-major array; without dimensions it is one number.
struct Values {
  Shape shape;
  std::vector<double> data;

  static Values number(double value) { return {{}, {value}}; }
  static Values filled(Shape shape, double value);
  size_t count() const { return data.size(); }
  size_t rank() const { return shape.size(); }
};

int64_t countOf(const Shape &shape);

using Unary = std::function<double(double)>;
using Binary = std::function<double(double, double)>;

Values map(Values value, const Unary &f);
/// Broadcasts both to one shape.
Result<Values> zip(const Values &a, const Values &b, const Binary &f);
Result<Values> broadcast(const Values &value, const Shape &shape);

/// A dimension counted from either end.
Result<size_t> dimensionOf(const Values &value, int64_t axis);
/// Folds the lines along a dimension to one value each: `f` gets a line.
Values fold(const Values &value, size_t axis, bool keepsDimension,
            const std::function<double(const std::vector<double> &)> &f);
/// Changes the lines along a dimension in place.
Values eachLine(Values value, size_t axis, const std::function<void(std::vector<double> &)> &f);

/// One extent may be -1.
Result<Values> reshape(Values value, Shape shape);
Result<Values> permute(const Values &value, const std::vector<int64_t> &order);
/// The elements of a dimension that `places` name, in that order.
Result<Values> take(const Values &value, const std::vector<int64_t> &places, size_t axis);
Result<Values> concatenate(const std::vector<Values> &parts, size_t axis);
/// The product of matrices; leading dimensions broadcast.
Result<Values> multiplyMatrices(const Values &a, const Values &b);

} // namespace tkc::formula

#endif // TKC_TEST_PUBLIC_CHECKVALUES_VALUES_H
