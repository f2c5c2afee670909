#include "experiments/kernel_pca/equal_costs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include <sketchbench/core/text.hpp>
#include <sketchbench/report/figure/parameter_series.hpp>
#include <sketchbench/report/partition.hpp>
#include <sketchbench/report/provenance/provenance.hpp>
#include <sketchbench/report/table_cells.hpp>
#include <sketchbench/report/words.hpp>

namespace sketchbench {
namespace {

// The families by what their kinds are called.
bool samples_the_matrix(const KernelPcaRow& row) { return row.method.starts_with("kernel_pca_"); }
bool is_nystrom(const KernelPcaRow& row) { return row.method.find("nystrom") != std::string::npos; }

bool of_same_matrix(const KernelPcaRow& a, const KernelPcaRow& b) {
  return a.dataset == b.dataset && a.kernel == b.kernel;
}

bool in_no_more_time(const KernelPcaRow& row, const KernelPcaRow& than) {
  return row.seconds.mean <= than.seconds.mean;
}
bool in_no_more_memory(const KernelPcaRow& row, const KernelPcaRow& than) {
  return row.pca->working_bytes <= than.pca->working_bytes;
}

const KernelPcaRow* best_nystrom(const std::vector<KernelPcaRow>& rows, const KernelPcaRow& sampled,
                                 bool (*costs_no_more)(const KernelPcaRow&, const KernelPcaRow&)) {
  const KernelPcaRow* best = nullptr;
  for (const KernelPcaRow& row : rows) {
    if (!row.pca || !is_nystrom(row) || !of_same_matrix(row, sampled) || !costs_no_more(row, sampled))
      continue;
    if (best == nullptr || row.subspace_error.mean < best->subspace_error.mean) best = &row;
  }
  return best;
}

/// "KPCA sparsified, s = 10".
std::string map_name(const KernelPcaRow& row) {
  constexpr const char* share = "s";
  std::string name = method_short(label_without(row.method_label, share));
  if (const auto s = map_parameter_of(row, share)) name += ", " + parameter_text(share, *s);
  return name;
}

constexpr std::string_view of_time = "time", of_memory = "memory";

/// Which map takes no more time is not told across processors.
bool is_comparable(const KernelPcaRow& sampled, const KernelPcaRow& nystrom, std::string_view cost) {
  return cost != of_time || of_one_processor({&sampled, &nystrom});
}

std::string compared_with(const KernelPcaRow& sampled, const KernelPcaRow* nystrom, std::string_view cost) {
  if (nystrom == nullptr) return fmt::format("in no more {} no Nyström map was run", cost);
  if (!is_comparable(sampled, *nystrom, cost))
    return fmt::format("in no more {} nothing is told: the {} is of more than one processor", cost, cost);
  const Nearer which = nearer(sampled, *nystrom);
  return fmt::format("in no more {} {} with D = {} has {}, {}", cost, method_short(nystrom->method_label),
                     with_commas(nystrom->D), significant_text(nystrom->subspace_error),
                     which == Nearer::first    ? "and sampling is nearer"
                     : which == Nearer::second ? "and is nearer"
                                               : "which does not differ significantly");
}

std::string line_about(const EqualCosts& costs) {
  const KernelPcaRow& row = *costs.sampled;
  return fmt::format("{}, D = {} ({}, {}): subspace error {}; {}; {}.", map_name(row), with_commas(row.D),
                     time_text(row.seconds.mean), readable_bytes(row.pca->working_bytes),
                     significant_text(row.subspace_error), compared_with(row, costs.in_time, of_time),
                     compared_with(row, costs.in_memory, of_memory));
}

/// "in no more time sampling is nearer in 2 of 5 cases, a Nyström map in 3".
std::string counted(const std::vector<EqualCosts>& all, const KernelPcaRow* EqualCosts::*other,
                    std::string_view cost) {
  std::ptrdiff_t cases = 0, sampling = 0, nystrom = 0;
  for (const EqualCosts& costs : all) {
    if (costs.*other == nullptr || !is_comparable(*costs.sampled, *(costs.*other), cost)) continue;
    ++cases;
    const Nearer which = nearer(*costs.sampled, *(costs.*other));
    sampling += which == Nearer::first ? 1 : 0;
    nystrom += which == Nearer::second ? 1 : 0;
  }
  if (cases == 0) return fmt::format("in no more {} no Nyström map can be set beside it", cost);
  return fmt::format("in no more {} sampling is nearer in {} of {}, a Nyström map in {}", cost, sampling,
                     plural(cases, "case"), nystrom);
}

}  // namespace

Nearer nearer(const KernelPcaRow& first, const KernelPcaRow& second) {
  const Sample &a = first.subspace_error, &b = second.subspace_error;
  const double told_apart = std::max({standard_errors_apart * combined_standard_error(a, b),
                                      first.pca->uncertainty, second.pca->uncertainty});
  if (std::abs(a.mean - b.mean) <= told_apart) return Nearer::undecided;
  return a.mean < b.mean ? Nearer::first : Nearer::second;
}

std::vector<EqualCosts> equal_costs(const std::vector<KernelPcaRow>& rows) {
  std::vector<EqualCosts> all;
  for (const KernelPcaRow& row : rows)
    if (row.pca && samples_the_matrix(row))
      all.push_back({.sampled = &row,
                     .in_time = best_nystrom(rows, row, in_no_more_time),
                     .in_memory = best_nystrom(rows, row, in_no_more_memory)});
  return all;
}

std::vector<std::string> lines_about_equal_costs(const std::vector<KernelPcaRow>& rows) {
  std::vector<std::string> lines;
  for (const std::vector<EqualCosts>&of_matrix : partitioned(
           equal_costs(rows),
           [](const EqualCosts& a, const EqualCosts& b) { return of_same_matrix(*a.sampled, *b.sampled); })) {
    const KernelPcaRow& any = *of_matrix.front().sampled;
    const std::string title = fmt::format("{}, {}", any.dataset_title(), any.kernel.display());
    lines.push_back(fmt::format("{}: {}; {}.", title, counted(of_matrix, &EqualCosts::in_time, of_time),
                                counted(of_matrix, &EqualCosts::in_memory, of_memory)));
    for (const EqualCosts& costs : of_matrix)
      lines.push_back(fmt::format("{}, {}", title, line_about(costs)));
  }
  return lines;
}

}  // namespace sketchbench
