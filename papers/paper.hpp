#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include <sketchbench/report/figure/figure.hpp>
#include "experiments/accuracy/figure_parts.hpp"
#include "experiments/accuracy/paper_form.hpp"

namespace sketchbench {

/// A paper that is measured again: papers/<name>/ holds its configurations, published numbers, claims and
/// notes, papers/papers.json what the program calls it by, and C++ the tables that only it has.
struct Paper {
  std::string name;          ///< "kdd13": the word by which `sketchbench reproduce` is asked for all of it
  std::string title;         ///< in running text: "the Tensor Sketching paper"
  std::string citation;      ///< authors, title, place and year
  std::string finding = {};  ///< what was found, in a sentence with marks (finding.hpp); empty: none
  std::string alias = {};    ///< another word for it, "tefm"; empty: none
  /// Of a paper that a list of the user's names (find_papers()): what is its own. Empty: papers/<name>, where
  /// the command runs or as it comes with the program.
  std::filesystem::path folder = {};
  /// Names of configurations, without ".json", by what `sketchbench reproduce` is asked for: in the order in
  /// which their reports are shown.
  std::vector<std::string> tables = {}, figures = {};
  std::vector<std::string> fast_tables = {};  ///< the tables by our own fast maps and solvers
  std::vector<std::string> methods = {};      ///< maps that it proposes, which its figures show in front
  /// In place of the tables where no data set is here.
  std::vector<std::string> tables_on_generated_data = {};
  /// Its tables in its own form (paper_forms()).
  std::vector<PaperForm> forms = {};
  /// Figures of its own from all accuracies together, for the overview; null: none.
  std::vector<Figure> (*overview)(const SummaryPointers& rows) = nullptr;

  /// All of its configurations but those on generated data; some may be there twice.
  std::vector<std::string> configurations() const;
};

/// The program's own: those that papers/papers.json had when it was built (paper_list.hpp). The first is the
/// one whose tables or figures `sketchbench reproduce` makes when it is not told of which paper.
const std::vector<Paper>& papers();

}  // namespace sketchbench
