#include <sketchbench/learners/row_blocks.hpp>

#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>

namespace sketchbench {

namespace {

void expect(const void* data, std::size_t bytes) {
  if (bytes == 0) return;
  const auto page = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE)),
             at = reinterpret_cast<std::uintptr_t>(data), begin = at / page * page;
  // Where it is refused, the rows are read when they are touched.
  static_cast<void>(::madvise(reinterpret_cast<void*>(begin), at + bytes - begin, MADV_WILLNEED));
}

}  // namespace

void expect_rows(const Rows& rows, Index begin, Index end) {
  if (!rows.is_sparse() || begin >= end) return;
  const std::int64_t first = rows.row_start()[begin];
  const auto count = static_cast<std::size_t>(rows.row_start()[end] - first);
  expect(rows.columns() + first, count * sizeof(std::int32_t));
  expect(rows.values() + first, count * sizeof(float));
}

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
