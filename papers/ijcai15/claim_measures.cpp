#include "papers/ijcai15/claim_measures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <set>

#include "core/text.hpp"
#include "papers/ijcai15/curve_comparison.hpp"
#include "report/table_cells.hpp"
#include "report/words.hpp"

namespace sketchbench::ijcai15 {
namespace {

using Curves = std::vector<ErrorCurve>;

const ErrorCurve* find(const Curves& curves, const std::string& sample, const std::string& method) {
  const auto found = std::ranges::find_if(curves, [&](const ErrorCurve& curve) {
    return curve.sample == sample && curve.method == method && !curve.points.empty();
  });
  return found == curves.end() ? nullptr : &*found;
}

/// A sample of rows that a claim is looked at on.
struct SampledRows {
  std::string key, dataset, reason;
  Index columns = 0;
};

/// Of the first configuration, by the data sets' columns; those without any record come last.
std::vector<SampledRows> samples_of(const std::vector<Config>& configs, const ReportSources& sources,
                                    ErrorOf error) {
  std::vector<SampledRows> samples;
  for (const ErrorCurve& curve : error_curves({configs.front()}, sources, error)) {
    auto found = std::ranges::find(samples, curve.sample, &SampledRows::key);
    if (found == samples.end())
      found = samples.insert(samples.end(), {curve.sample, curve.dataset, curve.reason, curve.columns});
    if (found->columns == 0) found->columns = curve.columns;
  }
  std::ranges::stable_sort(samples, {}, [](const SampledRows& sample) {
    return sample.columns == 0 ? std::numeric_limits<Index>::max() : sample.columns;
  });
  return samples;
}

std::string unmet_by(const PublishedClaim& claim, const ErrorCurve& curve) {
  if (curve.quick) return "a quick run of fewer rows and maps";
  if (curve.simulated) return "simulated data";
  for (const auto& [name, value] : claim.parameters) {
    const bool known = curve.parameters.is_object() && curve.parameters.contains(name);
    const std::string found = !known ? "not a parameter of the map"
                              : curve.parameters.at(name).is_string()
                                  ? curve.parameters.at(name).get<std::string>()
                                  : curve.parameters.at(name).dump();
    if (found != value) return fmt::format("{} is {}, not {}", name, found, value);
  }
  return "";
}

/// Times of two processors have no ratio.
std::string unmet_by_times(const ErrorCurve& one, const ErrorCurve& other) {
  std::set<std::string> processors = one.processors;
  processors.insert(other.processors.begin(), other.processors.end());
  return processors.size() > 1 ? "times of more than one processor" : "";
}

ClaimSubject subject_of(std::string name, const OfPoints& found, int asked) {
  ClaimSubject subject{.name = std::move(name), .measured = found.number};
  if (!found.number)
    subject.remark = fmt::format("{} of {} points are not enough", found.points, asked);
  else if (found.points < asked)
    subject.remark = fmt::format("from {} of {} points", found.points, asked);
  return subject;
}

/// What looks at one curve of a claim's method, and what compares it with another's; `name`: of the case.
using LookAtCurve = std::function<OfPoints(const ErrorCurve&)>;
using LookAtPair =
    std::function<OfPoints(const std::string& name, const ErrorCurve& one, const ErrorCurve& other)>;

std::string name_of_case(const SampledRows& sample, const std::string& method) {
  return fmt::format("{}, {}", sample.dataset, method_short(method));
}

/// Calls look(sample, curve) for each sample and method with records, and adds a line where there are none.
template <class Look>
std::vector<ClaimSubject> look_at_all(const std::vector<std::string>& methods, const Curves& curves,
                                      const std::vector<SampledRows>& samples, Look&& look) {
  std::vector<ClaimSubject> subjects;
  for (const SampledRows& sample : samples) {
    if (sample.columns == 0) {
      subjects.push_back({.name = sample.dataset, .remark = sample.reason});
      continue;
    }
    for (const std::string& method : methods)
      if (const ErrorCurve* curve = find(curves, sample.key, method))
        look(subjects, sample, *curve);
      else
        subjects.push_back({.name = name_of_case(sample, method), .remark = "not run yet"});
  }
  return subjects;
}

ClaimMeasurement measure_curves(const PublishedClaim& claim, const std::vector<Config>& configs,
                                const ReportSources& sources, ErrorOf error, const LookAtCurve& look) {
  const Curves curves = error_curves(configs, sources, error);
  const auto one = [&](std::vector<ClaimSubject>& subjects, const SampledRows& sample,
                       const ErrorCurve& curve) {
    subjects.push_back(subject_of(name_of_case(sample, curve.method), look(curve), curve.asked));
    subjects.back().unmet = unmet_by(claim, curve);
  };
  return {.subjects = look_at_all(claim.methods, curves, samples_of(configs, sources, error), one),
          .details = {}};
}

ClaimMeasurement measure_pairs(const PublishedClaim& claim, const std::vector<Config>& configs,
                               const ReportSources& sources, bool of_times, const LookAtPair& look) {
  const Curves curves = error_curves(configs, sources, ErrorOf::result);
  const auto one = [&](std::vector<ClaimSubject>& subjects, const SampledRows& sample,
                       const ErrorCurve& curve) {
    for (const std::string& method : claim.others) {
      const std::string name =
          fmt::format("{} / {}", name_of_case(sample, curve.method), method_short(method));
      if (const ErrorCurve* other = find(curves, sample.key, method)) {
        subjects.push_back(subject_of(name, look(name, curve, *other), curve.asked));
        subjects.back().unmet = unmet_by(claim, curve);
        if (of_times && subjects.back().unmet.empty()) subjects.back().unmet = unmet_by_times(curve, *other);
      } else {
        subjects.push_back({.name = name, .remark = "not run yet"});
      }
    }
  };
  return {.subjects = look_at_all(claim.methods, curves, samples_of(configs, sources, ErrorOf::result), one),
          .details = {}};
}

ClaimMeasurement measure_error_ratio(const PublishedClaim& claim, const std::vector<Config>& configs,
                                     const ReportSources& sources) {
  return measure_pairs(claim, configs, sources, false,
                       [](const std::string&, const ErrorCurve& one, const ErrorCurve& other) {
                         return error_ratio(one, other);
                       });
}

ClaimMeasurement measure_error_ratio_at_equal_time(const PublishedClaim& claim,
                                                   const std::vector<Config>& configs,
                                                   const ReportSources& sources) {
  return measure_pairs(claim, configs, sources, true,
                       [](const std::string&, const ErrorCurve& one, const ErrorCurve& other) {
                         return error_ratio_at_equal_time(one, other);
                       });
}

ClaimMeasurement measure_feature_share(const PublishedClaim& claim, const std::vector<Config>& configs,
                                       const ReportSources& sources) {
  return measure_pairs(claim, configs, sources, false,
                       [](const std::string&, const ErrorCurve& one, const ErrorCurve& other) {
                         return feature_share(one, other);
                       });
}

ClaimMeasurement measure_error_exponent(const PublishedClaim& claim, const std::vector<Config>& configs,
                                        const ReportSources& sources) {
  return measure_curves(claim, configs, sources, ErrorOf::result,
                        [](const ErrorCurve& curve) { return error_exponent(curve, false); });
}

ClaimMeasurement measure_gap_exponent(const PublishedClaim& claim, const std::vector<Config>& configs,
                                      const ReportSources& sources) {
  return measure_curves(claim, configs, sources, ErrorOf::gap,
                        [](const ErrorCurve& curve) { return error_exponent(curve, true); });
}

std::string count_text(const Crossing& count) {
  const std::string number = with_commas(std::llround(count.x));
  switch (count.place) {
    case Crossing::Place::inside:
      return number;
    case Crossing::Place::before:
      return "< " + number;
    case Crossing::Place::beyond:
      return "> " + number;
  }
  return "";
}

void add_counts(Table& table, const std::string& name, const std::vector<FeatureCount>& counts) {
  for (const FeatureCount& count : counts) {
    const double l = count.l, x = count.count.x;
    table.rows.push_back({one_line(name), one_line(with_commas(std::llround(l))),
                          one_line(count_text(count.count)), one_line(fmt::format("{:.3g}", x / l)),
                          one_line(fmt::format("{:.3g}", x / (l * l))), one_line(time_text(count.seconds)),
                          one_line(count.seconds_of_count ? time_text(*count.seconds_of_count) : "")});
  }
}

ClaimMeasurement measure_feature_count(const PublishedClaim& claim, const std::vector<Config>& configs,
                                       const ReportSources& sources) {
  Table table;
  table.caption = fmt::format("{}: how many features of the other have the error of l features", claim.id);
  table.columns = {{{"Case"}, false},
                   {{"l"}, true},
                   {{"Other's", "features N"}, true},
                   {{"N / l"}, true},
                   {{"N / l²"}, true},
                   {{"Time", "with l"}, true},
                   {{"Time of", "N others"}, true}};
  ClaimMeasurement measurement =
      measure_pairs(claim, configs, sources, false,
                    [&](const std::string& name, const ErrorCurve& one, const ErrorCurve& other) {
                      const std::vector<FeatureCount> counts = feature_counts(one, other);
                      add_counts(table, name, counts);
                      return count_exponent(counts);
                    });
  if (!table.rows.empty()) measurement.details.push_back(std::move(table));
  return measurement;
}

}  // namespace

std::vector<NamedMeasure> claim_measures() {
  return {{"error_ratio", measure_error_ratio},
          {"error_ratio_at_equal_time", measure_error_ratio_at_equal_time},
          {"feature_count_exponent", measure_feature_count},
          {"feature_share", measure_feature_share},
          {"error_exponent", measure_error_exponent},
          {"gap_exponent", measure_gap_exponent}};
}

}  // namespace sketchbench::ijcai15
