#include <sketchbench/features/kernel_pca/operators/centred.hpp>

#include <sketchbench/core/threads.hpp>

namespace sketchbench {
namespace {

/// `out` = the columns of `in`, which it may be, less their means.
void subtract_means(const Eigen::MatrixXf& in, Eigen::MatrixXf& out, int threads) {
  parallel_blocks(in.cols(), 1, threads, [&](Index c, Index) {
    const auto mean = static_cast<float>(in.col(c).cast<double>().mean());
    out.col(c) = in.col(c).array() - mean;
  });
}

}  // namespace

Centred::Centred(const SymmetricOperator& a, int threads) : SymmetricOperator(a.size()), a_(a) {
  Eigen::MatrixXf sums(size(), 1);
  a.multiply(Eigen::MatrixXf::Ones(size(), 1), sums, threads);
  row_means_ = sums.col(0).cast<double>() / static_cast<double>(size());
  mean_ = row_means_.mean();
}

void Centred::multiply(const Eigen::MatrixXf& x, Eigen::MatrixXf& y, int threads) const {
  Eigen::MatrixXf centred(x.rows(), x.cols());
  subtract_means(x, centred, threads);
  a_.multiply(centred, y, threads);
  subtract_means(y, y, threads);
}

std::size_t Centred::memory_bytes() const {
  return a_.memory_bytes() + sizeof(double) * static_cast<std::size_t>(row_means_.size());
}

}  // namespace sketchbench
