#include <sketchbench/learners/block_smo/row_updates.hpp>

#include <sketchbench/core/threads.hpp>

namespace sketchbench {
namespace {

constexpr Index values_per_task = 1024;

void subtract(std::span<const float* const> rows, std::span<const double> change, Index begin, Index end,
              double* gradient) {
  std::size_t k = 0;
  for (; k + 4 <= rows.size(); k += 4) {
    const float *r0 = rows[k], *r1 = rows[k + 1], *r2 = rows[k + 2], *r3 = rows[k + 3];
    const double c0 = change[k], c1 = change[k + 1], c2 = change[k + 2], c3 = change[k + 3];
    for (Index i = begin; i < end; ++i)
      gradient[i] -= c0 * double{r0[i]} + c1 * double{r1[i]} + c2 * double{r2[i]} + c3 * double{r3[i]};
  }
  for (; k < rows.size(); ++k)
    for (Index i = begin; i < end; ++i) gradient[i] -= change[k] * double{rows[k][i]};
}

}  // namespace

void subtract_rows(std::span<const float* const> rows, std::span<const double> change, Index size,
                   int threads, double* gradient) {
  parallel_blocks(size, values_per_task, threads,
                  [&](Index begin, Index end) { subtract(rows, change, begin, end, gradient); });
}

}  // namespace sketchbench
