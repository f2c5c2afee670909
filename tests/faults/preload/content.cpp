// Calls that read, write, map and synchronise what files hold.
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/types.h>
#include <sys/uio.h>

#include <algorithm>

#include "faults/preload/system.hpp"

namespace sketchbench::faults {
namespace {

constexpr std::int64_t at_its_position = -1;

std::int64_t position_of(int descriptor, const Identity& file) {
  const long flags = ::syscall(SYS_fcntl, descriptor, F_GETFL);
  return (flags & O_APPEND) != 0 ? file.size : ::syscall(SYS_lseek, descriptor, 0, SEEK_CUR);
}

/// `transfer(bytes)` writes that many of `data`.
template <class Transfer>
ssize_t write_data(int descriptor, const void* data, std::size_t bytes, std::int64_t offset,
                   Transfer&& transfer) {
  if (fault_plan() == nullptr) return transfer(bytes);
  const PathText name = path_of(descriptor);
  const Identity file = identity_of(descriptor);
  const CallKind kind = file.is_pipe ? CallKind::message : CallKind::write;
  const Verdict verdict = judge(kind, name.text);
  if (verdict == Verdict::leave_alone) return transfer(bytes);
  JournalEntry entry{.kind = kind, .inode = file.inode, .path = name.text, .data = data};
  entry.offset = offset == at_its_position && !file.is_pipe ? position_of(descriptor, file) : offset;
  entry.result = verdict == Verdict::fail                     ? failed_call(fault_plan()->error)
                 : verdict == Verdict::cut_short && bytes > 1 ? transfer(bytes / 2)
                                                              : transfer(bytes);
  entry.written = entry.result > 0 ? static_cast<std::uint64_t>(entry.result) : 0;
  note(entry);
  return entry.result;
}

template <class Transfer>
ssize_t read_data(int descriptor, std::size_t bytes, Transfer&& transfer) {
  if (fault_plan() == nullptr) return transfer(bytes);
  const PathText name = path_of(descriptor);
  const Verdict verdict = judge(CallKind::read, name.text);
  if (verdict == Verdict::leave_alone) return transfer(bytes);
  JournalEntry entry{.kind = CallKind::read, .inode = identity_of(descriptor).inode, .path = name.text};
  entry.result = verdict == Verdict::fail                     ? failed_call(fault_plan()->error)
                 : verdict == Verdict::cut_short && bytes > 1 ? transfer(bytes / 2)
                                                              : transfer(bytes);
  note(entry);
  return entry.result;
}

void* map_file(void* address, std::size_t bytes, int protection, int flags, int descriptor, off_t offset) {
  const auto perform = [&](int from) {
    return reinterpret_cast<void*>(::syscall(SYS_mmap, address, bytes, protection, flags, from, offset));
  };
  if (descriptor < 0 || fault_plan() == nullptr) return perform(descriptor);
  const PathText name = path_of(descriptor);
  const Verdict verdict = judge(CallKind::map, name.text);
  if (verdict == Verdict::leave_alone) return perform(descriptor);
  JournalEntry entry{
      .kind = CallKind::map, .inode = identity_of(descriptor).inode, .offset = offset, .path = name.text};
  if ((flags & MAP_SHARED) != 0 && (protection & PROT_WRITE) != 0) entry.flags |= shared_writable;
  void* mapped = MAP_FAILED;
  if (verdict == Verdict::bad_sector) {
    // Pages beyond a file's end give the signal that pages give which the disk cannot read.
    const long empty = ::syscall(SYS_memfd_create, "empty", MFD_CLOEXEC);
    mapped = perform(static_cast<int>(empty));
    ::syscall(SYS_close, empty);
  } else if (verdict == Verdict::fail) {
    errno = fault_plan()->error;
  } else {
    mapped = perform(descriptor);
  }
  entry.result = mapped == MAP_FAILED ? -1 : 0;
  note(entry);
  return mapped;
}

int change_file(CallKind kind, int descriptor, std::int64_t offset, long system_call) {
  const auto perform = [&] { return static_cast<int>(::syscall(system_call, descriptor, offset)); };
  if (fault_plan() == nullptr) return perform();
  const PathText name = path_of(descriptor);
  const Identity file = identity_of(descriptor);
  return guarded({.kind = kind,
                  .inode = file.inode,
                  .offset = offset,
                  .flags = file.is_folder ? is_folder : 0u,
                  .path = name.text},
                 perform);
}

}  // namespace
}  // namespace sketchbench::faults

namespace faults = sketchbench::faults;

extern "C" {

ssize_t write(int descriptor, const void* data, std::size_t bytes) {
  return faults::write_data(
      descriptor, data, bytes, faults::at_its_position,
      [&](std::size_t part) -> ssize_t { return ::syscall(SYS_write, descriptor, data, part); });
}

/// In as many calls as there are parts: what counts is what reaches the file.
ssize_t writev(int descriptor, const iovec* parts, int count) {
  ssize_t all = 0;
  for (int i = 0; i < count; ++i) {
    if (parts[i].iov_len == 0) continue;
    const ssize_t written = write(descriptor, parts[i].iov_base, parts[i].iov_len);
    if (written < 0) return all > 0 ? all : written;
    all += written;
    if (static_cast<std::size_t>(written) < parts[i].iov_len) break;
  }
  return all;
}

ssize_t pwrite(int descriptor, const void* data, std::size_t bytes, off_t offset) {
  return faults::write_data(descriptor, data, bytes, offset, [&](std::size_t part) -> ssize_t {
    return ::syscall(SYS_pwrite64, descriptor, data, part, offset);
  });
}
ssize_t pwrite64(int descriptor, const void* data, std::size_t bytes, off64_t offset) {
  return pwrite(descriptor, data, bytes, offset);
}

ssize_t read(int descriptor, void* data, std::size_t bytes) {
  return faults::read_data(descriptor, bytes, [&](std::size_t part) -> ssize_t {
    return ::syscall(SYS_read, descriptor, data, part);
  });
}

ssize_t pread(int descriptor, void* data, std::size_t bytes, off_t offset) {
  return faults::read_data(descriptor, bytes, [&](std::size_t part) -> ssize_t {
    return ::syscall(SYS_pread64, descriptor, data, part, offset);
  });
}
ssize_t pread64(int descriptor, void* data, std::size_t bytes, off64_t offset) {
  return pread(descriptor, data, bytes, offset);
}

void* mmap(void* address, std::size_t bytes, int protection, int flags, int descriptor,
           off_t offset) noexcept {
  return faults::map_file(address, bytes, protection, flags, descriptor, offset);
}
void* mmap64(void* address, std::size_t bytes, int protection, int flags, int descriptor,
             off64_t offset) noexcept {
  return faults::map_file(address, bytes, protection, flags, descriptor, offset);
}

int fsync(int descriptor) {
  return faults::change_file(faults::CallKind::synchronise, descriptor, 0, SYS_fsync);
}
int fdatasync(int descriptor) {
  return faults::change_file(faults::CallKind::synchronise, descriptor, 0, SYS_fdatasync);
}
int ftruncate(int descriptor, off_t bytes) noexcept {
  return faults::change_file(faults::CallKind::truncate, descriptor, bytes, SYS_ftruncate);
}
int ftruncate64(int descriptor, off64_t bytes) noexcept {
  return faults::change_file(faults::CallKind::truncate, descriptor, bytes, SYS_ftruncate);
}
}
