#include <sketchbench/kernels/kernel_citation.hpp>

namespace sketchbench {
namespace {

constexpr std::string_view random_features =
    "Rahimi, A. and Recht, B. (2007). Random features for large-scale kernel machines. NIPS, Figure 1.";

// One for each family: a new one does not compile without.
std::string_view citation(const PolynomialKernel&) {
  return "Pham, N. and Pagh, R. (2013). Fast and scalable polynomial kernels via explicit feature maps. KDD, "
         "Section 4.2.";
}
std::string_view citation(const GaussianKernel&) { return random_features; }
std::string_view citation(const LaplacianKernel&) { return random_features; }
std::string_view citation(const CauchyKernel&) { return random_features; }

}  // namespace

std::string_view citation_of(const Kernel& kernel) {
  return kernel.visit([](const auto& family) { return citation(family); });
}

}  // namespace sketchbench
