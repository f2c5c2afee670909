#pragma once
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include <sketchbench/core/types.hpp>

namespace sketchbench {

/// A counter-based generator (Philox4x32-10 of Random123): the stream is a pure function of (seed, purpose,
/// index), the same on every platform, and two streams with different purposes or indices are independent. A
/// feature map draws each of its tables from a stream of its own, so results do not depend on threads or
/// block sizes.
class RandomStream {
 public:
  RandomStream(Seed seed, std::string_view purpose, std::uint64_t index = 0);

  std::uint32_t bits32();
  std::uint64_t bits64();
  /// Uniform in [0, bound), without the bias of a plain remainder; bound >= 1.
  std::uint64_t below(std::uint64_t bound);
  /// Uniform in [0, 1), 53 random bits.
  double uniform();
  /// -1 or +1, one random bit each.
  int sign();
  /// Standard normal (Box-Muller).
  double normal();

  /// Fisher-Yates; std::shuffle gives different orders with different standard libraries.
  template <class T>
  void shuffle(std::vector<T>& items) {
    for (std::uint64_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[below(i)]);
  }

 private:
  void refill();

  std::uint32_t key_[2];
  std::uint64_t index_;
  std::uint64_t counter_ = 0;
  std::uint32_t buffer_[4] = {};
  int used_ = 4;
  std::uint32_t sign_bits_ = 0;
  int signs_left_ = 0;
  double spare_normal_ = 0;
  bool has_spare_normal_ = false;
};

/// Of the rows 0 .. n - 1 all where there are no more than `most`; else `most` of them without replacement,
/// every subset equally likely: the first of a shuffle with RandomStream(seed, purpose). Ascending.
std::vector<Index> random_row_numbers(Index n, Index most, Seed seed, std::string_view purpose);

}  // namespace sketchbench
