#include "papers/ijcai15/claim_cases.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include <sketchbench/core/text.hpp>
#include <sketchbench/report/claims/claim_subjects.hpp>
#include <sketchbench/report/words.hpp>

namespace sketchbench::ijcai15 {
namespace {

/// A sample of rows that a claim is looked at on.
struct SampledRows {
  std::string key, title, reason;
  Index columns = 0;
  bool skipped = true;  ///< all of its runs were
};

std::vector<SampledRows> samples_of(const PublishedClaim& claim, const std::vector<ErrorCurve>& curves) {
  std::vector<SampledRows> samples;
  for (const ErrorCurve& curve : curves) {
    if (!is_about(claim, curve.dataset)) continue;
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

const ErrorCurve* find(const std::vector<ErrorCurve>& curves, const std::string& sample,
                       const std::string& method) {
  const auto found = std::ranges::find_if(
      curves, [&](const ErrorCurve& curve) { return curve.sample == sample && curve.method == method; });
  return found == curves.end() ? nullptr : &*found;
}

/// Without points there is nothing to measure; the subject then says why.
bool has_points(const ErrorCurve* curve, ClaimSubject& subject) {
  if (curve != nullptr && !curve->points.empty()) return true;
  subject.remark = curve == nullptr ? "not run yet" : curve->reason;
  subject.skipped = curve != nullptr && curve->skipped == curve->asked;
  return false;
}

std::string unmet_by_curve(const PublishedClaim& claim, const ErrorCurve& curve) {
  if (const std::string unmet = unmet_by_runs(curve.quick, curve.simulated); !unmet.empty()) return unmet;
  const auto text_of = [&](const std::string& name) -> std::string {
    if (!curve.parameters.is_object() || !curve.parameters.contains(name))
      return "not a parameter of the map";
    const Json& value = curve.parameters.at(name);
    return value.is_string() ? value.get<std::string>() : value.dump();
  };
  for (const auto& [name, value] : claim.parameters) {
    if (const std::string found = text_of(name); found != value)
      return fmt::format("{} is {}, not {}", name, found, value);
    const bool has_d = name == "fourier" && curve.parameters.contains("d");
    if (has_d && curve.parameters.at("d") != 0)
      return fmt::format("d is {}, not as fourier says", text_of("d"));
  }
  return "";
}

}  // namespace

ClaimCases cases_of(const PublishedClaim& claim, const std::vector<Config>& configs,
                    const ReportSources& sources, ErrorOf error, bool in_pairs) {
  std::vector<ErrorCurve> first = error_curves({configs.front()}, sources, error);
  const std::vector<SampledRows> samples = samples_of(claim, first);
  ClaimCases all{.curves = configs.size() == 1 ? std::move(first) : error_curves(configs, sources, error),
                 .cases = {}};
  for (const SampledRows& sample : samples) {
    if (sample.skipped) {
      all.cases.push_back(
          ClaimCase{.subject = {.name = sample.title, .remark = sample.reason, .skipped = true}});
      continue;
    }
    for (const std::string& method : claim.methods) {
      const std::string name = fmt::format("{}, {}", sample.title, method_short(method));
      const ErrorCurve* one = find(all.curves, sample.key, method);
      if (!in_pairs) {
        ClaimCase& made = all.cases.emplace_back(ClaimCase{.subject = {.name = name}});
        if (has_points(one, made.subject)) made.one = one;
        continue;
      }
      for (const std::string& method_beside : claim.others) {
        const ErrorCurve* other = find(all.curves, sample.key, method_beside);
        ClaimCase& made = all.cases.emplace_back(
            ClaimCase{.subject = {.name = fmt::format("{} / {}", name, method_short(method_beside))}});
        if (!has_points(one, made.subject) || !has_points(other, made.subject)) continue;
        made.one = one;
        made.other = other;
      }
    }
  }
  return all;
}

std::string unmet_by(const PublishedClaim& claim, const ClaimCase& one, bool of_times) {
  std::string unmet = unmet_by_curve(claim, *one.one);
  if (!unmet.empty() || !of_times || one.other == nullptr) return unmet;
  Provenance times = one.one->times;
  times.add(one.other->times);
  return unmet_by_processors(times.processors());
}

std::string list_of(const std::vector<double>& ls) {
  std::vector<std::string> texts;
  for (const double l : ls) texts.push_back(with_commas(std::llround(l)));
  return fmt::format("{}", fmt::join(texts, ", "));
}

std::vector<ClaimSubject> measured_subjects(
    const std::vector<ClaimCase>& cases, const CaseNumber& number,
    const std::function<void(const OfPoints& found, ClaimSubject& subject)>& add_remarks) {
  std::vector<ClaimSubject> subjects;
  for (const ClaimCase& one : cases) {
    ClaimSubject& subject = subjects.emplace_back(one.subject);
    if (one.one == nullptr) continue;
    const OfPoints found = number(one, shown_confidence);
    subject.measured = found.number;
    if (!found.number)
      add_remark(subject, fmt::format("{} of {} points are not enough", found.points, one.one->asked));
    else if (found.points < one.one->asked)
      add_remark(subject, fmt::format("from {} of {} points", found.points, one.one->asked));
    add_remarks(found, subject);
  }
  add_deciding_intervals(
      subjects, [&](std::size_t i, double confidence) { return number(cases[i], confidence).number; });
  return subjects;
}

}  // namespace sketchbench::ijcai15
