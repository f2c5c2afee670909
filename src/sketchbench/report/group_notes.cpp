#include <sketchbench/report/group_notes.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <functional>
#include <map>
#include <set>

#include <sketchbench/core/json.hpp>
#include <sketchbench/core/text.hpp>
#include <sketchbench/features/external/external_map.hpp>
#include <sketchbench/report/group_words.hpp>
#include <sketchbench/report/learner_names.hpp>
#include <sketchbench/report/provenance/provenance.hpp>
#include <sketchbench/report/record_fields.hpp>
#include <sketchbench/report/table_cells.hpp>
#include <sketchbench/report/words.hpp>

namespace sketchbench {
namespace {

using Lines = std::vector<std::string>;

/// Each distinct text over all finished runs with the number of runs that have it, the most frequent first.
std::vector<std::pair<std::string, int>> tally(const RunGroupPointers& groups,
                                               const std::function<std::string(const Record&)>& text) {
  std::map<std::string, int> counts;
  for (const RunGroup* group : groups)
    for (const Record& record : group->done) ++counts[text(record)];
  std::vector<std::pair<std::string, int>> sorted(counts.begin(), counts.end());
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
  return sorted;
}

/// "what", with the number of runs where there is more than one kind of them.
Lines tally_lines(const RunGroupPointers& groups, const std::function<std::string(const Record&)>& text) {
  const auto counted = tally(groups, text);
  Lines lines;
  for (const auto& [what, count] : counted)
    if (!what.empty())
      lines.push_back(counted.size() == 1 ? what : fmt::format("{}: {}", plural(count, "run"), what));
  return lines;
}

bool has_method(const RunGroupPointers& groups, std::string_view method) {
  return std::any_of(groups.begin(), groups.end(),
                     [&](const RunGroup* group) { return group->method == method; });
}

/// Of a record, without what it does not say.
std::string machine_text(const Record& record) {
  const RunOrigin origin = origin_of(record);
  const auto count = [&](const char* pointer, int fallback, const char* noun) {
    return plural(std::llround(number_of(record, pointer, fallback)), noun);
  };
  std::string text =
      fmt::format("{}, {}, {} of memory", origin.processor, count("/run/host/cores", 0, "core"),
                  readable_bytes(number_of(record, "/run/host/memory_bytes", 0)));
  if (!origin.instruction_set.empty()) text += ", " + origin.instruction_set;
  const std::string governor = text_of(record, "/run/host/governor"),
                    boost = text_of(record, "/run/host/boost");
  if (!governor.empty() || !boost.empty())
    text += fmt::format("; frequency governor {}, boost {}", governor, boost);
  return text + fmt::format("; {} at once, {} each", count("/run/jobs", 1, "cell"),
                            count("/run/threads", 1, "thread"));
}

std::string build_text(const Record& record) {
  const std::string revision = origin_of(record).revision;
  return fmt::format("sketchbench {}{}, {}, {}", text_of(record, "/run/program"),
                     revision.empty() ? "" : fmt::format(" (revision {})", revision),
                     text_of(record, "/run/compiler"), text_of(record, "/run/flags"));
}

/// Empty where no run says how busy the machine was.
std::string load_line(const RunGroupPointers& groups) {
  constexpr double not_said = -1;
  std::vector<double> loads;
  for (const RunGroup* group : groups)
    for (const Record& record : group->done)
      if (const double load = number_of(record, "/run/host/load_average", not_said); load != not_said)
        loads.push_back(load);
  if (loads.empty()) return "";
  const auto [least, most] = std::ranges::minmax(loads);
  const std::string low = fmt::format("{:.2f}", least), high = fmt::format("{:.2f}", most);
  return fmt::format("Load average of the minute before a run began: {}.",
                     low == high ? low : low + " to " + high);
}

std::string data_line(const RunGroup& group, bool compared) {
  const Record& record = group.done.front();
  const auto number = [&](const char* key) { return number_of(record, std::string("/data/") + key, 0); };
  const auto count = [&](const char* key) { return with_commas(std::llround(number(key))); };
  const double cells = number("n_train") * number("d");
  const auto is_cut = [&](const char* rows, Index most) {
    return most > 0 && number(rows) == static_cast<double>(most);
  };
  const bool train = is_cut("n_train", group.dataset.max_train),
             test = is_cut("n_test", group.dataset.max_test);
  std::string line = fmt::format("{}: {}; split {}; {} training and {} test rows{}, {} features",
                                 group.dataset_title(), text_of(record, "/data/source"),
                                 text_of(record, "/data/split"), count("n_train"), count("n_test"),
                                 train && test ? " (fixed subsamples of the two parts)"
                                 : train       ? " (a fixed subsample of the training part)"
                                 : test        ? " (a fixed subsample of the test part)"
                                               : "",
                                 count("d"));
  if (cells > 0)
    line += fmt::format(", {:.1f} % of the values are not zero", 100 * number("nnz_train") / cells);
  line += fmt::format("; contents {}.", text_of(record, "/data/content_hash").substr(0, 12));
  if (compared && !same_as_paper(record)) line += " Not the paper's data.";
  return line;
}

}  // namespace

Lines data_lines(const RunGroupPointers& groups, bool compared) {
  Lines lines;
  std::set<std::string> said;
  for (const RunGroup* group : groups)
    if (!group->done.empty() &&
        said.insert(fmt::format("{} {}", group->dataset_label, group->dataset.d)).second)
      lines.push_back(data_line(*group, compared));
  return lines;
}

Lines learner_lines(const RunGroupPointers& groups) {
  const LearnerNames names(groups);
  Lines lines;
  for (const LearnerSpec& learner : names.specifications()) {
    Lines methods;
    for (const RunGroup* group : groups)
      if (std::string method = method_short(*group);
          group->learner == learner && std::ranges::find(methods, method) == methods.end())
        methods.push_back(std::move(method));
    lines.push_back(learner_parameters(learner, names.several() ? methods : Lines()) + ".");
  }
  return lines;
}

Lines convergence_lines(const RunGroupPointers& groups) {
  Lines lines;
  bool any_done = false;
  for (const RunGroup* group : groups) {
    any_done = any_done || group->runs() > 0;
    const auto stopped =
        std::count_if(group->done.begin(), group->done.end(), [](const Record& r) { return !converged(r); });
    if (stopped > 0)
      lines.push_back(fmt::format("{}: {} of {} stopped short of the solver's tolerance.",
                                  result_name(*group), stopped, plural(group->runs(), "run")));
  }
  if (lines.empty() && any_done) lines.push_back("Every solver reached its tolerance in every run.");
  return lines;
}

Lines map_lines(const RunGroupPointers& groups) {
  Lines lines;
  for (const FeatureMapKind& kind : feature_map_kinds())
    if (!kind.remark.empty() && has_method(groups, kind.name)) lines.push_back(kind.remark);
  for (const RunGroup* group : groups) {
    if (group->external == nullptr) continue;
    const ExternalMap& map = *group->external;
    std::string line = fmt::format(
        "{}: {}{}, not one of this program's maps; SHA-256 {}.", map.kind.name,
        map.kind.title == map.kind.name ? "" : map.kind.title + ", ",
        map.form == ExternalMap::Form::program ? "a program of its own" : "a plug-in", map.sha256);
    if (!map.own_kernel.empty())
      line += fmt::format(
          " It is measured against a kernel of its own, {}, not against the one above its "
          "table: errors of the two are of different matrices.",
          map.own_kernel);
    if (!map.kind.citation.empty()) line += " " + map.kind.citation;
    if (std::ranges::find(lines, line) == lines.end()) lines.push_back(std::move(line));
  }
  return lines;
}

Lines machine_lines(const RunGroupPointers& groups) {
  Lines lines = tally_lines(groups, machine_text);
  if (std::string load = load_line(groups); !load.empty()) lines.push_back(std::move(load));
  const Lines builds = tally_lines(groups, build_text);
  const Lines libraries = tally_lines(groups, [](const Record& r) {
    std::vector<std::string> parts;
    if (r.json.contains("run") && r.json["run"].contains("libraries"))
      for (const auto& [name, version] : r.json["run"]["libraries"].items()) {
        const std::string text = version.is_string() ? version.get<std::string>() : json_text(version);
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

}  // namespace sketchbench
