#include "papers/paper_list.hpp"

#include <algorithm>

#include <sketchbench/core/json.hpp>
#include <sketchbench/core/system/file.hpp>
#include <sketchbench/core/system/shipped.hpp>
#include <sketchbench/harness/config/config.hpp>
#include <sketchbench/harness/results_layout.hpp>
#include "papers/reproduction.hpp"

namespace sketchbench {
namespace {

namespace fs = std::filesystem;

constexpr const char* usual_folder = "papers";
constexpr const char* list_name = "papers.json";

std::string text_with_words(StrictObject& entry, const char* key) {
  std::string text = entry.text(key);
  if (text.empty()) entry.fail(key, "a text that is not empty");
  return text;
}

std::string name_of_folder(StrictObject& entry) {
  std::string name = text_with_words(entry, "name");
  if (name.front() == '.' || name.find('/') != std::string::npos) entry.fail("name", "the name of a folder");
  return name;
}

std::vector<std::string> names_in(StrictObject& entry, const char* key) {
  if (!entry.has(key)) return {};
  const Json& list = entry.raw(key);
  if (!list.is_array() || !std::ranges::all_of(list, [](const Json& one) { return one.is_string(); }))
    entry.fail(key, "a list [...] of names");
  return list.get<std::vector<std::string>>();
}

/// A paper of `papers` that is not yet `listed` gives way to one of its name.
void add(std::vector<Paper>& papers, StrictObject& entry, std::vector<std::string>& listed) {
  Paper paper{.name = name_of_folder(entry),
              .title = text_with_words(entry, "title"),
              .citation = text_with_words(entry, "citation"),
              .finding = entry.text_or("finding", ""),
              .alias = entry.text_or("alias", "")};
  const auto known = std::ranges::find(papers, paper.name, &Paper::name);
  const bool replaces = known != papers.end() && std::ranges::find(listed, paper.name) == listed.end();
  std::vector<Paper> others = papers;
  if (replaces) others.erase(others.begin() + (known - papers.begin()));
  const std::vector<std::string> taken = reproduction_words(others);
  for (const auto& [key, word] : {std::pair("name", paper.name), std::pair("alias", paper.alias)})
    if (!word.empty() && std::ranges::find(taken, word) != taken.end())
      entry.fail(key, "a word that stands for no other paper, nor for a part of one");
  paper.tables = names_in(entry, "tables");
  paper.figures = names_in(entry, "figures");
  paper.fast_tables = names_in(entry, "fast_tables");
  paper.tables_on_generated_data = names_in(entry, "tables_on_generated_data");
  paper.methods = names_in(entry, "methods");
  entry.finish();
  listed.push_back(paper.name);
  if (replaces)
    *known = std::move(paper);
  else
    papers.push_back(std::move(paper));
}

/// The names of those that it has.
std::vector<std::string> add_all(std::vector<Paper>& papers, std::string_view json, const fs::path& file) {
  const Json parsed = parse_json(json, file);
  StrictObject document(parsed, file.string());
  std::vector<std::string> listed;
  for (StrictObject& entry : document.objects("papers")) add(papers, entry, listed);
  if (listed.empty()) document.fail("papers", "at least one paper");
  document.finish();
  return listed;
}

bool is_there(const fs::path& file) {
  std::error_code unknown;
  return fs::exists(file, unknown);
}

bool is_the_programs_own(const std::string& name) {
  return std::ranges::find(papers(), name, &Paper::name) != papers().end();
}

bool is_about(const Paper& paper, std::string name) {
  if (name.ends_with(quick_ending)) name.resize(name.size() - std::string_view(quick_ending).size());
  return name == std::string(claims_prefix) + paper.name || is_there(file_of(paper, name + ".json"));
}

/// `given`: the user has named the folder, and all in it is what is meant.
void add_list(std::vector<Paper>& papers, const fs::path& folder, bool given) {
  const fs::path file = folder / list_name;
  for (const std::string& name : add_all(papers, read_file(file), file))
    if (given || !is_the_programs_own(name))
      std::ranges::find(papers, name, &Paper::name)->folder = folder / name;
}

}  // namespace

std::vector<std::string> Paper::configurations() const {
  std::vector<std::string> all = tables;
  for (const auto* part : {&fast_tables, &figures}) all.insert(all.end(), part->begin(), part->end());
  return all;
}

std::vector<Paper> read_papers(std::string_view json, const fs::path& file) {
  std::vector<Paper> papers;
  add_all(papers, json, file);
  return papers;
}

std::vector<Paper> find_papers(const std::vector<fs::path>& folders) {
  std::vector<Paper> all = papers();
  if (const auto own = shipped(usual_folder); own && is_there(*own / list_name)) add_list(all, *own, false);
  if (is_there(fs::path(usual_folder) / list_name)) add_list(all, usual_folder, false);
  for (const fs::path& folder : folders) add_list(all, folder, true);
  return all;
}

fs::path file_of(const Paper& paper, std::string_view name) {
  if (!paper.folder.empty()) return paper.folder / name;
  return find_resource((fs::path(usual_folder) / paper.name / name).string());
}

fs::path find_config(const Paper& paper, std::string_view name) {
  fs::path first = find_config(name), second = file_of(paper, std::string(name) + ".json");
  if (!paper.folder.empty()) std::swap(first, second);
  return is_there(first) || !is_there(second) ? first : second;
}

std::vector<fs::path> all_configs(const std::vector<Paper>& papers) {
  std::vector<fs::path> files = all_configs();
  for (const Paper& paper : papers)
    for (const std::string& name : paper.configurations())
      if (const fs::path file = paper.folder / (name + ".json");
          !paper.folder.empty() && is_there(file) && std::ranges::find(files, file) == files.end())
        files.push_back(file);
  return files;
}

void name_paper(Report& report, const std::vector<Paper>& papers) {
  for (const Paper& paper : papers)
    if (is_about(paper, report.config.name)) {
      report.paper = paper.name;
      for (Figure& figure : report.figures) bring_to_front(figure, paper.methods);
    }
}

const Paper& find_paper(std::string_view word, const std::vector<Paper>& papers) {
  const auto found = std::ranges::find_if(papers, [&](const Paper& paper) {
    return paper.name == word || (!paper.alias.empty() && paper.alias == word);
  });
  if (found != papers.end()) return *found;
  std::vector<std::string> names;
  for (const Paper& paper : papers) names.push_back(paper.name);
  fail_unknown("paper", word, names);
}

}  // namespace sketchbench
