#pragma once
#include <filesystem>
#include <fstream>
#include <string>

#include <sketchbench/core/json_fwd.hpp>
#include <sketchbench/core/timer.hpp>
#include <sketchbench/kernels/kernel.hpp>
#include "bench/rows.hpp"

namespace sketchbench::bench {

/// The other end of sketch.py, which bench/beside_sklearn/run starts: requests and answers are lines of JSON.
/// Throws Error when there is no answer.
class SklearnWorker {
 public:
  SklearnWorker(const std::filesystem::path& requests, const std::filesystem::path& answers);
  ~SklearnWorker();
  SklearnWorker(const SklearnWorker&) = delete;
  SklearnWorker& operator=(const SklearnWorker&) = delete;

  Json versions();
  /// What it found fastest: the number of rows at a time, and their form ("csr", or dense in "C" or "F"
  /// order).
  struct Best {
    Index chunk;
    std::string form;
  };
  /// Makes a map of a polynomial or Gaussian kernel for these rows.
  Best load(const BenchRows& rows, bool sparse, const Kernel& kernel, Index D, Seed seed);
  /// Maps all loaded rows once.
  Seconds time();
  /// The features of the first rows, by a map of that seed.
  DenseMatrix features(Index rows, Index D, Seed seed);

  /// For KernelPCA of l components and a polynomial or Gaussian kernel: the first `train` rows are what it is
  /// fitted to, the others are new ones.
  void load_pca(const DenseMatrix& rows, Index train, const Kernel& kernel, Index l, Seed seed);
  /// Fits a KernelPCA with these further arguments, and keeps it under that name until others are loaded.
  Seconds fit_pca(const std::string& name, const Json& arguments);
  /// Maps all new rows once.
  Seconds transform_pca(const std::string& name);
  /// The features of the rows that it was fitted to, `train` x l.
  DenseMatrix features_of_pca(const std::string& name, Index train, Index l);

 private:
  DenseMatrix written(Json request, Index rows, Index D);
  Json ask(const Json& request);

  std::ofstream requests_;
  std::ifstream answers_;
  std::filesystem::path folder_;  ///< of the arrays that are handed over
};

}  // namespace sketchbench::bench
