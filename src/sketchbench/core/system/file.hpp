#pragma once
#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <sketchbench/core/system/descriptor.hpp>

namespace sketchbench {

/// A file that appears whole or not at all: written to a temporary name beside `target` that nobody can
/// guess, with the mode of the file that it replaces, synchronised and renamed by commit(), and the folder
/// synchronised after it: once commit() returns, a power cut leaves the new file. Without a commit (an
/// exception, a crash) what was at `target` is still there; the temporary file is removed by the destructor,
/// or after a crash by remove_stale_temporaries(). A symbolic link is followed: what it leads to is replaced.
/// A device or a pipe has nothing to replace and is written as it stands. Every write checks for errors, a
/// full disk among them: Error.
class AtomicFile {
 public:
  explicit AtomicFile(const std::filesystem::path& target);
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  void write(const void* data, std::size_t bytes);
  void write(std::string_view text) { write(text.data(), text.size()); }
  void commit();

 private:
  std::filesystem::path target_;
  std::filesystem::path temporary_;  ///< empty when the target is written as it stands
  Descriptor descriptor_;
};

/// The whole text through an AtomicFile; makes the folder when it is missing.
void write_file_atomically(const std::filesystem::path& target, std::string_view text);

/// The folder and those above it that are missing, synchronised. InputError where a file is in the way.
void make_folders(const std::filesystem::path& folder);

/// Temporary files of `folder` whose writers have died: AtomicFile holds a lock on its own. One of another
/// machine, whose locks cannot be seen here, counts when it is an hour old.
std::vector<std::filesystem::path> stale_temporaries(const std::filesystem::path& folder);
/// Removes them; the bytes that were freed.
std::uintmax_t remove_stale_temporaries(const std::filesystem::path& folder);
/// Removes this one if it is stale; whether it was.
bool remove_stale_temporary(const std::filesystem::path& file);

/// A new file beside `target` under a name that nobody can guess, locked for as long as it is open, which
/// says that its writer lives; what remains of it is a stale temporary. Its path goes into `name`.
Descriptor make_temporary(const std::filesystem::path& target, mode_t mode, std::filesystem::path& name);

/// The file opened for a lock that says whether anybody works on it: for writing where that is allowed,
/// because NFS locks nothing else; not valid when it cannot be opened. Neither follows a link nor waits.
Descriptor open_for_locking(const std::filesystem::path& file);

/// The whole of a regular file. InputError when it is missing, cannot be opened, is no regular file or has
/// more than `most_bytes`.
std::string read_file(const std::filesystem::path& file, std::uintmax_t most_bytes = UINTMAX_MAX);

/// The folder that names in a file, such as a configuration, are relative to: where the file itself is, when
/// the path is a symbolic link to it. Empty for the working folder.
std::filesystem::path folder_of(const std::filesystem::path& file);

/// A regular file mapped read-only. Processes that map the same file share its pages.
class MappedFile {
 public:
  explicit MappedFile(const std::filesystem::path& file);
  ~MappedFile();
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;

  std::span<const std::byte> bytes() const { return {data_, size_}; }
  /// Takes `part` of bytes() out of this process's memory until it is read again: it stays in the file, and
  /// what it holds stays the same.
  void set_aside(std::span<const std::byte> part) const;

 private:
  const std::byte* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace sketchbench
