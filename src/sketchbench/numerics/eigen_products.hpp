#pragma once
#include <Eigen/Core>

// The inner loop of Eigen's matrix products in single and in double precision, instantiated once
// (eigen_products.cpp): a compiler takes about a second for it in each file that multiplies matrices.

namespace sketchbench::eigen_products {

template <typename Scalar>
using Mapper = Eigen::internal::blas_data_mapper<Scalar, Eigen::Index, Eigen::ColMajor, Eigen::Unaligned, 1>;
template <typename Scalar>
using Traits = Eigen::internal::gebp_traits<Scalar, Scalar>;

}  // namespace sketchbench::eigen_products

extern template struct Eigen::internal::gebp_kernel<
    float, float, Eigen::Index, sketchbench::eigen_products::Mapper<float>,
    sketchbench::eigen_products::Traits<float>::mr, sketchbench::eigen_products::Traits<float>::nr, false,
    false>;
extern template struct Eigen::internal::gebp_kernel<
    double, double, Eigen::Index, sketchbench::eigen_products::Mapper<double>,
    sketchbench::eigen_products::Traits<double>::mr, sketchbench::eigen_products::Traits<double>::nr, false,
    false>;
