// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The .npy format: a magic, a length, a Python dictionary literal with three keys, and the raw elements.
#include "tkc/Data/Npy.h"

#include "tkc/Support/Files.h"

#include <algorithm>
#include <cstring>

namespace tkc::data {

namespace {
/// What the header dictionary says.
struct NpyHeader {
  std::string descr;
  bool columnMajor = false;
  std::vector<int64_t> shape;
  bool hasDescr = false, hasOrder = false, hasShape = false;
};

/// Reads the header dictionary, whose keys may come in any order.
class HeaderParser {
public:
  explicit HeaderParser(std::string_view text) : text(text) {}

  Result<NpyHeader> parse();

private:
  ErrorMessage malformed(const char *what) const {
    return ErrorMessage{"malformed .npy header: " + std::string(what) + " at byte " + std::to_string(position)};
  }
  void skipSpaces() {
    while (position < text.size() && (text[position] == ' ' || text[position] == '\n')) {
      ++position;
    }
  }
  bool accept(std::string_view token) {
    skipSpaces();
    if (text.substr(position, token.size()) != token) {
      return false;
    }
    position += token.size();
    return true;
  }
  Result<std::string> parseString();
  Status parseShape(std::vector<int64_t> &shape);
  Status parseEntry(NpyHeader &header);

  std::string_view text;
  size_t position = 0;
};
} // namespace

Result<std::string> HeaderParser::parseString() {
  skipSpaces();
  char quote = position < text.size() ? text[position] : '\0';
  size_t end = quote == '\'' || quote == '"' ? text.find(quote, position + 1) : std::string_view::npos;
  if (end == std::string_view::npos) {
    return malformed("expected a string");
  }
  std::string value(text.substr(position + 1, end - position - 1));
  position = end + 1;
  return value;
}

Status HeaderParser::parseShape(std::vector<int64_t> &shape) {
  if (!accept("(")) {
    return malformed("expected a tuple");
  }
  while (!accept(")")) {
    skipSpaces();
    int64_t extent = 0;
    size_t start = position;
    while (position < text.size() && text[position] >= '0' && text[position] <= '9') {
      extent = extent * 10 + (text[position++] - '0');
      if (extent > (int64_t(1) << 48)) {
        return malformed("an extent is too large");
      }
    }
    if (start == position) {
      return malformed("expected an extent");
    }
    accept("L");
    shape.push_back(extent);
    if (!accept(",") && text.substr(position, 1) != ")") {
      return malformed("expected `,` or `)`");
    }
  }
  return {};
}

Status HeaderParser::parseEntry(NpyHeader &header) {
  Result<std::string> key = parseString();
  if (!key) {
    return key.takeError();
  }
  if (!accept(":")) {
    return malformed("expected `:`");
  }
  if (*key == "descr") {
    Result<std::string> descr = parseString();
    if (!descr) {
      return malformed("structured element types are not supported");
    }
    header.descr = *descr;
    header.hasDescr = true;
  } else if (*key == "fortran_order") {
    header.columnMajor = accept("True");
    if (!header.columnMajor && !accept("False")) {
      return malformed("expected True or False");
    }
    header.hasOrder = true;
  } else if (*key == "shape") {
    header.hasShape = true;
    return parseShape(header.shape);
  } else {
    return malformed("unknown key");
  }
  return {};
}

Result<NpyHeader> HeaderParser::parse() {
  NpyHeader header;
  if (!accept("{")) {
    return malformed("expected `{`");
  }
  while (!accept("}")) {
    if (Status status = parseEntry(header); !status) {
      return status.takeError();
    }
    if (!accept(",")) {
      skipSpaces();
      if (text.substr(position, 1) != "}") {
        return malformed("expected `,` or `}`");
      }
    }
  }
  if (!header.hasDescr || !header.hasOrder || !header.hasShape) {
    return malformed("a key is missing");
  }
  return header;
}

/// Splits off the header; `text` is left at the elements.
static Result<std::string_view> takeHeader(std::string_view &text) {
  if (text.substr(0, 6) != "\x93NUMPY" || text.size() < 10) {
    return ErrorMessage{"not a .npy file: the magic bytes are missing"};
  }
  int version = static_cast<unsigned char>(text[6]);
  if (version < 1 || version > 3) {
    return ErrorMessage{"unsupported .npy version " + std::to_string(version)};
  }
  size_t lengthBytes = version == 1 ? 2 : 4;
  if (text.size() < 8 + lengthBytes) {
    return ErrorMessage{"truncated .npy header"};
  }
  size_t length = 0;
  for (size_t i = 0; i < lengthBytes; ++i) {
    length |= size_t(static_cast<unsigned char>(text[8 + i])) << (8 * i);
  }
  text.remove_prefix(8 + lengthBytes);
  if (text.size() < length) {
    return ErrorMessage{"truncated .npy header"};
  }
  std::string_view header = text.substr(0, length);
  text.remove_prefix(length);
  return header;
}

/// The element type of a numpy type string such as `<f4`, and whether its bytes are swapped.
static Result<ElementType> typeOfDescr(const std::string &descr, std::optional<ElementType> asType, bool &swapped) {
  std::string order = descr.substr(0, 1);
  std::string rest = descr.size() > 1 ? descr.substr(1) : "";
  swapped = order == ">";
  struct Row {
    const char *name;
    ElementType type;
  };
  static constexpr Row table[] = {{"b1", ElementType::I1},  {"i1", ElementType::I8},  {"u1", ElementType::U8},
                                  {"i2", ElementType::I16}, {"u2", ElementType::U16}, {"i4", ElementType::I32},
                                  {"u4", ElementType::U32}, {"i8", ElementType::I64}, {"u8", ElementType::U64},
                                  {"f2", ElementType::F16}, {"f4", ElementType::F32}, {"f8", ElementType::F64}};
  for (const Row &row : table) {
    if (rest == row.name && (order == "<" || order == ">" || order == "|" || order == "=")) {
      return row.type;
    }
  }
  if ((rest == "V1" || rest == "V2") && asType && sizeInBytes(*asType) == rest[1] - '0') {
    return *asType;
  }
  if (rest == "V1" || rest == "V2") {
    return ErrorMessage{"the element type `" + descr + "` has no number format; name one as FILE.npy:TYPE (bf16, " +
                        "fp8e4nv, fp8e5)"};
  }
  return ErrorMessage{"unsupported element type `" + descr + "`"};
}

static void swapBytes(Array &array) {
  size_t size = size_t(sizeInBytes(array.type));
  for (size_t i = 0; i < array.elementCount(); ++i) {
    std::reverse(array.at(i), array.at(i) + size);
  }
}

/// Column-major bytes to row-major.
static void transposeToRowMajor(Array &array) {
  std::vector<uint8_t> source = array.bytes;
  size_t size = size_t(sizeInBytes(array.type));
  std::vector<int64_t> index(array.shape.size(), 0);
  for (size_t target = 0; target < array.elementCount(); ++target) {
    size_t offset = 0;
    for (size_t dimension = index.size(); dimension-- > 0;) {
      offset = offset * size_t(array.shape[dimension]) + size_t(index[dimension]);
    }
    std::memcpy(array.at(target), source.data() + offset * size, size);
    for (size_t dimension = index.size(); dimension-- > 0;) {
      if (++index[dimension] < array.shape[dimension]) {
        break;
      }
      index[dimension] = 0;
    }
  }
}

Result<Array> parseNpy(std::string_view text, std::optional<ElementType> asType) {
  Result<std::string_view> headerText = takeHeader(text);
  if (!headerText) {
    return headerText.takeError();
  }
  Result<NpyHeader> header = HeaderParser(*headerText).parse();
  if (!header) {
    return header.takeError();
  }
  bool swapped = false;
  Result<ElementType> type = typeOfDescr(header->descr, asType, swapped);
  if (!type) {
    return type.takeError();
  }
  Result<int64_t> count = countElements(header->shape);
  if (!count) {
    return count.takeError();
  }
  size_t needed = size_t(*count) * size_t(sizeInBytes(*type));
  if (text.size() != needed) {
    return ErrorMessage{"the header says " + formatShape(header->shape) + " of `" + header->descr + "`, which is " +
                        std::to_string(needed) + " bytes, got " + std::to_string(text.size())};
  }
  Array array;
  array.type = *type;
  array.shape = header->shape;
  array.bytes.assign(text.begin(), text.end());
  if (swapped) {
    swapBytes(array);
  }
  if (header->columnMajor) {
    transposeToRowMajor(array);
  }
  return asType ? reinterpretAs(std::move(array), *asType) : Result<Array>(std::move(array));
}

static const char *descrOf(ElementType type) {
  switch (type) {
  case ElementType::I1:
    return "|b1";
  case ElementType::I8:
    return "|i1";
  case ElementType::U8:
  case ElementType::F8E4M3FN:
  case ElementType::F8E5M2:
    return "|u1";
  case ElementType::I16:
    return "<i2";
  case ElementType::U16:
  case ElementType::BF16:
    return "<u2";
  case ElementType::I32:
    return "<i4";
  case ElementType::U32:
    return "<u4";
  case ElementType::I64:
    return "<i8";
  case ElementType::U64:
    return "<u8";
  case ElementType::F16:
    return "<f2";
  case ElementType::F32:
    return "<f4";
  case ElementType::F64:
    return "<f8";
  }
  return "";
}

std::string formatNpy(const Array &array) {
  std::string header = std::string("{'descr': '") + descrOf(array.type) + "', 'fortran_order': False, 'shape': (";
  for (int64_t extent : array.shape) {
    header += std::to_string(extent) + (array.shape.size() == 1 ? "," : ", ");
  }
  if (array.shape.size() > 1) {
    header.resize(header.size() - 2);
  }
  header += "), }";
  // Magic, version, length, header and newline together are a multiple of 64 bytes.
  size_t total = (10 + header.size() + 1 + 63) / 64 * 64;
  header.resize(total - 11, ' ');
  header += '\n';
  std::string text("\x93NUMPY\x01\x00", 8);
  text += char(header.size() & 0xff);
  text += char(header.size() >> 8);
  text += header;
  text.append(reinterpret_cast<const char *>(array.bytes.data()), array.bytes.size());
  return text;
}

Result<Array> readNpy(const std::string &path, std::optional<ElementType> asType) {
  Result<std::string> text = readFile(path);
  if (!text) {
    return text.takeError();
  }
  Result<Array> array = parseNpy(*text, asType);
  if (!array) {
    return ErrorMessage{"`" + path + "`: " + array.error()};
  }
  return array;
}

Status writeNpy(const std::string &path, const Array &array) { return writeFile(path, formatNpy(array)); }

} // namespace tkc::data
