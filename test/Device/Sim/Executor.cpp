// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Modules of forms, and results in files.
#include "Executor.h"

#include "tkc/Support/Files.h"

#include <cstring>

namespace tkc::agreement {

Executor::~Executor() = default;

std::string moduleText(const std::vector<Form> &forms, const std::string &target) {
  std::string text = ".version 8.5\n.target " + target + "\n.address_size 64\n\n";
  for (size_t i = 0; i < forms.size(); ++i) {
    text += "// " + forms[i].name + "\n" + kernelText(forms[i], "f" + std::to_string(i));
  }
  return text;
}

std::vector<uint64_t> inputsOf(const Form &form) {
  uint64_t threads = uint64_t(form.threads) * form.ctas;
  std::vector<uint64_t> result;
  for (size_t slot = 0; slot < form.inputs.size(); ++slot) {
    for (uint64_t thread = 0; thread < threads; ++thread) {
      result.push_back(inputBits(form, slot, thread));
    }
  }
  return result;
}

//===--- Files ------------------------------------------------------------===//

namespace {

constexpr std::string_view magic = "tkc instruction results 1\n";

/// Reads what `writeResults` wrote.
class FileExecutor : public Executor {
public:
  explicit FileExecutor(std::string path) : path(std::move(path)) {}

  Status load(const std::vector<Form> &given) override;
  Result<Outputs> run(size_t index) override {
    auto found = results.find(names[index]);
    return found == results.end() ? Result<Outputs>(ErrorMessage{"no result in `" + path + "`"})
                                  : Result<Outputs>(found->second);
  }
  Result<std::vector<std::vector<uint32_t>>> runWorkload(const Workload &, const std::string &) override {
    return ErrorMessage{"a file of results runs nothing"};
  }
  std::string description() const override { return origin; }

private:
  std::string path, origin;
  std::vector<std::string> names;
  std::map<std::string, Outputs> results;
};

} // namespace

Status writeResults(const std::string &path, const std::vector<Form> &forms,
                    const std::map<std::string, Outputs> &results, const std::string &description) {
  std::string text = std::string(magic) + description + "\n";
  for (const Form &form : forms) {
    auto found = results.find(form.name);
    if (found == results.end()) {
      continue;
    }
    uint64_t threads = uint64_t(form.threads) * form.ctas;
    text += form.name + "\n" + std::to_string(threads);
    for (const Slot &slot : form.outputs) {
      text += " " + std::to_string(widthOf(slot.type));
    }
    text += "\n";
    for (size_t i = 0; i < found->second.size(); ++i) {
      text.append(reinterpret_cast<const char *>(&found->second[i]), widthOf(form.outputs[i / threads].type));
    }
  }
  return writeFile(path, text);
}

Status FileExecutor::load(const std::vector<Form> &given) {
  for (const Form &form : given) {
    names.push_back(form.name);
  }
  Result<std::string> text = readFile(path);
  if (!text) {
    return text.takeError();
  }
  if (text->compare(0, magic.size(), magic) != 0) {
    return ErrorMessage{"`" + path + "` holds no results"};
  }
  size_t place = magic.size();
  auto line = [&] {
    size_t end = std::min(text->find('\n', place), text->size());
    std::string result = text->substr(place, end - place);
    place = std::min(end + 1, text->size());
    return result;
  };
  origin = line();
  while (place < text->size()) {
    std::string name = line(), shape = line();
    std::vector<uint64_t> numbers;
    for (char *at = shape.data(); *at;) {
      numbers.push_back(std::strtoull(at, &at, 10));
    }
    Outputs outputs;
    for (size_t slot = 1; slot < numbers.size(); ++slot) {
      for (uint64_t thread = 0; thread < numbers[0]; ++thread, place += numbers[slot]) {
        if (numbers[slot] > 8 || place + numbers[slot] > text->size()) {
          return ErrorMessage{"`" + path + "` ends early"};
        }
        outputs.push_back(0);
        std::memcpy(&outputs.back(), text->data() + place, numbers[slot]);
      }
    }
    results[name] = std::move(outputs);
  }
  return {};
}

std::unique_ptr<Executor> makeFileExecutor(const std::string &path) { return std::make_unique<FileExecutor>(path); }

} // namespace tkc::agreement
