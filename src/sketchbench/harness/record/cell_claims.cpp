#include <sketchbench/harness/record/cell_claims.hpp>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdio>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/core/system/file.hpp>
#include <sketchbench/core/system/host_identity.hpp>
#include <sketchbench/core/system/move_aside.hpp>
#include <sketchbench/core/text.hpp>
#include <sketchbench/core/timer.hpp>
#include <sketchbench/harness/record/folder_lock.hpp>
#include <sketchbench/harness/results_layout.hpp>

namespace sketchbench {
namespace {

namespace fs = std::filesystem;
using std::chrono::steady_clock;

constexpr std::uintmax_t largest_claim = 1 << 16;

double seconds_of(std::chrono::milliseconds time) { return 1e-3 * static_cast<double>(time.count()); }

/// The same where nothing can be written (a medium that is read only): by this machine's clock.
double time_in(const fs::path& folder) {
  try {
    return FolderLock(folder).now();
  } catch (const Error&) {
    timespec now{};
    ::clock_gettime(CLOCK_REALTIME, &now);
    return in_seconds(now);
  }
}

Json to_json(const ClaimFacts& facts) {
  Json json = to_json(facts.holder);
  json["cell"] = facts.id;
  json["nonce"] = facts.nonce;
  json["taken"] = facts.taken;
  json["alone"] = facts.exclusive;
  return json;
}

ClaimFacts parse_facts(const Json& json, const fs::path& file) {
  StrictObject object(json, file.string());
  return {.id = object.text("cell"),
          .nonce = object.text("nonce"),
          .holder = parse_identity(object),
          .taken = object.text("taken"),
          .exclusive = object.boolean_or("alone", false)};
}

/// Makes a file with that text unless there is one, whole from the start for whoever sees it. False when
/// there is.
bool make_once(const fs::path& file, const std::string& text) {
  fs::path temporary;
  const Descriptor descriptor = make_temporary(file, 0666, temporary);
  try {
    write_all(descriptor, text.data(), text.size(), file);
  } catch (const Error&) {
    ::unlink(temporary.c_str());
    throw;
  }
  const int error_number = ::link(temporary.c_str(), file.c_str()) == 0 ? 0 : errno;
  ::unlink(temporary.c_str());
  if (error_number == 0 || error_number == EEXIST) return error_number == 0;
  if (error_number != EPERM && error_number != EOPNOTSUPP && error_number != ENOSYS)
    fail_system("write", file, error_number);
  // A file system without links: whoever reads it in between sees a claim of nobody, which has its time as
  // well.
  const Descriptor exclusive(
      ::open(file.c_str(), O_CREAT | O_EXCL | O_NOFOLLOW | O_WRONLY | O_CLOEXEC, 0666));
  if (!exclusive.valid() && errno == EEXIST) return false;
  if (!exclusive.valid()) fail_system("write", file, errno);
  write_all(exclusive, text.data(), text.size(), file);
  return true;
}

/// Whether a claim could have that name: others in the folder are somebody's own.
bool is_name(const fs::path& file) {
  constexpr std::size_t digits = 64;
  const std::string id = file.stem().string();
  return id.size() == digits && is_hex(id);
}

/// The nonce in a claim's file; empty when it cannot be read.
std::string nonce_in(const fs::path& file) {
  try {
    return parse_facts(parse_json(read_file(file, largest_claim), file), file).nonce;
  } catch (const std::exception&) {
    return "";
  }
}

}  // namespace

/// A claim's file as it stands.
struct Claims::Seen {
  fs::path file;
  double heartbeat = 0;
  std::optional<ClaimFacts> facts;  ///< none when it is not a claim, or not one yet
  bool empty = false;

  /// None when there is no file.
  static std::optional<Seen> at(const fs::path& file) {
    Seen seen{.file = file};
    try {
      // Opened, not only looked up: a network file system then asks the server.
      seen.facts = parse_facts(parse_json(read_file(file, largest_claim), file), file);
      if (seen.facts->id != file.stem()) seen.facts.reset();  // somebody's copy of one
    } catch (const std::exception&) {
    }
    struct stat info {};
    if (::lstat(file.c_str(), &info) != 0) return std::nullopt;
    seen.heartbeat = in_seconds(info.st_mtim);
    std::error_code error;
    seen.empty = fs::is_empty(file, error);
    return seen;
  }
  std::string holder() const { return facts ? display(facts->holder) : nobody_known; }
  /// What is no claim but has the name of one.
  bool is_no_claim() const { return !facts && !empty; }
  /// Removes a claim, and moves aside what is none.
  void clear() const {
    if (is_no_claim())
      move_aside(file, file.parent_path().parent_path() / damaged_folder);
    else if (std::remove(file.c_str()) != 0 && errno != ENOENT)  // an empty folder as well
      fail_system("remove", file, errno);
  }
};

void Claim::remove() const {
  const fs::path file = folder_ / (facts_.id + ".json");
  if (nonce_in(file) == facts_.nonce) ::unlink(file.c_str());
}

// A claim that cannot be removed is dead with this process at the latest.

Claim::~Claim() {
  if (released_) return;
  try {
    if (const FolderLock lock(folder_); lock.held()) remove();
  } catch (const std::exception&) {
  }
}

void Claim::release(std::vector<std::unique_ptr<Claim>> claims) {
  if (claims.empty()) return;
  for (const auto& claim : claims) claim->released_ = true;
  try {
    const FolderLock lock(claims.front()->folder_);
    if (!lock.held()) return;
    for (const auto& claim : claims) claim->remove();
  } catch (const std::exception&) {
  }
}

bool Claim::renew() const {
  const fs::path file = folder_ / (facts_.id + ".json");
  const std::string nonce = nonce_in(file);
  std::error_code error;
  // A file that is there and cannot be read says nothing against us (no descriptor may be left just now).
  if (nonce.empty()) return fs::exists(file, error) || error;
  if (nonce != facts_.nonce) return false;
  ::utimensat(AT_FDCWD, file.c_str(), nullptr, 0);
  return true;
}

Claims::Claims(const fs::path& results, const ClaimTimes& times)
    : folder_(results / claims_folder), times_(times) {}

std::vector<fs::path> Claims::files() const {
  std::vector<fs::path> files;
  std::error_code error;
  for (auto entry = fs::directory_iterator(folder_, error); !error && entry != fs::directory_iterator();
       entry.increment(error))
    if (entry->path().extension() == ".json") files.push_back(entry->path());
  std::sort(files.begin(), files.end());
  return files;
}

/// A heartbeat of the future is none: the file came with its time from elsewhere, or the clock was set back.
/// Who lives renews it.
bool Claims::is_dead(const Seen& seen, double now) const {
  return (seen.facts && !may_be_alive(seen.facts->holder)) ||
         std::abs(now - seen.heartbeat) > seconds_of(times_.dead_after);
}

bool Claims::may_take_over(const Seen& seen, double now) {
  if (!is_dead(seen, now)) {
    silent_.erase(seen.file);
    return false;
  }
  if (seen.facts && !may_be_alive(seen.facts->holder)) return true;
  Silence& silence = silent_[seen.file];
  if (silence.heartbeat != seen.heartbeat) silence = {seen.heartbeat, steady_clock::now()};
  return steady_clock::now() - silence.since >= times_.watched_for;
}

std::optional<Refusal> Claims::exclusive_conflict(bool exclusive, double now) const {
  const ProcessIdentity self = identity_of(::getpid());
  for (const fs::path& file : files()) {
    const auto other = Seen::at(file);
    if (!other || !other->facts || other->facts->holder == self ||
        other->facts->holder.machine != self.machine)
      continue;
    if ((exclusive || other->facts->exclusive) && !is_dead(*other, now))
      return Refusal{
          Refusal::Reason::exclusive_conflict,
          other->holder() + (other->facts->exclusive ? " whose cell must run alone on its machine"
                                                     : " beside which a cell that must run alone cannot")};
  }
  return std::nullopt;
}

std::variant<std::unique_ptr<Claim>, Refusal> Claims::take(const std::string& id, bool exclusive) {
  using Reason = Refusal::Reason;
  make_folders(folder_);
  const FolderLock lock(folder_);
  if (!lock.held()) return Refusal{Reason::folder, lock.holder() + " that holds " + lock.file().string()};
  const double now = lock.now();
  const fs::path file = folder_ / (id + ".json");
  const auto there = Seen::at(file);
  if (there && !may_take_over(*there, now))
    return Refusal{is_dead(*there, now) ? Reason::silent : Reason::claimed, there->holder()};
  if (auto refusal = exclusive_conflict(exclusive, now)) return *std::move(refusal);
  if (there) there->clear();
  silent_.erase(file);

  ClaimFacts facts{.id = id,
                   .nonce = random_hex(16),
                   .holder = identity_of(::getpid()),
                   .taken = utc_now(),
                   .exclusive = exclusive};
  if (!make_once(file, json_text(to_json(facts), 1) + "\n")) return Refusal{Reason::claimed, "another run"};
  auto claim = std::make_unique<Claim>(folder_, std::move(facts));
  // Where locks do not reach all machines, another run may have taken this one for the dead one that it
  // replaced.
  if (!claim->renew()) return Refusal{Reason::claimed, "another run"};
  return claim;
}

std::unique_ptr<FolderLock> Claims::hold_all() const {
  make_folders(folder_);
  auto lock = std::make_unique<FolderLock>(folder_);
  if (!lock->held())
    throw Error(
        fmt::format("{}: held by {}: try again when it has ended", lock->file().string(), lock->holder()));
  const double now = lock->now();
  for (const fs::path& file : files()) {
    const auto seen = Seen::at(file);
    if (seen && (seen->facts || is_name(file)) && !is_dead(*seen, now))
      throw Error(fmt::format("{}: {} has cells of these results under way: try again when it has ended",
                              file.string(), seen->holder()));
  }
  return lock;
}

std::vector<ClaimFacts> Claims::under_way() const {
  std::vector<ClaimFacts> found;
  const std::vector<fs::path> all = files();
  if (all.empty()) return found;
  const double now = time_in(folder_);
  for (const fs::path& file : all)
    if (auto seen = Seen::at(file); seen && seen->facts && !is_dead(*seen, now))
      found.push_back(*std::move(seen->facts));
  return found;
}

std::vector<Claims::Dead> Claims::dead() const {
  std::vector<Dead> found;
  const std::vector<fs::path> all = files();
  if (all.empty()) return found;
  const double now = time_in(folder_);
  for (const fs::path& file : all) {
    const auto seen = Seen::at(file);
    if (!seen || !is_dead(*seen, now) || !(seen->facts || is_name(file))) continue;
    const bool gone = seen->facts && !may_be_alive(seen->facts->holder);
    const std::string silence =
        now > seen->heartbeat
            ? "has not been heard of for " + readable_seconds(now - seen->heartbeat)
            : "gave its last sign in the future: " + readable_seconds(seen->heartbeat - now) + " from now";
    found.push_back({file, fmt::format("{}: claimed by {}, which {}", file.string(), seen->holder(),
                                       gone ? "does not run any more" : silence)});
  }
  return found;
}

bool Claims::remove_dead(const fs::path& file) const {
  const FolderLock lock(folder_);
  const auto seen = Seen::at(file);
  if (!lock.held() || !seen || !is_dead(*seen, lock.now())) return false;
  seen->clear();
  return true;
}

void Claims::sweep() const {
  if (files().empty()) return;
  const FolderLock lock(folder_);
  if (!lock.held()) return;
  for (const fs::path& file : files()) {
    const auto seen = Seen::at(file);
    // Those of other machines are taken over when their cell's turn comes.
    if (seen && seen->facts && !may_be_alive(seen->facts->holder)) ::unlink(file.c_str());
  }
  remove_stale_temporaries(folder_);
}

}  // namespace sketchbench
