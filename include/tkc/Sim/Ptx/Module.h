// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// PTX text as data: what the reader makes and the decoder takes. Nothing is resolved but labels and line numbers; the
// meaning of opcodes and modifiers belongs to the decoders of the instruction families.
#ifndef TKC_SIM_PTX_MODULE_H
#define TKC_SIM_PTX_MODULE_H

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tkc::sim::ptx {

/// A fundamental type of PTX: the letter and the width in bits, as in `.b32`, `.u16`, `.pred`, `.f16x2`.
struct Type {
  enum class Kind : uint8_t { Predicate, Bits, Unsigned, Signed, Float, BFloat, Tf32, Packed };

  Kind kind = Kind::Bits;
  /// Bits of one value; 1 for predicates.
  uint16_t bits = 32;
  /// The spelling without the dot.
  std::string_view name;
};

/// The type that is spelled so, without the dot: `b32`, `f16x2`, `pred`. Nothing when PTX has none of that name.
std::optional<Type> findType(std::string_view name);

/// `.reg .b32 %r<39>` gives one entry with count 39; a plain register has count 0 and stands for itself.
struct RegisterDeclaration {
  Type type;
  std::string_view name;
  uint32_t count = 0;
  /// Elements of a vector declaration (`.reg .v4 .f32`); 1 otherwise.
  uint8_t lanes = 1;
  uint32_t line = 0;
};

enum class Space : uint8_t { Global, Shared, Local, Const, Param };

/// Who else sees a symbol of the module.
enum class Linkage : uint8_t { Internal, Visible, Extern, Weak, Common };

/// A variable or a parameter: `.shared .align 16 .b8 buffer[1024];`.
struct Variable {
  Space space = Space::Global;
  Linkage linkage = Linkage::Internal;
  /// Of one element; `.f32` of `.v4 .f32`, whose lanes are 4.
  Type type;
  uint8_t lanes = 1;
  std::string_view name;
  /// Bytes; the type's size when the text gives none.
  uint32_t alignment = 1;
  uint64_t sizeInBytes = 0;
  /// `.extern .shared .b8 buffer[];`: the size is that of the launch's dynamic shared memory.
  bool isUnsized = false;
  bool isExternal = false;
  /// Of parameters: `.ptr .global .align 16`, without which the alignment of what it points to is 1.
  bool isPointer = false;
  /// The space after `.ptr`; none for a generic pointer.
  std::optional<Space> pointeeSpace;
  uint32_t pointeeAlignment = 1;
  /// The initial bytes (little-endian), at most sizeInBytes; the rest is zero.
  std::vector<uint8_t> initialBytes;
  /// Initial values that are addresses: byte offset, symbol, addend, and whether `generic(...)` was written.
  struct Relocation {
    uint64_t offset = 0;
    std::string_view symbol;
    int64_t addend = 0;
    bool isGeneric = false;
  };
  std::vector<Relocation> relocations;
  uint32_t line = 0;
};

/// An operand as written.
struct Operand {
  enum class Kind : uint8_t {
    /// `%r1`, `%tid.x`, or the name of a variable, function or label: `name` (and `component`, `.x` being 0). `bits` is
    /// what is added to an address: 4 in `symbol+4`.
    Name,
    /// An integer or a float given by its bits: `42`, `-1`, `0f3F800000`, `0d…`; floats without prefix are doubles.
    /// Constant expressions are evaluated; `WARP_SZ` is 32.
    Integer,
    Float32,
    Float64,
    /// `{%r1, %r2, _}`; the elements follow in `elements`.
    Vector,
    /// `[base + offset]`: `name` may be empty (an absolute address), the offset is in `bits`; tensor coordinates, as in
    /// `[%rd1, {%r1, %r2}]`, follow in `elements`.
    Address,
    /// `_`
    Sink,
    /// `(a, b)` of a call.
    List
  };

  Kind kind = Kind::Name;
  /// `!%p1`, or `-%r1` where PTX has it. Never for numbers.
  bool isNegated = false;
  /// 0–3 for `.x .y .z .w` after a name that is not a special register, else -1.
  int8_t component = -1;
  std::string_view name;
  /// `b0`, `h10` behind a register of a video instruction: bytes or halves of it.
  std::string_view selector;
  /// Of Integer (two's complement), Float32 and Float64 (the bits), and the offset of Address and Name.
  uint64_t bits = 0;
  std::vector<Operand> elements;
};

/// `setp` and others give two results, `%p1|%p2`: the second one stands in `secondResult`.
struct Instruction {
  /// The first word: `ld`, `mma`, `cp`.
  std::string_view opcode;
  /// The words behind it, in the order of the text, `::` kept: `global`, `v4`, `b32`, `shared::cluster`.
  std::vector<std::string_view> modifiers;
  std::vector<Operand> operands;
  std::optional<Operand> secondResult;
  /// `@%p1` or `@!%p1`.
  std::string_view guard;
  bool isGuardNegated = false;
  /// The line of the PTX text, 1-based.
  uint32_t line = 0;
  /// Index into Function::locations, the `.loc` that covers it; none before the first.
  std::optional<uint32_t> location;
};

/// A `.loc`, with the call that it was inlined at.
struct Location {
  uint32_t file = 0, line = 0, column = 0;
  /// `function_name` label and `inlined_at` place; empty without.
  std::string_view function;
  /// What is added to the label: 12 in `function_name $L__info_string0+12`.
  uint32_t functionOffset = 0;
  uint32_t inlinedFile = 0, inlinedLine = 0, inlinedColumn = 0;
  bool isInlined = false;
};

/// A label, by the index of the instruction that follows it.
struct Label {
  std::string_view name;
  uint32_t instruction = 0;
  uint32_t line = 0;
};

/// `.branchtargets`, `.calltargets` and `.callprototype`, which brx and indirect calls name.
struct TargetTable {
  enum class Kind : uint8_t { Branches, Calls, Prototype };

  Kind kind = Kind::Branches;
  std::string_view name;
  /// Labels of the function, or functions of the module.
  std::vector<std::string_view> targets;
  /// Of prototypes; the names are mostly `_`.
  std::vector<Variable> results, parameters;
  bool isNoReturn = false;
  uint32_t line = 0;
};

/// What bounds a launch: `.reqntid 128, 1, 1` and its kin; 0 where the text says nothing.
struct LaunchBounds {
  uint32_t requiredThreads[3] = {0, 0, 0};
  uint32_t maxThreads[3] = {0, 0, 0};
  uint32_t requiredCluster[3] = {0, 0, 0};
  uint32_t maxClusterRank = 0, minCtasPerSm = 0, maxRegisters = 0;
  bool hasExplicitCluster = false;
  /// `.blocksareclusters`: the grid of a launch counts clusters.
  bool countsClusters = false;
};

/// A kernel or a function. Each name stands once in a module, where it is defined, or else declared first.
/// Registers, variables and labels have names of their own within the function, however scopes nest in the text: what
/// would clash is renamed, `t` to `t$1`, wherever the scope speaks of it. Such names hide those of the module.
struct Function {
  std::string_view name;
  Linkage linkage = Linkage::Internal;
  bool isEntry = false;
  bool isNoReturn = false;
  /// A declaration: no body.
  bool isExternal = false;
  std::vector<Variable> results, parameters;
  LaunchBounds bounds;
  std::vector<RegisterDeclaration> registers;
  /// Variables of the body, `.shared`, `.local` and `.param` (call frames) alike, nested scopes renamed apart.
  std::vector<Variable> variables;
  std::vector<Instruction> instructions;
  std::vector<Label> labels;
  std::vector<TargetTable> tables;
  std::vector<Location> locations;
  uint32_t line = 0;
};

/// `.file 1 "kernel.tk"`.
struct File {
  uint32_t index = 0;
  std::string name;
};

/// `.alias other, function;`
struct Alias {
  std::string_view name, target;
};

/// A whole text. The views point into `text` (which the module owns) or into `names`.
struct Module {
  Module() = default;
  Module(const Module &) = delete;
  Module &operator=(const Module &) = delete;

  std::string text;
  /// Names that do not occur in the text: those of renamed things.
  std::deque<std::string> names;
  uint32_t versionMajor = 0, versionMinor = 0;
  /// `sm_90a`, and the other words of `.target`.
  std::string_view target;
  std::vector<std::string_view> targetOptions;
  uint32_t addressBits = 64;
  std::vector<File> files;
  std::vector<Variable> variables;
  std::vector<Function> functions;
  std::vector<Alias> aliases;

  /// Null when there is none. Each takes time that grows with the number of functions, of files.
  const Function *findFunction(std::string_view name) const;
  const File *findFile(uint32_t index) const;
};

/// What is wrong with a text, and where: 1-based line and column.
struct ReadError {
  uint32_t line = 0, column = 0;
  std::string message;
};

} // namespace tkc::sim::ptx

#endif // TKC_SIM_PTX_MODULE_H
