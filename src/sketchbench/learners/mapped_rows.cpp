#include <sketchbench/learners/mapped_rows.hpp>

#include <algorithm>

namespace sketchbench {

RowBlock MappedRows::block(Index begin, Index end, RowMajorMatrix& workspace) const {
  expect_rows(x_, begin, end);
  workspace.resize(end - begin, dim());
  map_.transform(x_.slice(begin, end), MatrixRef(workspace.data(), end - begin, dim(), dim()));
  check_(Rows::dense(workspace.data(), end - begin, dim(), dim()), begin);
  return {workspace.data(), end - begin, dim(), Eigen::OuterStride<>(dim())};
}

Index rows_mapped_at_once(Index rows, Index d_out) {
  // In whole blocks of those that models score at a time, where there is room for one: then results do not
  // depend on how many there are.
  constexpr Index most_rows = 4096, scored_at_once = 256;
  constexpr double most_bytes = 64e6;
  Index held = static_cast<Index>(most_bytes / (4.0 * static_cast<double>(std::max<Index>(d_out, 1))));
  if (held >= scored_at_once) held -= held % scored_at_once;
  return std::clamp<Index>(std::min(held, rows), 1, most_rows);
}

void for_each_mapped_block(const FeatureMap& map, const Rows& x, int threads, const CheckFeatures& check,
                           const std::function<void(const Rows& z, Index first_row)>& use) {
  const Index rows_per_block = rows_mapped_at_once(x.size(), map.d_out());
  DenseMatrix z(rows_per_block, map.d_out());
  for (Index begin = 0; begin < x.size(); begin += rows_per_block) {
    const Rows rows = x.slice(begin, std::min(x.size(), begin + rows_per_block));
    map.transform(rows, MatrixRef(z).slice(0, rows.size()), threads);
    const Rows features = z.view().slice(0, rows.size());
    check(features, begin);
    use(features, begin);
  }
}

}  // namespace sketchbench
