#include "faults/preload/journal.hpp"

#include <fcntl.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>

namespace sketchbench::faults {

void append_to_journal(const char* journal, const JournalEntry& entry) {
  const std::size_t path_bytes = std::strlen(entry.path), second_bytes = std::strlen(entry.second_path);
  char line[256];
  const int line_bytes = std::snprintf(
      line, sizeof line, journal_line, static_cast<unsigned>(entry.kind), entry.process,
      static_cast<long long>(entry.result), entry.error, static_cast<unsigned long long>(entry.inode),
      static_cast<long long>(entry.offset), entry.flags, static_cast<unsigned long long>(entry.written),
      static_cast<unsigned>(path_bytes), static_cast<unsigned>(second_bytes));
  iovec parts[] = {{line, static_cast<std::size_t>(line_bytes)},
                   {const_cast<char*>(entry.path), path_bytes},
                   {const_cast<char*>(entry.second_path), second_bytes},
                   {const_cast<void*>(entry.data), entry.written}};
  // Opened anew each time: a descriptor that is kept would be in the way of a program that closes what it
  // finds.
  const long file = ::syscall(SYS_openat, AT_FDCWD, journal, O_WRONLY | O_APPEND | O_CLOEXEC, 0);
  if (file < 0) return;
  ::syscall(SYS_writev, file, parts, 4);
  ::syscall(SYS_close, file);
}

}  // namespace sketchbench::faults
