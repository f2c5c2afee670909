#include <sketchbench/numerics/decompositions.hpp>

#include <Eigen/QR>
#include <Eigen/SVD>
#include <utility>

template class Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>;
template Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>& Eigen::SelfAdjointEigenSolver<
    Eigen::MatrixXd>::compute<Eigen::MatrixXd>(const Eigen::EigenBase<Eigen::MatrixXd>& matrix, int options);

namespace sketchbench {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using Reflections = Eigen::HouseholderQR<Eigen::Ref<MatrixXd>>;
using Rotations = Eigen::JacobiSVD<MatrixXd, Eigen::NoQRPreconditioner>;

/// Q, n x d, whose reflections are of a matrix with n >= d.
MatrixXd thin_q(const Reflections& reflections) {
  return reflections.householderQ() * MatrixXd::Identity(reflections.rows(), reflections.cols());
}

/// R, d x d, of a matrix with n >= d.
MatrixXd triangular_factor(const Reflections& reflections) {
  return reflections.matrixQR().topRows(reflections.cols()).triangularView<Eigen::Upper>();
}

}  // namespace

MatrixXd orthonormal_basis(MatrixXd y) { return thin_q(Reflections(y)); }

ThinSvd thin_svd(const MatrixXd& a) {
  if (a.rows() < a.cols()) {
    ThinSvd other = thin_svd(a.transpose());
    return {.u = std::move(other.v), .values = std::move(other.values), .v = std::move(other.u)};
  }
  MatrixXd tall = a;
  const Reflections reflections(tall);
  const Rotations of_factor(triangular_factor(reflections), Eigen::ComputeFullU | Eigen::ComputeFullV);
  return {.u = thin_q(reflections) * of_factor.matrixU(),
          .values = of_factor.singularValues(),
          .v = of_factor.matrixV()};
}

VectorXd singular_values(const MatrixXd& a) {
  if (a.rows() < a.cols()) return singular_values(a.transpose());
  MatrixXd tall = a;
  return Rotations(triangular_factor(Reflections(tall))).singularValues();
}

}  // namespace sketchbench
