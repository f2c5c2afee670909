#include <sketchbench/numerics/eigen_products.hpp>

namespace products = sketchbench::eigen_products;

template struct Eigen::internal::gebp_kernel<float, float, Eigen::Index, products::Mapper<float>,
                                             products::Traits<float>::mr, products::Traits<float>::nr, false,
                                             false>;
template struct Eigen::internal::gebp_kernel<double, double, Eigen::Index, products::Mapper<double>,
                                             products::Traits<double>::mr, products::Traits<double>::nr,
                                             false, false>;
