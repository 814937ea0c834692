// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reports of tkc-bench, for people and as JSON.
#include "tkc/Bench/BenchSession.h"

#include <cstdio>
#include <nlohmann/json.hpp>

namespace tkc::bench {

static std::string formatNumber(const char *format, double value) {
  char buffer[64];
  std::snprintf(buffer, sizeof buffer, format, value);
  return buffer;
}

static std::string formatTiming(const Timing &timing) {
  return "median " + formatNumber("%.4f", timing.median()) + " ms, fastest " +
         formatNumber("%.4f", timing.quantile(0)) + " ms, spread " + formatNumber("%.1f", 100 * timing.spread()) +
         " % over " + std::to_string(timing.milliseconds.size()) + " launches\n";
}

static std::string formatRates(const BenchReport &report, const Timing &timing) {
  std::string text;
  if (report.bytes) {
    double rate = report.gigabytesPerSecond(timing);
    double share = 100 * rate / report.copyGigabytesPerSecond;
    text += "  " + formatNumber("%.1f", rate) + " GB/s, " + formatNumber("%.1f", share) + " % of the copy bandwidth\n";
  }
  if (report.flops) {
    text += "  " + formatNumber("%.2f", report.teraflops(timing)) + " TFLOPS\n";
  }
  return text;
}

std::string formatReport(const BenchReport &report) {
  std::string text = report.kernel + " on " + report.gpu + ": " + formatTiming(report.timing) +
                     formatRates(report, report.timing) + "  copy bandwidth " +
                     formatNumber("%.1f", report.copyGigabytesPerSecond) + " GB/s\n";
  if (!report.isChecked) {
    text += "  the results were not checked\n";
  }
  for (const PeerReport &peer : report.peers) {
    text += "peer " + peer.name + " (" + peer.description + "): " + formatTiming(peer.timing) +
            formatRates(report, peer.timing) + "  ratio " + formatNumber("%.3f", report.ratio(peer)) +
            " (the peer's median time over the kernel's)\n";
  }
  return text;
}

static void addTiming(nlohmann::ordered_json &json, const BenchReport &report, const Timing &timing) {
  json["launches"] = timing.milliseconds.size();
  json["median_ms"] = timing.median();
  json["fastest_ms"] = timing.quantile(0);
  json["p05_ms"] = timing.quantile(0.05);
  json["p95_ms"] = timing.quantile(0.95);
  if (report.bytes) {
    json["gb_per_s"] = report.gigabytesPerSecond(timing);
  }
  if (report.flops) {
    json["tflops"] = report.teraflops(timing);
  }
}

std::string formatReportJson(const BenchReport &report) {
  nlohmann::ordered_json json = {{"kernel", report.kernel}, {"gpu", report.gpu}, {"checked", report.isChecked}};
  addTiming(json, report, report.timing);
  json["copy_gb_per_s"] = report.copyGigabytesPerSecond;
  if (report.bytes) {
    json["bytes"] = *report.bytes;
  }
  if (report.flops) {
    json["flops"] = *report.flops;
  }
  json["peers"] = nlohmann::ordered_json::array();
  for (const PeerReport &peer : report.peers) {
    nlohmann::ordered_json row = {{"name", peer.name}, {"description", peer.description}};
    addTiming(row, report, peer.timing);
    row["ratio"] = report.ratio(peer);
    json["peers"].push_back(std::move(row));
  }
  return json.dump(2) + "\n";
}

} // namespace tkc::bench
