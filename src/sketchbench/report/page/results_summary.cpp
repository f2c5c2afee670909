#include <sketchbench/report/page/results_summary.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <vector>

#include <sketchbench/core/text.hpp>
#include <sketchbench/report/page/html.hpp>

namespace sketchbench {
namespace {

/// Each once, in their order, without empty ones.
std::vector<std::string> each_once(std::span<const Report> reports, std::string Report::*text) {
  std::vector<std::string> texts;
  for (const Report& report : reports)
    if (const std::string& one = report.*text; !one.empty() && std::ranges::find(texts, one) == texts.end())
      texts.push_back(one);
  return texts;
}

std::string cited(const std::vector<std::string>& texts, std::string_view between) {
  std::vector<std::string> cites;
  for (const std::string& text : texts) cites.push_back(html_element("cite", text));
  return fmt::format("{}", fmt::join(cites, between));
}

/// "12 runs of 4 methods on 2 data sets".
std::string counted(std::span<const Report> reports) {
  std::set<std::string> runs, methods, datasets;
  for (const Report& report : reports)
    for (const RunGroup* group : report.groups)
      for (const Record& record : group->done) {
        runs.insert(record.id);
        methods.insert(group->method);
        datasets.insert(group->dataset.name);
      }
  const auto size = [](const std::set<std::string>& names) {
    return static_cast<std::int64_t>(names.size());
  };
  return fmt::format("{} of {} on {}", plural(size(runs), "finished run"), plural(size(methods), "method"),
                     plural(size(datasets), "data set"));
}

}  // namespace

std::string results_summary_html(std::span<const Report> reports) {
  std::string text = fmt::format("<p>Randomised kernel methods, measured: {}.</p>\n", counted(reports));
  if (const auto papers = each_once(reports, &Report::paper); !papers.empty()) {
    text += "<p>Papers:</p>\n<ul>\n";
    for (const std::string& paper : papers) text += fmt::format("<li>{}</li>\n", html_element("cite", paper));
    text += "</ul>\n";
  }
  std::vector<std::string> others;
  for (const Report& report : reports)
    if (report.paper.empty()) others.push_back(html_text(report.document.title));
  if (!others.empty()) text += fmt::format("<p>Of no paper: {}.</p>\n", fmt::join(others, "; "));
  if (const auto published = each_once(reports, &Report::beside_citation); !published.empty())
    text += fmt::format("<p>Published numbers stand beside ours: those of {}.</p>\n",
                        cited(published, " and of "));
  return text;
}

}  // namespace sketchbench
