#pragma once
#include <cstdint>

#include <sketchbench/core/communicator.hpp>
#include <sketchbench/core/json_fwd.hpp>
#include <sketchbench/core/timer.hpp>

namespace sketchbench {

/// Ranks as others are, and what this one has told them: how often, how much, and how long that took with
/// what it waited for them.
class MeasuredRanks final : public Communicator {
 public:
  /// `ranks` outlives it.
  explicit MeasuredRanks(const Communicator& ranks) : ranks_(ranks) {}
  int rank() const override { return ranks_.rank(); }
  int size() const override { return ranks_.size(); }
  void sum(std::span<double> values) const override {
    measure(values.size_bytes(), [&] { ranks_.sum(values); });
  }
  std::vector<std::byte> gather_bytes(std::span<const std::byte> own) const override {
    std::vector<std::byte> all;
    measure(own.size(), [&] { all = ranks_.gather_bytes(own); });
    return all;
  }

  /// Of the first rank, but for CPU seconds, which are those of all: {"calls":, "bytes": that it gave,
  /// "wall":, "cpu":}. All ranks call it.
  Json facts() const;

 private:
  template <class Work>
  void measure(std::size_t bytes, const Work& work) const {
    const Timer timer;
    work();
    const Seconds taken = timer.elapsed();
    ++calls_;
    bytes_ += static_cast<std::int64_t>(bytes);
    wall_ += taken.wall;
    cpu_ += taken.cpu;
  }

  const Communicator& ranks_;
  mutable std::int64_t calls_ = 0, bytes_ = 0;
  mutable double wall_ = 0, cpu_ = 0;
};

}  // namespace sketchbench
