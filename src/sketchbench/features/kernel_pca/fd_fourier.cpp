#include <sketchbench/features/kernel_pca/fd_fourier.hpp>

#include <algorithm>
#include <vector>

#include <sketchbench/features/embedding/embedding_kind.hpp>
#include <sketchbench/features/embedding/projected_features.hpp>
#include <sketchbench/features/fourier/fourier_kind.hpp>
#include <sketchbench/features/kernel_pca/frequent_directions.hpp>
#include <sketchbench/features/kernel_pca/principal_features.hpp>

namespace sketchbench {
namespace {

constexpr Index rows_per_block = 256;

/// Of all ranks' sketches, put together in their order on each of them.
FrequentDirections merged(FrequentDirections own, const Communicator& ranks) {
  if (ranks.size() == 1) return own;
  struct SketchFacts {
    double rows, squared_norm, shrunk;
  };
  const Eigen::MatrixXd columns = own.sketch().transpose();
  const SketchFacts facts = {static_cast<double>(columns.cols()), own.squared_norm(), own.shrunk()};
  const std::vector<SketchFacts> all = ranks.gather<SketchFacts>({&facts, 1});
  const std::vector<double> values =
      ranks.gather<double>({columns.data(), static_cast<std::size_t>(columns.size())});
  FrequentDirections sum(own.d(), own.l());
  const double* from = values.data();
  for (const SketchFacts& one : all) {
    const auto rows = static_cast<Index>(one.rows);
    sum.merge(Eigen::Map<const Eigen::MatrixXd>(from, own.d(), rows), one.squared_norm, one.shrunk);
    from += own.d() * rows;
  }
  return sum;
}

FeatureDirections directions_of(const FeatureMap& fourier, const Rows& all, Index l,
                                const Communicator& ranks) {
  const RowShare share = share_of(all.size(), ranks);
  const Rows train = all.slice(share.begin, share.end);
  FrequentDirections own(fourier.d_out(), l);
  DenseMatrix block(std::min(rows_per_block, train.size()), fourier.d_out());
  for (Index first = 0; first < train.size(); first += rows_per_block) {
    const Index rows = std::min(rows_per_block, train.size() - first);
    const MatrixRef features = MatrixRef(block).slice(0, rows);
    fourier.transform(train.slice(first, first + rows), features);
    own.add(block.view().slice(0, rows));
  }
  const FrequentDirections sketch = merged(std::move(own), ranks);
  const Eigen::VectorXd values = sketch.squared_singular_values();
  return {.directions = sketch.directions(),
          .offsets = {},
          .facts = {{"eigenvalues", std::vector<double>(values.begin(), values.end())},
                    {"squared_norm", sketch.squared_norm()},
                    {"shrunk", sketch.shrunk()}}};
}

}  // namespace

FeatureMapKind fd_fourier_kind() {
  FeatureMapKind kind = embedding_kind();
  kind.name = "fd_fourier";
  kind.family = MapFamily::fourier;  // its title says so, and figures show it beside TEFM
  kind.summary = "Random Kitchen Sinks in the directions of a frequent-directions sketch of training rows";
  kind.title = "Random Kitchen Sinks, frequent directions";
  kind.brief = "RKS FD";
  kind.formula =
      "z(x) = V^T z'(x): d Fourier features z', and V the directions that Frequent Directions keep";
  kind.python.name = "FDFourier";
  kind.citation =
      "Ghashami, M., Perry, D. J. and Phillips, J. M. (2016). Streaming kernel principal component analysis. "
      "AISTATS.";
  kind.remark =
      "Random Kitchen Sinks, frequent directions: a sketch of 2 D rows of 4 D Fourier features, unless the "
      "configuration says otherwise, in one pass over the training rows; the features are not centred.";
  kind.make = [](const MapRequest& request, const Rows& train) -> std::unique_ptr<FeatureMap> {
    require_training_rows(request);
    auto fourier = std::make_unique<FrequencyMap>(fourier_of(request));
    const FeatureDirections found = directions_of(*fourier, train, request.D, *request.ranks);
    return std::make_unique<PrincipalFeatures>(std::move(fourier), found);
  };
  kind.restore = [](const MapRequest& request, const MapParts& parts) -> std::unique_ptr<FeatureMap> {
    auto fourier = std::make_unique<FrequencyMap>(fourier_of(request));
    return std::make_unique<PrincipalFeatures>(std::move(fourier), request.D, MapPartsReader(parts));
  };
  kind.memory = [](const MapRequest& request) {
    const Index d = fourier_features(request);
    return FrequencyMap::memory(request.d_in, d, fourier_form(request)) + FrequencyMap::workspace() +
           PrincipalFeatures::memory(d, request.D) + FrequentDirections::memory(d, request.D) +
           static_cast<double>(sizeof(float) * rows_per_block) * static_cast<double>(d);
  };
  kind.workspace = [](const MapRequest& request) {
    return FrequencyMap::workspace() + PrincipalFeatures::workspace(fourier_features(request), request.D);
  };
  kind.seconds_of_row = [](const MapRequest& request, double nonzeros) {
    const Index d = fourier_features(request);
    return FrequencyMap::draw_share(request, d, fourier_form(request)) +
           ProjectedFeatures::seconds_of_row(nonzeros, d, request.D, fourier_form(request)) +
           FrequencyMap::seconds_of_row(nonzeros, d, fourier_form(request)) +
           FrequentDirections::seconds_of_row(d, request.D);
  };
  return kind;
}

}  // namespace sketchbench
