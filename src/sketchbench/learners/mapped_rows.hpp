#pragma once
#include <functional>

#include <sketchbench/features/feature_map.hpp>
#include <sketchbench/learners/row_blocks.hpp>

namespace sketchbench {

/// Throws InputError where a value of the features z, those of rows first_row, ... (from 0), is not finite:
/// what the message says of them is up to whoever asks for the features.
using CheckFeatures = std::function<void(const Rows& z, Index first_row)>;

/// The features of training rows, made block by block whenever they are asked for: training on them needs no
/// memory for all of them. Refers to the map and to the rows' memory.
class MappedRows final : public RowBlocks {
 public:
  MappedRows(const FeatureMap& map, const Rows& x, CheckFeatures check)
      : map_(map), x_(x), check_(std::move(check)) {}
  Index size() const override { return x_.size(); }
  Index dim() const override { return map_.d_out(); }
  RowBlock block(Index begin, Index end, RowMajorMatrix& workspace) const override;

 private:
  const FeatureMap& map_;
  Rows x_;
  CheckFeatures check_;
};

/// Of `rows` rows that are mapped to be predicted, those whose features are held at the same time when each
/// has d_out of them: about 64 MB, at least one row and no more than there are or than 4096.
Index rows_mapped_at_once(Index rows, Index d_out);

/// Calls use(z, first_row) with the features of the rows, block by block in their order.
void for_each_mapped_block(const FeatureMap& map, const Rows& x, int threads, const CheckFeatures& check,
                           const std::function<void(const Rows& z, Index first_row)>& use);

}  // namespace sketchbench
