#include "papers/kdd13/claims/cases.hpp"

#include <fmt/format.h>

#include <sketchbench/core/text.hpp>
#include <sketchbench/report/record_fields.hpp>
#include <sketchbench/report/words.hpp>

namespace sketchbench::kdd13 {

std::string case_name(const RunGroup& one, const RunGroup* other) {
  std::string name = fmt::format("{}, {}", one.dataset_title(), one.kernel.display());
  if (one.D > 0) name += fmt::format(", D = {}", with_commas(one.D));
  name += ", " + method_short(one.method_label);
  return other == nullptr ? name : name + " / " + method_short(other->method_label);
}

std::string unmet_by(const std::vector<const RunGroup*>& groups, bool quick, Deciding deciding,
                     bool of_times) {
  bool simulated = false, reduced = false;
  for (const RunGroup* group : groups) {
    reduced = reduced || group->dataset.is_reduced();
    for (const Record& record : group->done) simulated = simulated || !same_as_paper(record);
  }
  const bool on_the_papers = deciding == Deciding::on_the_papers_data;
  if (std::string unmet = unmet_by_runs(quick, simulated && on_the_papers); !unmet.empty()) return unmet;
  if (reduced && on_the_papers) return "fewer rows than the paper's";
  return of_times ? unmet_by_processors(Provenance(groups).processors()) : "";
}

std::string remark_on(const RunGroup& group, bool of_times) {
  const std::string method = method_short(group.method_label);
  if (group.runs() < group.expected)
    return fmt::format("{} of {} runs of {}", group.runs(), group.expected, method);
  return of_times && group.method == exact_method
             ? fmt::format("one run of {}, taken to scatter as the other side's", method)
             : "";
}

std::optional<Kernel> with_constant(const std::vector<Kernel>& kernels, const Kernel& kernel) {
  const auto* homogeneous = kernel.as<PolynomialKernel>();
  if (homogeneous == nullptr || homogeneous->coef0 != 0) return std::nullopt;
  for (const Kernel& other : kernels)
    if (const auto* same = other.as<PolynomialKernel>();
        same != nullptr && same->degree == homogeneous->degree && same->coef0 > 0)
      return other;
  return std::nullopt;
}

std::optional<Kernel> of_lower_degree(const std::vector<Kernel>& kernels, const Kernel& kernel) {
  const auto* upper = kernel.as<PolynomialKernel>();
  std::optional<Kernel> found;
  for (const Kernel& other : kernels) {
    const auto* lower = other.as<PolynomialKernel>();
    if (upper == nullptr || lower == nullptr || lower->coef0 != upper->coef0 ||
        lower->degree >= upper->degree)
      continue;
    if (!found || found->as<PolynomialKernel>()->degree < lower->degree) found = other;
  }
  return found;
}

int degree_of(const Kernel& kernel) {
  const auto* polynomial = kernel.as<PolynomialKernel>();
  return polynomial == nullptr ? 0 : polynomial->degree;
}

}  // namespace sketchbench::kdd13
