#include <sketchbench/data/split.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/system/memory.hpp>
#include <sketchbench/core/text.hpp>

namespace sketchbench {
namespace {

std::vector<Index> counting(Index n) {
  require_memory(2.0 * sizeof(Index) * static_cast<double>(n),
                 fmt::format("a choice out of {} rows", with_commas(n)));
  std::vector<Index> rows(static_cast<std::size_t>(n));
  std::iota(rows.begin(), rows.end(), Index{0});
  return rows;
}

/// Brings a uniformly drawn ordered sample of `count` to the front: the first steps of Fisher-Yates.
void draw_to_front(std::vector<Index>& rows, Index count, RandomStream& stream) {
  for (Index i = 0; i < count; ++i) {
    const auto at = static_cast<std::size_t>(i);
    std::swap(rows[at], rows[at + stream.below(rows.size() - at)]);
  }
}

/// The stream's name makes the draw one of its own: what is chosen must not follow from how the rows were
/// divided.
void keep_some(std::vector<Index>& rows, Index most, const SplitSpec& spec, std::string_view name) {
  const auto n = static_cast<Index>(rows.size());
  if (most <= 0 || most >= n) return;
  RandomStream stream(spec.seed, name);
  std::vector<Index> chosen = random_subset(n, most, stream);
  for (Index& row : chosen) row = rows[static_cast<std::size_t>(row)];
  rows = std::move(chosen);
}

}  // namespace

std::vector<Index> random_subset(Index n, Index count, RandomStream& stream) {
  std::vector<Index> rows = counting(n);
  draw_to_front(rows, count, stream);
  rows.resize(static_cast<std::size_t>(count));
  std::sort(rows.begin(), rows.end());
  return rows;
}

Index test_rows(Index used, const SplitSpec& spec) {
  return spec.test_rows > 0 ? spec.test_rows
                            : static_cast<Index>(std::llround(static_cast<double>(used) * spec.test_share));
}

RowSplit divide_rows(Index n, const SplitSpec& spec) {
  const Index used = spec.sample_rows > 0 ? spec.sample_rows : n;
  const Index tested = test_rows(used, spec);
  if (used > n)
    throw InputError(fmt::format("split \"{}\" samples {} rows, but there are only {}", spec.name, used, n));
  if (tested < 1 || tested >= used)
    throw InputError(fmt::format("split \"{}\" puts {} of {} rows into the test part; both parts need a row",
                                 spec.name, tested, used));

  std::vector<Index> rows = counting(n);
  if (spec.kind == SplitSpec::Kind::last)
    return {{rows.begin(), rows.end() - tested}, {rows.end() - tested, rows.end()}};
  // One draw decides the sample and its division: the first `tested` are the test part, the others train.
  // Files are often sorted, so order carries information; it is kept, because learners shuffle for
  // themselves.
  RandomStream stream(spec.seed, "split");
  draw_to_front(rows, used, stream);
  RowSplit split{.train = {}, .test = {rows.begin(), rows.begin() + tested}};
  rows.resize(static_cast<std::size_t>(used));
  rows.erase(rows.begin(), rows.begin() + tested);
  split.train = std::move(rows);
  std::sort(split.train.begin(), split.train.end());
  std::sort(split.test.begin(), split.test.end());
  return split;
}

void subsample(RowSplit& rows, const DatasetRequest& request, const SplitSpec& spec) {
  keep_some(rows.train, request.max_train, spec, "max_train");
  keep_some(rows.test, request.max_test, spec, "max_test");
}

void append_rows(LabeledMatrix& a, const LabeledMatrix& b) {
  if (a.x.d != b.x.d)
    throw InputError(fmt::format("parts with {} and {} columns cannot be joined", a.x.d, b.x.d));
  a.x.make_room(b.x.view().stored(), b.x.size());
  const std::int64_t offset = a.x.row_start.back();
  for (auto start = b.x.row_start.begin() + 1; start != b.x.row_start.end(); ++start)
    a.x.row_start.push_back(offset + *start);
  a.x.column.insert(a.x.column.end(), b.x.column.begin(), b.x.column.end());
  a.x.value.insert(a.x.value.end(), b.x.value.begin(), b.x.value.end());
  make_room(a.y, b.y.size(), "a column of labels");
  a.y.insert(a.y.end(), b.y.begin(), b.y.end());
}

}  // namespace sketchbench
