#include "features/embedding/projected_features.hpp"

#include <algorithm>
#include <memory>

#include "core/threads.hpp"

namespace sketchbench {
namespace {

constexpr Index rows_per_block = 48;

}  // namespace

PanelMatrix<float> panels_of(const Eigen::MatrixXd& columns) {
  PanelMatrix<float> panels(columns.rows(), columns.cols());
  for (Index j = 0; j < columns.cols(); ++j)
    for (Index k = 0; k < columns.rows(); ++k) panels.at(k, j) = static_cast<float>(columns(k, j));
  return panels;
}

ProjectedFeatures::ProjectedFeatures(FrequencyMap fourier, const Eigen::MatrixXd& Q)
    : FeatureMap(fourier.d_in(), Q.cols()), fourier_(std::move(fourier)), directions_(panels_of(Q)) {}

double ProjectedFeatures::memory(Index d_in, Index d, Index l, FourierForm form) {
  return FrequencyMap::memory(d_in, d, form) + PanelMatrix<float>::memory(d, l);
}

double ProjectedFeatures::workspace(Index d, Index l) {
  return FrequencyMap::workspace() + static_cast<double>(sizeof(float)) * rows_per_block *
                                         static_cast<double>(d + PanelMatrix<float>::padded(l));
}

double ProjectedFeatures::seconds_of_row(double nonzeros, Index d, Index l, FourierForm form) {
  return FrequencyMap::seconds_of_row(nonzeros, d, form) + projection_seconds(d, l);
}

void ProjectedFeatures::transform(const Rows& x, MatrixRef z, int threads) const {
  check_shapes(x, z);
  const Index d = fourier_.d_out(), l = d_out(), stride = PanelMatrix<float>::padded(l);
  const auto on_each_thread = [&, d, l, stride]() -> BlockBody {
    struct Workspace {
      std::vector<float> features, products;
    };
    const auto work = std::make_shared<Workspace>(
        Workspace{std::vector<float>(static_cast<std::size_t>(rows_per_block * d)),
                  std::vector<float>(static_cast<std::size_t>(rows_per_block * stride))});
    return [&, d, l, stride, work](Index begin, Index end) {
      fourier_.transform(x.slice(begin, end), MatrixRef(work->features.data(), end - begin, d, d));
      directions_.multiply(work->features.data(), d, end - begin, 0, l, work->products.data(), stride);
      for (Index i = begin; i < end; ++i)
        std::copy_n(work->products.data() + (i - begin) * stride, l, z.row(i));
    };
  };
  parallel_blocks_with(x.size(), rows_per_block, threads, on_each_thread);
}

}  // namespace sketchbench
