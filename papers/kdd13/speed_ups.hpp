#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <sketchbench/core/json.hpp>
#include <sketchbench/core/types.hpp>
#include <sketchbench/harness/cell/record.hpp>
#include <sketchbench/kernels/kernel.hpp>

namespace sketchbench::kdd13 {

/// How many times faster Tensor Sketching is; none where the paper prints a dash.
struct SpeedUps {
  std::optional<double> rm_map, rm_train, exact;
};

/// Half a unit of the last digit that is not 0: 0.5 of 9, 50 of 1,600.
double rounding_of(double factor);

// CPU seconds of a run: making the features of the training rows, training, and both.
double map_seconds(const Record& record);
double train_seconds(const Record& record);
double total_seconds(const Record& record);

/// Table 2 of the paper, from its file of published numbers.
class PublishedSpeedUps {
 public:
  /// None where the file has no "table2"; InputError, with file and key, for a number that cannot be.
  static std::optional<PublishedSpeedUps> read(const std::filesystem::path& file);

  std::optional<SpeedUps> find(std::string_view dataset, Index D) const;
  /// The kernel that all of them are of.
  const Kernel& kernel() const { return kernel_; }

 private:
  struct Row {
    std::string dataset;
    Index D;
    SpeedUps values;
  };
  explicit PublishedSpeedUps(StrictObject table);

  Kernel kernel_;
  std::vector<Row> rows_;
};

}  // namespace sketchbench::kdd13
