#include <sketchbench/features/kernel_pca/model/sign_projection.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/random.hpp>
#include <sketchbench/features/buffered_blocks.hpp>

namespace sketchbench {
namespace {

PanelMatrix<float> signs_of(Index d, Index s, Seed seed) {
  if (d < 1 || s < 1)
    throw InputError(
        fmt::format("a projection of {} columns to {} dimensions, expected at least 1 of each", d, s));
  PanelMatrix<float> signs(d, s);
  const auto size = static_cast<float>(1 / std::sqrt(static_cast<double>(s)));
  for (Index k = 0; k < d; ++k) {
    RandomStream random(seed, "kernel_pca.projection", static_cast<std::uint64_t>(k));
    for (Index j = 0; j < s; ++j) signs.at(k, j) = random.sign() > 0 ? size : -size;
  }
  return signs;
}

}  // namespace

SignProjection::SignProjection(Index d, Index s, Seed seed) : signs_(signs_of(d, s, seed)) {}

DenseMatrix SignProjection::project(const Rows& x, int threads) const {
  if (x.dim() != d_in())
    throw InputError(
        fmt::format("rows with {} columns are to be projected, expected {} columns", x.dim(), d_in()));
  DenseMatrix result(x.size(), d_out());
  const auto project = [&](const Rows& rows, const MatrixRef& to, float* products, float*) {
    project_block(rows, products);
    for (Index i = 0; i < rows.size(); ++i) std::copy_n(products + i * stride(), d_out(), to.row(i));
  };
  for_buffered_blocks<float>(x, result, threads, {.first = stride()}, project);
  return result;
}

}  // namespace sketchbench
