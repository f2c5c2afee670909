#pragma once
#include <sys/resource.h>

namespace sketchbench::testing_support {

/// Allows this process so many open files while it lives; 0: no more than there are.
class FileLimit {
 public:
  explicit FileLimit(rlim_t files) {
    ::getrlimit(RLIMIT_NOFILE, &before_);
    rlimit lower = before_;
    lower.rlim_cur = files;
    ::setrlimit(RLIMIT_NOFILE, &lower);
  }
  ~FileLimit() { ::setrlimit(RLIMIT_NOFILE, &before_); }
  FileLimit(const FileLimit&) = delete;
  FileLimit& operator=(const FileLimit&) = delete;

 private:
  rlimit before_{};
};

}  // namespace sketchbench::testing_support
