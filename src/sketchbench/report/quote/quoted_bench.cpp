// What bench/run has left of its parts: results/bench/PART.json, and PART.md for people. What was measured
// again is in results/FOLDER/bench.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <sstream>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/core/system/file.hpp>
#include <sketchbench/core/text.hpp>
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
  fs::path report;
  std::string on;  ///< "AMD EPYC (family 26, model 2, stepping 1), AVX-512; revision b795b9f60269"
};

/// The machine is described as in a record, but that the Python package has its own names of instruction
/// sets.
Measured read_measured(const fs::path& json) {
  Record record;
  record.json["run"] = read_json(json).at("machine");
  RunOrigin origin = origin_of(record);
  for (char& c : origin.instruction_set) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  const std::string until = text_of(record, "/run/measured");
  return {
      .report = fs::path(json).replace_extension(".md"),
      .on = fmt::format("{}, {}; revision {}{}", name_of_origin(origin.processor),
                        name_of_origin(replaced(origin.instruction_set, "AVX512", "AVX-512")),
                        name_of_origin(origin.revision), until.empty() ? "" : ", measured until " + until)};
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

/// A report's title, and all up to the end of its first table, as parts of another document.
std::string first_table(const fs::path& report) {
  std::istringstream lines(read_file(report));
  std::string text;
  int captions = 0;
  bool within = false, empty = false;
  for (std::string line; std::getline(lines, line); empty = line.empty()) {
    const bool is_caption = line.starts_with("### ");
    captions += is_caption ? 1 : 0;
    if ((within && !line.starts_with('|')) || captions > 1) break;
    within = line.starts_with('|');
    if (line.empty() && empty) continue;
    text += line.starts_with("# ") ? "##" + line : is_caption ? fmt::format("**{}.**", line.substr(4)) : line;
    text += '\n';
  }
  return text;
}

}  // namespace

std::string bench_text(const std::string& part, const QuoteSources& sources) {
  const std::vector<Measured> all = measurements_of(part, sources.results);
  std::string text = first_table(all.front().report) + "\n";
  for (const Measured& one : all)
    text +=
        fmt::format("{}: {}. [All its tables]({}).\n", &one == &all.front() ? "Measured on" : "Repeated on",
                    one.on, one.report.generic_string());
  return text;
}

std::string benchmarks_text(const std::vector<std::string>& parts, const QuoteSources& sources) {
  std::string text = "| part | machine; revision | repeated on |\n| --- | --- | --- |\n";
  for (const std::string& part : parts) {
    const std::vector<Measured> all = measurements_of(part, sources.results);
    std::string again;
    for (std::size_t i = 1; i < all.size(); ++i) again += (i > 1 ? "<br>" : "") + all[i].on;
    text += fmt::format("| `{}` | {} | {} |\n", part, all.front().on, again);
  }
  for (const std::string& part : parts_in(sources.results))
    if (std::ranges::count(parts, part) == 0)
      throw InputError(fmt::format("expected \"{}\" among the parts, for it has results", part));
  return text;
}

}  // namespace sketchbench
