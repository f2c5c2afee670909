#include "papers/overview.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include <sketchbench/core/json.hpp>
#include <sketchbench/features/feature_map.hpp>
#include <sketchbench/report/figure/growth_figure.hpp>
#include <sketchbench/report/run_command.hpp>
#include "experiments/accuracy/figure_parts.hpp"
#include "papers/paper.hpp"

namespace sketchbench {
namespace {

/// Training and test rows.
using Size = std::pair<Index, Index>;

/// Larger for a data set with more training rows; of those with as many, for one with more test rows. 0 rows
/// stand for all of them.
Size size_of(const DatasetRequest& dataset) {
  const auto rows = [](Index most) { return most == 0 ? INT64_MAX : most; };
  return {rows(dataset.max_train), rows(dataset.max_test)};
}

/// Rows that show what a split changes are no results of their own.
bool is_on_another_split(const Summary& row) { return row.dataset.split_seed.has_value(); }

/// For each method, whatever its parameters, the learner with the most runs. A method trained with two
/// learners would be two methods under one name, or one under two where a configuration compares learners.
std::map<std::string, LearnerSpec> usual_learners(const std::vector<Results>& all) {
  std::map<std::string, std::vector<std::pair<LearnerSpec, int>>> runs;
  for (const Results& results : all)
    for (const Summary& row : results.rows) {
      if (is_on_another_split(row)) continue;
      auto& learners = runs[row.method];
      auto known = std::find_if(learners.begin(), learners.end(),
                                [&](const auto& entry) { return entry.first == row.learner; });
      if (known == learners.end()) known = learners.insert(learners.end(), {row.learner, 0});
      known->second += row.runs();
    }
  std::map<std::string, LearnerSpec> usual;
  for (const auto& [method, learners] : runs)
    usual[method] = std::max_element(learners.begin(), learners.end(), [](const auto& a, const auto& b) {
                      return a.second < b.second;
                    })->first;
  return usual;
}

/// The numbers of rows of each data set in its largest form.
std::map<std::string, Size> largest_sizes(const std::vector<Results>& all) {
  std::map<std::string, Size> largest;
  for (const Results& results : all)
    for (const Summary& row : results.rows)
      if (row.runs() > 0 && !is_on_another_split(row)) {
        Size& size = largest[row.dataset.name];
        size = std::max(size, size_of(row.dataset));
      }
  return largest;
}

/// Every result with runs that is shown, once; of two with the same question the one with more runs. The
/// overview compares methods by the stock libraries: a map's fast form, with a faster learner at that, beside
/// other maps without one would be a comparison of solvers.
SummaryPointers distinct_rows(const std::vector<Results>& all) {
  const auto largest = largest_sizes(all);
  const auto usual = usual_learners(all);
  SummaryPointers rows;
  std::map<std::string, std::size_t> place;
  for (const Results& results : all)
    for (const Summary& row : results.rows) {
      if (row.runs() == 0 || is_on_another_split(row) ||
          size_of(row.dataset) < largest.at(row.dataset.name) || row.learner != usual.at(row.method) ||
          defining_map(row.method) != row.method)
        continue;
      const auto [known, is_new] = place.emplace(row.question, rows.size());
      if (is_new)
        rows.push_back(&row);
      else if (rows[known->second]->runs() < row.runs())
        rows[known->second] = &row;
    }
  return rows;
}

std::vector<std::string> commands_for(const std::vector<Results>& all) {
  std::vector<std::string> lines;
  for (const Results& results : all)
    if (!has_records(results))
      lines.push_back(
          fmt::format("{}: no records; \"{}\" makes them", results.config.name, run_command(results.config)));
  return lines;
}

}  // namespace

std::vector<Figure> overview_figures(const std::vector<Results>& all,
                                     const std::filesystem::path& bench_folder) {
  std::vector<Figure> figures = all.empty() ? std::vector<Figure>() : overview_figures(all);
  for (Figure& figure : growth_figures(bench_folder)) figures.push_back(std::move(figure));
  return figures;
}

std::vector<Results> summarise_accuracy(const std::vector<Config>& configs, const ReportSources& sources) {
  std::vector<Results> all;
  for (const Config& config : configs)
    if (config.experiment == "accuracy" && config.times) all.push_back(summarise(config, sources));
  return all;
}

std::filesystem::path overview_folder(const Store& store, bool quick) {
  return store.results() / fmt::format("{}{}", overview_name, quick ? quick_ending : "");
}

std::vector<Figure> overview_figures(const std::vector<Results>& all) {
  const SummaryPointers rows = distinct_rows(all);
  std::vector<Figure> figures = {pareto_figure(rows)};
  for (const Paper& paper : papers())
    if (paper.overview != nullptr)
      for (Figure& figure : paper.overview(rows)) figures.push_back(std::move(figure));
  figures.push_back(agreement_figure(rows));
  const bool quick =
      std::any_of(all.begin(), all.end(), [](const Results& results) { return results.config.quick; });
  for (Figure& figure : figures) {
    if (quick) figure.caption += fmt::format(" QUICK: {}.", quick_limits());
    for (std::string& line : commands_for(all)) figure.missing.push_back(std::move(line));
  }
  return figures;
}

}  // namespace sketchbench
