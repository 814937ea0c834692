// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What else a parameter could be, when what was guessed of it does not compile.
#include "tkc/Evaluate/Operations.h"
#include "tkc/Guess/Guess.h"

#include <algorithm>

namespace tkc::guess {

using evaluate::DType;
using evaluate::DTypeKind;
using evaluate::Object;
using evaluate::SpecializedParameter;
using Kind = SpecializedParameter::Kind;

/// Of a tuple whose length nothing tells.
static constexpr size_t longTuple = 16;

namespace {

/// Collects alternatives to one parameter, each once.
class AlternativeList {
public:
  explicit AlternativeList(const SpecializedParameter &current) : current(current) {}

  void add(SpecializedParameter other) {
    other.name = current.name;
    other.range = current.range;
    std::string text = signatureOf({other});
    bool isKnown = text == signatureOf({current}) ||
                   std::any_of(list.begin(), list.end(),
                               [&text](const SpecializedParameter &known) { return signatureOf({known}) == text; });
    if (!isKnown) {
      list.push_back(std::move(other));
    }
  }
  void addConstant(Object value) {
    SpecializedParameter other;
    other.constant = std::move(value);
    add(std::move(other));
  }
  void addType(Kind kind, DType type) {
    SpecializedParameter other = current;
    other.kind = kind;
    other.type = std::move(type);
    add(std::move(other));
  }
  std::vector<SpecializedParameter> take() { return std::move(list); }

private:
  const SpecializedParameter &current;
  std::vector<SpecializedParameter> list;
};

} // namespace

/// Sizes depend on each other by factors of two and four; the rest are what hardware and formats ask for.
static void addSizes(AlternativeList &list, int64_t size) {
  for (int64_t other : {size / 2, size * 2, size / 4, size * 4}) {
    if (other > 0 && other <= 4096) {
      list.addConstant(Object::integer(other));
    }
  }
  for (int64_t other : {1, 2, 32, 128, 16, 256, 8, 4, 0, 3}) {
    list.addConstant(Object::integer(other));
  }
}

static constexpr DTypeKind elements[] = {DTypeKind::Float32, DTypeKind::Float16, DTypeKind::BFloat16,
                                         DTypeKind::Int32,   DTypeKind::UInt8,   DTypeKind::Float8E4M3FN,
                                         DTypeKind::Int8,    DTypeKind::Int64,   DTypeKind::Int1};

/// Dimensions of size 1 less or more at the front of a descriptor's block, then one dimension changed; those that
/// parameters tell follow them anyway.
static void addBlockShapes(AlternativeList &list, const SpecializedParameter &current) {
  constexpr size_t mostDimensions = 5;
  const DType &type = current.type;
  std::vector<int64_t> fewer(type.shape().begin(), type.shape().end());
  while (fewer.size() > 1 && fewer.front() == 1) {
    fewer.erase(fewer.begin());
    list.addType(Kind::Descriptor, DType::tensorDescriptor(type.element(), fewer));
  }
  if (type.shape().size() < mostDimensions) {
    std::vector<int64_t> more(type.shape().begin(), type.shape().end());
    more.insert(more.begin(), 1);
    list.addType(Kind::Descriptor, DType::tensorDescriptor(type.element(), std::move(more)));
  }
  for (size_t i = type.shape().size(); i-- > 0;) {
    int64_t size = type.shape()[i];
    for (int64_t other : {size * 2, size / 2, int64_t(1), size * 4}) {
      std::vector<int64_t> shape(type.shape().begin(), type.shape().end());
      shape[i] = std::max<int64_t>(other, 1);
      list.addType(Kind::Descriptor, DType::tensorDescriptor(type.element(), std::move(shape)));
    }
  }
}

static void addTypes(AlternativeList &list, const SpecializedParameter &current) {
  if (current.kind == Kind::Descriptor) {
    for (DTypeKind element : elements) {
      list.addType(Kind::Descriptor, DType::tensorDescriptor(DType(element), current.type.shape()));
    }
    addBlockShapes(list, current);
    list.addType(Kind::Scalar, DType::pointer(current.type.element()));
  } else if (current.type.isPointer()) {
    for (DTypeKind element : elements) {
      list.addType(Kind::Scalar, DType::pointer(DType(element)));
    }
  } else {
    list.addType(Kind::Scalar, current.type.isFloat() ? DTypeKind::Int32 : DTypeKind::Float32);
    list.addType(Kind::Scalar, DType::pointer(DTypeKind::Float16));
    list.addType(Kind::Scalar, DTypeKind::Int64);
  }
}

static void addTuples(AlternativeList &list, const SpecializedParameter &current) {
  if (current.items.empty()) {
    return;
  }
  SpecializedParameter longer = current;
  longer.items.resize(longTuple, current.items.front());
  list.add(std::move(longer));
  for (const SpecializedParameter &item : alternativesOf({}, current.items.front())) {
    SpecializedParameter other = current;
    std::fill(other.items.begin(), other.items.end(), item);
    list.add(std::move(other));
  }
}

std::vector<SpecializedParameter> alternativesOf(const Guess &guess, const SpecializedParameter &current) {
  AlternativeList list(current);
  for (const Variation &variation : guess.variations) {
    if (variation.values[0].name == current.name) {
      for (const SpecializedParameter &value : variation.values) {
        list.add(value);
      }
    }
  }
  switch (current.kind) {
  case Kind::Constant:
    if (current.constant.isBool()) {
      list.addConstant(Object::boolean(!current.constant.asBool()));
    } else if (std::optional<int64_t> size = current.constant.toInt64()) {
      addSizes(list, *size);
    } else if (current.constant.isDType()) {
      for (DTypeKind element : elements) {
        list.addConstant(Object::dtype(DType(element)));
      }
    }
    break;
  case Kind::Scalar:
  case Kind::Descriptor:
    addTypes(list, current);
    break;
  case Kind::Tuple:
    addTuples(list, current);
    break;
  }
  return list.take();
}

} // namespace tkc::guess
