#pragma once
#include <sketchbench/data/manifest.hpp>

namespace sketchbench {

/// What a manifest says of a split before anything is fetched or prepared, if the rows come from that source
/// (see KnownDataset::info).
DatasetInfo declared_info(const Manifest& manifest, const Source& source, const SplitSpec& split,
                          const DatasetRequest& request);

/// Rows that the parts of the split have together, as declared; 0: not declared.
Index declared_rows(const Source& source, const SplitSpec& split);

}  // namespace sketchbench
