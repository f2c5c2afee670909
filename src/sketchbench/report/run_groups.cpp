#include <sketchbench/report/run_groups.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <optional>
#include <set>

#include <sketchbench/core/json.hpp>
#include <sketchbench/core/text.hpp>
#include <sketchbench/features/external/external_map.hpp>
#include <sketchbench/harness/cell/experiment.hpp>
#include <sketchbench/harness/cell/landmark_file.hpp>
#include <sketchbench/harness/config/cells.hpp>
#include <sketchbench/report/expected_data.hpp>
#include <sketchbench/report/record_fields.hpp>

namespace sketchbench {
namespace {

/// The records that answer a configuration's cells, without those that a run would not trust today.
class RecordIndex {
 public:
  RecordIndex(const std::vector<RequestKey>& wanted, const Store::Loaded& loaded,
              const ReportSources::Contents& prepared, std::vector<std::string>& left_out) {
    std::size_t outdated = 0;
    for (const RequestKey& key : wanted)
      for (const Record* record : loaded.answering(key)) {
        // The id covers the algorithms' versions: one of an earlier version describes itself differently
        // today.
        if (cell_id(describe(record->cell)) != record->id)
          ++outdated;
        else
          found_.emplace(key, record);
      }
    if (outdated > 0)
      left_out.push_back(fmt::format("{} record{} of an earlier version of an algorithm", outdated,
                                     outdated > 1 ? "s" : ""));
    keep_expected_data(prepared, left_out);
  }

  const Record* find(const RequestKey& key) const {
    const Record* best = nullptr;
    const auto [first, last] = found_.equal_range(key);
    for (auto at = first; at != last; ++at)
      if (best == nullptr || started(*best) < started(*at->second)) best = at->second;
    return best;
  }

  /// ExpectedData::data_mismatch.
  std::string data_mismatch(const DatasetRequest& dataset) const {
    const auto known = data_mismatches_.find(dataset);
    return known == data_mismatches_.end() ? "" : known->second;
  }

 private:
  /// A mean over runs on different data would be a mean of nothing, and one over other data than the manifest
  /// stands for would go by a wrong title: of each data set only one content is used.
  void keep_expected_data(const ReportSources::Contents& prepared, std::vector<std::string>& left_out) {
    std::map<DatasetRequest, std::vector<const Record*>> of_data;
    for (const auto& [key, record] : found_) of_data[record->cell.dataset].push_back(record);
    std::map<DatasetRequest, ExpectedData> meant;
    for (const auto& [dataset, records] : of_data) {
      ExpectedData one =
          expected_data(records, prepared ? prepared(dataset) : std::vector<PreparedContents>());
      if (!one.data_mismatch.empty()) data_mismatches_[dataset] = one.data_mismatch;
      meant.emplace(dataset, std::move(one));
    }
    std::map<std::pair<std::string, bool>, int> dropped;
    std::erase_if(found_, [&](const auto& entry) {
      const Cell& cell = entry.second->cell;
      const ExpectedData& wanted = meant.at(cell.dataset);
      const bool other = wanted.hash != cell.data_hash;
      if (other) ++dropped[{cell.dataset.name, wanted.by_manifest}];
      return other;
    });
    for (const auto& [of, count] : dropped)
      left_out.push_back(
          fmt::format("{} record{} of {} with other contents than {}", count, count > 1 ? "s" : "", of.first,
                      of.second ? "its manifest stands for"
                                : "the newest (its data changed, or another data set has its name)"));
  }

  std::map<DatasetRequest, std::string> data_mismatches_;
  std::multimap<RequestKey, const Record*> found_;
};

/// What a configuration says of a method beside its name, under what a label calls it: its learner's keys,
/// and its map's parameters. A parameter that is called as some learner's key is, "C", is "map.C".
Json said_of(const MethodEntry& method, const std::set<std::string>& learners_keys) {
  Json said = method.learner.is_none() ? Json::object() : method.learner.to_json();
  for (const auto& [name, value] : method.parameters)
    said[learners_keys.contains(name) ? "map." + name : name] = value;
  return said;
}

/// What a label says of a key's value. For the sum of a file that the user gives, it is the file's name, or
/// its path where another file has the same name.
std::string value_text(const Json& value, const Config& config) {
  if (!value.is_string()) return json_text(value);
  const auto text = value.get<std::string>();
  const auto of_file = std::ranges::find_if(config.methods, [&](const MethodEntry& entry) {
    return entry.given != nullptr && entry.given->sha256 == text;
  });
  if (of_file == config.methods.end()) return text;
  const LandmarkFile& given = *of_file->given;
  const bool has_namesake = std::ranges::any_of(config.methods, [&](const MethodEntry& entry) {
    return entry.given != nullptr && entry.given->sha256 != text &&
           entry.given->file.filename() == given.file.filename();
  });
  return (has_namesake ? given.file : given.file.filename()).generic_string();
}

/// Data sets that have one title are told apart by their names.
void tell_titles_apart(std::vector<RunGroup>& groups) {
  std::map<std::string, std::set<std::string>> names;
  for (const RunGroup& group : groups) names[group.facts.title].insert(group.dataset.name);
  for (RunGroup& group : groups)
    if (names.at(group.facts.title).size() > 1) group.facts.title += fmt::format(" ({})", group.dataset.name);
}

/// What became of the runs of one row.
struct Tally {
  int done = 0, failed = 0, timed_out = 0, skipped = 0;
  std::string error, timeout, skip;
};

/// The worst that happened comes first, so that nobody overlooks it behind a mean of the other runs.
Status status_of(const Tally& tally, int expected) {
  if (tally.failed > 0) return Status::failed;
  if (tally.timed_out > 0) return Status::timeout;
  if (tally.done == expected) return Status::done;
  if (tally.done > 0) return Status::partial;
  return tally.skipped > 0 ? Status::skipped : Status::missing;
}

std::string reason_of(const Tally& tally, Status status, int expected) {
  const auto counted = [&](int count, std::string_view what, const std::string& why) {
    const std::string head =
        expected == 1 ? std::string(what) : fmt::format("{} of {} runs {}", count, expected, what);
    return why.empty() ? head : head + ": " + why;
  };
  switch (status) {
    case Status::done:
      return "";
    case Status::failed:
      return counted(tally.failed, "failed", tally.error);
    case Status::timeout:
      return counted(tally.timed_out, "stopped at the time limit", tally.timeout);
    case Status::partial:
      return fmt::format("{} of {} runs are there{}", tally.done, expected,
                         tally.skip.empty() ? "" : "; the others were skipped: " + tally.skip);
    case Status::skipped:
      return tally.skip;
    case Status::missing:
      return "not run yet";
  }
  return "";
}

void add_run(RunGroup& group, Tally& tally, const RequestKey& key, const RecordIndex& index,
             const std::vector<const Skip*>& skips) {
  ++group.expected;
  if (const Record* record = index.find(key)) {
    if (record->done()) {
      ++tally.done;
      group.done.push_back(*record);
      return;
    }
    group.failed.push_back(*record);
    if (record->status == "timeout") {
      ++tally.timed_out;
      if (tally.timeout.empty()) tally.timeout = text_of(*record, "/error");
    } else {
      ++tally.failed;
      if (tally.error.empty()) tally.error = text_of(*record, "/error");
    }
    return;
  }
  const auto skip =
      std::find_if(skips.begin(), skips.end(), [&](const Skip* one) { return one->covers(key); });
  if (skip == skips.end()) return;
  ++tally.skipped;
  tally.skip = (*skip)->reason;
}

/// "1000" as "1,000"; anything else as it is.
std::string number_in_words(std::string_view text) {
  Index number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size() ? with_commas(number) : std::string(text);
}

}  // namespace

std::string dataset_label(const DatasetRequest& dataset, const Config& config) {
  const bool ambiguous = std::any_of(config.grid.begin(), config.grid.end(), [&](const GridEntry& entry) {
    DatasetRequest asked = entry.dataset;
    if (entry.d_follows_D) asked.d = dataset.d;
    return asked.name == dataset.name && !(asked == dataset);
  });
  if (!ambiguous) return dataset.name;
  std::string label = dataset.name;
  const bool other_split = std::ranges::any_of(config.grid, [&](const GridEntry& entry) {
    return entry.dataset.name == dataset.name && entry.dataset.split != dataset.split;
  });
  if (other_split && !dataset.split.empty()) label += ":" + dataset.split;
  if (dataset.split_seed) label += fmt::format("[split_seed={}]", *dataset.split_seed);
  if (dataset.max_train > 0) label += fmt::format("[{}]", dataset.max_train);
  const bool other_test_rows = std::ranges::any_of(config.grid, [&](const GridEntry& entry) {
    return entry.dataset.name == dataset.name && entry.dataset.max_test != dataset.max_test;
  });
  if (other_test_rows && dataset.max_test > 0) label += fmt::format("[max_test={}]", dataset.max_test);
  return label;
}

std::string method_label(const MethodEntry& method, const Config& config) {
  std::set<std::string> learners_keys;
  for (const MethodEntry& other : config.methods) {
    const Json learner = other.learner.to_json();
    for (const auto& [key, value] : learner.items()) learners_keys.insert(key);
  }
  const Json said = said_of(method, learners_keys);
  std::set<std::string> differing;
  for (const MethodEntry& other : config.methods) {
    if (other.method != method.method) continue;
    const Json said_of_other = said_of(other, learners_keys);
    for (const auto& [key, value] : said.items())
      if (!said_of_other.contains(key) || said_of_other.at(key) != value) differing.insert(key);
  }
  if (differing.empty()) return method.method;
  std::vector<std::string> parts;
  for (const std::string& key : differing) parts.push_back(key + "=" + value_text(said.at(key), config));
  return fmt::format("{}[{}]", method.method, fmt::join(parts, ","));
}

std::string_view name_of(Status status) {
  static constexpr std::array<std::string_view, 6> names = {"done",    "partial", "failed",
                                                            "timeout", "skipped", "missing"};
  return names[static_cast<std::size_t>(status)];
}

std::string title_of_label(const std::string& title, std::string_view rest) {
  std::string words = title;
  while (!rest.empty()) {
    const auto end = std::min(rest.find_first_of("[:", 1), rest.size());
    std::string_view part = rest.substr(1, end - 1);
    rest.remove_prefix(end);
    if (!part.ends_with(']')) {
      words += fmt::format(", {} split", part);
      continue;
    }
    part.remove_suffix(1);
    const auto equals = part.find('=');
    const std::string_view key = equals == std::string_view::npos ? "" : part.substr(0, equals);
    const std::string_view value = part.substr(key.empty() ? 0 : equals + 1);
    if (key == "split_seed")
      words += fmt::format(", split of seed {}", value);
    else if (key.empty() || key == "max_test")
      words += fmt::format(", {} {}", number_in_words(value), key.empty() ? "rows" : "test rows");
    else
      words += fmt::format(", {} = {}", key, number_in_words(value));
  }
  return words;
}

std::string RunGroup::dataset_title() const {
  return title_of_label(facts.title, std::string_view(dataset_label).substr(dataset.name.size()));
}

std::string RunGroup::id() const {
  return fmt::format("{}{}, {}, {}{}", dataset_label, dataset.d > 0 ? fmt::format(", d = {}", dataset.d) : "",
                     kernel.display(), method_label, D > 0 ? fmt::format(", D = {}", D) : "");
}

bool RunGroup::side_by_side() const {
  return std::any_of(done.begin(), done.end(),
                     [](const Record& record) { return number_of(record, "/run/jobs", 1) > 1; });
}

bool RunGroup::in_another_process() const {
  return std::ranges::any_of(
      done, [](const Record& record) { return record.other_process_peak_bytes().has_value(); });
}

bool RunGroup::has_record() const {
  return runs() > 0 || status == Status::failed || status == Status::timeout;
}

std::string own_kernel_of(const RunGroup& group, const Experiment& experiment) {
  return experiment.measures_kernel && group.external != nullptr ? group.external->own_kernel : "";
}

void tell_columns_apart(std::vector<RunGroup>& groups) {
  std::map<std::string, std::set<Index>> columns;
  for (const RunGroup& group : groups) columns[group.dataset_label].insert(group.dataset.d);
  for (RunGroup& group : groups)
    if (group.dataset.d > 0 && columns.at(group.dataset_label).size() > 1)
      group.dataset_label += fmt::format("[d={}]", group.dataset.d);
}

RunGroups group_runs(const Config& config, const ReportSources& sources) {
  RunGroups groups;
  groups.config = config;
  const auto loaded = sources.store.all();
  groups.left_out = loaded->warnings;
  const std::vector<Skip> skips = sources.store.skips(config.name);
  const std::vector<Cell> cells = expand(config);
  std::vector<RequestKey> keys;
  for (const Cell& cell : cells) keys.push_back(request_key(cell));
  const RecordIndex index(keys, *loaded, sources.contents, groups.left_out);
  std::multimap<std::string, const Skip*> skips_of_question;
  for (const Skip& skip : skips) skips_of_question.emplace(request_key(skip.cell).question, &skip);

  std::vector<Tally> tallies;
  std::vector<const Skip*> skips_of_group;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const Cell& cell = cells[i];
    // expand() keeps a group's seeds together
    if (groups.groups.empty() || groups.groups.back().question != keys[i].question) {
      RunGroup group;
      group.question = keys[i].question;
      group.dataset = cell.dataset;
      group.facts = sources.datasets.of(cell.dataset.name);
      group.dataset_label = dataset_label(cell.dataset, config);
      group.kernel = cell.kernel;
      group.method = cell.method;
      group.method_label = method_label({cell.method, cell.learner, cell.map_parameters}, config);
      group.learner = cell.learner;
      group.D = cell.D;
      group.external = cell.external;
      group.data_mismatch = index.data_mismatch(cell.dataset);
      groups.groups.push_back(std::move(group));
      tallies.emplace_back();
      skips_of_group.clear();
      const auto [first, last] = skips_of_question.equal_range(keys[i].question);
      for (auto at = first; at != last; ++at) skips_of_group.push_back(at->second);
    }
    add_run(groups.groups.back(), tallies.back(), keys[i], index, skips_of_group);
  }
  tell_titles_apart(groups.groups);
  for (std::size_t i = 0; i < groups.groups.size(); ++i) {
    RunGroup& group = groups.groups[i];
    group.status = status_of(tallies[i], group.expected);
    group.reason = reason_of(tallies[i], group.status, group.expected);
  }
  return groups;
}

}  // namespace sketchbench
