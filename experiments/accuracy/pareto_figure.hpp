#pragma once
#include <vector>

#include "experiments/accuracy/figure_parts.hpp"

namespace sketchbench {

struct TimeAndAccuracy {
  double seconds = 0, accuracy = 0;
};

/// The points that no other beats: none is at least as fast and at least as accurate, and better in one of
/// the two. By ascending time, equal points once.
std::vector<TimeAndAccuracy> pareto_front(std::vector<TimeAndAccuracy> points);

/// Accuracy against the total time of features and training, every method and D that has runs.
Figure pareto_figure(const SummaryPointers& rows);

}  // namespace sketchbench
