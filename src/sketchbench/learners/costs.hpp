#pragma once
#include <sketchbench/learners/block_smo/block_smo.hpp>
#include <sketchbench/learners/liblinear/liblinear.hpp>
#include <sketchbench/learners/libsvm/libsvm.hpp>
#include <sketchbench/learners/libsvm/libsvm_svr.hpp>

namespace sketchbench {

/// Peak bytes beyond the rows, an upper estimate: the scheduler starts a cell only when they are free.
double memory_of(const Liblinear::Params& params, const TrainingShape& shape);
double memory_of(const Libsvm::Params& params, const TrainingShape& shape);
double memory_of(const LibsvmSvr::Params& params, const TrainingShape& shape);
double memory_of(const BlockSmo::Params& params, const TrainingShape& shape);

/// Seconds on one core for training and predicting, right within a factor of a few: for the order of cells
/// and the time left.
double seconds_of(const Liblinear::Params& params, const TrainingShape& shape);
double seconds_of(const Libsvm::Params& params, const Kernel& kernel, const TrainingShape& shape);
double seconds_of(const LibsvmSvr::Params& params, const Kernel& kernel, const TrainingShape& shape);
double seconds_of(const BlockSmo::Params& params, const Kernel& kernel, const TrainingShape& shape);

}  // namespace sketchbench
