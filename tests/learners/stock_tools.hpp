#pragma once
#include <string>
#include <vector>

#include <sketchbench/data/dataset.hpp>

namespace sketchbench {

/// What the libraries' own programs make of the same data.
struct StockResult {
  std::vector<float> labels;  ///< one for each test row
  std::string messages;       ///< what training printed, in the form of TrainingReport::messages
};

/// liblinear-train and liblinear-predict, or svm-train and svm-predict, with `options` for training.
StockResult run_stock_liblinear(const std::string& options, const LabeledRows& train,
                                const LabeledRows& test);
StockResult run_stock_libsvm(const std::string& options, const LabeledRows& train, const LabeledRows& test);
/// With -t 4: column 0 has the rows' numbers, and the indices are those of columns.
StockResult run_stock_libsvm_on_gram(const std::string& options, const LabeledRows& train,
                                     const LabeledRows& test);

}  // namespace sketchbench
