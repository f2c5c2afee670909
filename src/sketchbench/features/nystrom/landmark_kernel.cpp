#include <sketchbench/features/nystrom/landmark_kernel.hpp>

#include <numeric>
#include <utility>
#include <vector>

#include <sketchbench/core/row_checks.hpp>
#include <sketchbench/kernels/gram.hpp>

namespace sketchbench {
namespace {

std::vector<Index> all_of(const Rows& rows) {
  std::vector<Index> numbers(static_cast<std::size_t>(rows.size()));
  std::iota(numbers.begin(), numbers.end(), 0);
  return numbers;
}

/// Those that any of the landmarks has, where there are fewer than a wide row has: each column costs a value
/// a landmark, so that it pays sooner than for rows that are only passed on.
std::optional<ColumnSelection> selected_columns(const Rows& landmarks) {
  if (!landmarks.is_sparse() || landmarks.dim() <= ColumnSelection::few_columns) return std::nullopt;
  require_valid_columns(landmarks);
  std::vector<std::int32_t> columns = occurring_columns({&landmarks, 1});
  constexpr double most_share = 0.9;
  if (columns.empty() ||
      static_cast<double>(columns.size()) > most_share * static_cast<double>(landmarks.dim()))
    return std::nullopt;
  return ColumnSelection(std::move(columns), landmarks.dim());
}

}  // namespace

LandmarkKernel::LandmarkKernel(const Kernel& kernel, const Rows& landmarks)
    : kernel_(kernel), d_in_(landmarks.dim()), count_(landmarks.size()) {
  if (kernel.uses_products()) {
    columns_ = selected_columns(landmarks);
    const CsrMatrix renumbered = columns_ ? columns_->apply(landmarks) : CsrMatrix();
    const Rows rows = columns_ ? renumbered.view() : landmarks;
    panels_.emplace(rows.dim(), count_);
    for (Index j = 0; j < count_; ++j)
      rows.for_each_nonzero(j, [&](Index k, float value) { panels_->at(k, j) = double{value}; });
    norms_ = squared_norms_of(landmarks);
  } else {
    landmarks_.emplace(landmarks, all_of(landmarks));
    landmarks_bytes_ = static_cast<std::size_t>(landmarks.stored()) *
                       (sizeof(float) + (landmarks.is_sparse() ? sizeof(std::int32_t) : 0));
  }
}

OwnedRows LandmarkKernel::landmarks() const {
  if (landmarks_) return *landmarks_;
  CsrMatrix rows;
  rows.d = d_in_;
  for (Index j = 0; j < count_; ++j) {
    for (Index k = 0; k < panels_->d(); ++k)
      if (const auto value = static_cast<float>(panels_->at(k, j)); value != 0)
        rows.push(columns_ ? columns_->columns()[static_cast<std::size_t>(k)] : k, value);
    rows.end_row();
  }
  // A value of a sparse row has its column beside it.
  return 2 * std::ssize(rows.value) > count_ * d_in_ ? OwnedRows(to_dense(rows)) : OwnedRows(std::move(rows));
}

void LandmarkKernel::values(const Rows& x, double* values) const {
  if (panels_) {
    panels_->multiply(columns_ ? columns_->apply(x).view() : x, 0, count_, values, stride());
    apply(kernel_,
          Eigen::Map<Eigen::MatrixXd, 0, Eigen::OuterStride<>>(values, count_, x.size(),
                                                               Eigen::OuterStride<>(stride())),
          norms_, squared_norms_of(x));
    return;
  }
  const Rows landmarks = landmarks_->view();
  for (Index i = 0; i < x.size(); ++i)
    for (Index j = 0; j < count_; ++j) values[i * stride() + j] = kernel_(x, i, landmarks, j);
}

std::size_t LandmarkKernel::memory_bytes() const {
  return (panels_ ? panels_->memory_bytes() : 0) + static_cast<std::size_t>(norms_.size()) * sizeof(double) +
         landmarks_bytes_;
}

double LandmarkKernel::memory(const Kernel& kernel, Index d_in, Index count) {
  const auto landmarks = static_cast<double>(count);
  if (kernel.uses_products()) return PanelMatrix<double>::memory(d_in, count) + sizeof(double) * landmarks;
  return OwnedRows::memory(count, d_in);
}

Index LandmarkKernel::columns(const MapRequest& request, Index count) {
  double most = static_cast<double>(count) * request.nonzeros;
  if (request.landmarks != nullptr) most = static_cast<double>(request.landmarks->value.size());
  const bool selects = request.d_in > ColumnSelection::few_columns && most > 0 &&
                       most * ColumnSelection::least_share <= static_cast<double>(request.d_in);
  return selects ? static_cast<Index>(most) + 1 : request.d_in;
}

double LandmarkKernel::seconds_of_row(const Kernel& kernel, double nonzeros, Index count) {
  // Factors from a server processor of 2021.
  const double product = kernel.uses_products() ? 0.1e-9 : 6e-9;
  return static_cast<double>(count) * (product * nonzeros + 10e-9);
}

}  // namespace sketchbench
