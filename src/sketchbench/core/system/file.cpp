#include <sketchbench/core/system/file.hpp>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <optional>
#include <utility>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/system/fatal_error_report.hpp>
#include <sketchbench/core/system/host_identity.hpp>
#include <sketchbench/core/text.hpp>

namespace sketchbench {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view temporary_ending = ".tmp";
constexpr std::size_t random_bytes = 8;
constexpr auto age_of_another_machines_stale_files = std::chrono::hours(1);
constexpr int most_links = 40;  // as many as the system follows
constexpr std::size_t longest_name = 255;

std::optional<struct stat> status_of(const fs::path& file) {
  struct stat info {};
  if (::stat(file.c_str(), &info) == 0) return info;
  if (errno != ENOENT) fail_system("write", file, errno);
  return std::nullopt;
}

/// True for /dev/stdout, /dev/fd/N and /proc/self/fd/N: links that stand for what this process has open.
bool is_own_descriptor(const fs::path& link) {
  std::error_code error;
  const fs::path folder = fs::canonical(link.has_parent_path() ? link.parent_path() : ".", error);
  return !error && folder == fmt::format("/proc/{}/fd", ::getpid());
}

/// Where the target's symbolic links lead; the last name need not exist. What this process has open is not
/// followed further: a second opening would begin at the file's beginning again.
fs::path without_links(fs::path target) {
  std::error_code error;
  for (int followed = 0; fs::is_symlink(target, error) && !is_own_descriptor(target); ++followed) {
    if (followed == most_links) fail_system("write", target, ELOOP);
    const fs::path next = fs::read_symlink(target, error);
    if (error) fail_system("write", target, error.value());
    target = next.is_absolute() ? next : target.parent_path() / next;
  }
  return target;
}

/// A device, a pipe, or what this process has open already.
Descriptor open_in_place(const fs::path& target) {
  Descriptor descriptor(is_own_descriptor(target)
                            ? ::fcntl(std::atoi(target.filename().c_str()), F_DUPFD_CLOEXEC, 0)
                            : ::open(target.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY));
  if (!descriptor.valid()) fail_system("write", target, errno);
  return descriptor;
}

/// "<target>.<machine>-<random>.tmp"
fs::path temporary_name(const fs::path& target) {
  const std::string tail =
      fmt::format(".{}-{}{}", host_identity(), random_hex(random_bytes), temporary_ending);
  return target.parent_path() / (target.filename().string().substr(0, longest_name - tail.size()) + tail);
}

/// The machine's part of a temporary name; none when the name is not one.
std::optional<std::string> machine_of(const std::string& name) {
  const std::size_t machine = host_identity().size(),
                    length = 1 + machine + 1 + 2 * random_bytes + temporary_ending.size();
  if (name.size() <= length || !name.ends_with(temporary_ending)) return std::nullopt;
  const std::string tail = name.substr(name.size() - length, length - temporary_ending.size());
  const std::string_view text = tail;
  const bool well_formed = tail[0] == '.' && tail[1 + machine] == '-' && is_hex(text.substr(1, machine)) &&
                           is_hex(text.substr(2 + machine));
  return well_formed ? std::optional(tail.substr(1, machine)) : std::nullopt;
}

/// The file, locked, unless a process of this machine holds the lock that AtomicFile takes.
std::optional<Descriptor> locked(const fs::path& file) {
  Descriptor descriptor = open_for_locking(file);
  if (!descriptor.valid() || ::flock(descriptor.get(), LOCK_EX | LOCK_NB) != 0) return std::nullopt;
  return descriptor;
}

bool is_old(const fs::path& file) {
  std::error_code error;
  const auto written = fs::last_write_time(file, error);
  return !error && written < fs::file_time_type::clock::now() - age_of_another_machines_stale_files;
}

/// Calls `use` on each stale temporary while its lock is held, so that none comes to life meanwhile.
template <class Use>
void for_each_stale(const fs::path& folder, Use&& use) {
  std::vector<fs::path> candidates;
  std::error_code error;
  for (auto entry = fs::directory_iterator(folder.empty() ? "." : folder, error);
       !error && entry != fs::directory_iterator(); entry.increment(error)) {
    std::error_code unknown;
    if (machine_of(entry->path().filename().string()) &&
        fs::is_regular_file(entry->symlink_status(unknown)) && !unknown)
      candidates.push_back(entry->path());
  }
  std::sort(candidates.begin(), candidates.end());
  for (const fs::path& file : candidates) {
    if (*machine_of(file.filename().string()) != host_identity()) {
      if (is_old(file)) use(file);
    } else if (const auto lock = locked(file)) {
      use(file);
    }
  }
}

/// `wanted` is what it is all for, to be named with what is in the way.
void make_folders_for(const fs::path& wanted, const fs::path& folder) {
  std::error_code error;
  if (folder.empty() || fs::is_directory(folder, error)) return;
  if (fs::exists(fs::symlink_status(folder, error)) && !fs::is_directory(folder, error))
    fail_input(wanted, 0,
               fmt::format("the folder cannot be made: {} is in the way and is no folder", folder.string()));
  make_folders_for(wanted, folder.parent_path());
  if (!fs::create_directory(folder, error) && error) fail_system("make the folder", folder, error.value());
  // A path that ends in a slash has itself as its parent but for the slash.
  synchronise_folder(folder.parent_path());
}

}  // namespace

Descriptor make_temporary(const fs::path& target, mode_t mode, fs::path& name) {
  // Between its making and its locking another process may take it for one that was left behind: then the
  // next name is tried.
  while (true) {
    const fs::path candidate = temporary_name(target);
    Descriptor descriptor(
        ::open(candidate.c_str(), O_CREAT | O_EXCL | O_NOFOLLOW | O_WRONLY | O_CLOEXEC, mode));
    if (!descriptor.valid()) fail_system("write", target, errno);
    name = candidate;
    // Whoever removes what was left behind holds the lock for a moment. A file system without locks gives
    // none.
    while (::flock(descriptor.get(), LOCK_EX) != 0 && errno == EINTR) continue;
    struct stat info {};
    if (::fstat(descriptor.get(), &info) != 0 || info.st_nlink > 0) return descriptor;
  }
}

AtomicFile::AtomicFile(const fs::path& target) : target_(without_links(target)) {
  const auto replaced = status_of(target_);
  if (replaced && S_ISDIR(replaced->st_mode)) fail_system("write", target_, EISDIR);
  if (replaced && (!S_ISREG(replaced->st_mode) || is_own_descriptor(target_))) {
    descriptor_ = open_in_place(target_);
    return;
  }
  descriptor_ = make_temporary(target_, replaced ? replaced->st_mode & 0777 : 0666, temporary_);
  if (replaced) {
    // Whose it is stays as it was where the system allows it; who may read it always.
    static_cast<void>(!::fchown(descriptor_.get(), replaced->st_uid, replaced->st_gid));
    static_cast<void>(!::fchmod(descriptor_.get(), replaced->st_mode & 07777));
  }
}

AtomicFile::~AtomicFile() {
  if (descriptor_.valid() && !temporary_.empty()) ::unlink(temporary_.c_str());
}

void AtomicFile::write(const void* data, std::size_t bytes) { write_all(descriptor_, data, bytes, target_); }

void AtomicFile::commit() {
  synchronise(descriptor_, target_);
  if (temporary_.empty()) {
    if (descriptor_.close() != 0) fail_system("write", target_, errno);
    return;
  }
  // Renamed before it is closed: the lock is held until the temporary name is gone.
  if (::rename(temporary_.c_str(), target_.c_str()) != 0) fail_system("write", target_, errno);
  const bool closed = descriptor_.close() == 0;
  if (!closed) fail_system("write", target_, errno);
  synchronise_folder(target_.parent_path());
}

void write_file_atomically(const fs::path& target, std::string_view text) {
  if (target.has_parent_path()) make_folders(target.parent_path());
  AtomicFile file(target);
  file.write(text);
  file.commit();
}

void make_folders(const fs::path& folder) { make_folders_for(folder, folder); }

std::vector<fs::path> stale_temporaries(const fs::path& folder) {
  std::vector<fs::path> stale;
  for_each_stale(folder, [&](const fs::path& file) { stale.push_back(file); });
  return stale;
}

std::uintmax_t remove_stale_temporaries(const fs::path& folder) {
  std::uintmax_t freed = 0;
  for_each_stale(folder, [&](const fs::path& file) {
    std::error_code error;
    const std::uintmax_t bytes = fs::file_size(file, error);
    if (!error && fs::remove(file, error)) freed += bytes;
  });
  return freed;
}

bool remove_stale_temporary(const fs::path& file) {
  bool removed = false;
  for_each_stale(file.parent_path(), [&](const fs::path& stale) {
    std::error_code error;
    if (stale == file) removed = fs::remove(stale, error);
  });
  return removed;
}

Descriptor open_for_locking(const fs::path& file) {
  constexpr int flags = O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK;
  Descriptor descriptor(::open(file.c_str(), O_RDWR | flags));
  return descriptor.valid() ? std::move(descriptor) : Descriptor(::open(file.c_str(), O_RDONLY | flags));
}

fs::path folder_of(const fs::path& file) {
  std::error_code error;
  const bool link = fs::is_symlink(file, error);
  const fs::path itself = link ? fs::read_symlink(file, error) : file;
  if (!link || error) return file.parent_path();
  return (file.parent_path() / itself).lexically_normal().parent_path();
}

std::string read_file(const fs::path& file, std::uintmax_t most_bytes) {
  const Descriptor descriptor = open_for_reading(file);
  struct stat info {};
  if (::fstat(descriptor.get(), &info) != 0) fail_system("read", file, errno);
  const auto too_large = [&](double bytes) {
    fail_input(file, 0,
               fmt::format("has {}, expected at most {}", readable_bytes(bytes),
                           readable_bytes(static_cast<double>(most_bytes))));
  };
  if (static_cast<std::uintmax_t>(info.st_size) > most_bytes) too_large(static_cast<double>(info.st_size));
  std::string text;
  std::size_t have = 0;
  // One byte more than it says: the end is seen, or that the file has grown.
  for (std::size_t room = static_cast<std::size_t>(info.st_size) + 1; have == text.size();
       room = std::max<std::size_t>(room, 1 << 16)) {
    text.resize(have + room);
    have += read_some(descriptor, text.data() + have, room, file);
    if (have > most_bytes) too_large(static_cast<double>(have));
  }
  text.resize(have);
  return text;
}

MappedFile::MappedFile(const fs::path& file) {
  const Descriptor descriptor = open_for_reading(file);
  struct stat info {};
  if (::fstat(descriptor.get(), &info) != 0) fail_system("open", file, errno);
  size_ = static_cast<std::size_t>(info.st_size);
  if (size_ == 0) return;
  void* address = ::mmap(nullptr, size_, PROT_READ, MAP_SHARED, descriptor.get(), 0);
  if (address == MAP_FAILED) fail_system("map", file, errno);
  data_ = static_cast<const std::byte*>(address);
  remember_mapping(data_, size_, file);
}

MappedFile::~MappedFile() {
  if (data_ == nullptr) return;
  forget_mapping(data_);
  ::munmap(const_cast<std::byte*>(data_), size_);
}

void MappedFile::set_aside(std::span<const std::byte> part) const {
  if (part.empty()) return;
  const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  const std::size_t begin = (static_cast<std::size_t>(part.data() - data_) + page - 1) / page * page,
                    end = static_cast<std::size_t>(part.data() + part.size() - data_) / page * page;
  if (begin < end) ::madvise(const_cast<std::byte*>(data_) + begin, end - begin, MADV_DONTNEED);  // a wish
}

}  // namespace sketchbench
