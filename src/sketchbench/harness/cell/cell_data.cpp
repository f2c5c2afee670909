#include <sketchbench/harness/cell/cell_data.hpp>

#include <fmt/format.h>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/core/row_checks.hpp>

namespace sketchbench {

std::shared_ptr<const Dataset> open_cell_data(const Cell& cell, const RunContext& context) {
  auto dataset = open_dataset(cell.dataset, context.paths, context.on_news);
  const DatasetInfo& info = dataset->info();
  if (info.content_hash != cell.data_hash)
    throw Error(fmt::format("{} has changed since this cell was planned: content {} instead of {}", info.name,
                            info.content_hash, cell.data_hash));
  return dataset;
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
