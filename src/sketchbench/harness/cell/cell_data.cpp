#include <sketchbench/harness/cell/cell_data.hpp>

#include <fmt/format.h>

#include <utility>
#include <vector>

#include <sketchbench/core/column_selection.hpp>
#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/core/row_checks.hpp>

namespace sketchbench {
namespace {

bool has_columns_of_its_own(const Cell& cell) { return cell.external != nullptr || cell.given != nullptr; }

}  // namespace

std::shared_ptr<const Dataset> open_cell_data(const Cell& cell, const RunContext& context) {
  auto dataset = open_dataset(cell.dataset, context.paths, context.on_news);
  const DatasetInfo& info = dataset->info();
  if (info.content_hash != cell.data_hash)
    throw Error(fmt::format("{} has changed since this cell was planned: content {} instead of {}", info.name,
                            info.content_hash, cell.data_hash));
  return with_occurring_columns(std::move(dataset), cell);
}

std::shared_ptr<const Dataset> with_occurring_columns(std::shared_ptr<const Dataset> dataset,
                                                      const Cell& cell) {
  const LabeledRows &train = dataset->train(), &test = dataset->test();
  if (has_columns_of_its_own(cell)) return dataset;
  const auto columns = ColumnSelection::of(std::vector<Rows>{train.x, test.x});
  if (!columns) return dataset;
  // The copies hold all that is asked for: what the data set holds, usually a file's pages, can go.
  struct Copies {
    LabeledMatrix train, test;
  };
  const auto copy = [&](const LabeledRows& part) {
    return LabeledMatrix{columns->apply(part.x), {part.y.begin(), part.y.end()}};
  };
  const auto copies = std::make_shared<const Copies>(Copies{copy(train), copy(test)});
  return std::make_shared<const Dataset>(
      dataset->info(), LabeledRows{copies->train.x.view(), copies->train.y, train.task},
      LabeledRows{copies->test.x.view(), copies->test.y, test.task}, copies);
}

DatasetInfo with_occurring_columns(DatasetInfo info, const Cell& cell) {
  if (info.occurring > 0 && !has_columns_of_its_own(cell)) info.d = info.occurring + 1;
  return info;
}

Json data_facts(const DatasetInfo& info) {
  Json facts = {{"name", info.name},
                {"split", info.split},
                {"content_hash", info.content_hash},
                {"source", info.source},
                {"same_as_paper", info.same_as_paper},
                {"n_train", info.n_train},
                {"n_test", info.n_test},
                {"d", info.d},
                {"nnz_train", info.nnz_train},
                {"nnz_test", info.nnz_test}};
  if (info.task == Task::classification)
    facts["classes"] = info.classes.size();
  else
    facts["task"] = name_of(info.task);
  return facts;
}

void require_finite_features(const Rows& z, Index first_row, std::string_view part, const Cell& cell) {
  require_finite(z, first_row, fmt::format("{} rows mapped by {} with D = {}", part, cell.method, cell.D),
                 cell.kernel.advice());
}

}  // namespace sketchbench
