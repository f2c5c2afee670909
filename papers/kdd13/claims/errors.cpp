#include "papers/kdd13/claims/errors.hpp"

#include <array>

#include <sketchbench/report/contrast.hpp>
#include "experiments/kernel_error/errors.hpp"
#include "papers/kdd13/claims/cases.hpp"

namespace sketchbench::kdd13 {
namespace {

using Cases = ClaimCases<ErrorPoint>;
using CaseRows = Cases::Rows;

/// What the claim's configurations have.
struct Errors {
  Errors(const std::vector<Config>& configs, const ReportSources& sources) {
    for (const Config& config : configs) {
      require_experiment(config, {kernel_error_experiment().name});
      of_configs.push_back(kernel_errors(config, sources));
    }
  }
  Cases cases(const PublishedClaim& claim) const {
    CaseRows rows;
    bool quick = false;
    for (const KernelErrors& errors : of_configs) {
      quick = quick || errors.config.quick;
      for (const ErrorPoint& point : errors.points) rows.push_back(&point);
    }
    return {claim, std::move(rows), quick, Deciding::on_the_papers_data, false};
  }

  std::vector<KernelErrors> of_configs;
};

/// The product of the rows' errors to these powers; none where one is 0.
template <std::size_t n>
std::optional<MeanInterval> product_of(const CaseRows& rows, const std::array<double, n>& powers,
                                       double confidence) {
  std::vector<WeightedMean> terms;
  for (std::size_t i = 0; i < n; ++i) {
    const std::optional<Sample> logarithm = logarithm_of(rows[i]->relative_error);
    if (!logarithm) return std::nullopt;
    terms.push_back({powers[i], *logarithm});
  }
  return exponential(contrast_interval(terms, confidence));
}

ClaimMeasurement measure_error(const PublishedClaim& claim, const std::vector<Config>& configs,
                               const ReportSources& sources) {
  const Errors errors(configs, sources);
  Cases cases = errors.cases(claim);
  cases.add_each();
  return cases.measure(
      [](const CaseRows& one, double confidence) { return product_of<1>(one, {1}, confidence); });
}

ClaimMeasurement measure_error_ratio(const PublishedClaim& claim, const std::vector<Config>& configs,
                                     const ReportSources& sources) {
  const Errors errors(configs, sources);
  Cases cases = errors.cases(claim);
  cases.add_pairs();
  return cases.measure([](const CaseRows& two, double confidence) {
    return product_of<2>(two, {1, -1}, confidence);
  });
}

ClaimMeasurement measure_error_ratio_over_constant(const PublishedClaim& claim,
                                                   const std::vector<Config>& configs,
                                                   const ReportSources& sources) {
  const Errors errors(configs, sources);
  Cases cases = errors.cases(claim);
  cases.add_beside(with_constant, ", over that on ");
  return cases.measure([](const CaseRows& four, double confidence) {
    return product_of<4>(four, {1, -1, -1, 1}, confidence);
  });
}

/// The error with one kernel over that with the kernel beside it.
ClaimMeasurement measure_error_over(KernelBeside beside, const PublishedClaim& claim,
                                    const std::vector<Config>& configs, const ReportSources& sources) {
  const Errors errors(configs, sources);
  Cases cases = errors.cases(claim);
  cases.add_beside(beside, ", over that on ");
  return cases.measure([](const CaseRows& two, double confidence) {
    return product_of<2>(two, {1, -1}, confidence);
  });
}

ClaimMeasurement measure_error_over_constant(const PublishedClaim& claim, const std::vector<Config>& configs,
                                             const ReportSources& sources) {
  return measure_error_over(with_constant, claim, configs, sources);
}

ClaimMeasurement measure_error_over_degree(const PublishedClaim& claim, const std::vector<Config>& configs,
                                           const ReportSources& sources) {
  return measure_error_over(of_lower_degree, claim, configs, sources);
}

}  // namespace

std::vector<NamedMeasure> error_measures() {
  return {{"relative_error", measure_error, of_single_runs},
          {"error_ratio", measure_error_ratio, of_pairs_of_runs},
          {"error_ratio_over_constant", measure_error_ratio_over_constant, of_pairs_of_runs},
          {"error_over_constant", measure_error_over_constant, of_single_runs},
          {"error_over_degree", measure_error_over_degree, of_single_runs}};
}

}  // namespace sketchbench::kdd13
