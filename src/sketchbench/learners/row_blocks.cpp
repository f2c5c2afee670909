#include <sketchbench/learners/row_blocks.hpp>

namespace sketchbench {

RowBlock StoredRows::block(Index begin, Index end, RowMajorMatrix& workspace) const {
  const Rows part = rows_.slice(begin, end);
  if (!part.is_sparse()) {
    const Index stride = part.size() > 1 ? part.dense_row(1).data() - part.dense_row(0).data() : part.dim();
    return {part.size() > 0 ? part.dense_row(0).data() : nullptr, part.size(), part.dim(),
            Eigen::OuterStride<>(stride)};
  }
  workspace.setZero(part.size(), part.dim());
  for (Index i = 0; i < part.size(); ++i)
    part.for_each_nonzero(i, [&](Index j, float value) { workspace(i, j) = value; });
  return {workspace.data(), part.size(), part.dim(), Eigen::OuterStride<>(part.dim())};
}

RowsInForm::RowsInForm(const Rows& rows, double crossover, const Communicator& ranks) : view_(rows) {
  Index nonzeros = 0;
  for (Index i = 0; i < rows.size(); ++i)
    rows.for_each_nonzero(i, [&](Index, float value) { nonzeros += value != 0 ? 1 : 0; });
  const double values = ranks.sum_of(static_cast<double>(rows.size()) * static_cast<double>(rows.dim()));
  const double all_nonzeros = ranks.sum_of(static_cast<double>(nonzeros));
  if (const bool few = all_nonzeros <= crossover * values; few == rows.is_sparse()) return;
  if (rows.is_sparse()) {
    DenseMatrix dense(rows.size(), rows.dim());
    for (Index i = 0; i < rows.size(); ++i)
      rows.for_each_nonzero(i, [&](Index j, float value) { dense.row(i)[j] = value; });
    copy_.emplace(std::move(dense));
  } else {
    CsrMatrix sparse;
    sparse.d = rows.dim();
    sparse.make_room(nonzeros, rows.size());
    for (Index i = 0; i < rows.size(); ++i) {
      rows.for_each_nonzero(i, [&](Index j, float value) { sparse.push(j, value); });
      sparse.end_row();
    }
    copy_.emplace(std::move(sparse));
  }
  view_ = copy_->view();
}

}  // namespace sketchbench
