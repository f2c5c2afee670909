#pragma once
#include <string_view>
#include <vector>

#include "papers/paper.hpp"

namespace sketchbench {

/// papers/papers.json, put into the program when it is built (cmake/embed_text.cmake).
extern const std::string_view papers_json;

/// Of a document
///   {"papers": [{"name": "kdd13", "title": "the Tensor Sketching paper", "citation": "...", "alias": "...",
///     "tables": ["table1"], "figures": ["fig1"], "fast_tables": [...], "tables_on_generated_data": [...]}]}
/// which has what Paper describes but for what only C++ can say; "alias" and the lists may be left out.
/// InputError, with key and value, for whatever else is there, and for a word that stands for two papers.
std::vector<Paper> read_papers(std::string_view json);

}  // namespace sketchbench
