#include <sketchbench/report/claims/curve_claims.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include <sketchbench/core/text.hpp>
#include <sketchbench/report/claims/claim_cases.hpp>
#include <sketchbench/report/claims/claim_subjects.hpp>
#include <sketchbench/report/claims/curve_comparison.hpp>
#include <sketchbench/report/table_cells.hpp>
#include <sketchbench/report/words.hpp>

namespace sketchbench {
namespace {

using Kind = ClaimNumber::Kind;

OfPoints number_of(const ClaimNumber& number, const CurveCase& one, double confidence) {
  switch (number.kind) {
    case Kind::ratio:
      return curve_ratio(*one.one, *one.other, confidence);
    case Kind::ratio_at_equal_cost:
      return ratio_at_equal_cost(*one.one, *one.other, number.bounds_beyond, confidence);
    case Kind::count_exponent:
      return count_exponent(*one.one, *one.other, confidence);
    case Kind::count_share:
      return count_share(*one.one, *one.other, confidence);
    default:
      return curve_exponent(*one.one, !number.less.empty(), confidence);
  }
}

/// "10, 20, 1,000".
std::string list_of(const std::vector<double>& ls) {
  std::vector<std::string> texts;
  for (const double l : ls) texts.push_back(with_commas(std::llround(l)));
  return fmt::format("{}", fmt::join(texts, ", "));
}

void add_left_out(ClaimSubject& subject, const std::vector<double>& ls, const std::string& where) {
  if (ls.empty()) return;
  add_remark(subject, fmt::format("{} left out {}: D = {}",
                                  plural(static_cast<std::int64_t>(ls.size()), "point"), where, list_of(ls)));
}

/// The number of a subject with such points is at least what was measured.
void add_bounded(ClaimSubject& subject, const std::vector<double>& ls, ClaimedNumber::Sense sense,
                 const char* does) {
  if (ls.empty()) return;
  if (sense != ClaimedNumber::Sense::at_least) subject.confirmable = false;
  if (sense != ClaimedNumber::Sense::at_most) subject.refutable = false;
  add_remark(subject,
             fmt::format("at least as large: at D = {} the other's most features, which {}, stand for those "
                         "of the same cost",
                         list_of(ls), does));
}

void add_remarks(const ClaimRows& rows, const OfPoints& found, int asked, ClaimSubject& subject) {
  if (!found.number)
    add_remark(subject, fmt::format("{} of {} points are not enough", found.points, asked));
  else if (found.points < asked)
    add_remark(subject, fmt::format("from {} of {} points", found.points, asked));
  const bool by_time =
      rows.claim().number.kind == Kind::ratio_at_equal_cost && rows.is_time(*rows.places().cost);
  const bool by_cost = rows.claim().number.kind == Kind::ratio_at_equal_cost;
  // Costs may fall with more features, as errors do.
  const auto of_cost = [&](const char* than) {
    return fmt::format("where the other's {} is {} with any number of features",
                       rows.info(*rows.places().cost).key, than);
  };
  add_left_out(subject, found.before,
               by_time   ? "where the other's fewest features take longer"
               : by_cost ? of_cost("larger")
                         : "where the other's fewest features suffice");
  add_left_out(subject, found.beyond,
               by_time   ? "where the other's most features take less time"
               : by_cost ? of_cost("smaller")
                         : "where the other's most features do not suffice");
  add_bounded(subject, found.bounded, rows.claim().claimed.sense, by_time ? "take less time" : "cost less");
  if (found.not_positive.empty()) return;
  // An upper bound holds there as well as it can, and the exponent of the others does not know of it.
  const bool speaks_for_it = rows.claim().claimed.sense == ClaimedNumber::Sense::at_most;
  if (speaks_for_it) subject.refutable = false;
  add_remark(subject, fmt::format("at D = {} a run is not above 0{}", list_of(found.not_positive),
                                  speaks_for_it ? ", as the claim allows" : ""));
}

std::string unmet_by(const ClaimRows& rows, const CurveCase& one) {
  const auto either = [&](bool ClaimCurve::*fact) {
    return one.one->*fact || (one.other != nullptr && one.other->*fact);
  };
  std::string unmet =
      unmet_by_data(rows.claim(), rows.quick(), either(&ClaimCurve::simulated), either(&ClaimCurve::reduced));
  return unmet.empty() ? unmet_by_parameters(rows.claim(), one.one->parameters) : unmet;
}

Provenance times_of(const CurveCase& one) {
  Provenance times = one.one->times;
  if (one.other != nullptr) times.add(one.other->times);
  return times;
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

std::string cost_text(double cost, bool of_times) {
  return of_times ? time_text(cost) : fmt::format("{:.3g}", cost);
}

void add_counts(Table& table, const std::string& name, const std::vector<FeatureCount>& counts,
                const QuantityInfo* cost) {
  const bool of_times = cost != nullptr && cost->form == Form::seconds;
  for (const FeatureCount& count : counts) {
    const double l = count.l, x = count.count.x;
    const char* sign = sign_of(count.count.place);
    std::vector<TableCell>& row = table.rows.emplace_back(std::vector<TableCell>{
        one_line(name), one_line(with_commas(std::llround(l))), one_line(sign + with_commas(std::llround(x))),
        one_line(fmt::format("{}{:.3g}", sign, x / l)),
        one_line(fmt::format("{}{:.3g}", sign, x / (l * l)))});
    if (cost == nullptr) continue;
    row.push_back(one_line(cost_text(count.cost, of_times)));
    row.push_back(one_line(count.cost_of_count ? cost_text(*count.cost_of_count, of_times) : ""));
  }
}

Table table_of_counts(const ClaimRows& rows, const std::vector<CurveCase>& cases) {
  Table table;
  const QuantityInfo* cost = rows.places().cost ? &rows.info(*rows.places().cost) : nullptr;
  table.caption =
      fmt::format("{}: how many features N of the other do what D of the method do", rows.claim().id);
  table.columns = {{{"Case"}, false},
                   {{"D"}, true},
                   {{"Other's", "features N"}, true},
                   {{"N / D"}, true},
                   {{"N / D²"}, true}};
  if (cost != nullptr) {
    const std::string heading = cost->form == Form::seconds ? "Time" : cost->key;
    table.columns.push_back({{heading, "with D"}, true});
    table.columns.push_back({{heading, "with N"}, true});
  }
  Provenance times;
  for (const CurveCase& one : cases) {
    if (one.one == nullptr) continue;
    add_counts(table, one.subject.name, feature_counts(*one.one, *one.other), cost);
    if (cost != nullptr) times.add(times_of(one));
  }
  table.notes = times.lines();
  return table;
}

}  // namespace

ClaimMeasurement measure_curves(const ClaimRows& rows) {
  const ClaimNumber& number = rows.claim().number;
  const std::vector<ClaimCurve> curves = claim_curves(rows);
  const std::vector<CurveCase> cases = curve_cases(rows, curves);
  ClaimMeasurement measurement;
  for (const CurveCase& one : cases) {
    ClaimSubject& subject = measurement.subjects.emplace_back(one.subject);
    if (one.one == nullptr) continue;
    subject.unmet = unmet_by(rows, one);
    subject.looks = std::max(one.one->looks, one.other != nullptr ? one.other->looks : 1);
    if (rows.is_time(rows.places().quantity)) require_one_processor(subject, times_of(one));
    if (!subject.remark.empty()) continue;
    if (number.kind == Kind::ratio_at_equal_cost && rows.is_time(*rows.places().cost) &&
        subject.unmet.empty())
      subject.unmet = unmet_by_processors(times_of(one).processors());
    const OfPoints found = number_of(number, one, shown_confidence);
    subject.measured = found.number;
    add_remarks(rows, found, one.one->asked, subject);
  }
  add_deciding_intervals(measurement.subjects, [&](std::size_t i, double confidence) {
    return number_of(number, cases[i], confidence).number;
  });
  if (number.kind == Kind::count_exponent)
    if (Table table = table_of_counts(rows, cases); !table.rows.empty())
      measurement.details.push_back(std::move(table));
  return measurement;
}

}  // namespace sketchbench
