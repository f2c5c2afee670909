#include "papers/kdd13/claims/accuracies.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include <sketchbench/core/text.hpp>
#include <sketchbench/report/contrast.hpp>
#include "papers/kdd13/claims/accuracy_rows.hpp"
#include "papers/kdd13/claims/cases.hpp"

namespace sketchbench::kdd13 {
namespace {

using Cases = ClaimCases<Summary>;
using CaseRows = Cases::Rows;

/// The sum of the rows' accuracies with these weights.
template <std::size_t n>
MeanInterval contrast_of(const CaseRows& rows, const std::array<double, n>& weights, double confidence) {
  std::vector<WeightedMean> terms;
  for (std::size_t i = 0; i < n; ++i)
    terms.push_back({weights[i], with_known_spread(*rows[i], rows[i]->accuracy)});
  return contrast_interval(terms, confidence);
}

Cases cases_of(const PublishedClaim& claim, const AccuracyRows& rows) {
  return {claim, rows.all(), rows.quick(), Deciding::on_the_papers_data, false};
}

ClaimMeasurement measure_accuracy(const PublishedClaim& claim, const std::vector<Config>& configs,
                                  const ReportSources& sources) {
  const AccuracyRows rows(configs, sources);
  Cases cases = cases_of(claim, rows);
  cases.add_each();
  return cases.measure(
      [](const CaseRows& one, double confidence) { return contrast_of<1>(one, {1}, confidence); });
}

ClaimMeasurement measure_gain(const PublishedClaim& claim, const std::vector<Config>& configs,
                              const ReportSources& sources) {
  const AccuracyRows rows(configs, sources);
  Cases cases = cases_of(claim, rows);
  cases.add_pairs();
  return cases.measure([](const CaseRows& two, double confidence) {
    return contrast_of<2>(two, {1, -1}, confidence);
  });
}

/// The gain with one kernel less the gain with the one beside it.
ClaimMeasurement measure_gain_over(KernelBeside beside, const PublishedClaim& claim,
                                   const std::vector<Config>& configs, const ReportSources& sources) {
  const AccuracyRows rows(configs, sources);
  Cases cases = cases_of(claim, rows);
  cases.add_beside(beside, ", less that on ");
  return cases.measure([](const CaseRows& four, double confidence) {
    return contrast_of<4>(four, {1, -1, -1, 1}, confidence);
  });
}

ClaimMeasurement measure_gain_over_constant(const PublishedClaim& claim, const std::vector<Config>& configs,
                                            const ReportSources& sources) {
  return measure_gain_over(with_constant, claim, configs, sources);
}

ClaimMeasurement measure_gain_over_degree(const PublishedClaim& claim, const std::vector<Config>& configs,
                                          const ReportSources& sources) {
  return measure_gain_over(of_lower_degree, claim, configs, sources);
}

/// |other - exact| - |one - exact|, with the signs that the means have.
MeanInterval nearer(const CaseRows& one_other_exact, double confidence) {
  const auto sign = [&](std::size_t i) {
    return one_other_exact[i]->accuracy.mean < one_other_exact[2]->accuracy.mean ? -1.0 : 1.0;
  };
  return contrast_of<3>(one_other_exact, {-sign(0), sign(1), sign(0) - sign(1)}, confidence);
}

ClaimMeasurement measure_nearer_to_exact(const PublishedClaim& claim, const std::vector<Config>& configs,
                                         const ReportSources& sources) {
  const AccuracyRows rows(configs, sources);
  Cases cases = cases_of(claim, rows);
  cases.for_each([&](const Summary& one, const Summary* other) {
    const Summary* exact = cases.find(one, exact_method, one.kernel, one.D);
    if (other != nullptr && exact != nullptr) cases.add(case_name(one, other), {&one, other, exact});
  });
  return cases.measure(nearer);
}

ClaimMeasurement measure_deviation_ratio(const PublishedClaim& claim, const std::vector<Config>& configs,
                                         const ReportSources& sources) {
  const AccuracyRows rows(configs, sources);
  Cases cases = cases_of(claim, rows);
  cases.add_pairs();
  return cases.measure([](const CaseRows& two, double confidence) {
    return deviation_ratio(two[0]->accuracy, two[1]->accuracy, confidence);
  });
}

ClaimMeasurement measure_growth(const PublishedClaim& claim, const std::vector<Config>& configs,
                                const ReportSources& sources) {
  const AccuracyRows rows(configs, sources);
  Cases cases = cases_of(claim, rows);
  cases.for_each([&](const Summary& one, const Summary*) {
    Index fewest = one.D, most = one.D;
    for (const Summary* row : rows.all())
      if (row->dataset == one.dataset && row->method_label == one.method_label) {
        fewest = std::min(fewest, row->D);
        most = std::max(most, row->D);
      }
    const Summary* first = cases.find(one, one.method_label, one.kernel, fewest);
    if (one.D == most && fewest < most && first != nullptr)
      cases.add(fmt::format("{}, from D = {}", case_name(one, nullptr), with_commas(fewest)), {&one, first});
  });
  return cases.measure([](const CaseRows& two, double confidence) {
    return contrast_of<2>(two, {1, -1}, confidence);
  });
}

}  // namespace

std::vector<NamedMeasure> accuracy_measures() {
  return {{"accuracy", measure_accuracy, of_single_runs},
          {"accuracy_gain", measure_gain, of_pairs_of_runs},
          {"accuracy_gain_over_constant", measure_gain_over_constant, of_pairs_of_runs},
          {"accuracy_gain_over_degree", measure_gain_over_degree, of_pairs_of_runs},
          {"nearer_to_exact", measure_nearer_to_exact, of_pairs_of_runs},
          {"deviation_ratio", measure_deviation_ratio, of_pairs_of_runs},
          {"accuracy_growth", measure_growth, of_single_runs}};
}

}  // namespace sketchbench::kdd13
