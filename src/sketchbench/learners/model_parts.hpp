#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <sketchbench/core/owned_rows.hpp>

namespace sketchbench {

/// What a model is made of, by name: enough to make it again, with the same scores to the last bit. Files
/// hold models in this form (models/model_file.hpp); docs/reference/model-file.md has each one's parts.
struct ModelParts {
  std::map<std::string, std::vector<std::int64_t>> whole;  ///< whole numbers, such as "labels"
  std::map<std::string, std::vector<double>> real;         ///< finite ones, such as "weights"
  std::optional<OwnedRows> rows;                           ///< training rows that scores are made from
};

/// Hands out the parts that a model asks for. They may come from a file that somebody has made: a part that
/// is missing, of another length, not finite or out of range is an InputError with its name.
class PartsReader {
 public:
  explicit PartsReader(const ModelParts& parts) : parts_(parts) {}

  /// So many numbers, or any number of them.
  const std::vector<double>& real(const std::string& name) const;
  const std::vector<double>& real(const std::string& name, std::size_t count) const;
  /// One number.
  double scalar(const std::string& name) const { return real(name, 1).front(); }
  /// Whole numbers from low to high.
  const std::vector<std::int64_t>& whole(const std::string& name, std::int64_t low, std::int64_t high) const;
  /// "labels": two classes or more, no label twice.
  std::vector<int> labels() const;
  /// Rows with so many columns.
  Rows rows(Index columns) const;

  [[noreturn]] static void fail(std::string_view name, std::string_view what);

 private:
  const ModelParts& parts_;
};

/// Labels as a part.
std::vector<std::int64_t> part_of_labels(std::span<const int> labels);

}  // namespace sketchbench
