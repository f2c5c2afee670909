#include <sketchbench/data/uniform_dataset.hpp>

#include <fmt/format.h>

#include <set>

#include <sketchbench/core/json.hpp>
#include <sketchbench/core/sha256.hpp>
#include <sketchbench/core/system/memory.hpp>
#include <sketchbench/core/text.hpp>

namespace sketchbench {
namespace {

/// To be raised when generate_uniform or the labels change.
constexpr int generator_version = 1;

/// They alternate, so that both classes are there and nothing can be learnt from the points.
float label_of(Index row) { return row % 2 == 0 ? 1.0f : -1.0f; }

std::vector<float> labels_of(std::span<const Index> rows) {
  std::vector<float> labels;
  labels.reserve(rows.size());
  for (const Index row : rows) labels.push_back(label_of(row));
  return labels;
}

std::vector<float> distinct_labels(const RowSplit& rows) {
  std::set<float> labels;
  for (const auto* part : {&rows.train, &rows.test})
    for (const Index row : *part) labels.insert(label_of(row));
  return {labels.begin(), labels.end()};
}

/// The generator's words and the numbers of the rows decide every value.
std::string content_hash(Index d, Seed seed, const RowSplit& rows) {
  const Json identity = {{"generator", "uniform"}, {"version", generator_version}, {"d", d}, {"seed", seed}};
  Sha256 hash;
  const std::string words = identity.dump();
  hash.update(words.data(), words.size());
  for (const auto* part : {&rows.train, &rows.test}) {
    const auto count = static_cast<std::int64_t>(part->size());
    hash.update(&count, sizeof count);
    hash.update(part->data(), part->size() * sizeof(Index));
  }
  return hash.hex();
}

struct Storage {
  DenseMatrix train_x, test_x;
  std::vector<float> train_y, test_y;
};

}  // namespace

UniformDataset::UniformDataset(const Manifest& manifest, const SplitSpec& split,
                               const DatasetRequest& request) {
  const Source& source = manifest.sources.front();
  const auto& params = std::get<UniformParams>(source.generator->params);
  seed_ = source.generator->seed;
  rows_ = divide_rows(params.rows, split);
  subsample(rows_, request, split);

  info_.name = manifest.name;
  info_.split = split.name;
  info_.source = source.name;
  info_.same_as_paper = source.same_as_paper;
  info_.n_train = static_cast<Index>(rows_.train.size());
  info_.n_test = static_cast<Index>(rows_.test.size());
  info_.d = request.d > 0 ? request.d : params.d;
  info_.nnz_train = info_.n_train * info_.d;
  info_.nnz_test = info_.n_test * info_.d;
  info_.classes = distinct_labels(rows_);
  info_.content_hash = content_hash(info_.d, seed_, rows_);
}

std::shared_ptr<const Dataset> UniformDataset::open() const {
  const double values = static_cast<double>(info_.n_train + info_.n_test) * static_cast<double>(info_.d);
  require_memory(sizeof(float) * values,
                 fmt::format("data set {}: {} rows of {} columns", info_.name,
                             with_commas(info_.n_train + info_.n_test), with_commas(info_.d)));
  const auto storage = std::make_shared<const Storage>(
      Storage{generate_uniform(rows_.train, info_.d, seed_), generate_uniform(rows_.test, info_.d, seed_),
              labels_of(rows_.train), labels_of(rows_.test)});
  return std::make_shared<const Dataset>(info_, LabeledRows{storage->train_x.view(), storage->train_y},
                                         LabeledRows{storage->test_x.view(), storage->test_y}, storage);
}

}  // namespace sketchbench
