#include "papers/kdd13/forms.hpp"

#include "papers/kdd13/tables.hpp"

namespace sketchbench::kdd13 {
namespace {

std::vector<Table> table1(const Results& results, const Explanations& explanations) {
  std::vector<Table> tables = accuracy_tables(results, explanations);
  if (results.config.times)
    if (auto table = speed_up_table(results)) tables.push_back(std::move(*table));
  if (auto table = sampling_measure_table(results)) tables.push_back(std::move(*table));
  return tables;
}

std::vector<Table> table3(const Results& results, const Explanations& explanations) {
  return {heuristic_table(results, explanations)};
}

}  // namespace

std::vector<PaperForm> forms() { return {{"kdd13", "table1", table1}, {"kdd13", "table3", table3}}; }

}  // namespace sketchbench::kdd13
