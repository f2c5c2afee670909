#include <sketchbench/features/kernel_pca/kernel_pca_map.hpp>

#include <memory>
#include <utility>

#include <sketchbench/core/json.hpp>
#include <sketchbench/core/threads.hpp>

namespace sketchbench {
namespace {

constexpr Index rows_per_block = KernelExpansions::rows_per_block;

}  // namespace

KernelPcaMap::KernelPcaMap(KernelExpansions expansions, std::optional<SignProjection> projection, Json facts)
    : FeatureMap(projection ? projection->d_in() : expansions.d_in(), expansions.count()),
      expansions_(std::move(expansions)),
      projection_(std::move(projection)),
      facts_(std::move(facts)) {}

void KernelPcaMap::transform(const Rows& x, MatrixRef z, int threads) const {
  check_shapes(x, z);
  if (!projection_) return expansions_.evaluate(x, z, threads);
  struct Own {
    KernelExpansions::Workspace workspace;
    std::vector<float> projected;
  };
  const Index stride = projection_->stride();
  const auto on_each_thread = [&]() -> BlockBody {
    const auto own = std::make_shared<Own>(
        Own{.workspace = KernelExpansions::Workspace(expansions_),
            .projected = std::vector<float>(static_cast<std::size_t>(rows_per_block * stride))});
    return [&, own](Index begin, Index end) {
      projection_->project_block(x.slice(begin, end), own->projected.data());
      const Rows rows = Rows::dense(own->projected.data(), end - begin, projection_->d_out(), stride);
      expansions_.evaluate_block(rows, z.slice(begin, end), own->workspace);
    };
  };
  parallel_blocks_with(x.size(), rows_per_block, threads, on_each_thread);
}

std::size_t KernelPcaMap::memory_bytes() const {
  return expansions_.memory_bytes() + (projection_ ? projection_->memory_bytes() : 0);
}

double KernelPcaMap::memory(Index d, Index m, Index D, Index projection) {
  if (projection == 0) return KernelExpansions::memory(d, m, D);
  return KernelExpansions::memory(projection, m, D) + SignProjection::memory(d, projection);
}

double KernelPcaMap::workspace(const Kernel& kernel, Index d, Index D, Index projection) {
  if (projection == 0) return KernelExpansions::workspace(kernel, d, D);
  return KernelExpansions::workspace(kernel, projection, D) +
         static_cast<double>(sizeof(float) * rows_per_block) *
             static_cast<double>(PanelMatrix<float>::padded(projection));
}

double KernelPcaMap::seconds_of_row(const Kernel& kernel, double nonzeros, Index m, Index D,
                                    Index projection) {
  if (projection == 0) return KernelExpansions::seconds_of_row(kernel, nonzeros, m, D);
  const auto dimensions = static_cast<double>(projection);
  return KernelExpansions::seconds_of_row(kernel, dimensions, m, D) + 0.05e-9 * nonzeros * dimensions;
}

}  // namespace sketchbench
