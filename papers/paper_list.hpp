#pragma once
#include <filesystem>
#include <string_view>
#include <vector>

#include <sketchbench/report/report.hpp>
#include "papers/paper.hpp"

namespace sketchbench {

/// papers/papers.json, put into the program when it is built (cmake/embed_text.cmake).
extern const std::string_view papers_json;

/// Of a document
///   {"papers": [{"name": "kdd13", "title": "the Tensor Sketching paper", "citation": "...", "finding":
///   "...", "alias": "...",
///     "tables": ["table1"], "figures": ["fig1"], "fast_tables": [...], "tables_on_generated_data": [...]}]}
/// which has what Paper describes but for what only C++ can say; "finding", "alias" and the lists may be left
/// out. InputError, with key and value, for whatever else is there, for a name that is none of a folder, and
/// for a word that stands for two papers or for a part of one.
std::vector<Paper> read_papers(std::string_view json,
                               const std::filesystem::path& file = "papers/papers.json");

/// papers() and behind them, without building anything, those of lists called papers.json: in "papers" as it
/// comes with the program, in "papers" where the command runs, and in each of `folders`, which must have one.
/// A paper's claims, notes, published numbers and configurations are in the folder of its name beside the
/// list. One takes the place of an earlier one of its name.
std::vector<Paper> find_papers(const std::vector<std::filesystem::path>& folders = {});

/// A file of the paper's own: "claims.json". It need not be there.
std::filesystem::path file_of(const Paper& paper, std::string_view name);

/// The file of a configuration, by its name without ".json": of a paper of the user's in its own folder, then
/// where all are looked for (find_config()); of the program's own papers the other way round.
std::filesystem::path find_config(const Paper& paper, std::string_view name);

/// all_configs(), and those in the folders of the user's papers.
std::vector<std::filesystem::path> all_configs(const std::vector<Paper>& papers);

/// Sets Report::paper: that of the paper whose folder has a configuration of the report's name, or whose
/// claims it is about. The paper's own methods come to the front of the report's figures.
void name_paper(Report& report, const std::vector<Paper>& papers);

/// By its name or its alias; it points into `papers`. InputError, with the nearest one, for another word.
const Paper& find_paper(std::string_view word, const std::vector<Paper>& papers);

}  // namespace sketchbench
