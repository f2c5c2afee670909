#pragma once
#include <chrono>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include <sketchbench/harness/record/process_identity.hpp>

namespace sketchbench {

/// Runs that share a results folder claim a cell before they compute it: results/claims/<id>.json says who
/// and since when, and its modification time is the heartbeat, by the file system's own clock. A claim is
/// dead when its process is, or when its heartbeat is too old.
struct ClaimTimes {
  std::chrono::milliseconds renewed_every{5'000};
  std::chrono::milliseconds dead_after{60'000};  ///< without a heartbeat
  /// Who takes over must have seen the old heartbeat stand still for so long: after a pause of the whole
  /// machine every heartbeat is old, and those who live renew theirs.
  std::chrono::milliseconds watched_for{10'000};
};

/// Who has claimed what.
struct ClaimFacts {
  std::string id;  ///< of the cell
  std::string nonce;
  ProcessIdentity holder;
  std::string taken;       ///< UTC
  bool exclusive = false;  ///< nothing else may run on the holder's machine meanwhile
};

/// A cell that is this process's to compute, until the object goes.
class Claim {
 public:
  Claim(std::filesystem::path folder, ClaimFacts facts)
      : folder_(std::move(folder)), facts_(std::move(facts)) {}
  ~Claim();
  Claim(const Claim&) = delete;
  Claim& operator=(const Claim&) = delete;

  /// Says that its holder lives. False when the claim is no longer this one's: another run took it for dead
  /// (this process was stopped, or cut off from the file system, for long).
  bool renew() const;

  /// Gives them back together: at the end of a run nobody waits for the lock more than once.
  static void release(std::vector<std::unique_ptr<Claim>> claims);

 private:
  void remove() const;

  std::filesystem::path folder_;
  ClaimFacts facts_;
  bool released_ = false;
};

/// Why a cell cannot be claimed now.
struct Refusal {
  /// claimed: another run has the cell under way. silent: so it says, but it has not been heard of for long,
  /// and the cell can be taken over soon. exclusive_conflict: a cell of this machine must run alone,
  /// this one or the one that is under way. folder: nothing can be claimed now, because another run was
  /// stopped while it claimed.
  enum class Reason { claimed, silent, exclusive_conflict, folder } reason;
  std::string holder;  ///< "process 4711 on host-a"
};

class FolderLock;

/// The claims in a results folder. Taking one is safely done by many at once: under a lock
/// (results/claims/.lock) where the file system has locks, and by a link that can be made once where it has
/// not.
class Claims {
 public:
  explicit Claims(const std::filesystem::path& results, const ClaimTimes& times = {});

  /// Claims the cell, taking over a dead claim. Error when the folder cannot be written.
  std::variant<std::unique_ptr<Claim>, Refusal> take(const std::string& id, bool exclusive);

  /// Keeps every run from claiming a cell for as long as the lock lives (where the file system has locks):
  /// records can be moved about. Error where a run has a cell under way, or holds the lock.
  std::unique_ptr<FolderLock> hold_all() const;

  /// Of cells that runs have under way, dead ones left out.
  std::vector<ClaimFacts> under_way() const;

  struct Dead {
    std::filesystem::path file;
    std::string problem;  ///< one line: the file, whose it was and why it is dead
  };
  /// Claims of runs that ended without releasing them, and files that have the name of one, are none and old.
  std::vector<Dead> dead() const;
  /// Removes the file if it still is a dead claim, or moves it to results/damaged/ if it is none; whether it
  /// did.
  bool remove_dead(const std::filesystem::path& file) const;
  /// All of them, and what a killed run left of making one.
  void sweep() const;

  const std::filesystem::path& folder() const { return folder_; }
  const ClaimTimes& times() const { return times_; }

 private:
  struct Seen;
  struct Silence {
    double heartbeat = 0;
    std::chrono::steady_clock::time_point since;
  };
  bool may_take_over(const Seen& seen, double now);
  bool is_dead(const Seen& seen, double now) const;
  std::optional<Refusal> exclusive_conflict(bool exclusive, double now) const;
  std::vector<std::filesystem::path> files() const;

  std::filesystem::path folder_;
  ClaimTimes times_;
  std::map<std::filesystem::path, Silence> silent_;
};

}  // namespace sketchbench
