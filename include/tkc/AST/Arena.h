// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory of a syntax tree: nodes are plain data that live as long as their module, so a tree of any depth is freed
// without recursion.
#ifndef TKC_AST_ARENA_H
#define TKC_AST_ARENA_H

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace tkc::ast {

/// A fixed sequence of nodes or plain values, owned by an arena.
template <typename T>
class List {
public:
  List() = default;
  List(const T *items, size_t count) : items(items), count(static_cast<uint32_t>(count)) {}

  const T *begin() const { return items; }
  const T *end() const { return items + count; }
  size_t size() const { return count; }
  bool empty() const { return count == 0; }
  const T &operator[](size_t index) const {
    assert(index < count && "index outside the list");
    return items[index];
  }
  const T &front() const { return (*this)[0]; }
  const T &back() const { return (*this)[count - 1]; }

private:
  const T *items = nullptr;
  uint32_t count = 0;
};

/// Gives out memory that is freed all at once. Destructors don't run, so only trivially destructible things go in.
class Arena {
public:
  Arena() = default;
  Arena(Arena &&) = default;
  Arena &operator=(Arena &&) = default;

  template <typename T, typename... Arguments>
  T *create(Arguments &&...arguments) {
    static_assert(std::is_trivially_destructible_v<T>, "an arena runs no destructors");
    return new (allocate(sizeof(T), alignof(T))) T{std::forward<Arguments>(arguments)...};
  }

  template <typename T>
  List<T> copy(const std::vector<T> &items) {
    static_assert(std::is_trivially_copyable_v<T>, "lists hold plain data");
    if (items.empty()) {
      return {};
    }
    void *memory = allocate(sizeof(T) * items.size(), alignof(T));
    std::memcpy(memory, items.data(), sizeof(T) * items.size());
    return {static_cast<const T *>(memory), items.size()};
  }

  std::string_view copy(std::string_view text) {
    if (text.empty()) {
      return {};
    }
    char *memory = static_cast<char *>(allocate(text.size(), 1));
    std::memcpy(memory, text.data(), text.size());
    return {memory, text.size()};
  }

private:
  void *allocate(size_t size, size_t alignment) {
    size_t start = (used + alignment - 1) & ~(alignment - 1);
    if (blocks.empty() || start + size > capacity) {
      capacity = size > blockSize ? size : size_t(blockSize);
      blocks.push_back(std::make_unique<std::byte[]>(capacity));
      start = 0;
    }
    used = start + size;
    return blocks.back().get() + start;
  }

  static constexpr size_t blockSize = 65536;
  std::vector<std::unique_ptr<std::byte[]>> blocks;
  size_t used = 0;
  size_t capacity = 0;
};

} // namespace tkc::ast

#endif // TKC_AST_ARENA_H
