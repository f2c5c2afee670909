#include "papers/ijcai15/claim_measures.hpp"

#include <fmt/format.h>

#include <cmath>

#include <sketchbench/core/text.hpp>
#include <sketchbench/report/claims/claim_subjects.hpp>
#include <sketchbench/report/table_cells.hpp>
#include <sketchbench/report/words.hpp>
#include "papers/ijcai15/claim_cases.hpp"

namespace sketchbench::ijcai15 {
namespace {

using Pair = OfPoints (*)(const ErrorCurve& one, const ErrorCurve& other, double confidence);

/// What is said of points that the other curve has nothing to set beside.
struct LeftOut {
  const char* before;
  const char* beyond;
};
constexpr LeftOut by_features = {"where the other's fewest features suffice",
                                 "where the other's most features do not suffice"};
constexpr LeftOut by_time = {"where the other's fewest features take longer",
                             "where the other's most features take less time"};

void add_left_out(ClaimSubject& subject, const std::vector<double>& ls, const char* where) {
  if (ls.empty()) return;
  add_remark(subject, fmt::format("{} left out {}: l = {}",
                                  plural(static_cast<std::int64_t>(ls.size()), "point"), where, list_of(ls)));
}

ClaimMeasurement measurement_of(const PublishedClaim& claim, const ClaimCases& cases, bool of_times,
                                const CaseNumber& number,
                                const std::function<void(const OfPoints&, ClaimSubject&)>& add_remarks) {
  ClaimMeasurement measurement{.subjects = measured_subjects(cases.cases, number, add_remarks),
                               .details = {},
                               .checks_hypothesis = of_times || !claim.parameters.empty()};
  for (std::size_t i = 0; i < cases.cases.size(); ++i)
    if (cases.cases[i].one != nullptr)
      measurement.subjects[i].unmet = unmet_by(claim, cases.cases[i], of_times);
  return measurement;
}

ClaimMeasurement measure_pairs(const PublishedClaim& claim, const ClaimCases& cases, Pair compare,
                               const LeftOut& left_out, bool of_times) {
  return measurement_of(
      claim, cases, of_times,
      [compare](const ClaimCase& one, double confidence) {
        return compare(*one.one, *one.other, confidence);
      },
      [&left_out](const OfPoints& found, ClaimSubject& subject) {
        add_left_out(subject, found.before, left_out.before);
        add_left_out(subject, found.beyond, left_out.beyond);
      });
}

ClaimMeasurement measure_error_ratio(const PublishedClaim& claim, const std::vector<Config>& configs,
                                     const ReportSources& sources) {
  return measure_pairs(claim, cases_of(claim, configs, sources, ErrorOf::result, true), error_ratio,
                       by_features, false);
}

ClaimMeasurement measure_error_ratio_at_equal_time(const PublishedClaim& claim,
                                                   const std::vector<Config>& configs,
                                                   const ReportSources& sources) {
  return measure_pairs(claim, cases_of(claim, configs, sources, ErrorOf::result, true),
                       error_ratio_at_equal_time, by_time, true);
}

ClaimMeasurement measure_feature_share(const PublishedClaim& claim, const std::vector<Config>& configs,
                                       const ReportSources& sources) {
  return measure_pairs(claim, cases_of(claim, configs, sources, ErrorOf::result, true), feature_share,
                       by_features, false);
}

OfPoints exponent_of_case(const ClaimCase& one, double confidence) {
  return error_exponent(*one.one, confidence);
}

ClaimMeasurement measure_error_exponent(const PublishedClaim& claim, const std::vector<Config>& configs,
                                        const ReportSources& sources) {
  const auto add_remarks = [](const OfPoints& found, ClaimSubject& subject) {
    if (!found.not_positive.empty())
      add_remark(subject, fmt::format("at l = {} the error is 0", list_of(found.not_positive)));
  };
  return measurement_of(claim, cases_of(claim, configs, sources, ErrorOf::result, false), false,
                        exponent_of_case, add_remarks);
}

/// Where a gap is not above 0 the theorem holds as well as it can, and the exponent of the others does not
/// know of it.
ClaimMeasurement measure_gap_exponent(const PublishedClaim& claim, const std::vector<Config>& configs,
                                      const ReportSources& sources) {
  const auto add_remarks = [](const OfPoints& found, ClaimSubject& subject) {
    if (found.not_positive.empty()) return;
    add_remark(subject, fmt::format("at l = {} the gap is not above 0, as the theorem allows",
                                    list_of(found.not_positive)));
    subject.refutable = false;
  };
  return measurement_of(claim, cases_of(claim, configs, sources, ErrorOf::gap, false), false,
                        exponent_of_case, add_remarks);
}

/// "< " and "> " before a number that is only known to be smaller, or larger.
const char* sign_of(Crossing::Place place) {
  switch (place) {
    case Crossing::Place::inside:
      return "";
    case Crossing::Place::before:
      return "< ";
    case Crossing::Place::beyond:
      return "> ";
  }
  return "";
}

void add_counts(Table& table, const std::string& name, const std::vector<FeatureCount>& counts) {
  for (const FeatureCount& count : counts) {
    const double l = count.l, x = count.count.x;
    const char* sign = sign_of(count.count.place);
    table.rows.push_back(
        {one_line(name), one_line(with_commas(std::llround(l))),
         one_line(sign + with_commas(std::llround(x))), one_line(fmt::format("{}{:.3g}", sign, x / l)),
         one_line(fmt::format("{}{:.3g}", sign, x / (l * l))), one_line(time_text(count.seconds)),
         one_line(count.seconds_of_count ? time_text(*count.seconds_of_count) : "")});
  }
}

Table table_of_counts(const PublishedClaim& claim, const ClaimCases& cases) {
  Table table;
  table.caption = fmt::format("{}: how many features of the other have the error of l features", claim.id);
  table.columns = {{{"Case"}, false},
                   {{"l"}, true},
                   {{"Other's", "features N"}, true},
                   {{"N / l"}, true},
                   {{"N / l²"}, true},
                   {{"Time", "with l"}, true},
                   {{"Time of", "N features"}, true}};
  Provenance times;
  for (const ClaimCase& one : cases.cases) {
    if (one.one == nullptr) continue;
    add_counts(table, one.subject.name, feature_counts(*one.one, *one.other));
    times.add(one.one->times);
    times.add(one.other->times);
  }
  table.notes = times.lines();
  return table;
}

ClaimMeasurement measure_feature_count(const PublishedClaim& claim, const std::vector<Config>& configs,
                                       const ReportSources& sources) {
  const ClaimCases cases = cases_of(claim, configs, sources, ErrorOf::result, true);
  ClaimMeasurement measurement = measure_pairs(claim, cases, count_exponent, by_features, false);
  if (Table table = table_of_counts(claim, cases); !table.rows.empty())
    measurement.details.push_back(std::move(table));
  return measurement;
}

}  // namespace

std::vector<NamedMeasure> claim_measures() {
  constexpr ClaimKeys of_curves{.parameters = true}, of_pairs_of_curves{.others = true, .parameters = true};
  return {{"error_ratio", measure_error_ratio, of_pairs_of_curves},
          {"error_ratio_at_equal_time", measure_error_ratio_at_equal_time, of_pairs_of_curves},
          {"feature_count_exponent", measure_feature_count, of_pairs_of_curves},
          {"feature_share", measure_feature_share, of_pairs_of_curves},
          {"error_exponent", measure_error_exponent, of_curves},
          {"gap_exponent", measure_gap_exponent, of_curves}};
}

}  // namespace sketchbench::ijcai15
