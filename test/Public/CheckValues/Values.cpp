// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Broadcasting, folding and moving of elements.
#include "Values.h"

#include <algorithm>
#include <numeric>

namespace tkc::formula {

int64_t countOf(const Shape &shape) {
  return std::accumulate(shape.begin(), shape.end(), int64_t(1), std::multiplies<int64_t>());
}

Values Values::filled(Shape shape, double value) {
  auto count = size_t(countOf(shape));
  return {std::move(shape), std::vector<double>(count, value)};
}

static std::string textOf(const Shape &shape) {
  std::string text = "[";
  for (int64_t size : shape) {
    text += (text.size() == 1 ? "" : ", ") + std::to_string(size);
  }
  return text + "]";
}

Values map(Values value, const Unary &f) {
  std::transform(value.data.begin(), value.data.end(), value.data.begin(), f);
  return value;
}

Result<Values> broadcast(const Values &value, const Shape &shape) {
  if (value.rank() > shape.size()) {
    return ErrorMessage{"shape " + textOf(value.shape) + " does not go to " + textOf(shape)};
  }
  size_t missing = shape.size() - value.rank();
  std::vector<int64_t> strides(shape.size(), 0);
  int64_t stride = 1;
  for (size_t i = value.rank(); i-- > 0;) {
    if (value.shape[i] != 1 && value.shape[i] != shape[missing + i]) {
      return ErrorMessage{"shape " + textOf(value.shape) + " does not go to " + textOf(shape)};
    }
    strides[missing + i] = value.shape[i] == 1 ? 0 : stride;
    stride *= value.shape[i];
  }
  Values result = Values::filled(shape, 0);
  std::vector<int64_t> place(shape.size(), 0);
  for (double &element : result.data) {
    int64_t from = 0;
    for (size_t i = 0; i < shape.size(); ++i) {
      from += place[i] * strides[i];
    }
    element = value.data[size_t(from)];
    for (size_t i = shape.size(); i-- > 0 && ++place[i] == shape[i];) {
      place[i] = 0;
    }
  }
  return result;
}

Result<Values> zip(const Values &a, const Values &b, const Binary &f) {
  if (a.shape != b.shape) {
    Shape shape(std::max(a.rank(), b.rank()), 1);
    for (const Values *each : {&a, &b}) {
      size_t missing = shape.size() - each->rank();
      for (size_t i = 0; i < each->rank(); ++i) {
        shape[missing + i] = each->shape[i] == 1 ? shape[missing + i] : each->shape[i];
      }
    }
    Result<Values> left = broadcast(a, shape);
    Result<Values> right = broadcast(b, shape);
    if (!left || !right) {
      return ErrorMessage{"shapes " + textOf(a.shape) + " and " + textOf(b.shape) + " do not meet"};
    }
    return zip(*left, *right, f);
  }
  Values result = a;
  std::transform(a.data.begin(), a.data.end(), b.data.begin(), result.data.begin(), f);
  return result;
}

Result<size_t> dimensionOf(const Values &value, int64_t axis) {
  int64_t wrapped = axis < 0 ? axis + int64_t(value.rank()) : axis;
  if (wrapped < 0 || wrapped >= int64_t(value.rank())) {
    return ErrorMessage{"there is no dimension " + std::to_string(axis) + " in shape " + textOf(value.shape)};
  }
  return size_t(wrapped);
}

/// Sizes before, of and behind a dimension.
struct Split {
  size_t outer = 1, length = 1, inner = 1;

  Split(const Shape &shape, size_t axis) : length(size_t(shape[axis])) {
    for (size_t i = 0; i < shape.size(); ++i) {
      outer *= i < axis ? size_t(shape[i]) : 1;
      inner *= i > axis ? size_t(shape[i]) : 1;
    }
  }
  size_t at(size_t o, size_t k, size_t i) const { return (o * length + k) * inner + i; }
};

Values fold(const Values &value, size_t axis, bool keepsDimension,
            const std::function<double(const std::vector<double> &)> &f) {
  Split split(value.shape, axis);
  Values result;
  result.shape = value.shape;
  if (keepsDimension) {
    result.shape[axis] = 1;
  } else {
    result.shape.erase(result.shape.begin() + long(axis));
  }
  std::vector<double> line(split.length);
  for (size_t o = 0; o < split.outer; ++o) {
    for (size_t i = 0; i < split.inner; ++i) {
      for (size_t k = 0; k < split.length; ++k) {
        line[k] = value.data[split.at(o, k, i)];
      }
      result.data.push_back(f(line));
    }
  }
  return result;
}

Values eachLine(Values value, size_t axis, const std::function<void(std::vector<double> &)> &f) {
  Split split(value.shape, axis);
  std::vector<double> line(split.length);
  for (size_t o = 0; o < split.outer; ++o) {
    for (size_t i = 0; i < split.inner; ++i) {
      for (size_t k = 0; k < split.length; ++k) {
        line[k] = value.data[split.at(o, k, i)];
      }
      f(line);
      for (size_t k = 0; k < split.length; ++k) {
        value.data[split.at(o, k, i)] = line[k];
      }
    }
  }
  return value;
}

Result<Values> reshape(Values value, Shape shape) {
  auto open = std::find(shape.begin(), shape.end(), -1);
  if (open != shape.end()) {
    *open = 1;
    *open = int64_t(value.count()) / std::max<int64_t>(countOf(shape), 1);
  }
  if (countOf(shape) != int64_t(value.count())) {
    return ErrorMessage{"shape " + textOf(value.shape) + " has another number of elements than " + textOf(shape)};
  }
  value.shape = std::move(shape);
  return value;
}

Result<Values> permute(const Values &value, const std::vector<int64_t> &order) {
  std::vector<int64_t> sorted = order;
  std::sort(sorted.begin(), sorted.end());
  std::vector<int64_t> all(value.rank());
  std::iota(all.begin(), all.end(), 0);
  if (sorted != all) {
    return ErrorMessage{"the order does not name each dimension of " + textOf(value.shape) + " once"};
  }
  Shape strides(value.rank(), 1);
  for (size_t i = value.rank(); i-- > 1;) {
    strides[i - 1] = strides[i] * value.shape[i];
  }
  Values result = value;
  for (size_t i = 0; i < order.size(); ++i) {
    result.shape[i] = value.shape[size_t(order[i])];
  }
  std::vector<int64_t> place(value.rank(), 0);
  for (double &element : result.data) {
    int64_t from = 0;
    for (size_t i = 0; i < order.size(); ++i) {
      from += place[i] * strides[size_t(order[i])];
    }
    element = value.data[size_t(from)];
    for (size_t i = place.size(); i-- > 0 && ++place[i] == result.shape[i];) {
      place[i] = 0;
    }
  }
  return result;
}

Result<Values> take(const Values &value, const std::vector<int64_t> &places, size_t axis) {
  Split split(value.shape, axis);
  Values result;
  result.shape = value.shape;
  result.shape[axis] = int64_t(places.size());
  for (size_t o = 0; o < split.outer; ++o) {
    for (int64_t place : places) {
      if (place < 0 || place >= int64_t(split.length)) {
        return ErrorMessage{"place " + std::to_string(place) + " is outside of shape " + textOf(value.shape)};
      }
      for (size_t i = 0; i < split.inner; ++i) {
        result.data.push_back(value.data[split.at(o, size_t(place), i)]);
      }
    }
  }
  return result;
}

Result<Values> concatenate(const std::vector<Values> &parts, size_t axis) {
  Values result = parts[0];
  for (size_t p = 1; p < parts.size(); ++p) {
    Shape expected = result.shape;
    expected[axis] = parts[p].rank() > axis ? parts[p].shape[axis] : 0;
    if (parts[p].shape != expected) {
      return ErrorMessage{"shapes " + textOf(result.shape) + " and " + textOf(parts[p].shape) + " do not join"};
    }
    Split left(result.shape, axis), right(parts[p].shape, axis);
    std::vector<double> data;
    for (size_t o = 0; o < left.outer; ++o) {
      auto append = [&data, o](const Split &split, const std::vector<double> &from) {
        auto begin = from.begin() + long(split.at(o, 0, 0));
        data.insert(data.end(), begin, begin + long(split.length * split.inner));
      };
      append(left, result.data);
      append(right, parts[p].data);
    }
    result.data = std::move(data);
    result.shape[axis] += parts[p].shape[axis];
  }
  return result;
}

Result<Values> multiplyMatrices(const Values &a, const Values &b) {
  if (a.rank() < 2 || b.rank() < 2 || a.shape.back() != b.shape[b.rank() - 2]) {
    return ErrorMessage{"matrices of shapes " + textOf(a.shape) + " and " + textOf(b.shape) + " do not multiply"};
  }
  // a[..., m, k, 1] times b[..., 1, k, n] summed over k, for small matrices.
  Values left = a, right = b;
  left.shape.push_back(1);
  right.shape.insert(right.shape.end() - 2, 1);
  Result<Values> products = zip(left, right, std::multiplies<double>());
  if (!products) {
    return products;
  }
  return fold(*products, products->rank() - 2, false,
              [](const std::vector<double> &line) { return std::accumulate(line.begin(), line.end(), 0.0); });
}

} // namespace tkc::formula
