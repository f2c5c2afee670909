#include "bench/gram_forms.hpp"

#include <fmt/format.h>

#include <Eigen/SparseCore>
#include <memory>

#include <sketchbench/core/random.hpp>
#include <sketchbench/features/kernel_pca/operators/gram_matrix.hpp>
#include <sketchbench/features/kernel_pca/operators/quantised_gram.hpp>
#include <sketchbench/features/kernel_pca/operators/sampled_signs.hpp>
#include <sketchbench/features/kernel_pca/operators/sparsified_gram.hpp>

namespace sketchbench::bench {
namespace {

constexpr Seed drawn_with = 1;
constexpr int threads_of_making = 2;

StoredGram stored(const std::shared_ptr<const SymmetricOperator>& a) {
  return {.bytes = a->memory_bytes(),
          .multiply = [a](const Eigen::MatrixXf& x, Eigen::MatrixXf& y, int threads) {
            a->multiply(x, y, threads);
          }};
}

/// All entries, by products with unit vectors.
Eigen::MatrixXf entries_of(const SymmetricOperator& a) {
  Eigen::MatrixXf entries(a.size(), a.size());
  a.multiply(Eigen::MatrixXf::Identity(a.size(), a.size()), entries, threads_of_making);
  return entries;
}

StoredGram eigen_dense(const SymmetricOperator& a) {
  const auto entries = std::make_shared<const Eigen::MatrixXf>(entries_of(a));
  return {.bytes = sizeof(float) * static_cast<std::size_t>(entries->size()),
          .multiply = [entries](const Eigen::MatrixXf& x, Eigen::MatrixXf& y, int) {
            // Eigen has a product of its own for what it knows to be a vector.
            if (x.cols() == 1)
              y.col(0).noalias() = *entries * x.col(0);
            else
              y.noalias() = *entries * x;
          }};
}

StoredGram eigen_sparse(const SymmetricOperator& a) {
  using Sparse = Eigen::SparseMatrix<float, Eigen::RowMajor>;
  using RowMajor = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  const auto entries = std::make_shared<const Sparse>(entries_of(a).sparseView());
  constexpr std::size_t bytes_of_index = sizeof(Sparse::StorageIndex);
  return {.bytes = (sizeof(float) + bytes_of_index) * static_cast<std::size_t>(entries->nonZeros()) +
                   bytes_of_index * static_cast<std::size_t>(entries->rows() + 1),
          .multiply = [entries](const Eigen::MatrixXf& x, Eigen::MatrixXf& y, int) {
            if (x.cols() == 1) {
              y.col(0).noalias() = *entries * x.col(0);
              return;
            }
            // Columns are multiplied one by one, each with a pass over the matrix; rows all at once.
            const RowMajor rows = x;
            RowMajor products(x.rows(), x.cols());
            products.noalias() = *entries * rows;
            y = products;
          }};
}

}  // namespace

std::vector<GramForm> gram_forms() {
  std::vector<GramForm> forms = {
      {.name = "gram",
       .title = "dense, by halves",
       .make =
           [](const Kernel& kernel, const Rows& x) {
             return stored(std::make_shared<GramMatrix>(kernel, x, threads_of_making));
           }},
      {.name = "eigen_dense",
       .title = "Eigen, dense",
       .is_eigens = true,
       .make = [](const Kernel& kernel,
                  const Rows& x) { return eigen_dense(GramMatrix(kernel, x, threads_of_making)); }},
      {.name = "one_bit", .title = "one bit an entry", .make = [](const Kernel& kernel, const Rows& x) {
         return stored(std::make_shared<QuantisedGram>(kernel, x, drawn_with, threads_of_making));
       }}};
  for (const double s : {2.0, 10.0, 100.0}) {
    forms.push_back({.name = fmt::format("sparsified/s:{}", s),
                     .title = fmt::format("sparsified, s = {}", s),
                     .make = [s](const Kernel& kernel, const Rows& x) {
                       return stored(
                           std::make_shared<SparsifiedGram>(kernel, x, s, drawn_with, threads_of_making));
                     }});
    forms.push_back({.name = fmt::format("eigen_sparsified/s:{}", s),
                     .title = fmt::format("Eigen, sparse, s = {}", s),
                     .is_eigens = true,
                     .make = [s](const Kernel& kernel, const Rows& x) {
                       return eigen_sparse(SparsifiedGram(kernel, x, s, drawn_with, threads_of_making));
                     }});
    forms.push_back({.name = fmt::format("sampled_signs/s:{}", s),
                     .title = fmt::format("sampled signs, s = {}", s),
                     .make = [s](const Kernel& kernel, const Rows& x) {
                       return stored(
                           std::make_shared<SampledSigns>(kernel, x, s, drawn_with, threads_of_making));
                     }});
  }
  return forms;
}

Eigen::MatrixXf normal_matrix(Index rows, Index columns, Seed seed) {
  RandomStream random(seed, "bench.kernel_pca");
  return Eigen::MatrixXf::NullaryExpr(rows, columns, [&] { return static_cast<float>(random.normal()); });
}

}  // namespace sketchbench::bench
