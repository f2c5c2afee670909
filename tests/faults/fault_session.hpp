#pragma once
#include <cerrno>
#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "faults/kinds.hpp"
#include "support/temporary_folder.hpp"

namespace sketchbench::faults {

/// Which calls are hit, and how.
struct Strike {
  std::uint32_t kinds = every_kind;
  std::uint64_t first = 0;           ///< from 1; 0 for none
  std::uint64_t hits = 1;            ///< UINT64_MAX: from there on
  std::uint64_t least_bytes = 4096;  ///< of an allocation that counts
  Action action = Action::fail;
  int error = ENOSPC;
  std::uint32_t delay_us = 0;  ///< of kill_self
};

/// A run's environment with the library preloaded, and afterwards what the library counted and wrote down.
class FaultSession {
 public:
  /// Calls on paths below `folder` count.
  explicit FaultSession(const std::filesystem::path& folder, const Strike& strike = {});
  ~FaultSession();
  FaultSession(const FaultSession&) = delete;
  FaultSession& operator=(const FaultSession&) = delete;

  std::map<std::string, std::optional<std::string>> environment() const;

  std::uint64_t calls() const { return plan_->calls; }
  bool struck() const { return plan_->struck > 0; }
  Action action() const { return plan_->action; }
  CallKind struck_kind() const { return plan_->struck_kind; }
  std::filesystem::path struck_path() const { return plan_->struck_path; }
  std::filesystem::path last_struck_path() const { return plan_->last_struck_path; }
  std::filesystem::path journal() const { return folder_ / "journal"; }

 private:
  testing_support::TemporaryFolder folder_;
  FaultPlan* plan_ = nullptr;
};

const char* name_of(CallKind kind);
/// "write of results/records/abc.json", for a test's messages.
std::string description(const FaultSession& session);

}  // namespace sketchbench::faults
