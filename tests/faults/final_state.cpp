#include "faults/final_state.hpp"

#include <fmt/format.h>

#include <algorithm>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/core/system/file.hpp>

namespace sketchbench::faults {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view failed = "a cell that failed";

bool is_temporary(const fs::path& file) { return file.extension() == ".tmp"; }

bool is_loose_record(const fs::path& file) {
  return file.parent_path().filename() == "records" && file.extension() == ".json";
}

std::string outcome_of(const fs::path& file) {
  const std::string text = read_file(file);
  try {
    const Json record = parse_json(text, file.string());
    if (record.at("status") != "done" && !record.at("error").get<std::string>().empty())
      return std::string(failed);
    return json_text(Json{record.at("cell"), record.at("status"), record.at("result"), record.at("learner"),
                          record.at("data")},
                     -1);
  } catch (const std::exception& error) {
    return fmt::format("no record: {}", error.what());
  }
}

template <class Visit>
void visit_files(const fs::path& folder, Visit&& visit) {
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (entry.is_regular_file()) visit(entry.path(), fs::relative(entry.path(), folder).string());
}

}  // namespace

bool is_result(const fs::path& file) {
  const std::string extension = file.extension().string();
  return extension != ".lock" && extension != ".part" && !is_temporary(file) &&
         file.parent_path().filename() != "claims";
}

FinalState final_state(const fs::path& folder) {
  FinalState state;
  visit_files(folder, [&](const fs::path& file, const std::string& name) {
    if (is_result(file)) state[name] = is_loose_record(file) ? outcome_of(file) : read_file(file);
  });
  return state;
}

std::vector<std::string> temporaries(const fs::path& folder) {
  std::vector<std::string> names;
  visit_files(folder, [&](const fs::path& file, const std::string& name) {
    if (is_temporary(file)) names.push_back(name);
  });
  std::sort(names.begin(), names.end());
  return names;
}

std::string damage(const FinalState& state, const std::vector<FinalState>& whole) {
  std::string found;
  for (const auto& [name, content] : state) {
    const bool as_it_should_be =
        std::any_of(whole.begin(), whole.end(), [&, &name = name, &content = content](const auto& one) {
          const auto same = one.find(name);
          return same != one.end() && same->second == content;
        });
    if (!as_it_should_be && content != failed)
      found += fmt::format("{}: {} bytes that no whole run has left: {}\n", name, content.size(),
                           content.substr(0, 200));
  }
  return found;
}

}  // namespace sketchbench::faults
