#pragma once
#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <sketchbench/report/claims/claim_subjects.hpp>
#include <sketchbench/report/run_groups.hpp>

namespace sketchbench::kdd13 {

/// "Adult, (1+⟨x,y⟩)⁴, D = 200, TS / RM published"; without the part behind the stroke where `other` is null.
std::string case_name(const RunGroup& one, const RunGroup* other);

/// Which runs decide a claim.
enum class Deciding {
  on_the_papers_data,  ///< not those of simulated, generated or fewer rows
  on_any_data,         ///< of a lemma, or a time that depends on sizes alone
};

/// Why runs decide nothing, as far as that can be seen; empty where they may. `of_times`: times are compared.
std::string unmet_by(const std::vector<const RunGroup*>& groups, bool quick, Deciding deciding,
                     bool of_times);

/// What is to be said of a number made of these runs besides its interval: "4 of 5 runs of TS". May be empty.
std::string remark_on(const RunGroup& group, bool of_times);

/// (1+⟨x,y⟩)ᵖ for ⟨x,y⟩ᵖ, if it is among the kernels; none for a kernel that is not homogeneous.
std::optional<Kernel> with_constant(const std::vector<Kernel>& kernels, const Kernel& kernel);
/// The same kernel with the next lower degree there is.
std::optional<Kernel> of_lower_degree(const std::vector<Kernel>& kernels, const Kernel& kernel);

/// Of a polynomial kernel; 0 of another.
int degree_of(const Kernel& kernel);

/// Which kernel stands beside another, of those that there are: one of the two above.
using KernelBeside = std::optional<Kernel> (*)(const std::vector<Kernel>& kernels, const Kernel& kernel);

/// The cases of a claim, each with the rows that its number is made of. Row is a RunGroup with what an
/// experiment reads of it.
template <class Row>
class ClaimCases {
 public:
  using Rows = std::vector<const Row*>;
  using Number = std::function<std::optional<MeanInterval>(const Rows& rows, double confidence)>;

  /// `rows`: all that the claim's configurations have; they outlive this.
  ClaimCases(PublishedClaim claim, Rows rows, bool quick, Deciding deciding, bool of_times)
      : claim_(std::move(claim)),
        rows_(std::move(rows)),
        quick_(quick),
        deciding_(deciding),
        of_times_(of_times) {}

  std::vector<Kernel> kernels() const {
    std::vector<Kernel> kernels;
    for (const Row* row : rows_) kernels.push_back(row->kernel);
    return kernels;
  }

  /// The row with the same question for another method, kernel or D; null where nobody asks it. `label` is a
  /// method's.
  const Row* find(const RunGroup& like, std::string_view label, const Kernel& kernel, Index D) const {
    const auto found = std::ranges::find_if(rows_, [&](const Row* row) {
      return row->dataset == like.dataset && row->kernel == kernel && row->method_label == label &&
             (row->method == exact_method || row->D == D);
    });
    return found == rows_.end() ? nullptr : *found;
  }

  /// Calls visit(one, other) for each row of the claim's methods that the claim is about, beside each of the
  /// claim's others that is there; other is null where the claim has none.
  template <class Visit>
  void for_each(Visit visit) const {
    for (const Row* one : rows_) {
      if (!is_about(claim_, *one) ||
          std::ranges::find(claim_.methods, one->method_label) == claim_.methods.end())
        continue;
      if (claim_.others.empty()) visit(*one, static_cast<const Row*>(nullptr));
      for (const std::string& label : claim_.others)
        if (const Row* other = find(*one, label, one->kernel, one->D)) visit(*one, other);
    }
  }

  /// A case of these rows; it is not measured where one of them has no runs, nor where it is about times of
  /// more than one processor. A data set that was skipped is
  /// one case, whatever is asked of it.
  void add(std::string name, Rows rows) {
    Case made{.subject = {.name = std::move(name)}, .rows = {}};
    const auto without_runs =
        std::ranges::find_if(rows, [&](const Row* row) { return !has_runs(*row, made.subject); });
    if (without_runs == rows.end()) {
      const RunGroupPointers groups(rows.begin(), rows.end());
      made.subject.unmet = unmet_by(groups, quick_, deciding_, of_times_);
      if (of_times_) require_one_processor(made.subject, Provenance(groups));
      if (made.subject.remark.empty()) made.rows = std::move(rows);
    } else if (made.subject.skipped) {
      made.subject.name = (*without_runs)->dataset_title();
      if (knows(made.subject.name)) return;
    }
    cases_.push_back(std::move(made));
  }

  /// A case for each row of the claim's methods.
  void add_each() {
    for_each([&](const Row& one, const Row*) { add(case_name(one, nullptr), {&one}); });
  }

  /// A case for each row of the claim's methods with each of its others.
  void add_pairs() {
    for_each([&](const Row& one, const Row* other) {
      if (other != nullptr) add(case_name(one, other), {&one, other});
    });
  }

  /// The same, each followed by its pair on the kernel beside it; where the claim has no others, single rows
  /// so. `relation`: how a name goes on, before that kernel's.
  void add_beside(KernelBeside beside, std::string_view relation) {
    for_each([&](const Row& one, const Row* other) {
      const std::optional<Kernel> kernel = beside(kernels(), one.kernel);
      if (!kernel) return;
      Rows rows = {&one}, with_kernel = {find(one, one.method_label, *kernel, one.D)};
      if (other != nullptr) {
        rows.push_back(other);
        with_kernel.push_back(find(one, other->method_label, *kernel, one.D));
      }
      if (std::ranges::find(with_kernel, nullptr) != with_kernel.end()) return;
      rows.insert(rows.end(), with_kernel.begin(), with_kernel.end());
      add(case_name(one, other) + std::string(relation) + kernel->display(), std::move(rows));
    });
  }

  ClaimMeasurement measure(const Number& number) const {
    ClaimMeasurement measurement{.subjects = {}, .details = {}, .checks_hypothesis = of_times_};
    for (const Case& one : cases_) measurement.subjects.push_back(one.subject);
    measure_subjects(measurement.subjects,
                     [&](std::size_t i, double confidence) { return number(cases_[i].rows, confidence); });
    for (std::size_t i = 0; i < cases_.size(); ++i) {
      ClaimSubject& subject = measurement.subjects[i];
      if (!cases_[i].rows.empty() && !subject.measured)
        add_remark(subject, "its runs do not make the number");
      for (const Row* row : cases_[i].rows)
        if (const std::string remark = remark_on(*row, of_times_); !remark.empty())
          add_remark(subject, remark);
    }
    return measurement;
  }

 private:
  struct Case {
    ClaimSubject subject;
    Rows rows;  ///< empty where the case cannot be measured; the subject then says why
  };

  bool knows(const std::string& name) const {
    return std::ranges::any_of(cases_, [&](const Case& one) { return one.subject.name == name; });
  }

  PublishedClaim claim_;
  Rows rows_;
  bool quick_;
  Deciding deciding_;
  bool of_times_;
  std::vector<Case> cases_ = {};
};

}  // namespace sketchbench::kdd13
