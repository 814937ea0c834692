// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The JSON of traces.
#include "ChromeTrace.h"

#include "tkc/Support/Files.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <tuple>

namespace tkc::bench {

using nlohmann::ordered_json;
using sim::TraceEvent;

void ChromeTrace::record(TraceEvent event) {
  std::lock_guard<std::mutex> lock(mutex);
  events.push_back(std::move(event));
}

/// Tracks of copies and matrices stand behind the warps, of which a CTA has at most 32.
static uint32_t trackOf(const TraceEvent &event) {
  switch (event.track) {
  case TraceEvent::Track::Warp:
    return event.warp;
  case TraceEvent::Track::Copy:
    return 100;
  case TraceEvent::Track::Matrix:
    return 200 + event.warp;
  }
  return 0;
}

static std::string trackName(const TraceEvent &event) {
  switch (event.track) {
  case TraceEvent::Track::Warp:
    return "warp " + std::to_string(event.warp);
  case TraceEvent::Track::Copy:
    return "copies";
  case TraceEvent::Track::Matrix:
    return "matrices of warp " + std::to_string(event.warp);
  }
  return "";
}

static ordered_json name(const char *what, uint32_t process, uint32_t track, std::string text) {
  return {{"name", what}, {"ph", "M"}, {"pid", process}, {"tid", track}, {"args", {{"name", std::move(text)}}}};
}

Status ChromeTrace::write(const std::string &path) const {
  std::vector<TraceEvent> sorted = events;
  std::sort(sorted.begin(), sorted.end(), [](const TraceEvent &left, const TraceEvent &right) {
    return std::tuple(left.begin, left.cta, trackOf(left), left.end, left.line) <
           std::tuple(right.begin, right.cta, trackOf(right), right.end, right.line);
  });
  ordered_json list = ordered_json::array();
  std::set<std::pair<uint32_t, uint32_t>> named;
  std::set<uint32_t> ctas;
  for (const TraceEvent &event : sorted) {
    if (ctas.insert(event.cta).second) {
      list.push_back(name("process_name", event.cta, 0, "CTA " + std::to_string(event.cta)));
    }
    if (named.insert({event.cta, trackOf(event)}).second) {
      list.push_back(name("thread_name", event.cta, trackOf(event), trackName(event)));
    }
    ordered_json entry = {{"name", event.name},    {"ph", "X"},         {"pid", event.cta},
                          {"tid", trackOf(event)}, {"ts", event.begin}, {"dur", event.end - event.begin}};
    if (event.line != 0) {
      entry["args"] = {{"ptx_line", event.line}};
    }
    list.push_back(std::move(entry));
  }
  return writeFile(path, ordered_json{{"traceEvents", std::move(list)}, {"displayTimeUnit", "ns"}}.dump(1) + "\n");
}

} // namespace tkc::bench
