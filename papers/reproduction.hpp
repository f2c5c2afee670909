#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "papers/paper.hpp"

namespace sketchbench {

/// What `sketchbench reproduce WHAT` makes: a part of the first paper, or all of another.
struct Reproduction {
  const Paper* paper;
  bool tables, figures;
};

/// The words for WHAT: "tables", "figures" and "all" of the first paper, then the other papers' commands.
std::vector<std::string> reproduction_words(const std::vector<Paper>& papers);

/// What such a word stands for; it points into `papers`. InputError, with the nearest word, for another.
Reproduction find_reproduction(std::string_view word, const std::vector<Paper>& papers);

/// The words in a line of help: "tables, figures or all of the Tensor Sketching paper; tefm: ...".
std::string reproduction_help(const std::vector<Paper>& papers);

}  // namespace sketchbench
