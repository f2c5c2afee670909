#pragma once
#include <Eigen/Core>

namespace sketchbench::testing_support {

/// Of any matrix, largest first. Made in one file: it takes a compiler half a minute.
Eigen::VectorXd singular_values(const Eigen::MatrixXd& matrix);

}  // namespace sketchbench::testing_support
