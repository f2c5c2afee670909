#pragma once
#include <compare>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <sketchbench/core/json_fwd.hpp>
#include <sketchbench/core/labeled_rows.hpp>

namespace sketchbench {

/// Which data a cell wants. Everything in here is part of the cell's description.
struct DatasetRequest {
  std::string name;     ///< manifest's name
  std::string split;    ///< a split of the manifest; empty: the manifest's first
  Index max_train = 0;  ///< a fixed random subsample of the training part; 0: all of it
  Index d = 0;          ///< columns of a generated set that can have any number of them; 0: the manifest's
  /// Draws a random split another way than its manifest's seed does; none: the manifest's.
  std::optional<Seed> split_seed = std::nullopt;
  /// A fixed random subsample of the test part; 0: all of it. The training part does not depend on it.
  Index max_test = 0;
  std::strong_ordering operator<=>(const DatasetRequest&) const = default;
  /// Whether it asks for fewer rows than there are: what a paper measured on all of them is not told by it.
  bool is_reduced() const { return max_train > 0 || max_test > 0; }
};

/// "max_train" at all times, so that records keep their names; "max_test", "d" and "split_seed" only where
/// they say something.
Json to_json(const DatasetRequest& request);
/// The inverse; other keys are left to the caller.
DatasetRequest parse_dataset_request(StrictObject& object);

/// "at most 5,000 training and 2,000 test rows"; empty where it asks for all of them.
std::string row_limits(const DatasetRequest& request);

/// What decides whether anything can be learnt from a data set's labels or targets, and be measured on them.
struct LabelFacts {
  bool train_differ = true;    ///< the training part has more than one value
  bool test_differ = true;     ///< so has the test part
  bool test_all_zero = false;  ///< all values of the test part are 0, or it has no rows

  /// Whether something may be refused for it.
  bool are_unusual() const { return !train_differ || !test_differ || test_all_zero; }
};
LabelFacts label_facts(std::span<const float> train, std::span<const float> test);

/// What is known of a prepared data set without reading its rows.
struct DatasetInfo {
  std::string name, split;
  std::string content_hash;  ///< SHA-256 of the prepared rows and labels
  std::string
      source;  ///< which of the manifest's sources was used, e.g. "official" or "sample of 116,203 rows"
  bool same_as_paper =
      true;  ///< false: a simulated or generated stand-in; no verdict is given against the paper
  Index n_train = 0, n_test = 0, d = 0;
  std::int64_t nnz_train = 0, nnz_test = 0;
  /// Columns that any row has, where these are so few that they are renumbered (ColumnSelection); 0: they are
  /// not, or nobody knows.
  Index occurring = 0;
  /// Of a training row, on average.
  double nonzeros_per_row() const {
    return static_cast<double>(nnz_train) / static_cast<double>(n_train > 0 ? n_train : 1);
  }
  Task task = Task::classification;
  std::vector<float> classes;  ///< the distinct labels, ascending; none for regression
  // Not kept with the prepared rows; there where a plan asks for the data set (prepare_dataset).
  std::string manifest;              ///< its file, for messages
  std::optional<LabelFacts> labels;  ///< none: not known, or nothing that could be in the way
};

/// A prepared data set: train and test parts of one split, preprocessed, immutable, usually mapped from the
/// cache.
class Dataset {
 public:
  /// `storage` keeps the rows' memory; `release_train_pages`: see below.
  Dataset(
      DatasetInfo info, LabeledRows train, LabeledRows test, std::shared_ptr<const void> storage,
      std::function<void()> release_train_pages = [] {})
      : info_(std::move(info)),
        train_(train),
        test_(test),
        storage_(std::move(storage)),
        release_train_pages_(std::move(release_train_pages)) {}
  const DatasetInfo& info() const { return info_; }
  const LabeledRows& train() const { return train_; }
  const LabeledRows& test() const { return test_; }
  /// The training rows will not be read soon: where they are in a file, their memory goes back to the system
  /// until they are. Labels stay.
  void release_train_pages() const { release_train_pages_(); }

 private:
  DatasetInfo info_;
  LabeledRows train_, test_;
  std::shared_ptr<const void> storage_;
  std::function<void()> release_train_pages_;
};

}  // namespace sketchbench
