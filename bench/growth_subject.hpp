#pragma once
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <sketchbench/core/types.hpp>

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
  /// Makes once more what the work is done with, for what that keeps of memory; null where the work's own is
  /// measured.
  std::function<std::shared_ptr<const void>()> make;
  /// Steps that the last work took, where the claim is about one; null: the claim is about all of it.
  std::function<double()> steps;
};

/// A term of a claimed formula, up to its factor.
using Term = std::function<double(const Size&)>;

/// Something whose time and memory grow: a feature map or a learner.
struct Subject {
  std::string name;                      ///< as configurations name it
  std::string claim_time, claim_memory;  ///< the formulas of the terms below, for readers
  Size base;
  std::vector<VariedSize> axes;
  std::function<Prepared(const Size&)> prepare;
  std::vector<Term> time, memory;  ///< whose sums are claimed
};

/// Every feature map, and then the learners. `quick`: fewer and smaller sizes.
std::vector<Subject> growth_subjects(bool quick);

}  // namespace sketchbench::bench
