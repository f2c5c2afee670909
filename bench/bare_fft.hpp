#pragma once
#include <memory>

#include <sketchbench/core/types.hpp>
#include "bench/common.hpp"

namespace sketchbench::bench {

/// The transforms that nobody can do without: FFTW's real transform of n points in single precision, planned
/// with FFTW_PATIENT, for a batch of signals that lie one after the other and, with their spectra, fit the
/// second-level cache.
class BareFft {
 public:
  explicit BareFft(Index n);
  ~BareFft();
  BareFft(const BareFft&) = delete;
  BareFft& operator=(const BareFft&) = delete;

  /// Runs the batch many times.
  Contender contender() const;
  /// Transforms of one run of the contender.
  Index transforms() const;

 private:
  struct Plan;
  std::shared_ptr<Plan> plan_;
};

}  // namespace sketchbench::bench
