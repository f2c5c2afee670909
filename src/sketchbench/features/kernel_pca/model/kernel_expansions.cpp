#include <sketchbench/features/kernel_pca/model/kernel_expansions.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <span>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/threads.hpp>
#include <sketchbench/kernels/kernel_tile.hpp>

namespace sketchbench {
namespace {

constexpr Index block = KernelExpansions::rows_per_block, tile = KernelExpansions::rows_per_tile;
static_assert(block % PanelMatrix<float>::panel == 0);

std::size_t size_of(Index count) { return static_cast<std::size_t>(count); }

/// The numbers of those that have a coefficient other than 0.
std::vector<Index> rows_that_count(const Rows& rows, const Eigen::MatrixXf& coefficients) {
  if (coefficients.rows() != rows.size())
    throw InputError(fmt::format("coefficients of {} rows for {} rows, expected as many", coefficients.rows(),
                                 rows.size()));
  std::vector<Index> counting;
  for (Index i = 0; i < coefficients.rows(); ++i)
    if ((coefficients.row(i).array() != 0).any()) counting.push_back(i);
  return counting;
}

}  // namespace

KernelExpansions::KernelExpansions(const Kernel& kernel, const Rows& rows,
                                   const Eigen::MatrixXf& coefficients, const Eigen::VectorXd& offsets)
    : KernelExpansions(kernel, rows, coefficients, offsets, rows_that_count(rows, coefficients)) {}

KernelExpansions::KernelExpansions(const Kernel& kernel, const Rows& rows,
                                   const Eigen::MatrixXf& coefficients, const Eigen::VectorXd& offsets,
                                   const std::vector<Index>& kept)
    : kernel_(kernel),
      d_in_(rows.dim()),
      count_(coefficients.cols()),
      rows_(rows, kept),
      offsets_(offsets.size() > 0 ? offsets : Eigen::VectorXd::Zero(count_)) {
  if (offsets_.size() != count_)
    throw InputError(
        fmt::format("{} offsets of {} expansions, expected as many or none", offsets_.size(), count_));
  if (kernel.uses_products()) norms_ = squared_norms(rows_.view());
  const auto count = static_cast<Index>(kept.size());
  coefficients_.reserve(size_of((count + tile - 1) / tile));
  for (Index first = 0; first < count; first += tile) {
    PanelMatrix<float>& part = coefficients_.emplace_back(std::min(tile, count - first), count_);
    for (Index i = 0; i < part.d(); ++i)
      for (Index k = 0; k < count_; ++k) part.at(i, k) = coefficients(kept[size_of(first + i)], k);
  }
}

KernelExpansions KernelExpansions::restored(const Kernel& kernel, Index d, Index l,
                                            const MapPartsReader& parts) {
  using RowByRow = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  const Rows rows = parts.rows(d);
  const std::vector<float>& coefficients = parts.single("coefficients", rows.size() * l);
  const std::vector<double>& offsets = parts.real("offsets", l);
  return {kernel, rows, Eigen::Map<const RowByRow>(coefficients.data(), rows.size(), l),
          Eigen::Map<const Eigen::VectorXd>(offsets.data(), l)};
}

MapParts KernelExpansions::parts() const {
  MapParts parts{.single = {}, .real = {}, .rows = rows_};
  parts.real["offsets"].assign(offsets_.begin(), offsets_.end());
  std::vector<float>& all = parts.single["coefficients"];
  all.reserve(size_of(rows() * count_));
  for (const PanelMatrix<float>& tile_of : coefficients_) {
    const std::vector<float> values = tile_of.values();
    all.insert(all.end(), values.begin(), values.end());
  }
  return parts;
}

KernelExpansions::Workspace::Workspace(const KernelExpansions& expansions)
    : values(size_of(block * KernelExpansions::rows_per_tile)),
      products(size_of(block * PanelMatrix<float>::padded(expansions.count()))),
      sums(size_of(block * expansions.count())) {
  if (!expansions.kernel_.uses_products()) return;
  x.emplace(expansions.d_in(), block);
  norms.resize(size_of(block));
  tile.resize(size_of(KernelExpansions::rows_per_tile * block));
}

/// workspace.values[c * rows_per_tile + i] = kappa(row i, x_c) for `rows`, of which the first is the
/// expansion's row `first`.
void KernelExpansions::make_values(const Rows& rows, Index first, const Rows& x, Workspace& workspace) const {
  float* const values = workspace.values.data();
  if (!workspace.x) {
    for (Index c = 0; c < x.size(); ++c)
      for (Index i = 0; i < rows.size(); ++i)
        values[c * tile + i] = static_cast<float>(kernel_(x, c, rows, i));
    return;
  }
  const Index columns = PanelMatrix<float>::padded(x.size());
  float* const products = workspace.tile.data();
  workspace.x->multiply(rows, 0, x.size(), products, columns);
  apply_to_tile(kernel_, products, std::span(norms_).subspan(size_of(first), size_of(rows.size())),
                std::span(workspace.norms).first(size_of(columns)));
  for (Index c = 0; c < x.size(); ++c)
    for (Index i = 0; i < rows.size(); ++i) values[c * tile + i] = products[i * columns + c];
}

void KernelExpansions::evaluate_block(const Rows& x, MatrixRef z, Workspace& workspace) const {
  if (workspace.x)
    for (Index c = 0; c < x.size(); ++c) {
      x.for_each_nonzero(c, [&](Index k, float value) { workspace.x->at(k, c) = value; });
      workspace.norms[size_of(c)] = static_cast<float>(squared_norm(x, c));
    }
  const Index stride = PanelMatrix<float>::padded(count_);
  const float* const products = workspace.products.data();
  double* const sums = workspace.sums.data();
  std::fill(sums, sums + x.size() * count_, 0.0);
  Index first = 0;
  for (const PanelMatrix<float>& coefficients : coefficients_) {
    const Index next = first + coefficients.d();
    make_values(rows_.view().slice(first, next), first, x, workspace);
    coefficients.multiply(workspace.values.data(), tile, x.size(), 0, count_, workspace.products.data(),
                          stride);
    for (Index c = 0; c < x.size(); ++c)
      for (Index k = 0; k < count_; ++k) sums[c * count_ + k] += double{products[c * stride + k]};
    first = next;
  }
  for (Index c = 0; c < x.size(); ++c)
    for (Index k = 0; k < count_; ++k) z.row(c)[k] = static_cast<float>(sums[c * count_ + k] - offsets_(k));
  if (workspace.x)
    for (Index c = 0; c < x.size(); ++c)
      x.for_each_nonzero(c, [&](Index k, float) { workspace.x->at(k, c) = 0; });
}

void KernelExpansions::evaluate(const Rows& x, MatrixRef z, int threads) const {
  if (x.dim() != d_in_ || z.n != x.size() || z.d != count_)
    throw InputError(
        fmt::format("{} rows with {} columns for {} x {} values, expected {} columns and {} x {}", x.size(),
                    x.dim(), z.n, z.d, d_in_, x.size(), count_));
  const auto on_each_thread = [&]() -> BlockBody {
    return [&, workspace = std::make_shared<Workspace>(*this)](Index begin, Index end) {
      evaluate_block(x.slice(begin, end), z.slice(begin, end), *workspace);
    };
  };
  parallel_blocks_with(x.size(), block, threads, on_each_thread);
}

std::size_t KernelExpansions::memory_bytes() const {
  const Rows rows = rows_.view();
  std::size_t bytes =
      size_of(rows.stored()) * (sizeof(float) + (rows.is_sparse() ? sizeof(std::int32_t) : 0)) +
      (rows.is_sparse() ? size_of(rows.size() + 1) * sizeof(std::int64_t) : 0) +
      norms_.size() * sizeof(float) + size_of(offsets_.size()) * sizeof(double);
  for (const PanelMatrix<float>& part : coefficients_) bytes += sizeof part + part.memory_bytes();
  return bytes;
}

double KernelExpansions::memory(Index d, Index m, Index l) {
  const auto tiles = static_cast<double>((m + tile - 1) / tile);
  return OwnedRows::memory(m + 1, d) + sizeof(float) * static_cast<double>(m) +
         sizeof(double) * static_cast<double>(l) + PanelMatrix<float>::memory(m, l) +
         static_cast<double>(sizeof(PanelMatrix<float>)) * tiles;
}

double KernelExpansions::workspace(const Kernel& kernel, Index d, Index l) {
  const double values = static_cast<double>(block) * static_cast<double>(tile);
  const double panels =
      kernel.uses_products() ? PanelMatrix<float>::memory(d, block) + sizeof(float) * (values + block) : 0;
  return panels + sizeof(float) * (values + static_cast<double>(block * PanelMatrix<float>::padded(l))) +
         sizeof(double) * static_cast<double>(block) * static_cast<double>(l);
}

double KernelExpansions::seconds_of_values(const Kernel& kernel, double nonzeros, Index m) {
  // Factors from a server processor of 2021.
  const double product = kernel.uses_products() ? 0.05e-9 : 6e-9;
  return static_cast<double>(m) * (product * nonzeros + 4e-9);
}

double KernelExpansions::seconds_of_row(const Kernel& kernel, double nonzeros, Index m, Index l) {
  return seconds_of_values(kernel, nonzeros, m) + 0.04e-9 * static_cast<double>(m) * static_cast<double>(l) +
         5e-9 * static_cast<double>(l);
}

}  // namespace sketchbench
