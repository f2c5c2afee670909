#include "data/file_lock.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>

#include "base/error.hpp"

namespace sketchbench {

FileLock::FileLock(const std::filesystem::path& file)
    : descriptor_(::open(file.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0644)) {
  if (descriptor_ < 0) fail_system("lock", file, errno);
  int result = ::flock(descriptor_, LOCK_EX);
  while (result != 0 && errno == EINTR) result = ::flock(descriptor_, LOCK_EX);
  // Some network file systems know no locks. What the lock guards is also checked by hashes and written
  // atomically; without it work may be done twice, or a download restarted, and no more.
  const bool unsupported = errno == EOPNOTSUPP || errno == ENOLCK || errno == ENOSYS;
  if (result != 0 && !unsupported) {
    const int error_number = errno;
    ::close(descriptor_);
    fail_system("lock", file, error_number);
  }
}

FileLock::~FileLock() { ::close(descriptor_); }

}  // namespace sketchbench
