#pragma once
#include <set>
#include <string>

#include "faults/final_state.hpp"
#include "faults/study.hpp"

namespace sketchbench::faults {

/// What may become of a command one of whose calls was hit.
enum class Promise {
  said_or_overcome,  ///< it exits non-zero and names the file and the system's reason, or all is there as
                     ///< without the hit
  recovers,          ///< nothing more: it may have been killed
  overcome           ///< it goes on as if nothing had been: a short write, a call that a signal interrupts
};

/// A command that is run over and over from the same beginning, each time with another of its calls hit.
/// After each:
///   - nothing is at a final name but whole files, of before or of after the command,
///   - the promise is kept, and no temporary file is left by a command that was not killed,
///   - the same command without a hit exits with 0 and leaves the same as one that was never hit, and no
///   temporary
///     file.
class Attack {
 public:
  static constexpr std::uint64_t always_hit = 20;

  /// `before` are commands that lead to the beginning; none begins with an empty cache and no results.
  Attack(const std::vector<Words>& before, Words command);
  /// With the data set "remote" at this address (study.hpp).
  Attack(const std::vector<Words>& before, Words command, const std::string& address);

  /// The calls of the strike's kinds in turn, one run for each, until a run has no further one: all of the
  /// first always_hit, and of the later ones, which do the same for further records, a random quarter, or
  /// with SKETCHBENCH_THOROUGH all (scripts/attack). Returns how many calls there are, but for a last one or
  /// two.
  std::uint64_t hit_each(Strike strike, Promise promise = Promise::said_or_overcome);

 private:
  void begin() const;
  /// False where the command made no such call; then it must end as if it were never hit.
  bool hit(const Strike& strike, Promise promise);
  void expect_kept(Promise promise, const testing_support::Ended& ended, const FaultSession& session,
                   int error) const;
  void expect_said(const testing_support::Ended& ended, const FaultSession& session, int error) const;

  Study study_;
  testing_support::TemporaryFolder beginning_;
  Words command_;
  FinalState at_first_, at_last_;
  std::set<std::pair<FinalState, std::size_t>> recovered_from_;  ///< no need to see it twice
};

}  // namespace sketchbench::faults
