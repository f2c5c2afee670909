#pragma once
#include <cstddef>
#include <memory>

namespace sketchbench {

/// Gigabytes of floats. Memory is taken from the system page by page when it is first written to, in large
/// pages where there are any: a solver jumps from row to row, and each jump into a page of 4 kB would cost a
/// walk through the page tables.
class LargeArray {
 public:
  LargeArray() : LargeArray(0) {}
  /// Values are zero. Throws Error when the system has not that much memory to give.
  explicit LargeArray(std::size_t count);
  float* data() const { return values_.get(); }

 private:
  struct Unmap {
    std::size_t bytes;
    void operator()(float* values) const;
  };
  std::unique_ptr<float, Unmap> values_{nullptr, Unmap{0}};
};

}  // namespace sketchbench
