#include <sketchbench/learners/block_smo/free_system.hpp>

#include <gtest/gtest.h>

#include <Eigen/Cholesky>

#include <sketchbench/core/random.hpp>

namespace sketchbench {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using RowMajor = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

VectorXd normal_vector(Index n, RandomStream& random) {
  VectorXd v(n);
  for (double& value : v) value = random.normal();
  return v;
}

/// A A^T + I of a square A.
RowMajor positive_matrix(Index n, Seed seed) {
  RandomStream random(seed, "test.free_system");
  MatrixXd a(n, n);
  for (Index i = 0; i < n; ++i) a.col(i) = normal_vector(n, random);
  return (a * a.transpose() / static_cast<double>(n) + MatrixXd::Identity(n, n)).cast<float>();
}

SelectedRows rows_of(const RowMajor& k, std::vector<Index> members) {
  SelectedRows rows{std::move(members), {}};
  for (const Index i : rows.members) rows.values.push_back(k.row(i).data());
  return rows;
}

std::vector<Index> numbers(Index begin, Index end) {
  std::vector<Index> all;
  for (Index i = begin; i < end; ++i) all.push_back(i);
  return all;
}

/// What is left of r by the solution, of the largest of r.
double residual(const FreeSystem& system, const RowMajor& k, const std::vector<Index>& members,
                double delta) {
  const Index n = std::ssize(members);
  MatrixXd sub(n, n);
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < n; ++j)
      sub(i, j) = k(members[static_cast<std::size_t>(i)], members[static_cast<std::size_t>(j)]);
  sub.diagonal().array() += delta;
  RandomStream random(9, "test.free_system.rhs");
  const VectorXd r = normal_vector(n, random);
  return (sub * system.solve(r) - r).cwiseAbs().maxCoeff() / r.cwiseAbs().maxCoeff();
}

constexpr double single = 2e-5;  // condition numbers are about 5

TEST(FreeSystem, IsSolvedByAFactorAndByBorders) {
  const Index n = 300;
  const RowMajor k = positive_matrix(n, 1);
  for (const int threads : {1, 3}) {
    FreeSystem system(threads);
    // The base, then with some more, with some less, with both, and a smaller one with others.
    const std::vector<std::vector<Index>> sets = [&] {
      std::vector<Index> more = numbers(20, 220), less, both;
      more.insert(more.begin(), {3, 7, 11});
      more.push_back(299);
      for (const Index i : numbers(20, 220))
        if (i % 9 != 0) less.push_back(i);
      for (const Index i : numbers(0, 300))
        if ((i >= 20 && i < 220 && i % 13 != 0) || i % 17 == 0) both.push_back(i);
      return std::vector<std::vector<Index>>{numbers(20, 220), more, less, both, numbers(20, 200), more};
    }();
    for (const std::vector<Index>& members : sets) {
      ASSERT_TRUE(system.set(rows_of(k, members), n, 0.5));
      EXPECT_LT(residual(system, k, members, 0.5), single) << members.size();
      EXPECT_EQ(system.factors(), 1);
    }
    ASSERT_TRUE(system.set(rows_of(k, numbers(150, 300)), n, 0.25)) << "too many changes";
    EXPECT_EQ(system.factors(), 2);
    EXPECT_LT(residual(system, k, numbers(150, 300), 0.25), single);
  }
}

TEST(FreeSystem, KeepsItsFactorWhenRowsGetNewNumbers) {
  const Index n = 100;
  const RowMajor k = positive_matrix(n, 2);
  FreeSystem system(1);
  ASSERT_TRUE(system.set(rows_of(k, numbers(10, 90)), n, 0));
  std::vector<Index> more = numbers(10, 95);
  ASSERT_TRUE(system.set(rows_of(k, more), n, 0));

  // Rows 0 to 4 are left out, and every row of the factor is five further in front.
  std::vector<Index> new_number(static_cast<std::size_t>(n), -1);
  for (Index i = 5; i < n; ++i) new_number[static_cast<std::size_t>(i)] = i - 5;
  const RowMajor rest = k.bottomRightCorner(n - 5, n - 5);
  system.renumber(new_number);
  ASSERT_TRUE(system.set(rows_of(rest, numbers(4, 90)), n - 5, 0));
  EXPECT_EQ(system.factors(), 1);
  EXPECT_LT(residual(system, rest, numbers(4, 90), 0), single);

  // One of the factor's own is gone.
  std::vector<Index> again(static_cast<std::size_t>(n - 5), -1);
  for (Index i = 20; i < n - 5; ++i) again[static_cast<std::size_t>(i)] = i - 20;
  const RowMajor last = rest.bottomRightCorner(n - 25, n - 25);
  system.renumber(again);
  ASSERT_TRUE(system.set(rows_of(last, numbers(0, 60)), n - 25, 0));
  EXPECT_EQ(system.factors(), 2);
  EXPECT_LT(residual(system, last, numbers(0, 60), 0), single);
}

TEST(FreeSystem, SaysWhenAMatrixIsNotPositiveDefinite) {
  const Index n = 50;
  RowMajor k = positive_matrix(n, 3);
  k(20, 20) = -1;
  FreeSystem system(1);
  EXPECT_FALSE(system.set(rows_of(k, numbers(0, 50)), n, 0));
  EXPECT_TRUE(system.set(rows_of(k, numbers(0, 50)), n, 10));
  k(20, 20) = 5;
  system.forget();
  ASSERT_TRUE(system.set(rows_of(k, numbers(0, 40)), n, 0));
  k(45, 45) = -1;
  std::vector<Index> with_it = numbers(0, 40);
  with_it.push_back(45);
  EXPECT_FALSE(system.set(rows_of(k, with_it), n, 0)) << "a border";
}

}  // namespace
}  // namespace sketchbench
