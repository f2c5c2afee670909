#pragma once
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <sketchbench/core/json_fwd.hpp>
#include <sketchbench/core/types.hpp>
#include <sketchbench/kernels/kernel.hpp>
#include <sketchbench/report/statistics.hpp>

namespace sketchbench {

/// One published result. `accuracy.n` is the number of runs behind it.
struct PaperNumber {
  Sample accuracy;
  std::optional<int> decimals = std::nullopt;  ///< digits behind the point in print; none: not known
  std::optional<double> seconds;               ///< feature construction plus training
  bool seconds_are_a_bound = false;            ///< printed as "< 1 sec"
};

// For readers of a paper's own tables.

/// A number of a published table; none where the key is missing or null (a dash in print).
std::optional<double> optional_number(StrictObject& object, const char* key, double low, double high);
/// The key "D" of a row: a number of features.
Index published_D(StrictObject& object);

/// One section of a file of published numbers (papers/<name>/published.json).
class PaperTable {
 public:
  /// InputError, with file and key, when the file has no such section, or the section another shape, a number
  /// that cannot be, or two rows for the same.
  PaperTable(const std::filesystem::path& file, const std::string& section);

  /// The number for our `method`; D is not looked at for "exact", which has none.
  std::optional<PaperNumber> find(std::string_view dataset, const Kernel& kernel, std::string_view method,
                                  Index D) const;
  /// The folder of papers/ that they are from: "kdd13"; empty when the file does not say.
  const std::string& paper() const { return paper_; }
  /// "Authors, title, place and year"; empty when the file does not say.
  const std::string& citation() const { return citation_; }
  /// Which of the section's data sets it is, from 0; none where the section does not have it.
  std::optional<std::size_t> place(std::string_view dataset) const;
  /// What the paper calls our `method`: "Random Maclaurin"; none where the file does not say.
  std::optional<std::string> title(std::string_view method) const;
  /// Whether the paper's split of that data set is the publisher's own: "official_splits" names those whose
  /// rows in the training and in the test part are known. Of any other the split is not known.
  bool has_official_split(std::string_view dataset) const;
  /// How many runs are behind a mean with a deviation.
  int runs() const { return runs_; }
  /// What the published times were taken on; empty when the file does not say.
  const std::string& machine() const { return machine_; }

 private:
  struct Row {
    std::string dataset;
    Index D;
    Kernel kernel;
    std::map<std::string, PaperNumber, std::less<>> by_method;  ///< the paper's method names
  };
  /// A method that the paper calls otherwise than we do.
  struct Method {
    std::string map, key, title;  ///< ours; the key of its numbers; for people
  };
  const Method* find_method(std::string_view method) const;
  void read_methods(StrictObject methods);
  void read_official_splits(StrictObject& document);
  void read_block(StrictObject& block);
  void read_rows_of_one_kernel(StrictObject table);
  void add(const StrictObject& place, Row row);

  std::vector<Method> methods_;
  std::vector<Row> rows_;
  std::vector<std::string> official_splits_;
  std::string paper_, citation_, machine_;
  int runs_ = 1;
  std::optional<int> decimals_;
};

/// As printed in the paper: "3.6 s", "11.3 min", "< 1 s".
std::string paper_time_text(const PaperNumber& number);

}  // namespace sketchbench
