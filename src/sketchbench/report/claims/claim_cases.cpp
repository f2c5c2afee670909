#include <sketchbench/report/claims/claim_cases.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include <sketchbench/core/json.hpp>
#include <sketchbench/core/text.hpp>
#include <sketchbench/report/claims/claim_subjects.hpp>
#include <sketchbench/report/claims/published_factors.hpp>
#include <sketchbench/report/record_fields.hpp>
#include <sketchbench/report/words.hpp>

namespace sketchbench {
namespace {

using Kind = ClaimNumber::Kind;
using Along = ClaimNumber::Along;
using Beside = ClaimNumber::Beside;

bool is_named(const std::vector<std::string>& labels, const ResultRow& row) {
  return std::ranges::find(labels, row.group->method_label) != labels.end();
}

/// (1+<x,y>)^p for <x,y>^p, if it is among the kernels; none for a kernel that is not homogeneous.
std::optional<Kernel> with_constant(const ResultRowPointers& rows, const Kernel& kernel) {
  if (kernel.number("coef0") != 0) return std::nullopt;
  for (const ResultRow* row : rows) {
    const Kernel& other = row->group->kernel;
    if (other.family() == kernel.family() && other.number("degree") == kernel.number("degree") &&
        other.number("coef0") > 0)
      return other;
  }
  return std::nullopt;
}

/// The same kernel with the next lower degree there is.
std::optional<Kernel> of_lower_degree(const ResultRowPointers& rows, const Kernel& kernel) {
  std::optional<Kernel> found;
  for (const ResultRow* row : rows) {
    const Kernel& other = row->group->kernel;
    if (other.family() != kernel.family() || other.number("coef0") != kernel.number("coef0") ||
        !(other.number("degree") < kernel.number("degree")))
      continue;
    if (!found || found->number("degree") < other.number("degree")) found = other;
  }
  return found;
}

double size_along(Along along, const RunGroup& group) {
  switch (along) {
    case Along::D:
      return static_cast<double>(group.D);
    case Along::columns:
      return static_cast<double>(group.dataset.d);
    case Along::degree:
      return group.kernel.number("degree").value_or(0);
    case Along::nothing:
      break;
  }
  return 0;
}

/// What is to be said of a number made of these runs besides its interval: "4 of 5 runs of TS". May be empty.
std::string remark_on(const RunGroup& group, bool of_times) {
  const std::string method = method_short(group.method_label);
  if (group.runs() < group.expected)
    return fmt::format("{} of {} runs of {}", group.runs(), group.expected, method);
  return of_times && group.method == exact_method
             ? fmt::format("one run of {}, taken to scatter as the other side's", method)
             : "";
}

class RowCases {
 public:
  explicit RowCases(const ClaimRows& rows)
      : rows_(rows),
        number_(rows.claim().number),
        of_times_(rows.is_time(rows.places().quantity)),
        several_D_(rows.has_several_D()) {}

  std::vector<RowCase> all() && {
    if (number_.over_published) factors_.emplace(number_.over_published->first, rows_.tables());
    for (const ResultRow* one : rows_.all()) {
      if (!rows_.is_about(*one) || !is_named(rows_.claim().methods, *one)) continue;
      if (!number_.best_within.empty()) {
        add_beside_best(*one);
        continue;
      }
      if (rows_.claim().others.empty()) add_of(*one, nullptr);
      for (const std::string& label : rows_.claim().others)
        if (const ResultRow* other = find(*one, label)) add_of(*one, other);
    }
    return std::move(cases_);
  }

 private:
  const ResultRow* find(const ResultRow& like, std::string_view label) const {
    return rows_.find(like, label, like.group->kernel, like.group->D);
  }

  /// "Adult, (1+<x,y>)^4, D = 200, TS / RM published"; without the part behind the stroke where `other` is
  /// null.
  std::string name_of(const ResultRow& row, const ResultRow* other) const {
    const RunGroup& one = *row.group;
    std::string name = fmt::format("{}, {}", one.dataset_title(), one.kernel.display());
    if (one.D > 0 && several_D_) name += fmt::format(", D = {}", with_commas(one.D));
    name += ", " + method_short(one.method_label);
    return other == nullptr ? name : name + " / " + method_short(other->group->method_label);
  }

  void add_of(const ResultRow& one, const ResultRow* other) {
    if (number_.beside == Beside::with_constant || number_.beside == Beside::lower_degree) {
      add_beside_kernel(one, other);
    } else if (number_.beside == Beside::fewest_features) {
      add_beside_fewest(one);
    } else if (number_.beside == Beside::least) {
      add_beside_least(one);
    } else if (number_.kind == Kind::nearness) {
      if (const ResultRow* exact = find(one, number_.to)) add(name_of(one, other), {&one, other, exact});
    } else if (number_.kind == Kind::speed_up) {
      add_speed_up(one, *other);
    } else if (other != nullptr) {
      add(name_of(one, other), {&one, other});
    } else {
      add(one.check ? one.check->title : name_of(one, nullptr), {&one});
    }
  }

  void add_speed_up(const ResultRow& one, const ResultRow& other) {
    std::string name = name_of(other, &one);
    if (!number_.over_published) return static_cast<void>(add(std::move(name), {&one, &other}));
    const std::optional<double> factor = factors_->find(*one.group, number_.over_published->second);
    if (!factor) return;
    const double least = least_of(*factor);
    if (RowCase* made = add(fmt::format("{}, over {:g}×", name, least), {&one, &other}))
      made->divisor = least;
  }

  void add_beside_kernel(const ResultRow& one, const ResultRow* other) {
    const Kernel& own = one.group->kernel;
    const std::optional<Kernel> kernel = number_.beside == Beside::with_constant
                                             ? with_constant(rows_.all(), own)
                                             : of_lower_degree(rows_.all(), own);
    if (!kernel) return;
    const auto with_kernel = [&](const ResultRow& row) {
      return rows_.find(one, row.group->method_label, *kernel, one.group->D);
    };
    ResultRowPointers rows = {&one}, beside = {with_kernel(one)};
    if (other != nullptr) {
      rows.push_back(other);
      beside.push_back(with_kernel(*other));
    }
    if (std::ranges::find(beside, nullptr) != beside.end()) return;
    rows.insert(rows.end(), beside.begin(), beside.end());
    const char* relation = number_.kind == Kind::ratio ? ", over that on " : ", less that on ";
    add(name_of(one, other) + relation + kernel->display(), std::move(rows));
  }

  void add_beside_fewest(const ResultRow& one) {
    Index fewest = one.group->D, most = one.group->D;
    for (const ResultRow* row : rows_.all())
      if (row->group->dataset == one.group->dataset && row->group->method_label == one.group->method_label) {
        fewest = std::min(fewest, row->group->D);
        most = std::max(most, row->group->D);
      }
    const ResultRow* first = rows_.find(one, one.group->method_label, one.group->kernel, fewest);
    if (one.group->D == most && fewest < most && first != nullptr)
      add(fmt::format("{}, from D = {}", name_of(one, nullptr), with_commas(fewest)), {&one, first});
  }

  /// Beside the row of the same data that has the least of something, such as columns, and otherwise the
  /// same.
  void add_beside_least(const ResultRow& one) {
    const auto size = [&](const ResultRow& row) { return size_along(number_.along, *row.group); };
    const ResultRow* least = &one;
    for (const ResultRow* row : rows_.all()) {
      const auto same = [&](Along along) {
        return along == number_.along || size_along(along, *row->group) == size_along(along, *one.group);
      };
      if (row->group->dataset.name == one.group->dataset.name &&
          row->group->method_label == one.group->method_label && same(Along::columns) && same(Along::D) &&
          same(Along::degree) && size(*row) < size(*least))
        least = row;
    }
    if (least == &one) return;
    const char* letter = number_.along == Along::D ? "D" : number_.along == Along::columns ? "d" : "p";
    if (RowCase* made = add(fmt::format("{}, d = {}, beside {} = {}", name_of(one, nullptr),
                                        with_commas(one.group->dataset.d), letter,
                                        with_commas(static_cast<Index>(size(*least)))),
                            {&one, least}))
      made->divisor = std::log(size(one) / size(*least));
  }

  /// Of the others of any D on the same data and kernel that cost no more the one with the least number.
  void add_beside_best(const ResultRow& one) {
    const std::size_t cost = *rows_.places().best_within, quantity = rows_.places().quantity;
    const auto number = [](const ResultRow& row, std::size_t place) { return row.values[place].number.mean; };
    const ResultRow* best = nullptr;
    bool lacks_some = false;
    for (const ResultRow* row : rows_.all()) {
      const RunGroup& group = *row->group;
      if (!is_named(rows_.claim().others, *row) || group.dataset != one.group->dataset ||
          group.kernel != one.group->kernel || !rows_.same_own_kernel(*row, one))
        continue;
      lacks_some = lacks_some || (group.done.empty() && group.status != Status::skipped);
      if (group.done.empty() || number(*row, cost) > number(one, cost)) continue;
      if (best == nullptr || number(*row, quantity) < number(*best, quantity)) best = row;
    }
    if (one.group->done.empty()) best = nullptr;
    RowCase* made =
        best == nullptr ? add(name_of(one, nullptr), {&one}) : add(name_of(one, best), {&one, best});
    if (made == nullptr || made->rows.empty()) return;
    if (rows_.is_time(cost) && made->subject.unmet.empty())
      made->subject.unmet = unmet_by_processors(provenance_of(made->rows).processors());
    if (best != nullptr && !lacks_some) return;
    made->rows.clear();
    made->subject.remark = lacks_some ? "not all of the others have been run"
                                      : "none of the others that was run costs as little";
    made->subject.skipped = !lacks_some;
  }

  static Provenance provenance_of(const ResultRowPointers& rows) {
    RunGroupPointers groups;
    for (const ResultRow* row : rows) groups.push_back(row->group);
    return Provenance(groups);
  }

  /// A case of these rows; it is not measured where one of them has no runs, nor where it is about times of
  /// more than one processor. A data set that was skipped is one case, whatever is asked of it: null for
  /// another one of it.
  RowCase* add(std::string name, ResultRowPointers rows) {
    RowCase made{.subject = {.name = std::move(name)}};
    ClaimSubject& subject = made.subject;
    const auto without_runs =
        std::ranges::find_if(rows, [&](const ResultRow* row) { return !has_runs(*row->group, subject); });
    if (without_runs == rows.end()) {
      subject.unmet = unmet_by(rows);
      if (of_times_) require_one_processor(subject, provenance_of(rows));
      if (rows.front()->check) apply(*rows.front()->check, subject);
      if (subject.remark.empty() || (rows.front()->check && !subject.skipped)) made.rows = std::move(rows);
    } else if (subject.skipped) {
      subject.name = (*without_runs)->group->dataset_title();
      const auto known = [&](const RowCase& one) { return one.subject.name == subject.name; };
      if (std::ranges::any_of(cases_, known)) return nullptr;
    }
    return &cases_.emplace_back(std::move(made));
  }

  void apply(const RowCheck& check, ClaimSubject& subject) const {
    subject.skipped = check.skipped;
    // Whether the statement's own bound is broken says nothing of another limit.
    const bool of_its_bound =
        number_.quantity == "bound_share" && rows_.claim().claimed.sense == ClaimedNumber::Sense::at_most;
    subject.refutable = check.refutable || !of_its_bound;
    subject.confirmable = check.confirmable || !of_its_bound;
    if (subject.unmet.empty() && !rows_.claim().hypothesis.empty()) subject.unmet = check.unmet;
    if (subject.unmet.empty()) subject.unmet = check.says_little;
    subject.remark = check.remark;
  }

  std::string unmet_by(const ResultRowPointers& rows) const {
    bool simulated = false, reduced = false;
    for (const ResultRow* row : rows) {
      reduced = reduced || row->group->dataset.is_reduced();
      for (const Record& record : row->group->done) simulated = simulated || !same_as_paper(record);
    }
    std::string unmet = unmet_by_data(rows_.claim(), rows_.quick(), simulated, reduced);
    return unmet.empty() ? unmet_by_parameters(rows_.claim(), map_parameters_of(*rows.front()->group))
                         : unmet;
  }

  const ClaimRows& rows_;
  const ClaimNumber& number_;
  const bool of_times_, several_D_;
  std::optional<PublishedFactors> factors_ = {};
  std::vector<RowCase> cases_ = {};
};

/// A sample of rows that a claim is looked at on.
struct SampledRows {
  std::string key, title, reason;
  Index columns = 0;
  bool skipped = true;  ///< all of its runs were
};

std::vector<SampledRows> samples_of(const std::vector<ClaimCurve>& curves) {
  std::vector<SampledRows> samples;
  for (const ClaimCurve& curve : curves) {
    auto found = std::ranges::find(samples, curve.sample, &SampledRows::key);
    if (found == samples.end())
      found =
          samples.insert(samples.end(), SampledRows{.key = curve.sample, .title = curve.title, .reason = {}});
    if (found->columns == 0) found->columns = curve.columns;
    if (found->reason.empty()) found->reason = curve.reason;
    found->skipped = found->skipped && curve.skipped == curve.asked;
  }
  std::ranges::stable_sort(samples, {}, [](const SampledRows& sample) {
    return sample.columns == 0 ? std::numeric_limits<Index>::max() : sample.columns;
  });
  return samples;
}

const ClaimCurve* find(const std::vector<ClaimCurve>& curves, const std::string& sample,
                       const std::string& method) {
  const auto found = std::ranges::find_if(
      curves, [&](const ClaimCurve& curve) { return curve.sample == sample && curve.method == method; });
  return found == curves.end() ? nullptr : &*found;
}

/// Without points there is nothing to measure; `all`: nor without any that can be had. The subject then says
/// why.
bool has_points(const ClaimCurve& curve, bool all, ClaimSubject& subject) {
  const bool lacks_some = static_cast<int>(curve.points.size()) + curve.skipped < curve.asked;
  if (!curve.points.empty() && !(all && lacks_some)) return true;
  subject.remark = curve.reason;
  subject.skipped = curve.skipped == curve.asked;
  return false;
}

}  // namespace

std::string unmet_by_data(const PublishedClaim& claim, bool quick, bool simulated, bool reduced) {
  const DecidingData deciding = claim.data;
  if (std::string unmet = unmet_by_runs(quick, simulated && deciding != DecidingData::any); !unmet.empty())
    return unmet;
  return reduced && deciding == DecidingData::whole ? "fewer rows than the paper's" : "";
}

std::string unmet_by_parameters(const PublishedClaim& claim, const ParameterValues& parameters) {
  for (const auto& [name, asked] : claim.parameters) {
    if (!parameters.contains(name)) return fmt::format("{} is not a parameter of the map", name);
    const ParameterValue& value = parameters.at(name);
    if (const std::string found = value.text() != nullptr ? *value.text() : value.json(); found != asked)
      return fmt::format("{} is {}, not {}", name, found, asked);
  }
  return "";
}

std::vector<RowCase> row_cases(const ClaimRows& rows) {
  std::vector<RowCase> cases = RowCases(rows).all();
  const bool of_times = rows.is_time(rows.places().quantity);
  for (RowCase& one : cases)
    for (const ResultRow* row : one.rows) {
      one.subject.looks = std::max(one.subject.looks, rows.looks_at(*row));
      if (const std::string remark = remark_on(*row->group, of_times); !remark.empty())
        one.remarks.push_back(remark);
    }
  return cases;
}

std::vector<CurveCase> curve_cases(const ClaimRows& rows, const std::vector<ClaimCurve>& curves) {
  const PublishedClaim& claim = rows.claim();
  const bool all = rows.is_time(rows.places().quantity);  // the growth of times is that of the whole curve
  std::vector<CurveCase> cases;
  for (const SampledRows& sample : samples_of(curves)) {
    if (sample.skipped) {
      cases.push_back({.subject = {.name = sample.title, .remark = sample.reason, .skipped = true}});
      continue;
    }
    for (const std::string& method : claim.methods) {
      const ClaimCurve* one = find(curves, sample.key, method);
      if (one == nullptr) continue;
      const std::string name = fmt::format("{}, {}", sample.title, method_short(method));
      if (claim.others.empty()) {
        CurveCase& made = cases.emplace_back(CurveCase{.subject = {.name = name}});
        if (has_points(*one, all, made.subject)) made.one = one;
      }
      for (const std::string& label : claim.others) {
        const ClaimCurve* other = find(curves, sample.key, label);
        if (other == nullptr) continue;
        CurveCase& made = cases.emplace_back(
            CurveCase{.subject = {.name = fmt::format("{} / {}", name, method_short(label))}});
        if (!has_points(*one, all, made.subject) || !has_points(*other, all, made.subject)) continue;
        made.one = one;
        made.other = other;
      }
    }
  }
  return cases;
}

}  // namespace sketchbench
