#pragma once
#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace sketchbench {

/// A file that appears whole or not at all: written to a temporary name beside `target`, fsync'ed and renamed
/// by commit(). Without a commit (an exception, a crash) nothing is left at `target`; the temporary file is
/// removed by the destructor. Every write checks for errors, a full disk among them, and throws Error.
class AtomicFile {
 public:
  explicit AtomicFile(std::filesystem::path target);
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  void write(const void* data, std::size_t bytes);
  void write(std::string_view text) { write(text.data(), text.size()); }
  /// Overwrites bytes that were written before (a header whose values are known last).
  void write_at(std::size_t offset, const void* data, std::size_t bytes);
  void commit();

 private:
  std::filesystem::path target_;
  std::filesystem::path temporary_;
  int descriptor_ = -1;
};

/// The whole text through an AtomicFile; makes the folder when it is missing.
void write_file_atomically(const std::filesystem::path& target, std::string_view text);

/// The whole file. Throws InputError when it cannot be read.
std::string read_file(const std::filesystem::path& file);

/// A file mapped read-only. Processes that map the same file share its pages.
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
