#pragma once
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <sketchbench/core/json_fwd.hpp>
#include <sketchbench/kernels/kernel.hpp>
#include <sketchbench/report/results/result_table.hpp>

namespace sketchbench {

/// Half a unit of the last digit that is not 0: 0.5 of 9, 50 of 1,600.
double rounding_of(double factor);
/// The least factor that would be printed so.
inline double least_of(double factor) { return factor - rounding_of(factor); }

/// A section of published numbers that has a factor for each data set, D and column, all of one kernel:
///   {"kernel": {"degree": 4, "coef0": 1}, "meaning": "...",
///    "rows": [{"dataset": "adult", "D": 200, "rm_map": null, "rm_train": 8}, ...]}
/// null where the paper prints a dash.
class PublishedFactors {
 public:
  /// None where the file has no such section; InputError, with file and key, for a number that cannot be.
  static std::optional<PublishedFactors> read(const std::filesystem::path& file, const std::string& section);
  /// Of the published numbers that the first of the configurations to have some stands beside. InputError
  /// where there are none, or no such section.
  PublishedFactors(const std::string& section, const std::vector<const ResultTable*>& tables);

  bool has(std::string_view dataset, Index D) const;
  std::optional<double> find(std::string_view dataset, Index D, const std::string& column) const;
  /// For the group's data, or what they stand for, kernel and D. InputError for a column that no row has.
  std::optional<double> find(const RunGroup& group, const std::string& column) const;
  /// That all of them are of.
  const Kernel& kernel() const { return kernel_; }

 private:
  struct Row {
    std::string dataset;
    Index D;
    std::map<std::string, std::optional<double>> factors;
  };
  explicit PublishedFactors(StrictObject table);

  std::string file_;
  Kernel kernel_;
  std::vector<Row> rows_;
};

}  // namespace sketchbench
