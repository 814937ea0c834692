// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The catalogue as a table, and the engine that collects.
#include "tkc/Diagnostics/Diagnostics.h"

#include <algorithm>
#include <cassert>
#include <cstdio>

namespace tkc {

static const DiagnosticInfo catalogue[] = {
#define TKC_DIAGNOSTIC(Name, Level, Format, Explanation) {#Name, Severity::Level, Format, Explanation},
#include "tkc/Diagnostics/DiagnosticKinds.def"
    {"", Severity::Error, "", ""},
};

const DiagnosticInfo &diagnosticInfo(DiagnosticKind kind) {
  assert(kind < DiagnosticKind::NumKinds && "not a kind of the catalogue");
  return catalogue[static_cast<size_t>(kind)];
}

std::string_view severityName(Severity severity) {
  switch (severity) {
  case Severity::Error:
    return "error";
  case Severity::Warning:
    return "warning";
  case Severity::Remark:
    return "remark";
  }
  return {};
}

/// Reads `{12}` at the start of `text`; returns its length, or 0 when there is no placeholder.
static size_t readPlaceholder(std::string_view text, size_t &index) {
  size_t i = 1;
  index = 0;
  for (; i < text.size() && text[i] >= '0' && text[i] <= '9'; ++i) {
    index = index * 10 + size_t(text[i] - '0');
  }
  return i > 1 && i < text.size() && text[i] == '}' ? i + 1 : 0;
}

std::string Diagnostic::message() const {
  std::string_view format = diagnosticInfo(kind).format;
  std::string result;
  for (size_t i = 0; i < format.size();) {
    size_t index = 0;
    size_t length = format[i] == '{' ? readPlaceholder(format.substr(i), index) : 0;
    if (length != 0) {
      assert(index < arguments.size() && "the diagnostic lacks an argument");
      result += index < arguments.size() ? arguments[index] : std::string();
      i += length;
      continue;
    }
    bool isDoubled = (format[i] == '{' || format[i] == '}') && i + 1 < format.size() && format[i + 1] == format[i];
    result += format[i];
    i += isDoubled ? 2 : 1;
  }
  return result;
}

static constexpr size_t suppressedIndex = ~size_t(0);

Diagnostic *DiagnosticBuilder::target() { return index == suppressedIndex ? nullptr : &engine.collected[index]; }

DiagnosticBuilder &DiagnosticBuilder::operator<<(std::string_view argument) {
  if (Diagnostic *diagnostic = target()) {
    diagnostic->arguments.emplace_back(argument);
  }
  return *this;
}

DiagnosticBuilder &DiagnosticBuilder::operator<<(double argument) {
  char text[32];
  std::snprintf(text, sizeof text, "%.17g", argument);
  double shorter = 0;
  char tidy[32];
  std::snprintf(tidy, sizeof tidy, "%g", argument);
  bool isExact = std::sscanf(tidy, "%lf", &shorter) == 1 && shorter == argument;
  return *this << std::string_view(isExact ? tidy : text);
}

DiagnosticBuilder &DiagnosticBuilder::note(SourceRange range, std::string text) {
  if (Diagnostic *diagnostic = target()) {
    diagnostic->notes.push_back({range, std::move(text)});
  }
  return *this;
}

DiagnosticBuilder &DiagnosticBuilder::hint(std::string text) {
  if (Diagnostic *diagnostic = target()) {
    diagnostic->hint = std::move(text);
  }
  return *this;
}

DiagnosticBuilder DiagnosticEngine::report(DiagnosticKind kind, SourceRange range) {
  Severity severity = diagnosticInfo(kind).severity;
  if (severity == Severity::Error) {
    ++errors;
    if (errorLimit != 0 && errors > errorLimit) {
      ++suppressed;
      return {*this, suppressedIndex};
    }
  }
  warnings += severity == Severity::Warning;
  collected.push_back({kind, severity, range, {}, {}, {}});
  return {*this, collected.size() - 1};
}

void DiagnosticEngine::append(const DiagnosticEngine &other) {
  collected.insert(collected.end(), other.collected.begin(), other.collected.end());
  errors += other.errors;
  warnings += other.warnings;
  suppressed += other.suppressed;
}

void DiagnosticEngine::sortFrom(size_t first) {
  if (first >= collected.size()) {
    return;
  }
  auto start = collected.begin() + static_cast<std::ptrdiff_t>(first);
  const SourceBuffer *buffer = start->range.buffer;
  if (std::any_of(start, collected.end(), [&](const Diagnostic &d) { return d.range.buffer != buffer; })) {
    return;
  }
  std::vector<std::pair<uint32_t, size_t>> order;
  for (size_t i = first; i < collected.size(); ++i) {
    order.emplace_back(collected[i].range.begin, i);
  }
  std::sort(order.begin(), order.end());
  std::vector<Diagnostic> sorted;
  for (const auto &[offset, index] : order) {
    sorted.push_back(std::move(collected[index]));
  }
  std::move(sorted.begin(), sorted.end(), start);
}

void DiagnosticEngine::addNoteFrom(size_t first, SourceRange range, std::string_view text) {
  static constexpr size_t manyNotes = 8;
  for (size_t i = first; i < collected.size(); ++i) {
    if (collected[i].notes.size() < manyNotes) {
      collected[i].notes.push_back({range, std::string(text)});
    }
  }
}

void DiagnosticEngine::dropRepeated(size_t first) {
  auto isRepeated = [&](size_t index) {
    const Diagnostic &later = collected[index];
    return std::any_of(collected.begin(), collected.begin() + static_cast<std::ptrdiff_t>(index), [&](const auto &d) {
      return d.kind == later.kind && d.range == later.range && d.arguments == later.arguments;
    });
  };
  for (size_t i = collected.size(); i-- > first;) {
    if (isRepeated(i)) {
      errors -= collected[i].severity == Severity::Error;
      warnings -= collected[i].severity == Severity::Warning;
      collected.erase(collected.begin() + static_cast<std::ptrdiff_t>(i));
    }
  }
}

void DiagnosticEngine::clear() {
  collected.clear();
  errors = warnings = suppressed = 0;
}

} // namespace tkc
