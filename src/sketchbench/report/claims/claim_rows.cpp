#include <sketchbench/report/claims/claim_rows.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include <sketchbench/core/error.hpp>
#include <sketchbench/harness/cell/experiment.hpp>
#include <sketchbench/report/claims/claim_names.hpp>
#include <sketchbench/report/claims/claim_subjects.hpp>

namespace sketchbench {
namespace {

using Names = std::vector<std::string>;

Names keys_of(const std::vector<QuantityInfo>& quantities) {
  Names keys;
  for (const QuantityInfo& quantity : quantities)
    if (!quantity.key.empty()) keys.push_back(quantity.key);
  std::ranges::sort(keys);
  return keys;
}

/// Places of quantities, or messages about those that there are not.
class PlaceFinder {
 public:
  PlaceFinder(const std::filesystem::path& file, const PublishedClaim& claim, const ResultTable& table)
      : file_(file), claim_(claim), table_(table) {}

  std::size_t place(const std::string& json_key, const std::string& key) const {
    require_name(file_, claim_, json_key, "quantity", key, keys_of(table_.quantities));
    const auto found = std::ranges::find(table_.quantities, key, &QuantityInfo::key);
    return static_cast<std::size_t>(found - table_.quantities.begin());
  }
  std::optional<std::size_t> place_if_given(const std::string& json_key, const std::string& key) const {
    return key.empty() ? std::nullopt : std::optional(place(json_key, key));
  }
  void require_words(const std::string& key, const std::string& words) const {
    const auto& known = std::ranges::find(table_.quantities, key, &QuantityInfo::key)->words;
    if (!known.empty()) require_name(file_, claim_, "where." + key, key, words, known);
  }

 private:
  const std::filesystem::path& file_;
  const PublishedClaim& claim_;
  const ResultTable& table_;
};

template <class Value>
bool names(const std::vector<Value>& list, const Value& value) {
  return list.empty() || std::ranges::find(list, value) != list.end();
}

/// One that a configuration named before has run stands for that of a later one.
bool stands_for(const ResultRow& earlier, const ResultRow& row) {
  const RunGroup &one = *earlier.group, &other = *row.group;
  return !one.done.empty() && one.dataset == other.dataset && one.kernel == other.kernel &&
         one.method_label == other.method_label && one.D == other.D;
}

}  // namespace

ClaimRows::ClaimRows(const std::filesystem::path& file, const PublishedClaim& claim,
                     const std::vector<const ResultTable*>& tables)
    : claim_(&claim), tables_(tables) {
  for (const ResultTable* table : tables) {
    if (table->config->experiment != tables.front()->config->experiment)
      throw InputError(
          fmt::format("{}: the claim {}: \"measured_by\": {} is of the experiment \"{}\", {} of \"{}\"; "
                      "expected one",
                      file.string(), claim.id, tables.front()->config->name,
                      tables.front()->config->experiment, table->config->name, table->config->experiment));
    quick_ = quick_ || table->config->quick;
    const auto earlier = static_cast<std::ptrdiff_t>(rows_.size());
    for (const ResultRow& row : table->rows)
      if (std::none_of(rows_.begin(), rows_.begin() + earlier, [&](const ResultRow* other) {
            return stands_for(*other, row) && same_own_kernel(*other, row);
          }))
        rows_.push_back(&row);
  }
  const PlaceFinder finder(file, claim, *tables.front());
  const ClaimNumber& number = claim.number;
  places_ = {.quantity = finder.place("number", number.quantity),
             .of = finder.place_if_given("number.of", number.of),
             .cost = finder.place_if_given("number.cost", number.cost),
             .best_within = finder.place_if_given("number.best_within", number.best_within),
             .less = finder.place_if_given("number.less", number.less),
             .by = finder.place_if_given("number.by", number.by),
             .vacuous_above = finder.place_if_given("number.vacuous_above", number.vacuous_above)};
  if (number.drift > 0 && !is_time(places_.quantity))
    throw InputError(fmt::format("{}: the claim {}: \"number.drift\" is for times, \"{}\" is none",
                                 file.string(), claim.id, number.quantity));
  for (const auto& [key, words] : claim.where) {
    const std::size_t place = finder.place("where", key);
    finder.require_words(key, words);
    if (std::ranges::any_of(rows_, [&](const ResultRow* row) { return row->values[place].number.n > 0; }))
      throw InputError(
          fmt::format("{}: the claim {}: \"where\": \"{}\" is a number, expected a quantity of words",
                      file.string(), claim.id, key));
    where_.emplace_back(place, words);
  }
}

bool ClaimRows::has_several_kernels() const {
  return std::ranges::any_of(
      rows_, [&](const ResultRow* row) { return row->group->kernel != rows_.front()->group->kernel; });
}

bool ClaimRows::has_several_D() const {
  std::set<Index> all;
  for (const ResultRow* row : rows_)
    if (row->group->D > 0) all.insert(row->group->D);
  return all.size() > 1;
}

bool ClaimRows::is_about(const ResultRow& row) const {
  const RunGroup& group = *row.group;
  // A row without runs may not have the words that it would say.
  const auto says = [&](const auto& one) {
    const std::string& words = row.values[one.first].words;
    return words == one.second || (words.empty() && group.done.empty());
  };
  return names(claim_->datasets, group.dataset.name) && names(claim_->kernels, group.kernel) &&
         (group.method == exact_method || names(claim_->D, group.D)) && std::ranges::all_of(where_, says);
}

bool ClaimRows::same_own_kernel(const ResultRow& a, const ResultRow& b) const {
  const Experiment& experiment = find_experiment(tables_.front()->config->experiment);
  return own_kernel_of(*a.group, experiment) == own_kernel_of(*b.group, experiment);
}

int ClaimRows::looks_at(const ResultRow& row) const {
  int looks = claim_->looks;
  for (const ResultTable* table : tables_) {
    const auto is_row = [&](const ResultRow& one) { return &one == &row; };
    if (std::ranges::any_of(table->rows, is_row)) break;
    --looks;
  }
  return std::max(1, looks);
}

const ResultRow* ClaimRows::find(const ResultRow& like, std::string_view label, const Kernel& kernel,
                                 Index D) const {
  const auto found = std::ranges::find_if(rows_, [&](const ResultRow* row) {
    const RunGroup& group = *row->group;
    return group.dataset == like.group->dataset && group.kernel == kernel && same_own_kernel(*row, like) &&
           group.method_label == label && (group.method == exact_method || group.D == D);
  });
  return found == rows_.end() ? nullptr : *found;
}

}  // namespace sketchbench
