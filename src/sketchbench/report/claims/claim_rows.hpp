#pragma once
#include <cstddef>
#include <filesystem>
#include <optional>
#include <string_view>
#include <vector>

#include <sketchbench/report/claims/published_claim.hpp>
#include <sketchbench/report/results/result_table.hpp>

namespace sketchbench {

using ResultRowPointers = std::vector<const ResultRow*>;

/// The rows of all configurations of a claim, with the places of the quantities that its number is made of.
/// Refers to the claim and to the tables.
class ClaimRows {
 public:
  /// InputError, with the nearest name, where the tables, which have to be of one experiment, do not have a
  /// quantity or words that the claim asks for. `file`: of the claim, for the message.
  ClaimRows(const std::filesystem::path& file, const PublishedClaim& claim,
            const std::vector<const ResultTable*>& tables);

  const PublishedClaim& claim() const { return *claim_; }
  const std::vector<const ResultTable*>& tables() const { return tables_; }
  /// Those of all tables, in the configurations' order.
  const ResultRowPointers& all() const { return rows_; }
  bool quick() const { return quick_; }
  bool has_several_kernels() const;
  bool has_several_D() const;

  /// Whether the claim is about the row's data set, kernel, D and words; its method is another question.
  bool is_about(const ResultRow& row) const;
  /// The row with the same question for another method, kernel or D; null where nobody asks it. `label` is a
  /// method's.
  const ResultRow* find(const ResultRow& like, std::string_view label, const Kernel& kernel, Index D) const;

  /// Whether the errors of two rows of one configuration's kernel are against one kernel.
  bool same_own_kernel(const ResultRow& a, const ResultRow& b) const;

  /// PublishedClaim::looks of a row of these tables.
  int looks_at(const ResultRow& row) const;

  struct Places {
    std::size_t quantity = 0;
    std::optional<std::size_t> of, cost, best_within, less, by, vacuous_above;
  };
  const Places& places() const { return places_; }
  const QuantityInfo& info(std::size_t place) const { return tables_.front()->quantities.at(place); }
  /// Times have no ratio and no exponent between processors.
  bool is_time(std::size_t place) const { return info(place).form == Form::seconds; }

 private:
  const PublishedClaim* claim_;
  std::vector<const ResultTable*> tables_;
  ResultRowPointers rows_;
  bool quick_ = false;
  Places places_ = {};
  std::vector<std::pair<std::size_t, std::string>> where_;
};

}  // namespace sketchbench
