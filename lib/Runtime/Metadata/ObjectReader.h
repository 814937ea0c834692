// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Strict reading of JSON objects: each key is asked for once, the first mistake is kept with its place.
#ifndef TKC_LIB_RUNTIME_METADATA_OBJECTREADER_H
#define TKC_LIB_RUNTIME_METADATA_OBJECTREADER_H

#include "tkc/Support/Result.h"

#include <nlohmann/json.hpp>
#include <vector>

namespace tkc::runtime {

/// The first mistake of a whole document.
class ReadProblem {
public:
  bool isSet() const { return !text.empty(); }
  void report(const std::string &place, const std::string &what) {
    if (text.empty()) {
      text = place + ": " + what;
    }
  }
  ErrorMessage asError() const { return ErrorMessage{text}; }

private:
  std::string text;
};

/// Reads the keys of one object. After a mistake everything gives empty values, so that callers need no checks.
class ObjectReader {
public:
  ObjectReader(const nlohmann::ordered_json &json, std::string place, ReadProblem &problem);

  bool has(const char *key) const { return json.is_object() && json.contains(key); }
  /// The value of a key; null and a problem when it is missing.
  const nlohmann::ordered_json &take(const char *key);
  std::string takeText(const char *key);
  /// A number in the given range.
  int64_t takeInteger(const char *key, int64_t least = 0, int64_t most = INT64_MAX);
  bool takeBool(const char *key);
  /// The items of an array.
  const nlohmann::ordered_json &takeArray(const char *key);
  /// Reports keys that nobody took.
  void finish();

  std::string placeOf(const std::string &key) const { return place.empty() ? key : place + "." + key; }
  void report(const std::string &key, const std::string &what) { problem.report(placeOf(key), what); }

private:
  const nlohmann::ordered_json &json;
  std::string place;
  ReadProblem &problem;
  std::vector<std::string> taken;
};

} // namespace tkc::runtime

#endif // TKC_LIB_RUNTIME_METADATA_OBJECTREADER_H
