#include <sketchbench/learners/dense_tron/dense_tron.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/core/stop.hpp>
#include <sketchbench/learners/dense_tron/hinge_hessians.hpp>
#include <sketchbench/learners/dense_tron/hinge_problems.hpp>
#include <sketchbench/learners/dense_tron/steihaug.hpp>
#include <sketchbench/learners/dense_tron/trust_radius.hpp>
#include <sketchbench/learners/learner_fields.hpp>
#include <sketchbench/learners/one_against_rest.hpp>
#include <sketchbench/learners/typed_learner.hpp>
#include <sketchbench/learners/weight_model.hpp>

namespace sketchbench {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using Selection = HingeProblems::Selection;

// LIBLINEAR's share of the Hessian's diagonal in the preconditioner; the rest is the identity.
constexpr double diagonal_share = 0.01;
// A change of the objective below this share of it is rounding.
constexpr double negligible = 1e-12;

enum class State {
  open,
  converged,
  stalled,  ///< what a step can still gain is rounding
  at_limit,
};

/// Where one problem's search stands.
struct Search {
  VectorXd w, gradient;
  ActiveRows active;  ///< at w
  double objective = 0, first_norm = 0, target = 0;
  std::optional<TrustRadius> radius;
  State state = State::open;
  int steps = 0, cg_steps = 0;
};

class Tron {
 public:
  Tron(const HingeProblems& problems, const DenseTron::Params& params)
      : problems_(problems),
        params_(params),
        score_(MatrixXd::Zero(problems.size(), problems.count())),
        search_(static_cast<std::size_t>(problems.count())) {
    for (Search& search : search_) search.w = VectorXd::Zero(problems.dim());
    for (Index k = 0; k < problems.count(); ++k) at(k).objective = objective(k, at(k).w, score_, k);
    new_gradients(open());
    for (Index k = 0; k < problems.count(); ++k) begin(k);
    hessians_ = hessians_at_zero(problems, open());
  }

  void run() {
    for (Selection now = open(); !now.empty(); now = open()) {
      std::vector<SteihaugCg> steps = minimise_models(now);
      const Selection moved = try_steps(now, steps);
      new_gradients(moved);
      const Selection going_on = still_open(moved);
      if (!going_on.empty()) hessians_->follow(going_on, active_in(going_on));
    }
  }

  TrainingReport report() const {
    TrainingReport report;
    for (const Search& search : search_) {
      report.iterations += search.steps;
      report.objectives.push_back(search.objective);
      report.converged = report.converged && search.state == State::converged;
      report.messages += fmt::format(
          "{} steps, {} of conjugate gradients: f {:.6g}, |g| {:.3g} of {:.3g} at w = 0, target {:.3g}{}\n",
          search.steps, search.cg_steps, search.objective, search.gradient.norm(), search.first_norm,
          search.target, ending(search.state));
    }
    return report;
  }

  /// A column for each problem.
  MatrixXd weights() const {
    MatrixXd w(problems_.dim(), problems_.count());
    for (Index k = 0; k < problems_.count(); ++k) w.col(k) = search_[static_cast<std::size_t>(k)].w;
    return w;
  }

 private:
  static const char* ending(State state) {
    switch (state) {
      case State::stalled:
        return ", NOT REACHED: the steps' gains are rounding";
      case State::at_limit:
        return ", NOT REACHED within the limit of steps";
      default:
        return "";
    }
  }

  /// No comparison is true of a NaN, nor does a step lead anywhere where the preconditioner is infinite.
  static void require_finite(bool finite, const char* what) {
    if (!finite)
      throw InputError(
          fmt::format("dense_tron: {} is beyond double precision: scale the data, or lower C", what));
  }

  Search& at(Index problem) { return search_[static_cast<std::size_t>(problem)]; }

  Selection open() {
    Selection all(search_.size());
    for (std::size_t k = 0; k < all.size(); ++k) all[k] = static_cast<Index>(k);
    return still_open(all);
  }
  Selection still_open(const Selection& problems) {
    Selection rest;
    for (const Index k : problems)
      if (at(k).state == State::open) rest.push_back(k);
    return rest;
  }

  ActiveInEach active_in(const Selection& problems) {
    ActiveInEach active;
    for (const Index k : problems) active.push_back(&at(k).active);
    return active;
  }

  static std::span<const double> column(const MatrixXd& m, Index k) {
    return {m.col(k).data(), static_cast<std::size_t>(m.rows())};
  }
  double objective(Index k, const VectorXd& w, const MatrixXd& score, Index column_of_score) const {
    return problems_.objective(k, w.squaredNorm(), column(score, column_of_score));
  }

  /// The stopping rule, once the gradient at w = 0 is known.
  void begin(Index k) {
    Search& search = at(k);
    const auto positive = static_cast<double>(problems_.positives(k)),
               n = static_cast<double>(problems_.total_rows());
    search.first_norm = search.gradient.norm();
    if (!std::isfinite(search.first_norm))
      throw InputError(fmt::format(
          "the gradient at w = 0 is beyond double precision with C = {:g}: scale the data, or lower C",
          problems_.C()));
    search.target = params_.eps * std::max(1.0, std::min(positive, n - positive)) / n * search.first_norm;
    if (search.first_norm <= search.target) search.state = State::converged;
  }

  /// A column for each.
  MatrixXd preconditioners(const Selection& selected) const {
    if (!params_.preconditioned) return MatrixXd::Ones(problems_.dim(), static_cast<Index>(selected.size()));
    return ((1 - diagonal_share) + diagonal_share * hessians_->diagonals(selected).array()).matrix();
  }

  /// One step's trust region subproblem for each; their products with the Hessians are made together.
  std::vector<SteihaugCg> minimise_models(const Selection& selected) {
    std::vector<SteihaugCg> cg;
    const MatrixXd preconditioner = preconditioners(selected);
    require_finite(preconditioner.allFinite(), "the Hessian's diagonal");
    for (std::size_t i = 0; i < selected.size(); ++i) {
      const Index k = selected[i];
      const VectorXd m = preconditioner.col(static_cast<Index>(i));
      const VectorXd& g = at(k).gradient;
      if (!at(k).radius)
        at(k).radius.emplace(std::sqrt((m.array() * g.array().square()).sum()),
                             params_.widens_at_boundary.value_or(params_.preconditioned));
      cg.emplace_back(g, m, at(k).radius->value());
    }
    for (;;) {
      std::vector<std::size_t> waiting;
      for (std::size_t i = 0; i < cg.size(); ++i)
        if (!cg[i].done()) waiting.push_back(i);
      if (waiting.empty()) return cg;
      require_going();
      Selection problems;
      MatrixXd directions(problems_.dim(), static_cast<Index>(waiting.size()));
      for (std::size_t j = 0; j < waiting.size(); ++j) {
        problems.push_back(selected[waiting[j]]);
        directions.col(static_cast<Index>(j)) = cg[waiting[j]].direction();
      }
      const MatrixXd images = hessians_->times(problems, directions);
      require_finite(images.allFinite(), "a product with the Hessian");
      for (std::size_t j = 0; j < waiting.size(); ++j) cg[waiting[j]].take(images.col(static_cast<Index>(j)));
    }
  }

  /// Takes the steps that keep enough of their promise, and returns the problems that moved.
  Selection try_steps(const Selection& selected, const std::vector<SteihaugCg>& steps) {
    MatrixXd trial(problems_.dim(), static_cast<Index>(selected.size()));
    for (std::size_t i = 0; i < selected.size(); ++i)
      trial.col(static_cast<Index>(i)) = at(selected[i]).w + steps[i].step();
    const MatrixXd score = problems_.scores(trial);
    Selection moved;
    for (std::size_t i = 0; i < selected.size(); ++i) {
      const Index k = selected[i];
      Search& search = at(k);
      const VectorXd w = trial.col(static_cast<Index>(i));
      const double value = objective(k, w, score, static_cast<Index>(i));
      const double slope = search.gradient.dot(steps[i].step());
      const TrustRadius::Step step = {.norm = steps[i].norm(steps[i].step()),
                                      .slope = slope,
                                      .predicted = -0.5 * (slope - steps[i].step().dot(steps[i].residual())),
                                      .actual = search.objective - value,
                                      .at_boundary = steps[i].at_boundary()};
      require_finite(std::isfinite(value) && std::isfinite(step.predicted), "the outcome of a step");
      search.radius->learn(step);
      search.cg_steps += steps[i].steps();
      if (TrustRadius::accepts(step)) {
        ++search.steps;
        search.w = w;
        search.objective = value;
        score_.col(k) = score.col(static_cast<Index>(i));
        moved.push_back(k);
      }
      const bool rounding =
          std::max(std::abs(step.actual), std::abs(step.predicted)) <= negligible * search.objective;
      if (!(step.predicted > 0) || rounding)
        search.state = State::stalled;
      else if (search.steps >= params_.max_steps)
        search.state = State::at_limit;
    }
    return moved;
  }

  void new_gradients(const Selection& selected) {
    if (selected.empty()) return;
    MatrixXd w(problems_.dim(), static_cast<Index>(selected.size()));
    for (std::size_t i = 0; i < selected.size(); ++i) {
      const Index k = selected[i];
      w.col(static_cast<Index>(i)) = at(k).w;
      at(k).active = problems_.active(k, column(score_, k));
    }
    const MatrixXd gradient = problems_.gradient(selected, w, score_, active_in(selected));
    for (std::size_t i = 0; i < selected.size(); ++i) {
      Search& search = at(selected[i]);
      search.gradient = gradient.col(static_cast<Index>(i));
      if (search.target > 0 && search.gradient.norm() <= search.target) search.state = State::converged;
    }
  }

  const HingeProblems& problems_;
  const DenseTron::Params& params_;
  std::unique_ptr<HingeHessians> hessians_;
  MatrixXd score_;  ///< n x problems
  std::vector<Search> search_;
};

/// What configures it.
struct DenseTronKeys : DenseTron::Params {
  bool held = true;  ///< features; false: streamed

  /// A trust region that is usual with that preconditioner, or without, is not a part of a cell's name:
  /// records from before it could be chosen stay.
  void check(const StrictObject&) {
    if (widens_at_boundary == preconditioned) widens_at_boundary.reset();
  }
  static const Fields<DenseTronKeys>& fields() {
    using K = DenseTronKeys;
    static const Fields<K> all = {
        {C_field(), &K::C},
        {positive_field("eps", "of the stopping rule, as LIBLINEAR's"), &K::eps},
        {{.name = "preconditioner",
          .meaning = "of conjugate gradients; none: as LIBLINEAR 1.92",
          .choices = {"diagonal", "none"}},
         &K::preconditioned},
        {{.name = "trust_region",
          .meaning = "widened: most where a good step was cut off; suggested: as in LIBLINEAR 1.92",
          .choices = {"widened", "suggested"},
          .default_text = "\"widened\" with a preconditioner, \"suggested\" without"},
         &K::widens_at_boundary},
        {features_field(), &K::held},
        {class_weight_field(), &K::class_weight}};
    return all;
  }
};

/// Problems of one against the rest.
Index problem_count(const TrainingShape& shape) { return shape.classes == 2 ? 1 : shape.classes; }

bool is_sparse(const TrainingShape& shape) {
  return shape.nonzeros_per_row <= DenseTron::sparse_share * static_cast<double>(shape.d);
}

HessianChoice hessians_of(const DenseTronKeys& keys, const TrainingShape& shape) {
  if (is_sparse(shape))
    return HessianChoice::of(shape.n, shape.d, problem_count(shape), false, shape.nonzeros_per_row);
  return HessianChoice::of(shape.n, shape.d, problem_count(shape), keys.held);
}

struct DenseTronSpec {
  using Params = DenseTronKeys;

  static std::unique_ptr<Learner> make(DenseTron::Params params, const Kernel&, int threads,
                                       const Communicator& ranks) {
    params.threads = threads;
    params.ranks = &ranks;
    return std::make_unique<DenseTron>(params);
  }
  static std::unique_ptr<Model> restore(const ModelParts& parts, const Params&, const Kernel&,
                                        Index features) {
    return WeightModel::restore(parts, features);
  }
  static bool streams(const Params& params) { return !params.held; }
  static double memory(const Params& params, const TrainingShape& shape) {
    const auto n = static_cast<double>(shape.n), problems = static_cast<double>(problem_count(shape));
    const double per_row =
        problems * (2 * sizeof(double) + 4) + 4;           // scores, also of a trial; active rows; side
    double per_feature = problems * sizeof(double) * 32;   // parts of sums; vectors of the searches
    if (!params.held) per_feature += sizeof(float) * 256;  // a block of rows
    // Rows in the other form than they are in: training rows of files are sparse, and features are dense.
    const bool other_form =
        params.held && !is_sparse(shape) && shape.nonzeros_per_row < static_cast<double>(shape.d);
    return n * (per_row + (other_form ? sizeof(float) * static_cast<double>(shape.d) : 0)) +
           static_cast<double>(shape.d) * per_feature + hessians_of(params, shape).bytes;
  }
  static double seconds(const Params& params, const Kernel&, const TrainingShape& shape) {
    const auto n = static_cast<double>(shape.n), d = static_cast<double>(shape.d);
    const auto problems = static_cast<double>(problem_count(shape));
    // n d^2 / 2 multiplications for a matrix, of which there are 2e10 a second, and as many again for a few
    // problems' changes; or some hundred products with those rows that are active.
    if (hessians_of(params, shape).as_matrices) return n * d * d / 2 * (1 + 0.3 * problems) / 2e10;
    if (is_sparse(shape)) return problems * (1e-7 * n * shape.nonzeros_per_row + 1e-6 * d);
    return 7e-9 * n * d * problems;
  }
};

}  // namespace

LearnerKind dense_tron_kind() {
  return typed_learner<DenseTronSpec>(
      {.type = "dense_tron",
       .version = 3,
       .uses_kernel = false,
       .passes_over_rows = true,
       .classifiers = "dense_tron",
       .title = "dense TRON",
       .citation = "Lin, C.-J., Weng, R. C. and Keerthi, S. S. (2008). Trust region Newton method for "
                   "large-scale logistic regression. JMLR 9; preconditioner: Hsia, C.-Y., Chiang, W.-L. and "
                   "Lin, C.-J. (2018). Preconditioned conjugate gradient methods in truncated Newton "
                   "frameworks for large-scale linear classification. ACML.",
       .in_words = class_weight_in_words,
       .advice = "lower C"});
}

Trained DenseTron::train_on_blocks(const RowBlocks& rows, std::span<const float> y,
                                   std::span<const double> weights, Seed) const {
  const Communicator& ranks = *params_.ranks;
  require_rows_of_rank(rows.size(), "dense_tron", ranks);
  const OneAgainstRest classes(y, weights, params_.class_weight, ranks);
  const HingeProblems problems(rows, y, classes.by_label(), params_.C, params_.threads,
                               {weights, classes.weights()}, ranks);
  Tron tron(problems, params_);
  tron.run();
  return {.model = classes.model(tron.weights()), .report = tron.report()};
}

Trained DenseTron::train(const LabeledRows& data, Seed seed) const {
  check_training_data(data, "dense_tron");
  if (params_.ranks->size() == 1)  // other ranks' rows have other columns
    if (std::optional<Trained> trained = train_on_occurring_columns(
            data, [&](const RowBlocks& rows) { return train_on_blocks(rows, data.y, data.weights, seed); }))
      return std::move(*trained);
  const RowsInForm rows(data.x, sparse_share, *params_.ranks);
  return train_on_blocks(StoredRows(rows.view()), data.y, data.weights, seed);
}

}  // namespace sketchbench
