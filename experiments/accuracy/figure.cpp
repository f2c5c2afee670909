#include "experiments/accuracy/figure.hpp"

#include <fmt/format.h>

#include <algorithm>

#include <sketchbench/core/text.hpp>
#include <sketchbench/features/feature_map.hpp>
#include <sketchbench/report/figure/palette.hpp>
#include <sketchbench/report/group_words.hpp>
#include <sketchbench/report/missing_runs.hpp>
#include <sketchbench/report/provenance/provenance.hpp>
#include <sketchbench/report/record_fields.hpp>
#include <sketchbench/report/words.hpp>
#include "experiments/accuracy/figure_parts.hpp"
#include "experiments/accuracy/table_parts.hpp"

namespace sketchbench {
namespace {

bool shows_time(const Results& results) {
  return results.config.figure && results.config.figure->shows == "time";
}

const Sample& shown(const Summary& row, bool time) { return time ? row.total_s : row.accuracy; }

FigurePoint point_of(const Summary& row, bool time) {
  FigurePoint point = point_with_deviation(static_cast<double>(row.D), shown(row, time));
  point.records = record_ids({&row});
  return point;
}

std::string label_of_paper(const Summary& row, const PaperTable& paper) {
  return "paper's " + paper.title(row.method).value_or(method_title(defining_map(row.method)));
}

class PanelMaker {
 public:
  PanelMaker(const Results& results, const GridEntry& entry, const Kernel& kernel)
      : results_(results), entry_(entry), kernel_(kernel), time_(shows_time(results)) {}

  Panel operator()() {
    panel_.dataset = entry_.dataset.name;
    panel_.x.label = "number of random features D";
    panel_.y.label = time_ ? "total CPU time (s)" : "accuracy (%)";
    panel_.y.logarithmic = time_;  // the exact kernel takes orders of magnitude longer
    for (const Summary* method : method_columns(results_)) add_method(*method);
    if (!time_)
      for (const Summary* method : method_columns(results_)) add_published(*method);
    return std::move(panel_);
  }

 private:
  const Summary* find(const Summary& method, Index D) const {
    const Summary* row = results_.find(entry_.dataset, kernel_, method.method_label, D);
    return row == nullptr || row->runs() == 0 ? nullptr : row;
  }

  std::vector<Index> counts() const {
    std::vector<Index> D = feature_counts(entry_);
    std::sort(D.begin(), D.end());
    return D;
  }

  void add(FigureSeries series) {
    if (series.points.empty()) return;
    series.kernel = kernel_.display();
    panel_.series.push_back(std::move(series));
  }

  void add_method(const Summary& method) {
    FigureSeries series{.key = method.method_label, .label = method_title(method)};
    if (method.method == exact_method) {
      series.mark = Mark::level;
      series.label += ", " + learner_title(method.learner);
      if (const Summary* row = find(method, 0)) {
        series.points = {point_of(*row, time_)};
        series.points.front().x = static_cast<double>(counts().front());
      }
    } else {
      for (const Index D : counts())
        if (const Summary* row = find(method, D)) series.points.push_back(point_of(*row, time_));
    }
    if (!series.points.empty()) panel_.title = panel_title(method, series);
    add(std::move(series));
  }

  std::string panel_title(const Summary& method, const FigureSeries& series) const {
    const Summary* row = find(method, static_cast<Index>(series.points.front().x));
    return fmt::format("{}, {}", row->dataset_title(), kernel_.display());
  }

  void add_published(const Summary& method) {
    if (method.method == exact_method || !results_.paper) return;
    FigureSeries series{.key = std::string(paper_prefix) + method.method,
                        .label = label_of_paper(method, *results_.paper)};
    for (const Index D : counts()) {
      const Summary* row = find(method, D);
      if (row == nullptr || !row->paper || !row->judged) continue;
      series.points.push_back(point_with_deviation(static_cast<double>(D), row->paper->accuracy));
    }
    add(std::move(series));
  }

  const Results& results_;
  const GridEntry& entry_;
  const Kernel& kernel_;
  bool time_;
  Panel panel_;
};

bool has_runs(const Results& results, const DatasetRequest& dataset) {
  return any_record(results, dataset) != nullptr;
}

std::string caption_of(const Results& results, const Figure& figure) {
  const bool time = shows_time(results);
  std::string caption =
      time ? "CPU time for making the features of the training rows and training on them, against the number "
             "of random features D."
           : "Accuracy on the test set against the number of random features D.";
  int most = 0, fewest = results.config.seeds;
  for (const Summary& row : results.rows)
    if (row.method != exact_method && row.runs() > 0) {
      most = std::max(most, row.runs());
      fewest = std::min(fewest, row.runs());
    }
  caption += fmt::format(" Means over {}; bars: one sample standard deviation to either side.",
                         fewest < most ? fmt::format("{} to {} runs", fewest, most) : plural(most, "run"));
  if (has_level(figure)) caption += " The flat line is the exact kernel, run once.";
  if (!time && has_published_numbers(results) && !results.config.quick)
    caption += " Hollow symbols are the paper's numbers.";
  for (const GridEntry& entry : results.config.grid)
    if (const Record* record = any_record(results, entry.dataset);
        results.paper && record != nullptr && !same_as_paper(*record))
      caption += fmt::format(" {} is not the paper's data.", results.datasets.of(entry.dataset.name).title);
  const bool side_by_side = std::any_of(results.rows.begin(), results.rows.end(),
                                        [](const Summary& row) { return row.side_by_side(); });
  if (time && side_by_side) caption += " Some times were taken while other runs shared the machine.";
  if (time) caption += Provenance(pointers_to(results.rows)).sentences();
  if (results.config.quick) caption += fmt::format(" QUICK: {}.", quick_limits(results.config));
  return caption;
}

}  // namespace

Figure accuracy_figure(const Results& results) {
  Figure figure;
  figure.name = results.config.name;
  figure.number = results.config.figure ? results.config.figure->number : "";
  figure.title = results.config.title;
  figure.columns = 0;
  for (const GridEntry& entry : results.config.grid)
    figure.columns += has_runs(results, entry.dataset) ? 1 : 0;
  for (const Kernel& kernel : results.config.kernels)
    for (const GridEntry& entry : results.config.grid)
      if (has_runs(results, entry.dataset)) figure.panels.push_back(PanelMaker(results, entry, kernel)());
  figure.columns = std::max(figure.columns, 1);
  figure.caption = caption_of(results, figure);
  figure.missing = lines_about_missing_runs(results.config, pointers_to(results.rows));
  return figure;
}

}  // namespace sketchbench
