#include "experiments/accuracy/results_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include <sketchbench/core/text.hpp>
#include <sketchbench/features/feature_map.hpp>
#include <sketchbench/report/record_fields.hpp>
#include <sketchbench/report/table_cells.hpp>
#include <sketchbench/report/words.hpp>
#include "experiments/accuracy/notes.hpp"
#include "experiments/accuracy/report.hpp"
#include "experiments/accuracy/run.hpp"
#include "experiments/accuracy/table_parts.hpp"

namespace sketchbench {
namespace {

constexpr Digits four_decimals = {.count = 4, .decimals = true},
                 published_points = {.count = 2, .decimals = true};

/// A field of the published number, where it is about the row's own data.
template <class Field>
auto published(Field field) {
  return [field](const Summary& row) -> std::optional<double> {
    return row.comparable && row.paper ? field(*row.paper) : std::nullopt;
  };
}

/// A field of the row's test.
template <class Field>
auto tested(Field field) {
  return [field](const Summary& row) { return row.test ? Value(field(*row.test)) : Value(Sample()); };
}

TableCell accuracy_cell(const Summary& row) {
  TableCell cell = number_cell(percent_text(row.accuracy), row);
  cell[0].right = {std::string(mark_of(row.verdict())), tone_of(row.verdict())};
  return cell;
}

/// What a verdict is made of has places behind all columns that were there before.
Quantities<Summary> quantities(std::size_t family) {
  using Test = JudgedDifference;
  Quantities<Summary> all = {{{.key = "runs", .heading = {"Runs"}, .form = Form::count},
                              &Summary::runs,
                              [](const Summary& row) { return one_line(runs_text(row)); }}};
  for (const Quantity<RunGroup>& quantity : accuracy_quantities()) all.push_back(quantity);
  all[1].cell = accuracy_cell;
  const auto add = [&](QuantityInfo info, auto of) { all.push_back({std::move(info), of}); };
  add({.heading = {"Paper"}, .left = true, .tone = Tone::faint}, [](const Summary& row) {
    return row.paper ? Value(percent_text(row.paper->accuracy)) : Value(Sample());
  });
  const auto paper_accuracy = [](bool Summary::*shown) {
    return [shown](const Summary& row) { return row.*shown && row.paper ? row.paper->accuracy : Sample(); };
  };
  add({.key = "paper_accuracy", .digits = published_points, .spread = true},
      paper_accuracy(&Summary::comparable));
  add({.key = "judged_paper_accuracy", .is_linear = true, .place = ColumnPlace::nowhere},
      paper_accuracy(&Summary::judged));
  add({.key = "paper_total_s"}, published([](const PaperNumber& paper) { return paper.seconds; }));
  add({.key = "delta_pp", .digits = four_decimals}, &Summary::delta);
  add({.key = "verdict"}, [](const Summary& row) { return name_of(row.verdict()); });
  const auto last = [&](const char* key, Digits digits, auto of) {
    add({.key = key, .digits = digits, .place = ColumnPlace::last}, of);
  };
  last("delta_low_pp", four_decimals, tested([](const Test& test) { return test.interval.low; }));
  last("delta_high_pp", four_decimals, tested([](const Test& test) { return test.interval.high; }));
  last("family_low_pp", four_decimals, tested([](const Test& test) { return test.family_interval.low; }));
  last("family_high_pp", four_decimals, tested([](const Test& test) { return test.family_interval.high; }));
  last("holm_p", {.count = 4}, tested([](const Test& test) { return test.adjusted_p; }));
  last("family", {}, tested([family](const Test&) { return family; }));
  last("split_std_pp", four_decimals, [](const Summary& row) {
    return row.test && row.split_noise ? std::optional(std::sqrt(row.split_noise->variance)) : std::nullopt;
  });
  last("splits", {}, [](const Summary& row) -> std::optional<double> {
    if (!row.test || !row.split_noise) return std::nullopt;
    return static_cast<double>(row.split_noise->splits);
  });
  last("detectable_pp", four_decimals, tested([](const Test& test) { return test.detectable; }));
  add({.key = "has_published", .place = ColumnPlace::nowhere, .words = {"yes", "no"}},
      [](const Summary& row) { return row.paper ? "yes" : "no"; });
  add({.key = "beside_published", .place = ColumnPlace::nowhere}, [](const Summary& row) -> Value {
    if (!row.difference) return Sample();
    Value difference(row.difference->estimate.estimate);
    difference.interval = [estimate = row.difference->estimate](double confidence) {
      return estimate.interval(confidence);
    };
    return difference;
  });
  return all;
}

/// What points and bars of the figure are.
std::string means_text(const Results& results, bool time, bool by_rows) {
  int most = 0, fewest = results.config.seeds;
  for (const Summary& row : results.rows)
    if (row.method != exact_method && row.runs() > 0) {
      most = std::max(most, row.runs());
      fewest = std::min(fewest, row.runs());
    }
  std::string text =
      fmt::format("Means over {}; bars: one sample standard deviation to either side.",
                  fewest < most ? fmt::format("{} to {} runs", fewest, most) : plural(most, "run"));
  if (std::ranges::any_of(results.rows,
                          [](const Summary& row) { return row.method == exact_method && row.runs() > 0; }))
    text += by_rows ? " The exact kernel is run once." : " The flat line is the exact kernel, run once.";
  if (!time && !by_rows && has_published_numbers(results) && !results.config.quick)
    text += " Hollow symbols are the paper's numbers.";
  for (const GridEntry& entry : results.config.grid)
    if (const Record* record = any_record(results, entry.dataset);
        results.paper && record != nullptr && !same_as_paper(*record))
      text += fmt::format(" {} is not the paper's data.", results.datasets.of(entry.dataset.name).title);
  if (time && std::ranges::any_of(results.rows, &Summary::side_by_side))
    text += " Some times were taken while other runs shared the machine.";
  return text;
}

}  // namespace

const Quantities<RunGroup>& accuracy_quantities() {
  static const Quantities<RunGroup> all = joined(
      Quantities<RunGroup>{
          {{.key = "accuracy",
            .heading = {"Accuracy"},
            .title = "Accuracy on the test set",
            .axis = "accuracy (%)",
            .form = Form::percent,
            .digits = four_decimals,
            .spread = true,
            .is_linear = true,
            .left = true,
            .ranking =
                Ranking{.name = "accuracy", .title = "Test accuracy in per cent", .better = Better::larger}},
           over_runs<Accuracy>(&Accuracy::accuracy)},
          {{.key = "auc",
            .heading = {"AUC"},
            .title = "AUC on the test set",
            .axis = "AUC",
            .form = Form::share,
            .digits = {.count = 6, .decimals = true},
            .spread = true,
            .is_linear = true,
            .place = ColumnPlace::last,
            .only_where_measured = true},
           over_records([](const Record& record) {
             const std::optional<double> auc = result_of<Accuracy>(record).auc;
             return auc ? std::vector{*auc} : std::vector<double>();
           })}},
      learning_costs());
  return all;
}

ResultTable accuracy_table(const Results& results) {
  return result_table(results.config, results.rows, quantities(family_size(results)));
}

Table flat_table(const Results& results, const ResultTable& of, const Explanations& explanations) {
  Table table = table_for_people(of, "accuracy", "Method", &explanations);
  for (const GridEntry& entry : results.config.grid)
    if (const std::string remark = data_remark(results, entry.dataset); !remark.empty())
      table.remarks.push_back(fmt::format("{}: {}", results.datasets.of(entry.dataset.name).title, remark));
  if (std::string note = family_note(results); !note.empty()) table.notes.push_back(std::move(note));
  return table;
}

Figure accuracy_figure(const Results& results, Along along) {
  const bool by_rows = along == Along::rows;
  const bool time = results.config.figure && results.config.figure->shows == "time";
  FigureOf of{
      .y = time ? "total_s" : "accuracy",
      .by_rows = by_rows,
      .y_label = time ? "total CPU time (s)" : "",
      .logarithmic_D = false,
      .caption = time ? "CPU time for making the features of the training rows and training on them, against "
                        "the number of random features D."
                 : by_rows ? "Accuracy on the test set against the number of training rows."
                           : "Accuracy on the test set against the number of random features D.",
      .means = means_text(results, time, by_rows),
      .by_kernel = !by_rows};
  if (!time && !by_rows && results.paper)
    of.beside = {
        {.key = "judged_paper_accuracy",
         .label =
             [&](const RunGroup& group) {
               return "paper's " +
                      results.paper->title(group.method).value_or(method_title(defining_map(group.method)));
             },
         .published = true}};
  return result_figure(accuracy_table(results), of);
}

}  // namespace sketchbench
