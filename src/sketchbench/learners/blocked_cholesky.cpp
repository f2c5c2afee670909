#include <sketchbench/learners/blocked_cholesky.hpp>

#include <Eigen/Cholesky>
#include <algorithm>

#include <sketchbench/core/threads.hpp>

namespace sketchbench {
namespace {

using Eigen::Lower;
using Eigen::MatrixXd;
using Eigen::MatrixXf;
using Eigen::OnTheRight;
using Eigen::VectorXd;

constexpr Index block = 256;             // columns that are eliminated at once
constexpr Index rows_per_task = 256;     // of the panel below them
constexpr Index columns_per_task = 128;  // of those to the right
constexpr Index columns_of_inverse = 64;

template <class Matrix>
bool factorise_in_place(Matrix& a, int threads) {
  const Index n = a.rows();
  for (Index first = 0; first < n; first += block) {
    const Index width = std::min(block, n - first), below = first + width;
    auto corner = a.block(first, first, width, width);
    if (const Eigen::LLT<Eigen::Ref<Matrix>> factor(corner); factor.info() != Eigen::Success) return false;
    parallel_blocks(n - below, rows_per_task, threads, [&](Index begin, Index end) {
      auto rows = a.block(below + begin, first, end - begin, width);
      corner.transpose().template triangularView<Eigen::Upper>().template solveInPlace<OnTheRight>(rows);
    });
    parallel_blocks(n - below, columns_per_task, threads, [&](Index begin, Index end) {
      const auto panel = a.block(below + begin, first, n - below - begin, width);
      a.block(below + begin, below + begin, n - below - begin, end - begin).noalias() -=
          panel * panel.topRows(end - begin).transpose();
    });
  }
  return true;
}

}  // namespace

bool factorise(MatrixXd& a, int threads) { return factorise_in_place(a, threads); }
bool factorise(MatrixXf& a, int threads) { return factorise_in_place(a, threads); }

VectorXd solve_with_factor(const MatrixXd& l, const VectorXd& b) {
  VectorXd x = l.triangularView<Lower>().solve(b);
  l.triangularView<Lower>().transpose().solveInPlace(x);
  return x;
}

VectorXd inverse_diagonal(const MatrixXd& l, int threads) {
  const Index n = l.rows();
  VectorXd diagonal(n);
  parallel_blocks(n, columns_of_inverse, threads, [&](Index begin, Index end) {
    // A column of L^-1 is zero above its one.
    MatrixXd columns = MatrixXd::Identity(n - begin, end - begin);
    l.bottomRightCorner(n - begin, n - begin).triangularView<Lower>().solveInPlace(columns);
    diagonal.segment(begin, end - begin) = columns.colwise().squaredNorm();
  });
  return diagonal;
}

double inverse_diagonal_bytes(double n) { return 8 * n * columns_of_inverse; }

}  // namespace sketchbench
