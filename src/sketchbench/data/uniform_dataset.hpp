#pragma once
#include <memory>

#include <sketchbench/data/dataset.hpp>
#include <sketchbench/data/manifest.hpp>

namespace sketchbench {

/// The data set of a manifest whose rows are uniform points. They are made in memory, dense, whenever the
/// data set is opened: 10,000 rows of 5,000 columns take 200 MB and less than a second, so a copy on disk for
/// each number of columns would be room for nothing.
class UniformDataset {
 public:
  /// `split`: one of the manifest's. request.d: the number of columns; 0: the manifest's "features".
  UniformDataset(const Manifest& manifest, const SplitSpec& split, const DatasetRequest& request);

  /// What open() will hold; no point is generated for it.
  const DatasetInfo& info() const { return info_; }
  std::shared_ptr<const Dataset> open() const;

 private:
  Seed seed_;
  RowSplit rows_;  ///< numbers of points
  DatasetInfo info_;
};

}  // namespace sketchbench
