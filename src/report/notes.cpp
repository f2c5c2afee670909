#include "report/notes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <set>

#include "base/text.hpp"
#include "report/record_fields.hpp"
#include "report/table_parts.hpp"
#include "report/words.hpp"

namespace sketchbench {
namespace {

using Lines = std::vector<std::string>;

/// Each distinct text over all finished runs with the number of runs that have it, the most frequent first.
std::vector<std::pair<std::string, int>> tally(const Results& results,
                                               const std::function<std::string(const Record&)>& text) {
  std::map<std::string, int> counts;
  for (const Summary& row : results.rows)
    for (const Record& record : row.done) ++counts[text(record)];
  std::vector<std::pair<std::string, int>> sorted(counts.begin(), counts.end());
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
  return sorted;
}

/// "what", with the number of runs where there is more than one kind of them.
Lines tally_lines(const Results& results, const std::function<std::string(const Record&)>& text) {
  const auto counted = tally(results, text);
  Lines lines;
  for (const auto& [what, count] : counted)
    if (!what.empty())
      lines.push_back(counted.size() == 1 ? what : fmt::format("{}: {}", plural(count, "run"), what));
  return lines;
}

bool has_method(const Results& results, std::string_view method) {
  return std::any_of(results.rows.begin(), results.rows.end(),
                     [&](const Summary& row) { return row.method == method; });
}

Lines verdict_lines(const Results& results) {
  if (!has_published_numbers(results)) return {};
  Lines lines = {
      "✓ reproduced: the means differ by at most 0.5 percentage points or three combined standard errors "
      "(the "
      "paper's deviation over its 5 runs and ours over our runs). ✗ differs: by more. A verdict is given on "
      "accuracy "
      "alone, once all runs are there, and only on all of the paper's own data."};
  for (const Summary& row : results.rows) {
    if (row.verdict != Verdict::differs) continue;
    const double error = combined_standard_error(row.accuracy, row.paper->accuracy);
    lines.push_back(
        fmt::format("✗ {}: {} against the paper's {}, a difference of {} points; allowed {:.2f} (the "
                    "larger of 0.50 and three standard errors of {:.2f}).",
                    result_name(row), percent_text(row.accuracy), percent_text(row.paper->accuracy),
                    points_text(*row.delta()), allowed_difference(row.accuracy, row.paper->accuracy), error));
  }
  return lines;
}

std::string data_line(const Record& record, const DatasetRequest& dataset, const std::string& label) {
  const auto number = [&](const char* key) { return number_of(record, std::string("/data/") + key, 0); };
  const auto count = [&](const char* key) { return with_commas(std::llround(number(key))); };
  const double cells = number("n_train") * number("d");
  std::string line = fmt::format(
      "{}: {}; split {}; {} training and {} test rows{}, {} features", dataset_title(label),
      text_of(record, "/data/source"), text_of(record, "/data/split"), count("n_train"), count("n_test"),
      dataset.max_train > 0 && number("n_train") == static_cast<double>(dataset.max_train)
          ? " (a fixed subsample of the training part)"
          : "",
      count("d"));
  if (cells > 0)
    line += fmt::format(", {:.1f} % of the values are not zero", 100 * number("nnz_train") / cells);
  line += fmt::format("; contents {}.", text_of(record, "/data/content_hash").substr(0, 12));
  if (!same_as_paper(record)) line += " Not the paper's data.";
  return line;
}

Lines data_lines(const Results& results) {
  Lines lines;
  std::set<std::string> said;
  for (const Summary& row : results.rows)
    if (!row.done.empty() && said.insert(row.dataset_label).second)
      lines.push_back(data_line(row.done.front(), row.dataset, row.dataset_label));
  return lines;
}

Lines maclaurin_lines(const Results& results) {
  Lines lines;
  if (has_method(results, "random_maclaurin_published"))
    lines.push_back(
        "Random Maclaurin, published: the degree N of a feature is drawn with P(N = n) = 2^-(n+1) over all n "
        "≥ 0, and "
        "a feature stays zero when the kernel has no term of that degree. On ⟨x,y⟩ᵖ only about D / 2^(p+1) "
        "of the D "
        "features are not zero. This is the form that the paper compares with, and the one its numbers stand "
        "beside.");
  if (has_method(results, "random_maclaurin_restricted"))
    lines.push_back(
        "Random Maclaurin, restricted: the same measure over the degrees that the kernel has, renormalised, "
        "so that "
        "the estimate stays unbiased and no feature is wasted. The paper has no such numbers. What the "
        "restricted form "
        "gains over the published one is due to the sampling measure, what then is left to Tensor Sketching "
        "is due to "
        "the map itself.");
  if (has_method(results, "random_maclaurin_h01"))
    lines.push_back(
        "Random Maclaurin, H0/1: the terms of degree 0 and 1 are computed exactly (1 + d features), the "
        "other features "
        "estimate the terms of degree 2 and more. D counts all of them.");
  return lines;
}

Lines learner_lines(const Results& results) {
  Lines lines;
  for (const Summary& row : results.rows) {
    const std::string line = learner_parameters(row.learner) + ".";
    if (std::find(lines.begin(), lines.end(), line) == lines.end()) lines.push_back(line);
  }
  return lines;
}

Lines convergence_lines(const Results& results) {
  Lines lines;
  for (const Summary& row : results.rows) {
    const auto stopped =
        std::count_if(row.done.begin(), row.done.end(), [](const Record& r) { return !converged(r); });
    if (stopped > 0)
      lines.push_back(fmt::format("{}: {} of {} stopped at the solver's iteration limit.", result_name(row),
                                  stopped, plural(row.runs(), "run")));
  }
  if (lines.empty() && has_records(results))
    lines.push_back("Every solver reached its tolerance in every run.");
  return lines;
}

Lines time_lines(const Results& results) {
  Lines lines = {
      "Times are CPU seconds, as the paper's are: making the features of the training rows plus training. "
      "Loading and "
      "predicting are not in them. The records hold wall-clock time as well."};
  const auto side_by_side = std::count_if(results.rows.begin(), results.rows.end(),
                                          [](const Summary& row) { return row.side_by_side(); });
  if (side_by_side > 0)
    lines.push_back(
        "‖ Taken while other runs shared the machine's caches and memory bandwidth; alone they would be "
        "somewhat "
        "shorter. Run with --jobs 1 for times of their own.");
  if (has_published_numbers(results) && !results.paper->machine().empty())
    lines.push_back(fmt::format("The paper's times: {}.", results.paper->machine()));
  return lines;
}

Lines machine_lines(const Results& results) {
  Lines lines = tally_lines(results, [](const Record& r) {
    return fmt::format("{}, {}, {} of memory; {}, {}", text_of(r, "/run/host/cpu"),
                       plural(std::llround(number_of(r, "/run/host/cores", 0)), "core"),
                       readable_bytes(number_of(r, "/run/host/memory_bytes", 0)),
                       plural(std::llround(number_of(r, "/run/jobs", 1)), "cell") + " at once",
                       plural(std::llround(number_of(r, "/run/threads", 1)), "thread") + " each");
  });
  const Lines builds = tally_lines(results, [](const Record& r) {
    return fmt::format("sketchbench {}, {}, {}", text_of(r, "/run/program"), text_of(r, "/run/compiler"),
                       text_of(r, "/run/flags"));
  });
  const Lines libraries = tally_lines(results, [](const Record& r) {
    std::vector<std::string> parts;
    if (r.json.contains("run") && r.json["run"].contains("libraries"))
      for (const auto& [name, version] : r.json["run"]["libraries"].items()) {
        const std::string text = version.is_string() ? version.get<std::string>() : version.dump();
        // LIBLINEAR, LIBSVM, FFTW and OpenSSL name themselves in their version texts.
        const bool named = !text.empty() && std::isalpha(static_cast<unsigned char>(text.front())) != 0;
        parts.push_back(named ? text : name + " " + text);
      }
    return fmt::format("{}", fmt::join(parts, ", "));
  });
  lines.insert(lines.end(), builds.begin(), builds.end());
  lines.insert(lines.end(), libraries.begin(), libraries.end());
  return lines;
}

}  // namespace

std::vector<NoteSection> notes_of(const Results& results) {
  std::vector<NoteSection> sections;
  const auto add = [&](std::string heading, Lines lines) {
    if (!lines.empty()) sections.push_back({std::move(heading), std::move(lines)});
  };
  add("Verdicts", verdict_lines(results));
  add("Data", data_lines(results));
  add("The forms of Random Maclaurin", maclaurin_lines(results));
  add("Learners", learner_lines(results));
  add("Convergence", convergence_lines(results));
  add("Times", time_lines(results));
  add("Machine and versions", machine_lines(results));
  add("Records left out", results.left_out);
  return sections;
}

}  // namespace sketchbench
