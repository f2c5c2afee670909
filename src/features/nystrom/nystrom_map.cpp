#include "features/nystrom/nystrom_map.hpp"

#include <fmt/format.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <memory>

#include "core/error.hpp"
#include "core/threads.hpp"
#include "kernels/gram.hpp"

namespace sketchbench {
namespace {

using Eigen::MatrixXd;

constexpr Index rows_per_block = 48;

}  // namespace

NystromMap::NystromMap(const Kernel& kernel, const Rows& landmarks)
    : FeatureMap(landmarks.dim(), landmarks.size()),
      kernel_(kernel, landmarks),
      root_(landmarks.size(), landmarks.size()) {
  const MatrixXd values = gram(kernel, landmarks);
  if (!values.allFinite())
    throw InputError(fmt::format("the kernel {} of two landmarks is beyond double precision: scale the data",
                                 kernel.display()));
  const Eigen::SelfAdjointEigenSolver<MatrixXd> solver(values);
  if (solver.info() != Eigen::Success)
    throw Error(fmt::format("the eigenvalues of a kernel matrix of {} landmarks were not found", d_out()));
  const Eigen::VectorXd& eigenvalues = solver.eigenvalues();
  const double least = cut_off * eigenvalues(eigenvalues.size() - 1);
  Eigen::VectorXd inverse = Eigen::VectorXd::Zero(eigenvalues.size());
  for (Index j = 0; j < eigenvalues.size(); ++j)
    if (eigenvalues(j) > 0 && eigenvalues(j) >= least) {
      inverse(j) = 1 / std::sqrt(eigenvalues(j));
      ++rank_;
    }
  const MatrixXd root = solver.eigenvectors() * inverse.asDiagonal() * solver.eigenvectors().transpose();
  for (Index j = 0; j < root.cols(); ++j)
    for (Index k = 0; k < root.rows(); ++k) root_.at(k, j) = root(k, j);
}

double NystromMap::memory(const Kernel& kernel, Index d_in, Index D) {
  // K_LL with two copies of the landmarks, its eigenvectors, a product and the root.
  const auto landmarks = static_cast<double>(D);
  return LandmarkKernel::memory(kernel, d_in, D) + PanelMatrix<double>::memory(D, D) +
         sizeof(double) * landmarks * (4 * landmarks + 2 * static_cast<double>(d_in));
}

double NystromMap::workspace(Index D) {
  return sizeof(double) * static_cast<double>(rows_per_block) *
         (2 * static_cast<double>(PanelMatrix<double>::padded(D)) + 1);
}

double NystromMap::seconds_of_row(const Kernel& kernel, double nonzeros, Index D) {
  // A factor from a server processor of 2021.
  const auto landmarks = static_cast<double>(D);
  return LandmarkKernel::seconds_of_row(kernel, nonzeros, D) + 0.075e-9 * landmarks * landmarks;
}

void NystromMap::transform(const Rows& x, MatrixRef z, int threads) const {
  check_shapes(x, z);
  const Index D = d_out(), stride = kernel_.stride();
  const auto on_each_thread = [&, D, stride]() -> BlockBody {
    struct Workspace {
      std::vector<double> values, features;
    };
    const auto size = static_cast<std::size_t>(rows_per_block * stride);
    const auto work =
        std::make_shared<Workspace>(Workspace{std::vector<double>(size), std::vector<double>(size)});
    return [&, D, stride, work](Index begin, Index end) {
      kernel_.values(x.slice(begin, end), work->values.data());
      root_.multiply(work->values.data(), stride, end - begin, 0, D, work->features.data(), stride);
      for (Index i = begin; i < end; ++i)
        std::transform(work->features.data() + (i - begin) * stride,
                       work->features.data() + (i - begin) * stride + D, z.row(i),
                       [](double value) { return static_cast<float>(value); });
    };
  };
  parallel_blocks_with(x.size(), rows_per_block, threads, on_each_thread);
}

}  // namespace sketchbench
