#include "papers/kdd13/claims/published.hpp"

#include "papers/kdd13/claims/accuracy_rows.hpp"
#include "papers/kdd13/claims/cases.hpp"

namespace sketchbench::kdd13 {
namespace {

using Cases = ClaimCases<Summary>;

ClaimMeasurement measure_beside_published(const PublishedClaim& claim, const std::vector<Config>& configs,
                                          const ReportSources& sources) {
  const AccuracyRows rows(configs, sources);
  Cases cases(claim, rows.all(), rows.quick(), Deciding::on_the_papers_data, false);
  cases.for_each([&](const Summary& row, const Summary*) {
    if (row.paper) cases.add(case_name(row, nullptr), {&row});
  });
  return cases.measure([](const Cases::Rows& one, double confidence) {
    return one.front()->difference->estimate.interval(confidence);
  });
}

}  // namespace

std::vector<NamedMeasure> published_measures() {
  return {{"accuracy_beside_published", measure_beside_published, of_single_runs}};
}

}  // namespace sketchbench::kdd13
