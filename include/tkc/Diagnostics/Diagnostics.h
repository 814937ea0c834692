// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How every stage reports what is wrong with the user's input: a kind of the catalogue, a place, arguments, notes and a
// hint. The engine only collects; the renderers (DiagnosticRenderer.h) print.
#ifndef TKC_DIAGNOSTICS_DIAGNOSTICS_H
#define TKC_DIAGNOSTICS_DIAGNOSTICS_H

#include "tkc/Source/Source.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace tkc {

enum class Severity : uint8_t { Error, Warning, Remark };

/// One entry a line of DiagnosticKinds.def.
enum class DiagnosticKind : uint16_t {
#define TKC_DIAGNOSTIC(Name, Severity, Format, Explanation) Name,
#include "tkc/Diagnostics/DiagnosticKinds.def"
  NumKinds
};

/// What the catalogue says of a kind.
struct DiagnosticInfo {
  std::string_view name;
  Severity severity;
  std::string_view format;
  std::string_view explanation;
};

const DiagnosticInfo &diagnosticInfo(DiagnosticKind kind);
/// "error", "warning" or "remark".
std::string_view severityName(Severity severity);

struct DiagnosticNote {
  SourceRange range;
  std::string text;
};

struct Diagnostic {
  DiagnosticKind kind;
  Severity severity;
  SourceRange range;
  std::vector<std::string> arguments;
  std::vector<DiagnosticNote> notes;
  std::string hint;

  std::string_view name() const { return diagnosticInfo(kind).name; }
  /// The catalogue's text with the arguments put in; "{{" and "}}" are plain braces.
  std::string message() const;
};

class DiagnosticEngine;

/// Adds arguments, notes and a hint to the diagnostic just reported. Use it at once; it names a place in the engine.
class DiagnosticBuilder {
public:
  DiagnosticBuilder &operator<<(std::string_view argument);
  DiagnosticBuilder &operator<<(const char *argument) { return *this << std::string_view(argument); }
  DiagnosticBuilder &operator<<(const std::string &argument) { return *this << std::string_view(argument); }
  DiagnosticBuilder &operator<<(char argument) { return *this << std::string_view(&argument, 1); }
  template <typename Integer, typename = std::enable_if_t<std::is_integral_v<Integer>>>
  DiagnosticBuilder &operator<<(Integer argument) {
    return *this << std::to_string(argument);
  }
  DiagnosticBuilder &operator<<(double argument);

  /// Says more at a second place.
  DiagnosticBuilder &note(SourceRange range, std::string text);
  /// Says what the user could do.
  DiagnosticBuilder &hint(std::string text);

private:
  friend class DiagnosticEngine;
  DiagnosticBuilder(DiagnosticEngine &engine, size_t index) : engine(engine), index(index) {}
  Diagnostic *target();

  DiagnosticEngine &engine;
  size_t index;
};

/// Collects the diagnostics of one compilation in the order in which they were reported.
class DiagnosticEngine {
public:
  /// Reports with the catalogue's severity. Errors beyond the limit are counted, not kept.
  DiagnosticBuilder report(DiagnosticKind kind, SourceRange range);

  bool hasErrors() const { return errors != 0; }
  size_t errorCount() const { return errors; }
  size_t warningCount() const { return warnings; }
  /// How many errors came after the limit was reached.
  size_t suppressedCount() const { return suppressed; }
  const std::vector<Diagnostic> &diagnostics() const { return collected; }

  /// Takes over the diagnostics of another engine, in their order.
  void append(const DiagnosticEngine &other);
  /// Keeps at most `limit` errors; 0 keeps all.
  void setErrorLimit(size_t limit) { errorLimit = limit; }
  /// Adds a note to the diagnostics from index `first` on; those with many notes are left as they are.
  void addNoteFrom(size_t first, SourceRange range, std::string_view text);
  /// Removes diagnostics from index `first` on that repeat an earlier one: same kind, place and arguments.
  void dropRepeated(size_t first);
  /// Orders the diagnostics from index `first` on by their place, where all of them lie in one buffer.
  void sortFrom(size_t first);
  void clear();

private:
  friend class DiagnosticBuilder;
  std::vector<Diagnostic> collected;
  size_t errors = 0;
  size_t warnings = 0;
  size_t suppressed = 0;
  size_t errorLimit = 200;
};

} // namespace tkc

#endif // TKC_DIAGNOSTICS_DIAGNOSTICS_H
