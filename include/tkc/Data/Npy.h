// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reading and writing numpy's .npy files without numpy.
#ifndef TKC_DATA_NPY_H
#define TKC_DATA_NPY_H

#include "tkc/Data/Array.h"

#include <optional>

namespace tkc::data {

/// Reads the text of a .npy file of header version 1, 2 or 3. Column-major and big-endian files become row-major and
/// little-endian. `asType` reinterprets the bytes; it is needed for numpy's void types, in which bf16 and fp8 come.
Result<Array> parseNpy(std::string_view text, std::optional<ElementType> asType = std::nullopt);
/// The text of a version 1 file. bf16 is written as u2 and the 8-bit floats as u1, since numpy has no name for them.
std::string formatNpy(const Array &array);

/// `parseNpy` on a file; messages name the file.
Result<Array> readNpy(const std::string &path, std::optional<ElementType> asType = std::nullopt);
/// `formatNpy` into a file, written to a temporary beside it and renamed.
Status writeNpy(const std::string &path, const Array &array);

} // namespace tkc::data

#endif // TKC_DATA_NPY_H
