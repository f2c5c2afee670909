// What bench/run has left of its parts: results/bench/PART.json with the tables, and PART.md for people. What
// was measured again is in results/FOLDER/bench.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/core/text.hpp>
#include <sketchbench/report/document/render_markdown.hpp>
#include <sketchbench/report/provenance/provenance.hpp>
#include <sketchbench/report/quote/quote.hpp>
#include <sketchbench/report/record_fields.hpp>

namespace sketchbench {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> parts_in(const fs::path& results) {
  std::vector<std::string> parts;
  if (fs::exists(results / "bench"))
    for (const auto& file : fs::directory_iterator(results / "bench"))
      if (file.path().extension() == ".json") parts.push_back(file.path().stem().string());
  std::ranges::sort(parts);
  return parts;
}

/// One measurement of a part.
struct Measured {
  Json part;
  fs::path report;
  std::string on;  ///< "AMD EPYC (family 26, model 2, stepping 1), AVX-512; revision b795b9f60269; load
                   ///< average 1.0 at the end"
};

/// The machine is described as in a record, but that the Python package has its own names of instruction
/// sets.
Measured read_measured(const fs::path& json) {
  Record record;
  Json part = read_json(json);
  record.json["run"] = part.at("machine");
  RunOrigin origin = origin_of(record);
  for (char& c : origin.instruction_set) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  const std::string until = text_of(record, "/run/measured");
  const double load = number_of(record, "/run/host/load_average", -1);
  return {.part = std::move(part),
          .report = fs::path(json).replace_extension(".md"),
          .on = fmt::format("{}, {}; revision {}{}{}", name_of_origin(origin.processor),
                            name_of_origin(replaced(origin.instruction_set, "AVX512", "AVX-512")),
                            name_of_origin(origin.revision), until.empty() ? "" : ", measured until " + until,
                            load < 0 ? "" : fmt::format("; load average {:.1f} at the end", load))};
}

/// That in results/bench, then those of other folders by their names.
std::vector<Measured> measurements_of(const std::string& part, const fs::path& results) {
  const std::vector<std::string> parts = parts_in(results);
  if (std::ranges::count(parts, part) == 0) fail_unknown("part of the benchmarks", part, parts);
  const fs::path file = fs::path("bench") / (part + ".json");
  std::vector<fs::path> files;
  for (const auto& folder : fs::directory_iterator(results))
    if (fs::exists(folder.path() / file)) files.push_back(folder.path() / file);
  std::ranges::sort(files);
  files.insert(files.begin(), results / file);
  std::vector<Measured> all;
  for (const fs::path& one : files) all.push_back(read_measured(one));
  return all;
}

/// The title, and the first table, as parts of another document. The texts of JSON are Markdown.
std::string first_table(const Json& part) {
  const Json& table = part.at("tables").at(0);
  std::string text = fmt::format("## {}\n\n**{}.**\n\n", part.at("title").get<std::string>(),
                                 table.at("caption").get<std::string>());
  for (const Json& remark : table.at("remarks")) text += remark.get<std::string>() + "\n\n";
  std::vector<std::vector<std::string>> lines(1);
  std::vector<std::string> rules;
  for (const Json& column : table.at("columns")) {
    lines.front().push_back(column.at("heading").get<std::string>());
    rules.emplace_back(column.at("right").get<bool>() ? "---:" : ":---");
  }
  for (const Json& row : table.at("rows")) lines.push_back(row.get<std::vector<std::string>>());
  return text + markdown_lines(lines, rules);
}

}  // namespace

std::string bench_text(const std::string& part, const QuoteSources& sources) {
  const std::vector<Measured> all = measurements_of(part, sources.results);
  std::string text = first_table(all.front().part) + "\n";
  for (const Measured& one : all)
    text +=
        fmt::format("{}: {}. [All its tables]({}).\n", &one == &all.front() ? "Measured on" : "Repeated on",
                    one.on, one.report.lexically_proximate(sources.folder).generic_string());
  return text;
}

std::string benchmarks_text(const std::vector<std::string>& parts, const QuoteSources& sources) {
  std::vector<std::vector<std::string>> lines = {{"part", "machine; revision", "repeated on"}};
  for (const std::string& part : parts) {
    const std::vector<Measured> all = measurements_of(part, sources.results);
    std::string again;
    for (std::size_t i = 1; i < all.size(); ++i) again += (i > 1 ? "<br>" : "") + all[i].on;
    lines.push_back({fmt::format("`{}`", part), all.front().on, std::move(again)});
  }
  for (const std::string& part : parts_in(sources.results))
    if (std::ranges::count(parts, part) == 0)
      throw InputError(fmt::format("expected \"{}\" among the parts, for it has results", part));
  return markdown_lines(lines, {"---", "---", "---"});
}

}  // namespace sketchbench
