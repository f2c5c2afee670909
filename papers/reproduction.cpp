#include "papers/reproduction.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/json.hpp"

namespace sketchbench {

std::vector<std::string> reproduction_words(const std::vector<Paper>& papers) {
  std::vector<std::string> words = {"tables", "figures", "all"};
  for (std::size_t i = 1; i < papers.size(); ++i) words.push_back(papers[i].command);
  return words;
}

Reproduction find_reproduction(std::string_view word, const std::vector<Paper>& papers) {
  const std::vector<std::string> words = reproduction_words(papers);
  const auto found = std::ranges::find(words, word);
  if (found == words.end()) fail_unknown("part of a paper", word, words);
  const auto place = static_cast<std::size_t>(found - words.begin());
  if (place > 2) return {.paper = &papers[place - 2], .tables = true, .figures = true};
  return {.paper = &papers.front(), .tables = word != "figures", .figures = word != "tables"};
}

std::string reproduction_help(const std::vector<Paper>& papers) {
  std::string help = "tables, figures or all of " + papers.front().title;
  for (std::size_t i = 1; i < papers.size(); ++i)
    help += fmt::format("; {}: all of {}", papers[i].command, papers[i].title);
  return help;
}

}  // namespace sketchbench
