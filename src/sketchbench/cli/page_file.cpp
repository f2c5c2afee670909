#include <sketchbench/cli/page_file.hpp>

#include <sketchbench/cli/standard_streams.hpp>
#include <sketchbench/core/text.hpp>
#include "papers/named_papers.hpp"

namespace sketchbench {

std::filesystem::path page_file(const Store& store, bool quick) {
  return store.results() / (quick ? "report-quick.html" : "report.html");
}

void write_and_name_page(std::vector<Report> reports, const std::vector<Figure>& overview,
                         const std::filesystem::path& target, const std::filesystem::path& chart_library) {
  name_papers(reports);
  const WrittenPage page = write_page(reports, overview, target, chart_library);
  say("\nThe page is {}, with {} to look into\n", target.string(),
      plural(static_cast<std::int64_t>(page.records), "record"));
  if (!page.lacks.empty()) complain(page.lacks);
}

}  // namespace sketchbench
