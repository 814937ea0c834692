// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How work that can fail reports to its caller where no source range exists: a value, or a message for the user.
#ifndef TKC_SUPPORT_RESULT_H
#define TKC_SUPPORT_RESULT_H

#include <cassert>
#include <optional>
#include <string>
#include <utility>

namespace tkc {

/// Why something did not work, worded for the user: lower case, no full stop, what was found and what was needed.
struct ErrorMessage {
  std::string text;
};

/// A value, or the reason why there is none. Test it before use.
template <typename T>
class [[nodiscard]] Result {
public:
  Result(T value) : held(std::move(value)) {}
  Result(ErrorMessage message) : message(std::move(message)) {}

  /// True when there is a value.
  explicit operator bool() const { return held.has_value(); }

  T &operator*() & {
    assert(held && "a result was used that holds an error");
    return *held;
  }
  T &&operator*() && {
    assert(held && "a result was used that holds an error");
    return std::move(*held);
  }
  const T &operator*() const & {
    assert(held && "a result was used that holds an error");
    return *held;
  }
  T *operator->() { return &**this; }
  const T *operator->() const { return &**this; }

  /// The reason; empty when there is a value.
  const std::string &error() const { return message.text; }
  /// The reason, to hand on as the result of the caller.
  ErrorMessage takeError() const { return message; }

private:
  std::optional<T> held;
  ErrorMessage message;
};

/// The outcome of work that gives no value.
class [[nodiscard]] Status {
public:
  /// Success.
  Status() = default;
  Status(ErrorMessage message) : message(std::move(message)) {}

  /// True when the work succeeded.
  explicit operator bool() const { return !message.has_value(); }

  /// The reason; call it on a failure only.
  const std::string &error() const {
    assert(message && "a success has no error");
    return message->text;
  }
  /// The reason, to hand on as the result of the caller.
  ErrorMessage takeError() const { return *message; }

private:
  std::optional<ErrorMessage> message;
};

} // namespace tkc

#endif // TKC_SUPPORT_RESULT_H
