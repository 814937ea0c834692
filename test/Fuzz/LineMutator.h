// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Mutates texts by lines and words, so that most of what comes out is still a program: bytes alone seldom get behind
// the parser.
#ifndef TKC_TEST_FUZZ_LINEMUTATOR_H
#define TKC_TEST_FUZZ_LINEMUTATOR_H

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace tkc::fuzz {

/// Words that a mutation may put in the place of another, besides those of the text itself.
using Words = std::vector<std::string>;

/// The words of a text that spaces separate.
Words splitWords(const std::string &text);

/// One to four changes: lines, with what is indented below them, are moved, copied, taken out or put under a header;
/// words, arguments and operators are exchanged within the text or for one of `words`, numbers changed. At most
/// `maxSize` bytes come out.
std::string mutateText(const std::string &text, size_t maxSize, uint32_t seed, const Words &words);

/// `first` with some lines of `second` in it.
std::string crossTexts(const std::string &first, const std::string &second, size_t maxSize, uint32_t seed);

} // namespace tkc::fuzz

extern "C" size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t maxSize);

/// Defines libFuzzer's hooks: two of three mutations are by lines and words, the others libFuzzer's own.
#define TKC_FUZZ_BY_LINES(WORDS)                                                                                       \
  static size_t putText(const std::string &text, uint8_t *data) {                                                      \
    std::copy(text.begin(), text.end(), data);                                                                         \
    return text.size();                                                                                                \
  }                                                                                                                    \
  extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t maxSize, unsigned seed) {               \
    if (seed % 3 == 0) {                                                                                               \
      return LLVMFuzzerMutate(data, size, maxSize);                                                                    \
    }                                                                                                                  \
    std::string text(reinterpret_cast<const char *>(data), size);                                                      \
    return putText(tkc::fuzz::mutateText(text, maxSize, seed, WORDS), data);                                           \
  }                                                                                                                    \
  extern "C" size_t LLVMFuzzerCustomCrossOver(const uint8_t *data1, size_t size1, const uint8_t *data2, size_t size2,  \
                                              uint8_t *out, size_t maxSize, unsigned seed) {                           \
    std::string first(reinterpret_cast<const char *>(data1), size1);                                                   \
    std::string second(reinterpret_cast<const char *>(data2), size2);                                                  \
    return putText(tkc::fuzz::crossTexts(first, second, maxSize, seed), out);                                          \
  }

#endif // TKC_TEST_FUZZ_LINEMUTATOR_H
