#include "support/singular_values.hpp"

#include <Eigen/SVD>

namespace sketchbench::testing_support {

Eigen::VectorXd singular_values(const Eigen::MatrixXd& matrix) {
  return Eigen::BDCSVD<Eigen::MatrixXd>(matrix).singularValues();
}

}  // namespace sketchbench::testing_support
