#pragma once
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <sketchbench/report/quote/quote_sources.hpp>

namespace sketchbench {

/// A document with what it quotes filled in.
struct QuotedDocument {
  struct Remark {
    long line;
    std::string text;
  };

  std::string text;
  std::vector<Remark> differing;  ///< passages that stood otherwise: what stands there, what the records say
  std::vector<Remark> unmet;      ///< what words say of numbers and is not so (Expectation)
};

/// Markdown quotes a number between two marks, as question.hpp says,
///   <!-- table1: dataset=mnist degree=4 coef0=1 method=exact show=mean:accuracy -->97.40<!-- -->
/// and lines between marks that stand alone, as quoted_blocks.hpp says,
///   <!-- published: table1 show=accuracy -->
///   <!-- end of published -->
/// What words say of a number that may change is tied to it:
///   <!-- expect at most 1: table1 verdict=differs show=count -->
/// InputError, with file and line, for a mark that cannot be read or that the records have no answer to.
QuotedDocument quoted_markdown(const std::filesystem::path& file, std::string_view text,
                               const QuoteSources& sources);

/// LaTeX quotes by commands (latex_quotes.hpp), in whose places stands what they quote, and has expectations
/// on lines that begin with "%% expect". Comments stay as they are. It is a template: nothing differs.
QuotedDocument quoted_latex(const std::filesystem::path& file, std::string_view text,
                            const QuoteSources& sources);

}  // namespace sketchbench
