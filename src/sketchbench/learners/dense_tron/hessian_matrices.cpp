#include <sketchbench/learners/dense_tron/hessian_matrices.hpp>

#include <algorithm>
#include <cmath>
#include <optional>

#include <sketchbench/core/threads.hpp>

namespace sketchbench {
namespace {

// Rows that change a matrix together, entering or leaving: enough that a block of it is not read and written
// for the sake of few.
constexpr Index rows_per_update = 128;

}  // namespace

/// Gathers rows for a share of one matrix and changes it by many of them at a time.
class HessianMatrices::Changes {
 public:
  /// `constant` stands behind each row, where D is one more than it has values.
  Changes(SymmetricMatrix& matrix, SymmetricMatrix::Share share, Index D, double constant, double scale)
      : matrix_(matrix), share_(share), constant_(constant), scale_(scale), rows_(rows_per_update, D) {}
  template <class Row>
  void take(const Row& row, double root_weight) {
    rows_.row(filled_).head(row.size()) = root_weight * row.template cast<double>();
    if (constant_ != 0) rows_(filled_, row.size()) = root_weight * constant_;
    ++filled_;
    if (filled_ == rows_per_update) flush();
  }
  void flush() {
    if (filled_ > 0) matrix_.add_products(rows_.topRows(filled_), scale_, share_);
    filled_ = 0;
  }

 private:
  SymmetricMatrix& matrix_;
  SymmetricMatrix::Share share_;
  double constant_, scale_;
  SymmetricMatrix::Rows rows_;
  Index filled_ = 0;
};

/// A share of one matrix on its way from the rows that were active to those that shall be.
class HessianMatrices::Update {
 public:
  Update(const HingeProblems& problems, Index problem, SymmetricMatrix& matrix, SymmetricMatrix::Share share,
         ActiveChange change)
      : problems_(problems),
        problem_(problem),
        change_(std::move(change)),
        entering_(matrix, share, problems.dim(), problems.rows().constant(), 2 * problems.C()),
        leaving_(matrix, share, problems.dim(), problems.rows().constant(), -2 * problems.C()) {
    if (change_.from_nothing) matrix.set_identity(share, problems.ranks().is_first() ? 1 : 0);
  }
  void take(Index begin, const RowBlock& rows) {
    for (Index i = 0; i < rows.rows(); ++i) {
      const bool enters = change_.entering(begin + i), leaves = change_.leaving(begin + i);
      if (!enters && !leaves) continue;
      (enters ? entering_ : leaving_).take(rows.row(i), std::sqrt(problems_.weight(problem_, begin + i)));
    }
  }
  void finish() {
    entering_.flush();
    leaving_.flush();
  }

 private:
  const HingeProblems& problems_;
  Index problem_;
  ActiveChange change_;
  Changes entering_, leaving_;
};

double HessianMatrices::buffer(Index D) {
  return sizeof(SymmetricMatrix::Rows::Scalar) * 2.0 * static_cast<double>(rows_per_update * D);
}

HessianMatrices::HessianMatrices(const HingeProblems& problems)
    : problems_(problems),
      active_(static_cast<std::size_t>(problems.count()), ActiveRows::Constant(problems.size(), false)),
      matrix_(static_cast<std::size_t>(problems.count()), SymmetricMatrix(problems.dim())) {}

void HessianMatrices::follow(const Selection& selected, const ActiveInEach& active) {
  if (selected.empty()) return;
  const auto matrix_of = [&](std::size_t at) -> SymmetricMatrix& {
    return matrix_[static_cast<std::size_t>(selected[at])];
  };
  // As at w = 0: where every row is active in every problem, one matrix is that of all.
  const bool all_alike = !problems_.is_weighted() &&
                         std::ranges::all_of(active, [](const ActiveRows* rows) { return rows->all(); });
  const Index distinct = all_alike ? 1 : static_cast<Index>(selected.size());
  // Of several matrices, each is changed by one thread. One alone is shared out, and every thread gathers the
  // rows for itself: that is little beside their products, and none waits for another from batch to batch.
  const Index shares = distinct == 1 ? std::min<Index>(problems_.threads(), matrix_of(0).most_shares()) : 1;
  std::vector<std::optional<Update>> updates(static_cast<std::size_t>(distinct * shares));
  const auto take = [&](Index task, Index begin, const RowBlock& rows) {
    std::optional<Update>& update = updates[static_cast<std::size_t>(task)];  // holds buffers while rows come
    const auto at = static_cast<std::size_t>(task / shares);
    const ActiveRows& before = active_[static_cast<std::size_t>(selected[at])];
    if (begin == 0)
      update.emplace(problems_, selected[at], matrix_of(at), SymmetricMatrix::Share{task % shares, shares},
                     ActiveChange(before, *active[at]));
    update->take(begin, rows);
    if (begin + rows.rows() < problems_.size()) return;
    update->finish();
    update.reset();
  };

  const Index n = problems_.size(), stride = problems_.rows().rows_at_hand();
  RowMajorMatrix workspace;
  for (Index begin = 0; begin < n; begin += stride) {
    const RowBlock rows = problems_.rows().block(begin, std::min(n, begin + stride), workspace);
    parallel_blocks(distinct * shares, 1, problems_.threads(), [&](Index from, Index to) {
      for (Index task = from; task < to; ++task) take(task, begin, rows);
    });
  }
  for (std::size_t at = static_cast<std::size_t>(distinct); at < selected.size(); ++at)
    matrix_of(at) = matrix_of(0);
  for (std::size_t at = 0; at < selected.size(); ++at)
    active_[static_cast<std::size_t>(selected[at])] = *active[at];
}

Eigen::MatrixXd HessianMatrices::times(const Selection& selected, const Eigen::MatrixXd& v) const {
  Eigen::MatrixXd images(v.rows(), v.cols());
  parallel_blocks(v.cols(), 1, problems_.threads(), [&](Index from, Index to) {
    for (Index at = from; at < to; ++at)
      images.col(at) =
          matrix_[static_cast<std::size_t>(selected[static_cast<std::size_t>(at)])].times(v.col(at));
  });
  problems_.ranks().sum_in_place(images);
  return images;
}

Eigen::MatrixXd HessianMatrices::diagonals(const Selection& selected) const {
  Eigen::MatrixXd result(problems_.dim(), static_cast<Index>(selected.size()));
  for (std::size_t at = 0; at < selected.size(); ++at)
    result.col(static_cast<Index>(at)) = matrix_[static_cast<std::size_t>(selected[at])].diagonal();
  problems_.ranks().sum_in_place(result);
  return result;
}

}  // namespace sketchbench
