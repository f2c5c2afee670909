#include <sketchbench/data/fetch/file_lock.hpp>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <thread>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/system/file.hpp>
#include <sketchbench/core/system/host_identity.hpp>

namespace sketchbench {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr auto between_tries = std::chrono::milliseconds(50);
constexpr std::chrono::seconds first_news{1}, next_news{60};

Descriptor open_lock_file(const fs::path& file) {
  Descriptor descriptor(::open(file.c_str(), O_CREAT | O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0666));
  if (!descriptor.valid()) fail_system("lock", file, errno);
  struct stat info {};
  if (::fstat(descriptor.get(), &info) != 0) fail_system("lock", file, errno);
  if (!S_ISREG(info.st_mode)) fail_input(file, 0, "is in the way of a lock, expected a regular file or none");
  return descriptor;
}

/// False when somebody else has it.
bool try_lock(const Descriptor& descriptor, const fs::path& file) {
  int result = ::flock(descriptor.get(), LOCK_EX | LOCK_NB);
  while (result != 0 && errno == EINTR) result = ::flock(descriptor.get(), LOCK_EX | LOCK_NB);
  if (result == 0) return true;
  if (errno == EWOULDBLOCK) return false;
  // Some network file systems know no locks. What the lock guards is also checked by hashes and written
  // atomically; without it work may be done twice, or a download restarted, and no more.
  // EBADF: NFS locks only what is open for writing.
  if (errno == EOPNOTSUPP || errno == ENOLCK || errno == ENOSYS || errno == EBADF) return true;
  fail_system("lock", file, errno);
}

/// Whoever held the lock before may have removed the file: then others lock another one by now.
bool is_still(const Descriptor& descriptor, const fs::path& file) {
  struct stat mine {
  }, current{};
  return ::fstat(descriptor.get(), &mine) == 0 && ::lstat(file.c_str(), &current) == 0 &&
         mine.st_ino == current.st_ino && mine.st_dev == current.st_dev;
}

struct Holder {
  std::string machine;
  int process = 0;
};

/// The first bytes of the file: more than it takes to name a holder.
std::string text_of(const Descriptor& descriptor) {
  std::array<char, 64> bytes{};
  const ssize_t got = ::pread(descriptor.get(), bytes.data(), bytes.size(), 0);
  return {bytes.data(), got > 0 ? static_cast<std::size_t>(got) : 0};
}

/// Nothing for another text than one that write_holder() writes.
std::optional<Holder> holder_in(std::string_view text) {
  const std::size_t space = text.find(' ');
  if (space != host_identity().size()) return std::nullopt;
  if (!is_hex(text.substr(0, space))) return std::nullopt;
  Holder holder{.machine = std::string(text.substr(0, space))};
  const auto [end, failure] =
      std::from_chars(text.data() + space + 1, text.data() + text.size(), holder.process);
  if (failure != std::errc() || std::string_view(end, text.data() + text.size()) != "\n") return std::nullopt;
  return holder;
}

std::string holder_of(const Descriptor& descriptor) {
  const auto holder = holder_in(text_of(descriptor));
  if (!holder) return "another process holds";
  return holder->machine == host_identity()
             ? fmt::format("process {} of this machine holds", holder->process)
             : fmt::format("process {} of another machine holds", holder->process);
}

}  // namespace

FileLock::FileLock(fs::path file, Descriptor descriptor)
    : file_(std::move(file)), descriptor_(std::move(descriptor)) {
  write_holder();
}

/// For those who wait. A wish: the lock is the system's, not the text's.
void FileLock::write_holder() {
  const std::string there = text_of(descriptor_);
  is_ours_ = there.empty() || holder_in(there);
  if (!is_ours_) return;
  const std::string text = fmt::format("{} {}\n", host_identity(), ::getpid());
  if (::ftruncate(descriptor_.get(), 0) == 0)
    static_cast<void>(!::pwrite(descriptor_.get(), text.data(), text.size(), 0));
}

FileLock::FileLock(fs::path file, const std::function<void(std::string_view)>& news)
    : file_(std::move(file)) {
  descriptor_ = open_lock_file(file_);
  auto tell_at = Clock::now() + first_news;
  for (;;) {
    if (try_lock(descriptor_, file_)) {
      if (is_still(descriptor_, file_)) break;
      descriptor_ = open_lock_file(file_);
      continue;
    }
    if (news && Clock::now() >= tell_at) {
      news(fmt::format("waiting for {}, which {}", file_.string(), holder_of(descriptor_)));
      tell_at = Clock::now() + next_news;
    }
    std::this_thread::sleep_for(between_tries);
  }
  write_holder();
}

std::optional<FileLock> FileLock::if_free(const fs::path& file) {
  Descriptor descriptor = open_lock_file(file);
  if (!try_lock(descriptor, file) || !is_still(descriptor, file)) return std::nullopt;
  return FileLock(file, std::move(descriptor));
}

bool FileLock::names_holder(const fs::path& file) {
  const Descriptor descriptor = open_for_locking(file);
  return descriptor.valid() && holder_in(text_of(descriptor)).has_value();
}

bool FileLock::is_held(const fs::path& file) {
  const Descriptor descriptor = open_for_locking(file);
  return descriptor.valid() && !try_lock(descriptor, file);
}

FileLock::~FileLock() {
  // Removed while it is held: is_still() tells those who have it open already.
  if (descriptor_.valid() && is_ours_) ::unlink(file_.c_str());
}

}  // namespace sketchbench
