#pragma once
#include <cstddef>
#include <filesystem>
#include <utility>

namespace sketchbench {

/// A file descriptor that is closed once.
class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() { reset(); }
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    if (this != &other) {
      reset();
      number_ = std::exchange(other.number_, -1);
    }
    return *this;
  }

  int get() const { return number_; }
  bool valid() const { return number_ >= 0; }
  /// The close's result: 0, or -1 with errno (a network file system may report a lost write here only).
  int close();

 private:
  void reset() { static_cast<void>(close()); }
  int number_ = -1;
};

/// Opens a regular file for reading, never waiting for it: InputError for what is missing, may not be read
/// or is a folder, a pipe, a socket or a device (symbolic links are followed); Error for what is the system's
/// and not the name's fault, such as a broken disk or too many open files.
Descriptor open_for_reading(const std::filesystem::path& file);

/// read() until `bytes` are there or the file ends; the number read. Error for what the system reports.
std::size_t read_some(const Descriptor& from, void* data, std::size_t bytes,
                      const std::filesystem::path& file);

/// write() until all is written. Error for what the system reports (a full disk among it).
void write_all(const Descriptor& to, const void* data, std::size_t bytes, const std::filesystem::path& file);
void write_all(int to, const void* data, std::size_t bytes, const std::filesystem::path& file);

/// Makes what was written to the file survive a power cut; what cannot be synchronised (a pipe) is left as it
/// is.
void synchronise(const Descriptor& file, const std::filesystem::path& name);
/// The same for a folder's entries: names made, renamed or removed in it.
void synchronise_folder(const std::filesystem::path& folder);

}  // namespace sketchbench
