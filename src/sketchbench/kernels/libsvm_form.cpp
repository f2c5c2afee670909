#include <sketchbench/kernels/libsvm_form.hpp>

namespace sketchbench {

std::optional<LibsvmForm> libsvm_form(const Kernel& kernel) {
  if (const auto* polynomial = kernel.as<PolynomialKernel>())
    return LibsvmForm{.type = 1, .degree = polynomial->degree, .gamma = 1, .coef0 = polynomial->coef0};
  if (const auto* gaussian = kernel.as<GaussianKernel>())
    return LibsvmForm{.type = 2,
                      .degree = 0,
                      .gamma = 1 / (2 * gaussian->sigma.value() * gaussian->sigma.value()),
                      .coef0 = 0};
  return std::nullopt;
}

}  // namespace sketchbench
