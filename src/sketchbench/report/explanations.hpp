#pragma once
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <sketchbench/harness/config/config.hpp>
#include <sketchbench/report/run_groups.hpp>

namespace sketchbench {

/// The number that a name in braces stands for in a note about a group: "{paper}"; none where the group has
/// no such number, and then the note is not about it.
using NoteNumber = std::function<std::optional<std::string>(const std::string& name, const RunGroup& group)>;

/// What is known about results that need a word: notes.json beside the configuration,
///   {"table1": [{"dataset": "adult", "method": "tensor_sketch", "degree": 4, "coef0": 1, "text": "..."}]}
/// with the configuration's name as the key, or, for one that has no notes of its own, the paper's section. A
/// key that an entry leaves out matches all. They are shown below the table; they never change a number. A
/// text quotes no number that the records hold: "{name}" is filled in when the report is made. They are about
/// complete runs: what a quick one differs by has other reasons.
class Explanations {
 public:
  Explanations() = default;
  /// None for a quick run or when there is no such file; InputError when it is malformed. `number` fills in
  /// what a text has in braces and throws InputError for a name that it does not know; without it no text may
  /// have any.
  static Explanations for_config(const Config& config, NoteNumber number = {});

  std::vector<std::string> about(const RunGroup& group) const;

 private:
  struct Entry {
    std::optional<std::string> dataset, method, family;
    std::vector<std::pair<std::string, double>> parameters;  ///< of the kernel
    std::string text;
  };
  std::optional<std::string> filled(const std::string& text, const RunGroup& group) const;

  std::filesystem::path file_;
  NoteNumber number_;
  std::vector<Entry> entries_;
};

}  // namespace sketchbench
