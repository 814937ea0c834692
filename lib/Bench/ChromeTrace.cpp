// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The JSON of traces.
#include "ChromeTrace.h"

#include <cerrno>
#include <cstring>
#include <nlohmann/json.hpp>

namespace tkc::bench {

using nlohmann::ordered_json;
using sim::TraceEvent;

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

ChromeTrace::~ChromeTrace() {
  if (file) {
    std::fclose(file);
  }
}

Status ChromeTrace::open(const std::string &name) {
  path = name;
  file = std::fopen(path.c_str(), "wb");
  if (!file) {
    return ErrorMessage{"cannot write the trace `" + path + "`: " + std::strerror(errno)};
  }
  hasFailed = std::fputs("{\n \"displayTimeUnit\": \"ns\",\n \"traceEvents\": [", file) < 0;
  return {};
}

void ChromeTrace::append(const std::string &entry) {
  std::string line = (isFirst ? "\n  " : ",\n  ") + entry;
  isFirst = false;
  hasFailed = hasFailed || std::fwrite(line.data(), 1, line.size(), file) != line.size();
}

void ChromeTrace::record(TraceEvent event) {
  std::lock_guard<std::mutex> lock(mutex);
  if (ctas.insert(event.cta).second) {
    append(name("process_name", event.cta, 0, "CTA " + std::to_string(event.cta)).dump());
  }
  if (tracks.insert({event.cta, trackOf(event)}).second) {
    append(name("thread_name", event.cta, trackOf(event), trackName(event)).dump());
  }
  ordered_json entry = {{"name", event.name},    {"ph", "X"},         {"pid", event.cta},
                        {"tid", trackOf(event)}, {"ts", event.begin}, {"dur", event.end - event.begin}};
  if (event.line != 0) {
    entry["args"] = {{"ptx_line", event.line}};
  }
  append(entry.dump());
}

Status ChromeTrace::close() {
  hasFailed = hasFailed || std::fputs("\n ]\n}\n", file) < 0;
  hasFailed = std::fclose(file) != 0 || hasFailed;
  file = nullptr;
  return hasFailed ? Status(ErrorMessage{"cannot write the trace `" + path + "` to its end"}) : Status();
}

} // namespace tkc::bench
