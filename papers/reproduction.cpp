#include "papers/reproduction.hpp"

#include <fmt/format.h>

#include <algorithm>

#include <sketchbench/core/json.hpp>
#include "papers/paper_list.hpp"

namespace sketchbench {

std::vector<std::string> reproduction_words(const std::vector<Paper>& papers) {
  std::vector<std::string> words = {"tables", "figures"};
  for (const Paper& paper : papers) {
    words.push_back(paper.name);
    if (!paper.alias.empty()) words.push_back(paper.alias);
  }
  words.emplace_back("all");
  return words;
}

Reproduction find_reproduction(std::string_view word, const std::vector<Paper>& papers) {
  const std::vector<std::string> words = reproduction_words(papers);
  if (std::ranges::find(words, word) == words.end()) fail_unknown("paper or part of one", word, words);
  if (word == "tables" || word == "figures")
    return {.papers = {&papers.front()}, .tables = word == "tables", .figures = word == "figures"};
  Reproduction whole{.papers = {}, .tables = true, .figures = true};
  if (word != "all")
    whole.papers = {&find_paper(word, papers)};
  else
    for (const Paper& paper : papers) whole.papers.push_back(&paper);
  return whole;
}

std::string reproduction_help(const std::vector<Paper>& papers) {
  std::string names;
  for (const Paper& paper : papers)
    names += fmt::format("{}{}{}", names.empty() ? "" : ", ", paper.name,
                         paper.alias.empty() ? "" : fmt::format(" ({})", paper.alias));
  return fmt::format("tables or figures of {}; all of a paper: {}; all papers: all", papers.front().title,
                     names);
}

}  // namespace sketchbench
