#pragma once
#include <functional>
#include <string>
#include <vector>

#include "core/types.hpp"

namespace sketchbench::bench {

/// The size of a problem: rows, columns, random features, degree of the kernel.
struct Size {
  Index n = 0, d = 0, D = 0;
  int p = 0;
};

/// A size that is varied while the others stay.
struct VariedSize {
  char name;                  ///< 'n', 'd', 'D' or 'p'
  std::vector<Index> values;  ///< ascending
};

Size with(Size size, char axis, Index value);

/// Work of one size, ready to be timed again and again.
struct Prepared {
  std::function<void()> work;
  /// Bytes that the work needs beyond its input and output; measured on the work itself where there is no
  /// function.
  std::function<double()> memory;
};

/// Something whose time and memory grow: a feature map or a learner.
struct Subject {
  std::string name;                      ///< as configurations name it
  std::string claim_time, claim_memory;  ///< the formulas of the two functions below, for readers
  Size base;
  std::vector<VariedSize> axes;
  std::function<Prepared(const Size&)> prepare;
  std::function<double(const Size&)> time, memory;  ///< what is claimed, up to a factor
};

/// Every feature map, and then the learners. `quick`: fewer and smaller sizes.
std::vector<Subject> growth_subjects(bool quick);

}  // namespace sketchbench::bench
