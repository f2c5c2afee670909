#pragma once
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.hpp"
#include "base/types.hpp"
#include "kernels/kernel.hpp"
#include "report/statistics.hpp"

namespace sketchbench {

/// One published result. `accuracy.n` is the number of runs behind it.
struct PaperNumber {
  Sample accuracy;
  std::optional<double> seconds;     ///< feature construction plus training
  bool seconds_are_a_bound = false;  ///< printed as "< 1 sec"
};

/// Table 2: how many times faster Tensor Sketching is; none where the paper prints a dash.
struct PaperSpeedUps {
  std::optional<double> rm_map, rm_train, exact;
};

/// One section of a file of published numbers (configs/paper/*.json).
class PaperTable {
 public:
  /// InputError, with file and key, when the file has no such section, or the section another shape, a number
  /// that cannot be, or two rows for the same.
  PaperTable(const std::filesystem::path& file, const std::string& section);

  /// The number for our `method`; D is not looked at for "exact", which has none.
  std::optional<PaperNumber> find(std::string_view dataset, const Kernel& kernel, std::string_view method,
                                  Index D) const;
  std::optional<PaperSpeedUps> speed_ups(std::string_view dataset, Index D) const;
  /// The kernel that the speed-ups are of; none where the section has no speed-ups.
  const std::optional<Kernel>& speed_up_kernel() const { return speed_up_kernel_; }
  /// What the published times were taken on; empty when the file does not say.
  const std::string& machine() const { return machine_; }

 private:
  struct Row {
    std::string dataset;
    Index D;
    Kernel kernel;
    std::map<std::string, PaperNumber, std::less<>> by_method;  ///< the paper's method names
  };
  struct SpeedUpRow {
    std::string dataset;
    Index D;
    PaperSpeedUps values;
  };
  void read_block(StrictObject& block);
  void read_rows_of_one_kernel(StrictObject table);
  void read_speed_ups(StrictObject table);
  void add(const StrictObject& place, Row row);

  std::vector<Row> rows_;
  std::vector<SpeedUpRow> speed_ups_;
  std::optional<Kernel> speed_up_kernel_;
  std::string machine_;
};

/// The paper's data set that a stand-in imitates, for showing its numbers beside without a verdict:
/// "gisette_sim" -> "gisette"; every other name stands for itself.
std::string_view paper_dataset(std::string_view dataset);

}  // namespace sketchbench
