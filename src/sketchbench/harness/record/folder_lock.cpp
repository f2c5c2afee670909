#include <sketchbench/harness/record/folder_lock.hpp>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <thread>
#include <tuple>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/core/system/file.hpp>
#include <sketchbench/harness/record/process_identity.hpp>

namespace sketchbench {
namespace {

constexpr std::uintmax_t largest_lock_text = 1 << 16;
constexpr auto longest_wait_for_the_lock = std::chrono::seconds(2);
constexpr auto wait_between_tries = std::chrono::milliseconds(5);

}  // namespace

FolderLock::FolderLock(const std::filesystem::path& folder) : file_(folder / ".lock") {
  descriptor_ =
      Descriptor(::open(file_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0666));
  if (!descriptor_.valid()) fail_system("write", file_, errno);
  const auto deadline = std::chrono::steady_clock::now() + longest_wait_for_the_lock;
  while (::flock(descriptor_.get(), LOCK_EX | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK && errno != EINTR) return;  // a file system without locks
    if (std::chrono::steady_clock::now() > deadline) {
      held_ = false;
      return;
    }
    std::this_thread::sleep_for(wait_between_tries);
  }
  // For those whom this process keeps waiting; a disk without room for it keeps nobody from going on.
  const std::string text = json_text(to_json(identity_of(::getpid())), 1) + "\n";
  if (::pwrite(descriptor_.get(), text.data(), text.size(), 0) == std::ssize(text))
    std::ignore = ::ftruncate(descriptor_.get(), std::ssize(text));
}

std::string FolderLock::holder() const {
  try {
    const Json json = parse_json(read_file(file_, largest_lock_text), file_);
    StrictObject object(json, file_.string());
    return display(parse_identity(object));
  } catch (const std::exception&) {
    return nobody_known;
  }
}

double FolderLock::now() const {
  struct stat info {};
  if (::futimens(descriptor_.get(), nullptr) != 0 || ::fstat(descriptor_.get(), &info) != 0)
    fail_system("touch", file_, errno);
  return in_seconds(info.st_mtim);
}

}  // namespace sketchbench
