#pragma once
#include <span>
#include <string_view>
#include <vector>

#include <sketchbench/core/communicator.hpp>
#include <sketchbench/core/labeled_rows.hpp>

namespace sketchbench {

/// 2^24: beyond it, neighbouring whole numbers share one float.
inline constexpr int largest_label = 16777216;

/// A class, its number of rows and the sum of their weights. Rows whose weight is 0 are none.
struct ClassCount {
  int label = 0;
  Index rows = 0;
  double weight = static_cast<double>(rows);
};

/// The classes of training labels in the order that LIBLINEAR and LIBSVM give them, which decides between
/// equal scores: that of the first row of each, but 1 before -1 where there are no others. The libraries cut
/// labels down to int silently, so labels that are not whole numbers are an InputError; fewer than two
/// classes, too: the trust-region Newton method would run forever on one. A row whose weight is 0 is not
/// there, and a class of such rows alone is none. Of all ranks' rows: their labels count as if they followed
/// each other.
std::vector<ClassCount> count_classes(std::span<const float> labels, std::span<const double> weights = {},
                                      const Communicator& ranks = Communicator::alone());

/// The labels as the libraries want them.
std::vector<double> library_labels(std::span<const float> labels);

/// Throws InputError where a rank among several has no training rows.
void require_rows_of_rank(Index rows, std::string_view learner, const Communicator& ranks);

/// Throws InputError unless the data are for `task`, there is one label or target a row, the shape fits the
/// libraries' int indices, every value and target is finite, and weights, where
/// there are some, are one a row, not negative and not all 0. `learner` is for the message.
void check_training_data(const LabeledRows& data, std::string_view learner, Task task = Task::classification);

}  // namespace sketchbench
