#include <sketchbench/features/nystrom/nystrom_map.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/core/row_checks.hpp>
#include <sketchbench/features/buffered_blocks.hpp>
#include <sketchbench/kernels/gram.hpp>
#include <sketchbench/numerics/decompositions.hpp>

namespace sketchbench {
namespace {

using Eigen::MatrixXd;

/// A landmark's features are as long as the root of its kernel value.
void require_features(const Eigen::VectorXd& diagonal, const Kernel& kernel) {
  Index row = 0;
  const double largest = diagonal.maxCoeff(&row);
  if (std::sqrt(largest) <= static_cast<double>(std::numeric_limits<float>::max())) return;
  throw InputError(
      fmt::format("the kernel {} of landmark {} with itself is {:.3g}, whose root, the length of its "
                  "features, is beyond single precision: {}",
                  kernel.display(), row + 1, largest, scaling_advice({kernel.advice()})));
}

}  // namespace

NystromMap::NystromMap(const Kernel& kernel, const Rows& landmarks)
    : FeatureMap(landmarks.dim(), landmarks.size()),
      kernel_(kernel, landmarks),
      root_(landmarks.size(), landmarks.size()) {
  const MatrixXd values = gram(kernel, landmarks);
  if (!values.allFinite())
    throw InputError(fmt::format("the kernel {} of two landmarks is beyond double precision: {}",
                                 kernel.display(), scaling_advice({kernel.advice()})));
  require_features(values.diagonal(), kernel);
  const Eigen::SelfAdjointEigenSolver<MatrixXd> solver(values);
  if (solver.info() != Eigen::Success)
    throw InputError(
        fmt::format("the eigenvalues of the kernel {} of {} landmarks are beyond double precision: {}",
                    kernel.display(), d_out(), scaling_advice({kernel.advice()})));
  const Eigen::VectorXd& eigenvalues = solver.eigenvalues();
  const double least = cut_off * eigenvalues(eigenvalues.size() - 1);
  Eigen::VectorXd inverse = Eigen::VectorXd::Zero(eigenvalues.size());
  Index rank = 0;
  for (Index j = 0; j < eigenvalues.size(); ++j)
    if (eigenvalues(j) > 0 && eigenvalues(j) >= least) {
      inverse(j) = 1 / std::sqrt(eigenvalues(j));
      ++rank;
    }
  rank_ = rank;
  const MatrixXd root = solver.eigenvectors() * inverse.asDiagonal() * solver.eigenvectors().transpose();
  for (Index j = 0; j < root.cols(); ++j)
    for (Index k = 0; k < root.rows(); ++k) root_.at(k, j) = root(k, j);
}

NystromMap::NystromMap(LandmarkKernel kernel, PanelMatrix<double> root)
    : FeatureMap(kernel.d_in(), kernel.count()), kernel_(std::move(kernel)), root_(std::move(root)) {}

std::unique_ptr<NystromMap> NystromMap::restored(const Kernel& kernel, Index d_in, Index D,
                                                 const MapPartsReader& parts) {
  const Rows landmarks = parts.rows(d_in, D);
  PanelMatrix<double> root(D, D, parts.real("root", D * D));
  return std::unique_ptr<NystromMap>(new NystromMap(LandmarkKernel(kernel, landmarks), std::move(root)));
}

std::optional<MapParts> NystromMap::parts() const {
  return MapParts{.single = {}, .real = {{"root", root_.values()}}, .rows = kernel_.landmarks()};
}

Json NystromMap::facts() const {
  if (!rank_) return nullptr;
  return {{"rank", *rank_}, {"cut_off", cut_off}};
}

double NystromMap::memory(const MapRequest& request, Index D) {
  // K_LL with two copies of the landmarks, where these are not renumbered, its eigenvectors, a product and
  // the root.
  const auto landmarks = static_cast<double>(D);
  const Index columns = LandmarkKernel::columns(request, D);
  const double copied = columns < request.d_in ? 0 : 2 * static_cast<double>(columns);
  return LandmarkKernel::memory(request.kernel, columns, D) + PanelMatrix<double>::memory(D, D) +
         sizeof(double) * landmarks * (4 * landmarks + copied);
}

double NystromMap::workspace(Index D) {
  // And the norms of a block's rows.
  const Index stride = PanelMatrix<double>::padded(D);
  return buffers_memory<double>({stride, stride}) + buffers_memory<double>({.first = 1});
}

double NystromMap::seconds_of_row(const Kernel& kernel, double nonzeros, Index D) {
  // A factor from a server processor of 2021.
  const auto landmarks = static_cast<double>(D);
  return LandmarkKernel::seconds_of_row(kernel, nonzeros, D) + 0.075e-9 * landmarks * landmarks;
}

void NystromMap::transform(const Rows& x, MatrixRef z, int threads) const {
  check_shapes(x, z);
  const Index D = d_out(), stride = kernel_.stride();
  const auto map = [&](const Rows& rows, const MatrixRef& out, double* values, double* features) {
    kernel_.values(rows, values);
    root_.multiply(values, stride, rows.size(), 0, D, features, stride);
    for (Index i = 0; i < rows.size(); ++i)
      std::transform(features + i * stride, features + i * stride + D, out.row(i),
                     [](double value) { return static_cast<float>(value); });
  };
  for_buffered_blocks<double>(x, z, threads, {stride, stride}, map);
}

}  // namespace sketchbench
