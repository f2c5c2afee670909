#include <fmt/format.h>

#include <algorithm>
#include <array>

#include <sketchbench/core/json.hpp>
#include <sketchbench/core/text.hpp>
#include <sketchbench/report/claims/published_factors.hpp>
#include <sketchbench/report/group_words.hpp>
#include <sketchbench/report/provenance/provenance.hpp>
#include <sketchbench/report/verdicts/family.hpp>
#include <sketchbench/report/verdicts/speed_up.hpp>
#include <sketchbench/report/words.hpp>
#include "experiments/accuracy/table_parts.hpp"
#include "papers/kdd13/tables.hpp"

namespace sketchbench::kdd13 {
namespace {

// CPU seconds of a run: making the features of the training rows, training, and both.
double map_seconds(const Record& record) { return record.cpu_seconds("map"); }
double train_seconds(const Record& record) { return record.cpu_seconds("train"); }
double total_seconds(const Record& record) { return map_seconds(record) + train_seconds(record); }

/// One column: how many times longer `method` takes than Tensor Sketching in one phase.
struct SpeedUpColumn {
  std::array<const char*, 2> heading;
  const char* method;
  double (*seconds)(const Record&);
  const char* published;  ///< column of the paper's table
  /// What the factor is about, and what it depends on; empty for a method that the paper does not have.
  const char* task;
  const char* depends_on;
};

constexpr const char* on_the_maps =
    "the speed of both maps: the products of signs that Random Maclaurin consists of are made in blocks "
    "here, the Fourier transforms of Tensor Sketching by a library, and the paper's were made in Matlab";
constexpr const char* on_the_solver =
    "the linear solver: Random Maclaurin's features differ in size by orders of magnitude, and what that "
    "costs is a matter of the preconditioner, which LIBLINEAR has had since version 2.21 and the paper's "
    "1.92 had not";
constexpr const char* on_no_preconditioner =
    "more than the preconditioner, which neither solver has: on the program and on the machine";
constexpr const char* on_both_solvers =
    "both solvers, that of the exact kernel with its cache and the linear one, and on the map's speed";

constexpr std::array<SpeedUpColumn, 5> shown = {{
    {{"RM published:", "features"},
     "random_maclaurin_published",
     map_seconds,
     "rm_map",
     "making features: Random Maclaurin's time over Tensor Sketching's",
     on_the_maps},
    {{"RM published:", "training"},
     "random_maclaurin_published",
     train_seconds,
     "rm_train",
     "training: the time with Random Maclaurin's features over that with Tensor Sketching's",
     on_the_solver},
    {{"RM restricted:", "features"}, "random_maclaurin_restricted", map_seconds, "rm_map", "", ""},
    {{"RM restricted:", "training"}, "random_maclaurin_restricted", train_seconds, "rm_train", "", ""},
    {{"Exact kernel:", "total"},
     "exact",
     total_seconds,
     "exact",
     "training an exact kernel over Tensor Sketching's features and training",
     on_both_solvers},
}};

/// One comparison: Tensor Sketching beside another method on a data set.
struct Compared {
  const SpeedUpColumn* column;
  const Summary* sketch;
  const Summary* other;             ///< null where nobody asks for it
  std::optional<double> published;  ///< the paper's factor

  std::optional<SpeedUp> times(double confidence) const {
    return other == nullptr ? std::nullopt : speed_up(*other, *sketch, column->seconds, confidence);
  }
  bool has_runs() const { return other != nullptr && other->runs() > 0 && sketch->runs() > 0; }
  /// Whether the paper's factor is about these data and methods, and all runs are there.
  bool is_judged(bool quick) const {
    const auto complete = [](const Summary& row) {
      return row.status == Status::done && row.comparable && !row.dataset.is_reduced();
    };
    return !quick && published && *column->task != '\0' && other != nullptr && complete(*sketch) &&
           complete(*other);
  }
};

/// With a digit more than the factor, so that the two ends are told apart.
std::string end_text(double factor) {
  return factor < 100 ? fmt::format("{:.3g}×", factor) : times_text(factor);
}

std::string interval_text(const MeanInterval& times, std::string_view between) {
  return end_text(times.low) + std::string(between) + end_text(times.high);
}

TableCell speed_up_cell(const Compared& compared, double confidence, bool has_published) {
  TableCell cell(has_published ? 3 : 2);
  const Summary *other = compared.other, *sketch = compared.sketch;
  if (other == nullptr) {
    cell[0].left = {"–", Tone::faint};
  } else if (!compared.has_runs()) {
    cell[0].left = other->runs() == 0 ? status_text(*other) : status_text(*sketch);
  } else if (!of_one_processor({other, sketch})) {
    cell[0].left = {"no ratio", Tone::faint};
  } else if (const auto times = compared.times(confidence)) {
    cell[0].left = {times_text(times->times.mean), Tone::strong};
    if (sketch->side_by_side() || other->side_by_side())
      cell[0].left.text += fmt::format(" {}", side_by_side_mark);
    cell[0].right = status_text(sketch->status != Status::done ? *sketch : *other);
    cell[1].left = {interval_text(times->times, " – "), Tone::plain};
  }
  if (other != nullptr) cell[0].results = {sketch->id(), other->id()};
  if (has_published) cell[2].left = {compared.published ? times_text(*compared.published) : "–", Tone::faint};
  return cell;
}

const char* dependence_of(const Compared& compared) {
  const Json learner = compared.other->learner.to_json();
  const bool as_in_2013 = learner.is_object() && learner.value("preconditioner", "") == "none";
  return compared.column->depends_on == on_the_solver && as_in_2013 ? on_no_preconditioner
                                                                    : compared.column->depends_on;
}

/// What the paper's factor has become, in so many words; empty where no ratio can be made.
std::string finding(const Compared& compared, double confidence) {
  const auto times = compared.times(confidence);
  if (!times) return "";
  const double published = *compared.published;
  const SpeedUpVerdict verdict = speed_up_verdict(times->times, published, rounding_of(published));
  std::string text = fmt::format("{}, {}: {} in the paper, {} here ({})", compared.sketch->dataset_title(),
                                 compared.column->task, times_text(published), times_text(times->times.mean),
                                 interval_text(times->times, " to "));
  switch (verdict) {
    case SpeedUpVerdict::holds:
      return text + ". The speed-up holds.";
    case SpeedUpVerdict::consistent:
      return text + ". Tensor Sketching is faster; whether by as much cannot be told.";
    case SpeedUpVerdict::less:
      text += ". The paper's factor does not hold: Tensor Sketching is faster, by less";
      break;
    case SpeedUpVerdict::gone:
      text += ". The speed-up does not hold: Tensor Sketching is the slower one";
      break;
    case SpeedUpVerdict::undecided:
      text += ". Whether Tensor Sketching is faster cannot be told";
      break;
  }
  return text + fmt::format(". It depends on {}.", dependence_of(compared));
}

std::string learners_of(const std::vector<Compared>& all) {
  std::vector<std::string> titles;
  for (const Compared& one : all)
    for (const Summary* row : {one.sketch, one.other})
      if (row != nullptr)
        if (std::string title = learner_parameters(row->learner);
            std::ranges::find(titles, title) == titles.end())
          titles.push_back(std::move(title));
  return fmt::format("{}", fmt::join(titles, "; "));
}

std::vector<std::string> notes_of(const std::vector<Compared>& all, double confidence, bool quick) {
  std::vector<std::string> notes;
  std::vector<Compared> judged;
  bool assumed = false;
  for (const Compared& one : all) {
    if (!one.is_judged(quick)) continue;
    judged.push_back(one);
    if (std::string text = finding(one, confidence); !text.empty()) notes.push_back(std::move(text));
    const auto times = one.times(confidence);
    assumed = assumed || (times && times->scatter_assumed);
  }
  if (!notes.empty()) notes.push_back(fmt::format("The solvers here: {}.", learners_of(judged)));
  if (assumed)
    notes.push_back(
        "An exact kernel is trained once: its time is taken to scatter as those of Tensor Sketching's runs.");
  Provenance times;
  for (const Compared& one : all)
    for (const Summary* row : {one.sketch, one.other})
      if (row != nullptr) times.add(*row, method_short(*row));
  for (std::string& line : times.lines()) notes.push_back(std::move(line));
  return notes;
}

/// A line of the table.
struct SpeedUpLine {
  std::vector<TableCell> label;
  std::vector<Compared> cells;
  bool has_published = false;
};

std::vector<SpeedUpLine> lines_of(const Results& results, const PublishedFactors& table2) {
  std::vector<SpeedUpLine> lines;
  const Kernel& kernel = table2.kernel();
  for (const GridEntry& entry : results.config.grid) {
    for (const Index D : feature_counts(entry)) {
      const Summary* sketch = first_of(results, entry.dataset, kernel, "tensor_sketch", D);
      if (sketch == nullptr || sketch->status == Status::skipped) continue;
      const std::string& published_as = sketch->facts.stands_for;
      const bool published = table2.has(published_as, D);
      std::vector<Text> label = {
          {fmt::format("{}, D = {}", sketch->dataset_title(), with_commas(D)), Tone::strong},
          {"  interval", Tone::plain}};
      if (published)
        label.push_back({published_as == entry.dataset.name
                             ? "  paper"
                             : "  paper, " + results.datasets.of(published_as).title,
                         Tone::faint});
      SpeedUpLine line{.label = {stacked(label)}, .cells = {}, .has_published = published};
      for (const SpeedUpColumn& column : shown)
        line.cells.push_back({&column, sketch, first_of(results, entry.dataset, kernel, column.method, D),
                              table2.find(published_as, D, column.published)});
      lines.push_back(std::move(line));
    }
  }
  return lines;
}

}  // namespace

std::optional<Table> speed_up_table(const Results& results) {
  if (!results.config.compare_with) return std::nullopt;
  const auto table2 = PublishedFactors::read(results.config.compare_with->file, "table2");
  if (!table2) return std::nullopt;
  const std::vector<SpeedUpLine> lines = lines_of(results, *table2);
  if (lines.empty()) return std::nullopt;
  std::vector<Compared> all;
  for (const SpeedUpLine& line : lines) all.insert(all.end(), line.cells.begin(), line.cells.end());
  const auto judged = static_cast<std::size_t>(std::ranges::count_if(all, [&](const Compared& one) {
    return one.is_judged(results.config.quick) && one.times(0.95).has_value();
  }));
  const double confidence = bonferroni_confidence(std::max<std::size_t>(judged, 1));

  const std::string family = judged == 0
                                 ? ""
                                 : fmt::format(" (those of the {} that the paper has too, together {:g} %)",
                                               plural(judged, "factor"), 100 * (1 - family_level));

  Table table;
  table.number = "Table 2";
  table.caption = fmt::format("Speed-up of Tensor Sketching on {}, from the CPU times of Table 1",
                              table2->kernel().display());
  table.remarks = {fmt::format(
      "The other method's time divided by Tensor Sketching's, as the ratio of geometric means over the runs; "
      "below it an interval of {:.4g} %, from the logarithms of the times{}, and the paper's factor (– where "
      "it "
      "gives none). No ratio is made of times of different processors; what a machine does otherwise on "
      "another "
      "day is in no interval.",
      100 * confidence, family)};
  table.columns.push_back({{"Data set"}, false});
  for (const SpeedUpColumn& column : shown)
    table.columns.push_back({{column.heading[0], column.heading[1]}, false});
  for (const SpeedUpLine& line : lines) {
    std::vector<TableCell> row = line.label;
    for (const Compared& one : line.cells) row.push_back(speed_up_cell(one, confidence, line.has_published));
    table.rows.push_back(std::move(row));
  }
  table.notes = notes_of(all, confidence, results.config.quick);
  return table;
}

}  // namespace sketchbench::kdd13
