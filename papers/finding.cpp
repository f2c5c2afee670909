#include "papers/finding.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/report/claims/claims_report.hpp>

namespace sketchbench {
namespace {

/// The end of a range, "0.39" of "0.21 to 0.39".
std::string most_of(const std::string& range) {
  constexpr std::string_view between = " to ";
  const std::size_t at = range.find(between);
  return at == std::string::npos ? range : range.substr(at + between.size());
}

std::string text_of(std::string_view form, const MeasuredClaim& claim) {
  if (form.empty()) return measured_range(claim);
  if (form == "most") return most_of(measured_range(claim));
  if (form == "cases") {
    const CaseCounts counts = claim.cases();
    return fmt::format("{} of {}", counts.hold, counts.measured);
  }
  fail_unknown("form of a number", form, {"most", "cases"});
}

}  // namespace

std::string finding(const Paper& paper, std::span<const MeasuredClaim> claims) {
  if (claims.empty()) return "";
  std::string text;
  std::string_view left = paper.finding;
  while (!left.empty()) {
    const std::size_t begin = left.find('{');
    text += left.substr(0, begin);
    if (begin == std::string_view::npos) break;
    const std::size_t end = left.find('}', begin);
    if (end == std::string_view::npos)
      throw InputError(
          fmt::format("papers/papers.json: the finding of {} has a {{ without its }}", paper.name));
    const std::string_view mark = left.substr(begin + 1, end - begin - 1);
    const std::size_t colon = mark.find(':');
    const bool has_form = colon != std::string_view::npos;
    const auto claim = std::ranges::find(claims, has_form ? mark.substr(colon + 1) : mark,
                                         [](const MeasuredClaim& one) { return one.claim.id; });
    if (claim == claims.end() || claim->quick || claim->verdict() != claim->claim.verdict) return "";
    text += text_of(has_form ? mark.substr(0, colon) : "", *claim);
    left.remove_prefix(end + 1);
  }
  return text;
}

}  // namespace sketchbench
