#pragma once
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <mutex>
#include <set>
#include <string>
#include <string_view>

#include <sketchbench/core/error.hpp>

namespace sketchbench {

/// Whether a file may be fetched from there: https from anywhere, http from this machine alone (127.0.0.1,
/// [::1], localhost). The SHA-256 decides what is accepted; HTTPS keeps others from reading or altering the
/// transfer.
bool is_allowed_address(const std::string& url);
/// "archive.ics.uci.edu", with its port where one is given ("localhost:8080"); empty when the address is
/// none.
std::string host_of(const std::string& url);
/// For messages.
inline constexpr const char* expected_address =
    "an address that begins with https:// (http:// for 127.0.0.1, [::1] and localhost only)";

/// The network or the publisher did not give the file: no such host, a status of 404, a connection cut short.
class DownloadFailed : public Error {
 public:
  using Error::Error;
};

/// Hosts that did not answer, so that the next file does not wait for them again. Thread-safe.
class DeadHosts {
 public:
  bool contains(const std::string& host) const;
  void insert(const std::string& host);

 private:
  mutable std::mutex mutex_;
  std::set<std::string> hosts_;
};

struct DownloadLimits {
  std::chrono::seconds connect_timeout{10};
  long slow_bytes_per_second = 1000;  ///< slower than this
  std::chrono::seconds slow_for{20};  ///< for so long: given up
  int resumptions = 3;                ///< after connections cut short
  double disk_kept_free = 64e6;       ///< bytes of the disk that a download never takes
  std::int64_t most_undeclared_bytes = std::int64_t{1} << 40;  ///< of a file whose size is not known
};

/// What is to be fetched and where it goes.
struct Download {
  std::string url;
  std::filesystem::path target;
  std::string sha256;
  std::int64_t bytes = 0;  ///< 0: not known
  /// Where a file goes that is in the target's place; empty: it is replaced.
  std::filesystem::path aside = {};
};

/// Called with the bytes had so far and the bytes expected (0: not known).
using DownloadProgress = std::function<void(std::int64_t have, std::int64_t expected)>;

/// Fetches into <target>.part (part_file.hpp), going on where an earlier attempt stopped, and renames when
/// the SHA-256 is right. Never takes more than the bytes that are known, or than the disk has room for, and
/// asks only addresses that are allowed (is_allowed_address()), those of redirections among them. A wrong
/// file is deleted and reported as InputError with both digests; DownloadFailed when the file is not
/// available (what arrived stays in <target>.part for the next attempt); Error, with the numbers, when there
/// is no room for it.
void download(const Download& what, const DownloadLimits& limits, DeadHosts& dead_hosts,
              const DownloadProgress& progress = {});

}  // namespace sketchbench
