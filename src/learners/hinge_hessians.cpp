#include "learners/hinge_hessians.hpp"

#include <algorithm>
#include <optional>

#include "base/threads.hpp"

namespace sketchbench {
namespace {

// Above this many features a matrix costs more than the products that it saves.
constexpr Index most_features_of_a_matrix = 2000;

// Rows that change a matrix together.
constexpr Index rows_per_update = 128;

}  // namespace

/// Gathers rows for one matrix and changes it by many of them at a time.
class HingeHessians::Changes {
 public:
  Changes(Eigen::MatrixXf& lower, Index D, float twice_c)
      : lower_(lower), scale_(twice_c), rows_(rows_per_update, D) {}
  template <class Row>
  void take(const Row& row) {
    rows_.row(filled_++) = row;
    if (filled_ == rows_per_update) flush();
  }
  void flush() {
    if (filled_ > 0)
      lower_.selfadjointView<Eigen::Lower>().rankUpdate(rows_.topRows(filled_).transpose(), scale_);
    filled_ = 0;
  }

 private:
  Eigen::MatrixXf& lower_;
  float scale_;
  RowMajorMatrix rows_;
  Index filled_ = 0;
};

/// One matrix on its way from the rows that were active to those that shall be.
class HingeHessians::Update {
 public:
  Update(Eigen::MatrixXf& lower, Index D, Active before, const Active& wanted, float twice_c)
      : before_(std::move(before)),
        wanted_(wanted),
        entering_(lower, D, twice_c),
        leaving_(lower, D, -twice_c) {
    if ((before_ != wanted_).count() < wanted_.count()) return;
    lower.setIdentity(D, D);  // from nothing is cheaper
    before_.setConstant(false);
  }
  void take(Index begin, const RowBlock& rows) {
    for (Index i = begin; i < begin + rows.rows(); ++i)
      if (before_(i) != wanted_(i)) (before_(i) ? leaving_ : entering_).take(rows.row(i - begin));
  }
  void finish() {
    entering_.flush();
    leaving_.flush();
  }

 private:
  Active before_;
  const Active& wanted_;
  Changes entering_, leaving_;
};

HingeHessians::HingeHessians(const HingeProblems& problems)
    : problems_(problems),
      keeps_matrices_(problems.dim() <= most_features_of_a_matrix),
      active_(static_cast<std::size_t>(problems.count()), Active::Constant(problems.size(), false)) {}

double HingeHessians::memory(Index D, Index problems) {
  const auto d = static_cast<double>(D);
  return D <= most_features_of_a_matrix ? 4 * d * d * static_cast<double>(problems) : 0;
}

void HingeHessians::follow(const Selection& selected, const Matrix& score) {
  std::vector<Active> wanted;
  for (std::size_t at = 0; at < selected.size(); ++at) {
    Active& rows = wanted.emplace_back(problems_.size());
    for (Index i = 0; i < problems_.size(); ++i)
      rows(i) = problems_.is_active(selected[at], i, score(i, static_cast<Index>(at)));
  }
  if (keeps_matrices_) update_matrices(selected, wanted);
  for (std::size_t at = 0; at < selected.size(); ++at)
    active_[static_cast<std::size_t>(selected[at])] = std::move(wanted[at]);
}

void HingeHessians::update_matrices(const Selection& selected, const std::vector<Active>& wanted) {
  const auto twice_c = static_cast<float>(2 * problems_.C());
  std::vector<std::optional<Update>> updates(selected.size());  // each holds buffers while rows come
  const auto take = [&](std::size_t at, Index begin, const RowBlock& rows) {
    const auto k = static_cast<std::size_t>(selected[at]);
    if (begin == 0) updates[at].emplace(lower_[k], problems_.dim(), active_[k], wanted[at], twice_c);
    updates[at]->take(begin, rows);
    if (begin + rows.rows() < problems_.size()) return;
    updates[at]->finish();
    updates[at].reset();
  };

  const bool first = lower_.empty();
  if (first) lower_.resize(static_cast<std::size_t>(problems_.count()));
  // At w = 0 every row is active in every problem: one matrix for all.
  const bool all_alike =
      first && std::all_of(wanted.begin(), wanted.end(), [](const Active& rows) { return rows.all(); });
  const Index distinct = all_alike ? 1 : static_cast<Index>(selected.size());
  const Index n = problems_.size(), stride = problems_.rows().rows_at_hand();
  RowMajorMatrix workspace;
  for (Index begin = 0; begin < n; begin += stride) {
    const RowBlock rows = problems_.rows().block(begin, std::min(n, begin + stride), workspace);
    parallel_blocks(distinct, 1, problems_.threads(), [&](Index from, Index to) {
      for (Index at = from; at < to; ++at) take(static_cast<std::size_t>(at), begin, rows);
    });
  }
  for (std::size_t at = static_cast<std::size_t>(distinct); at < selected.size(); ++at)
    lower_[static_cast<std::size_t>(selected[at])] = lower_[static_cast<std::size_t>(selected[0])];
}

Eigen::MatrixXd HingeHessians::times(const Selection& selected, const Eigen::MatrixXd& v) const {
  if (keeps_matrices_) {
    Eigen::MatrixXd images(v.rows(), v.cols());
    parallel_blocks(v.cols(), 1, problems_.threads(), [&](Index from, Index to) {
      for (Index at = from; at < to; ++at) {
        const auto& lower = lower_[static_cast<std::size_t>(selected[static_cast<std::size_t>(at)])];
        const Eigen::VectorXf image = lower.selfadjointView<Eigen::Lower>() * v.col(at).cast<float>();
        images.col(at) = image.cast<double>();
      }
    });
    return images;
  }
  const Matrix directions = v.cast<float>();
  return v + problems_.accumulate(v.cols(), [&](Index begin, const RowBlock& rows) -> Matrix {
    Matrix product = rows * directions;
    for (Index at = 0; at < product.cols(); ++at) {
      const Active& active = active_[static_cast<std::size_t>(selected[static_cast<std::size_t>(at)])];
      product.col(at) = active.segment(begin, rows.rows()).select(product.col(at).array(), 0.0f).matrix();
    }
    return product;
  });
}

Eigen::VectorXd HingeHessians::diagonal(Index problem) const {
  const auto k = static_cast<std::size_t>(problem);
  if (keeps_matrices_) return lower_[k].diagonal().cast<double>();
  Eigen::VectorXd diagonal = Eigen::VectorXd::Ones(problems_.dim());
  RowMajorMatrix workspace;
  for (Index begin = 0; begin < problems_.size(); begin += HingeProblems::rows_per_block) {
    const Index end = std::min(problems_.size(), begin + HingeProblems::rows_per_block);
    const RowBlock rows = problems_.rows().block(begin, end, workspace);
    for (Index i = begin; i < end; ++i)
      if (active_[k](i))
        diagonal += 2 * problems_.C() * rows.row(i - begin).transpose().cast<double>().cwiseAbs2();
  }
  return diagonal;
}

}  // namespace sketchbench
