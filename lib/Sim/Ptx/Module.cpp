// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The fundamental types of PTX by name, and look-ups in a module.
#include "tkc/Sim/Ptx/Module.h"

namespace tkc::sim::ptx {

static constexpr Type types[] = {
    {Type::Kind::Bits, 32, "b32"},       {Type::Kind::Bits, 64, "b64"},      {Type::Kind::Unsigned, 32, "u32"},
    {Type::Kind::Unsigned, 64, "u64"},   {Type::Kind::Signed, 32, "s32"},    {Type::Kind::Signed, 64, "s64"},
    {Type::Kind::Float, 32, "f32"},      {Type::Kind::Float, 64, "f64"},     {Type::Kind::Predicate, 1, "pred"},
    {Type::Kind::Bits, 8, "b8"},         {Type::Kind::Bits, 16, "b16"},      {Type::Kind::Bits, 128, "b128"},
    {Type::Kind::Unsigned, 8, "u8"},     {Type::Kind::Unsigned, 16, "u16"},  {Type::Kind::Signed, 8, "s8"},
    {Type::Kind::Signed, 16, "s16"},     {Type::Kind::Float, 16, "f16"},     {Type::Kind::Packed, 32, "f16x2"},
    {Type::Kind::BFloat, 16, "bf16"},    {Type::Kind::Packed, 32, "bf16x2"}, {Type::Kind::Tf32, 32, "tf32"},
    {Type::Kind::Packed, 64, "f32x2"},   {Type::Kind::Packed, 32, "u16x2"},  {Type::Kind::Packed, 32, "s16x2"},
    {Type::Kind::Packed, 32, "u8x4"},    {Type::Kind::Packed, 32, "s8x4"},   {Type::Kind::Packed, 16, "e4m3x2"},
    {Type::Kind::Packed, 16, "e5m2x2"},  {Type::Kind::Packed, 32, "e4m3x4"}, {Type::Kind::Packed, 32, "e5m2x4"},
    {Type::Kind::Packed, 8, "e2m1x2"},   {Type::Kind::Packed, 16, "e2m1x4"}, {Type::Kind::Packed, 16, "e2m3x2"},
    {Type::Kind::Packed, 16, "e3m2x2"},  {Type::Kind::Packed, 32, "e2m3x4"}, {Type::Kind::Packed, 32, "e3m2x4"},
    {Type::Kind::Packed, 16, "ue8m0x2"},
};

std::optional<Type> findType(std::string_view name) {
  for (const Type &type : types) {
    if (type.name == name) {
      return type;
    }
  }
  return std::nullopt;
}

template <typename T, typename Matches>
static const T *findIf(const std::vector<T> &items, Matches matches) {
  for (const T &item : items) {
    if (matches(item)) {
      return &item;
    }
  }
  return nullptr;
}

const Function *Module::findFunction(std::string_view name) const {
  return findIf(functions, [name](const Function &function) { return function.name == name; });
}

const File *Module::findFile(uint32_t index) const {
  return findIf(files, [index](const File &file) { return file.index == index; });
}

} // namespace tkc::sim::ptx
