#include "papers/paper_list.hpp"

#include <algorithm>

#include <sketchbench/core/json.hpp>

namespace sketchbench {
namespace {

std::string text_with_words(StrictObject& entry, const char* key) {
  std::string text = entry.text(key);
  if (text.empty()) entry.fail(key, "a text that is not empty");
  return text;
}

std::vector<std::string> names_in(StrictObject& entry, const char* key) {
  if (!entry.has(key)) return {};
  const Json& list = entry.raw(key);
  if (!list.is_array() || !std::ranges::all_of(list, [](const Json& one) { return one.is_string(); }))
    entry.fail(key, "a list [...] of names");
  return list.get<std::vector<std::string>>();
}

bool goes_by(const Paper& paper, const std::string& word) {
  return !word.empty() && (paper.name == word || paper.alias == word);
}

}  // namespace

std::vector<Paper> read_papers(std::string_view json) {
  const Json parsed = parse_json(json, "papers/papers.json");
  StrictObject document(parsed, "papers/papers.json");
  std::vector<Paper> papers;
  for (StrictObject& entry : document.objects("papers")) {
    Paper paper{.name = text_with_words(entry, "name"),
                .title = text_with_words(entry, "title"),
                .citation = text_with_words(entry, "citation"),
                .alias = entry.text_or("alias", "")};
    for (const Paper& other : papers)
      for (const auto& [key, word] : {std::pair("name", paper.name), std::pair("alias", paper.alias)})
        if (goes_by(other, word)) entry.fail(key, "a word that stands for no other paper");
    paper.tables = names_in(entry, "tables");
    paper.figures = names_in(entry, "figures");
    paper.fast_tables = names_in(entry, "fast_tables");
    paper.tables_on_generated_data = names_in(entry, "tables_on_generated_data");
    paper.methods = names_in(entry, "methods");
    entry.finish();
    papers.push_back(std::move(paper));
  }
  if (papers.empty()) document.fail("papers", "at least one paper");
  document.finish();
  return papers;
}

}  // namespace sketchbench
