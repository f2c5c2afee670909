#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "papers/paper.hpp"

namespace sketchbench {

/// What `sketchbench reproduce WHAT` makes: a part of the first paper, all of one, or all of all.
struct Reproduction {
  std::vector<const Paper*> papers;
  bool tables, figures;

  bool is_whole() const { return tables && figures; }
};

/// The words for WHAT: "tables" and "figures" of the first paper, each paper's name and alias, and "all".
std::vector<std::string> reproduction_words(const std::vector<Paper>& papers);

/// What such a word stands for; it points into `papers`. InputError, with the nearest word, for another.
Reproduction find_reproduction(std::string_view word, const std::vector<Paper>& papers);

/// The words in a line of help: "tables or figures of the Tensor Sketching paper; all of a paper: kdd13,
/// ijcai15 (tefm); all papers: all".
std::string reproduction_help(const std::vector<Paper>& papers);

}  // namespace sketchbench
