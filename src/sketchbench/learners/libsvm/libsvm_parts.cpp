#include <sketchbench/learners/libsvm/libsvm_parts.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <climits>
#include <numeric>
#include <utility>

namespace sketchbench {
namespace {

bool has_no_labels(const svm_parameter& parameters) {
  return parameters.svm_type == EPSILON_SVR || parameters.svm_type == ONE_CLASS;
}

/// What a machine that was not trained here points to.
struct RestoredSvm {
  explicit RestoredSvm(const Rows& support) : rows(support) {}

  NodeLists<svm_node> rows;
  std::vector<double> coefficients, rho;
  std::vector<double*> coefficients_of;  ///< against each of the other classes
  std::vector<int> numbers, labels, counts;
  svm_model machine{};
};

CsrMatrix support_vectors(const svm_model& machine, Index columns) {
  CsrMatrix rows;
  rows.d = columns;
  for (int s = 0; s < machine.l; ++s) {
    for (const svm_node* node = machine.SV[s]; node->index > 0; ++node)
      rows.push(node->index - 1, static_cast<float>(node->value));  // it was a float
    rows.end_row();
  }
  return rows;
}

std::vector<int> ints(const std::vector<std::int64_t>& values) { return {values.begin(), values.end()}; }

}  // namespace

SvmMachine machine_of(LibsvmRun run) {
  const auto kept = std::make_shared<LibsvmRun>(std::move(run));
  return {kept, kept->model.get()};
}

ModelParts parts_of(const svm_model& machine, Index columns) {
  ModelParts parts;
  const int others = machine.nr_class - 1, pairs = machine.nr_class * others / 2;
  parts.whole["support_rows"].assign(machine.sv_indices, machine.sv_indices + machine.l);
  if (!has_no_labels(machine.param)) {
    parts.whole["labels"].assign(machine.label, machine.label + machine.nr_class);
    parts.whole["support_counts"].assign(machine.nSV, machine.nSV + machine.nr_class);
  }
  auto& coefficients = parts.real["coefficients"];
  for (int k = 0; k < others; ++k)
    coefficients.insert(coefficients.end(), machine.sv_coef[k], machine.sv_coef[k] + machine.l);
  parts.real["rho"].assign(machine.rho, machine.rho + pairs);
  parts.rows.emplace(support_vectors(machine, columns));
  return parts;
}

SvmMachine machine_of(const ModelParts& parts, const svm_parameter& parameters, Index columns) {
  const PartsReader reader(parts);
  const Rows support = reader.rows(columns);
  if (support.size() > INT_MAX) PartsReader::fail("rows", "has more rows than the library can count");
  const auto kept = std::make_shared<RestoredSvm>(support);
  const auto l = static_cast<std::size_t>(support.size());
  std::size_t classes = 2;
  if (!has_no_labels(parameters)) {
    kept->labels = reader.labels();
    classes = kept->labels.size();
    kept->counts = ints(reader.whole("support_counts", 0, support.size()));
    if (kept->counts.size() != classes)
      PartsReader::fail("support_counts",
                        fmt::format("has {} values, expected {}", kept->counts.size(), classes));
    const auto all = std::accumulate(kept->counts.begin(), kept->counts.end(), std::int64_t{0});
    if (all != support.size())
      PartsReader::fail("support_counts", fmt::format("tells of {} rows, expected {}", all, support.size()));
  }
  kept->numbers = ints(reader.whole("support_rows", 1, INT_MAX));
  if (kept->numbers.size() != l)
    PartsReader::fail("support_rows", fmt::format("has {} values, expected {}", kept->numbers.size(), l));
  kept->coefficients = reader.real("coefficients", (classes - 1) * l);
  kept->rho = reader.real("rho", classes * (classes - 1) / 2);
  for (std::size_t k = 0; k + 1 < classes; ++k)
    kept->coefficients_of.push_back(kept->coefficients.data() + k * l);

  svm_model& machine = kept->machine;
  machine.param = parameters;
  machine.nr_class = static_cast<int>(classes);
  machine.l = static_cast<int>(l);
  machine.SV = kept->rows.lists();
  machine.sv_coef = kept->coefficients_of.data();
  machine.rho = kept->rho.data();
  machine.sv_indices = kept->numbers.data();
  machine.label = kept->labels.data();
  machine.nSV = kept->counts.data();
  return {kept, &machine};
}

}  // namespace sketchbench
