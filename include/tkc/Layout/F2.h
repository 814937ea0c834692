// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Linear algebra over F2 on vectors packed into 64-bit words: the arithmetic under every layout question.
#ifndef TKC_LAYOUT_F2_H
#define TKC_LAYOUT_F2_H

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace tkc::layout::f2 {

/// A vector over F2; addition is exclusive or.
using Vector = uint64_t;

inline bool parity(Vector v) { return __builtin_parityll(v); }
inline unsigned highestBit(Vector v) { return 63 - __builtin_clzll(v); }
inline unsigned lowestBit(Vector v) { return __builtin_ctzll(v); }

/// The product of the matrix with the given columns and `v`.
inline Vector multiply(const std::vector<Vector> &columns, Vector v) {
  Vector result = 0;
  for (; v != 0; v &= v - 1) {
    result ^= columns[lowestBit(v)];
  }
  return result;
}

/// A subspace that grows vector by vector and remembers how each member is made from what was inserted.
///
/// Each inserted vector carries a `tag`, itself a vector; the tag of a sum is the sum of the tags. With tags 1 << i a
/// tag is a combination of the inserted vectors; with other tags the span is the graph of a linear map.
class Span {
public:
  Span() = default;
  explicit Span(const std::vector<Vector> &vectors) {
    for (Vector v : vectors) {
      insert(v);
    }
  }

  /// Adds `v`; false (and no change) when it lies in the span already.
  bool insert(Vector v, Vector tag = 0) {
    reduce(v, tag);
    if (v == 0) {
      return false;
    }
    unsigned pivot = highestBit(v);
    rows[pivot] = v;
    tags[pivot] = tag;
    ++dimension;
    return true;
  }

  bool contains(Vector v) const {
    Vector tag = 0;
    reduce(v, tag);
    return v == 0;
  }

  /// The tag of `v`, or nothing when `v` lies outside.
  std::optional<Vector> solve(Vector v) const {
    Vector tag = 0;
    reduce(v, tag);
    if (v != 0) {
      return std::nullopt;
    }
    return tag;
  }

  /// Subtracts members of the span from `v` (and their tags from `tag`) until no pivot of the span is left in it.
  void reduce(Vector &v, Vector &tag) const {
    for (Vector rest = v; rest != 0;) {
      unsigned bit = highestBit(rest);
      if (rows[bit] != 0) {
        v ^= rows[bit];
        tag ^= tags[bit];
        rest = v;
      }
      rest &= (Vector(1) << bit) - 1;
    }
  }

  unsigned size() const { return dimension; }

private:
  std::array<Vector, 64> rows{};
  std::array<Vector, 64> tags{};
  unsigned dimension = 0;
};

inline unsigned rank(const std::vector<Vector> &columns) { return Span(columns).size(); }

/// A basis of {v : columns * v = 0}.
inline std::vector<Vector> kernel(const std::vector<Vector> &columns) {
  Span span;
  std::vector<Vector> result;
  for (size_t i = 0; i < columns.size(); ++i) {
    Vector v = columns[i];
    Vector tag = Vector(1) << i;
    span.reduce(v, tag);
    if (v == 0) {
      result.push_back(tag);
    } else {
      span.insert(v, tag);
    }
  }
  return result;
}

/// A basis of the intersection of the spans of `a` and `b`, in the order in which members of `b` meet the span of `a`.
inline std::vector<Vector> intersect(const std::vector<Vector> &a, const std::vector<Vector> &b) {
  Span sum;
  for (Vector v : a) {
    sum.insert(v, v);
  }
  std::vector<Vector> result;
  Span seen;
  for (Vector v : b) {
    Vector rest = v;
    Vector partOfA = 0;
    sum.reduce(rest, partOfA);
    if (rest == 0) {
      if (seen.insert(partOfA)) {
        result.push_back(partOfA);
      }
    } else {
      sum.insert(rest, partOfA);
    }
  }
  return result;
}

} // namespace tkc::layout::f2

#endif
