// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Strict reading of JSON objects.
#include "ObjectReader.h"

#include <algorithm>

namespace tkc::runtime {

using nlohmann::ordered_json;

static const ordered_json &nullJson() {
  static const ordered_json json;
  return json;
}

static const ordered_json &emptyArray() {
  static const ordered_json json = ordered_json::array();
  return json;
}

ObjectReader::ObjectReader(const ordered_json &json, std::string place, ReadProblem &problem)
    : json(json), place(std::move(place)), problem(problem) {
  if (!json.is_object()) {
    problem.report(this->place, "expects an object");
  }
}

const ordered_json &ObjectReader::take(const char *key) {
  taken.push_back(key);
  if (!has(key)) {
    report(key, "is missing");
    return nullJson();
  }
  return json.find(key).value();
}

std::string ObjectReader::takeText(const char *key) {
  const ordered_json &value = take(key);
  if (!value.is_string()) {
    report(key, "expects a string");
    return "";
  }
  return value.get<std::string>();
}

int64_t ObjectReader::takeInteger(const char *key, int64_t least, int64_t most) {
  const ordered_json &value = take(key);
  bool fits = value.is_number_integer() &&
              !(value.is_number_unsigned() && value.get<uint64_t>() > uint64_t(INT64_MAX)) &&
              value.get<int64_t>() >= least && value.get<int64_t>() <= most;
  if (!fits) {
    std::string bound = most == INT64_MAX ? "" : " and at most " + std::to_string(most);
    report(key, "expects an integer of at least " + std::to_string(least) + bound);
    return least;
  }
  return value.get<int64_t>();
}

bool ObjectReader::takeBool(const char *key) {
  const ordered_json &value = take(key);
  if (!value.is_boolean()) {
    report(key, "expects true or false");
    return false;
  }
  return value.get<bool>();
}

const ordered_json &ObjectReader::takeArray(const char *key) {
  const ordered_json &value = take(key);
  if (!value.is_array()) {
    report(key, "expects an array");
    return emptyArray();
  }
  return value;
}

void ObjectReader::finish() {
  if (!json.is_object()) {
    return;
  }
  for (const auto &item : json.items()) {
    if (std::find(taken.begin(), taken.end(), item.key()) == taken.end()) {
      report(item.key(), "is unknown");
    }
  }
}

} // namespace tkc::runtime
